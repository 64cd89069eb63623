// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stretches of a function's flow between certain blocks, its places: what can be reached from one block behind a
// place without coming through another.  Whoever cuts a function at barriers (simd/gang_regions.c, simd/simd_stages.c) adds
// places until each stretch is entered at one block and leads to one place.
#ifndef AW_COMPILER_ANALYSIS_STRETCHES_H
#define AW_COMPILER_ANALYSIS_STRETCHES_H

#include "cfg.h"

enum { AW_STRETCH_MANY = UINT32_MAX - 1 };

struct aw_stretches {
	struct aw_cfg cfg;
	bool *once;      // by block: it is a place
	bool *gone;      // by block: no stretch goes on there
	bool *entry;     // by block: a stretch begins here
	uint32_t *label; // by block: the entry of its stretch, AW_NONE for places
	uint32_t *next;  // by block: the place that the stretch leads to from here, AW_NONE for none, MANY for different ones
};

// PLACES and GONE (NULL: none) are sets of FUNCTION's blocks.
void aw_stretches_init(struct aw_stretches *stretches, LLVMValueRef function, const struct aw_map *places,
                       const struct aw_map *gone);
void aw_stretches_finish(struct aw_stretches *stretches);

// Finds `next`.
void aw_stretches_find_next(struct aw_stretches *stretches);

// Puts the blocks that lead to entry AT from outside of its stretch in FROM, each once, and returns their number.
unsigned aw_stretches_outside(const struct aw_stretches *stretches, uint32_t at, LLVMBasicBlockRef *from);

// Whether block AT decides what comes next: different places do, and behind one of its edges a certain one.
bool aw_stretches_decides(const struct aw_stretches *stretches, uint32_t at);

#endif
