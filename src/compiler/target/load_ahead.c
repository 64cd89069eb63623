// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: a loop that brings pieces of memory into shared memory, turn by turn, waits at its barrier for what it loads, and then nothing
// is under way while it computes.  Here the next turn's loads are issued in front of this turn's barrier, into registers (software
// pipelining: Lam, "Software Pipelining", PLDI 1988):
//
//     body: if (i < n) x = a[i];                  x = a[i] of the first turn, if (i < n)
//           shared[t] = x or 0; barrier;    body: shared[t] = x or 0;
//           compute; barrier;                     if (there is a next turn and next i < n) x' = a[next i];
//           i = next i; goto body                 barrier; compute; barrier; x = x'; i = next i; goto body
//
// A load may go in front of a barrier when nothing is written that the barrier would make it see: memory that the program says is only
// read (const and __restrict__), or any in a function without a write, atomic operation or fence that a
// barrier may follow.  Stores to shared and local memory are no such writes.  The load is done under the conditions under which the
// next turn does it, so it reads nothing that the program doesn't.
//
// Only a loop that loads one row a turn gets this: two guarded ones with blocks of 1,024 threads took 1.11 of the time, since the registers
// were enough for one block at a time only.
#include <stdlib.h>
#include <string.h>

#include "../analysis/control_dependence.h"
#include "next_turn.h"
#include "nvptx.h"
#include "ptx.h"

enum { MOST_LOADS = 8, MOST_BYTES = 32, MOST_GUARDS = 3 };

// What must hold for a block of the loop to run in a turn.
struct guard {
	LLVMValueRef condition;
	bool wanted;
};

struct guards {
	struct guard items[MOST_GUARDS];
	unsigned count;
};

// The loads of one block, and the barrier behind them.
struct group {
	LLVMValueRef loads[MOST_LOADS];
	unsigned count;
	struct guards guards;
	LLVMValueRef barrier;
};

struct ahead {
	struct aw_unit *unit;
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	const struct aw_control_dependence *dependence;
	uint32_t loop, exit;  // EXIT: the block that leaves the loop
	struct aw_turns turns;
	bool quiet;           // no barrier makes a load see a write
	bool tests_first;     // EXIT comes before the loads, not at the end
	struct guard again;   // what EXIT asks for another turn
	AW_VEC(struct group) groups;
	LLVMValueRef row; // what the loads' addresses are a number of bytes away from
	unsigned loads, bytes;
};

// --- what is written ---

// Whether POINTER leads to memory that no other thread's load of global memory sees.
static bool is_near(LLVMValueRef pointer)
{
	LLVMValueRef object = aw_llvm_object(pointer);
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(object));
	return space == AW_NVPTX_SHARED || space == AW_NVPTX_LOCAL || LLVMIsAAllocaInst(object);
}

static bool is_harmless_call(LLVMValueRef call)
{
	const struct aw_intrinsic *intrinsic = aw_intrinsic_of(call);
	const char *name = aw_llvm_callee_name(call);
	return (intrinsic && (intrinsic->flags & (AW_INTRINSIC_BLOCK | AW_INTRINSIC_WARP))) || aw_starts_with(name, "llvm.dbg.") ||
	       aw_starts_with(name, "llvm.lifetime.") || !strcmp(name, "llvm.assume");
}

// Whether INSTRUCTION writes what others may read, or lets the thread see what others wrote.
static bool may_publish(LLVMValueRef instruction)
{
	if (!aw_llvm_may_write(instruction))
		return false;
	if (LLVMIsACallInst(instruction))
		return !is_harmless_call(instruction);
	return !LLVMIsAStoreInst(instruction) || LLVMGetVolatile(instruction) || !is_near(LLVMGetOperand(instruction, 1));
}

static bool is_meeting(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	return callee && aw_llvm_has_attribute(callee, "convergent");
}

// Notes in MEETS, by number, from which blocks' ends one comes to a meeting of threads.
static void find_meetings(const struct aw_cfg *cfg, bool *meets)
{
	bool *has = AW_NEED_ARRAY(bool, cfg->count), changed = true;
	for (uint32_t block = 0; block < cfg->count; block++)
		AW_FOR_INSTRUCTIONS(instruction, cfg->blocks[block])
			has[block] |= is_meeting(instruction);
	while (changed) {
		changed = false;
		for (uint32_t block = cfg->count; block-- > 0;)
			for (uint32_t i = 0; i < aw_cfg_successor_count(cfg, block) && !meets[block]; i++) {
				uint32_t next = aw_cfg_successor(cfg, block, i);
				changed |= meets[block] = has[next] || meets[next];
			}
	}
	free(has);
}

// Whether no thread of the function publishes anything and then meets others.
static bool is_quiet(const struct aw_cfg *cfg)
{
	bool *meets = AW_NEED_ARRAY(bool, cfg->count), quiet = true;
	find_meetings(cfg, meets);
	for (uint32_t block = 0; block < cfg->count; block++) {
		bool published = false;
		AW_FOR_INSTRUCTIONS(instruction, cfg->blocks[block]) {
			quiet &= !(published && is_meeting(instruction));
			published |= may_publish(instruction);
		}
		quiet &= !(published && meets[block]);
	}
	free(meets);
	return quiet;
}

// Whether the program says that what ADDRESS leads into is only read.
static bool is_only_read(LLVMValueRef address)
{
	LLVMValueRef object = aw_llvm_object(address);
	return LLVMIsAArgument(object) && aw_llvm_argument_attribute(object, "noalias") &&
	       aw_llvm_argument_attribute(object, "readonly");
}

// --- which loads ---

static bool is_own(const struct ahead *ahead, uint32_t block)
{
	return ahead->loops->innermost[block] == ahead->loop;
}

// The one block that leaves the loop, or AW_NONE.
static uint32_t find_exit(const struct ahead *ahead)
{
	const struct aw_loop *loop = &ahead->loops->loops.items[ahead->loop];
	uint32_t exit = AW_NONE;
	for (uint32_t rank = loop->first; rank < loop->end; rank++) {
		uint32_t block = ahead->loops->order[rank];
		for (uint32_t i = 0; i < aw_cfg_successor_count(ahead->cfg, block); i++) {
			if (aw_loop_contains(ahead->loops, ahead->loop, aw_cfg_successor(ahead->cfg, block, i)))
				continue;
			if (exit != AW_NONE && exit != block)
				return AW_NONE;
			exit = block;
		}
	}
	return exit;
}

// Sets GUARDS to what decides in a turn that BLOCK runs, beside what leaves the loop; false where that isn't a chain of branches.
static bool find_guards(const struct ahead *ahead, uint32_t block, struct guards *guards)
{
	guards->count = 0;
	for (uint32_t above = AW_NONE;; block = above, above = AW_NONE) {
		AW_FOR_DECISIONS(ahead->dependence, block, decision) {
			bool inside = aw_loop_contains(ahead->loops, ahead->loop, decision->block);
			if (!inside || decision->block == ahead->exit || decision->block == block)
				continue;
			LLVMValueRef branch = LLVMGetBasicBlockTerminator(ahead->cfg->blocks[decision->block]);
			if (above != AW_NONE || guards->count == MOST_GUARDS || !is_own(ahead, decision->block) || !LLVMIsABranchInst(branch))
				return false;
			guards->items[guards->count++] = (struct guard){ LLVMGetCondition(branch), decision->successor == 0 };
			above = decision->block;
		}
		if (above == AW_NONE)
			return true;
	}
}

// The first barrier behind LOAD that each turn comes to; NULL: none.
static LLVMValueRef find_barrier(const struct ahead *ahead, LLVMValueRef load)
{
	const struct aw_loop *loop = &ahead->loops->loops.items[ahead->loop];
	LLVMBasicBlockRef own = LLVMGetInstructionParent(load);
	struct guards guards;
	for (uint32_t rank = ahead->loops->rank[aw_cfg_number(ahead->cfg, own)]; rank < loop->end; rank++) {
		uint32_t block = ahead->loops->order[rank];
		LLVMBasicBlockRef there = ahead->cfg->blocks[block];
		for (LLVMValueRef i = there == own ? load : LLVMGetFirstInstruction(there); i; i = LLVMGetNextInstruction(i))
			if (aw_turn_is_barrier(i))
				return is_own(ahead, block) && find_guards(ahead, block, &guards) && !guards.count ? i : NULL;
	}
	return NULL;
}

static bool is_known(const struct ahead *ahead, LLVMValueRef value, enum aw_turn turn, bool *moves)
{
	struct aw_turn_search search = { .cfg = ahead->cfg, .loops = ahead->loops, .loop = ahead->loop, .turns = &ahead->turns };
	bool known = aw_turn_is_known(&search, value, turn);
	*moves |= search.moves;
	return known;
}

static bool is_candidate(const struct ahead *ahead, LLVMValueRef load)
{
	if (!LLVMIsALoadInst(load) || !aw_llvm_is_plain(load))
		return false;
	LLVMValueRef address = LLVMGetOperand(load, 0);
	bool moves = false;
	return aw_turn_may_be_global(address) && is_known(ahead, address, AW_TURN_NEXT, &moves) && moves &&
	       (ahead->quiet || is_only_read(address));
}

// Whether the loop has an end that can be told ahead: what EXIT asks, in this turn at the latch, or in the next in front of the loads.
static bool find_end(struct ahead *ahead)
{
	bool moves = false;
	ahead->exit = find_exit(ahead);
	if (ahead->exit == AW_NONE || !is_own(ahead, ahead->exit))
		return false;
	LLVMBasicBlockRef exit = ahead->cfg->blocks[ahead->exit];
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(exit);
	if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) || (exit != ahead->turns.latch && exit != ahead->turns.head))
		return false;
	ahead->tests_first = exit != ahead->turns.latch;
	bool stays = aw_loop_contains(ahead->loops, ahead->loop, aw_cfg_number(ahead->cfg, LLVMGetSuccessor(branch, 0)));
	ahead->again = (struct guard){ LLVMGetCondition(branch), stays };
	return is_known(ahead, ahead->again.condition, ahead->tests_first ? AW_TURN_NEXT : AW_TURN_THIS, &moves);
}

static bool add_group(struct ahead *ahead, uint32_t block)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ahead->unit->module);
	struct group group = { .count = 0 };
	bool moves = false;
	AW_FOR_INSTRUCTIONS(instruction, ahead->cfg->blocks[block]) {
		if (aw_turn_is_barrier(instruction))
			break;
		if (!is_candidate(ahead, instruction))
			continue;
		int64_t offset = 0;
		LLVMValueRef row = aw_llvm_strip_offset(ahead->unit->module, LLVMGetOperand(instruction, 0), &offset);
		if (ahead->row && ahead->row != row)
			return false;
		ahead->row = row;
		ahead->bytes += (unsigned)LLVMABISizeOfType(layout, LLVMTypeOf(instruction));
		if (++ahead->loads > MOST_LOADS || ahead->bytes > MOST_BYTES)
			return false;
		group.loads[group.count++] = instruction;
	}
	if (!group.count)
		return true;
	group.barrier = find_barrier(ahead, group.loads[group.count - 1]);
	bool known = group.barrier && find_guards(ahead, block, &group.guards);
	for (unsigned i = 0; known && i < group.guards.count; i++)
		known = is_known(ahead, group.guards.items[i].condition, AW_TURN_NEXT, &moves);
	if (known)
		aw_need(aw_vec_push(&ahead->groups, group));
	return known;
}

static bool collect(struct ahead *ahead)
{
	const struct aw_loop *loop = &ahead->loops->loops.items[ahead->loop];
	ahead->groups.count = ahead->loads = ahead->bytes = 0;
	ahead->row = NULL;
	if (!loop->reducible || !aw_turns_find(ahead->cfg, ahead->loops, ahead->loop, &ahead->turns) || !ahead->turns.before ||
	    !find_end(ahead))
		return false;
	for (uint32_t rank = loop->first; rank < loop->end; rank++)
		if (is_own(ahead, ahead->loops->order[rank]) && !add_group(ahead, ahead->loops->order[rank]))
			return false;
	return ahead->groups.count > 0;
}

// --- making ---

static LLVMValueRef build_guard(const struct ahead *ahead, const struct guard *guard, enum aw_turn turn)
{
	LLVMValueRef condition = aw_turn_compute(ahead->unit, &ahead->turns, guard->condition, turn);
	return guard->wanted ? condition : LLVMBuildNot(ahead->unit->builder, condition, "");
}

// Whether TURN does the loads of GROUP, at the builder's place; NULL: in any case.
static LLVMValueRef build_guards(const struct ahead *ahead, const struct group *group, enum aw_turn turn)
{
	bool first = turn == AW_TURN_FIRST;
	enum aw_turn end = ahead->tests_first ? turn : AW_TURN_THIS;
	LLVMValueRef all = first && !ahead->tests_first ? NULL : build_guard(ahead, &ahead->again, end);
	for (unsigned i = 0; i < group->guards.count; i++) {
		LLVMValueRef one = build_guard(ahead, &group->guards.items[i], turn);
		all = all ? LLVMBuildAnd(ahead->unit->builder, all, one, "") : one;
	}
	return all;
}

static LLVMValueRef build_load(const struct ahead *ahead, LLVMValueRef load, enum aw_turn turn)
{
	LLVMValueRef address = aw_turn_compute(ahead->unit, &ahead->turns, LLVMGetOperand(load, 0), turn);
	LLVMValueRef made = LLVMInstructionClone(load);
	LLVMSetOperand(made, 0, address);
	LLVMInsertIntoBuilder(ahead->unit->builder, made);
	return made;
}

// The block behind AT, which was split off, took its part as the loop's latch or entry.
static void follow(struct aw_turns *turns, LLVMBasicBlockRef at, LLVMBasicBlockRef rest)
{
	if (turns->latch == at)
		turns->latch = rest;
	if (turns->before == at)
		turns->before = rest;
}

// In front of PLACE: the loads of GROUP for TURN, if it does them, in VALUES.
static void build_loads(struct ahead *ahead, const struct group *group, LLVMValueRef place, enum aw_turn turn, LLVMValueRef *values)
{
	LLVMBuilderRef builder = ahead->unit->builder;
	LLVMPositionBuilderBefore(builder, place);
	LLVMValueRef guard = build_guards(ahead, group, turn);
	if (!guard) {
		for (unsigned i = 0; i < group->count; i++)
			values[i] = build_load(ahead, group->loads[i], turn);
		return;
	}
	LLVMBasicBlockRef before = LLVMGetInstructionParent(place), rest = aw_llvm_split_before(place);
	LLVMBasicBlockRef loads = LLVMInsertBasicBlockInContext(ahead->unit->context, rest, "ahead");
	follow(&ahead->turns, before, rest);
	aw_llvm_erase(LLVMGetBasicBlockTerminator(before));
	LLVMPositionBuilderAtEnd(builder, before);
	LLVMBuildCondBr(builder, guard, loads, rest);
	LLVMPositionBuilderAtEnd(builder, loads);
	for (unsigned i = 0; i < group->count; i++)
		values[i] = build_load(ahead, group->loads[i], turn);
	LLVMBuildBr(builder, rest);
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(rest));
	for (unsigned i = 0; i < group->count; i++) {
		LLVMTypeRef type = LLVMTypeOf(values[i]);
		LLVMValueRef phi = LLVMBuildPhi(builder, type, "");
		LLVMAddIncoming(phi, (LLVMValueRef[]){ values[i], LLVMGetPoison(type) }, (LLVMBasicBlockRef[]){ loads, before }, 2);
		values[i] = phi;
	}
}

// Lets the block in front of the loop lead nowhere else.
static void make_entry(struct ahead *ahead)
{
	if (LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(ahead->turns.before)) > 1)
		ahead->turns.before = aw_llvm_split_edges(ahead->turns.before, ahead->turns.head);
}

static void make_group(struct ahead *ahead, const struct group *group)
{
	LLVMValueRef first[MOST_LOADS], next[MOST_LOADS];
	LLVMSetCurrentDebugLocation2(ahead->unit->builder, NULL);
	make_entry(ahead);
	build_loads(ahead, group, LLVMGetBasicBlockTerminator(ahead->turns.before), AW_TURN_FIRST, first);
	build_loads(ahead, group, group->barrier, AW_TURN_NEXT, next);
	for (unsigned i = 0; i < group->count; i++) {
		LLVMPositionBuilderBefore(ahead->unit->builder, LLVMGetFirstInstruction(ahead->turns.head));
		LLVMValueRef phi = LLVMBuildPhi(ahead->unit->builder, LLVMTypeOf(group->loads[i]), "");
		LLVMAddIncoming(phi, (LLVMValueRef[]){ first[i], next[i] }, (LLVMBasicBlockRef[]){ ahead->turns.before, ahead->turns.latch }, 2);
		aw_llvm_replace(group->loads[i], phi);
	}
}

// Does the loops of FUNCTION from FROM on until one is changed, which makes what is known of it stale.
static bool run(struct aw_unit *unit, LLVMValueRef function, uint32_t *from)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct aw_dominators tree;
	struct aw_control_dependence dependence;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	aw_post_dominators_init(&tree, &cfg);
	aw_control_dependence_init(&dependence, &cfg, &tree);
	struct ahead ahead = { .unit = unit, .cfg = &cfg, .loops = &loops, .dependence = &dependence, .quiet = is_quiet(&cfg) };
	bool found = false;
	while (!found && *from < loops.loops.count) {
		ahead.loop = (*from)++;
		found = collect(&ahead);
	}
	for (size_t i = 0; found && i < ahead.groups.count; i++)
		make_group(&ahead, &ahead.groups.items[i]);
	aw_vec_finish(&ahead.groups);
	aw_control_dependence_finish(&dependence);
	aw_dominators_finish(&tree);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return found;
}

bool aw_pass_load_ahead(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_unit_opt_level(unit) < 2 || unit->request->breakpoints)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		uint32_t next = 0;
		bool here = false;
		// What a caller has written isn't known.
		if (!aw_llvm_is_defined(function) || !aw_unit_is_kernel(unit, function) || !aw_ptx_has_registers(unit, function))
			continue;
		while (run(unit, function, &next))
			here = true;
		if (here) {
			aw_ptx_use_registers(unit, function);
			aw_llvm_run_function_passes(function, "early-cse,simplifycfg,dce", unit->machine);
		}
		changed |= here;
	}
	return changed;
}
