// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who sits on which multiprocessor, and which workers are called.  A multiprocessor is a core's worth of
// work: its worker sits there alone, or a host thread that would only wait does, on the one of the core that it
// runs on.  A worker is called by a bell of its own, those that still watch theirs before those that sleep,
// and that of the caller's own core last: the caller may want to sit there itself.
#include <assert.h>
#include <sched.h>

#include "cpu_device.h"
#include "cpu_queue.h"

enum { MOST_CALLED = 16 };

// Called since the lock was taken and to be woken when it is free again.
static struct {
	struct cpu_sm *sms[MOST_CALLED];
	unsigned count;
} called;

_Atomic unsigned aw_cpu_busy_seats, aw_cpu_host_seats;

// Where a host thread sat last; workers have their own.
static __thread unsigned last_seat = UINT32_MAX;

unsigned aw_cpu_seat_of_caller(const struct cpu_device *device)
{
	if (!atomic_load_explicit(&device->pinned, memory_order_relaxed))
		return 0;
	int cpu = sched_getcpu();
	return cpu >= 0 && cpu < CPU_SETSIZE ? device->seat_of_cpu[cpu] : 0;
}

static unsigned seat_here(const struct cpu_device *device)
{
	unsigned known = aw_cpu_seat_of_caller(device);
	if (known)
		return known - 1;
	return last_seat < device->sm_count ? last_seat : device->sm_count - 1;
}

struct cpu_sm *aw_cpu_seat_sit_down(const struct cpu_stream *stream)
{
	struct cpu_device *device = aw_cpu_device_of_stream(stream);
	if (device->free_sms == 0)
		return NULL;
	unsigned here = seat_here(device), at = here;
	while (device->sms[at].taken || !aw_cpu_stream_runs_on(stream, at)) {
		at = (at + 1) % device->sm_count;
		if (at == here)
			return NULL;
	}
	aw_cpu_seat_take(&device->sms[at]);
	atomic_fetch_add_explicit(&aw_cpu_host_seats, 1, memory_order_relaxed);
	last_seat = at;
	return &device->sms[at];
}

void aw_cpu_seat_stand_up(struct cpu_sm *sm)
{
	atomic_fetch_sub_explicit(&aw_cpu_host_seats, 1, memory_order_relaxed);
	aw_cpu_seat_get_up(sm);
}

void aw_cpu_seat_take(struct cpu_sm *sm)
{
	assert(!sm->taken);
	sm->taken = true;
	sm->device->free_sms--;
	atomic_fetch_add_explicit(&aw_cpu_busy_seats, 1, memory_order_relaxed);
}

void aw_cpu_seat_get_up(struct cpu_sm *sm)
{
	assert(sm->taken);
	sm->taken = false;
	sm->device->free_sms++;
	atomic_fetch_sub_explicit(&aw_cpu_busy_seats, 1, memory_order_relaxed);
}

void aw_cpu_seat_call_worker(struct cpu_sm *sm)
{
	bool is_there = sm->worker == CPU_WORKER_AWAY;
	sm->worker = CPU_WORKER_CALLED;
	atomic_fetch_add(&sm->bell, 1);
	if (is_there && !atomic_load(&sm->asleep))
		return;
	if (called.count < MOST_CALLED)
		called.sms[called.count++] = sm;
	else
		aw_cpu_worker_rouse(sm);
}

static bool can_be_called(const struct cpu_sm *sm)
{
	return !sm->taken && (sm->worker == CPU_WORKER_AWAY || sm->worker == CPU_WORKER_NONE);
}

enum { WATCHES, SLEEPS, TO_START, HERE, NOBODY };

static struct cpu_sm *best_to_call(const struct cpu_stream *stream, unsigned *rank_of_best)
{
	const struct cpu_device *device = aw_cpu_device_of_stream(stream);
	unsigned here = seat_here(device), best_rank = NOBODY;
	struct cpu_sm *best = NULL;
	for (unsigned i = 0; i < device->sm_count && best_rank > WATCHES; i++) {
		struct cpu_sm *sm = &device->sms[i];
		if (!can_be_called(sm) || !aw_cpu_stream_runs_on(stream, i))
			continue;
		unsigned rank = i == here ? HERE : sm->worker == CPU_WORKER_NONE ? TO_START : atomic_load(&sm->asleep) ? SLEEPS : WATCHES;
		if (rank < best_rank) {
			best_rank = rank;
			best = sm;
		}
	}
	*rank_of_best = best_rank;
	return best;
}

void aw_cpu_seat_call(const struct cpu_stream *stream, unsigned count, unsigned coming)
{
	const struct cpu_device *device = aw_cpu_device_of_stream(stream);
	unsigned rank, spared = 0;
	for (struct cpu_sm *sm; count > 0 && device->free_sms > coming && (sm = best_to_call(stream, &rank)); count--) {
		if (rank == WATCHES || spared == coming)
			aw_cpu_seat_call_worker(sm);
		else
			spared++;
	}
}

unsigned aw_cpu_seat_take_called(struct cpu_sm **sms, unsigned most)
{
	unsigned count = 0;
	while (called.count > 0 && count < most)
		sms[count++] = called.sms[--called.count];
	return count;
}
