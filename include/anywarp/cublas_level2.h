/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * cuBLAS, level 2: a matrix and vectors (cuBLAS, 2.6).  Increments are not zero.  Bands and packed triangles are stored as in
 * BLAS: element (i, j) of a band with ku superdiagonals at A[ku + i - j + j * lda]. */

/* y = alpha op(A) x + beta y, A of m rows and n columns */
#define __AW_BLAS_GEMV(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasOperation_t trans, I m, I n, const T *alpha, const T *A, I lda, \
		const T *x, I incx, const T *beta, T *y, I incy);
__AW_BLAS_ALL(__AW_BLAS_GEMV, gemv_v2)
#undef __AW_BLAS_GEMV

/* The same of a band with kl subdiagonals and ku superdiagonals. */
#define __AW_BLAS_GBMV(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasOperation_t trans, I m, I n, I kl, I ku, const T *alpha, const T *A, I lda, \
		const T *x, I incx, const T *beta, T *y, I incy);
__AW_BLAS_ALL(__AW_BLAS_GBMV, gbmv_v2)
#undef __AW_BLAS_GBMV

/* x = op(A) x and x = op(A)^-1 x, A triangular: whole, a band of k diagonals, packed */
#define __AW_BLAS_TRMV(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, \
		const T *A, I lda, T *x, I incx);
#define __AW_BLAS_TBMV(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, I k, \
		const T *A, I lda, T *x, I incx);
#define __AW_BLAS_TPMV(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, \
		const T *AP, T *x, I incx);
__AW_BLAS_ALL(__AW_BLAS_TRMV, trmv_v2)
__AW_BLAS_ALL(__AW_BLAS_TRMV, trsv_v2)
__AW_BLAS_ALL(__AW_BLAS_TBMV, tbmv_v2)
__AW_BLAS_ALL(__AW_BLAS_TBMV, tbsv_v2)
__AW_BLAS_ALL(__AW_BLAS_TPMV, tpmv_v2)
__AW_BLAS_ALL(__AW_BLAS_TPMV, tpsv_v2)
#undef __AW_BLAS_TRMV
#undef __AW_BLAS_TBMV
#undef __AW_BLAS_TPMV

/* y = alpha A x + beta y, A symmetric or Hermitian: whole, a band, packed */
#define __AW_BLAS_SYMV(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *A, I lda, const T *x, \
		I incx, const T *beta, T *y, I incy);
#define __AW_BLAS_SBMV(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, I n, I k, const T *alpha, const T *A, I lda, const T *x, \
		I incx, const T *beta, T *y, I incy);
#define __AW_BLAS_SPMV(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *AP, const T *x, I incx, \
		const T *beta, T *y, I incy);
__AW_BLAS_ALL(__AW_BLAS_SYMV, symv_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_SYMV, hemv_v2)
__AW_BLAS_REAL(__AW_BLAS_SBMV, sbmv_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_SBMV, hbmv_v2)
__AW_BLAS_REAL(__AW_BLAS_SPMV, spmv_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_SPMV, hpmv_v2)
#undef __AW_BLAS_SYMV
#undef __AW_BLAS_SBMV
#undef __AW_BLAS_SPMV

/* A = alpha x y^T + A; gerc conjugates y */
#define __AW_BLAS_GER(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, I m, I n, const T *alpha, const T *x, I incx, const T *y, I incy, T *A, I lda);
__AW_BLAS_REAL(__AW_BLAS_GER, ger_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_GER, geru_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_GER, gerc_v2)
#undef __AW_BLAS_GER

/* A = alpha x x^T + A of a triangle (x^H in the Hermitian ones, whose alpha is real); packed */
#define __AW_BLAS_SYR(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, T *A, I lda);
#define __AW_BLAS_HER(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, I n, const R *alpha, const T *x, I incx, T *A, I lda);
#define __AW_BLAS_SPR(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, I n, const R *alpha, const T *x, I incx, T *AP);
__AW_BLAS_ALL(__AW_BLAS_SYR, syr_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_HER, her_v2)
__AW_BLAS_REAL(__AW_BLAS_SPR, spr_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_SPR, hpr_v2)
#undef __AW_BLAS_SYR
#undef __AW_BLAS_HER
#undef __AW_BLAS_SPR

/* A = alpha x y^T + (alpha y x^T) + A of a triangle; the Hermitian ones conjugate; packed */
#define __AW_BLAS_SYR2(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, const T *y, \
		I incy, T *A, I lda);
#define __AW_BLAS_SPR2(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T *alpha, const T *x, I incx, const T *y, \
		I incy, T *AP);
__AW_BLAS_ALL(__AW_BLAS_SYR2, syr2_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_SYR2, her2_v2)
__AW_BLAS_REAL(__AW_BLAS_SPR2, spr2_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_SPR2, hpr2_v2)
#undef __AW_BLAS_SYR2
#undef __AW_BLAS_SPR2

/* gemv of many equal problems: arrays of pointers on the device, or matrices and vectors at equal distances, in elements.
   The names with HSH and the like take halves (H) or bfloat16 (T) for matrix and x, float scalars, and give y in H, T or S. */
#define __AW_BLAS_GEMV_BATCHED(name, T, A, Y, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasOperation_t trans, I m, I n, const A *alpha, const T *const Aarray[], I lda, \
		const T *const xarray[], I incx, const A *beta, Y *const yarray[], I incy, I batchCount);
#define __AW_BLAS_GEMV_STRIDED(name, T, A, Y, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasOperation_t trans, I m, I n, const A *alpha, const T *M_, I lda, \
		long long int strideA, const T *x, I incx, long long int stridex, const A *beta, Y *y, I incy, \
		long long int stridey, I batchCount);
#define __AW_BLAS_GEMV_MANY(letters, T, A, Y) \
	__AW_BLAS_GEMV_BATCHED(cublas##letters##gemvBatched, T, A, Y, int) \
	__AW_BLAS_GEMV_BATCHED(cublas##letters##gemvBatched_64, T, A, Y, int64_t) \
	__AW_BLAS_GEMV_STRIDED(cublas##letters##gemvStridedBatched, T, A, Y, int) \
	__AW_BLAS_GEMV_STRIDED(cublas##letters##gemvStridedBatched_64, T, A, Y, int64_t)
__AW_BLAS_GEMV_MANY(S, float, float, float)
__AW_BLAS_GEMV_MANY(D, double, double, double)
__AW_BLAS_GEMV_MANY(C, cuComplex, cuComplex, cuComplex)
__AW_BLAS_GEMV_MANY(Z, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex)
#ifdef __AW_BLAS_HALVES
__AW_BLAS_GEMV_MANY(HSH, __half, float, __half)
__AW_BLAS_GEMV_MANY(HSS, __half, float, float)
__AW_BLAS_GEMV_MANY(TST, __nv_bfloat16, float, __nv_bfloat16)
__AW_BLAS_GEMV_MANY(TSS, __nv_bfloat16, float, float)
#endif
#undef __AW_BLAS_GEMV_BATCHED
#undef __AW_BLAS_GEMV_STRIDED
#undef __AW_BLAS_GEMV_MANY
