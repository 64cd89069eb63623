// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices of blocks of one size from those of another, where a matrix by rows is one of blocks of a single element (cuSPARSE,
// "cusparse<t>csr2bsr", "cusparse<t>bsr2csr", "cusparse<t>csr2gebsr", "cusparse<t>gebsr2csr", "cusparse<t>gebsr2gebsr").
// Row by row of the new blocks: first which columns of blocks the old blocks touch, then where each of their elements goes.
#include <stdlib.h>
#include <string.h>

#include "sparse.h"

// One of the two matrices; sizes are those of a block.
struct grid {
	int height, width, base;
	bool by_columns; // the elements of each block
	const int *offsets, *columns;
	const char *values;
};

struct regroup {
	struct grid from, to;
	int rows, cols; // of elements
	int from_rows;  // of blocks
	size_t size;    // of an element; 0: no values
	int *to_offsets, *to_columns, *all;
	char *to_values;
};

// What the row of new blocks that is worked on has.
struct line {
	int *at;      // for each column of blocks: its place in the line, counted from 1, or 0
	int *columns; // as they were found, later in order
	int count;
};

static int up(int count, int size)
{
	return count / size + (count % size != 0);
}

static int ascending(const void *a, const void *b)
{
	return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

// Calls for each old block that has elements in the new row of blocks.
static void each_block(const struct regroup *g, int line, void (*visit)(const struct regroup *, struct line *, int line, int row, int at),
	struct line *l)
{
	int first = line * g->to.height, last = first + g->to.height - 1;
	for (int row = first / g->from.height; row <= last / g->from.height && row < g->from_rows; row++)
		for (int at = g->from.offsets[row] - g->from.base; at < g->from.offsets[row + 1] - g->from.base; at++)
			visit(g, l, line, row, at);
}

static void find_columns(const struct regroup *g, struct line *l, int line, int row, int at)
{
	(void)line;
	(void)row;
	int first = (g->from.columns[at] - g->from.base) * g->from.width, last = first + g->from.width - 1;
	for (int j = first / g->to.width; j <= last / g->to.width && j * g->to.width < g->cols; j++)
		if (!l->at[j]) {
			l->at[j] = 1;
			l->columns[l->count++] = j;
		}
}

static size_t within(const struct grid *grid, int r, int c)
{
	return grid->by_columns ? (size_t)c * grid->height + r : (size_t)r * grid->width + c;
}

static void move_elements(const struct regroup *g, struct line *l, int line, int row, int at)
{
	size_t block = (size_t)g->to.height * g->to.width, start = (size_t)(g->to_offsets[line] - g->to.base);
	int left = (g->from.columns[at] - g->from.base) * g->from.width;
	for (int r = 0; r < g->from.height; r++) {
		int i = row * g->from.height + r;
		for (int c = 0; i / g->to.height == line && c < g->from.width && left + c < g->cols; c++) {
			int j = left + c;
			size_t old = (size_t)at * g->from.height * g->from.width + within(&g->from, r, c);
			size_t new = (start + l->at[j / g->to.width] - 1) * block + within(&g->to, i % g->to.height, j % g->to.width);
			memcpy(g->to_values + new * g->size, g->from.values + old * g->size, g->size);
		}
	}
}

// The new row's blocks, or only their number.
static void fill(const struct regroup *g, struct line *l, int line)
{
	size_t start = (size_t)(g->to_offsets[line] - g->to.base);
	qsort(l->columns, (size_t)l->count, sizeof(int), ascending);
	for (int k = 0; k < l->count; k++) {
		g->to_columns[start + k] = l->columns[k] + g->to.base;
		l->at[l->columns[k]] = k + 1;
	}
	if (g->size) {
		size_t block = (size_t)g->to.height * g->to.width * g->size;
		memset(g->to_values + start * block, 0, (size_t)l->count * block);
		each_block(g, line, move_elements, l);
	}
}

static void run_regroup(void *record)
{
	const struct regroup *g = record;
	int lines = up(g->rows, g->to.height), wide = up(g->cols, g->to.width), count = 0;
	struct line l = { calloc((size_t)wide + 1, sizeof(int)), malloc(((size_t)wide + 1) * sizeof(int)), 0 };
	if (!l.at || !l.columns)
		aw_shim_log_error("cusparse", "no memory for a row of blocks");
	for (int line = 0; l.at && l.columns && line < lines; line++) {
		g->to_offsets[line] = count + g->to.base;
		each_block(g, line, find_columns, &l);
		if (g->to_columns)
			fill(g, &l, line);
		for (int k = 0; k < l.count; k++)
			l.at[l.columns[k]] = 0;
		count += l.count;
		l.count = 0;
	}
	g->to_offsets[lines] = count + g->to.base;
	if (g->all)
		*g->all = count;
	free(l.at);
	free(l.columns);
}

static cusparseStatus_t submit(cusparseHandle_t handle, struct regroup *g, cusparseDirection_t direction, cusparseMatDescr_t from,
	cusparseMatDescr_t to)
{
	if (g->rows < 0 || g->cols < 0 || g->from.height < 1 || g->from.width < 1 || g->to.height < 1 || g->to.width < 1 || !from || !to ||
	    from->magic != AW_SHIM_MAT_DESCR || to->magic != AW_SHIM_MAT_DESCR || !g->from.offsets || !g->to_offsets ||
	    (direction != CUSPARSE_DIRECTION_ROW && direction != CUSPARSE_DIRECTION_COLUMN))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (from->type != CUSPARSE_MATRIX_TYPE_GENERAL || to->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	g->from_rows = up(g->rows, g->from.height);
	g->from.base = from->base;
	g->to.base = to->base;
	g->from.by_columns = g->to.by_columns = direction == CUSPARSE_DIRECTION_COLUMN;
	return g->all ? aw_sparse_queue_result(handle, run_regroup, g, sizeof(*g)) :
		aw_sparse_status(aw_shim_queue(handle->stream, run_regroup, g, sizeof(*g)));
}

// How many blocks there are; nobody need ask.
static cusparseStatus_t count(cusparseHandle_t handle, struct regroup *g, cusparseDirection_t direction, cusparseMatDescr_t from,
	cusparseMatDescr_t to)
{
	if (g->rows > 0 && g->cols > 0 && !g->from.columns && g->from.offsets)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return submit(handle, g, direction, from, to);
}

#define FROM(h, w) { .height = h, .width = w, .offsets = offsetsA, .columns = columnsA }
#define VALUES(T) .size = sizeof(T), .to_values = (char *)valuesC, .to_columns = columnsC

// --- square blocks ---

cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n, const cusparseMatDescr_t descrA,
	const int *offsetsA, const int *columnsA, int dim, const cusparseMatDescr_t descrC, int *offsetsC, int *all)
{
	SPARSE_BEGIN(cusparseXcsr2bsrNnz, direction, m, n, descrA, offsetsA, columnsA, dim, descrC, offsetsC, all)
	struct regroup g = { .from = FROM(1, 1), .to = { dim, dim }, .rows = m, .cols = n, .to_offsets = offsetsC, .all = all };
	return count(handle, &g, direction, descrA, descrC);
}

// The arrays, where something is to be moved.
static cusparseStatus_t move(cusparseHandle_t handle, struct regroup *g, cusparseDirection_t direction, cusparseMatDescr_t from,
	cusparseMatDescr_t to)
{
	bool has_arrays = g->from.columns && g->to_columns && (!g->size || (g->from.values && g->to_values));
	if (g->rows > 0 && g->cols > 0 && !has_arrays)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return submit(handle, g, direction, from, to);
}

#define SQUARE(name, T, format) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, int dim, const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, \
		int *columnsC) \
	{ \
		SPARSE_BEGIN(name, direction, m, n, descrA, valuesA, offsetsA, columnsA, dim, descrC, valuesC, offsetsC, columnsC) \
		struct regroup g = { .from = FROM(1, 1), .to = { dim, dim }, .rows = m, .cols = n, .to_offsets = offsetsC, VALUES(T) }; \
		g.from.values = (const char *)valuesA; \
		return move(handle, &g, direction, descrA, descrC); \
	}
SPARSE_ALL(SQUARE, csr2bsr)

#define ELEMENTS(name, T, format) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, int dim, const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, \
		int *columnsC) \
	{ \
		SPARSE_BEGIN(name, direction, mb, nb, descrA, valuesA, offsetsA, columnsA, dim, descrC, valuesC, offsetsC, columnsC) \
		struct regroup g = { .from = FROM(dim, dim), .to = { 1, 1 }, .rows = mb * dim, .cols = nb * dim, .to_offsets = offsetsC, \
			VALUES(T) }; \
		g.from.values = (const char *)valuesA; \
		return move(handle, &g, direction, descrA, descrC); \
	}
SPARSE_ALL(ELEMENTS, bsr2csr)

// --- blocks of any height and width ---

cusparseStatus_t cusparseXcsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
	const cusparseMatDescr_t descrA, const int *offsetsA, const int *columnsA, const cusparseMatDescr_t descrC, int *offsetsC, int height,
	int width, int *all, void *buffer)
{
	SPARSE_BEGIN(cusparseXcsr2gebsrNnz, direction, m, n, descrA, offsetsA, columnsA, descrC, offsetsC, height, width, all, buffer)
	struct regroup g = { .from = FROM(1, 1), .to = { height, width }, .rows = m, .cols = n, .to_offsets = offsetsC, .all = all };
	return count(handle, &g, direction, descrA, descrC);
}

#define TO_BLOCKS_BUFFER(name, T, SIZE) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, int height, int width, SIZE *size) \
	{ \
		SPARSE_BEGIN(name, direction, m, n, descrA, valuesA, offsetsA, columnsA, height, width, size) \
		if (m < 0 || n < 0 || height < 1 || width < 1 || !size) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*size = 1; \
		return CUSPARSE_STATUS_SUCCESS; \
	}

#define TO_BLOCKS(name, T, format) \
	TO_BLOCKS_BUFFER(name##_bufferSize, T, int) \
	TO_BLOCKS_BUFFER(name##_bufferSizeExt, T, size_t) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, \
		int *columnsC, int height, int width, void *buffer) \
	{ \
		SPARSE_BEGIN(name, direction, m, n, descrA, valuesA, offsetsA, columnsA, descrC, valuesC, offsetsC, columnsC, height, width, buffer) \
		struct regroup g = { .from = FROM(1, 1), .to = { height, width }, .rows = m, .cols = n, .to_offsets = offsetsC, VALUES(T) }; \
		g.from.values = (const char *)valuesA; \
		return move(handle, &g, direction, descrA, descrC); \
	}
SPARSE_ALL(TO_BLOCKS, csr2gebsr)

cusparseStatus_t cusparseXgebsr2csr(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb,
	const cusparseMatDescr_t descrA, const int *offsetsA, const int *columnsA, int height, int width, const cusparseMatDescr_t descrC,
	int *offsetsC, int *columnsC)
{
	SPARSE_BEGIN(cusparseXgebsr2csr, direction, mb, nb, descrA, offsetsA, columnsA, height, width, descrC, offsetsC, columnsC)
	struct regroup g = { .from = FROM(height, width), .to = { 1, 1 }, .rows = mb * height, .cols = nb * width, .to_offsets = offsetsC,
		.to_columns = columnsC };
	return move(handle, &g, direction, descrA, descrC);
}

#define FROM_BLOCKS(name, T, format) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, int height, int width, const cusparseMatDescr_t descrC, T *valuesC, \
		int *offsetsC, int *columnsC) \
	{ \
		SPARSE_BEGIN(name, direction, mb, nb, descrA, valuesA, offsetsA, columnsA, height, width, descrC, valuesC, offsetsC, columnsC) \
		struct regroup g = { .from = FROM(height, width), .to = { 1, 1 }, .rows = mb * height, .cols = nb * width, \
			.to_offsets = offsetsC, VALUES(T) }; \
		g.from.values = (const char *)valuesA; \
		return move(handle, &g, direction, descrA, descrC); \
	}
SPARSE_ALL(FROM_BLOCKS, gebsr2csr)

cusparseStatus_t cusparseXgebsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb, int nnzb,
	const cusparseMatDescr_t descrA, const int *offsetsA, const int *columnsA, int heightA, int widthA, const cusparseMatDescr_t descrC,
	int *offsetsC, int heightC, int widthC, int *all, void *buffer)
{
	SPARSE_BEGIN(cusparseXgebsr2gebsrNnz, direction, mb, nb, nnzb, descrA, offsetsA, columnsA, heightA, widthA, descrC, offsetsC, heightC,
		widthC, all, buffer)
	struct regroup g = { .from = FROM(heightA, widthA), .to = { heightC, widthC }, .rows = mb * heightA, .cols = nb * widthA,
		.to_offsets = offsetsC, .all = all };
	return nnzb < 0 ? CUSPARSE_STATUS_INVALID_VALUE : count(handle, &g, direction, descrA, descrC);
}

#define BLOCKS_BUFFER(name, T, SIZE) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, int heightA, int widthA, int heightC, int widthC, SIZE *size) \
	{ \
		SPARSE_BEGIN(name, direction, mb, nb, nnzb, descrA, valuesA, offsetsA, columnsA, heightA, widthA, heightC, widthC, size) \
		if (mb < 0 || nb < 0 || nnzb < 0 || heightA < 1 || widthA < 1 || heightC < 1 || widthC < 1 || !size) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*size = 1; \
		return CUSPARSE_STATUS_SUCCESS; \
	}

#define BLOCKS(name, T, format) \
	BLOCKS_BUFFER(name##_bufferSize, T, int) \
	BLOCKS_BUFFER(name##_bufferSizeExt, T, size_t) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, int heightA, int widthA, const cusparseMatDescr_t descrC, T *valuesC, \
		int *offsetsC, int *columnsC, int heightC, int widthC, void *buffer) \
	{ \
		SPARSE_BEGIN(name, direction, mb, nb, nnzb, descrA, valuesA, offsetsA, columnsA, heightA, widthA, descrC, valuesC, offsetsC, \
			columnsC, heightC, widthC, buffer) \
		struct regroup g = { .from = FROM(heightA, widthA), .to = { heightC, widthC }, .rows = mb * heightA, .cols = nb * widthA, \
			.to_offsets = offsetsC, VALUES(T) }; \
		g.from.values = (const char *)valuesA; \
		return nnzb < 0 ? CUSPARSE_STATUS_INVALID_VALUE : move(handle, &g, direction, descrA, descrC); \
	}
SPARSE_ALL(BLOCKS, gebsr2gebsr)
