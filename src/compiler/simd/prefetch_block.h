// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks for the memory of the block to come.
#ifndef AW_COMPILER_PREFETCH_BLOCK_H
#define AW_COMPILER_PREFETCH_BLOCK_H

#include "../pipeline.h"

// Adds to FUNCTION, a form that is done block by block and has barriers, prefetches of what the next block of the grid's row
// accesses in whole vectors outside of loops.
void aw_prefetch_blocks(struct aw_unit *unit, LLVMValueRef function);

#endif
