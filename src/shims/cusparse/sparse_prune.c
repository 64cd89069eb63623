// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices by rows of what is large in a dense or sparse matrix (cuSPARSE, "cusparse<t>pruneDense2csr", "cusparse<t>pruneCsr2csr", and
// "ByPercentage"): elements whose absolute value is above a threshold.  A percentage is one of the elements that A has; the threshold is
// then the largest of that share of the smallest absolute values, which quickselect finds (C.A.R. Hoare, Algorithm 65: Find).
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sparse.h"

enum { SPARSE_PRUNE = 0x53504150 };

// The cpu device finds a percentage's threshold anew in each step, so nothing is kept.
struct pruneInfo {
	uint64_t magic;
};

cusparseStatus_t cusparseCreatePruneInfo(pruneInfo_t *info)
{
	if (aw_sparse_is_native())
		SPARSE_FORWARD(cusparseCreatePruneInfo, info);
	struct pruneInfo *made = info ? calloc(1, sizeof(*made)) : NULL;
	if (!made)
		return info ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE;
	made->magic = SPARSE_PRUNE;
	*info = made;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroyPruneInfo(pruneInfo_t info)
{
	if (info && info->magic != SPARSE_PRUNE)
		SPARSE_FORWARD(cusparseDestroyPruneInfo, info);
	free(info);
	return CUSPARSE_STATUS_SUCCESS;
}

// A is dense, by columns, or sparse, by rows with offsets.
struct pruning {
	int m, n, ld, nnz, base, to_base;
	cudaDataType type;
	const void *values;
	const int *offsets, *columns;
	bool by_percentage;
	float percentage;
	struct sparse_scalar threshold;
	int *to_offsets, *to_columns, *all; // no columns: what is kept is counted
	void *to_values;
};

static double magnitude(const struct pruning *p, int64_t at)
{
	double value[2];
	aw_sparse_value(p->values, p->type, at, value);
	return fabs(value[0]);
}

// Calls visit for each element of A, row by row.
static void each_element(struct pruning *p, void (*visit)(struct pruning *p, int column, int64_t at, void *to), void *to,
	void (*end_of_row)(struct pruning *p, int row, void *to))
{
	for (int i = 0; i < p->m; i++) {
		for (int j = 0; !p->offsets && j < p->n; j++)
			visit(p, j, i + (int64_t)j * p->ld, to);
		for (int at = p->offsets ? p->offsets[i] - p->base : 0; p->offsets && at < p->offsets[i + 1] - p->base; at++)
			visit(p, p->columns[at] - p->base, at, to);
		if (end_of_row)
			end_of_row(p, i, to);
	}
}

// --- the threshold ---

static void collect(struct pruning *p, int column, int64_t at, void *to)
{
	(void)column;
	double **next = to;
	*(*next)++ = magnitude(p, at);
}

// The number that would be at this position of the sorted ones.
static double nth_of(double *x, int64_t count, int64_t position)
{
	int64_t low = 0, high = count - 1;
	while (low < high) {
		double pivot = x[low + (high - low) / 2];
		int64_t i = low, j = high;
		while (i <= j) {
			while (x[i] < pivot)
				i++;
			while (x[j] > pivot)
				j--;
			if (i <= j) {
				double other = x[i];
				x[i++] = x[j];
				x[j--] = other;
			}
		}
		if (position <= j)
			high = j;
		else if (position >= i)
			low = i;
		else
			break;
	}
	return x[position];
}

static bool find_threshold(struct pruning *p)
{
	if (!p->by_percentage) {
		aw_sparse_scalar_read(&p->threshold, p->type);
		return true;
	}
	int64_t count = p->offsets ? p->offsets[p->m] - p->base : (int64_t)p->m * p->n;
	int64_t position = (int64_t)ceil((double)count * ((double)p->percentage / 100)) - 1;
	position = position >= count ? count - 1 : position < 0 ? 0 : position;
	double *all = malloc(((size_t)count + 1) * sizeof(*all)), *end = all;
	if (!all) {
		aw_shim_log_error("cusparse", "no memory for a percentage of elements");
		return false;
	}
	each_element(p, collect, &end, NULL);
	p->threshold.value[0] = count ? nth_of(all, count, position) : 0;
	free(all);
	return true;
}

// --- what is kept ---

static void keep(struct pruning *p, int column, int64_t at, void *to)
{
	int *kept = to;
	if (!(magnitude(p, at) > p->threshold.value[0]))
		return;
	if (p->to_columns) {
		size_t size = aw_shim_type_size(p->type);
		p->to_columns[*kept] = column + p->to_base;
		memcpy((char *)p->to_values + (size_t)*kept * size, (const char *)p->values + (size_t)at * size, size);
	}
	++*kept;
}

static void end_row(struct pruning *p, int row, void *to)
{
	const int *kept = to;
	if (!p->to_columns) // the function that fills the arrays takes the offsets as they are
		p->to_offsets[row + 1] = *kept + p->to_base;
}

static void run_prune(void *record)
{
	struct pruning *p = record;
	int kept = 0;
	if (!p->to_columns)
		p->to_offsets[0] = p->to_base;
	if (find_threshold(p))
		each_element(p, keep, &kept, end_row);
	if (p->all)
		*p->all = kept;
}

// A's description is NULL where A is dense.
static cusparseStatus_t check(struct pruning *p, bool is_sparse, cusparseMatDescr_t a, cusparseMatDescr_t c)
{
	bool has_some = p->m > 0 && p->n > 0 && (!is_sparse || p->nnz > 0);
	if (p->m < 0 || p->n < 0 || p->nnz < 0 || !c || c->magic != AW_SHIM_MAT_DESCR || !p->to_offsets || (has_some && !p->values) ||
	    (is_sparse ? !a || a->magic != AW_SHIM_MAT_DESCR || !p->offsets || (has_some && !p->columns) : p->ld < (p->m > 1 ? p->m : 1)) ||
	    (p->by_percentage && !(p->percentage >= 0 && p->percentage <= 100)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (c->type != CUSPARSE_MATRIX_TYPE_GENERAL || (is_sparse && a->type != CUSPARSE_MATRIX_TYPE_GENERAL))
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	p->base = is_sparse ? (int)a->base : 0;
	p->to_base = c->base;
	return CUSPARSE_STATUS_SUCCESS;
}

// THRESHOLD: where the pointer mode says, or NULL for a percentage.
static cusparseStatus_t submit(cusparseHandle_t handle, struct pruning *p, bool is_sparse, cusparseMatDescr_t a, cusparseMatDescr_t c,
	const void *threshold)
{
	cusparseStatus_t status = check(p, is_sparse, a, c);
	if (status == CUSPARSE_STATUS_SUCCESS && !p->by_percentage) {
		if (!threshold)
			return CUSPARSE_STATUS_INVALID_VALUE;
		p->threshold = aw_sparse_scalar(handle, p->type, threshold);
	}
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	return p->all ? aw_sparse_queue_result(handle, run_prune, p, sizeof(*p)) :
		aw_sparse_status(aw_shim_queue(handle->stream, run_prune, p, sizeof(*p)));
}

static cusparseStatus_t fill(cusparseHandle_t handle, struct pruning *p, bool is_sparse, cusparseMatDescr_t a, cusparseMatDescr_t c,
	const void *threshold)
{
	if (p->to_columns && p->to_values)
		return submit(handle, p, is_sparse, a, c, threshold);
	cusparseStatus_t status = check(p, is_sparse, a, c); // nothing may be kept
	return status;
}

static bool is_info(pruneInfo_t info)
{
	return info && info->magic == SPARSE_PRUNE;
}

// --- the functions ---

#define OF_DENSE(T_format) .m = m, .n = n, .ld = lda, .type = T_format, .values = a
#define OF_SPARSE(T_format) .m = m, .n = n, .nnz = nnzA, .type = T_format, .values = valuesA, .offsets = offsetsA, .columns = columnsA
#define TO(T) .to_offsets = (int *)(uintptr_t)offsetsC, .to_columns = columnsC, .to_values = valuesC

#define DENSE(routine, T, T_format) \
	cusparseStatus_t routine##_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T *a, int lda, const T *threshold, \
		const cusparseMatDescr_t descrC, const T *valuesC, const int *offsetsC, const int *columnsC, size_t *size) \
	{ \
		SPARSE_BEGIN(routine##_bufferSizeExt, m, n, a, lda, threshold, descrC, valuesC, offsetsC, columnsC, size) \
		return aw_sparse_no_buffer(size); \
	} \
	cusparseStatus_t routine##Nnz(cusparseHandle_t handle, int m, int n, const T *a, int lda, const T *threshold, \
		const cusparseMatDescr_t descrC, int *offsetsC, int *all, void *buffer) \
	{ \
		SPARSE_BEGIN(routine##Nnz, m, n, a, lda, threshold, descrC, offsetsC, all, buffer) \
		struct pruning p = { OF_DENSE(T_format), .to_offsets = offsetsC, .all = all }; \
		return submit(handle, &p, false, NULL, descrC, threshold); \
	} \
	cusparseStatus_t routine(cusparseHandle_t handle, int m, int n, const T *a, int lda, const T *threshold, \
		const cusparseMatDescr_t descrC, T *valuesC, const int *offsetsC, int *columnsC, void *buffer) \
	{ \
		SPARSE_BEGIN(routine, m, n, a, lda, threshold, descrC, valuesC, offsetsC, columnsC, buffer) \
		struct pruning p = { OF_DENSE(T_format), TO(T) }; \
		return fill(handle, &p, false, NULL, descrC, threshold); \
	}

#define SPARSE(routine, T, T_format) \
	cusparseStatus_t routine##_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, const T *threshold, const cusparseMatDescr_t descrC, \
		const T *valuesC, const int *offsetsC, const int *columnsC, size_t *size) \
	{ \
		SPARSE_BEGIN(routine##_bufferSizeExt, m, n, nnzA, descrA, valuesA, offsetsA, columnsA, threshold, descrC, valuesC, offsetsC, \
			columnsC, size) \
		return aw_sparse_no_buffer(size); \
	} \
	cusparseStatus_t routine##Nnz(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T *valuesA, \
		const int *offsetsA, const int *columnsA, const T *threshold, const cusparseMatDescr_t descrC, int *offsetsC, int *all, \
		void *buffer) \
	{ \
		SPARSE_BEGIN(routine##Nnz, m, n, nnzA, descrA, valuesA, offsetsA, columnsA, threshold, descrC, offsetsC, all, buffer) \
		struct pruning p = { OF_SPARSE(T_format), .to_offsets = offsetsC, .all = all }; \
		return submit(handle, &p, true, descrA, descrC, threshold); \
	} \
	cusparseStatus_t routine(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T *valuesA, \
		const int *offsetsA, const int *columnsA, const T *threshold, const cusparseMatDescr_t descrC, T *valuesC, const int *offsetsC, \
		int *columnsC, void *buffer) \
	{ \
		SPARSE_BEGIN(routine, m, n, nnzA, descrA, valuesA, offsetsA, columnsA, threshold, descrC, valuesC, offsetsC, columnsC, buffer) \
		struct pruning p = { OF_SPARSE(T_format), TO(T) }; \
		return fill(handle, &p, true, descrA, descrC, threshold); \
	}

#define DENSE_SHARE(routine, T, T_format) \
	cusparseStatus_t routine##ByPercentage_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T *a, int lda, float percentage, \
		const cusparseMatDescr_t descrC, const T *valuesC, const int *offsetsC, const int *columnsC, pruneInfo_t info, size_t *size) \
	{ \
		SPARSE_BEGIN(routine##ByPercentage_bufferSizeExt, m, n, a, lda, percentage, descrC, valuesC, offsetsC, columnsC, info, size) \
		return aw_sparse_no_buffer(size); \
	} \
	cusparseStatus_t routine##NnzByPercentage(cusparseHandle_t handle, int m, int n, const T *a, int lda, float percentage, \
		const cusparseMatDescr_t descrC, int *offsetsC, int *all, pruneInfo_t info, void *buffer) \
	{ \
		SPARSE_BEGIN(routine##NnzByPercentage, m, n, a, lda, percentage, descrC, offsetsC, all, info, buffer) \
		struct pruning p = { OF_DENSE(T_format), .by_percentage = true, .percentage = percentage, .to_offsets = offsetsC, .all = all }; \
		return is_info(info) ? submit(handle, &p, false, NULL, descrC, NULL) : CUSPARSE_STATUS_INVALID_VALUE; \
	} \
	cusparseStatus_t routine##ByPercentage(cusparseHandle_t handle, int m, int n, const T *a, int lda, float percentage, \
		const cusparseMatDescr_t descrC, T *valuesC, const int *offsetsC, int *columnsC, pruneInfo_t info, void *buffer) \
	{ \
		SPARSE_BEGIN(routine##ByPercentage, m, n, a, lda, percentage, descrC, valuesC, offsetsC, columnsC, info, buffer) \
		struct pruning p = { OF_DENSE(T_format), .by_percentage = true, .percentage = percentage, TO(T) }; \
		return is_info(info) ? fill(handle, &p, false, NULL, descrC, NULL) : CUSPARSE_STATUS_INVALID_VALUE; \
	}

#define SPARSE_SHARE(routine, T, T_format) \
	cusparseStatus_t routine##ByPercentage_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnzA, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, float percentage, \
		const cusparseMatDescr_t descrC, const T *valuesC, const int *offsetsC, const int *columnsC, pruneInfo_t info, size_t *size) \
	{ \
		SPARSE_BEGIN(routine##ByPercentage_bufferSizeExt, m, n, nnzA, descrA, valuesA, offsetsA, columnsA, percentage, descrC, valuesC, \
			offsetsC, columnsC, info, size) \
		return aw_sparse_no_buffer(size); \
	} \
	cusparseStatus_t routine##NnzByPercentage(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, float percentage, const cusparseMatDescr_t descrC, int *offsetsC, \
		int *all, pruneInfo_t info, void *buffer) \
	{ \
		SPARSE_BEGIN(routine##NnzByPercentage, m, n, nnzA, descrA, valuesA, offsetsA, columnsA, percentage, descrC, offsetsC, all, info, \
			buffer) \
		struct pruning p = { OF_SPARSE(T_format), .by_percentage = true, .percentage = percentage, .to_offsets = offsetsC, .all = all }; \
		return is_info(info) ? submit(handle, &p, true, descrA, descrC, NULL) : CUSPARSE_STATUS_INVALID_VALUE; \
	} \
	cusparseStatus_t routine##ByPercentage(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, float percentage, const cusparseMatDescr_t descrC, T *valuesC, \
		const int *offsetsC, int *columnsC, pruneInfo_t info, void *buffer) \
	{ \
		SPARSE_BEGIN(routine##ByPercentage, m, n, nnzA, descrA, valuesA, offsetsA, columnsA, percentage, descrC, valuesC, offsetsC, \
			columnsC, info, buffer) \
		struct pruning p = { OF_SPARSE(T_format), .by_percentage = true, .percentage = percentage, TO(T) }; \
		return is_info(info) ? fill(handle, &p, true, descrA, descrC, NULL) : CUSPARSE_STATUS_INVALID_VALUE; \
	}

#define PRUNE(letter, T, T_format) \
	DENSE(cusparse##letter##pruneDense2csr, T, T_format) \
	DENSE_SHARE(cusparse##letter##pruneDense2csr, T, T_format) \
	SPARSE(cusparse##letter##pruneCsr2csr, T, T_format) \
	SPARSE_SHARE(cusparse##letter##pruneCsr2csr, T, T_format)
PRUNE(H, struct __half, CUDA_R_16F)
PRUNE(S, float, CUDA_R_32F)
PRUNE(D, double, CUDA_R_64F)
