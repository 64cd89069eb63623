// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions in which only the first gangs of a row do anything (gang_reach.c).
#ifndef AW_COMPILER_GANG_REACH_H
#define AW_COMPILER_GANG_REACH_H

#include "gang_block.h"

// How far the gangs of a row have work, in gangs: all lanes of those before WHOLE, some lanes of those before SOME.
struct aw_gang_reach {
	LLVMValueRef whole, some;
};

// Where what REGION does is done by the threads alone whose x is below an end that is known before it, leaves in REGION what whole
// gangs do, makes a copy behind it for the others, and returns its number.  SIZE is blockDim.x, a multiple of the gang's width.
// AW_NONE: it isn't such a region.
uint32_t aw_gang_reach_split(struct aw_gang_block *block, uint32_t region, LLVMValueRef size, struct aw_gang_reach *reach);

// Whether only the first gang of a row does anything in REGION.
bool aw_gang_reach_is_first(struct aw_gang_block *block, uint32_t region);

#endif
