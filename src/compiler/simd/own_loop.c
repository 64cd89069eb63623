// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "own_loop.h"

#include "simd_whole.h"

enum { MOST_INSTRUCTIONS = 200 };

// Takes the blocks of loop NUMBER, which only its latch leaves; false: another, or too much.
static bool take_blocks(const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t number, struct aw_own_loop *loop)
{
	const struct aw_loop *row = &loops->loops.items[number];
	unsigned size = 0;
	for (uint32_t i = row->first; i < row->end; i++) {
		LLVMBasicBlockRef block = cfg->blocks[loops->order[i]];
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
		if (loops->innermost[loops->order[i]] != number)
			return false;
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (!aw_whole_may_copy(instruction) || ++size > MOST_INSTRUCTIONS)
				return false;
		for (unsigned k = 0; block != loop->latch && k < LLVMGetNumSuccessors(end); k++)
			if (!aw_loop_contains(loops, number, aw_cfg_number(cfg, LLVMGetSuccessor(end, k))))
				return false;
		aw_need(aw_vec_push(&loop->blocks, block));
	}
	return true;
}

bool aw_own_loop_read(const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t number, struct aw_own_loop *loop)
{
	LLVMBasicBlockRef then;
	assert(number < loops->loops.count && !loop->blocks.count);
	loop->header = cfg->blocks[loops->loops.items[number].header];
	LLVMValueRef first = LLVMGetFirstInstruction(loop->header);
	if (!loops->loops.items[number].reducible || !LLVMIsAPHINode(first) || LLVMCountIncoming(first) != 2)
		return false;
	bool back = aw_loop_contains(loops, number, aw_cfg_number(cfg, LLVMGetIncomingBlock(first, 1)));
	loop->latch = LLVMGetIncomingBlock(first, back);
	loop->before = LLVMGetIncomingBlock(first, !back);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->latch);
	if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
		return false;
	loop->exit = LLVMGetSuccessor(end, LLVMGetSuccessor(end, 0) == loop->header);
	LLVMValueRef asked = aw_whole_asked(end, &then);
	for (LLVMValueRef phi = first; LLVMIsAPHINode(phi) && asked && then == loop->header && !loop->lanes; phi = LLVMGetNextInstruction(phi))
		if (aw_llvm_incoming(phi, loop->latch) == asked)
			loop->lanes = phi;
	loop->again = loop->lanes ? asked : NULL;
	return loop->exit != loop->header && take_blocks(loops, cfg, number, loop);
}

void aw_own_loop_finish(struct aw_own_loop *loop)
{
	aw_vec_finish(&loop->blocks);
}

static bool change_form(struct aw_unit *unit, const struct aw_unit_form *form, const struct aw_own_loop_pass *pass)
{
	struct aw_map done = { 0 };
	unsigned count = 0;
	if (pass->begin && !pass->begin(unit, form))
		return false;
	while (count < pass->most && pass->change_one(unit, form, &done))
		count++;
	aw_map_finish(&done);
	if (count && !aw_whole_clean_up(form->function))
		aw_unit_error(unit, form->function, "internal error: the passes behind %s failed", pass->pass);
	return count;
}

bool aw_own_loops_change(struct aw_unit *unit, const struct aw_own_loop_pass *pass)
{
	bool changed = false;
	if (unit->request->breakpoints)
		return false;
	for (size_t k = 0; k < unit->kernels.count; k++)
		for (size_t i = 0; i < unit->kernels.items[k].forms.count; i++)
			changed |= change_form(unit, &unit->kernels.items[k].forms.items[i], pass);
	return changed;
}
