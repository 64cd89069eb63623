// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Directed graphs as two arrays of compressed rows, depth-first order, and strongly connected
// components by R. Tarjan, "Depth-first search and linear graph algorithms" (1972).  Both searches
// keep their own stack: the control flow of generated code is deeper than a thread's stack allows.
#include "digraph.h"

#include <assert.h>
#include <string.h>

#include "need.h"

// Sorts the edges by one end: START gets the rows, ROWS the other ends in the order of EDGES.
static void compress(uint32_t count, const struct aw_edge *edges, uint32_t edge_count, int by_target,
                     uint32_t *start, uint32_t *rows)
{
	for (uint32_t i = 0; i < edge_count; i++)
		assert(edges[i].from < count && edges[i].to < count);
	for (uint32_t i = 0; i < edge_count; i++)
		start[(by_target ? edges[i].to : edges[i].from) + 1]++;
	for (uint32_t node = 0; node < count; node++)
		start[node + 1] += start[node];
	uint32_t *next = AW_NEED_ARRAY(uint32_t, count);
	memcpy(next, start, count * sizeof(*next));
	for (uint32_t i = 0; i < edge_count; i++) {
		uint32_t row = by_target ? edges[i].to : edges[i].from;
		rows[next[row]++] = by_target ? edges[i].from : edges[i].to;
	}
	free(next);
}

void aw_digraph_init(struct aw_digraph *graph, uint32_t count, const struct aw_edge *edges,
                     uint32_t edge_count)
{
	graph->count = count;
	graph->successor_start = AW_NEED_ARRAY(uint32_t, count + 1);
	graph->successors = AW_NEED_ARRAY(uint32_t, edge_count);
	graph->predecessor_start = AW_NEED_ARRAY(uint32_t, count + 1);
	graph->predecessors = AW_NEED_ARRAY(uint32_t, edge_count);
	compress(count, edges, edge_count, 0, graph->successor_start, graph->successors);
	compress(count, edges, edge_count, 1, graph->predecessor_start, graph->predecessors);
}

void aw_digraph_finish(struct aw_digraph *graph)
{
	free(graph->successor_start);
	free(graph->successors);
	free(graph->predecessor_start);
	free(graph->predecessors);
	*graph = (struct aw_digraph){ 0 };
}

struct aw_digraph aw_digraph_reversed(const struct aw_digraph *graph)
{
	return (struct aw_digraph){
		.count = graph->count,
		.successor_start = graph->predecessor_start,
		.successors = graph->predecessors,
		.predecessor_start = graph->successor_start,
		.predecessors = graph->successors,
	};
}

uint32_t aw_digraph_reverse_postorder(const struct aw_digraph *graph, uint32_t root, uint32_t *order)
{
	assert(root < graph->count);
	// `left` counts the successors of a node that the search has not followed yet, last one first.
	uint32_t *left = AW_NEED_ARRAY(uint32_t, graph->count);
	uint32_t *stack = AW_NEED_ARRAY(uint32_t, graph->count);
	bool *seen = AW_NEED_ARRAY(bool, graph->count);
	uint32_t depth = 0, reached = 0;
	stack[depth++] = root;
	seen[root] = true;
	left[root] = graph->successor_start[root + 1] - graph->successor_start[root];
	while (depth) {
		uint32_t node = stack[depth - 1];
		if (!left[node]) {
			order[reached++] = node;
			depth--;
			continue;
		}
		uint32_t next = graph->successors[graph->successor_start[node] + --left[node]];
		if (seen[next])
			continue;
		seen[next] = true;
		left[next] = graph->successor_start[next + 1] - graph->successor_start[next];
		stack[depth++] = next;
	}
	for (uint32_t i = 0; i < reached / 2; i++) {
		uint32_t other = order[i];
		order[i] = order[reached - 1 - i];
		order[reached - 1 - i] = other;
	}
	free(left);
	free(stack);
	free(seen);
	return reached;
}

// A node on the way of Tarjan's search.
struct visit {
	uint32_t node;
	uint32_t left;  // successors not followed yet
	uint32_t index; // order of discovery
	uint32_t low;   // lowest index that the node is known to reach
};

struct tarjan {
	const struct aw_digraph *graph;
	struct aw_components *components;
	// Of a node: 0 outside the part, UNSEEN, DONE, or 2 + its index while it is on the stack.
	uint32_t *state;
	struct visit *way;
	uint32_t depth;
	uint32_t *open; // found, and not in a component yet
	uint32_t open_count;
	uint32_t found;
	uint32_t free_end; // components are written from the end of the array towards its start
};

enum { UNSEEN = 1, DONE = UINT32_MAX };

static void enter(struct tarjan *search, uint32_t node)
{
	const struct aw_digraph *graph = search->graph;
	uint32_t index = search->found++;
	search->state[node] = 2 + index;
	search->open[search->open_count++] = node;
	search->way[search->depth++] = (struct visit){
		.node = node,
		.left = graph->successor_start[node + 1] - graph->successor_start[node],
		.index = index,
		.low = index,
	};
}

// The node on top of the way is the first of its component: takes it and all found after it.
static void take_component(struct tarjan *search, uint32_t root)
{
	struct aw_components *components = search->components;
	uint32_t node;
	do {
		assert(search->open_count > 0 && search->free_end > 0);
		node = search->open[--search->open_count];
		search->state[node] = DONE;
		components->nodes[--search->free_end] = node;
	} while (node != root);
	components->start[components->count++] = search->free_end;
}

static void leave(struct tarjan *search)
{
	assert(search->depth > 0);
	struct visit visit = search->way[--search->depth];
	assert(visit.left == 0 && visit.low <= visit.index);
	if (visit.low == visit.index)
		take_component(search, visit.node);
	if (search->depth && search->way[search->depth - 1].low > visit.low)
		search->way[search->depth - 1].low = visit.low;
}

static void search_from(struct tarjan *search, uint32_t root)
{
	const struct aw_digraph *graph = search->graph;
	enter(search, root);
	while (search->depth) {
		struct visit *visit = &search->way[search->depth - 1];
		if (!visit->left) {
			leave(search);
			continue;
		}
		uint32_t next = graph->successors[graph->successor_start[visit->node] + --visit->left];
		uint32_t state = search->state[next];
		if (state == UNSEEN)
			enter(search, next);
		else if (state != 0 && state != DONE && state - 2 < visit->low)
			visit->low = state - 2;
	}
}

void aw_components_init(struct aw_components *components, const struct aw_digraph *graph,
                        const uint32_t *part, uint32_t part_count, uint32_t *scratch)
{
	components->count = 0;
	components->start = AW_NEED_ARRAY(uint32_t, part_count + 1);
	components->nodes = AW_NEED_ARRAY(uint32_t, part_count);
	struct tarjan search = {
		.graph = graph,
		.components = components,
		.state = scratch,
		.way = AW_NEED_ARRAY(struct visit, part_count),
		.open = AW_NEED_ARRAY(uint32_t, part_count),
		.free_end = part_count,
	};
	for (uint32_t i = 0; i < part_count; i++) {
		assert(part[i] < graph->count && scratch[part[i]] == 0 && "a node twice, or a dirty scratch array");
		scratch[part[i]] = UNSEEN;
	}
	// A search from a later node puts its components before those of earlier ones.
	for (uint32_t i = part_count; i-- > 0;)
		if (scratch[part[i]] == UNSEEN)
			search_from(&search, part[i]);
	assert(search.free_end == 0);
	for (uint32_t i = 0; i < part_count; i++)
		scratch[part[i]] = 0;
	free(search.way);
	free(search.open);

	// The last component found is the first in order.
	for (uint32_t i = 0; i < components->count / 2; i++) {
		uint32_t other = components->start[i];
		components->start[i] = components->start[components->count - 1 - i];
		components->start[components->count - 1 - i] = other;
	}
	components->start[components->count] = part_count;
}

void aw_components_finish(struct aw_components *components)
{
	free(components->start);
	free(components->nodes);
	*components = (struct aw_components){ 0 };
}
