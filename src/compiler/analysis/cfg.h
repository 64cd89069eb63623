// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The control flow graph of a function: its blocks numbered in reverse post-order from the entry,
// which is block 0.  Blocks that can't be reached have no number.  The other analyses speak of blocks
// by these numbers; adding or removing blocks makes all of them stale.
#ifndef AW_COMPILER_ANALYSIS_CFG_H
#define AW_COMPILER_ANALYSIS_CFG_H

#include "../../base/map.h"
#include "../../base/str.h"
#include "../llvm.h"
#include "digraph.h"
#include "need.h"

struct aw_cfg {
	LLVMValueRef function;
	uint32_t count;
	LLVMBasicBlockRef *blocks;
	// Successor I of a block in the graph is successor I of its terminator.
	struct aw_digraph graph;
	struct aw_map numbers; // block -> number + 1
};

// FUNCTION must have a body.
void aw_cfg_init(struct aw_cfg *cfg, LLVMValueRef function);
void aw_cfg_finish(struct aw_cfg *cfg);

// The number of BLOCK, or AW_NONE when it can't be reached.
uint32_t aw_cfg_number(const struct aw_cfg *cfg, LLVMBasicBlockRef block);

static inline uint32_t aw_cfg_successor_count(const struct aw_cfg *cfg, uint32_t block)
{
	return cfg->graph.successor_start[block + 1] - cfg->graph.successor_start[block];
}

static inline uint32_t aw_cfg_successor(const struct aw_cfg *cfg, uint32_t block, uint32_t index)
{
	return cfg->graph.successors[cfg->graph.successor_start[block] + index];
}

// Whether control can leave the function from BLOCK by returning.
bool aw_cfg_returns(const struct aw_cfg *cfg, uint32_t block);

// The name of BLOCK as messages and dumps show it; "%N" with its number for one without a name.
// Valid until the next call of the same thread.
const char *aw_cfg_name(const struct aw_cfg *cfg, uint32_t block);

// One line a block: "1 then -> 3 <- 0".
void aw_cfg_print(const struct aw_cfg *cfg, struct aw_str *text);

#endif
