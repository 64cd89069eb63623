// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays that only a launch tells apart.
#ifndef AW_COMPILER_SIMD_ALIASES_H
#define AW_COMPILER_SIMD_ALIASES_H

#include "../pipeline.h"

// Makes a version of FUNCTION's loads and stores that can be grouped if their arrays don't overlap, for launches where they don't.
void aw_simd_check_aliases(struct aw_unit *unit, LLVMValueRef function);
// Whether A and B are accesses of such a version, by different pointers.
bool aw_simd_told_apart(LLVMValueRef a, LLVMValueRef b);

#endif
