// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "event.h"

#include <assert.h>

#include "capture.h"
#include "event_share.h"
#include "stream.h"

static struct aw_handle_class events = AW_HANDLE_CLASS(struct CUevent_st);

aw_status aw_core_event_find(cudaEvent_t handle, struct CUevent_st **event)
{
	struct CUevent_st *found = aw_core_handle_find(&events, handle);
	if (!found)
		return aw_core_context_ended() ? AW_UNLOADING : AW_INVALID_HANDLE;
	*event = found;
	return AW_OK;
}

// Events of other processes need timing off.
static aw_status check_flags(unsigned flags)
{
	const unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
	if (flags & ~known)
		return AW_INVALID_VALUE;
	if (!(flags & cudaEventInterprocess))
		return AW_OK;
	return flags & cudaEventDisableTiming ? AW_OK : AW_INVALID_VALUE;
}

static void forget(struct CUevent_st *event)
{
	aw_core_capture_forget_event(event);
	if (event->share)
		aw_core_event_share_destroy(event->share, event->context);
	assert(!event->captured && !event->tips.items);
	const struct aw_driver *driver = event->context->driver;
	struct aw_event *made = event->event;
	aw_core_handle_destroy(&events, event); // first: the back end may give the same handle again
	driver->event->destroy(made);
}

aw_status aw_core_event_wrap(struct aw_context *context, unsigned flags, struct aw_event *made, struct CUevent_st **handle)
{
	struct CUevent_st *event = aw_core_handle_create(&events);
	assert(made && made->device == context->device);
	if (!event) {
		context->driver->event->destroy(made);
		return AW_NO_MEMORY;
	}
	event->event = made;
	event->context = context;
	event->flags = flags;
	if (made->foreign && !aw_core_handle_rename(&events, event, made->foreign)) {
		forget(event);
		return AW_NO_MEMORY;
	}
	*handle = event;
	return AW_OK;
}

aw_status aw_core_event_create_in(struct aw_context *context, unsigned flags, struct CUevent_st **handle)
{
	const struct aw_event_ops *ops = context->driver->event;
	struct aw_event *made;
	bool blocking = flags & cudaEventBlockingSync;
	bool foreign = (flags & cudaEventInterprocess) && !aw_core_event_share_needed(context, flags);
	aw_status status = foreign ? ops->create_shared(context->device, blocking, &made)
	                           : ops->create(context->device, !(flags & cudaEventDisableTiming), blocking, &made);
	return status == AW_OK ? aw_core_event_wrap(context, flags, made, handle) : status;
}

aw_status aw_core_event_create(unsigned flags, cudaEvent_t *handle)
{
	struct aw_context *context;
	struct CUevent_st *event;
	aw_status status = handle ? check_flags(flags) : AW_INVALID_VALUE;
	if (status == AW_OK)
		status = aw_core_context_healthy(&context);
	if (status == AW_OK)
		status = aw_core_event_create_in(context, flags, &event);
	if (status == AW_OK && aw_core_event_share_needed(context, flags)) {
		status = aw_core_event_share_create(context, &event->share);
		if (status != AW_OK)
			forget(event);
	}
	if (status == AW_OK)
		*handle = aw_core_handle_outside(event);
	return status;
}

aw_status aw_core_event_destroy(cudaEvent_t handle)
{
	struct CUevent_st *event;
	aw_status status = aw_core_event_find(handle, &event);
	if (status == AW_OK)
		forget(event);
	return status;
}

aw_status aw_core_event_record_device(cudaEvent_t handle, struct CUstream_st *stream)
{
	struct CUevent_st *event;
	aw_status status = aw_core_event_find(handle, &event);
	if (status != AW_OK)
		return status;
	if (event->context != stream->context)
		return AW_INVALID_HANDLE;
	status = event->share ? aw_core_event_share_record(event->share, stream)
	                      : event->context->driver->event->record(event->event, stream->stream);
	if (status == AW_OK)
		event->recorded = true;
	return status;
}

aw_status aw_core_event_record(cudaEvent_t handle, cudaStream_t stream, unsigned flags)
{
	struct CUevent_st *event;
	struct CUstream_st *target;
	bool capturing;
	if (flags & ~(unsigned)cudaEventRecordExternal)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_event_find(handle, &event);
	if (status == AW_OK)
		status = aw_core_stream_find(stream, &target);
	if (status != AW_OK)
		return status;
	status = aw_core_capture_enter(target, &capturing);
	if (status != AW_OK)
		return status;
	if (event->context != target->context)
		return AW_INVALID_HANDLE;
	if (capturing)
		return aw_core_capture_record(target, event, flags);
	if (flags & cudaEventRecordExternal)
		return AW_ILLEGAL_STATE;
	aw_core_capture_forget_event(event);
	return aw_core_event_record_device(handle, target);
}

// An event that the host asks for: neither it nor the thread may be in a capture.
static aw_status find_outside(cudaEvent_t handle, struct CUevent_st **event)
{
	aw_status status = aw_core_event_find(handle, event);
	if (status == AW_OK)
		status = aw_core_capture_check_event(*event);
	if (status == AW_OK)
		status = aw_core_capture_forbid();
	return status;
}

aw_status aw_core_event_query(cudaEvent_t handle)
{
	struct CUevent_st *event;
	aw_status status = find_outside(handle, &event);
	if (status != AW_OK || !event->recorded)
		return status;
	return event->share ? aw_core_event_share_query(event->share)
	                    : event->context->driver->event->query(event->event);
}

aw_status aw_core_event_synchronize(cudaEvent_t handle)
{
	struct CUevent_st *event;
	aw_status status = find_outside(handle, &event);
	if (status != AW_OK || !event->recorded)
		return status;
	return event->share ? aw_core_event_share_synchronize(event->share)
	                    : event->context->driver->event->synchronize(event->event);
}

aw_status aw_core_event_elapsed(cudaEvent_t start, cudaEvent_t end, float *milliseconds)
{
	struct CUevent_st *from, *to;
	if (!milliseconds)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_event_find(start, &from);
	if (status == AW_OK)
		status = aw_core_event_find(end, &to);
	if (status != AW_OK)
		return status;
	if (from->captured || to->captured)
		return AW_INVALID_VALUE;
	if (from->context != to->context || !from->recorded || !to->recorded ||
	    ((from->flags | to->flags) & cudaEventDisableTiming))
		return AW_INVALID_HANDLE;
	return from->context->driver->event->elapsed(from->event, to->event, milliseconds);
}

void aw_core_event_drop_all(struct aw_context *context)
{
	for (struct CUevent_st *event = NULL; (event = aw_core_handle_next(&events, event));)
		if (event->context == context)
			forget(event);
}
