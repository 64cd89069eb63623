// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream.h"

#include <assert.h>
#include <stdlib.h>

#include "capture.h"
#include "event.h"
#include "event_share.h"
#include "green.h"
#include "pool.h"

static struct aw_handle_class streams = AW_HANDLE_CLASS(struct CUstream_st);
static _Atomic unsigned long long last_id;

static aw_status create(struct aw_context *context, struct aw_device *device,
                        const struct CUstream_st *wanted, struct CUstream_st **stream)
{
	struct aw_stream *made;
	aw_status status = wanted->green ? context->driver->part->create_stream(wanted->green->part, wanted->priority, &made)
	                                 : context->driver->stream->create(device, wanted->kind, wanted->priority, &made);
	if (status != AW_OK)
		return status;
	assert(made && made->device == device);
	struct CUstream_st *self = aw_core_handle_create(&streams);
	if (!self) {
		context->driver->stream->destroy(made);
		return AW_NO_MEMORY;
	}
	self->stream = made;
	self->context = context;
	self->green = wanted->green;
	self->kind = wanted->kind;
	self->flags = wanted->flags;
	self->priority = wanted->priority;
	self->own = wanted->own;
	self->id = ++last_id;
	if (made->foreign && !aw_core_handle_rename(&streams, self, made->foreign)) {
		aw_core_stream_forget(self, true);
		return AW_NO_MEMORY;
	}
	if (context->gate)
		status = aw_core_stream_wait_device(self, context->gate);
	if (status == AW_OK && self->green && self->green->gate)
		status = aw_core_stream_wait_device(self, self->green->gate);
	if (status != AW_OK) {
		aw_core_stream_forget(self, true);
		return status;
	}
	*stream = self;
	return AW_OK;
}

aw_status aw_core_stream_create_legacy(struct aw_context *context, struct aw_device *device,
                                       struct CUstream_st **stream)
{
	return create(context, device, &(struct CUstream_st){ .kind = AW_STREAM_LEGACY }, stream);
}

aw_status aw_core_stream_create_lane(struct aw_context *context, struct CUstream_st **stream)
{
	return create(context, context->device, &(struct CUstream_st){ .kind = AW_STREAM_NON_BLOCKING }, stream);
}

// Whether a thread's default stream is there: after a reset its place may be another stream's.
static bool is_there(const struct aw_thread_stream *mine)
{
	return mine->stream && aw_core_handle_valid(&streams, mine->stream) && mine->stream->id == mine->id;
}

// The calling thread's default stream on CONTEXT, made at its first use and after a reset.
static aw_status per_thread(struct aw_context *context, struct CUstream_st **stream)
{
	struct aw_thread_more *more = aw_core_thread_more();
	if (!more)
		return AW_NO_MEMORY;
	struct aw_thread_stream *mine = &more->streams[context->ordinal];
	if (!is_there(mine)) {
		struct CUstream_st wanted = { .kind = AW_STREAM_PER_THREAD };
		aw_status status = create(context, context->device, &wanted, &mine->stream);
		if (status != AW_OK)
			return status;
		mine->id = mine->stream->id;
	}
	assert(mine->stream->kind == AW_STREAM_PER_THREAD && mine->stream->context == context);
	*stream = mine->stream;
	return AW_OK;
}

aw_status aw_core_stream_find(cudaStream_t handle, struct CUstream_st **stream)
{
	if ((uintptr_t)handle > (uintptr_t)cudaStreamPerThread) {
		struct CUstream_st *found = aw_core_handle_find(&streams, handle);
		if (!found)
			return aw_core_context_ended() ? AW_UNLOADING : AW_INVALID_HANDLE;
		*stream = found;
		return found->orphaned ? AW_CONTEXT_IS_DESTROYED : AW_OK;
	}
	struct aw_context *context;
	aw_status status = aw_core_context_current(&context);
	if (status != AW_OK)
		return status;
	const struct CUgreenCtx_st *green = aw_core_green_current();
	if (green) {
		*stream = green->stream;
		return handle == cudaStreamPerThread ? AW_INVALID_HANDLE : AW_OK;
	}
	if (handle == cudaStreamPerThread || (!handle && aw_core_thread.per_thread_default))
		return per_thread(context, stream);
	assert(context->legacy && context->legacy->kind == AW_STREAM_LEGACY);
	*stream = context->legacy;
	return AW_OK;
}

static int clamp_priority(int priority)
{
	if (priority > AW_STREAM_PRIORITY_LEAST)
		return AW_STREAM_PRIORITY_LEAST;
	return priority < AW_STREAM_PRIORITY_GREATEST ? AW_STREAM_PRIORITY_GREATEST : priority;
}

aw_status aw_core_stream_create_green(struct CUgreenCtx_st *green, const struct CUstream_st *wanted, struct CUstream_st **stream)
{
	struct CUstream_st whole = wanted ? *wanted : (struct CUstream_st){ .flags = cudaStreamNonBlocking };
	whole.kind = AW_STREAM_NON_BLOCKING;
	whole.green = green;
	return create(green->context, green->context->device, &whole, stream);
}

aw_status aw_core_stream_create(unsigned flags, int priority, cudaStream_t *handle)
{
	struct aw_context *context;
	if (!handle || (flags & ~(unsigned)cudaStreamNonBlocking))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_healthy(&context);
	if (status != AW_OK)
		return status;
	struct CUstream_st wanted = {
		.kind = flags & cudaStreamNonBlocking ? AW_STREAM_NON_BLOCKING : AW_STREAM_BLOCKING,
		.flags = flags,
		.priority = clamp_priority(priority),
		.own = true,
	};
	struct CUstream_st *stream;
	struct CUgreenCtx_st *green = aw_core_green_current();
	status = green ? aw_core_stream_create_green(green, &wanted, &stream) : create(context, context->device, &wanted, &stream);
	if (status == AW_OK)
		*handle = aw_core_handle_outside(stream);
	return status;
}

aw_status aw_core_stream_create_in(struct CUgreenCtx_st *green, unsigned flags, int priority, cudaStream_t *handle)
{
	struct CUstream_st wanted = { .flags = flags, .priority = clamp_priority(priority), .own = true }, *stream;
	aw_status status = aw_core_green_check(green);
	if (status == AW_OK && (!handle || flags != cudaStreamNonBlocking))
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		status = aw_core_stream_create_green(green, &wanted, &stream);
	if (status == AW_OK)
		*handle = aw_core_handle_outside(stream);
	return status;
}

void aw_core_stream_orphan(const struct CUgreenCtx_st *green)
{
	for (struct CUstream_st *stream = NULL; (stream = aw_core_stream_next(green->context, stream));)
		stream->orphaned |= stream->green == green;
}

void aw_core_stream_forget(struct CUstream_st *stream, bool destroy)
{
	const struct aw_driver *driver = stream->context->driver;
	struct aw_stream *made = stream->stream;
	if (stream->capture)
		aw_core_capture_stream_gone(stream);
	aw_core_pool_stream_gone(stream);
	assert(!stream->capture && !stream->tips.items);
	aw_core_handle_destroy(&streams, stream); // first: the back end may give the same handle again
	if (destroy)
		driver->stream->destroy(made);
}

aw_status aw_core_stream_destroy(cudaStream_t handle)
{
	struct CUstream_st *stream = aw_core_handle_find(&streams, handle);
	if (!stream || !stream->own)
		return aw_core_context_ended() ? AW_UNLOADING : AW_INVALID_HANDLE;
	if (stream->orphaned)
		return AW_CONTEXT_IS_DESTROYED;
	aw_core_stream_forget(stream, true);
	return AW_OK;
}

// The stream of HANDLE, where no capture forbids to ask how far it is.
static aw_status find_watched(cudaStream_t handle, struct CUstream_st **stream)
{
	aw_status status = aw_core_stream_find(handle, stream);
	if (status == AW_OK)
		status = aw_core_capture_refuse(*stream);
	return status == AW_OK ? aw_core_capture_forbid() : status;
}

aw_status aw_core_stream_synchronize(cudaStream_t handle)
{
	struct CUstream_st *stream;
	aw_status status = find_watched(handle, &stream);
	return status == AW_OK ? stream->context->driver->stream->synchronize(stream->stream) : status;
}

aw_status aw_core_stream_query(cudaStream_t handle)
{
	struct CUstream_st *stream;
	aw_status status = find_watched(handle, &stream);
	return status == AW_OK ? stream->context->driver->stream->query(stream->stream) : status;
}

aw_status aw_core_stream_wait_device(struct CUstream_st *stream, cudaEvent_t event)
{
	struct CUevent_st *awaited;
	aw_status status = aw_core_event_find(event, &awaited);
	if (status != AW_OK)
		return status;
	if (awaited->share)
		return aw_core_event_share_wait(awaited->share, stream);
	if (awaited->context->driver != stream->context->driver) // strangers can only meet on the host
		return awaited->context->driver->event->synchronize(awaited->event);
	return stream->context->driver->stream->wait_event(stream->stream, awaited->event);
}

aw_status aw_core_stream_wait_event(cudaStream_t handle, cudaEvent_t event, unsigned flags)
{
	struct CUstream_st *stream;
	struct CUevent_st *awaited;
	bool captured;
	if (flags & ~(unsigned)cudaEventWaitExternal)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_stream_find(handle, &stream);
	if (status == AW_OK)
		status = aw_core_event_find(event, &awaited);
	if (status == AW_OK)
		status = aw_core_capture_wait(stream, awaited, flags, &captured);
	if (status != AW_OK || captured)
		return status;
	return aw_core_stream_wait_device(stream, event);
}

static aw_status capture_call(struct CUstream_st *stream, cudaHostFn_t function, void *user)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeHost };
	cudaGraphNode_t node;
	params.host.fn = function;
	params.host.userData = user;
	return aw_core_capture_add(stream, &params, NULL, &node);
}

aw_status aw_core_stream_call(cudaStream_t handle, cudaHostFn_t function, void *user)
{
	struct CUstream_st *stream;
	bool capturing;
	if (!function)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_stream_find(handle, &stream);
	if (status == AW_OK)
		status = aw_core_capture_enter(stream, &capturing);
	if (status != AW_OK)
		return status;
	if (capturing)
		return capture_call(stream, function, user);
	return stream->context->driver->stream->host_function(stream->stream, function, user);
}

struct callback {
	cudaStream_t stream;
	cudaStreamCallback_t function;
	void *user;
};

static void call_back(void *data)
{
	struct callback callback = *(struct callback *)data;
	free(data);
	callback.function(callback.stream, cudaSuccess, callback.user);
}

aw_status aw_core_stream_add_callback(cudaStream_t handle, cudaStreamCallback_t function, void *user,
                                      unsigned flags)
{
	struct CUstream_st *stream;
	if (!function || flags)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_stream_find(handle, &stream);
	if (status == AW_OK)
		status = aw_core_capture_refuse(stream); // the callback would be told of a status
	if (status != AW_OK)
		return status;
	struct callback *callback = malloc(sizeof(*callback));
	if (!callback)
		return AW_NO_MEMORY;
	*callback = (struct callback){ handle, function, user };
	status = aw_core_stream_call(handle, call_back, callback);
	if (status != AW_OK)
		free(callback);
	return status;
}

struct CUstream_st *aw_core_stream_next(const struct aw_context *context, struct CUstream_st *stream)
{
	do
		stream = aw_core_handle_next(&streams, stream);
	while (stream && stream->context != context);
	return stream;
}

void aw_core_stream_drop_all(struct aw_context *context)
{
	for (struct CUstream_st *stream = NULL; (stream = aw_core_stream_next(context, stream));)
		aw_core_stream_forget(stream, true);
}

void aw_core_stream_drop_per_thread(const struct aw_thread_stream *mine)
{
	if (is_there(mine) && !aw_core_context_ended())
		aw_core_stream_forget(mine->stream, true);
}

bool aw_core_stream_any_busy(struct aw_context *context)
{
	for (struct CUstream_st *stream = NULL; (stream = aw_core_stream_next(context, stream));)
		if (context->driver->stream->query(stream->stream) == AW_NOT_READY)
			return true;
	return false;
}
