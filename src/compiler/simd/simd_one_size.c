// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A large kernel that was made for blocks of one size, as CUB's are, can do without the form for blocks that aren't of whole gangs, which
// would be as much code again.  Either it is large, bound to blocks of whole warps, and never asks how large its block is: it was made for
// blocks of that size, if their rows are whole warps, as it knows of no others or counts threads so.  Or it is huge and knows only of
// threads in a row; rows are a number of whole warps nearly always.
#include "simd_one_size.h"

#include <string.h>

#include "simd.h"
#include "simd_linear.h"

enum {
	LARGE = 500, // instructions
	VERY_LARGE = 3000,
	WARP = AW_CPU_WARP_SIZE,
};

// Whether SUM is that of a thread's x and its y times whole warps, as the index of a thread is in blocks whose rows are these.
static bool is_index_by_warps(LLVMValueRef sum)
{
	if (!aw_llvm_is_op(sum, LLVMAdd) && !aw_llvm_is_op(sum, LLVMOr))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		int64_t factor = aw_simd_times_y(LLVMGetOperand(sum, !i));
		if (factor && !strcmp(aw_intrinsic_register(LLVMGetOperand(sum, i)), "tid.x"))
			return factor % WARP == 0;
	}
	return false;
}

bool aw_simd_has_one_size(const struct aw_unit_kernel *kernel, LLVMValueRef copy)
{
	size_t size = 0;
	bool bound = kernel->bounds[0] && kernel->bounds[0] % WARP == 0 && kernel->bounds[0] == kernel->max_threads;
	bool by_warps = kernel->in_rows;
	AW_FOR_BLOCKS(block, copy) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			bound &= !aw_starts_with(aw_intrinsic_register(instruction), "ntid.");
			by_warps |= is_index_by_warps(instruction);
			size++;
		}
	}
	return (kernel->in_rows && size >= VERY_LARGE) || (bound && by_warps && size >= LARGE);
}
