// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Systems with three diagonals (cuSPARSE, "cusparse<t>gtsv2", "cusparse<t>gtsvInterleavedBatch" and other batches): elimination with
// exchanges of neighbouring rows, which fills a second diagonal above, or without.  Numbers are worked with as complex doubles.
#include <complex.h>
#include <stdlib.h>

#include "sparse.h"

typedef double _Complex number;

// The diagonals of matrix i begin i * stride elements on, their elements are `step` apart; so are those of the right sides.
struct tridiagonal {
	cudaDataType type;
	int m, count; // right sides, or matrices with one each
	const void *dl, *d, *du;
	void *x;
	int64_t stride, step, x_stride;
	bool pivots;
};

static number get(const struct tridiagonal *t, const void *from, int64_t at)
{
	double value[2];
	aw_sparse_value(from, t->type, at, value);
	return CMPLX(value[0], value[1]);
}

// One system, with room for five numbers a row.
static void solve(const struct tridiagonal *t, int64_t first, int64_t x_first, number (*row)[5])
{
	enum { LOWER, MIDDLE, UPPER, SECOND, RIGHT };
	int m = t->m;
	for (int i = 0; i < m; i++) {
		int64_t at = first + i * t->step;
		row[i][LOWER] = i ? get(t, t->dl, at) : 0;
		row[i][MIDDLE] = get(t, t->d, at);
		row[i][UPPER] = i + 1 < m ? get(t, t->du, at) : 0;
		row[i][SECOND] = 0;
		row[i][RIGHT] = get(t, t->x, x_first + i * t->step);
	}
	for (int i = 0; i + 1 < m; i++) {
		number *own = row[i], *next = row[i + 1];
		if (t->pivots && cabs(next[LOWER]) > cabs(own[MIDDLE])) {
			number below[5] = { 0, next[LOWER], next[MIDDLE], next[UPPER], next[RIGHT] };
			next[LOWER] = own[MIDDLE];
			next[MIDDLE] = own[UPPER];
			next[UPPER] = own[SECOND];
			next[RIGHT] = own[RIGHT];
			for (int k = MIDDLE; k <= RIGHT; k++)
				own[k] = below[k];
		}
		number factor = next[LOWER] / own[MIDDLE];
		next[MIDDLE] -= factor * own[UPPER];
		next[UPPER] -= factor * own[SECOND];
		next[RIGHT] -= factor * own[RIGHT];
	}
	for (int i = m - 1; i >= 0; i--) {
		row[i][RIGHT] -= i + 1 < m ? row[i][UPPER] * row[i + 1][RIGHT] : 0;
		row[i][RIGHT] -= i + 2 < m ? row[i][SECOND] * row[i + 2][RIGHT] : 0;
		row[i][RIGHT] /= row[i][MIDDLE];
		double parts[2] = { creal(row[i][RIGHT]), cimag(row[i][RIGHT]) };
		aw_shim_store_f64(t->type, (char *)t->x + (size_t)(x_first + i * t->step) * aw_shim_type_size(t->type), parts, 1);
	}
}

static void run(void *record)
{
	const struct tridiagonal *t = record;
	number (*row)[5] = malloc(((size_t)t->m + 1) * sizeof(*row));
	if (!row)
		aw_shim_log_error("cusparse", "no memory for a system with three diagonals");
	for (int64_t i = 0; row && i < t->count; i++)
		solve(t, i * t->stride, i * t->x_stride, row);
	free(row);
}

static cusparseStatus_t submit(cusparseHandle_t handle, const struct tridiagonal *t)
{
	if (t->m < 1 || t->count < 0 || !t->dl || !t->d || !t->du || !t->x)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return aw_sparse_status(aw_shim_queue(handle->stream, run, t, sizeof(*t)));
}

#define GTSV(name, T, format, exchanges) \
	cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, const T *B, int ldb, \
		size_t *size) \
	{ \
		SPARSE_BEGIN(name##_bufferSizeExt, m, n, dl, d, du, B, ldb, size) \
		return aw_sparse_no_buffer(size); \
	} \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, T *B, int ldb, void *buffer) \
	{ \
		SPARSE_BEGIN(name, m, n, dl, d, du, B, ldb, buffer) \
		if (ldb < m) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		return submit(handle, &(struct tridiagonal){ format, m, n, dl, d, du, B, 0, 1, ldb, exchanges }); \
	}
#define GTSV2(name, T, format) GTSV(name, T, format, true)
#define GTSV2_NOPIVOT(name, T, format) GTSV(name, T, format, false)
SPARSE_ALL(GTSV2, gtsv2)
SPARSE_ALL(GTSV2_NOPIVOT, gtsv2_nopivot)

#define GTSV_STRIDED(name, T, format) \
	cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du, const T *x, int batch, \
		int stride, size_t *size) \
	{ \
		SPARSE_BEGIN(name##_bufferSizeExt, m, dl, d, du, x, batch, stride, size) \
		return aw_sparse_no_buffer(size); \
	} \
	cusparseStatus_t name(cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du, T *x, int batch, int stride, void *buffer) \
	{ \
		SPARSE_BEGIN(name, m, dl, d, du, x, batch, stride, buffer) \
		if (stride < m) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		return submit(handle, &(struct tridiagonal){ format, m, batch, dl, d, du, x, stride, 1, stride, false }); \
	}
SPARSE_ALL(GTSV_STRIDED, gtsv2StridedBatch)

// Algorithms 1 (LU) and 2 (QR) promise a solution that is stable: elimination with exchanges is.  0 is elimination without.
enum { THOMAS, ALGORITHMS = 3 };

#define GTSV_INTERLEAVED(name, T, format) \
	cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int algorithm, int m, const T *dl, const T *d, const T *du, const T *x, \
		int batch, size_t *size) \
	{ \
		SPARSE_BEGIN(name##_bufferSizeExt, algorithm, m, dl, d, du, x, batch, size) \
		if (algorithm < 0 || algorithm >= ALGORITHMS || m < 1 || batch < 0) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		return aw_sparse_no_buffer(size); \
	} \
	cusparseStatus_t name(cusparseHandle_t handle, int algorithm, int m, T *dl, T *d, T *du, T *x, int batch, void *buffer) \
	{ \
		SPARSE_BEGIN(name, algorithm, m, dl, d, du, x, batch, buffer) \
		if (algorithm < 0 || algorithm >= ALGORITHMS) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		return submit(handle, &(struct tridiagonal){ format, m, batch, dl, d, du, x, 1, batch, 1, algorithm != THOMAS }); \
	}
SPARSE_ALL(GTSV_INTERLEAVED, gtsvInterleavedBatch)
