// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A capture is a set of streams that add to one graph.  Each keeps the ends of what it captured so far, its
// tips: the next node follows them.  An event recorded in such a stream keeps a copy of the tips, and a
// stream that waits for the event takes them over and thereby joins the capture.
//
// Libraries that go to the driver themselves (cuBLAS on a GPU) don't see any of this, so the driver captures, too, stream by stream.
// What has come so by the time of the next node, event or end is a node of its own, a child graph that the driver keeps.
//
// One lock guards all of it; while nothing is captured, work asks a counter only.
#include "capture.h"

#include <assert.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static AW_VEC(struct aw_capture *) captures;
static unsigned long long last_id;
_Atomic unsigned aw_core_capture_count;

// What cudaThreadExchangeStreamCaptureMode says of this thread.
static _Thread_local enum cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

static struct aw_capture *find_capture(unsigned long long id)
{
	for (size_t i = 0; i < captures.count; i++)
		if (captures.items[i]->id == id)
			return captures.items[i];
	return NULL;
}

// --- tips ---

static bool has_tip(const aw_graph_edges *tips, const struct CUgraphNode_st *node)
{
	for (size_t i = 0; i < tips->count; i++)
		if (tips->items[i].node == node)
			return true;
	return false;
}

static aw_status add_tips(aw_graph_edges *tips, const aw_graph_edges *more)
{
	for (size_t i = 0; i < more->count; i++)
		if (!has_tip(tips, more->items[i].node) && !aw_vec_push(tips, more->items[i]))
			return AW_NO_MEMORY;
	return AW_OK;
}

// The tips of STREAM as the two lists that the interface takes and gives.
static aw_status list_tips(struct CUstream_st *stream)
{
	stream->tip_nodes.count = stream->tip_data.count = 0;
	for (size_t i = 0; i < stream->tips.count; i++)
		if (!aw_vec_push(&stream->tip_nodes, stream->tips.items[i].node) ||
		    !aw_vec_push(&stream->tip_data, stream->tips.items[i].data))
			return AW_NO_MEMORY;
	assert(stream->tip_nodes.count == stream->tips.count && stream->tip_data.count == stream->tips.count);
	return AW_OK;
}

static void leave(struct CUstream_st *stream)
{
	const struct aw_foreign_ops *foreign = stream->context->driver->foreign;
	if (stream->capture && foreign)
		foreign->end(stream->stream);
	stream->capture = NULL;
	aw_vec_finish(&stream->tips);
	aw_vec_finish(&stream->tip_nodes);
	aw_vec_finish(&stream->tip_data);
}

// --- what is allowed ---

// The legacy stream would wait for what streams of its device capture, were they to do it now.
static aw_status check_implicit(const struct CUstream_st *stream)
{
	aw_status status = AW_OK;
	if (stream->kind != AW_STREAM_LEGACY)
		return AW_OK;
	for (size_t i = 0; i < captures.count; i++) {
		struct aw_capture *capture = captures.items[i];
		for (size_t k = 0; k < capture->streams.count; k++) {
			const struct CUstream_st *other = capture->streams.items[k];
			if (other->kind == AW_STREAM_NON_BLOCKING || other->context != stream->context)
				continue;
			capture->invalid = true;
			status = AW_CAPTURE_IMPLICIT;
		}
	}
	return status;
}

static aw_status enter_locked(struct CUstream_st *stream, bool *capturing)
{
	if (!stream->capture)
		return check_implicit(stream);
	if (stream->capture->invalid)
		return AW_CAPTURE_INVALIDATED;
	*capturing = true;
	return AW_OK;
}

aw_status aw_core_capture_enter_slow(struct CUstream_st *stream, bool *capturing)
{
	pthread_mutex_lock(&lock);
	aw_status status = enter_locked(stream, capturing);
	pthread_mutex_unlock(&lock);
	return status;
}

// Global captures of any thread, and those of this thread that aren't relaxed, forbid unsafe calls.
static bool forbids(const struct aw_capture *capture)
{
	if (capture->mode == cudaStreamCaptureModeRelaxed || thread_mode == cudaStreamCaptureModeRelaxed)
		return false;
	return capture->thread == &aw_core_thread ||
	       (capture->mode == cudaStreamCaptureModeGlobal && thread_mode == cudaStreamCaptureModeGlobal);
}

aw_status aw_core_capture_forbid_slow(void)
{
	aw_status status = AW_OK;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < captures.count; i++) {
		if (!forbids(captures.items[i]))
			continue;
		captures.items[i]->invalid = true;
		status = AW_CAPTURE_UNSUPPORTED;
	}
	pthread_mutex_unlock(&lock);
	return status;
}

aw_status aw_core_capture_refuse_slow(struct CUstream_st *stream)
{
	pthread_mutex_lock(&lock);
	aw_status status = check_implicit(stream);
	if (stream->capture) {
		stream->capture->invalid = true;
		status = AW_CAPTURE_UNSUPPORTED;
	}
	pthread_mutex_unlock(&lock);
	return status;
}

aw_status aw_core_capture_refuse_all(struct aw_context *context, const struct CUgreenCtx_st *green)
{
	aw_status status = AW_OK;
	if (!atomic_load_explicit(&aw_core_capture_count, memory_order_relaxed))
		return AW_OK;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < captures.count; i++)
		for (size_t k = 0; k < captures.items[i]->streams.count; k++)
			if (captures.items[i]->streams.items[k]->context == context &&
			    (!green || captures.items[i]->streams.items[k]->green == green)) {
				captures.items[i]->invalid = true;
				status = AW_CAPTURE_UNSUPPORTED;
			}
	pthread_mutex_unlock(&lock);
	return status;
}

aw_status aw_core_capture_spoil(cudaStream_t handle, aw_status status)
{
	struct CUstream_st *stream;
	if (!atomic_load_explicit(&aw_core_capture_count, memory_order_relaxed) ||
	    aw_core_stream_find(handle, &stream) != AW_OK || !stream->capture)
		return status;
	pthread_mutex_lock(&lock);
	stream->capture->invalid = true;
	pthread_mutex_unlock(&lock);
	return AW_INVALID_VALUE;
}

aw_status aw_core_capture_exchange_mode(enum cudaStreamCaptureMode *mode)
{
	if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
		return AW_INVALID_VALUE;
	enum cudaStreamCaptureMode before = thread_mode;
	thread_mode = *mode;
	*mode = before;
	return AW_OK;
}

// --- adding nodes ---

static aw_status append(struct CUstream_st *stream, const struct aw_work_request *request, cudaGraphNode_t *node)
{
	aw_status status = list_tips(stream);
	if (status == AW_OK)
		status = aw_core_graph_add(stream->capture->graph, stream->tip_nodes.items, stream->tip_data.items,
		                           stream->tips.count, request, node);
	if (status != AW_OK)
		return status;
	assert((*node)->graph == stream->capture->graph);
	stream->tips.count = 0;
	return aw_vec_push(&stream->tips, (struct aw_graph_edge){ .node = *node }) ? AW_OK : AW_NO_MEMORY;
}

// What libraries have given to STREAM becomes a node, before its tips are looked at.
static aw_status take_foreign(struct CUstream_st *stream)
{
	const struct aw_foreign_ops *foreign = stream->context->driver->foreign;
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeGraph };
	struct aw_work_request request = { .params = &params, .context = stream->context };
	cudaGraphNode_t node;
	if (!foreign || !stream->capture || stream->capture->invalid)
		return AW_OK;
	aw_status status = foreign->take(stream->stream, &request.foreign);
	if (status == AW_OK && request.foreign) {
		status = append(stream, &request, &node);
		foreign->release(request.foreign);
	}
	if (status != AW_OK)
		stream->capture->invalid = true;
	return status;
}

static aw_status add_locked(struct CUstream_st *stream, const struct cudaGraphNodeParams *params,
                            struct CUfunc_st *kernel, cudaGraphNode_t *node)
{
	struct aw_work_request request = { .params = params, .kernel = kernel, .context = stream->context };
	struct aw_capture *capture = stream->capture;
	if (!capture || capture->invalid)
		return AW_CAPTURE_INVALIDATED;
	aw_status status = take_foreign(stream);
	return status == AW_OK ? append(stream, &request, node) : status;
}

aw_status aw_core_capture_add(struct CUstream_st *stream, const struct cudaGraphNodeParams *params,
                              struct CUfunc_st *kernel, cudaGraphNode_t *node)
{
	pthread_mutex_lock(&lock);
	aw_status status = add_locked(stream, params, kernel, node);
	pthread_mutex_unlock(&lock);
	return status;
}

// --- begin and end ---

// Ends CAPTURE for all its streams; the graph stays.
static void dissolve(struct aw_capture *capture)
{
	assert(find_capture(capture->id) == capture && capture->graph->captures && aw_core_capture_count);
	for (size_t i = 0; i < capture->streams.count; i++) {
		assert(capture->streams.items[i]->capture == capture);
		leave(capture->streams.items[i]);
	}
	for (size_t i = 0; i < captures.count; i++)
		if (captures.items[i] == capture)
			captures.items[i] = captures.items[--captures.count];
	capture->graph->captures--;
	aw_core_capture_count--;
	aw_vec_finish(&capture->streams);
	aw_vec_finish(&capture->left);
	free(capture);
}

// The same; returns the graph, for the caller to release behind the lock, where the capture made it, else NULL.
static cudaGraph_t give_up(struct aw_capture *capture)
{
	cudaGraph_t own = capture->own_graph ? capture->graph : NULL;
	dissolve(capture);
	return own;
}

static aw_status join(struct CUstream_st *stream, struct aw_capture *capture)
{
	assert(!stream->capture && stream->kind != AW_STREAM_LEGACY);
	const struct aw_foreign_ops *foreign = stream->context->driver->foreign;
	aw_status status = foreign ? foreign->begin(stream->stream) : AW_OK;
	if (status == AW_OK && !aw_vec_push(&capture->streams, stream)) {
		if (foreign)
			foreign->end(stream->stream);
		status = AW_NO_MEMORY;
	}
	if (status != AW_OK)
		return status;
	stream->capture = capture;
	stream->tips.count = 0;
	return AW_OK;
}

static aw_status begin_locked(struct CUstream_st *stream, enum cudaStreamCaptureMode mode, cudaGraph_t graph,
                              const aw_graph_edges *tips)
{
	if (stream->kind == AW_STREAM_LEGACY)
		return AW_CAPTURE_UNSUPPORTED;
	if (stream->capture)
		return AW_ILLEGAL_STATE;
	struct aw_capture *made = calloc(1, sizeof(*made));
	if (!made)
		return AW_NO_MEMORY;
	*made = (struct aw_capture){ .id = ++last_id, .graph = graph, .own_graph = !graph, .mode = mode,
		                     .thread = &aw_core_thread, .origin = stream };
	aw_status status = graph ? AW_OK : aw_core_graph_create(&made->graph);
	if (status != AW_OK || !aw_vec_push(&captures, made))
		goto free_made;
	made->graph->captures++;
	aw_core_capture_count++;
	status = join(stream, made);
	if (status == AW_OK && tips)
		status = add_tips(&stream->tips, tips);
	if (status == AW_OK)
		return AW_OK;
	cudaGraph_t own = give_up(made);
	if (own)
		aw_core_graph_release(own); // nobody else has seen it
	return status;

free_made:
	if (!graph && made->graph)
		aw_core_graph_release(made->graph);
	free(made);
	return status == AW_OK ? AW_NO_MEMORY : status;
}

aw_status aw_core_capture_begin(cudaStream_t handle, enum cudaStreamCaptureMode mode)
{
	struct CUstream_st *stream;
	if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_stream_find(handle, &stream);
	if (status != AW_OK)
		return status;
	pthread_mutex_lock(&lock);
	status = begin_locked(stream, mode, NULL, NULL);
	pthread_mutex_unlock(&lock);
	return status;
}

// The COUNT nodes of GRAPH as tips.
static aw_status make_tips(cudaGraph_t graph, const cudaGraphNode_t *nodes, const cudaGraphEdgeData *data,
                           size_t count, aw_graph_edges *tips)
{
	if (count && !nodes)
		return AW_INVALID_VALUE;
	for (size_t i = 0; i < count; i++) {
		struct aw_graph_edge tip = { .node = nodes[i] };
		if (aw_core_graph_node_find(nodes[i]) != AW_OK || nodes[i]->graph != graph)
			return AW_INVALID_VALUE;
		if (data)
			tip.data = data[i];
		if (!aw_vec_push(tips, tip))
			return AW_NO_MEMORY;
	}
	return AW_OK;
}

aw_status aw_core_capture_begin_to(cudaStream_t handle, cudaGraph_t graph, const cudaGraphNode_t *after,
                                   const cudaGraphEdgeData *data, size_t count, enum cudaStreamCaptureMode mode)
{
	struct CUstream_st *stream;
	aw_graph_edges tips = { 0 };
	if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_graph_find(graph);
	if (status == AW_OK)
		status = aw_core_stream_find(handle, &stream);
	if (status == AW_OK)
		status = make_tips(graph, after, data, count, &tips);
	if (status == AW_OK) {
		pthread_mutex_lock(&lock);
		status = begin_locked(stream, mode, graph, &tips);
		pthread_mutex_unlock(&lock);
	}
	aw_vec_finish(&tips);
	return status;
}

static void mark_before(cudaGraphNode_t node)
{
	if (node->mark)
		return;
	node->mark = 1;
	for (size_t i = 0; i < node->after.count; i++)
		mark_before(node->after.items[i].node);
}

static bool all_marked(const aw_graph_edges *tips)
{
	for (size_t i = 0; i < tips->count; i++)
		if (!tips->items[i].node->mark)
			return false;
	return true;
}

// Whether the origin follows all that the other streams captured.
static bool is_joined(const struct aw_capture *capture)
{
	for (size_t i = 0; i < capture->graph->nodes.count; i++)
		capture->graph->nodes.items[i]->mark = 0;
	for (size_t i = 0; i < capture->origin->tips.count; i++)
		mark_before(capture->origin->tips.items[i].node);
	for (size_t i = 0; i < capture->streams.count; i++)
		if (!all_marked(&capture->streams.items[i]->tips))
			return false;
	return all_marked(&capture->left);
}

// *LOST: a graph that is to be released behind the lock, or NULL.
static aw_status end_locked(struct CUstream_st *stream, cudaGraph_t *graph, cudaGraph_t *lost)
{
	struct aw_capture *capture = stream->capture;
	aw_status status = AW_OK;
	*graph = *lost = NULL;
	if (!capture)
		return AW_ILLEGAL_STATE;
	if (capture->origin != stream) {
		status = capture->invalid ? AW_CAPTURE_INVALIDATED : AW_CAPTURE_UNMATCHED;
		capture->invalid = true;
		return status;
	}
	for (size_t i = 0; i < capture->streams.count; i++)
		take_foreign(capture->streams.items[i]);
	if (capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != &aw_core_thread)
		status = AW_CAPTURE_WRONG_THREAD;
	else if (capture->invalid)
		status = AW_CAPTURE_INVALIDATED;
	else if (!is_joined(capture))
		status = AW_CAPTURE_UNJOINED;
	if (status == AW_OK)
		*graph = capture->graph;
	cudaGraph_t own = give_up(capture);
	*lost = status == AW_OK ? NULL : own;
	return status;
}

aw_status aw_core_capture_end(cudaStream_t handle, cudaGraph_t *graph)
{
	struct CUstream_st *stream;
	cudaGraph_t unwanted, lost;
	aw_status status = aw_core_stream_find(handle, &stream);
	if (status != AW_OK)
		return status;
	pthread_mutex_lock(&lock);
	status = end_locked(stream, graph ? graph : &unwanted, &lost);
	pthread_mutex_unlock(&lock);
	if (lost)
		aw_core_graph_release(lost);
	return status;
}

void aw_core_capture_stream_gone(struct CUstream_st *stream)
{
	pthread_mutex_lock(&lock);
	struct aw_capture *capture = stream->capture;
	cudaGraph_t lost = NULL;
	if (capture && capture->origin == stream) {
		lost = give_up(capture);
	} else if (capture) {
		if (take_foreign(stream) != AW_OK || add_tips(&capture->left, &stream->tips) != AW_OK)
			capture->invalid = true;
		for (size_t i = 0; i < capture->streams.count; i++)
			if (capture->streams.items[i] == stream)
				capture->streams.items[i] = capture->streams.items[--capture->streams.count];
	}
	leave(stream);
	pthread_mutex_unlock(&lock);
	if (lost)
		aw_core_graph_release(lost);
}

// The capture goes on as a lost one, with a graph of its own where memory allows.
static void lose_graph(struct aw_capture *capture)
{
	cudaGraph_t other;
	capture->invalid = true;
	capture->left.count = 0;
	for (size_t i = 0; i < capture->streams.count; i++)
		capture->streams.items[i]->tips.count = 0;
	if (aw_core_graph_create(&other) != AW_OK) {
		dissolve(capture);
		return;
	}
	capture->graph->captures--;
	capture->graph = other;
	capture->own_graph = true;
	other->captures++;
}

void aw_core_capture_graph_gone(cudaGraph_t graph)
{
	pthread_mutex_lock(&lock);
	for (size_t i = captures.count; i-- > 0;)
		if (captures.items[i]->graph == graph)
			lose_graph(captures.items[i]);
	assert(!graph->captures);
	pthread_mutex_unlock(&lock);
}

// --- questions and changes ---

aw_status aw_core_capture_query(cudaStream_t handle, struct aw_capture_info *info)
{
	struct CUstream_st *stream;
	aw_status status = aw_core_stream_find(handle, &stream);
	if (status != AW_OK)
		return status;
	*info = (struct aw_capture_info){ .status = cudaStreamCaptureStatusNone };
	pthread_mutex_lock(&lock);
	const struct aw_capture *capture = stream->capture;
	take_foreign(stream);
	if (!capture) {
		status = check_implicit(stream);
	} else if (capture->invalid) {
		info->status = cudaStreamCaptureStatusInvalidated;
	} else {
		status = list_tips(stream);
		*info = (struct aw_capture_info){ .status = cudaStreamCaptureStatusActive, .id = capture->id,
			                          .graph = capture->graph, .nodes = stream->tip_nodes.items,
			                          .data = stream->tip_data.items, .count = stream->tips.count };
	}
	pthread_mutex_unlock(&lock);
	return status;
}

static aw_status update_locked(struct CUstream_st *stream, const cudaGraphNode_t *nodes,
                               const cudaGraphEdgeData *data, size_t count, bool set)
{
	aw_graph_edges tips = { 0 };
	if (!stream->capture)
		return AW_ILLEGAL_STATE;
	if (stream->capture->invalid)
		return AW_CAPTURE_INVALIDATED;
	aw_status status = take_foreign(stream);
	if (status == AW_OK)
		status = make_tips(stream->capture->graph, nodes, data, count, &tips);
	if (status == AW_OK && set)
		stream->tips.count = 0;
	if (status == AW_OK)
		status = add_tips(&stream->tips, &tips);
	aw_vec_finish(&tips);
	return status;
}

aw_status aw_core_capture_update(cudaStream_t handle, const cudaGraphNode_t *nodes, const cudaGraphEdgeData *data,
                                 size_t count, unsigned flags)
{
	struct CUstream_st *stream;
	if (flags > cudaStreamSetCaptureDependencies)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_stream_find(handle, &stream);
	if (status != AW_OK)
		return status;
	pthread_mutex_lock(&lock);
	status = update_locked(stream, nodes, data, count, flags == cudaStreamSetCaptureDependencies);
	pthread_mutex_unlock(&lock);
	return status;
}

// --- events ---

aw_status aw_core_capture_record(struct CUstream_st *stream, struct CUevent_st *event, unsigned flags)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeEventRecord };
	cudaGraphNode_t node;
	if (flags & cudaEventRecordExternal) {
		params.eventRecord.event = aw_core_handle_outside(event);
		return aw_core_capture_add(stream, &params, NULL, &node);
	}
	pthread_mutex_lock(&lock);
	aw_status status = stream->capture ? take_foreign(stream) : AW_CAPTURE_INVALIDATED;
	event->captured = stream->capture ? stream->capture->id : 0;
	event->tips.count = 0;
	if (status == AW_OK)
		status = add_tips(&event->tips, &stream->tips);
	pthread_mutex_unlock(&lock);
	return status;
}

void aw_core_capture_forget_event(struct CUevent_st *event)
{
	if (!event->captured)
		return;
	pthread_mutex_lock(&lock);
	event->captured = 0;
	aw_vec_finish(&event->tips);
	pthread_mutex_unlock(&lock);
}

static aw_status wait_locked(struct CUstream_st *stream, struct CUevent_st *event, bool *done)
{
	struct aw_capture *own = stream->capture, *other = find_capture(event->captured);
	*done = own || event->captured;
	if (!*done)
		return AW_OK;
	if ((own && own->invalid) || (other && other->invalid))
		return AW_CAPTURE_INVALIDATED;
	if (own && !event->captured) {
		if (!event->recorded)
			return AW_OK; // nothing to wait for
		own->invalid = true;
		return AW_CAPTURE_ISOLATION;
	}
	if (!other) { // that capture is over
		if (own)
			own->invalid = true;
		return own ? AW_CAPTURE_ISOLATION : AW_INVALID_VALUE;
	}
	if (own && own != other) {
		own->invalid = other->invalid = true;
		return AW_CAPTURE_MERGE;
	}
	if (!own && stream->kind == AW_STREAM_LEGACY) {
		other->invalid = true;
		return AW_CAPTURE_IMPLICIT;
	}
	assert(!own || own == other);
	aw_status status = own ? take_foreign(stream) : join(stream, other);
	return status == AW_OK ? add_tips(&stream->tips, &event->tips) : status;
}

aw_status aw_core_capture_wait(struct CUstream_st *stream, struct CUevent_st *event, unsigned flags, bool *done)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeWaitEvent };
	cudaGraphNode_t node;
	*done = false;
	if ((flags & cudaEventWaitExternal) && !stream->capture)
		return AW_ILLEGAL_STATE;
	if (!atomic_load_explicit(&aw_core_capture_count, memory_order_relaxed) && !event->captured)
		return AW_OK;
	if (flags & cudaEventWaitExternal) {
		*done = true;
		params.eventWait.event = aw_core_handle_outside(event);
		return aw_core_capture_add(stream, &params, NULL, &node);
	}
	pthread_mutex_lock(&lock);
	aw_status status = wait_locked(stream, event, done);
	pthread_mutex_unlock(&lock);
	return status;
}

aw_status aw_core_capture_check_event(struct CUevent_st *event)
{
	if (!event->captured)
		return AW_OK;
	pthread_mutex_lock(&lock);
	struct aw_capture *capture = find_capture(event->captured);
	if (capture)
		capture->invalid = true;
	pthread_mutex_unlock(&lock);
	return capture ? AW_CAPTURED_EVENT : AW_INVALID_VALUE;
}
