// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices without their small elements (cuSPARSE, "cusparse<t>nnz_compress", "cusparse<t>csr2csr_compress").
#include <math.h>
#include <string.h>

#include "sparse.h"

struct thinning {
	int m, base;
	cudaDataType type;
	double tolerance;
	const void *values;
	const int *offsets, *columns;
	int *each, *all; // where only the numbers of elements are wanted
	void *to_values;
	int *to_columns, *to_offsets;
};

static bool is_kept(const struct thinning *t, int at)
{
	double value[2];
	aw_sparse_value(t->values, t->type, at, value);
	return hypot(value[0], value[1]) > t->tolerance;
}

static void run_count(void *record)
{
	const struct thinning *t = record;
	int all = 0;
	for (int i = 0; i < t->m; i++) {
		int before = all;
		for (int at = t->offsets[i] - t->base; at < t->offsets[i + 1] - t->base; at++)
			all += is_kept(t, at);
		t->each[i] = all - before;
	}
	*t->all = all;
}

// What is kept moves to the front; row by row, so the numbers of elements aren't needed.
static void run_thin(void *record)
{
	const struct thinning *t = record;
	size_t size = aw_shim_type_size(t->type);
	int used = 0;
	for (int i = 0; i < t->m; i++) {
		t->to_offsets[i] = used + t->base;
		for (int at = t->offsets[i] - t->base; at < t->offsets[i + 1] - t->base; at++) {
			if (!is_kept(t, at))
				continue;
			t->to_columns[used] = t->columns[at];
			memcpy((char *)t->to_values + (size_t)used * size, (const char *)t->values + (size_t)at * size, size);
			used++;
		}
	}
	t->to_offsets[t->m] = used + t->base;
}

// Whether the work can be done, with the base of indices and the tolerance filled in.
static cusparseStatus_t check(struct thinning *t, cusparseMatDescr_t description, const void *tolerance)
{
	double value[2] = { 0, 0 };
	aw_shim_load_f64(value, t->type, tolerance, 1);
	if (t->m < 0 || !description || description->magic != AW_SHIM_MAT_DESCR || !t->offsets || !(value[0] >= 0))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (description->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	t->base = description->base;
	t->tolerance = value[0];
	return CUSPARSE_STATUS_SUCCESS;
}

#define COUNT(name, T, format) \
	cusparseStatus_t name(cusparseHandle_t handle, int m, const cusparseMatDescr_t description, const T *values, const int *offsets, \
		int *each, int *all, T tolerance) \
	{ \
		SPARSE_BEGIN(name, m, description, values, offsets, each, all, tolerance) \
		struct thinning t = { .m = m, .type = format, .values = values, .offsets = offsets, .each = each, .all = all }; \
		cusparseStatus_t status = check(&t, description, &tolerance); \
		if (status == CUSPARSE_STATUS_SUCCESS && (!all || (m && (!values || !each)))) \
			status = CUSPARSE_STATUS_INVALID_VALUE; \
		return status == CUSPARSE_STATUS_SUCCESS ? aw_sparse_queue_result(handle, run_count, &t, sizeof(t)) : status; \
	}
SPARSE_ALL(COUNT, nnz_compress)

#define THIN(name, T, format) \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t description, const T *valuesA, \
		const int *columnsA, const int *offsetsA, int nnzA, const int *each, T *valuesC, int *columnsC, int *offsetsC, T tolerance) \
	{ \
		SPARSE_BEGIN(name, m, n, description, valuesA, columnsA, offsetsA, nnzA, each, valuesC, columnsC, offsetsC, tolerance) \
		struct thinning t = { .m = m, .type = format, .values = valuesA, .offsets = offsetsA, .columns = columnsA, \
			.to_values = valuesC, .to_columns = columnsC, .to_offsets = offsetsC }; \
		cusparseStatus_t status = check(&t, description, &tolerance); \
		if (status == CUSPARSE_STATUS_SUCCESS && \
		    (n < 0 || nnzA < 0 || !offsetsC || (m && !each) || (nnzA && (!valuesA || !columnsA)))) \
			status = CUSPARSE_STATUS_INVALID_VALUE; \
		return status == CUSPARSE_STATUS_SUCCESS ? aw_sparse_status(aw_shim_queue(handle->stream, run_thin, &t, sizeof(t))) : status; \
	}
SPARSE_ALL(THIN, csr2csr_compress)
