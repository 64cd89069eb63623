// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several gangs in one turn of the loop over the gangs (gang_jam.c).
#ifndef AW_COMPILER_GANG_JAM_H
#define AW_COMPILER_GANG_JAM_H

#include "gang_block.h"

// Whether INSTRUCTION may be done by a gang before or after what other gangs of its region do: it's no part of what others see as one.
bool aw_gang_may_jam(LLVMValueRef instruction);

// How many gangs next to one another along AXIS, the marker of a place, a turn of REGION had best run; 1: one.
unsigned aw_gang_jam_count(struct aw_gang_block *block, uint32_t region, const char *axis);

// Makes a copy of REGION behind it, for the gangs that are left over, and returns its number.
uint32_t aw_gang_jam_double(struct aw_gang_block *block, uint32_t region);

struct aw_gang_jam {
	const char *axis;
	unsigned count;
	LLVMValueRef step, index_step; // of the place and of the index, from one gang to the next
};

// Makes REGION the code of so many gangs; its markers are the first one's.
void aw_gang_jam_make(struct aw_gang_block *block, uint32_t region, const struct aw_gang_jam *how);

#endif
