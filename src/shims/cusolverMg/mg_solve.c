// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cusolverMg's routines (cuSOLVER, "cuSolverMG API"), by LAPACK on a copy of the matrices in one piece: devices of the cpu kind have
// the same cores, on which OpenBLAS works anyway.
#include <stdlib.h>
#include <string.h>

#include "../common/shim_gemm.h"
#include "../common/shim_lapack.h"
#include "mg.h"

// One routine's arguments.  B is none where its matrix is NULL.
struct mg_call {
	struct mg_part a, b;
	cudaDataType type;
	char fill, op, vectors;
	int *const *pivots; // on the devices, or NULL
	void *w;
	int *info;
	int (*run)(const struct mg_call *call, void *a, void *b); // LAPACK's info, or a negative number without memory
};

// The number of a format in the routines' tables.
static int number_of(cudaDataType type)
{
	return type == CUDA_R_32F ? 0 : type == CUDA_R_64F ? 1 : type == CUDA_C_32F ? 2 : 3;
}

static bool is_valid(const struct mg_call *call)
{
	const char words[] = { call->fill, call->op, call->vectors };
	return !memchr(words, '?', sizeof(words)) && aw_mg_part_is_valid(&call->a, call->type) &&
	       (!call->b.arrays || aw_mg_part_is_valid(&call->b, call->type));
}

static cusolverStatus_t submit(cusolverMgHandle_t handle, const struct mg_call *call)
{
	if (!is_valid(call) || !call->info)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (!aw_mg_wait(handle))
		return CUSOLVER_STATUS_EXECUTION_FAILED;
	void *a = aw_mg_gather(&call->a), *b = call->b.arrays && a ? aw_mg_gather(&call->b) : NULL;
	bool done = a && (b || !call->b.arrays);
	if (done) {
		*call->info = call->run(call, a, b);
		if (call->b.arrays)
			aw_mg_scatter(&call->b, b);
		else
			aw_mg_scatter(&call->a, a);
	}
	free(a);
	free(b);
	return done ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

static cusolverStatus_t tell_size(const struct mg_call *call, int64_t *size)
{
	if (!is_valid(call) || !size)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*size = 1;
	return CUSOLVER_STATUS_SUCCESS;
}

static char fill_of(cublasFillMode_t fill)
{
	return (unsigned)fill < 2 ? "LU"[fill] : '?';
}

#define PART(arrays, i, j, descr, m, n) { descr, (void *const *)(arrays), i, j, m, n }

// A function with a workspace and the one that asks for its size: parameters and their names begin behind the handle.
#define LIST(...) __VA_ARGS__
#define MG_PAIR(name, parameters, names, ...) \
	cusolverStatus_t name##_bufferSize(cusolverMgHandle_t handle, LIST parameters, int64_t *size) \
	{ \
		MG_BEGIN(name##_bufferSize, LIST names, size) \
		struct mg_call call = { __VA_ARGS__ }; \
		return tell_size(&call, size); \
	} \
	cusolverStatus_t name(cusolverMgHandle_t handle, LIST parameters, void *work[], int64_t size, int *info) \
	{ \
		MG_BEGIN(name, LIST names, work, size, info) \
		struct mg_call call = { __VA_ARGS__, .info = info }; \
		return submit(handle, &call); \
	}

// --- eigenvalues ---

static int syevd(const struct mg_call *call, void *a, void *b)
{
	int n = (int)call->a.n, info = 0, isize = -1, rsize = -1, size = -1, iwork_size = 0, type = number_of(call->type);
	double asked[2] = { 0, 0 }, real_asked[2] = { 0, 0 };
	void *work = asked, *rwork = real_asked;
	int *iwork = &iwork_size;
	(void)b;
	for (int pass = 0; pass < 2; pass++) { // asks for sizes, then works
		if (type < 2)
			ROUTINE(syevd)[type](&call->vectors, &call->fill, &n, a, &n, call->w, work, &size, iwork, &isize, &info, 1, 1);
		else
			ROUTINE(heevd)[type](&call->vectors, &call->fill, &n, a, &n, call->w, work, &size, rwork, &rsize, iwork, &isize, &info, 1, 1);
		if (pass == 1 || info != 0)
			break;
		double wanted[2], real_wanted[2];
		aw_shim_load_f64(wanted, call->type, asked, 1);
		aw_shim_load_f64(real_wanted, call->type == CUDA_C_32F || call->type == CUDA_R_32F ? CUDA_R_32F : CUDA_R_64F, real_asked, 1);
		size = (int)wanted[0] + 1;
		rsize = (int)real_wanted[0] + 1;
		isize = iwork_size + 1;
		work = malloc((size_t)size * aw_shim_type_size(call->type));
		rwork = malloc((size_t)rsize * sizeof(double));
		iwork = malloc((size_t)isize * sizeof(*iwork));
		if (!work || !rwork || !iwork) {
			aw_shim_log_error("cusolverMg", "no memory to work with");
			info = -1;
			break;
		}
	}
	if (work != asked) {
		free(work);
		free(rwork);
		free(iwork);
	}
	return info;
}
MG_PAIR(cusolverMgSyevd,
	(cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, void *a[], int ia, int ja, cudaLibMgMatrixDesc_t a_matrix, void *w,
		cudaDataType w_type, cudaDataType compute),
	(jobz, uplo, n, a, ia, ja, a_matrix, w, w_type, compute),
	.a = PART(a, ia, ja, a_matrix, n, n), .type = compute, .fill = fill_of(uplo), .w = w,
	.vectors = (unsigned)jobz < 2 && w && w_type == (compute == CUDA_C_32F ? CUDA_R_32F : compute == CUDA_C_64F ? CUDA_R_64F : compute) ?
		"NV"[jobz] : '?', .run = syevd)

// --- LU ---

static int getrf(const struct mg_call *call, void *a, void *b)
{
	int m = (int)call->a.m, n = (int)call->a.n, info = 0;
	int64_t count = m < n ? m : n;
	(void)b;
	if (!call->pivots)
		return aw_shim_eliminate(number_of(call->type), m, n, a, m);
	int *pivots = malloc((size_t)count * sizeof(*pivots) + 1);
	if (!pivots) {
		aw_shim_log_error("cusolverMg", "no memory for pivots");
		return -1;
	}
	ROUTINE(getrf)[number_of(call->type)](&m, &n, a, &m, pivots, &info);
	aw_mg_put_pivots(&call->a, call->pivots, pivots, count);
	free(pivots);
	return info;
}
MG_PAIR(cusolverMgGetrf,
	(int m, int n, void *a[], int ia, int ja, cudaLibMgMatrixDesc_t a_matrix, int *pivots[], cudaDataType compute),
	(m, n, a, ia, ja, a_matrix, pivots, compute),
	.a = PART(a, ia, ja, a_matrix, m, n), .type = compute, .pivots = (int *const *)pivots, .run = getrf)

static int getrs(const struct mg_call *call, void *a, void *b)
{
	int n = (int)call->a.n, columns = (int)call->b.n, info = 0;
	int *pivots = malloc((size_t)n * sizeof(*pivots) + 1);
	if (!pivots) {
		aw_shim_log_error("cusolverMg", "no memory for pivots");
		return -1;
	}
	aw_mg_get_pivots(&call->a, call->pivots, pivots, n);
	ROUTINE(getrs)[number_of(call->type)](&call->op, &n, &columns, a, &n, pivots, b, &n, &info, 1);
	free(pivots);
	return info;
}
MG_PAIR(cusolverMgGetrs,
	(cublasOperation_t op, int n, int columns, void *a[], int ia, int ja, cudaLibMgMatrixDesc_t a_matrix, int *pivots[], void *b[], int ib,
		int jb, cudaLibMgMatrixDesc_t b_matrix, cudaDataType compute),
	(op, n, columns, a, ia, ja, a_matrix, pivots, b, ib, jb, b_matrix, compute),
	.a = PART(a, ia, ja, a_matrix, n, n), .b = PART(b, ib, jb, b_matrix, n, columns), .type = compute, .pivots = (int *const *)pivots,
	.op = (unsigned)op < 3 && b ? "NTC"[op] : '?', .run = getrs)

// --- Cholesky ---

static int potrf(const struct mg_call *call, void *a, void *b)
{
	int n = (int)call->a.n, info = 0;
	(void)b;
	ROUTINE(potrf)[number_of(call->type)](&call->fill, &n, a, &n, &info, 1);
	return info;
}
MG_PAIR(cusolverMgPotrf,
	(cublasFillMode_t uplo, int n, void *a[], int ia, int ja, cudaLibMgMatrixDesc_t a_matrix, cudaDataType compute),
	(uplo, n, a, ia, ja, a_matrix, compute),
	.a = PART(a, ia, ja, a_matrix, n, n), .type = compute, .fill = fill_of(uplo), .run = potrf)

static int potrs(const struct mg_call *call, void *a, void *b)
{
	int n = (int)call->a.n, columns = (int)call->b.n, info = 0;
	ROUTINE(potrs)[number_of(call->type)](&call->fill, &n, &columns, a, &n, b, &n, &info, 1);
	return info;
}
MG_PAIR(cusolverMgPotrs,
	(cublasFillMode_t uplo, int n, int columns, void *a[], int ia, int ja, cudaLibMgMatrixDesc_t a_matrix, void *b[], int ib, int jb,
		cudaLibMgMatrixDesc_t b_matrix, cudaDataType compute),
	(uplo, n, columns, a, ia, ja, a_matrix, b, ib, jb, b_matrix, compute),
	.a = PART(a, ia, ja, a_matrix, n, n), .b = PART(b, ib, jb, b_matrix, n, columns), .type = compute, .fill = b ? fill_of(uplo) : '?',
	.run = potrs)

static int potri(const struct mg_call *call, void *a, void *b)
{
	int n = (int)call->a.n, info = 0;
	(void)b;
	ROUTINE(potri)[number_of(call->type)](&call->fill, &n, a, &n, &info, 1);
	return info;
}
MG_PAIR(cusolverMgPotri,
	(cublasFillMode_t uplo, int n, void *a[], int ia, int ja, cudaLibMgMatrixDesc_t a_matrix, cudaDataType compute),
	(uplo, n, a, ia, ja, a_matrix, compute),
	.a = PART(a, ia, ja, a_matrix, n, n), .type = compute, .fill = fill_of(uplo), .run = potri)
