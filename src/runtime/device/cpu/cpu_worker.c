// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a device.  Workers are started one by one as work shows up; each looks for a task that
// wants hands, sits down on a free multiprocessor and serves it.  Without work a worker watches the bell
// for some microseconds and then sleeps (futex), and only sleepers cost the caller a system call.
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
#include "cpu_device.h"
#include "cpu_queue.h"

// How long a thread spins before it sleeps.  Waking a thread costs about as much.
enum { SPIN_NANOSECONDS = 40000, SPINS_BETWEEN_LOOKS = 64 };
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

static inline void relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

static long spin_time(void)
{
	static _Atomic long nanoseconds = -1;
	long time = atomic_load_explicit(&nanoseconds, memory_order_relaxed);
	if (time < 0) {
		time = aw_os_env_long("ANYWARP_SPIN_US", SPIN_NANOSECONDS / 1000) * 1000;
		atomic_store_explicit(&nanoseconds, time, memory_order_relaxed);
	}
	return time;
}

static bool may_spin(void)
{
	static _Atomic unsigned cpus;
	unsigned count = atomic_load_explicit(&cpus, memory_order_relaxed);
	if (!count)
		atomic_store_explicit(&cpus, count = aw_os_cpu_count(), memory_order_relaxed);
	if (atomic_fetch_add(&spinners, 1) + 1 < count)
		return true;
	atomic_fetch_sub(&spinners, 1);
	return false;
}

// True when *WORD changed while spinning.
static bool spin(_Atomic uint32_t *word, uint32_t seen)
{
	if (!may_spin())
		return atomic_load(word) != seen;
	uint64_t end = aw_os_now() + (uint64_t)spin_time();
	bool changed;
	do {
		for (unsigned i = 0; i < SPINS_BETWEEN_LOOKS && atomic_load_explicit(word, memory_order_relaxed) == seen; i++)
			relax();
		changed = atomic_load(word) != seen;
	} while (!changed && aw_os_now() < end);
	atomic_fetch_sub(&spinners, 1);
	return changed;
}

void aw_cpu_worker_await(_Atomic uint32_t *word, uint32_t seen, _Atomic uint32_t *sleepers)
{
	if (spin(word, seen))
		return;
	atomic_fetch_add(sleepers, 1);
	while (atomic_load(word) == seen)
		futex_wait(word, seen, 0);
	atomic_fetch_sub(sleepers, 1);
}

// --- workers ---

static void wait_for_bell(struct cpu_device *device, uint32_t seen)
{
	atomic_fetch_add(&device->watchers, 1);
	bool rang = spin(&device->bell, seen);
	atomic_fetch_sub(&device->watchers, 1);
	if (rang)
		return;
	atomic_fetch_add(&device->sleepers, 1);
	for (long limit = TRIM_MILLISECONDS; atomic_load(&device->bell) == seen;) {
		if (!futex_wait(&device->bell, seen, limit)) {
			aw_cpu_queue_trim(device);
			limit = 0;
		}
	}
	atomic_fetch_sub(&device->sleepers, 1);
}

static void *work(void *argument)
{
	struct cpu_device *device = argument;
	aw_cpu_fault_prepare_thread();
	while (!atomic_load(&device->closing)) {
		struct cpu_sm *sm;
		struct cpu_task *task;
		uint32_t seen = atomic_load(&device->bell);
		if (aw_cpu_queue_attach(device, &sm, &task)) {
			aw_cpu_grid_serve(sm, task);
			aw_cpu_queue_detach(sm, task);
		} else {
			wait_for_bell(device, seen);
		}
	}
	return NULL;
}

static void start_worker(struct cpu_device *device)
{
	pthread_mutex_lock(&device->worker_lock);
	unsigned count = atomic_load(&device->worker_count);
	if (count < device->sm_count && !atomic_load(&device->closing)) {
		if (pthread_create(&device->workers[count], NULL, work, device) == 0)
			atomic_store(&device->worker_count, count + 1);
		else if (count == 0)
			aw_error("cpu", "cannot start a worker thread");
	}
	pthread_mutex_unlock(&device->worker_lock);
}

void aw_cpu_worker_call(struct cpu_device *device, int count)
{
	atomic_fetch_add(&device->bell, 1);
	if (atomic_load(&device->watchers) > 0)
		return;
	if (atomic_load(&device->sleepers) > 0)
		aw_cpu_worker_wake(&device->bell, count);
	else if (atomic_load_explicit(&device->worker_count, memory_order_relaxed) < device->sm_count)
		start_worker(device);
}

void aw_cpu_worker_stop_all(struct cpu_device *device)
{
	atomic_store(&device->closing, true);
	atomic_fetch_add(&device->bell, 1);
	aw_cpu_worker_wake(&device->bell, INT_MAX);
	pthread_mutex_lock(&device->worker_lock);
	unsigned count = atomic_load(&device->worker_count);
	pthread_mutex_unlock(&device->worker_lock);
	for (unsigned i = 0; i < count; i++)
		pthread_join(device->workers[i], NULL);
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
