// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads at clamped indices in scalar code (simd_clamp.c).
#ifndef AW_COMPILER_SIMD_CLAMP_H
#define AW_COMPILER_SIMD_CLAMP_H

#include "simd.h"

#include "../analysis/uniformity.h"

struct aw_clamped {
	LLVMValueRef load, clamp, straight; // the clamp and what it is when it leaves the lane alone
};

struct aw_clamps {
	struct aw_unit *unit;
	const struct aw_uniformity *u;
	AW_VEC(struct aw_clamped) found;
};

// Finds loads of the function, at most MOST.
void aw_clamps_find(struct aw_clamps *clamps, size_t most);
// The value that goes up by one from lane to lane and that VALUE, a minimum, maximum or select, is for lanes that its bounds don't concern;
// NULL: none is known.
LLVMValueRef aw_clamps_straight(const struct aw_clamps *clamps, LLVMValueRef value);
// What CLAMP, one of these, is for lanes that it leaves alone, and the bound that it is for the others.
void aw_clamps_parts(const struct aw_clamps *clamps, LLVMValueRef clamp, LLVMValueRef *own, LLVMValueRef *bound);
// Whether VALUE is a minimum or maximum of integers; of which kind: what the one taken is to the other.
bool aw_clamps_is_minimum(LLVMValueRef value, LLVMIntPredicate *taken);

#endif
