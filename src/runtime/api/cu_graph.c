// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Graph Management" and stream capture.  The objects are the runtime interface's; types of nodes,
// edges and flags have the same numbers in both.
#include <string.h>

#include "../core/capture.h"
#include "../core/graph_exec.h"
#include "api.h"
#include "cu_result.h"
#include "graph_skin.h"

CUresult cuStreamBeginCapture(CUstream hStream, CUstreamCaptureMode mode)
{
	return AW_CU_CONTEXT_CALL(aw_core_capture_begin(hStream, (enum cudaStreamCaptureMode)mode));
}

CUresult cuStreamEndCapture(CUstream hStream, CUgraph *phGraph)
{
	return AW_CU_CONTEXT_CALL(aw_core_capture_end(hStream, phGraph));
}

static aw_status create(CUgraph *graph, unsigned flags)
{
	return graph && !flags ? aw_core_graph_create(graph) : AW_INVALID_VALUE;
}

CUresult cuGraphCreate(CUgraph *phGraph, unsigned int flags)
{
	return AW_CU_CALL(create(phGraph, flags));
}

CUresult cuGraphDestroy(CUgraph hGraph)
{
	return AW_CU_CALL(aw_core_graph_destroy(hGraph));
}

// --- nodes ---

// What GIVEN asks for.
static aw_status request_kernel(const CUDA_KERNEL_NODE_PARAMS *given, struct cudaGraphNodeParams *params,
                                struct aw_work_request *request)
{
	CUfunction function = given ? given->func : NULL;
	if (!given)
		return AW_INVALID_VALUE;
	if (!function && given->kern && cuKernelGetFunction(&function, given->kern) != CUDA_SUCCESS)
		return AW_INVALID_HANDLE;
	if (!function)
		return AW_INVALID_HANDLE;
	*params = (struct cudaGraphNodeParams){ .type = cudaGraphNodeTypeKernel };
	params->kernel.func = function;
	params->kernel.gridDim = (dim3){ given->gridDimX, given->gridDimY, given->gridDimZ };
	params->kernel.blockDim = (dim3){ given->blockDimX, given->blockDimY, given->blockDimZ };
	params->kernel.sharedMemBytes = given->sharedMemBytes;
	params->kernel.kernelParams = given->kernelParams;
	params->kernel.extra = given->extra;
	*request = (struct aw_work_request){ .params = params, .kernel = function };
	return AW_OK;
}

static aw_status add_kernel(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                            const CUDA_KERNEL_NODE_PARAMS *given)
{
	struct cudaGraphNodeParams params;
	struct aw_work_request request;
	aw_status status = request_kernel(given, &params, &request);
	return status == AW_OK ? aw_core_graph_add(graph, after, NULL, count, &request, node) : status;
}

CUresult cuGraphAddKernelNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                              size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL(add_kernel(phGraphNode, hGraph, dependencies, numDependencies, nodeParams));
}

// Adds a node of PARAMS on the device of CONTEXT.
static aw_status add_in(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                        const struct cudaGraphNodeParams *params, CUcontext context)
{
	struct CUctx_st *found;
	aw_status status = aw_core_current_find(context, &found);
	if (status != AW_OK)
		return status;
	struct aw_work_request request = { .params = params, .context = found->context };
	return aw_core_graph_add(graph, after, NULL, count, &request, node);
}

static aw_status take_copy(const CUDA_MEMCPY3D *given, struct cudaGraphNodeParams *params)
{
	*params = (struct cudaGraphNodeParams){ .type = cudaGraphNodeTypeMemcpy };
	struct cudaMemcpy3DParms *copy = &params->memcpy.copyParams;
	if (!given)
		return AW_INVALID_VALUE;
	if (given->srcMemoryType == CU_MEMORYTYPE_ARRAY || given->dstMemoryType == CU_MEMORYTYPE_ARRAY)
		return AW_NOT_SUPPORTED;
	bool from_host = given->srcMemoryType == CU_MEMORYTYPE_HOST, to_host = given->dstMemoryType == CU_MEMORYTYPE_HOST;
	copy->srcPtr = (struct cudaPitchedPtr){ from_host ? (void *)(uintptr_t)given->srcHost : (void *)(uintptr_t)given->srcDevice,
		                                given->srcPitch ? given->srcPitch : given->srcXInBytes + given->WidthInBytes,
		                                given->WidthInBytes, given->srcHeight };
	copy->dstPtr = (struct cudaPitchedPtr){ to_host ? given->dstHost : (void *)(uintptr_t)given->dstDevice,
		                                given->dstPitch ? given->dstPitch : given->dstXInBytes + given->WidthInBytes,
		                                given->WidthInBytes, given->dstHeight };
	copy->srcPos = (struct cudaPos){ given->srcXInBytes, given->srcY, given->srcZ };
	copy->dstPos = (struct cudaPos){ given->dstXInBytes, given->dstY, given->dstZ };
	copy->extent = (struct cudaExtent){ given->WidthInBytes, given->Height, given->Depth };
	copy->kind = cudaMemcpyDefault;
	return AW_OK;
}

static aw_status add_copy(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                          const CUDA_MEMCPY3D *given, CUcontext context)
{
	struct cudaGraphNodeParams params;
	aw_status status = take_copy(given, &params);
	return status == AW_OK ? add_in(node, graph, after, count, &params, context) : status;
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                              size_t numDependencies, const CUDA_MEMCPY3D *copyParams, CUcontext ctx)
{
	return AW_CU_CALL(add_copy(phGraphNode, hGraph, dependencies, numDependencies, copyParams, ctx));
}

static aw_status take_fill(const CUDA_MEMSET_NODE_PARAMS *given, struct cudaGraphNodeParams *params)
{
	*params = (struct cudaGraphNodeParams){ .type = cudaGraphNodeTypeMemset };
	if (!given)
		return AW_INVALID_VALUE;
	params->memset.dst = (void *)(uintptr_t)given->dst;
	params->memset.pitch = given->pitch;
	params->memset.value = given->value;
	params->memset.elementSize = given->elementSize;
	params->memset.width = given->width;
	params->memset.height = given->height;
	return AW_OK;
}

static aw_status add_fill(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                          const CUDA_MEMSET_NODE_PARAMS *given, CUcontext context)
{
	struct cudaGraphNodeParams params;
	aw_status status = take_fill(given, &params);
	return status == AW_OK ? add_in(node, graph, after, count, &params, context) : status;
}

CUresult cuGraphAddMemsetNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                              size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)
{
	return AW_CU_CALL(add_fill(phGraphNode, hGraph, dependencies, numDependencies, memsetParams, ctx));
}

_Static_assert(sizeof(CUgraphNodeParams) == sizeof(struct cudaGraphNodeParams), "");
_Static_assert(sizeof(CUDA_CONDITIONAL_NODE_PARAMS) >= sizeof(struct cudaConditionalNodeParams), "");

// Kernels, copies and fills are told differently from the runtime interface.
static aw_status add_any(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count, CUgraphNodeParams *given)
{
	if (!given)
		return AW_INVALID_VALUE;
	switch (given->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL: return add_kernel(node, graph, after, count, &given->kernel);
	case CU_GRAPH_NODE_TYPE_MEMCPY: return add_copy(node, graph, after, count, &given->memcpy.copyParams, given->memcpy.copyCtx);
	case CU_GRAPH_NODE_TYPE_MEMSET: {
		CUDA_MEMSET_NODE_PARAMS fill = { given->memset.dst, given->memset.pitch, given->memset.value, given->memset.elementSize,
			                         given->memset.width, given->memset.height };
		return add_fill(node, graph, after, count, &fill, given->memset.ctx);
	}
	case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
		return (aw_status)cuGraphAddBatchMemOpNode(node, graph, after, count, &given->memOp);
	default: return aw_api_graph_add(node, graph, after, NULL, count, (struct cudaGraphNodeParams *)given);
	}
}

CUresult cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies,
                        CUgraphNodeParams *nodeParams)
{
	return AW_CU_CONTEXT_CALL(add_any(phGraphNode, hGraph, dependencies, numDependencies, nodeParams));
}

static aw_status create_condition(CUgraphConditionalHandle *handle, CUgraph graph, CUcontext context, unsigned first, unsigned flags)
{
	struct CUctx_st *found;
	aw_status status = context ? aw_core_current_find(context, &found) : AW_OK;
	return status == AW_OK ? (aw_status)cudaGraphConditionalHandleCreate((cudaGraphConditionalHandle *)handle, graph, first, flags)
	                       : status;
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *pHandle_out, CUgraph hGraph, CUcontext ctx,
                                        unsigned int defaultLaunchValue, unsigned int flags)
{
	return AW_CU_CONTEXT_CALL(create_condition(pHandle_out, hGraph, ctx, defaultLaunchValue, flags));
}

static aw_status add_call(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                          const CUDA_HOST_NODE_PARAMS *given)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeHost };
	if (!given)
		return AW_INVALID_VALUE;
	params.host.fn = given->fn;
	params.host.userData = given->userData;
	return aw_api_graph_add(node, graph, after, NULL, count, &params);
}

CUresult cuGraphAddHostNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                            size_t numDependencies, const CUDA_HOST_NODE_PARAMS *nodeParams)
{
	return AW_CU_CONTEXT_CALL(add_call(phGraphNode, hGraph, dependencies, numDependencies, nodeParams));
}

CUresult cuGraphGetNodes(CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes)
{
	return AW_CU_CALL((aw_status)cudaGraphGetNodes(hGraph, nodes, numNodes));
}

CUresult cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType *type)
{
	return AW_CU_CALL((aw_status)cudaGraphNodeGetType(hNode, (enum cudaGraphNodeType *)type));
}

// --- new parameters; of an executable graph's node where EXEC is given ---

static aw_status set(CUgraphExec exec, CUgraphNode node, const struct aw_work_request *request)
{
	return exec ? aw_core_graph_exec_set(exec, node, request) : aw_core_graph_set(node, request);
}

static aw_status set_kernel(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *given)
{
	struct cudaGraphNodeParams params;
	struct aw_work_request request;
	aw_status status = request_kernel(given, &params, &request);
	return status == AW_OK ? set(exec, node, &request) : status;
}

// CONTEXT 0: the current one.
static aw_status set_in(CUgraphExec exec, CUgraphNode node, const struct cudaGraphNodeParams *params, CUcontext context)
{
	struct CUctx_st *found = NULL;
	aw_status status = context ? aw_core_current_find(context, &found) : AW_OK;
	struct aw_work_request request = { .params = params, .context = found ? found->context : NULL };
	return status == AW_OK ? set(exec, node, &request) : status;
}

static aw_status set_copy(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *given, CUcontext context)
{
	struct cudaGraphNodeParams params;
	aw_status status = take_copy(given, &params);
	return status == AW_OK ? set_in(exec, node, &params, context) : status;
}

static aw_status set_fill(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *given, CUcontext context)
{
	struct cudaGraphNodeParams params;
	aw_status status = take_fill(given, &params);
	return status == AW_OK ? set_in(exec, node, &params, context) : status;
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL(set_kernel(NULL, hNode, nodeParams));
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL(hGraphExec ? set_kernel(hGraphExec, hNode, nodeParams) : AW_INVALID_VALUE);
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D *nodeParams)
{
	return AW_CU_CONTEXT_CALL(set_copy(NULL, hNode, nodeParams, NULL));
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D *copyParams, CUcontext ctx)
{
	return AW_CU_CALL(hGraphExec ? set_copy(hGraphExec, hNode, copyParams, ctx) : AW_INVALID_VALUE);
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *nodeParams)
{
	return AW_CU_CONTEXT_CALL(set_fill(NULL, hNode, nodeParams, NULL));
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *memsetParams,
                                        CUcontext ctx)
{
	return AW_CU_CALL(hGraphExec ? set_fill(hGraphExec, hNode, memsetParams, ctx) : AW_INVALID_VALUE);
}

// --- executable graphs ---

CUresult cuGraphInstantiate(CUgraphExec *phGraphExec, CUgraph hGraph, unsigned long long flags)
{
	return AW_CU_CONTEXT_CALL(aw_core_graph_exec_create(hGraph, flags, NULL, phGraphExec));
}

CUresult cuGraphLaunch(CUgraphExec hGraphExec, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(aw_core_graph_exec_launch(hGraphExec, hStream));
}

CUresult cuGraphExecDestroy(CUgraphExec hGraphExec)
{
	return AW_CU_CALL(aw_core_graph_exec_destroy(hGraphExec));
}
