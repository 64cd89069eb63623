// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes that print in a loop must do it turn by turn, but what they do between their lines nobody sees.  So a lane goes on through
// the turns of such a loop by itself and keeps on record in which turn it is, of each loop around it the number and the
// site; where it stops to print, the device compares the records and lets those lanes go on first that are in the earliest
// turn (cpu_warp.c).  That is the order in which they would have come had they waited for one another at the end of each turn.
//
// A loop counts in a phi in its header, where aw.turn writes it down at the loop's level: the number of loops that count
// around it, those around the calls of its function among them (aw.turns).
#include "loop_turns.h"

// How many loops of the function that count are around BLOCK.
static uint32_t level_of(const struct aw_turns *turns, uint32_t block)
{
	uint32_t level = 0;
	for (uint32_t loop = turns->loops->innermost[block]; loop != AW_NONE; loop = turns->loops->loops.items[loop].parent)
		level += turns->counted[loop];
	return level;
}

static LLVMValueRef call(const struct aw_turns *turns, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, unsigned count)
{
	LLVMTypeRef types[2];
	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(arguments[i]);
	LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
	LLVMValueRef mark = aw_llvm_declare(turns->unit->module, name, type);
	return LLVMBuildCall2(turns->unit->builder, type, mark, arguments, count, "");
}

// The function's LEVEL among all levels, and the builder where it was.
static LLVMValueRef build_level(struct aw_turns *turns, uint32_t level, LLVMValueRef before)
{
	LLVMBuilderRef builder = turns->unit->builder;
	LLVMTypeRef number = LLVMInt32TypeInContext(turns->unit->context);
	if (!turns->base) {
		aw_llvm_at(builder, LLVMGetBasicBlockTerminator(turns->cfg->blocks[0]));
		turns->base = call(turns, "aw.turns", number, NULL, 0);
	}
	aw_llvm_at(builder, before);
	return LLVMBuildAdd(builder, turns->base, LLVMConstInt(number, level, false), "");
}

LLVMValueRef aw_turns_count(struct aw_turns *turns, uint32_t loop)
{
	LLVMBuilderRef builder = turns->unit->builder;
	LLVMTypeRef wide = LLVMInt64TypeInContext(turns->unit->context);
	uint32_t header = turns->loops->loops.items[loop].header;
	LLVMBasicBlockRef block = turns->cfg->blocks[header];
	aw_llvm_at(builder, LLVMGetFirstInstruction(block));
	LLVMValueRef turn = LLVMBuildPhi(builder, wide, "turn");
	LLVMValueRef place = aw_llvm_first_after_phis(block);
	aw_llvm_at(builder, place);
	LLVMValueRef next = LLVMBuildAdd(builder, turn, LLVMConstInt(wide, 1, false), "turn.next");
	AW_FOR_PREDECESSORS(&turns->cfg->graph, header, from) {
		bool back = aw_loop_contains(turns->loops, loop, *from);
		LLVMValueRef value = back ? next : LLVMConstInt(wide, 0, false);
		LLVMAddIncoming(turn, &value, &turns->cfg->blocks[*from], 1);
	}
	LLVMValueRef arguments[] = { build_level(turns, level_of(turns, header) - 1, place), turn };
	return call(turns, "aw.turn", LLVMVoidTypeInContext(turns->unit->context), arguments, 2);
}

// Whether a way leads to BLOCK out of a loop that counts and isn't around it.
static bool is_left_to(const struct aw_turns *turns, uint32_t block)
{
	uint32_t level = level_of(turns, block);
	AW_FOR_PREDECESSORS(&turns->cfg->graph, block, from)
		if (level_of(turns, *from) > level)
			return true;
	return false;
}

// A header that counts ends what was counted in the loops that led to it.
static bool is_counting_header(const struct aw_turns *turns, uint32_t block)
{
	uint32_t loop = turns->loops->innermost[block];
	return loop != AW_NONE && turns->counted[loop] && turns->loops->loops.items[loop].header == block;
}

void aw_turns_end(struct aw_turns *turns)
{
	for (uint32_t block = 0; turns->base && block < turns->cfg->count; block++) {
		if (!is_left_to(turns, block) || is_counting_header(turns, block))
			continue;
		LLVMValueRef place = aw_llvm_first_after_phis(turns->cfg->blocks[block]);
		LLVMValueRef level = build_level(turns, level_of(turns, block), place);
		call(turns, "aw.turns.end", LLVMVoidTypeInContext(turns->unit->context), &level, 1);
	}
}
