// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Graph Management": the functions for one type of node each.  All are the generic ones with
// the parameters put into the common structure.
#include <string.h>

#include "../core/module.h"
#include "api.h"
#include "graph_skin.h"

aw_status aw_api_graph_params(cudaGraphNode_t node, enum cudaGraphNodeType type,
                              struct cudaGraphNodeParams *params)
{
	aw_status status = aw_core_graph_node_find(node);
	if (status == AW_OK && node->work.params.type != type)
		status = AW_INVALID_VALUE;
	if (status == AW_OK && node->work.foreign)
		status = AW_NOT_SUPPORTED; // the driver's graph has no node of ours
	if (status == AW_OK)
		*params = node->work.params;
	return status;
}

aw_status aw_api_graph_set(cudaGraphExec_t exec, cudaGraphNode_t node, bool of_exec,
                           const struct cudaGraphNodeParams *params)
{
	struct aw_work_request request = { .params = params };
	return of_exec ? aw_core_graph_exec_set(exec, node, &request) : aw_core_graph_set(node, &request);
}

// The rest of a function whose parameters, in GIVEN, are a plain copy of MEMBER.
#define ADD(type_name, member, given) \
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeType##type_name }; \
	if (!(given)) \
		return AW_CALL(AW_INVALID_VALUE); \
	memcpy(&params.member, given, sizeof(*(given))); \
	return AW_CALL(aw_api_graph_add(pGraphNode, graph, pDependencies, NULL, numDependencies, &params))
// The same where the only parameter is a handle or pointer.
#define ADD_ONE(type_name, member, value) \
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeType##type_name }; \
	params.member = value; \
	return AW_CALL(aw_api_graph_add(pGraphNode, graph, pDependencies, NULL, numDependencies, &params))
#define SET_ONE(exec, of_exec, node, type_name, member, value) \
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeType##type_name }; \
	params.member = value; \
	return AW_CALL(aw_api_graph_set(exec, node, of_exec, &params))
#define GET(node, type_name, member, result) \
	struct cudaGraphNodeParams params; \
	aw_status status = (result) ? aw_api_graph_params(node, cudaGraphNodeType##type_name, &params) : AW_INVALID_VALUE; \
	if (status == AW_OK) \
		memcpy(result, &params.member, sizeof(*(result))); \
	return AW_CALL(status)
#define SET(exec, of_exec, node, type_name, member, given) \
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeType##type_name }; \
	if (!(given)) \
		return AW_CALL(AW_INVALID_VALUE); \
	memcpy(&params.member, given, sizeof(*(given))); \
	return AW_CALL(aw_api_graph_set(exec, node, of_exec, &params))

// --- kernels ---

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaKernelNodeParams *pNodeParams)
{
	ADD(Kernel, kernel, pNodeParams);
}

static aw_status get_kernel(cudaGraphNode_t node, struct cudaKernelNodeParams *result)
{
	struct cudaGraphNodeParams params;
	aw_status status = result ? aw_api_graph_params(node, cudaGraphNodeTypeKernel, &params) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	if (!params.kernel.func && node->work.kernel) // captured: the launch knew no more than the kernel
		params.kernel.func = (void *)(uintptr_t)aw_core_module_stub(node->work.kernel);
	memcpy(result, &params.kernel, sizeof(*result));
	return AW_OK;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *pNodeParams)
{
	return AW_CALL(get_kernel(node, pNodeParams));
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *pNodeParams)
{
	SET(NULL, false, node, Kernel, kernel, pNodeParams);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *pNodeParams)
{
	SET(hGraphExec, true, node, Kernel, kernel, pNodeParams);
}

static aw_status check_kernel(cudaGraphNode_t node)
{
	struct cudaGraphNodeParams params;
	return aw_api_graph_params(node, cudaGraphNodeTypeKernel, &params);
}

aw_status aw_api_graph_get_attribute(cudaGraphNode_t node, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value)
{
	aw_status status = value ? check_kernel(node) : AW_INVALID_VALUE;
	if (status == AW_OK)
		aw_core_work_get_attribute(&node->work, id, value);
	return status;
}

aw_status aw_api_graph_set_attribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                     const cudaLaunchAttributeValue *value)
{
	aw_status status = value ? check_kernel(node) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	cudaLaunchAttribute attribute = { .id = id, .val = *value };
	status = aw_core_work_set_attribute(&node->work, &attribute);
	if (status == AW_OK && id == cudaLaunchAttributeDeviceUpdatableKernelNode) // its handle is a result, const or not
		((cudaLaunchAttributeValue *)(uintptr_t)value)->deviceUpdatableKernelNode.devNode = node->work.updatable;
	return status;
}

aw_status aw_api_graph_copy_attributes(cudaGraphNode_t to, cudaGraphNode_t from)
{
	aw_status status = check_kernel(to);
	if (status == AW_OK)
		status = check_kernel(from);
	if (status == AW_OK && (to->work.updatable || from->work.updatable))
		return AW_NOT_SUPPORTED;
	for (size_t i = 0; status == AW_OK && i < from->work.attributes.count; i++)
		status = aw_core_work_set_attribute(&to->work, &from->work.attributes.items[i]);
	return status;
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hSrc, cudaGraphNode_t hDst)
{
	return AW_CALL(aw_api_graph_copy_attributes(hDst, hSrc));
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            cudaLaunchAttributeValue *value_out)
{
	return AW_CALL(aw_api_graph_get_attribute(hNode, attr, value_out));
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            const cudaLaunchAttributeValue *value)
{
	return AW_CALL(aw_api_graph_set_attribute(hNode, attr, value));
}

// --- copies ---

static aw_status copy_params(const struct cudaMemcpy3DParms *given, struct cudaGraphNodeParams *params)
{
	*params = (struct cudaGraphNodeParams){ .type = cudaGraphNodeTypeMemcpy };
	if (!given)
		return AW_INVALID_VALUE;
	params->memcpy.copyParams = *given;
	return AW_OK;
}

static aw_status row_params(void *target, const void *source, size_t count, enum cudaMemcpyKind kind,
                            struct cudaGraphNodeParams *params)
{
	struct cudaMemcpy3DParms row = { .srcPtr = { (void *)(uintptr_t)source, count, count, 1 },
		                         .dstPtr = { target, count, count, 1 },
		                         .extent = { count, 1, 1 },
		                         .kind = kind };
	return copy_params(&row, params);
}

// COUNT bytes at OFFSET of a variable as one side of a copy.
static aw_status part_of_symbol(const void *symbol, size_t count, size_t offset, char **address)
{
	struct aw_variable variable;
	aw_status status = aw_core_module_variable(symbol, &variable);
	if (status == AW_OK && (offset > variable.size || count > variable.size - offset))
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		*address = (char *)variable.address + offset;
	return status;
}

static aw_status to_symbol_params(const void *symbol, const void *source, size_t count, size_t offset,
                                  enum cudaMemcpyKind kind, struct cudaGraphNodeParams *params)
{
	char *target;
	if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost)
		return AW_INVALID_MEMCPY_DIRECTION;
	aw_status status = part_of_symbol(symbol, count, offset, &target);
	return status == AW_OK ? row_params(target, source, count, kind, params) : status;
}

static aw_status from_symbol_params(void *target, const void *symbol, size_t count, size_t offset,
                                    enum cudaMemcpyKind kind, struct cudaGraphNodeParams *params)
{
	char *source;
	if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost)
		return AW_INVALID_MEMCPY_DIRECTION;
	aw_status status = part_of_symbol(symbol, count, offset, &source);
	return status == AW_OK ? row_params(target, source, count, kind, params) : status;
}

// Ends a function whose parameters come from MAKE, a call of one of the above.
#define ADD_MADE(make) \
	struct cudaGraphNodeParams params; \
	aw_status status = make; \
	if (status == AW_OK) \
		status = aw_api_graph_add(pGraphNode, graph, pDependencies, NULL, numDependencies, &params); \
	return AW_CALL(status)
#define SET_MADE(exec, of_exec, make) \
	struct cudaGraphNodeParams params; \
	aw_status status = make; \
	if (status == AW_OK) \
		status = aw_api_graph_set(exec, node, of_exec, &params); \
	return AW_CALL(status)

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaMemcpy3DParms *pCopyParams)
{
	ADD_MADE(copy_params(pCopyParams, &params));
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                           const void *symbol, const void *src, size_t count, size_t offset,
                                           enum cudaMemcpyKind kind)
{
	ADD_MADE(to_symbol_params(symbol, src, count, offset, kind, &params));
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                             const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                             void *dst, const void *symbol, size_t count, size_t offset,
                                             enum cudaMemcpyKind kind)
{
	ADD_MADE(from_symbol_params(dst, symbol, count, offset, kind, &params));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t *pDependencies, size_t numDependencies, void *dst,
                                     const void *src, size_t count, enum cudaMemcpyKind kind)
{
	ADD_MADE(row_params(dst, src, count, kind, &params));
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *pNodeParams)
{
	GET(node, Memcpy, memcpy.copyParams, pNodeParams);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const struct cudaMemcpy3DParms *pNodeParams)
{
	SET_MADE(NULL, false, copy_params(pNodeParams, &params));
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol, const void *src,
                                                 size_t count, size_t offset, enum cudaMemcpyKind kind)
{
	SET_MADE(NULL, false, to_symbol_params(symbol, src, count, offset, kind, &params));
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst, const void *symbol,
                                                   size_t count, size_t offset, enum cudaMemcpyKind kind)
{
	SET_MADE(NULL, false, from_symbol_params(dst, symbol, count, offset, kind, &params));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src, size_t count,
                                           enum cudaMemcpyKind kind)
{
	SET_MADE(NULL, false, row_params(dst, src, count, kind, &params));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *pNodeParams)
{
	SET_MADE(hGraphExec, true, copy_params(pNodeParams, &params));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                     const void *symbol, const void *src, size_t count,
                                                     size_t offset, enum cudaMemcpyKind kind)
{
	SET_MADE(hGraphExec, true, to_symbol_params(symbol, src, count, offset, kind, &params));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void *dst,
                                                       const void *symbol, size_t count, size_t offset,
                                                       enum cudaMemcpyKind kind)
{
	SET_MADE(hGraphExec, true, from_symbol_params(dst, symbol, count, offset, kind, &params));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void *dst,
                                               const void *src, size_t count, enum cudaMemcpyKind kind)
{
	SET_MADE(hGraphExec, true, row_params(dst, src, count, kind, &params));
}

// --- fills and host functions ---

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct cudaMemsetParams *pMemsetParams)
{
	ADD(Memset, memset, pMemsetParams);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *pNodeParams)
{
	GET(node, Memset, memset, pNodeParams);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *pNodeParams)
{
	SET(NULL, false, node, Memset, memset, pNodeParams);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *pNodeParams)
{
	SET(hGraphExec, true, node, Memset, memset, pNodeParams);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                 const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                 const struct cudaHostNodeParams *pNodeParams)
{
	ADD(Host, host, pNodeParams);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *pNodeParams)
{
	GET(node, Host, host, pNodeParams);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *pNodeParams)
{
	SET(NULL, false, node, Host, host, pNodeParams);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *pNodeParams)
{
	SET(hGraphExec, true, node, Host, host, pNodeParams);
}

// --- child graphs, empty nodes ---

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                       cudaGraph_t childGraph)
{
	ADD_ONE(Graph, graph.graph, childGraph);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *pGraph)
{
	GET(node, Graph, graph.graph, pGraph);
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                 cudaGraph_t childGraph)
{
	SET_ONE(hGraphExec, true, node, Graph, graph.graph, childGraph);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                  const cudaGraphNode_t *pDependencies, size_t numDependencies)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeEmpty };
	return AW_CALL(aw_api_graph_add(pGraphNode, graph, pDependencies, NULL, numDependencies, &params));
}

// --- events ---

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                        const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                        cudaEvent_t event)
{
	ADD_ONE(EventRecord, eventRecord.event, event);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event_out)
{
	GET(node, EventRecord, eventRecord.event, event_out);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
	SET_ONE(NULL, false, node, EventRecord, eventRecord.event, event);
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                                 cudaEvent_t event)
{
	SET_ONE(hGraphExec, true, hNode, EventRecord, eventRecord.event, event);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                      const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                      cudaEvent_t event)
{
	ADD_ONE(WaitEvent, eventWait.event, event);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event_out)
{
	GET(node, WaitEvent, eventWait.event, event_out);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
	SET_ONE(NULL, false, node, WaitEvent, eventWait.event, event);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event)
{
	SET_ONE(hGraphExec, true, hNode, WaitEvent, eventWait.event, event);
}

// --- external semaphores ---

cudaError_t cudaGraphAddExternalSemaphoresSignalNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                     const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                                     const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
	ADD(ExtSemaphoreSignal, extSemSignal, nodeParams);
}

cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(cudaGraphNode_t hNode,
                                                           struct cudaExternalSemaphoreSignalNodeParams *params_out)
{
	GET(hNode, ExtSemaphoreSignal, extSemSignal, params_out);
}

cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(cudaGraphNode_t hNode,
                                                           const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
	SET(NULL, false, hNode, ExtSemaphoreSignal, extSemSignal, nodeParams);
}

cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                                               const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
	SET(hGraphExec, true, hNode, ExtSemaphoreSignal, extSemSignal, nodeParams);
}

cudaError_t cudaGraphAddExternalSemaphoresWaitNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                     const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                                     const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
	ADD(ExtSemaphoreWait, extSemWait, nodeParams);
}

cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(cudaGraphNode_t hNode,
                                                           struct cudaExternalSemaphoreWaitNodeParams *params_out)
{
	GET(hNode, ExtSemaphoreWait, extSemWait, params_out);
}

cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(cudaGraphNode_t hNode,
                                                           const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
	SET(NULL, false, hNode, ExtSemaphoreWait, extSemWait, nodeParams);
}

cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
                                                               const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
	SET(hGraphExec, true, hNode, ExtSemaphoreWait, extSemWait, nodeParams);
}

// --- memory ---

static aw_status add_alloc(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count,
                           struct cudaMemAllocNodeParams *given)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeMemAlloc };
	if (!given)
		return AW_INVALID_VALUE;
	memcpy(&params.alloc, given, sizeof(*given));
	aw_status status = aw_api_graph_add(node, graph, after, NULL, count, &params);
	given->dptr = status == AW_OK ? params.alloc.dptr : given->dptr;
	return status;
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t *pDependencies, size_t numDependencies,
                                     struct cudaMemAllocNodeParams *nodeParams)
{
	return AW_CALL(add_alloc(pGraphNode, graph, pDependencies, numDependencies, nodeParams));
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *params_out)
{
	GET(node, MemAlloc, alloc, params_out);
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                    const cudaGraphNode_t *pDependencies, size_t numDependencies, void *dptr)
{
	ADD_ONE(MemFree, free.dptr, dptr);
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *dptr_out)
{
	GET(node, MemFree, free.dptr, (void **)dptr_out);
}
