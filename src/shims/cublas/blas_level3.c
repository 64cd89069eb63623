// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuBLAS, level 3 (cuBLAS, 2.7), but for the general products, which are in blas_gemm.c.
#include <stdlib.h>
#include <string.h>

#include "blas_call.h"
#include "../common/shim_lapack.h"

#define M BLAS_INT(m)
#define N BLAS_INT(n)
#define K BLAS_INT(k)
#define A call->a, BLAS_INT(lda)
#define B call->b, BLAS_INT(ldb)
#define C call->c, BLAS_INT(ldc)
#define ALPHA aw_blas_alpha(call)
#define BETA aw_blas_beta(call)

#define RUN(routine, ...) \
	static void routine(const struct blas_call *call) \
	{ \
		ROUTINE(routine)[call->type](__VA_ARGS__); \
	}
RUN(symm, &call->side, &call->fill, M, N, ALPHA, A, B, BETA, C)
RUN(hemm, &call->side, &call->fill, M, N, ALPHA, A, B, BETA, C)
RUN(syrk, &call->fill, &call->op_a, N, K, ALPHA, A, BETA, C)
RUN(herk, &call->fill, &call->op_a, N, K, ALPHA, A, BETA, C)
RUN(syr2k, &call->fill, &call->op_a, N, K, ALPHA, A, B, BETA, C)
RUN(her2k, &call->fill, &call->op_a, N, K, ALPHA, A, B, BETA, C)
RUN(trsm, &call->side, &call->fill, &call->op_a, &call->diag, M, N, ALPHA, A, C)

static const size_t sizes[] = { 4, 8, 8, 16 };

// BLAS multiplies in place, cuBLAS from B to C.
static void trmm(const struct blas_call *call)
{
	size_t size = sizes[call->type], rows = (size_t)call->m * size;
	for (int64_t j = 0; call->b != call->c && j < call->n; j++)
		memmove((char *)call->c + (size_t)(j * call->ldc) * size, (const char *)call->b + (size_t)(j * call->ldb) * size, rows);
	ROUTINE(trmm)[call->type](&call->side, &call->fill, &call->op_a, &call->diag, M, N, ALPHA, A, C);
}

static void trsm_batched(const struct blas_call *call)
{
	for (int64_t i = 0; i < call->batch; i++)
		ROUTINE(trsm)[call->type](&call->side, &call->fill, &call->op_a, &call->diag, M, N, ALPHA, call->a_array[i],
			BLAS_INT(lda), call->c_array[i], BLAS_INT(ldc));
}

// The whole product goes to a matrix of its own; then one triangle of it is added to C.  ku: C is Hermitian and beta real.
#define ADD_TRIANGLE(X, T, conjugate) \
	static void add_##X(const struct blas_call *call, const void *product, const void *factor) \
	{ \
		T beta = *(const T *)factor; \
		for (int64_t j = 0; j < call->n; j++) { \
			int64_t first = call->fill == 'L' ? j : 0, last = call->fill == 'L' ? call->n : j + 1; \
			const T *from = (const T *)product + j * call->n; \
			T *to = (T *)call->c + j * call->ldc; \
			for (int64_t i = first; i < last; i++) \
				to[i] = from[i] + (beta == 0 ? 0 : beta * to[i]); \
			if (call->ku) \
				to[j] = (to[j] + conjugate(to[j])) / 2; \
		} \
	}
BLAS_FORMATS(ADD_TRIANGLE)

static void rank_k(const struct blas_call *call)
{
	static void (*const add[])(const struct blas_call *, const void *, const void *) = { add_S, add_D, add_C, add_Z };
	static const double zero[2];
	char op_a = call->op_a, op_b = op_a == 'N' ? (call->ku ? 'C' : 'T') : 'N';
	const void *beta = BETA;
	float _Complex narrow;
	double _Complex wide;
	if (call->ku && call->type == BLAS_C)
		beta = memcpy(&narrow, &(float _Complex){ *(const float *)beta }, sizeof(narrow));
	if (call->ku && call->type == BLAS_Z)
		beta = memcpy(&wide, &(double _Complex){ *(const double *)beta }, sizeof(wide));
	void *product = malloc((size_t)(call->n * call->n) * sizes[call->type] + 1);
	if (!product) {
		aw_shim_log_error("cublas", "no memory for a matrix of %lld x %lld", (long long)call->n, (long long)call->n);
		return;
	}
	ROUTINE(gemm)[call->type](&op_a, &op_b, N, N, K, ALPHA, A, B, zero, product, N);
	add[call->type](call, product, beta);
	free(product);
}

#undef M
#undef N
#undef K
#undef A
#undef B
#undef C

#define ROUTINE_OF(letter, routine) .type = BLAS_##letter, .run = routine

#define SYMMETRIC(name, X, T, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n, const T *alpha, const T *A, I lda, \
		const T *B, I ldb, const T *beta, T *C, I ldc), \
	(handle->native, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc), \
	ROUTINE_OF(X, routine), .side = aw_blas_side(side), .fill = aw_blas_fill(uplo), .m = m, .n = n, BLAS_ALPHA(alpha), \
	BLAS_A(A, lda, side == CUBLAS_SIDE_LEFT ? m : n), BLAS_B(B, ldb, m), BLAS_BETA(beta), BLAS_MATRIX_C(C, ldc, m))
#define SYMM(name, X, T, R, I) SYMMETRIC(name, X, T, I, symm)
#define HEMM(name, X, T, R, I) SYMMETRIC(name, X, T, I, hemm)
BLAS_ALL(SYMM, symm_v2)
BLAS_COMPLEX(HEMM, hemm_v2)

// What BLAS takes as the operation of a symmetric or Hermitian update: the adjoint of a real matrix is its transpose; the
// plain transpose in a Hermitian update and the adjoint in a symmetric one of complex matrices are refused.
#define SYMMETRIC_OP(trans, is_complex) (trans == CUBLAS_OP_C && is_complex ? '?' : aw_blas_op(trans))
#define HERMITIAN_OP(trans) (trans == CUBLAS_OP_T ? '?' : aw_blas_op(trans))
#define IS_COMPLEX(T, R) (sizeof(T) != sizeof(R))

// A_TYPE: of the scalars; OP: the operation.
#define RANK_K(name, X, T, S_TYPE, I, OP, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const S_TYPE *alpha, const T *A, I lda, \
		const S_TYPE *beta, T *C, I ldc), \
	(handle->native, uplo, trans, n, k, alpha, A, lda, beta, C, ldc), \
	ROUTINE_OF(X, routine), .fill = aw_blas_fill(uplo), .op_a = OP, .n = n, .k = k, BLAS_ALPHA(alpha), \
	BLAS_A(A, lda, trans == CUBLAS_OP_N ? n : k), BLAS_BETA(beta), BLAS_MATRIX_C(C, ldc, n))
#define SYRK(name, X, T, R, I) RANK_K(name, X, T, T, I, SYMMETRIC_OP(trans, IS_COMPLEX(T, R)), syrk)
#define HERK(name, X, T, R, I) RANK_K(name, X, T, R, I, HERMITIAN_OP(trans), herk)
BLAS_ALL(SYRK, syrk_v2)
BLAS_COMPLEX(HERK, herk_v2)

#define RANK_2K(name, X, T, B_TYPE, I, OP, routine, hermitian) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, const T *A, I lda, \
		const T *B, I ldb, const B_TYPE *beta, T *C, I ldc), \
	(handle->native, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc), \
	ROUTINE_OF(X, routine), .fill = aw_blas_fill(uplo), .op_a = OP, .n = n, .k = k, .ku = hermitian, BLAS_ALPHA(alpha), \
	BLAS_A(A, lda, trans == CUBLAS_OP_N ? n : k), BLAS_B(B, ldb, trans == CUBLAS_OP_N ? n : k), BLAS_BETA(beta), \
	BLAS_MATRIX_C(C, ldc, n))
#define SYR2K(name, X, T, R, I) RANK_2K(name, X, T, T, I, SYMMETRIC_OP(trans, IS_COMPLEX(T, R)), syr2k, 0)
#define SYRKX(name, X, T, R, I) RANK_2K(name, X, T, T, I, SYMMETRIC_OP(trans, IS_COMPLEX(T, R)), rank_k, 0)
#define HER2K(name, X, T, R, I) RANK_2K(name, X, T, R, I, HERMITIAN_OP(trans), her2k, 0)
#define HERKX(name, X, T, R, I) RANK_2K(name, X, T, R, I, HERMITIAN_OP(trans), rank_k, 1)
BLAS_ALL(SYR2K, syr2k_v2)
BLAS_ALL(SYRKX, syrkx)
BLAS_COMPLEX(HER2K, her2k_v2)
BLAS_COMPLEX(HERKX, herkx)

#define TRIANGLE .side = aw_blas_side(side), .fill = aw_blas_fill(uplo), .op_a = aw_blas_op(trans), \
	.diag = aw_blas_diag(diag), .m = m, .n = n
#define TRMM(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, \
		I m, I n, const T *alpha, const T *A, I lda, const T *B, I ldb, T *C, I ldc), \
	(handle->native, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc), \
	ROUTINE_OF(X, trmm), TRIANGLE, BLAS_ALPHA(alpha), BLAS_A(A, lda, side == CUBLAS_SIDE_LEFT ? m : n), BLAS_B(B, ldb, m), \
	BLAS_MATRIX_C(C, ldc, m))
BLAS_ALL(TRMM, trmm_v2)

#define TRSM(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, \
		I m, I n, const T *alpha, const T *A, I lda, T *B, I ldb), \
	(handle->native, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb), \
	ROUTINE_OF(X, trsm), TRIANGLE, BLAS_ALPHA(alpha), BLAS_A(A, lda, side == CUBLAS_SIDE_LEFT ? m : n), BLAS_MATRIX_C(B, ldb, m))
BLAS_ALL(TRSM, trsm_v2)

#define TRSM_BATCHED(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, \
		I m, I n, const T *alpha, const T *const A[], I lda, T *const B[], I ldb, I batchCount), \
	(handle->native, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, batchCount), \
	ROUTINE_OF(X, trsm_batched), TRIANGLE, BLAS_ALPHA(alpha), .a_array = (const void *const *)A, .lda = lda, \
	.c_array = (void *const *)B, .ldc = ldb, .batch = batchCount)
BLAS_ALL(TRSM_BATCHED, trsmBatched)

// The same with formats as arguments: complex floats, by the routines above.  Complex bytes are refused.
#define UPDATE_EX(name, T, I, routine) \
	cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, \
		const void *A, cudaDataType Atype, I lda, const T *beta, void *C, cudaDataType Ctype, I ldc) \
	{ \
		if (!aw_blas_handle_use(handle, #name)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD(name, handle->native, uplo, trans, n, k, alpha, A, Atype, lda, beta, C, Ctype, ldc); \
		if (Atype != CUDA_C_32F || Ctype != CUDA_C_32F) \
			return CUBLAS_STATUS_NOT_SUPPORTED; \
		return routine(handle, uplo, trans, n, k, alpha, A, lda, beta, C, ldc); \
	}
UPDATE_EX(cublasCsyrkEx, cuComplex, int, cublasCsyrk_v2)
UPDATE_EX(cublasCsyrkEx_64, cuComplex, int64_t, cublasCsyrk_v2_64)
UPDATE_EX(cublasCsyrk3mEx, cuComplex, int, cublasCsyrk_v2)
UPDATE_EX(cublasCsyrk3mEx_64, cuComplex, int64_t, cublasCsyrk_v2_64)
UPDATE_EX(cublasCherkEx, float, int, cublasCherk_v2)
UPDATE_EX(cublasCherkEx_64, float, int64_t, cublasCherk_v2_64)
UPDATE_EX(cublasCherk3mEx, float, int, cublasCherk_v2)
UPDATE_EX(cublasCherk3mEx_64, float, int64_t, cublasCherk_v2_64)
