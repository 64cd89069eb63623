// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that carry more sums than there are registers.  A thread of a tiled product of matrices adds to some 4 x 4 or 8 x 8 numbers in
// each turn,
//
//     for (k = 0; k < 16; k++)
//         for (i, j) sum[i][j] += a[k][i] * b[k][j];
//
// which a GPU holds in registers.  A gang's are vectors, 16 or 64 of them and more, so most of them would go from memory through
// a register and back in every turn.  If nothing is written in the loop, it may as well run several times, each time for some of the sums,
// which then stay where they are, and what they share is loaded again:
//
//     loop for k: sum[0][..]     loop for k: sum[1][..]     ...
//
// Each sum is made by the same operations in the same order, so the results are the same, bit by bit.  Sums that need each other, as
// the largest number and its place do, stay together.  Loop distribution is commonly for vectorization (K. Kennedy, K. McKinley, "Loop
// Distribution with Arbitrary Control Flow", 1990); here it is for registers, as unroll-and-jam is the other way round.
//
// Behind the optimiser, for loops of one block.
#include <assert.h>
#include <string.h>

#include "../../base/vec.h"
#include "../analysis/need.h"
#include "../pipeline.h"
#include "native.h"

enum {
	MOST_INSTRUCTIONS = 1500,
	MOST_SUMS = 128,
	SPARE = 4, // registers that sums never have
};

struct sum {
	LLVMValueRef phi;
	unsigned registers, with, group; // WITH: the first of the sums that it stays with
	bool *slice;                     // by numbers of instructions: what the next value is made of
};

struct sums {
	struct aw_unit *unit;
	LLVMBasicBlockRef block, before, exit;
	AW_VEC(LLVMValueRef) instructions;
	struct aw_map numbers; // instruction -> its number plus 1
	struct sum sums[MOST_SUMS];
	unsigned count, registers, groups;
};

// --- what the loop carries ---

// The registers that values of TYPE take; 0: it isn't a vector.
static unsigned registers_of(const struct sums *sums, LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return 0;
	return aw_native_registers_of(sums->unit->target, LLVMStoreSizeOfType(LLVMGetModuleDataLayout(sums->unit->module), type));
}

static bool is_prefetch(LLVMValueRef instruction)
{
	return LLVMIsACallInst(instruction) && aw_starts_with(aw_llvm_callee_name(instruction), "llvm.prefetch");
}

// Whether INSTRUCTION may be done again, and nothing it depends on is changed by the loop.
static bool may_repeat(LLVMValueRef instruction)
{
	if (LLVMIsALoadInst(instruction))
		return aw_llvm_is_plain(instruction);
	return LLVMIsATerminatorInst(instruction) || is_prefetch(instruction) || !aw_llvm_may_write(instruction);
}

// Takes BLOCK for a loop of one block that can be run several times; false: it is none.
static bool read_loop(struct sums *sums, LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block), first = LLVMGetFirstInstruction(block);
	if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) || !LLVMIsAPHINode(first) || LLVMCountIncoming(first) != 2)
		return false;
	bool back = LLVMGetSuccessor(end, 0) == block;
	sums->block = block;
	sums->exit = LLVMGetSuccessor(end, back ? 1 : 0);
	sums->before = LLVMGetIncomingBlock(first, LLVMGetIncomingBlock(first, 0) == block ? 1 : 0);
	if ((!back && LLVMGetSuccessor(end, 1) != block) || sums->exit == block || sums->before == block)
		return false;
	AW_FOR_INSTRUCTIONS(instruction, block) {
		if (!may_repeat(instruction) || sums->instructions.count == MOST_INSTRUCTIONS)
			return false;
		aw_need(aw_vec_push(&sums->instructions, instruction));
		aw_need(aw_map_put(&sums->numbers, instruction, (void *)sums->instructions.count));
	}
	return true;
}

// The number of VALUE in the loop; AW_NONE: it is from elsewhere.
static uint32_t number_of(const struct sums *sums, LLVMValueRef value)
{
	return (uint32_t)(uintptr_t)aw_map_get(&sums->numbers, value) - 1;
}

static void add_to_slice(const struct sums *sums, LLVMValueRef value, bool *slice)
{
	uint32_t number = number_of(sums, value);
	if (number == AW_NONE || slice[number])
		return;
	slice[number] = true;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		add_to_slice(sums, LLVMGetOperand(value, i), slice);
}

// Finds the vectors that the loop carries; false: there are registers enough for them, or too many.
static bool find_sums(struct sums *sums)
{
	for (size_t i = 0; LLVMIsAPHINode(sums->instructions.items[i]); i++) {
		unsigned registers = registers_of(sums, LLVMTypeOf(sums->instructions.items[i]));
		if (!registers)
			continue;
		if (sums->count == MOST_SUMS)
			return false;
		sums->sums[sums->count] = (struct sum){ .phi = sums->instructions.items[i], .registers = registers, .with = sums->count };
		sums->count++;
		sums->registers += registers;
	}
	return sums->registers > aw_native_registers(sums->unit->target) - SPARE;
}

// --- which stay together ---

static unsigned first_of(const struct sums *sums, unsigned i)
{
	while (sums->sums[i].with != i)
		i = sums->sums[i].with;
	return i;
}

static void keep_together(struct sums *sums, const bool *slice, unsigned i)
{
	for (unsigned k = 0; k < sums->count; k++) {
		unsigned a = first_of(sums, i), b = first_of(sums, k);
		if (slice[number_of(sums, sums->sums[k].phi)])
			sums->sums[a < b ? b : a].with = a < b ? a : b;
	}
}

static void find_slices(struct sums *sums)
{
	for (unsigned i = 0; i < sums->count; i++) {
		struct sum *sum = &sums->sums[i];
		sum->slice = AW_NEED_ARRAY(bool, sums->instructions.count);
		add_to_slice(sums, sum->phi, sum->slice);
		keep_together(sums, sum->slice, i);
	}
}

// Sums that a value is made of that is wanted behind the loop stay together, too.
static void join_for_exit(struct sums *sums)
{
	bool *slice = AW_NEED_ARRAY(bool, sums->instructions.count);
	for (size_t i = 0; i < sums->instructions.count; i++) {
		LLVMValueRef instruction = sums->instructions.items[i];
		if (!aw_llvm_is_used_beyond(instruction, &sums->block, 1) && !LLVMIsATerminatorInst(instruction))
			continue;
		memset(slice, 0, sums->instructions.count * sizeof(*slice));
		add_to_slice(sums, instruction, slice);
		for (unsigned k = 0; k < sums->count; k++)
			if (slice[number_of(sums, sums->sums[k].phi)]) {
				keep_together(sums, slice, k);
				break;
			}
	}
	free(slice);
}

// What one more time of INSTRUCTION costs, about, in operations on registers: addresses and copies of one number to all lanes are part of
// what uses them.
static unsigned cost_of(const struct sums *sums, LLVMValueRef instruction)
{
	if (LLVMIsAGetElementPtrInst(instruction) || LLVMIsAInsertElementInst(instruction) || aw_llvm_same_scalar(instruction))
		return 0;
	unsigned registers = registers_of(sums, LLVMTypeOf(instruction));
	return registers ? registers : 1;
}

// How much of what sum I is made of is in UNION, too.
static unsigned shared_with(const struct sums *sums, unsigned i, const bool *all)
{
	unsigned shared = 0;
	for (size_t k = 0; k < sums->instructions.count; k++)
		if (all[k] && sums->sums[i].slice[k])
			shared += cost_of(sums, sums->instructions.items[k]);
	return shared;
}

// Puts sum I and those that stay with it into GROUP, whose instructions are ALL; returns their registers.
static unsigned take(struct sums *sums, unsigned i, unsigned group, bool *all)
{
	unsigned registers = 0;
	for (unsigned k = 0; k < sums->count; k++) {
		struct sum *sum = &sums->sums[k];
		if (first_of(sums, k) != i)
			continue;
		sum->group = group;
		registers += sum->registers;
		for (size_t n = 0; n < sums->instructions.count; n++)
			all[n] |= sum->slice[n];
	}
	return registers;
}

static unsigned registers_with(const struct sums *sums, unsigned i)
{
	unsigned registers = 0;
	for (unsigned k = 0; k < sums->count; k++)
		registers += first_of(sums, k) == i ? sums->sums[k].registers : 0;
	return registers;
}

// The first sum of those in no group that shares the most with ALL and takes at most ROOM registers; COUNT: none.
static unsigned choose(const struct sums *sums, const bool *all, unsigned room)
{
	unsigned best = sums->count, most = 0;
	for (unsigned i = 0; i < sums->count; i++) {
		if (sums->sums[i].group != UINT32_MAX || first_of(sums, i) != i || registers_with(sums, i) > room)
			continue;
		unsigned shared = shared_with(sums, i, all);
		if (best == sums->count || shared > most) {
			best = i;
			most = shared;
		}
	}
	return best;
}

// Deals the sums out to groups of about half the registers; false: it wouldn't pay.
static bool make_groups(struct sums *sums)
{
	unsigned registers = aw_native_registers(sums->unit->target), saved = 2 * (sums->registers - (registers - SPARE));
	unsigned again = 0, once = 0;
	bool *all = AW_NEED_ARRAY(bool, sums->instructions.count), *ever = AW_NEED_ARRAY(bool, sums->instructions.count);
	for (unsigned i = 0; i < sums->count; i++)
		sums->sums[i].group = UINT32_MAX;
	for (unsigned left = sums->registers; left > 0; sums->groups++) {
		memset(all, 0, sums->instructions.count * sizeof(*all));
		unsigned next = choose(sums, all, UINT32_MAX), taken = 0;
		do {
			taken += take(sums, next, sums->groups, all);
			next = taken < registers / 2 ? choose(sums, all, registers / 2 - taken) : sums->count;
		} while (next < sums->count);
		left -= taken;
		for (size_t n = 0; n < sums->instructions.count; n++) {
			again += all[n] ? cost_of(sums, sums->instructions.items[n]) : 0;
			ever[n] |= all[n];
		}
	}
	for (size_t n = 0; n < sums->instructions.count; n++)
		once += ever[n] ? cost_of(sums, sums->instructions.items[n]) : 0;
	free(all);
	free(ever);
	return sums->groups > 1 && again - once < saved;
}

// --- the loops ---

// The group whose loop makes an instruction for what comes behind, by SLICE, what that is made of: without a sum it is the first's.
static unsigned group_of(const struct sums *sums, const bool *slice)
{
	for (unsigned k = 0; k < sums->count; k++)
		if (slice[number_of(sums, sums->sums[k].phi)])
			return sums->sums[k].group;
	return 0;
}

// Lets what is behind the loop have from COPIES, the loops of groups, what these make; of prefetches one is enough.
static void use_copies(const struct sums *sums, const LLVMBasicBlockRef *copies)
{
	bool *slice = AW_NEED_ARRAY(bool, sums->instructions.count);
	LLVMValueRef copied[MOST_SUMS];
	for (unsigned group = 1; group < sums->groups; group++)
		copied[group] = LLVMGetFirstInstruction(copies[group]);
	for (size_t i = 0; i + 1 < sums->instructions.count; i++) {
		LLVMValueRef instruction = sums->instructions.items[i];
		memset(slice, 0, sums->instructions.count * sizeof(*slice));
		add_to_slice(sums, instruction, slice);
		unsigned own = group_of(sums, slice);
		if (own > 0)
			aw_llvm_replace_beyond(instruction, &sums->block, 1, copied[own]);
		for (unsigned group = 1; group < sums->groups; group++) {
			LLVMValueRef next = LLVMGetNextInstruction(copied[group]);
			if (is_prefetch(copied[group]))
				aw_llvm_erase(copied[group]);
			copied[group] = next;
		}
	}
	free(slice);
}

// The loop is the first group's; the others' copies come behind it, one after the other.  What a loop makes for other groups is dead then.
static void make_loops(const struct sums *sums)
{
	LLVMBasicBlockRef last = sums->block, copies[MOST_SUMS];
	for (unsigned group = 1; group < sums->groups; group++)
		aw_llvm_copy_blocks(&sums->block, 1, &copies[group]);
	use_copies(sums, copies);
	for (unsigned group = 1; group < sums->groups; group++) {
		aw_llvm_lead_to(last, sums->exit, copies[group]);
		aw_llvm_rename_incoming(copies[group], sums->before, last);
		last = copies[group];
	}
	aw_llvm_rename_incoming(sums->exit, sums->block, last);
}

static bool split(struct aw_unit *unit, LLVMBasicBlockRef block)
{
	struct sums sums = { .unit = unit };
	bool pays = read_loop(&sums, block) && find_sums(&sums);
	if (pays) {
		find_slices(&sums);
		join_for_exit(&sums);
		pays = make_groups(&sums);
	}
	if (pays)
		make_loops(&sums);
	for (unsigned i = 0; i < sums.count; i++)
		free(sums.sums[i].slice);
	aw_vec_finish(&sums.instructions);
	aw_map_finish(&sums.numbers);
	return pays;
}

static bool split_all(struct aw_unit *unit, LLVMValueRef function)
{
	AW_VEC(LLVMBasicBlockRef) blocks = { 0 };
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		aw_need(aw_vec_push(&blocks, block));
	for (size_t i = 0; i < blocks.count; i++)
		changed |= split(unit, blocks.items[i]);
	aw_vec_finish(&blocks);
	if (changed && !aw_llvm_run_function_passes(function, "adce", NULL))
		aw_unit_error(unit, function, "internal error: the passes behind split_sums failed");
	return changed;
}

bool aw_pass_split_sums(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_unit_opt_level(unit) < 2)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_llvm_is_defined(function) && !aw_llvm_has_attribute(function, "optnone"))
			changed |= split_all(unit, function);
	return changed;
}
