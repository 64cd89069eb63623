// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which branches decide whether a block runs.
#ifndef AW_COMPILER_ANALYSIS_CONTROL_DEPENDENCE_H
#define AW_COMPILER_ANALYSIS_CONTROL_DEPENDENCE_H

#include "dominators.h"

// A block that ends in a branch, and which of its successors is taken.
struct aw_decision {
	uint32_t block;
	uint32_t successor;
};

// Block B runs as often as its decisions[start[B]] up to decisions[start[B + 1]] are taken.
struct aw_control_dependence {
	uint32_t count;
	uint32_t *start;
	struct aw_decision *decisions;
};

// TREE is the post-dominator tree of CFG.
void aw_control_dependence_init(struct aw_control_dependence *dependence, const struct aw_cfg *cfg,
                                const struct aw_dominators *tree);
void aw_control_dependence_finish(struct aw_control_dependence *dependence);

#define AW_FOR_DECISIONS(dependence, block, it) \
	for (const struct aw_decision *it = (dependence)->decisions + (dependence)->start[block]; \
	     it < (dependence)->decisions + (dependence)->start[(block) + 1]; it++)

// One line a block that depends on any: "2 then: 0.0" (block 0, its successor 0).
void aw_control_dependence_print(const struct aw_control_dependence *dependence, const struct aw_cfg *cfg,
                                 struct aw_str *text);

#endif
