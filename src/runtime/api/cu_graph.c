// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Graph Management" and stream capture.  The objects are the runtime interface's; types of nodes,
// edges and flags have the same numbers in both.
#include <string.h>

#include "../core/array.h"
#include "../core/capture.h"
#include "../core/copy.h"
#include "../core/graph_exec.h"
#include "../core/memory_ops.h"
#include "api.h"
#include "cu_edges.h"
#include "cu_fill.h"
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

// Where a node goes.
struct place {
	CUgraph graph;
	const CUgraphNode *after;
	const CUgraphEdgeData *data;
	size_t count;
};

static aw_status add(CUgraphNode *node, const struct place *place, const struct aw_work_request *request)
{
	return aw_core_graph_add(place->graph, place->after, aw_api_edge_data(place->data), place->count, request, node);
}

static aw_status add_kernel(CUgraphNode *node, const struct place *place, const CUDA_KERNEL_NODE_PARAMS *given)
{
	struct cudaGraphNodeParams params;
	struct aw_work_request request;
	aw_status status = request_kernel(given, &params, &request);
	return status == AW_OK ? add(node, place, &request) : status;
}

CUresult cuGraphAddKernelNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                              size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
	struct place place = { hGraph, dependencies, NULL, numDependencies };
	return AW_CU_CALL(add_kernel(phGraphNode, &place, nodeParams));
}

// Adds a node of PARAMS on the device of CONTEXT.
static aw_status add_in(CUgraphNode *node, const struct place *place, const struct cudaGraphNodeParams *params, CUcontext context)
{
	struct CUctx_st *found;
	aw_status status = aw_core_current_find(context, &found);
	if (status != AW_OK)
		return status;
	struct aw_work_request request = { .params = params, .context = found->context };
	return add(node, place, &request);
}

static struct cudaPitchedPtr memory_of(const void *address, size_t pitch, size_t height, size_t x, size_t width)
{
	return (struct cudaPitchedPtr){ (void *)(uintptr_t)address, pitch ? pitch : x + width, width, height };
}

// What the runtime counts a copy in: elements of BYTES, of which arrays have SIDE texels in a row.
struct copy_unit {
	size_t bytes, side;
};

// The elements of either array; bytes without.
static aw_status find_unit(cudaArray_t source, cudaArray_t target, struct copy_unit *unit)
{
	struct cudaArray *array;
	*unit = (struct copy_unit){ 1, 1 };
	if (!source && !target)
		return AW_OK;
	aw_status status = aw_core_array_find(source ? source : target, &array);
	if (status == AW_OK)
		*unit = (struct copy_unit){ aw_array_element_bytes(&array->shape.format), aw_array_element_side(&array->shape.format) };
	return status;
}

static aw_status take_copy(const CUDA_MEMCPY3D *given, struct cudaGraphNodeParams *params)
{
	*params = (struct cudaGraphNodeParams){ .type = cudaGraphNodeTypeMemcpy };
	struct cudaMemcpy3DParms *copy = &params->memcpy.copyParams;
	struct copy_unit unit;
	if (!given)
		return AW_INVALID_VALUE;
	const void *source = given->srcMemoryType == CU_MEMORYTYPE_HOST ? given->srcHost : (const void *)(uintptr_t)given->srcDevice;
	const void *target = given->dstMemoryType == CU_MEMORYTYPE_HOST ? given->dstHost : (const void *)(uintptr_t)given->dstDevice;
	if (given->srcMemoryType == CU_MEMORYTYPE_ARRAY)
		copy->srcArray = (cudaArray_t)given->srcArray;
	else
		copy->srcPtr = memory_of(source, given->srcPitch, given->srcHeight, given->srcXInBytes, given->WidthInBytes);
	if (given->dstMemoryType == CU_MEMORYTYPE_ARRAY)
		copy->dstArray = (cudaArray_t)given->dstArray;
	else
		copy->dstPtr = memory_of(target, given->dstPitch, given->dstHeight, given->dstXInBytes, given->WidthInBytes);
	aw_status status = find_unit(copy->srcArray, copy->dstArray, &unit);
	if (status != AW_OK)
		return status;
	if (given->WidthInBytes % unit.bytes || given->srcXInBytes % unit.bytes || given->dstXInBytes % unit.bytes)
		return AW_INVALID_VALUE;
	size_t from = copy->srcArray ? unit.side : 1, to = copy->dstArray ? unit.side : 1;
	copy->srcPos = (struct cudaPos){ given->srcXInBytes / unit.bytes * from, given->srcY * from, given->srcZ };
	copy->dstPos = (struct cudaPos){ given->dstXInBytes / unit.bytes * to, given->dstY * to, given->dstZ };
	copy->extent = (struct cudaExtent){ given->WidthInBytes / unit.bytes * unit.side, given->Height * unit.side, given->Depth };
	copy->kind = cudaMemcpyDefault;
	return AW_OK;
}

static aw_status add_copy(CUgraphNode *node, const struct place *place, const CUDA_MEMCPY3D *given, CUcontext context)
{
	struct cudaGraphNodeParams params;
	aw_status status = take_copy(given, &params);
	return status == AW_OK ? add_in(node, place, &params, context) : status;
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                              size_t numDependencies, const CUDA_MEMCPY3D *copyParams, CUcontext ctx)
{
	struct place place = { hGraph, dependencies, NULL, numDependencies };
	return AW_CU_CALL(add_copy(phGraphNode, &place, copyParams, ctx));
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

static aw_status add_fill(CUgraphNode *node, const struct place *place, const CUDA_MEMSET_NODE_PARAMS *given, CUcontext context)
{
	struct cudaGraphNodeParams params;
	aw_status status = take_fill(given, &params);
	return status == AW_OK ? add_in(node, place, &params, context) : status;
}

CUresult cuGraphAddMemsetNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                              size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)
{
	struct place place = { hGraph, dependencies, NULL, numDependencies };
	return AW_CU_CALL(add_fill(phGraphNode, &place, memsetParams, ctx));
}

_Static_assert(sizeof(CUgraphNodeParams) == sizeof(struct cudaGraphNodeParams), "");
_Static_assert(sizeof(CUDA_CONDITIONAL_NODE_PARAMS) >= sizeof(struct cudaConditionalNodeParams), "");

// Kernels, copies, fills and operations on words are told differently from the runtime interface.
static aw_status add_any(CUgraphNode *node, const struct place *place, CUgraphNodeParams *given)
{
	if (!given)
		return AW_INVALID_VALUE;
	switch (given->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL: return add_kernel(node, place, &given->kernel);
	case CU_GRAPH_NODE_TYPE_MEMCPY: return add_copy(node, place, &given->memcpy.copyParams, given->memcpy.copyCtx);
	case CU_GRAPH_NODE_TYPE_MEMSET: {
		CUDA_MEMSET_NODE_PARAMS fill = aw_api_fill_of(given);
		return add_fill(node, place, &fill, given->memset.ctx);
	}
	case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: {
		struct cudaGraphNodeParams params = aw_core_memory_ops_params(&given->memOp);
		return add_in(node, place, &params, given->memOp.ctx);
	}
	default:
		return aw_api_graph_add(node, place->graph, place->after, aw_api_edge_data(place->data), place->count,
		                        (struct cudaGraphNodeParams *)given);
	}
}

CUresult cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies,
                        CUgraphNodeParams *nodeParams)
{
	struct place place = { hGraph, dependencies, NULL, numDependencies };
	return AW_CU_CONTEXT_CALL(add_any(phGraphNode, &place, nodeParams));
}

CUresult cuGraphAddNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                           const CUgraphEdgeData *dependencyData, size_t numDependencies, CUgraphNodeParams *nodeParams)
{
	struct place place = { hGraph, dependencies, dependencyData, numDependencies };
	return AW_CU_CONTEXT_CALL(add_any(phGraphNode, &place, nodeParams));
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

// --- the parameters that nodes have ---

static aw_status get_kernel(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *result)
{
	struct cudaGraphNodeParams params;
	aw_status status = result ? aw_api_graph_params(node, cudaGraphNodeTypeKernel, &params) : AW_INVALID_VALUE;
	struct CUctx_st *context;
	if (status == AW_OK && !node->work.kernel)
		status = AW_INVALID_HANDLE; // a reset took it
	if (status == AW_OK)
		status = aw_core_current_primary((int)node->work.context->ordinal, &context);
	if (status != AW_OK)
		return status;
	const struct cudaKernelNodeParamsV2 *kernel = &params.kernel;
	*result = (CUDA_KERNEL_NODE_PARAMS){
		.func = node->work.kernel, .sharedMemBytes = kernel->sharedMemBytes,
		.gridDimX = kernel->gridDim.x, .gridDimY = kernel->gridDim.y, .gridDimZ = kernel->gridDim.z,
		.blockDimX = kernel->blockDim.x, .blockDimY = kernel->blockDim.y, .blockDimZ = kernel->blockDim.z,
		.kernelParams = kernel->kernelParams, .extra = kernel->extra, .ctx = context,
	};
	return AW_OK;
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL(get_kernel(hNode, nodeParams));
}

// Memory of the host is told from a device's, whatever was said when the node was made.
static CUmemorytype type_of(cudaArray_t array, const void *address)
{
	return array ? CU_MEMORYTYPE_ARRAY : aw_core_copy_is_device(address) ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
}

static aw_status get_copy(CUgraphNode node, CUDA_MEMCPY3D *result)
{
	struct cudaGraphNodeParams params;
	const struct cudaMemcpy3DParms *copy = &params.memcpy.copyParams;
	struct copy_unit unit;
	aw_status status = result ? aw_api_graph_params(node, cudaGraphNodeTypeMemcpy, &params) : AW_INVALID_VALUE;
	if (status == AW_OK)
		status = find_unit(copy->srcArray, copy->dstArray, &unit);
	if (status != AW_OK)
		return status;
	size_t from = copy->srcArray ? unit.side : 1, to = copy->dstArray ? unit.side : 1;
	*result = (CUDA_MEMCPY3D){
		.srcXInBytes = copy->srcPos.x / from * unit.bytes, .srcY = copy->srcPos.y / from, .srcZ = copy->srcPos.z,
		.srcMemoryType = type_of(copy->srcArray, copy->srcPtr.ptr), .srcArray = (CUarray)copy->srcArray,
		.srcPitch = copy->srcPtr.pitch, .srcHeight = copy->srcPtr.ysize,
		.dstXInBytes = copy->dstPos.x / to * unit.bytes, .dstY = copy->dstPos.y / to, .dstZ = copy->dstPos.z,
		.dstMemoryType = type_of(copy->dstArray, copy->dstPtr.ptr), .dstArray = (CUarray)copy->dstArray,
		.dstPitch = copy->dstPtr.pitch, .dstHeight = copy->dstPtr.ysize,
		.WidthInBytes = (copy->extent.width + unit.side - 1) / unit.side * unit.bytes,
		.Height = (copy->extent.height + unit.side - 1) / unit.side, .Depth = copy->extent.depth,
	};
	if (result->srcMemoryType == CU_MEMORYTYPE_HOST)
		result->srcHost = copy->srcPtr.ptr;
	else
		result->srcDevice = (CUdeviceptr)(uintptr_t)copy->srcPtr.ptr;
	if (result->dstMemoryType == CU_MEMORYTYPE_HOST)
		result->dstHost = copy->dstPtr.ptr;
	else
		result->dstDevice = (CUdeviceptr)(uintptr_t)copy->dstPtr.ptr;
	return AW_OK;
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D *nodeParams)
{
	return AW_CU_CALL(get_copy(hNode, nodeParams));
}

static aw_status get_fill(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *result)
{
	struct cudaGraphNodeParams params;
	aw_status status = result ? aw_api_graph_params(node, cudaGraphNodeTypeMemset, &params) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	const struct cudaMemsetParamsV2 *fill = &params.memset;
	*result = (CUDA_MEMSET_NODE_PARAMS){ (CUdeviceptr)(uintptr_t)fill->dst, fill->pitch, fill->value, fill->elementSize,
		                             fill->width, fill->height };
	return AW_OK;
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL(get_fill(hNode, nodeParams));
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
