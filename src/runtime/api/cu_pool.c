// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Stream Ordered Memory Allocator".
#include "../core/pool.h"
#include "api.h"
#include "cu_result.h"

static aw_status allocate(CUdeviceptr *result, size_t size, CUmemoryPool pool, CUstream stream)
{
	void *made;
	aw_status status = result ? aw_core_pool_allocate(size, pool, stream, &made) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*result = (CUdeviceptr)(uintptr_t)made;
	return status;
}

CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(allocate(dptr, bytesize, NULL, hStream));
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(pool ? allocate(dptr, bytesize, pool, hStream) : AW_INVALID_VALUE);
}

CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(aw_core_pool_free((void *)(uintptr_t)dptr, hStream));
}

// The two structures have one layout (tests/abi).
_Static_assert(sizeof(CUmemPoolProps) == sizeof(struct cudaMemPoolProps), "one layout");

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps)
{
	return AW_CU_CALL((aw_status)cudaMemPoolCreate(pool, (const struct cudaMemPoolProps *)poolProps));
}

_Static_assert(sizeof(CUmemAccessDesc) == sizeof(struct cudaMemAccessDesc), "one layout");

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
{
	return AW_CU_CALL((aw_status)cudaMemPoolSetAccess(pool, (const struct cudaMemAccessDesc *)map, count));
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool memPool, CUmemLocation *location)
{
	return AW_CU_CALL((aw_status)cudaMemPoolGetAccess((enum cudaMemAccessFlags *)flags, memPool,
	                  (struct cudaMemLocation *)location));
}

CUresult cuMemPoolExportToShareableHandle(void *handle_out, CUmemoryPool pool, CUmemAllocationHandleType handleType,
                                          unsigned long long flags)
{
	return AW_CU_CALL((aw_status)cudaMemPoolExportToShareableHandle(handle_out, pool, (enum cudaMemAllocationHandleType)handleType,
	                  (unsigned)flags));
}

CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool_out, void *handle, CUmemAllocationHandleType handleType,
                                            unsigned long long flags)
{
	return AW_CU_CALL((aw_status)cudaMemPoolImportFromShareableHandle(pool_out, handle,
	                  (enum cudaMemAllocationHandleType)handleType, (unsigned)flags));
}

_Static_assert(sizeof(CUmemPoolPtrExportData) == sizeof(struct cudaMemPoolPtrExportData), "one layout");

CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *shareData_out, CUdeviceptr ptr)
{
	return AW_CU_CALL((aw_status)cudaMemPoolExportPointer((struct cudaMemPoolPtrExportData *)shareData_out, (void *)(uintptr_t)ptr));
}

static aw_status import_pointer(CUdeviceptr *address, CUmemoryPool pool, CUmemPoolPtrExportData *data)
{
	void *made;
	if (!address)
		return AW_INVALID_VALUE;
	aw_status status = (aw_status)cudaMemPoolImportPointer(&made, pool, (struct cudaMemPoolPtrExportData *)data);
	if (status == AW_OK)
		*address = (CUdeviceptr)(uintptr_t)made;
	return status;
}

CUresult cuMemPoolImportPointer(CUdeviceptr *ptr_out, CUmemoryPool pool, CUmemPoolPtrExportData *shareData)
{
	return AW_CU_CALL(import_pointer(ptr_out, pool, shareData));
}

CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
	return AW_CU_CALL(aw_core_pool_destroy(pool));
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep)
{
	return AW_CU_CALL(aw_core_pool_trim(pool, minBytesToKeep));
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
	return AW_CU_CALL(aw_core_pool_set(pool, (enum cudaMemPoolAttr)attr, value));
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
	return AW_CU_CALL(aw_core_pool_get(pool, (enum cudaMemPoolAttr)attr, value));
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice dev)
{
	return AW_CU_CALL(aw_core_pool_of_device(dev, true, pool_out));
}

CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice dev)
{
	return AW_CU_CALL(aw_core_pool_of_device(dev, false, pool));
}

CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool)
{
	return AW_CU_CALL(aw_core_pool_select(dev, pool));
}
