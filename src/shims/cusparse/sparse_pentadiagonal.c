// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batches of systems with five diagonals (cuSPARSE, "cusparse<t>gpsvInterleavedBatch"): rotations of each row with the two above it make
// the matrix upper triangular, with four diagonals above.  Numbers are worked with as complex doubles.
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "sparse.h"

typedef double _Complex number;

enum { DIAGONALS = 5, BELOW = 2 };

// Element i of matrix j is at i * batch + j.
struct pentadiagonal {
	cudaDataType type;
	int m, batch;
	const void *diagonals[DIAGONALS]; // from the lowest to the highest
	void *x;
};

// A row of the triangle: columns from its own on, and its right side.
struct upper {
	number at[DIAGONALS], right;
};

static number get(const struct pentadiagonal *p, const void *from, int64_t at)
{
	double value[2];
	aw_sparse_value(from, p->type, at, value);
	return CMPLX(value[0], value[1]);
}

// Rotates two numbers.
static void rotate(number c, number s, number *upper, number *lower)
{
	number above = *upper;
	*upper = conj(c) * above + conj(s) * *lower;
	*lower = c * *lower - s * above;
}

// Makes the first number of `below` zero; `below` begins at the column of the upper row's diagonal.
static void eliminate(struct upper *above, number *below, number *right)
{
	double length = hypot(cabs(above->at[0]), cabs(below[0]));
	if (below[0] == 0)
		return;
	number c = above->at[0] / length, s = below[0] / length;
	for (int k = 0; k < DIAGONALS; k++)
		rotate(c, s, &above->at[k], &below[k]);
	rotate(c, s, &above->right, right);
}

// System j, with room for its triangle.
static void solve(const struct pentadiagonal *p, int64_t j, struct upper *rows)
{
	for (int i = 0; i < p->m; i++) {
		number own[DIAGONALS + BELOW] = { 0 }; // columns i - 2 to i + 4
		number right = get(p, p->x, (int64_t)i * p->batch + j);
		for (int k = 0; k < DIAGONALS; k++)
			if (i + k >= BELOW && i + k - BELOW < p->m)
				own[k] = get(p, p->diagonals[k], (int64_t)i * p->batch + j);
		for (int back = BELOW; back > 0; back--)
			if (i >= back)
				eliminate(&rows[i - back], &own[BELOW - back], &right);
		for (int k = 0; k < DIAGONALS; k++)
			rows[i].at[k] = own[BELOW + k];
		rows[i].right = right;
	}
	for (int i = p->m - 1; i >= 0; i--) {
		number x = rows[i].right;
		for (int k = 1; k < DIAGONALS && i + k < p->m; k++)
			x -= rows[i].at[k] * rows[i + k].right;
		x /= rows[i].at[0];
		rows[i].right = x;
		double parts[2] = { creal(x), cimag(x) };
		aw_shim_store_f64(p->type, (char *)p->x + (size_t)((int64_t)i * p->batch + j) * aw_shim_type_size(p->type), parts, 1);
	}
}

static void run(void *record)
{
	const struct pentadiagonal *p = record;
	struct upper *rows = malloc((size_t)p->m * sizeof(*rows));
	if (!rows)
		aw_shim_log_error("cusparse", "no memory for a system with five diagonals");
	for (int j = 0; rows && j < p->batch; j++)
		solve(p, j, rows);
	free(rows);
}

static cusparseStatus_t submit(cusparseHandle_t handle, const struct pentadiagonal *p)
{
	bool complete = p->m >= 1 && p->batch >= 0 && p->x;
	for (int k = 0; k < DIAGONALS; k++)
		complete = complete && p->diagonals[k];
	return complete ? aw_sparse_status(aw_shim_queue(handle->stream, run, p, sizeof(*p))) : CUSPARSE_STATUS_INVALID_VALUE;
}

#define GPSV(name, T, format) \
	cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int algorithm, int m, const T *ds, const T *dl, const T *d, const T *du, \
		const T *dw, const T *x, int batch, size_t *size) \
	{ \
		SPARSE_BEGIN(name##_bufferSizeExt, algorithm, m, ds, dl, d, du, dw, x, batch, size) \
		if (algorithm != 0 || m < 1 || batch < 0) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		return aw_sparse_no_buffer(size); \
	} \
	cusparseStatus_t name(cusparseHandle_t handle, int algorithm, int m, T *ds, T *dl, T *d, T *du, T *dw, T *x, int batch, void *buffer) \
	{ \
		SPARSE_BEGIN(name, algorithm, m, ds, dl, d, du, dw, x, batch, buffer) \
		if (algorithm != 0) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		return submit(handle, &(struct pentadiagonal){ format, m, batch, { ds, dl, d, du, dw }, x }); \
	}
SPARSE_ALL(GPSV, gpsvInterleavedBatch)
