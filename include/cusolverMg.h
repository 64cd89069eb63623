/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cusolverMg (cuSOLVER Library 12.6, "cuSolverMG API"): factorisations, solutions and eigenvalues of matrices whose columns lie on several
 * devices.  A matrix is cut into tiles of columns, which are dealt to the devices of a grid in turn; the columns of a device follow each
 * other, each as long as the matrix has rows.  Rows and columns of parts (IA, JA) count from 1.  All functions wait for the devices and
 * are done when they return; info lies on the host.
 */
#ifndef CUSOLVERMG_H_
#define CUSOLVERMG_H_

#include <stdint.h>

#include "cusolverDn.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct cusolverMgContext *cusolverMgHandle_t;

/* The order of a grid's devices; with one row of devices they are the same. */
typedef enum {
	CUDALIBMG_GRID_MAPPING_ROW_MAJOR = 1,
	CUDALIBMG_GRID_MAPPING_COL_MAJOR = 0
} cusolverMgGridMapping_t;

typedef void *cudaLibMgGrid_t;
typedef void *cudaLibMgMatrixDesc_t;

/* --- handles, grids, matrices --- */

/* CUSOLVER_STATUS_NOT_INITIALIZED: no device, or on the cpu device no OpenBLAS. */
cusolverStatus_t CUSOLVERAPI cusolverMgCreate(cusolverMgHandle_t *handle);
cusolverStatus_t CUSOLVERAPI cusolverMgDestroy(cusolverMgHandle_t handle);
/* The devices that work; once a handle.  CUSOLVER_STATUS_INVALID_VALUE: none, more than 64, or one that doesn't exist. */
cusolverStatus_t CUSOLVERAPI cusolverMgDeviceSelect(cusolverMgHandle_t handle, int nbDevices, int deviceId[]);
/* One row of numColDevices devices.  CUSOLVER_STATUS_INVALID_VALUE: more rows, no device, one that doesn't exist. */
cusolverStatus_t CUSOLVERAPI cusolverMgCreateDeviceGrid(cudaLibMgGrid_t *grid, int32_t numRowDevices, int32_t numColDevices,
	const int32_t deviceId[], cusolverMgGridMapping_t mapping);
cusolverStatus_t CUSOLVERAPI cusolverMgDestroyGrid(cudaLibMgGrid_t grid);
/* A matrix of numRows x numCols in tiles of colBlockSize columns; rowBlockSize is numRows.  CUSOLVER_STATUS_INVALID_VALUE: another
   rowBlockSize, a size below 1; CUSOLVER_STATUS_NOT_SUPPORTED: elements other than floats, doubles and complex ones of them. */
cusolverStatus_t CUSOLVERAPI cusolverMgCreateMatrixDesc(cudaLibMgMatrixDesc_t *desc, int64_t numRows, int64_t numCols,
	int64_t rowBlockSize, int64_t colBlockSize, cudaDataType dataType, const cudaLibMgGrid_t grid);
cusolverStatus_t CUSOLVERAPI cusolverMgDestroyMatrixDesc(cudaLibMgMatrixDesc_t desc);

/* --- of each: the elements of workspace that every device needs, and the function.  CUSOLVER_STATUS_INVALID_VALUE: no description, a part
   that isn't within the matrix, computeType that isn't the matrix's --- */

/* Eigenvalues of a symmetric or Hermitian matrix, ascending, to W on the host, and with CUSOLVER_EIG_MODE_VECTOR vectors to A.  info:
   how many did not converge. */
cusolverStatus_t CUSOLVERAPI cusolverMgSyevd_bufferSize(cusolverMgHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int N,
	void *array_d_A[], int IA, int JA, cudaLibMgMatrixDesc_t descrA, void *W, cudaDataType dataTypeW, cudaDataType computeType,
	int64_t *lwork);
cusolverStatus_t CUSOLVERAPI cusolverMgSyevd(cusolverMgHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int N,
	void *array_d_A[], int IA, int JA, cudaLibMgMatrixDesc_t descrA, void *W, cudaDataType dataTypeW, cudaDataType computeType,
	void *array_d_work[], int64_t lwork, int *info);

/* P A = L U; pivots, which count from 1 and lie on the devices as A's columns do.  Without array_d_IPIV: no pivots.  info: the first
   pivot that is zero.  Then op(A) X = B by the factors. */
cusolverStatus_t CUSOLVERAPI cusolverMgGetrf_bufferSize(cusolverMgHandle_t handle, int M, int N, void *array_d_A[], int IA, int JA,
	cudaLibMgMatrixDesc_t descrA, int *array_d_IPIV[], cudaDataType computeType, int64_t *lwork);
cusolverStatus_t CUSOLVERAPI cusolverMgGetrf(cusolverMgHandle_t handle, int M, int N, void *array_d_A[], int IA, int JA,
	cudaLibMgMatrixDesc_t descrA, int *array_d_IPIV[], cudaDataType computeType, void *array_d_work[], int64_t lwork, int *info);
cusolverStatus_t CUSOLVERAPI cusolverMgGetrs_bufferSize(cusolverMgHandle_t handle, cublasOperation_t TRANS, int N, int NRHS,
	void *array_d_A[], int IA, int JA, cudaLibMgMatrixDesc_t descrA, int *array_d_IPIV[], void *array_d_B[], int IB, int JB,
	cudaLibMgMatrixDesc_t descrB, cudaDataType computeType, int64_t *lwork);
cusolverStatus_t CUSOLVERAPI cusolverMgGetrs(cusolverMgHandle_t handle, cublasOperation_t TRANS, int N, int NRHS, void *array_d_A[],
	int IA, int JA, cudaLibMgMatrixDesc_t descrA, int *array_d_IPIV[], void *array_d_B[], int IB, int JB,
	cudaLibMgMatrixDesc_t descrB, cudaDataType computeType, void *array_d_work[], int64_t lwork, int *info);

/* A = L L^H or U^H U (info: the first leading minor that isn't positive), then A X = B and the inverse, by the factor. */
cusolverStatus_t CUSOLVERAPI cusolverMgPotrf_bufferSize(cusolverMgHandle_t handle, cublasFillMode_t uplo, int N, void *array_d_A[],
	int IA, int JA, cudaLibMgMatrixDesc_t descrA, cudaDataType computeType, int64_t *lwork);
cusolverStatus_t CUSOLVERAPI cusolverMgPotrf(cusolverMgHandle_t handle, cublasFillMode_t uplo, int N, void *array_d_A[], int IA, int JA,
	cudaLibMgMatrixDesc_t descrA, cudaDataType computeType, void *array_d_work[], int64_t lwork, int *h_info);
cusolverStatus_t CUSOLVERAPI cusolverMgPotrs_bufferSize(cusolverMgHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,
	void *array_d_A[], int IA, int JA, cudaLibMgMatrixDesc_t descrA, void *array_d_B[], int IB, int JB,
	cudaLibMgMatrixDesc_t descrB, cudaDataType computeType, int64_t *lwork);
cusolverStatus_t CUSOLVERAPI cusolverMgPotrs(cusolverMgHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, void *array_d_A[], int IA,
	int JA, cudaLibMgMatrixDesc_t descrA, void *array_d_B[], int IB, int JB, cudaLibMgMatrixDesc_t descrB,
	cudaDataType computeType, void *array_d_work[], int64_t lwork, int *h_info);
cusolverStatus_t CUSOLVERAPI cusolverMgPotri_bufferSize(cusolverMgHandle_t handle, cublasFillMode_t uplo, int N, void *array_d_A[],
	int IA, int JA, cudaLibMgMatrixDesc_t descrA, cudaDataType computeType, int64_t *lwork);
cusolverStatus_t CUSOLVERAPI cusolverMgPotri(cusolverMgHandle_t handle, cublasFillMode_t uplo, int N, void *array_d_A[], int IA, int JA,
	cudaLibMgMatrixDesc_t descrA, cudaDataType computeType, void *array_d_work[], int64_t lwork, int *h_info);

#if defined(__cplusplus)
}
#endif

#endif /* CUSOLVERMG_H_ */
