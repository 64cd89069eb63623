// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events as programs hold them.
#ifndef AW_RUNTIME_CORE_EVENT_H
#define AW_RUNTIME_CORE_EVENT_H

#include "context.h"
#include "handle.h"

struct CUevent_st {
	struct aw_handle handle;
	struct aw_event *event; // the back end's
	struct aw_context *context;
	unsigned flags;
	_Atomic bool recorded;
};

aw_status aw_core_event_find(cudaEvent_t handle, struct CUevent_st **event);

aw_status aw_core_event_create(unsigned flags, cudaEvent_t *handle);
aw_status aw_core_event_destroy(cudaEvent_t handle);
aw_status aw_core_event_record(cudaEvent_t handle, cudaStream_t stream, unsigned flags);
aw_status aw_core_event_query(cudaEvent_t handle);
aw_status aw_core_event_synchronize(cudaEvent_t handle);
aw_status aw_core_event_elapsed(cudaEvent_t start, cudaEvent_t end, float *milliseconds);

void aw_core_event_drop_all(struct aw_context *context);

#endif
