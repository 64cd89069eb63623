// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program has unrolled to very many blocks would take minutes to become flow for gangs, since values that cross linearized flow
// are many times as many; and what it has unrolled to very many instructions is ten times as many of vectors, for which LLVM takes more
// than ten times as long, and which are no faster, as a gang's values are in memory then, too: the more so the more registers one takes.
// So the copy is made once more without what the program says of unrolling: at first of loops around loops, as those in them
// are what turns arrays into values, and if that isn't enough of any.
//
// A shuffle by a constant is an instruction or two, one by a number that a loop counts as much as twenty: where some come about, the
// copy is taken as it was unless it is far too large.
//
// Each loop that LLVM rotates or unrolls has it walk through all of the outermost loop around it, so very many loops in very much code,
// as of numbers of several words that are multiplied hundreds of times in one kernel, would take minutes before there is anything to
// look at.  That is no kernel for gangs.
#include "simd_rolling.h"

#include "../analysis/loops.h"
#include "../analysis/need.h"
#include "../target/native.h"

enum {
	MOST_BLOCKS = 1500,
	MOST_INSTRUCTIONS = 6000,
	MOST_REGISTERS = 10000, // that its values would take, if they were of four bytes and none came after another
	WORD = 4,
	MOST_WALKED = 10 * 1000 * 1000, // instructions by loops: some seconds each time that it is simplified
};

static unsigned loop_kind(const struct aw_unit *unit)
{
	return LLVMGetMDKindIDInContext(unit->context, "llvm.loop", 9);
}

static void roll_all(struct aw_unit *unit, LLVMValueRef copy)
{
	unsigned kind = loop_kind(unit);
	AW_FOR_BLOCKS(block, copy)
		LLVMSetMetadata(LLVMGetBasicBlockTerminator(block), kind, NULL);
}

// Whether anything was said of loops around loops.
static bool roll_nests(struct aw_unit *unit, LLVMValueRef copy)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	unsigned kind = loop_kind(unit);
	bool said = false;
	aw_cfg_init(&cfg, copy);
	aw_loops_init(&loops, &cfg);
	bool *around = AW_NEED_ARRAY(bool, loops.loops.count);
	for (size_t i = 0; i < loops.loops.count; i++)
		if (loops.loops.items[i].parent != AW_NONE)
			around[loops.loops.items[i].parent] = true;
	for (uint32_t at = 0; at < cfg.count; at++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg.blocks[at]);
		uint32_t loop = loops.innermost[at];
		if (loop == AW_NONE || !around[loop] || !LLVMGetMetadata(end, kind))
			continue;
		LLVMSetMetadata(end, kind, NULL);
		said = true;
	}
	free(around);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return said;
}

enum aw_simd_rolling aw_simd_roll(struct aw_unit *unit, LLVMValueRef copy, enum aw_simd_rolling rolling)
{
	if (rolling == AW_SIMD_STAGES_ROLLED)
		aw_llvm_keep_stages(copy);
	if (rolling == AW_SIMD_NESTS_ROLLED && !roll_nests(unit, copy))
		rolling = AW_SIMD_ROLLED;
	if (rolling == AW_SIMD_ROLLED)
		roll_all(unit, copy);
	return rolling;
}

bool aw_simd_has_too_many_loops(LLVMValueRef copy)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, copy);
	aw_loops_init(&loops, &cfg);
	size_t count = loops.loops.count;
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return count * aw_llvm_count_instructions(copy) > MOST_WALKED;
}

// Whether it isn't for its registers alone that COPY is too large.
static bool is_far_too_unrolled(LLVMValueRef copy)
{
	return LLVMCountBasicBlocks(copy) > MOST_BLOCKS || aw_llvm_count_instructions(copy) > MOST_INSTRUCTIONS;
}

bool aw_simd_is_too_unrolled(const struct aw_unit *unit, LLVMValueRef copy, uint32_t width)
{
	size_t bytes = aw_llvm_count_instructions(copy) * width * WORD;
	return is_far_too_unrolled(copy) || bytes > (size_t)MOST_REGISTERS * aw_native_register_bytes(unit->target);
}

// How many shuffles there are whose distance isn't constant.
static unsigned count_shuffles(LLVMValueRef copy)
{
	enum { DISTANCE = 2 };
	unsigned count = 0;
	AW_FOR_BLOCKS(block, copy)
		AW_FOR_INSTRUCTIONS(call, block)
			count += aw_starts_with(aw_llvm_callee_name(call), "llvm.nvvm.shfl.sync.") && !LLVMIsConstant(LLVMGetOperand(call, DISTANCE));
	return count;
}

bool aw_simd_rolls_well(LLVMValueRef copy, LLVMValueRef rolled)
{
	return is_far_too_unrolled(copy) || count_shuffles(rolled) <= count_shuffles(copy);
}
