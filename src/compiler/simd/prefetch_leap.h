// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows that a gang's own loop leaps to, asked for some turns before.
#ifndef AW_COMPILER_SIMD_PREFETCH_LEAP_H
#define AW_COMPILER_SIMD_PREFETCH_LEAP_H

#include "../pipeline.h"

// In FUNCTION, a form's code of one gang, once it is known which loops are the gangs' own.
void aw_prefetch_leaps(struct aw_unit *unit, LLVMValueRef function);

#endif
