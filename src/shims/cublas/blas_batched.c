// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factorisations of many small matrices (cuBLAS, 2.8.3 to 2.8.10), each by LAPACK.  LU without pivots, which LAPACK doesn't
// have, is in common/shim_lapack.c.
#include <stdlib.h>
#include <string.h>

#include "blas_call.h"
#include "../common/shim_lapack.h"

static const size_t sizes[] = { 4, 8, 8, 16 };

static void getrf_one(void *data, int64_t i)
{
	const struct blas_call *call = data;
	int info = 0, n = (int)call->n;
	if (call->pivots)
		ROUTINE(getrf)[call->type](&n, &n, call->c_array[i], BLAS_INT(ldc), call->pivots + i * n, &info);
	else
		info = aw_shim_eliminate((int)call->type, n, n, call->c_array[i], call->ldc);
	call->info[i] = info;
}

static double cube(int64_t n)
{
	return (double)n * (double)n * (double)n;
}

static void getrf(const struct blas_call *call)
{
	aw_shim_parallel(call->batch, cube(call->n), getrf_one, (void *)(uintptr_t)call);
}

// Room for pivots that leave every row in its place, and for LAPACK's work; what a routine needs at most.
struct room {
	int *pivots;
	void *work;
	int size; // elements of work
};

static bool make_room(const struct blas_call *call, int size, struct room *room)
{
	room->size = size > 1 ? size : 1;
	room->pivots = malloc(((size_t)call->n + 1) * sizeof(int));
	room->work = malloc((size_t)room->size * sizes[call->type]);
	for (int64_t i = 0; room->pivots && i < call->n; i++)
		room->pivots[i] = (int)i + 1;
	if (room->pivots && room->work)
		return true;
	aw_shim_log_error("cublas", "no memory for the work of a factorisation");
	return false;
}

static void leave_room(struct room *room)
{
	free(room->pivots);
	free(room->work);
}

// The inverse in place, from the factors.
static int invert(const struct blas_call *call, void *matrix, const int *pivots, const struct room *room)
{
	int info = 0, n = (int)call->n;
	ROUTINE(getri)[call->type](&n, matrix, BLAS_INT(ldc), pivots, room->work, &room->size, &info);
	return info;
}

static void copy_matrix(const struct blas_call *call, int64_t i)
{
	size_t size = sizes[call->type];
	for (int64_t j = 0; j < call->n; j++)
		memmove((char *)call->c_array[i] + (size_t)(j * call->ldc) * size,
			(const char *)call->a_array[i] + (size_t)(j * call->lda) * size, (size_t)call->n * size);
}

static void getri(const struct blas_call *call)
{
	struct room room;
	if (make_room(call, (int)call->n * 64, &room))
		for (int64_t i = 0; i < call->batch; i++) {
			copy_matrix(call, i);
			call->info[i] = invert(call, call->c_array[i], call->pivots ? call->pivots + i * call->n : room.pivots, &room);
		}
	leave_room(&room);
}

static void matinv(const struct blas_call *call)
{
	struct room room;
	int n = (int)call->n;
	if (make_room(call, n * 64, &room))
		for (int64_t i = 0; i < call->batch; i++) {
			copy_matrix(call, i);
			ROUTINE(getrf)[call->type](&n, &n, call->c_array[i], BLAS_INT(ldc), room.pivots, &call->info[i]);
			if (call->info[i] == 0)
				call->info[i] = invert(call, call->c_array[i], room.pivots, &room);
		}
	leave_room(&room);
}

static void getrs(const struct blas_call *call)
{
	struct room room;
	int info;
	if (make_room(call, 1, &room))
		for (int64_t i = 0; i < call->batch; i++)
			ROUTINE(getrs)[call->type](&call->op_a, BLAS_INT(n), BLAS_INT(k), call->a_array[i], BLAS_INT(lda),
				call->pivots ? call->pivots + i * call->n : room.pivots, call->c_array[i], BLAS_INT(ldc), &info, 1);
	leave_room(&room);
}

static void geqrf(const struct blas_call *call)
{
	struct room room;
	int info;
	if (make_room(call, (int)call->n * 64, &room))
		for (int64_t i = 0; i < call->batch; i++)
			ROUTINE(geqrf)[call->type](BLAS_INT(m), BLAS_INT(n), call->c_array[i], BLAS_INT(ldc), call->y_array[i], room.work,
				&room.size, &info);
	leave_room(&room);
}

static void gels(const struct blas_call *call)
{
	struct room room;
	int64_t right = call->k > call->n ? call->k : call->n;
	if (make_room(call, (int)((call->m < call->n ? call->m : call->n) + right * 64), &room))
		for (int64_t i = 0; i < call->batch; i++) {
			int info = 0;
			ROUTINE(gels)[call->type]("N", BLAS_INT(m), BLAS_INT(n), BLAS_INT(k), call->y_array[i], BLAS_INT(lda),
				call->c_array[i], BLAS_INT(ldc), room.work, &room.size, &info, 1);
			if (call->device_info)
				call->device_info[i] = info;
		}
	leave_room(&room);
}

// Leading dimensions of arrays are checked by means of pointers that are not used otherwise.
#define ARRAY_A(array, ld, rows) .a_array = (const void *const *)(array), BLAS_A(array, ld, rows)
#define ARRAY_C(array, ld, rows) .c_array = (void *const *)(array), BLAS_MATRIX_C((void *)(array), ld, rows)

#define GETRF(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, int n, T *const A[], int lda, int *P, int *info, int batchSize), \
	(handle->native, n, A, lda, P, info, batchSize), \
	.run = getrf, .type = BLAS_##X, .n = n, ARRAY_C(A, lda, n), .pivots = P, .info = info, .batch = batchSize)
BLAS_ONE_SIZE(GETRF, getrfBatched)

#define GETRI(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, int n, const T *const A[], int lda, const int *P, T *const C[], int ldc, int *info, int batchSize), \
	(handle->native, n, A, lda, P, C, ldc, info, batchSize), \
	.run = getri, .type = BLAS_##X, .n = n, ARRAY_A(A, lda, n), ARRAY_C(C, ldc, n), .pivots = (int *)P, .info = info, \
	.batch = batchSize)
BLAS_ONE_SIZE(GETRI, getriBatched)

#define MATINV(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, int n, const T *const A[], int lda, T *const Ainv[], int lda_inv, int *info, int batchSize), \
	(handle->native, n, A, lda, Ainv, lda_inv, info, batchSize), \
	.run = matinv, .type = BLAS_##X, .n = n, .op_a = n > 32 ? '?' : 0, ARRAY_A(A, lda, n), ARRAY_C(Ainv, lda_inv, n), \
	.info = info, .batch = batchSize)
BLAS_ONE_SIZE(MATINV, matinvBatched)

// Tells which parameter has no sense by *info, as LAPACK does, and whether there is one.
static bool refuse(int *info, int parameter)
{
	if (info)
		*info = -parameter;
	return parameter || !info;
}

#define INFO_FUNCTION(name, parameters, arguments, wrong, ...) \
	cublasStatus_t name parameters \
	{ \
		if (!aw_blas_handle_use(handle, #name)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD_LIST(name, arguments); \
		if (refuse(info, wrong)) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		struct blas_call call = { .type = BLAS_##__VA_ARGS__ }; \
		return aw_blas_submit(handle, &call); \
	}

#define AT_LEAST(ld, rows) ((ld) >= ((rows) > 1 ? (rows) : 1))
#define GETRS(name, X, T, R, I) INFO_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, const T *const Aarray[], int lda, const int *devIpiv, \
		T *const Barray[], int ldb, int *info, int batchSize), \
	(handle->native, trans, n, nrhs, Aarray, lda, devIpiv, Barray, ldb, info, batchSize), \
	n < 0 ? 2 : nrhs < 0 ? 3 : !Aarray ? 4 : !AT_LEAST(lda, n) ? 5 : !Barray ? 7 : !AT_LEAST(ldb, n) ? 8 : batchSize < 0 ? 10 : 0, \
	X, .run = getrs, .op_a = aw_blas_op(trans), .n = n, .k = nrhs, ARRAY_A(Aarray, lda, n), ARRAY_C(Barray, ldb, n), \
	.pivots = (int *)devIpiv, .batch = batchSize)
BLAS_ONE_SIZE(GETRS, getrsBatched)

#define GEQRF(name, X, T, R, I) INFO_FUNCTION(name, \
	(cublasHandle_t handle, int m, int n, T *const Aarray[], int lda, T *const TauArray[], int *info, int batchSize), \
	(handle->native, m, n, Aarray, lda, TauArray, info, batchSize), \
	m < 0 ? 1 : n < 0 ? 2 : !Aarray ? 3 : !AT_LEAST(lda, m) ? 4 : !TauArray ? 5 : batchSize < 0 ? 7 : 0, \
	X, .run = geqrf, .m = m, .n = n, ARRAY_C(Aarray, lda, m), .y_array = (void *const *)TauArray, .batch = batchSize)
BLAS_ONE_SIZE(GEQRF, geqrfBatched)

#define GELS(name, X, T, R, I) INFO_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs, T *const Aarray[], int lda, T *const Carray[], \
		int ldc, int *info, int *devInfoArray, int batchSize), \
	(handle->native, trans, m, n, nrhs, Aarray, lda, Carray, ldc, info, devInfoArray, batchSize), \
	trans != CUBLAS_OP_N ? 1 : m < n ? 2 : n < 0 ? 3 : nrhs < 0 ? 4 : !Aarray ? 5 : !AT_LEAST(lda, m) ? 6 : !Carray ? 7 : \
		!AT_LEAST(ldc, m) ? 8 : batchSize < 0 ? 11 : 0, \
	X, .run = gels, .m = m, .n = n, .k = nrhs, .y_array = (void *const *)Aarray, .lda = lda, ARRAY_C(Carray, ldc, m), \
	.device_info = devInfoArray, .batch = batchSize)
BLAS_ONE_SIZE(GELS, gelsBatched)
