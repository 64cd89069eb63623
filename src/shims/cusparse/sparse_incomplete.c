// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Incomplete factorisations without fill-in (cuSPARSE, "cusparse<t>csrilu02", "cusparse<t>csric02"): elimination row by row, in which
// only elements are kept that A has.  Columns ascend in each row.  Numbers are worked with as complex doubles.
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "sparse.h"

// What an analysis or a factorisation found.  The position is that of the first diagonal element that is missing or zero, or -1.
struct incomplete {
	uint64_t magic;
	int position;
	int boosts;
	double tolerance, boost[2];
};

struct csrilu02Info { struct incomplete found; };
struct csric02Info { struct incomplete found; };

enum { SPARSE_INCOMPLETE = 0x53504149 };

#define OBJECT(type, kind, create, destroy) \
	cusparseStatus_t create(type *object) \
	{ \
		if (aw_sparse_is_native()) \
			SPARSE_FORWARD(create, object); \
		struct kind *made = object ? calloc(1, sizeof(*made)) : NULL; \
		if (!made) \
			return object ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE; \
		made->found.magic = SPARSE_INCOMPLETE; \
		made->found.position = -1; \
		*object = made; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t destroy(type object) \
	{ \
		if (object && object->found.magic != SPARSE_INCOMPLETE) \
			SPARSE_FORWARD(destroy, object); \
		cudaDeviceSynchronize(); /* work of any stream may write to it */ \
		free(object); \
		return CUSPARSE_STATUS_SUCCESS; \
	}
OBJECT(csrilu02Info_t, csrilu02Info, cusparseCreateCsrilu02Info, cusparseDestroyCsrilu02Info)
OBJECT(csric02Info_t, csric02Info, cusparseCreateCsric02Info, cusparseDestroyCsric02Info)

struct job {
	struct incomplete *found, properties;
	cudaDataType type;
	int m, base;
	void *values;
	const int *offsets, *columns;
	bool cholesky;
};

typedef double _Complex number;

static number value_of(const struct job *j, int at)
{
	double value[2];
	aw_sparse_value(j->values, j->type, at, value);
	return CMPLX(value[0], value[1]);
}

static void put(const struct job *j, int at, number value)
{
	double parts[2] = { creal(value), cimag(value) };
	aw_shim_store_f64(j->type, (char *)j->values + (size_t)at * aw_shim_type_size(j->type), parts, 1);
}

// Where each row's diagonal is, or -1; the first row without one, or -1.
static int find_diagonals(const struct job *j, int *diagonal)
{
	int missing = -1;
	for (int i = 0; i < j->m; i++) {
		diagonal[i] = -1;
		for (int at = j->offsets[i] - j->base; at < j->offsets[i + 1] - j->base; at++)
			if (j->columns[at] - j->base == i)
				diagonal[i] = at;
		if (diagonal[i] < 0 && missing < 0)
			missing = i;
	}
	return missing;
}

// The number that a row is divided by, made larger where that is wanted.
static number pivot_of(const struct job *j, int at)
{
	number pivot = value_of(j, at);
	if (j->properties.boosts && cabs(pivot) <= j->properties.tolerance) {
		pivot = CMPLX(j->properties.boost[0], j->properties.boost[1]);
		put(j, at, pivot);
	}
	return pivot;
}

// Row i; in_row says where its columns are (counted from 1; others have a place before `begin`).
static void lu_row(const struct job *j, int i, const int *diagonal, int *in_row)
{
	int begin = j->offsets[i] - j->base, end = j->offsets[i + 1] - j->base;
	for (int at = begin; at < end; at++)
		in_row[j->columns[at] - j->base] = at + 1;
	for (int at = begin; at < end && j->columns[at] - j->base < i; at++) {
		int k = j->columns[at] - j->base;
		number factor = value_of(j, at) / value_of(j, diagonal[k]);
		put(j, at, factor);
		for (int other = diagonal[k] + 1; other < j->offsets[k + 1] - j->base; other++) {
			int to = in_row[j->columns[other] - j->base] - 1;
			if (to >= begin)
				put(j, to, value_of(j, to) - factor * value_of(j, other));
		}
	}
}

static void cholesky_row(const struct job *j, int i, const int *diagonal, int *in_row)
{
	int begin = j->offsets[i] - j->base;
	double rest = creal(value_of(j, diagonal[i]));
	for (int at = begin; at < diagonal[i]; at++)
		in_row[j->columns[at] - j->base] = at + 1;
	for (int at = begin; at < diagonal[i]; at++) {
		int k = j->columns[at] - j->base;
		number sum = value_of(j, at);
		for (int other = j->offsets[k] - j->base; other < diagonal[k]; other++) {
			int own = in_row[j->columns[other] - j->base] - 1;
			if (own >= begin)
				sum -= value_of(j, own) * conj(value_of(j, other));
		}
		sum /= value_of(j, diagonal[k]);
		put(j, at, sum);
		rest -= creal(sum) * creal(sum) + cimag(sum) * cimag(sum);
	}
	put(j, diagonal[i], rest > 0 ? sqrt(rest) : 0);
}

static void run(void *record)
{
	const struct job *j = record;
	int *diagonal = malloc(((size_t)j->m + 1) * sizeof(int)), *in_row = calloc((size_t)j->m + 1, sizeof(int)), zero = -1;
	if (!diagonal || !in_row)
		aw_shim_log_error("cusparse", "no memory for an incomplete factorisation");
	else
		zero = find_diagonals(j, diagonal);
	for (int i = 0; diagonal && in_row && zero < 0 && i < j->m; i++) {
		(j->cholesky ? cholesky_row : lu_row)(j, i, diagonal, in_row);
		if (pivot_of(j, diagonal[i]) == 0)
			zero = i;
	}
	j->found->position = zero < 0 ? -1 : zero + j->base;
	free(diagonal);
	free(in_row);
}

static void run_analysis(void *record)
{
	const struct job *j = record;
	int *diagonal = malloc(((size_t)j->m + 1) * sizeof(int)), missing = diagonal ? find_diagonals(j, diagonal) : -1;
	j->found->position = missing < 0 ? -1 : missing + j->base;
	free(diagonal);
}

static cusparseStatus_t submit(cusparseHandle_t handle, cusparseMatDescr_t description, struct job *j, bool analysis)
{
	if (j->m < 0 || !description || description->magic != AW_SHIM_MAT_DESCR || !j->found || j->found->magic != SPARSE_INCOMPLETE ||
	    !j->offsets || (j->m && !j->columns))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (description->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	j->base = description->base;
	j->properties = *j->found;
	return aw_sparse_status(aw_shim_queue(handle->stream, analysis ? run_analysis : run, j, sizeof(*j)));
}

static cusparseStatus_t find_position(cusparseHandle_t handle, const struct incomplete *found, int *position)
{
	if (!found || found->magic != SPARSE_INCOMPLETE || !position)
		return CUSPARSE_STATUS_INVALID_VALUE;
	cudaError_t error = cudaStreamSynchronize(handle->stream);
	if (error != cudaSuccess)
		return aw_sparse_status(error);
	*position = found->position;
	return found->position < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info, int *position)
{
	SPARSE_BEGIN(cusparseXcsrilu02_zeroPivot, info, position)
	return find_position(handle, info ? &info->found : NULL, position);
}

cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info, int *position)
{
	SPARSE_BEGIN(cusparseXcsric02_zeroPivot, info, position)
	return find_position(handle, info ? &info->found : NULL, position);
}

#define BUFFER(name, T, object, SIZE) \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, T *values, const int *offsets, \
		const int *columns, object info, SIZE *size) \
	{ \
		SPARSE_BEGIN(name, m, nnz, description, values, offsets, columns, info, size) \
		if (!size) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*size = 1; \
		return CUSPARSE_STATUS_SUCCESS; \
	}

#define INCOMPLETE(name, T, format, object, is_cholesky) \
	BUFFER(name##_bufferSize, T, object, int) \
	BUFFER(name##_bufferSizeExt, T, object, size_t) \
	cusparseStatus_t name##_analysis(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, object info, cusparseSolvePolicy_t policy, void *buffer) \
	{ \
		SPARSE_BEGIN(name##_analysis, m, nnz, description, values, offsets, columns, info, policy, buffer) \
		struct job j = { .found = info ? &info->found : NULL, .type = format, .m = m, .offsets = offsets, .columns = columns }; \
		return submit(handle, description, &j, true); \
	} \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, T *values, const int *offsets, \
		const int *columns, object info, cusparseSolvePolicy_t policy, void *buffer) \
	{ \
		SPARSE_BEGIN(name, m, nnz, description, values, offsets, columns, info, policy, buffer) \
		struct job j = { .found = info ? &info->found : NULL, .type = format, .m = m, .values = values, .offsets = offsets, \
			.columns = columns, .cholesky = is_cholesky }; \
		return values ? submit(handle, description, &j, false) : CUSPARSE_STATUS_INVALID_VALUE; \
	}
#define ILU(name, T, format) INCOMPLETE(name, T, format, csrilu02Info_t, false)
#define IC(name, T, format) INCOMPLETE(name, T, format, csric02Info_t, true)
SPARSE_ALL(ILU, csrilu02)
SPARSE_ALL(IC, csric02)

#define BOOST(name, T, format) \
	cusparseStatus_t name(cusparseHandle_t handle, csrilu02Info_t info, int enable, double *tolerance, T *boost) \
	{ \
		SPARSE_BEGIN(name, info, enable, tolerance, boost) \
		if (!info || (enable && (!tolerance || !boost))) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		info->found.boosts = enable; \
		if (enable) { \
			info->found.tolerance = *tolerance; \
			aw_shim_load_f64(info->found.boost, format, boost, 1); \
		} \
		return CUSPARSE_STATUS_SUCCESS; \
	}
SPARSE_ALL(BOOST, csrilu02_numericBoost)
