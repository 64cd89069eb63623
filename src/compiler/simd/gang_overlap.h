// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows of neighbouring gangs that overlap (gang_overlap.c).
#ifndef AW_COMPILER_GANG_OVERLAP_H
#define AW_COMPILER_GANG_OVERLAP_H

#include "gang_block.h"

// How many rows are kept from one gang to the next when gangs next to one another along AXIS, the marker of a place, go through PARTS,
// blocks without loops, side by side; 0: they have none in common.
unsigned aw_gang_overlap(const struct aw_gang_block *block, const LLVMBasicBlockRef *parts, size_t count, const char *axis);

#endif
