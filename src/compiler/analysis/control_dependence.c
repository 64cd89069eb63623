// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control dependence by J. Ferrante, K. Ottenstein, J. Warren, "The Program Dependence Graph and Its Use
// in Optimization" (1987): for an edge from A to B where B does not post-dominate A, everything on the
// way up the post-dominator tree from B to A's parent, without that, runs because A chose B.
#include "control_dependence.h"

#include <assert.h>

// Calls for every block that depends on successor INDEX of BLOCK: counts it in START, or, where LIST
// is given, puts the decision at NEXT of that block.
static void walk_up(const struct aw_cfg *cfg, const struct aw_dominators *tree, struct aw_decision decision,
                    uint32_t *next, struct aw_decision *list)
{
	assert(tree->count == cfg->count + 1 && "not the post-dominators of this graph");
	uint32_t stop = tree->parent[decision.block];
	uint32_t node = aw_cfg_successor(cfg, decision.block, decision.successor);
	for (; node != stop && node != AW_NONE && node < cfg->count; node = tree->parent[node]) {
		if (list)
			list[next[node]] = decision;
		next[node]++;
	}
}

static void walk_all(const struct aw_cfg *cfg, const struct aw_dominators *tree, uint32_t *next,
                     struct aw_decision *list)
{
	for (uint32_t block = 0; block < cfg->count; block++) {
		uint32_t successors = aw_cfg_successor_count(cfg, block);
		for (uint32_t i = 0; successors > 1 && i < successors; i++)
			walk_up(cfg, tree, (struct aw_decision){ block, i }, next, list);
	}
}

void aw_control_dependence_init(struct aw_control_dependence *dependence, const struct aw_cfg *cfg,
                                const struct aw_dominators *tree)
{
	uint32_t *next = AW_NEED_ARRAY(uint32_t, cfg->count);
	walk_all(cfg, tree, next, NULL);
	dependence->count = cfg->count;
	dependence->start = AW_NEED_ARRAY(uint32_t, cfg->count + 1);
	for (uint32_t block = 0; block < cfg->count; block++) {
		dependence->start[block + 1] = dependence->start[block] + next[block];
		next[block] = dependence->start[block];
	}
	dependence->decisions = AW_NEED_ARRAY(struct aw_decision, dependence->start[cfg->count]);
	walk_all(cfg, tree, next, dependence->decisions);
	free(next);
}

void aw_control_dependence_finish(struct aw_control_dependence *dependence)
{
	free(dependence->start);
	free(dependence->decisions);
	*dependence = (struct aw_control_dependence){ 0 };
}

void aw_control_dependence_print(const struct aw_control_dependence *dependence, const struct aw_cfg *cfg,
                                 struct aw_str *text)
{
	for (uint32_t block = 0; block < dependence->count; block++) {
		if (dependence->start[block] == dependence->start[block + 1])
			continue;
		aw_str_format(text, "%u %s:", block, aw_cfg_name(cfg, block));
		AW_FOR_DECISIONS(dependence, block, decision)
			aw_str_format(text, " %u.%u", decision->block, decision->successor);
		aw_str_add(text, "\n");
	}
}
