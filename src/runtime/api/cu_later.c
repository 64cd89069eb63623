// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the driver interface has had since CUDA 12.8, by the runtime interface's functions: their types have one layout, and addresses are
// pointers.  Messages are in cudart_logs.c.
#include "../core/event_all.h"
#include "api.h"
#include "cu_fill.h"

_Static_assert(sizeof(CUmemcpyAttributes) == sizeof(struct cudaMemcpyAttributes), "one layout");
_Static_assert(sizeof(CUDA_MEMCPY3D_BATCH_OP) == sizeof(struct cudaMemcpy3DBatchOp), "one layout");
_Static_assert(sizeof(CUmemLocation) == sizeof(struct cudaMemLocation), "one layout");
_Static_assert(sizeof(CUdeviceptr) == sizeof(void *), "an address is a pointer");

static void **pointers(CUdeviceptr *addresses)
{
	return (void **)(uintptr_t)addresses;
}

CUresult cuMemcpyBatchAsync(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs,
                            size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaMemcpyBatchAsync(pointers(dsts), pointers(srcs), sizes, count,
	                          (struct cudaMemcpyAttributes *)attrs, attrsIdxs, numAttrs, failIdx, hStream));
}

CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs,
                               size_t *attrsIdxs, size_t numAttrs, CUstream hStream)
{
	return cuMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, NULL, hStream);
}

CUresult cuMemcpy3DBatchAsync(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, size_t *failIdx, unsigned long long flags,
                              CUstream hStream)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaMemcpy3DBatchAsync(numOps, (struct cudaMemcpy3DBatchOp *)opList, failIdx, flags, hStream));
}

CUresult cuMemcpy3DBatchAsync_v2(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, unsigned long long flags, CUstream hStream)
{
	return cuMemcpy3DBatchAsync(numOps, opList, NULL, flags, hStream);
}

CUresult cuMemPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs,
                                 size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaMemPrefetchBatchAsync(pointers(dptrs), sizes, count,
	                          (struct cudaMemLocation *)prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream));
}

CUresult cuMemDiscardBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaMemDiscardBatchAsync(pointers(dptrs), sizes, count, flags, hStream));
}

CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs,
                                           size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags,
                                           CUstream hStream)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaMemDiscardAndPrefetchBatchAsync(pointers(dptrs), sizes, count,
	                          (struct cudaMemLocation *)prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream));
}

static struct cudaMemLocation place_of(CUmemLocation location)
{
	return (struct cudaMemLocation){ (enum cudaMemLocationType)location.type, location.id };
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaMemPrefetchAsync_v2((const void *)(uintptr_t)devPtr, count, place_of(location), flags,
	                          hStream));
}

CUresult cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaMemAdvise_v2((const void *)(uintptr_t)devPtr, count, (enum cudaMemoryAdvise)advice,
	                          place_of(location)));
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool_out, CUmemLocation *location, CUmemAllocationType type)
{
	return AW_CU_CALL((aw_status)cudaMemGetDefaultMemPool(pool_out, (struct cudaMemLocation *)location,
	                  (enum cudaMemAllocationType)type));
}

CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)
{
	return AW_CU_CALL((aw_status)cudaMemGetMemPool(pool, (struct cudaMemLocation *)location, (enum cudaMemAllocationType)type));
}

CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool)
{
	return AW_CU_CALL((aw_status)cudaMemSetMemPool((struct cudaMemLocation *)location, (enum cudaMemAllocationType)type, pool));
}

CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *capabilities, const CUatomicOperation *operations, unsigned int count,
                                           CUdevice dev)
{
	return AW_CU_CALL((aw_status)cudaDeviceGetHostAtomicCapabilities(capabilities, (const enum cudaAtomicOperation *)operations, count,
	                  dev));
}

CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *capabilities, const CUatomicOperation *operations, unsigned int count,
                                          CUdevice srcDevice, CUdevice dstDevice)
{
	return AW_CU_CALL((aw_status)cudaDeviceGetP2PAtomicCapabilities(capabilities, (const enum cudaAtomicOperation *)operations, count,
	                  srcDevice, dstDevice));
}

CUresult cuEventElapsedTime_v2(float *pMilliseconds, CUevent hStart, CUevent hEnd)
{
	return cuEventElapsedTime(pMilliseconds, hStart, hEnd);
}

// --- contexts ---

static aw_status get_device(CUdevice *device, CUcontext context)
{
	struct CUctx_st *found;
	aw_status status = device ? aw_core_current_find(context, &found) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*device = (CUdevice)found->context->ordinal;
	return status;
}

CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx)
{
	return AW_CU_CALL(get_device(device, ctx));
}

// On the device of CONTEXT, which is current meanwhile.
static aw_status synchronize(CUcontext context)
{
	struct CUctx_st *found;
	aw_status status = aw_core_current_find(context, &found);
	if (status == AW_OK)
		status = (aw_status)cuCtxPushCurrent(found);
	if (status != AW_OK)
		return status;
	status = (aw_status)cuCtxSynchronize();
	cuCtxPopCurrent(NULL);
	return status;
}

CUresult cuCtxSynchronize_v2(CUcontext ctx)
{
	return AW_CU_CALL(synchronize(ctx));
}

static aw_status find_context(CUcontext context, struct CUctx_st **found)
{
	return context ? aw_core_current_find(context, found) : AW_INVALID_CONTEXT;
}

static aw_status record_event(CUcontext context, CUevent event)
{
	struct CUctx_st *found;
	aw_status status = find_context(context, &found);
	return status == AW_OK ? aw_core_event_record_all(found->context, found->green, event) : status;
}

CUresult cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent)
{
	return AW_CU_CALL(record_event(hCtx, hEvent));
}

static aw_status wait_event(CUcontext context, CUevent event)
{
	struct CUctx_st *found;
	aw_status status = find_context(context, &found);
	return status == AW_OK ? aw_core_event_wait_all(found->context, found->green, event) : status;
}

CUresult cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent)
{
	return AW_CU_CALL(wait_event(hCtx, hEvent));
}

// --- nodes of any type ---

// Kernels, copies and fills are told differently from the runtime interface.
static aw_status set_params(CUgraphNode node, CUgraphNodeParams *given)
{
	if (!given)
		return AW_INVALID_VALUE;
	switch (given->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL: return (aw_status)cuGraphKernelNodeSetParams(node, &given->kernel);
	case CU_GRAPH_NODE_TYPE_MEMCPY: return (aw_status)cuGraphMemcpyNodeSetParams(node, &given->memcpy.copyParams);
	case CU_GRAPH_NODE_TYPE_MEMSET: {
		CUDA_MEMSET_NODE_PARAMS fill = aw_api_fill_of(given);
		return (aw_status)cuGraphMemsetNodeSetParams(node, &fill);
	}
	case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: return (aw_status)cuGraphBatchMemOpNodeSetParams(node, &given->memOp);
	default: return (aw_status)cudaGraphNodeSetParams(node, (struct cudaGraphNodeParams *)given);
	}
}

CUresult cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams)
{
	return AW_CU_CALL(set_params(hNode, nodeParams));
}

static aw_status set_exec_params(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *given)
{
	if (!given)
		return AW_INVALID_VALUE;
	switch (given->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL: return (aw_status)cuGraphExecKernelNodeSetParams(exec, node, &given->kernel);
	case CU_GRAPH_NODE_TYPE_MEMCPY:
		return (aw_status)cuGraphExecMemcpyNodeSetParams(exec, node, &given->memcpy.copyParams, given->memcpy.copyCtx);
	case CU_GRAPH_NODE_TYPE_MEMSET: {
		CUDA_MEMSET_NODE_PARAMS fill = aw_api_fill_of(given);
		return (aw_status)cuGraphExecMemsetNodeSetParams(exec, node, &fill, given->memset.ctx);
	}
	case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: return (aw_status)cuGraphExecBatchMemOpNodeSetParams(exec, node, &given->memOp);
	default: return (aw_status)cudaGraphExecNodeSetParams(exec, node, (struct cudaGraphNodeParams *)given);
	}
}

CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams *nodeParams)
{
	return AW_CU_CALL(set_exec_params(hGraphExec, hNode, nodeParams));
}
