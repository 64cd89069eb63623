// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores under a condition to what the thread has loaded (store_back.c).
#ifndef AW_COMPILER_SIMD_STORE_BACK_H
#define AW_COMPILER_SIMD_STORE_BACK_H

#include "../pipeline.h"

// Lets threads of FUNCTION, a kernel's copy, store always where they may, at the level where stores with masks may be slow.
void aw_store_back(struct aw_unit *unit, LLVMValueRef function);

#endif
