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

static aw_status add_kernel(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                            const CUDA_KERNEL_NODE_PARAMS *given)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeKernel };
	CUfunction function = given ? given->func : NULL;
	if (!given)
		return AW_INVALID_VALUE;
	if (!function && given->kern && cuKernelGetFunction(&function, given->kern) != CUDA_SUCCESS)
		return AW_INVALID_HANDLE;
	if (!function)
		return AW_INVALID_HANDLE;
	params.kernel.func = function;
	params.kernel.gridDim = (dim3){ given->gridDimX, given->gridDimY, given->gridDimZ };
	params.kernel.blockDim = (dim3){ given->blockDimX, given->blockDimY, given->blockDimZ };
	params.kernel.sharedMemBytes = given->sharedMemBytes;
	params.kernel.kernelParams = given->kernelParams;
	params.kernel.extra = given->extra;
	struct aw_work_request request = { .params = &params, .kernel = function };
	return aw_core_graph_add(graph, after, NULL, count, &request, node);
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

static aw_status add_copy(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                          const CUDA_MEMCPY3D *given, CUcontext context)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeMemcpy };
	struct cudaMemcpy3DParms *copy = &params.memcpy.copyParams;
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
	return add_in(node, graph, after, count, &params, context);
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                              size_t numDependencies, const CUDA_MEMCPY3D *copyParams, CUcontext ctx)
{
	return AW_CU_CALL(add_copy(phGraphNode, hGraph, dependencies, numDependencies, copyParams, ctx));
}

static aw_status add_fill(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                          const CUDA_MEMSET_NODE_PARAMS *given, CUcontext context)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeMemset };
	if (!given)
		return AW_INVALID_VALUE;
	params.memset.dst = (void *)(uintptr_t)given->dst;
	params.memset.pitch = given->pitch;
	params.memset.value = given->value;
	params.memset.elementSize = given->elementSize;
	params.memset.width = given->width;
	params.memset.height = given->height;
	return add_in(node, graph, after, count, &params, context);
}

CUresult cuGraphAddMemsetNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                              size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)
{
	return AW_CU_CALL(add_fill(phGraphNode, hGraph, dependencies, numDependencies, memsetParams, ctx));
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
