// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of work.  Every task gets a ticket when it is submitted, so "earlier" is a comparison:
//
// - a stream is a list; only its head may run;
// - the legacy stream's head may run when no blocking stream has an earlier task, and the other way
//   round (CUDA Runtime API, "Stream synchronization behavior");
// - a wait for an event may go when the event's record of then is reached.
//
// Whenever a task ends, all heads are looked at again.  Records and waits are done on the spot; grids,
// copies and fills become active, which means that whoever has a seat on one of the device's
// multiprocessors may take chunks of them: the workers, and host threads that would only wait.
// A task is done when no unit is left and all who took some have let go of it.
//
// Who is done with a task keeps its seat for a while and hears whether another becomes active (cpu_news.c).
#include "cpu_queue.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../../base/os.h"
#include "cpu_device.h"
#include "cpu_news.h"

// What a host thread waits for: an event, or all work up to TICKET of a stream or device.
struct aim {
	struct cpu_device *device;
	const struct cpu_stream *stream; // NULL: all of the device
	const struct cpu_event *event;   // or NULL
	uint64_t ticket;
	struct aim *next;        // that sleeps or watches, too
	_Atomic uint32_t woken;  // from sleep
	uint32_t seen;           // of `completions`, which it watches
	const struct cpu_task *expected_by; // for which no other was called
	bool impatient;          // those who heard of a task, and are all that it is worth, haven't come
};

static struct {
	pthread_mutex_t lock;
	uint64_t ticket;
	struct cpu_stream *streams;
	struct cpu_task *free;
	_Atomic uint32_t completions; // rises after tasks have ended
	bool popped;                  // a task ended while the lock was held
	uint64_t activations;
	struct aim *waiting;          // of host threads that sleep
	_Atomic unsigned sleeping;    // their number
	struct aim *watching;         // of host threads that look for work as soon as a task has ended
	const struct cpu_sm *leaving; // whose worker ends a task, and then looks for the next
	const struct cpu_task *leaving_for; // which expects it
	bool short_handed;            // a worker could not be started
	const struct cpu_task *quiet; // its submitter would rather run it than call a worker
} queue = { .lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP };

static void wake_waiters(void);

static void lock(void)
{
	pthread_mutex_lock(&queue.lock);
}

// Wakes those who must hear of what happened meanwhile, after the lock is free for them.
static void unlock(void)
{
	enum { MOST = 16 };
	struct cpu_sm *called[MOST];
	unsigned count = aw_cpu_seat_take_called(called, MOST);
	if (queue.popped) {
		wake_waiters();
		atomic_fetch_add(&queue.completions, 1);
	}
	queue.popped = false;
	pthread_mutex_unlock(&queue.lock);
	while (count > 0)
		aw_cpu_worker_rouse(called[--count]);
}

static struct cpu_device *device_of(const struct cpu_task *task)
{
	return aw_cpu_device_of_stream(task->stream);
}

// As it will be when the lock is free.
static uint32_t completions(void)
{
	return atomic_load(&queue.completions) + queue.popped;
}

// --- tasks ---

struct cpu_task *aw_cpu_task_create(struct cpu_stream *stream, enum cpu_task_kind kind)
{
	lock();
	struct cpu_task *task = queue.free;
	if (task)
		queue.free = task->next;
	unlock();
	if (!task && !(task = calloc(1, sizeof(*task))))
		return NULL;
	task->next = task->next_active = NULL;
	task->stream = stream;
	task->kind = kind;
	task->running = false;
	task->called = task->hearers = 0;
	atomic_init(&task->hands, UINT_MAX);
	task->total = 0;
	task->staged = NULL;
	task->event = NULL;
	task->launch.parameters = NULL;
	task->launch.texts = NULL;
	task->singly = task->in_order = task->is_child = task->is_tail = false;
	atomic_init(&task->begun, 0);
	task->tails = NULL;
	task->grain = task->edge = 1;
	task->wave = 0;
	atomic_init(&task->shares_left, 0);
	atomic_init(&task->status, AW_OK);
	return task;
}

// With the lock held.
static void drop_event(struct cpu_event *event)
{
	if (--event->references == 0)
		free(event);
}

static void recycle(struct cpu_task *task)
{
	if (task->launch.parameters && task->launch.own_parameters)
		free(task->launch.parameters);
	free(task->staged);
	if (task->event)
		drop_event(task->event);
	task->next = queue.free;
	queue.free = task;
}

void aw_cpu_task_discard(struct cpu_task *task)
{
	lock();
	recycle(task);
	unlock();
}

// Who waits for the parent's ticket waits for TASK, too, and those that it appended before come first.
void aw_cpu_task_append(struct cpu_task *parent, struct cpu_task *task)
{
	lock();
	struct cpu_task *before = parent;
	while (before->next && before->next->ticket == parent->ticket)
		before = before->next;
	task->ticket = parent->ticket;
	task->next = before->next;
	before->next = task;
	if (parent->stream->tail == before)
		parent->stream->tail = task;
	unlock();
}

void aw_cpu_task_fail(struct cpu_task *task, aw_status status)
{
	int none = AW_OK;
	atomic_compare_exchange_strong(&task->status, &none, (int)status);
	none = AW_OK;
	atomic_compare_exchange_strong(&device_of(task)->error, &none, (int)status);
}

// --- order ---

static bool has_earlier(const struct cpu_stream *stream, uint64_t ticket)
{
	return stream->head && stream->head->ticket < ticket;
}

static bool is_blocking(const struct cpu_stream *stream)
{
	return stream->kind == AW_STREAM_BLOCKING || stream->kind == AW_STREAM_PER_THREAD;
}

static bool related(const struct cpu_stream *a, const struct cpu_stream *b)
{
	if (a->base.device != b->base.device)
		return false;
	return (a->kind == AW_STREAM_LEGACY && is_blocking(b)) || (b->kind == AW_STREAM_LEGACY && is_blocking(a));
}

static bool may_run(const struct cpu_task *task)
{
	if (task->stream->kind != AW_STREAM_NON_BLOCKING)
		for (const struct cpu_stream *other = queue.streams; other; other = other->next)
			if (related(task->stream, other) && has_earlier(other, task->ticket))
				return false;
	return task->kind != CPU_TASK_WAIT || task->event->completed >= task->event_ticket;
}

static void reach_record(struct cpu_task *task)
{
	struct cpu_event *event = task->event;
	if (task->ticket < event->completed)
		return;
	event->completed = task->ticket;
	event->time = event->timing ? aw_os_now() : 0;
}

// Whether what STREAM holds up to TICKET can depend on a task.
static bool concerns(const struct cpu_task *task, const struct cpu_stream *stream, uint64_t ticket)
{
	if (task->ticket > ticket)
		return false;
	return !stream || task->stream == stream || related(task->stream, stream);
}

static bool is_done(const struct cpu_device *device, const struct cpu_stream *stream, uint64_t ticket)
{
	if (stream)
		return !has_earlier(stream, ticket + 1);
	for (const struct cpu_stream *other = queue.streams; other; other = other->next)
		if (other->base.device == &device->base && has_earlier(other, ticket + 1))
			return false;
	return true;
}

static bool is_reached(const struct aim *aim)
{
	return aim->event ? aim->event->completed >= aim->ticket : is_done(aim->device, aim->stream, aim->ticket);
}

static bool can_come(const struct aim *aim, const struct cpu_task *task)
{
	return aim->seen != completions() && aim->device == device_of(task) &&
	       (!aim->expected_by || aim->expected_by == task) && concerns(task, aim->stream, aim->ticket) && !is_reached(aim);
}

static bool worker_can_come(const struct cpu_task *task)
{
	return queue.leaving && queue.leaving->device == device_of(task) && (!queue.leaving_for || queue.leaving_for == task) &&
	       aw_cpu_stream_runs_on(task->stream, queue.leaving->index);
}

// Calls up to COUNT threads more to TASK, but no more than are worth it.  Those that have seen a task end come without, though they don't
// sit yet.
static void call(struct cpu_task *task, unsigned count)
{
	unsigned hands = atomic_load_explicit(&task->hands, memory_order_relaxed), cores = aw_cpu_worker_cores(), coming = worker_can_come(task);
	if (hands > cores && hands != UINT_MAX)
		hands = cores;
	if (count + task->called > hands)
		count = hands > task->called ? hands - task->called : 0;
	if (count == 0)
		return;
	task->called += count;
	for (const struct aim *aim = queue.watching; aim; aim = aim->next)
		coming += can_come(aim, task);
	aw_cpu_seat_call(task->stream, count, coming);
}

// One that comes is enough to begin with, and it comes to no other task.
static void expect_one(const struct cpu_task *task)
{
	if (worker_can_come(task)) {
		queue.leaving_for = task;
		return;
	}
	struct aim *aim = queue.watching;
	while (aim && !can_come(aim, task))
		aim = aim->next;
	if (aim)
		aim->expected_by = task;
}

// Whether a host thread holds the lock, not a worker.
static bool is_by_host(void)
{
	return !queue.leaving && !aw_cpu_this_sm;
}

// Those who hear of TASK come by themselves, and one is called besides.
static void announce(struct cpu_task *task)
{
	task->called = task->hearers = aw_cpu_news_tell(task, is_by_host());
	call(task, 1);
}

static void activate(struct cpu_task *task)
{
	struct cpu_device *device = device_of(task);
	struct cpu_task **link = &device->active;
	while (*link)
		link = &(*link)->next_active;
	*link = task;
	atomic_fetch_add_explicit(&device->wanting, 1, memory_order_relaxed);
	aw_cpu_task_open(task, ++queue.activations);
	if (task != queue.quiet) {
		announce(task);
		expect_one(task);
	}
}

// Removes the head of a stream, which is done.
static void pop(struct cpu_stream *stream)
{
	struct cpu_task *task = stream->head;
	stream->head = task->next;
	if (!stream->head)
		stream->tail = NULL;
	recycle(task);
	queue.popped = true;
}

// Lets the head of a stream begin if it may; true when the stream moved on by tasks done on the spot.
static bool advance(struct cpu_stream *stream)
{
	bool moved = false;
	for (struct cpu_task *task; (task = stream->head) && !task->running && may_run(task);) {
		bool broken = atomic_load_explicit(&device_of(task)->error, memory_order_relaxed) != AW_OK;
		if (task->kind == CPU_TASK_RECORD) {
			reach_record(task);
		} else if (task->kind != CPU_TASK_WAIT && !broken && (task->kind == CPU_TASK_HOST || task->total > 0)) {
			task->running = true;
			if (task->kind == CPU_TASK_HOST)
				aw_cpu_worker_run_host(task);
			else
				activate(task);
			return moved;
		}
		pop(stream);
		moved = true;
	}
	return moved;
}

// Frees streams that were destroyed and are empty now.
static void bury(void)
{
	for (struct cpu_stream **link = &queue.streams; *link;) {
		struct cpu_stream *stream = *link;
		if (stream->destroyed && !stream->head) {
			*link = stream->next;
			free(stream);
		} else {
			link = &stream->next;
		}
	}
}

static void advance_all(void)
{
	bool moved;
	do {
		moved = false;
		for (struct cpu_stream *stream = queue.streams; stream; stream = stream->next)
			moved |= advance(stream);
	} while (moved);
	bury();
}

// With the lock held: all units of an active task are done.
static void finish(struct cpu_task *task)
{
	struct cpu_device *device = device_of(task);
	struct cpu_task **link = &device->active;
	while (*link != task)
		link = &(*link)->next_active;
	*link = task->next_active;
	atomic_fetch_sub_explicit(&device->wanting, 1, memory_order_relaxed);
	aw_cpu_print_end_task(task);
	assert(task->stream->head == task);
	pop(task->stream);
	advance_all();
}

// --- seats ---

// The active task for SM that needs hands most: the highest priority (the lowest number), then the fewest
// hands, then the oldest.
static struct cpu_task *neediest(const struct cpu_sm *sm, const struct cpu_task *but)
{
	struct cpu_task *best = NULL;
	for (struct cpu_task *task = sm->device->active; task; task = task->next_active) {
		if (task == but || !aw_cpu_task_wants_more(task) || !aw_cpu_stream_runs_on(task->stream, sm->index))
			continue;
		if (!best || task->stream->priority < best->stream->priority ||
		    (task->stream->priority == best->stream->priority && aw_cpu_users_of(task) < aw_cpu_users_of(best)))
			best = task;
	}
	return best;
}

// Calls the worker of the seat when there is work that found all seats taken before.
static void call_if_needed(struct cpu_sm *sm)
{
	if (sm->worker != CPU_WORKER_BUSY && sm->worker != CPU_WORKER_CALLED && neediest(sm, NULL))
		aw_cpu_seat_call_worker(sm);
}

// Works on *TASK and those that follow it, until there is nothing more to do for AIM, which is NULL for a worker, or too much.
static enum cpu_step serve(struct cpu_sm *sm, struct cpu_task **task, const struct aim *aim)
{
	for (;;) {
		if (!aim)
			aw_cpu_worker_resume(sm);
		aw_cpu_grid_serve(sm, *task);
		enum cpu_step step = aw_cpu_news_go_on(sm, task, aim ? &queue.completions : NULL);
		if (step != CPU_STEP_JOINED)
			return step;
		if (aim && !concerns(*task, aim->stream, aim->ticket))
			return aw_cpu_task_leave(*task) ? CPU_STEP_LAST : CPU_STEP_LEFT;
	}
}

// With the lock held, after serve gave STEP.
static void end_serve(struct cpu_sm *sm, struct cpu_task *task, enum cpu_step step)
{
	if (step == CPU_STEP_HEARS)
		atomic_fetch_sub(&sm->device->news.hearers, 1);
	else if (step == CPU_STEP_LAST)
		finish(task);
}

static void stand_up(struct cpu_sm *sm, struct cpu_task *task, enum cpu_step step)
{
	aw_cpu_seat_stand_up(sm);
	call_if_needed(sm);
	end_serve(sm, task, step);
}

// With the lock held.
static bool attach(struct cpu_sm *sm, struct cpu_task **task)
{
	struct cpu_task *found;
	bool sits;
	do {
		found = neediest(sm, NULL);
		sits = found && !sm->taken;
	} while (sits && !aw_cpu_task_join(found)); // which was closed just now
	sm->worker = sits ? CPU_WORKER_BUSY : CPU_WORKER_AWAY;
	if (sits) {
		aw_cpu_seat_take(sm);
		*task = found;
	}
	if (found && aw_cpu_task_wants_more(found))
		call(found, sits ? 2 : 1); // each calls two more as long as there is enough to do
	return sits;
}

bool aw_cpu_queue_work(struct cpu_sm *sm, uint32_t *bell, bool *heard)
{
	struct cpu_task *task = NULL;
	bool worked = false;
	*heard = false;
	lock();
	bool sits = attach(sm, &task);
	while (sits || (!*heard && !sm->taken)) {
		uint64_t number = atomic_load(&sm->device->news.number);
		if (!sits) { // who has looked in vain hears what comes next
			sm->worker = CPU_WORKER_BUSY;
			aw_cpu_seat_take(sm);
			atomic_fetch_add(&sm->device->news.hearers, 1);
		}
		unlock();
		enum cpu_step step = sits ? CPU_STEP_JOINED : aw_cpu_news_hear(sm, number, &task, NULL, 0);
		worked |= step == CPU_STEP_JOINED;
		if (step == CPU_STEP_JOINED)
			step = serve(sm, &task, NULL);
		*heard = step == CPU_STEP_HEARS;
		lock();
		aw_cpu_seat_get_up(sm);
		queue.leaving = sm;
		queue.leaving_for = NULL;
		end_serve(sm, task, step);
		queue.leaving = NULL;
		sits = attach(sm, &task);
	}
	*bell = atomic_load(&sm->bell);
	unlock();
	return worked;
}

void aw_cpu_task_call_all(struct cpu_task *task)
{
	lock();
	if (atomic_exchange_explicit(&task->hands, UINT_MAX, memory_order_relaxed) != UINT_MAX) {
		task->called = aw_cpu_users_of(task) + aw_cpu_news_tell(task, is_by_host());
		if (aw_cpu_task_wants_more(task))
			call(task, 2);
	}
	unlock();
}

void aw_cpu_queue_no_worker(struct cpu_sm *sm)
{
	lock();
	sm->worker = CPU_WORKER_NONE;
	queue.short_handed = true;
	wake_waiters();
	unlock();
}

void aw_cpu_queue_trim(struct cpu_device *device)
{
	for (unsigned i = 0; i < device->sm_count; i++) {
		struct cpu_sm *sm = &device->sms[i];
		lock();
		bool was_free = !sm->taken;
		if (was_free)
			aw_cpu_seat_take(sm);
		unlock();
		if (!was_free)
			continue;
		aw_cpu_stack_trim(&sm->stacks);
		aw_cpu_gangs_trim(sm);
		lock();
		aw_cpu_seat_get_up(sm);
		call_if_needed(sm);
		unlock();
	}
}

struct cpu_task *aw_cpu_queue_join_other(struct cpu_sm *sm, const struct cpu_task *than)
{
	lock();
	struct cpu_task *task = neediest(sm, than);
	bool joined = task && aw_cpu_task_join(task);
	unlock();
	return joined ? task : NULL;
}

void aw_cpu_queue_leave_other(struct cpu_task *task)
{
	if (!aw_cpu_task_leave(task))
		return;
	lock();
	finish(task);
	unlock();
}

bool aw_cpu_queue_host_sleeps(void)
{
	return atomic_load_explicit(&queue.sleeping, memory_order_relaxed) > 0;
}

bool aw_cpu_queue_crowded(const struct cpu_device *device)
{
	return atomic_load_explicit(&device->wanting, memory_order_relaxed) > 1;
}

// --- submitting and waiting ---

void aw_cpu_task_submit(struct cpu_task *task, bool is_short)
{
	struct cpu_stream *stream = task->stream;
	struct cpu_sm *sm = NULL;
	lock();
	task->ticket = ++queue.ticket;
	if (task->kind == CPU_TASK_RECORD) {
		task->event->recorded = task->ticket;
		task->event->stream = stream;
	} else if (task->kind == CPU_TASK_WAIT) {
		task->event_ticket = task->event->recorded;
	}
	*(stream->tail ? &stream->tail->next : &stream->head) = task;
	stream->tail = task;
	queue.quiet = is_short ? task : NULL;
	if (stream->head == task && advance(stream) && queue.streams->next)
		advance_all();
	if (is_short && stream->head == task && task->running) {
		sm = aw_cpu_seat_sit_down(stream);
		if (sm)
			aw_cpu_task_join(task);
		else
			announce(task);
	}
	queue.quiet = NULL;
	unlock();
	if (sm) {
		aw_cpu_grid_serve(sm, task);
		bool was_last = aw_cpu_task_leave(task);
		lock();
		stand_up(sm, task, was_last ? CPU_STEP_LAST : CPU_STEP_LEFT);
		unlock();
	}
}

void aw_cpu_queue_finish_host(struct cpu_task *task)
{
	lock();
	pop(task->stream);
	advance_all();
	unlock();
}

bool aw_cpu_queue_is_done(struct cpu_device *device, const struct cpu_stream *stream, uint64_t ticket)
{
	lock();
	bool done = is_done(device, stream, ticket);
	unlock();
	return done;
}

uint64_t aw_cpu_queue_last_ticket(void)
{
	lock();
	uint64_t ticket = queue.ticket;
	unlock();
	return ticket;
}

// Wakes those whose aim is reached; all, when workers are missing and they must do the work themselves.
static void wake_waiters(void)
{
	for (struct aim **link = &queue.waiting, *aim; (aim = *link);) {
		if (!is_reached(aim) && !queue.short_handed) {
			link = &aim->next;
			continue;
		}
		*link = aim->next;
		queue.sleeping--;
		_Atomic uint32_t *woken = &aim->woken;
		atomic_store(woken, 1); // from here on AIM may be gone; waking an address that is no more does nothing
		aw_cpu_worker_wake(woken, 1);
	}
}

static void sleep_on(struct aim *aim)
{
	atomic_init(&aim->woken, 0);
	aim->next = queue.waiting;
	queue.waiting = aim;
	queue.sleeping++;
	unlock();
	aw_cpu_worker_sleep(&aim->woken, 0);
	lock();
}

// Between these two AIM's thread looks for work as soon as a task has ended.
static void begin_watch(struct aim *aim)
{
	aim->seen = completions();
	aim->expected_by = NULL;
	aim->next = queue.watching;
	queue.watching = aim;
}

// Whether one has.
static bool end_watch(struct aim *aim)
{
	struct aim **link = &queue.watching;
	while (*link != aim)
		link = &(*link)->next;
	*link = aim->next;
	return completions() != aim->seen;
}

// Whether those who hear the news are all that TASK is worth.
static bool is_provided(struct cpu_task *task)
{
	unsigned hands = atomic_load_explicit(&task->hands, memory_order_relaxed);
	return hands < device_of(task)->sm_count && task->hearers >= hands;
}

// One turn of waiting, with the lock held: works on a task that is waited for, or waits for any to end.
static void wait_once(struct aim *aim)
{
	struct cpu_task *task = aim->device->active;
	bool is_left = false;
	for (; task; task = task->next_active) {
		if (!concerns(task, aim->stream, aim->ticket) || !aw_cpu_task_wants_more(task))
			continue;
		if (aim->impatient || !is_provided(task))
			break;
		is_left = true;
	}
	struct cpu_sm *sm = task && !aw_cpu_this_sm ? aw_cpu_seat_sit_down(task->stream) : NULL;
	if (sm && !aw_cpu_task_join(task)) { // it was closed just now
		aw_cpu_seat_stand_up(sm);
		sm = NULL;
	}
	if (!sm) {
		begin_watch(aim);
		unlock();
		aw_cpu_worker_spin(NULL, &queue.completions, aim->seen);
		lock();
		bool has_ended = end_watch(aim);
		aim->impatient = !has_ended && is_left;
		if (!has_ended && !is_left && !is_reached(aim))
			sleep_on(aim);
		return;
	}
	if (aw_cpu_task_wants_more(task))
		call(task, 2);
	unlock();
	enum cpu_step step = serve(sm, &task, aim);
	lock();
	begin_watch(aim);
	stand_up(sm, task, step);
	end_watch(aim);
}

void aw_cpu_queue_wait(struct cpu_device *device, const struct cpu_stream *stream, uint64_t ticket)
{
	struct aim aim = { .device = device, .stream = stream, .ticket = ticket };
	lock();
	while (!is_reached(&aim))
		wait_once(&aim);
	unlock();
	aw_cpu_device_flush(device);
}

// --- streams and events ---

void aw_cpu_queue_add_stream(struct cpu_stream *stream)
{
	lock();
	stream->next = queue.streams;
	queue.streams = stream;
	unlock();
}

void aw_cpu_queue_remove_stream(struct cpu_stream *stream)
{
	lock();
	stream->destroyed = true;
	bury();
	unlock();
}

void aw_cpu_queue_cancel(struct cpu_device *device)
{
	int none = AW_OK;
	atomic_compare_exchange_strong(&device->error, &none, AW_CONTEXT_IS_DESTROYED); // nothing begins any more
	lock();
	for (struct cpu_task *task = device->active; task; task = task->next_active)
		atomic_compare_exchange_strong(&task->status, &(int){ AW_OK }, AW_CONTEXT_IS_DESTROYED);
	for (struct cpu_task *task = device->active, *next; task; task = next) {
		next = task->next_active;
		if (aw_cpu_task_close(task)) {
			finish(task);
			next = device->active;
		}
	}
	struct aim aim = { .device = device, .ticket = UINT64_MAX - 1 };
	while (!is_reached(&aim))
		wait_once(&aim);
	for (struct cpu_stream *stream = queue.streams; stream; stream = stream->next)
		stream->destroyed |= stream->base.device == &device->base;
	bury();
	unlock();
}

void aw_cpu_queue_hold_event(struct cpu_event *event, struct cpu_task *task)
{
	lock();
	event->references++;
	task->event = event;
	unlock();
}

void aw_cpu_queue_drop_event(struct cpu_event *event)
{
	lock();
	drop_event(event);
	unlock();
}

struct aw_cpu_event_state aw_cpu_queue_event_state(const struct cpu_event *event)
{
	lock();
	struct aw_cpu_event_state state = { event->recorded, event->completed, event->time };
	unlock();
	return state;
}

void aw_cpu_queue_wait_event(struct cpu_event *event)
{
	lock();
	struct cpu_device *device = (struct cpu_device *)event->base.device;
	struct aim aim = { .device = device, .stream = event->stream, .event = event, .ticket = event->recorded };
	event->references++;
	while (!is_reached(&aim))
		wait_once(&aim);
	drop_event(event);
	unlock();
	aw_cpu_device_flush(device);
}
