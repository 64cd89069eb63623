// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of elements that lie one behind the other in memory, a row a lane, and their columns.
#ifndef AW_COMPILER_SIMD_ROWS_H
#define AW_COMPILER_SIMD_ROWS_H

#include "simd_place.h"

// COUNT elements of SIZE bytes a row.  PIECES, COUNT / PACK of them, are the gang's rows in the order in which they lie: vectors of as
// many integers as the gang has lanes, of PACK elements each.  VALUES are the columns, a vector of integers for each element of a row.
struct aw_simd_rows {
	unsigned count, size, pack;
};

// --- simd_rows.c ---

// The shuffles that make columns of pieces, and the other way.
void aw_simd_rows_to_columns(struct aw_simd *simd, const struct aw_simd_rows *rows, const LLVMValueRef *pieces, LLVMValueRef *values);
void aw_simd_rows_of_columns(struct aw_simd *simd, const struct aw_simd_rows *rows, LLVMValueRef *values, LLVMValueRef *pieces);

// --- simd_straight.c ---

// The same as marks, which aw_simd_straighten_rows makes code of.
void aw_simd_say_columns(struct aw_simd *simd, const struct aw_simd_rows *rows, LLVMValueRef *pieces, LLVMValueRef *values);
void aw_simd_say_pieces(struct aw_simd *simd, const struct aw_simd_rows *rows, LLVMValueRef *values, LLVMValueRef *pieces);

#endif
