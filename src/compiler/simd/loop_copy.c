// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loop_copy.h"

#include <assert.h>
#include <stdlib.h>

void aw_loop_copy_make(const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t loop, LLVMBasicBlockRef way,
                       struct aw_loop_copy *copy)
{
	assert(loop < loops->loops.count);
	const struct aw_loop *copied = &loops->loops.items[loop];
	uint32_t lead = way != NULL;
	copy->count = lead + copied->end - copied->first;
	copy->blocks = AW_NEED_ARRAY(LLVMBasicBlockRef, copy->count);
	copy->copies = AW_NEED_ARRAY(LLVMBasicBlockRef, copy->count);
	if (way)
		copy->blocks[0] = way;
	for (uint32_t i = lead; i < copy->count; i++)
		copy->blocks[i] = cfg->blocks[loops->order[copied->first + i - lead]];
	aw_llvm_copy_blocks(copy->blocks, copy->count, copy->copies);
}

void aw_loop_copy_finish(struct aw_loop_copy *copy)
{
	free(copy->blocks);
	free(copy->copies);
}

LLVMBasicBlockRef aw_loop_copy_block(const struct aw_loop_copy *copy, LLVMBasicBlockRef block)
{
	uint32_t i = 0;
	while (i < copy->count && copy->blocks[i] != block)
		i++;
	assert(i < copy->count && "the block is copied");
	return copy->copies[i];
}

LLVMValueRef aw_loop_copy_value(const struct aw_loop_copy *copy, LLVMValueRef value)
{
	return aw_llvm_find_copied(copy->blocks, copy->copies, copy->count, value);
}

void aw_loop_leave_rolled(LLVMContextRef context, LLVMValueRef branch)
{
	static const char text[] = "llvm.loop.unroll.disable";
	LLVMMetadataRef string = LLVMMDStringInContext2(context, text, sizeof(text) - 1);
	LLVMMetadataRef operands[] = { LLVMTemporaryMDNode(context, NULL, 0), LLVMMDNodeInContext2(context, &string, 1) };
	LLVMMetadataRef self = operands[0], node = LLVMMDNodeInContext2(context, operands, 2);
	LLVMMetadataReplaceAllUsesWith(self, node);
	LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(context, "llvm.loop", 9), LLVMMetadataAsValue(context, node));
}

LLVMValueRef aw_loop_value_with(LLVMBuilderRef builder, const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t loop,
                                LLVMValueRef value, LLVMValueRef phi, LLVMValueRef with)
{
	if (value == phi)
		return with;
	if (!aw_loop_has_value(loops, cfg, loop, value))
		return value;
	assert(!LLVMIsAPHINode(value) && !aw_llvm_may_write(value));
	LLVMValueRef copy = LLVMInstructionClone(value);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		LLVMSetOperand(copy, i, aw_loop_value_with(builder, loops, cfg, loop, LLVMGetOperand(value, i), phi, with));
	LLVMInsertIntoBuilder(builder, copy);
	return copy;
}
