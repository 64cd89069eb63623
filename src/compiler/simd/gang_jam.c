// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several gangs in one turn of the loop over the gangs: unroll and jam.  A region whose gangs all go the same way is made
// twice:
//
//     for (y = 0; y + 4 <= blockDim.y; y += 4)
//         region, each instruction that depends on y four times
//     for (; y < blockDim.y; y++)
//         region
//
// What is the same for the four, as the rows of a tile that all rows of threads read, is loaded once, and four chains of
// dependent operations (the sums of products) run beside one another, each of which alone would wait for its own latency.
// Where gangs may part, each goes on by itself (gang_fork.c).  Straight code gains less, as processors look ahead to the next gang, and
// much of it is more than the first cache for instructions holds: it is jammed while it is short, or where its operations wait for one
// another for longer than processors look ahead, as those of hashes do.  Rows that gangs have in common, as the windows of a convolution
// do, are loaded once; no more gangs go side by side than have registers for them (gang_overlap.c).
// The order of gangs between two barriers is free, and so is that of their single instructions (CUDA C++ Programming
// Guide, "SIMT Architecture"); what a gang does in pieces and no other may see the middle of, as an atomic made plain or
// what it brings to a barrier that adds up, isn't taken apart.
//
// It is D. Callahan, S. Carr, K. Kennedy, "Improving Register Allocation for Subscripted Variables" (1990), whose test of
// dependences falls away.
#include <assert.h>
#include <string.h>

#include "../analysis/cfg.h"
#include "../analysis/loops.h"
#include "../target/native.h"
#include "gang_fork.h"
#include "gang_jam.h"
#include "gang_overlap.h"
#include "simd_asserts.h"

enum {
	MOST_BEGUN = 8,      // gangs in a turn
	MOST_MADE = 2048,    // instructions of all gangs of a turn
	MOST_PARTS = 64,     // blocks behind a branch on which gangs may part
	MOST_STRAIGHT = 128, // where no loop makes a gang wait, nor do gangs have much in common: processors look ahead as far
	MOST_CHAINED = 4096, // operations of all gangs where a gang's wait for one another
	AT_ONCE = 3,         // operations on its vectors that a processor begins in a cycle
	FLOAT_CYCLES = 4,    // until another may use what one on floats makes; those on integers take one
	MUCH = 3,            // operations for each vector that gangs have in common
	MANY_VECTORS = 12,   // operations on vectors: below, a gang without a loop is over before its latency counts
	LANE = 4,            // bytes of what a lane has at least
};

struct jam {
	struct aw_gang_block *block;
	uint32_t region;
	const char *axis;     // the marker of the place that differs among the gangs of a turn
	struct aw_map differ; // values that do
	AW_VEC(LLVMValueRef) work;
};

static bool is_in(const struct jam *jam, LLVMBasicBlockRef part)
{
	return aw_gang_region_of(jam->block, part) == jam->region;
}

// --- what differs ---

static void mark(struct jam *jam, LLVMValueRef value)
{
	if (!LLVMIsAInstruction(value) || !is_in(jam, LLVMGetInstructionParent(value)) || aw_map_get(&jam->differ, value))
		return;
	aw_need(aw_map_put(&jam->differ, value, value));
	aw_need(aw_vec_push(&jam->work, value));
}

static bool is_marker(const struct jam *jam, LLVMValueRef instruction)
{
	const char *name = aw_llvm_callee_name(instruction);
	return !strcmp(name, jam->axis) || !strcmp(name, "aw.gang.index");
}

static void find_differing(struct jam *jam)
{
	AW_FOR_BLOCKS(part, jam->block->function)
		if (is_in(jam, part))
			AW_FOR_INSTRUCTIONS(instruction, part)
				if (is_marker(jam, instruction))
					mark(jam, instruction);
	while (jam->work.count) {
		LLVMValueRef value = jam->work.items[--jam->work.count];
		AW_FOR_USES(use, value)
			mark(jam, LLVMGetUser(use));
	}
	aw_vec_finish(&jam->work);
}

static bool differs(const struct jam *jam, LLVMValueRef value)
{
	return aw_map_get(&jam->differ, value);
}

// --- whether it may be ---

static bool may_call(LLVMValueRef call)
{
	const char *name = aw_llvm_callee_name(call);
	return aw_starts_with(name, "llvm.masked.") || aw_starts_with(name, "llvm.prefetch") || aw_simd_is_assert(call) ||
	       aw_block_call_is_pure(call);
}

bool aw_gang_may_jam(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMLoad:
	case LLVMStore:
		return aw_llvm_is_plain(instruction);
	case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMFence: case LLVMAlloca: case LLVMInvoke: case LLVMCallBr:
	case LLVMVAArg: case LLVMIndirectBr:
		return false;
	case LLVMCall:
		return may_call(instruction);
	default:
		return true;
	}
}

typedef AW_VEC(LLVMValueRef) accesses;

static bool is_late(const struct jam *jam, LLVMValueRef instruction)
{
	return LLVMGetInstructionParent(instruction) == jam->block->regions.items[jam->region].latch;
}

// Finds the loads and stores that REGION has of PLACE in a variable, and all else that is done with it at the latch; false: something else
// is done with it before.
static bool find_accesses(const struct jam *jam, LLVMValueRef place, accesses *found)
{
	AW_FOR_USES(use, place) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!is_in(jam, LLVMGetInstructionParent(user)))
			continue;
		bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != place;
		if (LLVMIsALoadInst(user) || stores || is_late(jam, user))
			aw_need(aw_vec_push(found, user));
		else if (!aw_llvm_is_op(user, LLVMGetElementPtr) || !find_accesses(jam, user, found))
			return false;
	}
	return true;
}

// Whether FOUND, of a variable that is one for all gangs, are to be done by one gang after the other: what they leave there isn't the same
// for all of a turn, as the rows are that all of them turn (simd_pieces.c).  What a gang finds there it has left there itself, but at the
// latch, where gangs come by one after the other.
static bool are_own(const struct jam *jam, const accesses *found)
{
	size_t late = 0;
	bool own = false;
	for (size_t i = 0; i < found->count; i++) {
		late += is_late(jam, found->items[i]);
		own |= LLVMIsAStoreInst(found->items[i]) && differs(jam, found->items[i]);
	}
	return late != found->count && (late || own);
}

// Whether gangs that go through TAIL one behind the other leave something else in a variable, of which these are all, than what was left
// for all of them before.
static bool are_parted(const accesses *found, const aw_gang_parts *tail)
{
	bool changed = false, outside = false;
	for (size_t i = 0; i < found->count; i++) {
		bool inside = aw_llvm_is_among(tail->items, tail->count, LLVMGetInstructionParent(found->items[i]));
		changed |= inside && LLVMIsAStoreInst(found->items[i]);
		outside |= !inside;
	}
	return changed && outside;
}

// Whether all variables that are one for all gangs may be that for those of a turn, who go through TAIL one behind the other, or, without
// one, side by side.
static bool may_have_variables(const struct jam *jam, const aw_gang_parts *tail)
{
	bool may = true;
	AW_FOR_INSTRUCTIONS(variable, jam->block->start) {
		accesses found = { 0 };
		if (!aw_llvm_is_op(variable, LLVMAlloca) || aw_map_get(&jam->block->own, variable))
			continue;
		may &= find_accesses(jam, variable, &found) && !(tail ? are_parted(&found, tail) : are_own(jam, &found));
		aw_vec_finish(&found);
	}
	return may;
}

// --- where gangs part ---

static unsigned fork_kind(const struct jam *jam)
{
	static const char name[] = "aw.gang.fork";
	return LLVMGetMDKindIDInContext(jam->block->unit->context, name, sizeof(name) - 1);
}

// On a common way a branch's condition may be the same for all gangs; it is a fork as weighed, since what it leads to is.  So
// is the choice of the way to store (simd_past.c), behind which gangs part by how what they store lies in memory.
static bool parts_gangs(const struct jam *jam, LLVMBasicBlockRef part)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(part);
	if (LLVMGetNumSuccessors(end) < 2)
		return false;
	LLVMValueRef condition = LLVMGetOperand(end, 0);
	return differs(jam, condition) || !strcmp(aw_llvm_callee_name(condition), "aw.past") || LLVMGetMetadata(end, fork_kind(jam));
}

// Tells of each fork that it is one, also to copies, or no more.
static void mark_forks(const struct jam *jam, bool marked)
{
	LLVMContextRef context = jam->block->unit->context;
	LLVMValueRef mark = marked ? LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)) : NULL;
	AW_FOR_BLOCKS(part, jam->block->function)
		if (is_in(jam, part) && parts_gangs(jam, part))
			LLVMSetMetadata(LLVMGetBasicBlockTerminator(part), fork_kind(jam), mark);
}

// Puts the blocks in which gangs go side by side into TOGETHER, and those in which each goes by itself, as they are now, into APART.
// False when gangs part where they can't go on one by one.
static bool find_ways(const struct jam *jam, aw_gang_parts *together, aw_gang_parts *apart)
{
	const struct aw_gang_region *region = &jam->block->regions.items[jam->region];
	aw_gang_parts ahead = { 0 };
	struct aw_map seen = { 0 };
	bool fits = true;
	aw_need(aw_vec_push(&ahead, region->head));
	while (ahead.count && fits) {
		LLVMBasicBlockRef part = ahead.items[--ahead.count];
		LLVMValueRef end = LLVMGetBasicBlockTerminator(part);
		struct aw_gang_fork fork = { 0 };
		if (part == region->latch || aw_map_get(&seen, part))
			continue;
		aw_need(aw_map_put(&seen, part, part));
		aw_need(aw_vec_push(together, part));
		if (parts_gangs(jam, part)) {
			fits = aw_gang_fork_find(jam->block, jam->region, part, &fork) && fork.tail.count <= MOST_PARTS &&
			       may_have_variables(jam, &fork.tail);
			for (size_t i = 0; i < fork.tail.count; i++)
				aw_need(aw_vec_push(apart, fork.tail.items[i]));
			if (fork.common)
				aw_need(aw_vec_push(&ahead, fork.common));
			aw_gang_fork_finish(&fork);
			continue;
		}
		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
			aw_need(aw_vec_push(&ahead, LLVMGetSuccessor(end, i)));
	}
	aw_map_finish(&seen);
	aw_vec_finish(&ahead);
	return fits;
}

// --- whether it pays ---

struct profit {
	unsigned size;    // instructions that each gang has, or operations where one is several
	unsigned apart;   // and those that it has where gangs part
	unsigned vectors; // operations on vectors
	unsigned looping; // of these in loops
	unsigned shared;  // vectors that are the same for all gangs
	unsigned begun;   // operations on the processor's vectors where no loop is, one that multiplies and adds is one
	unsigned path;    // cycles of the longest chain of them
	unsigned kept;    // rows from gang to gang, where no loop is
	uint64_t live;    // bytes that a gang has in a loop from turn to turn
};

struct weighing {
	const struct jam *jam;
	struct aw_cfg cfg;
	struct aw_loops loops;
	uint32_t around; // the loop around the region
};

static bool is_looping(const struct weighing *weighing, LLVMBasicBlockRef part)
{
	return weighing->loops.innermost[aw_cfg_number(&weighing->cfg, part)] != weighing->around;
}

// Whether VALUE is kept while a loop of the region runs: carried by it, or made before it.
static bool lives_on(const struct weighing *weighing, LLVMValueRef value)
{
	if (!aw_llvm_is_vector(value))
		return false;
	if (is_looping(weighing, LLVMGetInstructionParent(value)))
		return aw_llvm_is_op(value, LLVMPHI);
	AW_FOR_USES(use, value)
		if (is_looping(weighing, LLVMGetInstructionParent(LLVMGetUser(use))) && !aw_llvm_is_op(LLVMGetUser(use), LLVMPHI))
			return true;
	return false;
}

// What all gangs take from before the region.
static unsigned count_taken(const struct weighing *weighing, LLVMValueRef instruction, struct aw_map *taken)
{
	unsigned count = 0;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
		LLVMValueRef value = LLVMGetOperand(instruction, i);
		if (!LLVMIsAInstruction(value) || !aw_llvm_is_vector(value) || is_in(weighing->jam, LLVMGetInstructionParent(value)) ||
		    aw_map_get(taken, value))
			continue;
		aw_need(aw_map_put(taken, value, value));
		count++;
	}
	return count;
}

static bool weigh_part(const struct weighing *weighing, LLVMBasicBlockRef part, struct aw_map *taken, struct profit *profit)
{
	const struct jam *jam = weighing->jam;
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(jam->block->unit->module);
	AW_FOR_INSTRUCTIONS(instruction, part) {
		if (!aw_gang_may_jam(instruction))
			return false;
		if (!differs(jam, instruction)) {
			profit->shared += aw_llvm_is_vector(instruction);
			continue;
		}
		unsigned operations = aw_gang_vector_operations(instruction);
		profit->size += operations ? operations : 1;
		profit->vectors += operations;
		profit->looping += is_looping(weighing, part) ? operations : 0;
		profit->shared += operations ? count_taken(weighing, instruction, taken) : 0;
		if (lives_on(weighing, instruction))
			profit->live += LLVMABISizeOfType(layout, LLVMTypeOf(instruction));
	}
	return true;
}

static unsigned cycles_of(LLVMValueRef instruction)
{
	if (!aw_gang_vector_operations(instruction))
		return 0;
	return aw_llvm_is_float(LLVMGetElementType(LLVMTypeOf(instruction))) ? FLOAT_CYCLES : 1;
}

// How many of the processor's vectors VALUE takes.
static unsigned vectors_of(const struct aw_gang_block *block, LLVMValueRef value)
{
	uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(block->unit->module), LLVMTypeOf(value));
	return aw_native_registers_of(block->unit->target, size);
}

// Finds the longest way through operations that wait for one another.  PARTS have no loop.
static void find_path(const struct weighing *weighing, const aw_gang_parts *parts, struct profit *profit)
{
	struct aw_map done = { 0 }; // cycles until a value is there
	for (uint32_t number = 0; number < weighing->cfg.count; number++) {
		LLVMBasicBlockRef part = weighing->cfg.blocks[number];
		if (!aw_llvm_is_among(parts->items, parts->count, part))
			continue;
		AW_FOR_INSTRUCTIONS(instruction, part) {
			uintptr_t cycles = 0, own = cycles_of(instruction);
			for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
				uintptr_t operand = (uintptr_t)aw_map_get(&done, LLVMGetOperand(instruction, i));
				cycles = operand > cycles ? operand : cycles;
			}
			cycles += own;
			if (cycles)
				aw_need(aw_map_put(&done, instruction, (void *)cycles));
			profit->begun += own ? vectors_of(weighing->jam->block, instruction) : 0;
			profit->path = cycles > profit->path ? (unsigned)cycles : profit->path;
		}
	}
	aw_map_finish(&done);
}

// False when the region may not be jammed.
static bool weigh(const struct weighing *weighing, struct profit *profit)
{
	const struct jam *jam = weighing->jam;
	aw_gang_parts together = { 0 }, apart = { 0 };
	struct aw_map taken = { 0 };
	*profit = (struct profit){ 0 };
	aw_need(aw_vec_push(&together, jam->block->regions.items[jam->region].latch));
	bool fits = may_have_variables(jam, NULL) && find_ways(jam, &together, &apart);
	for (size_t i = 0; i < together.count && fits; i++)
		fits = weigh_part(weighing, together.items[i], &taken, profit);
	for (size_t i = 0; i < apart.count && fits; i++)
		AW_FOR_INSTRUCTIONS(instruction, apart.items[i]) {
			fits &= aw_gang_may_jam(instruction);
			profit->apart++;
		}
	if (fits && !profit->looping) {
		find_path(weighing, &together, profit);
		profit->kept = aw_gang_overlap(jam->block, together.items, together.count, jam->axis);
	}
	aw_map_finish(&taken);
	aw_vec_finish(&together);
	aw_vec_finish(&apart);
	return fits;
}

// Whether half of COUNT gangs leave more than a fourth of the processor idle, since their operations wait for one another.
static bool is_chained(const struct profit *profit, unsigned count)
{
	return 4 * (count / 2) * profit->begun < 3 * AT_ONCE * profit->path;
}

// Instructions that COUNT gangs may have together.
static unsigned most_made(const struct profit *profit, unsigned count, bool apart)
{
	if (!apart)
		return MOST_MADE;
	return is_chained(profit, count) ? MOST_CHAINED : MOST_STRAIGHT;
}

// Whether COUNT gangs have registers for the rows that they have in common, what each makes of them, and one number for all.
static bool keeps_rows(const struct aw_gang_block *block, const struct profit *profit, unsigned count)
{
	unsigned each = aw_native_registers_of(block->unit->target, (uint64_t)LANE * block->width);
	unsigned registers = each * ((count - 1) * profit->kept + count + 1);
	return !profit->kept || registers <= aw_native_registers(block->unit->target);
}

// Half of the registers for what lives, the rest for what comes and goes.
static unsigned gangs_of(const struct aw_gang_block *block, const struct profit *profit)
{
	const char *target = block->unit->target;
	uint64_t registers = aw_native_registers(target) * aw_native_register_bytes(target), least = (uint64_t)LANE * block->width;
	uint64_t live = profit->live > least ? profit->live : least;
	bool apart = profit->looping < 2 && profit->shared * MUCH < profit->vectors;
	unsigned count = MOST_BEGUN;
	if (profit->looping < 2 && profit->vectors < MANY_VECTORS)
		return 1;
	if (apart && block->geometry != AW_CPU_GEOMETRY_FULL) // what few launches take isn't made twice for little
		return 1;
	unsigned size = profit->kept ? profit->vectors : profit->size; // what is kept is the same places', too
	while (count > 1 && (count * (size + profit->apart) > most_made(profit, count, apart) || count * live > registers / 2))
		count /= 2;
	while (count > 2 && !keeps_rows(block, profit, count))
		count /= 2;
	return count;
}

// Whether all that leads to PART may as well lead to LATCH, to which PART only leads on.
static bool only_leads_on(LLVMBasicBlockRef part, LLVMBasicBlockRef latch)
{
	LLVMValueRef end = LLVMGetFirstInstruction(part);
	if (!LLVMIsABranchInst(end) || LLVMIsConditional(end) || LLVMGetSuccessor(end, 0) != latch)
		return false;
	AW_FOR_USES(use, LLVMBasicBlockAsValue(part)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsABranchInst(user) || aw_llvm_leads_to(LLVMGetInstructionParent(user), latch))
			return false;
	}
	return true;
}

// Ways of a region that meet before its latch meet there: a fork on one of them has a tail of its own then.
static void meet_at_latch(struct aw_gang_block *block, uint32_t region)
{
	LLVMBasicBlockRef latch = block->regions.items[region].latch;
	for (LLVMBasicBlockRef part = LLVMGetFirstBasicBlock(block->function), next; part; part = next) {
		next = LLVMGetNextBasicBlock(part);
		if (part != block->regions.items[region].head && aw_gang_region_of(block, part) == region && only_leads_on(part, latch))
			aw_gang_fork_dissolve(block, region, part);
	}
}

static struct jam begin(struct aw_gang_block *block, uint32_t region, const char *axis)
{
	struct jam jam = { .block = block, .region = region, .axis = axis };
	meet_at_latch(block, region);
	find_differing(&jam);
	return jam;
}

unsigned aw_gang_jam_count(struct aw_gang_block *block, uint32_t region, const char *axis)
{
	struct jam jam = begin(block, region, axis);
	struct weighing weighing = { .jam = &jam };
	struct profit profit;
	aw_cfg_init(&weighing.cfg, block->function);
	aw_loops_init(&weighing.loops, &weighing.cfg);
	weighing.around = weighing.loops.innermost[aw_cfg_number(&weighing.cfg, block->regions.items[region].before)];
	unsigned count = weigh(&weighing, &profit) ? gangs_of(block, &profit) : 1;
	aw_loops_finish(&weighing.loops);
	aw_cfg_finish(&weighing.cfg);
	aw_map_finish(&jam.differ);
	return count;
}

// --- the region twice ---

// What code behind REGION uses of it, the same for all gangs, is left in variables, since it comes from either version.
static void leave_by_variables(struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef after)
{
	LLVMBuilderRef builder = block->unit->builder;
	AW_VEC(LLVMValueRef) users = { 0 };
	AW_FOR_BLOCKS(part, block->function) {
		if (aw_gang_region_of(block, part) != region)
			continue;
		AW_FOR_INSTRUCTIONS(value, part) {
			users.count = 0;
			AW_FOR_USES(use, value)
				if (aw_gang_region_of(block, LLVMGetInstructionParent(LLVMGetUser(use))) != region)
					aw_need(aw_vec_push(&users, LLVMGetUser(use)));
			if (!users.count)
				continue;
			aw_llvm_at(builder, LLVMGetBasicBlockTerminator(block->start));
			LLVMValueRef variable = LLVMBuildAlloca(builder, LLVMTypeOf(value), "");
			aw_llvm_at(builder, LLVMGetBasicBlockTerminator(after));
			LLVMValueRef left = LLVMBuildLoad2(builder, LLVMTypeOf(value), variable, "");
			for (size_t i = 0; i < users.count; i++)
				aw_llvm_replace_operand(users.items[i], value, left);
			aw_llvm_at(builder, aw_llvm_skip_phis(LLVMGetNextInstruction(value)));
			LLVMBuildStore(builder, value, variable);
		}
	}
	aw_vec_finish(&users);
}

static LLVMBasicBlockRef copy_of(const LLVMBasicBlockRef *blocks, const LLVMBasicBlockRef *copies, unsigned count,
                                 LLVMBasicBlockRef block)
{
	for (unsigned i = 0; i < count; i++)
		if (blocks[i] == block)
			return copies[i];
	assert(!"a block of the region");
	return NULL;
}

uint32_t aw_gang_jam_double(struct aw_gang_block *block, uint32_t number)
{
	struct aw_gang_region region = block->regions.items[number], rest = region;
	LLVMContextRef context = block->unit->context;
	AW_VEC(LLVMBasicBlockRef) blocks = { 0 };
	LLVMBasicBlockRef next = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(region.latch), 0);
	LLVMBasicBlockRef after = aw_llvm_split_edges(region.latch, next);
	aw_need(aw_map_put(&block->once, after, after));
	leave_by_variables(block, number, after);
	AW_FOR_BLOCKS(part, block->function)
		if (aw_gang_region_of(block, part) == number)
			aw_need(aw_vec_push(&blocks, part));
	LLVMBasicBlockRef *copies = AW_NEED_ARRAY(LLVMBasicBlockRef, blocks.count);
	aw_llvm_copy_blocks(blocks.items, (unsigned)blocks.count, copies);
	rest.head = copy_of(blocks.items, copies, (unsigned)blocks.count, region.head);
	rest.latch = copy_of(blocks.items, copies, (unsigned)blocks.count, region.latch);
	rest.before = LLVMInsertBasicBlockInContext(context, rest.head, "gangs.rest");
	LLVMPositionBuilderAtEnd(block->unit->builder, rest.before);
	LLVMSetCurrentDebugLocation2(block->unit->builder, NULL);
	LLVMBuildBr(block->unit->builder, rest.head);
	LLVMSetSuccessor(LLVMGetBasicBlockTerminator(region.latch), 0, rest.before);
	aw_need(aw_map_put(&block->once, rest.before, rest.before));
	aw_need(aw_vec_push(&block->regions, rest));
	for (size_t i = 0; i < blocks.count; i++)
		aw_need(aw_map_put(&block->number, copies[i], (void *)(uintptr_t)block->regions.count));
	aw_vec_finish(&blocks);
	free(copies);
	return (uint32_t)block->regions.count - 1;
}

// --- several gangs ---

// The copies of a region's instructions that the gangs behind the first of a turn have.
struct copies {
	struct jam jam;
	LLVMBuilderRef builder;
	struct aw_map of[MOST_BEGUN];
	AW_VEC(LLVMValueRef) made[MOST_BEGUN];
	unsigned count;
	LLVMValueRef step, index_step;
};

// What the gang has for a marker.
static LLVMValueRef moved_place(struct copies *copies, LLVMValueRef call, unsigned gang)
{
	LLVMValueRef step = strcmp(aw_llvm_callee_name(call), copies->jam.axis) ? copies->index_step : copies->step;
	LLVMValueRef far = LLVMBuildNUWMul(copies->builder, step, LLVMConstInt(LLVMTypeOf(step), gang, false), "");
	LLVMValueRef place = LLVMBuildNUWAdd(copies->builder, call, far, "");
	LLVMSetNSW(place, true);
	return place;
}

static void copy_for(struct copies *copies, LLVMValueRef instruction, unsigned gang)
{
	LLVMValueRef copy;
	if (is_marker(&copies->jam, instruction)) {
		copy = moved_place(copies, instruction, gang);
	} else {
		copy = LLVMInstructionClone(instruction);
		LLVMInsertIntoBuilder(copies->builder, copy);
		aw_need(aw_vec_push(&copies->made[gang], copy));
	}
	aw_need(aw_map_put(&copies->of[gang], instruction, copy));
}

// Instruction by instruction, so that the gangs' chains run side by side and what they share lives shortly.
static void copy_block(struct copies *copies, LLVMBasicBlockRef part)
{
	AW_FOR_INSTRUCTIONS_SAFE(instruction, part) {
		if (!differs(&copies->jam, instruction) || !instruction_next)
			continue;
		aw_llvm_at(copies->builder, instruction_next);
		for (unsigned gang = 1; gang < copies->count; gang++)
			copy_for(copies, instruction, gang);
	}
}

// At the latch a gang's own instructions stay together, and each has all of them.
static void copy_latch(struct copies *copies, LLVMBasicBlockRef latch)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(latch);
	AW_VEC(LLVMValueRef) all = { 0 };
	AW_FOR_INSTRUCTIONS(instruction, latch)
		if (instruction != end)
			aw_need(aw_vec_push(&all, instruction));
	for (unsigned gang = 1; gang < copies->count; gang++)
		for (size_t i = 0; i < all.count; i++) {
			bool phi = aw_llvm_is_op(all.items[i], LLVMPHI);
			aw_llvm_at(copies->builder, phi ? aw_llvm_first_after_phis(latch) : end);
			copy_for(copies, all.items[i], gang);
		}
	aw_vec_finish(&all);
}

// The copies' operands become the gang's own.
static void connect(struct copies *copies, unsigned gang)
{
	for (size_t i = 0; i < copies->made[gang].count; i++) {
		LLVMValueRef copy = copies->made[gang].items[i];
		for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(copy); k++) {
			LLVMValueRef own = aw_map_get(&copies->of[gang], LLVMGetOperand(copy, k));
			if (own)
				LLVMSetOperand(copy, k, own);
		}
	}
	aw_vec_finish(&copies->made[gang]);
	aw_map_finish(&copies->of[gang]);
}

// --- forks ---

typedef AW_VEC(struct aw_gang_fork) forks;

static bool is_opened(const forks *opened, LLVMBasicBlockRef at)
{
	for (size_t i = 0; i < opened->count; i++)
		if (opened->items[i].at == at)
			return true;
	return false;
}

// The blocks in which gangs go side by side, as far as the forks are opened: the tails' entries are the ends.
static void find_together(const struct jam *jam, const forks *opened, aw_gang_parts *together)
{
	for (size_t i = 0; i < opened->count; i++)
		aw_need(aw_vec_push(together, opened->items[i].tail.items[0]));
	aw_gang_fork_reach(jam->block, jam->region, jam->block->regions.items[jam->region].head, together);
	together->count -= opened->count;
	memmove(together->items, together->items + opened->count, together->count * sizeof(*together->items));
}

static LLVMBasicBlockRef next_fork(const struct jam *jam, const forks *opened)
{
	aw_gang_parts together = { 0 };
	LLVMBasicBlockRef found = NULL;
	find_together(jam, opened, &together);
	for (size_t i = 0; i < together.count && !found; i++)
		if (parts_gangs(jam, together.items[i]) && !is_opened(opened, together.items[i]))
			found = together.items[i];
	aw_vec_finish(&together);
	return found;
}

static void open_forks(struct jam *jam, forks *opened)
{
	mark_forks(jam, true);
	for (LLVMBasicBlockRef at; (at = next_fork(jam, opened));) {
		struct aw_gang_fork fork;
		bool fits = aw_gang_fork_find(jam->block, jam->region, at, &fork);
		assert(fits && "weighed before");
		(void)fits;
		aw_gang_fork_open(jam->block, jam->region, &fork);
		aw_need(aw_vec_push(opened, fork));
		aw_map_finish(&jam->differ);
		find_differing(jam);
	}
}

// Gangs stay together when all take the way on which they may.
static void build_agreement(struct copies *copies, const struct aw_gang_fork *fork)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(fork->at);
	if (!fork->common)
		return;
	LLVMValueRef first = LLVMGetCondition(end), all = first;
	aw_llvm_at(copies->builder, end);
	for (unsigned gang = 1; gang < copies->count; gang++) {
		LLVMValueRef own = aw_map_get(&copies->of[gang], first);
		all = own ? LLVMBuildAnd(copies->builder, all, own, "") : all;
	}
	LLVMSetCondition(end, all);
}

// PART is the gang's own copy of a block of a tail, FIRST.  The gang's place is its own.
static void take_part(struct copies *copies, LLVMBasicBlockRef first, LLVMBasicBlockRef part, unsigned gang)
{
	LLVMValueRef original = LLVMGetFirstInstruction(first);
	AW_FOR_INSTRUCTIONS_SAFE(instruction, part) {
		LLVMValueRef own = instruction;
		aw_need(aw_vec_push(&copies->made[gang], instruction));
		if (is_marker(&copies->jam, instruction)) {
			aw_llvm_at(copies->builder, instruction_next);
			own = moved_place(copies, instruction, gang);
			LLVMReplaceAllUsesWith(instruction, own);
			LLVMSetOperand(own, 0, instruction);
		}
		aw_need(aw_map_put(&copies->of[gang], original, own));
		original = LLVMGetNextInstruction(original);
	}
}

static void copy_tail(struct copies *copies, const struct aw_gang_fork *fork)
{
	size_t count = fork->tail.count;
	LLVMBasicBlockRef latch = copies->jam.block->regions.items[copies->jam.region].latch;
	LLVMBasicBlockRef *parts = AW_NEED_ARRAY(LLVMBasicBlockRef, count), last = fork->tail.items[count - 1];
	for (unsigned gang = 1; gang < copies->count; gang++) {
		aw_gang_fork_copy(copies->jam.block, copies->jam.region, fork, last, parts);
		for (size_t i = 0; i < count; i++)
			take_part(copies, fork->tail.items[i], parts[i], gang);
		last = parts[count - 1];
	}
	aw_llvm_rename_incoming(latch, fork->tail.items[count - 1], last);
	free(parts);
}

void aw_gang_jam_make(struct aw_gang_block *block, uint32_t region, const struct aw_gang_jam *how)
{
	struct copies copies = {
		.jam = begin(block, region, how->axis),
		.builder = block->unit->builder,
		.count = how->count,
		.step = how->step,
		.index_step = how->index_step,
	};
	forks opened = { 0 };
	aw_gang_parts together = { 0 };
	open_forks(&copies.jam, &opened);
	find_together(&copies.jam, &opened, &together);
	mark_forks(&copies.jam, false);
	for (size_t i = 0; i < together.count; i++)
		copy_block(&copies, together.items[i]);
	for (size_t i = 0; i < opened.count; i++) {
		build_agreement(&copies, &opened.items[i]);
		copy_tail(&copies, &opened.items[i]);
		aw_gang_fork_finish(&opened.items[i]);
	}
	copy_latch(&copies, block->regions.items[region].latch);
	for (unsigned gang = 1; gang < copies.count; gang++)
		connect(&copies, gang);
	aw_vec_finish(&opened);
	aw_vec_finish(&together);
	aw_map_finish(&copies.jam.differ);
}
