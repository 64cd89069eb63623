// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours of a matrix's rows, where no two rows have the same one that an element connects (cuSPARSE, "cusparse<t>csrcolor").  Colour by
// colour: a colour goes to each row in order that has none yet and no neighbour of this colour, which is what the greedy colouring in
// the order of the rows gives (Welsh and Powell, The Computer Journal 10, 1967).  When the wanted share of the rows has a
// colour, each row that is left gets one of its own.
#include <stdlib.h>

#include "sparse.h"

enum { SPARSE_COLOR = 0x53504143 };

struct cusparseColorInfo {
	uint64_t magic;
};

cusparseStatus_t cusparseCreateColorInfo(cusparseColorInfo_t *info)
{
	if (aw_sparse_is_native())
		SPARSE_FORWARD(cusparseCreateColorInfo, info);
	struct cusparseColorInfo *made = info ? calloc(1, sizeof(*made)) : NULL;
	if (!made)
		return info ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE;
	made->magic = SPARSE_COLOR;
	*info = made;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroyColorInfo(cusparseColorInfo_t info)
{
	if (info && info->magic != SPARSE_COLOR)
		SPARSE_FORWARD(cusparseDestroyColorInfo, info);
	free(info);
	return CUSPARSE_STATUS_SUCCESS;
}

struct coloring {
	int m, base;
	const int *offsets, *columns;
	struct sparse_scalar share;
	cudaDataType type;
	int *count, *colors, *order;
};

enum { NONE = -1 };

// Whether a neighbour in the row has the colour.
static bool meets(const struct coloring *c, int row, int color)
{
	for (int at = c->offsets[row] - c->base; at < c->offsets[row + 1] - c->base; at++) {
		int other = c->columns[at] - c->base;
		if (other != row && c->colors[other] == color)
			return true;
	}
	return false;
}

// Gives the colour to rows of `left`, where `met` are rows whose neighbours told them of it.  How many are left then.
static int give(const struct coloring *c, int color, int *left, int count, int *met)
{
	int rest = 0;
	for (int k = 0; k < count; k++) {
		int row = left[k];
		if (met[row] == color || meets(c, row, color)) { // either, where the pattern isn't symmetric
			left[rest++] = row;
			continue;
		}
		c->colors[row] = color;
		for (int at = c->offsets[row] - c->base; at < c->offsets[row + 1] - c->base; at++)
			met[c->columns[at] - c->base] = color;
	}
	return rest;
}

// The rows, those of a colour together, in order.
static void put_in_order(const struct coloring *c, int colors, int *next)
{
	for (int color = 0; color <= colors; color++)
		next[color] = 0;
	for (int row = 0; row < c->m; row++)
		next[c->colors[row] + 1]++;
	for (int color = 1; color <= colors; color++)
		next[color] += next[color - 1];
	for (int row = 0; row < c->m; row++)
		c->order[next[c->colors[row]]++] = row;
}

static void run_color(void *record)
{
	struct coloring *c = record;
	int *left = malloc(((size_t)c->m + 2) * sizeof(int)), *met = malloc(((size_t)c->m + 1) * sizeof(int)), color = 0;
	aw_sparse_scalar_read(&c->share, c->type);
	if (!left || !met)
		aw_shim_log_error("cusparse", "no memory for colours");
	for (int row = 0; left && met && row < c->m; row++) {
		left[row] = row;
		met[row] = c->colors[row] = NONE;
	}
	int rest = left && met ? c->m : 0;
	while (rest && c->m - rest < c->share.value[0] * c->m)
		rest = give(c, color++, left, rest, met);
	for (int k = 0; k < rest; k++)
		c->colors[left[k]] = color++;
	if (c->order && left && met)
		put_in_order(c, color, left);
	*c->count = color;
	free(left);
	free(met);
}

static cusparseStatus_t submit(cusparseHandle_t handle, struct coloring *c, cusparseMatDescr_t description, int nnz,
	const void *share, cusparseColorInfo_t info)
{
	if (c->m < 0 || nnz < 0 || !description || description->magic != AW_SHIM_MAT_DESCR || !info || info->magic != SPARSE_COLOR ||
	    !share || !c->count || !c->offsets || (nnz && !c->columns) || (c->m && !c->colors))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (description->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	c->base = description->base;
	c->share = aw_sparse_scalar(handle, c->type, share);
	return aw_sparse_queue_result(handle, run_color, c, sizeof(*c));
}

#define COLOR(name, T, S, format) \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, const S *share, int *count, int *colors, int *order, const cusparseColorInfo_t info) \
	{ \
		SPARSE_BEGIN(name, m, nnz, description, values, offsets, columns, share, count, colors, order, info) \
		struct coloring c = { .m = m, .offsets = offsets, .columns = columns, .type = format, .count = count, .colors = colors, \
			.order = order }; \
		return submit(handle, &c, description, nnz, share, info); \
	}
COLOR(cusparseScsrcolor, float, float, CUDA_R_32F)
COLOR(cusparseDcsrcolor, double, double, CUDA_R_64F)
COLOR(cusparseCcsrcolor, cuComplex, float, CUDA_R_32F)
COLOR(cusparseZcsrcolor, cuDoubleComplex, double, CUDA_R_64F)
