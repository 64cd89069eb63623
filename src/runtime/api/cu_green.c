// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Green Contexts".
#include "../core/green.h"

#include "../core/event_all.h"
#include "../core/stream.h"
#include "api.h"
#include "cu_result.h"

// --- resources ---

CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type)
{
	return AW_CU_CALL(aw_core_green_whole(device, type, resource));
}

static aw_status get_of_context(CUcontext handle, CUdevResource *resource, CUdevResourceType type)
{
	struct CUctx_st *found; // the current one doesn't stand in for none
	aw_status status = handle ? aw_core_current_find(handle, &found) : AW_INVALID_CONTEXT;
	if (status != AW_OK)
		return status;
	return found->green ? aw_core_green_resource(found->green, type, resource)
	                    : aw_core_green_whole((int)found->context->ordinal, type, resource);
}

CUresult cuCtxGetDevResource(CUcontext hCtx, CUdevResource *resource, CUdevResourceType type)
{
	return AW_CU_CALL(get_of_context(hCtx, resource, type));
}

CUresult cuGreenCtxGetDevResource(CUgreenCtx hCtx, CUdevResource *resource, CUdevResourceType type)
{
	return AW_CU_CALL(aw_core_green_resource(hCtx, type, resource));
}

CUresult cuDevSmResourceSplitByCount(CUdevResource *result, unsigned int *nbGroups, const CUdevResource *input, CUdevResource *remaining,
                                     unsigned int useFlags, unsigned int minCount)
{
	const struct aw_part_split split = { .input = input, .result = result, .rest = remaining, .flags = useFlags, .least = minCount };
	return AW_CU_CALL(aw_core_green_split(&split, nbGroups));
}

CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *phDesc, CUdevResource *resources, unsigned int nbResources)
{
	return AW_CU_CALL(aw_core_green_describe(resources, nbResources, phDesc));
}

// --- contexts ---

CUresult cuGreenCtxCreate(CUgreenCtx *phCtx, CUdevResourceDesc desc, CUdevice dev, unsigned int flags)
{
	return AW_CU_CALL(aw_core_green_create(desc, dev, flags, phCtx));
}

CUresult cuGreenCtxDestroy(CUgreenCtx hCtx)
{
	return AW_CU_CALL(aw_core_green_destroy(hCtx));
}

static aw_status get_current(CUgreenCtx green, CUcontext *context)
{
	aw_status status = aw_core_green_check(green);
	if (status == AW_OK && !context)
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		*context = green->current;
	return status;
}

CUresult cuCtxFromGreenCtx(CUcontext *pContext, CUgreenCtx hCtx)
{
	return AW_CU_CALL(get_current(hCtx, pContext));
}

static aw_status get_id(CUgreenCtx green, unsigned long long *id)
{
	aw_status status = aw_core_green_check(green);
	if (status == AW_OK && !id)
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		*id = green->current->id;
	return status;
}

CUresult cuGreenCtxGetId(CUgreenCtx greenCtx, unsigned long long *greenCtxId)
{
	return AW_CU_CALL(get_id(greenCtx, greenCtxId));
}

static aw_status record(CUgreenCtx green, CUevent event)
{
	aw_status status = aw_core_green_check(green);
	return status == AW_OK ? aw_core_event_record_all(green->context, green, event) : status;
}

CUresult cuGreenCtxRecordEvent(CUgreenCtx hCtx, CUevent hEvent)
{
	return AW_CU_CALL(record(hCtx, hEvent));
}

static aw_status wait(CUgreenCtx green, CUevent event)
{
	aw_status status = aw_core_green_check(green);
	return status == AW_OK ? aw_core_event_wait_all(green->context, green, event) : status;
}

CUresult cuGreenCtxWaitEvent(CUgreenCtx hCtx, CUevent hEvent)
{
	return AW_CU_CALL(wait(hCtx, hEvent));
}

// --- streams ---

CUresult cuGreenCtxStreamCreate(CUstream *phStream, CUgreenCtx greenCtx, unsigned int flags, int priority)
{
	return AW_CU_CALL(aw_core_stream_create_in(greenCtx, flags, priority, phStream));
}

static aw_status get_green(CUstream handle, CUgreenCtx *green)
{
	struct CUstream_st *stream;
	aw_status status = green ? aw_core_stream_find(handle, &stream) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*green = stream->green;
	return status;
}

CUresult cuStreamGetGreenCtx(CUstream hStream, CUgreenCtx *phCtx)
{
	return AW_CU_CONTEXT_CALL(get_green(hStream, phCtx));
}

static aw_status get_both(CUstream handle, CUcontext *context, CUgreenCtx *green)
{
	struct CUgreenCtx_st *found;
	CUcontext whole;
	aw_status status = get_green(handle, &found);
	if (status == AW_OK && found)
		status = aw_core_current_primary((int)found->context->ordinal, &whole);
	else if (status == AW_OK)
		status = (aw_status)cuStreamGetCtx(handle, &whole);
	if (status == AW_OK && context)
		*context = whole;
	if (status == AW_OK && green)
		*green = found;
	return status;
}

CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx)
{
	return AW_CU_CONTEXT_CALL(get_both(hStream, pCtx, pGreenCtx));
}
