// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dominator and post-dominator trees.
#ifndef AW_COMPILER_ANALYSIS_DOMINATORS_H
#define AW_COMPILER_ANALYSIS_DOMINATORS_H

#include "cfg.h"

struct aw_dominators {
	uint32_t count;  // nodes, with the virtual exit of a post-dominator tree
	uint32_t root;
	uint32_t *parent; // the immediate dominator; AW_NONE for the root and for what it doesn't reach
	uint32_t *enter;  // a node dominates those whose enter lies in [enter, leave)
	uint32_t *leave;
};

void aw_dominators_init(struct aw_dominators *tree, const struct aw_digraph *graph, uint32_t root);

// Post-dominators, over the ways on which the function returns.  The root is a virtual exit with
// number cfg->count, the successor of all returning blocks.  Blocks from which no way leads to a
// return (they trap, or loop for ever) have no parent and post-dominate nothing; where no block
// returns, those that end by `unreachable` count as returning, and failing those the last block.
void aw_post_dominators_init(struct aw_dominators *tree, const struct aw_cfg *cfg);

void aw_dominators_finish(struct aw_dominators *tree);

// Whether A dominates B; every node dominates itself.  False when the root reaches either not.
bool aw_dominates(const struct aw_dominators *tree, uint32_t a, uint32_t b);

// One line a node: "3 join: 0".
void aw_dominators_print(const struct aw_dominators *tree, const struct aw_cfg *cfg, struct aw_str *text);

#endif
