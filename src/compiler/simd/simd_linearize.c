// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partial control-flow linearization (S. Moll, S. Hack, PLDI 2018): what lanes of a gang do on different ways is
// put one after the other, and what they decide together stays a branch.
//
// Blocks are visited in an order in which each comes before those it leads to and loops are in one piece.  A
// place carries the set of places that are *pending*: some lanes may have to go there, whatever happens here.
// A divergent branch makes all its targets pending and goes on at the earliest; a uniform branch keeps its two
// ways, but a way on which something earlier is pending goes there first.
//
// A divergent loop gets an end behind its last block.  Edges out of it only note who left (masks and values are
// pushed along them by simd_vectorize); the end is pending in the whole loop, and there the gang goes
// round again while any lane is left, after which all exits are pending.
//
// A place that is reached without being the sure target of lanes that are active is tested: without lanes,
// control skips to the next pending place.
#include "simd_linearize.h"

#include <assert.h>
#include <string.h>

struct set {
	uint64_t *words;
};

struct walk {
	const struct aw_uniformity *u;
	struct aw_linear *linear;
	uint32_t *end_of; // by loop: the node of its end, AW_NONE for loops that aren't divergent
	size_t row;       // words a set
	uint64_t *sets;   // by node: what is pending on arrival
	bool *unsure;     // by node: control may arrive without lanes
	aw_linear_cost *cost;
	void *user;
};

enum { CHEAP = 12 }; // operations

static uint64_t *pending(const struct walk *walk, uint32_t node)
{
	return walk->sets + node * walk->row;
}

static void add(uint64_t *set, uint32_t node)
{
	set[node / 64] |= 1ull << node % 64;
}

static uint32_t earliest(const struct walk *walk, const uint64_t *set)
{
	for (size_t i = 0; i < walk->row; i++)
		if (set[i])
			return (uint32_t)(i * 64) + (uint32_t)__builtin_ctzll(set[i]);
	return AW_NONE;
}

static bool inside(const struct aw_uniformity *u, uint32_t loop, uint32_t block)
{
	return aw_loop_contains(&u->loops, loop, block);
}

bool aw_linear_leaves_divergent(const struct aw_uniformity *u, uint32_t from, uint32_t to)
{
	for (uint32_t loop = u->loops.innermost[from]; loop != AW_NONE; loop = u->loops.loops.items[loop].parent)
		if (!inside(u, loop, to) && u->divergent_loop[loop])
			return true;
	return false;
}

bool aw_linear_is_back(const struct aw_uniformity *u, uint32_t from, uint32_t to)
{
	uint32_t loop = u->loops.innermost[to];
	return loop != AW_NONE && u->loops.loops.items[loop].header == to && inside(u, loop, from);
}

// Control goes on from a place where SET is pending: at the earliest of it.  SURE is the place that active
// lanes go to, if any.
static uint32_t go_on(struct walk *walk, const uint64_t *set, uint32_t sure)
{
	uint32_t next = earliest(walk, set);
	if (next == AW_NONE)
		return next;
	uint64_t *target = pending(walk, next);
	for (size_t i = 0; i < walk->row; i++)
		target[i] |= set[i];
	target[next / 64] &= ~(1ull << next % 64);
	walk->unsure[next] |= next != sure;
	return next;
}

// The place that an edge leads to for control flow; AW_NONE when it only notes who leaves a loop.
static uint32_t place_of(const struct walk *walk, uint32_t from, uint32_t to)
{
	if (aw_linear_leaves_divergent(walk->u, from, to))
		return AW_NONE;
	if (aw_linear_is_back(walk->u, from, to) && walk->u->divergent_loop[walk->u->loops.innermost[to]])
		return AW_NONE;
	return walk->linear->place[to];
}

// A way on which the lanes stay together.
static uint32_t keep_way(struct walk *walk, struct aw_linear_node *node, const uint64_t *here, unsigned index,
                         uint32_t to, bool sure)
{
	uint32_t place = place_of(walk, node->block, to);
	if (place != AW_NONE && aw_linear_is_back(walk->u, node->block, to)) {
		node->again[index] = true;
		return place;
	}
	uint64_t *set = AW_NEED_ARRAY(uint64_t, walk->row);
	memcpy(set, here, walk->row * sizeof(*set));
	if (place != AW_NONE)
		add(set, place);
	uint32_t next = go_on(walk, set, sure ? place : AW_NONE);
	free(set);
	return next;
}

static uint32_t part(struct walk *walk, uint32_t block, const uint64_t *here)
{
	uint64_t *set = AW_NEED_ARRAY(uint64_t, walk->row);
	memcpy(set, here, walk->row * sizeof(*set));
	for (uint32_t i = 0; i < aw_cfg_successor_count(&walk->u->cfg, block); i++) {
		uint32_t place = place_of(walk, block, aw_cfg_successor(&walk->u->cfg, block, i));
		if (place != AW_NONE)
			add(set, place);
	}
	uint32_t next = go_on(walk, set, AW_NONE);
	free(set);
	return next;
}

static bool is_said_active(const struct walk *walk, uint32_t block)
{
	AW_FOR_INSTRUCTIONS(call, walk->u->cfg.blocks[block])
		if (!strcmp(aw_llvm_callee_name(call), AW_SOME))
			return true;
	return false;
}

// Lanes always arrive at a block that has the mask of one that lanes always arrive at.
static bool surely_active(const struct walk *walk, uint32_t block)
{
	uint32_t mask = walk->linear->mask[block];
	while (mask != AW_MASK_ENTRY && mask != AW_MASK_OWN) {
		assert(mask < walk->u->cfg.count);
		const struct aw_linear_node *node = &walk->linear->nodes[walk->linear->place[mask]];
		if (walk->unsure[walk->linear->place[mask]])
			return node->tested;
		mask = walk->linear->mask[mask];
	}
	return mask == AW_MASK_ENTRY;
}

// The sum over the blocks that lie behind BLOCK's divergent branch and before its ways meet.
static unsigned cost_of_ways(const struct walk *walk, uint32_t block)
{
	const struct aw_uniformity *u = walk->u;
	uint32_t meeting = u->post_dominators.parent[block];
	unsigned cost = 0;
	if (meeting == AW_NONE || meeting == u->post_dominators.root)
		return AW_LINEAR_DEAR;
	for (uint32_t way = 0; way < u->cfg.count && cost <= CHEAP; way++) {
		if (way == block || !aw_dominates(&u->dominators, block, way) || aw_dominates(&u->dominators, meeting, way))
			continue;
		bool plain = aw_cfg_successor_count(&u->cfg, way) < 2 || u->divergent_branch[way];
		bool same_loop = u->loops.innermost[way] == u->loops.innermost[block];
		cost += plain && same_loop ? walk->cost(walk->user, way) : AW_LINEAR_DEAR;
	}
	return cost;
}

enum { DEEP = 6 };

// Whether VALUE, a number that goes up or down from lane to lane, is made of the number of the block.
static bool is_of_grid(LLVMValueRef value, unsigned depth)
{
	if (aw_starts_with(aw_intrinsic_register(value), "ctaid."))
		return true;
	bool found = false;
	if (depth > 0 && (LLVMIsABinaryOperator(value) || LLVMIsACastInst(value)))
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value) && !found; i++)
			found = is_of_grid(LLVMGetOperand(value, i), depth - 1);
	return found;
}

// Whether CONDITION compares the threads' numbers in the grid with an end that all have, as `i < n`, or their numbers in the block with
// what is left for that, as `threadIdx.x < n - blockIdx.x * 256`.
static bool asks_for_end(const struct aw_uniformity *u, LLVMValueRef condition, unsigned depth)
{
	if (depth > 0 && (aw_llvm_is_op(condition, LLVMAnd) || aw_llvm_is_op(condition, LLVMOr)))
		return asks_for_end(u, LLVMGetOperand(condition, 0), depth - 1) || asks_for_end(u, LLVMGetOperand(condition, 1), depth - 1);
	if (!LLVMIsAICmpInst(condition))
		return false;
	LLVMValueRef number = LLVMGetOperand(condition, 0), end = LLVMGetOperand(condition, 1);
	if (aw_uniformity_shape(u, number).kind != AW_SHAPE_STRIDED) {
		number = end;
		end = LLVMGetOperand(condition, 0);
	}
	if (aw_uniformity_shape(u, number).kind != AW_SHAPE_STRIDED)
		return false;
	enum aw_shape_kind kind = aw_uniformity_shape(u, end).kind;
	return kind <= AW_SHAPE_GRID ? is_of_grid(number, DEEP) : kind == AW_SHAPE_BLOCK && is_of_grid(end, DEEP);
}

// Whether lanes come to BLOCK, outside of loops, by such a comparison, which nearly all gangs pass whole: then they need no masks in a
// copy of what follows (whole_guards.c).
static bool is_guarded(const struct walk *walk, uint32_t block)
{
	const struct aw_uniformity *u = walk->u;
	uint32_t before = u->dominators.parent[block];
	if (u->loops.innermost[block] != AW_NONE || before >= u->cfg.count || !u->divergent_branch[before])
		return false;
	return asks_for_end(u, LLVMGetCondition(LLVMGetBasicBlockTerminator(u->cfg.blocks[before])), DEEP);
}

// Whether going through BLOCK, and through what lies behind its branch if it has one, is cheaper than asking whether any lane does.
static bool is_cheap(const struct walk *walk, uint32_t block)
{
	if (is_guarded(walk, block))
		return false;
	unsigned cost = walk->cost(walk->user, block);
	if (cost <= CHEAP && aw_cfg_successor_count(&walk->u->cfg, block) == 2)
		cost = walk->u->divergent_branch[block] ? cost + cost_of_ways(walk, block) : AW_LINEAR_DEAR;
	return cost <= CHEAP;
}

static void visit_block(struct walk *walk, uint32_t place)
{
	struct aw_linear_node *node = &walk->linear->nodes[place];
	uint32_t block = node->block, count = aw_cfg_successor_count(&walk->u->cfg, block);
	uint64_t *here = pending(walk, place);
	assert(count <= 2);
	if (walk->unsure[place] && (surely_active(walk, block) || is_said_active(walk, block)))
		walk->unsure[place] = false;
	if (walk->unsure[place] && earliest(walk, here) != AW_NONE && !is_cheap(walk, block)) {
		node->tested = true;
		node->skip = go_on(walk, here, AW_NONE);
	}
	bool sure = !walk->unsure[place] || node->tested;
	uint32_t loop = walk->u->loops.innermost[block];
	if (loop != AW_NONE && walk->u->loops.loops.items[loop].header == block && walk->end_of[loop] != AW_NONE)
		add(here, walk->end_of[loop]);
	node->branches = count == 2 && !walk->u->divergent_branch[block];
	if (node->branches || count == 1) {
		for (uint32_t i = 0; i < count; i++)
			node->next[i] = keep_way(walk, node, here, i, aw_cfg_successor(&walk->u->cfg, block, i), sure);
	} else {
		node->next[0] = part(walk, block, here);
	}
}

static void visit_end(struct walk *walk, uint32_t place)
{
	struct aw_linear_node *node = &walk->linear->nodes[place];
	uint64_t *set = AW_NEED_ARRAY(uint64_t, walk->row);
	memcpy(set, pending(walk, place), walk->row * sizeof(*set));
	const struct aw_loop *loop = &walk->u->loops.loops.items[node->loop];
	for (uint32_t i = loop->first; i < loop->end; i++) {
		uint32_t block = walk->u->loops.order[i];
		AW_FOR_SUCCESSORS(&walk->u->cfg.graph, block, to) {
			if (inside(walk->u, node->loop, *to))
				continue;
			uint32_t outer = loop->parent, exit = walk->linear->place[*to];
			// Out of an outer divergent loop as well: pending at that one's end.
			while (outer != AW_NONE && (inside(walk->u, outer, *to) || !walk->u->divergent_loop[outer]))
				outer = walk->u->loops.loops.items[outer].parent;
			if (outer == AW_NONE)
				add(set, exit);
		}
	}
	node->next[0] = go_on(walk, set, AW_NONE);
	free(set);
}

// Lays out the nodes: the blocks in flow order, behind the last block of a divergent loop its end.
static void lay_out(struct walk *walk)
{
	const struct aw_uniformity *u = walk->u;
	struct aw_linear *linear = walk->linear;
	size_t loops = u->loops.loops.count;
	linear->nodes = AW_NEED_ARRAY(struct aw_linear_node, u->cfg.count + loops);
	linear->place = AW_NEED_ARRAY(uint32_t, u->cfg.count);
	walk->end_of = AW_NEED_ARRAY(uint32_t, loops);
	memset(walk->end_of, 0xff, loops * sizeof(*walk->end_of));
	for (uint32_t rank = 0; rank < u->cfg.count; rank++) {
		uint32_t block = u->loops.order[rank];
		linear->place[block] = linear->count;
		linear->nodes[linear->count++] = (struct aw_linear_node){ .block = block, .next = { AW_NONE, AW_NONE } };
		for (uint32_t loop = u->loops.innermost[block]; loop != AW_NONE; loop = u->loops.loops.items[loop].parent) {
			if (u->loops.loops.items[loop].end != rank + 1)
				break;
			if (!u->divergent_loop[loop])
				continue;
			walk->end_of[loop] = linear->count;
			linear->nodes[linear->count++] =
				(struct aw_linear_node){ .block = AW_NONE, .loop = loop, .next = { AW_NONE, AW_NONE } };
		}
	}
}

// Whether all ways from ABOVE come to BLOCK in the same turn of the loop around both.  It post-dominates ABOVE, but
// lanes may go there only in a later turn: by a continue, or by leaving the loop and entering it again.
static bool in_same_turn(const struct aw_uniformity *u, uint32_t loop, uint32_t above, uint32_t block)
{
	if (loop == AW_NONE)
		return true;
	uint32_t header = u->loops.loops.items[loop].header, count = 0;
	uint32_t *work = AW_NEED_ARRAY(uint32_t, u->cfg.count);
	bool *seen = AW_NEED_ARRAY(bool, u->cfg.count), same = true;
	work[count++] = above;
	while (count && same) {
		uint32_t from = work[--count];
		AW_FOR_SUCCESSORS(&u->cfg.graph, from, to) {
			same = same && inside(u, loop, *to) && *to != header;
			if (!same || *to == block || seen[*to])
				continue;
			seen[*to] = true;
			work[count++] = *to;
		}
	}
	free(seen);
	free(work);
	return same;
}

// The block whose mask BLOCK runs with: a dominator in the same loop whose lanes all come here.
static uint32_t mask_of(const struct aw_uniformity *u, uint32_t block)
{
	uint32_t loop = u->loops.innermost[block], above = u->dominators.parent[block];
	bool is_header = loop != AW_NONE && u->loops.loops.items[loop].header == block;
	if (is_header && u->divergent_loop[loop])
		return AW_MASK_OWN; // also where nothing is told of those who leave, for a loop without end
	if (!u->partial[block] || above == AW_NONE)
		return AW_MASK_ENTRY;
	if (is_header)
		return above;
	while (above != AW_NONE && u->loops.innermost[above] != loop)
		above = u->dominators.parent[above];
	if (above == AW_NONE || !aw_dominates(&u->post_dominators, block, above) || !in_same_turn(u, loop, above, block))
		return AW_MASK_OWN;
	return above;
}

void aw_linear_init(struct aw_linear *linear, const struct aw_uniformity *uniformity, aw_linear_cost *cost, void *user)
{
	*linear = (struct aw_linear){ 0 };
	struct walk walk = { .u = uniformity, .linear = linear, .cost = cost, .user = user };
	lay_out(&walk);
	linear->mask = AW_NEED_ARRAY(uint32_t, uniformity->cfg.count);
	for (uint32_t block = 0; block < uniformity->cfg.count; block++)
		linear->mask[block] = mask_of(uniformity, block);
	walk.row = (linear->count + 63) / 64;
	walk.sets = AW_NEED_ARRAY(uint64_t, walk.row * linear->count);
	walk.unsure = AW_NEED_ARRAY(bool, linear->count);
	for (uint32_t place = 0; place < linear->count; place++) {
		if (linear->nodes[place].block != AW_NONE)
			visit_block(&walk, place);
		else
			visit_end(&walk, place);
	}
	free(walk.sets);
	free(walk.unsure);
	free(walk.end_of);
}

void aw_linear_finish(struct aw_linear *linear)
{
	free(linear->nodes);
	free(linear->place);
	free(linear->mask);
	*linear = (struct aw_linear){ 0 };
}
