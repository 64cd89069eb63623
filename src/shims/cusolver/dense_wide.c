// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions with sizes of 64 bits and formats as arguments (cuSOLVER, "Dense Linear Solver Reference (64-bit API)", "Dense
// Eigenvalue Solver Reference (64-bit API)").  LAPACK's numbers are ints, so sizes beyond 2^31 - 1 aren't supported.
#include <stdlib.h>
#include <string.h>

#include "dense_eigen.h"

// --- work ---

static int trtri(const struct dense_call *call, struct dense_room *room)
{
	int info = 0;
	(void)room;
	ROUTINE(trtri)[call->type](&call->fill, &call->diag, DENSE_INT(n), call->a, DENSE_INT(lda), &info, 1, 1);
	return info;
}

static int larft(const struct dense_call *call, struct dense_room *room)
{
	(void)room;
	ROUTINE(larft)[call->type](&call->u_job, &call->v_job, DENSE_INT(n), DENSE_INT(k), call->v, DENSE_INT(ldv), call->tau, call->c,
		DENSE_INT(ldc), 1, 1);
	return 0;
}

// LAPACK's pivots, of the caller's where those are given.
static int *narrow_pivots(const int64_t *wide, int64_t count)
{
	int *pivots = malloc(((size_t)count + 1) * sizeof(*pivots));
	for (int64_t i = 0; pivots && i < count; i++)
		pivots[i] = wide ? (int)wide[i] : (int)i + 1;
	if (!pivots)
		aw_shim_log_error("cusolver", "no memory for pivots");
	return pivots;
}

static int getrf(const struct dense_call *call, struct dense_room *room)
{
	int64_t least = call->m < call->n ? call->m : call->n;
	int info = -1, *pivots = narrow_pivots(NULL, least);
	(void)room;
	if (pivots)
		ROUTINE(getrf)[call->type](DENSE_INT(m), DENSE_INT(n), call->a, DENSE_INT(lda), pivots, &info);
	for (int64_t i = 0; pivots && i < least; i++)
		call->wide_pivots[i] = pivots[i];
	free(pivots);
	return info;
}

static int getrs(const struct dense_call *call, struct dense_room *room)
{
	int info = -1, *pivots = narrow_pivots(call->wide_pivots, call->n);
	(void)room;
	if (pivots)
		ROUTINE(getrs)[call->type](&call->op, DENSE_INT(n), DENSE_INT(columns), call->a, DENSE_INT(lda), pivots, call->b, DENSE_INT(ldb),
			&info, 1);
	free(pivots);
	return info;
}

static int sytrs(const struct dense_call *call, struct dense_room *room)
{
	int info = -1, *pivots = narrow_pivots(call->wide_pivots, call->n);
	(void)room;
	if (pivots)
		ROUTINE(sytrs)[call->type](&call->fill, DENSE_INT(n), DENSE_INT(columns), call->a, DENSE_INT(lda), pivots, call->b,
			DENSE_INT(ldb), &info, 1);
	free(pivots);
	return info;
}

static int syev_batched(const struct dense_call *call, struct dense_room *room)
{
	int64_t step = call->lda * call->n * (int64_t)aw_dense_size(call->type);
	for (int64_t i = 0; i < (room->asks ? 1 : call->batch); i++) {
		struct dense_call one = *call;
		one.a = (char *)call->a + i * step;
		one.w = (char *)call->w + i * call->n * (int64_t)aw_dense_real_size(call->type);
		int info = aw_dense_syevd(&one, room);
		if (!room->asks)
			call->infos[i] = info;
	}
	return 0;
}

// --- the functions ---

// A number of the host in the format of A's absolute values; 0 where there is none.
static double number_of(enum dense_type type, const void *number)
{
	return !number ? 0 : aw_dense_real_size(type) == 4 ? (double)*(const float *)number : *(const double *)number;
}

// Parameters in parentheses without these; the caller's memory, of which the functions named bufferSize tell the sizes.
#define LIST(...) __VA_ARGS__
#define BUFFERS void *buffer, size_t size, void *host_buffer, size_t host_size
#define BUFFER_NAMES buffer, size, host_buffer, host_size
#define SIZES size_t *size, size_t *host_size

#define WIDE_FUNCTION(name, parameters, arguments, format, compute, ...) \
	cusolverStatus_t name parameters \
	{ \
		enum dense_type type; \
		if (!aw_dense_use(handle, #name)) \
			return CUSOLVER_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			DENSE_FORWARD_LIST(name, arguments); \
		if (!aw_dense_type_of(format, &type) || (format) != (compute)) \
			return CUSOLVER_STATUS_NOT_SUPPORTED; \
		struct dense_call call = { .type = type, __VA_ARGS__ }; \
		return aw_dense_submit(handle, &call); \
	}

#define WIDE_SIZE(name, parameters, arguments) \
	cusolverStatus_t name parameters \
	{ \
		if (!aw_dense_use(handle, #name)) \
			return CUSOLVER_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			DENSE_FORWARD_LIST(name, arguments); \
		if (!size || !host_size) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		*size = 1; \
		*host_size = 0; \
		return CUSOLVER_STATUS_SUCCESS; \
	}

// A function with a workspace and the one that asks for its size: name, leading and trailing parameters and their names.
#define WIDE_PAIR(name, parameters, names, format, compute, ...) \
	WIDE_SIZE(name##_bufferSize, (cusolverDnHandle_t handle, LIST parameters, SIZES), (handle->native, LIST names, size, host_size)) \
	WIDE_FUNCTION(name, (cusolverDnHandle_t handle, LIST parameters, BUFFERS, int *info), \
		(handle->native, LIST names, BUFFER_NAMES, info), format, compute, .info = info, __VA_ARGS__)

#define FILL .fill = aw_dense_fill(uplo)
#define VECTORS .vectors = aw_dense_vectors(jobz)

WIDE_SIZE(cusolverDnXpotrf_bufferSize,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, const void *A,
		int64_t lda, cudaDataType compute, SIZES),
	(handle->native, params, uplo, n, typeA, A, lda, compute, size, host_size))
WIDE_FUNCTION(cusolverDnXpotrf,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A, int64_t lda,
		cudaDataType compute, BUFFERS, int *info),
	(handle->native, params, uplo, n, typeA, A, lda, compute, BUFFER_NAMES, info), typeA, compute,
	.run = aw_dense_potrf, FILL, .n = n, DENSE_A(A, lda, n), .info = info)
WIDE_FUNCTION(cusolverDnXpotrs,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType typeA,
		const void *A, int64_t lda, cudaDataType typeB, void *B, int64_t ldb, int *info),
	(handle->native, params, uplo, n, nrhs, typeA, A, lda, typeB, B, ldb, info), typeA, typeB,
	.run = aw_dense_potrs, FILL, .n = n, .columns = nrhs, DENSE_A(A, lda, n), DENSE_B(B, ldb, n), .info = info)

WIDE_SIZE(cusolverDnXgeqrf_bufferSize,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType typeA, const void *A, int64_t lda,
		cudaDataType typeTau, const void *tau, cudaDataType compute, SIZES),
	(handle->native, params, m, n, typeA, A, lda, typeTau, tau, compute, size, host_size))
WIDE_FUNCTION(cusolverDnXgeqrf,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType typeA, void *A, int64_t lda,
		cudaDataType typeTau, void *tau, cudaDataType compute, BUFFERS, int *info),
	(handle->native, params, m, n, typeA, A, lda, typeTau, tau, compute, BUFFER_NAMES, info), typeA, compute,
	.run = aw_dense_geqrf, .needs_room = true, .m = m, .n = n, DENSE_A(A, lda, m), .tau = tau, .op = typeTau == typeA ? 0 : '?', .info = info)

WIDE_SIZE(cusolverDnXgetrf_bufferSize,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType typeA, const void *A, int64_t lda,
		cudaDataType compute, SIZES),
	(handle->native, params, m, n, typeA, A, lda, compute, size, host_size))
WIDE_FUNCTION(cusolverDnXgetrf,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType typeA, void *A, int64_t lda,
		int64_t *pivots, cudaDataType compute, BUFFERS, int *info),
	(handle->native, params, m, n, typeA, A, lda, pivots, compute, BUFFER_NAMES, info), typeA, compute,
	.run = getrf, .op = pivots ? 0 : '?', .m = m, .n = n, DENSE_A(A, lda, m), .wide_pivots = pivots, .info = info)
WIDE_FUNCTION(cusolverDnXgetrs,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType typeA,
		const void *A, int64_t lda, const int64_t *pivots, cudaDataType typeB, void *B, int64_t ldb, int *info),
	(handle->native, params, trans, n, nrhs, typeA, A, lda, pivots, typeB, B, ldb, info), typeA, typeB,
	.run = getrs, .op = aw_dense_op(trans, type), .n = n, .columns = nrhs, DENSE_A(A, lda, n), DENSE_B(B, ldb, n),
	.wide_pivots = (int64_t *)pivots, .info = info)

WIDE_PAIR(cusolverDnXtrtri,
	(cublasFillMode_t uplo, cublasDiagType_t diag, int64_t n, cudaDataType typeA, void *A, int64_t lda),
	(uplo, diag, n, typeA, A, lda), typeA, typeA,
	.run = trtri, FILL, .diag = (unsigned)diag < 2 ? "NU"[diag] : '?', .n = n, DENSE_A(A, lda, n))
WIDE_PAIR(cusolverDnXsytrs,
	(cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType typeA, const void *A, int64_t lda, const int64_t *pivots,
		cudaDataType typeB, void *B, int64_t ldb),
	(uplo, n, nrhs, typeA, A, lda, pivots, typeB, B, ldb), typeA, typeB,
	.run = sytrs, FILL, .n = n, .columns = nrhs, DENSE_A(A, lda, n), DENSE_B(B, ldb, n), .wide_pivots = (int64_t *)pivots)

WIDE_SIZE(cusolverDnXlarft_bufferSize,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverDirectMode_t direct, cusolverStorevMode_t storev, int64_t n,
		int64_t k, cudaDataType typeV, const void *V, int64_t ldv, cudaDataType typeTau, const void *tau, cudaDataType typeT, void *T,
		int64_t ldt, cudaDataType compute, SIZES),
	(handle->native, params, direct, storev, n, k, typeV, V, ldv, typeTau, tau, typeT, T, ldt, compute, size, host_size))
WIDE_FUNCTION(cusolverDnXlarft,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverDirectMode_t direct, cusolverStorevMode_t storev, int64_t n,
		int64_t k, cudaDataType typeV, const void *V, int64_t ldv, cudaDataType typeTau, const void *tau, cudaDataType typeT, void *T,
		int64_t ldt, cudaDataType compute, BUFFERS),
	(handle->native, params, direct, storev, n, k, typeV, V, ldv, typeTau, tau, typeT, T, ldt, compute, BUFFER_NAMES), typeV, compute,
	.run = larft, .op = typeTau == typeV && typeT == typeV ? 0 : '?', .u_job = (unsigned)direct < 2 ? "FB"[direct] : '?',
	.v_job = (unsigned)storev < 2 ? "CR"[storev] : '?', .n = n, .k = k, DENSE_V(V, ldv, storev ? k : n), .tau = (void *)tau,
	DENSE_C_MATRIX(T, ldt, k))

// --- eigenvalues: W has the format of A's absolute values ---

#define EIGEN_SIZE(name, before, before_names, middle, middle_names, after, after_names) \
	WIDE_SIZE(name, \
		(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, LIST before cublasFillMode_t uplo, int64_t n, \
			cudaDataType typeA, const void *A, int64_t lda, LIST middle cudaDataType typeW, const void *W, cudaDataType compute, SIZES \
			LIST after), \
		(handle->native, params, jobz, LIST before_names uplo, n, typeA, A, lda, LIST middle_names typeW, W, compute, size, \
			host_size LIST after_names))
EIGEN_SIZE(cusolverDnXsyevd_bufferSize, (), (), (), (), (), ())
EIGEN_SIZE(cusolverDnXsyevBatched_bufferSize, (), (), (), (), (, int64_t batch), (, batch))
EIGEN_SIZE(cusolverDnXsyevdx_bufferSize, (cusolverEigRange_t range,), (range,),
	(void *vl, void *vu, int64_t il, int64_t iu, int64_t *meig,), (vl, vu, il, iu, meig,), (), ())

WIDE_FUNCTION(cusolverDnXsyevd,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType typeA,
		void *A, int64_t lda, cudaDataType typeW, void *W, cudaDataType compute, BUFFERS, int *info),
	(handle->native, params, jobz, uplo, n, typeA, A, lda, typeW, W, compute, BUFFER_NAMES, info), typeA, compute,
	.run = aw_dense_syevd, .needs_room = true, VECTORS, FILL, .n = n, DENSE_A(A, lda, n), .w = W, .info = info)
WIDE_FUNCTION(cusolverDnXsyevBatched,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType typeA,
		void *A, int64_t lda, cudaDataType typeW, void *W, cudaDataType compute, BUFFERS, int *infos, int64_t batch),
	(handle->native, params, jobz, uplo, n, typeA, A, lda, typeW, W, compute, BUFFER_NAMES, infos, batch), typeA, compute,
	.run = syev_batched, .needs_room = true, VECTORS, FILL, .n = n, DENSE_A(A, lda, n), .w = W, .infos = infos, .batch = batch)
WIDE_FUNCTION(cusolverDnXsyevdx,
	(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo,
		int64_t n, cudaDataType typeA, void *A, int64_t lda, void *vl, void *vu, int64_t il, int64_t iu, int64_t *meig,
		cudaDataType typeW, void *W, cudaDataType compute, BUFFERS, int *info),
	(handle->native, params, jobz, range, uplo, n, typeA, A, lda, vl, vu, il, iu, meig, typeW, W, compute, BUFFER_NAMES, info), typeA,
	compute, .run = aw_dense_syevdx, .needs_room = true, .waits = true, VECTORS, .range = aw_dense_range(range), FILL, .n = n,
	DENSE_A(A, lda, n), .low = number_of(type, vl), .high = number_of(type, vu), .first = il, .last = iu, .wide_found = meig, .w = W,
	.info = info)

#define GEEV(const_or_not) \
	cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n, \
		cudaDataType typeA, const_or_not void *A, int64_t lda, cudaDataType typeW, const_or_not void *W, cudaDataType typeVL, \
		const_or_not void *VL, int64_t ldvl, cudaDataType typeVR, const_or_not void *VR, int64_t ldvr, cudaDataType compute
#define GEEV_NAMES handle->native, params, jobvl, jobvr, n, typeA, A, lda, typeW, W, typeVL, VL, ldvl, typeVR, VR, ldvr, compute
WIDE_SIZE(cusolverDnXgeev_bufferSize, (GEEV(const), SIZES), (GEEV_NAMES, size, host_size))
WIDE_FUNCTION(cusolverDnXgeev, (GEEV(), BUFFERS, int *info), (GEEV_NAMES, BUFFER_NAMES, info), typeA, compute,
	.run = aw_dense_geev, .needs_room = true, .u_job = aw_dense_vectors(jobvl), .v_job = aw_dense_vectors(jobvr), .n = n,
	DENSE_A(A, lda, n), .w = W, .split = typeW == typeA, DENSE_U(VL, ldvl > 0 ? ldvl : 1, jobvl ? n : 1),
	DENSE_V(VR, ldvr > 0 ? ldvr : 1, jobvr ? n : 1),
	.op = typeVL == typeA && typeVR == typeA ? 0 : '?', .info = info)

// --- singular values ---

#define GESVD(const_or_not) \
	cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType typeA, \
		const_or_not void *A, int64_t lda, cudaDataType typeS, const_or_not void *S, cudaDataType typeU, const_or_not void *U, \
		int64_t ldu, cudaDataType typeVT, const_or_not void *VT, int64_t ldvt, cudaDataType compute
#define GESVD_NAMES handle->native, params, jobu, jobvt, m, n, typeA, A, lda, typeS, S, typeU, U, ldu, typeVT, VT, ldvt, compute
#define JOB(letter) ((letter) == 'A' || (letter) == 'S' || (letter) == 'O' || (letter) == 'N' ? (char)(letter) : '?')
#define LESS(a, b) ((a) < (b) ? (a) : (b))
WIDE_SIZE(cusolverDnXgesvd_bufferSize, (GESVD(const), SIZES), (GESVD_NAMES, size, host_size))
WIDE_FUNCTION(cusolverDnXgesvd, (GESVD(), BUFFERS, int *info), (GESVD_NAMES, BUFFER_NAMES, info), typeA, compute,
	.run = aw_dense_gesvd, .needs_room = true, .u_job = jobu == 'O' && jobvt == 'O' ? '?' : JOB(jobu), .v_job = JOB(jobvt), .m = m,
	.n = n, DENSE_A(A, lda, m), .w = S, .u = U, .ldu = ldu, .least_u = jobu == 'A' || jobu == 'S' ? m : ldu, .v = VT, .ldv = ldvt,
	.least_v = jobvt == 'A' ? n : jobvt == 'S' ? LESS(m, n) : ldvt, .op = typeU == typeA && typeVT == typeA ? 0 : '?', .info = info)

// By polar decomposition with NVIDIA's library; the error of the singular values that it tells is none here.
#define GESVDP(const_or_not) \
	cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, cudaDataType typeA, \
		const_or_not void *A, int64_t lda, cudaDataType typeS, const_or_not void *S, cudaDataType typeU, const_or_not void *U, \
		int64_t ldu, cudaDataType typeV, const_or_not void *V, int64_t ldv, cudaDataType compute
#define GESVDP_NAMES handle->native, params, jobz, econ, m, n, typeA, A, lda, typeS, S, typeU, U, ldu, typeV, V, ldv, compute
WIDE_SIZE(cusolverDnXgesvdp_bufferSize, (GESVDP(const), SIZES), (GESVDP_NAMES, size, host_size))

static int gesvdp(const struct dense_call *call, struct dense_room *room)
{
	if (!room->asks && call->residuals)
		*call->residuals = 0;
	return aw_dense_gesvdj(call, room);
}
WIDE_FUNCTION(cusolverDnXgesvdp, (GESVDP(), BUFFERS, int *info, double *error), (GESVDP_NAMES, BUFFER_NAMES, info, error), typeA,
	compute, .run = gesvdp, .needs_room = true, .waits = error, VECTORS, .economic = econ, .m = m, .n = n, DENSE_A(A, lda, m),
	.w = S, DENSE_U(U, ldu, jobz ? m : ldu), DENSE_V(V, ldv, jobz ? n : ldv), .op = typeU == typeA && typeV == typeA ? 0 : '?',
	.residuals = error, .info = info)

// The k largest, which NVIDIA's library finds by random projections, and which are the exact ones here.
#define GESVDR(const_or_not) \
	cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobv, int64_t m, int64_t n, int64_t k, int64_t p, \
		int64_t iterations, cudaDataType typeA, const_or_not void *A, int64_t lda, cudaDataType typeS, const_or_not void *S, \
		cudaDataType typeU, const_or_not void *U, int64_t ldu, cudaDataType typeV, const_or_not void *V, int64_t ldv, \
		cudaDataType compute
#define GESVDR_NAMES \
	handle->native, params, jobu, jobv, m, n, k, p, iterations, typeA, A, lda, typeS, S, typeU, U, ldu, typeV, V, ldv, compute
WIDE_SIZE(cusolverDnXgesvdr_bufferSize, (GESVDR(const), SIZES), (GESVDR_NAMES, size, host_size))
WIDE_FUNCTION(cusolverDnXgesvdr, (GESVDR(), BUFFERS, int *info), (GESVDR_NAMES, BUFFER_NAMES, info), typeA, compute,
	.run = aw_dense_gesvdj, .needs_room = true, .vectors = jobu != jobv ? '?' : jobu == 'S' ? 'V' : jobu == 'N' ? 'N' : '?',
	.economic = true, .m = m, .n = n, .k = k, .op = k > 0 && k <= LESS(m, n) && typeU == typeA && typeV == typeA ? 0 : '?',
	DENSE_A(A, lda, m), .w = S, DENSE_U(U, ldu, jobu == 'S' ? m : ldu), DENSE_V(V, ldv, jobv == 'S' ? n : ldv), .info = info)
