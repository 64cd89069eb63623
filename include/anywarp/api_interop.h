/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Memory and semaphores of other APIs (CUDA Runtime API, "Graphics Interoperability", "External
 * Resource Interoperability").
 */
#ifndef AW_API_INTEROP_H
#define AW_API_INTEROP_H

cudaError_t CUDARTAPI cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t CUDARTAPI cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags);
cudaError_t CUDARTAPI cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources,
	cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources,
	cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaGraphicsResourceGetMappedPointer(void **devPtr, size_t *size,
	cudaGraphicsResource_t resource);
cudaError_t CUDARTAPI cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array,
	cudaGraphicsResource_t resource, unsigned int arrayIndex, unsigned int mipLevel);
cudaError_t CUDARTAPI cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *mipmappedArray,
	cudaGraphicsResource_t resource);

cudaError_t CUDARTAPI cudaImportExternalMemory(cudaExternalMemory_t *extMem_out,
	const struct cudaExternalMemoryHandleDesc *memHandleDesc);
cudaError_t CUDARTAPI cudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
	const struct cudaExternalMemoryBufferDesc *bufferDesc);
cudaError_t CUDARTAPI cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t *mipmap,
	cudaExternalMemory_t extMem, const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc);
cudaError_t CUDARTAPI cudaDestroyExternalMemory(cudaExternalMemory_t extMem);
cudaError_t CUDARTAPI cudaImportExternalSemaphore(cudaExternalSemaphore_t *extSem_out,
	const struct cudaExternalSemaphoreHandleDesc *semHandleDesc);
#define cudaSignalExternalSemaphoresAsync cudaSignalExternalSemaphoresAsync_v2
#define cudaWaitExternalSemaphoresAsync cudaWaitExternalSemaphoresAsync_v2
cudaError_t CUDARTAPI cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
	const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
	cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
	const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
	cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem);

#endif
