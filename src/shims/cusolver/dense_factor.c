// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factorisations of matrices and what is solved with them (cuSOLVER, "Dense Linear Solver Reference (legacy)"), by LAPACK,
// whose conventions cuSOLVER's are: pivots count from 1, and info is the number of the first pivot that is zero or of the
// first leading minor that isn't positive.
#include <stdlib.h>
#include <string.h>

#include "dense.h"

// --- Cholesky ---

int aw_dense_potrf(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	(void)room;
	ROUTINE(potrf)[call->type](&call->fill, DENSE_INT(n), call->a, DENSE_INT(lda), &info, 1);
	return info;
}

int aw_dense_potrs(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	(void)room;
	ROUTINE(potrs)[call->type](&call->fill, DENSE_INT(n), DENSE_INT(columns), call->a, DENSE_INT(lda), call->b, DENSE_INT(ldb), &info,
		1);
	return info;
}

static int potri(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	(void)room;
	ROUTINE(potri)[call->type](&call->fill, DENSE_INT(n), call->a, DENSE_INT(lda), &info, 1);
	return info;
}

static int lauum(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	(void)room;
	ROUTINE(lauum)[call->type](&call->fill, DENSE_INT(n), call->a, DENSE_INT(lda), &info, 1);
	return info;
}

static void potrf_one(void *data, int64_t i)
{
	const struct dense_call *call = data;
	ROUTINE(potrf)[call->type](&call->fill, DENSE_INT(n), call->a_array[i], DENSE_INT(lda), &call->infos[i], 1);
}

static int potrf_batched(const struct dense_call *call, struct dense_room *room)
{
	double n = (double)call->n;
	(void)room;
	aw_shim_parallel(call->batch, n * n * n, potrf_one, (void *)(uintptr_t)call);
	return 0;
}

static void potrs_one(void *data, int64_t i)
{
	const struct dense_call *call = data;
	int info = 0;
	ROUTINE(potrs)[call->type](&call->fill, DENSE_INT(n), DENSE_INT(columns), call->a_array[i], DENSE_INT(lda), call->b_array[i],
		DENSE_INT(ldb), &info, 1);
}

static int potrs_batched(const struct dense_call *call, struct dense_room *room)
{
	double n = (double)call->n;
	(void)room;
	aw_shim_parallel(call->batch, n * n * (double)call->columns, potrs_one, (void *)(uintptr_t)call);
	return 0;
}

#define POTRF(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, T *work, int lwork, int *info), \
	(handle->native, uplo, n, A, lda, work, lwork, info), \
	.run = aw_dense_potrf, .type = DENSE_##X, .fill = aw_dense_fill(uplo), .n = n, DENSE_A(A, lda, n), .info = info)
#define POTRI(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, T *work, int lwork, int *info), \
	(handle->native, uplo, n, A, lda, work, lwork, info), \
	.run = potri, .type = DENSE_##X, .fill = aw_dense_fill(uplo), .n = n, DENSE_A(A, lda, n), .info = info)
#define LAUUM(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, T *work, int lwork, int *info), \
	(handle->native, uplo, n, A, lda, work, lwork, info), \
	.run = lauum, .type = DENSE_##X, .fill = aw_dense_fill(uplo), .n = n, DENSE_A(A, lda, n), .info = info)
#define FILL_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, int *lwork), (handle->native, uplo, n, A, lda, lwork))
DENSE_ALL(POTRF, potrf)
DENSE_ALL(FILL_SIZE, potrf_bufferSize)
DENSE_ALL(POTRI, potri)
DENSE_ALL(FILL_SIZE, potri_bufferSize)
DENSE_ALL(LAUUM, lauum)
DENSE_ALL(FILL_SIZE, lauum_bufferSize)

#define POTRS(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, const T *A, int lda, T *B, int ldb, int *info), \
	(handle->native, uplo, n, nrhs, A, lda, B, ldb, info), \
	.run = aw_dense_potrs, .type = DENSE_##X, .fill = aw_dense_fill(uplo), .n = n, .columns = nrhs, DENSE_A(A, lda, n), DENSE_B(B, ldb, n), \
	.info = info)
DENSE_ALL(POTRS, potrs)

#define POTRF_BATCHED(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A[], int lda, int *infos, int batch), \
	(handle->native, uplo, n, A, lda, infos, batch), \
	.run = potrf_batched, .type = DENSE_##X, .fill = aw_dense_fill(uplo), .n = n, .a_array = (void **)A, DENSE_A(A, lda, n), \
	.infos = infos, .batch = batch)
DENSE_ALL(POTRF_BATCHED, potrfBatched)

#define POTRS_BATCHED(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, T *A[], int lda, T *B[], int ldb, int *info, int batch), \
	(handle->native, uplo, n, nrhs, A, lda, B, ldb, info, batch), \
	.run = potrs_batched, .type = DENSE_##X, .fill = nrhs == 1 ? aw_dense_fill(uplo) : '?', .n = n, .columns = nrhs, \
	.a_array = (void **)A, DENSE_A(A, lda, n), .b_array = (void **)B, DENSE_B(B, ldb, n), .info = info, .batch = batch)
DENSE_ALL(POTRS_BATCHED, potrsBatched)

// --- LU ---

static int getrf(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	(void)room;
	if (!call->pivots)
		return aw_shim_eliminate((int)call->type, call->m, call->n, call->a, call->lda);
	ROUTINE(getrf)[call->type](DENSE_INT(m), DENSE_INT(n), call->a, DENSE_INT(lda), call->pivots, &info);
	return info;
}

// Pivots that leave every row in its place, where there are none.
static const int *pivots_of(const struct dense_call *call, int **made)
{
	*made = NULL;
	if (call->pivots)
		return call->pivots;
	*made = malloc(((size_t)call->n + 1) * sizeof(int));
	for (int64_t i = 0; *made && i < call->n; i++)
		(*made)[i] = (int)i + 1;
	return *made;
}

static int getrs(const struct dense_call *call, struct dense_room *room)
{
	int info = 0, *made;
	const int *pivots = pivots_of(call, &made);
	(void)room;
	if (pivots)
		ROUTINE(getrs)[call->type](&call->op, DENSE_INT(n), DENSE_INT(columns), call->a, DENSE_INT(lda), pivots, call->b, DENSE_INT(ldb),
			&info, 1);
	free(made);
	return info;
}

static int laswp(const struct dense_call *call, struct dense_room *room)
{
	(void)room;
	ROUTINE(laswp)[call->type](DENSE_INT(n), call->a, DENSE_INT(lda), DENSE_INT(first), DENSE_INT(last), call->pivots, DENSE_INT(kind));
	return 0;
}

#define GETRF(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, int m, int n, T *A, int lda, T *work, int *pivots, int *info), \
	(handle->native, m, n, A, lda, work, pivots, info), \
	.run = getrf, .type = DENSE_##X, .m = m, .n = n, DENSE_A(A, lda, m), .pivots = pivots, .info = info)
#define SHAPE_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, int m, int n, T *A, int lda, int *lwork), (handle->native, m, n, A, lda, lwork))
#define GETRS(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, const T *A, int lda, const int *pivots, T *B, int ldb, \
		int *info), \
	(handle->native, trans, n, nrhs, A, lda, pivots, B, ldb, info), \
	.run = getrs, .type = DENSE_##X, .op = aw_dense_op(trans, DENSE_##X), .n = n, .columns = nrhs, DENSE_A(A, lda, n), \
	DENSE_B(B, ldb, n), .pivots = (int *)pivots, .info = info)
#define LASWP(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, int n, T *A, int lda, int k1, int k2, const int *pivots, int incx), \
	(handle->native, n, A, lda, k1, k2, pivots, incx), \
	.run = laswp, .type = DENSE_##X, .n = n, DENSE_A(A, lda, k2), .first = k1, .last = k2, .pivots = (int *)pivots, .kind = incx)
DENSE_ALL(GETRF, getrf)
DENSE_ALL(SHAPE_SIZE, getrf_bufferSize)
DENSE_ALL(GETRS, getrs)
DENSE_ALL(LASWP, laswp)

// --- symmetric indefinite ones (Bunch and Kaufman) ---

static int sytrf(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	ROUTINE(sytrf)[call->type](&call->fill, DENSE_INT(n), call->a, DENSE_INT(lda), call->pivots, room->work, &room->size, &info, 1);
	return info;
}

static int sytri(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	(void)room;
	void *work = aw_dense_memory(call, 2 * call->n);
	if (work)
		ROUTINE(sytri)[call->type](&call->fill, DENSE_INT(n), call->a, DENSE_INT(lda), call->pivots, work, &info, 1);
	free(work);
	return info;
}

#define SYTRF(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, int *pivots, T *work, int lwork, int *info), \
	(handle->native, uplo, n, A, lda, pivots, work, lwork, info), \
	.run = sytrf, .needs_room = true, .type = DENSE_##X, .fill = aw_dense_fill(uplo), .n = n, DENSE_A(A, lda, n), \
	.pivots = pivots, .info = info)
#define SYTRF_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, int n, T *A, int lda, int *lwork), (handle->native, n, A, lda, lwork))
#define SYTRI(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, const int *pivots, T *work, int lwork, int *info), \
	(handle->native, uplo, n, A, lda, pivots, work, lwork, info), \
	.run = sytri, .type = DENSE_##X, .fill = aw_dense_fill(uplo), .n = n, DENSE_A(A, lda, n), .pivots = (int *)pivots, .info = info)
#define SYTRI_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, const int *pivots, int *lwork), \
	(handle->native, uplo, n, A, lda, pivots, lwork))
DENSE_ALL(SYTRF, sytrf)
DENSE_ALL(SYTRF_SIZE, sytrf_bufferSize)
DENSE_ALL(SYTRI, sytri)
DENSE_ALL(SYTRI_SIZE, sytri_bufferSize)
