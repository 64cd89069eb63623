// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads one after the other.
#ifndef AW_COMPILER_SIMD_SINGLE_H
#define AW_COMPILER_SIMD_SINGLE_H

#include "../pipeline.h"

// A copy of FUNCTION, a kernel's copy before it is finished, whose threads are alone, that runs all threads of a span of blocks one after
// the other; NULL: LLVM can't.
LLVMValueRef aw_simd_single(struct aw_unit *unit, LLVMValueRef function);

#endif
