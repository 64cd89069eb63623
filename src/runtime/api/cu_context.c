// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Primary Context Management", "Context Management", "Peer Context Memory Access".
#include "api.h"
#include "cu_result.h"

// --- primary contexts ---

static aw_status retain(CUcontext *handle, CUdevice device)
{
	struct aw_context *context;
	struct CUctx_st *primary;
	if (!handle)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(device, &context);
	if (status == AW_OK)
		status = aw_core_current_primary(device, &primary);
	if (status != AW_OK)
		return status;
	primary->users++;
	*handle = primary;
	return AW_OK;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev)
{
	return AW_CU_CALL(retain(pctx, dev));
}

// The context itself stays: the runtime interface may use it, and the end of the process frees it.
static aw_status release(CUdevice device)
{
	struct CUctx_st *primary;
	aw_status status = aw_core_current_primary(device, &primary);
	if (status != AW_OK)
		return status;
	if (!primary->users)
		return AW_INVALID_CONTEXT;
	primary->users--;
	return AW_OK;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice dev)
{
	return AW_CU_CALL(release(dev));
}

static aw_status set_primary_flags(CUdevice device, unsigned flags)
{
	struct aw_context *context;
	aw_status status = aw_core_context_find(device, &context);
	if (status == AW_OK && (flags & ~(unsigned)CU_CTX_FLAGS_MASK))
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		context->flags = flags;
	return status;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags)
{
	return AW_CU_CALL(set_primary_flags(dev, flags));
}

static aw_status primary_state(CUdevice device, unsigned *flags, int *active)
{
	struct aw_context *context;
	aw_status status = aw_core_context_find(device, &context);
	if (status != AW_OK)
		return status;
	if (flags)
		*flags = context->flags;
	if (active)
		*active = context->device != NULL;
	return AW_OK;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int *flags, int *active)
{
	return AW_CU_CALL(primary_state(dev, flags, active));
}

static aw_status reset_primary(CUdevice device)
{
	struct aw_context *before = aw_core_thread.context;
	unsigned ordinal = aw_core_thread.device;
	aw_status status = aw_core_context_select(device);
	if (status == AW_OK)
		status = aw_core_context_reset();
	aw_core_thread.context = before;
	aw_core_thread.device = ordinal;
	return status;
}

CUresult cuDevicePrimaryCtxReset(CUdevice dev)
{
	return AW_CU_CALL(reset_primary(dev));
}

// --- contexts ---

CUresult cuCtxCreate(CUcontext *pctx, unsigned int flags, CUdevice dev)
{
	return AW_CU_CALL(flags & ~(unsigned)CU_CTX_FLAGS_MASK ? AW_INVALID_VALUE
	                                                       : aw_core_current_create(flags, dev, pctx));
}

// Multiprocessors are shared out by NVIDIA's service for that (MPS), of which there is none here.
static aw_status create_with(CUcontext *handle, const CUctxCreateParams *params, unsigned int flags, CUdevice device)
{
	if (flags & ~(unsigned)CU_CTX_FLAGS_MASK || !handle || (params && params->numExecAffinityParams < 0))
		return AW_INVALID_VALUE;
	if (params && params->numExecAffinityParams)
		return params->execAffinityParams ? AW_UNSUPPORTED_EXEC_AFFINITY : AW_INVALID_VALUE;
	return params && params->cigParams ? AW_NOT_SUPPORTED : aw_core_current_create(flags, device, handle);
}

CUresult cuCtxCreate_v3(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams, unsigned int flags, CUdevice dev)
{
	CUctxCreateParams params = { .execAffinityParams = paramsArray, .numExecAffinityParams = numParams };
	return AW_CU_CALL(create_with(pctx, &params, flags, dev));
}

CUresult cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev)
{
	return AW_CU_CALL(create_with(pctx, ctxCreateParams, flags, dev));
}

static aw_status exec_affinity(CUexecAffinityParam *out, CUexecAffinityType type)
{
	CUdevice device;
	int count;
	if (!out || type != CU_EXEC_AFFINITY_TYPE_SM_COUNT)
		return AW_INVALID_VALUE;
	CUresult result = cuCtxGetDevice(&device);
	if (result == CUDA_SUCCESS)
		result = cuDeviceGetAttribute(&count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
	if (result != CUDA_SUCCESS)
		return (aw_status)result;
	*out = (CUexecAffinityParam){ .type = type, .param.smCount.val = (unsigned)count };
	return AW_OK;
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam *pExecAffinity, CUexecAffinityType type)
{
	return AW_CU_CALL(exec_affinity(pExecAffinity, type));
}

static aw_status affinity_support(int *out, CUexecAffinityType type, CUdevice device)
{
	int count;
	if (!out || type != CU_EXEC_AFFINITY_TYPE_SM_COUNT)
		return AW_INVALID_VALUE;
	*out = 0;
	return (aw_status)cuDeviceGetAttribute(&count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
}

CUresult cuDeviceGetExecAffinitySupport(int *pi, CUexecAffinityType type, CUdevice dev)
{
	return AW_CU_CALL(affinity_support(pi, type, dev));
}

CUresult cuCtxDestroy(CUcontext ctx)
{
	return AW_CU_CALL(aw_core_current_destroy(ctx));
}

CUresult cuCtxPushCurrent(CUcontext ctx)
{
	return AW_CU_CALL(aw_core_current_push(ctx));
}

CUresult cuCtxPopCurrent(CUcontext *pctx)
{
	return AW_CU_CALL(aw_core_current_pop(pctx));
}

CUresult cuCtxSetCurrent(CUcontext ctx)
{
	return AW_CU_CALL(aw_core_current_set(ctx));
}

static aw_status get_current(CUcontext *handle)
{
	if (!handle)
		return AW_INVALID_VALUE;
	*handle = aw_core_current_get();
	return AW_OK;
}

CUresult cuCtxGetCurrent(CUcontext *pctx)
{
	return AW_CU_CALL(get_current(pctx));
}

static aw_status get_device(CUdevice *device)
{
	if (!device)
		return AW_INVALID_VALUE;
	*device = (CUdevice)aw_core_thread.device;
	return AW_OK;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
	return AW_CU_CONTEXT_CALL(get_device(device));
}

static aw_status get_flags(unsigned *flags)
{
	struct CUctx_st *current;
	aw_status status = flags ? aw_core_current_find(NULL, &current) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*flags = current->flags;
	return status;
}

CUresult cuCtxGetFlags(unsigned int *flags)
{
	return AW_CU_CONTEXT_CALL(get_flags(flags));
}

static aw_status set_flags(unsigned flags)
{
	struct CUctx_st *current;
	if (flags & ~(unsigned)CU_CTX_FLAGS_MASK)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_current_find(NULL, &current);
	if (status == AW_OK)
		current->flags = flags;
	return status;
}

CUresult cuCtxSetFlags(unsigned int flags)
{
	return AW_CU_CONTEXT_CALL(set_flags(flags));
}

static aw_status get_id(CUcontext handle, unsigned long long *id)
{
	struct CUctx_st *found;
	aw_status status = id ? aw_core_current_find(handle, &found) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*id = found->id;
	return status;
}

CUresult cuCtxGetId(CUcontext ctx, unsigned long long *ctxId)
{
	return AW_CU_CALL(get_id(ctx, ctxId));
}

CUresult cuCtxSynchronize(void)
{
	return AW_CU_CONTEXT_CALL(aw_core_context_synchronize());
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value)
{
	return AW_CU_CONTEXT_CALL(aw_core_context_set_limit((enum cudaLimit)limit, value));
}

CUresult cuCtxGetLimit(size_t *pvalue, CUlimit limit)
{
	return AW_CU_CONTEXT_CALL(aw_core_context_get_limit((enum cudaLimit)limit, pvalue));
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *pconfig)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaDeviceGetCacheConfig((enum cudaFuncCache *)pconfig));
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaDeviceSetCacheConfig((enum cudaFuncCache)config));
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *pConfig)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaDeviceGetSharedMemConfig((enum cudaSharedMemConfig *)pConfig));
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)config));
}

static aw_status api_version(CUcontext handle, unsigned *version)
{
	enum { VERSION = 3020 }; // of the context interface, since CUDA 3.2
	struct CUctx_st *found;
	aw_status status = version ? aw_core_current_find(handle, &found) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*version = VERSION;
	return status;
}

CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version)
{
	return AW_CU_CALL(api_version(ctx, version));
}

CUresult cuCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaDeviceGetStreamPriorityRange(leastPriority, greatestPriority));
}

CUresult cuCtxResetPersistingL2Cache(void)
{
	return AW_CU_CONTEXT_CALL(AW_OK);
}

// The counting of users of before CUDA 4: attaching gives the current context, and detaching destroys it once it was done as often.
static aw_status attach(CUcontext *handle, unsigned flags)
{
	if (!handle || flags)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_current_find(NULL, handle);
	if (status == AW_OK)
		(*handle)->attached++;
	return status;
}

static aw_status detach(CUcontext handle)
{
	CUcontext found;
	aw_status status = handle ? aw_core_current_find(handle, &found) : AW_INVALID_CONTEXT;
	if (status != AW_OK)
		return status;
	if (!found->attached)
		return aw_core_current_destroy(handle);
	found->attached--;
	return AW_OK;
}

CUresult cuCtxAttach(CUcontext *pctx, unsigned int flags)
{
	return AW_CU_CONTEXT_CALL(attach(pctx, flags));
}

CUresult cuCtxDetach(CUcontext ctx)
{
	return AW_CU_CALL(detach(ctx));
}

// --- peers ---

static aw_status peer_access(CUcontext handle, unsigned flags, bool on)
{
	struct CUctx_st *peer;
	aw_status status = handle ? aw_core_current_find(handle, &peer) : AW_INVALID_CONTEXT;
	if (status != AW_OK)
		return status;
	int ordinal = (int)peer->context->ordinal;
	if (on && aw_core_current_get()->context == peer->context)
		return AW_PEER_ACCESS_UNSUPPORTED;
	return (aw_status)(on ? cudaDeviceEnablePeerAccess(ordinal, flags) : cudaDeviceDisablePeerAccess(ordinal));
}

CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags)
{
	return AW_CU_CONTEXT_CALL(peer_access(peerContext, Flags, true));
}

CUresult cuCtxDisablePeerAccess(CUcontext peerContext)
{
	return AW_CU_CONTEXT_CALL(peer_access(peerContext, 0, false));
}
