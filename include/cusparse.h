/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cuSPARSE (cuSPARSE Library 12.5): sparse matrices (rows, columns, coordinates, blocks, slices), sparse and dense vectors, dense matrices,
 * and what is done with them.  Work is queued on the handle's stream; scalars lie on the host or
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
#if defined(__cplusplus)
#include "cuda_fp16.h"
#else
struct __half;
#endif

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
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseSpMMOpPlan *cusparseSpMMOpPlan_t;
typedef struct cusparseSpMVOpDescr *cusparseSpMVOpDescr_t;
typedef struct cusparseSpMVOpPlan *cusparseSpMVOpPlan_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct bsrilu02Info *bsrilu02Info_t;
typedef struct bsric02Info *bsric02Info_t;
typedef struct bsrsm2Info *bsrsm2Info_t;
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct csru2csrInfo *csru2csrInfo_t;
typedef struct cusparseColorInfo *cusparseColorInfo_t;
typedef enum { CUSPARSE_COLOR_ALG0 = 0, CUSPARSE_COLOR_ALG1 = 1 } cusparseColorAlg_t;
typedef struct pruneInfo *pruneInfo_t;
typedef void (*cusparseLoggerCallback_t)(int logLevel, const char *functionName, const char *message);
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
	CUSPARSE_SPSV_UPDATE_GENERAL = 0,
	CUSPARSE_SPSV_UPDATE_DIAGONAL = 1
} cusparseSpSVUpdate_t;

typedef enum {
	CUSPARSE_SPSM_ALG_DEFAULT = 0
} cusparseSpSMAlg_t;

typedef enum {
	CUSPARSE_SPSM_UPDATE_GENERAL = 0,
	CUSPARSE_SPSM_UPDATE_DIAGONAL = 1
} cusparseSpSMUpdate_t;

typedef enum {
	CUSPARSE_SPMM_OP_ALG_DEFAULT = 0
} cusparseSpMMOpAlg_t;

typedef enum {
	CUSPARSE_SPMVOP_ALG_DEFAULT = 0
} cusparseSpMVOpAlg_t;

typedef enum {
	CUSPARSE_SDDMM_ALG_DEFAULT = 0
} cusparseSDDMMAlg_t;

typedef enum {
	CUSPARSE_SPGEMM_DEFAULT = 0,
	CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
	CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
	CUSPARSE_SPGEMM_ALG1 = 3,
	CUSPARSE_SPGEMM_ALG2 = 4,
	CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;

typedef enum {
	CUSPARSE_DIRECTION_ROW = 0,
	CUSPARSE_DIRECTION_COLUMN = 1
} cusparseDirection_t;

typedef enum {
	CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0,
	CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1
} cusparseSolvePolicy_t;

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
cusparseStatus_t CUSPARSEAPI cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream_);
cusparseStatus_t CUSPARSEAPI cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream_);
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

cusparseStatus_t CUSPARSEAPI cusparseCreateSpVec(cusparseSpVecDescr_t *vector_, int64_t size, int64_t nnz, void *indices,
	void *values, cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *vector_, int64_t size, int64_t nnz,
	const void *indices, const void *values, cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseDestroySpVec(cusparseConstSpVecDescr_t vector_);
/* All that the vector was made from.  CUSPARSE_STATUS_INVALID_VALUE: no vector, or a NULL to write to. */
cusparseStatus_t CUSPARSEAPI cusparseSpVecGet(cusparseSpVecDescr_t vector_, int64_t *size, int64_t *nnz, void **indices,
	void **values, cusparseIndexType_t *indexType, cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseConstSpVecGet(cusparseConstSpVecDescr_t vector_, int64_t *size, int64_t *nnz,
	const void **indices, const void **values, cusparseIndexType_t *indexType, cusparseIndexBase_t *base,
	cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t vector_, cusparseIndexBase_t *base);
cusparseStatus_t CUSPARSEAPI cusparseSpVecGetValues(cusparseSpVecDescr_t vector_, void **values);
cusparseStatus_t CUSPARSEAPI cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t vector_, const void **values);
cusparseStatus_t CUSPARSEAPI cusparseSpVecSetValues(cusparseSpVecDescr_t vector_, void *values);

/* --- dense vectors --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateDnVec(cusparseDnVecDescr_t *vector_, int64_t size, void *values,
	cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *vector_, int64_t size,
	const void *values, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector_);
cusparseStatus_t CUSPARSEAPI cusparseDnVecGet(cusparseDnVecDescr_t vector_, int64_t *size, void **values,
	cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseConstDnVecGet(cusparseConstDnVecDescr_t vector_, int64_t *size, const void **values,
	cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseDnVecGetValues(cusparseDnVecDescr_t vector_, void **values);
cusparseStatus_t CUSPARSEAPI cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t vector_, const void **values);
cusparseStatus_t CUSPARSEAPI cusparseDnVecSetValues(cusparseDnVecDescr_t vector_, void *values);

/* --- sparse matrices: rows (CSR), columns (CSC), coordinates sorted by rows (COO) --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateCsr(cusparseSpMatDescr_t *matrix_, int64_t rows, int64_t cols, int64_t nnz,
	void *offsets_, void *columns_, void *values, cusparseIndexType_t offsetsType, cusparseIndexType_t columnsType,
	cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstCsr(cusparseConstSpMatDescr_t *matrix_, int64_t rows, int64_t cols,
	int64_t nnz, const void *offsets_, const void *columns_, const void *values, cusparseIndexType_t offsetsType,
	cusparseIndexType_t columnsType, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateCsc(cusparseSpMatDescr_t *matrix_, int64_t rows, int64_t cols, int64_t nnz,
	void *offsets_, void *rowIndices, void *values, cusparseIndexType_t offsetsType, cusparseIndexType_t rowsType,
	cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstCsc(cusparseConstSpMatDescr_t *matrix_, int64_t rows, int64_t cols,
	int64_t nnz, const void *offsets_, const void *rowIndices, const void *values, cusparseIndexType_t offsetsType,
	cusparseIndexType_t rowsType, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateCoo(cusparseSpMatDescr_t *matrix_, int64_t rows, int64_t cols, int64_t nnz,
	void *rowIndices, void *columns_, void *values, cusparseIndexType_t indexType, cusparseIndexBase_t base,
	cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstCoo(cusparseConstSpMatDescr_t *matrix_, int64_t rows, int64_t cols,
	int64_t nnz, const void *rowIndices, const void *columns_, const void *values, cusparseIndexType_t indexType,
	cusparseIndexBase_t base, cudaDataType type);
/* A matrix of brows x bcols blocks of rowBlockSize x colBlockSize elements (CSR of blocks), bnnz of which are stored, one after another,
 * each by rows or columns as `order` says: brows + 1 offsets and the blocks' columns, counted in blocks from the base.  For SpMV, SpMM and
 * SDDMM.  CUSPARSE_STATUS_INVALID_VALUE: a size below 0, a block without elements; CUSPARSE_STATUS_NOT_SUPPORTED: an index or element type
 * that isn't known.  (cuSPARSE, "cusparseCreateBsr") */
cusparseStatus_t CUSPARSEAPI cusparseCreateBsr(cusparseSpMatDescr_t *matrix_, int64_t brows, int64_t bcols, int64_t bnnz,
	int64_t rowBlockSize, int64_t colBlockSize, void *offsets_, void *columns_, void *values, cusparseIndexType_t offsetsType,
	cusparseIndexType_t columnsType, cusparseIndexBase_t base, cudaDataType type, cusparseOrder_t order);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstBsr(cusparseConstSpMatDescr_t *matrix_, int64_t brows, int64_t bcols, int64_t bnnz,
	int64_t rowBlockSize, int64_t colBlockSize, const void *offsets_, const void *columns_, const void *values,
	cusparseIndexType_t offsetsType, cusparseIndexType_t columnsType, cusparseIndexBase_t base, cudaDataType type, cusparseOrder_t order);
/* A matrix of square blocks, as many in each row of blocks: ellCols / ellBlockSize columns of blocks for each (below the base: none), and
 * a matrix of rows x ellCols values by rows.  For SpMM and cusparseDenseToSparse, which takes what lies at the blocks' places.
 * CUSPARSE_STATUS_INVALID_VALUE: a size below 0, ellCols above cols or not a multiple of the block's.  (cuSPARSE,
 * "cusparseCreateBlockedEll") */
cusparseStatus_t CUSPARSEAPI cusparseCreateBlockedEll(cusparseSpMatDescr_t *matrix_, int64_t rows, int64_t cols, int64_t ellBlockSize,
	int64_t ellCols, void *columns_, void *values, cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t *matrix_, int64_t rows, int64_t cols,
	int64_t ellBlockSize, int64_t ellCols, const void *columns_, const void *values, cusparseIndexType_t indexType,
	cusparseIndexBase_t base, cudaDataType type);
/* All that it was made from.  CUSPARSE_STATUS_INVALID_VALUE: a matrix of another format. */
cusparseStatus_t CUSPARSEAPI cusparseBlockedEllGet(cusparseSpMatDescr_t matrix_, int64_t *rows, int64_t *cols, int64_t *ellBlockSize,
	int64_t *ellCols, void **columns_, void **values, cusparseIndexType_t *indexType, cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t matrix_, int64_t *rows, int64_t *cols,
	int64_t *ellBlockSize, int64_t *ellCols, const void **columns_, const void **values, cusparseIndexType_t *indexType,
	cusparseIndexBase_t *base, cudaDataType *type);
/* A matrix of slices of sliceSize rows, each padded to its longest row and stored by columns: an offset in elements for each slice and one
 * for the end, and sellValuesSize columns (padding: below the base) and values.  For SpMV and SpSV.  CUSPARSE_STATUS_INVALID_VALUE: a size
 * below 0, sellValuesSize below nnz, slices without rows.  (cuSPARSE, "cusparseCreateSlicedEll") */
cusparseStatus_t CUSPARSEAPI cusparseCreateSlicedEll(cusparseSpMatDescr_t *matrix_, int64_t rows, int64_t cols, int64_t nnz,
	int64_t sellValuesSize, int64_t sliceSize, void *offsets_, void *columns_, void *values, cusparseIndexType_t offsetsType,
	cusparseIndexType_t columnsType, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstSlicedEll(cusparseConstSpMatDescr_t *matrix_, int64_t rows, int64_t cols, int64_t nnz,
	int64_t sellValuesSize, int64_t sliceSize, const void *offsets_, const void *columns_, const void *values,
	cusparseIndexType_t offsetsType, cusparseIndexType_t columnsType, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t CUSPARSEAPI cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix_);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix_, cusparseFormat_t *format);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix_, cusparseIndexBase_t *base);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetValues(cusparseSpMatDescr_t matrix_, void **values);
cusparseStatus_t CUSPARSEAPI cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t matrix_, const void **values);
cusparseStatus_t CUSPARSEAPI cusparseSpMatSetValues(cusparseSpMatDescr_t matrix_, void *values);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix_, int64_t *rows, int64_t *cols,
	int64_t *nnz);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix_,
	cusparseSpMatAttribute_t attribute, void *data, size_t dataSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix_, cusparseSpMatAttribute_t attribute,
	void *data, size_t dataSize);
cusparseStatus_t CUSPARSEAPI cusparseCsrGet(cusparseSpMatDescr_t matrix_, int64_t *rows, int64_t *cols, int64_t *nnz,
	void **offsets_, void **columns_, void **values, cusparseIndexType_t *offsetsType, cusparseIndexType_t *columnsType,
	cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseConstCsrGet(cusparseConstSpMatDescr_t matrix_, int64_t *rows, int64_t *cols, int64_t *nnz,
	const void **offsets_, const void **columns_, const void **values, cusparseIndexType_t *offsetsType,
	cusparseIndexType_t *columnsType, cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseCscGet(cusparseSpMatDescr_t matrix_, int64_t *rows, int64_t *cols, int64_t *nnz,
	void **offsets_, void **rowIndices, void **values, cusparseIndexType_t *offsetsType, cusparseIndexType_t *rowsType,
	cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseConstCscGet(cusparseConstSpMatDescr_t matrix_, int64_t *rows, int64_t *cols, int64_t *nnz,
	const void **offsets_, const void **rowIndices, const void **values, cusparseIndexType_t *offsetsType,
	cusparseIndexType_t *rowsType, cusparseIndexBase_t *base, cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseCsrSetPointers(cusparseSpMatDescr_t matrix_, void *offsets_, void *columns_,
	void *values);
cusparseStatus_t CUSPARSEAPI cusparseCscSetPointers(cusparseSpMatDescr_t matrix_, void *offsets_, void *rowIndices,
	void *values);
cusparseStatus_t CUSPARSEAPI cusparseCooGet(cusparseSpMatDescr_t matrix_, int64_t *rows, int64_t *cols, int64_t *nnz,
	void **rowIndices, void **columns_, void **values, cusparseIndexType_t *indexType, cusparseIndexBase_t *base,
	cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseConstCooGet(cusparseConstSpMatDescr_t matrix_, int64_t *rows, int64_t *cols, int64_t *nnz,
	const void **rowIndices, const void **columns_, const void **values, cusparseIndexType_t *indexType, cusparseIndexBase_t *base,
	cudaDataType *type);
cusparseStatus_t CUSPARSEAPI cusparseCooSetPointers(cusparseSpMatDescr_t matrix_, void *rowIndices, void *columns_,
	void *values);

/* --- dense matrices --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateDnMat(cusparseDnMatDescr_t *matrix_, int64_t rows, int64_t cols, int64_t ld,
	void *values, cudaDataType type, cusparseOrder_t order);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *matrix_, int64_t rows, int64_t cols,
	int64_t ld, const void *values, cudaDataType type, cusparseOrder_t order);
cusparseStatus_t CUSPARSEAPI cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix_);
cusparseStatus_t CUSPARSEAPI cusparseDnMatGet(cusparseDnMatDescr_t matrix_, int64_t *rows, int64_t *cols, int64_t *ld,
	void **values, cudaDataType *type, cusparseOrder_t *order);
cusparseStatus_t CUSPARSEAPI cusparseConstDnMatGet(cusparseConstDnMatDescr_t matrix_, int64_t *rows, int64_t *cols, int64_t *ld,
	const void **values, cudaDataType *type, cusparseOrder_t *order);
cusparseStatus_t CUSPARSEAPI cusparseDnMatGetValues(cusparseDnMatDescr_t matrix_, void **values);
cusparseStatus_t CUSPARSEAPI cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t matrix_, const void **values);
cusparseStatus_t CUSPARSEAPI cusparseDnMatSetValues(cusparseDnMatDescr_t matrix_, void *values);

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

/* --- products with functions of the program: __device__ code that NVRTC made for link-time optimisation (nvrtcGetLTOIR), compiled and
 * linked by libnvrtc and libnvJitLink when the plan is made --- */

/* C = epilogue(sum, C) element by element, where the sum is made by add_op from mul_op(A, op(B)); all three are functions of two numbers
 * of computeType.  A is CSR and stands, op(B) isn't conjugated.  The plan keeps the handle, whose stream the product runs on, and the
 * matrices as they are.  CUSPARSE_STATUS_NOT_SUPPORTED: another format, matrices that aren't of computeType (float, double or complex);
 * CUSPARSE_STATUS_INTERNAL_ERROR: the functions can't be linked, of which a line on stderr tells.  (cuSPARSE, "cusparseSpMMOp") */
cusparseStatus_t CUSPARSEAPI cusparseSpMMOp_createPlan(cusparseHandle_t handle, cusparseSpMMOpPlan_t *plan, cusparseOperation_t opA,
	cusparseOperation_t opB, cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
	cudaDataType computeType, cusparseSpMMOpAlg_t alg, const void *addOperationNvvmBuffer, size_t addOperationBufferSize,
	const void *mulOperationNvvmBuffer, size_t mulOperationBufferSize, const void *epilogueNvvmBuffer, size_t epilogueBufferSize,
	size_t *SpMMWorkspaceSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMMOp(cusparseSpMMOpPlan_t plan, void *externalBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSpMMOp_destroyPlan(cusparseSpMMOpPlan_t plan);
/* Z = spmvop_epilogue(row, alpha A X + beta Y), a function of a row's number (an int, or with offsets of 64 bits a long) and a number of
 * computeType; without its module Z = alpha A X + beta Y.  A is CSR and stands; float or double.  setGlobalUserData copies to a variable of
 * the module (CUSPARSE_STATUS_INVALID_VALUE: there is none of this name, or it is smaller).  Errors are as above.  (cuSPARSE,
 * "cusparseSpMVOp") */
cusparseStatus_t CUSPARSEAPI cusparseSpMVOp_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA, cusparseConstSpMatDescr_t matA,
	cusparseConstDnVecDescr_t vecX, cusparseConstDnVecDescr_t vecY, cusparseDnVecDescr_t vecZ, cudaDataType computeType,
	cusparseSpMVOpAlg_t alg, size_t *bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMVOp_createDescr(cusparseHandle_t handle, cusparseSpMVOpDescr_t *descr, cusparseOperation_t opA,
	cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, cusparseConstDnVecDescr_t vecY, cusparseDnVecDescr_t vecZ,
	cudaDataType computeType, cusparseSpMVOpAlg_t alg, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseSpMVOp_destroyDescr(cusparseSpMVOpDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSpMVOp_createPlan(cusparseHandle_t handle, cusparseSpMVOpDescr_t descr, cusparseSpMVOpPlan_t *plan,
	const void *epilogueLTOBuffer, size_t epilogueLTOBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMVOp_setGlobalUserData(cusparseHandle_t handle, cusparseSpMVOpPlan_t plan, const char *symbol,
	const void *data, size_t size);
cusparseStatus_t CUSPARSEAPI cusparseSpMVOp(cusparseHandle_t handle, cusparseSpMVOpPlan_t plan, const void *alpha, const void *beta,
	cusparseConstDnVecDescr_t vecX, cusparseConstDnVecDescr_t vecY, cusparseDnVecDescr_t vecZ);
cusparseStatus_t CUSPARSEAPI cusparseSpMVOp_destroyPlan(cusparseSpMVOpPlan_t plan);

/* --- op(A) Y = alpha X, A triangular as its attributes say --- */

cusparseStatus_t CUSPARSEAPI cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
	cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY, cudaDataType computeType,
	cusparseSpSVAlg_t alg, cusparseSpSVDescr_t solver_, size_t *bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
	cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY, cudaDataType computeType,
	cusparseSpSVAlg_t alg, cusparseSpSVDescr_t solver_, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
	cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY, cudaDataType computeType,
	cusparseSpSVAlg_t alg, cusparseSpSVDescr_t solver_);
/* New values for the matrix that the description was last given by the analysis: all in the order of its own (GENERAL), or one for each
 * row's diagonal (DIAGONAL).  The solutions from now on use them.  Waits for the stream.  CUSPARSE_STATUS_INVALID_VALUE: no values, or no
 * analysis yet.  (cuSPARSE, "cusparseSpSV_updateMatrix") */
cusparseStatus_t CUSPARSEAPI cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t descr, void *newValues,
	cusparseSpSVUpdate_t updatePart);

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
	const void *csrVal, const int *csrRowPtr, const int *columns_, void *cscVal, int *cscColPtr, int *rowIndices,
	cudaDataType valType, cusparseAction_t copyValues, cusparseIndexBase_t base, cusparseCsr2CscAlg_t alg,
	size_t *bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz, const void *csrVal,
	const int *csrRowPtr, const int *columns_, void *cscVal, int *cscColPtr, int *rowIndices, cudaDataType valType,
	cusparseAction_t copyValues, cusparseIndexBase_t base, cusparseCsr2CscAlg_t alg, void *buffer);

/* p = 0, 1, ... n - 1 */
cusparseStatus_t CUSPARSEAPI cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p);

/* --- batches of matrices at distances in elements (a distance of 0: all share it); products (SpMM, SDDMM) take them --- */

cusparseStatus_t CUSPARSEAPI cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix_, int batch_,
	int64_t offsets_stride, int64_t values_stride);
/* As cusparseCsrSetStridedBatch, with a distance of its own for each of the three arrays, in elements.  CUSPARSE_STATUS_INVALID_VALUE: not
 * a matrix of blocks (BSR), no batch, a distance below 0. */
cusparseStatus_t CUSPARSEAPI cusparseBsrSetStridedBatch(cusparseSpMatDescr_t matrix_, int batchCount, int64_t offsetsBatchStride,
	int64_t columnsBatchStride, int64_t valuesBatchStride);
cusparseStatus_t CUSPARSEAPI cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix_, int batch_, int64_t stride_);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t matrix_, int *batch_);
cusparseStatus_t CUSPARSEAPI cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix_, int batch_, int64_t stride_);
cusparseStatus_t CUSPARSEAPI cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t matrix_, int *batch_,
	int64_t *stride_);

/* --- result = op(X) * Y, op: as it is or conjugated; (X, Y) = (c X + s Y, c Y - conj(s) X) at X's indices --- */

cusparseStatus_t CUSPARSEAPI cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op_,
	cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, const void *result, cudaDataType compute_, size_t *size);
cusparseStatus_t CUSPARSEAPI cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op_,
	cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void *result, cudaDataType compute_, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseRot(cusparseHandle_t handle, const void *c, const void *s,
	cusparseSpVecDescr_t x, cusparseDnVecDescr_t y);

/* --- op(A) C = alpha op(B), A triangular as its attributes say --- */

cusparseStatus_t CUSPARSEAPI cusparseSpSM_createDescr(cusparseSpSMDescr_t *solver_);
cusparseStatus_t CUSPARSEAPI cusparseSpSM_destroyDescr(cusparseSpSMDescr_t solver_);
cusparseStatus_t CUSPARSEAPI cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t op_,
	cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
	cusparseDnMatDescr_t c, cudaDataType compute_, cusparseSpSMAlg_t algorithm, cusparseSpSMDescr_t solver_, size_t *size);
cusparseStatus_t CUSPARSEAPI cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t op_,
	cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
	cusparseDnMatDescr_t c, cudaDataType compute_, cusparseSpSMAlg_t algorithm, cusparseSpSMDescr_t solver_, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t op_,
	cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
	cusparseDnMatDescr_t c, cudaDataType compute_, cusparseSpSMAlg_t algorithm, cusparseSpSMDescr_t solver_);
/* As cusparseSpSV_updateMatrix. */
cusparseStatus_t CUSPARSEAPI cusparseSpSM_updateMatrix(cusparseHandle_t handle, cusparseSpSMDescr_t descr, void *newValues,
	cusparseSpSMUpdate_t updatePart);

/* --- C = alpha (op(A) op(B)) at the places of C + beta C; A and B dense, C by rows or columns --- */

cusparseStatus_t CUSPARSEAPI cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t op_a,
	cusparseOperation_t op_b, const void *alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
	const void *beta, cusparseSpMatDescr_t c, cudaDataType compute_, cusparseSDDMMAlg_t algorithm, size_t *size);
cusparseStatus_t CUSPARSEAPI cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t op_a,
	cusparseOperation_t op_b, const void *alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
	const void *beta, cusparseSpMatDescr_t c, cudaDataType compute_, cusparseSDDMMAlg_t algorithm, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t op_a,
	cusparseOperation_t op_b, const void *alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
	const void *beta, cusparseSpMatDescr_t c, cudaDataType compute_, cusparseSDDMMAlg_t algorithm, void *buffer);

/* --- C = alpha A B + beta C, all by rows.  Each function with a buffer is called twice: with NULL it gives the size.  After compute
       cusparseSpMatGetSize tells C's number of elements; the caller sets C's arrays and copies.  The forms for reuse find the structure
       once (nnz, copy), and then numbers for it (compute).  beta takes numbers that C has in this structure.  Other operations:
       CUSPARSE_STATUS_NOT_SUPPORTED. --- */

cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_workEstimation(cusparseHandle_t handle, cusparseOperation_t op_a,
	cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
	const void *beta, cusparseSpMatDescr_t c, cudaDataType compute_, cusparseSpGEMMAlg_t algorithm,
	cusparseSpGEMMDescr_t descr, size_t *size, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t *count_);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_estimateMemory(cusparseHandle_t handle, cusparseOperation_t op_a,
	cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
	const void *beta, cusparseSpMatDescr_t c, cudaDataType compute_, cusparseSpGEMMAlg_t algorithm,
	cusparseSpGEMMDescr_t descr, float chunk_, size_t *size3, void *buffer3, size_t *size2);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t op_a,
	cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
	const void *beta, cusparseSpMatDescr_t c, cudaDataType compute_, cusparseSpGEMMAlg_t algorithm,
	cusparseSpGEMMDescr_t descr, size_t *size, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t op_a,
	cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
	const void *beta, cusparseSpMatDescr_t c, cudaDataType compute_, cusparseSpGEMMAlg_t algorithm,
	cusparseSpGEMMDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMMreuse_workEstimation(cusparseHandle_t handle, cusparseOperation_t op_a,
	cusparseOperation_t op_b, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
	cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descr, size_t *size, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t op_a,
	cusparseOperation_t op_b, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
	cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descr, size_t *size2, void *buffer2, size_t *size3,
	void *buffer3, size_t *size4, void *buffer4);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t op_a,
	cusparseOperation_t op_b, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
	cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descr, size_t *size, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t op_a,
	cusparseOperation_t op_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
	const void *beta, cusparseSpMatDescr_t c, cudaDataType compute_, cusparseSpGEMMAlg_t algorithm,
	cusparseSpGEMMDescr_t descr);

/* --- the log of calls: off unless level or mask are set, here or by CUSPARSE_LOG_LEVEL, CUSPARSE_LOG_MASK and CUSPARSE_LOG_FILE.
       CUSPARSE_STATUS_INVALID_VALUE: a level that isn't 0 to 5, a file that can't be opened --- */

cusparseStatus_t CUSPARSEAPI cusparseLoggerSetCallback(cusparseLoggerCallback_t callback);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetFile(FILE *file);
cusparseStatus_t CUSPARSEAPI cusparseLoggerOpenFile(const char *logFile);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetLevel(int level);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetMask(int mask);
cusparseStatus_t CUSPARSEAPI cusparseLoggerForceDisable(void);

/* --- sorting (cuSPARSE, "Format Conversion"): within each row, within each column, coordinates by rows or by columns.  p: NULL, or nnz
       numbers that are permuted as the values must be --- */

cusparseStatus_t CUSPARSEAPI cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
	const int *rows, const int *columns_, size_t *size);
cusparseStatus_t CUSPARSEAPI cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz,
	const cusparseMatDescr_t description, const int *offsets_, int *indices, int *p, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
	const int *rows, const int *columns_, size_t *size);
cusparseStatus_t CUSPARSEAPI cusparseXcscsort(cusparseHandle_t handle, int m, int n, int nnz,
	const cusparseMatDescr_t description, const int *offsets_, int *indices, int *p, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
	const int *rows, const int *columns_, size_t *size);
cusparseStatus_t CUSPARSEAPI cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz, int *rows,
	int *columns_, int *p, void *buffer);
cusparseStatus_t CUSPARSEAPI cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz, int *rows,
	int *columns_, int *p, void *buffer);
/* Offsets of m rows from nnz row numbers, and back. */
cusparseStatus_t CUSPARSEAPI cusparseXcoo2csr(cusparseHandle_t handle, const int *rows, int nnz, int m, int *offsets_,
	cusparseIndexBase_t base);
cusparseStatus_t CUSPARSEAPI cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets_, int nnz, int m, int *rows,
	cusparseIndexBase_t base);

#define __AW_SPARSE_ALL(DECLARE, routine) \
	DECLARE(cusparseS##routine, float) \
	DECLARE(cusparseD##routine, double) \
	DECLARE(cusparseC##routine, cuComplex) \
	DECLARE(cusparseZ##routine, cuDoubleComplex)

/* The elements that aren't zero of each row or column of a dense m x n matrix, and of all, which lies where the pointer mode says. */
#define __AW_SPARSE_NNZ(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int m, int n, \
		const cusparseMatDescr_t description, const T *a, int lda, int *each_, int *all_);
__AW_SPARSE_ALL(__AW_SPARSE_NNZ, nnz)

/* --- C, the elements of A whose absolute value is above `tolerance` (its real part, where numbers are complex), of m x n matrices by rows
       with A's index base.  First how many there are in each row and in all (where the pointer mode says; on the host: the function
       waits), then C's arrays, for which `each` is what the first function found.
       CUSPARSE_STATUS_INVALID_VALUE: a negative size or tolerance, no description, an array that is NULL (C's columns and values
       may be, where nothing is left); CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: the description isn't of a general matrix. --- */

#define __AW_SPARSE_NNZ_COMPRESS(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, const cusparseMatDescr_t description, \
		const T *values, const int *offsets_, int *each_, int *all_, T tolerance);
__AW_SPARSE_ALL(__AW_SPARSE_NNZ_COMPRESS, nnz_compress)
#define __AW_SPARSE_COMPRESS(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t description, \
		const T *valuesA, const int *columnsA, const int *offsetsA, int nnzA, const int *each_, T *valuesC, \
		int *columnsC, int *offsetsC, T tolerance);
__AW_SPARSE_ALL(__AW_SPARSE_COMPRESS, csr2csr_compress)

/* --- C = alpha A + beta B, of m x n matrices by rows with ascending columns: Nnz makes C's offsets and tells how many elements there are
       (where the pointer mode says), then C's arrays are filled --- */

cusparseStatus_t CUSPARSEAPI cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n,
	const cusparseMatDescr_t descrA, int nnzA, const int *offsetsA, const int *columnsA, const cusparseMatDescr_t descrB,
	int nnzB, const int *offsetsB, const int *columnsB, const cusparseMatDescr_t descrC, int *offsetsC, int *nnzC,
	void *buffer);
#define __AW_SPARSE_GEAM_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int n, const T *alpha, \
		const cusparseMatDescr_t descrA, int nnzA, const T *valuesA, const int *offsetsA, const int *columnsA, \
		const T *beta, const cusparseMatDescr_t descrB, int nnzB, const T *valuesB, const int *offsetsB, \
		const int *columnsB, const cusparseMatDescr_t descrC, const T *valuesC, const int *offsetsC, \
		const int *columnsC, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_GEAM_SIZE, csrgeam2_bufferSizeExt)
#define __AW_SPARSE_GEAM(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int n, const T *alpha, \
		const cusparseMatDescr_t descrA, int nnzA, const T *valuesA, const int *offsetsA, const int *columnsA, \
		const T *beta, const cusparseMatDescr_t descrB, int nnzB, const T *valuesB, const int *offsetsB, \
		const int *columnsB, const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, int *columnsC, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_GEAM, csrgeam2)

/* --- incomplete factorisations of an m x m matrix by rows with ascending columns, in its place: L U (the ones of L's diagonal left
       out), and L L* in the lower triangle.  zeroPivot waits for the stream: CUSPARSE_STATUS_ZERO_PIVOT, and where the first diagonal
       element is missing or zero, counted from the index base; else -1. --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateCsrilu02Info(csrilu02Info_t *info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseCreateCsric02Info(csric02Info_t *info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyCsric02Info(csric02Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info, int *position);
cusparseStatus_t CUSPARSEAPI cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info, int *position);
#define __AW_SPARSE_ILU_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, \
		T *values, const int *offsets_, const int *columns_, csrilu02Info_t info, int *size);
__AW_SPARSE_ALL(__AW_SPARSE_ILU_SIZE, csrilu02_bufferSize)
#define __AW_SPARSE_ILU_SIZE_EXT(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, \
		T *values, const int *offsets_, const int *columns_, csrilu02Info_t info, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_ILU_SIZE_EXT, csrilu02_bufferSizeExt)
#define __AW_SPARSE_ILU_ANALYSIS(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, \
		const T *values, const int *offsets_, const int *columns_, csrilu02Info_t info, cusparseSolvePolicy_t policy, \
		void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_ILU_ANALYSIS, csrilu02_analysis)
#define __AW_SPARSE_ILU(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, \
		T *values, const int *offsets_, const int *columns_, csrilu02Info_t info, cusparseSolvePolicy_t policy, \
		void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_ILU, csrilu02)
#define __AW_SPARSE_IC_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, \
		T *values, const int *offsets_, const int *columns_, csric02Info_t info, int *size);
__AW_SPARSE_ALL(__AW_SPARSE_IC_SIZE, csric02_bufferSize)
#define __AW_SPARSE_IC_SIZE_EXT(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, \
		T *values, const int *offsets_, const int *columns_, csric02Info_t info, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_IC_SIZE_EXT, csric02_bufferSizeExt)
#define __AW_SPARSE_IC_ANALYSIS(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, \
		const T *values, const int *offsets_, const int *columns_, csric02Info_t info, cusparseSolvePolicy_t policy, \
		void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_IC_ANALYSIS, csric02_analysis)
#define __AW_SPARSE_IC(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, \
		T *values, const int *offsets_, const int *columns_, csric02Info_t info, cusparseSolvePolicy_t policy, \
		void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_IC, csric02)
/* Pivots of L U up to *tolerance become *boost. */
#define __AW_SPARSE_BOOST(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, csrilu02Info_t info, int enable, double *tolerance, \
		T *boost);
__AW_SPARSE_ALL(__AW_SPARSE_BOOST, csrilu02_numericBoost)

/* --- the same of matrices of mb x mb blocks of dim x dim elements; nnzb blocks are there, which `offsets` and `columns` tell of, and
       the elements of each lie by rows or by columns (direction).  L and U are triangular within the diagonal blocks too, and blocks
       that are there are taken as full.  L L* neither reads nor writes what is above the diagonal.  Analysis finds a diagonal block
       that is missing, the factorisation one that is singular or, for L L*, not positive definite as well; zeroPivot waits for the
       stream: CUSPARSE_STATUS_ZERO_PIVOT, and the first such block's row counted from the index base; else -1.
       CUSPARSE_STATUS_INVALID_VALUE: a negative mb or nnzb, dim < 1, no direction, no description, no info, an array that is NULL
       (analysis reads no values); CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: the description isn't of a general matrix. --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateBsrilu02Info(bsrilu02Info_t *info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyBsrilu02Info(bsrilu02Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseCreateBsric02Info(bsric02Info_t *info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyBsric02Info(bsric02Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseXbsrilu02_zeroPivot(cusparseHandle_t handle, bsrilu02Info_t info, int *position);
cusparseStatus_t CUSPARSEAPI cusparseXbsric02_zeroPivot(cusparseHandle_t handle, bsric02Info_t info, int *position);
#define __AW_SPARSE_BLOCK_ILU_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nnzb, \
		const cusparseMatDescr_t description, T *values, const int *offsets_, const int *columns_, int dim_, \
		bsrilu02Info_t info, int *size);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_ILU_SIZE, bsrilu02_bufferSize)
#define __AW_SPARSE_BLOCK_ILU_SIZE_EXT(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nnzb, \
		const cusparseMatDescr_t description, T *values, const int *offsets_, const int *columns_, int dim_, \
		bsrilu02Info_t info, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_ILU_SIZE_EXT, bsrilu02_bufferSizeExt)
#define __AW_SPARSE_BLOCK_ILU(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nnzb, \
		const cusparseMatDescr_t description, T *values, const int *offsets_, const int *columns_, int dim_, \
		bsrilu02Info_t info, cusparseSolvePolicy_t policy, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_ILU, bsrilu02_analysis)
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_ILU, bsrilu02)
#define __AW_SPARSE_BLOCK_IC_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nnzb, \
		const cusparseMatDescr_t description, T *values, const int *offsets_, const int *columns_, int dim_, \
		bsric02Info_t info, int *size);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_IC_SIZE, bsric02_bufferSize)
#define __AW_SPARSE_BLOCK_IC_SIZE_EXT(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nnzb, \
		const cusparseMatDescr_t description, T *values, const int *offsets_, const int *columns_, int dim_, \
		bsric02Info_t info, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_IC_SIZE_EXT, bsric02_bufferSizeExt)
#define __AW_SPARSE_BLOCK_IC_ANALYSIS(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nnzb, \
		const cusparseMatDescr_t description, const T *values, const int *offsets_, const int *columns_, int dim_, \
		bsric02Info_t info, cusparseSolvePolicy_t policy, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_IC_ANALYSIS, bsric02_analysis)
#define __AW_SPARSE_BLOCK_IC(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nnzb, \
		const cusparseMatDescr_t description, T *values, const int *offsets_, const int *columns_, int dim_, \
		bsric02Info_t info, cusparseSolvePolicy_t policy, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_IC, bsric02)
/* Pivots within the diagonal blocks up to *tolerance become *boost, if enable isn't 0.  Both lie where the pointer mode says, and are
   read at once.  CUSPARSE_STATUS_INVALID_VALUE: no info, or one of them is NULL and enable isn't 0. */
#define __AW_SPARSE_BLOCK_BOOST(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, bsrilu02Info_t info, int enable, double *tolerance, \
		T *boost);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_BOOST, bsrilu02_numericBoost)

/* --- matrices of blocks of dim x dim elements, which `offsets` and `columns` tell of; the elements of each block lie by rows or by
       columns (direction).  y = alpha op(A) x + beta y, of mb x nb blocks; C = alpha op(A) op(B) + beta C of mb x kb blocks and dense
       matrices by columns, where C has n columns.
       CUSPARSE_STATUS_INVALID_VALUE: a negative size, dim < 1, no direction, no description, a scalar or an array that is NULL;
       CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: the description isn't of a general matrix. --- */

#define __AW_SPARSE_BLOCK_MV(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, cusparseOperation_t op_, \
		int mb, int nb, int nnzb, const T *alpha, const cusparseMatDescr_t description, const T *values, \
		const int *offsets_, const int *columns_, int dim_, const T *x, const T *beta, T *y);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_MV, bsrmv)
#define __AW_SPARSE_BLOCK_MM(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, cusparseOperation_t opA, \
		cusparseOperation_t opB, int mb, int n, int kb, int nnzb, const T *alpha, const cusparseMatDescr_t description, \
		const T *values, const int *offsets_, const int *columns_, const int dim_, const T *B, const int ldb, \
		const T *beta, T *C, int ldc);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_MM, bsrmm)

/* --- the same of mb x nb blocks of height x width elements by columns of blocks; what a block holds stays as it is.  No values are
       copied where the action is CUSPARSE_ACTION_SYMBOLIC.
       CUSPARSE_STATUS_INVALID_VALUE: a negative size, a block without elements, an array that is NULL --- */

#define __AW_SPARSE_BLOCK_TURN_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int mb, int nb, int nnzb, const T *values, const int *offsets_, \
		const int *columns_, int height_, int width, int *size);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_TURN_SIZE, gebsr2gebsc_bufferSize)
#define __AW_SPARSE_BLOCK_TURN_SIZE_EXT(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int mb, int nb, int nnzb, const T *values, const int *offsets_, \
		const int *columns_, int height_, int width, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_TURN_SIZE_EXT, gebsr2gebsc_bufferSizeExt)
#define __AW_SPARSE_BLOCK_TURN(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int mb, int nb, int nnzb, const T *values, const int *offsets_, \
		const int *columns_, int height_, int width, T *bscValues, int *bscRows, int *bscOffsets, \
		cusparseAction_t action, cusparseIndexBase_t base, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_TURN, gebsr2gebsc)

/* --- op(A) op(X) = alpha op(B), where A is the triangle of mb x mb blocks that the description tells of, with its diagonal blocks' own
       triangles, and op(B) has n columns.  X may be B.  Analysis finds a diagonal block that is missing, solve one with a zero on its
       diagonal; zeroPivot waits for the stream: CUSPARSE_STATUS_ZERO_PIVOT, and the first such block's row counted from the index
       base; else -1.
       CUSPARSE_STATUS_INVALID_VALUE: a negative size, dim < 1, no direction, no description, no info, opX is
       CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, an array that is NULL (analysis reads no values);
       CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: the description isn't of a general matrix. --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateBsrsm2Info(bsrsm2Info_t *info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyBsrsm2Info(bsrsm2Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseXbsrsm2_zeroPivot(cusparseHandle_t handle, bsrsm2Info_t info, int *position);
#define __AW_SPARSE_BLOCK_SM_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, cusparseOperation_t opA, \
		cusparseOperation_t opX, int mb, int n, int nnzb, const cusparseMatDescr_t description, T *values, \
		const int *offsets_, const int *columns_, int dim_, bsrsm2Info_t info, int *size);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_SM_SIZE, bsrsm2_bufferSize)
#define __AW_SPARSE_BLOCK_SM_SIZE_EXT(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, cusparseOperation_t opA, \
		cusparseOperation_t opX, int mb, int n, int nnzb, const cusparseMatDescr_t description, T *values, \
		const int *offsets_, const int *columns_, int dim_, bsrsm2Info_t info, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_SM_SIZE_EXT, bsrsm2_bufferSizeExt)
#define __AW_SPARSE_BLOCK_SM_ANALYSIS(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, cusparseOperation_t opA, \
		cusparseOperation_t opX, int mb, int n, int nnzb, const cusparseMatDescr_t description, const T *values, \
		const int *offsets_, const int *columns_, int dim_, bsrsm2Info_t info, cusparseSolvePolicy_t policy, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_SM_ANALYSIS, bsrsm2_analysis)
#define __AW_SPARSE_BLOCK_SM(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, cusparseOperation_t opA, \
		cusparseOperation_t opX, int mb, int n, int nnzb, const T *alpha, const cusparseMatDescr_t description, \
		const T *values, const int *offsets_, const int *columns_, int dim_, bsrsm2Info_t info, const T *B, int ldb, \
		T *X, int ldx, cusparseSolvePolicy_t policy, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_SM, bsrsm2_solve)

/* --- op(A) x = alpha f, which is the same with one right side.  x may be f.
       CUSPARSE_STATUS_INVALID_VALUE: a negative size, dim < 1, no direction, no description, no info, an array that is NULL (analysis
       reads no values); CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: the description isn't of a general matrix. --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateBsrsv2Info(bsrsv2Info_t *info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyBsrsv2Info(bsrsv2Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseXbsrsv2_zeroPivot(cusparseHandle_t handle, bsrsv2Info_t info, int *position);
#define __AW_SPARSE_BLOCK_SV_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, cusparseOperation_t op_, int mb, \
		int nnzb, const cusparseMatDescr_t description, T *values, const int *offsets_, const int *columns_, int dim_, \
		bsrsv2Info_t info, int *size);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_SV_SIZE, bsrsv2_bufferSize)
#define __AW_SPARSE_BLOCK_SV_SIZE_EXT(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, cusparseOperation_t op_, int mb, \
		int nnzb, const cusparseMatDescr_t description, T *values, const int *offsets_, const int *columns_, int dim_, \
		bsrsv2Info_t info, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_SV_SIZE_EXT, bsrsv2_bufferSizeExt)
#define __AW_SPARSE_BLOCK_SV_ANALYSIS(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, cusparseOperation_t op_, int mb, \
		int nnzb, const cusparseMatDescr_t description, const T *values, const int *offsets_, const int *columns_, int dim_, \
		bsrsv2Info_t info, cusparseSolvePolicy_t policy, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_SV_ANALYSIS, bsrsv2_analysis)
#define __AW_SPARSE_BLOCK_SV(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, cusparseOperation_t op_, int mb, \
		int nnzb, const T *alpha, const cusparseMatDescr_t description, const T *values, const int *offsets_, \
		const int *columns_, int dim_, bsrsv2Info_t info, const T *f, T *x, cusparseSolvePolicy_t policy, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_SV, bsrsv2_solve)

/* --- y = alpha A x + beta y for `count` of the mb rows of blocks, which the mask names by number; the blocks of row i are those from
       begins[i] up to ends[i].  Rows that the mask doesn't name stay as they are.
       CUSPARSE_STATUS_INVALID_VALUE: a negative size, more rows than there are, dim < 1, no direction, no description, a scalar or an array
       that is NULL; CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: the description isn't of a general matrix;
       CUSPARSE_STATUS_NOT_SUPPORTED: op isn't CUSPARSE_OPERATION_NON_TRANSPOSE. --- */

#define __AW_SPARSE_BLOCK_MASKED_MV(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, cusparseOperation_t op_, int count_, \
		int mb, int nb, int nnzb, const T *alpha, const cusparseMatDescr_t description, const T *values, const int *mask, \
		const int *begins, const int *ends, const int *columns_, int dim_, const T *x, const T *beta, T *y);
__AW_SPARSE_ALL(__AW_SPARSE_BLOCK_MASKED_MV, bsrxmv)

/* --- y = alpha op(A) x + beta y, where A is dense, m x n by columns, and x has nnz elements that aren't zero.
       CUSPARSE_STATUS_INVALID_VALUE: a negative size, lda below m, no operation, no base, a scalar or an array that is NULL --- */

#define __AW_SPARSE_GEMVI_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseOperation_t op_, int m, int n, int nnz, int *size);
__AW_SPARSE_ALL(__AW_SPARSE_GEMVI_SIZE, gemvi_bufferSize)
#define __AW_SPARSE_GEMVI(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseOperation_t op_, int m, int n, const T *alpha, const T *a, \
		int lda, int nnz, const T *x, const int *indices, const T *beta, T *y, cusparseIndexBase_t base, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_GEMVI, gemvi)

/* --- m x n matrices by rows as ones of blocks of dim x dim, or height x width, elements and back, and blocks of one size from those of
       another.  Nnz makes the offsets of C's rows of blocks and tells how many blocks there are (where the pointer mode says; `all` may
       be NULL).  A block is there where A has an element; its other elements are 0, and become elements on the way back.
       CUSPARSE_STATUS_INVALID_VALUE: a negative size, a block without elements, no direction, no description, an array that is NULL;
       CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: a description isn't of a general matrix. --- */

cusparseStatus_t CUSPARSEAPI cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t direction_, int m, int n,
	const cusparseMatDescr_t descrA, const int *offsetsA, const int *columnsA, int dim_, const cusparseMatDescr_t descrC,
	int *offsetsC, int *all_);
#define __AW_SPARSE_TO_SQUARE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int m, int n, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, int dim_, \
		const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, int *columnsC);
__AW_SPARSE_ALL(__AW_SPARSE_TO_SQUARE, csr2bsr)
/* Here m and n are numbers of blocks. */
__AW_SPARSE_ALL(__AW_SPARSE_TO_SQUARE, bsr2csr)
cusparseStatus_t CUSPARSEAPI cusparseXcsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t direction_, int m, int n,
	const cusparseMatDescr_t descrA, const int *offsetsA, const int *columnsA, const cusparseMatDescr_t descrC, int *offsetsC,
	int height_, int width, int *all_, void *buffer);
#define __AW_SPARSE_TO_BLOCKS_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int m, int n, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, int height_, int width, \
		int *size);
__AW_SPARSE_ALL(__AW_SPARSE_TO_BLOCKS_SIZE, csr2gebsr_bufferSize)
#define __AW_SPARSE_TO_BLOCKS_SIZE_EXT(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int m, int n, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, int height_, int width, \
		size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_TO_BLOCKS_SIZE_EXT, csr2gebsr_bufferSizeExt)
#define __AW_SPARSE_TO_BLOCKS(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int m, int n, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, \
		const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, int *columnsC, int height_, int width, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_TO_BLOCKS, csr2gebsr)
cusparseStatus_t CUSPARSEAPI cusparseXgebsr2csr(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nb,
	const cusparseMatDescr_t descrA, const int *offsetsA, const int *columnsA, int height_, int width,
	const cusparseMatDescr_t descrC, int *offsetsC, int *columnsC);
#define __AW_SPARSE_FROM_BLOCKS(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nb, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, int height_, int width, \
		const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, int *columnsC);
__AW_SPARSE_ALL(__AW_SPARSE_FROM_BLOCKS, gebsr2csr)
cusparseStatus_t CUSPARSEAPI cusparseXgebsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nb, int nnzb,
	const cusparseMatDescr_t descrA, const int *offsetsA, const int *columnsA, int heightA, int widthA,
	const cusparseMatDescr_t descrC, int *offsetsC, int heightC, int widthC, int *all_, void *buffer);
#define __AW_SPARSE_REGROUP_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nb, int nnzb, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, int heightA, \
		int widthA, int heightC, int widthC, int *size);
__AW_SPARSE_ALL(__AW_SPARSE_REGROUP_SIZE, gebsr2gebsr_bufferSize)
#define __AW_SPARSE_REGROUP_SIZE_EXT(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nb, int nnzb, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, int heightA, \
		int widthA, int heightC, int widthC, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_REGROUP_SIZE_EXT, gebsr2gebsr_bufferSizeExt)
#define __AW_SPARSE_REGROUP(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, cusparseDirection_t direction_, int mb, int nb, int nnzb, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, int heightA, \
		int widthA, const cusparseMatDescr_t descrC, T *valuesC, int *offsetsC, int *columnsC, int heightC, int widthC, \
		void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_REGROUP, gebsr2gebsr)

/* --- the columns of each row, and the values with them, put in ascending order, and back into the order that csru2csr found; the info
       keeps it.  Without values only columns are moved.
       CUSPARSE_STATUS_INVALID_VALUE: a negative size, no description, no info, offsets or columns that are NULL, csr2csru of a matrix
       that wasn't put in order;
       CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: the description isn't of a general matrix. --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateCsru2csrInfo(csru2csrInfo_t *info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyCsru2csrInfo(csru2csrInfo_t info);
#define __AW_SPARSE_ORDER_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int n, int nnz, T *values, const int *offsets_, int *columns_, \
		csru2csrInfo_t info, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_ORDER_SIZE, csru2csr_bufferSizeExt)
#define __AW_SPARSE_ORDER(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description, \
		T *values, const int *offsets_, int *columns_, csru2csrInfo_t info, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_ORDER, csru2csr)
__AW_SPARSE_ALL(__AW_SPARSE_ORDER, csr2csru)

/* --- colours (numbers from 0 on) of the rows of a matrix of m x m elements whose pattern is symmetric: rows that an element connects
       have different ones.  When the share of the rows that `share` tells (0 to 1) has a colour, each row that is left gets one of its own.
       `order`, if not NULL: the rows, those of a colour together.  `count`, of colours, lies where the pointer mode says.
       CUSPARSE_STATUS_INVALID_VALUE: a negative size, no description, no info, an array or a number that is NULL;
       CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: the description isn't of a general matrix. --- */

cusparseStatus_t CUSPARSEAPI cusparseCreateColorInfo(cusparseColorInfo_t *info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyColorInfo(cusparseColorInfo_t info);
#define __AW_SPARSE_COLOR(name, T, S) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, \
		const T *values, const int *offsets_, const int *columns_, const S *share, int *count_, int *colors, int *order, \
		const cusparseColorInfo_t info);
__AW_SPARSE_COLOR(cusparseScsrcolor, float, float)
__AW_SPARSE_COLOR(cusparseDcsrcolor, double, double)
__AW_SPARSE_COLOR(cusparseCcsrcolor, cuComplex, float)
__AW_SPARSE_COLOR(cusparseZcsrcolor, cuDoubleComplex, double)

/* --- m x n matrices by rows of the elements of A, dense by columns or sparse by rows, whose absolute value is above a threshold.  Nnz
       makes C's offsets and tells how many elements there are (where the pointer mode says, as the threshold), then C's columns and values
       are filled in.  A percentage is of all elements of a dense A and of those that a sparse A has; the threshold is the largest of that
       share of the smallest absolute values (the smallest of all at least).
       CUSPARSE_STATUS_INVALID_VALUE: a negative size, lda below m, no description, no threshold, a percentage below 0 or above 100, no
       info, an array that is NULL; CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED: a description isn't of a general matrix. --- */

cusparseStatus_t CUSPARSEAPI cusparseCreatePruneInfo(pruneInfo_t *info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyPruneInfo(pruneInfo_t info);
#define __AW_SPARSE_PRUNE_DENSE(name, T) \
	cusparseStatus_t CUSPARSEAPI name##_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T *a, int lda, \
		const T *threshold, const cusparseMatDescr_t descrC, const T *valuesC, const int *offsetsC, const int *columnsC, \
		size_t *size); \
	cusparseStatus_t CUSPARSEAPI name##Nnz(cusparseHandle_t handle, int m, int n, const T *a, int lda, const T *threshold, \
		const cusparseMatDescr_t descrC, int *offsetsC, int *all_, void *buffer); \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int n, const T *a, int lda, const T *threshold, \
		const cusparseMatDescr_t descrC, T *valuesC, const int *offsetsC, int *columnsC, void *buffer); \
	cusparseStatus_t CUSPARSEAPI name##ByPercentage_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T *a, int lda, \
		float percentage, const cusparseMatDescr_t descrC, const T *valuesC, const int *offsetsC, const int *columnsC, \
		pruneInfo_t info, size_t *size); \
	cusparseStatus_t CUSPARSEAPI name##NnzByPercentage(cusparseHandle_t handle, int m, int n, const T *a, int lda, \
		float percentage, const cusparseMatDescr_t descrC, int *offsetsC, int *all_, pruneInfo_t info, void *buffer); \
	cusparseStatus_t CUSPARSEAPI name##ByPercentage(cusparseHandle_t handle, int m, int n, const T *a, int lda, \
		float percentage, const cusparseMatDescr_t descrC, T *valuesC, const int *offsetsC, int *columnsC, pruneInfo_t info, \
		void *buffer);
__AW_SPARSE_PRUNE_DENSE(cusparseHpruneDense2csr, struct __half)
__AW_SPARSE_PRUNE_DENSE(cusparseSpruneDense2csr, float)
__AW_SPARSE_PRUNE_DENSE(cusparseDpruneDense2csr, double)
#define __AW_SPARSE_PRUNE(name, T) \
	cusparseStatus_t CUSPARSEAPI name##_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnzA, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, const T *threshold, \
		const cusparseMatDescr_t descrC, const T *valuesC, const int *offsetsC, const int *columnsC, size_t *size); \
	cusparseStatus_t CUSPARSEAPI name##Nnz(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, const T *threshold, const cusparseMatDescr_t descrC, \
		int *offsetsC, int *all_, void *buffer); \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, \
		const T *valuesA, const int *offsetsA, const int *columnsA, const T *threshold, const cusparseMatDescr_t descrC, \
		T *valuesC, const int *offsetsC, int *columnsC, void *buffer); \
	cusparseStatus_t CUSPARSEAPI name##ByPercentage_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnzA, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, float percentage, \
		const cusparseMatDescr_t descrC, const T *valuesC, const int *offsetsC, const int *columnsC, pruneInfo_t info, \
		size_t *size); \
	cusparseStatus_t CUSPARSEAPI name##NnzByPercentage(cusparseHandle_t handle, int m, int n, int nnzA, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, float percentage, \
		const cusparseMatDescr_t descrC, int *offsetsC, int *all_, pruneInfo_t info, void *buffer); \
	cusparseStatus_t CUSPARSEAPI name##ByPercentage(cusparseHandle_t handle, int m, int n, int nnzA, \
		const cusparseMatDescr_t descrA, const T *valuesA, const int *offsetsA, const int *columnsA, float percentage, \
		const cusparseMatDescr_t descrC, T *valuesC, const int *offsetsC, int *columnsC, pruneInfo_t info, void *buffer);
__AW_SPARSE_PRUNE(cusparseHpruneCsr2csr, struct __half)
__AW_SPARSE_PRUNE(cusparseSpruneCsr2csr, float)
__AW_SPARSE_PRUNE(cusparseDpruneCsr2csr, double)

/* --- systems with three diagonals of m elements each (dl[0] and du[m - 1] count for nothing): n right sides in B, with exchanges of rows
       or without, or a batch of systems, each `stride` elements after the one before, without --- */

#define __AW_SPARSE_GTSV_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, \
		const T *B, int ldb, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_GTSV_SIZE, gtsv2_bufferSizeExt)
__AW_SPARSE_ALL(__AW_SPARSE_GTSV_SIZE, gtsv2_nopivot_bufferSizeExt)
#define __AW_SPARSE_GTSV(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du, \
		T *B, int ldb, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_GTSV, gtsv2)
__AW_SPARSE_ALL(__AW_SPARSE_GTSV, gtsv2_nopivot)
#define __AW_SPARSE_GTSV_BATCH_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du, \
		const T *x, int batch_, int stride_, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_GTSV_BATCH_SIZE, gtsv2StridedBatch_bufferSizeExt)
#define __AW_SPARSE_GTSV_BATCH(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du, T *x, \
		int batch_, int stride_, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_GTSV_BATCH, gtsv2StridedBatch)

/* --- batches of systems with three or five diagonals, whose elements take turns: element i of system j is at i * batch + j, of each
       diagonal and of the right sides x, which become the solutions.  dl[i] is A(i, i - 1), du[i] is A(i, i + 1), ds[i] is
       A(i, i - 2), dw[i] is A(i, i + 2); those outside of A count for nothing.
       algorithm: for three diagonals 0 (elimination without exchanges of rows), 1 (LU with exchanges) or 2 (QR; served by LU with
       exchanges, which is as stable); for five diagonals 0 (QR), with rotations.
       CUSPARSE_STATUS_INVALID_VALUE: another algorithm, m < 1, a negative batch, a diagonal or x that is NULL. --- */

#define __AW_SPARSE_GTSV_INTERLEAVED_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int algorithm, int m, const T *dl, const T *d, \
		const T *du, const T *x, int batch_, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_GTSV_INTERLEAVED_SIZE, gtsvInterleavedBatch_bufferSizeExt)
#define __AW_SPARSE_GTSV_INTERLEAVED(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int algorithm, int m, T *dl, T *d, T *du, T *x, \
		int batch_, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_GTSV_INTERLEAVED, gtsvInterleavedBatch)
#define __AW_SPARSE_GPSV_SIZE(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int algorithm, int m, const T *ds, const T *dl, \
		const T *d, const T *du, const T *dw, const T *x, int batch_, size_t *size);
__AW_SPARSE_ALL(__AW_SPARSE_GPSV_SIZE, gpsvInterleavedBatch_bufferSizeExt)
#define __AW_SPARSE_GPSV(name, T) \
	cusparseStatus_t CUSPARSEAPI name(cusparseHandle_t handle, int algorithm, int m, T *ds, T *dl, T *d, T *du, T *dw, \
		T *x, int batch_, void *buffer);
__AW_SPARSE_ALL(__AW_SPARSE_GPSV, gpsvInterleavedBatch)

#undef __AW_SPARSE_ALL
#undef __AW_SPARSE_NNZ
#undef __AW_SPARSE_NNZ_COMPRESS
#undef __AW_SPARSE_COMPRESS
#undef __AW_SPARSE_GEAM_SIZE
#undef __AW_SPARSE_GEAM
#undef __AW_SPARSE_ILU_SIZE
#undef __AW_SPARSE_ILU_SIZE_EXT
#undef __AW_SPARSE_ILU_ANALYSIS
#undef __AW_SPARSE_ILU
#undef __AW_SPARSE_IC_SIZE
#undef __AW_SPARSE_IC_SIZE_EXT
#undef __AW_SPARSE_IC_ANALYSIS
#undef __AW_SPARSE_IC
#undef __AW_SPARSE_BOOST
#undef __AW_SPARSE_BLOCK_ILU_SIZE
#undef __AW_SPARSE_BLOCK_ILU_SIZE_EXT
#undef __AW_SPARSE_BLOCK_ILU
#undef __AW_SPARSE_BLOCK_IC_SIZE
#undef __AW_SPARSE_BLOCK_IC_SIZE_EXT
#undef __AW_SPARSE_BLOCK_IC_ANALYSIS
#undef __AW_SPARSE_BLOCK_IC
#undef __AW_SPARSE_BLOCK_BOOST
#undef __AW_SPARSE_GTSV_SIZE
#undef __AW_SPARSE_GTSV
#undef __AW_SPARSE_GTSV_BATCH_SIZE
#undef __AW_SPARSE_GTSV_BATCH
#undef __AW_SPARSE_GTSV_INTERLEAVED_SIZE
#undef __AW_SPARSE_GTSV_INTERLEAVED
#undef __AW_SPARSE_GPSV_SIZE
#undef __AW_SPARSE_GPSV
#undef __AW_SPARSE_BLOCK_MV
#undef __AW_SPARSE_BLOCK_MM
#undef __AW_SPARSE_BLOCK_TURN_SIZE
#undef __AW_SPARSE_BLOCK_TURN_SIZE_EXT
#undef __AW_SPARSE_BLOCK_TURN
#undef __AW_SPARSE_BLOCK_SM_SIZE
#undef __AW_SPARSE_BLOCK_SM_SIZE_EXT
#undef __AW_SPARSE_BLOCK_SM_ANALYSIS
#undef __AW_SPARSE_BLOCK_SM
#undef __AW_SPARSE_BLOCK_SV_SIZE
#undef __AW_SPARSE_BLOCK_SV_SIZE_EXT
#undef __AW_SPARSE_BLOCK_SV_ANALYSIS
#undef __AW_SPARSE_BLOCK_SV
#undef __AW_SPARSE_BLOCK_MASKED_MV
#undef __AW_SPARSE_GEMVI_SIZE
#undef __AW_SPARSE_GEMVI
#undef __AW_SPARSE_TO_SQUARE
#undef __AW_SPARSE_TO_BLOCKS_SIZE
#undef __AW_SPARSE_TO_BLOCKS_SIZE_EXT
#undef __AW_SPARSE_TO_BLOCKS
#undef __AW_SPARSE_FROM_BLOCKS
#undef __AW_SPARSE_REGROUP_SIZE
#undef __AW_SPARSE_REGROUP_SIZE_EXT
#undef __AW_SPARSE_REGROUP
#undef __AW_SPARSE_ORDER_SIZE
#undef __AW_SPARSE_ORDER
#undef __AW_SPARSE_COLOR
#undef __AW_SPARSE_PRUNE_DENSE
#undef __AW_SPARSE_PRUNE

#if defined(__cplusplus)
}
#endif

#endif /* CUSPARSE_H_ */
