// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads whose lanes choose among few places, which are the same for all gangs of a block, as of a digit's place in a radix sort
//
//     place = places[digit * gridDim.x + blockIdx.x]             of 16 digits
//
// or of a number in a small table that a parameter leads to.  Gangs gather them one after the other, each of its lanes, from lines that
// may lie far apart and fall on one set of the cache.  Here what a gang has loaded is kept for the next ones,
//
//     kept, have = -, 0                                            before the loop over the gangs
//     if (some lane's digit isn't in have) {
//         all = the digits of lanes
//         kept = gather of places[<0, 1, ...> * gridDim.x + blockIdx.x], those in all that aren't in have
//         have |= all
//     }
//     place = permutation of kept by digit
//
// so each place is read once for a block, and only if a lane asks for it: nobody knows whether the others are there.  An earlier gang's
// number is as good as memory, as CUDA orders nothing among threads between barriers: no thread of this one has written anything
// since the barrier before it loads (early_loads.c), so it makes no difference when it does.
//
// Not in regions with a loop that all gangs go through alike: of these several are jammed, which what is kept would hinder (gang_jam.c).
#include <assert.h>
#include <string.h>

#include "../analysis/access.h"
#include "../analysis/cfg.h"
#include "../analysis/loops.h"
#include "../analysis/need.h"
#include "gang_block.h"
#include "simd.h"

enum { MOST = 16, DEPTH = 8, MOST_BLOCKS = 64 };

struct choice {
	LLVMValueRef gather;
	LLVMValueRef number; // of the place, by lane: less than COUNT
	unsigned count;
	uint32_t region;
};

struct choices {
	struct aw_gang_block *block;
	struct aw_simd simd;
	AW_VEC(struct choice) list;
};

// --- bounds ---

static uint64_t highest(LLVMValueRef vector, unsigned depth);

static uint64_t highest_of_constant(LLVMValueRef vector)
{
	uint64_t result = 0;
	for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(vector)); i++) {
		LLVMValueRef lane = LLVMGetAggregateElement(vector, i);
		if (!lane || !LLVMIsAConstantInt(lane) || LLVMGetIntTypeWidth(LLVMTypeOf(lane)) > 64)
			return UINT64_MAX;
		result = LLVMConstIntGetZExtValue(lane) > result ? LLVMConstIntGetZExtValue(lane) : result;
	}
	return result;
}

static uint64_t highest_of_shift(LLVMValueRef vector, unsigned depth)
{
	LLVMValueRef by = aw_llvm_same_scalar(LLVMGetOperand(vector, 1));
	unsigned width = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(vector)));
	if (!by || !LLVMIsAConstantInt(by) || LLVMConstIntGetZExtValue(by) >= width || width > 64)
		return UINT64_MAX;
	uint64_t of = highest(LLVMGetOperand(vector, 0), depth), most = UINT64_MAX >> (64 - width);
	return (of < most ? of : most) >> LLVMConstIntGetZExtValue(by);
}

// Of all lanes of VECTOR, in which it may be poison, an upper bound as numbers without a sign; UINT64_MAX where none is known.
static uint64_t highest(LLVMValueRef vector, unsigned depth)
{
	if (LLVMIsAConstant(vector))
		return highest_of_constant(vector);
	if (!depth || !LLVMIsAInstruction(vector))
		return UINT64_MAX;
	depth--;
	switch (LLVMGetInstructionOpcode(vector)) {
	case LLVMAnd: {
		uint64_t a = highest(LLVMGetOperand(vector, 0), depth), b = highest(LLVMGetOperand(vector, 1), depth);
		return a < b ? a : b;
	}
	case LLVMOr:
	case LLVMXor: {
		uint64_t all = highest(LLVMGetOperand(vector, 0), depth) | highest(LLVMGetOperand(vector, 1), depth);
		return all ? UINT64_MAX >> __builtin_clzll(all) : 0;
	}
	case LLVMSelect: {
		uint64_t a = highest(LLVMGetOperand(vector, 1), depth), b = highest(LLVMGetOperand(vector, 2), depth);
		return a > b ? a : b;
	}
	case LLVMLShr: return highest_of_shift(vector, depth);
	case LLVMZExt: return highest(LLVMGetOperand(vector, 0), depth);
	default: return UINT64_MAX;
	}
}

// --- which ---

// Whether VALUE, an index or a part of one, is computed from one number of each lane that is less than MOST, *NUMBER, and what is the same
// for all gangs.
static bool find_number(const struct choices *choices, LLVMValueRef value, unsigned depth, LLVMValueRef *number)
{
	LLVMValueRef scalar = aw_llvm_same_scalar(value);
	if (scalar)
		return LLVMIsAConstant(scalar) || LLVMIsAArgument(scalar) ||
		       (LLVMIsAInstruction(scalar) && aw_block_uniform(&choices->block->uniformity, scalar));
	if (!depth || !LLVMIsAInstruction(value))
		return false;
	depth--;
	bool widened = aw_llvm_is_op(value, LLVMZExt);
	if (!widened && highest(value, DEPTH) < MOST) {
		bool is_it = !*number || *number == value;
		*number = value;
		return is_it;
	}
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMZExt:
	case LLVMSExt: return find_number(choices, LLVMGetOperand(value, 0), depth, number);
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
	case LLVMOr:
	case LLVMXor:
		return find_number(choices, LLVMGetOperand(value, 0), depth, number) &&
		       find_number(choices, LLVMGetOperand(value, 1), depth, number);
	default: return false;
	}
}

static bool is_harmless(LLVMValueRef instruction)
{
	const char *name = aw_llvm_callee_name(instruction);
	return !aw_llvm_may_write(instruction) || aw_gang_is_place(instruction) || aw_starts_with(name, "aw.span.") ||
	       aw_starts_with(name, "llvm.prefetch.");
}

// Whether nothing is written in BLOCK before END, NULL for all of it.
static bool writes_nothing(LLVMBasicBlockRef block, LLVMValueRef end)
{
	for (LLVMValueRef instruction = LLVMGetFirstInstruction(block); instruction != end; instruction = LLVMGetNextInstruction(instruction))
		if (!is_harmless(instruction))
			return false;
	return true;
}

// Whether a gang comes to LOAD, in REGION, once at most and before it writes anything there.
static bool comes_first(const struct choices *choices, LLVMValueRef load, uint32_t region)
{
	LLVMBasicBlockRef seen[MOST_BLOCKS], head = choices->block->regions.items[region].head, own = LLVMGetInstructionParent(load);
	unsigned count = 0, next = 0;
	if (!writes_nothing(own, load))
		return false;
	seen[count++] = own;
	for (; next < count; next++) {
		if (seen[next] == head)
			continue;
		AW_FOR_USES(use, LLVMBasicBlockAsValue(seen[next])) {
			LLVMValueRef end = LLVMGetUser(use);
			if (!LLVMIsAInstruction(end) || !LLVMIsATerminatorInst(end))
				continue;
			LLVMBasicBlockRef from = LLVMGetInstructionParent(end);
			unsigned place = 0;
			while (place < count && seen[place] != from)
				place++;
			if (from == own) // a loop
				return false;
			if (place < count)
				continue;
			if (count == MOST_BLOCKS || aw_gang_region_of(choices->block, from) != region || !writes_nothing(from, NULL))
				return false;
			seen[count++] = from;
		}
	}
	return true;
}

static bool find(const struct choices *choices, LLVMValueRef gather, struct choice *choice)
{
	if (!aw_access_is_gather(gather))
		return false;
	LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(gather));
	LLVMValueRef address = LLVMGetOperand(gather, 0), number = NULL;
	bool word = LLVMGetTypeKind(element) == LLVMFloatTypeKind ||
	            (LLVMGetTypeKind(element) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(element) == 32);
	if (!word || !LLVMIsAGetElementPtrInst(address) || LLVMGetNumOperands(address) != 2)
		return false;
	LLVMValueRef base = LLVMGetOperand(address, 0), index = LLVMGetOperand(address, 1);
	if (aw_llvm_is_vector(base) || !aw_llvm_is_vector(index) || LLVMIsAAllocaInst(aw_llvm_object(base)))
		return false;
	if (LLVMIsAInstruction(base) && !aw_block_uniform(&choices->block->uniformity, base))
		return false;
	if (!find_number(choices, index, DEPTH, &number) || !number)
		return false;
	uint32_t region = aw_gang_region_of(choices->block, LLVMGetInstructionParent(gather));
	if (region == AW_NONE || !comes_first(choices, gather, region))
		return false;
	uint64_t most = highest(number, DEPTH);
	*choice = (struct choice){ .gather = gather, .number = number, .count = 2, .region = region };
	while (choice->count <= most)
		choice->count *= 2;
	return choice->count <= 2 * choices->block->width;
}

// --- what they become ---

// What VALUE is, in COUNT lanes, where CHOICE's numbers are 0, 1 and so on.  Flags say nothing of numbers that no lane has.
static LLVMValueRef for_all_numbers(struct aw_simd *simd, const struct choice *choice, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMVectorType(LLVMGetElementType(LLVMTypeOf(value)), choice->count);
	LLVMValueRef scalar = aw_llvm_same_scalar(value), lanes[MOST];
	if (scalar)
		return aw_llvm_build_splat(simd->builder, type, scalar);
	if (value == choice->number) {
		for (unsigned i = 0; i < choice->count; i++)
			lanes[i] = LLVMConstInt(LLVMGetElementType(type), i, false);
		return LLVMConstVector(lanes, choice->count);
	}
	LLVMValueRef first = for_all_numbers(simd, choice, LLVMGetOperand(value, 0));
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	if (opcode == LLVMZExt || opcode == LLVMSExt)
		return LLVMBuildCast(simd->builder, opcode, first, type, "");
	return LLVMBuildBinOp(simd->builder, opcode, first, for_all_numbers(simd, choice, LLVMGetOperand(value, 1)), "");
}

static LLVMValueRef reduce(struct aw_simd *simd, const char *name, LLVMValueRef vector)
{
	LLVMTypeRef type = LLVMTypeOf(vector);
	return aw_simd_intrinsic(simd, name, &type, 1, &vector, 1);
}

// A bit for each number; those of LANES that are on.
static LLVMValueRef numbers_of(struct aw_simd *simd, LLVMValueRef numbers, LLVMValueRef lanes)
{
	LLVMTypeRef type = LLVMTypeOf(numbers);
	LLVMValueRef bits = LLVMBuildShl(simd->builder, aw_llvm_number(type, 1), numbers, "");
	return reduce(simd, "llvm.vector.reduce.or", LLVMBuildSelect(simd->builder, lanes, bits, LLVMConstNull(type), ""));
}

// In the new block from which the way goes on to THEN: loads what isn't there.
static void fetch(struct aw_simd *simd, const struct choice *choice, LLVMValueRef numbers, LLVMValueRef kept, LLVMValueRef have)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef address = LLVMGetOperand(choice->gather, 0), mask = LLVMGetOperand(choice->gather, 2);
	LLVMTypeRef row = LLVMVectorType(LLVMGetElementType(LLVMTypeOf(choice->gather)), choice->count);
	LLVMTypeRef word = aw_simd_integer(simd, 32), bits = aw_simd_integer(simd, choice->count);
	LLVMValueRef before = LLVMBuildLoad2(builder, word, have, ""), all = numbers_of(simd, numbers, mask);
	LLVMValueRef lanes = LLVMBuildTrunc(builder, LLVMBuildAnd(builder, all, LLVMBuildNot(builder, before, ""), ""), bits, "");
	lanes = LLVMBuildBitCast(builder, lanes, LLVMVectorType(aw_simd_integer(simd, 1), choice->count), "");
	LLVMValueRef index = for_all_numbers(simd, choice, LLVMGetOperand(address, 1));
	LLVMValueRef places = LLVMBuildGEP2(builder, LLVMGetGEPSourceElementType(address), LLVMGetOperand(address, 0), &index, 1, "");
	LLVMTypeRef types[] = { row, LLVMTypeOf(places) };
	LLVMValueRef arguments[] = { places, LLVMGetOperand(choice->gather, 1), lanes, LLVMBuildLoad2(builder, row, kept, "") };
	LLVMValueRef loaded = aw_simd_intrinsic(simd, "llvm.masked.gather", types, 2, arguments, 4);
	aw_llvm_copy_aliasing(loaded, choice->gather);
	LLVMBuildStore(builder, loaded, kept);
	LLVMBuildStore(builder, LLVMBuildOr(builder, before, all, ""), have);
}

// What is new, from FIRST to before END in their block, a part of REGION, may differ from gang to gang.
static void take_in(struct aw_gang_block *block, LLVMValueRef first, LLVMValueRef end, uint32_t region)
{
	aw_need(aw_map_put(&block->number, LLVMGetInstructionParent(first), (void *)(uintptr_t)(region + 1)));
	for (; first != end; first = LLVMGetNextInstruction(first))
		aw_need(aw_map_put(&block->uniformity.differing, first, first));
}

static void replace(struct choices *choices, const struct choice *choice)
{
	struct aw_simd *simd = &choices->simd;
	struct aw_gang_region *region = &choices->block->regions.items[choice->region];
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef gather = choice->gather, mask = LLVMGetOperand(gather, 2), passed = LLVMGetOperand(gather, 3);
	LLVMTypeRef word = aw_simd_integer(simd, 32), words = LLVMVectorType(word, LLVMGetVectorSize(LLVMTypeOf(gather)));
	LLVMTypeRef row = LLVMVectorType(LLVMGetElementType(LLVMTypeOf(gather)), choice->count);
	LLVMValueRef kept = aw_simd_alloca(simd, row, "kept"), have = aw_simd_alloca(simd, word, "have");
	LLVMSetAlignment(kept, 64);
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(region->before));
	LLVMBuildStore(builder, LLVMConstNull(row), kept);
	LLVMBuildStore(builder, LLVMConstNull(word), have);

	LLVMBasicBlockRef from = LLVMGetInstructionParent(gather), known = aw_llvm_split_before(gather);
	LLVMBasicBlockRef missing = LLVMInsertBasicBlockInContext(simd->unit->context, known, "choices");
	if (region->latch == from)
		region->latch = known;
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(from));
	LLVMValueRef had = LLVMBuildLoad2(builder, word, have, ""), there = aw_llvm_build_splat(builder, words, had);
	LLVMValueRef numbers = LLVMBuildIntCast2(builder, choice->number, words, false, "");
	LLVMValueRef hit = LLVMBuildTrunc(builder, LLVMBuildLShr(builder, there, numbers, ""), LLVMTypeOf(mask), "");
	hit = reduce(simd, "llvm.vector.reduce.and", LLVMBuildSelect(builder, mask, hit, LLVMConstAllOnes(LLVMTypeOf(mask)), ""));
	aw_llvm_end_anew(builder, from, hit, known, missing);

	LLVMPositionBuilderAtEnd(builder, missing);
	fetch(simd, choice, numbers, kept, have);
	LLVMBuildBr(builder, known);

	aw_llvm_at(builder, gather);
	LLVMValueRef behind = LLVMGetNextInstruction(gather), table = LLVMBuildLoad2(builder, row, kept, "");
	LLVMValueRef taken = aw_simd_lookup(simd, table, LLVMBuildFreeze(builder, numbers, ""));
	if (!LLVMIsUndef(passed))
		taken = LLVMBuildSelect(builder, mask, taken, passed, "");
	aw_llvm_replace(gather, taken);
	take_in(choices->block, had, NULL, choice->region);
	take_in(choices->block, LLVMGetFirstInstruction(missing), NULL, choice->region);
	take_in(choices->block, table, behind, choice->region);
}

// --- regions ---

// Whether PART ends a turn, or may, of a loop within its region that all gangs leave together.
static bool loops_together(const struct aw_gang_block *block, const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t part)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->blocks[part]);
	uint32_t region = aw_gang_region_of(block, cfg->blocks[part]);
	if (region == AW_NONE || LLVMGetNumSuccessors(end) < 2 || !LLVMIsABranchInst(end) ||
	    !aw_block_uniform(&block->uniformity, LLVMGetCondition(end)))
		return false;
	uint32_t around = aw_cfg_number(cfg, block->regions.items[region].before);
	return around != AW_NONE && loops->innermost[part] != loops->innermost[around];
}

// Drops the choices of regions with such a loop.
static void drop_looping(struct choices *choices)
{
	struct aw_gang_block *block = choices->block;
	bool *looping = AW_NEED_ARRAY(bool, block->regions.count);
	struct aw_cfg cfg;
	struct aw_loops loops;
	size_t kept = 0;
	aw_cfg_init(&cfg, block->function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t part = 0; part < cfg.count; part++)
		if (loops_together(block, &cfg, &loops, part))
			looping[aw_gang_region_of(block, cfg.blocks[part])] = true;
	for (size_t i = 0; i < choices->list.count; i++)
		if (!looping[choices->list.items[i].region])
			choices->list.items[kept++] = choices->list.items[i];
	choices->list.count = kept;
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	free(looping);
}

void aw_gang_choices_keep(struct aw_gang_block *block)
{
	struct choices choices = {
		.block = block,
		.simd = { .unit = block->unit, .builder = block->unit->builder, .function = block->function, .gang = { .width = block->width } },
	};
	struct choice choice;
	if (!aw_simd_has_lookup(&choices.simd))
		return;
	AW_FOR_BLOCKS(part, block->function)
		AW_FOR_INSTRUCTIONS(instruction, part)
			if (find(&choices, instruction, &choice))
				aw_need(aw_vec_push(&choices.list, choice));
	if (choices.list.count)
		drop_looping(&choices);
	for (size_t i = 0; i < choices.list.count; i++)
		replace(&choices, &choices.list.items[i]);
	aw_vec_finish(&choices.list);
}
