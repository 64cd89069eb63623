// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graph_exec.h"

#include <assert.h>
#include <string.h>

#include "capture.h"
#include "copy.h"
#include "event.h"
#include "graph_launch.h"
#include "graph_memory.h"
#include "graph_update.h"
#include "stream.h"

static struct aw_handle_class execs = AW_HANDLE_CLASS(struct CUgraphExec_st);

aw_status aw_core_graph_exec_find(cudaGraphExec_t handle)
{
	return aw_core_handle_valid(&execs, handle) ? AW_OK : AW_INVALID_VALUE;
}

// --- instantiation ---

static bool allocates(cudaGraph_t graph)
{
	for (size_t i = 0; i < graph->nodes.count; i++)
		if (graph->nodes.items[i]->work.params.type == cudaGraphNodeTypeMemAlloc)
			return true;
	return false;
}

// Whether FROM is reached when edges are followed backwards from TO.
static bool follows(cudaGraphNode_t to, const struct CUgraphNode_st *from)
{
	if (to == from)
		return true;
	to->mark = 1;
	for (size_t i = 0; i < to->after.count; i++)
		if (!to->after.items[i].node->mark && follows(to->after.items[i].node, from))
			return true;
	return false;
}

// What is freed by the graph that allocates it must be freed behind the allocation.
static aw_status check_frees(cudaGraph_t graph)
{
	for (size_t i = 0; i < graph->nodes.count; i++) {
		cudaGraphNode_t node = graph->nodes.items[i];
		if (node->work.params.type != cudaGraphNodeTypeMemFree)
			continue;
		for (size_t k = 0; k < graph->nodes.count; k++) {
			cudaGraphNode_t other = graph->nodes.items[k];
			for (size_t n = 0; n < graph->nodes.count; n++)
				graph->nodes.items[n]->mark = 0;
			if (other->work.params.type == cudaGraphNodeTypeMemAlloc &&
			    other->work.memory == node->work.memory && !follows(node, other))
				return AW_INVALID_VALUE;
		}
	}
	return AW_OK;
}

static aw_status check_conditions(cudaGraph_t graph)
{
	for (size_t i = 0; i < graph->conditions.count; i++)
		if (!graph->conditions.items[i]->taken)
			return AW_INVALID_VALUE;
	return AW_OK;
}

static aw_status check_graph(cudaGraph_t graph, unsigned long long flags)
{
	const unsigned long long known = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
	                                 cudaGraphInstantiateFlagDeviceLaunch |
	                                 cudaGraphInstantiateFlagUseNodePriority;
	aw_status status = aw_core_graph_find(graph);
	if (status == AW_OK && (flags & ~known))
		status = AW_INVALID_VALUE;
	if (status == AW_OK && allocates(graph) && graph->instances)
		status = AW_NOT_SUPPORTED; // one address can't be two allocations
	if (status == AW_OK)
		status = check_conditions(graph);
	return status == AW_OK ? check_frees(graph) : status;
}

// Has the handles that device code has of nodes mean those of COPY.
static aw_status attach_updatable(cudaGraph_t copy)
{
	aw_status status = AW_OK;
	for (size_t i = 0; i < copy->nodes.count && status == AW_OK; i++) {
		cudaGraphNode_t node = copy->nodes.items[i];
		if (node->work.updatable)
			status = aw_core_updatable_attach(node->work.updatable, node);
		for (size_t k = 0; k < node->work.bodies.count && status == AW_OK; k++)
			status = attach_updatable(node->work.bodies.items[k]);
	}
	return status;
}

static aw_status make(cudaGraph_t graph, unsigned long long flags, struct CUgraphExec_st **exec)
{
	cudaGraph_t copy;
	struct aw_graph_plan *plan;
	aw_status status = aw_core_graph_clone(graph, true, &copy);
	if (status != AW_OK)
		return status;
	status = aw_core_graph_plan_create(copy, &plan);
	if (status != AW_OK)
		goto release_copy;
	struct CUgraphExec_st *made = aw_core_handle_create(&execs);
	if (!made) {
		status = AW_NO_MEMORY;
		goto destroy_plan;
	}
	assert(copy->executable && copy->origin_id == graph->id);
	made->graph = copy;
	made->source = graph;
	made->source_id = graph->id;
	made->flags = flags;
	made->uploaded = flags & cudaGraphInstantiateFlagUpload;
	made->plan = plan;
	struct aw_context *launching = aw_core_graph_plan_launches(plan);
	made->launches = launching != NULL;
	if (!launching && (flags & cudaGraphInstantiateFlagDeviceLaunch))
		launching = copy->nodes.items[0]->work.context;
	if (launching)
		status = aw_core_graph_launcher_create(made, launching, &made->launcher);
	if (status != AW_OK)
		goto destroy_handle;
	status = attach_updatable(copy);
	if (status != AW_OK)
		goto release_launcher;
	aw_core_graph_plan_attach(plan, aw_core_graph_launcher_run(made->launcher));
	pthread_mutex_init(&made->lock, NULL);
	aw_core_graph_plan_record(plan);
	graph->instances++;
	*exec = made;
	return AW_OK;

release_launcher:
	if (made->launcher)
		aw_core_graph_launcher_release(made->launcher);
destroy_handle:
	aw_core_handle_destroy(&execs, made);
destroy_plan:
	aw_core_graph_plan_destroy(plan);
release_copy:
	aw_core_graph_release(copy);
	return status;
}

static cudaGraphInstantiateResult result_of(aw_status status)
{
	switch (status) {
	case AW_OK: return cudaGraphInstantiateSuccess;
	case AW_INVALID_VALUE: return cudaGraphInstantiateInvalidStructure;
	case AW_NOT_SUPPORTED: return cudaGraphInstantiateNodeOperationNotSupported;
	default: return cudaGraphInstantiateError;
	}
}

aw_status aw_core_graph_exec_create(cudaGraph_t graph, unsigned long long flags,
                                    cudaGraphInstantiateParams *result, cudaGraphExec_t *exec)
{
	const unsigned long long upload = cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUpload;
	struct aw_context *context;
	if ((flags & upload) == upload && !result)
		return AW_INVALID_VALUE; // into which stream isn't said
	aw_status status = exec ? aw_core_capture_forbid() : AW_INVALID_VALUE;
	if (status == AW_OK)
		status = aw_core_context_healthy(&context);
	if (status == AW_OK)
		status = check_graph(graph, flags);
	cudaGraphInstantiateResult how = result_of(status);
	cudaGraphNode_t node = NULL;
	if (status == AW_OK && (flags & cudaGraphInstantiateFlagDeviceLaunch))
		status = aw_core_graph_check_device(graph, flags, &how, &node);
	if (status == AW_OK) {
		status = make(graph, flags, exec);
		how = result_of(status);
	}
	if (result) {
		result->result_out = how;
		result->errNode_out = node;
	}
	return status;
}

aw_status aw_core_graph_exec_destroy(cudaGraphExec_t exec)
{
	aw_status status = aw_core_capture_forbid();
	if (status == AW_OK)
		status = aw_core_graph_exec_find(exec);
	if (status != AW_OK)
		return status;
	if (aw_core_graph_find(exec->source) == AW_OK && exec->source->id == exec->source_id) {
		assert(exec->source->instances);
		exec->source->instances--;
	}
	if (exec->last)
		aw_core_event_destroy(exec->last);
	if (exec->plan)
		aw_core_graph_plan_destroy(exec->plan);
	if (exec->launcher)
		aw_core_graph_launcher_release(exec->launcher);
	assert(!exec->graph->captures && !exec->graph->instances);
	aw_core_graph_release(exec->graph);
	pthread_mutex_destroy(&exec->lock);
	aw_core_handle_destroy(&execs, exec);
	return AW_OK;
}

static void drop_updatable(cudaGraph_t copy)
{
	for (size_t i = 0; i < copy->nodes.count; i++) {
		const struct aw_work *work = &copy->nodes.items[i]->work;
		if (work->updatable)
			aw_core_updatable_drop(work->updatable);
		for (size_t k = 0; k < work->bodies.count; k++)
			drop_updatable(work->bodies.items[k]);
	}
}

void aw_core_graph_exec_drop_all(struct aw_context *context)
{
	for (struct CUgraphExec_st *exec = NULL; (exec = aw_core_handle_next(&execs, exec));) {
		if (!exec->plan || !aw_core_graph_plan_uses(exec->plan, context))
			continue;
		aw_core_graph_plan_destroy(exec->plan);
		exec->plan = NULL;
		drop_updatable(exec->graph);
		if (exec->launcher)
			aw_core_graph_launcher_release(exec->launcher);
		exec->launcher = NULL;
	}
}

// --- launch ---

// Whether all that is to be allocated isn't allocated yet, and all that is to be freed is.
static aw_status check_memory(cudaGraph_t graph, bool free_first)
{
	for (size_t i = 0; i < graph->nodes.count; i++) {
		const struct aw_work *work = &graph->nodes.items[i]->work;
		if (work->params.type != cudaGraphNodeTypeMemAlloc || !work->memory->alive)
			continue;
		if (!free_first)
			return AW_INVALID_VALUE;
		aw_core_graph_memory_free(work->memory);
	}
	return AW_OK;
}

static aw_status reset_conditions(cudaGraph_t graph, struct CUstream_st *stream)
{
	aw_status status = AW_OK;
	if (graph->conditions.count)
		status = stream->context->driver->stream->synchronize(stream->stream);
	for (size_t i = 0; i < graph->conditions.count && status == AW_OK; i++) {
		const struct aw_graph_condition *condition = graph->conditions.items[i];
		if (condition->assign_first)
			*condition->value = condition->first;
	}
	return status;
}

// A graph that changes before each launch is cheaper as it is; from the second launch without a change on it is recorded again.
static void settle_recording(struct CUgraphExec_st *exec)
{
	enum { SETTLED = 2 };
	if (exec->changed) {
		aw_core_graph_plan_forget(exec->plan);
		exec->changed = false;
		exec->unchanged = 0;
	} else if (++exec->unchanged == SETTLED) {
		aw_core_graph_plan_record(exec->plan);
	}
}

// A launch follows the one before it, in whatever stream that was.
static aw_status run(struct CUgraphExec_st *exec, struct CUstream_st *stream)
{
	if (!exec->plan)
		return AW_INVALID_HANDLE;
	settle_recording(exec);
	bool replays = aw_core_graph_plan_replays(exec->plan, stream->context), ordered = replays && exec->replayed;
	aw_status status = exec->last && !ordered ? aw_core_stream_wait_device(stream, exec->last) : AW_OK;
	exec->replayed = replays;
	if (status == AW_OK)
		status = check_memory(exec->graph, exec->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch);
	if (status == AW_OK)
		status = reset_conditions(exec->graph, stream);
	if (status == AW_OK)
		status = aw_core_graph_plan_run(exec->plan, stream);
	if (status == AW_OK && exec->launches)
		status = aw_core_graph_launcher_finish(exec->launcher, stream);
	if (status != AW_OK)
		return status;
	exec->uploaded = true;
	if (exec->last && exec->last->context != stream->context) {
		aw_core_event_destroy(exec->last);
		exec->last = NULL;
	}
	if (!exec->last)
		status = aw_core_event_create_in(stream->context, cudaEventDisableTiming, &exec->last);
	return status == AW_OK ? aw_core_event_record_device(exec->last, stream) : status;
}

// A launch that is captured becomes a child graph.
static aw_status capture(struct CUgraphExec_st *exec, struct CUstream_st *stream)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeGraph };
	cudaGraphNode_t node;
	params.graph.graph = exec->graph;
	return aw_core_capture_add(stream, &params, NULL, &node);
}

aw_status aw_core_graph_exec_launch(cudaGraphExec_t exec, cudaStream_t handle)
{
	struct CUstream_st *stream;
	bool capturing;
	aw_status status = aw_core_graph_exec_find(exec);
	if (status == AW_OK)
		status = aw_core_stream_find(handle, &stream);
	if (status == AW_OK)
		status = aw_core_capture_enter(stream, &capturing);
	if (status != AW_OK)
		return status;
	if (capturing)
		return capture(exec, stream);
	pthread_mutex_lock(&exec->lock);
	status = run(exec, stream);
	pthread_mutex_unlock(&exec->lock);
	return status;
}

// There is nothing to bring to the device in advance, but devices only launch what was.
aw_status aw_core_graph_exec_upload(cudaGraphExec_t exec, cudaStream_t handle)
{
	struct CUstream_st *stream;
	aw_status status = aw_core_capture_forbid();
	if (status == AW_OK)
		status = aw_core_graph_exec_find(exec);
	if (status == AW_OK)
		status = aw_core_stream_find(handle, &stream);
	if (status == AW_OK)
		exec->uploaded = true;
	return status;
}

// --- changes ---

// The node of EXEC that stands for NODE of the graph it was made of.
static aw_status find_own(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNode_t *own)
{
	aw_status status = aw_core_graph_exec_find(exec);
	if (status == AW_OK)
		status = aw_core_graph_node_find(node);
	if (status != AW_OK)
		return status;
	*own = aw_core_graph_copy_of(exec->graph, node->id);
	return *own ? AW_OK : AW_INVALID_VALUE;
}

static bool is_linear(const struct aw_work *work)
{
	const struct cudaExtent *box = &work->params.memcpy.copyParams.extent;
	return box->height == 1 && box->depth == 1;
}

// A fill of one row may become one of another, one of several keeps its shape.
static bool may_fill(const struct cudaMemsetParamsV2 *from, const struct cudaMemsetParamsV2 *to)
{
	if (from->height == 1 || to->height == 1)
		return from->height == to->height;
	return from->width == to->width && from->height == to->height && from->pitch == to->pitch && from->elementSize == to->elementSize;
}

// A copy of an executable graph keeps the kinds of its ends, and only rows may change.
static bool may_become(const struct aw_work *old, const struct aw_work *new)
{
	if (old->context != new->context)
		return false;
	if (old->params.type == cudaGraphNodeTypeExtSemaphoreSignal || old->params.type == cudaGraphNodeTypeExtSemaphoreWait)
		return old->params.extSemSignal.numExtSems == new->params.extSemSignal.numExtSems;
	if (old->params.type == cudaGraphNodeTypeMemset)
		return may_fill(&old->params.memset, &new->params.memset);
	if (old->params.type != cudaGraphNodeTypeMemcpy)
		return true;
	const struct cudaMemcpy3DParms *from = &old->params.memcpy.copyParams, *to = &new->params.memcpy.copyParams;
	if (from->srcArray || from->dstArray || to->srcArray || to->dstArray)
		return from->srcArray == to->srcArray && from->dstArray == to->dstArray;
	return is_linear(old) && is_linear(new) &&
	       aw_core_copy_is_device(from->srcPtr.ptr) == aw_core_copy_is_device(to->srcPtr.ptr) &&
	       aw_core_copy_is_device(from->dstPtr.ptr) == aw_core_copy_is_device(to->dstPtr.ptr);
}

static aw_status replace_bodies(cudaGraphNode_t own, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info);

aw_status aw_core_graph_exec_set(cudaGraphExec_t exec, cudaGraphNode_t node, const struct aw_work_request *request)
{
	cudaGraphNode_t own;
	struct aw_work work;
	aw_status status = request->params ? find_own(exec, node, &own) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	if (request->params->type != own->work.params.type)
		return AW_INVALID_VALUE;
	switch (request->params->type) {
	case cudaGraphNodeTypeGraph: {
		if (own->work.foreign)
			return AW_NOT_SUPPORTED;
		exec->changed = true;
		cudaGraphExecUpdateResultInfo info = { .result = cudaGraphExecUpdateSuccess };
		status = aw_core_graph_find(request->params->graph.graph);
		if (status == AW_OK)
			status = replace_bodies(own, request->params->graph.graph, &info);
		return status == AW_GRAPH_EXEC_UPDATE ? AW_INVALID_VALUE : status;
	}
	case cudaGraphNodeTypeMemAlloc:
	case cudaGraphNodeTypeMemFree:
	case cudaGraphNodeTypeConditional: return AW_NOT_SUPPORTED;
	default: break;
	}
	status = aw_core_work_make(request, &work);
	if (status != AW_OK)
		return status;
	if (!may_become(&own->work, &work))
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		status = aw_core_work_inherit(&work, &own->work);
	if (status == AW_OK) {
		aw_core_work_finish(&own->work);
		own->work = work;
		exec->changed = true;
	} else {
		aw_core_work_finish(&work);
	}
	return status;
}

// Kernels, copies and fills can be switched off.
static aw_status find_switched(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNode_t *own)
{
	aw_status status = find_own(exec, node, own);
	if (status != AW_OK)
		return status;
	switch ((*own)->work.params.type) {
	case cudaGraphNodeTypeKernel:
	case cudaGraphNodeTypeMemcpy:
	case cudaGraphNodeTypeMemset: return AW_OK;
	default: return AW_INVALID_VALUE;
	}
}

aw_status aw_core_graph_exec_enabled(cudaGraphExec_t exec, cudaGraphNode_t node, bool *enabled)
{
	cudaGraphNode_t own;
	aw_status status = find_switched(exec, node, &own);
	if (status == AW_OK)
		*enabled = !own->disabled;
	return status;
}

aw_status aw_core_graph_exec_enable(cudaGraphExec_t exec, cudaGraphNode_t node, bool enabled)
{
	cudaGraphNode_t own;
	aw_status status = find_switched(exec, node, &own);
	if (status != AW_OK)
		return status;
	exec->changed |= own->disabled == enabled;
	own->disabled = !enabled;
	return AW_OK;
}

static aw_status fail(cudaGraphExecUpdateResultInfo *info, enum cudaGraphExecUpdateResult why, cudaGraphNode_t node)
{
	info->result = why;
	info->errorNode = node;
	return AW_GRAPH_EXEC_UPDATE;
}

static aw_status compare_edges(cudaGraphNode_t own, cudaGraphNode_t node, cudaGraphExecUpdateResultInfo *info)
{
	if (own->after.count != node->after.count)
		return fail(info, cudaGraphExecUpdateErrorTopologyChanged, NULL);
	for (size_t i = 0; i < own->after.count; i++)
		if (own->after.items[i].node->mark != node->after.items[i].node->mark)
			return fail(info, cudaGraphExecUpdateErrorTopologyChanged, NULL);
	return AW_OK;
}

// Nodes are paired in the order of their making.
static aw_status compare(cudaGraph_t own, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info)
{
	aw_status status = AW_OK;
	if (own->nodes.count != graph->nodes.count)
		return fail(info, cudaGraphExecUpdateErrorTopologyChanged, NULL);
	for (size_t i = 0; i < own->nodes.count; i++)
		own->nodes.items[i]->mark = graph->nodes.items[i]->mark = (uint32_t)i;
	for (size_t i = 0; i < own->nodes.count && status == AW_OK; i++) {
		cudaGraphNode_t old = own->nodes.items[i], new = graph->nodes.items[i];
		if (old->work.params.type != new->work.params.type)
			return fail(info, cudaGraphExecUpdateErrorNodeTypeChanged, new);
		status = compare_edges(old, new, info);
		if (status == AW_OK && (old->work.updatable || new->work.updatable))
			return AW_NOT_SUPPORTED;
		if (status == AW_OK && old->work.memory != new->work.memory)
			status = fail(info, cudaGraphExecUpdateErrorNotSupported, new);
		if (status == AW_OK && old->work.bodies.count != new->work.bodies.count)
			status = fail(info, cudaGraphExecUpdateErrorParametersChanged, new);
		if (status == AW_OK && old->work.kernel && new->work.kernel && old->work.context != new->work.context)
			status = fail(info, cudaGraphExecUpdateErrorUnsupportedFunctionChange, new);
		if (status == AW_OK && !may_become(&old->work, &new->work))
			status = fail(info, cudaGraphExecUpdateErrorParametersChanged, new);
	}
	for (size_t i = 0; i < own->nodes.count && status == AW_OK; i++)
		for (size_t k = 0; k < own->nodes.items[i]->work.bodies.count && status == AW_OK; k++)
			status = compare(own->nodes.items[i]->work.bodies.items[k],
			                 graph->nodes.items[i]->work.bodies.items[k], info);
	return status;
}

static aw_status replace(cudaGraph_t own, cudaGraph_t graph)
{
	aw_status status = AW_OK;
	assert(own->nodes.count == graph->nodes.count);
	for (size_t i = 0; i < own->nodes.count && status == AW_OK; i++) {
		struct aw_work *old = &own->nodes.items[i]->work, work;
		const struct aw_work *new = &graph->nodes.items[i]->work;
		assert(old->params.type == new->params.type && old->bodies.count == new->bodies.count && old->memory == new->memory);
		for (size_t k = 0; k < old->bodies.count && status == AW_OK; k++)
			status = replace(old->bodies.items[k], new->bodies.items[k]);
		if (status != AW_OK || old->bodies.count)
			continue;
		status = aw_core_work_copy(new, &work);
		if (status != AW_OK)
			return status;
		aw_core_work_finish(old);
		*old = work;
	}
	return status;
}

static aw_status replace_bodies(cudaGraphNode_t own, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info)
{
	aw_status status = compare(aw_core_graph_child(own), graph, info);
	return status == AW_OK ? replace(aw_core_graph_child(own), graph) : status;
}

aw_status aw_core_graph_exec_update(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info)
{
	cudaGraphExecUpdateResultInfo result = { .result = cudaGraphExecUpdateSuccess };
	aw_status status = aw_core_graph_exec_find(exec);
	if (status == AW_OK)
		status = aw_core_graph_find(graph);
	if (status != AW_OK)
		return status;
	pthread_mutex_lock(&exec->lock);
	status = compare(exec->graph, graph, &result);
	if (status == AW_OK) {
		exec->changed = true;
		status = replace(exec->graph, graph);
	}
	pthread_mutex_unlock(&exec->lock);
	if (info)
		*info = result;
	return status;
}
