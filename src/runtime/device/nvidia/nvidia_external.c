// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory and semaphores that other APIs export as file descriptors (CUDA Driver API, "External Resource Interoperability"):
// the driver's own, whose parameters for semaphores are laid out as the runtime's are.
#include "nvidia_device.h"

_Static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS) == sizeof(struct cudaExternalSemaphoreSignalParams), "one layout");
_Static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS) == sizeof(struct cudaExternalSemaphoreWaitParams), "one layout");
_Static_assert(sizeof(CUexternalSemaphore) == sizeof(uint64_t), "numbers are the driver's handles");

static CUexternalMemory memory_of(uint64_t memory)
{
	return (CUexternalMemory)(uintptr_t)memory;
}

static aw_status import_memory(struct aw_device *device, const struct cudaExternalMemoryHandleDesc *wanted, uint64_t *memory)
{
	CUexternalMemory made;
	CUDA_EXTERNAL_MEMORY_HANDLE_DESC description = {
		.type = (CUexternalMemoryHandleType)wanted->type,
		.handle.fd = wanted->handle.fd,
		.size = wanted->size,
		.flags = wanted->flags,
	};
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = NVIDIA(external_import, &made, &description);
	if (status == AW_OK)
		*memory = (uintptr_t)made;
	return status;
}

static aw_status release_memory(struct aw_device *device, uint64_t memory)
{
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(external_destroy, memory_of(memory)) : status;
}

static aw_status map_buffer(struct aw_device *device, uint64_t memory, size_t offset, size_t size, void **address)
{
	CUdeviceptr made;
	CUDA_EXTERNAL_MEMORY_BUFFER_DESC part = { .offset = offset, .size = size };
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = NVIDIA(external_buffer, &made, memory_of(memory), &part);
	if (status == AW_OK)
		*address = (void *)(uintptr_t)made;
	return status;
}

static aw_status map_array(struct aw_device *device, uint64_t memory, size_t offset, const struct aw_array_shape *shape,
                           struct aw_array **array)
{
	CUmipmappedArray made;
	CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC wanted = { .offset = offset, .arrayDesc = aw_nvidia_array_description(shape),
		                                             .numLevels = shape->levels };
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = NVIDIA(external_array, &made, memory_of(memory), &wanted);
	if (status != AW_OK)
		return status;
	*array = aw_nvidia_array_adopt(device, made);
	if (*array)
		return AW_OK;
	NVIDIA(mipmapped_destroy, made);
	return AW_NO_MEMORY;
}

static aw_status import_semaphore(struct aw_device *device, const struct cudaExternalSemaphoreHandleDesc *wanted, uint64_t *semaphore)
{
	CUexternalSemaphore made;
	CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC description = { .type = (CUexternalSemaphoreHandleType)wanted->type,
		                                            .handle.fd = wanted->handle.fd, .flags = wanted->flags };
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = NVIDIA(semaphore_import, &made, &description);
	if (status == AW_OK)
		*semaphore = (uintptr_t)made;
	return status;
}

static aw_status release_semaphore(struct aw_device *device, uint64_t semaphore)
{
	aw_status status = aw_nvidia_enter(device);
	return status == AW_OK ? NVIDIA(semaphore_destroy, (CUexternalSemaphore)(uintptr_t)semaphore) : status;
}

static aw_status signal_all(struct aw_stream *stream, const uint64_t *semaphores,
                            const struct cudaExternalSemaphoreSignalParams *parameters, unsigned count)
{
	aw_status status = aw_nvidia_enter(stream->device);
	return status == AW_OK ? NVIDIA(semaphore_signal, (const CUexternalSemaphore *)semaphores,
	                                (const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *)parameters, count,
	                                ((struct nvidia_stream *)stream)->stream)
	                       : status;
}

static aw_status wait_for_all(struct aw_stream *stream, const uint64_t *semaphores,
                              const struct cudaExternalSemaphoreWaitParams *parameters, unsigned count)
{
	aw_status status = aw_nvidia_enter(stream->device);
	return status == AW_OK ? NVIDIA(semaphore_wait, (const CUexternalSemaphore *)semaphores,
	                                (const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *)parameters, count,
	                                ((struct nvidia_stream *)stream)->stream)
	                       : status;
}

const struct aw_external_ops aw_nvidia_external_ops = {
	.import_memory = import_memory,
	.release_memory = release_memory,
	.map_buffer = map_buffer,
	.map_array = map_array,
	.import_semaphore = import_semaphore,
	.release_semaphore = release_semaphore,
	.signal = signal_all,
	.wait = wait_for_all,
};
