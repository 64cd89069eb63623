// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches in a region on which the gangs of a turn may part (gang_fork.c).
#ifndef AW_COMPILER_GANG_FORK_H
#define AW_COMPILER_GANG_FORK_H

#include "gang_block.h"

// How many operations of arithmetic on vectors INSTRUCTION is.
unsigned aw_gang_vector_operations(LLVMValueRef instruction);

typedef AW_VEC(LLVMBasicBlockRef) aw_gang_parts;

struct aw_gang_fork {
	LLVMBasicBlockRef at;     // ends with the branch
	LLVMBasicBlockRef common; // NULL, or where the gangs go on side by side when all take this way
	aw_gang_parts tail;       // all that lies behind, up to the region's latch
	LLVMValueRef condition;   // the first gang's
};

// Adds to PARTS the block FROM and those of REGION, but for its latch, to which control comes from it by ways without a block that
// is in PARTS already.
void aw_gang_fork_reach(const struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef from, aw_gang_parts *parts);

// Lets what leads to EXIT, which has phis only and leads to REGION's latch, lead there itself, and takes EXIT away.
void aw_gang_fork_dissolve(struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef exit);

// Fills in a fork for the branch at the end of AT; false when the gangs of a turn can't go on from there one by one.
bool aw_gang_fork_find(const struct aw_gang_block *block, uint32_t region, LLVMBasicBlockRef at, struct aw_gang_fork *fork);

// Gives the tail an entry, its first block, which begins with the branch, and one exit, its last, which leads to the latch.  With
// `common`, the fork's block leads to it or to a copy of that way: which, on its own condition's copy, AT's branch says.
void aw_gang_fork_open(struct aw_gang_block *block, uint32_t region, struct aw_gang_fork *fork);

// Makes a copy of the opened fork's tail between that of the gang before, whose exit is LAST, and the latch.
void aw_gang_fork_copy(struct aw_gang_block *block, uint32_t region, const struct aw_gang_fork *fork, LLVMBasicBlockRef last,
                       LLVMBasicBlockRef *copies);

void aw_gang_fork_finish(struct aw_gang_fork *fork);

#endif
