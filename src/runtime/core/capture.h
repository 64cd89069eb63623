// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stream capture: work given to a stream becomes nodes of a graph (CUDA Programming Guide, "Creating a
// Graph Using Stream Capture").
#ifndef AW_RUNTIME_CORE_CAPTURE_H
#define AW_RUNTIME_CORE_CAPTURE_H

#include "event.h"
#include "graph.h"
#include "stream.h"

struct aw_capture {
	unsigned long long id;
	cudaGraph_t graph;
	bool own_graph; // false: begun by cudaStreamBeginCaptureToGraph
	enum cudaStreamCaptureMode mode;
	const void *thread; // that began it
	bool invalid;
	struct CUstream_st *origin;
	AW_VEC(struct CUstream_st *) streams; // that take part, the origin first
	aw_graph_edges left; // tips of streams that were destroyed meanwhile
};

// How many captures there are in the process.
extern _Atomic unsigned aw_core_capture_count;

aw_status aw_core_capture_enter_slow(struct CUstream_st *stream, bool *capturing);
aw_status aw_core_capture_forbid_slow(void);
aw_status aw_core_capture_refuse_slow(struct CUstream_st *stream);

// Every piece of work for STREAM asks first whether it is to be captured.  Errors: AW_CAPTURE_INVALIDATED,
// AW_CAPTURE_IMPLICIT when the legacy stream would have to wait for what is being captured.
static inline aw_status aw_core_capture_enter(struct CUstream_st *stream, bool *capturing)
{
	*capturing = false;
	if (__builtin_expect(!atomic_load_explicit(&aw_core_capture_count, memory_order_relaxed), 1))
		return AW_OK;
	return aw_core_capture_enter_slow(stream, capturing);
}

// For calls that are unsafe while the thread, or in global mode any thread, captures: they end the capture
// with AW_CAPTURE_UNSUPPORTED.
static inline aw_status aw_core_capture_forbid(void)
{
	if (__builtin_expect(!atomic_load_explicit(&aw_core_capture_count, memory_order_relaxed), 1))
		return AW_OK;
	return aw_core_capture_forbid_slow();
}

// For what no capturing stream can do: waiting for it, asking for its state.
static inline aw_status aw_core_capture_refuse(struct CUstream_st *stream)
{
	if (__builtin_expect(!atomic_load_explicit(&aw_core_capture_count, memory_order_relaxed), 1))
		return AW_OK;
	return aw_core_capture_refuse_slow(stream);
}

// For what waits for a whole device, or for the part GREEN: no stream of it may be capturing.
aw_status aw_core_capture_refuse_all(struct aw_context *context, const struct CUgreenCtx_st *green);

// A launch that can't be, with STATUS: what its stream captures is lost, and the status another, when it captures.
aw_status aw_core_capture_spoil(cudaStream_t stream, aw_status status);

// Adds what PARAMS say behind what STREAM has captured so far.
aw_status aw_core_capture_add(struct CUstream_st *stream, const struct cudaGraphNodeParams *params,
                              struct CUfunc_st *kernel, cudaGraphNode_t *node);

aw_status aw_core_capture_begin(cudaStream_t stream, enum cudaStreamCaptureMode mode);
aw_status aw_core_capture_begin_to(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *after,
                                   const cudaGraphEdgeData *data, size_t count, enum cudaStreamCaptureMode mode);
aw_status aw_core_capture_end(cudaStream_t stream, cudaGraph_t *graph);

struct aw_capture_info {
	enum cudaStreamCaptureStatus status;
	unsigned long long id;
	cudaGraph_t graph;
	const cudaGraphNode_t *nodes;  // valid until the next call for the stream
	const cudaGraphEdgeData *data;
	size_t count;
};
aw_status aw_core_capture_query(cudaStream_t stream, struct aw_capture_info *info);
aw_status aw_core_capture_update(cudaStream_t stream, const cudaGraphNode_t *nodes, const cudaGraphEdgeData *data,
                                 size_t count, unsigned flags);
aw_status aw_core_capture_exchange_mode(enum cudaStreamCaptureMode *mode);

// --- for streams and events ---

// EVENT is recorded in capturing STREAM; in one that doesn't capture, what it captured is forgotten.
aw_status aw_core_capture_record(struct CUstream_st *stream, struct CUevent_st *event, unsigned flags);
void aw_core_capture_forget_event(struct CUevent_st *event);
// Whether a wait of STREAM for EVENT is to be captured (DONE), or given to the device.
aw_status aw_core_capture_wait(struct CUstream_st *stream, struct CUevent_st *event, unsigned flags, bool *done);
// AW_CAPTURED_EVENT when EVENT was recorded last in a capture.
aw_status aw_core_capture_check_event(struct CUevent_st *event);
// STREAM is destroyed: what it captures is lost.
void aw_core_capture_stream_gone(struct CUstream_st *stream);
// GRAPH is about to go, to which streams may be adding: what they capture is lost.
void aw_core_capture_graph_gone(cudaGraph_t graph);

#endif
