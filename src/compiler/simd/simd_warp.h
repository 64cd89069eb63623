// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of a warp that is the gang: what simd_warp.c and simd_shuffle.c share.
#ifndef AW_COMPILER_SIMD_WARP_H
#define AW_COMPILER_SIMD_WARP_H

#include "simd.h"

enum { AW_SIMD_WARP_LANES = 32 };

// aw_simd_warp for the shuffles.
LLVMValueRef aw_simd_warp_shuffle(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                                  LLVMValueRef mask, struct aw_shape shape);

// Loads and stores of a matrix's rows, and products (simd_matrix.c).
LLVMValueRef aw_simd_matrix(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments, LLVMValueRef mask);

#endif
