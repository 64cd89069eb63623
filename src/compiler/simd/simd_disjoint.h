// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays that a program passes to its kernels, and which mostly are allocations of their own (simd_disjoint.c).
#ifndef AW_COMPILER_SIMD_DISJOINT_H
#define AW_COMPILER_SIMD_DISJOINT_H

#include "../pipeline.h"

struct aw_simd_arrays {
	uint32_t read, written; // the parameters, a bit for each by its number, by which memory is read, or written and perhaps read
};

// Whether FUNCTION, a kernel's copy without calls of device functions, keeps in memory what it needn't if no other parameter leads into
// the allocations that its written ones lead into; then ARRAYS says which those are.
bool aw_simd_find_disjoint(LLVMValueRef function, struct aw_simd_arrays *arrays);
// Makes FUNCTION one for launches in which that is so.
void aw_simd_use_disjoint(LLVMValueRef function, const struct aw_simd_arrays *arrays);

#endif
