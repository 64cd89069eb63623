// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routines that are like BLAS's: sums of matrices, products with diagonals, packed triangles (cuBLAS, 2.8).
#include "blas_call.h"

// --- C = alpha op(A) + beta op(B) ---

#define ELEMENT(op, matrix, ld, conjugate) \
	(op == 'N' ? matrix[i + j * ld] : op == 'T' ? matrix[j + i * ld] : conjugate(matrix[j + i * ld]))
#define GEAM_LOOP(X, T, conjugate) \
	static void geam_##X(const struct blas_call *call) \
	{ \
		T alpha = *(const T *)aw_blas_alpha(call), beta = *(const T *)aw_blas_beta(call); \
		const T *a = call->a, *b = call->b; \
		T *c = call->c; \
		for (int64_t j = 0; j < call->n; j++) \
			for (int64_t i = 0; i < call->m; i++) { \
				T left = alpha == 0 ? 0 : alpha * ELEMENT(call->op_a, a, call->lda, conjugate); \
				c[i + j * call->ldc] = left + (beta == 0 ? 0 : beta * ELEMENT(call->op_b, b, call->ldb, conjugate)); \
			} \
	}
BLAS_FORMATS(GEAM_LOOP)

// C may be one of the operands only where each element is read before it is written.
static bool overlaps(const void *matrix, const void *c, cublasOperation_t op, int64_t ld, int64_t ldc)
{
	return matrix == c && (op != CUBLAS_OP_N || ld != ldc);
}

#define GEAM(name, X, T, R, I) \
	cublasStatus_t name(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, const T *alpha, \
		const T *A, I lda, const T *beta, const T *B, I ldb, T *C, I ldc) \
	{ \
		if (!aw_blas_handle_use(handle, #name)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD(name, handle->native, transa, transb, m, n, alpha, A, lda, beta, B, ldb, C, ldc); \
		if (overlaps(A, C, transa, lda, ldc) || overlaps(B, C, transb, ldb, ldc)) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		struct blas_call call = { .run = geam_##X, .op_a = aw_blas_op(transa), .op_b = aw_blas_op(transb), .m = m, .n = n, \
			BLAS_ALPHA(alpha), BLAS_BETA(beta), BLAS_A(A, lda, transa == CUBLAS_OP_N ? m : n), \
			BLAS_B(B, ldb, transb == CUBLAS_OP_N ? m : n), BLAS_MATRIX_C(C, ldc, m) }; \
		return aw_blas_submit(handle, &call); \
	}
BLAS_ALL(GEAM, geam)

// --- C = A diag(x), C = diag(x) A ---

#define DGMM_LOOP(X, T, conjugate) \
	static void dgmm_##X(const struct blas_call *call) \
	{ \
		const T *a = call->a, *x = call->x; \
		T *c = call->c; \
		int64_t length = call->side == 'L' ? call->m : call->n; \
		if (call->incx < 0) \
			x += (1 - length) * call->incx; \
		for (int64_t j = 0; j < call->n; j++) \
			for (int64_t i = 0; i < call->m; i++) \
				c[i + j * call->ldc] = a[i + j * call->lda] * x[(call->side == 'L' ? i : j) * call->incx]; \
	}
BLAS_FORMATS(DGMM_LOOP)

#define DGMM(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasSideMode_t mode, I m, I n, const T *A, I lda, const T *x, I incx, T *C, I ldc), \
	(handle->native, mode, m, n, A, lda, x, incx, C, ldc), \
	.run = dgmm_##X, .any_increment = true, .side = aw_blas_side(mode), .m = m, .n = n, BLAS_A(A, lda, m), BLAS_X(x, incx), \
	BLAS_MATRIX_C(C, ldc, m))
BLAS_ALL(DGMM, dgmm)

// --- packed triangles ---

#define TRIANGLE_LOOPS(X, T, conjugate) \
	static void tpttr_##X(const struct blas_call *call) \
	{ \
		const T *packed = call->x; \
		for (int64_t j = 0; j < call->n; j++) \
			for (int64_t i = call->fill == 'L' ? j : 0; i < (call->fill == 'L' ? call->n : j + 1); i++) \
				((T *)call->c)[i + j * call->ldc] = *packed++; \
	} \
	static void trttp_##X(const struct blas_call *call) \
	{ \
		T *packed = call->y; \
		for (int64_t j = 0; j < call->n; j++) \
			for (int64_t i = call->fill == 'L' ? j : 0; i < (call->fill == 'L' ? call->n : j + 1); i++) \
				*packed++ = ((const T *)call->a)[i + j * call->lda]; \
	}
BLAS_FORMATS(TRIANGLE_LOOPS)

#define TPTTR(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *AP, T *A, I lda), (handle->native, uplo, n, AP, A, lda), \
	.run = tpttr_##X, .fill = aw_blas_fill(uplo), .n = n, BLAS_X(AP, 1), BLAS_MATRIX_C(A, lda, n))
#define TRTTP(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *A, I lda, T *AP), (handle->native, uplo, n, A, lda, AP), \
	.run = trttp_##X, .fill = aw_blas_fill(uplo), .n = n, BLAS_Y(AP, 1), BLAS_A(A, lda, n))
BLAS_ONE_SIZE(TPTTR, tpttr)
BLAS_ONE_SIZE(TRTTP, trttp)
