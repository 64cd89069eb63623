// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of the uniformity analysis: the shape of a value from those of its operands.  uniformity.c
// applies them until nothing changes; only it includes this.
#ifndef AW_COMPILER_ANALYSIS_SHAPE_RULES_H
#define AW_COMPILER_ANALYSIS_SHAPE_RULES_H

#include "uniformity.h"

// `aligned` of zero, a multiple of everything.
enum { AW_SHAPE_ZERO = 64 };

// The shape of a value that is A's for all lanes or B's for all lanes.  Values of different strides don't
// have one, nor a strided and a uniform one: which it is would have to be known.
struct aw_shape aw_shape_join(struct aw_shape a, struct aw_shape b);

// The shape of a function's argument.
struct aw_shape aw_shape_of_argument(const struct aw_uniformity *uniformity, LLVMValueRef argument, bool is_kernel);
// Of a constant or global.
struct aw_shape aw_shape_of_constant(const struct aw_uniformity *uniformity, LLVMValueRef constant);
// Of an instruction that gives a value and is no phi; UNSEEN while an operand's is.
struct aw_shape aw_shape_of_instruction(const struct aw_uniformity *uniformity, LLVMValueRef instruction);

// --- value_bounds.c ---

// The interval of the integer VALUE, of at most 64 bits, in all lanes: as unsigned numbers the highest, as signed
// numbers both ends.
uint64_t aw_bounds_highest(LLVMValueRef value);
void aw_bounds_signed(LLVMValueRef value, int64_t *low, int64_t *high);

#endif
