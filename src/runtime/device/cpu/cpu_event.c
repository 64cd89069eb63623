// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events.  A record is a task of its stream; the event remembers the ticket of the last record given
// and of the last one reached.
#include <stdlib.h>

#include "cpu_device.h"
#include "cpu_queue.h"

static struct cpu_event *of(struct aw_event *event)
{
	return (struct cpu_event *)event;
}

static aw_status create(struct aw_device *device, bool timing, bool blocking_sync, struct aw_event **event)
{
	(void)blocking_sync; // waiting threads always sleep when there is nothing to help with
	struct cpu_event *made = calloc(1, sizeof(*made));
	if (!made)
		return AW_NO_MEMORY;
	made->base.device = device;
	made->timing = timing;
	made->references = 1;
	*event = &made->base;
	return AW_OK;
}

static void destroy(struct aw_event *event)
{
	aw_cpu_queue_drop_event(of(event));
}

static aw_status record(struct aw_event *event, struct aw_stream *stream)
{
	aw_status status = aw_cpu_device_error(aw_cpu_device(stream->device));
	if (status != AW_OK)
		return status;
	struct cpu_task *task = aw_cpu_task_create((struct cpu_stream *)stream, CPU_TASK_RECORD);
	if (!task)
		return AW_NO_MEMORY;
	aw_cpu_queue_hold_event(of(event), task);
	aw_cpu_task_submit(task, false);
	return AW_OK;
}

static bool reached(struct cpu_event *event)
{
	struct aw_cpu_event_state state = aw_cpu_queue_event_state(event);
	return state.completed >= state.recorded;
}

static aw_status query(struct aw_event *event)
{
	aw_status status = aw_cpu_device_error(aw_cpu_device(event->device));
	return status != AW_OK || reached(of(event)) ? status : AW_NOT_READY;
}

static aw_status synchronize(struct aw_event *event)
{
	struct cpu_device *device = aw_cpu_device(event->device);
	aw_cpu_queue_wait_event(of(event));
	return aw_cpu_device_error(device);
}

static aw_status elapsed(struct aw_event *start, struct aw_event *end, float *milliseconds)
{
	struct aw_cpu_event_state from = aw_cpu_queue_event_state(of(start)), to = aw_cpu_queue_event_state(of(end));
	if (!of(start)->timing || !of(end)->timing || !from.recorded || !to.recorded)
		return AW_INVALID_HANDLE;
	if (from.completed < from.recorded || to.completed < to.recorded)
		return AW_NOT_READY;
	*milliseconds = (float)((double)((int64_t)(to.time - from.time)) / 1e6);
	return AW_OK;
}

const struct aw_event_ops aw_cpu_event_ops = {
	.create = create,
	.destroy = destroy,
	.record = record,
	.query = query,
	.synchronize = synchronize,
	.elapsed = elapsed,
};
