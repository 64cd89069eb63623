// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cublasXt (cuBLAS, chapter 4): on the cpu device the routines of level 3, waited for, on a handle of cuBLAS that the other
// one holds.
#include <stdlib.h>

#include "blas.h"

#pragma GCC visibility push(default)
#include "../../../include/cublasXt.h"
#pragma GCC visibility pop

enum { XT_MAGIC = 0x54584c42, USUAL_BLOCK = 2048 };

struct cublasXtContext {
	unsigned magic;
	cublasXtHandle_t native; // NVIDIA's handle, for GPUs
	cublasHandle_t blas;
	int block;
	cublasXtPinnedMemMode_t pinning;
};

static bool is_handle(cublasXtHandle_t handle, const char *function)
{
	aw_blas_log_call(function);
	return handle && handle->magic == XT_MAGIC;
}

static cublasStatus_t create_native(cublasXtHandle_t *handle)
{
	cublasStatus_t (*create)(cublasXtHandle_t *) = (cublasStatus_t(*)(cublasXtHandle_t *))aw_blas_native("cublasXtCreate");
	return create ? create(handle) : CUBLAS_STATUS_NOT_INITIALIZED;
}

static cublasStatus_t destroy_native(cublasXtHandle_t handle)
{
	BLAS_FORWARD(cublasXtDestroy, handle);
}

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle)
{
	enum aw_shim_device kind = aw_shim_device_current();
	aw_blas_log_call(__func__);
	if (!handle)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (kind == AW_SHIM_NONE)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	struct cublasXtContext *made = calloc(1, sizeof(*made));
	if (!made)
		return CUBLAS_STATUS_ALLOC_FAILED;
	made->magic = XT_MAGIC;
	made->block = USUAL_BLOCK;
	cublasStatus_t status = kind == AW_SHIM_GPU ? create_native(&made->native) : cublasCreate_v2(&made->blas);
	if (status == CUBLAS_STATUS_SUCCESS)
		*handle = made;
	else
		free(made);
	return status;
}

cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle)
{
	if (!is_handle(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	cublasStatus_t status = handle->native ? destroy_native(handle->native) : cublasDestroy_v2(handle->blas);
	handle->magic = 0;
	free(handle);
	return status;
}

cublasStatus_t cublasXtGetNumBoards(int count, int devices[], int *boards)
{
	if (count < 0 || (count && !devices) || !boards)
		return CUBLAS_STATUS_INVALID_VALUE;
	*boards = 0;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtMaxBoards(int *boards)
{
	if (!boards)
		return CUBLAS_STATUS_INVALID_VALUE;
	*boards = 0;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int devices[])
{
	int all = 0;
	if (!is_handle(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (handle->native)
		BLAS_FORWARD(cublasXtDeviceSelect, handle->native, count, devices);
	if (count < 1 || !devices || cudaGetDeviceCount(&all) != cudaSuccess)
		return CUBLAS_STATUS_INVALID_VALUE;
	for (int i = 0; i < count; i++)
		if (devices[i] < 0 || devices[i] >= all)
			return CUBLAS_STATUS_INVALID_VALUE;
	return CUBLAS_STATUS_SUCCESS;
}

#define XT_PROPERTY(setter, getter, type, member, valid) \
	cublasStatus_t setter(cublasXtHandle_t handle, type value) \
	{ \
		if (!is_handle(handle, #setter)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD(setter, handle->native, value); \
		if (!(valid)) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		handle->member = value; \
		return CUBLAS_STATUS_SUCCESS; \
	} \
	cublasStatus_t getter(cublasXtHandle_t handle, type *value) \
	{ \
		if (!is_handle(handle, #getter)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD(getter, handle->native, value); \
		if (!value) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		*value = handle->member; \
		return CUBLAS_STATUS_SUCCESS; \
	}
XT_PROPERTY(cublasXtSetBlockDim, cublasXtGetBlockDim, int, block, value > 0)
XT_PROPERTY(cublasXtSetPinningMemMode, cublasXtGetPinningMemMode, cublasXtPinnedMemMode_t, pinning,
	value == CUBLASXT_PINNING_DISABLED || value == CUBLASXT_PINNING_ENABLED)

cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle, cublasXtBlasOp_t routine, cublasXtOpType_t type, void *function)
{
	if (!is_handle(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (handle->native)
		BLAS_FORWARD(cublasXtSetCpuRoutine, handle->native, routine, type, function);
	return function && routine < CUBLASXT_ROUTINE_MAX ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle, cublasXtBlasOp_t routine, cublasXtOpType_t type, float ratio)
{
	if (!is_handle(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (handle->native)
		BLAS_FORWARD(cublasXtSetCpuRatio, handle->native, routine, type, ratio);
	return ratio >= 0 && ratio <= 1 && routine < CUBLASXT_ROUTINE_MAX ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

// What a routine of cuBLAS returned, once its work is done.
static cublasStatus_t finish(cublasStatus_t status)
{
	if (status == CUBLAS_STATUS_SUCCESS && cudaStreamSynchronize(NULL) != cudaSuccess)
		return CUBLAS_STATUS_EXECUTION_FAILED;
	return status;
}

#define UNPACK(...) __VA_ARGS__
#define XT_FUNCTION(name, parameters, arguments) \
	cublasStatus_t cublasXt##name(cublasXtHandle_t handle, UNPACK parameters) \
	{ \
		if (!is_handle(handle, "cublasXt" #name)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD(cublasXt##name, handle->native, UNPACK arguments); \
		XT_WORK(name, UNPACK arguments) \
	}
#define XT_WORK(name, ...) return finish(cublas##name##_64(handle->blas, __VA_ARGS__));

// cublas_v2.h has the names without _v2.
#define XT_ALL(X, T) \
	XT_FUNCTION(X##gemm, (cublasOperation_t transa, cublasOperation_t transb, size_t m, size_t n, size_t k, const T *alpha, \
		const T *A, size_t lda, const T *B, size_t ldb, const T *beta, T *C, size_t ldc), \
		(transa, transb, (int64_t)m, (int64_t)n, (int64_t)k, alpha, A, (int64_t)lda, B, (int64_t)ldb, beta, C, (int64_t)ldc)) \
	XT_FUNCTION(X##syrk, (cublasFillMode_t uplo, cublasOperation_t trans, size_t n, size_t k, const T *alpha, const T *A, \
		size_t lda, const T *beta, T *C, size_t ldc), \
		(uplo, trans, (int64_t)n, (int64_t)k, alpha, A, (int64_t)lda, beta, C, (int64_t)ldc)) \
	XT_FUNCTION(X##trsm, (cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, \
		size_t m, size_t n, const T *alpha, const T *A, size_t lda, T *B, size_t ldb), \
		(side, uplo, trans, diag, (int64_t)m, (int64_t)n, alpha, A, (int64_t)lda, B, (int64_t)ldb)) \
	XT_FUNCTION(X##trmm, (cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, \
		size_t m, size_t n, const T *alpha, const T *A, size_t lda, const T *B, size_t ldb, T *C, size_t ldc), \
		(side, uplo, trans, diag, (int64_t)m, (int64_t)n, alpha, A, (int64_t)lda, B, (int64_t)ldb, C, (int64_t)ldc)) \
	XT_SYMM(X##symm, T) \
	XT_TWO(X##syr2k, T, T) \
	XT_TWO(X##syrkx, T, T)
#define XT_SYMM(name, T) \
	XT_FUNCTION(name, (cublasSideMode_t side, cublasFillMode_t uplo, size_t m, size_t n, const T *alpha, const T *A, size_t lda, \
		const T *B, size_t ldb, const T *beta, T *C, size_t ldc), \
		(side, uplo, (int64_t)m, (int64_t)n, alpha, A, (int64_t)lda, B, (int64_t)ldb, beta, C, (int64_t)ldc))
#define XT_TWO(name, T, R) \
	XT_FUNCTION(name, (cublasFillMode_t uplo, cublasOperation_t trans, size_t n, size_t k, const T *alpha, const T *A, \
		size_t lda, const T *B, size_t ldb, const R *beta, T *C, size_t ldc), \
		(uplo, trans, (int64_t)n, (int64_t)k, alpha, A, (int64_t)lda, B, (int64_t)ldb, beta, C, (int64_t)ldc))
#define XT_HERK(name, T, R) \
	XT_FUNCTION(name, (cublasFillMode_t uplo, cublasOperation_t trans, size_t n, size_t k, const R *alpha, const T *A, \
		size_t lda, const R *beta, T *C, size_t ldc), \
		(uplo, trans, (int64_t)n, (int64_t)k, alpha, A, (int64_t)lda, beta, C, (int64_t)ldc))
XT_ALL(S, float)
XT_ALL(D, double)
XT_ALL(C, cuComplex)
XT_ALL(Z, cuDoubleComplex)
XT_SYMM(Chemm, cuComplex)
XT_SYMM(Zhemm, cuDoubleComplex)
XT_TWO(Cher2k, cuComplex, float)
XT_TWO(Zher2k, cuDoubleComplex, double)
XT_TWO(Cherkx, cuComplex, float)
XT_TWO(Zherkx, cuDoubleComplex, double)
XT_HERK(Cherk, cuComplex, float)
XT_HERK(Zherk, cuDoubleComplex, double)

// The packed triangle becomes a matrix for the time of the work.
#define XT_SPMM(X, T) \
	cublasStatus_t cublasXt##X##spmm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m, size_t n, \
		const T *alpha, const T *AP, const T *B, size_t ldb, const T *beta, T *C, size_t ldc) \
	{ \
		if (!is_handle(handle, "cublasXt" #X "spmm")) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD(cublasXt##X##spmm, handle->native, side, uplo, m, n, alpha, AP, B, ldb, beta, C, ldc); \
		size_t size = side == CUBLAS_SIDE_LEFT ? m : n; \
		T *whole = size < 1 << 15 ? malloc((size * size + 1) * sizeof(T)) : NULL; \
		if (!whole) \
			return CUBLAS_STATUS_ALLOC_FAILED; \
		cublasStatus_t status = cublas##X##tpttr(handle->blas, uplo, (int)size, AP, whole, size ? (int)size : 1); \
		if (status == CUBLAS_STATUS_SUCCESS) \
			status = finish(cublas##X##symm_64(handle->blas, side, uplo, (int64_t)m, (int64_t)n, alpha, whole, \
				size ? (int64_t)size : 1, B, (int64_t)ldb, beta, C, (int64_t)ldc)); \
		free(whole); \
		return status; \
	}
XT_SPMM(S, float)
XT_SPMM(D, double)
XT_SPMM(C, cuComplex)
XT_SPMM(Z, cuDoubleComplex)
