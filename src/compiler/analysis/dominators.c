// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dominators by K. Cooper, T. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm" (2001): walk
// the nodes in reverse post-order and meet the dominators of the predecessors found so far until
// nothing changes.  Post-dominators are the dominators of the reversed graph.
#include "dominators.h"

#include <assert.h>

#include "../../base/vec.h"

// The nearest common ancestor of two nodes.  POSITION is the place in reverse post-order: a parent's is
// lower than its children's.
static uint32_t meet(const uint32_t *parent, const uint32_t *position, uint32_t a, uint32_t b)
{
	while (a != b) {
		assert(a != AW_NONE && b != AW_NONE);
		while (position[a] > position[b])
			a = parent[a];
		while (position[b] > position[a])
			b = parent[b];
	}
	return a;
}

// One pass over all nodes; returns whether a parent changed.
static bool improve(struct aw_dominators *tree, const struct aw_digraph *graph, const uint32_t *order,
                    uint32_t reached, const uint32_t *position)
{
	bool changed = false;
	for (uint32_t i = 1; i < reached; i++) {
		uint32_t node = order[i], parent = AW_NONE;
		AW_FOR_PREDECESSORS(graph, node, previous) {
			if (tree->parent[*previous] == AW_NONE)
				continue;
			parent = parent == AW_NONE ? *previous : meet(tree->parent, position, *previous, parent);
		}
		assert(parent != AW_NONE);
		changed |= parent != tree->parent[node];
		tree->parent[node] = parent;
	}
	return changed;
}

// Numbers the tree so that a subtree is a range.  Sizes of subtrees come up from the leaves in
// backward order; then every node hands out ranges to its children in forward order.
static void number_subtrees(struct aw_dominators *tree, const uint32_t *order, uint32_t reached)
{
	uint32_t *size = AW_NEED_ARRAY(uint32_t, tree->count);
	uint32_t *next = AW_NEED_ARRAY(uint32_t, tree->count);
	for (uint32_t i = reached; i-- > 0;) {
		uint32_t node = order[i];
		size[node]++;
		if (node != tree->root)
			size[tree->parent[node]] += size[node];
	}
	for (uint32_t i = 0; i < reached; i++) {
		uint32_t node = order[i], parent = tree->parent[node];
		uint32_t enter = node == tree->root ? 0 : next[parent];
		if (node != tree->root)
			next[parent] += size[node];
		assert(node == tree->root || enter + size[node] <= tree->leave[parent]);
		tree->enter[node] = enter;
		tree->leave[node] = enter + size[node];
		next[node] = enter + 1;
	}
	free(size);
	free(next);
}

void aw_dominators_init(struct aw_dominators *tree, const struct aw_digraph *graph, uint32_t root)
{
	uint32_t count = graph->count;
	assert(root < count);
	*tree = (struct aw_dominators){
		.count = count,
		.root = root,
		.parent = AW_NEED_ARRAY(uint32_t, count),
		.enter = AW_NEED_ARRAY(uint32_t, count),
		.leave = AW_NEED_ARRAY(uint32_t, count),
	};
	uint32_t *order = AW_NEED_ARRAY(uint32_t, count);
	uint32_t *position = AW_NEED_ARRAY(uint32_t, count);
	uint32_t reached = aw_digraph_reverse_postorder(graph, root, order);
	for (uint32_t i = 0; i < count; i++)
		tree->parent[i] = AW_NONE;
	for (uint32_t i = 0; i < reached; i++)
		position[order[i]] = i;
	tree->parent[root] = root;
	while (improve(tree, graph, order, reached, position))
		continue;
	number_subtrees(tree, order, reached);
	tree->parent[root] = AW_NONE;
	free(order);
	free(position);
}

static bool ends_unreachable(const struct aw_cfg *cfg, uint32_t block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->blocks[block]);
	return LLVMGetInstructionOpcode(end) == LLVMUnreachable;
}

typedef AW_VEC(struct aw_edge) edge_vec;

static void add_exits(edge_vec *edges, const struct aw_cfg *cfg,
                      bool (*leaves)(const struct aw_cfg *, uint32_t))
{
	for (uint32_t block = 0; block < cfg->count; block++)
		if (leaves(cfg, block))
			aw_need(aw_vec_push(edges, (struct aw_edge){ block, cfg->count }));
}

void aw_post_dominators_init(struct aw_dominators *tree, const struct aw_cfg *cfg)
{
	edge_vec edges = { 0 };
	add_exits(&edges, cfg, aw_cfg_returns);
	if (!edges.count)
		add_exits(&edges, cfg, ends_unreachable);
	if (!edges.count)
		aw_need(aw_vec_push(&edges, (struct aw_edge){ cfg->count - 1, cfg->count }));
	for (uint32_t block = 0; block < cfg->count; block++)
		AW_FOR_SUCCESSORS(&cfg->graph, block, next)
			aw_need(aw_vec_push(&edges, (struct aw_edge){ block, *next }));

	struct aw_digraph with_exit;
	aw_digraph_init(&with_exit, cfg->count + 1, edges.items, (uint32_t)edges.count);
	struct aw_digraph backward = aw_digraph_reversed(&with_exit);
	aw_dominators_init(tree, &backward, cfg->count);
	aw_digraph_finish(&with_exit);
	aw_vec_finish(&edges);
}

void aw_dominators_finish(struct aw_dominators *tree)
{
	free(tree->parent);
	free(tree->enter);
	free(tree->leave);
	*tree = (struct aw_dominators){ 0 };
}

bool aw_dominates(const struct aw_dominators *tree, uint32_t a, uint32_t b)
{
	assert(a < tree->count && b < tree->count);
	// Both are 0 for a node that the root doesn't reach: an empty range.
	return tree->enter[a] <= tree->enter[b] && tree->leave[b] <= tree->leave[a] && tree->leave[b] != 0;
}

void aw_dominators_print(const struct aw_dominators *tree, const struct aw_cfg *cfg, struct aw_str *text)
{
	for (uint32_t node = 0; node < tree->count; node++) {
		aw_str_format(text, "%u %s:", node, aw_cfg_name(cfg, node));
		if (tree->parent[node] != AW_NONE)
			aw_str_format(text, " %u", tree->parent[node]);
		aw_str_add(text, "\n");
	}
}
