/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All of one format of 16 bits: who includes it defines what half_types.h, half_functions.h and half_operations.h ask for, but
 * for the side, and finds none of it defined afterwards.
 */
#include "anywarp/half_device.h"
#include "anywarp/half_integers.h"
#if !defined(__CUDA_ARCH__)
#define AW_OPERATION static inline
#define AW_HALF_SIDE
#define AW_NARROW(x) AW_NAME(__aw_narrow)(x)
#define AW_DOUBLE_NAN(x) 0x7fff
#define AW_FUSED(a, b, c) AW_NAME(__aw_fused)(a, b, c)
#include "anywarp/half_operations.h"
#undef AW_FUSED
#undef AW_DOUBLE_NAN
#undef AW_NARROW
#undef AW_HALF_SIDE
#undef AW_OPERATION
#endif
#include "anywarp/half_types.h"
#include "anywarp/half_functions.h"

#undef AW_WIDEN
#undef AW_OPERATORS2
#undef AW_OPERATORS
#undef AW_INTEGERS
#undef AW_CONVERSIONS
#undef AW_INFINITY
#undef AW_ONE
#undef AW_MAKE2
#undef AW_DOUBLED
#undef AW_TO_BITS
#undef AW_FROM_BITS
#undef AW_TO
#undef AW_FROM
#undef AW_PAIR
#undef AW_NAME
#undef AW_OTHER
#undef AW_H2_RAW
#undef AW_H_RAW
#undef AW_H2
#undef AW_H
