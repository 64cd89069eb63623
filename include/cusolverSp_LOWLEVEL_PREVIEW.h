/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Factorisations of sparse matrices in steps (what CUDA's toolkit calls a preview of cusolverSp): an analysis of the pattern, the sizes
 * of buffers, the factors, the first pivot that isn't above `tol` (or -1), and solutions, as often as wanted.  Matrices and errors are
 * those of cusolverSp.h.  A solution with a pivot that is zero: CUSOLVER_STATUS_ZERO_PIVOT.
 */
#ifndef CUSOLVERSP_LOWLEVEL_PREVIEW_H_
#define CUSOLVERSP_LOWLEVEL_PREVIEW_H_

#include "cusolverSp.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct csrluInfoHost *csrluInfoHost_t;
typedef struct csrqrInfoHost *csrqrInfoHost_t;
typedef struct csrcholInfoHost *csrcholInfoHost_t;
typedef struct csrcholInfo *csrcholInfo_t;

#define __AW_SOLVER_SP(DECLARE, before, after) \
	DECLARE(before##S##after, float, float) \
	DECLARE(before##D##after, double, double) \
	DECLARE(before##C##after, cuComplex, float) \
	DECLARE(before##Z##after, cuDoubleComplex, double)
#define __AW_SOLVER_STEP cusolverStatus_t CUSOLVERAPI
#define __AW_SOLVER_PATTERN const cusparseMatDescr_t descrA, const int *csrRowPtrA, const int *csrColIndA
#define __AW_SOLVER_MATRIX(T) const cusparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA, const int *csrColIndA

/* --- LU on the host: A(P, Q) = L U.  A diagonal element is a pivot if it has pivot_threshold of the largest one in its column. --- */

__AW_SOLVER_STEP cusolverSpCreateCsrluInfoHost(csrluInfoHost_t *info);
__AW_SOLVER_STEP cusolverSpDestroyCsrluInfoHost(csrluInfoHost_t info);
__AW_SOLVER_STEP cusolverSpXcsrluAnalysisHost(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_PATTERN, csrluInfoHost_t info);
#define __AW_SOLVER_LU(name, T, R) \
	__AW_SOLVER_STEP name##BufferInfoHost(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_MATRIX(T), csrluInfoHost_t info, \
		size_t *internalDataInBytes, size_t *workspaceInBytes); \
	__AW_SOLVER_STEP name##FactorHost(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_MATRIX(T), csrluInfoHost_t info, \
		R pivot_threshold, void *buffer); \
	__AW_SOLVER_STEP name##ZeroPivotHost(cusolverSpHandle_t handle, csrluInfoHost_t info, R tol, int *position); \
	__AW_SOLVER_STEP name##SolveHost(cusolverSpHandle_t handle, int n, const T *b, T *x, csrluInfoHost_t info, void *buffer);
__AW_SOLVER_SP(__AW_SOLVER_LU, cusolverSp, csrlu)
#undef __AW_SOLVER_LU
/* The numbers of elements of L, whose diagonal of ones is left out, and of U. */
__AW_SOLVER_STEP cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle, int *nnzL, int *nnzU, csrluInfoHost_t info);
/* P and Q of n numbers counted from 0, L and U by rows. */
#define __AW_SOLVER_EXTRACT(name, T, R) \
	__AW_SOLVER_STEP name(cusolverSpHandle_t handle, int *P, int *Q, const cusparseMatDescr_t descrL, T *csrValL, int *csrRowPtrL, \
		int *csrColIndL, const cusparseMatDescr_t descrU, T *csrValU, int *csrRowPtrU, int *csrColIndU, csrluInfoHost_t info, \
		void *buffer);
__AW_SOLVER_SP(__AW_SOLVER_EXTRACT, cusolverSp, csrluExtractHost)
#undef __AW_SOLVER_EXTRACT

/* --- QR of A - mu (m rows, n columns, m >= n), on the host and on the device.  Setup takes a copy of the matrix.  Factor solves at
       once where b and x are given; solutions are those of least squares. --- */

__AW_SOLVER_STEP cusolverSpCreateCsrqrInfoHost(csrqrInfoHost_t *info);
__AW_SOLVER_STEP cusolverSpDestroyCsrqrInfoHost(csrqrInfoHost_t info);
__AW_SOLVER_STEP cusolverSpXcsrqrAnalysisHost(cusolverSpHandle_t handle, int m, int n, int nnz, __AW_SOLVER_PATTERN,
	csrqrInfoHost_t info);
__AW_SOLVER_STEP cusolverSpXcsrqrAnalysis(cusolverSpHandle_t handle, int m, int n, int nnz, __AW_SOLVER_PATTERN, csrqrInfo_t info);
#define __AW_SOLVER_QR(name, after, object, T, R) \
	__AW_SOLVER_STEP name##BufferInfo##after(cusolverSpHandle_t handle, int m, int n, int nnz, __AW_SOLVER_MATRIX(T), object info, \
		size_t *internalDataInBytes, size_t *workspaceInBytes); \
	__AW_SOLVER_STEP name##Setup##after(cusolverSpHandle_t handle, int m, int n, int nnz, __AW_SOLVER_MATRIX(T), T mu, object info); \
	__AW_SOLVER_STEP name##Factor##after(cusolverSpHandle_t handle, int m, int n, int nnz, T *b, T *x, object info, void *buffer); \
	__AW_SOLVER_STEP name##ZeroPivot##after(cusolverSpHandle_t handle, object info, R tol, int *position); \
	__AW_SOLVER_STEP name##Solve##after(cusolverSpHandle_t handle, int m, int n, T *b, T *x, object info, void *buffer);
#define __AW_SOLVER_QR_HOST(name, T, R) __AW_SOLVER_QR(name, Host, csrqrInfoHost_t, T, R)
#define __AW_SOLVER_QR_DEVICE(name, T, R) __AW_SOLVER_QR(name, , csrqrInfo_t, T, R)
__AW_SOLVER_SP(__AW_SOLVER_QR_HOST, cusolverSp, csrqr)
__AW_SOLVER_SP(__AW_SOLVER_QR_DEVICE, cusolverSp, csrqr)
#undef __AW_SOLVER_QR
#undef __AW_SOLVER_QR_HOST
#undef __AW_SOLVER_QR_DEVICE

/* --- Cholesky of a positive definite matrix, whose lower triangle is read, on the host and on the device.  The analysis chooses an
       order P: A(P, P) = L L*. --- */

__AW_SOLVER_STEP cusolverSpCreateCsrcholInfoHost(csrcholInfoHost_t *info);
__AW_SOLVER_STEP cusolverSpDestroyCsrcholInfoHost(csrcholInfoHost_t info);
__AW_SOLVER_STEP cusolverSpCreateCsrcholInfo(csrcholInfo_t *info);
__AW_SOLVER_STEP cusolverSpDestroyCsrcholInfo(csrcholInfo_t info);
__AW_SOLVER_STEP cusolverSpXcsrcholAnalysisHost(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_PATTERN, csrcholInfoHost_t info);
__AW_SOLVER_STEP cusolverSpXcsrcholAnalysis(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_PATTERN, csrcholInfo_t info);
#define __AW_SOLVER_CHOL(name, after, object, T, R) \
	__AW_SOLVER_STEP name##BufferInfo##after(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_MATRIX(T), object info, \
		size_t *internalDataInBytes, size_t *workspaceInBytes); \
	__AW_SOLVER_STEP name##Factor##after(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_MATRIX(T), object info, void *buffer); \
	__AW_SOLVER_STEP name##ZeroPivot##after(cusolverSpHandle_t handle, object info, R tol, int *position); \
	__AW_SOLVER_STEP name##Solve##after(cusolverSpHandle_t handle, int n, const T *b, T *x, object info, void *buffer);
#define __AW_SOLVER_CHOL_HOST(name, T, R) __AW_SOLVER_CHOL(name, Host, csrcholInfoHost_t, T, R)
#define __AW_SOLVER_CHOL_DEVICE(name, T, R) __AW_SOLVER_CHOL(name, , csrcholInfo_t, T, R)
__AW_SOLVER_SP(__AW_SOLVER_CHOL_HOST, cusolverSp, csrchol)
__AW_SOLVER_SP(__AW_SOLVER_CHOL_DEVICE, cusolverSp, csrchol)
#undef __AW_SOLVER_CHOL
#undef __AW_SOLVER_CHOL_HOST
#undef __AW_SOLVER_CHOL_DEVICE
/* The diagonal of L, n numbers on the host. */
#define __AW_SOLVER_DIAG(name, T, R) __AW_SOLVER_STEP name(cusolverSpHandle_t handle, csrcholInfo_t info, R *diag);
__AW_SOLVER_SP(__AW_SOLVER_DIAG, cusolverSp, csrcholDiag)
#undef __AW_SOLVER_DIAG

#undef __AW_SOLVER_MATRIX
#undef __AW_SOLVER_PATTERN
#undef __AW_SOLVER_STEP
#undef __AW_SOLVER_SP

#if defined(__cplusplus)
}
#endif

#endif
