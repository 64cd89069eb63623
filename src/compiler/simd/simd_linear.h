// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of blocks of several dimensions that count themselves.
#ifndef AW_COMPILER_SIMD_LINEAR_H
#define AW_COMPILER_SIMD_LINEAR_H

#include "../pipeline.h"

// What blocks must be like for threads that count themselves to know their linear index.
struct aw_simd_count {
	bool plane;   // z is 1
	uint32_t row; // x is this; 0: whatever
};

// The number by which PRODUCT multiplies a thread's y; 0: it isn't such a product.
int64_t aw_simd_times_y(LLVMValueRef product);
// Whether threads of FUNCTION, a kernel's copy, compute their linear index in blocks that are as *COUNT says then.
bool aw_simd_counts_threads(LLVMValueRef function, struct aw_simd_count *count);
// Has FUNCTION take the linear index from the gang's; it is for blocks as COUNT says then.
void aw_simd_use_linear(struct aw_unit *unit, LLVMValueRef function, const struct aw_simd_count *count);

#endif
