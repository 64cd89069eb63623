// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "External Resource Interoperability".
#include "../core/external.h"

#include "api.h"

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *extMem_out, const struct cudaExternalMemoryHandleDesc *memHandleDesc)
{
	return AW_CALL(aw_core_external_import_memory(memHandleDesc, extMem_out));
}

cudaError_t cudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
                                              const struct cudaExternalMemoryBufferDesc *bufferDesc)
{
	return AW_CALL(aw_core_external_map_buffer(extMem, bufferDesc, devPtr));
}

cudaError_t cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem,
                                                      const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc)
{
	return AW_CALL(aw_core_external_map_array(extMem, mipmapDesc, mipmap));
}

cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t extMem)
{
	return AW_CALL(aw_core_external_destroy_memory(extMem));
}

cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t *extSem_out,
                                        const struct cudaExternalSemaphoreHandleDesc *semHandleDesc)
{
	return AW_CALL(aw_core_external_import_semaphore(semHandleDesc, extSem_out));
}

cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
                                              const struct cudaExternalSemaphoreSignalParams *paramsArray,
                                              unsigned int numExtSems, cudaStream_t stream)
{
	return AW_CALL(aw_core_external_signal(extSemArray, paramsArray, numExtSems, stream));
}

cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
                                            const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
                                            cudaStream_t stream)
{
	return AW_CALL(aw_core_external_wait(extSemArray, paramsArray, numExtSems, stream));
}

cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem)
{
	return AW_CALL(aw_core_external_destroy_semaphore(extSem));
}
