// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triangular systems (cuSPARSE, cusparseSpSV_solve, cusparseSpSM_solve): substitution along rows, or, for the transpose,
// each result as soon as it is known taken from the right sides that it is in.  What lies outside the triangle that the
// matrix's attributes name is left out.  Elements of coordinates are sorted by rows.
#include <stdlib.h>
#include <string.h>

#include "sparse.h"

struct system {
	cusparseOperation_t op;
	struct sparse_scalar alpha;
	struct cusparseSpMatDescr a;
	struct cusparseDnMatDescr x, y; // vectors are matrices of one column
	cusparseOperation_t op_x;
	cudaDataType compute;
};

static void divide(const double *a, const double *b, double *result)
{
	double norm = b[0] * b[0] + b[1] * b[1];
	double real = (a[0] * b[0] + a[1] * b[1]) / norm, imaginary = (a[1] * b[0] - a[0] * b[1]) / norm;
	result[0] = b[1] == 0 && a[1] == 0 ? a[0] / b[0] : real;
	result[1] = b[1] == 0 && a[1] == 0 ? 0 : imaginary;
}

static void subtract(double *from, const double *a, const double *b)
{
	from[0] -= a[0] * b[0] - a[1] * b[1];
	from[1] -= a[0] * b[1] + a[1] * b[0];
}

// Where line i begins, counted for coordinates.
static int64_t *lines_of(const struct cusparseSpMatDescr *a)
{
	int64_t *first = calloc((size_t)a->rows + 2, sizeof(*first));
	for (int64_t i = 0; first && a->format != CUSPARSE_FORMAT_COO && i <= a->rows; i++)
		first[i] = aw_sparse_index(a->offsets, a->offsets_type, i) - a->base;
	if (first && a->format == CUSPARSE_FORMAT_COO) {
		for (int64_t at = 0; at < a->nnz; at++)
			first[aw_sparse_index(a->offsets, a->offsets_type, at) - a->base + 1]++;
		for (int64_t i = 0; i < a->rows; i++)
			first[i + 1] += first[i];
	}
	return first;
}

// One line: its diagonal first where results are needed for others, last where they come from others.
static void solve_line(const struct system *s, const int64_t *first, int64_t i, bool pushes, bool conjugate, double (*y)[2])
{
	double diagonal[2] = { 1, 0 }, v[2];
	bool lower = s->a.fill == CUSPARSE_FILL_MODE_LOWER, unit = s->a.diag == CUSPARSE_DIAG_TYPE_UNIT;
	for (int pass = 0; pass < 2; pass++) {
		bool divides = pushes ? pass == 0 : pass == 1;
		for (int64_t at = first[i]; at < first[i + 1]; at++) {
			int64_t j = aw_sparse_index(s->a.indices, s->a.indices_type, at) - s->a.base;
			aw_sparse_value(s->a.values, s->a.type, at, v);
			v[1] = conjugate ? -v[1] : v[1];
			if (j == i && !unit)
				memcpy(diagonal, v, sizeof(diagonal));
			else if (!divides && j != i && (lower ? j < i : j > i))
				subtract(pushes ? y[j] : y[i], v, pushes ? y[i] : y[j]);
		}
		if (divides)
			divide(y[i], diagonal, y[i]);
	}
}

// Column j of Y, whose right sides come from that of op(X).
static void take_column(const struct system *s, int64_t j, double (*y)[2])
{
	bool stands = s->op_x == CUSPARSE_OPERATION_NON_TRANSPOSE;
	for (int64_t i = 0; i < s->a.rows; i++) {
		double value[2];
		aw_sparse_value(s->x.values, s->x.type, stands ? aw_sparse_place(&s->x, i, j) : aw_sparse_place(&s->x, j, i), value);
		if (s->op_x == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
			value[1] = -value[1];
		y[i][0] = s->alpha.value[0] * value[0] - s->alpha.value[1] * value[1];
		y[i][1] = s->alpha.value[0] * value[1] + s->alpha.value[1] * value[0];
	}
}

static void put_column(const struct system *s, int64_t j, double (*y)[2])
{
	for (int64_t i = 0; i < s->a.rows; i++)
		aw_shim_store_f64(s->y.type, (char *)s->y.values + aw_sparse_place(&s->y, i, j) * (int64_t)aw_shim_type_size(s->y.type), y[i], 1);
}

static void run(void *record)
{
	struct system *s = record;
	int64_t n = s->a.rows, *first = lines_of(&s->a);
	double (*y)[2] = malloc(((size_t)n + 1) * sizeof(*y));
	bool by_columns = s->a.format == CUSPARSE_FORMAT_CSC, conjugate = s->op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
	bool pushes = (s->op != CUSPARSE_OPERATION_NON_TRANSPOSE) != by_columns;
	aw_sparse_scalar_read(&s->alpha, s->compute);
	if (by_columns) // the triangle of the transpose, which the lines are rows of
		s->a.fill = s->a.fill == CUSPARSE_FILL_MODE_LOWER ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
	bool forward = (s->a.fill == CUSPARSE_FILL_MODE_LOWER) != pushes;
	if (!first || !y)
		aw_shim_log_error("cusparse", "no memory for a triangular system");
	for (int64_t j = 0; first && y && j < s->y.cols; j++) {
		take_column(s, j, y);
		for (int64_t i = 0; i < n; i++)
			solve_line(s, first, forward ? i : n - 1 - i, pushes, conjugate, y);
		put_column(s, j, y);
	}
	free(first);
	free(y);
}

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *solver)
{
	if (aw_sparse_is_native())
		SPARSE_FORWARD(cusparseSpSV_createDescr, solver);
	struct cusparseSpSVDescr *made = solver ? calloc(1, sizeof(*made)) : NULL;
	if (!made)
		return solver ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE;
	made->magic = SPARSE_SOLVER;
	*solver = made;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t solver)
{
	if (solver && solver->magic != SPARSE_SOLVER)
		SPARSE_FORWARD(cusparseSpSV_destroyDescr, solver);
	free(solver);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,
	cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cudaDataType compute,
	cusparseSpSVAlg_t algorithm, cusparseSpSVDescr_t solver, size_t *size)
{
	SPARSE_BEGIN(cusparseSpSV_bufferSize, op, alpha, a, x, y, compute, algorithm, solver, size)
	if (!size)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*size = 1;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,
	cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cudaDataType compute,
	cusparseSpSVAlg_t algorithm, cusparseSpSVDescr_t solver, void *buffer)
{
	SPARSE_BEGIN(cusparseSpSV_analysis, op, alpha, a, x, y, compute, algorithm, solver, buffer)
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t op, const void *alpha,
	cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cudaDataType compute,
	cusparseSpSVAlg_t algorithm, cusparseSpSVDescr_t solver)
{
	SPARSE_BEGIN(cusparseSpSV_solve, op, alpha, a, x, y, compute, algorithm, solver)
	if (!alpha || !a || !x || !y || a->rows != a->cols || x->size != a->rows || y->size != a->rows)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (x->type != a->type || y->type != a->type || compute != a->type)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct system s = { op, aw_sparse_scalar(handle, compute, alpha), *a, aw_sparse_column(x), aw_sparse_column(y),
		CUSPARSE_OPERATION_NON_TRANSPOSE, compute };
	return aw_sparse_status(aw_shim_queue(handle->stream, run, &s, sizeof(s)));
}

// --- several right sides ---

struct cusparseSpSMDescr {
	uint64_t magic;
};

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *solver)
{
	if (aw_sparse_is_native())
		SPARSE_FORWARD(cusparseSpSM_createDescr, solver);
	struct cusparseSpSMDescr *made = solver ? calloc(1, sizeof(*made)) : NULL;
	if (!made)
		return solver ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE;
	made->magic = SPARSE_SOLVER;
	*solver = made;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t solver)
{
	if (solver && solver->magic != SPARSE_SOLVER)
		SPARSE_FORWARD(cusparseSpSM_destroyDescr, solver);
	free(solver);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t op, cusparseOperation_t op_b, const void *alpha,
	cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpSMAlg_t algorithm,
	cusparseSpSMDescr_t solver, size_t *size)
{
	SPARSE_BEGIN(cusparseSpSM_bufferSize, op, op_b, alpha, a, b, c, compute, algorithm, solver, size)
	if (!size)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*size = 1;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t op, cusparseOperation_t op_b, const void *alpha,
	cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpSMAlg_t algorithm,
	cusparseSpSMDescr_t solver, void *buffer)
{
	SPARSE_BEGIN(cusparseSpSM_analysis, op, op_b, alpha, a, b, c, compute, algorithm, solver, buffer)
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t op, cusparseOperation_t op_b, const void *alpha,
	cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpSMAlg_t algorithm,
	cusparseSpSMDescr_t solver)
{
	SPARSE_BEGIN(cusparseSpSM_solve, op, op_b, alpha, a, b, c, compute, algorithm, solver)
	bool stands = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
	if (!alpha || !a || !b || !c || a->rows != a->cols || c->rows != a->rows || (stands ? b->rows : b->cols) != a->rows ||
	    (stands ? b->cols : b->rows) != c->cols)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (b->type != a->type || c->type != a->type || compute != a->type)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct system s = { op, aw_sparse_scalar(handle, compute, alpha), *a, *b, *c, op_b, compute };
	return aw_sparse_status(aw_shim_queue(handle->stream, run, &s, sizeof(s)));
}
