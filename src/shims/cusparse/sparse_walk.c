// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of a sparse matrix one after another, whatever its format (cuSPARSE, "cuSPARSE Storage Formats").
#include "sparse.h"

static int64_t offset_of(const struct cusparseSpMatDescr *a, int64_t line)
{
	return aw_sparse_index(a->offsets, a->offsets_type, line) - a->base;
}

static int64_t index_of(const struct cusparseSpMatDescr *a, int64_t at)
{
	return aw_sparse_index(a->indices, a->indices_type, at) - a->base;
}

// Rows, columns or coordinates.
static void walk_lines(const struct cusparseSpMatDescr *a, void (*visit)(void *, int64_t, int64_t, int64_t), void *to)
{
	bool by_columns = a->format == CUSPARSE_FORMAT_CSC;
	int64_t lines = by_columns ? a->cols : a->rows;
	for (int64_t at = 0; a->format == CUSPARSE_FORMAT_COO && at < a->nnz; at++)
		visit(to, offset_of(a, at), index_of(a, at), at);
	for (int64_t line = 0; a->format != CUSPARSE_FORMAT_COO && line < lines; line++) {
		int64_t end = offset_of(a, line + 1);
		for (int64_t at = offset_of(a, line); at < end; at++) {
			int64_t other = index_of(a, at);
			visit(to, by_columns ? other : line, by_columns ? line : other, at);
		}
	}
}

static void walk_blocks(const struct cusparseSpMatDescr *a, void (*visit)(void *, int64_t, int64_t, int64_t), void *to)
{
	int64_t h = a->block_rows, w = a->block_cols;
	bool by_rows = a->order == CUSPARSE_ORDER_ROW;
	for (int64_t line = 0; line < a->rows / h; line++) {
		int64_t end = offset_of(a, line + 1);
		for (int64_t block = offset_of(a, line); block < end; block++) {
			int64_t column = index_of(a, block) * w;
			for (int64_t i = 0; i < h; i++)
				for (int64_t j = 0; j < w; j++)
					visit(to, line * h + i, column + j, block * h * w + (by_rows ? i * w + j : j * h + i));
		}
	}
}

// Values are a matrix by rows; a block whose number is below the base is not there.
static void walk_ell(const struct cusparseSpMatDescr *a, void (*visit)(void *, int64_t, int64_t, int64_t), void *to)
{
	int64_t size = a->block_rows, blocks = a->width / size;
	for (int64_t row = 0; row < a->rows; row++)
		for (int64_t k = 0; k < blocks; k++) {
			int64_t block = index_of(a, row / size * blocks + k);
			for (int64_t j = 0; block >= 0 && j < size && block * size + j < a->cols; j++)
				visit(to, row, block * size + j, row * a->width + k * size + j);
		}
}

// The places of a slice are by columns; one whose column is below the base is padding.
static void walk_slices(const struct cusparseSpMatDescr *a, void (*visit)(void *, int64_t, int64_t, int64_t), void *to)
{
	for (int64_t row = 0; row < a->rows; row++) {
		int64_t slice = row / a->block_rows, end = offset_of(a, slice + 1);
		for (int64_t at = offset_of(a, slice) + row % a->block_rows; at < end; at += a->block_rows)
			if (index_of(a, at) >= 0)
				visit(to, row, index_of(a, at), at);
	}
}

void aw_sparse_walk(const struct cusparseSpMatDescr *a, void (*visit)(void *to, int64_t row, int64_t column, int64_t at), void *to)
{
	if (a->format == CUSPARSE_FORMAT_BSR)
		walk_blocks(a, visit, to);
	else if (a->format == CUSPARSE_FORMAT_BLOCKED_ELL)
		walk_ell(a, visit, to);
	else if (a->format == CUSPARSE_FORMAT_SLICED_ELLPACK)
		walk_slices(a, visit, to);
	else
		walk_lines(a, visit, to);
}
