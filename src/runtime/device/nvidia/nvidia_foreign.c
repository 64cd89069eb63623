// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What NVIDIA's libraries give to a stream while the runtime captures it: graphs of the driver, which captures the stream meanwhile (CUDA
// Driver API, "Stream Management").  The relaxed mode leaves other threads alone, and this one may allocate.  While anything is
// captured the legacy stream is to be left alone, since it waits for blocking streams.
#include <stdlib.h>

#include "nvidia_device.h"

struct aw_foreign_work {
	struct aw_device *device;
	CUgraph graph;
	_Atomic(CUgraphExec) made; // of the graph, when it is first launched by itself
	atomic_uint holders;
};

static atomic_uint capturing;

bool aw_nvidia_captures_foreign(void)
{
	return atomic_load_explicit(&capturing, memory_order_acquire) != 0;
}

static struct nvidia_stream *stream_of(struct aw_stream *stream)
{
	return (struct nvidia_stream *)stream;
}

static bool is_known(void)
{
	return aw_nvidia.capture_begin && aw_nvidia.capture_end && aw_nvidia.graph_nodes && aw_nvidia.graph_instantiate &&
	       aw_nvidia.graph_launch && aw_nvidia.graph_destroy && aw_nvidia.graph_exec_destroy;
}

static aw_status begin(struct aw_stream *base)
{
	struct nvidia_stream *stream = stream_of(base);
	if (!is_known())
		return AW_OK;
	aw_status status = aw_nvidia_enter(base->device);
	if (status == AW_OK)
		status = NVIDIA(capture_begin, stream->stream, CU_STREAM_CAPTURE_MODE_RELAXED);
	stream->captures = status == AW_OK;
	capturing += stream->captures;
	return status;
}

static aw_status stop(struct nvidia_stream *stream, CUgraph *graph)
{
	capturing -= stream->captures;
	stream->captures = false;
	*graph = NULL;
	return NVIDIA(capture_end, stream->stream, graph);
}

static void end(struct aw_stream *base)
{
	struct nvidia_stream *stream = stream_of(base);
	CUgraph graph;
	if (!stream->captures || aw_nvidia_enter(base->device) != AW_OK)
		return;
	stop(stream, &graph);
	if (graph)
		NVIDIA(graph_destroy, graph);
}

static void retain(struct aw_foreign_work *work)
{
	work->holders++;
}

// Launches under way are still finished.
static void release(struct aw_foreign_work *work)
{
	if (--work->holders)
		return;
	if (aw_nvidia_enter(work->device) == AW_OK) {
		if (work->made)
			NVIDIA(graph_exec_destroy, work->made);
		if (work->graph)
			NVIDIA(graph_destroy, work->graph);
	}
	free(work);
}

// The graph that the driver has captured so far, and its ends.  Drivers before CUDA 11.3 don't tell.
static aw_status ask(CUstream stream, CUgraph *graph, const CUgraphNode **ends, size_t *count)
{
	CUstreamCaptureStatus state;
	cuuint64_t id;
	if (!aw_nvidia.capture_info)
		return AW_CALL_REQUIRES_NEWER_DRIVER;
	aw_status status = NVIDIA(capture_info, stream, &state, &id, graph, ends, count);
	return status == AW_OK && state != CU_STREAM_CAPTURE_STATUS_ACTIVE ? AW_CAPTURE_INVALIDATED : status;
}

// What the stream has captured so far becomes WORK, of COUNT nodes; the stream captures on.
static aw_status cut(struct aw_stream *base, struct aw_foreign_work *work, size_t *count)
{
	aw_status status = stop(stream_of(base), &work->graph), begun = begin(base);
	if (status == AW_OK)
		status = NVIDIA(graph_nodes, work->graph, NULL, count);
	return status == AW_OK ? begun : status;
}

static aw_status take(struct aw_stream *base, struct aw_foreign_work **work)
{
	const CUgraphNode *ends;
	CUgraph graph;
	size_t count;
	*work = NULL;
	if (!stream_of(base)->captures)
		return AW_OK;
	aw_status status = aw_nvidia_enter(base->device);
	if (status == AW_OK)
		status = ask(stream_of(base)->stream, &graph, &ends, &count);
	if (status == AW_OK ? !count : status != AW_CALL_REQUIRES_NEWER_DRIVER)
		return status;
	struct aw_foreign_work *made = calloc(1, sizeof(*made));
	if (!made)
		return AW_NO_MEMORY;
	made->device = base->device;
	made->holders = 1;
	status = cut(base, made, &count);
	if (status == AW_OK && count)
		*work = made;
	else
		release(made);
	return status;
}

// What is recorded gets a copy of the graph.
static aw_status add_child(const struct aw_foreign_work *work, CUstream stream)
{
	const CUgraphNode *ends;
	CUgraphNode node;
	CUgraph graph;
	size_t count;
	aw_status status = ask(stream, &graph, &ends, &count);
	if (status == AW_OK)
		status = aw_nvidia.graph_add_child && aw_nvidia.capture_update
		                 ? NVIDIA(graph_add_child, &node, graph, ends, count, work->graph)
		                 : AW_CALL_REQUIRES_NEWER_DRIVER;
	return status == AW_OK ? NVIDIA(capture_update, stream, &node, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES) : status;
}

static aw_status instantiate(struct aw_foreign_work *work, CUgraphExec *made)
{
	CUgraphExec before = NULL;
	*made = work->made;
	if (*made)
		return AW_OK;
	aw_status status = NVIDIA(graph_instantiate, made, work->graph, 0);
	if (status == AW_OK && !atomic_compare_exchange_strong(&work->made, &before, *made)) {
		NVIDIA(graph_exec_destroy, *made); // another thread was faster
		*made = before;
	}
	return status;
}

static aw_status submit(struct aw_foreign_work *work, struct aw_stream *stream)
{
	CUgraphExec made;
	aw_status status = aw_nvidia_enter(stream->device);
	if (status == AW_OK && aw_nvidia_is_recording())
		return add_child(work, stream_of(stream)->stream);
	if (status == AW_OK)
		status = instantiate(work, &made);
	return status == AW_OK ? NVIDIA(graph_launch, made, stream_of(stream)->stream) : status;
}

const struct aw_foreign_ops aw_nvidia_foreign_ops = {
	.begin = begin,
	.take = take,
	.end = end,
	.submit = submit,
	.retain = retain,
	.release = release,
};
