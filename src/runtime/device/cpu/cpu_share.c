// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the units of a task are dealt out.  Each multiprocessor has a share, a run of neighbouring units, and
// takes chunks of it in order; when its own is used up, it helps with the next one's.  So neighbouring blocks
// run one after another on one core, walking memory upwards, and the next grid over the same data finds it
// in the cache, or on the node, where the last one left it.  Chunks grow smaller towards the end of a share,
// so that all finish at about the same time, but not smaller than what is worth some microseconds: to move a
// block's data to another core, and back for the next grid, costs more than what helping out would gain.
// (Static schedules with stealing: Kale et al., "vSched", and Olivier et al., "OpenMP task scheduling
// strategies for multicore NUMA systems", 2012.)
//
// Blocks that may wait for other blocks are taken in the order of the grid, one by one.
#include <stdlib.h>

#include "../../../base/os.h"
#include "cpu_device.h"
#include "cpu_queue.h"

struct cpu_share {
	_Alignas(128) _Atomic uint64_t next;
	uint64_t end;
};

// Room for COUNT shares; without memory there is one.
static unsigned reserve(struct cpu_task *task, unsigned count)
{
	if (count <= task->share_capacity)
		return count;
	struct cpu_share *shares = aligned_alloc(_Alignof(struct cpu_share), count * sizeof(*shares));
	if (!shares)
		return task->share_capacity > 0 ? 1 : 0;
	free(task->shares);
	task->shares = shares;
	task->share_capacity = count;
	return count;
}

bool aw_cpu_task_deal(struct cpu_task *task)
{
	unsigned seats = aw_cpu_device_of_stream(task->stream)->sm_count;
	uint64_t most = task->total < seats ? task->total : seats;
	unsigned count = reserve(task, task->in_order || most == 0 ? 1 : (unsigned)most);
	if (count == 0)
		return false;
	uint64_t size = task->total / count, larger = task->total % count, next = 0;
	for (unsigned i = 0; i < count; i++) {
		atomic_init(&task->shares[i].next, next);
		next += size + (i < larger);
		task->shares[i].end = next;
	}
	task->share_count = count;
	atomic_init(&task->shares_left, task->total > 0 ? count : 0);
	return true;
}

// How many units are worth moving to another core: those that take this long, at the pace of the one who asks.
static uint64_t least_worth(struct cpu_sm *sm, const struct cpu_task *task)
{
	enum { WORTH_NANOSECONDS = 4000 };
	struct cpu_pace *pace = &sm->pace;
	if (task->singly)
		return 1;
	uint64_t now = aw_os_now();
	if (pace->task != task) {
		*pace = (struct cpu_pace){ .task = task, .since = now };
		return 1;
	}
	uint64_t spent = now - pace->since + 1;
	return 1 + pace->units * WORTH_NANOSECONDS / spent;
}

static bool take_of(struct cpu_task *task, struct cpu_share *share, uint64_t least, uint64_t *first, uint64_t *count)
{
	enum { PART = 4, MOST = 4096 };
	uint64_t next = atomic_load_explicit(&share->next, memory_order_relaxed), size;
	do {
		if (next >= share->end)
			return false;
		uint64_t left = share->end - next;
		size = task->singly ? 1 : left / PART;
		size = size > MOST ? MOST : size < least ? least : size;
		if (left < size + least && !task->singly)
			size = left;
	} while (!atomic_compare_exchange_weak(&share->next, &next, next + size));
	if (next + size == share->end)
		atomic_fetch_sub(&task->shares_left, 1);
	*first = next;
	*count = size;
	return true;
}

bool aw_cpu_task_take(struct cpu_task *task, struct cpu_sm *sm, uint64_t *first, uint64_t *count)
{
	unsigned own = (unsigned)((uint64_t)sm->index * task->share_count / sm->device->sm_count);
	uint64_t least = least_worth(sm, task);
	if (least < task->grain && !task->singly)
		least = task->grain;
	for (unsigned i = 0; i < task->share_count && aw_cpu_task_wants_hands(task); i++)
		if (take_of(task, &task->shares[(own + i) % task->share_count], least, first, count)) {
			sm->pace.units += *count;
			return true;
		}
	return false;
}
