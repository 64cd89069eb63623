// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events of several processes.  What they share is a page with two numbers: how often the event was recorded,
// and which of these records has happened.  A record is a fill of the second number in the stream's order; a
// stream of the cpu device waits in a host function.
//
// Back ends with memory of their own have such events themselves, which are like any other to the core.
#include "event_share.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "share.h"
#include "stream.h"

enum { PAGE = 4096 };

struct aw_event_share {
	struct {
		_Atomic uint32_t recorded, done;
	} *page;
	int file;
};

bool aw_core_event_share_needed(const struct aw_context *context, unsigned flags)
{
	return (flags & cudaEventInterprocess) && !context->driver->own_memory;
}

static aw_status map_page(struct aw_context *context, int file, struct aw_event_share **share)
{
	const struct aw_share_ops *ops = context->driver->share;
	void *page;
	struct aw_event_share *made = malloc(sizeof(*made));
	if (!made)
		return AW_NO_MEMORY;
	aw_status status = ops->reserve(context->device, PAGE, PAGE, NULL, &page);
	if (status == AW_OK)
		status = ops->map(context->device, page, PAGE, (uint64_t)file, 0);
	if (status == AW_OK)
		status = ops->protect(context->device, page, PAGE, true, true);
	if (status != AW_OK) {
		free(made);
		return status;
	}
	made->page = page;
	made->file = file;
	*share = made;
	return AW_OK;
}

aw_status aw_core_event_share_create(struct aw_context *context, struct aw_event_share **share)
{
	uint64_t file;
	aw_status status = context->driver->share->create(context->device, PAGE, true, &file);
	if (status != AW_OK)
		return status;
	status = map_page(context, (int)file, share);
	if (status != AW_OK)
		close((int)file);
	return status;
}

void aw_core_event_share_destroy(struct aw_event_share *share, struct aw_context *context)
{
	aw_core_context_settle(context); // a record may be under way
	context->driver->share->unreserve(context->device, share->page, PAGE);
	close(share->file);
	free(share);
}

static bool is_done(const struct aw_event_share *share, uint32_t record)
{
	return (int32_t)(share->page->done - record) >= 0;
}

aw_status aw_core_event_share_record(struct aw_event_share *share, struct CUstream_st *stream)
{
	struct aw_fill fill = { .target = (void *)&share->page->done, .value = ++share->page->recorded, .element = 4,
		                .width = 4, .height = 1, .depth = 1 };
	return stream->context->driver->stream->fill(stream->stream, &fill);
}

aw_status aw_core_event_share_query(const struct aw_event_share *share)
{
	return is_done(share, share->page->recorded) ? AW_OK : AW_NOT_READY;
}

static void wait_for(const struct aw_event_share *share, uint32_t record)
{
	while (!is_done(share, record))
		nanosleep(&(struct timespec){ .tv_nsec = 20000 }, NULL);
}

aw_status aw_core_event_share_synchronize(const struct aw_event_share *share)
{
	wait_for(share, share->page->recorded);
	return AW_OK;
}

struct wait {
	const struct aw_event_share *share;
	uint32_t record;
};

static void wait_in_stream(void *data)
{
	struct wait wait = *(struct wait *)data;
	free(data);
	wait_for(wait.share, wait.record);
}

aw_status aw_core_event_share_wait(const struct aw_event_share *share, struct CUstream_st *stream)
{
	uint32_t record = share->page->recorded;
	if (is_done(share, record))
		return AW_OK;
	struct wait *wait = malloc(sizeof(*wait));
	if (!wait)
		return AW_NO_MEMORY;
	*wait = (struct wait){ share, record };
	aw_status status = stream->context->driver->stream->host_function(stream->stream, wait_in_stream, wait);
	if (status != AW_OK)
		free(wait);
	return status;
}

// --- between processes ---

aw_status aw_core_event_share_export(cudaEvent_t handle, struct aw_share_ticket *ticket)
{
	struct CUevent_st *event;
	aw_status status = ticket ? aw_core_event_find(handle, &event) : AW_INVALID_VALUE;
	if (status == AW_OK && !(event->flags & cudaEventInterprocess))
		status = AW_INVALID_HANDLE;
	if (status == AW_OK && !event->share)
		return event->context->driver->event->export_handle(event->event, ticket);
	return status == AW_OK ? aw_core_share_write(event->share->file, AW_SHARE_EVENT, 0, PAGE, ticket) : status;
}

enum { FLAGS = cudaEventInterprocess | cudaEventDisableTiming };

static aw_status import_foreign(struct aw_context *context, const void *ticket, struct CUevent_st **event)
{
	struct aw_event *made;
	aw_status status = context->driver->event->open_handle(context->device, ticket, &made);
	return status == AW_OK ? aw_core_event_wrap(context, FLAGS, made, event) : status;
}

static aw_status import(struct aw_context *context, const struct aw_share_ticket *ticket, struct CUevent_st **event)
{
	struct aw_event_share *share;
	int file;
	aw_status status = aw_core_share_read(ticket, AW_SHARE_EVENT, &file);
	if (status != AW_OK)
		return status == AW_INVALID_VALUE ? AW_MAP_FAILED : status;
	status = map_page(context, file, &share);
	if (status != AW_OK) {
		close(file);
		return status;
	}
	status = aw_core_event_create_in(context, FLAGS, event);
	if (status == AW_OK)
		(*event)->share = share;
	else
		aw_core_event_share_destroy(share, context);
	return status;
}

aw_status aw_core_event_share_import(const struct aw_share_ticket *ticket, cudaEvent_t *handle)
{
	struct aw_context *context;
	struct CUevent_st *event;
	aw_status status = handle ? aw_core_context_current(&context) : AW_INVALID_VALUE;
	if (status == AW_OK)
		status = context->driver->own_memory ? import_foreign(context, ticket, &event) : import(context, ticket, &event);
	if (status != AW_OK)
		return status;
	event->recorded = true;
	*handle = aw_core_handle_outside(event);
	return AW_OK;
}
