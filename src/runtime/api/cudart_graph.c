// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Graph Management": graphs, the order of their nodes, and what they hold.
#include "../core/graph.h"

#include <string.h>

#include "../core/graph_memory.h"
#include "api.h"
#include "graph_skin.h"

// --- graphs ---

static aw_status create(cudaGraph_t *graph, unsigned flags)
{
	struct aw_context *context;
	if (!graph || flags)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	return status == AW_OK ? aw_core_graph_create(graph) : status;
}

cudaError_t cudaGraphCreate(cudaGraph_t *pGraph, unsigned int flags)
{
	return AW_CALL(create(pGraph, flags));
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
	return AW_CALL(aw_core_graph_destroy(graph));
}

cudaError_t cudaGraphClone(cudaGraph_t *pGraphClone, cudaGraph_t originalGraph)
{
	return AW_CALL(pGraphClone ? aw_core_graph_clone(originalGraph, false, pGraphClone) : AW_INVALID_VALUE);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *pNode, cudaGraphNode_t originalNode, cudaGraph_t clonedGraph)
{
	return AW_CALL(aw_core_graph_find_in_clone(originalNode, clonedGraph, pNode));
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags)
{
	return AW_CALL(aw_core_graph_print(graph, path, flags));
}

bool aw_api_graph_has_data(const cudaGraphEdgeData *data)
{
	static const cudaGraphEdgeData none;
	return memcmp(data, &none, sizeof(none)) != 0;
}

// --- lists: without an array the number alone, else at most as many as it holds, the rest filled with NULL; edges with data
// aren't told without it ---

struct list {
	cudaGraphNode_t *nodes, *others;
	cudaGraphEdgeData *data;
	size_t room, count;
	bool loses; // data of an edge that isn't asked for
};

static void put(struct list *list, cudaGraphNode_t node, cudaGraphNode_t other, const cudaGraphEdgeData *data)
{
	size_t index = list->count++;
	if (index >= list->room)
		return;
	list->loses |= data && !list->data && aw_api_graph_has_data(data);
	if (list->nodes)
		list->nodes[index] = node;
	if (list->others)
		list->others[index] = other;
	if (list->data)
		list->data[index] = data ? *data : (cudaGraphEdgeData){ 0 };
}

static aw_status finish_list(struct list *list, size_t *count)
{
	bool listed = list->nodes || list->others;
	if (list->loses)
		return AW_LOSSY_QUERY;
	for (size_t i = list->count; i < list->room && listed; i++) {
		if (list->nodes)
			list->nodes[i] = NULL;
		if (list->others)
			list->others[i] = NULL;
	}
	*count = listed && list->room < list->count ? list->room : list->count;
	return AW_OK;
}

static aw_status get_nodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count, bool roots)
{
	aw_status status = count ? aw_core_graph_find(graph) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	struct list list = { .nodes = nodes, .room = nodes ? *count : 0 };
	for (size_t i = 0; i < graph->nodes.count; i++)
		if (!roots || !graph->nodes.items[i]->after.count)
			put(&list, graph->nodes.items[i], NULL, NULL);
	return finish_list(&list, count);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *numNodes)
{
	return AW_CALL(get_nodes(graph, nodes, numNodes, false));
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *pRootNodes, size_t *pNumRootNodes)
{
	return AW_CALL(get_nodes(graph, pRootNodes, pNumRootNodes, true));
}

aw_status aw_api_graph_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                             cudaGraphEdgeData *data, size_t *count)
{
	aw_status status = count && !from == !to && (from || !data) ? aw_core_graph_find(graph) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	struct list list = { .nodes = from, .others = to, .data = data, .room = from ? *count : 0 };
	for (size_t i = 0; i < graph->nodes.count; i++) {
		cudaGraphNode_t node = graph->nodes.items[i];
		for (size_t k = 0; k < node->after.count; k++)
			put(&list, node->after.items[k].node, node, &node->after.items[k].data);
	}
	return finish_list(&list, count);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *numEdges)
{
	return AW_CALL(aw_api_graph_edges(graph, from, to, NULL, numEdges));
}

cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                 cudaGraphEdgeData *edgeData, size_t *numEdges)
{
	return AW_CALL(aw_api_graph_edges(graph, from, to, edgeData, numEdges));
}

static const cudaGraphEdgeData *data_of(const struct CUgraphNode_st *to, const struct CUgraphNode_st *from)
{
	for (size_t i = 0; i < to->after.count; i++)
		if (to->after.items[i].node == from)
			return &to->after.items[i].data;
	return NULL;
}

aw_status aw_api_graph_neighbours(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data,
                                  size_t *count, bool before)
{
	aw_status status = count ? aw_core_graph_node_find(node) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	struct list list = { .nodes = nodes, .data = data, .room = nodes ? *count : 0 };
	for (size_t i = 0; i < node->after.count && !before; i++)
		put(&list, node->after.items[i].node, NULL, &node->after.items[i].data);
	for (size_t i = 0; i < node->before.count && before; i++)
		put(&list, node->before.items[i], NULL, data_of(node->before.items[i], node));
	return finish_list(&list, count);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *pDependencies,
                                         size_t *pNumDependencies)
{
	return AW_CALL(aw_api_graph_neighbours(node, pDependencies, NULL, pNumDependencies, false));
}

cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t *pDependencies,
                                            cudaGraphEdgeData *edgeData, size_t *pNumDependencies)
{
	return AW_CALL(aw_api_graph_neighbours(node, pDependencies, edgeData, pNumDependencies, false));
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes,
                                           size_t *pNumDependentNodes)
{
	return AW_CALL(aw_api_graph_neighbours(node, pDependentNodes, NULL, pNumDependentNodes, true));
}

cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes,
                                              cudaGraphEdgeData *edgeData, size_t *pNumDependentNodes)
{
	return AW_CALL(aw_api_graph_neighbours(node, pDependentNodes, edgeData, pNumDependentNodes, true));
}

// --- edges ---

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     size_t numDependencies)
{
	return AW_CALL(aw_core_graph_connect(graph, from, to, NULL, numDependencies));
}

cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *edgeData, size_t numDependencies)
{
	return AW_CALL(aw_core_graph_connect(graph, from, to, edgeData, numDependencies));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        size_t numDependencies)
{
	return AW_CALL(aw_core_graph_disconnect(graph, from, to, NULL, numDependencies));
}

cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
                                           const cudaGraphNode_t *to, const cudaGraphEdgeData *edgeData,
                                           size_t numDependencies)
{
	return AW_CALL(aw_core_graph_disconnect(graph, from, to, edgeData, numDependencies));
}

// --- nodes of any type ---

// Gives the outputs of PARAMS what NODE has of them.
static void set_outputs(struct cudaGraphNodeParams *params, const struct CUgraphNode_st *node)
{
	if (params->type == cudaGraphNodeTypeMemAlloc)
		params->alloc.dptr = node->work.params.alloc.dptr;
	if (params->type == cudaGraphNodeTypeConditional)
		params->conditional.phGraph_out = node->work.params.conditional.phGraph_out;
}

aw_status aw_api_graph_add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                           const cudaGraphEdgeData *data, size_t count, struct cudaGraphNodeParams *params)
{
	struct aw_work_request request = { .params = params };
	aw_status status = aw_core_graph_add(graph, after, data, count, &request, node);
	if (status == AW_OK)
		set_outputs(params, *node);
	return status;
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
                             size_t numDependencies, struct cudaGraphNodeParams *nodeParams)
{
	return AW_CALL(aw_api_graph_add(pGraphNode, graph, pDependencies, NULL, numDependencies, nodeParams));
}

cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                const cudaGraphNode_t *pDependencies, const cudaGraphEdgeData *dependencyData,
                                size_t numDependencies, struct cudaGraphNodeParams *nodeParams)
{
	return AW_CALL(aw_api_graph_add(pGraphNode, graph, pDependencies, dependencyData, numDependencies,
	                                nodeParams));
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *nodeParams)
{
	struct aw_work_request request = { .params = nodeParams };
	return AW_CALL(aw_core_graph_set(node, &request));
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
	return AW_CALL(aw_core_graph_destroy_node(node));
}

static aw_status get_type(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
	aw_status status = type ? aw_core_graph_node_find(node) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*type = node->work.params.type;
	return status;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *pType)
{
	return AW_CALL(get_type(node, pType));
}

// --- conditions and user objects ---

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *pHandle_out, cudaGraph_t graph,
                                             unsigned int defaultLaunchValue, unsigned int flags)
{
	return AW_CALL(aw_core_graph_add_condition(graph, defaultLaunchValue, flags, pHandle_out));
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object_out, void *ptr, cudaHostFn_t destroy,
                                 unsigned int initialRefcount, unsigned int flags)
{
	return AW_CALL(aw_core_user_object_create(ptr, destroy, initialRefcount, flags, object_out));
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count)
{
	return AW_CALL(aw_core_user_object_retain(object, count));
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count)
{
	return AW_CALL(aw_core_user_object_release(object, count));
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count,
                                      unsigned int flags)
{
	return AW_CALL(aw_core_graph_retain_object(graph, object, count, flags));
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count)
{
	return AW_CALL(aw_core_graph_release_object(graph, object, count));
}

// --- memory of a device's graphs ---

cudaError_t cudaDeviceGraphMemTrim(int device)
{
	return AW_CALL(aw_core_graph_memory_trim(device));
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value)
{
	return AW_CALL(aw_core_graph_memory_get(device, attr, value));
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr, void *value)
{
	return AW_CALL(aw_core_graph_memory_set(device, attr, value));
}
