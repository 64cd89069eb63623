// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the threads of a gang are in their block.
#ifndef AW_COMPILER_SIMD_INDEX_H
#define AW_COMPILER_SIMD_INDEX_H

#include "simd.h"

// Whether ROW asks for the place of a thread: threadIdx, lane, warp, %lanemask.
bool aw_simd_is_index(const struct aw_intrinsic *row);

// Its value as SHAPE asks for it: a scalar when uniform, lane 0's when strided, else a vector.
LLVMValueRef aw_simd_index(struct aw_simd *simd, const struct aw_intrinsic *row, struct aw_shape shape);

// Calls NAME of TYPE, which computes its result from ARGUMENTS and what stays the same while the gang runs.
LLVMValueRef aw_simd_ask(struct aw_simd *simd, const char *name, LLVMTypeRef type, LLVMValueRef *arguments, unsigned count);

// Q of the vector N / D, for all N and D up to 1,024 (the threads of a block); N is <W x i32>, D an i32.
LLVMValueRef aw_simd_small_divide(struct aw_simd *simd, LLVMValueRef n, LLVMValueRef d);

#endif
