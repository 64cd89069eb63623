// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A directed graph of numbered nodes that doesn't change once it is made.  Control flow graphs, call
// graphs and their reversals are all of this type, so that each classic algorithm is written once.
#ifndef AW_COMPILER_ANALYSIS_DIGRAPH_H
#define AW_COMPILER_ANALYSIS_DIGRAPH_H

#include <stdint.h>

struct aw_edge {
	uint32_t from;
	uint32_t to;
};

// The successors of node N are successors[successor_start[N]] up to successor_start[N + 1].
struct aw_digraph {
	uint32_t count; // nodes
	uint32_t *successor_start;
	uint32_t *successors;
	uint32_t *predecessor_start;
	uint32_t *predecessors;
};

// Successors keep the order that their edges have in EDGES; double edges are kept.
void aw_digraph_init(struct aw_digraph *graph, uint32_t count, const struct aw_edge *edges,
                     uint32_t edge_count);
void aw_digraph_finish(struct aw_digraph *graph);

// The same graph with all edges turned round.  Borrows the arrays: not to be finished.
struct aw_digraph aw_digraph_reversed(const struct aw_digraph *graph);

// Writes the nodes that ROOT reaches into ORDER (room for all nodes) in reverse post-order of a
// depth-first search, and returns how many there are.  Of two branches the first comes first.
uint32_t aw_digraph_reverse_postorder(const struct aw_digraph *graph, uint32_t root, uint32_t *order);

// The strongly connected components of a part of a graph, each before those that it leads to.
struct aw_components {
	uint32_t count;
	uint32_t *start; // component C has nodes[start[C]] up to start[C + 1]
	uint32_t *nodes;
};

// PART lists PART_COUNT nodes; edges that leave it are as if they weren't there.  SCRATCH is an array
// of one number a node of GRAPH, all 0, and is so again afterwards.
void aw_components_init(struct aw_components *components, const struct aw_digraph *graph,
                        const uint32_t *part, uint32_t part_count, uint32_t *scratch);
void aw_components_finish(struct aw_components *components);

// Loops over the successors or predecessors of NODE:
//     AW_FOR_SUCCESSORS(graph, node, next) use(*next);
#define AW_FOR_SUCCESSORS(graph, node, it) \
	for (const uint32_t *it = (graph)->successors + (graph)->successor_start[node]; \
	     it < (graph)->successors + (graph)->successor_start[(node) + 1]; it++)
#define AW_FOR_PREDECESSORS(graph, node, it) \
	for (const uint32_t *it = (graph)->predecessors + (graph)->predecessor_start[node]; \
	     it < (graph)->predecessors + (graph)->predecessor_start[(node) + 1]; it++)

#endif
