// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Stream Management" and "Event Management".
#include "../core/event.h"
#include "../core/memory.h"
#include "../core/green.h"
#include "../core/stream.h"
#include "api.h"
#include "cu_result.h"

CUresult cuStreamCreate(CUstream *phStream, unsigned int Flags)
{
	return AW_CU_CONTEXT_CALL(aw_core_stream_create(Flags, AW_STREAM_PRIORITY_LEAST, phStream));
}

CUresult cuStreamCreateWithPriority(CUstream *phStream, unsigned int flags, int priority)
{
	return AW_CU_CONTEXT_CALL(aw_core_stream_create(flags, priority, phStream));
}

CUresult cuStreamDestroy(CUstream hStream)
{
	return AW_CU_CALL(aw_core_stream_destroy(hStream));
}

CUresult cuStreamGetPriority(CUstream hStream, int *priority)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaStreamGetPriority(hStream, priority));
}

CUresult cuStreamGetFlags(CUstream hStream, unsigned int *flags)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaStreamGetFlags(hStream, flags));
}

CUresult cuStreamGetId(CUstream hStream, unsigned long long *streamId)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaStreamGetId(hStream, streamId));
}

CUresult cuStreamGetDevice(CUstream hStream, CUdevice *device)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaStreamGetDevice(hStream, device));
}

static aw_status get_context(CUstream handle, CUcontext *context)
{
	struct CUstream_st *stream;
	aw_status status = context ? aw_core_stream_find(handle, &stream) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	struct CUctx_st *current = stream->green ? stream->green->current : aw_core_current_get();
	if (!current || current->context != stream->context || (current->green && !stream->green))
		return aw_core_current_primary((int)stream->context->ordinal, context);
	*context = current;
	return AW_OK;
}

CUresult cuStreamGetCtx(CUstream hStream, CUcontext *pctx)
{
	return AW_CU_CONTEXT_CALL(get_context(hStream, pctx));
}

CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags)
{
	return AW_CU_CONTEXT_CALL(aw_core_stream_wait_event(hStream, hEvent, Flags));
}

// A driver callback differs from a runtime one in the type of its status only, and the numbers agree.
CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags)
{
	cudaStreamCallback_t function = (cudaStreamCallback_t)(void (*)(void))callback;
	return AW_CU_CONTEXT_CALL(aw_core_stream_add_callback(hStream, function, userData, flags));
}

CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags)
{
	(void)length; // a whole allocation is attached, whatever is said
	return AW_CU_CONTEXT_CALL(aw_core_memory_attach((void *)(uintptr_t)dptr, flags, hStream));
}

CUresult cuStreamQuery(CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(aw_core_stream_query(hStream));
}

CUresult cuStreamSynchronize(CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(aw_core_stream_synchronize(hStream));
}

CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus *captureStatus)
{
	return AW_CU_CONTEXT_CALL(
		(aw_status)cudaStreamIsCapturing(hStream, (enum cudaStreamCaptureStatus *)captureStatus));
}

CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void *userData)
{
	return AW_CU_CONTEXT_CALL(aw_core_stream_call(hStream, fn, userData));
}

CUresult cuEventCreate(CUevent *phEvent, unsigned int Flags)
{
	return AW_CU_CONTEXT_CALL(aw_core_event_create(Flags, phEvent));
}

CUresult cuEventRecord(CUevent hEvent, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(aw_core_event_record(hEvent, hStream, 0));
}

CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags)
{
	return AW_CU_CONTEXT_CALL(aw_core_event_record(hEvent, hStream, flags));
}

CUresult cuEventQuery(CUevent hEvent)
{
	return AW_CU_CALL(aw_core_event_query(hEvent));
}

CUresult cuEventSynchronize(CUevent hEvent)
{
	return AW_CU_CALL(aw_core_event_synchronize(hEvent));
}

CUresult cuEventDestroy(CUevent hEvent)
{
	return AW_CU_CALL(aw_core_event_destroy(hEvent));
}

CUresult cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd)
{
	return AW_CU_CALL(aw_core_event_elapsed(hStart, hEnd, pMilliseconds));
}
