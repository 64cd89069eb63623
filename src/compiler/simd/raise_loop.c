// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop of
//
//     if (row < size && column < size) {
//         float sum = 0;
//         for (k = 0; k < size; k++)
//             ...
//     }
//
// is entered by those gangs only that have a lane in range.  To run it in step (lock_loops.c) the block needs a place in
// front of it that all its gangs come to.  So each edge by which a gang gets around the loop, from where all still were
// together, is led to a new block, "ways", which knows by a number where the gang was on its way to:
//
//     way = 0 for those that enter the loop, 1, 2, … for the places where they get around it
//     if (way == 0) the loop
//     else if (way == 1) …
//
// Between that block and the loop's end nothing else happens for those that get around.  What is computed
// before the loop and needed in or behind it, and can't fault, moves up to where all gangs are; the rest becomes phis.
#include "raise_loop.h"

#include <assert.h>

#include "../analysis/block_uniformity.h"

struct edge {
	uint32_t from, to;
	unsigned way;          // 0: into the loop
	LLVMBasicBlockRef via; // its own block
};

struct raise {
	struct aw_unit *unit;
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	struct aw_dominators dominators;
	uint32_t loop, header, before, above, outer;
	bool *ahead;  // by block: on the ways from ABOVE to the loop or around it
	bool *behind; // by block: the loop leads there
	AW_VEC(struct edge) edges;
	AW_VEC(uint32_t) targets; // of way 1, 2, …
	LLVMBasicBlockRef ways;
};

typedef AW_VEC(uint32_t) number_vec;

static void visit(bool *seen, number_vec *work, uint32_t block)
{
	if (!seen[block])
		aw_need(aw_vec_push(work, block));
	seen[block] = true;
}

static bool begins_turn(const struct raise *raise, uint32_t block)
{
	return raise->outer != AW_NONE && raise->loops->loops.items[raise->outer].header == block;
}

// Finds what the loop leads to in the same turn of the loop around it.
static void look_behind(struct raise *raise)
{
	const struct aw_loop *loop = &raise->loops->loops.items[raise->loop];
	number_vec work = { 0 };
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_SUCCESSORS(&raise->cfg->graph, raise->loops->order[i], to)
			if (!aw_loop_contains(raise->loops, raise->loop, *to))
				visit(raise->behind, &work, *to);
	while (work.count) {
		uint32_t from = work.items[--work.count];
		if (!begins_turn(raise, from))
			AW_FOR_SUCCESSORS(&raise->cfg->graph, from, to)
				visit(raise->behind, &work, *to);
	}
	aw_vec_finish(&work);
}

// The number of the way to block TARGET.
static unsigned way_to(struct raise *raise, uint32_t target)
{
	for (size_t i = 0; i < raise->targets.count; i++)
		if (raise->targets.items[i] == target)
			return (unsigned)i + 1;
	aw_need(aw_vec_push(&raise->targets, target));
	return (unsigned)raise->targets.count;
}

static void note_edge(struct raise *raise, uint32_t from, uint32_t to, unsigned way)
{
	for (size_t i = 0; i < raise->edges.count; i++)
		if (raise->edges.items[i].from == from && raise->edges.items[i].to == to)
			return; // both ways of a branch
	aw_need(aw_vec_push(&raise->edges, (struct edge){ .from = from, .to = to, .way = way }));
}

// Finds the ways from ABOVE; false when some don't come together with the loop's, or others join them.
static bool look_ahead(struct raise *raise)
{
	number_vec work = { 0 };
	bool good = true;
	visit(raise->ahead, &work, raise->above);
	while (work.count && good) {
		uint32_t from = work.items[--work.count];
		good = aw_dominates(&raise->dominators, raise->above, from) && aw_cfg_successor_count(raise->cfg, from) > 0 &&
		       LLVMIsABranchInst(LLVMGetBasicBlockTerminator(raise->cfg->blocks[from]));
		AW_FOR_SUCCESSORS(&raise->cfg->graph, from, to) {
			bool leaves = raise->outer != AW_NONE && !aw_loop_contains(raise->loops, raise->outer, *to);
			if (*to == raise->header)
				note_edge(raise, from, *to, 0);
			else if (raise->behind[*to])
				note_edge(raise, from, *to, way_to(raise, *to));
			else if (leaves || begins_turn(raise, *to))
				good = false;
			else
				visit(raise->ahead, &work, *to);
		}
	}
	aw_vec_finish(&work);
	return good && raise->ahead[raise->before] && raise->targets.count > 0;
}

// --- values ---

static bool may_move(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem:
	case LLVMPHI: case LLVMAlloca: case LLVMFence: case LLVMAtomicRMW: case LLVMAtomicCmpXchg:
	case LLVMLoad: case LLVMStore: case LLVMInvoke: case LLVMCallBr: case LLVMVAArg:
		return false;
	case LLVMCall:
		return aw_block_call_is_pure(instruction);
	default:
		return !LLVMIsATerminatorInst(instruction);
	}
}

// Whether VALUE stands on the ways behind ABOVE.
static bool is_ahead(const struct raise *raise, LLVMValueRef value)
{
	if (!LLVMIsAInstruction(value))
		return false;
	uint32_t block = aw_cfg_number(raise->cfg, LLVMGetInstructionParent(value));
	return block != AW_NONE && block != raise->above && raise->ahead[block];
}

static bool can_move(const struct raise *raise, LLVMValueRef value, unsigned depth)
{
	enum { DEEP = 24 };
	if (!is_ahead(raise, value))
		return true;
	if (depth > DEEP || !may_move(value))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!can_move(raise, LLVMGetOperand(value, i), depth + 1))
			return false;
	return true;
}

// Moves VALUE, and what it is made from, to where all gangs still are together.
static void move_up(struct raise *raise, LLVMValueRef value)
{
	if (!is_ahead(raise, value))
		return;
	assert(may_move(value));
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		move_up(raise, LLVMGetOperand(value, i));
	LLVMInstructionRemoveFromParent(value);
	LLVMPositionBuilderBefore(raise->unit->builder, LLVMGetBasicBlockTerminator(raise->cfg->blocks[raise->above]));
	LLVMInsertIntoBuilder(raise->unit->builder, value);
}

// A phi of "ways" with VALUE on the edges where it is there, nothing on others.
static LLVMValueRef carry(struct raise *raise, LLVMValueRef value, uint32_t home)
{
	LLVMPositionBuilderBefore(raise->unit->builder, LLVMGetFirstInstruction(raise->ways));
	LLVMSetCurrentDebugLocation2(raise->unit->builder, NULL);
	LLVMValueRef phi = LLVMBuildPhi(raise->unit->builder, LLVMTypeOf(value), ""), none = LLVMGetPoison(LLVMTypeOf(value));
	for (size_t i = 0; i < raise->edges.count; i++) {
		const struct edge *edge = &raise->edges.items[i];
		bool there = aw_dominates(&raise->dominators, home, edge->from);
		LLVMAddIncoming(phi, there ? &value : &none, (LLVMBasicBlockRef *)&edge->via, 1);
	}
	return phi;
}

// Whether operand I of USER is needed in the loop or behind it.
static bool is_needed(const struct raise *raise, LLVMValueRef user, unsigned i)
{
	LLVMBasicBlockRef at = LLVMIsAPHINode(user) ? LLVMGetIncomingBlock(user, i) : LLVMGetInstructionParent(user);
	uint32_t block = aw_cfg_number(raise->cfg, at);
	return block != AW_NONE && (raise->behind[block] || aw_loop_contains(raise->loops, raise->loop, block));
}

// Gives the loop and what is behind it VALUE of block HOME.
static void provide(struct raise *raise, LLVMValueRef value, uint32_t home)
{
	AW_VEC(LLVMValueRef) users = { 0 };
	AW_FOR_USES(use, value)
		aw_need(aw_vec_push(&users, LLVMGetUser(use)));
	LLVMValueRef given = NULL;
	for (size_t u = 0; u < users.count; u++)
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(users.items[u]); i++) {
			if (LLVMGetOperand(users.items[u], i) != value || !is_needed(raise, users.items[u], i))
				continue;
			if (!given && can_move(raise, value, 0))
				move_up(raise, given = value);
			else if (!given)
				given = carry(raise, value, home);
			LLVMSetOperand(users.items[u], i, given);
		}
	aw_vec_finish(&users);
}

// --- flow ---

static LLVMTypeRef number_type(const struct raise *raise)
{
	return LLVMInt32TypeInContext(raise->unit->context);
}

// What PHI has on the edges of way WAY, in "ways": one value that is there, or a phi of several.
static LLVMValueRef join_values(struct raise *raise, LLVMValueRef phi, unsigned way)
{
	LLVMValueRef only = NULL, none = LLVMGetPoison(LLVMTypeOf(phi));
	bool one = true;
	for (size_t i = 0; i < raise->edges.count; i++) {
		if (raise->edges.items[i].way != way)
			continue;
		LLVMValueRef value = aw_llvm_incoming(phi, raise->edges.items[i].via);
		if (can_move(raise, value, 0))
			move_up(raise, value);
		one = one && (!only || only == value) && !is_ahead(raise, value);
		only = value;
	}
	assert(only && "each way has an edge");
	if (one)
		return only;
	LLVMPositionBuilderBefore(raise->unit->builder, LLVMGetFirstInstruction(raise->ways));
	LLVMSetCurrentDebugLocation2(raise->unit->builder, NULL);
	LLVMValueRef joined = LLVMBuildPhi(raise->unit->builder, LLVMTypeOf(phi), "");
	for (size_t i = 0; i < raise->edges.count; i++) {
		LLVMBasicBlockRef via = raise->edges.items[i].via;
		LLVMValueRef value = raise->edges.items[i].way == way ? aw_llvm_incoming(phi, via) : none;
		LLVMAddIncoming(joined, &value, &via, 1);
	}
	return joined;
}

static bool is_via(const struct raise *raise, LLVMBasicBlockRef block)
{
	for (size_t i = 0; i < raise->edges.count; i++)
		if (raise->edges.items[i].via == block)
			return true;
	return false;
}

// Replaces PHI, one of the target of way WAY: what came by the edges comes from block AFTER.
static void redirect_phi(struct raise *raise, LLVMValueRef phi, unsigned way, LLVMBasicBlockRef after)
{
	LLVMValueRef joined = join_values(raise, phi, way);
	LLVMPositionBuilderBefore(raise->unit->builder, phi);
	LLVMValueRef new = LLVMBuildPhi(raise->unit->builder, LLVMTypeOf(phi), "");
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);
		if (!is_via(raise, from))
			LLVMAddIncoming(new, &value, &from, 1);
	}
	LLVMAddIncoming(new, &joined, &after, 1);
	aw_llvm_replace(phi, new);
}

static void redirect_phis(struct raise *raise, uint32_t target, unsigned way, LLVMBasicBlockRef after)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(raise->cfg->blocks[target]);
	for (LLVMValueRef next; LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		redirect_phi(raise, phi, way, after);
	}
}

static LLVMBasicBlockRef append(struct raise *raise, const char *name)
{
	return LLVMAppendBasicBlockInContext(raise->unit->context, raise->cfg->function, name);
}

// Leads the edges to "ways"; returns its number of the way, which stands alone in it with a branch to come.
static LLVMValueRef join_edges(struct raise *raise)
{
	LLVMBuilderRef builder = raise->unit->builder;
	raise->ways = append(raise, "ways");
	LLVMPositionBuilderAtEnd(builder, raise->ways);
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMValueRef way = LLVMBuildPhi(builder, number_type(raise), "way");
	for (size_t i = 0; i < raise->edges.count; i++) {
		struct edge *edge = &raise->edges.items[i];
		edge->via = aw_llvm_split_edges(raise->cfg->blocks[edge->from], raise->cfg->blocks[edge->to]);
		LLVMValueRef number = LLVMConstInt(number_type(raise), edge->way, false);
		LLVMAddIncoming(way, &number, &edge->via, 1);
	}
	return way;
}

// The branches behind "ways": into the loop, or by way 1, 2, … around it.
static void part_again(struct raise *raise, LLVMValueRef way)
{
	LLVMBuilderRef builder = raise->unit->builder;
	LLVMBasicBlockRef at = raise->ways, target = raise->cfg->blocks[raise->header];
	redirect_phis(raise, raise->header, 0, at);
	for (unsigned i = 0; i <= raise->targets.count; i++) {
		LLVMPositionBuilderAtEnd(builder, at);
		if (i == raise->targets.count) {
			LLVMBuildBr(builder, target);
			break;
		}
		LLVMBasicBlockRef around = append(raise, "around");
		LLVMValueRef here = LLVMBuildICmp(builder, LLVMIntEQ, way, LLVMConstInt(number_type(raise), i, false), "");
		LLVMBuildCondBr(builder, here, target, around);
		at = around;
		target = raise->cfg->blocks[raise->targets.items[i]];
		redirect_phis(raise, raise->targets.items[i], i + 1, at);
	}
	for (size_t i = 0; i < raise->edges.count; i++)
		LLVMSetSuccessor(LLVMGetBasicBlockTerminator(raise->edges.items[i].via), 0, raise->ways);
}

static void change(struct raise *raise)
{
	assert(raise->edges.count > raise->targets.count);
	LLVMValueRef way = join_edges(raise);
	for (uint32_t block = 0; block < raise->cfg->count; block++)
		if (raise->ahead[block] && block != raise->above)
			AW_FOR_INSTRUCTIONS_SAFE(value, raise->cfg->blocks[block])
				provide(raise, value, block);
	part_again(raise, way);
}

bool aw_raise_loop(struct aw_unit *unit, const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop,
                   uint32_t before, uint32_t above)
{
	assert(loop < loops->loops.count && before < cfg->count && above < cfg->count);
	struct raise raise = {
		.unit = unit, .cfg = cfg, .loops = loops, .loop = loop, .header = loops->loops.items[loop].header,
		.before = before, .above = above, .outer = loops->loops.items[loop].parent,
	};
	if (loops->innermost[above] != raise.outer)
		return false;
	aw_dominators_init(&raise.dominators, &cfg->graph, 0);
	raise.ahead = AW_NEED_ARRAY(bool, cfg->count);
	raise.behind = AW_NEED_ARRAY(bool, cfg->count);
	look_behind(&raise);
	bool good = !raise.behind[above] && look_ahead(&raise);
	if (good)
		change(&raise);
	free(raise.ahead);
	free(raise.behind);
	aw_vec_finish(&raise.edges);
	aw_vec_finish(&raise.targets);
	aw_dominators_finish(&raise.dominators);
	return good;
}

// --- what stands in front of a loop ---

// The block that decides about entering the loop of HEADER, when BLOCK lies between and can be lifted into it.
static LLVMBasicBlockRef lifts_to(LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block), user = NULL;
	if (!LLVMIsABranchInst(end) || LLVMIsConditional(end) || LLVMGetSuccessor(end, 0) == block)
		return NULL;
	AW_FOR_USES(use, LLVMBasicBlockAsValue(block)) {
		if (user || !LLVMIsABranchInst(LLVMGetUser(use)) || !LLVMIsConditional(LLVMGetUser(use)))
			return NULL;
		user = LLVMGetUser(use);
	}
	AW_FOR_INSTRUCTIONS(instruction, block)
		if (instruction != end && !may_move(instruction))
			return NULL;
	// The target must not be reached from there by the other way as well.
	LLVMBasicBlockRef target = LLVMGetSuccessor(end, 0);
	if (!user || LLVMGetSuccessor(user, 0) == target || LLVMGetSuccessor(user, 1) == target)
		return NULL;
	return LLVMGetInstructionParent(user);
}

static void lift(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMBasicBlockRef above)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(above), end = LLVMGetBasicBlockTerminator(block);
	LLVMBasicBlockRef target = LLVMGetSuccessor(end, 0);
	assert(LLVMIsConditional(branch) && (LLVMGetSuccessor(branch, 0) == block) != (LLVMGetSuccessor(branch, 1) == block));
	for (LLVMValueRef first; (first = LLVMGetFirstInstruction(block)) != end;) {
		LLVMInstructionRemoveFromParent(first);
		LLVMPositionBuilderBefore(builder, branch);
		LLVMInsertIntoBuilder(builder, first);
	}
	aw_llvm_lead_to(above, block, target);
	aw_llvm_rename_incoming(target, block, above);
	aw_llvm_erase_block(block);
}

void aw_lift_ways_in(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	AW_VEC(LLVMBasicBlockRef) before = { 0 };
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t loop = 0; loop < loops.loops.count; loop++)
		AW_FOR_PREDECESSORS(&cfg.graph, loops.loops.items[loop].header, from)
			if (!aw_loop_contains(&loops, loop, *from))
				aw_need(aw_vec_push(&before, cfg.blocks[*from]));
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	for (size_t i = 0; i < before.count; i++) {
		LLVMBasicBlockRef above = lifts_to(before.items[i]);
		if (above)
			lift(unit->builder, before.items[i], above);
	}
	aw_vec_finish(&before);
}
