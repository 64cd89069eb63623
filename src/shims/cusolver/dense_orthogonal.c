// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orthogonal factorisations and reductions (cuSOLVER, "Dense Linear Solver Reference (legacy)" for QR, "Dense Eigenvalue Solver
// Reference (legacy)" for the others), by LAPACK.
#include "dense.h"

#define ROOM room->work, &room->size

int aw_dense_geqrf(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	ROUTINE(geqrf)[call->type](DENSE_INT(m), DENSE_INT(n), call->a, DENSE_INT(lda), call->tau, ROOM, &info);
	return info;
}

static int orgqr(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	ROUTINE(orgqr)[call->type](DENSE_INT(m), DENSE_INT(n), DENSE_INT(k), call->a, DENSE_INT(lda), call->tau, ROOM, &info);
	return info;
}

static int ormqr(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	ROUTINE(ormqr)[call->type](&call->side, &call->op, DENSE_INT(m), DENSE_INT(n), DENSE_INT(k), call->a, DENSE_INT(lda), call->tau,
		call->c, DENSE_INT(ldc), ROOM, &info, 1, 1);
	return info;
}

static int gebrd(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	ROUTINE(gebrd)[call->type](DENSE_INT(m), DENSE_INT(n), call->a, DENSE_INT(lda), call->w, call->e, call->tau, call->tau2, ROOM,
		&info);
	return info;
}

// Q from the left, P adjoint from the right.
static int orgbr(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	ROUTINE(orgbr)[call->type](call->side == 'L' ? "Q" : "P", DENSE_INT(m), DENSE_INT(n), DENSE_INT(k), call->a, DENSE_INT(lda),
		call->tau, ROOM, &info, 1);
	return info;
}

static int sytrd(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	ROUTINE(sytrd)[call->type](&call->fill, DENSE_INT(n), call->a, DENSE_INT(lda), call->w, call->e, call->tau, ROOM, &info, 1);
	return info;
}

static int orgtr(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	ROUTINE(orgtr)[call->type](&call->fill, DENSE_INT(n), call->a, DENSE_INT(lda), call->tau, ROOM, &info, 1);
	return info;
}

static int ormtr(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	ROUTINE(ormtr)[call->type](&call->side, &call->fill, &call->op, DENSE_INT(m), DENSE_INT(n), call->a, DENSE_INT(lda), call->tau,
		call->c, DENSE_INT(ldc), ROOM, &info, 1, 1, 1);
	return info;
}

#define WITH_ROOM(routine, X) .run = routine, .needs_room = true, .type = DENSE_##X

#define GEQRF(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, int m, int n, T *A, int lda, T *tau, T *work, int lwork, int *info), \
	(handle->native, m, n, A, lda, tau, work, lwork, info), \
	WITH_ROOM(aw_dense_geqrf, X), .m = m, .n = n, DENSE_A(A, lda, m), .tau = tau, .info = info)
#define GEQRF_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, int m, int n, T *A, int lda, int *lwork), (handle->native, m, n, A, lda, lwork))
DENSE_ALL(GEQRF, geqrf)
DENSE_ALL(GEQRF_SIZE, geqrf_bufferSize)

#define ORGQR(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, int m, int n, int k, T *A, int lda, const T *tau, T *work, int lwork, int *info), \
	(handle->native, m, n, k, A, lda, tau, work, lwork, info), \
	WITH_ROOM(orgqr, X), .m = m, .n = n, .k = k, DENSE_A(A, lda, m), .tau = (void *)tau, .info = info)
#define ORGQR_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, int m, int n, int k, const T *A, int lda, const T *tau, int *lwork), \
	(handle->native, m, n, k, A, lda, tau, lwork))
DENSE_PAIR(ORGQR, orgqr, ungqr)
DENSE_PAIR(ORGQR_SIZE, orgqr_bufferSize, ungqr_bufferSize)

#define ORMQR(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, const T *A, int lda, \
		const T *tau, T *C, int ldc, T *work, int lwork, int *info), \
	(handle->native, side, trans, m, n, k, A, lda, tau, C, ldc, work, lwork, info), \
	WITH_ROOM(ormqr, X), .side = aw_dense_side(side), .op = aw_dense_op(trans, DENSE_##X), .m = m, .n = n, .k = k, \
	DENSE_A(A, lda, side == CUBLAS_SIDE_LEFT ? m : n), .tau = (void *)tau, DENSE_C_MATRIX(C, ldc, m), .info = info)
#define ORMQR_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, const T *A, int lda, \
		const T *tau, const T *C, int ldc, int *lwork), \
	(handle->native, side, trans, m, n, k, A, lda, tau, C, ldc, lwork))
DENSE_PAIR(ORMQR, ormqr, unmqr)
DENSE_PAIR(ORMQR_SIZE, ormqr_bufferSize, unmqr_bufferSize)

#define GEBRD(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, int m, int n, T *A, int lda, R *D, R *E, T *tauq, T *taup, T *work, int lwork, int *info), \
	(handle->native, m, n, A, lda, D, E, tauq, taup, work, lwork, info), \
	WITH_ROOM(gebrd, X), .m = m, .n = n, DENSE_A(A, lda, m), .w = D, .e = E, .tau = tauq, .tau2 = taup, .info = info)
#define GEBRD_SIZE(name, X, T, R) DENSE_SIZE(name, (cusolverDnHandle_t handle, int m, int n, int *lwork), (handle->native, m, n, lwork))
DENSE_ALL(GEBRD, gebrd)
DENSE_ALL(GEBRD_SIZE, gebrd_bufferSize)

#define ORGBR(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, T *A, int lda, const T *tau, T *work, int lwork, \
		int *info), \
	(handle->native, side, m, n, k, A, lda, tau, work, lwork, info), \
	WITH_ROOM(orgbr, X), .side = aw_dense_side(side), .m = m, .n = n, .k = k, DENSE_A(A, lda, m), .tau = (void *)tau, .info = info)
#define ORGBR_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, const T *A, int lda, const T *tau, int *lwork), \
	(handle->native, side, m, n, k, A, lda, tau, lwork))
DENSE_PAIR(ORGBR, orgbr, ungbr)
DENSE_PAIR(ORGBR_SIZE, orgbr_bufferSize, ungbr_bufferSize)

#define SYTRD(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, R *D, R *E, T *tau, T *work, int lwork, int *info), \
	(handle->native, uplo, n, A, lda, D, E, tau, work, lwork, info), \
	WITH_ROOM(sytrd, X), .fill = aw_dense_fill(uplo), .n = n, DENSE_A(A, lda, n), .w = D, .e = E, .tau = tau, .info = info)
#define SYTRD_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T *A, int lda, const R *D, const R *E, const T *tau, int *lwork), \
	(handle->native, uplo, n, A, lda, D, E, tau, lwork))
DENSE_PAIR(SYTRD, sytrd, hetrd)
DENSE_PAIR(SYTRD_SIZE, sytrd_bufferSize, hetrd_bufferSize)

#define ORGTR(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, const T *tau, T *work, int lwork, int *info), \
	(handle->native, uplo, n, A, lda, tau, work, lwork, info), \
	WITH_ROOM(orgtr, X), .fill = aw_dense_fill(uplo), .n = n, DENSE_A(A, lda, n), .tau = (void *)tau, .info = info)
#define ORGTR_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T *A, int lda, const T *tau, int *lwork), \
	(handle->native, uplo, n, A, lda, tau, lwork))
DENSE_PAIR(ORGTR, orgtr, ungtr)
DENSE_PAIR(ORGTR_SIZE, orgtr_bufferSize, ungtr_bufferSize)

#define ORMTR(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, int m, int n, T *A, int lda, \
		T *tau, T *C, int ldc, T *work, int lwork, int *info), \
	(handle->native, side, uplo, trans, m, n, A, lda, tau, C, ldc, work, lwork, info), \
	WITH_ROOM(ormtr, X), .side = aw_dense_side(side), .fill = aw_dense_fill(uplo), .op = aw_dense_op(trans, DENSE_##X), .m = m, \
	.n = n, DENSE_A(A, lda, side == CUBLAS_SIDE_LEFT ? m : n), .tau = tau, DENSE_C_MATRIX(C, ldc, m), .info = info)
#define ORMTR_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, int m, int n, const T *A, \
		int lda, const T *tau, const T *C, int ldc, int *lwork), \
	(handle->native, side, uplo, trans, m, n, A, lda, tau, C, ldc, lwork))
DENSE_PAIR(ORMTR, ormtr, unmtr)
DENSE_PAIR(ORMTR_SIZE, ormtr_bufferSize, unmtr_bufferSize)
