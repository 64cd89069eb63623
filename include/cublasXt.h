/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cublasXt (cuBLAS Library 12.6, chapter 4): level 3 on matrices of the host or of any device, spread over several GPUs.
 * Functions return when the work is done; scalars are on the host.  On the cpu device one device does it all.
 */
#ifndef CUBLAS_XT_H_
#define CUBLAS_XT_H_

#include "driver_types.h"
#include "cuComplex.h"
#include "cublas_v2.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct cublasXtContext *cublasXtHandle_t;

typedef enum {
	CUBLASXT_PINNING_DISABLED = 0,
	CUBLASXT_PINNING_ENABLED = 1
} cublasXtPinnedMemMode_t;

/* Formats and routines, for what the host is to do beside the GPUs. */
typedef enum {
	CUBLASXT_FLOAT = 0,
	CUBLASXT_DOUBLE = 1,
	CUBLASXT_COMPLEX = 2,
	CUBLASXT_DOUBLECOMPLEX = 3
} cublasXtOpType_t;

typedef enum {
	CUBLASXT_GEMM = 0,
	CUBLASXT_SYRK = 1,
	CUBLASXT_HERK = 2,
	CUBLASXT_SYMM = 3,
	CUBLASXT_HEMM = 4,
	CUBLASXT_TRSM = 5,
	CUBLASXT_SYR2K = 6,
	CUBLASXT_HER2K = 7,
	CUBLASXT_SPMM = 8,
	CUBLASXT_SYRKX = 9,
	CUBLASXT_HERKX = 10,
	CUBLASXT_TRMM = 11,
	CUBLASXT_ROUTINE_MAX = 12
} cublasXtBlasOp_t;

cublasStatus_t CUBLASWINAPI cublasXtCreate(cublasXtHandle_t *handle);
cublasStatus_t CUBLASWINAPI cublasXtDestroy(cublasXtHandle_t handle);
/* Boards of several GPUs: there are none. */
cublasStatus_t CUBLASWINAPI cublasXtGetNumBoards(int nbDevices, int deviceId[], int *nbBoards);
cublasStatus_t CUBLASWINAPI cublasXtMaxBoards(int *nbGpuBoards);
/* The devices to use. */
cublasStatus_t CUBLASWINAPI cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int deviceId[]);
/* Rows and columns of the pieces that are spread. */
cublasStatus_t CUBLASWINAPI cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim);
cublasStatus_t CUBLASWINAPI cublasXtGetBlockDim(cublasXtHandle_t handle, int *blockDim);
cublasStatus_t CUBLASWINAPI cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t *mode);
cublasStatus_t CUBLASWINAPI cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode);
/* A routine of the host, and its part of the work from 0 to 1; the cpu device doesn't need it. */
cublasStatus_t CUBLASWINAPI cublasXtSetCpuRoutine(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp, cublasXtOpType_t type,
	void *blasFunctor);
cublasStatus_t CUBLASWINAPI cublasXtSetCpuRatio(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp, cublasXtOpType_t type,
	float ratio);

/* The routines of cublas_v2.h of these names; spmm is symm with A packed. */
#define __AW_XT(X, T) \
	cublasStatus_t CUBLASWINAPI cublasXt##X##gemm(cublasXtHandle_t handle, cublasOperation_t transa, \
		cublasOperation_t transb, size_t m, size_t n, size_t k, const T *alpha, const T *A, size_t lda, const T *B, \
		size_t ldb, const T *beta, T *C, size_t ldc); \
	cublasStatus_t CUBLASWINAPI cublasXt##X##syrk(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
		size_t n, size_t k, const T *alpha, const T *A, size_t lda, const T *beta, T *C, size_t ldc); \
	cublasStatus_t CUBLASWINAPI cublasXt##X##trsm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
		cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n, const T *alpha, const T *A, size_t lda, T *B, \
		size_t ldb); \
	cublasStatus_t CUBLASWINAPI cublasXt##X##trmm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
		cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n, const T *alpha, const T *A, size_t lda, \
		const T *B, size_t ldb, T *C, size_t ldc); \
	cublasStatus_t CUBLASWINAPI cublasXt##X##spmm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
		size_t m, size_t n, const T *alpha, const T *AP, const T *B, size_t ldb, const T *beta, T *C, size_t ldc); \
	__AW_XT_SYMM(X##symm, T) \
	__AW_XT_TWO(X##syr2k, T, T) \
	__AW_XT_TWO(X##syrkx, T, T)
#define __AW_XT_SYMM(name, T) \
	cublasStatus_t CUBLASWINAPI cublasXt##name(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m, \
		size_t n, const T *alpha, const T *A, size_t lda, const T *B, size_t ldb, const T *beta, T *C, size_t ldc);
#define __AW_XT_TWO(name, T, R) \
	cublasStatus_t CUBLASWINAPI cublasXt##name(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
		size_t n, size_t k, const T *alpha, const T *A, size_t lda, const T *B, size_t ldb, const R *beta, T *C, size_t ldc);
#define __AW_XT_HERK(name, T, R) \
	cublasStatus_t CUBLASWINAPI cublasXt##name(cublasXtHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, \
		size_t n, size_t k, const R *alpha, const T *A, size_t lda, const R *beta, T *C, size_t ldc);
__AW_XT(S, float)
__AW_XT(D, double)
__AW_XT(C, cuComplex)
__AW_XT(Z, cuDoubleComplex)
__AW_XT_SYMM(Chemm, cuComplex)
__AW_XT_SYMM(Zhemm, cuDoubleComplex)
__AW_XT_TWO(Cher2k, cuComplex, float)
__AW_XT_TWO(Zher2k, cuDoubleComplex, double)
__AW_XT_TWO(Cherkx, cuComplex, float)
__AW_XT_TWO(Zherkx, cuDoubleComplex, double)
__AW_XT_HERK(Cherk, cuComplex, float)
__AW_XT_HERK(Zherk, cuDoubleComplex, double)
#undef __AW_XT
#undef __AW_XT_SYMM
#undef __AW_XT_TWO
#undef __AW_XT_HERK

#if defined(__cplusplus)
}
#endif

#endif /* CUBLAS_XT_H_ */
