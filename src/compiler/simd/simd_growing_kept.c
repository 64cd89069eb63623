// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a table of dynamic programming is made of is loaded again for each of its rows, as the letters of a word whose threads' letters of
// one place lie side by side.  These lie far apart for a thread, often by a power of two, and then the caches can't hold many of them.
// Where the loops' ends are known to be small, a thread keeps in a local array what it has loaded in the first turn of the outer loop:
//
//     for (i = 0; i < rows; i++)
//         for (j = 0; j < columns; j++)
//             letter = i == 0 ? kept[j] = to[j * count] : kept[j]
//
// Nothing but the table is stored in the loops, so what a turn would load is what the first has loaded, and each turn of the outer loop
// makes the same turns of the inner one.
#include "simd_growing.h"

#include <assert.h>

enum { DEEP = 8, MOST_BYTES = 4, MOST_KEPT = 2 };

static const struct aw_growing_counter *counter_of(const struct aw_growing *growing, uint32_t loop)
{
	size_t i = 0;
	while (growing->counters.items[i].loop != loop)
		i++;
	assert(i < growing->counters.count && "both loops have one");
	return &growing->counters.items[i];
}

// Whether VALUE is the same in the same turn of the inner loop, whichever turn of the outer one that is in.
static bool is_repeated(const struct aw_growing *growing, LLVMValueRef value, unsigned depth)
{
	const struct aw_growing_counter *counter = counter_of(growing, growing->inner);
	if (!aw_growing_is_in(growing, growing->outer, value) || value == counter->phi)
		return true;
	if (depth == DEEP || LLVMIsAPHINode(value) || LLVMIsACallInst(value) || aw_llvm_may_read(value))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!is_repeated(growing, LLVMGetOperand(value, i), depth + 1))
			return false;
	return true;
}

// Whether nothing but the array is stored in the outer loop.
static bool writes_nothing_else(const struct aw_growing *growing)
{
	for (uint32_t block = 0; block < growing->cfg.count; block++)
		if (aw_loop_contains(&growing->loops, growing->outer, block))
			AW_FOR_INSTRUCTIONS(instruction, growing->cfg.blocks[block]) {
				bool own = LLVMIsAStoreInst(instruction) && aw_llvm_object(LLVMGetOperand(instruction, 1)) == growing->array;
				if (!own && aw_llvm_may_write(instruction))
					return false;
			}
	return true;
}

// Whether the inner loop is left at the end of a turn alone, and whether it is come to doesn't depend on the outer loop's turn.
static bool repeats_turns(const struct aw_growing *growing)
{
	LLVMBasicBlockRef last = LLVMGetInstructionParent(counter_of(growing, growing->inner)->comparison);
	uint32_t latch = aw_cfg_number(&growing->cfg, last);
	for (uint32_t block = 0; block < growing->cfg.count; block++)
		if (aw_loop_contains(&growing->loops, growing->inner, block) && block != latch)
			AW_FOR_SUCCESSORS(&growing->cfg.graph, block, to)
				if (!aw_loop_contains(&growing->loops, growing->inner, *to))
					return false;
	uint32_t way = aw_loop_way_in(&growing->loops, &growing->cfg, growing->inner), begin = growing->loops.loops.items[growing->outer].header;
	while (way != AW_NONE && way != begin) {
		LLVMBasicBlockRef from = aw_llvm_only_way_to(growing->cfg.blocks[way]);
		LLVMValueRef end = from ? LLVMGetBasicBlockTerminator(from) : NULL;
		if (!end || !LLVMIsABranchInst(end) || (LLVMIsConditional(end) && aw_growing_is_in(growing, growing->outer, LLVMGetCondition(end))))
			return false;
		way = aw_cfg_number(&growing->cfg, from);
	}
	LLVMValueRef end = way == begin ? LLVMGetBasicBlockTerminator(growing->cfg.blocks[begin]) : NULL;
	return end && LLVMIsABranchInst(end) && (!LLVMIsConditional(end) || !aw_growing_is_in(growing, growing->outer, LLVMGetCondition(end)));
}

static bool is_reload(const struct aw_growing *growing, LLVMValueRef load, uint32_t block, uint32_t latch)
{
	LLVMTypeRef type = LLVMTypeOf(load);
	unsigned kind = LLVMGetTypeKind(type), bits = aw_llvm_integer_bits(load);
	bool small = kind == LLVMFloatTypeKind || (bits && bits % 8 == 0 && bits <= 8 * MOST_BYTES);
	return small && aw_llvm_is_plain(load) && !aw_llvm_is_invariant(load) && !aw_map_get(&growing->ranks, load) &&
	       aw_dominates(&growing->dominators, block, latch) && is_repeated(growing, LLVMGetOperand(load, 0), 0);
}

void aw_growing_find_reloads(struct aw_growing *growing)
{
	if (!writes_nothing_else(growing) || !repeats_turns(growing))
		return;
	uint32_t latch = aw_cfg_number(&growing->cfg, LLVMGetInstructionParent(counter_of(growing, growing->inner)->comparison));
	for (uint32_t block = 0; block < growing->cfg.count; block++)
		if (growing->loops.innermost[block] == growing->inner)
			AW_FOR_INSTRUCTIONS(load, growing->cfg.blocks[block])
				if (LLVMIsALoadInst(load) && growing->reloads.count < MOST_KEPT && is_reload(growing, load, block, latch))
					aw_need(aw_vec_push(&growing->reloads, load));
}

static void keep(const struct aw_growing *growing, LLVMValueRef load)
{
	LLVMContextRef context = growing->unit->context;
	LLVMBuilderRef builder = growing->unit->builder;
	const struct aw_growing_counter *inner = counter_of(growing, growing->inner), *outer = counter_of(growing, growing->outer);
	LLVMTypeRef type = LLVMTypeOf(load);
	LLVMValueRef array = aw_llvm_local(growing->function, LLVMArrayType2(type, growing->limit + 1), "kept");
	LLVMBasicBlockRef begin = LLVMGetInstructionParent(load), fresh = aw_llvm_split_before(load);
	LLVMBasicBlockRef behind = aw_llvm_split_before(LLVMGetNextInstruction(load));
	LLVMBasicBlockRef again = LLVMAppendBasicBlockInContext(context, growing->function, "kept");
	LLVMValueRef kept = inner->phi;
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(begin));
	LLVMValueRef place = LLVMBuildInBoundsGEP2(builder, type, array, &kept, 1, "");
	LLVMValueRef first = LLVMConstInt(LLVMTypeOf(outer->phi), outer->start, false);
	aw_llvm_end_anew(builder, begin, LLVMBuildICmp(builder, LLVMIntEQ, outer->phi, first, ""), fresh, again);
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(fresh));
	LLVMBuildStore(builder, load, place);
	LLVMPositionBuilderAtEnd(builder, again);
	LLVMValueRef loaded = LLVMBuildLoad2(builder, type, place, "");
	LLVMBuildBr(builder, behind);
	aw_llvm_at(builder, LLVMGetFirstInstruction(behind));
	LLVMValueRef either = LLVMBuildPhi(builder, type, "");
	aw_llvm_replace_beyond(load, &fresh, 1, either);
	LLVMAddIncoming(either, (LLVMValueRef[]){ load, loaded }, (LLVMBasicBlockRef[]){ fresh, again }, 2);
}

void aw_growing_keep_reloads(const struct aw_growing *growing)
{
	for (size_t i = 0; i < growing->reloads.count; i++)
		keep(growing, growing->reloads.items[i]);
}
