/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cuSPARSE (cuSPARSE Library 12.5), the generic interface: sparse matrices (rows, columns or coordinates), sparse and dense
 * vectors, dense matrices, and what is done with them.  Work is queued on the handle's stream; scalars lie on the host or
 * the device, as the pointer mode says.  Buffers are asked for by functions named bufferSize; the cpu device needs none.
 */
#ifndef CUSPARSE_H_
#define CUSPARSE_H_

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#define CUSPARSEAPI
#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 5
#define CUSPARSE_VER_PATCH 4
#define CUSPARSE_VER_BUILD 2
/* major * 1000 + minor * 100 + patch */
#define CUSPARSE_VERSION (CUSPARSE_VER_MAJOR * 1000 + CUSPARSE_VER_MINOR * 100 + CUSPARSE_VER_PATCH)

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;

typedef enum {
	CUSPARSE_STATUS_SUCCESS = 0,
	CUSPARSE_STATUS_NOT_INITIALIZED = 1,
	CUSPARSE_STATUS_ALLOC_FAILED = 2,
	CUSPARSE_STATUS_INVALID_VALUE = 3,
	CUSPARSE_STATUS_ARCH_MISMATCH = 4,
	CUSPARSE_STATUS_MAPPING_ERROR = 5,
	CUSPARSE_STATUS_EXECUTION_FAILED = 6,
	CUSPARSE_STATUS_INTERNAL_ERROR = 7,
	CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
	CUSPARSE_STATUS_ZERO_PIVOT = 9,
	CUSPARSE_STATUS_NOT_SUPPORTED = 10,
	CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;

typedef enum {
	CUSPARSE_POINTER_MODE_HOST = 0,
	CUSPARSE_POINTER_MODE_DEVICE = 1
} cusparsePointerMode_t;

typedef enum {
	CUSPARSE_ACTION_SYMBOLIC = 0,
	CUSPARSE_ACTION_NUMERIC = 1
} cusparseAction_t;

typedef enum {
	CUSPARSE_MATRIX_TYPE_GENERAL = 0,
	CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
	CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
	CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;

typedef enum {
	CUSPARSE_FILL_MODE_LOWER = 0,
	CUSPARSE_FILL_MODE_UPPER = 1
} cusparseFillMode_t;

typedef enum {
	CUSPARSE_DIAG_TYPE_NON_UNIT = 0,
	CUSPARSE_DIAG_TYPE_UNIT = 1
} cusparseDiagType_t;

typedef enum {
	CUSPARSE_INDEX_BASE_ZERO = 0,
	CUSPARSE_INDEX_BASE_ONE = 1
} cusparseIndexBase_t;

typedef enum {
	CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
	CUSPARSE_OPERATION_TRANSPOSE = 1,
	CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;

typedef enum {
	CUSPARSE_FORMAT_CSR = 1,
	CUSPARSE_FORMAT_CSC = 2,
	CUSPARSE_FORMAT_COO = 3,
	CUSPARSE_FORMAT_BLOCKED_ELL = 5,
	CUSPARSE_FORMAT_BSR = 6,
	CUSPARSE_FORMAT_SLICED_ELLPACK = 7
} cusparseFormat_t;

typedef enum {
	CUSPARSE_ORDER_COL = 1,
	CUSPARSE_ORDER_ROW = 2
} cusparseOrder_t;

typedef enum {
	CUSPARSE_INDEX_16U = 1,
	CUSPARSE_INDEX_32I = 2,
	CUSPARSE_INDEX_64I = 3
} cusparseIndexType_t;

typedef enum {
	CUSPARSE_SPMAT_FILL_MODE = 0,
	CUSPARSE_SPMAT_DIAG_TYPE = 1
} cusparseSpMatAttribute_t;

typedef enum {
	CUSPARSE_CSR2CSC_ALG_DEFAULT = 1,
	CUSPARSE_CSR2CSC_ALG1 = 1
} cusparseCsr2CscAlg_t;

typedef enum {
	CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0
} cusparseSparseToDenseAlg_t;

typedef enum {
	CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0
} cusparseDenseToSparseAlg_t;

typedef enum {
	CUSPARSE_SPMV_ALG_DEFAULT = 0,
	CUSPARSE_SPMV_CSR_ALG1 = 2,
	CUSPARSE_SPMV_CSR_ALG2 = 3,
	CUSPARSE_SPMV_COO_ALG1 = 1,
	CUSPARSE_SPMV_COO_ALG2 = 4,
	CUSPARSE_SPMV_SELL_ALG1 = 5,
	CUSPARSE_SPMV_BSR_ALG1 = 6
} cusparseSpMVAlg_t;

typedef enum {
	CUSPARSE_SPSV_ALG_DEFAULT = 0
} cusparseSpSVAlg_t;

typedef enum {
	CUSPARSE_SPMM_ALG_DEFAULT = 0,
	CUSPARSE_SPMM_COO_ALG1 = 1,
	CUSPARSE_SPMM_COO_ALG2 = 2,
	CUSPARSE_SPMM_COO_ALG3 = 3,
	CUSPARSE_SPMM_COO_ALG4 = 5,
	CUSPARSE_SPMM_CSR_ALG1 = 4,
	CUSPARSE_SPMM_CSR_ALG2 = 6,
	CUSPARSE_SPMM_CSR_ALG3 = 12,
	CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13,
	CUSPARSE_SPMM_BSR_ALG1 = 14
} cusparseSpMMAlg_t;


/* --- the library and its handles --- */

cusparseStatus_t CUSPARSEAPI cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t CUSPARSEAPI cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t CUSPARSEAPI cusparseGetVersion(cusparseHandle_t handle, int *version);
cusparseStatus_t CUSPARSEAPI cusparseGetProperty(libraryPropertyType type, int *value);
const char* CUSPARSEAPI cusparseGetErrorName(cusparseStatus_t status);
const char* CUSPARSEAPI cusparseGetErrorString(cusparseStatus_t status);
cusparseStatus_t CUSPARSEAPI cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t CUSPARSEAPI cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream);
cusparseStatus_t CUSPARSEAPI cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode);
cusparseStatus_t CUSPARSEAPI cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode);

/* --- descriptions of matrices, for the routines that have them --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateMatDescr(cusparseMatDescr_t *descr);
cusparseStatus_t CUSPARSEAPI cusparseDestroyMatDescr(cusparseMatDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSetMatType(cusparseMatDescr_t descr, cusparseMatrixType_t type);
cusparseMatrixType_t CUSPARSEAPI cusparseGetMatType(const cusparseMatDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSetMatFillMode(cusparseMatDescr_t descr, cusparseFillMode_t fillMode);
cusparseFillMode_t CUSPARSEAPI cusparseGetMatFillMode(const cusparseMatDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSetMatDiagType(cusparseMatDescr_t descr, cusparseDiagType_t diagType);
cusparseDiagType_t CUSPARSEAPI cusparseGetMatDiagType(const cusparseMatDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSetMatIndexBase(cusparseMatDescr_t descr, cusparseIndexBase_t base);
cusparseIndexBase_t CUSPARSEAPI cusparseGetMatIndexBase(const cusparseMatDescr_t descr);

/* --- sparse vectors --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateSpVec(cusparseSpVecDescr_t *vector, int64_t size, int64_t nnz, void *indices,
	void *values, cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *vector, int64_t size, int64_t nnz,
	const void *indices, const void *values, cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseDestroySpVec(cusparseConstSpVecDescr_t vector);
cusparseStatus_t CUSPARSEAPI cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t vector, cusparseIndexBase_t *base);
cusparseStatus_t CUSPARSEAPI cusparseSpVecGetValues(cusparseSpVecDescr_t vector, void **values);
cusparseStatus_t CUSPARSEAPI cusparseSpVecSetValues(cusparseSpVecDescr_t vector, void *values);

/* --- dense vectors --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t size, void *values,
	cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *vector, int64_t size,
	const void *values, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector);
cusparseStatus_t CUSPARSEAPI cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t *size, void **values,
	cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void **values);
cusparseStatus_t CUSPARSEAPI cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values);

/* --- sparse matrices: rows (CSR), columns (CSC), coordinates sorted by rows (COO) --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t cols, int64_t nnz,
	void *offsets, void *columns, void *values, cusparseIndexType_t offsetsType, cusparseIndexType_t columnsType,
	cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstCsr(cusparseConstSpMatDescr_t *matrix, int64_t rows, int64_t cols,
	int64_t nnz, const void *offsets, const void *columns, const void *values, cusparseIndexType_t offsetsType,
	cusparseIndexType_t columnsType, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateCsc(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t cols, int64_t nnz,
	void *offsets, void *rowIndices, void *values, cusparseIndexType_t offsetsType, cusparseIndexType_t rowsType,
	cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstCsc(cusparseConstSpMatDescr_t *matrix, int64_t rows, int64_t cols,
	int64_t nnz, const void *offsets, const void *rowIndices, const void *values, cusparseIndexType_t offsetsType,
	cusparseIndexType_t rowsType, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t cols, int64_t nnz,
	void *rowIndices, void *columns, void *values, cusparseIndexType_t indexType, cusparseIndexBase_t base,
	cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstCoo(cusparseConstSpMatDescr_t *matrix, int64_t rows, int64_t cols,
	int64_t nnz, const void *rowIndices, const void *columns, const void *values, cusparseIndexType_t indexType,
	cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t *format);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix, cusparseIndexBase_t *base);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void **values);
cusparseStatus_t CUSPARSEAPI cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void *values);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows, int64_t *cols,
	int64_t *nnz);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix,
	cusparseSpMatAttribute_t attribute, void *data, size_t dataSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute,
	void *data, size_t dataSize);
cusparseStatus_t CUSPARSEAPI cusparseCsrGet(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols, int64_t *nnz,
	void **offsets, void **columns, void **values, cusparseIndexType_t *offsetsType, cusparseIndexType_t *columnsType,
	cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *columns,
	void *values);
cusparseStatus_t CUSPARSEAPI cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *rowIndices,
	void *values);
cusparseStatus_t CUSPARSEAPI cusparseCooGet(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *cols, int64_t *nnz,
	void **rowIndices, void **columns, void **values, cusparseIndexType_t *indexType, cusparseIndexBase_t *base,
	cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void *rowIndices, void *columns,
	void *values);

/* --- dense matrices --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t cols, int64_t ld,
	void *values, cudaDataType type, cusparseOrder_t order);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *matrix, int64_t rows, int64_t cols,
	int64_t ld, const void *values, cudaDataType type, cusparseOrder_t order);
cusparseStatus_t CUSPARSEAPI cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix);
cusparseStatus_t CUSPARSEAPI cusparseDnMatGet(cusparseDnMatDescr_t matrix, int64_t *rows, int64_t *cols, int64_t *ld,
	void **values, cudaDataType *type, cusparseOrder_t *order);
cusparseStatus_t CUSPARSEAPI cusparseDnMatGetValues(cusparseDnMatDescr_t matrix, void **values);
cusparseStatus_t CUSPARSEAPI cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void *values);

/* --- Y = alpha X + beta Y; X = Y at its indices; Y at the indices of X = X --- */

cusparseStatus_t CUSPARSEAPI cusparseAxpby(cusparseHandle_t handle, const void *alpha, cusparseConstSpVecDescr_t vecX,
	const void *beta, cusparseDnVecDescr_t vecY);
cusparseStatus_t CUSPARSEAPI cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY,
	cusparseSpVecDescr_t vecX);
cusparseStatus_t CUSPARSEAPI cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t vecX,
	cusparseDnVecDescr_t vecY);

/* --- Y = alpha op(A) X + beta Y --- */

cusparseStatus_t CUSPARSEAPI cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
	cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, const void *beta, cusparseDnVecDescr_t vecY,
	cudaDataType computeType, cusparseSpMVAlg_t alg, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
	cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, const void *beta, cusparseDnVecDescr_t vecY,
	cudaDataType computeType, cusparseSpMVAlg_t alg, size_t *bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
	cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, const void *beta, cusparseDnVecDescr_t vecY,
	cudaDataType computeType, cusparseSpMVAlg_t alg, void *buffer);

/* --- C = alpha op(A) op(B) + beta C --- */

cusparseStatus_t CUSPARSEAPI cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
	const void *alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, const void *beta,
	cusparseDnMatDescr_t matC, cudaDataType computeType, cusparseSpMMAlg_t alg, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
	const void *beta, cusparseDnMatDescr_t matC, cudaDataType computeType, cusparseSpMMAlg_t alg, size_t *bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
	cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
	const void *beta, cusparseDnMatDescr_t matC, cudaDataType computeType, cusparseSpMMAlg_t alg, void *buffer);

/* --- op(A) Y = alpha X, A triangular as its attributes say --- */

cusparseStatus_t CUSPARSEAPI cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
	cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY, cudaDataType computeType,
	cusparseSpSVAlg_t alg, cusparseSpSVDescr_t solver, size_t *bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
	cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY, cudaDataType computeType,
	cusparseSpSVAlg_t alg, cusparseSpSVDescr_t solver, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
	cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY, cudaDataType computeType,
	cusparseSpSVAlg_t alg, cusparseSpSVDescr_t solver);

/* --- dense and sparse --- */

cusparseStatus_t CUSPARSEAPI cusparseSparseToDense_bufferSize(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
	cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t alg, size_t *bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
	cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t alg, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseDenseToSparse_bufferSize(cusparseHandle_t handle, cusparseConstDnMatDescr_t matA,
	cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t alg, size_t *bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t matA,
	cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t alg, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t matA,
	cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t alg, void *buffer);

/* --- rows to columns --- */

cusparseStatus_t CUSPARSEAPI cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int m, int n, int nnz,
	const void *csrVal, const int *csrRowPtr, const int *columns, void *cscVal, int *cscColPtr, int *rowIndices,
	cudaDataType valType, cusparseAction_t copyValues, cusparseIndexBase_t base, cusparseCsr2CscAlg_t alg,
	size_t *bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz, const void *csrVal,
	const int *csrRowPtr, const int *columns, void *cscVal, int *cscColPtr, int *rowIndices, cudaDataType valType,
	cusparseAction_t copyValues, cusparseIndexBase_t base, cusparseCsr2CscAlg_t alg, void *buffer);

/* p = 0, 1, ... n - 1 */
cusparseStatus_t CUSPARSEAPI cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p);

#if defined(__cplusplus)
}
#endif

#endif /* CUSPARSE_H_ */
