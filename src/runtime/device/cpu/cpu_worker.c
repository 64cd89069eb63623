// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a device.  Workers, one for each multiprocessor, are started one by one as work shows up; each
// looks for a task that wants hands, sits down and serves it.  Without work a worker watches its bell for
// some microseconds and then sleeps (futex), and only sleepers cost the caller a system call.  Where its pauses
// were short of late it watches longer, as a grid whose workers all sleep takes two to three times as long.
// Host functions run on threads of their own, because they may block.
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../../../base/log.h"
#include "../../../base/os.h"
#include "../check_memory.h"
#include "cpu_device.h"
#include "cpu_queue.h"

// How long a thread spins before it sleeps.  Waking a thread costs about as much.
enum { SPIN_NANOSECONDS = 40000, SPINS_BETWEEN_LOOKS = 64 };
// How long a worker spins at most that expects work soon.
enum { PATIENCE_NANOSECONDS = 1000000 };
// Between two looks at the clock, when another thread had the core.  So many pauses on, a worker expects nothing then.
enum { AWAY_NANOSECONDS = 50000, SHY_PAUSES = 256 };
// After so long without work the stacks' memory goes back to the system.
enum { TRIM_MILLISECONDS = 200 };

static _Atomic unsigned spinners; // threads that spin now, of all devices

// MILLISECONDS 0: without end.  False when they have passed.
static bool futex_wait(_Atomic uint32_t *word, uint32_t seen, long milliseconds)
{
	struct timespec time = { .tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000 };
	long result = syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, milliseconds ? &time : NULL, NULL, 0);
	return result == 0 || errno != ETIMEDOUT;
}

void aw_cpu_worker_wake(_Atomic uint32_t *word, int count)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

void aw_cpu_worker_relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

// SM: of the worker that is to spin, NULL for other threads.
static uint64_t spin_time(const struct cpu_sm *sm, uint64_t now)
{
	enum { UNKNOWN = -2, UNSET = -1 };
	static _Atomic long microseconds = UNKNOWN;
	long time = atomic_load_explicit(&microseconds, memory_order_relaxed);
	if (time == UNKNOWN) {
		time = aw_os_env_long("ANYWARP_SPIN_US", UNSET);
		atomic_store_explicit(&microseconds, time, memory_order_relaxed);
	}
	if (time >= 0)
		return (uint64_t)time * 1000;
	uint64_t expected = sm && now - sm->idle_since < PATIENCE_NANOSECONDS ? sm->pause + sm->pause / 2 : 0;
	expected = expected < PATIENCE_NANOSECONDS ? expected : PATIENCE_NANOSECONDS;
	return expected > SPIN_NANOSECONDS ? expected : SPIN_NANOSECONDS;
}

// The time, at which the worker of SM is without work.
static uint64_t look(struct cpu_sm *sm)
{
	uint64_t now = aw_os_now();
	if (sm) {
		sm->looked = now;
		sm->idle_since = sm->idle_since ? sm->idle_since : now;
	}
	return now;
}

void aw_cpu_worker_resume(struct cpu_sm *sm)
{
	if (sm->idle_since == 0)
		return;
	uint64_t pause = sm->looked - sm->idle_since;
	sm->idle_since = 0;
	if (sm->shy > 0)
		sm->shy--;
	else if (pause > PATIENCE_NANOSECONDS)
		sm->pause /= 2;
	else
		sm->pause = pause > sm->pause ? pause : sm->pause - sm->pause / 8;
}

// Whether to stop spinning, after a breath.  Who waits for longer than it takes to wake lets others have the core, such as the threads that
// the program runs on its own between two launches.
static bool is_over(struct cpu_sm *sm, uint64_t start, uint64_t end)
{
	uint64_t before = sm ? sm->looked : 0;
	if (sm && before - start > SPIN_NANOSECONDS)
		sched_yield();
	uint64_t now = look(sm);
	bool was_away = sm && now - before > AWAY_NANOSECONDS;
	if (was_away) {
		sm->pause = 0;
		sm->shy = SHY_PAUSES;
	}
	return was_away || now >= end;
}

// Whether the program's own thread uses a core beside those who sit.
static bool host_runs(void)
{
	return !aw_cpu_queue_host_sleeps() && atomic_load_explicit(&aw_cpu_host_seats, memory_order_relaxed) == 0;
}

// A core must be free for it: not used by one who works or spins, nor by the program's own thread.
static bool may_spin(const struct cpu_sm *sm)
{
	unsigned others = atomic_load_explicit(&aw_cpu_busy_seats, memory_order_relaxed) + (sm && host_runs());
	if (atomic_fetch_add(&spinners, 1) + others < aw_os_cpu_count())
		return true;
	atomic_fetch_sub(&spinners, 1);
	return false;
}

bool aw_cpu_worker_spin(struct cpu_sm *sm, _Atomic uint32_t *word, uint32_t seen)
{
	if (!may_spin(sm))
		return atomic_load(word) != seen;
	uint64_t start = look(sm), end = start + spin_time(sm, start);
	bool changed;
	do {
		for (unsigned i = 0; i < SPINS_BETWEEN_LOOKS && atomic_load_explicit(word, memory_order_relaxed) == seen; i++)
			aw_cpu_worker_relax();
		changed = atomic_load(word) != seen;
	} while (!changed && !is_over(sm, start, end));
	atomic_fetch_sub(&spinners, 1);
	return changed;
}

// Those who sit have a core each, as have those who spin and the program's own thread.
static bool is_room(void)
{
	unsigned busy = atomic_load_explicit(&aw_cpu_busy_seats, memory_order_relaxed) + atomic_load_explicit(&spinners, memory_order_relaxed);
	return busy + host_runs() <= aw_os_cpu_count();
}

bool aw_cpu_worker_linger(struct cpu_sm *sm, const _Atomic uint64_t *news, uint64_t seen, const _Atomic uint32_t *ended,
                          uint32_t seen_ended)
{
	uint64_t start = look(sm), end = start + spin_time(sm, start);
	bool has_ended = false, changed = false;
	do {
		for (unsigned i = 0; i < SPINS_BETWEEN_LOOKS && !changed && !has_ended; i++) {
			aw_cpu_worker_relax();
			has_ended = ended && atomic_load_explicit(ended, memory_order_relaxed) != seen_ended;
			changed = atomic_load(news) != seen;
		}
	} while (!changed && !has_ended && is_room() && !is_over(sm, start, end));
	return changed;
}

unsigned aw_cpu_worker_cores(void)
{
	unsigned count = aw_os_cpu_count(), left = count - host_runs();
	return left > 0 ? left : count;
}

void aw_cpu_worker_stand_back(void)
{
	enum { NANOSECONDS = 700 };
	uint64_t end = aw_os_now() + NANOSECONDS;
	while (aw_os_now() < end)
		aw_cpu_worker_relax();
}

void aw_cpu_worker_sleep(_Atomic uint32_t *word, uint32_t seen)
{
	while (atomic_load(word) == seen)
		futex_wait(word, seen, 0);
}

// --- workers ---

// Until the bell rings, or once the stacks were trimmed because it didn't for a while.
static void sleep_for_bell(struct cpu_sm *sm, uint32_t seen, bool *trimmed)
{
	look(sm);
	atomic_store(&sm->asleep, 1);
	bool in_time = true;
	while (in_time && atomic_load(&sm->bell) == seen)
		in_time = futex_wait(&sm->bell, seen, *trimmed ? 0 : TRIM_MILLISECONDS);
	atomic_store(&sm->asleep, 0);
	look(sm);
	if (!in_time)
		aw_cpu_queue_trim(sm->device);
	*trimmed = !in_time;
}

static void wait_for_bell(struct cpu_sm *sm, uint32_t seen, bool may_spin, bool *trimmed)
{
	if (!may_spin || *trimmed || !aw_cpu_worker_spin(sm, &sm->bell, seen))
		sleep_for_bell(sm, seen, trimmed);
	aw_cpu_worker_resume(sm); // it is wanted, though it may come too late
}

static void *work(void *argument)
{
	struct cpu_sm *sm = argument;
	bool trimmed = false, heard;
	uint32_t bell;
	aw_cpu_place_pin(sm);
	aw_cpu_fault_prepare_thread();
	while (!atomic_load(&sm->device->closing)) {
		if (aw_cpu_queue_work(sm, &bell, &heard))
			trimmed = false;
		wait_for_bell(sm, bell, !heard, &trimmed);
	}
	return NULL;
}

// False when the worker can't be started.
static bool start_worker(struct cpu_sm *sm)
{
	struct cpu_device *device = sm->device;
	pthread_mutex_lock(&device->worker_lock);
	aw_cpu_place_choose(device);
	bool closing = atomic_load(&device->closing), was_started = sm->started;
	if (!closing && !was_started)
		sm->started = pthread_create(&sm->thread, NULL, work, sm) == 0;
	bool is_started = sm->started;
	pthread_mutex_unlock(&device->worker_lock);
	if (was_started)
		aw_cpu_worker_wake(&sm->bell, 1);
	return is_started || closing;
}

void aw_cpu_worker_rouse(struct cpu_sm *sm)
{
	if (atomic_load(&sm->asleep)) {
		aw_cpu_worker_wake(&sm->bell, 1);
	} else if (!start_worker(sm)) {
		if (sm->index == 0)
			aw_error("cpu", "cannot start a worker thread");
		aw_cpu_queue_no_worker(sm);
	}
}

void aw_cpu_worker_stop_all(struct cpu_device *device)
{
	pthread_mutex_lock(&device->worker_lock);
	atomic_store(&device->closing, true);
	pthread_mutex_unlock(&device->worker_lock);
	for (unsigned i = 0; i < device->sm_count; i++) {
		struct cpu_sm *sm = &device->sms[i];
		atomic_fetch_add(&sm->bell, 1);
		aw_cpu_worker_wake(&sm->bell, 1);
		if (sm->started)
			pthread_join(sm->thread, NULL);
	}
}

// --- host functions ---

static struct {
	pthread_mutex_t lock;
	pthread_cond_t arrived;
	struct cpu_task *first, *last; // linked by next_active
	unsigned threads, idle;
} host = { .lock = PTHREAD_MUTEX_INITIALIZER, .arrived = PTHREAD_COND_INITIALIZER };

static void *run_host_functions(void *unused)
{
	(void)unused;
	for (;;) {
		pthread_mutex_lock(&host.lock);
		while (!host.first)
			pthread_cond_wait(&host.arrived, &host.lock);
		host.idle--;
		struct cpu_task *task = host.first;
		host.first = task->next_active;
		pthread_mutex_unlock(&host.lock);
		task->function(task->user);
		aw_check_memory_set_all(); // host libraries write so
		aw_cpu_queue_finish_host(task);
		pthread_mutex_lock(&host.lock);
		host.idle++;
		pthread_mutex_unlock(&host.lock);
	}
	return NULL;
}

// A thread is idle from the start.
static void start_host_thread(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, run_host_functions, NULL) != 0)
		return;
	pthread_detach(thread);
	host.threads++;
	host.idle++;
}

bool aw_cpu_worker_expect_host(void)
{
	pthread_mutex_lock(&host.lock);
	if (host.threads == 0)
		start_host_thread();
	bool ready = host.threads > 0;
	pthread_mutex_unlock(&host.lock);
	return ready;
}

void aw_cpu_worker_run_host(struct cpu_task *task)
{
	pthread_mutex_lock(&host.lock);
	task->next_active = NULL;
	unsigned waiting = 1;
	for (struct cpu_task *other = host.first; other; other = other->next_active)
		waiting++;
	*(host.first ? &host.last->next_active : &host.first) = task;
	host.last = task;
	if (waiting > host.idle)
		start_host_thread();
	pthread_cond_signal(&host.arrived);
	pthread_mutex_unlock(&host.lock);
}
