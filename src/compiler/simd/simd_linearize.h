// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order in which a gang walks the blocks of its kernel: see simd_linearize.c.
#ifndef AW_COMPILER_SIMD_LINEARIZE_H
#define AW_COMPILER_SIMD_LINEARIZE_H

#include "../analysis/uniformity.h"

// Whose mask a block runs with.
enum { AW_MASK_ENTRY = UINT32_MAX - 1, AW_MASK_OWN = UINT32_MAX - 2 };

// A place in the order: a block, or the end of a divergent loop, where the lanes that are still in it go round
// again and the others wait.
struct aw_linear_node {
	uint32_t block; // AW_NONE: the end of `loop`
	uint32_t loop;
	bool tested;   // control may arrive without lanes: they go on at `skip`
	bool branches; // ends with a real branch, by the block's own uniform condition
	uint32_t skip;
	// Where control goes on, with `branches` for each of the block's successors.  AW_NONE: nowhere, the
	// function returns or can't go on.
	uint32_t next[2];
	bool again[2]; // next is the header of a loop that all its lanes go round together
};

struct aw_linear {
	uint32_t count;
	struct aw_linear_node *nodes; // in order
	uint32_t *place;              // by block: its node
	uint32_t *mask;               // by block: AW_MASK_ENTRY, AW_MASK_OWN, or a block with the same mask that dominates it
};

// What it costs to run BLOCK without lanes, in operations; AW_LINEAR_DEAR where that isn't harmless.
typedef unsigned aw_linear_cost(void *user, uint32_t block);
enum { AW_LINEAR_DEAR = 1000 };

void aw_linear_init(struct aw_linear *linear, const struct aw_uniformity *uniformity, aw_linear_cost *cost, void *user);
void aw_linear_finish(struct aw_linear *linear);

// Whether the edge leaves a loop whose lanes leave it in different turns.
bool aw_linear_leaves_divergent(const struct aw_uniformity *uniformity, uint32_t from, uint32_t to);

// The edge is the way back of a loop.
bool aw_linear_is_back(const struct aw_uniformity *uniformity, uint32_t from, uint32_t to);

#endif
