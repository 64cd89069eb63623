// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Triangular systems (cuSPARSE, cusparseSpSV_solve, cusparseSpSM_solve): substitution along rows, or, for the transpose,
// each result as soon as it is known taken from the right sides that it is in.  What lies outside the triangle that the
// matrix's attributes name is left out.  Elements of coordinates are sorted by rows; slices are copied to rows first.  A description
// remembers the matrix of its analysis, and the values that it was given since.
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

// The rows of a matrix of slices, in one piece with their indices and values; NULL without memory.
struct rows {
	int64_t at, *offsets, *columns;
	const struct cusparseSpMatDescr *from;
	char *values;
};

static void append(void *to, int64_t row, int64_t column, int64_t at)
{
	struct rows *r = to;
	size_t size = aw_shim_type_size(r->from->type);
	memcpy(r->values + (size_t)r->at * size, (const char *)r->from->values + (size_t)at * size, size);
	r->columns[r->at++] = column;
	r->offsets[row + 1] = r->at;
}

static void *make_rows(const struct cusparseSpMatDescr *a, struct cusparseSpMatDescr *made)
{
	size_t lines = (size_t)a->rows + 1, places = (size_t)a->width;
	int64_t *memory = calloc(lines + 2 * places + places * (aw_shim_type_size(a->type) / 8), sizeof(*memory));
	struct rows r = { 0, memory, memory + lines, a, (char *)(memory + lines + places) };
	if (!memory)
		return NULL;
	aw_sparse_walk(a, append, &r);
	for (int64_t i = 0; i < a->rows; i++) // rows without elements
		if (r.offsets[i + 1] < r.offsets[i])
			r.offsets[i + 1] = r.offsets[i];
	*made = *a;
	made->format = CUSPARSE_FORMAT_CSR;
	made->offsets_type = made->indices_type = CUSPARSE_INDEX_64I;
	made->base = CUSPARSE_INDEX_BASE_ZERO;
	made->nnz = r.at;
	made->offsets = r.offsets;
	made->indices = r.columns;
	made->values = r.values;
	return memory;
}

static void run_rows(void *record)
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

static void run(void *record)
{
	struct system s = *(const struct system *)record;
	void *memory = NULL;
	if (s.a.format == CUSPARSE_FORMAT_SLICED_ELLPACK && !(memory = make_rows(&((const struct system *)record)->a, &s.a)))
		aw_shim_log_error("cusparse", "no memory for a triangular system");
	else
		run_rows(&s);
	free(memory);
}

// --- descriptions ---

// `a` is the matrix of the analysis; `values` are what it was given since, or NULL.
struct solver {
	uint64_t magic;
	struct cusparseSpMatDescr a;
	char *values;
};

struct cusparseSpSVDescr {
	struct solver solver;
};

struct cusparseSpSMDescr {
	struct solver solver;
};

static void forget_values(struct solver *solver)
{
	free(solver->values);
	solver->values = NULL;
}

static cusparseStatus_t analyse(struct solver *solver, cusparseConstSpMatDescr_t a, int formats)
{
	if (!solver || !a || a->rows != a->cols)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!aw_sparse_has_format(a, formats))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	forget_values(solver);
	solver->a = *a;
	return CUSPARSE_STATUS_SUCCESS;
}

struct update {
	char *to;
	const char *from;
	size_t size;
};

static void put_diagonal(void *to, int64_t row, int64_t column, int64_t at)
{
	const struct update *u = to;
	if (row == column)
		memcpy(u->to + (size_t)at * u->size, u->from + (size_t)row * u->size, u->size);
}

static cusparseStatus_t update(cusparseHandle_t handle, struct solver *solver, const void *values, bool diagonal)
{
	if (!solver || !values || !solver->a.values)
		return CUSPARSE_STATUS_INVALID_VALUE;
	cudaError_t error = cudaStreamSynchronize(handle->stream);
	if (error != cudaSuccess)
		return aw_sparse_status(error);
	size_t size = aw_shim_type_size(solver->a.type);
	size_t all = size * (size_t)(solver->a.format == CUSPARSE_FORMAT_SLICED_ELLPACK ? solver->a.width : solver->a.nnz);
	char *copy = solver->values ? solver->values : malloc(all + 1);
	if (!copy)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	if (!diagonal || !solver->values)
		memcpy(copy, diagonal ? solver->a.values : values, all);
	solver->values = copy;
	struct update u = { copy, values, size };
	if (diagonal)
		aw_sparse_walk(&solver->a, put_diagonal, &u);
	return CUSPARSE_STATUS_SUCCESS;
}

// Values of the description are read before the call returns, since it may be destroyed then.
static cusparseStatus_t submit(cusparseHandle_t handle, const struct solver *solver, struct system *s, int formats)
{
	if (!aw_sparse_has_format(&s->a, formats))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	if (solver && solver->values)
		s->a.values = solver->values;
	cudaError_t error = aw_shim_queue(handle->stream, run, s, sizeof(*s));
	if (error == cudaSuccess && solver && solver->values)
		error = cudaStreamSynchronize(handle->stream);
	return aw_sparse_status(error);
}

// --- one right side ---

enum {
	SPARSE_SPSV_FORMATS = SPARSE_CSR | SPARSE_CSC | SPARSE_COO | SPARSE_SLICED_ELL,
	SPARSE_SPSM_FORMATS = SPARSE_CSR | SPARSE_CSC | SPARSE_COO,
};

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *solver)
{
	if (aw_sparse_is_native())
		SPARSE_FORWARD(cusparseSpSV_createDescr, solver);
	struct cusparseSpSVDescr *made = solver ? calloc(1, sizeof(*made)) : NULL;
	if (!made)
		return solver ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE;
	made->solver.magic = SPARSE_SOLVER;
	*solver = made;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t solver)
{
	if (solver && solver->solver.magic != SPARSE_SOLVER)
		SPARSE_FORWARD(cusparseSpSV_destroyDescr, solver);
	if (solver)
		forget_values(&solver->solver);
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
	return analyse(&solver->solver, a, SPARSE_SPSV_FORMATS);
}

cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t solver, void *values, cusparseSpSVUpdate_t part)
{
	SPARSE_BEGIN(cusparseSpSV_updateMatrix, solver, values, part)
	return update(handle, &solver->solver, values, part == CUSPARSE_SPSV_UPDATE_DIAGONAL);
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
	return submit(handle, &solver->solver, &s, SPARSE_SPSV_FORMATS);
}

// --- several right sides ---

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *solver)
{
	if (aw_sparse_is_native())
		SPARSE_FORWARD(cusparseSpSM_createDescr, solver);
	struct cusparseSpSMDescr *made = solver ? calloc(1, sizeof(*made)) : NULL;
	if (!made)
		return solver ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE;
	made->solver.magic = SPARSE_SOLVER;
	*solver = made;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t solver)
{
	if (solver && solver->solver.magic != SPARSE_SOLVER)
		SPARSE_FORWARD(cusparseSpSM_destroyDescr, solver);
	if (solver)
		forget_values(&solver->solver);
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
	return analyse(&solver->solver, a, SPARSE_SPSM_FORMATS);
}

cusparseStatus_t cusparseSpSM_updateMatrix(cusparseHandle_t handle, cusparseSpSMDescr_t solver, void *values, cusparseSpSMUpdate_t part)
{
	SPARSE_BEGIN(cusparseSpSM_updateMatrix, solver, values, part)
	return update(handle, &solver->solver, values, part == CUSPARSE_SPSM_UPDATE_DIAGONAL);
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
	return submit(handle, &solver->solver, &s, SPARSE_SPSM_FORMATS);
}
