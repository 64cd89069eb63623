// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cusolverRf: factors of matrices with one pattern, again and again (cuSOLVER, "cuSolverRF Reference").  The pattern of L and U, made
// once by someone else, holds all that elimination without pivots fills in; M, which is L without its diagonal and U, is eliminated
// row by row within it.  Functions wait for the default stream and do their work at once.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver_native.h"

#pragma GCC visibility push(default)
#include "../../../include/cusolverRf.h"
#pragma GCC visibility pop

enum { RF_MAGIC = 0x46525343 };

struct cusolverRfCommon {
	uint64_t magic;
	cusolverRfMatrixFormat_t format;
	cusolverRfUnitDiagonal_t unit;
	cusolverRfFactorization_t factorization;
	cusolverRfTriangularSolve_t triangular;
	cusolverRfResetValuesFastMode_t fast;
	double zero, boost;
	bool boosted, factored;
	int n, batch;
	int *offsets, *columns, *diagonal; // of M, by rows, columns ascending; where each row's diagonal is
	double *values, *originals;        // for each of the batch: M, and the permuted matrix in its pattern
	int *singular;                     // of each of the batch: the first row without a pivot, or -1
};

// Handles made while a GPU is current are NVIDIA's, and lack the first word.
#define RF_BEGIN(function, ...) \
	if (!handle) \
		return CUSOLVER_STATUS_NOT_INITIALIZED; \
	if (handle->magic != RF_MAGIC) \
		SOLVER_FORWARD(function, __VA_ARGS__);

static bool wait(void)
{
	return cudaStreamSynchronize(NULL) == cudaSuccess;
}

// --- handles and what is set in them ---

cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t *handle)
{
	enum aw_shim_device kind = aw_shim_device_current();
	if (!handle)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (kind == AW_SHIM_NONE)
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (kind == AW_SHIM_GPU)
		SOLVER_FORWARD(cusolverRfCreate, handle);
	struct cusolverRfCommon *made = calloc(1, sizeof(*made));
	if (!made)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	made->magic = RF_MAGIC;
	made->triangular = CUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
	*handle = made;
	return CUSOLVER_STATUS_SUCCESS;
}

static void forget(cusolverRfHandle_t handle)
{
	free(handle->offsets);
	free(handle->columns);
	free(handle->diagonal);
	free(handle->values);
	free(handle->originals);
	free(handle->singular);
	handle->offsets = handle->columns = handle->diagonal = handle->singular = NULL;
	handle->values = handle->originals = NULL;
	handle->boosted = handle->factored = false;
}

cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle)
{
	RF_BEGIN(cusolverRfDestroy, handle)
	forget(handle);
	handle->magic = 0;
	free(handle);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfGetMatrixFormat(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t *format, cusolverRfUnitDiagonal_t *diag)
{
	RF_BEGIN(cusolverRfGetMatrixFormat, handle, format, diag)
	*format = handle->format;
	*diag = handle->unit;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t format, cusolverRfUnitDiagonal_t diag)
{
	RF_BEGIN(cusolverRfSetMatrixFormat, handle, format, diag)
	if ((unsigned)format > CUSOLVERRF_MATRIX_FORMAT_CSC || (unsigned)diag > CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (format != CUSOLVERRF_MATRIX_FORMAT_CSR || diag == CUSOLVERRF_UNIT_DIAGONAL_STORED_U || diag == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U)
		return CUSOLVER_STATUS_NOT_SUPPORTED;
	handle->format = format;
	handle->unit = diag;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero, double boost)
{
	RF_BEGIN(cusolverRfSetNumericProperties, handle, zero, boost)
	handle->zero = zero;
	handle->boost = boost;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfGetNumericProperties(cusolverRfHandle_t handle, double *zero, double *boost)
{
	RF_BEGIN(cusolverRfGetNumericProperties, handle, zero, boost)
	*zero = handle->zero;
	*boost = handle->boost;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle, cusolverRfNumericBoostReport_t *report)
{
	RF_BEGIN(cusolverRfGetNumericBoostReport, handle, report)
	*report = handle->boosted ? CUSOLVERRF_NUMERIC_BOOST_USED : CUSOLVERRF_NUMERIC_BOOST_NOT_USED;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t factorization,
	cusolverRfTriangularSolve_t triangular)
{
	RF_BEGIN(cusolverRfSetAlgs, handle, factorization, triangular)
	if ((unsigned)factorization > CUSOLVERRF_FACTORIZATION_ALG2 || triangular < CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 ||
	    triangular > CUSOLVERRF_TRIANGULAR_SOLVE_ALG3)
		return CUSOLVER_STATUS_INVALID_VALUE;
	handle->factorization = factorization;
	handle->triangular = triangular;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfGetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t *factorization,
	cusolverRfTriangularSolve_t *triangular)
{
	RF_BEGIN(cusolverRfGetAlgs, handle, factorization, triangular)
	*factorization = handle->factorization;
	*triangular = handle->triangular;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle, cusolverRfResetValuesFastMode_t *mode)
{
	RF_BEGIN(cusolverRfGetResetValuesFastMode, handle, mode)
	*mode = handle->fast;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle, cusolverRfResetValuesFastMode_t mode)
{
	RF_BEGIN(cusolverRfSetResetValuesFastMode, handle, mode)
	handle->fast = mode;
	return CUSOLVER_STATUS_SUCCESS;
}

// --- the pattern of M ---

struct part {
	int nnz;
	const int *offsets, *columns;
	const double *values;
};

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

// Row i of M: L's below the diagonal, the diagonal, U's above it.
static int add_row(const struct part *l, const struct part *u, int i, int *columns)
{
	int count = 0;
	for (int at = l->offsets[i]; at < l->offsets[i + 1]; at++)
		if (l->columns[at] < i)
			columns[count++] = l->columns[at];
	columns[count++] = i;
	for (int at = u->offsets[i]; at < u->offsets[i + 1]; at++)
		if (u->columns[at] > i)
			columns[count++] = u->columns[at];
	qsort(columns, (size_t)count, sizeof(int), compare);
	return count;
}

static cusolverStatus_t set_pattern(cusolverRfHandle_t handle, int batch, int n, const struct part *l, const struct part *u)
{
	size_t nnz = (size_t)l->nnz + (size_t)u->nnz + (size_t)n + 1;
	forget(handle);
	handle->n = n;
	handle->batch = batch;
	handle->offsets = calloc((size_t)n + 1, sizeof(int));
	handle->columns = malloc(nnz * sizeof(int));
	handle->diagonal = malloc(((size_t)n + 1) * sizeof(int));
	handle->values = calloc(nnz * (size_t)batch, sizeof(double));
	handle->originals = calloc(nnz * (size_t)batch, sizeof(double));
	handle->singular = malloc(((size_t)batch + 1) * sizeof(int));
	if (!handle->offsets || !handle->columns || !handle->diagonal || !handle->values || !handle->originals || !handle->singular)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	for (int i = 0; i < n; i++) {
		handle->offsets[i + 1] = handle->offsets[i] + add_row(l, u, i, handle->columns + handle->offsets[i]);
		for (int at = handle->offsets[i]; at < handle->offsets[i + 1]; at++)
			if (handle->columns[at] == i)
				handle->diagonal[i] = at;
	}
	return CUSOLVER_STATUS_SUCCESS;
}

// M's pattern gets row P[i] of A, with its columns where Q sends them.  INVALID_VALUE: an element is outside of the pattern.
static cusolverStatus_t set_values(cusolverRfHandle_t handle, double *originals, const struct part *a, const int *p, const int *q)
{
	int n = handle->n, *place = malloc(((size_t)n + 1) * sizeof(int)), *in_row = malloc(((size_t)n + 1) * sizeof(int));
	cusolverStatus_t status = place && in_row ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
	memset(originals, 0, (size_t)handle->offsets[n] * sizeof(double));
	for (int j = 0; status == CUSOLVER_STATUS_SUCCESS && j < n; j++) {
		place[q[j]] = j;
		in_row[j] = -1;
	}
	for (int i = 0; status == CUSOLVER_STATUS_SUCCESS && i < n; i++) {
		for (int at = handle->offsets[i]; at < handle->offsets[i + 1]; at++)
			in_row[handle->columns[at]] = at;
		for (int at = a->offsets[p[i]]; at < a->offsets[p[i] + 1]; at++) {
			int to = in_row[place[a->columns[at]]];
			if (to < handle->offsets[i])
				status = CUSOLVER_STATUS_INVALID_VALUE;
			else
				originals[to] += a->values[at];
		}
	}
	free(place);
	free(in_row);
	handle->factored = false;
	return status;
}

static double *of_batch(const cusolverRfHandle_t handle, double *values, int number)
{
	return values + (size_t)number * (size_t)handle->offsets[handle->n];
}

// The numbers of L and U are not asked for: the first refactorisation makes them.
#define SETUP(handle, batch, a_values) \
	struct part a = { nnzA, offsetsA, columnsA, NULL }, l = { nnzL, offsetsL, columnsL, valuesL }, u = { nnzU, offsetsU, columnsU, valuesU }; \
	if (n < 0 || batch < 1 || !offsetsA || !columnsA || !offsetsL || !columnsL || !offsetsU || !columnsU || !P || !Q) \
		return CUSOLVER_STATUS_INVALID_VALUE; \
	if (!wait()) \
		return CUSOLVER_STATUS_EXECUTION_FAILED; \
	cusolverStatus_t status = set_pattern(handle, batch, n, &l, &u); \
	for (int i = 0; status == CUSOLVER_STATUS_SUCCESS && i < batch; i++) { \
		a.values = a_values; \
		status = set_values(handle, of_batch(handle, handle->originals, i), &a, P, Q); \
	} \
	return status;

cusolverStatus_t cusolverRfSetupHost(int n, int nnzA, int *offsetsA, int *columnsA, double *valuesA, int nnzL, int *offsetsL, int *columnsL,
	double *valuesL, int nnzU, int *offsetsU, int *columnsU, double *valuesU, int *P, int *Q, cusolverRfHandle_t handle)
{
	RF_BEGIN(cusolverRfSetupHost, n, nnzA, offsetsA, columnsA, valuesA, nnzL, offsetsL, columnsL, valuesL, nnzU, offsetsU, columnsU, valuesU,
		P, Q, handle)
	SETUP(handle, 1, valuesA)
}

cusolverStatus_t cusolverRfSetupDevice(int n, int nnzA, int *offsetsA, int *columnsA, double *valuesA, int nnzL, int *offsetsL,
	int *columnsL, double *valuesL, int nnzU, int *offsetsU, int *columnsU, double *valuesU, int *P, int *Q, cusolverRfHandle_t handle)
{
	RF_BEGIN(cusolverRfSetupDevice, n, nnzA, offsetsA, columnsA, valuesA, nnzL, offsetsL, columnsL, valuesL, nnzU, offsetsU, columnsU,
		valuesU, P, Q, handle)
	SETUP(handle, 1, valuesA)
}

cusolverStatus_t cusolverRfBatchSetupHost(int batch, int n, int nnzA, int *offsetsA, int *columnsA, double *valuesA[], int nnzL,
	int *offsetsL, int *columnsL, double *valuesL, int nnzU, int *offsetsU, int *columnsU, double *valuesU, int *P, int *Q,
	cusolverRfHandle_t handle)
{
	RF_BEGIN(cusolverRfBatchSetupHost, batch, n, nnzA, offsetsA, columnsA, valuesA, nnzL, offsetsL, columnsL, valuesL, nnzU, offsetsU,
		columnsU, valuesU, P, Q, handle)
	SETUP(handle, batch, valuesA[i])
}

cusolverStatus_t cusolverRfResetValues(int n, int nnzA, int *offsetsA, int *columnsA, double *valuesA, int *P, int *Q,
	cusolverRfHandle_t handle)
{
	RF_BEGIN(cusolverRfResetValues, n, nnzA, offsetsA, columnsA, valuesA, P, Q, handle)
	if (!handle->offsets || n != handle->n)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (!wait())
		return CUSOLVER_STATUS_EXECUTION_FAILED;
	return set_values(handle, handle->originals, &(struct part){ nnzA, offsetsA, columnsA, valuesA }, P, Q);
}

cusolverStatus_t cusolverRfBatchResetValues(int batch, int n, int nnzA, int *offsetsA, int *columnsA, double *valuesA[], int *P, int *Q,
	cusolverRfHandle_t handle)
{
	RF_BEGIN(cusolverRfBatchResetValues, batch, n, nnzA, offsetsA, columnsA, valuesA, P, Q, handle)
	if (!handle->offsets || n != handle->n || batch != handle->batch)
		return CUSOLVER_STATUS_INVALID_VALUE;
	cusolverStatus_t status = wait() ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
	for (int i = 0; status == CUSOLVER_STATUS_SUCCESS && i < batch; i++)
		status = set_values(handle, of_batch(handle, handle->originals, i), &(struct part){ nnzA, offsetsA, columnsA, valuesA[i] }, P, Q);
	return status;
}

// --- factors ---

// Row i less its multiples of the rows above, in `row`, which has a place for each column.
static void eliminate_row(cusolverRfHandle_t handle, double *m, int i, double *row)
{
	const int *offsets = handle->offsets, *columns = handle->columns;
	for (int at = offsets[i]; at < offsets[i + 1]; at++)
		row[columns[at]] = m[at];
	for (int at = offsets[i]; at < handle->diagonal[i]; at++) {
		int k = columns[at];
		double factor = row[k] / m[handle->diagonal[k]];
		row[k] = factor;
		for (int other = handle->diagonal[k] + 1; other < offsets[k + 1]; other++)
			row[columns[other]] -= factor * m[other];
	}
	for (int at = offsets[i]; at < offsets[i + 1]; at++)
		m[at] = row[columns[at]];
}

static void factor(cusolverRfHandle_t handle, int number, double *row)
{
	double *m = of_batch(handle, handle->values, number);
	memcpy(m, of_batch(handle, handle->originals, number), (size_t)handle->offsets[handle->n] * sizeof(double));
	handle->singular[number] = -1;
	for (int i = 0; i < handle->n; i++) {
		eliminate_row(handle, m, i, row);
		double *pivot = &m[handle->diagonal[i]];
		if (fabs(*pivot) < handle->zero) {
			*pivot = handle->boost;
			handle->boosted = true;
		}
		if (*pivot == 0 && handle->singular[number] < 0)
			handle->singular[number] = i;
	}
}

static cusolverStatus_t factor_all(cusolverRfHandle_t handle)
{
	if (!handle->offsets)
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!wait())
		return CUSOLVER_STATUS_EXECUTION_FAILED;
	double *row = calloc((size_t)handle->n + 1, sizeof(double));
	if (!row)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	handle->boosted = false;
	for (int i = 0; i < handle->batch; i++)
		factor(handle, i, row);
	handle->factored = true;
	free(row);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle)
{
	RF_BEGIN(cusolverRfRefactor, handle)
	cusolverStatus_t status = factor_all(handle);
	return status == CUSOLVER_STATUS_SUCCESS && handle->singular[0] >= 0 ? CUSOLVER_STATUS_ZERO_PIVOT : status;
}

cusolverStatus_t cusolverRfBatchRefactor(cusolverRfHandle_t handle)
{
	RF_BEGIN(cusolverRfBatchRefactor, handle)
	return factor_all(handle);
}

cusolverStatus_t cusolverRfBatchZeroPivot(cusolverRfHandle_t handle, int *position)
{
	RF_BEGIN(cusolverRfBatchZeroPivot, handle, position)
	if (!handle->factored || !position)
		return CUSOLVER_STATUS_INVALID_VALUE;
	bool all = true;
	for (int i = 0; i < handle->batch; i++) {
		position[i] = handle->singular[i];
		all &= position[i] < 0;
	}
	return all ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ZERO_PIVOT;
}

// The pattern is known since the setup.
#define ANALYZE(name) \
	cusolverStatus_t name(cusolverRfHandle_t handle) \
	{ \
		RF_BEGIN(name, handle) \
		return handle->offsets ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_INITIALIZED; \
	}
ANALYZE(cusolverRfAnalyze)
ANALYZE(cusolverRfBatchAnalyze)

// --- solutions ---

// x = A^-1 x: its rows in P's order, through L and U, and back by Q.
static void solve(const cusolverRfHandle_t handle, int number, const int *p, const int *q, double *y, double *x)
{
	const double *m = of_batch(handle, handle->values, number);
	int n = handle->n;
	for (int i = 0; i < n; i++) {
		y[i] = x[p[i]];
		for (int at = handle->offsets[i]; at < handle->diagonal[i]; at++)
			y[i] -= m[at] * y[handle->columns[at]];
	}
	for (int i = n - 1; i >= 0; i--) {
		for (int at = handle->diagonal[i] + 1; at < handle->offsets[i + 1]; at++)
			y[i] -= m[at] * y[handle->columns[at]];
		y[i] /= m[handle->diagonal[i]];
	}
	for (int i = 0; i < n; i++)
		x[q[i]] = y[i];
}

cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int *P, int *Q, int nrhs, double *temp, int ldt, double *X, int ldx)
{
	RF_BEGIN(cusolverRfSolve, handle, P, Q, nrhs, temp, ldt, X, ldx)
	if (!handle->factored || !P || !Q || !temp || !X || nrhs < 0 || ldt < handle->n || ldx < handle->n)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (!wait())
		return CUSOLVER_STATUS_EXECUTION_FAILED;
	for (int j = 0; j < nrhs; j++)
		solve(handle, 0, P, Q, temp, X + (size_t)j * (size_t)ldx);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfBatchSolve(cusolverRfHandle_t handle, int *P, int *Q, int nrhs, double *temp, int ldt, double *X[], int ldx)
{
	RF_BEGIN(cusolverRfBatchSolve, handle, P, Q, nrhs, temp, ldt, X, ldx)
	if (!handle->factored || !P || !Q || !temp || !X || nrhs < 0 || ldt < handle->n || ldx < handle->n)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (!wait())
		return CUSOLVER_STATUS_EXECUTION_FAILED;
	for (int i = 0; i < handle->batch; i++)
		for (int j = 0; j < nrhs; j++)
			solve(handle, i, P, Q, temp, X[i] + (size_t)j * (size_t)ldx);
	return CUSOLVER_STATUS_SUCCESS;
}

// --- what was made ---

cusolverStatus_t cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle, int *nnz, int **offsets, int **columns, double **values)
{
	RF_BEGIN(cusolverRfAccessBundledFactorsDevice, handle, nnz, offsets, columns, values)
	if (!handle->factored || !nnz || !offsets || !columns || !values)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*nnz = handle->offsets[handle->n];
	*offsets = handle->offsets;
	*columns = handle->columns;
	*values = handle->values;
	return CUSOLVER_STATUS_SUCCESS;
}

// Where a matrix goes whose memory the caller frees.
struct outputs {
	int *nnz, **offsets, **columns;
	double **values;
};

// A part of M: below the diagonal, from it on, or both.
static cusolverStatus_t extract(const cusolverRfHandle_t handle, bool lower, bool upper, const struct outputs *to)
{
	int n = handle->n, used = 0;
	size_t all = (size_t)handle->offsets[n] + 1;
	int *offsets = *to->offsets = malloc(((size_t)n + 1) * sizeof(int)), *columns = *to->columns = malloc((all + (size_t)n) * sizeof(int));
	double *values = *to->values = malloc((all + (size_t)n) * sizeof(double));
	if (!offsets || !columns || !values)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	for (int i = 0; i < n; i++) {
		int end = upper ? handle->offsets[i + 1] : handle->diagonal[i];
		offsets[i] = used;
		for (int at = lower ? handle->offsets[i] : handle->diagonal[i]; at < end; at++) {
			columns[used] = handle->columns[at];
			values[used++] = handle->values[at];
		}
		if (lower && !upper && handle->unit == CUSOLVERRF_UNIT_DIAGONAL_STORED_L) {
			columns[used] = i;
			values[used++] = 1;
		}
	}
	offsets[n] = *to->nnz = used;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfExtractBundledFactorsHost(cusolverRfHandle_t handle, int *nnz, int **offsets, int **columns, double **values)
{
	RF_BEGIN(cusolverRfExtractBundledFactorsHost, handle, nnz, offsets, columns, values)
	if (!handle->factored || !nnz || !offsets || !columns || !values)
		return CUSOLVER_STATUS_INVALID_VALUE;
	return extract(handle, true, true, &(struct outputs){ nnz, offsets, columns, values });
}

cusolverStatus_t cusolverRfExtractSplitFactorsHost(cusolverRfHandle_t handle, int *nnzL, int **offsetsL, int **columnsL, double **valuesL,
	int *nnzU, int **offsetsU, int **columnsU, double **valuesU)
{
	RF_BEGIN(cusolverRfExtractSplitFactorsHost, handle, nnzL, offsetsL, columnsL, valuesL, nnzU, offsetsU, columnsU, valuesU)
	if (!handle->factored || !nnzL || !offsetsL || !columnsL || !valuesL || !nnzU || !offsetsU || !columnsU || !valuesU)
		return CUSOLVER_STATUS_INVALID_VALUE;
	cusolverStatus_t status = extract(handle, true, false, &(struct outputs){ nnzL, offsetsL, columnsL, valuesL });
	return status ? status : extract(handle, false, true, &(struct outputs){ nnzU, offsetsU, columnsU, valuesU });
}
