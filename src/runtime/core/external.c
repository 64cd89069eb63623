// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where device memory is the host's, external memory is a file that is mapped, as with IPC (share.c).  Elsewhere the back end
// understands the handles.
#include "external.h"

#include <stdlib.h>
#include <unistd.h>

#include "array.h"
#include "capture.h"
#include "share.h"
#include "stream.h"

struct CUexternalMemory_st {
	struct aw_handle handle;
	struct aw_context *context;
	uint64_t size;
	uint64_t memory; // the back end's
	int file;        // or, where device memory is the host's
};

struct CUexternalSemaphore_st {
	struct aw_handle handle;
	struct aw_context *context;
	uint64_t semaphore; // the back end's
};

static struct aw_handle_class memories = AW_HANDLE_CLASS(struct CUexternalMemory_st);
static struct aw_handle_class semaphores = AW_HANDLE_CLASS(struct CUexternalSemaphore_st);

// --- memory ---

static aw_status take_memory(const struct cudaExternalMemoryHandleDesc *wanted, struct CUexternalMemory_st *memory)
{
	const struct aw_context *context = memory->context;
	memory->size = wanted->size;
	memory->file = -1;
	if (context->driver->own_memory)
		return context->driver->external->import_memory(context->device, wanted, &memory->memory);
	if (wanted->handle.fd < 0 || lseek(wanted->handle.fd, 0, SEEK_CUR) < 0)
		return AW_INVALID_VALUE;
	memory->file = wanted->handle.fd;
	return AW_OK;
}

aw_status aw_core_external_import_memory(const struct cudaExternalMemoryHandleDesc *wanted, cudaExternalMemory_t *memory)
{
	struct aw_context *context;
	if (!memory || !wanted || !wanted->size || (wanted->flags & ~(unsigned)cudaExternalMemoryDedicated))
		return AW_INVALID_VALUE;
	if (wanted->type != cudaExternalMemoryHandleTypeOpaqueFd) {
		bool known = wanted->type > 0 && wanted->type <= cudaExternalMemoryHandleTypeNvSciBuf;
		return known ? AW_NOT_SUPPORTED : AW_INVALID_VALUE;
	}
	aw_status status = aw_core_context_healthy(&context);
	struct CUexternalMemory_st *made = status == AW_OK ? aw_core_handle_create(&memories) : NULL;
	if (!made)
		return status == AW_OK ? AW_NO_MEMORY : status;
	made->context = context;
	status = take_memory(wanted, made);
	if (status == AW_OK)
		*memory = made;
	else
		aw_core_handle_destroy(&memories, made);
	return status;
}

static aw_status map_foreign(const struct CUexternalMemory_st *memory, const struct cudaExternalMemoryBufferDesc *part,
                             void **address)
{
	struct aw_context *context = memory->context;
	void *made;
	aw_status status = context->driver->external->map_buffer(context->device, memory->memory, part->offset, part->size, &made);
	if (status != AW_OK)
		return status;
	status = aw_core_share_adopt(context, made, part->size);
	if (status == AW_OK)
		*address = made;
	else
		context->driver->memory->release(context->device, AW_MEMORY_DEVICE, made);
	return status;
}

aw_status aw_core_external_map_buffer(cudaExternalMemory_t memory, const struct cudaExternalMemoryBufferDesc *part, void **address)
{
	if (!address || !memory || !part || part->flags)
		return AW_INVALID_VALUE;
	if (!aw_core_handle_valid(&memories, memory))
		return AW_INVALID_HANDLE;
	if (!part->size || part->offset > memory->size || part->size > memory->size - part->offset)
		return AW_INVALID_VALUE;
	return memory->context->driver->own_memory ? map_foreign(memory, part, address)
	                                           : aw_core_share_open_file(memory->file, part->offset, part->size, address);
}

aw_status aw_core_external_map_array(cudaExternalMemory_t memory, const struct cudaExternalMemoryMipmappedArrayDesc *wanted,
                                     cudaMipmappedArray_t *array)
{
	if (!array || !memory || !wanted)
		return AW_INVALID_VALUE;
	if (!aw_core_handle_valid(&memories, memory))
		return AW_INVALID_HANDLE;
	const struct aw_external_ops *ops = memory->context->driver->external;
	struct aw_array *made;
	struct aw_array_shape shape = { wanted->formatDesc, wanted->extent.width, wanted->extent.height, wanted->extent.depth,
		                        wanted->numLevels, wanted->flags, true };
	aw_status status = aw_core_array_check_format(&shape.format);
	if (status == AW_OK && (!shape.levels || shape.levels > AW_ARRAY_LEVELS || wanted->offset > memory->size))
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		status = ops->map_array(memory->context->device, memory->memory, wanted->offset, &shape, &made);
	return status == AW_OK ? aw_core_array_adopt_mipmapped(&shape, memory->context, made, array) : status;
}

static aw_status forget_memory(struct CUexternalMemory_st *memory)
{
	const struct aw_context *context = memory->context;
	aw_status status = AW_OK;
	if (memory->file >= 0)
		close(memory->file);
	else
		status = context->driver->external->release_memory(context->device, memory->memory);
	aw_core_handle_destroy(&memories, memory);
	return status;
}

aw_status aw_core_external_destroy_memory(cudaExternalMemory_t memory)
{
	if (!memory)
		return AW_INVALID_VALUE;
	return aw_core_handle_valid(&memories, memory) ? forget_memory(memory) : AW_INVALID_HANDLE;
}

// --- semaphores ---

aw_status aw_core_external_import_semaphore(const struct cudaExternalSemaphoreHandleDesc *wanted,
                                            cudaExternalSemaphore_t *semaphore)
{
	struct aw_context *context;
	if (!semaphore || !wanted || wanted->flags)
		return AW_INVALID_VALUE;
	if (wanted->type != cudaExternalSemaphoreHandleTypeOpaqueFd &&
	    wanted->type != cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd) {
		bool known = wanted->type > 0 && wanted->type <= cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32;
		return known ? AW_NOT_SUPPORTED : AW_INVALID_VALUE;
	}
	aw_status status = aw_core_context_healthy(&context);
	struct CUexternalSemaphore_st *made = status == AW_OK ? aw_core_handle_create(&semaphores) : NULL;
	if (!made)
		return status == AW_OK ? AW_NO_MEMORY : status;
	made->context = context;
	status = context->driver->external->import_semaphore(context->device, wanted, &made->semaphore);
	if (status == AW_OK)
		*semaphore = made;
	else
		aw_core_handle_destroy(&semaphores, made);
	return status;
}

aw_status aw_core_external_check_semaphores(const cudaExternalSemaphore_t *handles, unsigned count, struct aw_context **context)
{
	if (!handles || !count)
		return AW_INVALID_VALUE;
	for (unsigned i = 0; i < count; i++)
		if (!aw_core_handle_valid(&semaphores, handles[i]) || handles[i]->context != handles[0]->context)
			return AW_INVALID_HANDLE;
	*context = handles[0]->context;
	return AW_OK;
}

// The back end's numbers for HANDLES, which must be STREAM's device's; the caller frees them.
static aw_status find_semaphores(const struct CUstream_st *stream, const cudaExternalSemaphore_t *handles, unsigned count,
                                 uint64_t **found)
{
	struct aw_context *context;
	aw_status status = aw_core_external_check_semaphores(handles, count, &context);
	if (status == AW_OK && context != stream->context)
		status = AW_INVALID_HANDLE;
	uint64_t *numbers = status == AW_OK ? calloc(count, sizeof(*numbers)) : NULL;
	if (!numbers)
		return status == AW_OK ? AW_NO_MEMORY : status;
	for (unsigned i = 0; i < count; i++)
		numbers[i] = handles[i]->semaphore;
	*found = numbers;
	return AW_OK;
}

aw_status aw_core_external_submit(struct CUstream_st *stream, const struct cudaGraphNodeParams *params)
{
	const struct cudaExternalSemaphoreSignalNodeParamsV2 *list = &params->extSemSignal; // the other's layout is the same
	const struct aw_external_ops *ops = stream->context->driver->external;
	uint64_t *numbers;
	aw_status status = list->paramsArray ? find_semaphores(stream, list->extSemArray, list->numExtSems, &numbers) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	status = params->type == cudaGraphNodeTypeExtSemaphoreSignal
	             ? ops->signal(stream->stream, numbers, params->extSemSignal.paramsArray, list->numExtSems)
	             : ops->wait(stream->stream, numbers, params->extSemWait.paramsArray, list->numExtSems);
	free(numbers);
	return status;
}

// A stream that is being captured gets a node.
static aw_status enqueue(cudaStream_t handle, const struct cudaGraphNodeParams *params)
{
	struct CUstream_st *stream;
	cudaGraphNode_t node;
	bool capturing;
	aw_status status = aw_core_stream_find(handle, &stream);
	if (status == AW_OK)
		status = aw_core_capture_enter(stream, &capturing);
	if (status != AW_OK)
		return status;
	return capturing ? aw_core_capture_add(stream, params, NULL, &node) : aw_core_external_submit(stream, params);
}

aw_status aw_core_external_signal(const cudaExternalSemaphore_t *handles,
                                  const struct cudaExternalSemaphoreSignalParams *parameters, unsigned count, cudaStream_t stream)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeExtSemaphoreSignal };
	params.extSemSignal.extSemArray = (cudaExternalSemaphore_t *)handles;
	params.extSemSignal.paramsArray = parameters;
	params.extSemSignal.numExtSems = count;
	return enqueue(stream, &params);
}

aw_status aw_core_external_wait(const cudaExternalSemaphore_t *handles, const struct cudaExternalSemaphoreWaitParams *parameters,
                                unsigned count, cudaStream_t stream)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeExtSemaphoreWait };
	params.extSemWait.extSemArray = (cudaExternalSemaphore_t *)handles;
	params.extSemWait.paramsArray = parameters;
	params.extSemWait.numExtSems = count;
	return enqueue(stream, &params);
}

static aw_status forget_semaphore(struct CUexternalSemaphore_st *semaphore)
{
	const struct aw_context *context = semaphore->context;
	aw_status status = context->driver->external->release_semaphore(context->device, semaphore->semaphore);
	aw_core_handle_destroy(&semaphores, semaphore);
	return status;
}

aw_status aw_core_external_destroy_semaphore(cudaExternalSemaphore_t semaphore)
{
	if (!semaphore)
		return AW_INVALID_VALUE;
	return aw_core_handle_valid(&semaphores, semaphore) ? forget_semaphore(semaphore) : AW_INVALID_HANDLE;
}

void aw_core_external_drop_all(struct aw_context *context)
{
	for (struct CUexternalMemory_st *memory = NULL; (memory = aw_core_handle_next(&memories, memory));)
		if (memory->context == context)
			forget_memory(memory);
	for (struct CUexternalSemaphore_st *semaphore = NULL; (semaphore = aw_core_handle_next(&semaphores, semaphore));)
		if (semaphore->context == context)
			forget_semaphore(semaphore);
}
