// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vendor's driver does both itself, for it knows streams of other libraries of the process, too.  Else a stream of our own stands
// between: it waits for what each stream was given, and then records the event; or it waits for the event and records another, the
// context's gate, for which all streams wait, and so do those that are made later.
#include "event_all.h"

#include <assert.h>

#include "capture.h"
#include "event.h"
#include "green.h"
#include "stream.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // gates

// An event without timing that stands for what STREAM was given, for which LANE waits.
static aw_status wait_for(struct CUstream_st *lane, struct CUstream_st *stream)
{
	struct CUevent_st *here;
	aw_status status = aw_core_event_create_in(stream->context, cudaEventDisableTiming, &here);
	if (status != AW_OK)
		return status;
	status = aw_core_event_record_device(here, stream);
	if (status == AW_OK)
		status = aw_core_stream_wait_device(lane, here);
	aw_core_event_destroy(here);
	return status;
}

static bool is_meant(const struct CUstream_st *stream, const struct CUgreenCtx_st *green)
{
	return !stream->orphaned && (!green || stream->green == green);
}

static aw_status record_behind_all(struct aw_context *context, struct CUgreenCtx_st *green, struct CUevent_st *event)
{
	struct CUstream_st *lane;
	aw_status status = aw_core_stream_create_lane(context, &lane);
	if (status != AW_OK)
		return status;
	for (struct CUstream_st *stream = NULL; status == AW_OK && (stream = aw_core_stream_next(context, stream));)
		if (stream != lane && is_meant(stream, green))
			status = wait_for(lane, stream);
	if (status == AW_OK)
		status = aw_core_event_record_device(event, lane);
	aw_core_stream_forget(lane, true);
	return status;
}

aw_status aw_core_event_record_all(struct aw_context *context, struct CUgreenCtx_st *green, cudaEvent_t handle)
{
	struct CUevent_st *event;
	aw_status status = aw_core_event_find(handle, &event);
	if (status == AW_OK && event->context != context)
		status = AW_INVALID_HANDLE;
	if (status == AW_OK)
		status = aw_core_capture_refuse_all(context, green);
	if (status != AW_OK)
		return status;
	aw_core_capture_forget_event(event);
	if (context->driver->own_memory && !green) {
		status = context->driver->event->record_all(event->event);
		event->recorded = event->recorded || status == AW_OK;
		if (status != AW_NOT_SUPPORTED)
			return status;
	}
	return record_behind_all(context, green, event);
}

// Makes the GATE of the context or part follow EVENT, and what it followed before: a new stream waits for the gate as it was.
static aw_status follow(struct aw_context *context, _Atomic(struct CUevent_st *) *gate, cudaEvent_t event)
{
	struct CUstream_st *lane;
	struct CUevent_st *made = *gate;
	aw_status status = made ? AW_OK : aw_core_event_create_in(context, cudaEventDisableTiming, &made);
	if (status == AW_OK)
		status = aw_core_stream_create_lane(context, &lane);
	if (status == AW_OK) {
		status = aw_core_stream_wait_device(lane, event);
		if (status == AW_OK)
			status = aw_core_event_record_device(made, lane);
		aw_core_stream_forget(lane, true);
	}
	if (status == AW_OK)
		*gate = made;
	else if (made && made != *gate)
		aw_core_event_destroy(made);
	return status;
}

static aw_status hold_all(struct aw_context *context, struct CUgreenCtx_st *green, cudaEvent_t event)
{
	_Atomic(struct CUevent_st *) *gate = green ? &green->gate : &context->gate;
	aw_status status = follow(context, gate, event);
	for (struct CUstream_st *stream = NULL; status == AW_OK && (stream = aw_core_stream_next(context, stream));)
		if (is_meant(stream, green))
			status = aw_core_stream_wait_device(stream, *gate);
	assert(status != AW_OK || (*gate)->recorded);
	return status;
}

aw_status aw_core_event_wait_all(struct aw_context *context, struct CUgreenCtx_st *green, cudaEvent_t handle)
{
	struct CUevent_st *event;
	aw_status status = aw_core_event_find(handle, &event);
	if (status == AW_OK)
		status = aw_core_capture_check_event(event);
	if (status == AW_OK)
		status = aw_core_capture_refuse_all(context, green);
	if (status != AW_OK)
		return status;
	if (context->driver->own_memory && event->context == context && !green) {
		status = context->driver->event->wait_all(event->event);
		if (status != AW_NOT_SUPPORTED)
			return status;
	}
	pthread_mutex_lock(&lock);
	status = hold_all(context, green, handle);
	pthread_mutex_unlock(&lock);
	return status;
}
