// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strides that a program passes to its kernels, and which are 1 nearly always.
#ifndef AW_COMPILER_SIMD_STRIDES_H
#define AW_COMPILER_SIMD_STRIDES_H

#include "../pipeline.h"

// The parameters of FUNCTION, a kernel's copy without calls of device functions, that are strides of what neighbouring threads access: a
// bit for each, by its number.
uint32_t aw_simd_find_strides(LLVMValueRef function);
// Makes FUNCTION one for launches in which those parameters of STRIDES are 1.
void aw_simd_use_unit_strides(LLVMValueRef function, uint32_t strides);

#endif
