/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Systems of equations: factorisations and what is solved with them (cuSOLVER, "Dense Linear Solver
 * Reference (legacy)").
 */

/* A = L L* (lower) or U* U (upper), in the triangle `uplo` of the n x n matrix A.  *info: 0, or k: the leading minor of order k
   isn't positive definite; -i: parameter i is wrong. */
#define __AW_SOLVER_POTRF(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, T *work, int lwork, \
		int *info);
__AW_SOLVER_ALL(__AW_SOLVER_POTRF, potrf)
#define __AW_SOLVER_FILL_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, int *lwork);
__AW_SOLVER_ALL(__AW_SOLVER_FILL_SIZE, potrf_bufferSize)

/* The inverse of A from the factor that potrf left, in its triangle. */
#define __AW_SOLVER_POTRI(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, T *work, int lwork, \
		int *info);
__AW_SOLVER_ALL(__AW_SOLVER_POTRI, potri)
__AW_SOLVER_ALL(__AW_SOLVER_FILL_SIZE, potri_bufferSize)

/* U U* or L* L of a triangular matrix, in its triangle. */
#define __AW_SOLVER_LAUUM(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, T *work, int lwork, \
		int *info);
__AW_SOLVER_ALL(__AW_SOLVER_LAUUM, lauum)
__AW_SOLVER_ALL(__AW_SOLVER_FILL_SIZE, lauum_bufferSize)

/* Solves A X = B, B of n rows and nrhs columns, with the factor of potrf. */
#define __AW_SOLVER_POTRS(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, const T *A, int lda, T *B, \
		int ldb, int *info);
__AW_SOLVER_ALL(__AW_SOLVER_POTRS, potrs)

/* potrf of `batch` matrices; A is an array of pointers on the device, infos one of ints there. */
#define __AW_SOLVER_POTRF_BATCHED(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A[], int lda, int *infos, int batch);
__AW_SOLVER_ALL(__AW_SOLVER_POTRF_BATCHED, potrfBatched)

/* potrs for each of a batch; nrhs must be 1. */
#define __AW_SOLVER_POTRS_BATCHED(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, T *A[], int lda, T *B[], \
		int ldb, int *info, int batch);
__AW_SOLVER_ALL(__AW_SOLVER_POTRS_BATCHED, potrsBatched)

/* P A = L U of an m x n matrix.  pivots: on the device, min(m, n) rows that were exchanged, counted from 1; with NULL no rows are
   exchanged.  *info: 0, or k: U(k, k) is zero. */
#define __AW_SOLVER_GETRF(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, int m, int n, T *A, int lda, T *work, int *pivots, int *info);
__AW_SOLVER_ALL(__AW_SOLVER_GETRF, getrf)
#define __AW_SOLVER_SHAPE_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, int m, int n, T *A, int lda, int *lwork);
__AW_SOLVER_ALL(__AW_SOLVER_SHAPE_SIZE, getrf_bufferSize)

/* Solves op(A) X = B with the factors and pivots of getrf. */
#define __AW_SOLVER_GETRS(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, const T *A, int lda, \
		const int *pivots, T *B, int ldb, int *info);
__AW_SOLVER_ALL(__AW_SOLVER_GETRS, getrs)

/* Exchanges rows k1 to k2 (counted from 1) of the n columns of A as the pivots say. */
#define __AW_SOLVER_LASWP(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, int n, T *A, int lda, int k1, int k2, const int *pivots, int incx);
__AW_SOLVER_ALL(__AW_SOLVER_LASWP, laswp)

/* A = L D L^T of a symmetric matrix (also complex ones), by Bunch's and Kaufman's pivots. */
#define __AW_SOLVER_SYTRF(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, int *pivots, T *work, \
		int lwork, int *info);
__AW_SOLVER_ALL(__AW_SOLVER_SYTRF, sytrf)
#define __AW_SOLVER_SYTRF_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, int n, T *A, int lda, int *lwork);
__AW_SOLVER_ALL(__AW_SOLVER_SYTRF_SIZE, sytrf_bufferSize)

/* The inverse of A from the factors of sytrf. */
#define __AW_SOLVER_SYTRI(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, const int *pivots, \
		T *work, int lwork, int *info);
__AW_SOLVER_ALL(__AW_SOLVER_SYTRI, sytri)
#define __AW_SOLVER_SYTRI_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, const int *pivots, \
		int *lwork);
__AW_SOLVER_ALL(__AW_SOLVER_SYTRI_SIZE, sytri_bufferSize)

#undef __AW_SOLVER_POTRF
#undef __AW_SOLVER_FILL_SIZE
#undef __AW_SOLVER_POTRI
#undef __AW_SOLVER_LAUUM
#undef __AW_SOLVER_POTRS
#undef __AW_SOLVER_POTRF_BATCHED
#undef __AW_SOLVER_POTRS_BATCHED
#undef __AW_SOLVER_GETRF
#undef __AW_SOLVER_SHAPE_SIZE
#undef __AW_SOLVER_GETRS
#undef __AW_SOLVER_LASWP
#undef __AW_SOLVER_SYTRF
#undef __AW_SOLVER_SYTRF_SIZE
#undef __AW_SOLVER_SYTRI
#undef __AW_SOLVER_SYTRI_SIZE
