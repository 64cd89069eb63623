// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orders of sparse matrices, permutations, and the test of symmetry (cuSOLVER, "cuSolverSP Reordering Reference").  All on the host.
#include <stdlib.h>

#include "sp.h"

static cusolverStatus_t reorder(sp_order *method, const struct sp_rows *a, int *order)
{
	if (!order)
		return CUSOLVER_STATUS_INVALID_VALUE;
	return method(a, order) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

#define ORDER(name, method, parameter, argument) \
	cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t description, const int *offsets, \
		const int *columns parameter, int *order) \
	{ \
		SP_BEGIN(name, n, nnz, description, offsets, columns argument, order) \
		if (!aw_sp_is_matrix(n, n, nnz, description, offsets, columns)) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		return reorder(method, &(struct sp_rows){ n, n, description->base, offsets, columns }, order); \
	}
#define OPTIONS , const int64_t *options
#define WITH_OPTIONS , options
#define NONE
ORDER(cusolverSpXcsrsymrcmHost, aw_sp_order_rcm, NONE, NONE)
ORDER(cusolverSpXcsrsymmdqHost, aw_sp_order_degree, NONE, NONE)
ORDER(cusolverSpXcsrsymamdHost, aw_sp_order_degree, NONE, NONE)
ORDER(cusolverSpXcsrmetisndHost, aw_sp_order_dissection, OPTIONS, WITH_OPTIONS)

// --- B = A(p, q), in A's place ---

cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description,
	const int *offsets, const int *columns, const int *p, const int *q, size_t *size)
{
	SP_BEGIN(cusolverSpXcsrperm_bufferSizeHost, m, n, nnz, description, offsets, columns, p, q, size)
	if (!size || !aw_sp_is_matrix(m, n, nnz, description, offsets, columns))
		return CUSOLVER_STATUS_INVALID_VALUE;
	*size = ((size_t)m + 1 + (size_t)n + 3 * (size_t)nnz) * sizeof(int);
	return CUSOLVER_STATUS_SUCCESS;
}

struct element {
	int column, map;
};

static int compare(const void *a, const void *b)
{
	return ((const struct element *)a)->column - ((const struct element *)b)->column;
}

struct permutation {
	int m, n, base;
	int *offsets, *columns;
	const int *p, *q;
	int *map;
	void *buffer; // the old offsets, where columns go, and the elements
};

static void permute(const struct permutation *s)
{
	int *old = s->buffer, *place = old + s->m + 1, used = 0;
	struct element *elements = (struct element *)(place + s->n);
	for (int i = 0; i <= s->m; i++)
		old[i] = s->offsets[i] - s->base;
	for (int j = 0; j < s->n; j++)
		place[s->q[j]] = j;
	for (int i = 0; i < s->m; i++) {
		int begin = used;
		for (int at = old[s->p[i]]; at < old[s->p[i] + 1]; at++)
			elements[used++] = (struct element){ place[s->columns[at] - s->base] + s->base, s->map ? s->map[at] : 0 };
		qsort(elements + begin, (size_t)(used - begin), sizeof(*elements), compare);
		s->offsets[i] = begin + s->base;
	}
	s->offsets[s->m] = used + s->base;
	for (int at = 0; at < used; at++) {
		s->columns[at] = elements[at].column;
		if (s->map)
			s->map[at] = elements[at].map;
	}
}

cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description,
	int *offsets, int *columns, const int *p, const int *q, int *map, void *buffer)
{
	SP_BEGIN(cusolverSpXcsrpermHost, m, n, nnz, description, offsets, columns, p, q, map, buffer)
	if (!p || !q || !buffer || !aw_sp_is_matrix(m, n, nnz, description, offsets, columns))
		return CUSOLVER_STATUS_INVALID_VALUE;
	permute(&(struct permutation){ m, n, description->base, offsets, columns, p, q, map, buffer });
	return CUSOLVER_STATUS_SUCCESS;
}

// --- whether each element has its counterpart ---

cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t description,
	const int *offsets, const int *ends, const int *columns, int *symmetric)
{
	SP_BEGIN(cusolverSpXcsrissymHost, m, nnz, description, offsets, ends, columns, symmetric)
	if (!symmetric || !ends || !aw_sp_is_matrix(m, m, nnz, description, offsets, columns))
		return CUSOLVER_STATUS_INVALID_VALUE;
	int base = description->base;
	*symmetric = 1;
	for (int i = 0; i < m; i++)
		for (int at = offsets[i] - base; at < ends[i] - base; at++) {
			int j = columns[at] - base, other = offsets[j] - base;
			while (other < ends[j] - base && columns[other] - base != i)
				other++;
			if (other == ends[j] - base)
				*symmetric = 0;
		}
	return CUSOLVER_STATUS_SUCCESS;
}
