// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuSPARSE's handles, statuses, log and descriptions of matrices.
#include <stdlib.h>

#include "../common/shim_book.h"
#include "sparse.h"

// --- the log of calls (cuSPARSE, "cuSPARSE Logging API") ---

AW_SHIM_BOOK("cuSPARSE", "CUSPARSE", cusparseLogger, cusparseStatus_t, CUSPARSE_STATUS)

bool aw_sparse_enter(cusparseHandle_t handle, const char *function)
{
	aw_shim_book_call(&book, function);
	return aw_sparse_is_handle(handle);
}

// --- handles ---

bool aw_sparse_is_handle(cusparseHandle_t handle)
{
	return handle && handle->magic == SPARSE_HANDLE;
}

bool aw_sparse_is_native(void)
{
	return aw_shim_device_current() == AW_SHIM_GPU;
}

void *aw_sparse_native(const char *function)
{
	static const int versions[] = { 12, 11, 0 };
	static void *library;
	return aw_shim_native_find(&library, "cusparse", versions, function);
}

static cusparseStatus_t create_native(cusparseHandle_t *handle)
{
	SPARSE_FORWARD(cusparseCreate, handle);
}

static cusparseStatus_t destroy_native(cusparseHandle_t handle)
{
	SPARSE_FORWARD(cusparseDestroy, handle);
}

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
	enum aw_shim_device kind = aw_shim_device_current();
	aw_shim_book_call(&book, __func__);
	if (!handle)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (kind == AW_SHIM_NONE)
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	struct cusparseContext *made = calloc(1, sizeof(*made));
	if (!made)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	made->magic = SPARSE_HANDLE;
	cusparseStatus_t status = kind == AW_SHIM_GPU ? create_native(&made->native) : CUSPARSE_STATUS_SUCCESS;
	if (status == CUSPARSE_STATUS_SUCCESS)
		*handle = made;
	else
		free(made);
	return status;
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
	if (!aw_sparse_enter(handle, __func__))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	cusparseStatus_t status = CUSPARSE_STATUS_SUCCESS;
	if (handle->native)
		status = destroy_native(handle->native);
	else
		cudaStreamSynchronize(handle->stream); // which may have been destroyed before
	handle->magic = 0;
	free(handle);
	return status;
}

cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version)
{
	SPARSE_BEGIN(cusparseGetVersion, version)
	if (!version)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*version = CUSPARSE_VERSION;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)
{
	static const int numbers[] = { CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR, CUSPARSE_VER_PATCH };
	if (!value || (unsigned)type >= sizeof(numbers) / sizeof(numbers[0]))
		return CUSPARSE_STATUS_INVALID_VALUE;
	*value = numbers[type];
	return CUSPARSE_STATUS_SUCCESS;
}

const char *cusparseGetErrorName(cusparseStatus_t status)
{
	switch (status) {
#define SPARSE_STATUS(name, sentence) case name: return #name;
#include "sparse_status.def"
#undef SPARSE_STATUS
	}
	return "unknown status";
}

const char *cusparseGetErrorString(cusparseStatus_t status)
{
	switch (status) {
#define SPARSE_STATUS(name, sentence) case name: return sentence;
#include "sparse_status.def"
#undef SPARSE_STATUS
	}
	return "unknown status";
}

#define HANDLE_PROPERTY(setter, getter, type, member) \
	cusparseStatus_t setter(cusparseHandle_t handle, type value) \
	{ \
		if (!aw_sparse_enter(handle, #setter)) \
			return CUSPARSE_STATUS_NOT_INITIALIZED; \
		handle->member = value; \
		if (handle->native) \
			SPARSE_FORWARD(setter, handle->native, value); \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t getter(cusparseHandle_t handle, type *value) \
	{ \
		SPARSE_BEGIN(getter, value) \
		if (!value) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*value = handle->member; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
HANDLE_PROPERTY(cusparseSetStream, cusparseGetStream, cudaStream_t, stream)
HANDLE_PROPERTY(cusparseSetPointerMode, cusparseGetPointerMode, cusparsePointerMode_t, pointers)

// --- descriptions ---

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *description)
{
	if (aw_sparse_is_native())
		SPARSE_FORWARD(cusparseCreateMatDescr, description);
	struct cusparseMatDescr *made = description ? calloc(1, sizeof(*made)) : NULL;
	if (!made)
		return description ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE;
	made->magic = AW_SHIM_MAT_DESCR;
	*description = made;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t description)
{
	if (description && description->magic != AW_SHIM_MAT_DESCR)
		SPARSE_FORWARD(cusparseDestroyMatDescr, description);
	free(description);
	return CUSPARSE_STATUS_SUCCESS;
}

#define DESCRIPTION_PROPERTY(setter, getter, type, member) \
	cusparseStatus_t setter(cusparseMatDescr_t description, type value) \
	{ \
		if (!description) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		if (description->magic != AW_SHIM_MAT_DESCR) \
			SPARSE_FORWARD(setter, description, value); \
		description->member = value; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	type getter(const cusparseMatDescr_t description) \
	{ \
		if (description->magic != AW_SHIM_MAT_DESCR) { \
			__typeof__(&getter) native = (__typeof__(&getter))aw_sparse_native(#getter); \
			return native ? native(description) : (type)0; \
		} \
		return description->member; \
	}
DESCRIPTION_PROPERTY(cusparseSetMatType, cusparseGetMatType, cusparseMatrixType_t, type)
DESCRIPTION_PROPERTY(cusparseSetMatFillMode, cusparseGetMatFillMode, cusparseFillMode_t, fill)
DESCRIPTION_PROPERTY(cusparseSetMatDiagType, cusparseGetMatDiagType, cusparseDiagType_t, diag)
DESCRIPTION_PROPERTY(cusparseSetMatIndexBase, cusparseGetMatIndexBase, cusparseIndexBase_t, base)
