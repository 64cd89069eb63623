/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Eigenvalues (cuSOLVER, "Dense Eigenvalue Solver Reference (legacy)").
 */

/* Eigenvalues W (n, ascending) and, with jobz, eigenvectors in the columns of A, of a symmetric or Hermitian matrix. */
#define __AW_SOLVER_SYEVD(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda, \
		R *W, T *work, int lwork, int *info);
__AW_SOLVER_PAIR(__AW_SOLVER_SYEVD, syevd, heevd)
#define __AW_SOLVER_SYEVD_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *A, \
		int lda, const R *W, int *lwork);
__AW_SOLVER_PAIR(__AW_SOLVER_SYEVD_SIZE, syevd_bufferSize, heevd_bufferSize)

/* The same for some eigenvalues: all, those in (vl, vu], or numbers il to iu, counted from 1.  *meig, on the host: how many. */
#define __AW_SOLVER_SYEVDX(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range, \
		cublasFillMode_t uplo, int n, T *A, int lda, R vl, R vu, int il, int iu, int *meig, R *W, T *work, int lwork, \
		int *info);
__AW_SOLVER_PAIR(__AW_SOLVER_SYEVDX, syevdx, heevdx)
#define __AW_SOLVER_SYEVDX_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range, \
		cublasFillMode_t uplo, int n, const T *A, int lda, R vl, R vu, int il, int iu, int *meig, const R *W, int *lwork);
__AW_SOLVER_PAIR(__AW_SOLVER_SYEVDX_SIZE, syevdx_bufferSize, heevdx_bufferSize)

/* A x = w B x (type 1), A B x = w x (2), B A x = w x (3), B positive definite.  *info > n: B's minor of order info - n isn't. */
#define __AW_SOLVER_SYGVD(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, \
		cublasFillMode_t uplo, int n, T *A, int lda, T *B, int ldb, R *W, T *work, int lwork, int *info);
__AW_SOLVER_PAIR(__AW_SOLVER_SYGVD, sygvd, hegvd)
#define __AW_SOLVER_SYGVD_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, \
		cublasFillMode_t uplo, int n, const T *A, int lda, const T *B, int ldb, const R *W, int *lwork);
__AW_SOLVER_PAIR(__AW_SOLVER_SYGVD_SIZE, sygvd_bufferSize, hegvd_bufferSize)

/* The same for some eigenvalues. */
#define __AW_SOLVER_SYGVDX(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, \
		cusolverEigRange_t range, cublasFillMode_t uplo, int n, T *A, int lda, T *B, int ldb, R vl, R vu, int il, int iu, \
		int *meig, R *W, T *work, int lwork, int *info);
__AW_SOLVER_PAIR(__AW_SOLVER_SYGVDX, sygvdx, hegvdx)
#define __AW_SOLVER_SYGVDX_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, \
		cusolverEigRange_t range, cublasFillMode_t uplo, int n, const T *A, int lda, const T *B, int ldb, R vl, R vu, \
		int il, int iu, int *meig, const R *W, int *lwork);
__AW_SOLVER_PAIR(__AW_SOLVER_SYGVDX_SIZE, sygvdx_bufferSize, hegvdx_bufferSize)

/* syevd by Jacobi's method with its parameters. */
#define __AW_SOLVER_SYEVJ(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda, \
		R *W, T *work, int lwork, int *info, syevjInfo_t params);
__AW_SOLVER_PAIR(__AW_SOLVER_SYEVJ, syevj, heevj)
#define __AW_SOLVER_SYEVJ_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *A, \
		int lda, const R *W, int *lwork, syevjInfo_t params);
__AW_SOLVER_PAIR(__AW_SOLVER_SYEVJ_SIZE, syevj_bufferSize, heevj_bufferSize)

/* syevj of matrices one behind another: A is lda x n x batch, W n x batch, infos batch. */
#define __AW_SOLVER_SYEVJ_BATCHED(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda, \
		R *W, T *work, int lwork, int *infos, syevjInfo_t params, int batch);
__AW_SOLVER_PAIR(__AW_SOLVER_SYEVJ_BATCHED, syevjBatched, heevjBatched)
#define __AW_SOLVER_SYEVJ_BATCHED_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *A, \
		int lda, const R *W, int *lwork, syevjInfo_t params, int batch);
__AW_SOLVER_PAIR(__AW_SOLVER_SYEVJ_BATCHED_SIZE, syevjBatched_bufferSize, heevjBatched_bufferSize)

/* sygvd by Jacobi's method. */
#define __AW_SOLVER_SYGVJ(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, \
		cublasFillMode_t uplo, int n, T *A, int lda, T *B, int ldb, R *W, T *work, int lwork, int *info, \
		syevjInfo_t params);
__AW_SOLVER_PAIR(__AW_SOLVER_SYGVJ, sygvj, hegvj)
#define __AW_SOLVER_SYGVJ_SIZE(name, T, R) \
	__AW_SOLVER name(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz, \
		cublasFillMode_t uplo, int n, const T *A, int lda, const T *B, int ldb, const R *W, int *lwork, \
		syevjInfo_t params);
__AW_SOLVER_PAIR(__AW_SOLVER_SYGVJ_SIZE, sygvj_bufferSize, hegvj_bufferSize)

#undef __AW_SOLVER_SYEVD
#undef __AW_SOLVER_SYEVD_SIZE
#undef __AW_SOLVER_SYEVDX
#undef __AW_SOLVER_SYEVDX_SIZE
#undef __AW_SOLVER_SYGVD
#undef __AW_SOLVER_SYGVD_SIZE
#undef __AW_SOLVER_SYGVDX
#undef __AW_SOLVER_SYGVDX_SIZE
#undef __AW_SOLVER_SYEVJ
#undef __AW_SOLVER_SYEVJ_SIZE
#undef __AW_SOLVER_SYEVJ_BATCHED
#undef __AW_SOLVER_SYEVJ_BATCHED_SIZE
#undef __AW_SOLVER_SYGVJ
#undef __AW_SOLVER_SYGVJ_SIZE
