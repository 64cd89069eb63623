// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_COMPILER_SIMD_BLOCK_WAITS_H
#define AW_COMPILER_SIMD_BLOCK_WAITS_H

#include "simd.h"

// Makes FUNCTION, a form in its normal form for gangs that are warps, one that may wait with SPINS, all that there are in it, for other
// blocks; returns one that it can't wait with so, or NULL.  *IN_ROW: it is for blocks with y = z = 1 then.
LLVMValueRef aw_block_waits(struct aw_unit *unit, LLVMValueRef function, const struct aw_spins *spins, bool *in_row);

#endif
