/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Memory pools (CUDA Runtime API, "Stream Ordered Memory Allocator").  Sizes are bytes. */
#ifndef AW_API_POOL_H
#define AW_API_POOL_H

/* Memory that later work of HSTREAM may use, from the device's current pool or from MEMPOOL. */
cudaError_t CUDARTAPI cudaMallocAsync(void **devPtr, size_t size, cudaStream_t hStream);
cudaError_t CUDARTAPI cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream);
/* Free when the earlier work of HSTREAM is done. */
cudaError_t CUDARTAPI cudaFreeAsync(void *devPtr, cudaStream_t hStream);

/* Of a device, of the host (cudaMemLocationTypeHost), or of one of its nodes (cudaMemLocationTypeHostNuma), whose memory devices reach once
 * cudaMemPoolSetAccess lets them; of managed memory (CUDA 13) also at no place.  cudaErrorInvalidValue: also
 * cudaMemLocationTypeHostNumaCurrent, no such node, handles for the host's; cudaErrorNotSupported: other handles than files, or such for
 * nodes and managed memory. */
cudaError_t CUDARTAPI cudaMemPoolCreate(cudaMemPool_t *memPool, const struct cudaMemPoolProps *poolProps);
cudaError_t CUDARTAPI cudaMemPoolDestroy(cudaMemPool_t memPool);
/* Gives memory back to the system until MINBYTESTOKEEP are left. */
cudaError_t CUDARTAPI cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep);
cudaError_t CUDARTAPI cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value);
cudaError_t CUDARTAPI cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value);
cudaError_t CUDARTAPI cudaMemPoolSetAccess(cudaMemPool_t memPool, const struct cudaMemAccessDesc *descList,
	size_t count);
cudaError_t CUDARTAPI cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool,
	struct cudaMemLocation *location);
cudaError_t CUDARTAPI cudaDeviceGetDefaultMemPool(cudaMemPool_t *memPool, int device);
cudaError_t CUDARTAPI cudaDeviceSetMemPool(int device, cudaMemPool_t memPool);
cudaError_t CUDARTAPI cudaDeviceGetMemPool(cudaMemPool_t *memPool, int device);
/* The same by place, a device, the host or one of its nodes, and type, cudaMemAllocationTypePinned or, with no place too,
 * cudaMemAllocationTypeManaged: cudaErrorInvalidValue (CUDA 13). */
cudaError_t CUDARTAPI cudaMemGetDefaultMemPool(cudaMemPool_t *memPool, struct cudaMemLocation *location,
	enum cudaMemAllocationType type);
cudaError_t CUDARTAPI cudaMemGetMemPool(cudaMemPool_t *memPool, struct cudaMemLocation *location, enum cudaMemAllocationType type);
cudaError_t CUDARTAPI cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type, cudaMemPool_t memPool);

cudaError_t CUDARTAPI cudaMemPoolExportToShareableHandle(void *shareableHandle, cudaMemPool_t memPool,
	enum cudaMemAllocationHandleType handleType, unsigned int flags);
cudaError_t CUDARTAPI cudaMemPoolImportFromShareableHandle(cudaMemPool_t *memPool, void *shareableHandle,
	enum cudaMemAllocationHandleType handleType, unsigned int flags);
cudaError_t CUDARTAPI cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *exportData, void *ptr);
cudaError_t CUDARTAPI cudaMemPoolImportPointer(void **ptr, cudaMemPool_t memPool,
	struct cudaMemPoolPtrExportData *exportData);

#endif
