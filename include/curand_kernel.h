// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers in kernels (cuRAND Library Programming Guide, "Device API Overview").  Sources that
// are the host compiler's have the types of the states and, where C++ knows hexadecimal constants, uniform and normal numbers.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "anywarp/curand_states.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || __cplusplus >= 201703L || !defined(__STRICT_ANSI__))
#ifndef __CUDACC__
#include <math.h>
#pragma GCC system_header
#endif
#include "anywarp/curand_generators.h"

#include "anywarp/curand_distributions.h"

#ifdef __CUDACC__
#include "anywarp/curand_discrete_numbers.h"
#endif
#undef AW_CURAND
#endif

#endif
