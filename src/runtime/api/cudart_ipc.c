// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Device Management": memory and events of other processes, in both interfaces; and
// "External Resource Interoperability": memory behind file descriptors.
#include <string.h>
#include <unistd.h>

#include "../core/event_share.h"
#include "../core/share.h"
#include "api.h"
#include "cu_result.h"

static aw_status get_memory(void *handle, const void *address)
{
	return handle ? aw_core_share_export(address, false, handle) : AW_INVALID_VALUE;
}

static aw_status open_memory(void **address, const void *handle, unsigned flags)
{
	struct aw_share_ticket ticket;
	memcpy(&ticket, handle, sizeof(ticket));
	if (flags != cudaIpcMemLazyEnablePeerAccess)
		return AW_INVALID_VALUE;
	return aw_core_share_open(&ticket, AW_SHARE_BY_HANDLE, address);
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *devPtr)
{
	return AW_CALL(get_memory(handle, devPtr));
}

cudaError_t cudaIpcOpenMemHandle(void **devPtr, cudaIpcMemHandle_t handle, unsigned int flags)
{
	return AW_CALL(open_memory(devPtr, &handle, flags));
}

cudaError_t cudaIpcCloseMemHandle(void *devPtr)
{
	return AW_CALL(aw_core_share_close(devPtr, true));
}

CUresult cuIpcGetMemHandle(CUipcMemHandle *pHandle, CUdeviceptr dptr)
{
	return AW_CU_CONTEXT_CALL(get_memory(pHandle, (void *)(uintptr_t)dptr));
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags)
{
	return AW_CU_CONTEXT_CALL(open_memory((void **)pdptr, &handle, Flags));
}

CUresult cuIpcCloseMemHandle(CUdeviceptr dptr)
{
	return AW_CU_CONTEXT_CALL(aw_core_share_close((void *)(uintptr_t)dptr, true));
}

// --- events ---

static aw_status open_event(cudaEvent_t *event, const void *handle)
{
	struct aw_share_ticket ticket;
	memcpy(&ticket, handle, sizeof(ticket));
	return aw_core_event_share_import(&ticket, event);
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
	return AW_CALL(aw_core_event_share_export(event, (struct aw_share_ticket *)handle));
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
	return AW_CALL(open_event(event, &handle));
}

CUresult cuIpcGetEventHandle(CUipcEventHandle *pHandle, CUevent event)
{
	return AW_CU_CONTEXT_CALL(aw_core_event_share_export(event, (struct aw_share_ticket *)pHandle));
}

CUresult cuIpcOpenEventHandle(CUevent *phEvent, CUipcEventHandle handle)
{
	return AW_CU_CONTEXT_CALL(open_event(phEvent, &handle));
}

// --- memory behind a file descriptor ---

struct CUexternalMemory_st {
	struct aw_handle handle;
	int file;
	uint64_t size;
};

static struct aw_handle_class memories = AW_HANDLE_CLASS(struct CUexternalMemory_st);

// The descriptor is the runtime's from then on, as CUDA has it.
static aw_status import_memory(cudaExternalMemory_t *memory, const struct cudaExternalMemoryHandleDesc *wanted)
{
	struct aw_context *context;
	if (!memory || !wanted || !wanted->size || (wanted->flags & ~(unsigned)cudaExternalMemoryDedicated))
		return AW_INVALID_VALUE;
	if (wanted->type != cudaExternalMemoryHandleTypeOpaqueFd)
		return AW_NOT_SUPPORTED;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK && context->driver->own_memory)
		status = AW_NOT_SUPPORTED;
	if (status == AW_OK && (wanted->handle.fd < 0 || lseek(wanted->handle.fd, 0, SEEK_CUR) < 0))
		status = AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	struct CUexternalMemory_st *made = aw_core_handle_create(&memories);
	if (!made)
		return AW_NO_MEMORY;
	made->file = wanted->handle.fd;
	made->size = wanted->size;
	*memory = made;
	return AW_OK;
}

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *extMem_out,
                                     const struct cudaExternalMemoryHandleDesc *memHandleDesc)
{
	return AW_CALL(import_memory(extMem_out, memHandleDesc));
}

static aw_status map_buffer(void **address, cudaExternalMemory_t memory, const struct cudaExternalMemoryBufferDesc *part)
{
	if (!address || !part || part->flags)
		return AW_INVALID_VALUE;
	if (!aw_core_handle_valid(&memories, memory))
		return AW_INVALID_HANDLE;
	if (part->offset > memory->size || part->size > memory->size - part->offset)
		return AW_INVALID_VALUE;
	return aw_core_share_open_file(memory->file, part->offset, part->size, address);
}

cudaError_t cudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
                                              const struct cudaExternalMemoryBufferDesc *bufferDesc)
{
	return AW_CALL(map_buffer(devPtr, extMem, bufferDesc));
}

static aw_status destroy_memory(cudaExternalMemory_t memory)
{
	if (!aw_core_handle_valid(&memories, memory))
		return AW_INVALID_HANDLE;
	close(memory->file);
	aw_core_handle_destroy(&memories, memory);
	return AW_OK;
}

cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t extMem)
{
	return AW_CALL(destroy_memory(extMem));
}
