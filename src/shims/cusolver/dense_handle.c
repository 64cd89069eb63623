// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cusolverDn's handles, its log, and the version (cuSOLVER, "cuSolverDN Helper Function Reference").  A handle belongs to the
// device that was current when it was made.
#include <stdio.h>
#include <stdlib.h>

#include "dense.h"

static struct {
	int level, mask;
	bool disabled;
	FILE *file;
	cusolverDnLoggerCallback_t callback;
} book;

__attribute__((constructor)) static void read_environment(void)
{
	const char *level = getenv("CUSOLVER_LOG_LEVEL"), *mask = getenv("CUSOLVER_LOG_MASK"), *file = getenv("CUSOLVER_LOG_FILE");
	book.level = level ? atoi(level) : 0;
	book.mask = mask ? atoi(mask) : 0;
	if ((book.level || book.mask) && file)
		book.file = fopen(file, "we");
}

void aw_dense_log(const char *function)
{
	enum { CALLS = 5 };
	if (book.disabled || !(book.level >= CALLS || (book.mask & 1 << (CALLS - 1))))
		return;
	if (book.callback)
		book.callback(CALLS, function, "called");
	else
		fprintf(book.file ? book.file : stdout, "[cuSolver][%s]\n", function);
}

cusolverStatus_t cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t callback)
{
	book.callback = callback;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnLoggerSetFile(FILE *file)
{
	book.file = file;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnLoggerOpenFile(const char *name)
{
	FILE *file = name ? fopen(name, "we") : NULL;
	if (!file)
		return CUSOLVER_STATUS_INVALID_VALUE;
	book.file = file;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnLoggerSetLevel(int level)
{
	if (level < 0 || level > 5)
		return CUSOLVER_STATUS_INVALID_VALUE;
	book.level = level;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnLoggerSetMask(int mask)
{
	book.mask = mask;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnLoggerForceDisable(void)
{
	book.disabled = true;
	return CUSOLVER_STATUS_SUCCESS;
}

// --- handles ---

bool aw_dense_use(cusolverDnHandle_t handle, const char *function)
{
	aw_dense_log(function);
	return handle && handle->magic == DENSE_MAGIC &&
	       !(handle->native && aw_shim_is_captured(handle->stream, "cusolver", function));
}

void *aw_dense_native(const char *function)
{
	static const int versions[] = { 12, 11, 0 };
	static void *library;
	return aw_shim_native_find(&library, "cusolver", versions, function);
}

static cusolverStatus_t create_native(cusolverDnHandle_t *handle)
{
	DENSE_FORWARD(cusolverDnCreate, handle);
}

static cusolverStatus_t destroy_native(cusolverDnHandle_t handle)
{
	DENSE_FORWARD(cusolverDnDestroy, handle);
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
		DENSE_FORWARD(cusolverDnSetStream, handle->native, stream);
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
