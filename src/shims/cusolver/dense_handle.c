// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cusolverDn's handles, its log, and the version (cuSOLVER, "cuSolverDN Helper Function Reference").  A handle belongs to the
// device that was current when it was made.
#include <stdlib.h>

#include "../common/shim_book.h"
#include "dense.h"

AW_SHIM_BOOK("cuSolver", "CUSOLVER", cusolverDnLogger, cusolverStatus_t, CUSOLVER_STATUS)

void aw_dense_log(const char *function)
{
	aw_shim_book_call(&book, function);
}

// --- handles ---

bool aw_dense_use(cusolverDnHandle_t handle, const char *function)
{
	aw_dense_log(function);
	return handle && handle->magic == DENSE_MAGIC;
}

static cusolverStatus_t create_native(cusolverDnHandle_t *handle)
{
	SOLVER_FORWARD(cusolverDnCreate, handle);
}

static cusolverStatus_t destroy_native(cusolverDnHandle_t handle)
{
	SOLVER_FORWARD(cusolverDnDestroy, handle);
}

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle)
{
	aw_dense_log(__func__);
	enum aw_shim_device kind = aw_shim_device_current();
	if (!handle)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (kind == AW_SHIM_NONE || (kind == AW_SHIM_CPU && !aw_shim_lapack_load()))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	struct cusolverDnContext *made = calloc(1, sizeof(*made));
	if (!made)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	made->magic = DENSE_MAGIC;
	made->determinism = CUSOLVER_DETERMINISTIC_RESULTS;
	made->math = CUSOLVER_DEFAULT_MATH;
	cusolverStatus_t status = kind == AW_SHIM_GPU ? create_native(&made->native) : CUSOLVER_STATUS_SUCCESS;
	if (status == CUSOLVER_STATUS_SUCCESS)
		*handle = made;
	else
		free(made);
	return status;
}

cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle)
{
	if (!aw_dense_use(handle, __func__))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	cusolverStatus_t status = CUSOLVER_STATUS_SUCCESS;
	if (handle->native)
		status = destroy_native(handle->native);
	else
		cudaStreamSynchronize(handle->stream);
	handle->magic = 0;
	free(handle);
	return status;
}

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream)
{
	if (!aw_dense_use(handle, __func__))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	handle->stream = stream;
	if (handle->native)
		SOLVER_FORWARD(cusolverDnSetStream, handle->native, stream);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream)
{
	if (!aw_dense_use(handle, __func__))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!stream)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*stream = handle->stream;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t mode)
{
	DENSE_BEGIN(cusolverDnSetDeterministicMode, mode)
	if (mode != CUSOLVER_DETERMINISTIC_RESULTS && mode != CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS)
		return CUSOLVER_STATUS_INVALID_VALUE;
	handle->determinism = mode;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t *mode)
{
	DENSE_BEGIN(cusolverDnGetDeterministicMode, mode)
	if (!mode)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*mode = handle->determinism;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t mode)
{
	DENSE_BEGIN(cusolverDnSetMathMode, mode)
	if (mode != CUSOLVER_DEFAULT_MATH && mode != CUSOLVER_FP32_EMULATED_BF16X9_MATH)
		return CUSOLVER_STATUS_INVALID_VALUE;
	handle->math = mode;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t *mode)
{
	DENSE_BEGIN(cusolverDnGetMathMode, mode)
	if (!mode)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*mode = handle->math;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetEmulationStrategy(cusolverDnHandle_t handle, cudaEmulationStrategy_t strategy)
{
	DENSE_BEGIN(cusolverDnSetEmulationStrategy, strategy)
	if ((unsigned)strategy > CUDA_EMULATION_STRATEGY_EAGER)
		return CUSOLVER_STATUS_INVALID_VALUE;
	handle->strategy = strategy;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetEmulationStrategy(cusolverDnHandle_t handle, cudaEmulationStrategy_t *strategy)
{
	DENSE_BEGIN(cusolverDnGetEmulationStrategy, strategy)
	if (!strategy)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*strategy = handle->strategy;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetVersion(int *version)
{
	if (!version)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*version = CUSOLVER_VERSION;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value)
{
	static const int numbers[] = { CUSOLVER_VER_MAJOR, CUSOLVER_VER_MINOR, CUSOLVER_VER_PATCH };
	if (!value || (unsigned)type >= sizeof(numbers) / sizeof(numbers[0]))
		return CUSOLVER_STATUS_INVALID_VALUE;
	*value = numbers[type];
	return CUSOLVER_STATUS_SUCCESS;
}
