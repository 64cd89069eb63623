// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting, counting and adding of sparse matrices by rows, columns or coordinates (cuSPARSE, "cuSPARSE Format Conversion Reference",
// "cusparse<t>csrgeam2").
#include <stdlib.h>
#include <string.h>

#include "sparse.h"

// --- sorting: P, if given, is permuted as the elements are ---

struct sorting {
	int m, nnz, base;
	const int *offsets; // of lines, or NULL: coordinates, by `keys` first and `others` second
	int *keys, *others, *p;
};

struct element {
	int key, other, p;
};

static int compare(const void *a, const void *b)
{
	const struct element *x = a, *y = b;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->other != y->other ? (x->other < y->other ? -1 : 1) : 0;
}

static void run_sorting(void *record)
{
	const struct sorting *s = record;
	struct element *elements = malloc(((size_t)s->nnz + 1) * sizeof(*elements));
	if (!elements) {
		aw_shim_log_error("cusparse", "no memory for sorting");
		return;
	}
	// Within a line elements with one key keep their order, which `other` is then.
	for (int i = 0; i < s->nnz; i++)
		elements[i] = (struct element){ s->keys[i], s->others ? s->others[i] : i, s->p ? s->p[i] : 0 };
	for (int line = 0; s->offsets && line < s->m; line++)
		qsort(elements + s->offsets[line] - s->base, (size_t)(s->offsets[line + 1] - s->offsets[line]), sizeof(*elements), compare);
	if (!s->offsets)
		qsort(elements, (size_t)s->nnz, sizeof(*elements), compare);
	for (int i = 0; i < s->nnz; i++) {
		s->keys[i] = elements[i].key;
		if (s->others)
			s->others[i] = elements[i].other;
		if (s->p)
			s->p[i] = elements[i].p;
	}
	free(elements);
}

static cusparseStatus_t sort(cusparseHandle_t handle, struct sorting s)
{
	if (s.m < 0 || s.nnz < 0 || (s.nnz && !s.keys))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return aw_sparse_status(aw_shim_queue(handle->stream, run_sorting, &s, sizeof(s)));
}

#define SORT_SIZE(name) \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int n, int nnz, const int *rows, const int *columns, size_t *size) \
	{ \
		SPARSE_BEGIN(name, m, n, nnz, rows, columns, size) \
		return aw_sparse_no_buffer(size); \
	}
SORT_SIZE(cusparseXcoosort_bufferSizeExt)
SORT_SIZE(cusparseXcsrsort_bufferSizeExt)
SORT_SIZE(cusparseXcscsort_bufferSizeExt)

cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz, int *rows, int *columns, int *p, void *buffer)
{
	SPARSE_BEGIN(cusparseXcoosortByRow, m, n, nnz, rows, columns, p, buffer)
	return sort(handle, (struct sorting){ m, nnz, 0, NULL, rows, columns, p });
}

cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz, int *rows, int *columns, int *p, void *buffer)
{
	SPARSE_BEGIN(cusparseXcoosortByColumn, m, n, nnz, rows, columns, p, buffer)
	return sort(handle, (struct sorting){ n, nnz, 0, NULL, columns, rows, p });
}

#define SORT_LINES(name, lines) \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description, const int *offsets, \
		int *indices, int *p, void *buffer) \
	{ \
		SPARSE_BEGIN(name, m, n, nnz, description, offsets, indices, p, buffer) \
		if (!description || !offsets) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		return sort(handle, (struct sorting){ lines, nnz, description->base, offsets, indices, NULL, p }); \
	}
SORT_LINES(cusparseXcsrsort, m)
SORT_LINES(cusparseXcscsort, n)

// --- rows whose columns don't ascend, put in order and back, values and all (cuSPARSE, "cusparse<t>csru2csr") ---

enum { SPARSE_UNSORTED = 0x53504155 };

// Where each element of the matrix in order comes from.  `count`, of the matrix that was last to be put in order, is known before `from`.
struct csru2csrInfo {
	uint64_t magic;
	int count;
	int *from;
};

cusparseStatus_t cusparseCreateCsru2csrInfo(csru2csrInfo_t *info)
{
	if (aw_sparse_is_native())
		SPARSE_FORWARD(cusparseCreateCsru2csrInfo, info);
	struct csru2csrInfo *made = info ? calloc(1, sizeof(*made)) : NULL;
	if (!made)
		return info ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE;
	made->magic = SPARSE_UNSORTED;
	*info = made;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroyCsru2csrInfo(csru2csrInfo_t info)
{
	if (info && info->magic != SPARSE_UNSORTED)
		SPARSE_FORWARD(cusparseDestroyCsru2csrInfo, info);
	cudaDeviceSynchronize(); // work of any stream may use it
	if (info)
		free(info->from);
	free(info);
	return CUSPARSE_STATUS_SUCCESS;
}

struct ordering {
	struct csru2csrInfo *info;
	int m, nnz, base;
	size_t size;
	const int *offsets;
	int *columns;
	char *values; // or NULL
};

// Moves element from[i] to i, or back.
static bool move(const struct ordering *o, void *array, size_t size, bool back)
{
	char *copy = malloc((size_t)o->nnz * size + 1);
	if (!copy) {
		aw_shim_log_error("cusparse", "no memory for sorting");
		return false;
	}
	memcpy(copy, array, (size_t)o->nnz * size);
	for (int i = 0; i < o->nnz; i++) {
		size_t from = (size_t)(back ? i : o->info->from[i]), to = (size_t)(back ? o->info->from[i] : i);
		memcpy((char *)array + to * size, copy + from * size, size);
	}
	free(copy);
	return true;
}

static void run_in_order(void *record)
{
	const struct ordering *o = record;
	int *from = realloc(o->info->from, ((size_t)o->nnz + 1) * sizeof(int));
	if (!from) {
		aw_shim_log_error("cusparse", "no memory for sorting");
		return;
	}
	o->info->from = from;
	for (int i = 0; i < o->nnz; i++)
		from[i] = i;
	struct sorting s = { o->m, o->nnz, o->base, o->offsets, o->columns, NULL, from };
	run_sorting(&s);
	if (o->values)
		move(o, o->values, o->size, false);
}

static void run_back(void *record)
{
	const struct ordering *o = record;
	if (o->info->from && move(o, o->columns, sizeof(int), true) && o->values)
		move(o, o->values, o->size, true);
}

static cusparseStatus_t submit_ordering(cusparseHandle_t handle, struct ordering *o, int n, cusparseMatDescr_t description, bool back)
{
	if (o->m < 0 || n < 0 || o->nnz < 0 || !description || description->magic != AW_SHIM_MAT_DESCR || !o->offsets ||
	    (o->nnz && !o->columns) || !o->info || o->info->magic != SPARSE_UNSORTED)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (description->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	if (back && o->info->count != o->nnz)
		return CUSPARSE_STATUS_INVALID_VALUE;
	o->info->count = o->nnz;
	o->base = description->base;
	return aw_sparse_status(aw_shim_queue(handle->stream, back ? run_back : run_in_order, o, sizeof(*o)));
}

#define ORDER_BUFFER(name, T, format) \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int n, int nnz, T *values, const int *offsets, int *columns, \
		csru2csrInfo_t info, size_t *size) \
	{ \
		SPARSE_BEGIN(name, m, n, nnz, values, offsets, columns, info, size) \
		return aw_sparse_no_buffer(size); \
	}
SPARSE_ALL(ORDER_BUFFER, csru2csr_bufferSizeExt)

#define ORDER(name, T, back) \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description, T *values, \
		const int *offsets, int *columns, csru2csrInfo_t info, void *buffer) \
	{ \
		SPARSE_BEGIN(name, m, n, nnz, description, values, offsets, columns, info, buffer) \
		struct ordering o = { info, m, nnz, 0, sizeof(T), offsets, columns, (char *)values }; \
		return submit_ordering(handle, &o, n, description, back); \
	}
#define IN_ORDER(name, T, format) ORDER(name, T, false)
#define BACK(name, T, format) ORDER(name, T, true)
SPARSE_ALL(IN_ORDER, csru2csr)
SPARSE_ALL(BACK, csr2csru)

// --- rows as offsets and as coordinates ---

struct lines {
	int m, nnz, base;
	int *offsets, *rows;
};

static void run_expand(void *record)
{
	const struct lines *l = record;
	for (int i = 0; i < l->m; i++)
		for (int at = l->offsets[i] - l->base; at < l->offsets[i + 1] - l->base; at++)
			l->rows[at] = i + l->base;
}

static void run_compress(void *record)
{
	const struct lines *l = record;
	int at = 0;
	for (int i = 0; i <= l->m; i++) {
		while (at < l->nnz && l->rows[at] - l->base < i)
			at++;
		l->offsets[i] = at + l->base;
	}
}

static cusparseStatus_t convert(cusparseHandle_t handle, void (*run)(void *), struct lines l)
{
	if (l.m < 0 || l.nnz < 0 || !l.offsets || (l.nnz && !l.rows))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return aw_sparse_status(aw_shim_queue(handle->stream, run, &l, sizeof(l)));
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *rows, int nnz, int m, int *offsets, cusparseIndexBase_t base)
{
	SPARSE_BEGIN(cusparseXcoo2csr, rows, nnz, m, offsets, base)
	return convert(handle, run_compress, (struct lines){ m, nnz, base, offsets, (int *)rows });
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int nnz, int m, int *rows, cusparseIndexBase_t base)
{
	SPARSE_BEGIN(cusparseXcsr2coo, offsets, nnz, m, rows, base)
	return convert(handle, run_expand, (struct lines){ m, nnz, base, (int *)offsets, rows });
}

// --- the number of a dense matrix's elements ---

struct count {
	bool by_rows;
	int m, n, lda, *each, *all;
	cudaDataType type;
	const void *a;
};

static void run_count(void *record)
{
	const struct count *c = record;
	int all = 0;
	memset(c->each, 0, (size_t)(c->by_rows ? c->m : c->n) * sizeof(int));
	for (int j = 0; j < c->n; j++)
		for (int i = 0; i < c->m; i++) {
			double value[2];
			aw_sparse_value(c->a, c->type, i + (int64_t)j * c->lda, value);
			if (value[0] != 0 || value[1] != 0) {
				c->each[c->by_rows ? i : j]++;
				all++;
			}
		}
	*c->all = all;
}

#define NNZ(name, T, format) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n, const cusparseMatDescr_t description, \
		const T *a, int lda, int *each, int *all) \
	{ \
		SPARSE_BEGIN(name, direction, m, n, description, a, lda, each, all) \
		if (m < 0 || n < 0 || lda < m || !a || !each || !all) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		struct count c = { direction == CUSPARSE_DIRECTION_ROW, m, n, lda, each, all, format, a }; \
		return aw_sparse_queue_result(handle, run_count, &c, sizeof(c)); \
	}
SPARSE_ALL(NNZ, nnz)

// --- C = alpha A + beta B, rows with ascending columns ---

struct addend {
	int base;
	const int *offsets, *columns;
	const void *values;
	struct sparse_scalar scale;
};

struct sum {
	int m, base;
	cudaDataType type;
	struct addend a, b;
	int *offsets, *columns, *all; // all: where the number of elements goes; then nothing else is made but the offsets
	void *values;
};

// sum += scale times element `at`.
static void add_element(const struct sum *s, const struct addend *x, int at, double *sum)
{
	double v[2];
	aw_sparse_value(x->values, s->type, at, v);
	sum[0] += x->scale.value[0] * v[0] - x->scale.value[1] * v[1];
	sum[1] += x->scale.value[0] * v[1] + x->scale.value[1] * v[0];
}

// Row i; how many elements C has after it.
static int add_rows(const struct sum *s, int i, int used)
{
	const struct addend *a = &s->a, *b = &s->b;
	int x = a->offsets[i] - a->base, x_end = a->offsets[i + 1] - a->base, y = b->offsets[i] - b->base, y_end = b->offsets[i + 1] - b->base;
	for (; x < x_end || y < y_end; used++) {
		int left = x < x_end ? a->columns[x] - a->base : INT32_MAX, right = y < y_end ? b->columns[y] - b->base : INT32_MAX;
		double value[2] = { 0, 0 };
		if (!s->all) {
			if (left <= right)
				add_element(s, a, x, value);
			if (right <= left)
				add_element(s, b, y, value);
			s->columns[used] = (left < right ? left : right) + s->base;
			aw_shim_store_f64(s->type, (char *)s->values + (size_t)used * aw_shim_type_size(s->type), value, 1);
		}
		x += left <= right;
		y += right <= left;
	}
	return used;
}

static void run_sum(void *record)
{
	struct sum *s = record;
	int used = 0;
	if (!s->all) {
		aw_sparse_scalar_read(&s->a.scale, s->type);
		aw_sparse_scalar_read(&s->b.scale, s->type);
	}
	for (int i = 0; i < s->m; i++) {
		s->offsets[i] = used + s->base;
		used = add_rows(s, i, used);
	}
	s->offsets[s->m] = used + s->base;
	if (s->all)
		*s->all = used;
}

cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, int nnzA, const int *offsetsA,
	const int *columnsA, const cusparseMatDescr_t descrB, int nnzB, const int *offsetsB, const int *columnsB, const cusparseMatDescr_t descrC,
	int *offsetsC, int *nnzC, void *buffer)
{
	SPARSE_BEGIN(cusparseXcsrgeam2Nnz, m, n, descrA, nnzA, offsetsA, columnsA, descrB, nnzB, offsetsB, columnsB, descrC, offsetsC, nnzC,
		buffer)
	if (m < 0 || n < 0 || !descrA || !descrB || !descrC || !offsetsA || !offsetsB || !offsetsC || !nnzC)
		return CUSPARSE_STATUS_INVALID_VALUE;
	struct sum s = { m, descrC->base, CUDA_R_64F, { descrA->base, offsetsA, columnsA }, { descrB->base, offsetsB, columnsB }, offsetsC, NULL,
		nnzC, NULL };
	return aw_sparse_queue_result(handle, run_sum, &s, sizeof(s));
}

#define GEAM(name, T, format) \
	cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T *alpha, const cusparseMatDescr_t descrA, int nnzA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, const T *beta, const cusparseMatDescr_t descrB, int nnzB, \
		const T *valuesB, const int *offsetsB, const int *columnsB, const cusparseMatDescr_t descrC, const T *valuesC, \
		const int *offsetsC, const int *columnsC, size_t *size) \
	{ \
		SPARSE_BEGIN(name##_bufferSizeExt, m, n, alpha, descrA, nnzA, valuesA, offsetsA, columnsA, beta, descrB, nnzB, valuesB, offsetsB, \
			columnsB, descrC, valuesC, offsetsC, columnsC, size) \
		return aw_sparse_no_buffer(size); \
	} \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int n, const T *alpha, const cusparseMatDescr_t descrA, int nnzA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, const T *beta, const cusparseMatDescr_t descrB, int nnzB, \
		const T *valuesB, const int *offsetsB, const int *columnsB, const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, \
		int *columnsC, void *buffer) \
	{ \
		SPARSE_BEGIN(name, m, n, alpha, descrA, nnzA, valuesA, offsetsA, columnsA, beta, descrB, nnzB, valuesB, offsetsB, columnsB, \
			descrC, valuesC, offsetsC, columnsC, buffer) \
		if (m < 0 || n < 0 || !alpha || !beta || !descrA || !descrB || !descrC || !offsetsA || !offsetsB || !offsetsC) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		struct sum s = { m, descrC->base, format, \
			{ descrA->base, offsetsA, columnsA, valuesA, aw_sparse_scalar(handle, format, alpha) }, \
			{ descrB->base, offsetsB, columnsB, valuesB, aw_sparse_scalar(handle, format, beta) }, offsetsC, columnsC, NULL, valuesC }; \
		return aw_sparse_status(aw_shim_queue(handle->stream, run_sum, &s, sizeof(s))); \
	}
SPARSE_ALL(GEAM, csrgeam2)
