// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuBLAS, level 2 (cuBLAS, 2.6), but for the batched products, which are in blas_gemm.c.
#include "blas_call.h"
#include "../common/shim_lapack.h"

// The operands of a call, as BLAS takes them.
#define N BLAS_INT(n)
#define K BLAS_INT(k)
#define A call->a, BLAS_INT(lda)
#define OUT_A call->c, BLAS_INT(ldc)
#define X call->x, BLAS_INT(incx)
#define Y call->y, BLAS_INT(incy)
#define IN_OUT_X (void *)call->x, BLAS_INT(incx)
#define ALPHA aw_blas_alpha(call)
#define BETA aw_blas_beta(call)

// What runs a routine: its arguments after the words and sizes stand for it.
#define RUN(routine, ...) \
	static void routine(const struct blas_call *call) \
	{ \
		ROUTINE(routine)[call->type](__VA_ARGS__); \
	}
RUN(gemv, &call->op_a, BLAS_INT(m), N, ALPHA, A, X, BETA, Y)
RUN(gbmv, &call->op_a, BLAS_INT(m), N, BLAS_INT(kl), BLAS_INT(ku), ALPHA, A, X, BETA, Y)
RUN(trmv, &call->fill, &call->op_a, &call->diag, N, A, IN_OUT_X)
RUN(trsv, &call->fill, &call->op_a, &call->diag, N, A, IN_OUT_X)
RUN(tbmv, &call->fill, &call->op_a, &call->diag, N, K, A, IN_OUT_X)
RUN(tbsv, &call->fill, &call->op_a, &call->diag, N, K, A, IN_OUT_X)
RUN(tpmv, &call->fill, &call->op_a, &call->diag, N, call->a, IN_OUT_X)
RUN(tpsv, &call->fill, &call->op_a, &call->diag, N, call->a, IN_OUT_X)
RUN(symv, &call->fill, N, ALPHA, A, X, BETA, Y)
RUN(hemv, &call->fill, N, ALPHA, A, X, BETA, Y)
RUN(sbmv, &call->fill, N, K, ALPHA, A, X, BETA, Y)
RUN(hbmv, &call->fill, N, K, ALPHA, A, X, BETA, Y)
RUN(spmv, &call->fill, N, ALPHA, call->a, X, BETA, Y)
RUN(hpmv, &call->fill, N, ALPHA, call->a, X, BETA, Y)
RUN(ger, BLAS_INT(m), N, ALPHA, X, Y, OUT_A)
RUN(geru, BLAS_INT(m), N, ALPHA, X, Y, OUT_A)
RUN(gerc, BLAS_INT(m), N, ALPHA, X, Y, OUT_A)
RUN(syr, &call->fill, N, ALPHA, X, OUT_A)
RUN(her, &call->fill, N, ALPHA, X, OUT_A)
RUN(spr, &call->fill, N, ALPHA, X, call->c)
RUN(hpr, &call->fill, N, ALPHA, X, call->c)
RUN(syr2, &call->fill, N, ALPHA, X, Y, OUT_A)
RUN(her2, &call->fill, N, ALPHA, X, Y, OUT_A)
RUN(spr2, &call->fill, N, ALPHA, X, Y, call->c)
RUN(hpr2, &call->fill, N, ALPHA, X, Y, call->c)

#undef N
#undef K
#undef A
#undef X
#undef Y

#define ROUTINE_OF(letter, routine) .type = BLAS_##letter, .run = routine
// Packed matrices have no leading dimension.
#define PACKED(pointer) .a = (pointer), .lda = 1
#define PACKED_OUT(pointer) .c = (pointer), .ldc = 1

#define GEMV(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t trans, I m, I n, const T *alpha, const T *A, I lda, const T *x, I incx, \
		const T *beta, T *y, I incy), \
	(handle->native, trans, m, n, alpha, A, lda, x, incx, beta, y, incy), \
	ROUTINE_OF(X, gemv), .op_a = aw_blas_op(trans), .m = m, .n = n, BLAS_ALPHA(alpha), BLAS_A(A, lda, m), BLAS_X(x, incx), \
	BLAS_BETA(beta), BLAS_Y(y, incy))
BLAS_ALL(GEMV, gemv_v2)

#define GBMV(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t trans, I m, I n, I kl, I ku, const T *alpha, const T *A, I lda, const T *x, \
		I incx, const T *beta, T *y, I incy), \
	(handle->native, trans, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy), \
	ROUTINE_OF(X, gbmv), .op_a = aw_blas_op(trans), .m = m, .n = n, .kl = kl, .ku = ku, BLAS_ALPHA(alpha), \
	BLAS_A(A, lda, (int64_t)kl + ku + 1), BLAS_X(x, incx), BLAS_BETA(beta), BLAS_Y(y, incy))
BLAS_ALL(GBMV, gbmv_v2)

#define WORDS .fill = aw_blas_fill(uplo), .op_a = aw_blas_op(trans), .diag = aw_blas_diag(diag)
#define TRIANGLE(name, X, T, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, const T *A, I lda, \
		T *x, I incx), \
	(handle->native, uplo, trans, diag, n, A, lda, x, incx), \
	ROUTINE_OF(X, routine), WORDS, .n = n, BLAS_A(A, lda, n), BLAS_X(x, incx))
#define BAND(name, X, T, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, I k, const T *A, \
		I lda, T *x, I incx), \
	(handle->native, uplo, trans, diag, n, k, A, lda, x, incx), \
	ROUTINE_OF(X, routine), WORDS, .n = n, .k = k, BLAS_A(A, lda, (int64_t)k + 1), BLAS_X(x, incx))
#define PACKED_TRIANGLE(name, X, T, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, const T *AP, T *x, \
		I incx), \
	(handle->native, uplo, trans, diag, n, AP, x, incx), ROUTINE_OF(X, routine), WORDS, .n = n, PACKED(AP), BLAS_X(x, incx))
#define TRMV(name, X, T, R, I) TRIANGLE(name, X, T, I, trmv)
#define TRSV(name, X, T, R, I) TRIANGLE(name, X, T, I, trsv)
#define TBMV(name, X, T, R, I) BAND(name, X, T, I, tbmv)
#define TBSV(name, X, T, R, I) BAND(name, X, T, I, tbsv)
#define TPMV(name, X, T, R, I) PACKED_TRIANGLE(name, X, T, I, tpmv)
#define TPSV(name, X, T, R, I) PACKED_TRIANGLE(name, X, T, I, tpsv)
BLAS_ALL(TRMV, trmv_v2)
BLAS_ALL(TRSV, trsv_v2)
BLAS_ALL(TBMV, tbmv_v2)
BLAS_ALL(TBSV, tbsv_v2)
BLAS_ALL(TPMV, tpmv_v2)
BLAS_ALL(TPSV, tpsv_v2)

#define SYMMETRIC(name, X, T, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *A, I lda, const T *x, I incx, \
		const T *beta, T *y, I incy), \
	(handle->native, uplo, n, alpha, A, lda, x, incx, beta, y, incy), \
	ROUTINE_OF(X, routine), .fill = aw_blas_fill(uplo), .n = n, BLAS_ALPHA(alpha), BLAS_A(A, lda, n), BLAS_X(x, incx), \
	BLAS_BETA(beta), BLAS_Y(y, incy))
#define SYMMETRIC_BAND(name, X, T, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, I k, const T *alpha, const T *A, I lda, const T *x, I incx, \
		const T *beta, T *y, I incy), \
	(handle->native, uplo, n, k, alpha, A, lda, x, incx, beta, y, incy), \
	ROUTINE_OF(X, routine), .fill = aw_blas_fill(uplo), .n = n, .k = k, BLAS_ALPHA(alpha), \
	BLAS_A(A, lda, (int64_t)k + 1), BLAS_X(x, incx), BLAS_BETA(beta), BLAS_Y(y, incy))
#define SYMMETRIC_PACKED(name, X, T, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *AP, const T *x, I incx, const T *beta, \
		T *y, I incy), \
	(handle->native, uplo, n, alpha, AP, x, incx, beta, y, incy), \
	ROUTINE_OF(X, routine), .fill = aw_blas_fill(uplo), .n = n, BLAS_ALPHA(alpha), PACKED(AP), BLAS_X(x, incx), \
	BLAS_BETA(beta), BLAS_Y(y, incy))
#define SYMV(name, X, T, R, I) SYMMETRIC(name, X, T, I, symv)
#define HEMV(name, X, T, R, I) SYMMETRIC(name, X, T, I, hemv)
#define SBMV(name, X, T, R, I) SYMMETRIC_BAND(name, X, T, I, sbmv)
#define HBMV(name, X, T, R, I) SYMMETRIC_BAND(name, X, T, I, hbmv)
#define SPMV(name, X, T, R, I) SYMMETRIC_PACKED(name, X, T, I, spmv)
#define HPMV(name, X, T, R, I) SYMMETRIC_PACKED(name, X, T, I, hpmv)
BLAS_ALL(SYMV, symv_v2)
BLAS_COMPLEX(HEMV, hemv_v2)
BLAS_REAL(SBMV, sbmv_v2)
BLAS_COMPLEX(HBMV, hbmv_v2)
BLAS_REAL(SPMV, spmv_v2)
BLAS_COMPLEX(HPMV, hpmv_v2)

#define RANK_ONE(name, X, T, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, I m, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *A, I lda), \
	(handle->native, m, n, alpha, x, incx, y, incy, A, lda), \
	ROUTINE_OF(X, routine), .m = m, .n = n, BLAS_ALPHA(alpha), BLAS_X(x, incx), BLAS_Y((T *)y, incy), BLAS_MATRIX_C(A, lda, m))
#define GER(name, X, T, R, I) RANK_ONE(name, X, T, I, ger)
#define GERU(name, X, T, R, I) RANK_ONE(name, X, T, I, geru)
#define GERC(name, X, T, R, I) RANK_ONE(name, X, T, I, gerc)
BLAS_REAL(GER, ger_v2)
BLAS_COMPLEX(GERU, geru_v2)
BLAS_COMPLEX(GERC, gerc_v2)

// Updates of a triangle by one vector; A is the type of alpha.
#define UPDATE(name, X, T, A_TYPE, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const A_TYPE *alpha, const T *x, I incx, T *A, I lda), \
	(handle->native, uplo, n, alpha, x, incx, A, lda), \
	ROUTINE_OF(X, routine), .fill = aw_blas_fill(uplo), .n = n, BLAS_ALPHA(alpha), BLAS_X(x, incx), BLAS_MATRIX_C(A, lda, n))
#define PACKED_UPDATE(name, X, T, A_TYPE, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const A_TYPE *alpha, const T *x, I incx, T *AP), \
	(handle->native, uplo, n, alpha, x, incx, AP), \
	ROUTINE_OF(X, routine), .fill = aw_blas_fill(uplo), .n = n, BLAS_ALPHA(alpha), BLAS_X(x, incx), PACKED_OUT(AP))
#define SYR(name, X, T, R, I) UPDATE(name, X, T, T, I, syr)
#define HER(name, X, T, R, I) UPDATE(name, X, T, R, I, her)
#define SPR(name, X, T, R, I) PACKED_UPDATE(name, X, T, R, I, spr)
#define HPR(name, X, T, R, I) PACKED_UPDATE(name, X, T, R, I, hpr)
BLAS_ALL(SYR, syr_v2)
BLAS_COMPLEX(HER, her_v2)
BLAS_REAL(SPR, spr_v2)
BLAS_COMPLEX(HPR, hpr_v2)

#define UPDATE2(name, X, T, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *A, I lda), \
	(handle->native, uplo, n, alpha, x, incx, y, incy, A, lda), \
	ROUTINE_OF(X, routine), .fill = aw_blas_fill(uplo), .n = n, BLAS_ALPHA(alpha), BLAS_X(x, incx), BLAS_Y((T *)y, incy), \
	BLAS_MATRIX_C(A, lda, n))
#define PACKED_UPDATE2(name, X, T, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *AP), \
	(handle->native, uplo, n, alpha, x, incx, y, incy, AP), \
	ROUTINE_OF(X, routine), .fill = aw_blas_fill(uplo), .n = n, BLAS_ALPHA(alpha), BLAS_X(x, incx), BLAS_Y((T *)y, incy), \
	PACKED_OUT(AP))
#define SYR2(name, X, T, R, I) UPDATE2(name, X, T, I, syr2)
#define HER2(name, X, T, R, I) UPDATE2(name, X, T, I, her2)
#define SPR2(name, X, T, R, I) PACKED_UPDATE2(name, X, T, I, spr2)
#define HPR2(name, X, T, R, I) PACKED_UPDATE2(name, X, T, I, hpr2)
BLAS_ALL(SYR2, syr2_v2)
BLAS_COMPLEX(HER2, her2_v2)
BLAS_REAL(SPR2, spr2_v2)
BLAS_COMPLEX(HPR2, hpr2_v2)
