// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of PTX arithmetic use of one another.
#ifndef AW_COMPILER_PTX_PTX_ARITHMETIC_H
#define AW_COMPILER_PTX_PTX_ARITHMETIC_H

#include "ptx_emit.h"

enum aw_ptx_binary { AW_PTX_ADD, AW_PTX_SUB, AW_PTX_MUL, AW_PTX_DIV, AW_PTX_MIN, AW_PTX_MAX };

// A and B of OP's first type combined, with its rounding, .ftz and .sat.
LLVMValueRef aw_ptx_float_binary(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_binary binary,
                                 LLVMValueRef a, LLVMValueRef b);

// VALUE, or zero of its sign where it is subnormal and OP has .ftz.
LLVMValueRef aw_ptx_flush(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef value);

// VALUE clamped to [0, 1], NaN to 0.
LLVMValueRef aw_ptx_saturate(struct aw_ptx_emit *emit, LLVMValueRef value);

// VALUE, or 0 where it is negative; NaN stays.
LLVMValueRef aw_ptx_relu(struct aw_ptx_emit *emit, LLVMValueRef value);

// The suffix that the directed functions of the math library have for OP's rounding: "rn" without one.
const char *aw_ptx_rounding(const struct aw_ptx_op *op);

// Shifts by a distance (an integer of any width) that may reach beyond VALUE's width.
LLVMValueRef aw_ptx_shift(struct aw_ptx_emit *emit, LLVMOpcode opcode, LLVMValueRef value, LLVMValueRef distance);

// How .eq, .lt and the like compare signed numbers; 0: none is said.
LLVMIntPredicate aw_ptx_signed_comparison(const struct aw_ptx_op *op);

#endif
