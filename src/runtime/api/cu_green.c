// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Green Contexts": what a device consists of.  Contexts on a part of one are refused (cu_unsupported.def), so no
// stream has one.
#include "../core/context.h"
#include "../core/stream.h"
#include "api.h"
#include "cu_result.h"

static aw_status get_resource(int ordinal, CUdevResource *resource, CUdevResourceType type)
{
	int count;
	if (!resource)
		return AW_INVALID_VALUE;
	if (type != CU_DEV_RESOURCE_TYPE_SM)
		return AW_INVALID_RESOURCE_TYPE;
	aw_status status = aw_core_context_attribute(ordinal, cudaDevAttrMultiProcessorCount, &count);
	if (status == AW_OK)
		*resource = (CUdevResource){ .type = type, .sm.smCount = (unsigned)count };
	return status;
}

CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type)
{
	return AW_CU_CALL(get_resource(device, resource, type));
}

static aw_status get_of_context(CUcontext handle, CUdevResource *resource, CUdevResourceType type)
{
	struct CUctx_st *found;
	aw_status status = aw_core_current_find(handle, &found);
	return status == AW_OK ? get_resource((int)found->context->ordinal, resource, type) : status;
}

CUresult cuCtxGetDevResource(CUcontext hCtx, CUdevResource *resource, CUdevResourceType type)
{
	return AW_CU_CALL(get_of_context(hCtx, resource, type));
}

static aw_status get_part(CUstream handle, CUgreenCtx *part)
{
	struct CUstream_st *stream;
	aw_status status = part ? aw_core_stream_find(handle, &stream) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*part = NULL;
	return status;
}

CUresult cuStreamGetGreenCtx(CUstream hStream, CUgreenCtx *phCtx)
{
	return AW_CU_CONTEXT_CALL(get_part(hStream, phCtx));
}

CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx)
{
	CUresult result = cuStreamGetCtx(hStream, pCtx);
	return result == CUDA_SUCCESS && pGreenCtx ? cuStreamGetGreenCtx(hStream, pGreenCtx) : result;
}
