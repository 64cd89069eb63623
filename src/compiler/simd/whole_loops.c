// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns of a gang's own loops that all lanes make.  A warp, or a block, goes along a row,
//
//     for (i = lane; i < n; i += 32)
//
// and all turns but the last are whole, yet each would find out which lanes are in, lane by lane.  Where that is told by scalars, as for
// guards (simd_whole.c), a copy of the loop without masks comes first:
//
//     if (all lanes enter)
//         do a turn; while (lane 31's next number < n)
//         if no lane goes on, done
//     the loop as it was, from there
//
// Loops that gangs lock (lock_loops.c) have turns of their own kind (whole_turns.c) and are none any more here: this comes behind.
#include "own_loop.h"
#include "simd_whole.h"

enum { MOST_LOOPS = 12 };

struct turns {
	struct aw_own_loop loop;
	LLVMValueRef all_enter, all_again; // scalars, at the ends of the block before the loop and of the latch
};

// A scalar that says at the end of BLOCK whether MASK is full, when LANES, if any, are all in; NULL: none does.
static LLVMValueRef tell(struct aw_unit *unit, LLVMBasicBlockRef block, LLVMValueRef mask, LLVMValueRef lanes)
{
	struct aw_whole whole = { .unit = unit, .builder = unit->builder, .far = true };
	aw_llvm_at(unit->builder, LLVMGetBasicBlockTerminator(block));
	if (lanes)
		aw_need(aw_map_put(&whole.known, lanes, LLVMConstAllOnes(LLVMTypeOf(lanes))));
	LLVMValueRef full = aw_whole_explain(&whole, mask) ? aw_whole_all(&whole) : NULL;
	aw_whole_finish(&whole);
	return full;
}

// Finds what tells that all lanes enter and go on; false: nothing does.
static bool find_tests(struct aw_unit *unit, struct turns *turns)
{
	const struct aw_own_loop *loop = &turns->loop;
	turns->all_enter = tell(unit, loop->before, aw_llvm_incoming(loop->lanes, loop->before), NULL);
	turns->all_again = turns->all_enter ? tell(unit, loop->latch, loop->again, loop->lanes) : NULL;
	return turns->all_again && !LLVMIsAConstant(turns->all_again);
}

// Lets the loop begin with what the copy, through REST, has come to, and what is behind it, in AFTER, have that of both.
static void join_all(struct aw_unit *unit, const struct aw_own_loop *loop, const aw_block_vec *copies, LLVMBasicBlockRef after,
                     LLVMBasicBlockRef rest, LLVMBasicBlockRef latch)
{
	const aw_block_vec *blocks = &loop->blocks;
	for (size_t i = 0; i < copies->count; i++) {
		LLVMValueRef copied = LLVMGetFirstInstruction(copies->items[i]);
		AW_FOR_INSTRUCTIONS(value, blocks->items[i]) {
			if (LLVMIsAPHINode(value) && blocks->items[i] == loop->header) {
				LLVMValueRef come_to = aw_llvm_incoming(copied, latch);
				LLVMAddIncoming(value, &come_to, &rest, 1);
			}
			aw_llvm_join_versions(unit->builder, value, loop->latch, copied, rest, after, blocks->items, blocks->count);
			copied = LLVMGetNextInstruction(copied);
		}
	}
}

static void make_whole(struct aw_unit *unit, const struct turns *turns)
{
	const struct aw_own_loop *loop = &turns->loop;
	LLVMBuilderRef builder = unit->builder;
	LLVMBasicBlockRef entry = aw_llvm_split_edges(loop->before, loop->header), after = aw_llvm_split_edges(loop->latch, loop->exit);
	LLVMBasicBlockRef rest = LLVMAppendBasicBlockInContext(unit->context, LLVMGetBasicBlockParent(entry), "rest"), header = NULL, latch = NULL;
	const aw_block_vec *blocks = &loop->blocks;
	aw_block_vec copies = { 0 };
	aw_need(aw_vec_reserve(&copies, blocks->count));
	copies.count = blocks->count;
	aw_llvm_copy_blocks(blocks->items, (unsigned)blocks->count, copies.items);
	for (size_t i = 0; i < blocks->count; i++) {
		header = blocks->items[i] == loop->header ? copies.items[i] : header;
		latch = blocks->items[i] == loop->latch ? copies.items[i] : latch;
	}
	LLVMValueRef lanes = aw_llvm_find_copied(blocks->items, copies.items, (unsigned)blocks->count, loop->lanes);
	LLVMValueRef all_again = aw_llvm_find_copied(blocks->items, copies.items, (unsigned)blocks->count, turns->all_again);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(latch), any = LLVMGetCondition(end);
	join_all(unit, loop, &copies, after, rest, latch);
	bool back = LLVMGetSuccessor(end, 0) == header;
	LLVMPositionBuilderAtEnd(builder, rest);
	LLVMBuildCondBr(builder, any, back ? loop->header : after, back ? after : loop->header);
	aw_llvm_replace(lanes, LLVMConstAllOnes(LLVMTypeOf(lanes)));
	aw_llvm_end_anew(builder, latch, all_again, header, rest);
	aw_llvm_end_anew(builder, entry, turns->all_enter, header, loop->header);
	aw_vec_finish(&copies);
}

// Splits the first loop that can be and isn't one of DONE.
static bool split_one(struct aw_unit *unit, const struct aw_unit_form *form, struct aw_map *done)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct turns turns;
	bool found = false;
	aw_cfg_init(&cfg, form->function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t i = 0; i < loops.loops.count && !found; i++) {
		turns = (struct turns){ 0 };
		LLVMBasicBlockRef header = cfg.blocks[loops.loops.items[i].header];
		bool other = !aw_map_get(done, header);
		aw_need(aw_map_put(done, header, header));
		found = other && aw_own_loop_read(&loops, &cfg, i, &turns.loop) && turns.loop.lanes && find_tests(unit, &turns);
		if (found)
			make_whole(unit, &turns);
		aw_own_loop_finish(&turns.loop);
	}
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return found;
}

bool aw_pass_whole_loops(struct aw_unit *unit)
{
	static const struct aw_own_loop_pass pass = { "whole_loops", MOST_LOOPS, NULL, split_one };
	return aw_own_loops_change(unit, &pass);
}
