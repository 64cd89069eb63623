// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graph.h"

#include <assert.h>
#include <string.h>

#include "capture.h"
#include "graph_memory.h"
#include "graph_update.h"

static struct aw_handle_class graphs = AW_HANDLE_CLASS(struct CUgraph_st);
static struct aw_handle_class nodes = AW_HANDLE_CLASS(struct CUgraphNode_st);
static _Atomic uint64_t last_id;

aw_status aw_core_graph_find(cudaGraph_t handle)
{
	return aw_core_handle_valid(&graphs, handle) ? AW_OK : AW_INVALID_VALUE;
}

aw_status aw_core_graph_node_find(cudaGraphNode_t handle)
{
	return aw_core_handle_valid(&nodes, handle) ? AW_OK : AW_INVALID_VALUE;
}

aw_status aw_core_graph_create(cudaGraph_t *graph)
{
	struct CUgraph_st *made = aw_core_handle_create(&graphs);
	if (!made)
		return AW_NO_MEMORY;
	made->id = ++last_id;
	*graph = made;
	return AW_OK;
}

// --- edges ---

static size_t find_edge(const struct CUgraphNode_st *to, const struct CUgraphNode_st *from)
{
	for (size_t i = 0; i < to->after.count; i++)
		if (to->after.items[i].node == from)
			return i;
	return SIZE_MAX;
}

static aw_status add_edge(cudaGraphNode_t from, cudaGraphNode_t to, const cudaGraphEdgeData *data)
{
	struct aw_graph_edge edge = { .node = from };
	assert(from != to && from->graph == to->graph);
	if (data)
		edge.data = *data;
	if (!aw_vec_push(&to->after, edge))
		return AW_NO_MEMORY;
	if (aw_vec_push(&from->before, to))
		return AW_OK;
	to->after.count--;
	return AW_NO_MEMORY;
}

// Takes the node out that lies at INDEX, keeping the order.
#define TAKE_OUT(vec, index) \
	memmove(&(vec)->items[index], &(vec)->items[(index) + 1], \
	        (--(vec)->count - (index)) * sizeof(*(vec)->items))

static void remove_edge(cudaGraphNode_t from, cudaGraphNode_t to)
{
	size_t index = find_edge(to, from);
	assert(index != SIZE_MAX);
	TAKE_OUT(&to->after, index);
	for (size_t i = 0; i < from->before.count; i++)
		if (from->before.items[i] == to) {
			TAKE_OUT(&from->before, i);
			return;
		}
	assert(!"an edge is known at both ends");
}

// Programmatic edges may only leave kernels; what they allow to run early runs after here.
static aw_status check_edge_data(const cudaGraphEdgeData *data, const struct CUgraphNode_st *from)
{
	static const unsigned char none[sizeof(data->reserved)];
	if (!data)
		return AW_OK;
	if (memcmp(data->reserved, none, sizeof(none)) || data->to_port)
		return AW_INVALID_VALUE;
	if (!data->type && !data->from_port)
		return AW_OK;
	bool known = data->type <= cudaGraphDependencyTypeProgrammatic &&
	             data->from_port <= cudaGraphKernelNodePortLaunchCompletion;
	return known && from->work.params.type == cudaGraphNodeTypeKernel ? AW_OK : AW_INVALID_VALUE;
}

static bool is_memory(enum cudaGraphNodeType type)
{
	return type == cudaGraphNodeTypeMemAlloc || type == cudaGraphNodeTypeMemFree;
}

static bool has_memory(cudaGraph_t graph)
{
	for (size_t i = 0; i < graph->nodes.count; i++)
		if (is_memory(graph->nodes.items[i]->work.params.type))
			return true;
	return false;
}

static aw_status check_end(cudaGraph_t graph, cudaGraphNode_t node)
{
	return aw_core_handle_valid(&nodes, node) && node->graph == graph ? AW_OK : AW_INVALID_VALUE;
}

static aw_status check_edges(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                             const cudaGraphEdgeData *data, size_t count)
{
	aw_status status = aw_core_graph_find(graph);
	if (status == AW_OK && count && (!from || !to))
		status = AW_INVALID_VALUE;
	for (size_t i = 0; i < count && status == AW_OK; i++) {
		status = from[i] == to[i] ? AW_INVALID_VALUE : check_end(graph, from[i]);
		if (status == AW_OK)
			status = check_end(graph, to[i]);
		if (status == AW_OK)
			status = check_edge_data(data ? &data[i] : NULL, from[i]);
	}
	return status;
}

aw_status aw_core_graph_connect(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                const cudaGraphEdgeData *data, size_t count)
{
	aw_status status = check_edges(graph, from, to, data, count);
	for (size_t i = 0; i < count && status == AW_OK; i++)
		if (find_edge(to[i], from[i]) != SIZE_MAX)
			status = AW_INVALID_VALUE;
	for (size_t i = 0; i < count && status == AW_OK; i++)
		status = add_edge(from[i], to[i], data ? &data[i] : NULL);
	return status;
}

aw_status aw_core_graph_disconnect(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                   const cudaGraphEdgeData *data, size_t count)
{
	aw_status status = check_edges(graph, from, to, data, count);
	for (size_t i = 0; i < count && status == AW_OK; i++)
		if (find_edge(to[i], from[i]) == SIZE_MAX)
			status = AW_INVALID_VALUE;
	if (status == AW_OK && count && has_memory(graph))
		status = AW_NOT_SUPPORTED;
	for (size_t i = 0; i < count && status == AW_OK; i++)
		remove_edge(from[i], to[i]);
	return status;
}

// --- nodes ---

static void drop_node(cudaGraphNode_t node)
{
	if (node->work.updatable)
		aw_core_updatable_detach(node->work.updatable, node);
	aw_core_work_finish(&node->work);
	aw_vec_finish(&node->after);
	aw_vec_finish(&node->before);
	aw_core_handle_destroy(&nodes, node);
}

// A node of GRAPH without edges that takes WORK over; NULL without memory.
static cudaGraphNode_t new_node(cudaGraph_t graph, const struct aw_work *work)
{
	struct CUgraphNode_st *node = aw_core_handle_create(&nodes);
	if (!node)
		return NULL;
	if (!aw_vec_push(&graph->nodes, node)) {
		aw_core_handle_destroy(&nodes, node);
		return NULL;
	}
	node->graph = graph;
	node->id = ++last_id;
	node->work = *work;
	return node;
}

static aw_status add_body(cudaGraphNode_t node, cudaGraph_t body)
{
	assert(!body->owner && body != node->graph);
	body->owner = node;
	if (aw_vec_push(&node->work.bodies, body))
		return AW_OK;
	aw_core_graph_release(body);
	return AW_NO_MEMORY;
}

static bool has_kind(cudaGraph_t graph, enum cudaGraphNodeType type)
{
	for (size_t i = 0; i < graph->nodes.count; i++) {
		cudaGraphNode_t node = graph->nodes.items[i];
		if (node->work.params.type == type)
			return true;
		for (size_t k = 0; k < node->work.bodies.count; k++)
			if (has_kind(node->work.bodies.items[k], type))
				return true;
	}
	return false;
}

static bool has_updatable(cudaGraph_t graph)
{
	for (size_t i = 0; i < graph->nodes.count; i++)
		if (graph->nodes.items[i]->work.updatable)
			return true;
	return false;
}

// Memory has one place where it is allocated, a condition one node that asks for it, and a handle of device code one node it means.
static bool may_be_copied(cudaGraph_t graph)
{
	return !has_updatable(graph) && !has_kind(graph, cudaGraphNodeTypeMemAlloc) && !has_kind(graph, cudaGraphNodeTypeMemFree) &&
	       !has_kind(graph, cudaGraphNodeTypeConditional);
}

// The graph that a program made, above all bodies.
static cudaGraph_t outermost(cudaGraph_t graph)
{
	while (graph->owner)
		graph = graph->owner->graph;
	return graph;
}

// Makes the program's graph itself NODE's.
static aw_status move_child(cudaGraphNode_t node, cudaGraph_t given)
{
	if (given->owner || given == outermost(node->graph) || has_kind(given, cudaGraphNodeTypeConditional))
		return AW_INVALID_VALUE;
	if (given->captures)
		return AW_ILLEGAL_STATE;
	if (!aw_vec_push(&node->work.bodies, given))
		return AW_NO_MEMORY;
	given->owner = node;
	return AW_OK;
}

static aw_status add_child(cudaGraphNode_t node)
{
	struct cudaChildGraphNodeParams *params = &node->work.params.graph;
	cudaGraph_t given = params->graph;
	if (given == node->graph || (unsigned)params->ownership > cudaGraphChildGraphOwnershipMove)
		return AW_INVALID_VALUE;
	if (params->ownership == cudaGraphChildGraphOwnershipMove)
		return move_child(node, given);
	aw_status status = aw_core_graph_clone(given, false, &params->graph);
	return status == AW_OK ? add_body(node, params->graph) : status;
}

static aw_status add_conditional(cudaGraphNode_t node)
{
	struct cudaConditionalNodeParams *params = &node->work.params.conditional;
	static const unsigned most[] = { [cudaGraphCondTypeIf] = 2, [cudaGraphCondTypeWhile] = 1,
		                         [cudaGraphCondTypeSwitch] = 1024 };
	struct aw_graph_condition *condition = aw_core_graph_condition(outermost(node->graph), params->handle);
	if (!condition || condition->taken || (unsigned)params->type > cudaGraphCondTypeSwitch || !params->size ||
	    params->size > most[params->type])
		return AW_INVALID_VALUE;
	for (unsigned i = 0; i < params->size; i++) {
		cudaGraph_t body;
		aw_status status = aw_core_graph_create(&body);
		if (status == AW_OK)
			status = add_body(node, body);
		if (status != AW_OK)
			return status;
	}
	condition->taken = true;
	params->phGraph_out = node->work.bodies.items;
	return AW_OK;
}

// What may not stand in the body of a conditional node, and in no body of any kind.
static aw_status check_place(cudaGraph_t graph, const struct aw_work *work)
{
	enum cudaGraphNodeType type = work->params.type;
	bool body = graph->owner != NULL;
	bool conditional = body && graph->owner->work.params.type == cudaGraphNodeTypeConditional;
	if (body && !conditional && (is_memory(type) || type == cudaGraphNodeTypeConditional))
		return AW_INVALID_VALUE;
	if (type == cudaGraphNodeTypeMemFree)
		for (size_t i = 0; i < graph->nodes.count; i++) {
			const struct aw_work *other = &graph->nodes.items[i]->work;
			if (other->params.type == type && other->memory == work->memory)
				return AW_INVALID_VALUE; // freed twice
		}
	return AW_OK;
}

static aw_status check_dependencies(cudaGraph_t graph, const cudaGraphNode_t *after,
                                    const cudaGraphEdgeData *data, size_t count)
{
	if (count && !after)
		return AW_INVALID_VALUE;
	for (size_t i = 0; i < count; i++) {
		aw_status status = check_end(graph, after[i]);
		if (status == AW_OK)
			status = check_edge_data(data ? &data[i] : NULL, after[i]);
		for (size_t k = 0; k < i && status == AW_OK && count <= 64; k++)
			status = after[k] == after[i] ? AW_INVALID_VALUE : AW_OK;
		if (status != AW_OK)
			return status;
	}
	return AW_OK;
}

aw_status aw_core_graph_add(cudaGraph_t graph, const cudaGraphNode_t *after, const cudaGraphEdgeData *data,
                            size_t count, const struct aw_work_request *request, cudaGraphNode_t *node)
{
	struct aw_work work;
	if (!node || !request->params)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_graph_find(graph);
	if (status == AW_OK)
		status = check_dependencies(graph, after, data, count);
	if (status == AW_OK)
		status = aw_core_work_make(request, &work);
	if (status != AW_OK)
		return status;
	status = check_place(graph, &work);
	cudaGraphNode_t made = status == AW_OK ? new_node(graph, &work) : NULL;
	if (!made) {
		aw_core_work_finish(&work);
		return status == AW_OK ? AW_NO_MEMORY : status;
	}
	for (size_t i = 0; i < count && status == AW_OK; i++)
		status = add_edge(after[i], made, data ? &data[i] : NULL);
	if (status == AW_OK && work.params.type == cudaGraphNodeTypeGraph && !work.foreign)
		status = add_child(made);
	if (status == AW_OK && work.params.type == cudaGraphNodeTypeConditional)
		status = add_conditional(made);
	if (status != AW_OK) {
		aw_core_graph_remove(made);
		return status;
	}
	*node = made;
	return AW_OK;
}

void aw_core_graph_remove(cudaGraphNode_t node)
{
	cudaGraph_t graph = node->graph;
	while (node->after.count)
		remove_edge(node->after.items[node->after.count - 1].node, node);
	while (node->before.count)
		remove_edge(node, node->before.items[node->before.count - 1]);
	for (size_t i = graph->nodes.count; i-- > 0;)
		if (graph->nodes.items[i] == node) {
			TAKE_OUT(&graph->nodes, i);
			drop_node(node);
			return;
		}
	assert(!"a node is among its graph's");
}

aw_status aw_core_graph_destroy_node(cudaGraphNode_t node)
{
	aw_status status = aw_core_graph_node_find(node);
	if (status != AW_OK)
		return status;
	if (node->graph->captures)
		return AW_ILLEGAL_STATE;
	if (has_memory(node->graph) || node->work.params.type == cudaGraphNodeTypeConditional || node->work.updatable)
		return AW_NOT_SUPPORTED;
	aw_core_graph_remove(node);
	return AW_OK;
}

aw_status aw_core_graph_set(cudaGraphNode_t node, const struct aw_work_request *request)
{
	struct aw_work work;
	aw_status status = aw_core_graph_node_find(node);
	if (status == AW_OK && (!request->params || request->params->type != node->work.params.type))
		status = AW_INVALID_VALUE;
	if (status == AW_OK && (is_memory(node->work.params.type) || node->work.bodies.count || node->work.foreign))
		status = AW_NOT_SUPPORTED;
	if (status == AW_OK)
		status = aw_core_work_make(request, &work);
	if (status != AW_OK)
		return status;
	status = aw_core_work_inherit(&work, &node->work);
	if (status != AW_OK) {
		aw_core_work_finish(&work);
		return status;
	}
	aw_core_work_finish(&node->work);
	node->work = work;
	return AW_OK;
}

// --- whole graphs ---

void aw_core_graph_release(cudaGraph_t graph)
{
	if (graph->captures)
		aw_core_capture_graph_gone(graph);
	for (size_t i = 0; i < graph->nodes.count; i++)
		drop_node(graph->nodes.items[i]);
	aw_vec_finish(&graph->nodes);
	for (size_t i = 0; i < graph->objects.count; i++)
		aw_core_user_object_release(graph->objects.items[i].object, graph->objects.items[i].count);
	aw_vec_finish(&graph->objects);
	for (size_t i = 0; i < graph->conditions.count; i++)
		aw_core_graph_release_condition(graph->conditions.items[i]);
	aw_vec_finish(&graph->conditions);
	aw_core_handle_destroy(&graphs, graph);
}

aw_status aw_core_graph_destroy(cudaGraph_t graph)
{
	aw_status status = aw_core_graph_find(graph);
	if (status == AW_OK && graph->captures)
		status = AW_ILLEGAL_STATE;
	if (status == AW_OK && (graph->owner || graph->executable))
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		aw_core_graph_release(graph);
	return status;
}

static aw_status copy_node(const struct CUgraphNode_st *node, cudaGraph_t clone)
{
	struct aw_work work;
	aw_status status = aw_core_work_copy(&node->work, &work);
	if (status != AW_OK)
		return status;
	cudaGraphNode_t copy = new_node(clone, &work);
	if (!copy) {
		aw_core_work_finish(&work);
		return AW_NO_MEMORY;
	}
	copy->origin = node->id;
	copy->disabled = node->disabled;
	for (size_t i = 0; i < node->work.bodies.count && status == AW_OK; i++) {
		cudaGraph_t body;
		status = aw_core_graph_clone(node->work.bodies.items[i], clone->executable, &body);
		if (status == AW_OK)
			status = add_body(copy, body);
	}
	if (status == AW_OK && work.params.type == cudaGraphNodeTypeGraph && !work.foreign)
		copy->work.params.graph.graph = aw_core_graph_child(copy);
	if (status == AW_OK && work.params.type == cudaGraphNodeTypeConditional)
		copy->work.params.conditional.phGraph_out = copy->work.bodies.items;
	return status;
}

// Copies the edges: `mark` of a node of GRAPH is its place there, which its copy has in CLONE.
static aw_status copy_edges(cudaGraph_t graph, cudaGraph_t clone)
{
	aw_status status = AW_OK;
	assert(clone->nodes.count == graph->nodes.count);
	for (size_t i = 0; i < graph->nodes.count; i++)
		graph->nodes.items[i]->mark = (uint32_t)i;
	for (size_t i = 0; i < graph->nodes.count; i++) {
		const aw_graph_edges *after = &graph->nodes.items[i]->after;
		for (size_t k = 0; k < after->count && status == AW_OK; k++)
			status = add_edge(clone->nodes.items[after->items[k].node->mark], clone->nodes.items[i],
			                  &after->items[k].data);
	}
	return status;
}

static aw_status copy_keepsakes(cudaGraph_t graph, cudaGraph_t clone)
{
	for (size_t i = 0; i < graph->objects.count; i++) {
		struct aw_graph_object object = graph->objects.items[i];
		if (!aw_vec_push(&clone->objects, object))
			return AW_NO_MEMORY;
		aw_core_user_object_retain(object.object, object.count);
	}
	for (size_t i = 0; i < graph->conditions.count; i++) {
		if (!aw_vec_push(&clone->conditions, graph->conditions.items[i]))
			return AW_NO_MEMORY;
		graph->conditions.items[i]->users++;
	}
	return AW_OK;
}

aw_status aw_core_graph_clone(cudaGraph_t graph, bool executable, cudaGraph_t *clone)
{
	cudaGraph_t made;
	aw_status status = aw_core_graph_find(graph);
	if (status == AW_OK && !executable && !may_be_copied(graph))
		status = AW_NOT_SUPPORTED;
	if (status == AW_OK)
		status = aw_core_graph_create(&made);
	if (status != AW_OK)
		return status;
	made->executable = executable;
	made->origin_id = graph->id;
	for (size_t i = 0; i < graph->nodes.count && status == AW_OK; i++)
		status = copy_node(graph->nodes.items[i], made);
	if (status == AW_OK)
		status = copy_edges(graph, made);
	if (status == AW_OK)
		status = copy_keepsakes(graph, made);
	if (status != AW_OK) {
		aw_core_graph_release(made);
		return status;
	}
	*clone = made;
	return AW_OK;
}

cudaGraphNode_t aw_core_graph_copy_of(cudaGraph_t clone, uint64_t original)
{
	for (size_t i = 0; i < clone->nodes.count; i++) {
		cudaGraphNode_t node = clone->nodes.items[i], found = NULL;
		if (node->origin == original)
			return node;
		for (size_t k = 0; k < node->work.bodies.count && !found; k++)
			found = aw_core_graph_copy_of(node->work.bodies.items[k], original);
		if (found)
			return found;
	}
	return NULL;
}

aw_status aw_core_graph_find_in_clone(cudaGraphNode_t original, cudaGraph_t clone, cudaGraphNode_t *node)
{
	aw_status status = node ? aw_core_graph_node_find(original) : AW_INVALID_VALUE;
	if (status == AW_OK)
		status = aw_core_graph_find(clone);
	if (status != AW_OK)
		return status;
	cudaGraphNode_t found = aw_core_graph_copy_of(clone, original->id);
	if (!found)
		return AW_INVALID_VALUE;
	*node = found;
	return AW_OK;
}

// Kahn's algorithm; of the nodes that could come next, those that could first come first.
aw_status aw_core_graph_sort(cudaGraph_t graph, cudaGraphNode_t *order)
{
	size_t ready = 0;
	for (size_t i = 0; i < graph->nodes.count; i++) {
		cudaGraphNode_t node = graph->nodes.items[i];
		node->mark = (uint32_t)node->after.count;
		if (!node->mark)
			order[ready++] = node;
	}
	for (size_t next = 0; next < ready; next++)
		for (size_t i = 0; i < order[next]->before.count; i++) {
			cudaGraphNode_t follower = order[next]->before.items[i];
			assert(follower->graph == graph && follower->mark);
			if (!--follower->mark)
				order[ready++] = follower;
		}
	return ready == graph->nodes.count ? AW_OK : AW_INVALID_VALUE;
}

void aw_core_graph_drop_all(struct aw_context *context)
{
	for (struct CUgraphNode_st *node = NULL; (node = aw_core_handle_next(&nodes, node));)
		if (node->work.kernel && node->work.context == context)
			node->work.kernel = NULL;
}
