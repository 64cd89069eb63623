// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Device Management": memory and events of other processes, in both interfaces.
#include <string.h>

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
