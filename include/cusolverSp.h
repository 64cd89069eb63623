/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cusolverSp (cuSOLVER Library 12.6): sparse matrices by rows (CSR: n + 1 offsets, columns and values, counted from the description's
 * index base).
 *
 * Functions whose names end in Host take arrays of the host, the others of the device.  All wait for the handle's stream and return
 * when they are done, so they can't be captured.  They return CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED for a handle
 * that isn't one, CUSOLVER_STATUS_INVALID_VALUE for impossible sizes and parameters, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED for a
 * description that isn't of a general matrix, CUSOLVER_STATUS_ALLOC_FAILED, and CUSOLVER_STATUS_EXECUTION_FAILED while the stream is
 * captured.
 */
#ifndef CUSOLVERSP_H_
#define CUSOLVERSP_H_

#include "cublas_v2.h"
#include "cusolver_common.h"
#include "cusparse.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct csrqrInfo *csrqrInfo_t;

/* --- handles --- */

/* A handle for the current device. */
cusolverStatus_t CUSOLVERAPI cusolverSpCreate(cusolverSpHandle_t *handle);
cusolverStatus_t CUSOLVERAPI cusolverSpDestroy(cusolverSpHandle_t handle);
cusolverStatus_t CUSOLVERAPI cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream);
cusolverStatus_t CUSOLVERAPI cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *stream);

/* Declarations for the formats S float, D double, C and Z complex; T is the type of elements, R of their absolute values. */
#define __AW_SOLVER_SP(DECLARE, after) \
	DECLARE(cusolverSpS##after, float, float) \
	DECLARE(cusolverSpD##after, double, double) \
	DECLARE(cusolverSpC##after, cuComplex, float) \
	DECLARE(cusolverSpZ##after, cuDoubleComplex, double)
#define __AW_SOLVER_SP_MATRIX(T) \
	const cusparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA, const int *csrColIndA

/* --- A x = b, A of n rows and columns (cuSOLVER, "cuSolverSP High Level Function Reference"): by LU with pivots, QR, or, for matrices
       that are positive definite, Cholesky, which reads the lower triangle only.  reorder: 0 none, 1 symrcm, 2 symamd, 3 metisnd.
       *singularity, on the host: -1, or the first column whose pivot isn't above `tol`; where it is zero, x is not set. --- */

#define __AW_SOLVER_SP_SOLVE(name, T, R) \
	cusolverStatus_t CUSOLVERAPI name(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_SP_MATRIX(T), const T *b, R tol, \
		int reorder, T *x, int *singularity);
__AW_SOLVER_SP(__AW_SOLVER_SP_SOLVE, csrlsvluHost)
__AW_SOLVER_SP(__AW_SOLVER_SP_SOLVE, csrlsvqrHost)
__AW_SOLVER_SP(__AW_SOLVER_SP_SOLVE, csrlsvqr)
__AW_SOLVER_SP(__AW_SOLVER_SP_SOLVE, csrlsvcholHost)
__AW_SOLVER_SP(__AW_SOLVER_SP_SOLVE, csrlsvchol)
#undef __AW_SOLVER_SP_SOLVE

/* The eigenvalue *mu next to mu0, and a vector x, by inverse iteration from x0: at most maxite turns, until |A x - mu x| is below
   `tol`.  CUSOLVER_STATUS_ZERO_PIVOT: mu0 is an eigenvalue. */
#define __AW_SOLVER_SP_EIGEN(name, T, R) \
	cusolverStatus_t CUSOLVERAPI name(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_SP_MATRIX(T), T mu0, const T *x0, \
		int maxite, R tol, T *mu, T *x);
__AW_SOLVER_SP(__AW_SOLVER_SP_EIGEN, csreigvsiHost)
__AW_SOLVER_SP(__AW_SOLVER_SP_EIGEN, csreigvsi)
#undef __AW_SOLVER_SP_EIGEN

/* --- orders of the n rows and columns that keep factors sparse (cuSOLVER, "cuSolverSP Reordering Reference"): row i of the reordered
       matrix is row p[i], counted from 0.  The pattern is taken for that of A and its transpose. --- */

#define __AW_SOLVER_SP_PATTERN const cusparseMatDescr_t descrA, const int *csrRowPtrA, const int *csrColIndA
/* Reverse Cuthill-McKee. */
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrsymrcmHost(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_SP_PATTERN, int *p);
/* Minimum degree. */
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrsymmdqHost(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_SP_PATTERN, int *p);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrsymamdHost(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_SP_PATTERN, int *p);
/* Nested dissection; METIS's options are ignored. */
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_SP_PATTERN,
	const int64_t *options, int *p);
/* A = A(p, q) of m rows and n columns, in its place, columns ascending.  map: NULL, or nnz numbers that are permuted as the values
   must be. */
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int n, int nnz,
	__AW_SOLVER_SP_PATTERN, const int *p, const int *q, size_t *bytes);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA,
	int *csrRowPtrA, int *csrColIndA, const int *p, const int *q, int *map, void *buffer);
/* *issym = 1 where each element has its counterpart.  Row i ends at csrEndPtrA[i]. */
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA,
	const int *csrRowPtrA, const int *csrEndPtrA, const int *csrColIndA, int *issym);

/* Rows in an order p, counted from 0, such that A(p, :) has no zero on its diagonal; *numnz: how many elements there aren't zero. */
#define __AW_SOLVER_SP_DIAGONAL(name, T, R) \
	cusolverStatus_t CUSOLVERAPI name(cusolverSpHandle_t handle, int n, int nnz, __AW_SOLVER_SP_MATRIX(T), int *P, int *numnz);
__AW_SOLVER_SP(__AW_SOLVER_SP_DIAGONAL, csrzfdHost)
#undef __AW_SOLVER_SP_DIAGONAL

/* --- of a dense copy of A.  Least squares of m rows and n columns by QR of A(:, p): the rank is the number of diagonal elements of R above
       `tol`, columns beyond it have no share in x; *min_norm = |A x - b|.  m < n: CUSOLVER_STATUS_INVALID_VALUE.
       And how many eigenvalues of A, of m rows and columns, lie between two corners; CUSOLVER_STATUS_INTERNAL_ERROR: not all of them
       were found. --- */

#define __AW_SOLVER_SP_SQUARES(name, T, R) \
	cusolverStatus_t CUSOLVERAPI name(cusolverSpHandle_t handle, int m, int n, int nnz, __AW_SOLVER_SP_MATRIX(T), const T *b, R tol, \
		int *rankA, T *x, int *p, R *min_norm);
__AW_SOLVER_SP(__AW_SOLVER_SP_SQUARES, csrlsqvqrHost)
#undef __AW_SOLVER_SP_SQUARES
#define __AW_SOLVER_SP_COUNT(name, T, C) \
	cusolverStatus_t CUSOLVERAPI name(cusolverSpHandle_t handle, int m, int nnz, __AW_SOLVER_SP_MATRIX(T), C left_bottom_corner, \
		C right_upper_corner, int *num_eigs);
__AW_SOLVER_SP_COUNT(cusolverSpScsreigsHost, float, cuComplex)
__AW_SOLVER_SP_COUNT(cusolverSpDcsreigsHost, double, cuDoubleComplex)
__AW_SOLVER_SP_COUNT(cusolverSpCcsreigsHost, cuComplex, cuComplex)
__AW_SOLVER_SP_COUNT(cusolverSpZcsreigsHost, cuDoubleComplex, cuDoubleComplex)
#undef __AW_SOLVER_SP_COUNT

/* --- least squares for a batch of matrices with one pattern of m rows and n columns, by QR: values, b (m) and x (n) lie one behind
       another (cuSOLVER, "cuSolverSP Low Level Function Reference").  m < n: CUSOLVER_STATUS_INVALID_VALUE. --- */

cusolverStatus_t CUSOLVERAPI cusolverSpCreateCsrqrInfo(csrqrInfo_t *info);
cusolverStatus_t CUSOLVERAPI cusolverSpDestroyCsrqrInfo(csrqrInfo_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n, int nnz, __AW_SOLVER_SP_PATTERN,
	csrqrInfo_t info);
#define __AW_SOLVER_SP_BATCHED_SIZE(name, T, R) \
	cusolverStatus_t CUSOLVERAPI name(cusolverSpHandle_t handle, int m, int n, int nnz, __AW_SOLVER_SP_MATRIX(T), int batchSize, \
		csrqrInfo_t info, size_t *internalDataInBytes, size_t *workspaceInBytes);
#define __AW_SOLVER_SP_BATCHED(name, T, R) \
	cusolverStatus_t CUSOLVERAPI name(cusolverSpHandle_t handle, int m, int n, int nnz, __AW_SOLVER_SP_MATRIX(T), const T *b, T *x, \
		int batchSize, csrqrInfo_t info, void *buffer);
__AW_SOLVER_SP(__AW_SOLVER_SP_BATCHED_SIZE, csrqrBufferInfoBatched)
__AW_SOLVER_SP(__AW_SOLVER_SP_BATCHED, csrqrsvBatched)

#undef __AW_SOLVER_SP_BATCHED_SIZE
#undef __AW_SOLVER_SP_BATCHED
#undef __AW_SOLVER_SP_PATTERN
#undef __AW_SOLVER_SP_MATRIX
#undef __AW_SOLVER_SP

#if defined(__cplusplus)
}
#endif

#endif
