// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of the code of one gang (simd/simd.h) are the same for all gangs of the block, when all of
// them come by.  Coarser than uniformity.h, which asks about lanes: here a vector is one value.
#ifndef AW_COMPILER_ANALYSIS_BLOCK_UNIFORMITY_H
#define AW_COMPILER_ANALYSIS_BLOCK_UNIFORMITY_H

#include "../../base/map.h"
#include "../llvm.h"

struct aw_block_uniformity {
	struct aw_map differing; // values that may differ from gang to gang
};

void aw_block_uniformity_init(struct aw_block_uniformity *uniformity, LLVMValueRef function);
void aw_block_uniformity_finish(struct aw_block_uniformity *uniformity);

// Whether all gangs that come by have the same VALUE.
static inline bool aw_block_uniform(const struct aw_block_uniformity *uniformity, LLVMValueRef value)
{
	return !aw_map_get(&uniformity->differing, value);
}

// Whether INSTRUCTION is a barrier of the block.
bool aw_block_is_barrier(LLVMValueRef instruction);
// The same for one that only waits, as __syncthreads() does.
bool aw_block_is_plain_barrier(LLVMValueRef instruction);

// Whether a call does nothing but compute its result: from its arguments, or from what stays the same while
// the block runs.
bool aw_block_call_is_pure(LLVMValueRef call);

#endif
