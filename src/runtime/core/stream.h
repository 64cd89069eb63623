// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams as programs hold them.
#ifndef AW_RUNTIME_CORE_STREAM_H
#define AW_RUNTIME_CORE_STREAM_H

#include "context.h"
#include "graph.h"
#include "handle.h"

struct aw_capture;

// What a program said of a stream that steers hardware, for programs that ask; the driver of the device was told.
struct aw_stream_wishes {
	enum cudaSynchronizationPolicy policy; // how a host thread would like to wait; 0: not said
	struct cudaAccessPolicyWindow window;
	enum cudaLaunchMemSyncDomain domain;
	cudaLaunchMemSyncDomainMap domains; // both 0: not said
};

struct CUstream_st {
	struct aw_handle handle;
	struct aw_stream *stream; // the back end's
	struct aw_context *context;
	struct CUgreenCtx_st *green; // the part of the device that it belongs to; NULL: none
	bool orphaned;               // which is gone
	enum aw_stream_kind kind;
	unsigned flags;
	int priority;
	unsigned long long id;
	struct aw_stream_wishes wishes;
	bool own; // made by a program, which alone may be destroyed
	// While it captures: into what, and the ends of what it captured so far.
	struct aw_capture *capture;
	aw_graph_edges tips;
	AW_VEC(cudaGraphNode_t) tip_nodes; // the same for programs that ask
	AW_VEC(cudaGraphEdgeData) tip_data;
};

// The stream that HANDLE means: 0 and the two special handles are the current device's.
aw_status aw_core_stream_find(cudaStream_t handle, struct CUstream_st **stream);

aw_status aw_core_stream_create(unsigned flags, int priority, cudaStream_t *handle);
// In GREEN, whatever is current; FLAGS must be cudaStreamNonBlocking.
aw_status aw_core_stream_create_in(struct CUgreenCtx_st *green, unsigned flags, int priority, cudaStream_t *handle);
aw_status aw_core_stream_destroy(cudaStream_t handle);
aw_status aw_core_stream_synchronize(cudaStream_t handle);
aw_status aw_core_stream_query(cudaStream_t handle);
aw_status aw_core_stream_wait_event(cudaStream_t handle, cudaEvent_t event, unsigned flags);
aw_status aw_core_stream_call(cudaStream_t handle, cudaHostFn_t function, void *user);
aw_status aw_core_stream_add_callback(cudaStream_t handle, cudaStreamCallback_t callback, void *user,
                                      unsigned flags);
// Least and greatest priority; smaller numbers are more urgent.
enum { AW_STREAM_PRIORITY_LEAST = 0, AW_STREAM_PRIORITY_GREATEST = -5 };

// --- for the context and threads ---

// Stream 0 of CONTEXT, whose DEVICE is being opened.
aw_status aw_core_stream_create_legacy(struct aw_context *context, struct aw_device *device,
                                       struct CUstream_st **stream);
// A stream of a plan, without relation to the legacy stream.
aw_status aw_core_stream_create_lane(struct aw_context *context, struct CUstream_st **stream);
// A stream of a part: of a program, where WANTED says flags and a priority, or its stream 0.
aw_status aw_core_stream_create_green(struct CUgreenCtx_st *green, const struct CUstream_st *wanted, struct CUstream_st **stream);
// From now on streams of GREEN give AW_CONTEXT_IS_DESTROYED.
void aw_core_stream_orphan(const struct CUgreenCtx_st *green);
// The wait itself, whatever is being captured.
aw_status aw_core_stream_wait_device(struct CUstream_st *stream, cudaEvent_t event);
// Takes the handle away; DESTROY: the back end's stream too.
void aw_core_stream_forget(struct CUstream_st *stream, bool destroy);
// Destroys all streams of CONTEXT.
void aw_core_stream_drop_all(struct aw_context *context);
// Destroys a per-thread default stream at the end of its thread; none, or one that a reset took, is fine.
void aw_core_stream_drop_per_thread(const struct aw_thread_stream *mine);
bool aw_core_stream_any_busy(struct aw_context *context);
// Walks the streams of CONTEXT: NULL gives the first, the last gives NULL.
struct CUstream_st *aw_core_stream_next(const struct aw_context *context, struct CUstream_st *stream);

#endif
