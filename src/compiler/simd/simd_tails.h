// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last or first turns of loops whose counters halve or double, as code of their own.
#ifndef AW_COMPILER_SIMD_TAILS_H
#define AW_COMPILER_SIMD_TAILS_H

#include "simd.h"

// Does so for loops of COPY, scalar code of KERNEL, where gangs of WIDTH lanes have these turns for themselves in blocks that are a row;
// PASSES simplify what it leaves.  Returns COPY, or in its place, when it has deleted that, another function.
LLVMValueRef aw_simd_part_tails(struct aw_unit *unit, const struct aw_unit_kernel *kernel, LLVMValueRef copy, uint32_t width,
                                const char *passes);

#endif
