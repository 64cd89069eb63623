// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Singular values (cuSOLVER, "gesvd", "gesvdj", "gesvdaStridedBatched"), all by LAPACK's gesvd.  The functions named after
// Jacobi's method and the approximate ones give V instead of its adjoint, leave A alone, and tell a residual, which is measured.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dense_eigen.h"

static int at_least_one(int64_t number)
{
	return number > 1 ? (int)number : 1;
}

// LAPACK's routine; the memory for reals that complex formats take is not told.
static int gesvd(const struct dense_call *call, struct dense_room *room)
{
	int info = 0, ldu = at_least_one(call->ldu), ldv = at_least_one(call->ldv);
	int64_t least = call->m < call->n ? call->m : call->n;
	if (room->asks)
		room->real_size = at_least_one(5 * least);
	if (aw_dense_is_complex(call->type))
		ROUTINE(gesvd_complex)[call->type](&call->u_job, &call->v_job, DENSE_INT(m), DENSE_INT(n), call->a, DENSE_INT(lda), call->w,
			call->u, &ldu, call->v, &ldv, room->work, &room->size, room->real, &info, 1, 1);
	else
		ROUTINE(gesvd)[call->type](&call->u_job, &call->v_job, DENSE_INT(m), DENSE_INT(n), call->a, DENSE_INT(lda), call->w, call->u,
			&ldu, call->v, &ldv, room->work, &room->size, &info, 1, 1);
	return info;
}

// What didn't converge goes to the caller's memory for it.
int aw_dense_gesvd(const struct dense_call *call, struct dense_room *room)
{
	int info = gesvd(call, room);
	int64_t least = call->m < call->n ? call->m : call->n;
	size_t size = aw_dense_real_size(call->type);
	if (!room->asks && info > 0 && call->e)
		memcpy(call->e, aw_dense_is_complex(call->type) ? room->real : (char *)room->work + size, (size_t)(least - 1) * size);
	return info;
}

// --- with V, and a residual ---

// A copy of A and the factors that LAPACK makes of it: all of their columns, or only those with a singular value.
struct factors {
	void *a, *s, *u, *v; // v: the adjoint
	int64_t columns_u, rows_v;
};

static bool make_factors(const struct dense_call *call, struct factors *f)
{
	int64_t least = call->m < call->n ? call->m : call->n;
	bool vectors = call->vectors == 'V';
	f->columns_u = call->economic ? least : call->m;
	f->rows_v = call->economic ? least : call->n;
	f->a = aw_dense_memory(call, call->m * call->n);
	f->s = aw_dense_memory(call, least);
	f->u = aw_dense_memory(call, vectors ? call->m * f->columns_u : 1);
	f->v = aw_dense_memory(call, vectors ? f->rows_v * call->n : 1);
	return f->a && f->s && f->u && f->v;
}

static void free_factors(struct factors *f)
{
	free(f->a);
	free(f->s);
	free(f->u);
	free(f->v);
}

// v = row i of it times s[i].
static void scale_rows(const struct dense_call *call, const struct factors *f, int64_t rows)
{
	int64_t parts = aw_dense_is_complex(call->type) ? 2 : 1, count = call->n;
	for (int64_t j = 0; j < count; j++)
		for (int64_t i = 0; i < parts * rows; i++) {
			int64_t at = j * parts * f->rows_v + i;
			if (aw_dense_real_size(call->type) == 4)
				((float *)f->v)[at] *= ((const float *)f->s)[i / parts];
			else
				((double *)f->v)[at] *= ((const double *)f->s)[i / parts];
		}
}

// The Frobenius norm of A - U S V' with the first `kept` singular values.  The factors are used up.
static double residual_of(const struct dense_call *call, struct factors *f, int64_t kept)
{
	const double one[2] = { 1, 0 }, minus[2] = { -1, 0 };
	const float narrow_one[2] = { 1, 0 }, narrow_minus[2] = { -1, 0 };
	bool narrow = aw_dense_real_size(call->type) == 4;
	int m = (int)call->m, n = (int)call->n, k = (int)kept, ldu = at_least_one(m), ldv = at_least_one(f->rows_v);
	double sum = 0;
	aw_dense_copy(call->type, m, n, DENSE_AT(call->a, call->lda), DENSE_AT(f->a, m));
	scale_rows(call, f, kept);
	ROUTINE(gemm)[call->type]("N", "N", &m, &n, &k, narrow ? (const void *)narrow_minus : minus, f->u, &ldu, f->v, &ldv,
		narrow ? (const void *)narrow_one : one, f->a, &ldu);
	int64_t count = (int64_t)m * n * (aw_dense_is_complex(call->type) ? 2 : 1);
	for (int64_t i = 0; i < count; i++)
		sum += pow(aw_dense_real(call, f->a, i), 2);
	return sqrt(sum);
}

// One matrix: its first `k` singular values and vectors, or all.
static int decompose(const struct dense_call *call, struct dense_room *room, double *residual)
{
	struct factors f;
	int64_t least = call->m < call->n ? call->m : call->n, kept = call->k > 0 && call->k < least ? call->k : least;
	bool vectors = call->vectors == 'V', made = make_factors(call, &f);
	int info = -1;
	struct dense_call lapack = { .type = call->type, .m = call->m, .n = call->n, .a = f.a, .lda = at_least_one(call->m), .w = f.s,
		.u = f.u, .ldu = call->m, .v = f.v, .ldv = f.rows_v };
	lapack.u_job = lapack.v_job = !vectors ? 'N' : call->economic ? 'S' : 'A';
	if (made && !room->asks)
		aw_dense_copy(call->type, call->m, call->n, DENSE_AT(call->a, call->lda), DENSE_AT(f.a, call->m));
	if (made)
		info = gesvd(&lapack, room);
	if (made && !room->asks) {
		memcpy(call->w, f.s, (size_t)kept * aw_dense_real_size(call->type));
		if (vectors) {
			int64_t columns_u = call->k > 0 ? kept : f.columns_u, rows_v = call->k > 0 ? kept : f.rows_v;
			aw_dense_copy(call->type, call->m, columns_u, DENSE_AT(f.u, call->m), DENSE_AT(call->u, call->ldu));
			aw_dense_adjoint(call->type, rows_v, call->n, DENSE_AT(f.v, f.rows_v), DENSE_AT(call->v, call->ldv));
			if (residual)
				*residual = residual_of(call, &f, kept);
		}
	}
	free_factors(&f);
	return info;
}

int aw_dense_gesvdj(const struct dense_call *call, struct dense_room *room)
{
	if (call->gesvdj && !room->asks)
		call->gesvdj->residual = 0, call->gesvdj->sweeps = 1;
	return decompose(call, room, call->gesvdj ? &call->gesvdj->residual : NULL);
}

// Matrices at equal distances.
static int gesvd_batched(const struct dense_call *call, struct dense_room *room)
{
	int64_t size = (int64_t)aw_dense_size(call->type), real = (int64_t)aw_dense_real_size(call->type);
	if (room->asks)
		return decompose(call, room, NULL);
	for (int64_t i = 0; i < call->batch; i++) {
		struct dense_call one = *call;
		double residual = 0;
		one.a = (char *)call->a + i * call->stride_a * size;
		one.w = (char *)call->w + i * call->stride_w * real;
		one.u = (char *)call->u + i * call->stride_u * size;
		one.v = (char *)call->v + i * call->stride_v * size;
		call->infos[i] = decompose(&one, room, call->residuals || call->gesvdj ? &residual : NULL);
		if (call->residuals)
			call->residuals[i] = residual;
		if (call->gesvdj)
			call->gesvdj->residual = i && call->gesvdj->residual > residual ? call->gesvdj->residual : residual;
	}
	if (call->gesvdj)
		call->gesvdj->sweeps = 1;
	return 0;
}

// --- the functions ---

#define WITH_ROOM(routine, X) .run = routine, .needs_room = true, .type = DENSE_##X
#define JOB(letter) ((letter) == 'A' || (letter) == 'S' || (letter) == 'O' || (letter) == 'N' ? (char)(letter) : '?')
#define LESS(a, b) ((a) < (b) ? (a) : (b))

#define GESVD(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T *A, int lda, R *S, T *U, int ldu, T *VT, \
		int ldvt, T *work, int lwork, R *rwork, int *info), \
	(handle->native, jobu, jobvt, m, n, A, lda, S, U, ldu, VT, ldvt, work, lwork, rwork, info), \
	WITH_ROOM(aw_dense_gesvd, X), .u_job = jobu == 'O' && jobvt == 'O' ? '?' : JOB(jobu), .v_job = JOB(jobvt), .m = m, .n = n, \
	DENSE_A(A, lda, m), .w = S, .u = U, .ldu = ldu, .least_u = jobu == 'A' || jobu == 'S' ? m : ldu, .v = VT, .ldv = ldvt, \
	.least_v = jobvt == 'A' ? n : jobvt == 'S' ? LESS(m, n) : ldvt, .e = rwork, .info = info)
#define GESVD_SIZE(name, X, T, R) DENSE_SIZE(name, (cusolverDnHandle_t handle, int m, int n, int *lwork), (handle->native, m, n, lwork))
DENSE_ALL(GESVD, gesvd)
DENSE_ALL(GESVD_SIZE, gesvd_bufferSize)

#define GESVDJ(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, T *A, int lda, R *S, T *U, int ldu, T *V, int ldv, \
		T *work, int lwork, int *info, gesvdjInfo_t params), \
	(handle->native, jobz, econ, m, n, A, lda, S, U, ldu, V, ldv, work, lwork, info, params), \
	WITH_ROOM(aw_dense_gesvdj, X), .vectors = aw_dense_vectors(jobz), .economic = econ, .m = m, .n = n, DENSE_A(A, lda, m), .w = S, \
	.u = U, .ldu = ldu, .least_u = jobz ? m : ldu, .v = V, .ldv = ldv, .least_v = jobz ? n : ldv, .info = info, .gesvdj = params)
#define GESVDJ_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, const T *A, int lda, const R *S, const T *U, int ldu, \
		const T *V, int ldv, int *lwork, gesvdjInfo_t params), \
	(handle->native, jobz, econ, m, n, A, lda, S, U, ldu, V, ldv, lwork, params))
DENSE_ALL(GESVDJ, gesvdj)
DENSE_ALL(GESVDJ_SIZE, gesvdj_bufferSize)

#define GESVDJ_BATCHED(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, T *A, int lda, R *S, T *U, int ldu, T *V, int ldv, T *work, \
		int lwork, int *infos, gesvdjInfo_t params, int batch), \
	(handle->native, jobz, m, n, A, lda, S, U, ldu, V, ldv, work, lwork, infos, params, batch), \
	WITH_ROOM(gesvd_batched, X), .vectors = aw_dense_vectors(jobz), .m = m, .n = n, DENSE_A(A, lda, m), \
	.stride_a = (int64_t)lda * n, .w = S, .stride_w = LESS(m, n), DENSE_U(U, ldu, jobz ? m : ldu), .stride_u = (int64_t)ldu * m, \
	DENSE_V(V, ldv, jobz ? n : ldv), .stride_v = (int64_t)ldv * n, .infos = infos, .gesvdj = params, .batch = batch)
#define GESVDJ_BATCHED_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, const T *A, int lda, const R *S, const T *U, int ldu, \
		const T *V, int ldv, int *lwork, gesvdjInfo_t params, int batch), \
	(handle->native, jobz, m, n, A, lda, S, U, ldu, V, ldv, lwork, params, batch))
DENSE_ALL(GESVDJ_BATCHED, gesvdjBatched)
DENSE_ALL(GESVDJ_BATCHED_SIZE, gesvdjBatched_bufferSize)

#define GESVDA(name, X, T, R) DENSE_FUNCTION(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T *A, int lda, long long int strideA, R *S, \
		long long int strideS, T *U, int ldu, long long int strideU, T *V, int ldv, long long int strideV, T *work, int lwork, \
		int *infos, double *residuals, int batch), \
	(handle->native, jobz, rank, m, n, A, lda, strideA, S, strideS, U, ldu, strideU, V, ldv, strideV, work, lwork, infos, residuals, \
		batch), \
	WITH_ROOM(gesvd_batched, X), .waits = residuals, .vectors = rank > LESS(m, n) ? '?' : aw_dense_vectors(jobz), .economic = true, \
	.m = m, .n = n, .k = rank, DENSE_A(A, lda, m), .stride_a = strideA, .w = S, .stride_w = strideS, \
	DENSE_U(U, ldu, jobz ? m : ldu), .stride_u = strideU, DENSE_V(V, ldv, jobz ? n : ldv), .stride_v = strideV, .infos = infos, \
	.residuals = residuals, .batch = batch)
#define GESVDA_SIZE(name, X, T, R) DENSE_SIZE(name, \
	(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T *A, int lda, long long int strideA, \
		const R *S, long long int strideS, const T *U, int ldu, long long int strideU, const T *V, int ldv, long long int strideV, \
		int *lwork, int batch), \
	(handle->native, jobz, rank, m, n, A, lda, strideA, S, strideS, U, ldu, strideU, V, ldv, strideV, lwork, batch))
DENSE_ALL(GESVDA, gesvdaStridedBatched)
DENSE_ALL(GESVDA_SIZE, gesvdaStridedBatched_bufferSize)
