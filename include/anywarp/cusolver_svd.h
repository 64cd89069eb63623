/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Singular values (cuSOLVER, "Dense Eigenvalue Solver Reference (legacy)").
 */

/* A (m x n) = U diag(S) VT.  jobu, jobvt: A all columns (rows), S the first min(m, n), O in A's place, N none.  S: min(m, n) values,
   from the largest on.  rwork: NULL, or min(m, n) - 1 numbers for what didn't converge (*info > 0). */
#define __AW_SOLVER_GESVD(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T *A, int lda, \
		R *S, T *U, int ldu, T *VT, int ldvt, T *work, int lwork, R *rwork, int *info);
__AW_SOLVER_ALL(__AW_SOLVER_GESVD, gesvd)
#define __AW_SOLVER_GESVD_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, int m, int n, int *lwork);
__AW_SOLVER_ALL(__AW_SOLVER_GESVD_SIZE, gesvd_bufferSize)

/* A = U diag(S) V*, by Jacobi's method; V, not its adjoint.  econ: only min(m, n) columns of U and V. */
#define __AW_SOLVER_GESVDJ(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, T *A, int lda, R *S, \
		T *U, int ldu, T *V, int ldv, T *work, int lwork, int *info, gesvdjInfo_t params);
__AW_SOLVER_ALL(__AW_SOLVER_GESVDJ, gesvdj)
#define __AW_SOLVER_GESVDJ_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, const T *A, int lda, \
		const R *S, const T *U, int ldu, const T *V, int ldv, int *lwork, gesvdjInfo_t params);
__AW_SOLVER_ALL(__AW_SOLVER_GESVDJ_SIZE, gesvdj_bufferSize)

/* gesvdj of matrices one behind another: U is ldu x m x batch, V ldv x n x batch, S min(m, n) x batch. */
#define __AW_SOLVER_GESVDJ_BATCHED(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, T *A, int lda, R *S, T *U, \
		int ldu, T *V, int ldv, T *work, int lwork, int *infos, gesvdjInfo_t params, int batch);
__AW_SOLVER_ALL(__AW_SOLVER_GESVDJ_BATCHED, gesvdjBatched)
#define __AW_SOLVER_GESVDJ_BATCHED_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, const T *A, int lda, const R *S, \
		const T *U, int ldu, const T *V, int ldv, int *lwork, gesvdjInfo_t params, int batch);
__AW_SOLVER_ALL(__AW_SOLVER_GESVDJ_BATCHED_SIZE, gesvdjBatched_bufferSize)

/* The `rank` largest singular values of matrices at distances given in elements.  residuals: NULL, or on the host the Frobenius
   norms of A - U S V*. */
#define __AW_SOLVER_GESVDA(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T *A, int lda, \
		long long int strideA, R *S, long long int strideS, T *U, int ldu, long long int strideU, T *V, int ldv, \
		long long int strideV, T *work, int lwork, int *infos, double *residuals, int batch);
__AW_SOLVER_ALL(__AW_SOLVER_GESVDA, gesvdaStridedBatched)
#define __AW_SOLVER_GESVDA_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T *A, int lda, \
		long long int strideA, const R *S, long long int strideS, const T *U, int ldu, long long int strideU, const T *V, \
		int ldv, long long int strideV, int *lwork, int batch);
__AW_SOLVER_ALL(__AW_SOLVER_GESVDA_SIZE, gesvdaStridedBatched_bufferSize)

#undef __AW_SOLVER_GESVD
#undef __AW_SOLVER_GESVD_SIZE
#undef __AW_SOLVER_GESVDJ
#undef __AW_SOLVER_GESVDJ_SIZE
#undef __AW_SOLVER_GESVDJ_BATCHED
#undef __AW_SOLVER_GESVDJ_BATCHED_SIZE
#undef __AW_SOLVER_GESVDA
#undef __AW_SOLVER_GESVDA_SIZE
