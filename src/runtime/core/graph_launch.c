// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What these do was measured on an H200 where the guide doesn't say.
//
// A launch by a kernel is written down, and done when all work of the launching graph has ended: CUDA says when such a graph has
// ended, not when it begins.  A host function behind the graph's work does it, so the stream goes on only when nothing is left.
//
// All graphs run one after another, in one order that suits every rule: what is pending is a list, and what a graph has launched
// goes to its front, first the graphs that it forgot, then its tails, then its siblings.  So a graph's tails wait for what it forgot,
// with all that these launched in turn, and the tails of a tail come before the other tails of the graph that launched it.
#include "graph_launch.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "../../fatbin/cpu_abi.h"
#include "range.h"
#include "stream.h"

// As many as one run of a graph may launch (CUDA C++ Programming Guide).
enum { MOST_FORGOTTEN = 120, MOST_TAILS = 255 };

struct request {
	struct CUgraphExec_st *exec;
	int number; // enum aw_cpu_graph_stream
};

struct aw_graph_launcher {
	struct aw_graph_run run; // of the graph that runs now
	void *graph; // the one that the host launches, as device code is told of it
	struct CUstream_st *stream; // for the graphs that are launched
	_Atomic unsigned references;
	pthread_mutex_t lock;
	AW_VEC(struct request) launched; // by the graph that runs now
};

static aw_status check_count(const struct aw_graph_launcher *launcher, int number)
{
	unsigned tails = 0, others = 0;
	for (size_t i = 0; i < launcher->launched.count; i++) {
		bool tail = launcher->launched.items[i].number == AW_CPU_GRAPH_TAIL;
		tails += tail;
		others += !tail;
	}
	bool full = number == AW_CPU_GRAPH_TAIL ? tails >= MOST_TAILS : others >= MOST_FORGOTTEN;
	return full ? AW_LAUNCH_OUT_OF_RESOURCES : AW_OK;
}

// A graph may be pending once, so it launches itself as a tail only.
static aw_status launch(struct aw_graph_run *run, void *graph, int number)
{
	struct aw_graph_launcher *launcher = (struct aw_graph_launcher *)run;
	struct request request = { graph, number };
	if (number < AW_CPU_GRAPH_TAIL || number > AW_CPU_GRAPH_SIBLING || aw_core_graph_exec_find(graph) != AW_OK ||
	    !(request.exec->flags & cudaGraphInstantiateFlagDeviceLaunch) || !request.exec->uploaded ||
	    (graph == run->graph && number != AW_CPU_GRAPH_TAIL))
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&launcher->lock);
	aw_status status = check_count(launcher, number);
	if (status == AW_OK && atomic_exchange(&request.exec->pending, true))
		status = AW_INVALID_VALUE;
	else if (status == AW_OK && !aw_vec_push(&launcher->launched, request))
		status = AW_NO_MEMORY;
	pthread_mutex_unlock(&launcher->lock);
	return status;
}

// --- what was launched ---

typedef AW_VEC(struct request) requests; // the next one last

// Puts what the graph that has run launched into stream NUMBER in front of PENDING.
static bool put_first(struct aw_graph_launcher *launcher, int number, requests *pending)
{
	for (size_t i = launcher->launched.count; i-- > 0;)
		if (launcher->launched.items[i].number == number && !aw_vec_push(pending, launcher->launched.items[i]))
			return false;
	return true;
}

static aw_status take(struct aw_graph_launcher *launcher, requests *pending)
{
	static const int last_to_first[] = { AW_CPU_GRAPH_SIBLING, AW_CPU_GRAPH_TAIL, AW_CPU_GRAPH_FORGOTTEN };
	bool good = true;
	for (size_t i = 0; i < sizeof(last_to_first) / sizeof(*last_to_first); i++)
		good = good && put_first(launcher, last_to_first[i], pending);
	launcher->launched.count = 0;
	return good ? AW_OK : AW_NO_MEMORY;
}

static aw_status run(struct aw_graph_launcher *launcher, struct CUgraphExec_st *exec)
{
	struct CUstream_st *stream = launcher->stream;
	aw_status status = aw_core_graph_exec_find(exec);
	if (status != AW_OK)
		return status;
	launcher->run.graph = exec;
	exec->pending = false;
	pthread_mutex_lock(&exec->lock);
	status = exec->plan ? aw_core_graph_plan_run_in_line(exec->plan, stream, &launcher->run) : AW_INVALID_HANDLE;
	pthread_mutex_unlock(&exec->lock);
	aw_status ended = stream->context->driver->stream->synchronize(stream->stream);
	return status == AW_OK ? ended : status;
}

static void finish(void *user)
{
	struct aw_graph_launcher *launcher = user;
	requests pending = { 0 };
	aw_status status = take(launcher, &pending);
	while (pending.count && status == AW_OK) {
		status = run(launcher, pending.items[--pending.count].exec);
		if (status == AW_OK)
			status = take(launcher, &pending);
	}
	for (size_t i = 0; i < pending.count; i++) // of a device that failed
		pending.items[i].exec->pending = false;
	launcher->run.graph = launcher->graph;
	aw_vec_finish(&pending);
	aw_core_graph_launcher_release(launcher);
}

// --- launchers ---

aw_status aw_core_graph_launcher_create(struct CUgraphExec_st *exec, struct aw_context *context, struct aw_graph_launcher **launcher)
{
	struct aw_graph_launcher *made = calloc(1, sizeof(*made));
	if (!made)
		return AW_NO_MEMORY;
	aw_status status = aw_core_stream_create_lane(context, &made->stream);
	if (status != AW_OK) {
		free(made);
		return status;
	}
	made->graph = exec->flags & cudaGraphInstantiateFlagDeviceLaunch ? exec : NULL;
	made->run = (struct aw_graph_run){ made->graph, launch };
	made->references = 1;
	pthread_mutex_init(&made->lock, NULL);
	*launcher = made;
	return AW_OK;
}

void aw_core_graph_launcher_release(struct aw_graph_launcher *launcher)
{
	if (--launcher->references)
		return;
	aw_core_stream_forget(launcher->stream, true);
	aw_vec_finish(&launcher->launched);
	pthread_mutex_destroy(&launcher->lock);
	free(launcher);
}

struct aw_graph_run *aw_core_graph_launcher_run(struct aw_graph_launcher *launcher)
{
	return launcher ? &launcher->run : NULL;
}

aw_status aw_core_graph_launcher_finish(struct aw_graph_launcher *launcher, struct CUstream_st *stream)
{
	launcher->references++;
	aw_status status = stream->context->driver->stream->host_function(stream->stream, finish, launcher);
	if (status != AW_OK)
		launcher->references--;
	return status;
}

// --- graphs that may be launched ---

// Memory of devices, and such of the host as devices reach.
static bool is_reachable(const void *address)
{
	struct aw_range range;
	return aw_core_range_find(address, &range);
}

static bool is_copy_for_device(const struct cudaMemcpy3DParms *copy)
{
	return !copy->srcArray && !copy->dstArray && is_reachable(copy->srcPtr.ptr) && is_reachable(copy->dstPtr.ptr);
}

static bool is_for_device(const struct aw_work *work)
{
	if (!work->context->driver->launches_graphs)
		return false;
	switch (work->params.type) {
	case cudaGraphNodeTypeKernel:
	case cudaGraphNodeTypeMemset: return true;
	case cudaGraphNodeTypeMemcpy: return is_copy_for_device(&work->params.memcpy.copyParams);
	case cudaGraphNodeTypeGraph: return !work->foreign;
	default: return false;
	}
}

static cudaGraphInstantiateResult check_nodes(cudaGraph_t graph, struct aw_context **context, cudaGraphNode_t *node)
{
	cudaGraphInstantiateResult result = cudaGraphInstantiateSuccess;
	for (size_t i = 0; i < graph->nodes.count && result == cudaGraphInstantiateSuccess; i++) {
		const struct aw_work *work = &graph->nodes.items[i]->work;
		if (!is_for_device(work))
			result = cudaGraphInstantiateNodeOperationNotSupported;
		else if (*context && *context != work->context)
			result = cudaGraphInstantiateMultipleDevicesNotSupported;
		*context = work->context;
		if (result != cudaGraphInstantiateSuccess)
			*node = graph->nodes.items[i];
		else if (work->params.type == cudaGraphNodeTypeGraph)
			result = check_nodes(aw_core_graph_child(graph->nodes.items[i]), context, node);
	}
	return result;
}

aw_status aw_core_graph_check_device(cudaGraph_t graph, unsigned long long flags, cudaGraphInstantiateResult *result,
                                     cudaGraphNode_t *node)
{
	struct aw_context *context = NULL;
	*result = cudaGraphInstantiateError;
	if (graph->nodes.count && !(flags & cudaGraphInstantiateFlagAutoFreeOnLaunch))
		*result = check_nodes(graph, &context, node);
	if (context && !context->driver->launches_graphs)
		return AW_NOT_SUPPORTED;
	return *result == cudaGraphInstantiateSuccess ? AW_OK : AW_INVALID_VALUE;
}
