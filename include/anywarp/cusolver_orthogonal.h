/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Orthogonal factorisations and reductions (cuSOLVER, "Dense Linear Solver Reference (legacy)", "Dense Eigenvalue Solver
 * Reference (legacy)").
 */

/* A = Q R of an m x n matrix: R in the upper triangle, Q as min(m, n) reflectors below it and in tau. */
#define __AW_SOLVER_GEQRF(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, int m, int n, T *A, int lda, T *tau, T *work, int lwork, int *info);
__AW_SOLVER_ALL(__AW_SOLVER_GEQRF, geqrf)
#define __AW_SOLVER_GEQRF_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, int m, int n, T *A, int lda, int *lwork);
__AW_SOLVER_ALL(__AW_SOLVER_GEQRF_SIZE, geqrf_bufferSize)

/* The first n columns of the product of k reflectors of geqrf, in A (m x n). */
#define __AW_SOLVER_ORGQR(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, int m, int n, int k, T *A, int lda, const T *tau, T *work, int lwork, \
		int *info);
__AW_SOLVER_PAIR(__AW_SOLVER_ORGQR, orgqr, ungqr)
#define __AW_SOLVER_ORGQR_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, int m, int n, int k, const T *A, int lda, const T *tau, int *lwork);
__AW_SOLVER_PAIR(__AW_SOLVER_ORGQR_SIZE, orgqr_bufferSize, ungqr_bufferSize)

/* C (m x n) = op(Q) C or C op(Q) with k reflectors of geqrf. */
#define __AW_SOLVER_ORMQR(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, \
		const T *A, int lda, const T *tau, T *C, int ldc, T *work, int lwork, int *info);
__AW_SOLVER_PAIR(__AW_SOLVER_ORMQR, ormqr, unmqr)
#define __AW_SOLVER_ORMQR_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, \
		const T *A, int lda, const T *tau, const T *C, int ldc, int *lwork);
__AW_SOLVER_PAIR(__AW_SOLVER_ORMQR_SIZE, ormqr_bufferSize, unmqr_bufferSize)

/* A (m x n) = Q B P*, B bidiagonal: its diagonal D, and E beside it. */
#define __AW_SOLVER_GEBRD(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, int m, int n, T *A, int lda, R *D, R *E, T *tauq, T *taup, T *work, \
		int lwork, int *info);
__AW_SOLVER_ALL(__AW_SOLVER_GEBRD, gebrd)
#define __AW_SOLVER_GEBRD_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, int m, int n, int *lwork);
__AW_SOLVER_ALL(__AW_SOLVER_GEBRD_SIZE, gebrd_bufferSize)

/* Q (side left) or P* (side right) of gebrd. */
#define __AW_SOLVER_ORGBR(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, T *A, int lda, \
		const T *tau, T *work, int lwork, int *info);
__AW_SOLVER_PAIR(__AW_SOLVER_ORGBR, orgbr, ungbr)
#define __AW_SOLVER_ORGBR_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, const T *A, int lda, \
		const T *tau, int *lwork);
__AW_SOLVER_PAIR(__AW_SOLVER_ORGBR_SIZE, orgbr_bufferSize, ungbr_bufferSize)

/* A = Q T Q*, T tridiagonal: its diagonal D (n) and E (n - 1) beside it. */
#define __AW_SOLVER_SYTRD(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, R *D, R *E, T *tau, \
		T *work, int lwork, int *info);
__AW_SOLVER_PAIR(__AW_SOLVER_SYTRD, sytrd, hetrd)
#define __AW_SOLVER_SYTRD_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T *A, int lda, const R *D, \
		const R *E, const T *tau, int *lwork);
__AW_SOLVER_PAIR(__AW_SOLVER_SYTRD_SIZE, sytrd_bufferSize, hetrd_bufferSize)

/* Q of sytrd. */
#define __AW_SOLVER_ORGTR(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, const T *tau, T *work, \
		int lwork, int *info);
__AW_SOLVER_PAIR(__AW_SOLVER_ORGTR, orgtr, ungtr)
#define __AW_SOLVER_ORGTR_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T *A, int lda, const T *tau, \
		int *lwork);
__AW_SOLVER_PAIR(__AW_SOLVER_ORGTR_SIZE, orgtr_bufferSize, ungtr_bufferSize)

/* C (m x n) = op(Q) C or C op(Q) with Q of sytrd. */
#define __AW_SOLVER_ORMTR(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, \
		int m, int n, T *A, int lda, T *tau, T *C, int ldc, T *work, int lwork, int *info);
__AW_SOLVER_PAIR(__AW_SOLVER_ORMTR, ormtr, unmtr)
#define __AW_SOLVER_ORMTR_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, \
		int m, int n, const T *A, int lda, const T *tau, const T *C, int ldc, int *lwork);
__AW_SOLVER_PAIR(__AW_SOLVER_ORMTR_SIZE, ormtr_bufferSize, unmtr_bufferSize)

#undef __AW_SOLVER_GEQRF
#undef __AW_SOLVER_GEQRF_SIZE
#undef __AW_SOLVER_ORGQR
#undef __AW_SOLVER_ORGQR_SIZE
#undef __AW_SOLVER_ORMQR
#undef __AW_SOLVER_ORMQR_SIZE
#undef __AW_SOLVER_GEBRD
#undef __AW_SOLVER_GEBRD_SIZE
#undef __AW_SOLVER_ORGBR
#undef __AW_SOLVER_ORGBR_SIZE
#undef __AW_SOLVER_SYTRD
#undef __AW_SOLVER_SYTRD_SIZE
#undef __AW_SOLVER_ORGTR
#undef __AW_SOLVER_ORGTR_SIZE
#undef __AW_SOLVER_ORMTR
#undef __AW_SOLVER_ORMTR_SIZE
