// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of sparse matrices with vectors and dense matrices, and triangular systems (cuSPARSE, "Generic APIs").  All sums are
// made in doubles, in the order of the matrix's elements, and rounded once; a matrix of columns is the transpose of one of
// rows.
#include <stdlib.h>
#include <string.h>

#include "sparse.h"

struct product {
	cusparseOperation_t op_a, op_b;
	struct sparse_scalar alpha, beta;
	struct cusparseSpMatDescr a;
	struct cusparseDnMatDescr b, c; // vectors are matrices of one column
	cudaDataType compute;
};

// sum += op(v) x, for element (row, column) of op(A).
static void add(double *sum, const double *v, const double *x, int parts, bool conjugate)
{
	double imaginary = conjugate ? -v[1] : v[1];
	if (parts == 1) {
		sum[0] += v[0] * x[0];
		return;
	}
	sum[0] += v[0] * x[0] - imaginary * x[1];
	sum[1] += v[0] * x[1] + imaginary * x[0];
}

struct column_product {
	const struct cusparseSpMatDescr *a;
	const double *x;
	double *sums;
	int parts;
	bool turned, conjugate;
};

static void multiply_element(void *to, int64_t row, int64_t column, int64_t at)
{
	const struct column_product *p = to;
	double v[2];
	aw_sparse_value(p->a->values, p->a->type, at, v);
	add(&p->sums[(p->turned ? column : row) * p->parts], v, &p->x[(p->turned ? row : column) * p->parts], p->parts, p->conjugate);
}

// sums = op(A) x of dense columns.
static void multiply(const struct cusparseSpMatDescr *a, cusparseOperation_t op, const double *x, double *sums, int parts)
{
	bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE, conjugate = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
	int64_t lines = a->format == CUSPARSE_FORMAT_CSC ? a->cols : a->rows;
	if (!aw_sparse_has_format(a, SPARSE_CSR | SPARSE_CSC | SPARSE_COO)) {
		struct column_product p = { a, x, sums, parts, turned, conjugate };
		aw_sparse_walk(a, multiply_element, &p);
		return;
	}
	if (a->format == CUSPARSE_FORMAT_CSC)
		turned = !turned;
	if (a->format == CUSPARSE_FORMAT_COO)
		lines = 1;
	for (int64_t line = 0; line < lines; line++) {
		bool listed = a->format == CUSPARSE_FORMAT_COO;
		int64_t first = listed ? 0 : aw_sparse_index(a->offsets, a->offsets_type, line) - a->base;
		int64_t last = listed ? a->nnz : aw_sparse_index(a->offsets, a->offsets_type, line + 1) - a->base;
		for (int64_t at = first; at < last; at++) {
			double v[2];
			int64_t row = listed ? aw_sparse_index(a->offsets, a->offsets_type, at) - a->base : line;
			int64_t column = aw_sparse_index(a->indices, a->indices_type, at) - a->base;
			aw_sparse_value(a->values, a->type, at, v);
			add(&sums[(turned ? column : row) * parts], v, &x[(turned ? row : column) * parts], parts, conjugate);
		}
	}
}

// Column j of op(B).
static void take_column(const struct product *p, int64_t j, int64_t size, double *x, int parts)
{
	bool stands = p->op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
	for (int64_t i = 0; i < size; i++) {
		double value[2];
		aw_sparse_value(p->b.values, p->b.type, stands ? aw_sparse_place(&p->b, i, j) : aw_sparse_place(&p->b, j, i), value);
		x[i * parts] = value[0];
		if (parts == 2)
			x[i * 2 + 1] = p->op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? -value[1] : value[1];
	}
}

static void put_column(const struct product *p, int64_t j, const double *sums, int parts)
{
	const double *alpha = p->alpha.value, *beta = p->beta.value;
	int64_t size = (int64_t)aw_shim_type_size(p->c.type);
	for (int64_t i = 0; i < p->c.rows; i++) {
		double value[2], old[2] = { 0, 0 }, imaginary = parts == 2 ? sums[i * 2 + 1] : 0, real = sums[i * parts];
		if (beta[0] != 0 || beta[1] != 0)
			aw_sparse_value(p->c.values, p->c.type, aw_sparse_place(&p->c, i, j), old);
		value[0] = alpha[0] * real - alpha[1] * imaginary + beta[0] * old[0] - beta[1] * old[1];
		value[1] = alpha[0] * imaginary + alpha[1] * real + beta[0] * old[1] + beta[1] * old[0];
		aw_shim_store_f64(p->c.type, (char *)p->c.values + aw_sparse_place(&p->c, i, j) * size, value, 1);
	}
}

static void multiply_all(struct product *p)
{
	int parts = aw_shim_type_is_complex(p->c.type) ? 2 : 1;
	int64_t inner = p->op_a == CUSPARSE_OPERATION_NON_TRANSPOSE ? p->a.cols : p->a.rows;
	double *x = malloc((size_t)(inner * parts + 1) * sizeof(*x)), *sums = malloc((size_t)(p->c.rows * parts + 1) * sizeof(*sums));
	if (!x || !sums)
		aw_shim_log_error("cusparse", "no memory for a column of a product");
	for (int64_t j = 0; x && sums && j < p->c.cols; j++) {
		memset(sums, 0, (size_t)(p->c.rows * parts) * sizeof(*sums));
		take_column(p, j, inner, x, parts);
		multiply(&p->a, p->op_a, x, sums, parts);
		put_column(p, j, sums, parts);
	}
	free(x);
	free(sums);
}

static void run_product(void *record)
{
	struct product *p = record;
	aw_sparse_scalar_read(&p->alpha, p->compute);
	aw_sparse_scalar_read(&p->beta, p->compute);
	for (int i = 0; i < (p->c.batch > 1 ? p->c.batch : 1); i++) {
		struct product one = *p;
		one.a = aw_sparse_matrix_of_batch(&p->a, i);
		one.b = aw_sparse_dense_of_batch(&p->b, i);
		one.c = aw_sparse_dense_of_batch(&p->c, i);
		multiply_all(&one);
	}
}

static cusparseStatus_t submit_product(cusparseHandle_t handle, struct product *p, const void *alpha, const void *beta)
{
	bool stands = p->op_a == CUSPARSE_OPERATION_NON_TRANSPOSE, b_stands = p->op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
	if (!alpha || !beta || (stands ? p->a.rows : p->a.cols) != p->c.rows ||
	    (stands ? p->a.cols : p->a.rows) != (b_stands ? p->b.rows : p->b.cols) || (b_stands ? p->b.cols : p->b.rows) != p->c.cols)
		return CUSPARSE_STATUS_INVALID_VALUE;
	bool is_complex = aw_shim_type_is_complex(p->c.type);
	if (aw_shim_type_is_complex(p->compute) != is_complex || p->b.type != p->a.type ||
	    (aw_shim_type_is_complex(p->a.type) && !is_complex))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	p->alpha = aw_sparse_scalar(handle, p->compute, alpha);
	p->beta = aw_sparse_scalar(handle, p->compute, beta);
	return aw_sparse_status(aw_shim_queue(handle->stream, run_product, p, sizeof(*p)));
}

// --- vectors ---

cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a,
	cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algorithm,
	void *buffer)
{
	SPARSE_BEGIN(cusparseSpMV, op, alpha, a, x, beta, y, compute, algorithm, buffer)
	if (!a || !x || !y)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (a->format == CUSPARSE_FORMAT_BLOCKED_ELL)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct product p = { .op_a = op, .op_b = CUSPARSE_OPERATION_NON_TRANSPOSE, .a = *a, .b = aw_sparse_column(x), .c = aw_sparse_column(y),
		.compute = compute };
	return submit_product(handle, &p, alpha, beta);
}

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,
	cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute,
	cusparseSpMVAlg_t algorithm, size_t *size)
{
	SPARSE_BEGIN(cusparseSpMV_bufferSize, op, alpha, a, x, beta, y, compute, algorithm, size)
	return aw_sparse_no_buffer(size);
}

cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,
	cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute,
	cusparseSpMVAlg_t algorithm, void *buffer)
{
	SPARSE_BEGIN(cusparseSpMV_preprocess, op, alpha, a, x, beta, y, compute, algorithm, buffer)
	return CUSPARSE_STATUS_SUCCESS;
}

// --- dense matrices ---

cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
	cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c, cudaDataType compute,
	cusparseSpMMAlg_t algorithm, void *buffer)
{
	SPARSE_BEGIN(cusparseSpMM, op_a, op_b, alpha, a, b, beta, c, compute, algorithm, buffer)
	if (!a || !b || !c)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (a->format == CUSPARSE_FORMAT_SLICED_ELLPACK)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct product p = { .op_a = op_a, .op_b = op_b, .a = *a, .b = *b, .c = *c, .compute = compute };
	return submit_product(handle, &p, alpha, beta);
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
	const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c,
	cudaDataType compute, cusparseSpMMAlg_t algorithm, size_t *size)
{
	SPARSE_BEGIN(cusparseSpMM_bufferSize, op_a, op_b, alpha, a, b, beta, c, compute, algorithm, size)
	return aw_sparse_no_buffer(size);
}

cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
	const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c,
	cudaDataType compute, cusparseSpMMAlg_t algorithm, void *buffer)
{
	SPARSE_BEGIN(cusparseSpMM_preprocess, op_a, op_b, alpha, a, b, beta, c, compute, algorithm, buffer)
	return CUSPARSE_STATUS_SUCCESS;
}

// --- matrices of square blocks ---

// A matrix of mb x nb blocks.
static cusparseStatus_t of_blocks(struct cusparseSpMatDescr *a, cusparseMatDescr_t description, cusparseDirection_t direction, int mb,
	int nb)
{
	if (mb < 0 || nb < 0 || a->nnz < 0 || a->block_rows < 1 || !description || description->magic != AW_SHIM_MAT_DESCR || !a->offsets ||
	    (direction != CUSPARSE_DIRECTION_ROW && direction != CUSPARSE_DIRECTION_COLUMN) || (a->nnz && (!a->indices || !a->values)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (description->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	a->magic = SPARSE_MATRIX;
	a->format = CUSPARSE_FORMAT_BSR;
	a->block_cols = a->block_rows;
	a->rows = mb * a->block_rows;
	a->cols = nb * a->block_cols;
	a->nnz *= a->block_rows * a->block_cols;
	a->offsets_type = a->indices_type = CUSPARSE_INDEX_32I;
	a->base = description->base;
	a->order = direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
	return CUSPARSE_STATUS_SUCCESS;
}

static struct cusparseDnMatDescr by_columns(const void *values, cudaDataType type, int64_t rows, int64_t cols, int64_t ld)
{
	return (struct cusparseDnMatDescr){ SPARSE_DENSE_MATRIX, rows, cols, ld, (void *)(uintptr_t)values, type, CUSPARSE_ORDER_COL };
}

// P has the operations and A's arrays; C has n columns.
static cusparseStatus_t submit_blocks(cusparseHandle_t handle, struct product *p, int n, const void *alpha, const void *beta)
{
	bool b_stands = p->op_b == CUSPARSE_OPERATION_NON_TRANSPOSE, stands = p->op_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
	int64_t rows = stands ? p->a.rows : p->a.cols, inner = stands ? p->a.cols : p->a.rows;
	p->compute = p->a.type;
	p->b = by_columns(p->b.values, p->a.type, b_stands ? inner : n, b_stands ? n : inner, p->b.ld ? p->b.ld : inner);
	p->c = by_columns(p->c.values, p->a.type, rows, n, p->c.ld ? p->c.ld : rows);
	if (n < 0 || p->b.ld < p->b.rows || p->c.ld < rows || (inner && n && !p->b.values) || (rows && n && !p->c.values))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return submit_product(handle, p, alpha, beta);
}

#define BLOCK_ARRAYS(T_format) \
	{ .type = T_format, .nnz = nnzb, .block_rows = dim, .values = (void *)(uintptr_t)values, .offsets = (void *)(uintptr_t)offsets, \
		.indices = (void *)(uintptr_t)columns }

#define BLOCK_MV(name, T, T_format) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op, int mb, int nb, int nnzb, \
		const T *alpha, const cusparseMatDescr_t description, const T *values, const int *offsets, const int *columns, int dim, \
		const T *x, const T *beta, T *y) \
	{ \
		SPARSE_BEGIN(name, direction, op, mb, nb, nnzb, alpha, description, values, offsets, columns, dim, x, beta, y) \
		struct product p = { .op_a = op, .op_b = CUSPARSE_OPERATION_NON_TRANSPOSE, .a = BLOCK_ARRAYS(T_format), \
			.b.values = (void *)(uintptr_t)x, .c.values = y }; \
		cusparseStatus_t status = of_blocks(&p.a, description, direction, mb, nb); \
		return status == CUSPARSE_STATUS_SUCCESS ? submit_blocks(handle, &p, 1, alpha, beta) : status; \
	}
SPARSE_ALL(BLOCK_MV, bsrmv)

#define BLOCK_MM(name, T, T_format) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t opA, cusparseOperation_t opB, \
		int mb, int n, int kb, int nnzb, const T *alpha, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, const int dim, const T *B, const int ldb, const T *beta, T *C, int ldc) \
	{ \
		SPARSE_BEGIN(name, direction, opA, opB, mb, n, kb, nnzb, alpha, description, values, offsets, columns, dim, B, ldb, beta, C, \
			ldc) \
		struct product p = { .op_a = opA, .op_b = opB, .a = BLOCK_ARRAYS(T_format), \
			.b = { .values = (void *)(uintptr_t)B, .ld = ldb }, .c = { .values = C, .ld = ldc } }; \
		cusparseStatus_t status = ldb < 1 || ldc < 1 ? CUSPARSE_STATUS_INVALID_VALUE : of_blocks(&p.a, description, direction, mb, kb); \
		return status == CUSPARSE_STATUS_SUCCESS ? submit_blocks(handle, &p, n, alpha, beta) : status; \
	}
SPARSE_ALL(BLOCK_MM, bsrmm)

// Rows of blocks of which each has an end of its own, those alone that a mask lists.
struct masked_product {
	struct sparse_scalar alpha, beta;
	struct cusparseSpMatDescr a; // its columns aren't looked at
	const int *mask, *ends;
	int count;
	const void *x;
	void *y;
};

// A row of a row of blocks.
static void multiply_row(const struct masked_product *m, int64_t block_row, int64_t row)
{
	const struct cusparseSpMatDescr *a = &m->a;
	int64_t dim = a->block_rows, first = ((const int *)a->offsets)[block_row] - a->base, last = m->ends[block_row] - a->base;
	int parts = aw_shim_type_is_complex(a->type) ? 2 : 1;
	double sum[2] = { 0, 0 };
	for (int64_t at = first; at < last; at++)
		for (int64_t column = 0; column < dim; column++) {
			double v[2], x[2];
			int64_t within = a->order == CUSPARSE_ORDER_ROW ? row * dim + column : column * dim + row;
			aw_sparse_value(a->values, a->type, at * dim * dim + within, v);
			aw_sparse_value(m->x, a->type, ((const int *)a->indices)[at] * dim - a->base * dim + column, x);
			add(sum, v, x, parts, false);
		}
	struct product p = { .alpha = m->alpha, .beta = m->beta, .c = by_columns(m->y, a->type, 1, 1, 1) };
	p.c.values = (char *)m->y + (block_row * dim + row) * (int64_t)aw_shim_type_size(a->type);
	put_column(&p, 0, sum, parts);
}

static void run_masked(void *record)
{
	struct masked_product *m = record;
	aw_sparse_scalar_read(&m->alpha, m->a.type);
	aw_sparse_scalar_read(&m->beta, m->a.type);
	for (int i = 0; i < m->count; i++)
		for (int64_t row = 0; row < m->a.block_rows; row++)
			multiply_row(m, m->mask[i] - m->a.base, row);
}

static cusparseStatus_t submit_masked(cusparseHandle_t handle, struct masked_product *m, cusparseOperation_t op, const void *alpha,
	const void *beta)
{
	if (!alpha || !beta || m->count < 0 || (m->count && (!m->mask || !m->ends || !m->x || !m->y)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (op != CUSPARSE_OPERATION_NON_TRANSPOSE)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	m->alpha = aw_sparse_scalar(handle, m->a.type, alpha);
	m->beta = aw_sparse_scalar(handle, m->a.type, beta);
	return aw_sparse_status(aw_shim_queue(handle->stream, run_masked, m, sizeof(*m)));
}

#define BLOCK_MASKED_MV(name, T, T_format) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op, int count, int mb, int nb, \
		int nnzb, const T *alpha, const cusparseMatDescr_t description, const T *values, const int *mask, const int *offsets, \
		const int *ends, const int *columns, int dim, const T *x, const T *beta, T *y) \
	{ \
		SPARSE_BEGIN(name, direction, op, count, mb, nb, nnzb, alpha, description, values, mask, offsets, ends, columns, dim, x, beta, \
			y) \
		struct masked_product m = { .a = BLOCK_ARRAYS(T_format), .mask = mask, .ends = ends, .count = count, .x = x, .y = y }; \
		cusparseStatus_t status = of_blocks(&m.a, description, direction, mb, nb); \
		return status == CUSPARSE_STATUS_SUCCESS ? submit_masked(handle, &m, op, alpha, beta) : status; \
	}
SPARSE_ALL(BLOCK_MASKED_MV, bsrxmv)

// --- sparse vectors ---

struct vector_work {
	struct sparse_scalar alpha, beta;
	struct cusparseSpVecDescr x;
	struct cusparseDnVecDescr y;
};

static int64_t index_of(const struct vector_work *w, int64_t at)
{
	return aw_sparse_index(w->x.indices, w->x.indices_type, at) - w->x.base;
}

static void run_axpby(void *record)
{
	struct vector_work *w = record;
	size_t size = aw_shim_type_size(w->y.type);
	double value[2], x[2];
	aw_sparse_scalar_read(&w->alpha, w->y.type);
	aw_sparse_scalar_read(&w->beta, w->y.type);
	const double *alpha = w->alpha.value, *beta = w->beta.value;
	for (int64_t i = 0; i < w->y.size; i++) {
		aw_sparse_value(w->y.values, w->y.type, i, x);
		value[0] = beta[0] * x[0] - beta[1] * x[1];
		value[1] = beta[0] * x[1] + beta[1] * x[0];
		aw_shim_store_f64(w->y.type, (char *)w->y.values + (size_t)i * size, value, 1);
	}
	for (int64_t at = 0; at < w->x.nnz; at++) {
		int64_t i = index_of(w, at);
		aw_sparse_value(w->y.values, w->y.type, i, value);
		aw_sparse_value(w->x.values, w->x.type, at, x);
		value[0] += alpha[0] * x[0] - alpha[1] * x[1];
		value[1] += alpha[0] * x[1] + alpha[1] * x[0];
		aw_shim_store_f64(w->y.type, (char *)w->y.values + (size_t)i * size, value, 1);
	}
}

static void run_gather(void *record)
{
	const struct vector_work *w = record;
	size_t size = aw_shim_type_size(w->x.type);
	for (int64_t at = 0; at < w->x.nnz; at++)
		memcpy((char *)w->x.values + (size_t)at * size, (const char *)w->y.values + (size_t)index_of(w, at) * size, size);
}

static void run_scatter(void *record)
{
	const struct vector_work *w = record;
	size_t size = aw_shim_type_size(w->x.type);
	for (int64_t at = 0; at < w->x.nnz; at++)
		memcpy((char *)w->y.values + (size_t)index_of(w, at) * size, (const char *)w->x.values + (size_t)at * size, size);
}

static cusparseStatus_t submit_vector(cusparseHandle_t handle, void (*run)(void *), cusparseConstSpVecDescr_t x,
	cusparseConstDnVecDescr_t y, struct vector_work *w)
{
	if (!x || !y || x->size != y->size)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (x->type != y->type)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	w->x = *x;
	w->y = *y;
	return aw_sparse_status(aw_shim_queue(handle->stream, run, w, sizeof(*w)));
}

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha, cusparseConstSpVecDescr_t x, const void *beta,
	cusparseDnVecDescr_t y)
{
	SPARSE_BEGIN(cusparseAxpby, alpha, x, beta, y)
	if (!alpha || !beta || !y)
		return CUSPARSE_STATUS_INVALID_VALUE;
	struct vector_work w = { .alpha = aw_sparse_scalar(handle, y->type, alpha), .beta = aw_sparse_scalar(handle, y->type, beta) };
	return submit_vector(handle, run_axpby, x, y, &w);
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x)
{
	SPARSE_BEGIN(cusparseGather, y, x)
	struct vector_work w = { 0 };
	return submit_vector(handle, run_gather, x, y, &w);
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y)
{
	SPARSE_BEGIN(cusparseScatter, x, y)
	struct vector_work w = { 0 };
	return submit_vector(handle, run_scatter, x, y, &w);
}
