// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dense.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool reaches(const void *matrix, int64_t ld, int64_t least)
{
	return !matrix || ld >= (least > 1 ? least : 1);
}

static bool is_valid(const struct dense_call *call)
{
	const char words[] = { call->op, call->fill, call->diag, call->side, call->vectors, call->range, call->u_job, call->v_job };
	const int64_t sizes[] = { call->m, call->n, call->k, call->columns, call->batch };
	if (memchr(words, '?', sizeof(words)))
		return false;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		if (sizes[i] < 0)
			return false;
	return reaches(call->a, call->lda, call->least_a) && reaches(call->b, call->ldb, call->least_b) &&
	       reaches(call->c, call->ldc, call->least_c) && reaches(call->u, call->ldu, call->least_u) &&
	       reaches(call->v, call->ldv, call->least_v);
}

// LAPACK's numbers are ints.
static bool is_supported(const struct dense_call *call)
{
	const int64_t numbers[] = { call->m, call->n, call->k, call->columns, call->lda, call->ldb, call->ldc, call->ldu, call->ldv };
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (numbers[i] > INT_MAX)
			return false;
	return true;
}

// A size that LAPACK gave as the first element of a workspace; floats round large ones.
static int size_from(enum dense_type type, const void *element)
{
	double size = type == DENSE_S || type == DENSE_C ? *(const float *)element * (1 + 1e-6) : *(const double *)element;
	return size < 1 ? 1 : size > INT_MAX ? INT_MAX : (int)size;
}

static int run_in_room(const struct dense_call *call)
{
	_Alignas(16) char element[16] = "", real[16] = "";
	int integer = 0;
	struct dense_room room = { true, element, real, &integer, -1, -1, -1 };
	call->run(call, &room);
	room.asks = false;
	room.size = size_from(call->type, element);
	if (room.real_size < 0)
		room.real_size = size_from(aw_dense_real_size(call->type) == 4 ? DENSE_S : DENSE_D, real);
	if (room.integer_size < 0)
		room.integer_size = integer > 1 ? integer : 1;
	room.work = aw_dense_memory(call, room.size);
	room.real = malloc((size_t)room.real_size * aw_dense_real_size(call->type));
	room.integer = malloc((size_t)room.integer_size * sizeof(int));
	int info = room.work && room.real && room.integer ? call->run(call, &room) : INT_MIN;
	free(room.work);
	free(room.real);
	free(room.integer);
	return info;
}

int aw_dense_run(const struct dense_call *call)
{
	struct dense_room none = { 0 };
	return call->needs_room ? run_in_room(call) : call->run(call, &none);
}

static void run(void *record)
{
	const struct dense_call *call = record;
	int info = aw_dense_run(call);
	if (call->info)
		*call->info = info;
}

cusolverStatus_t aw_dense_submit(cusolverDnHandle_t handle, struct dense_call *call)
{
	if (!is_valid(call))
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (!is_supported(call))
		return CUSOLVER_STATUS_NOT_SUPPORTED;
	cudaError_t error = aw_shim_queue(handle->stream, run, call, sizeof(*call));
	if (error == cudaSuccess && call->waits)
		error = cudaStreamSynchronize(handle->stream);
	return error == cudaSuccess ? CUSOLVER_STATUS_SUCCESS :
	       error == cudaErrorMemoryAllocation ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_EXECUTION_FAILED;
}

void *aw_dense_memory(const struct dense_call *call, int64_t count)
{
	void *memory = malloc((size_t)(count > 0 ? count : 1) * aw_dense_size(call->type));
	if (!memory)
		aw_shim_log_error("cusolver", "no memory for the work of a routine");
	return memory;
}

void aw_dense_copy(enum dense_type type, int64_t m, int64_t n, struct dense_place from, struct dense_place to)
{
	size_t size = aw_dense_size(type);
	for (int64_t j = 0; j < n; j++)
		memcpy((char *)to.first + (size_t)(j * to.ld) * size, (const char *)from.first + (size_t)(j * from.ld) * size, (size_t)m * size);
}

#define ADJOINT(X, T, conjugate) \
	static void adjoint_##X(int64_t m, int64_t n, const T *from, int64_t ld_from, T *to, int64_t ld_to) \
	{ \
		for (int64_t j = 0; j < n; j++) \
			for (int64_t i = 0; i < m; i++) \
				to[j + i * ld_to] = conjugate(from[i + j * ld_from]); \
	}
#define SAME(x) (x)
ADJOINT(S, float, SAME)
ADJOINT(D, double, SAME)
ADJOINT(C, float _Complex, conjf)
ADJOINT(Z, double _Complex, conj)

void aw_dense_adjoint(enum dense_type type, int64_t m, int64_t n, struct dense_place from, struct dense_place to)
{
	switch (type) {
	case DENSE_S: adjoint_S(m, n, from.first, from.ld, to.first, to.ld); break;
	case DENSE_D: adjoint_D(m, n, from.first, from.ld, to.first, to.ld); break;
	case DENSE_C: adjoint_C(m, n, from.first, from.ld, to.first, to.ld); break;
	case DENSE_Z: adjoint_Z(m, n, from.first, from.ld, to.first, to.ld); break;
	}
}

bool aw_dense_type_of(cudaDataType format, enum dense_type *type)
{
	switch (format) {
	case CUDA_R_32F: *type = DENSE_S; return true;
	case CUDA_R_64F: *type = DENSE_D; return true;
	case CUDA_C_32F: *type = DENSE_C; return true;
	case CUDA_C_64F: *type = DENSE_Z; return true;
	default: return false;
	}
}
