// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the units of a task are dealt out.  A grid goes by waves of neighbouring blocks, as many as a large GPU holds at a time.
// Of each wave every multiprocessor has a share, a run of neighbouring units, and takes chunks of it in order; then it goes on
// to its share of the next wave.  It may do so as long as no share of the wave before the last is left, where it helps first,
// and nobody is still at work on one long past, as one whose core the system gave to another process may be.  So blocks
// begin in the order of the grid, as far as a GPU's do: a block that reads what blocks far before it wrote finds it,
// though nothing waits for it.  And neighbouring blocks run one after another on one core, walking memory
// upwards, and the next grid over the same data finds it in the cache, or on the node, where the last one left it.
//
// Chunks grow smaller towards the end of the last shares, so that all finish at about the same time, but not smaller than
// what is worth some microseconds by what the share's units took last: to move a block's data to another core, and back for the next
// grid, costs more than what helping out would gain.  So who is done with its own waits for the others as long before it helps.
// (Static schedules with stealing: Kale et al., "vSched", and Olivier et al., "OpenMP task scheduling strategies for multicore NUMA
// systems", 2012.)
//
// A grid that takes some microseconds is worth a few multiprocessors: those that come and go take lines of each other's caches.  So as many
// are called, and have a share, as make the whole shortest by what a unit of the kernel's earlier grids took (cpu_stream.c), and all where
// that proves too few.
//
// Transfers have no order and are one wave.  Blocks that may wait for other blocks are taken one by one, from one share.
#include <limits.h>
#include <sched.h>
#include <stdlib.h>

#include "../../../base/os.h"
#include "cpu_device.h"
#include "cpu_queue.h"

struct cpu_share {
	_Alignas(128) _Atomic uint64_t at; // the wave, and in the lower half how many units of its share in it were taken
	_Atomic uint32_t held; // the wave after that which its multiprocessor takes units of or isn't done with; 0: none
	_Atomic uint32_t pace; // what a unit of it took last, in CPU_TIME_PARTS of nanoseconds; 0: not known
};

// Units FIRST and on.
struct run {
	uint64_t first, count;
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

// The part of RUN that number I of COUNT gets, all of which are as long or one unit longer.
static struct run part_of(struct run run, uint64_t i, uint64_t count)
{
	uint64_t size = run.count / count, larger = run.count % count;
	return (struct run){ run.first + i * size + (i < larger ? i : larger), size + (i < larger) };
}

static struct run share_of(const struct cpu_task *task, unsigned share, uint64_t wave)
{
	return part_of(part_of((struct run){ 0, task->total }, wave, task->waves), share, task->share_count);
}

// How many waves are open: behind the last of which units are left to take, and behind the last on which somebody is at work.
enum { OPEN_WAVES = 2, SAFE_WAVES = 8 };

bool aw_cpu_task_deal(struct cpu_task *task)
{
	enum { MOST_WAVES = 1 << 30, MOST_UNITS = 1 << 30 }; // so both halves of a share's number suffice
	unsigned seats = aw_cpu_device_of_stream(task->stream)->sm_count, hands = atomic_load_explicit(&task->hands, memory_order_relaxed);
	uint64_t most = seats < hands ? seats : hands;
	most = task->total < most ? task->total : most;
	unsigned count = reserve(task, task->in_order || most == 0 ? 1 : (unsigned)most);
	if (count == 0)
		return false;
	uint64_t waves = task->wave > 0 && !task->in_order ? task->total / task->wave : 1, least = 1 + task->total / MOST_UNITS;
	task->waves = waves < least ? (uint32_t)least : waves < MOST_WAVES ? (uint32_t)waves : MOST_WAVES;
	for (unsigned i = 0; i < count; i++) {
		atomic_init(&task->shares[i].at, 0);
		atomic_init(&task->shares[i].held, 0);
		atomic_init(&task->shares[i].pace, 0);
	}
	task->share_count = count;
	atomic_init(&task->open_waves, OPEN_WAVES);
	atomic_init(&task->safe_waves, SAFE_WAVES);
	for (unsigned i = 0; i < CPU_WAVE_COUNTS; i++)
		atomic_init(&task->taken_shares[i], 0);
	atomic_init(&task->shares_left, task->total > 0 ? count : 0);
	return true;
}

// Whether units of WAVE may be taken.  Whose wave is long past is looked up once for several waves, since it is for all shares to tell.
static bool is_open(struct cpu_task *task, uint64_t wave)
{
	if (wave >= atomic_load_explicit(&task->open_waves, memory_order_acquire))
		return false;
	if (wave < atomic_load_explicit(&task->safe_waves, memory_order_acquire))
		return true;
	uint64_t safe = UINT32_MAX;
	for (unsigned i = 0; i < task->share_count; i++) {
		// One who holds no wave may hold that of which the next units of its share are a moment later.
		uint64_t at = atomic_load_explicit(&task->shares[i].at, memory_order_acquire) >> 32;
		uint32_t held = atomic_load_explicit(&task->shares[i].held, memory_order_acquire);
		safe = at < safe ? at : safe;
		safe = held && held - 1 < safe ? held - 1 : safe;
	}
	safe += SAFE_WAVES;
	// An older number may overwrite a newer one: that costs another look.
	atomic_store_explicit(&task->safe_waves, safe < UINT32_MAX ? (uint32_t)safe : UINT32_MAX, memory_order_release);
	return wave < safe;
}

// The last units of a share of WAVE were taken: when those of all shares are, the next wave may begin.
static void end_share(struct cpu_task *task, uint64_t wave)
{
	_Atomic uint32_t *taken = &task->taken_shares[wave % CPU_WAVE_COUNTS];
	if (wave + 1 == task->waves) {
		atomic_fetch_sub(&task->shares_left, 1);
	} else if (atomic_fetch_add(taken, 1) + 1 == task->share_count) {
		atomic_store_explicit(taken, 0, memory_order_relaxed);
		atomic_fetch_add(&task->open_waves, 1);
	}
}

// What takes less isn't worth moving to another core.
enum { WORTH_NANOSECONDS = 4000 };

// SM, which asks for units, is done with those that it took before.  Who has been at it for longer than a task is to take that few were
// called to has all others called.
static void note_units(struct cpu_sm *sm, struct cpu_task *task)
{
	enum { LATE_NANOSECONDS = 50000 };
	struct cpu_pace *pace = &sm->pace;
	uint64_t now = aw_os_now();
	if (pace->task != task) {
		*pace = (struct cpu_pace){ .task = task, .since = now, .until = now };
		return;
	}
	uint64_t took = 1 + CPU_TIME_PARTS * (now - pace->until) / (pace->taken > 0 ? pace->taken : 1);
	atomic_store_explicit(&task->shares[pace->share].pace, took < UINT32_MAX ? (uint32_t)took : UINT32_MAX, memory_order_relaxed);
	pace->until = now;
	if (now - pace->since > LATE_NANOSECONDS && atomic_load_explicit(&task->hands, memory_order_relaxed) != UINT_MAX)
		aw_cpu_task_call_all(task);
}

// Tells what a unit of TASK took, of which SM finds no more, if that isn't about what was known.
static void note_pace(const struct cpu_sm *sm, struct cpu_task *task)
{
	enum { MOST = 1 << 30 };
	const struct cpu_pace *pace = &sm->pace;
	if (task->kind != CPU_TASK_GRID || pace->task != task || pace->units == 0)
		return;
	_Atomic uint32_t *known = &task->launch.function->unit_time;
	uint64_t took = 1 + CPU_TIME_PARTS * (pace->until - pace->since) / pace->units;
	uint64_t old = atomic_load_explicit(known, memory_order_relaxed), next = old ? (3 * old + took) / 4 : took;
	if (took > old + old / 4 || took < old - old / 4)
		atomic_store_explicit(known, (uint32_t)(next < MOST ? next : MOST), memory_order_relaxed);
}

// How many units of SHARE are worth moving, as far as is known.
static uint64_t least_worth(const struct cpu_task *task, const struct cpu_share *share)
{
	uint64_t pace = atomic_load_explicit(&share->pace, memory_order_relaxed);
	uint64_t least = pace > 0 && !task->singly ? 1 + WORTH_NANOSECONDS * CPU_TIME_PARTS / pace : 1;
	return least < task->grain ? task->grain : least;
}

// From SHARE, for the multiprocessor whose own is OWN.  It holds the wave before it has the units: who lost its core between the two
// would not be seen to have them.
static bool take_of(struct cpu_task *task, unsigned share, unsigned own, struct run *taken)
{
	enum { PART = 4, MOST = 4096 };
	_Atomic uint64_t *at = &task->shares[share].at;
	uint64_t least = least_worth(task, &task->shares[share]);
	uint64_t seen = atomic_load_explicit(at, memory_order_relaxed), wave, size, next;
	struct run rest;
	do {
		wave = seen >> 32;
		if (wave >= task->waves || !is_open(task, wave)) {
			atomic_store_explicit(&task->shares[own].held, 0, memory_order_release);
			return false;
		}
		atomic_store_explicit(&task->shares[own].held, (uint32_t)wave + 1, memory_order_relaxed);
		rest = share_of(task, share, wave);
		uint64_t done = seen & UINT32_MAX, left = rest.count - done;
		size = task->singly ? 1 : (wave + 1 < task->waves ? rest.count : left) / PART;
		size = size > MOST ? MOST : size < least ? least : size;
		if ((left < size + least && !task->singly) || left < size)
			size = left;
		rest.first += done;
		uint64_t beyond = (rest.first + size) % task->edge;
		size -= size < left && size > beyond ? beyond : 0;
		next = size == left ? (wave + 1) << 32 : seen + size;
	} while (!atomic_compare_exchange_weak(at, &seen, next));
	if (next >> 32 != wave)
		end_share(task, wave);
	*taken = (struct run){ rest.first, size };
	return true;
}

// A multiprocessor that finds nothing in its own share helps out with others', once it has waited for those whose they are for as long as
// what is worth moving takes: they may have begun a little later.
static void wait_for_owners(struct cpu_sm *sm, struct cpu_task *task)
{
	uint32_t open = atomic_load_explicit(&task->open_waves, memory_order_relaxed);
	uint64_t end = aw_os_now() + WORTH_NANOSECONDS;
	while (aw_cpu_task_wants_hands(task) && atomic_load_explicit(&task->open_waves, memory_order_relaxed) == open && aw_os_now() < end)
		aw_cpu_worker_relax();
	sm->pace.has_waited = aw_os_now() >= end;
}

static unsigned share_index(const struct cpu_task *task, const struct cpu_sm *sm)
{
	return sm->index % task->share_count;
}

void aw_cpu_task_let_go(struct cpu_task *task, const struct cpu_sm *sm)
{
	atomic_store_explicit(&task->shares[share_index(task, sm)].held, 0, memory_order_release);
}

bool aw_cpu_task_take(struct cpu_task *task, struct cpu_sm *sm, uint64_t *first, uint64_t *count)
{
	unsigned own = share_index(task, sm);
	note_units(sm, task);
	aw_cpu_task_let_go(task, sm);
	struct run taken;
	for (unsigned i = 0; aw_cpu_task_wants_hands(task); i++) {
		if (i == 1 && !sm->pace.has_waited) {
			wait_for_owners(sm, task);
			i = 0;
		}
		unsigned share = (own + i) % task->share_count;
		if (take_of(task, share, own, &taken)) {
			sm->pace.units += taken.count;
			sm->pace.taken = taken.count;
			sm->pace.share = share;
			sm->pace.until = i > 0 ? aw_os_now() : sm->pace.until;
			*first = taken.first;
			*count = taken.count;
			return true;
		}
		if (i >= task->share_count)
			sched_yield();
	}
	note_pace(sm, task);
	return false;
}
