// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of dense matrices at the places of a sparse one (cuSPARSE, "cusparseSDDMM"), products of sparse and dense vectors
// ("cusparseSpVV"), and rotations of them ("cusparseRot").
#include "sparse.h"

// sum += x y of complex numbers, x conjugated or not.
static void add_product(double *sum, const double *x, const double *y, bool conjugate)
{
	double imaginary = conjugate ? -x[1] : x[1];
	sum[0] += x[0] * y[0] - imaginary * y[1];
	sum[1] += x[0] * y[1] + imaginary * y[0];
}

// alpha x + beta y, stored at `at`.
static void store_sum(cudaDataType type, void *values, int64_t at, const double *alpha, const double *x, const double *beta)
{
	double sum[2] = { 0, 0 }, old[2];
	aw_sparse_value(values, type, at, old);
	add_product(sum, alpha, x, false);
	if (beta[0] != 0 || beta[1] != 0)
		add_product(sum, beta, old, false);
	aw_shim_store_f64(type, (char *)values + at * (int64_t)aw_shim_type_size(type), sum, 1);
}

// --- C = alpha op(A) op(B) at C's places + beta C ---

struct sampled {
	cusparseOperation_t op_a, op_b;
	struct sparse_scalar alpha, beta;
	struct cusparseDnMatDescr a, b;
	struct cusparseSpMatDescr c;
	cudaDataType compute;
};

static void element_of(const struct cusparseDnMatDescr *m, cusparseOperation_t op, int64_t i, int64_t j, double *value)
{
	bool stands = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
	aw_sparse_value(m->values, m->type, stands ? aw_sparse_place(m, i, j) : aw_sparse_place(m, j, i), value);
	if (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
		value[1] = -value[1];
}

static void sample(void *to, int64_t row, int64_t column, int64_t at)
{
	const struct sampled *s = to;
	double sum[2] = { 0, 0 }, x[2], y[2];
	int64_t inner = s->op_a == CUSPARSE_OPERATION_NON_TRANSPOSE ? s->a.cols : s->a.rows;
	for (int64_t k = 0; k < inner; k++) {
		element_of(&s->a, s->op_a, row, k, x);
		element_of(&s->b, s->op_b, k, column, y);
		add_product(sum, x, y, false);
	}
	store_sum(s->c.type, s->c.values, at, s->alpha.value, sum, s->beta.value);
}

static void run_sampled(void *record)
{
	struct sampled *s = record;
	struct cusparseDnMatDescr a = s->a, b = s->b;
	struct cusparseSpMatDescr c = s->c;
	aw_sparse_scalar_read(&s->alpha, s->compute);
	aw_sparse_scalar_read(&s->beta, s->compute);
	for (int batch = 0; batch < (c.batch > 1 ? c.batch : 1); batch++) {
		s->a = aw_sparse_dense_of_batch(&a, batch);
		s->b = aw_sparse_dense_of_batch(&b, batch);
		s->c = aw_sparse_matrix_of_batch(&c, batch);
		aw_sparse_walk(&s->c, sample, s);
	}
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
	cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute,
	cusparseSDDMMAlg_t algorithm, size_t *size)
{
	SPARSE_BEGIN(cusparseSDDMM_bufferSize, op_a, op_b, alpha, a, b, beta, c, compute, algorithm, size)
	return aw_sparse_no_buffer(size);
}

cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
	cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute,
	cusparseSDDMMAlg_t algorithm, void *buffer)
{
	SPARSE_BEGIN(cusparseSDDMM_preprocess, op_a, op_b, alpha, a, b, beta, c, compute, algorithm, buffer)
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
	cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute,
	cusparseSDDMMAlg_t algorithm, void *buffer)
{
	SPARSE_BEGIN(cusparseSDDMM, op_a, op_b, alpha, a, b, beta, c, compute, algorithm, buffer)
	if (!alpha || !beta || !a || !b || !c)
		return CUSPARSE_STATUS_INVALID_VALUE;
	bool stands = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE, b_stands = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
	if ((stands ? a->rows : a->cols) != c->rows || (b_stands ? b->cols : b->rows) != c->cols ||
	    (stands ? a->cols : a->rows) != (b_stands ? b->rows : b->cols))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (a->type != b->type || !aw_sparse_has_format(c, SPARSE_CSR | SPARSE_CSC | SPARSE_BSR) ||
	    aw_shim_type_is_complex(compute) != aw_shim_type_is_complex(c->type))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct sampled s = { op_a, op_b, aw_sparse_scalar(handle, compute, alpha), aw_sparse_scalar(handle, compute, beta), *a, *b, *c, compute };
	return aw_sparse_status(aw_shim_queue(handle->stream, run_sampled, &s, sizeof(s)));
}

// --- vectors ---

struct vectors {
	struct cusparseSpVecDescr x;
	struct cusparseDnVecDescr y;
	bool conjugate;
	void *result;
	cudaDataType compute;
	struct sparse_scalar c, s;
};

static void run_dot(void *record)
{
	const struct vectors *v = record;
	double sum[2] = { 0, 0 }, x[2], y[2];
	for (int64_t at = 0; at < v->x.nnz; at++) {
		aw_sparse_value(v->x.values, v->x.type, at, x);
		aw_sparse_value(v->y.values, v->y.type, aw_sparse_index(v->x.indices, v->x.indices_type, at) - v->x.base, y);
		add_product(sum, x, y, v->conjugate);
	}
	aw_shim_store_f64(v->compute, v->result, sum, 1);
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
	cusparseConstDnVecDescr_t y, const void *result, cudaDataType compute, size_t *size)
{
	SPARSE_BEGIN(cusparseSpVV_bufferSize, op, x, y, result, compute, size)
	return aw_sparse_no_buffer(size);
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
	void *result, cudaDataType compute, void *buffer)
{
	SPARSE_BEGIN(cusparseSpVV, op, x, y, result, compute, buffer)
	if (!x || !y || !result || x->size != y->size)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (x->type != y->type || aw_shim_type_is_complex(compute) != aw_shim_type_is_complex(x->type))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct vectors v = { *x, *y, op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, result, compute };
	enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone; // a graph's launches write the result
	cudaError_t error = cudaStreamIsCapturing(handle->stream, &capture);
	if (error == cudaSuccess)
		error = aw_shim_queue(handle->stream, run_dot, &v, sizeof(v));
	if (error == cudaSuccess && handle->pointers == CUSPARSE_POINTER_MODE_HOST && capture == cudaStreamCaptureStatusNone)
		error = cudaStreamSynchronize(handle->stream);
	return aw_sparse_status(error);
}

static void run_rotation(void *record)
{
	struct vectors *v = record;
	double minus[2];
	aw_sparse_scalar_read(&v->c, v->x.type);
	aw_sparse_scalar_read(&v->s, v->x.type);
	minus[0] = -v->s.value[0];
	minus[1] = v->s.value[1]; // of the conjugate
	for (int64_t at = 0; at < v->x.nnz; at++) {
		double x[2], y[2];
		int64_t i = aw_sparse_index(v->x.indices, v->x.indices_type, at) - v->x.base;
		aw_sparse_value(v->x.values, v->x.type, at, x);
		aw_sparse_value(v->y.values, v->y.type, i, y);
		store_sum(v->x.type, v->x.values, at, v->s.value, y, v->c.value);
		store_sum(v->y.type, v->y.values, i, minus, x, v->c.value);
	}
}

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *c, const void *s, cusparseSpVecDescr_t x, cusparseDnVecDescr_t y)
{
	SPARSE_BEGIN(cusparseRot, c, s, x, y)
	if (!c || !s || !x || !y || x->size != y->size)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (x->type != y->type)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct vectors v = { .x = *x, .y = *y, .c = aw_sparse_scalar(handle, x->type, c), .s = aw_sparse_scalar(handle, x->type, s) };
	return aw_sparse_status(aw_shim_queue(handle->stream, run_rotation, &v, sizeof(v)));
}
