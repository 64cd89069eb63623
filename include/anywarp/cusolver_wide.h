/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Functions with sizes of 64 bits and formats as arguments (cuSOLVER, "Dense Linear Solver Reference (64-bit API)", "Dense
 * Eigenvalue Solver Reference (64-bit API)").  They do what the legacy functions of these names do.  Formats are CUDA_R_32F,
 * CUDA_R_64F, CUDA_C_32F and CUDA_C_64F, the same for all matrices and the computation, else CUSOLVER_STATUS_NOT_SUPPORTED; W and S
 * have the format of absolute values.  Workspaces, in bytes, lie on the device and on the host.
 */

/* potrf. */
cusolverStatus_t CUSOLVERAPI cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cublasFillMode_t uplo, int64_t n, cudaDataType typeA, const void *A, int64_t lda, cudaDataType compute, size_t *size,
	size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A, int64_t lda, cudaDataType compute, void *buffer,
	size_t size, void *host_buffer, size_t host_size, int *info);

/* potrs. */
cusolverStatus_t CUSOLVERAPI cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType typeA, const void *A, int64_t lda, cudaDataType typeB,
	void *B, int64_t ldb, int *info);

/* geqrf. */
cusolverStatus_t CUSOLVERAPI cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
	int64_t m, int64_t n, cudaDataType typeA, const void *A, int64_t lda, cudaDataType typeTau, const void *tau,
	cudaDataType compute, size_t *size, size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
	int64_t n, cudaDataType typeA, void *A, int64_t lda, cudaDataType typeTau, void *tau, cudaDataType compute,
	void *buffer, size_t size, void *host_buffer, size_t host_size, int *info);

/* getrf.  pivots: min(m, n) rows, on the device, counted from 1. */
cusolverStatus_t CUSOLVERAPI cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
	int64_t m, int64_t n, cudaDataType typeA, const void *A, int64_t lda, cudaDataType compute, size_t *size,
	size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
	int64_t n, cudaDataType typeA, void *A, int64_t lda, int64_t *pivots, cudaDataType compute, void *buffer, size_t size,
	void *host_buffer, size_t host_size, int *info);

/* getrs. */
cusolverStatus_t CUSOLVERAPI cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType typeA, const void *A, int64_t lda,
	const int64_t *pivots, cudaDataType typeB, void *B, int64_t ldb, int *info);

/* The inverse of a triangular matrix, in its place.  *info = k: element (k, k) is zero. */
cusolverStatus_t CUSOLVERAPI cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
	cublasDiagType_t diag, int64_t n, cudaDataType typeA, void *A, int64_t lda, size_t *size, size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag,
	int64_t n, cudaDataType typeA, void *A, int64_t lda, void *buffer, size_t size, void *host_buffer, size_t host_size,
	int *info);

/* Solves A X = B with the factors of sytrf, pivots widened. */
cusolverStatus_t CUSOLVERAPI cusolverDnXsytrs_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
	int64_t nrhs, cudaDataType typeA, const void *A, int64_t lda, const int64_t *pivots, cudaDataType typeB, void *B,
	int64_t ldb, size_t *size, size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
	int64_t nrhs, cudaDataType typeA, const void *A, int64_t lda, const int64_t *pivots, cudaDataType typeB, void *B,
	int64_t ldb, void *buffer, size_t size, void *host_buffer, size_t host_size, int *info);

/* The triangular factor T (k x k) of a block of reflectors V (n x k by columns) and tau. */
cusolverStatus_t CUSOLVERAPI cusolverDnXlarft_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverDirectMode_t direct, cusolverStorevMode_t storev, int64_t n, int64_t k, cudaDataType typeV, const void *V,
	int64_t ldv, cudaDataType typeTau, const void *tau, cudaDataType typeT, void *T, int64_t ldt, cudaDataType compute,
	size_t *size, size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXlarft(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverDirectMode_t direct, cusolverStorevMode_t storev, int64_t n, int64_t k, cudaDataType typeV, const void *V,
	int64_t ldv, cudaDataType typeTau, const void *tau, cudaDataType typeT, void *T, int64_t ldt, cudaDataType compute,
	void *buffer, size_t size, void *host_buffer, size_t host_size);

/* syevd. */
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, const void *A, int64_t lda,
	cudaDataType typeW, const void *W, cudaDataType compute, size_t *size, size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A, int64_t lda,
	cudaDataType typeW, void *W, cudaDataType compute, void *buffer, size_t size, void *host_buffer, size_t host_size,
	int *info);

/* syevd of matrices one behind another: A is lda x n x batch, W n x batch, info batch. */
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevBatched_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, const void *A, int64_t lda,
	cudaDataType typeW, const void *W, cudaDataType compute, size_t *size, size_t *host_size , int64_t batch);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevBatched(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A, int64_t lda,
	cudaDataType typeW, void *W, cudaDataType compute, void *buffer, size_t size, void *host_buffer, size_t host_size,
	int *infos, int64_t batch);

/* syevdx.  vl, vu: on the host, in the format of W; NULL where the range isn't by values. */
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, const void *A,
	int64_t lda, void *vl, void *vu, int64_t il, int64_t iu, int64_t *meig, cudaDataType typeW, const void *W,
	cudaDataType compute, size_t *size, size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A,
	int64_t lda, void *vl, void *vu, int64_t il, int64_t iu, int64_t *meig, cudaDataType typeW, void *W,
	cudaDataType compute, void *buffer, size_t size, void *host_buffer, size_t host_size, int *info);

/* Eigenvalues W of any matrix, complex (W of A's format holds pairs for real A: 2 n numbers), left and right eigenvectors as LAPACK's
   geev has them. */
cusolverStatus_t CUSOLVERAPI cusolverDnXgeev_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n, cudaDataType typeA, const void *A, int64_t lda,
	cudaDataType typeW, const void *W, cudaDataType typeVL, const void *VL, int64_t ldvl, cudaDataType typeVR,
	const void *VR, int64_t ldvr, cudaDataType compute, size_t *size, size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n, cudaDataType typeA, void *A, int64_t lda,
	cudaDataType typeW, void *W, cudaDataType typeVL, void *VL, int64_t ldvl, cudaDataType typeVR, void *VR, int64_t ldvr,
	cudaDataType compute, void *buffer, size_t size, void *host_buffer, size_t host_size, int *info);

/* gesvd. */
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
	signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType typeA, const void *A, int64_t lda,
	cudaDataType typeS, const void *S, cudaDataType typeU, const void *U, int64_t ldu, cudaDataType typeVT,
	const void *VT, int64_t ldvt, cudaDataType compute, size_t *size, size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
	signed char jobvt, int64_t m, int64_t n, cudaDataType typeA, void *A, int64_t lda, cudaDataType typeS, void *S,
	cudaDataType typeU, void *U, int64_t ldu, cudaDataType typeVT, void *VT, int64_t ldvt, cudaDataType compute,
	void *buffer, size_t size, void *host_buffer, size_t host_size, int *info);

/* The same with V instead of VT.  *error, on the host: how far a perturbation moved the singular values. */
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdp_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, cudaDataType typeA, const void *A, int64_t lda,
	cudaDataType typeS, const void *S, cudaDataType typeU, const void *U, int64_t ldu, cudaDataType typeV, const void *V,
	int64_t ldv, cudaDataType compute, size_t *size, size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t params,
	cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, cudaDataType typeA, void *A, int64_t lda, cudaDataType typeS,
	void *S, cudaDataType typeU, void *U, int64_t ldu, cudaDataType typeV, void *V, int64_t ldv, cudaDataType compute,
	void *buffer, size_t size, void *host_buffer, size_t host_size, int *info, double *error);

/* The k largest singular values; p and iterations are for methods by random projections. */
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
	signed char jobu, signed char jobv, int64_t m, int64_t n, int64_t k, int64_t p, int64_t iterations,
	cudaDataType typeA, const void *A, int64_t lda, cudaDataType typeS, const void *S, cudaDataType typeU, const void *U,
	int64_t ldu, cudaDataType typeV, const void *V, int64_t ldv, cudaDataType compute, size_t *size, size_t *host_size);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
	signed char jobv, int64_t m, int64_t n, int64_t k, int64_t p, int64_t iterations, cudaDataType typeA, void *A,
	int64_t lda, cudaDataType typeS, void *S, cudaDataType typeU, void *U, int64_t ldu, cudaDataType typeV, void *V,
	int64_t ldv, cudaDataType compute, void *buffer, size_t size, void *host_buffer, size_t host_size, int *info);
