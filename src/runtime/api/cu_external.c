// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "External Resource Interoperability".  The handles are the runtime's, and so are the parameters of semaphores.
#include "../core/external.h"

#include "cu_texture.h"

_Static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS) == sizeof(struct cudaExternalSemaphoreSignalParams), "one layout");
_Static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS) == sizeof(struct cudaExternalSemaphoreWaitParams), "one layout");

static aw_status import_memory(const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *from, CUexternalMemory *made)
{
	if (!from)
		return AW_INVALID_VALUE;
	struct cudaExternalMemoryHandleDesc wanted = { .type = (enum cudaExternalMemoryHandleType)from->type,
		                                       .handle.fd = from->handle.fd, .size = from->size, .flags = from->flags };
	return aw_core_external_import_memory(&wanted, (cudaExternalMemory_t *)made);
}

CUresult cuImportExternalMemory(CUexternalMemory *extMem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc)
{
	return AW_CU_CONTEXT_CALL(import_memory(memHandleDesc, extMem_out));
}

static aw_status map_buffer(CUexternalMemory memory, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *from, CUdeviceptr *address)
{
	void *made;
	if (!from || !address)
		return AW_INVALID_VALUE;
	struct cudaExternalMemoryBufferDesc part = { .offset = from->offset, .size = from->size, .flags = from->flags };
	aw_status status = aw_core_external_map_buffer((cudaExternalMemory_t)memory, &part, &made);
	if (status == AW_OK)
		*address = (CUdeviceptr)(uintptr_t)made;
	return status;
}

CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc)
{
	return AW_CU_CONTEXT_CALL(map_buffer(extMem, bufferDesc, devPtr));
}

static aw_status map_array(CUexternalMemory memory, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *from, CUmipmappedArray *array)
{
	if (!from)
		return AW_INVALID_VALUE;
	const CUDA_ARRAY3D_DESCRIPTOR *shape = &from->arrayDesc;
	struct cudaExternalMemoryMipmappedArrayDesc wanted = { .offset = from->offset, .flags = shape->Flags,
		                                               .extent = { shape->Width, shape->Height, shape->Depth },
		                                               .numLevels = from->numLevels };
	aw_status status = aw_api_channels(shape->Format, shape->NumChannels, &wanted.formatDesc);
	return status == AW_OK ? aw_core_external_map_array((cudaExternalMemory_t)memory, &wanted, (cudaMipmappedArray_t *)array)
	                       : status;
}

CUresult cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray *mipmap, CUexternalMemory extMem,
                                                 const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc)
{
	return AW_CU_CONTEXT_CALL(map_array(extMem, mipmapDesc, mipmap));
}

CUresult cuDestroyExternalMemory(CUexternalMemory extMem)
{
	return AW_CU_CONTEXT_CALL(aw_core_external_destroy_memory((cudaExternalMemory_t)extMem));
}

static aw_status import_semaphore(const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *from, CUexternalSemaphore *made)
{
	if (!from)
		return AW_INVALID_VALUE;
	struct cudaExternalSemaphoreHandleDesc wanted = { .type = (enum cudaExternalSemaphoreHandleType)from->type,
		                                          .handle.fd = from->handle.fd, .flags = from->flags };
	return aw_core_external_import_semaphore(&wanted, (cudaExternalSemaphore_t *)made);
}

CUresult cuImportExternalSemaphore(CUexternalSemaphore *extSem_out, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc)
{
	return AW_CU_CONTEXT_CALL(import_semaphore(semHandleDesc, extSem_out));
}

CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                         const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems,
                                         CUstream stream)
{
	return AW_CU_CONTEXT_CALL(aw_core_external_signal((const cudaExternalSemaphore_t *)extSemArray,
	                                                  (const struct cudaExternalSemaphoreSignalParams *)paramsArray, numExtSems,
	                                                  stream));
}

CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                       const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems,
                                       CUstream stream)
{
	return AW_CU_CONTEXT_CALL(aw_core_external_wait((const cudaExternalSemaphore_t *)extSemArray,
	                                                (const struct cudaExternalSemaphoreWaitParams *)paramsArray, numExtSems,
	                                                stream));
}

CUresult cuDestroyExternalSemaphore(CUexternalSemaphore extSem)
{
	return AW_CU_CONTEXT_CALL(aw_core_external_destroy_semaphore((cudaExternalSemaphore_t)extSem));
}
