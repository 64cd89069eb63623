// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that were made for blocks of one size.
#ifndef AW_COMPILER_SIMD_ONE_SIZE_H
#define AW_COMPILER_SIMD_ONE_SIZE_H

#include "../pipeline.h"

// Whether KERNEL, whose copy is COPY, hardly ever runs in blocks that aren't of whole gangs and is so large that a form for these isn't
// worth its code.
bool aw_simd_has_one_size(const struct aw_unit_kernel *kernel, LLVMValueRef copy);

#endif
