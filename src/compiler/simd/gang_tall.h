// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spans of several rows of blocks (gang_tall.c).
#ifndef AW_COMPILER_GANG_TALL_H
#define AW_COMPILER_GANG_TALL_H

#include "gang_block.h"

// Whether blocks one above the other may run as one tall block in FUNCTION, whose gangs share nothing; *Y: the only blockDim.y for
// which they may, 0 for any.
bool aw_gang_tall_fits(LLVMValueRef function, uint32_t *y);

#endif
