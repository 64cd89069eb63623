// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives every operation at which a thread can wait or stop its site: a constant record with file,
// function, line and rank (struct aw_cpu_site), as metadata of the call.  And keeps warps in step: a
// call of aw.step, with a site too, before each volatile access to memory that other threads can see
// and before printf.
//
// Where lanes can't tell whether they are in step, they need not be (step_need.c).
//
// Nor in what a lock guards that a loop tries to take (find_guards): the lanes come there one after another, and one that stopped
// for the others would keep the lock while all of them ask for it.
//
// Ranks.  When the lanes of a warp wait at different sites, the device lets those at the lowest rank go
// on until they wait at a higher one, so lanes that went different ways meet again where the ways do
// (the thread frontiers of G. Diamos et al., "SIMD Re-convergence At Thread Frontiers", 2011, in their
// simplest form).  For that, ranks go up along the flow, and all of a loop comes before what follows
// the loop (loops.h): lanes that leave a loop early wait for those that are still in it.
//
// One thing ranks alone don't give: a lane that passes around a site in one turn of a loop would reach
// that site in its next turn, and meet there lanes which are a turn behind.  A loop in which that can
// happen gets one more step, on its back edges, ranked after all of the loop: lanes wait there until
// the others have finished their turn.  It can't happen where every meeting of the loop is passed once
// in every turn.  Where lanes meet for nothing but printf, they count their turns and go on (loop_turns.c).
#include <assert.h>
#include <stddef.h>

#include "../../base/vec.h"
#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "loop_turns.h"
#include "step_need.h"

struct sites {
	struct aw_unit *unit;
	LLVMValueRef step; // the function aw.step
	LLVMTypeRef number;
	struct aw_cfg cfg;
	struct aw_loops loops;
	uint32_t *guard;    // of a block: the loop that tries to take the lock which guards it, or AW_NONE
	LLVMValueRef *turn; // of a loop: an instruction that stands for its step; NULL: it needs none
	bool *counted;      // of a loop with a step: its lanes count their turns and don't wait
	struct aw_turns turns;
	uint32_t rank;      // of the next site
	bool in_step;       // a form of the simd strategy: lanes are in step without steps
	struct aw_step_state *done; // at the end of a block: what lanes may have done since they last met
	struct aw_step_state now;
	bool changed;
};

// --- the records ---

// The record is { ptr, ptr, i32, i32, i32, ptr }, which LLVM lays out as C does.
_Static_assert(offsetof(struct aw_cpu_site, function) == 8 && offsetof(struct aw_cpu_site, line) == 16 &&
                       offsetof(struct aw_cpu_site, order) == 20 &&
                       offsetof(struct aw_cpu_site, guard_count) == 24 &&
                       offsetof(struct aw_cpu_site, guards) == 32 && sizeof(struct aw_cpu_site) == 40,
               "make_site makes what the contract says");

static LLVMValueRef make_constant(struct sites *sites, LLVMValueRef value, const char *name)
{
	LLVMValueRef global = LLVMAddGlobal(sites->unit->module, LLVMTypeOf(value), name);
	LLVMSetInitializer(global, value);
	LLVMSetGlobalConstant(global, true);
	LLVMSetLinkage(global, LLVMPrivateLinkage);
	return global;
}

// The array of the guards of a barrier, or a null pointer.
static LLVMValueRef make_guards(struct sites *sites, LLVMValueRef call, size_t *count)
{
	LLVMValueRef *guards;
	*count = aw_waits_guards(sites->unit, call, &guards);
	LLVMValueRef array = LLVMConstNull(LLVMPointerTypeInContext(sites->unit->context, 0));
	if (*count)
		array = make_constant(sites, LLVMConstArray2(sites->number, guards, *count), "aw.guards");
	free(guards);
	return array;
}

// The site of CALL with the next rank, its place being that of AT.
static LLVMValueRef make_site(struct sites *sites, LLVMValueRef call, LLVMValueRef at)
{
	LLVMModuleRef module = sites->unit->module;
	struct aw_place place = aw_llvm_place(at);
	size_t guard_count;
	LLVMValueRef guards = make_guards(sites, call, &guard_count);
	LLVMValueRef members[] = {
		aw_llvm_string(module, place.file),
		aw_llvm_string(module, place.function),
		LLVMConstInt(sites->number, place.line, false),
		LLVMConstInt(sites->number, sites->rank++, false),
		LLVMConstInt(sites->number, guard_count, false),
		guards,
	};
	LLVMValueRef record = LLVMConstStructInContext(sites->unit->context, members,
	                                               sizeof(members) / sizeof(*members), false);
	return make_constant(sites, record, "aw.site");
}

static LLVMValueRef build_step(struct sites *sites, LLVMValueRef before, LLVMValueRef at)
{
	LLVMBuilderRef builder = sites->unit->builder;
	aw_llvm_at(builder, before);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(at));
	return LLVMBuildCall2(builder, LLVMGlobalGetValueType(sites->step), sites->step, NULL, 0, "");
}

// --- what locks guard ---

// Whether INSTRUCTION is an atomic operation, or a call of a function that does one.
static bool is_atomic(LLVMValueRef instruction, unsigned depth)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	LLVMValueRef callee = row ? NULL : aw_llvm_callee(instruction);
	if (!callee || LLVMIsDeclaration(callee))
		return LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
		       (row && row->flags & AW_INTRINSIC_ATOMIC);
	if (!depth)
		return false;
	AW_FOR_BLOCKS(block, callee)
		AW_FOR_INSTRUCTIONS(inner, block)
			if (is_atomic(inner, depth - 1))
				return true;
	return false;
}

// Whether VALUE follows from what an atomic operation in LOOP found.
static bool is_tried(const struct sites *sites, uint32_t loop, LLVMValueRef value, unsigned depth)
{
	enum { CALLS = 6 };
	if (depth == 0 || !aw_loop_has_value(&sites->loops, &sites->cfg, loop, value) || LLVMIsAPHINode(value))
		return false;
	if (is_atomic(value, CALLS))
		return true;
	if (LLVMIsACallInst(value) || LLVMIsALoadInst(value))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (is_tried(sites, loop, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

// Whether lanes come from the block FROM to BLOCK alone when an atomic operation lets them, and the others stay in the loop.
static bool is_let_in(const struct sites *sites, uint32_t from, uint32_t block)
{
	enum { DEPTH = 8 };
	uint32_t loop = sites->loops.innermost[from], ways = 0;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(sites->cfg.blocks[from]);
	if (loop == AW_NONE || !LLVMIsABranchInst(end) || !LLVMIsConditional(end))
		return false;
	AW_FOR_PREDECESSORS(&sites->cfg.graph, block, before)
		ways++;
	AW_FOR_SUCCESSORS(&sites->cfg.graph, from, next)
		if (!aw_loop_contains(&sites->loops, loop, *next))
			return false;
	return ways == 1 && is_tried(sites, loop, LLVMGetCondition(end), DEPTH);
}

static void find_guards(struct sites *sites, const struct aw_dominators *tree)
{
	for (uint32_t i = 0; i < sites->cfg.count; i++) {
		uint32_t block = sites->loops.order[i], from = tree->parent[block];
		sites->guard[block] = AW_NONE;
		if (from == AW_NONE)
			continue;
		if (sites->guard[from] != AW_NONE && aw_loop_contains(&sites->loops, sites->guard[from], block))
			sites->guard[block] = sites->guard[from];
		else if (is_let_in(sites, from, block))
			sites->guard[block] = sites->loops.innermost[from];
	}
}

static bool is_guarded(const struct sites *sites, LLVMValueRef instruction, uint32_t block)
{
	return sites->guard[block] != AW_NONE && aw_waits_volatile(instruction);
}

// --- steps ---

static bool is_leaving(const struct sites *sites, uint32_t block)
{
	return LLVMIsAReturnInst(LLVMGetFirstInstruction(sites->cfg.blocks[block])) != NULL;
}

// Lanes come to BLOCK knowing what they have done only by one way, beside which there is none but out of the function.
static struct aw_step_state done_before(const struct sites *sites, LLVMValueRef function, uint32_t block)
{
	bool in_kernel = aw_unit_is_kernel(sites->unit, function);
	const struct aw_step_state unknown = { .in_kernel = in_kernel, .unknown = true };
	uint32_t from = AW_NONE;
	if (block == 0)
		return (struct aw_step_state){ .in_kernel = in_kernel, .unknown = !in_kernel };
	AW_FOR_PREDECESSORS(&sites->cfg.graph, block, before) {
		if (from != AW_NONE)
			return unknown;
		from = *before;
	}
	if (from == AW_NONE)
		return unknown;
	AW_FOR_SUCCESSORS(&sites->cfg.graph, from, next)
		if (*next != block && !is_leaving(sites, *next))
			return unknown;
	return sites->done[from];
}

static void visit_instruction(struct sites *sites, LLVMValueRef instruction, uint32_t block)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	LLVMValueRef call = row && (row->flags & AW_INTRINSIC_SITE) ? instruction : NULL;
	bool wanted = !sites->in_step && aw_waits_for_step(instruction) && !is_guarded(sites, instruction, block);
	if (wanted && aw_step_needed(&sites->now, instruction)) {
		call = build_step(sites, instruction, instruction);
		aw_step_meet(&sites->now);
	}
	aw_step_pass(&sites->now, instruction);
	if (!call)
		return;
	assert(!aw_unit_site(call) && "sites are made once");
	aw_unit_set_site(call, make_site(sites, call, instruction));
	sites->changed = true;
}

// --- turns of loops ---

// The blocks of a loop from which an edge leads back to its header.
typedef AW_VEC(uint32_t) block_vec;

static block_vec find_latches(const struct sites *sites, uint32_t loop)
{
	block_vec latches = { 0 };
	AW_FOR_PREDECESSORS(&sites->cfg.graph, sites->loops.loops.items[loop].header, from) {
		bool known = latches.count && latches.items[latches.count - 1] == *from;
		if (aw_loop_contains(&sites->loops, loop, *from) && !known)
			aw_need(aw_vec_push(&latches, *from));
	}
	return latches;
}

// A meeting of a block, for printf or for anything else, to stand for it in messages; NULL when the block has none.
static LLVMValueRef find_meeting(const struct sites *sites, uint32_t block, bool prints)
{
	AW_FOR_INSTRUCTIONS(instruction, sites->cfg.blocks[block])
		if (aw_waits_for_lanes_here(instruction) && aw_prints(instruction) == prints && !is_guarded(sites, instruction, block))
			return instruction;
	return NULL;
}

// Whether every turn of LOOP passes BLOCK exactly once.
static bool is_in_every_turn(const struct sites *sites, const struct aw_dominators *tree, uint32_t loop,
                             const block_vec *latches, uint32_t block)
{
	if (sites->loops.innermost[block] != loop)
		return false;
	for (size_t i = 0; i < latches->count; i++)
		if (!aw_dominates(tree, block, latches->items[i]))
			return false;
	return true;
}

// A meeting in LOOP that lanes may pass around in a turn, or more than once; NULL: none.
static LLVMValueRef find_irregular(const struct sites *sites, const struct aw_dominators *tree, uint32_t loop,
                                   LLVMValueRef *const meetings)
{
	const struct aw_loop *row = &sites->loops.loops.items[loop];
	block_vec latches = find_latches(sites, loop);
	LLVMValueRef found = NULL;
	for (uint32_t i = row->first; i < row->end && !found; i++) {
		uint32_t block = sites->loops.order[i];
		if (meetings[block] && !is_in_every_turn(sites, tree, loop, &latches, block))
			found = meetings[block];
	}
	aw_vec_finish(&latches);
	return found;
}

static bool is_reducible(const struct sites *sites)
{
	for (uint32_t loop = 0; loop < sites->loops.loops.count; loop++)
		if (!sites->loops.loops.items[loop].reducible)
			return false;
	return true;
}

// Those of meetings that don't come in every turn: first for what needs the lanes in step, then for printf.
static void find_turns(struct sites *sites, const struct aw_dominators *tree)
{
	LLVMValueRef *meetings = AW_NEED_ARRAY(LLVMValueRef, sites->cfg.count);
	bool reducible = is_reducible(sites);
	for (unsigned prints = 0; prints < 2; prints++) {
		for (uint32_t block = 0; block < sites->cfg.count; block++)
			meetings[block] = find_meeting(sites, block, prints);
		for (uint32_t loop = 0; loop < sites->loops.loops.count; loop++) {
			if (sites->turn[loop])
				continue;
			sites->turn[loop] = find_irregular(sites, tree, loop, meetings);
			sites->counted[loop] = prints && reducible && sites->turn[loop];
		}
	}
	free(meetings);
}

// Puts the steps of LOOP on its back edges, all with one site, so that lanes from all of them meet.
static void place_step(struct sites *sites, uint32_t loop)
{
	LLVMBasicBlockRef header = sites->cfg.blocks[sites->loops.loops.items[loop].header];
	block_vec latches = find_latches(sites, loop);
	LLVMValueRef site = NULL;
	assert(latches.count > 0 && "a loop without a back edge");
	for (size_t i = 0; i < latches.count; i++) {
		LLVMBasicBlockRef between = aw_llvm_split_edges(sites->cfg.blocks[latches.items[i]], header);
		LLVMValueRef end = LLVMGetBasicBlockTerminator(between);
		LLVMValueRef step = build_step(sites, end, sites->turn[loop]);
		if (!site)
			site = make_site(sites, step, sites->turn[loop]);
		aw_unit_set_site(step, site);
	}
	aw_vec_finish(&latches);
}

static void place_turn(struct sites *sites, uint32_t loop)
{
	assert(sites->turn[loop]);
	if (sites->counted[loop]) {
		LLVMValueRef mark = aw_turns_count(&sites->turns, loop);
		aw_unit_set_site(mark, make_site(sites, mark, sites->turn[loop]));
	} else {
		place_step(sites, loop);
	}
	sites->changed = true;
}

// --- the walk ---

// Closes the loops around PREVIOUS that don't go on with NEXT (AW_NONE: the end), innermost first.
static void close_loops(struct sites *sites, uint32_t previous, uint32_t next)
{
	uint32_t loop = sites->loops.innermost[previous];
	for (; loop != AW_NONE; loop = sites->loops.loops.items[loop].parent) {
		if (next != AW_NONE && aw_loop_contains(&sites->loops, loop, next))
			return;
		if (sites->turn[loop])
			place_turn(sites, loop);
	}
}

// Visits the blocks in flow order, so that ranks count up along it.
static void visit_function(struct sites *sites, LLVMValueRef function)
{
	aw_cfg_init(&sites->cfg, function);
	aw_loops_init(&sites->loops, &sites->cfg);
	struct aw_dominators tree;
	aw_dominators_init(&tree, &sites->cfg.graph, 0);
	sites->guard = AW_NEED_ARRAY(uint32_t, sites->cfg.count);
	find_guards(sites, &tree);
	sites->turn = AW_NEED_ARRAY(LLVMValueRef, sites->loops.loops.count);
	sites->counted = AW_NEED_ARRAY(bool, sites->loops.loops.count);
	sites->turns = (struct aw_turns){ sites->unit, &sites->cfg, &sites->loops, sites->counted, NULL };
	sites->done = AW_NEED_ARRAY(struct aw_step_state, sites->cfg.count);
	sites->rank = 0;
	sites->in_step = aw_unit_is_form(sites->unit, function);
	if (!sites->in_step)
		find_turns(sites, &tree);
	aw_dominators_finish(&tree);
	for (uint32_t i = 0; i < sites->cfg.count; i++) {
		uint32_t block = sites->loops.order[i];
		sites->now = done_before(sites, function, block);
		AW_FOR_INSTRUCTIONS_SAFE(instruction, sites->cfg.blocks[block])
			visit_instruction(sites, instruction, block);
		sites->done[block] = sites->now;
		close_loops(sites, block, i + 1 < sites->cfg.count ? sites->loops.order[i + 1] : AW_NONE);
	}
	aw_turns_end(&sites->turns);
	free(sites->done);
	free(sites->guard);
	free(sites->turn);
	free(sites->counted);
	aw_loops_finish(&sites->loops);
	aw_cfg_finish(&sites->cfg);
}

bool aw_pass_lower_sites(struct aw_unit *unit)
{
	struct sites sites = {
		.unit = unit,
		.step = aw_unit_marker(unit, "aw.step"),
		.number = LLVMInt32TypeInContext(unit->context),
	};
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_llvm_is_defined(function))
			visit_function(&sites, function);
	if (!LLVMGetFirstUse(sites.step))
		LLVMDeleteFunction(sites.step);
	return sites.changed;
}
