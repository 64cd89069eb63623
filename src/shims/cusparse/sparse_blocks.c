// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices of blocks by columns of blocks, and triangular systems of blocks (cuSPARSE, "cusparse<t>gebsr2gebsc", "cusparse<t>bsrsm2",
// "cusparse<t>bsrsv2": the same with one right side).  A triangle of blocks is one of elements, which are gone through as those of a matrix
// by rows: forwards or backwards, row by row, or, for a transpose, taking what a row's unknown accounts for from the others.  Numbers are
// worked with as complex doubles.
#include <complex.h>
#include <stdlib.h>
#include <string.h>

#include "sparse.h"

typedef double _Complex number;

// --- by columns of blocks ---

struct turn {
	int mb, nb, base;
	size_t block; // bytes; 0: no values
	const char *values;
	const int *offsets, *columns;
	char *to_values;
	int *to_rows, *to_offsets;
};

// Columns' ends move up to where the next column begins: where a block goes is where its column's part ends so far.
static void run_turn(void *record)
{
	const struct turn *t = record;
	int first = t->offsets[0], count = t->offsets[t->mb] - first;
	for (int j = 0; j <= t->nb; j++)
		t->to_offsets[j] = 0;
	for (int at = 0; at < count; at++)
		if (t->columns[at] - t->base + 2 <= t->nb)
			t->to_offsets[t->columns[at] - t->base + 2]++;
	for (int j = 2; j <= t->nb; j++)
		t->to_offsets[j] += t->to_offsets[j - 1];
	for (int i = 0; i < t->mb; i++)
		for (int at = t->offsets[i] - first; at < t->offsets[i + 1] - first; at++) {
			int to = t->to_offsets[t->columns[at] - t->base + 1]++;
			t->to_rows[to] = i + t->base;
			if (t->block)
				memcpy(t->to_values + (size_t)to * t->block, t->values + (size_t)at * t->block, t->block);
		}
	for (int j = 0; j <= t->nb; j++)
		t->to_offsets[j] += t->base;
}

#define TURN_BUFFER(name, T, SIZE) \
	cusparseStatus_t name(cusparseHandle_t handle, int mb, int nb, int nnzb, const T *values, const int *offsets, const int *columns, \
		int height, int width, SIZE *size) \
	{ \
		SPARSE_BEGIN(name, mb, nb, nnzb, values, offsets, columns, height, width, size) \
		if (mb < 0 || nb < 0 || nnzb < 0 || height < 1 || width < 1 || !size) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*size = 1; \
		return CUSPARSE_STATUS_SUCCESS; \
	}

#define TURN(name, T, format) \
	TURN_BUFFER(name##_bufferSize, T, int) \
	TURN_BUFFER(name##_bufferSizeExt, T, size_t) \
	cusparseStatus_t name(cusparseHandle_t handle, int mb, int nb, int nnzb, const T *values, const int *offsets, const int *columns, \
		int height, int width, T *bscValues, int *bscRows, int *bscOffsets, cusparseAction_t action, cusparseIndexBase_t base, \
		void *buffer) \
	{ \
		SPARSE_BEGIN(name, mb, nb, nnzb, values, offsets, columns, height, width, bscValues, bscRows, bscOffsets, action, base, buffer) \
		bool numeric = action == CUSPARSE_ACTION_NUMERIC; \
		if (mb < 0 || nb < 0 || nnzb < 0 || height < 1 || width < 1 || !offsets || !bscOffsets || \
		    (nnzb && (!columns || !bscRows || (numeric && (!values || !bscValues))))) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		struct turn t = { mb, nb, base, numeric ? (size_t)height * width * sizeof(T) : 0, (const char *)values, offsets, columns, \
			(char *)bscValues, bscRows, bscOffsets }; \
		return aw_sparse_status(aw_shim_queue(handle->stream, run_turn, &t, sizeof(t))); \
	}
SPARSE_ALL(TURN, gebsr2gebsc)

// --- triangular systems ---

enum { SPARSE_BLOCK_SOLVER = 0x53504142 };

// The position is that of the first diagonal block that is missing or has a zero on its diagonal, or -1.
struct finding {
	uint64_t magic;
	int position;
};

struct bsrsm2Info { struct finding found; };
struct bsrsv2Info { struct finding found; };

static cusparseStatus_t find_position(cusparseHandle_t handle, const struct finding *found, int *position)
{
	if (!found || found->magic != SPARSE_BLOCK_SOLVER || !position)
		return CUSPARSE_STATUS_INVALID_VALUE;
	cudaError_t error = cudaStreamSynchronize(handle->stream);
	if (error != cudaSuccess)
		return aw_sparse_status(error);
	*position = found->position;
	return found->position < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

#define OBJECT(type, kind, create, destroy, zero_pivot) \
	cusparseStatus_t create(type *info) \
	{ \
		if (aw_sparse_is_native()) \
			SPARSE_FORWARD(create, info); \
		struct kind *made = info ? calloc(1, sizeof(*made)) : NULL; \
		if (!made) \
			return info ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE; \
		made->found.magic = SPARSE_BLOCK_SOLVER; \
		made->found.position = -1; \
		*info = made; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t destroy(type info) \
	{ \
		if (info && info->found.magic != SPARSE_BLOCK_SOLVER) \
			SPARSE_FORWARD(destroy, info); \
		cudaDeviceSynchronize(); /* work of any stream may write to it */ \
		free(info); \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t zero_pivot(cusparseHandle_t handle, type info, int *position) \
	{ \
		SPARSE_BEGIN(zero_pivot, info, position) \
		return find_position(handle, info ? &info->found : NULL, position); \
	}
OBJECT(bsrsm2Info_t, bsrsm2Info, cusparseCreateBsrsm2Info, cusparseDestroyBsrsm2Info, cusparseXbsrsm2_zeroPivot)
OBJECT(bsrsv2Info_t, bsrsv2Info, cusparseCreateBsrsv2Info, cusparseDestroyBsrsv2Info, cusparseXbsrsv2_zeroPivot)

struct system {
	struct finding *found;
	cudaDataType type;
	cusparseOperation_t op, op_x;
	int mb, n, nnzb, dim, ldb, ldx;
	bool by_columns, is_upper, is_unit, is_solve; // by_columns: the elements of each block
	int base;
	struct sparse_scalar alpha;
	const void *values;
	const int *offsets, *columns;
	const void *b;
	void *x;
};

static number element(const struct system *s, int block, int r, int c)
{
	double value[2];
	aw_sparse_value(s->values, s->type, ((int64_t)block * s->dim + (s->by_columns ? c : r)) * s->dim + (s->by_columns ? r : c), value);
	return CMPLX(value[0], value[1]);
}

// The diagonal element of row i.
static number diagonal_of(const struct system *s, int i)
{
	int row = i / s->dim;
	for (int at = s->offsets[row] - s->base; !s->is_unit && at < s->offsets[row + 1] - s->base; at++)
		if (s->columns[at] - s->base == row)
			return element(s, at, i % s->dim, i % s->dim);
	return 1;
}

// What unknowns in front of row i's account for in it; or, of a transpose, takes from those behind what row i's accounts for.
static number go_along(const struct system *s, int i, number *x)
{
	int row = i / s->dim;
	bool conjugate = s->op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
	number known = 0;
	for (int at = s->offsets[row] - s->base; at < s->offsets[row + 1] - s->base; at++)
		for (int c = 0; c < s->dim; c++) {
			int j = (s->columns[at] - s->base) * s->dim + c;
			if (s->is_upper ? j <= i : j >= i)
				continue;
			number a = element(s, at, i % s->dim, c);
			if (s->op == CUSPARSE_OPERATION_NON_TRANSPOSE)
				known += a * x[j];
			else
				x[j] -= (conjugate ? conj(a) : a) * x[i];
		}
	return known;
}

static void step(const struct system *s, int i, number *x)
{
	number diagonal = diagonal_of(s, i);
	if (s->op == CUSPARSE_OPERATION_NON_TRANSPOSE) {
		x[i] = (x[i] - go_along(s, i, x)) / diagonal;
		return;
	}
	x[i] /= s->op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(diagonal) : diagonal;
	go_along(s, i, x);
}

static int first_zero(const struct system *s, bool analysis)
{
	for (int row = 0; row < s->mb; row++) {
		bool good = false;
		for (int at = s->offsets[row] - s->base; at < s->offsets[row + 1] - s->base; at++) {
			if (s->columns[at] - s->base != row)
				continue;
			good = true;
			for (int r = 0; !analysis && !s->is_unit && r < s->dim; r++)
				good &= element(s, at, r, r) != 0;
		}
		if (!good && (analysis || !s->is_unit))
			return row + s->base;
	}
	return -1;
}

static void run_analysis(void *record)
{
	const struct system *s = record;
	s->found->position = first_zero(s, true);
}

static void run_solve(void *record)
{
	struct system *s = record;
	int m = s->mb * s->dim;
	bool forwards = s->is_upper == (s->op != CUSPARSE_OPERATION_NON_TRANSPOSE), stands = s->op_x == CUSPARSE_OPERATION_NON_TRANSPOSE;
	int64_t size = (int64_t)aw_shim_type_size(s->type);
	number *x = malloc(((size_t)m + 1) * sizeof(*x));
	aw_sparse_scalar_read(&s->alpha, s->type);
	s->found->position = first_zero(s, false);
	if (!x)
		aw_shim_log_error("cusparse", "no memory for a column of a system");
	for (int j = 0; x && j < s->n; j++) {
		double value[2];
		for (int i = 0; i < m; i++) {
			aw_sparse_value(s->b, s->type, stands ? i + (int64_t)j * s->ldb : j + (int64_t)i * s->ldb, value);
			x[i] = CMPLX(value[0], value[1]) * CMPLX(s->alpha.value[0], s->alpha.value[1]);
		}
		for (int k = 0; k < m; k++)
			step(s, forwards ? k : m - 1 - k, x);
		for (int i = 0; i < m; i++) {
			value[0] = creal(x[i]);
			value[1] = cimag(x[i]);
			aw_shim_store_f64(s->type, (char *)s->x + (stands ? i + (int64_t)j * s->ldx : j + (int64_t)i * s->ldx) * size, value, 1);
		}
	}
	free(x);
}

static cusparseStatus_t submit(cusparseHandle_t handle, struct system *s, cusparseMatDescr_t description, cusparseDirection_t direction,
	const void *alpha)
{
	int rows = s->op_x == CUSPARSE_OPERATION_NON_TRANSPOSE ? s->mb * s->dim : s->n;
	if (s->mb < 0 || s->n < 0 || s->nnzb < 0 || s->dim < 1 || !description || description->magic != AW_SHIM_MAT_DESCR || !s->found ||
	    s->found->magic != SPARSE_BLOCK_SOLVER || !s->offsets || s->op_x == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ||
	    (direction != CUSPARSE_DIRECTION_ROW && direction != CUSPARSE_DIRECTION_COLUMN) || (s->nnzb && !s->columns))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (description->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	if (s->is_solve && (!alpha || s->ldb < rows || s->ldx < rows || (s->nnzb && !s->values) || (s->mb && s->n && (!s->b || !s->x))))
		return CUSPARSE_STATUS_INVALID_VALUE;
	s->by_columns = direction == CUSPARSE_DIRECTION_COLUMN;
	s->is_upper = description->fill == CUSPARSE_FILL_MODE_UPPER;
	s->is_unit = description->diag == CUSPARSE_DIAG_TYPE_UNIT;
	s->base = description->base;
	if (s->is_solve)
		s->alpha = aw_sparse_scalar(handle, s->type, alpha);
	return aw_sparse_status(aw_shim_queue(handle->stream, s->is_solve ? run_solve : run_analysis, s, sizeof(*s)));
}

#define SYSTEM_BUFFER(name, T, SIZE) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t opA, cusparseOperation_t opX, int mb, \
		int n, int nnzb, const cusparseMatDescr_t description, T *values, const int *offsets, const int *columns, int dim, \
		bsrsm2Info_t info, SIZE *size) \
	{ \
		SPARSE_BEGIN(name, direction, opA, opX, mb, n, nnzb, description, values, offsets, columns, dim, info, size) \
		if (mb < 0 || n < 0 || nnzb < 0 || dim < 1 || !size) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*size = 1; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
#define SYSTEM_BUFFER_INT(name, T, format) SYSTEM_BUFFER(name, T, int)
#define SYSTEM_BUFFER_EXT(name, T, format) SYSTEM_BUFFER(name, T, size_t)
SPARSE_ALL(SYSTEM_BUFFER_INT, bsrsm2_bufferSize)
SPARSE_ALL(SYSTEM_BUFFER_EXT, bsrsm2_bufferSizeExt)

#define ANALYSIS(name, T, format) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t opA, cusparseOperation_t opX, int mb, \
		int n, int nnzb, const cusparseMatDescr_t description, const T *values, const int *offsets, const int *columns, int dim, \
		bsrsm2Info_t info, cusparseSolvePolicy_t policy, void *buffer) \
	{ \
		SPARSE_BEGIN(name, direction, opA, opX, mb, n, nnzb, description, values, offsets, columns, dim, info, policy, buffer) \
		struct system s = { .found = info ? &info->found : NULL, .type = format, .op = opA, .op_x = opX, .mb = mb, .n = n, \
			.nnzb = nnzb, .dim = dim, .values = values, .offsets = offsets, .columns = columns }; \
		return submit(handle, &s, description, direction, NULL); \
	}
SPARSE_ALL(ANALYSIS, bsrsm2_analysis)

#define SOLVE(name, T, format) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t opA, cusparseOperation_t opX, int mb, \
		int n, int nnzb, const T *alpha, const cusparseMatDescr_t description, const T *values, const int *offsets, \
		const int *columns, int dim, bsrsm2Info_t info, const T *B, int ldb, T *X, int ldx, cusparseSolvePolicy_t policy, \
		void *buffer) \
	{ \
		SPARSE_BEGIN(name, direction, opA, opX, mb, n, nnzb, alpha, description, values, offsets, columns, dim, info, B, ldb, X, ldx, \
			policy, buffer) \
		struct system s = { .found = info ? &info->found : NULL, .type = format, .op = opA, .op_x = opX, .mb = mb, .n = n, \
			.nnzb = nnzb, .dim = dim, .ldb = ldb, .ldx = ldx, .values = values, .offsets = offsets, .columns = columns, .b = B, \
			.x = X, .is_solve = true }; \
		return submit(handle, &s, description, direction, alpha); \
	}
SPARSE_ALL(SOLVE, bsrsm2_solve)

// --- with one right side ---

#define ONE_BUFFER(name, T, SIZE) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op, int mb, int nnzb, \
		const cusparseMatDescr_t description, T *values, const int *offsets, const int *columns, int dim, bsrsv2Info_t info, SIZE *size) \
	{ \
		SPARSE_BEGIN(name, direction, op, mb, nnzb, description, values, offsets, columns, dim, info, size) \
		if (mb < 0 || nnzb < 0 || dim < 1 || !size) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*size = 1; \
		return CUSPARSE_STATUS_SUCCESS; \
	}

#define ONE_SYSTEM(T_format, is_solved) \
	{ .found = info ? &info->found : NULL, .type = T_format, .op = op, .op_x = CUSPARSE_OPERATION_NON_TRANSPOSE, .mb = mb, .n = 1, \
		.nnzb = nnzb, .dim = dim, .ldb = mb * dim, .ldx = mb * dim, .values = values, .offsets = offsets, .columns = columns, \
		.is_solve = is_solved }

#define ONE(name, T, format) \
	ONE_BUFFER(name##_bufferSize, T, int) \
	ONE_BUFFER(name##_bufferSizeExt, T, size_t) \
	cusparseStatus_t name##_analysis(cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op, int mb, int nnzb, \
		const cusparseMatDescr_t description, const T *values, const int *offsets, const int *columns, int dim, bsrsv2Info_t info, \
		cusparseSolvePolicy_t policy, void *buffer) \
	{ \
		SPARSE_BEGIN(name##_analysis, direction, op, mb, nnzb, description, values, offsets, columns, dim, info, policy, buffer) \
		struct system s = ONE_SYSTEM(format, false); \
		return submit(handle, &s, description, direction, NULL); \
	} \
	cusparseStatus_t name##_solve(cusparseHandle_t handle, cusparseDirection_t direction, cusparseOperation_t op, int mb, int nnzb, \
		const T *alpha, const cusparseMatDescr_t description, const T *values, const int *offsets, const int *columns, int dim, \
		bsrsv2Info_t info, const T *f, T *x, cusparseSolvePolicy_t policy, void *buffer) \
	{ \
		SPARSE_BEGIN(name##_solve, direction, op, mb, nnzb, alpha, description, values, offsets, columns, dim, info, f, x, policy, buffer) \
		struct system s = ONE_SYSTEM(format, true); \
		s.b = f; \
		s.x = x; \
		return submit(handle, &s, description, direction, alpha); \
	}
SPARSE_ALL(ONE, bsrsv2)
