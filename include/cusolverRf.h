/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cusolverRf (cuSOLVER Library 12.6): factors of sparse matrices of one pattern, in doubles, from factors that were made once with
 * pivots elsewhere (cusolverSp's csrlu).  Matrices by rows, counted from 0.  Functions wait for the default stream and return when
 * they are done: CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED for no handle or one without a setup,
 * CUSOLVER_STATUS_INVALID_VALUE, CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_EXECUTION_FAILED while that stream is captured.
 */
#ifndef CUSOLVERRF_H_
#define CUSOLVERRF_H_

#include "cusolver_common.h"
#include "driver_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct cusolverRfCommon *cusolverRfHandle_t;

typedef enum {
	CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF = 0,
	CUSOLVERRF_RESET_VALUES_FAST_MODE_ON = 1
} cusolverRfResetValuesFastMode_t;

typedef enum {
	CUSOLVERRF_MATRIX_FORMAT_CSR = 0,
	CUSOLVERRF_MATRIX_FORMAT_CSC = 1
} cusolverRfMatrixFormat_t;

typedef enum {
	CUSOLVERRF_UNIT_DIAGONAL_STORED_L = 0,
	CUSOLVERRF_UNIT_DIAGONAL_STORED_U = 1,
	CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L = 2,
	CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U = 3
} cusolverRfUnitDiagonal_t;

typedef enum {
	CUSOLVERRF_FACTORIZATION_ALG0 = 0,
	CUSOLVERRF_FACTORIZATION_ALG1 = 1,
	CUSOLVERRF_FACTORIZATION_ALG2 = 2
} cusolverRfFactorization_t;

typedef enum {
	CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1,
	CUSOLVERRF_TRIANGULAR_SOLVE_ALG2 = 2,
	CUSOLVERRF_TRIANGULAR_SOLVE_ALG3 = 3
} cusolverRfTriangularSolve_t;

typedef enum {
	CUSOLVERRF_NUMERIC_BOOST_NOT_USED = 0,
	CUSOLVERRF_NUMERIC_BOOST_USED = 1
} cusolverRfNumericBoostReport_t;

/* A handle for the current device; and frees it. */
cusolverStatus_t CUSOLVERAPI cusolverRfCreate(cusolverRfHandle_t *handle);
cusolverStatus_t CUSOLVERAPI cusolverRfDestroy(cusolverRfHandle_t handle);
/* CSR and a unit diagonal of L, stored or assumed; CSC and one of U: CUSOLVER_STATUS_NOT_SUPPORTED. */
cusolverStatus_t CUSOLVERAPI cusolverRfGetMatrixFormat(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t *format,
	cusolverRfUnitDiagonal_t *diag);
cusolverStatus_t CUSOLVERAPI cusolverRfSetMatrixFormat(cusolverRfHandle_t handle, cusolverRfMatrixFormat_t format,
	cusolverRfUnitDiagonal_t diag);
/* Pivots below `zero` become `boost`; whether any did. */
cusolverStatus_t CUSOLVERAPI cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero, double boost);
cusolverStatus_t CUSOLVERAPI cusolverRfGetNumericProperties(cusolverRfHandle_t handle, double *zero, double *boost);
cusolverStatus_t CUSOLVERAPI cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle,
	cusolverRfNumericBoostReport_t *report);
/* Algorithms, of which there is one here, and a mode that saves checks. */
cusolverStatus_t CUSOLVERAPI cusolverRfSetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t factorization,
	cusolverRfTriangularSolve_t triangular);
cusolverStatus_t CUSOLVERAPI cusolverRfGetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t *factorization,
	cusolverRfTriangularSolve_t *triangular);
cusolverStatus_t CUSOLVERAPI cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
	cusolverRfResetValuesFastMode_t *mode);
cusolverStatus_t CUSOLVERAPI cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle,
	cusolverRfResetValuesFastMode_t mode);
/* Takes the patterns of A (n rows), L and U, on the host or on the device, with A(P, Q) = L U.  CUSOLVER_STATUS_INVALID_VALUE where the
   patterns of L and U don't hold A. */
cusolverStatus_t CUSOLVERAPI cusolverRfSetupHost(int n, int nnzA, int *offsetsA, int *columnsA, double *valuesA,
	int nnzL, int *offsetsL, int *columnsL, double *valuesL, int nnzU, int *offsetsU, int *columnsU, double *valuesU,
	int *P, int *Q, cusolverRfHandle_t handle);
cusolverStatus_t CUSOLVERAPI cusolverRfSetupDevice(int n, int nnzA, int *offsetsA, int *columnsA, double *valuesA,
	int nnzL, int *offsetsL, int *columnsL, double *valuesL, int nnzU, int *offsetsU, int *columnsU, double *valuesU,
	int *P, int *Q, cusolverRfHandle_t handle);
/* New numbers of A, on the device as all that follows. */
cusolverStatus_t CUSOLVERAPI cusolverRfResetValues(int n, int nnzA, int *offsetsA, int *columnsA, double *valuesA,
	int *P, int *Q, cusolverRfHandle_t handle);
/* Analyze is done once after the setup.  Refactor: CUSOLVER_STATUS_ZERO_PIVOT where one is zero. */
cusolverStatus_t CUSOLVERAPI cusolverRfAnalyze(cusolverRfHandle_t handle);
cusolverStatus_t CUSOLVERAPI cusolverRfRefactor(cusolverRfHandle_t handle);
/* X = A^-1 X, nrhs columns of n; temp of ldt * nrhs elements. */
cusolverStatus_t CUSOLVERAPI cusolverRfSolve(cusolverRfHandle_t handle, int *P, int *Q, int nrhs, double *temp, int ldt,
	double *X, int ldx);
/* L without its diagonal and U in one matrix, on the device: memory of the handle, until the next setup. */
cusolverStatus_t CUSOLVERAPI cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle, int *nnz, int **offsets,
	int **columns, double **values);
/* The same, or L and U, in memory that the caller frees with free(). */
cusolverStatus_t CUSOLVERAPI cusolverRfExtractBundledFactorsHost(cusolverRfHandle_t handle, int *nnz, int **offsets,
	int **columns, double **values);
cusolverStatus_t CUSOLVERAPI cusolverRfExtractSplitFactorsHost(cusolverRfHandle_t handle, int *nnzL, int **offsetsL,
	int **columnsL, double **valuesL, int *nnzU, int **offsetsU, int **columnsU, double **valuesU);
/* The same for a batch of matrices with one pattern.  ZeroPivot: for each the first row without a pivot, or -1. */
cusolverStatus_t CUSOLVERAPI cusolverRfBatchSetupHost(int batch, int n, int nnzA, int *offsetsA, int *columnsA,
	double *valuesA[], int nnzL, int *offsetsL, int *columnsL, double *valuesL, int nnzU, int *offsetsU, int *columnsU,
	double *valuesU, int *P, int *Q, cusolverRfHandle_t handle);
cusolverStatus_t CUSOLVERAPI cusolverRfBatchResetValues(int batch, int n, int nnzA, int *offsetsA, int *columnsA,
	double *valuesA[], int *P, int *Q, cusolverRfHandle_t handle);
cusolverStatus_t CUSOLVERAPI cusolverRfBatchAnalyze(cusolverRfHandle_t handle);
cusolverStatus_t CUSOLVERAPI cusolverRfBatchRefactor(cusolverRfHandle_t handle);
cusolverStatus_t CUSOLVERAPI cusolverRfBatchSolve(cusolverRfHandle_t handle, int *P, int *Q, int nrhs, double *temp,
	int ldt, double *X[], int ldx);
cusolverStatus_t CUSOLVERAPI cusolverRfBatchZeroPivot(cusolverRfHandle_t handle, int *position);

#if defined(__cplusplus)
}
#endif

#endif
