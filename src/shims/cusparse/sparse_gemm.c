// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of sparse matrices by rows (cuSPARSE, "cusparseSpGEMM", "cusparseSpGEMMreuse"), row by row with a place for each column
// (Gustavson, "Two Fast Algorithms for Sparse Matrices", 1978).  The number of elements is known when `compute` (`nnz`) returns, and
// all steps wait for the stream.
#include <stdlib.h>
#include <string.h>

#include "sparse.h"

// The product, in doubles or pairs of them.
struct cusparseSpGEMMDescr {
	uint64_t magic;
	int64_t rows, nnz, products;
	int64_t *offsets, *columns;
	double *values;
};

enum { SPARSE_GEMM = 0x53504147 };

static void forget(struct cusparseSpGEMMDescr *p)
{
	free(p->offsets);
	free(p->columns);
	free(p->values);
	p->offsets = p->columns = NULL;
	p->values = NULL;
}

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr)
{
	if (aw_sparse_is_native())
		SPARSE_FORWARD(cusparseSpGEMM_createDescr, descr);
	struct cusparseSpGEMMDescr *made = descr ? calloc(1, sizeof(*made)) : NULL;
	if (!made)
		return descr ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE;
	made->magic = SPARSE_GEMM;
	*descr = made;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr)
{
	if (descr && descr->magic != SPARSE_GEMM)
		SPARSE_FORWARD(cusparseSpGEMM_destroyDescr, descr);
	if (descr)
		forget(descr);
	free(descr);
	return CUSPARSE_STATUS_SUCCESS;
}

static int64_t begin_of(const struct cusparseSpMatDescr *m, int64_t line)
{
	return aw_sparse_index(m->offsets, m->offsets_type, line) - m->base;
}

static int64_t column_of(const struct cusparseSpMatDescr *m, int64_t at)
{
	return aw_sparse_index(m->indices, m->indices_type, at) - m->base;
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return x < y ? -1 : x > y;
}

struct work {
	const struct cusparseSpMatDescr *a, *b;
	struct cusparseSpGEMMDescr *p;
	int64_t *mark; // of each column: the row that it was last met in, counted from 1
	double (*sums)[2];
};

// Row i of the product; its columns begin at `used`.  How many there are then.
static int64_t multiply_row(const struct work *w, int64_t i, int64_t used)
{
	int64_t first = used;
	for (int64_t at = begin_of(w->a, i); at < begin_of(w->a, i + 1); at++) {
		double x[2] = { 0, 0 }, y[2] = { 0, 0 };
		int64_t k = column_of(w->a, at);
		if (w->a->values)
			aw_sparse_value(w->a->values, w->a->type, at, x);
		for (int64_t other = begin_of(w->b, k); other < begin_of(w->b, k + 1); other++) {
			int64_t j = column_of(w->b, other);
			if (w->b->values)
				aw_sparse_value(w->b->values, w->b->type, other, y);
			if (w->mark[j] != i + 1) {
				w->mark[j] = i + 1;
				w->sums[j][0] = w->sums[j][1] = 0;
				w->p->columns[used++] = j;
			}
			w->sums[j][0] += x[0] * y[0] - x[1] * y[1];
			w->sums[j][1] += x[0] * y[1] + x[1] * y[0];
		}
	}
	qsort(w->p->columns + first, (size_t)(used - first), sizeof(int64_t), compare);
	for (int64_t at = first; at < used; at++)
		memcpy(&w->p->values[2 * at], w->sums[w->p->columns[at]], 2 * sizeof(double));
	return used;
}

static int64_t count_products(const struct cusparseSpMatDescr *a, const struct cusparseSpMatDescr *b)
{
	int64_t count = 0;
	for (int64_t at = 0; at < begin_of(a, a->rows); at++)
		count += begin_of(b, column_of(a, at) + 1) - begin_of(b, column_of(a, at));
	return count;
}

// The product, kept in the description.  Where only structures are asked for, there may be no values.
static cusparseStatus_t multiply(const struct cusparseSpMatDescr *a, const struct cusparseSpMatDescr *b, struct cusparseSpGEMMDescr *p)
{
	forget(p);
	p->rows = a->rows;
	p->products = count_products(a, b);
	p->offsets = malloc(((size_t)a->rows + 1) * sizeof(int64_t));
	p->columns = malloc(((size_t)p->products + 1) * sizeof(int64_t));
	p->values = malloc(((size_t)p->products + 1) * 2 * sizeof(double));
	struct work w = { a, b, p, calloc((size_t)b->cols + 1, sizeof(int64_t)), malloc(((size_t)b->cols + 1) * sizeof(double[2])) };
	bool done = p->offsets && p->columns && p->values && w.mark && w.sums;
	int64_t used = 0;
	for (int64_t i = 0; done && i < a->rows; i++) {
		p->offsets[i] = used;
		used = multiply_row(&w, i, used);
	}
	if (done)
		p->offsets[a->rows] = p->nnz = used;
	free(w.mark);
	free(w.sums);
	return done ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}

static cusparseStatus_t check(cusparseOperation_t op_a, cusparseOperation_t op_b, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
	cusparseConstSpMatDescr_t c, cusparseSpGEMMDescr_t descr)
{
	if (!a || !b || !c || !descr || descr->magic != SPARSE_GEMM || a->cols != b->rows || a->rows != c->rows || b->cols != c->cols)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (op_a != CUSPARSE_OPERATION_NON_TRANSPOSE || op_b != CUSPARSE_OPERATION_NON_TRANSPOSE || a->format != CUSPARSE_FORMAT_CSR ||
	    b->format != CUSPARSE_FORMAT_CSR || c->format != CUSPARSE_FORMAT_CSR || a->type != b->type || a->type != c->type)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t find_product(cusparseHandle_t handle, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
	cusparseSpMatDescr_t c, cusparseSpGEMMDescr_t descr)
{
	cudaError_t error = cudaStreamSynchronize(handle->stream);
	if (error != cudaSuccess)
		return aw_sparse_status(error);
	cusparseStatus_t status = multiply(a, b, descr);
	if (status == CUSPARSE_STATUS_SUCCESS)
		c->nnz = descr->nnz;
	return status;
}

static void put_structure(const struct cusparseSpGEMMDescr *p, const struct cusparseSpMatDescr *c)
{
	for (int64_t i = 0; i <= p->rows; i++)
		aw_sparse_put_index(c->offsets, c->offsets_type, i, p->offsets[i] + c->base);
	for (int64_t at = 0; at < p->nnz; at++)
		aw_sparse_put_index(c->indices, c->indices_type, at, p->columns[at] + c->base);
}

// C = alpha P + beta C, of C's own numbers only where beta isn't zero.
static void put_values(const struct cusparseSpGEMMDescr *p, const struct cusparseSpMatDescr *c, const double *alpha, const double *beta)
{
	for (int64_t at = 0; at < p->nnz; at++) {
		const double *v = &p->values[2 * at];
		double sum[2] = { alpha[0] * v[0] - alpha[1] * v[1], alpha[0] * v[1] + alpha[1] * v[0] }, old[2];
		if (beta[0] != 0 || beta[1] != 0) {
			aw_sparse_value(c->values, c->type, at, old);
			sum[0] += beta[0] * old[0] - beta[1] * old[1];
			sum[1] += beta[0] * old[1] + beta[1] * old[0];
		}
		aw_shim_store_f64(c->type, (char *)c->values + at * (int64_t)aw_shim_type_size(c->type), sum, 1);
	}
}

static cusparseStatus_t finish(cusparseHandle_t handle, const void *alpha, const void *beta, cudaDataType compute,
	cusparseSpGEMMDescr_t descr, cusparseSpMatDescr_t c)
{
	if (!alpha || !beta || !descr->offsets || !c->offsets || (descr->nnz && (!c->indices || !c->values)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	cudaError_t error = cudaStreamSynchronize(handle->stream);
	if (error != cudaSuccess)
		return aw_sparse_status(error);
	struct sparse_scalar scales[2] = { aw_sparse_scalar(handle, compute, alpha), aw_sparse_scalar(handle, compute, beta) };
	aw_sparse_scalar_read(&scales[0], compute);
	aw_sparse_scalar_read(&scales[1], compute);
	put_values(descr, c, scales[0].value, scales[1].value);
	return CUSPARSE_STATUS_SUCCESS;
}

// A function that is asked for a buffer's size first; true when it is to work.
static bool has_buffer(size_t *size, const void *buffer)
{
	if (!buffer)
		*size = 1;
	return buffer;
}

#define SCALED_WORDS \
	cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, \
		cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t algorithm, \
		cusparseSpGEMMDescr_t descr
#define SCALED op_a, op_b, alpha, a, b, beta, c, compute, algorithm, descr
#define PLAIN_WORDS \
	cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, \
		cusparseSpMatDescr_t c, cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descr
#define PLAIN op_a, op_b, a, b, c, algorithm, descr
#define CHECK \
	cusparseStatus_t status = check(op_a, op_b, a, b, c, descr); \
	if (status != CUSPARSE_STATUS_SUCCESS) \
		return status;

cusparseStatus_t cusparseSpGEMM_workEstimation(SCALED_WORDS, size_t *size, void *buffer)
{
	SPARSE_BEGIN(cusparseSpGEMM_workEstimation, SCALED, size, buffer)
	CHECK
	if (!size)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (has_buffer(size, buffer) && cudaStreamSynchronize(handle->stream) == cudaSuccess)
		descr->products = count_products(a, b);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t *count)
{
	if (descr && descr->magic != SPARSE_GEMM)
		SPARSE_FORWARD(cusparseSpGEMM_getNumProducts, descr, count);
	if (!descr || !count)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*count = descr->products;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_estimateMemory(SCALED_WORDS, float chunk, size_t *size3, void *buffer3, size_t *size2)
{
	SPARSE_BEGIN(cusparseSpGEMM_estimateMemory, SCALED, chunk, size3, buffer3, size2)
	CHECK
	if (!size3 || (buffer3 && !size2))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (has_buffer(size3, buffer3))
		*size2 = 1;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_compute(SCALED_WORDS, size_t *size, void *buffer)
{
	SPARSE_BEGIN(cusparseSpGEMM_compute, SCALED, size, buffer)
	CHECK
	if (!size)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return has_buffer(size, buffer) ? find_product(handle, a, b, c, descr) : CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_copy(SCALED_WORDS)
{
	SPARSE_BEGIN(cusparseSpGEMM_copy, SCALED)
	CHECK
	status = finish(handle, alpha, beta, compute, descr, c);
	if (status == CUSPARSE_STATUS_SUCCESS)
		put_structure(descr, c);
	return status;
}

cusparseStatus_t cusparseSpGEMMreuse_workEstimation(PLAIN_WORDS, size_t *size, void *buffer)
{
	SPARSE_BEGIN(cusparseSpGEMMreuse_workEstimation, PLAIN, size, buffer)
	CHECK
	if (!size)
		return CUSPARSE_STATUS_INVALID_VALUE;
	has_buffer(size, buffer);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMMreuse_nnz(PLAIN_WORDS, size_t *size2, void *buffer2, size_t *size3, void *buffer3, size_t *size4,
	void *buffer4)
{
	SPARSE_BEGIN(cusparseSpGEMMreuse_nnz, PLAIN, size2, buffer2, size3, buffer3, size4, buffer4)
	CHECK
	if (!size2 || !size3 || !size4)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (buffer2 && buffer3 && buffer4)
		return find_product(handle, a, b, c, descr);
	*size2 = *size3 = *size4 = 1;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMMreuse_copy(PLAIN_WORDS, size_t *size, void *buffer)
{
	SPARSE_BEGIN(cusparseSpGEMMreuse_copy, PLAIN, size, buffer)
	CHECK
	if (!size || !descr->offsets)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (has_buffer(size, buffer)) {
		cudaError_t error = cudaStreamSynchronize(handle->stream);
		if (error != cudaSuccess)
			return aw_sparse_status(error);
		put_structure(descr, c);
	}
	return CUSPARSE_STATUS_SUCCESS;
}

// The structure is C's already; the numbers are those that A and B have now.
cusparseStatus_t cusparseSpGEMMreuse_compute(SCALED_WORDS)
{
	SPARSE_BEGIN(cusparseSpGEMMreuse_compute, SCALED)
	CHECK
	status = find_product(handle, a, b, c, descr);
	return status == CUSPARSE_STATUS_SUCCESS ? finish(handle, alpha, beta, compute, descr, c) : status;
}
