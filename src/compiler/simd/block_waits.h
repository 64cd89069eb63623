// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_COMPILER_SIMD_BLOCK_WAITS_H
#define AW_COMPILER_SIMD_BLOCK_WAITS_H

#include "simd.h"

// Makes FUNCTION, a form of KERNEL in its normal form for gangs that are warps, one that may wait with SPINS, all that there are in it,
// for other blocks; returns one that it can't wait with so, or NULL.  *IN_ROW: it is for blocks with y = z = 1 then.
LLVMValueRef aw_block_waits(struct aw_unit *unit, const struct aw_unit_kernel *kernel, LLVMValueRef function,
                            const struct aw_spins *spins, bool *in_row);

// --- block_order.c ---

// Whether with SPINS, all that there are in U's function, blocks, of MAX_THREADS threads at most (0: any number), wait for earlier ones
// alone.
bool aw_block_order_holds(const struct aw_unit *unit, const struct aw_uniformity *u, uint32_t max_threads, const struct aw_spins *spins);

// --- what both ask ---

// What INSTRUCTION accesses; NULL: it is no access of memory.
LLVMValueRef aw_block_waits_address(LLVMValueRef instruction);
// Whether others than the block may see what INSTRUCTION does.
bool aw_block_waits_is_seen(const struct aw_unit *unit, LLVMValueRef instruction);
// Whether POINTER leads to global memory for sure.
bool aw_block_waits_is_global(LLVMValueRef pointer);
// Whether block CHILD is entered from PARENT alone, as successor I.
bool aw_block_waits_way(const struct aw_uniformity *u, uint32_t parent, uint32_t child, uint32_t *i);

#endif
