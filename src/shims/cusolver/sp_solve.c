// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Systems with a sparse matrix in one call, eigenvalues by inverse iteration, and batches with one pattern (cuSOLVER, "cuSolverSP
// High Level Function Reference", "cuSolverSP Low Level Function Reference").
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sp.h"

// What a call solves.
struct system {
	cudaDataType type;
	struct sp_rows a;
	int nnz;
	const void *values, *b;
	void *x;
};

static cusolverStatus_t solve_with(const struct system *s, const struct sp_factor *factor)
{
	return aw_sp_solve(s->type, factor, s->b, s->x) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

// R of QR by an order of the columns.  Whoever asks for another one sees of it which column is singular, so such a matrix is left to that.
static struct sp_factor *factor_by_columns(const struct system *s, const double *values, int *order, double tolerance)
{
	const struct sp_engine *engine = aw_sp_engine_of(s->type);
	struct sp_factor *factor = aw_sp_order_columns(&s->a, order) ? engine->factor(SP_QR, &s->a, values, order, 1) : NULL;
	if (!factor || engine->zero_pivot(factor, tolerance) < 0)
		return factor;
	aw_sp_factor_free(factor);
	return NULL;
}

static cusolverStatus_t solve(const struct system *s, enum sp_kind kind, double tolerance, int reorder, int *singularity)
{
	if (!s->values || !s->b || !s->x || !singularity || reorder < 0 || reorder > 3)
		return CUSOLVER_STATUS_INVALID_VALUE;
	const struct sp_engine *engine = aw_sp_engine_of(s->type);
	double *values = aw_sp_load(s->type, s->values, s->nnz);
	int *order = malloc(((size_t)s->a.rows + 1) * sizeof(int));
	struct sp_factor *factor = values && order && kind == SP_QR ? factor_by_columns(s, values, order, tolerance) : NULL;
	if (!factor && values && order && aw_sp_order(&s->a, reorder, order))
		factor = engine->factor(kind, &s->a, values, order, 1);
	cusolverStatus_t status = CUSOLVER_STATUS_ALLOC_FAILED;
	if (factor) {
		*singularity = engine->zero_pivot(factor, tolerance);
		// A triangle with a small pivot is solved all the same; one that has none can't be.
		status = engine->zero_pivot(factor, 0) < 0 ? solve_with(s, factor) : CUSOLVER_STATUS_SUCCESS;
	}
	aw_sp_factor_free(factor);
	free(values);
	free(order);
	return status;
}

#define CSRLSV(name, kind, T, R, format) \
	cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, const T *b, R tolerance, int reorder, T *x, int *singularity) \
	{ \
		SP_BEGIN(name, n, nnz, description, values, offsets, columns, b, tolerance, reorder, x, singularity) \
		if (!aw_sp_is_matrix(n, n, nnz, description, offsets, columns)) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		if (description->type != CUSPARSE_MATRIX_TYPE_GENERAL) \
			return CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED; \
		if (!aw_sp_wait(handle)) \
			return CUSOLVER_STATUS_EXECUTION_FAILED; \
		struct system s = { format, { n, n, description->base, offsets, columns }, nnz, values, b, x }; \
		return solve(&s, kind, (double)tolerance, reorder, singularity); \
	}
#define CSRLSVLU(name, T, R, format) CSRLSV(name, SP_LU, T, R, format)
#define CSRLSVQR(name, T, R, format) CSRLSV(name, SP_QR, T, R, format)
#define CSRLSVCHOL(name, T, R, format) CSRLSV(name, SP_CHOLESKY, T, R, format)
SP_ALL(CSRLSVLU, cusolverSp, csrlsvluHost)
SP_ALL(CSRLSVQR, cusolverSp, csrlsvqrHost)
SP_ALL(CSRLSVQR, cusolverSp, csrlsvqr)
SP_ALL(CSRLSVCHOL, cusolverSp, csrlsvcholHost)
SP_ALL(CSRLSVCHOL, cusolverSp, csrlsvchol)

// --- the eigenvalue next to a number: inverse iteration with A - mu0 ---

struct iteration {
	struct system s; // b: the first vector, x: the last one
	double shift[2];
	int most;
	double tolerance;
	void *value;
};

static double norm_of(const double *x, int count)
{
	double sum = 0;
	for (int i = 0; i < count; i++)
		sum += x[i] * x[i];
	return sqrt(sum);
}

// x* y, of numbers with so many parts.
static void product(const double *x, const double *y, int n, int parts, double *sum)
{
	sum[0] = sum[1] = 0;
	for (int i = 0; i < n * parts; i += parts) {
		sum[0] += x[i] * y[i] + (parts == 2 ? x[i + 1] * y[i + 1] : 0);
		sum[1] += parts == 2 ? x[i] * y[i + 1] - x[i + 1] * y[i] : 0;
	}
}

// y = (A - shift)^-1 x turns x into the eigenvector; theta = x*y, so the value is shift + 1 / theta, and x - y / theta the residual.
static cusolverStatus_t iterate(const struct iteration *it, const struct sp_factor *factor, double *x, double *y)
{
	int n = it->s.a.rows, parts = aw_sp_parts(it->s.type);
	double value[2] = { it->shift[0], it->shift[1] };
	for (int turn = 0; turn < it->most; turn++) {
		double theta[2], inverse[2], size = norm_of(x, n * parts), rest = 0;
		for (int i = 0; i < n * parts; i++)
			x[i] /= size;
		if (!aw_sp_engine_of(it->s.type)->solve(factor, x, y))
			return CUSOLVER_STATUS_ALLOC_FAILED;
		product(x, y, n, parts, theta);
		double square = theta[0] * theta[0] + theta[1] * theta[1];
		inverse[0] = theta[0] / square;
		inverse[1] = -theta[1] / square;
		value[0] = it->shift[0] + inverse[0];
		value[1] = it->shift[1] + inverse[1];
		for (int i = 0; i < n * parts; i += parts) {
			double imaginary = parts == 2 ? y[i + 1] : 0;
			rest += pow(x[i] - (y[i] * inverse[0] - imaginary * inverse[1]), 2);
			rest += parts == 2 ? pow(x[i + 1] - (y[i] * inverse[1] + imaginary * inverse[0]), 2) : 0;
		}
		double length = norm_of(y, n * parts);
		for (int i = 0; i < n * parts; i++)
			x[i] = y[i] / length;
		if (sqrt(rest) * sqrt(inverse[0] * inverse[0] + inverse[1] * inverse[1]) < it->tolerance)
			break;
	}
	aw_shim_store_f64(it->s.type, it->s.x, x, (size_t)n);
	aw_shim_store_f64(it->s.type, it->value, value, 1);
	return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t find_eigenvalue(const struct iteration *it)
{
	if (!it->s.values || !it->s.b || !it->s.x || !it->value || it->most < 1)
		return CUSOLVER_STATUS_INVALID_VALUE;
	const struct sp_engine *engine = aw_sp_engine_of(it->s.type);
	struct sp_rows a = { 0 };
	int parts = aw_sp_parts(it->s.type);
	double *values = aw_sp_load(it->s.type, it->s.values, it->s.nnz), *moved = NULL;
	double *x = aw_sp_load(it->s.type, it->s.b, it->s.a.rows), *y = aw_sp_load(it->s.type, it->s.b, it->s.a.rows);
	int *order = malloc(((size_t)it->s.a.rows + 1) * sizeof(int));
	struct sp_factor *factor = NULL;
	cusolverStatus_t status = CUSOLVER_STATUS_ALLOC_FAILED;
	bool made = values && x && y && order;
	if (made && aw_sp_shift(&it->s.a, values, parts, it->shift, &a, &moved) && aw_sp_order_degree(&a, order))
		factor = engine->factor(SP_LU, &a, moved, order, 0.1);
	if (factor)
		status = engine->zero_pivot(factor, 0) < 0 ? iterate(it, factor, x, y) : CUSOLVER_STATUS_ZERO_PIVOT;
	aw_sp_factor_free(factor);
	free((void *)a.offsets);
	free((void *)a.columns);
	free(moved);
	free(values);
	free(x);
	free(y);
	free(order);
	return status;
}

#define CSREIGVSI(name, T, R, format) \
	cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, T mu0, const T *x0, int most, R tolerance, T *mu, T *x) \
	{ \
		SP_BEGIN(name, n, nnz, description, values, offsets, columns, mu0, x0, most, tolerance, mu, x) \
		if (!aw_sp_is_matrix(n, n, nnz, description, offsets, columns)) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		if (!aw_sp_wait(handle)) \
			return CUSOLVER_STATUS_EXECUTION_FAILED; \
		struct iteration it = { { format, { n, n, description->base, offsets, columns }, nnz, values, x0, x }, { 0, 0 }, most, \
			(double)tolerance, mu }; \
		aw_shim_load_f64(it.shift, format, &mu0, 1); \
		return find_eigenvalue(&it); \
	}
SP_ALL(CSREIGVSI, cusolverSp, csreigvsiHost)
SP_ALL(CSREIGVSI, cusolverSp, csreigvsi)

// --- batches: matrices with one pattern, each with its right side ---

static cusolverStatus_t solve_batch(const struct system *s, int batch)
{
	int64_t size = (int64_t)aw_shim_type_size(s->type);
	for (int i = 0; i < batch; i++) {
		struct system one = *s;
		int singularity;
		one.values = (const char *)s->values + i * s->nnz * size;
		one.b = (const char *)s->b + i * s->a.rows * size;
		one.x = (char *)s->x + i * s->a.cols * size;
		cusolverStatus_t status = solve(&one, SP_QR, 0, 0, &singularity);
		if (status != CUSOLVER_STATUS_SUCCESS)
			return status;
	}
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description,
	const int *offsets, const int *columns, csrqrInfo_t info)
{
	SP_BEGIN(cusolverSpXcsrqrAnalysisBatched, m, n, nnz, description, offsets, columns, info)
	bool valid = aw_sp_is_matrix(m, n, nnz, description, offsets, columns) && info && m >= n;
	return valid ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
}

#define CSRQR_BATCHED(name, T, R, format) \
	cusolverStatus_t name(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, const T *b, T *x, int batch, csrqrInfo_t info, void *buffer) \
	{ \
		SP_BEGIN(name, m, n, nnz, description, values, offsets, columns, b, x, batch, info, buffer) \
		if (!aw_sp_is_matrix(m, n, nnz, description, offsets, columns) || batch < 0 || m < n) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		if (!aw_sp_wait(handle)) \
			return CUSOLVER_STATUS_EXECUTION_FAILED; \
		struct system s = { format, { m, n, description->base, offsets, columns }, nnz, values, b, x }; \
		return solve_batch(&s, batch); \
	}
#define BATCHED_SIZE(name, T, R, format) \
	cusolverStatus_t name(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, int batch, csrqrInfo_t info, size_t *internal, size_t *workspace) \
	{ \
		SP_BEGIN(name, m, n, nnz, description, values, offsets, columns, batch, info, internal, workspace) \
		if (!internal || !workspace) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		*internal = *workspace = 1; \
		return CUSOLVER_STATUS_SUCCESS; \
	}
SP_ALL(CSRQR_BATCHED, cusolverSp, csrqrsvBatched)
SP_ALL(BATCHED_SIZE, cusolverSp, csrqrBufferInfoBatched)
