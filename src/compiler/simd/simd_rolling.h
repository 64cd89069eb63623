// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loops of a kernel's copy stay loops, whatever the program says of unrolling.
#ifndef AW_COMPILER_SIMD_SIMD_ROLLING_H
#define AW_COMPILER_SIMD_SIMD_ROLLING_H

#include "../pipeline.h"

enum aw_simd_rolling {
	AW_SIMD_UNROLLED,
	AW_SIMD_STAGES_ROLLED, // those around barriers
	AW_SIMD_NESTS_ROLLED,  // those around loops
	AW_SIMD_ROLLED,        // all that aren't small
};

// Has the loops of COPY that ROLLING names stay loops.  Returns ROLLING, or AW_SIMD_ROLLED, and all do, where it names nests and none is
// unrolled.
enum aw_simd_rolling aw_simd_roll(struct aw_unit *unit, LLVMValueRef copy, enum aw_simd_rolling rolling);

// Whether COPY has so many loops in so much code that LLVM would take minutes to simplify it.
bool aw_simd_has_too_many_loops(LLVMValueRef copy);
// Whether COPY, for gangs of WIDTH lanes, is better made once more with more loops.
bool aw_simd_is_too_unrolled(const struct aw_unit *unit, LLVMValueRef copy, uint32_t width);
// Whether ROLLED, the same with more loops than COPY, is to be taken for that.
bool aw_simd_rolls_well(LLVMValueRef copy, LLVMValueRef rolled);

#endif
