// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic sums that a worker adds up for many blocks.
#ifndef AW_COMPILER_SIMD_LATER_H
#define AW_COMPILER_SIMD_LATER_H

#include "simd.h"

// Puts the sums of U's function into SUMS that may be put off, if its blocks wait for no others, each with itself or with a parameter
// that must not point into its allocation.
void aw_simd_find_later(const struct aw_uniformity *u, struct aw_map *sums);

// Whether the launch at hand lets SUM, one of these, be put off; NULL: all do.
LLVMValueRef aw_simd_may_put_off(struct aw_simd *simd, LLVMValueRef sum);

// The sum of VALUE, or of a vector's elements in a row, at ADDRESS: begin leaves the builder where it is to be made at once, end, which
// gets what begin has returned, behind both.  VALUE is 0 for lanes that aren't active.  MAY is
// aw_simd_may_put_off's.
LLVMBasicBlockRef aw_simd_later_begin(struct aw_simd *simd, LLVMValueRef address, LLVMValueRef value, LLVMValueRef may);
// The same of one active lane, which shares its row with those whose addresses are near.
LLVMBasicBlockRef aw_simd_later_begin_lane(struct aw_simd *simd, LLVMValueRef address, LLVMValueRef value, LLVMValueRef may);
void aw_simd_later_end(struct aw_simd *simd, LLVMBasicBlockRef done);

#endif
