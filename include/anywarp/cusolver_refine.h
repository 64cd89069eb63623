/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Systems and least squares with iterative refinement (cuSOLVER, "cusolverDn<T1><T2>gesv", "cusolverDn<T1><T2>gels",
 * "cusolverDnIRSXgesv").  The first letter of a name is the format of the matrices, the second the lowest precision that is worked
 * in.  On the cpu device no precision is lower than the first: A stays as it is, and the number of iterations is 0.
 */

/* gesv: X = A^-1 B, A of n x n, B and X of n x nrhs; pivots of n.  gels: X = the least |A X - B|, A of m x n with m >= n.
   *iterations lies on the host, *info on the device. */
#define __AW_SOLVER_REFINED(letters, T) \
	__AW_SOLVER cusolverDn##letters##gesv_bufferSize(cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t nrhs, T *A, \
		cusolver_int_t lda, cusolver_int_t *pivots, T *B, cusolver_int_t ldb, T *X, cusolver_int_t ldx, void *work, size_t *bytes); \
	__AW_SOLVER cusolverDn##letters##gesv(cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t nrhs, T *A, cusolver_int_t lda, \
		cusolver_int_t *pivots, T *B, cusolver_int_t ldb, T *X, cusolver_int_t ldx, void *work, size_t bytes, \
		cusolver_int_t *iterations, cusolver_int_t *info); \
	__AW_SOLVER cusolverDn##letters##gels_bufferSize(cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, \
		cusolver_int_t nrhs, T *A, cusolver_int_t lda, T *B, cusolver_int_t ldb, T *X, cusolver_int_t ldx, void *work, size_t *bytes); \
	__AW_SOLVER cusolverDn##letters##gels(cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, T *A, \
		cusolver_int_t lda, T *B, cusolver_int_t ldb, T *X, cusolver_int_t ldx, void *work, size_t bytes, cusolver_int_t *iterations, \
		cusolver_int_t *info);
__AW_SOLVER_REFINED(ZZ, cuDoubleComplex)
__AW_SOLVER_REFINED(ZC, cuDoubleComplex)
__AW_SOLVER_REFINED(ZK, cuDoubleComplex)
__AW_SOLVER_REFINED(ZE, cuDoubleComplex)
__AW_SOLVER_REFINED(ZY, cuDoubleComplex)
__AW_SOLVER_REFINED(CC, cuComplex)
__AW_SOLVER_REFINED(CK, cuComplex)
__AW_SOLVER_REFINED(CE, cuComplex)
__AW_SOLVER_REFINED(CY, cuComplex)
__AW_SOLVER_REFINED(DD, double)
__AW_SOLVER_REFINED(DS, double)
__AW_SOLVER_REFINED(DH, double)
__AW_SOLVER_REFINED(DB, double)
__AW_SOLVER_REFINED(DX, double)
__AW_SOLVER_REFINED(SS, float)
__AW_SOLVER_REFINED(SH, float)
__AW_SOLVER_REFINED(SB, float)
__AW_SOLVER_REFINED(SX, float)
#undef __AW_SOLVER_REFINED

/* --- the same by parameters; their main precision, which must be set, is the format --- */

cusolverStatus_t CUSOLVERAPI cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
	cusolver_int_t n, cusolver_int_t nrhs, size_t *bytes);
/* CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED, _IRS_INFOS_NOT_INITIALIZED, _IRS_PARAMS_INVALID_PREC, _IRS_PARAMS_INVALID_REFINE: the
   objects aren't ones, or lack a precision or a refinement. */
cusolverStatus_t CUSOLVERAPI cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
	cusolverDnIRSInfos_t infos, cusolver_int_t n, cusolver_int_t nrhs, void *A, cusolver_int_t lda, void *B, cusolver_int_t ldb,
	void *X, cusolver_int_t ldx, void *work, size_t bytes, cusolver_int_t *iterations, cusolver_int_t *info);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
	cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, size_t *bytes);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t params,
	cusolverDnIRSInfos_t infos, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, void *A, cusolver_int_t lda, void *B,
	cusolver_int_t ldb, void *X, cusolver_int_t ldx, void *work, size_t bytes, cusolver_int_t *iterations, cusolver_int_t *info);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *params);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params, cusolverIRSRefinement_t solver);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params, cusolverPrecType_t precision);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params, cusolverPrecType_t precision);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params, cusolverPrecType_t main_precision,
	cusolverPrecType_t lowest_precision);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double val);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double val);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t maxiters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params, cusolver_int_t maxiters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t *maxiters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *infos);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, cusolver_int_t *niters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos, cusolver_int_t *outer_niters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos, cusolver_int_t *maxiters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t infos, void **residual_history);
