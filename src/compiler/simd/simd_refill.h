// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes that take the next thread when theirs waits for the others.
#ifndef AW_COMPILER_SIMD_REFILL_H
#define AW_COMPILER_SIMD_REFILL_H

#include "../analysis/uniformity.h"

// Makes FUNCTION, a kernel's copy in its normal form of which U tells, whose threads are alone, one in which the lanes of one gang run all
// threads of a span of blocks.  *WIDTH: that of the kernel's other gangs, and then of this one.  False: that isn't for it, and the function
// is of no use any more.
bool aw_simd_refill(struct aw_unit *unit, LLVMValueRef function, const struct aw_uniformity *u, uint32_t *width);

#endif
