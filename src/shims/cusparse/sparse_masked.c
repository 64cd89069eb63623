// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products with vectors of the old interface: of a dense matrix with a sparse vector (cuSPARSE, "cusparse<t>gemvi"), and of those rows of
// blocks that a mask names (cuSPARSE, "cusparse<t>bsrxmv").  Numbers are worked with as complex doubles.
#include <complex.h>

#include "sparse.h"

typedef double _Complex number;

static number load(const void *values, cudaDataType type, int64_t at)
{
	double value[2];
	aw_sparse_value(values, type, at, value);
	return CMPLX(value[0], value[1]);
}

// y = alpha sum + beta y, where y isn't read if beta is 0
static void update(void *y, cudaDataType type, int64_t at, number sum, number beta)
{
	number value = sum + (beta == 0 ? 0 : beta * load(y, type, at));
	double parts[2] = { creal(value), cimag(value) };
	aw_shim_store_f64(type, (char *)y + at * (int64_t)aw_shim_type_size(type), parts, 1);
}

static number scalar(struct sparse_scalar *from, cudaDataType type)
{
	aw_sparse_scalar_read(from, type);
	return CMPLX(from->value[0], from->value[1]);
}

// --- a sparse vector ---

struct dense_product {
	cudaDataType type;
	cusparseOperation_t op;
	int m, n, ld, nnz, base;
	struct sparse_scalar alpha, beta;
	const void *a, *x;
	const int *indices;
	void *y;
};

static void run_dense_product(void *record)
{
	struct dense_product *p = record;
	bool stands = p->op == CUSPARSE_OPERATION_NON_TRANSPOSE, conjugate = p->op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
	number alpha = scalar(&p->alpha, p->type), beta = scalar(&p->beta, p->type);
	for (int i = 0; i < (stands ? p->m : p->n); i++) {
		number sum = 0;
		for (int k = 0; k < p->nnz; k++) {
			int j = p->indices[k] - p->base;
			number a = load(p->a, p->type, stands ? i + (int64_t)j * p->ld : j + (int64_t)i * p->ld);
			sum += (conjugate ? conj(a) : a) * load(p->x, p->type, k);
		}
		update(p->y, p->type, i, alpha * sum, beta);
	}
}

static cusparseStatus_t submit_dense(cusparseHandle_t handle, struct dense_product *p, const void *alpha, const void *beta)
{
	if (p->m < 0 || p->n < 0 || p->nnz < 0 || p->ld < (p->m > 1 ? p->m : 1) || !alpha || !beta || (unsigned)p->base > 1 ||
	    (p->nnz && (!p->x || !p->indices)) || (p->m && p->n && (!p->a || !p->y)) || (unsigned)p->op > CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
		return CUSPARSE_STATUS_INVALID_VALUE;
	p->alpha = aw_sparse_scalar(handle, p->type, alpha);
	p->beta = aw_sparse_scalar(handle, p->type, beta);
	return aw_sparse_status(aw_shim_queue(handle->stream, run_dense_product, p, sizeof(*p)));
}

#define GEMVI(name, T, format) \
	cusparseStatus_t name##_bufferSize(cusparseHandle_t handle, cusparseOperation_t op, int m, int n, int nnz, int *size) \
	{ \
		SPARSE_BEGIN(name##_bufferSize, op, m, n, nnz, size) \
		if (m < 0 || n < 0 || nnz < 0 || !size) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*size = 1; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseOperation_t op, int m, int n, const T *alpha, const T *a, int lda, int nnz, \
		const T *x, const int *indices, const T *beta, T *y, cusparseIndexBase_t base, void *buffer) \
	{ \
		SPARSE_BEGIN(name, op, m, n, alpha, a, lda, nnz, x, indices, beta, y, base, buffer) \
		struct dense_product p = { .type = format, .op = op, .m = m, .n = n, .ld = lda, .nnz = nnz, .base = base, .a = a, .x = x, \
			.indices = indices, .y = y }; \
		return submit_dense(handle, &p, alpha, beta); \
	}
SPARSE_ALL(GEMVI, gemvi)

// --- masked rows of blocks ---

struct masked_product {
	cudaDataType type;
	int count, mb, dim, base;
	bool by_columns; // the elements of each block
	struct sparse_scalar alpha, beta;
	const void *values, *x;
	const int *mask, *begins, *ends, *columns;
	void *y;
};

static void run_masked_product(void *record)
{
	struct masked_product *p = record;
	number alpha = scalar(&p->alpha, p->type), beta = scalar(&p->beta, p->type);
	for (int k = 0; k < p->count; k++) {
		int row = p->mask[k] - p->base;
		for (int r = 0; r < p->dim; r++) {
			number sum = 0;
			for (int at = p->begins[row] - p->base; at < p->ends[row] - p->base; at++)
				for (int c = 0; c < p->dim; c++) {
					int64_t place = ((int64_t)at * p->dim + (p->by_columns ? c : r)) * p->dim + (p->by_columns ? r : c);
					sum += load(p->values, p->type, place) *
						load(p->x, p->type, (int64_t)(p->columns[at] - p->base) * p->dim + c);
				}
			update(p->y, p->type, (int64_t)row * p->dim + r, alpha * sum, beta);
		}
	}
}

static cusparseStatus_t submit_masked(cusparseHandle_t handle, struct masked_product *p, cusparseDirection_t direction,
	cusparseOperation_t op, cusparseMatDescr_t description, const void *alpha, const void *beta)
{
	if (p->count < 0 || p->mb < 0 || p->count > p->mb || p->dim < 1 || !description || description->magic != AW_SHIM_MAT_DESCR || !alpha ||
	    !beta || (direction != CUSPARSE_DIRECTION_ROW && direction != CUSPARSE_DIRECTION_COLUMN) ||
	    (p->count && (!p->mask || !p->begins || !p->ends || !p->x || !p->y)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (description->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	if (op != CUSPARSE_OPERATION_NON_TRANSPOSE)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	p->base = description->base;
	p->by_columns = direction == CUSPARSE_DIRECTION_COLUMN;
	p->alpha = aw_sparse_scalar(handle, p->type, alpha);
	p->beta = aw_sparse_scalar(handle, p->type, beta);
	return aw_sparse_status(aw_shim_queue(handle->stream, run_masked_product, p, sizeof(*p)));
}

#define MASKED(name, T, format) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op, int count, int mb, int nb, \
		int nnzb, const T *alpha, const cusparseMatDescr_t description, const T *values, const int *mask, const int *begins, \
		const int *ends, const int *columns, int dim, const T *x, const T *beta, T *y) \
	{ \
		SPARSE_BEGIN(name, direction, op, count, mb, nb, nnzb, alpha, description, values, mask, begins, ends, columns, dim, x, beta, y) \
		struct masked_product p = { .type = format, .count = count, .mb = mb, .dim = dim, .values = values, .x = x, .mask = mask, \
			.begins = begins, .ends = ends, .columns = columns, .y = y }; \
		if (nb < 0 || nnzb < 0 || (nnzb && (!values || !columns))) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		return submit_masked(handle, &p, direction, op, description, alpha, beta); \
	}
SPARSE_ALL(MASKED, bsrxmv)
