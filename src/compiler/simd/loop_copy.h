// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second copy of a loop, and the values that it has for the loop's own.
#ifndef AW_COMPILER_SIMD_LOOP_COPY_H
#define AW_COMPILER_SIMD_LOOP_COPY_H

#include "../analysis/loops.h"

struct aw_loop_copy {
	LLVMBasicBlockRef *blocks, *copies; // the way in first when it is copied, too
	uint32_t count;
};

// Copies loop LOOP, which has the blocks that it has in CFG.  WAY: a block that leads into it and is copied with it, or NULL.
void aw_loop_copy_make(const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t loop, LLVMBasicBlockRef way,
                       struct aw_loop_copy *copy);
void aw_loop_copy_finish(struct aw_loop_copy *copy);

// The copy of BLOCK, which is one of the copied.
LLVMBasicBlockRef aw_loop_copy_block(const struct aw_loop_copy *copy, LLVMBasicBlockRef block);
// What the copy has in the place of VALUE as long as both are as they were made: VALUE itself where it is of outside.
LLVMValueRef aw_loop_copy_value(const struct aw_loop_copy *copy, LLVMValueRef value);

// Keeps LLVM from unrolling the loop whose latch ends in BRANCH, for one of few turns or that seldom runs.
void aw_loop_leave_rolled(LLVMContextRef context, LLVMValueRef branch);

// VALUE of LOOP, made anew where BUILDER stands, with WITH for PHI and what is from outside of the loop as it is: arithmetic and loads, no
// other phis.
LLVMValueRef aw_loop_value_with(LLVMBuilderRef builder, const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t loop,
                                LLVMValueRef value, LLVMValueRef phi, LLVMValueRef with);

#endif
