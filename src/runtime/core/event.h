// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events as programs hold them.
#ifndef AW_RUNTIME_CORE_EVENT_H
#define AW_RUNTIME_CORE_EVENT_H

#include "context.h"
#include "graph.h"
#include "handle.h"

struct CUevent_st {
	struct aw_handle handle;
	struct aw_event *event; // the back end's
	struct aw_context *context;
	unsigned flags;
	_Atomic bool recorded;
	unsigned long long captured; // the capture it was last recorded in, or 0
	aw_graph_edges tips;         // and what it stands for there
	struct aw_event_share *share; // with other processes, or NULL
};

aw_status aw_core_event_find(cudaEvent_t handle, struct CUevent_st **event);

aw_status aw_core_event_create(unsigned flags, cudaEvent_t *handle);
aw_status aw_core_event_destroy(cudaEvent_t handle);
aw_status aw_core_event_record(cudaEvent_t handle, cudaStream_t stream, unsigned flags);
aw_status aw_core_event_query(cudaEvent_t handle);
aw_status aw_core_event_synchronize(cudaEvent_t handle);
aw_status aw_core_event_elapsed(cudaEvent_t start, cudaEvent_t end, float *milliseconds);

// The same on a device of the caller's choice, and the record itself, whatever is being captured.
aw_status aw_core_event_create_in(struct aw_context *context, unsigned flags, struct CUevent_st **event);
aw_status aw_core_event_record_device(cudaEvent_t handle, struct CUstream_st *stream);

// The event MADE by the back end as one of programs; destroyed on failure.
aw_status aw_core_event_wrap(struct aw_context *context, unsigned flags, struct aw_event *made, struct CUevent_st **event);

void aw_core_event_drop_all(struct aw_context *context);

#endif
