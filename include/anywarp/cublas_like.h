/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * cuBLAS, routines that are like BLAS's (cuBLAS, 2.8). */

/* C = alpha op(A) + beta op(B); C may be A or B where that one isn't transposed */
#define __AW_BLAS_GEAM(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, const T *alpha, \
		const T *A, I lda, const T *beta, const T *B, I ldb, T *C, I ldc);
__AW_BLAS_ALL(__AW_BLAS_GEAM, geam)
#undef __AW_BLAS_GEAM

/* C = A diag(x) (right) or diag(x) A (left) */
#define __AW_BLAS_DGMM(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasSideMode_t mode, I m, I n, const T *A, I lda, const T *x, I incx, T *C, I ldc);
__AW_BLAS_ALL(__AW_BLAS_DGMM, dgmm)
#undef __AW_BLAS_DGMM

/* LU of many matrices, in place.  P has n pivots a matrix, from 1 on; NULL means without pivoting.  infoArray (device): 0, or
   the number of the zero pivot. */
#define __AW_BLAS_GETRF(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, int n, T *const A[], int lda, int *P, int *info, int batchSize);
__AW_BLAS_INT(__AW_BLAS_GETRF, getrfBatched)
#undef __AW_BLAS_GETRF

/* C = A^-1 from the factors of getrfBatched. */
#define __AW_BLAS_GETRI(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, int n, const T *const A[], int lda, const int *P, T *const C[], int ldc, \
		int *info, int batchSize);
__AW_BLAS_INT(__AW_BLAS_GETRI, getriBatched)
#undef __AW_BLAS_GETRI

/* B = X with op(A) X = B, from the factors of getrfBatched.  info (host): 0, or -i for parameter i. */
#define __AW_BLAS_GETRS(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, const T *const Aarray[], int lda, \
		const int *devIpiv, T *const Barray[], int ldb, int *info, int batchSize);
__AW_BLAS_INT(__AW_BLAS_GETRS, getrsBatched)
#undef __AW_BLAS_GETRS

/* Ainv = A^-1 for n up to 32; A stays. */
#define __AW_BLAS_MATINV(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, int n, const T *const A[], int lda, T *const Ainv[], int lda_inv, int *info, \
		int batchSize);
__AW_BLAS_INT(__AW_BLAS_MATINV, matinvBatched)
#undef __AW_BLAS_MATINV

/* QR of many matrices, in place, with the reflectors' factors in TauArray.  info is on the host. */
#define __AW_BLAS_GEQRF(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, int m, int n, T *const Aarray[], int lda, T *const TauArray[], int *info, \
		int batchSize);
__AW_BLAS_INT(__AW_BLAS_GEQRF, geqrfBatched)
#undef __AW_BLAS_GEQRF

/* Least squares: C = X with the smallest |C - A X|, m at least n, no transposition.  info is on the host; devInfoArray (device,
   may be NULL) gets the number of a zero on the diagonal of a matrix's R. */
#define __AW_BLAS_GELS(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs, T *const Aarray[], int lda, \
		T *const Carray[], int ldc, int *info, int *devInfoArray, int batchSize);
__AW_BLAS_INT(__AW_BLAS_GELS, gelsBatched)
#undef __AW_BLAS_GELS

/* Triangles from packed storage and to it. */
#define __AW_BLAS_TPTTR(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T *AP, T *A, int lda);
#define __AW_BLAS_TRTTP(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, int n, const T *A, int lda, T *AP);
__AW_BLAS_INT(__AW_BLAS_TPTTR, tpttr)
__AW_BLAS_INT(__AW_BLAS_TRTTP, trttp)
#undef __AW_BLAS_TPTTR
#undef __AW_BLAS_TRTTP
