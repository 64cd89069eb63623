// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What events of several processes share (cudaEventInterprocess).
#ifndef AW_RUNTIME_CORE_EVENT_SHARE_H
#define AW_RUNTIME_CORE_EVENT_SHARE_H

#include "event.h"

struct aw_event_share;
struct aw_share_ticket;

// Whether an event with FLAGS needs one: not where the back end has events of several processes itself.
bool aw_core_event_share_needed(const struct aw_context *context, unsigned flags);
aw_status aw_core_event_share_create(struct aw_context *context, struct aw_event_share **share);
void aw_core_event_share_destroy(struct aw_event_share *share, struct aw_context *context);

aw_status aw_core_event_share_record(struct aw_event_share *share, struct CUstream_st *stream);
aw_status aw_core_event_share_wait(const struct aw_event_share *share, struct CUstream_st *stream);
aw_status aw_core_event_share_query(const struct aw_event_share *share);
aw_status aw_core_event_share_synchronize(const struct aw_event_share *share);

// AW_INVALID_HANDLE when the event isn't one of several processes; AW_MAP_FAILED when the ticket is none.
aw_status aw_core_event_share_export(cudaEvent_t event, struct aw_share_ticket *ticket);
aw_status aw_core_event_share_import(const struct aw_share_ticket *ticket, cudaEvent_t *event);

#endif
