// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues and eigenvectors (cuSOLVER, "Dense Eigenvalue Solver Reference (legacy)").  All are LAPACK's, by divide and
// conquer, or by relatively robust representations where only some are wanted.  The functions named after Jacobi's method give
// what it would, sorted, and the residual that their objects are asked for is measured.
#include "dense_eigen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EIGEN_ROOM room->work, &room->size
#define REAL_ROOM room->real, &room->real_size
#define INTEGER_ROOM room->integer, &room->integer_size

double aw_dense_real(const struct dense_call *call, const void *vector, int64_t at)
{
	return aw_dense_real_size(call->type) == 4 ? (double)((const float *)vector)[at] : ((const double *)vector)[at];
}

int aw_dense_syevd(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	if (aw_dense_is_complex(call->type))
		ROUTINE(heevd)[call->type](&call->vectors, &call->fill, DENSE_INT(n), call->a, DENSE_INT(lda), call->w, EIGEN_ROOM, REAL_ROOM,
			INTEGER_ROOM, &info, 1, 1);
	else
		ROUTINE(syevd)[call->type](&call->vectors, &call->fill, DENSE_INT(n), call->a, DENSE_INT(lda), call->w, EIGEN_ROOM,
			INTEGER_ROOM, &info, 1, 1);
	return info;
}

static int sygvd(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	if (aw_dense_is_complex(call->type))
		ROUTINE(hegvd)[call->type](DENSE_INT(kind), &call->vectors, &call->fill, DENSE_INT(n), call->a, DENSE_INT(lda), call->b,
			DENSE_INT(ldb), call->w, EIGEN_ROOM, REAL_ROOM, INTEGER_ROOM, &info, 1, 1);
	else
		ROUTINE(sygvd)[call->type](DENSE_INT(kind), &call->vectors, &call->fill, DENSE_INT(n), call->a, DENSE_INT(lda), call->b,
			DENSE_INT(ldb), call->w, EIGEN_ROOM, INTEGER_ROOM, &info, 1, 1);
	return info;
}

// --- some of them ---


static const void *end_of(const struct dense_call *call, const double *wide, const float *narrow)
{
	return aw_dense_real_size(call->type) == 4 ? (const void *)narrow : wide;
}

// LAPACK gives the vectors in a matrix of their own; cuSOLVER's lie in the first columns of A.
static int selected(const struct dense_call *call, struct dense_room *room, void *z, int *support)
{
	float low = (float)call->low, high = (float)call->high;
	const void *vl = end_of(call, &call->low, &low), *vu = end_of(call, &call->high, &high);
	const double none = 0;
	int info = 0, found = 0, n = (int)call->n, ldz = n > 1 ? n : 1;
#define SELECTION &call->range, &call->fill, &n, call->a, DENSE_INT(lda)
#define ENDS vl, vu, DENSE_INT(first), DENSE_INT(last), &none, &found, call->w, z, &ldz
	if (call->kind && aw_dense_is_complex(call->type))
		ROUTINE(hegvx)[call->type](DENSE_INT(kind), &call->vectors, SELECTION, call->b, DENSE_INT(ldb), ENDS, EIGEN_ROOM, room->real,
			room->integer, support, &info, 1, 1, 1);
	else if (call->kind)
		ROUTINE(sygvx)[call->type](DENSE_INT(kind), &call->vectors, SELECTION, call->b, DENSE_INT(ldb), ENDS, EIGEN_ROOM, room->integer,
			support, &info, 1, 1, 1);
	else if (aw_dense_is_complex(call->type))
		ROUTINE(heevr)[call->type](&call->vectors, SELECTION, ENDS, support, EIGEN_ROOM, REAL_ROOM, INTEGER_ROOM, &info, 1, 1, 1);
	else
		ROUTINE(syevr)[call->type](&call->vectors, SELECTION, ENDS, support, EIGEN_ROOM, INTEGER_ROOM, &info, 1, 1, 1);
	if (room->asks && call->kind)
		room->real_size = 7 * ldz, room->integer_size = 5 * ldz; // which these two don't tell
	if (room->asks)
		return info;
	if (call->vectors == 'V')
		aw_dense_copy(call->type, n, found, DENSE_AT(z, ldz), DENSE_AT(call->a, call->lda));
	if (call->found)
		*call->found = found;
	if (call->wide_found)
		*call->wide_found = found;
	return info;
}

int aw_dense_syevdx(const struct dense_call *call, struct dense_room *room)
{
	void *z = aw_dense_memory(call, room->asks ? 1 : call->n * call->n);
	int *support = malloc((2 * (size_t)call->n + 1) * sizeof(int));
	int info = z && support ? selected(call, room, z, support) : -1;
	free(z);
	free(support);
	return info;
}

// --- after Jacobi ---

// The Frobenius norm of what A lacks of V W V', from V'AV: of `whole`, which is A with both triangles.
static double residual_of(const struct dense_call *call, void *whole)
{
	int64_t n = call->n;
	double sum = 0;
	void *av = aw_dense_memory(call, n * n);
	const double one[2] = { 1, 0 }, zero[2] = { 0, 0 };
	const float narrow_one[2] = { 1, 0 };
	const void *unit = aw_dense_real_size(call->type) == 4 ? (const void *)narrow_one : one;
	const char *hemm_fill = &call->fill;
	if (!av)
		return NAN;
	if (aw_dense_is_complex(call->type))
		ROUTINE(hemm)[call->type]("L", hemm_fill, DENSE_INT(n), DENSE_INT(n), unit, whole, DENSE_INT(n), call->a, DENSE_INT(lda), zero,
			av, DENSE_INT(n));
	else
		ROUTINE(symm)[call->type]("L", hemm_fill, DENSE_INT(n), DENSE_INT(n), unit, whole, DENSE_INT(n), call->a, DENSE_INT(lda), zero,
			av, DENSE_INT(n));
	// Column j of AV is w[j] times column j of V.
	int parts = aw_dense_is_complex(call->type) ? 2 : 1;
	for (int64_t j = 0; j < n; j++)
		for (int64_t i = 0; i < parts * n; i++) {
			double off = aw_dense_real(call, av, j * parts * n + i) -
			             aw_dense_real(call, call->w, j) * aw_dense_real(call, call->a, j * parts * call->lda + i);
			sum += off * off;
		}
	free(av);
	return sqrt(sum);
}

static int syevj(const struct dense_call *call, struct dense_room *room)
{
	bool measures = !room->asks && call->syevj && call->vectors == 'V' && call->kind == 0;
	void *before = measures ? aw_dense_memory(call, call->n * call->n) : NULL;
	if (before)
		aw_dense_copy(call->type, call->n, call->n, DENSE_AT(call->a, call->lda), DENSE_AT(before, call->n));
	int info = call->kind ? sygvd(call, room) : aw_dense_syevd(call, room);
	if (!room->asks && call->syevj) {
		call->syevj->residual = before ? residual_of(call, before) : 0;
		call->syevj->sweeps = 1;
	}
	free(before);
	return info;
}

static int syevj_batched(const struct dense_call *call, struct dense_room *room)
{
	int64_t step = call->lda * call->n * (int64_t)aw_dense_size(call->type);
	for (int64_t i = 0; i < (room->asks ? 1 : call->batch); i++) {
		struct dense_call one = *call;
		one.a = (char *)call->a + i * step;
		one.w = (char *)call->w + i * call->n * (int64_t)aw_dense_real_size(call->type);
		int info = syevj(&one, room);
		if (!room->asks && call->infos)
			call->infos[i] = info;
	}
	return 0;
}

// --- the functions ---

#define WITH_ROOM(routine, X) .run = routine, .needs_room = true, .type = DENSE_##X
#define MODE .vectors = aw_dense_vectors(jobz), .fill = aw_dense_fill(uplo), .n = n
#define KIND .kind = itype >= 1 && itype <= 3 ? (int)itype : -1, .op = itype >= 1 && itype <= 3 ? 0 : '?'

#define SYEVD(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda, R *W, T *work, int lwork, \
		int *info), \
	(handle->native, jobz, uplo, n, A, lda, W, work, lwork, info), \
	WITH_ROOM(aw_dense_syevd, X), MODE, DENSE_A(A, lda, n), .w = W, .info = info)
#define SYEVD_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *A, int lda, const R *W, int *lwork), \
	(handle->native, jobz, uplo, n, A, lda, W, lwork))
DENSE_PAIR(SYEVD, syevd, heevd)
DENSE_PAIR(SYEVD_SIZE, syevd_bufferSize, heevd_bufferSize)

#define SYEVDX(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int n, T *A, int lda, \
		R vl, R vu, int il, int iu, int *meig, R *W, T *work, int lwork, int *info), \
	(handle->native, jobz, range, uplo, n, A, lda, vl, vu, il, iu, meig, W, work, lwork, info), \
	WITH_ROOM(aw_dense_syevdx, X), .waits = true, MODE, .range = aw_dense_range(range), DENSE_A(A, lda, n), .low = vl, .high = vu, \
	.first = il, .last = iu, .found = meig, .w = W, .info = info)
#define SYEVDX_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int n, const T *A, int lda, \
		R vl, R vu, int il, int iu, int *meig, const R *W, int *lwork), \
	(handle->native, jobz, range, uplo, n, A, lda, vl, vu, il, iu, meig, W, lwork))
DENSE_PAIR(SYEVDX, syevdx, heevdx)
DENSE_PAIR(SYEVDX_SIZE, syevdx_bufferSize, heevdx_bufferSize)

#define SYGVD(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda, T *B, \
		int ldb, R *W, T *work, int lwork, int *info), \
	(handle->native, itype, jobz, uplo, n, A, lda, B, ldb, W, work, lwork, info), \
	WITH_ROOM(sygvd, X), KIND, MODE, DENSE_A(A, lda, n), DENSE_B(B, ldb, n), .w = W, .info = info)
#define SYGVD_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *A, int lda, \
		const T *B, int ldb, const R *W, int *lwork), \
	(handle->native, itype, jobz, uplo, n, A, lda, B, ldb, W, lwork))
DENSE_PAIR(SYGVD, sygvd, hegvd)
DENSE_PAIR(SYGVD_SIZE, sygvd_bufferSize, hegvd_bufferSize)

#define SYGVDX(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, \
		int n, T *A, int lda, T *B, int ldb, R vl, R vu, int il, int iu, int *meig, R *W, T *work, int lwork, int *info), \
	(handle->native, itype, jobz, range, uplo, n, A, lda, B, ldb, vl, vu, il, iu, meig, W, work, lwork, info), \
	WITH_ROOM(aw_dense_syevdx, X), .waits = true, KIND, MODE, .range = aw_dense_range(range), DENSE_A(A, lda, n), \
	DENSE_B(B, ldb, n), .low = vl, .high = vu, .first = il, .last = iu, .found = meig, .w = W, .info = info)
#define SYGVDX_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, \
		int n, const T *A, int lda, const T *B, int ldb, R vl, R vu, int il, int iu, int *meig, const R *W, int *lwork), \
	(handle->native, itype, jobz, range, uplo, n, A, lda, B, ldb, vl, vu, il, iu, meig, W, lwork))
DENSE_PAIR(SYGVDX, sygvdx, hegvdx)
DENSE_PAIR(SYGVDX_SIZE, sygvdx_bufferSize, hegvdx_bufferSize)

#define SYEVJ(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda, R *W, T *work, int lwork, \
		int *info, syevjInfo_t params), \
	(handle->native, jobz, uplo, n, A, lda, W, work, lwork, info, params), \
	WITH_ROOM(syevj, X), MODE, DENSE_A(A, lda, n), .w = W, .info = info, .syevj = params)
#define SYEVJ_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *A, int lda, const R *W, int *lwork, \
		syevjInfo_t params), \
	(handle->native, jobz, uplo, n, A, lda, W, lwork, params))
DENSE_PAIR(SYEVJ, syevj, heevj)
DENSE_PAIR(SYEVJ_SIZE, syevj_bufferSize, heevj_bufferSize)

#define SYEVJ_BATCHED(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda, R *W, T *work, int lwork, \
		int *infos, syevjInfo_t params, int batch), \
	(handle->native, jobz, uplo, n, A, lda, W, work, lwork, infos, params, batch), \
	WITH_ROOM(syevj_batched, X), MODE, DENSE_A(A, lda, n), .w = W, .infos = infos, .syevj = params, .batch = batch)
#define SYEVJ_BATCHED_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *A, int lda, const R *W, int *lwork, \
		syevjInfo_t params, int batch), \
	(handle->native, jobz, uplo, n, A, lda, W, lwork, params, batch))
DENSE_PAIR(SYEVJ_BATCHED, syevjBatched, heevjBatched)
DENSE_PAIR(SYEVJ_BATCHED_SIZE, syevjBatched_bufferSize, heevjBatched_bufferSize)

#define SYGVJ(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda, T *B, \
		int ldb, R *W, T *work, int lwork, int *info, syevjInfo_t params), \
	(handle->native, itype, jobz, uplo, n, A, lda, B, ldb, W, work, lwork, info, params), \
	WITH_ROOM(syevj, X), KIND, MODE, DENSE_A(A, lda, n), DENSE_B(B, ldb, n), .w = W, .info = info, .syevj = params)
#define SYGVJ_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *A, int lda, \
		const T *B, int ldb, const R *W, int *lwork, syevjInfo_t params), \
	(handle->native, itype, jobz, uplo, n, A, lda, B, ldb, W, lwork, params))
DENSE_PAIR(SYGVJ, sygvj, hegvj)
DENSE_PAIR(SYGVJ_SIZE, sygvj_bufferSize, hegvj_bufferSize)

// --- for the functions of 64 bits ---

// Real matrices have complex eigenvalues, which LAPACK gives in two vectors, real and imaginary parts, and cuSOLVER one after the other
// or, where they are asked for as complex numbers, in one.
int aw_dense_geev(const struct dense_call *call, struct dense_room *room)
{
	int info = 0, n = (int)call->n;
	if (aw_dense_is_complex(call->type)) {
		if (room->asks)
			room->real_size = 2 * n + 1;
		ROUTINE(geev_complex)[call->type](&call->u_job, &call->v_job, &n, call->a, DENSE_INT(lda), call->w, call->u, DENSE_INT(ldu),
			call->v, DENSE_INT(ldv), room->work, &room->size, room->real, &info, 1, 1);
		return info;
	}
	char *parts = aw_dense_memory(call, 2 * call->n);
	size_t size = aw_dense_size(call->type);
	if (!parts)
		return -1;
	ROUTINE(geev)[call->type](&call->u_job, &call->v_job, &n, call->a, DENSE_INT(lda), parts, parts + (size_t)n * size, call->u,
		DENSE_INT(ldu), call->v, DENSE_INT(ldv), room->work, &room->size, &info, 1, 1);
	if (!room->asks && call->split)
		memcpy(call->w, parts, 2 * (size_t)n * size);
	for (size_t i = 0; !room->asks && !call->split && i < (size_t)n; i++) {
		memcpy((char *)call->w + 2 * i * size, parts + i * size, size);
		memcpy((char *)call->w + (2 * i + 1) * size, parts + ((size_t)n + i) * size, size);
	}
	free(parts);
	return info;
}
