// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sparse and dense matrices from each other, columns from rows (cuSPARSE, "Generic APIs" and cusparseCsr2cscEx2).
#include <stdlib.h>
#include <string.h>

#include "sparse.h"

struct pair {
	struct cusparseSpMatDescr sparse;
	struct cusparseDnMatDescr dense;
};

static char *element(const struct cusparseDnMatDescr *m, int64_t i, int64_t j)
{
	return (char *)m->values + aw_sparse_place(m, i, j) * (int64_t)aw_shim_type_size(m->type);
}

static bool go_together(cusparseConstSpMatDescr_t sparse, cusparseConstDnMatDescr_t dense)
{
	return sparse && dense && sparse->rows == dense->rows && sparse->cols == dense->cols;
}

// --- sparse to dense ---

static void put_element(void *to, int64_t row, int64_t column, int64_t at)
{
	const struct pair *p = to;
	size_t size = aw_shim_type_size(p->sparse.type);
	memcpy(element(&p->dense, row, column), (const char *)p->sparse.values + (size_t)at * size, size);
}

static void run_dense(void *record)
{
	struct pair *p = record;
	size_t size = aw_shim_type_size(p->sparse.type);
	for (int64_t j = 0; j < p->sparse.cols; j++)
		for (int64_t i = 0; i < p->sparse.rows; i++)
			memset(element(&p->dense, i, j), 0, size);
	aw_sparse_walk(&p->sparse, put_element, p);
}

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,
	cusparseSparseToDenseAlg_t algorithm, size_t *size)
{
	SPARSE_BEGIN(cusparseSparseToDense_bufferSize, a, b, algorithm, size)
	return aw_sparse_no_buffer(size);
}

cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,
	cusparseSparseToDenseAlg_t algorithm, void *buffer)
{
	SPARSE_BEGIN(cusparseSparseToDense, a, b, algorithm, buffer)
	if (!go_together(a, b))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (a->type != b->type || !aw_sparse_has_format(a, SPARSE_CSR | SPARSE_CSC | SPARSE_COO))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct pair p = { *a, *b };
	return aw_sparse_status(aw_shim_queue(handle->stream, run_dense, &p, sizeof(p)));
}

// --- dense to sparse: the number of elements is known when the analysis returns; which blocks there are (Blocked-ELL), from the start ---

// Walks the elements that aren't zero line by line; stores them where `stores`.  The number of them.
static int64_t walk(const struct pair *p, bool stores)
{
	static const char zero[16];
	const struct cusparseSpMatDescr *a = &p->sparse;
	size_t size = aw_shim_type_size(a->type);
	bool by_columns = a->format == CUSPARSE_FORMAT_CSC, listed = a->format == CUSPARSE_FORMAT_COO;
	int64_t lines = by_columns ? a->cols : a->rows, width = by_columns ? a->rows : a->cols, count = 0;
	for (int64_t line = 0; line < lines; line++) {
		for (int64_t other = 0; other < width; other++) {
			double value[2];
			const char *from = element(&p->dense, by_columns ? other : line, by_columns ? line : other);
			aw_sparse_value(from, a->type, 0, value);
			if (!memcmp(from, zero, size) || (value[0] == 0 && value[1] == 0))
				continue;
			if (stores) {
				aw_sparse_put_index(a->indices, a->indices_type, count, other + a->base);
				memcpy((char *)a->values + (size_t)count * size, from, size);
				if (listed)
					aw_sparse_put_index(a->offsets, a->offsets_type, count, line + a->base);
			}
			count++;
		}
		if (!listed)
			aw_sparse_put_index(a->offsets, a->offsets_type, line + 1, count + a->base);
	}
	if (!listed)
		aw_sparse_put_index(a->offsets, a->offsets_type, 0, a->base);
	return count;
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
	cusparseDenseToSparseAlg_t algorithm, size_t *size)
{
	SPARSE_BEGIN(cusparseDenseToSparse_bufferSize, a, b, algorithm, size)
	return aw_sparse_no_buffer(size);
}

cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
	cusparseDenseToSparseAlg_t algorithm, void *buffer)
{
	SPARSE_BEGIN(cusparseDenseToSparse_analysis, a, b, algorithm, buffer)
	if (!go_together(b, a))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (a->type != b->type || !aw_sparse_has_format(b, SPARSE_CSR | SPARSE_CSC | SPARSE_COO | SPARSE_BLOCKED_ELL))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	cudaError_t error = cudaStreamSynchronize(handle->stream);
	if (error == cudaSuccess && b->format != CUSPARSE_FORMAT_BLOCKED_ELL) {
		struct pair p = { *b, *a };
		b->nnz = walk(&p, false);
	}
	return aw_sparse_status(error);
}

static void take_element(void *to, int64_t row, int64_t column, int64_t at)
{
	const struct pair *p = to;
	size_t size = aw_shim_type_size(p->sparse.type);
	memcpy((char *)p->sparse.values + (size_t)at * size, element(&p->dense, row, column), size);
}

static void run_sparse(void *record)
{
	struct pair *p = record;
	if (p->sparse.format == CUSPARSE_FORMAT_BLOCKED_ELL)
		aw_sparse_walk(&p->sparse, take_element, p);
	else
		walk(p, true);
}

cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
	cusparseDenseToSparseAlg_t algorithm, void *buffer)
{
	SPARSE_BEGIN(cusparseDenseToSparse_convert, a, b, algorithm, buffer)
	if (!go_together(b, a))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (a->type != b->type || !aw_sparse_has_format(b, SPARSE_CSR | SPARSE_CSC | SPARSE_COO | SPARSE_BLOCKED_ELL))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct pair p = { *b, *a };
	return aw_sparse_status(aw_shim_queue(handle->stream, run_sparse, &p, sizeof(p)));
}

// --- rows to columns: counts of each column, their sums, then each element to its place ---

struct turning {
	int m, n, base;
	const int *row_offsets, *columns;
	int *column_offsets, *rows;
	const char *from;
	char *to; // NULL: only the places
	size_t size;
};

static void run_turning(void *record)
{
	const struct turning *t = record;
	int *next = calloc((size_t)t->n + 1, sizeof(*next));
	if (!next) {
		aw_shim_log_error("cusparse", "no memory for the columns of a matrix");
		return;
	}
	for (int at = 0; at < t->row_offsets[t->m] - t->base; at++)
		next[t->columns[at] - t->base + 1]++;
	for (int j = 0; j < t->n; j++)
		next[j + 1] += next[j];
	for (int j = 0; j <= t->n; j++)
		t->column_offsets[j] = next[j] + t->base;
	for (int i = 0; i < t->m; i++)
		for (int at = t->row_offsets[i] - t->base; at < t->row_offsets[i + 1] - t->base; at++) {
			int place = next[t->columns[at] - t->base]++;
			t->rows[place] = i + t->base;
			if (t->to)
				memcpy(t->to + (size_t)place * t->size, t->from + (size_t)at * t->size, t->size);
		}
	free(next);
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int m, int n, int nnz, const void *values,
	const int *row_offsets, const int *columns, void *to_values, int *column_offsets, int *rows, cudaDataType type,
	cusparseAction_t action, cusparseIndexBase_t base, cusparseCsr2CscAlg_t algorithm, size_t *size)
{
	SPARSE_BEGIN(cusparseCsr2cscEx2_bufferSize, m, n, nnz, values, row_offsets, columns, to_values, column_offsets, rows, type,
		action, base, algorithm, size)
	return aw_sparse_no_buffer(size);
}

cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz, const void *values, const int *row_offsets,
	const int *columns, void *to_values, int *column_offsets, int *rows, cudaDataType type, cusparseAction_t action,
	cusparseIndexBase_t base, cusparseCsr2CscAlg_t algorithm, void *buffer)
{
	SPARSE_BEGIN(cusparseCsr2cscEx2, m, n, nnz, values, row_offsets, columns, to_values, column_offsets, rows, type, action, base,
		algorithm, buffer)
	if (m < 0 || n < 0 || nnz < 0)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!aw_shim_type_size(type))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct turning t = { m, n, base, row_offsets, columns, column_offsets, rows, values,
		action == CUSPARSE_ACTION_NUMERIC ? to_values : NULL, aw_shim_type_size(type) };
	return aw_sparse_status(aw_shim_queue(handle->stream, run_turning, &t, sizeof(t)));
}

struct identity {
	int n, *p;
};

static void run_identity(void *record)
{
	const struct identity *identity = record;
	for (int i = 0; i < identity->n; i++)
		identity->p[i] = i;
}

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p)
{
	SPARSE_BEGIN(cusparseCreateIdentityPermutation, n, p)
	if (n < 0 || (n && !p))
		return CUSPARSE_STATUS_INVALID_VALUE;
	struct identity identity = { n, p };
	return aw_sparse_status(aw_shim_queue(handle->stream, run_identity, &identity, sizeof(identity)));
}
