// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>

#include "nvidia_device.h"

static CUevent event_of(struct aw_event *event)
{
	return ((struct nvidia_event *)event)->event;
}

// Makes an event with FLAGS, or the one that HANDLE stands for where that isn't NULL.
static aw_status make(struct aw_device *device, unsigned flags, const CUipcEventHandle *handle, struct aw_event **created)
{
	struct nvidia_event *event = calloc(1, sizeof(*event));
	if (!event)
		return AW_NO_MEMORY;
	event->base.device = device;
	aw_status status = aw_nvidia_enter(device);
	if (status == AW_OK)
		status = handle ? NVIDIA(event_ipc_open, &event->event, *handle) : NVIDIA(event_create, &event->event, flags);
	if (status != AW_OK) {
		free(event);
		return status;
	}
	event->base.foreign = event->event;
	*created = &event->base;
	return AW_OK;
}

static aw_status create(struct aw_device *device, bool timing, bool blocking_sync, struct aw_event **created)
{
	unsigned flags = (timing ? 0 : CU_EVENT_DISABLE_TIMING) | (blocking_sync ? CU_EVENT_BLOCKING_SYNC : 0);
	return make(device, flags, NULL, created);
}

static aw_status create_shared(struct aw_device *device, bool blocking_sync, struct aw_event **created)
{
	unsigned flags = CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS | (blocking_sync ? CU_EVENT_BLOCKING_SYNC : 0);
	return make(device, flags, NULL, created);
}

static aw_status export_handle(struct aw_event *event, void *handle)
{
	aw_status status = aw_nvidia_enter(event->device);
	return status == AW_OK ? NVIDIA(event_ipc_get, handle, event_of(event)) : status;
}

static aw_status open_handle(struct aw_device *device, const void *handle, struct aw_event **opened)
{
	return make(device, 0, handle, opened);
}

static void destroy(struct aw_event *event)
{
	if (aw_nvidia_enter(event->device) == AW_OK)
		NVIDIA(event_destroy, event_of(event));
	free(event);
}

static aw_status record(struct aw_event *event, struct aw_stream *stream)
{
	aw_status status = aw_nvidia_enter(event->device);
	return status == AW_OK ? NVIDIA(event_record, event_of(event), ((struct nvidia_stream *)stream)->stream) : status;
}

static aw_status query(struct aw_event *event)
{
	aw_status status = aw_nvidia_enter(event->device);
	return status == AW_OK ? NVIDIA(event_query, event_of(event)) : status;
}

static aw_status synchronize(struct aw_event *event)
{
	aw_status status = aw_nvidia_enter(event->device);
	if (status == AW_OK)
		status = NVIDIA(event_synchronize, event_of(event));
	if (status == AW_OK)
		aw_nvidia_entries_settle(event->device, false);
	return status;
}

static aw_status elapsed(struct aw_event *start, struct aw_event *end, float *milliseconds)
{
	aw_status status = aw_nvidia_enter(start->device);
	return status == AW_OK ? NVIDIA(event_elapsed, milliseconds, event_of(start), event_of(end)) : status;
}

static aw_status record_all(struct aw_event *event)
{
	CUcontext context = aw_nvidia_device(event->device)->context;
	return aw_nvidia.context_record_event ? NVIDIA(context_record_event, context, event_of(event)) : AW_NOT_SUPPORTED;
}

static aw_status wait_all(struct aw_event *event)
{
	CUcontext context = aw_nvidia_device(event->device)->context;
	return aw_nvidia.context_wait_event ? NVIDIA(context_wait_event, context, event_of(event)) : AW_NOT_SUPPORTED;
}

const struct aw_event_ops aw_nvidia_event_ops = {
	.create = create,
	.destroy = destroy,
	.record = record,
	.query = query,
	.synchronize = synchronize,
	.elapsed = elapsed,
	.create_shared = create_shared,
	.export_handle = export_handle,
	.open_handle = open_handle,
	.record_all = record_all,
	.wait_all = wait_all,
};
