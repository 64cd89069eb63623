// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks the ways around barriers.  CUDA requires that all threads of a block meet the same
// __syncthreads(); where some take a branch that leads around it, hardware hangs or goes wrong without a
// word (CUDA C++ Programming Guide, "Synchronization Functions").  The device can't tell such a thread
// from one that returned early, which is allowed, so the thread itself says that it goes around.
//
// For each branch B that threads of a block may take differently, let P be its immediate post-dominator,
// the place where both sides meet again.  In the region of blocks from B up to P, an edge leads around
// when a barrier could still be met before P at its start, none can be after it, and P can be reached.
// Each such edge gets a call of aw.bypass with an id of its own, a guard, and all barriers of the region
// list it.  When the device finds threads waiting at a barrier, others whose last guard is on that
// barrier's list, set since the block's last barrier, have gone around it (cpu_abi.h).
//
// No bypass is a branch whose sides meet only at the end of the kernel, or where nothing but the end
// follows: the plain early return, and the kernel whose whole body stands in an if.  PTX has been optimised, which
// joins ends that were apart, so nothing is told of it.
//
// Barriers in functions that were not inlined count at their calls.
#include <assert.h>

#include "../../base/vec.h"
#include "../analysis/call_graph.h"
#include "../analysis/dominators.h"
#include "../ptx/ptx_module.h"
#include "waiting.h"

// An edge that leads around; edges number I has guard I + 1.
struct detour {
	LLVMBasicBlockRef from;
	LLVMBasicBlockRef to;
};

// A barrier and the guards that lead around it.
struct barrier {
	LLVMValueRef call;
	AW_VEC(uint32_t) guards;
};

struct bypass {
	struct aw_unit *unit;
	struct aw_call_graph calls;
	bool *meets; // of a function: it or one that it may call has a barrier
	AW_VEC(struct detour) detours;
	AW_VEC(struct barrier) barriers;
	struct aw_map barrier_numbers; // call -> index in barriers + 1
};

// --- which instructions and functions meet a barrier ---

static void note_barriers(struct bypass *bypass, LLVMValueRef function, bool *found)
{
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			if (!aw_waits_for_block(instruction))
				continue;
			*found = true;
			struct barrier barrier = { .call = instruction };
			aw_need(aw_vec_push(&bypass->barriers, barrier));
			aw_need(aw_map_put(&bypass->barrier_numbers, instruction,
			                   (void *)(uintptr_t)bypass->barriers.count));
		}
	}
}

// A call through a pointer may reach all functions whose address is taken.
static bool pointer_calls_meet(const struct bypass *bypass)
{
	for (uint32_t i = 0; i < bypass->calls.count; i++)
		if (bypass->calls.nodes[i].address_taken && bypass->meets[i])
			return true;
	return false;
}

static bool callees_meet(const struct bypass *bypass, uint32_t number, bool pointers)
{
	if (pointers && bypass->calls.nodes[number].calls_pointers)
		return true;
	AW_FOR_SUCCESSORS(&bypass->calls.graph, number, callee)
		if (bypass->meets[*callee])
			return true;
	return false;
}

static void find_meeting_functions(struct bypass *bypass)
{
	struct aw_call_graph *calls = &bypass->calls;
	for (uint32_t i = 0; i < calls->count; i++)
		note_barriers(bypass, calls->nodes[i].function, &bypass->meets[i]);
	for (bool changed = true; changed;) {
		changed = false;
		bool pointers = pointer_calls_meet(bypass);
		for (uint32_t i = 0; i < calls->count; i++) {
			uint32_t number = calls->bottom_up[i];
			if (bypass->meets[number] || !callees_meet(bypass, number, pointers))
				continue;
			changed = bypass->meets[number] = true;
		}
	}
}

// Whether a thread can meet a barrier in INSTRUCTION.
static bool meets_barrier(const struct bypass *bypass, LLVMValueRef instruction)
{
	if (!LLVMIsACallInst(instruction) || LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)))
		return false;
	if (aw_map_get(&bypass->barrier_numbers, instruction))
		return true;
	uint32_t callee = aw_call_graph_number(&bypass->calls, LLVMGetCalledValue(instruction));
	return callee == AW_NONE ? pointer_calls_meet(bypass) : bypass->meets[callee];
}

// --- obviously uniform conditions ---

// Whether VALUE is surely the same for all threads of a block: made by arithmetic from constants,
// parameters of the kernel and the like.  DEPTH bounds the search; a guard too many costs little.
static bool is_uniform(const struct aw_unit *unit, LLVMValueRef value, int depth)
{
	if (LLVMIsAConstant(value))
		return true;
	if (LLVMIsAArgument(value))
		return aw_unit_is_kernel(unit, LLVMGetParamParent(value));
	if (!LLVMIsAInstruction(value) || depth == 0)
		return false;
	const struct aw_intrinsic *row = aw_intrinsic_of(value);
	if (row && (row->uniformity == AW_UNIFORM_GRID || row->uniformity == AW_UNIFORM_BLOCK))
		return true;
	if (!LLVMIsABinaryOperator(value) && !LLVMIsACmpInst(value) && !LLVMIsACastInst(value) &&
	    !LLVMIsASelectInst(value))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (!is_uniform(unit, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return false;
	return true;
}

static bool may_diverge(const struct aw_unit *unit, LLVMValueRef terminator)
{
	enum { SEARCH_DEPTH = 6 };
	if (LLVMGetNumSuccessors(terminator) < 2)
		return false;
	assert(LLVMIsABranchInst(terminator) || LLVMIsASwitchInst(terminator));
	LLVMValueRef condition = LLVMGetOperand(terminator, 0);
	return !is_uniform(unit, condition, SEARCH_DEPTH);
}

// --- regions ---

typedef AW_VEC(uint32_t) block_vec;

// One function, and the region of the branch that is looked at.
struct flow {
	struct bypass *bypass;
	struct aw_cfg cfg;
	struct aw_dominators post;
	bool *barrier;  // of a block: it can meet one
	bool *ending;   // of a block: nothing but the end of the kernel follows
	bool *inside;   // of a block: in the region
	bool *ahead;    // of a block in the region: a barrier can be met from its start on, before P
	bool *fresh;    // of a block in the region: can be reached from B without a barrier
	block_vec region;
	block_vec work;
};

static bool is_harmless(LLVMValueRef instruction)
{
	if (LLVMIsAStoreInst(instruction) || LLVMIsAAtomicRMWInst(instruction) ||
	    LLVMIsAAtomicCmpXchgInst(instruction) || LLVMIsAFenceInst(instruction))
		return false;
	LLVMValueRef callee = aw_llvm_callee(instruction);
	if (!callee)
		return !LLVMIsACallInst(instruction);
	const char *name = aw_llvm_name(callee);
	return aw_starts_with(name, "llvm.lifetime.") || aw_starts_with(name, "llvm.dbg.");
}

// Blocks that do nothing and lead only to such blocks; in reverse of flow order, so that one pass finds
// them all where there is no loop, and loops stay out.
static void find_ending(struct flow *flow)
{
	for (uint32_t block = flow->cfg.count; block-- > 0;) {
		bool ending = true;
		AW_FOR_SUCCESSORS(&flow->cfg.graph, block, next)
			ending &= flow->ending[*next];
		for (LLVMValueRef i = LLVMGetFirstInstruction(flow->cfg.blocks[block]); i && ending;
		     i = LLVMGetNextInstruction(i))
			ending = is_harmless(i);
		flow->ending[block] = ending;
	}
}

static bool find_barriers(struct flow *flow)
{
	bool any = false;
	for (uint32_t block = 0; block < flow->cfg.count; block++) {
		AW_FOR_INSTRUCTIONS(instruction, flow->cfg.blocks[block])
			flow->barrier[block] |= meets_barrier(flow->bypass, instruction);
		any |= flow->barrier[block];
	}
	return any;
}

// Collects the blocks between BRANCH and MEETING; returns whether a barrier is among them.
static bool collect_region(struct flow *flow, uint32_t branch, uint32_t meeting)
{
	for (size_t i = 0; i < flow->region.count; i++) {
		uint32_t block = flow->region.items[i];
		flow->inside[block] = flow->ahead[block] = flow->fresh[block] = false;
	}
	flow->region.count = 0;
	bool any = false;
	uint32_t from = branch;
	for (size_t next = 0;; from = flow->region.items[next++]) {
		AW_FOR_SUCCESSORS(&flow->cfg.graph, from, to) {
			if (*to == meeting || flow->inside[*to])
				continue;
			flow->inside[*to] = true;
			any |= flow->barrier[*to];
			aw_need(aw_vec_push(&flow->region, *to));
		}
		if (next == flow->region.count)
			return any;
	}
}

// Spreads `ahead` from the barriers of the region against the flow.
static void find_ahead(struct flow *flow)
{
	flow->work.count = 0;
	for (size_t i = 0; i < flow->region.count; i++) {
		uint32_t block = flow->region.items[i];
		flow->ahead[block] = flow->barrier[block];
		if (flow->barrier[block])
			aw_need(aw_vec_push(&flow->work, block));
	}
	while (flow->work.count) {
		uint32_t block = flow->work.items[--flow->work.count];
		AW_FOR_PREDECESSORS(&flow->cfg.graph, block, previous) {
			if (!flow->inside[*previous] || flow->ahead[*previous])
				continue;
			flow->ahead[*previous] = true;
			aw_need(aw_vec_push(&flow->work, *previous));
		}
	}
}

// Spreads `fresh` from BRANCH along the flow, and stops at barriers.  The work list is left holding the
// blocks, BRANCH first.
static void find_fresh(struct flow *flow, uint32_t branch, uint32_t meeting)
{
	assert(branch != meeting);
	flow->work.count = 0;
	aw_need(aw_vec_push(&flow->work, branch));
	for (size_t i = 0; i < flow->work.count; i++) {
		AW_FOR_SUCCESSORS(&flow->cfg.graph, flow->work.items[i], to) {
			if (*to == meeting || *to == branch || flow->fresh[*to] || flow->barrier[*to])
				continue;
			flow->fresh[*to] = true;
			aw_need(aw_vec_push(&flow->work, *to));
		}
	}
}

// --- guards ---

// The guard of the edge FROM -> TO.
static uint32_t guard_of(struct bypass *bypass, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	for (size_t i = bypass->detours.count; i-- > 0;)
		if (bypass->detours.items[i].from == from && bypass->detours.items[i].to == to)
			return (uint32_t)i + 1;
	aw_need(aw_vec_push(&bypass->detours, (struct detour){ from, to }));
	return (uint32_t)bypass->detours.count;
}

static void add_guard(struct bypass *bypass, LLVMValueRef call, uint32_t guard)
{
	assert(guard > 0 && aw_map_get(&bypass->barrier_numbers, call));
	struct barrier *barrier =
		&bypass->barriers.items[(uintptr_t)aw_map_get(&bypass->barrier_numbers, call) - 1];
	for (size_t i = 0; i < barrier->guards.count; i++)
		if (barrier->guards.items[i] == guard)
			return;
	aw_need(aw_vec_push(&barrier->guards, guard));
}

// Adds GUARD to all barriers of a function and of those that it calls.  SEEN ends recursion.
static void guard_function(struct bypass *bypass, uint32_t number, uint32_t guard, bool *seen)
{
	if (seen[number] || !bypass->meets[number])
		return;
	seen[number] = true;
	AW_FOR_BLOCKS(block, bypass->calls.nodes[number].function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (aw_map_get(&bypass->barrier_numbers, instruction))
				add_guard(bypass, instruction, guard);
	AW_FOR_SUCCESSORS(&bypass->calls.graph, number, callee)
		guard_function(bypass, *callee, guard, seen);
	for (uint32_t i = 0; bypass->calls.nodes[number].calls_pointers && i < bypass->calls.count; i++)
		if (bypass->calls.nodes[i].address_taken)
			guard_function(bypass, i, guard, seen);
}

static void guard_call(struct bypass *bypass, LLVMValueRef call, uint32_t guard)
{
	if (aw_map_get(&bypass->barrier_numbers, call)) {
		add_guard(bypass, call, guard);
		return;
	}
	bool *seen = AW_NEED_ARRAY(bool, bypass->calls.count);
	uint32_t callee = aw_call_graph_number(&bypass->calls, LLVMGetCalledValue(call));
	if (callee != AW_NONE)
		guard_function(bypass, callee, guard, seen);
	for (uint32_t i = 0; callee == AW_NONE && i < bypass->calls.count; i++)
		if (bypass->calls.nodes[i].address_taken)
			guard_function(bypass, i, guard, seen);
	free(seen);
}

// Adds GUARD to all barriers of the region.
static void guard_region(struct flow *flow, uint32_t guard)
{
	for (size_t i = 0; i < flow->region.count; i++) {
		if (!flow->barrier[flow->region.items[i]])
			continue;
		AW_FOR_INSTRUCTIONS(instruction, flow->cfg.blocks[flow->region.items[i]])
			if (meets_barrier(flow->bypass, instruction))
				guard_call(flow->bypass, instruction, guard);
	}
}

static bool has_barrier_ahead(const struct flow *flow, uint32_t block)
{
	AW_FOR_SUCCESSORS(&flow->cfg.graph, block, next)
		if (flow->inside[*next] && flow->ahead[*next])
			return true;
	return false;
}

// Guards the edges from FROM by which a thread makes sure that it meets no barrier before MEETING.
static void guard_edges(struct flow *flow, uint32_t from, uint32_t meeting)
{
	if (!has_barrier_ahead(flow, from))
		return;
	AW_FOR_SUCCESSORS(&flow->cfg.graph, from, to) {
		bool arrives = *to == meeting || flow->post.parent[*to] != AW_NONE;
		bool clean = *to == meeting || !flow->ahead[*to];
		if (arrives && clean)
			guard_region(flow, guard_of(flow->bypass, flow->cfg.blocks[from], flow->cfg.blocks[*to]));
	}
}

static void visit_branch(struct flow *flow, uint32_t branch, bool in_kernel)
{
	uint32_t meeting = flow->post.parent[branch];
	bool at_end = meeting == flow->cfg.count || (meeting != AW_NONE && flow->ending[meeting]);
	if (meeting == AW_NONE || (in_kernel && at_end) ||
	    !may_diverge(flow->bypass->unit, LLVMGetBasicBlockTerminator(flow->cfg.blocks[branch])))
		return;
	if (!collect_region(flow, branch, meeting))
		return;
	find_ahead(flow);
	find_fresh(flow, branch, meeting);
	for (size_t i = 0; i < flow->work.count; i++)
		guard_edges(flow, flow->work.items[i], meeting);
}

static void visit_function(struct bypass *bypass, LLVMValueRef function)
{
	struct flow flow = { .bypass = bypass };
	aw_cfg_init(&flow.cfg, function);
	uint32_t count = flow.cfg.count;
	flow.barrier = AW_NEED_ARRAY(bool, count);
	if (find_barriers(&flow)) {
		aw_post_dominators_init(&flow.post, &flow.cfg);
		flow.ending = AW_NEED_ARRAY(bool, count);
		flow.inside = AW_NEED_ARRAY(bool, count);
		flow.ahead = AW_NEED_ARRAY(bool, count);
		flow.fresh = AW_NEED_ARRAY(bool, count);
		find_ending(&flow);
		bool in_kernel = aw_unit_is_kernel(bypass->unit, function);
		for (uint32_t block = 0; block < count; block++)
			visit_branch(&flow, block, in_kernel);
		aw_dominators_finish(&flow.post);
	}
	free(flow.barrier);
	free(flow.ending);
	free(flow.inside);
	free(flow.ahead);
	free(flow.fresh);
	aw_vec_finish(&flow.region);
	aw_vec_finish(&flow.work);
	aw_cfg_finish(&flow.cfg);
}

static void place_marks(struct bypass *bypass)
{
	LLVMBuilderRef builder = bypass->unit->builder;
	LLVMValueRef mark = bypass->detours.count ? aw_unit_marker(bypass->unit, "aw.bypass") : NULL;
	LLVMTypeRef number = LLVMInt32TypeInContext(bypass->unit->context);
	for (size_t i = 0; i < bypass->detours.count; i++) {
		struct detour detour = bypass->detours.items[i];
		LLVMBasicBlockRef between = aw_llvm_split_edges(detour.from, detour.to);
		assert(LLVMGetFirstInstruction(between) == LLVMGetBasicBlockTerminator(between));
		aw_llvm_at(builder, LLVMGetBasicBlockTerminator(between));
		LLVMValueRef guard = LLVMConstInt(number, i + 1, false);
		LLVMBuildCall2(builder, LLVMGlobalGetValueType(mark), mark, &guard, 1, "");
	}
	for (size_t i = 0; i < bypass->barriers.count; i++) {
		struct barrier *barrier = &bypass->barriers.items[i];
		if (barrier->guards.count)
			aw_waits_set_guards(bypass->unit, barrier->call, barrier->guards.items, barrier->guards.count);
	}
}

bool aw_pass_lower_bypass(struct aw_unit *unit)
{
	struct bypass bypass = { .unit = unit };
	aw_call_graph_init(&bypass.calls, unit->module);
	bypass.meets = AW_NEED_ARRAY(bool, bypass.calls.count);
	find_meeting_functions(&bypass);
	AW_FOR_FUNCTIONS(function, unit->module)
		if (bypass.barriers.count && aw_llvm_is_defined(function) && !aw_ptx_made(function))
			visit_function(&bypass, function);
	place_marks(&bypass);
	bool changed = bypass.detours.count > 0;

	for (size_t i = 0; i < bypass.barriers.count; i++)
		aw_vec_finish(&bypass.barriers.items[i].guards);
	aw_vec_finish(&bypass.barriers);
	aw_vec_finish(&bypass.detours);
	aw_map_finish(&bypass.barrier_numbers);
	aw_call_graph_finish(&bypass.calls);
	free(bypass.meets);
	return changed;
}
