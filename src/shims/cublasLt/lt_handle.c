// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cublasLt's handles, versions, statuses and log.  A handle of cublas passes for one of cublasLt, as the manual has it.
#include <stdlib.h>

#include "../common/shim_blas_status.h"
#include "../common/shim_book.h"
#include "../common/shim_lapack.h"
#include "lt.h"

AW_SHIM_BOOK("cublasLt", "CUBLASLT", cublasLtLogger, cublasStatus_t, CUBLAS_STATUS)

void aw_lt_log_call(const char *function)
{
	aw_shim_book_call(&book, function);
}

bool aw_lt_handle_use(cublasLtHandle_t handle, const char *function)
{
	aw_lt_log_call(function);
	return handle && (handle->magic == LT_HANDLE || handle->magic == LT_BLAS);
}

bool aw_lt_is_native(void)
{
	return aw_shim_device_current() == AW_SHIM_GPU;
}

void *aw_lt_native(const char *function)
{
	static const int versions[] = { 13, 12, 11, 0 };
	static void *library;
	return aw_shim_native_find(&library, "cublasLt", versions, function);
}

static cublasStatus_t create_native(cublasLtHandle_t *handle)
{
	LT_FORWARD(cublasLtCreate, handle);
}

static cublasStatus_t destroy_native(cublasLtHandle_t handle)
{
	LT_FORWARD(cublasLtDestroy, handle);
}

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
	aw_lt_log_call(__func__);
	if (!handle)
		return CUBLAS_STATUS_INVALID_VALUE;
	enum aw_shim_device kind = aw_shim_device_current();
	if (kind == AW_SHIM_NONE || (kind == AW_SHIM_CPU && !aw_shim_lapack_load()))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	struct cublasLtContext *made = calloc(1, sizeof(*made));
	if (!made)
		return CUBLAS_STATUS_ALLOC_FAILED;
	made->magic = LT_HANDLE;
	cublasStatus_t status = kind == AW_SHIM_GPU ? create_native(&made->native) : CUBLAS_STATUS_SUCCESS;
	if (status == CUBLAS_STATUS_SUCCESS)
		*handle = made;
	else
		free(made);
	return status;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
	aw_lt_log_call(__func__);
	if (!handle || handle->magic != LT_HANDLE)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	cublasStatus_t status = handle->native ? destroy_native(handle->native) : CUBLAS_STATUS_SUCCESS;
	handle->magic = 0;
	free(handle);
	return status;
}

const char *cublasLtGetStatusName(cublasStatus_t status)
{
	return aw_shim_blas_status_name(status);
}

const char *cublasLtGetStatusString(cublasStatus_t status)
{
	return aw_shim_blas_status_sentence(status);
}

size_t cublasLtGetVersion(void)
{
	return CUBLAS_VERSION;
}

size_t cublasLtGetCudartVersion(void)
{
	return CUDART_VERSION;
}

cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int *value)
{
	static const int numbers[] = { CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH };
	if (!value || (unsigned)type >= sizeof(numbers) / sizeof(numbers[0]))
		return CUBLAS_STATUS_INVALID_VALUE;
	*value = numbers[type];
	return CUBLAS_STATUS_SUCCESS;
}

static size_t cache_capacity = 8192;

cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *capacity)
{
	if (!capacity)
		return CUBLAS_STATUS_INVALID_VALUE;
	*capacity = cache_capacity;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t capacity)
{
	cache_capacity = capacity;
	return CUBLAS_STATUS_SUCCESS;
}

unsigned cublasLtDisableCpuInstructionsSetMask(unsigned mask)
{
	static unsigned current;
	return __atomic_exchange_n(&current, mask, __ATOMIC_RELAXED);
}
