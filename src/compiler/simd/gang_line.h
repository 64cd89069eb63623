// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A span's row of threads as one line (gang_line.c).
#ifndef AW_COMPILER_GANG_LINE_H
#define AW_COMPILER_GANG_LINE_H

#include "gang_block.h"

// Where the gangs of REGION ask for their block and x only as a number in the grid's row, makes this one of their place on the
// line of the span's threads, the marker aw.gang.line.
bool aw_gang_line_find(struct aw_gang_block *block, uint32_t region);

// Where gangs of REGION, which has been found to be such a one, are told from others by tests that those on the line pass up to
// some place, makes a copy of REGION behind it for the others, and returns its number.  *COUNT are those that pass, of the ALL
// gangs on the line; it is known before REGION.  AW_NONE: there are no such tests.
uint32_t aw_gang_line_split(struct aw_gang_block *block, uint32_t region, LLVMValueRef all, LLVMValueRef *count);

#endif
