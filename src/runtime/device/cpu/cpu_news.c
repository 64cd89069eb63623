// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Coming to tasks and going from them without the queue's lock.  Grids often follow one another every few microseconds, and if each
// multiprocessor went through the lock twice for each of them it would hold up all others.
//
// Who is done with a task keeps its seat for a while and hears the news: when a task becomes active beside no other, it joins that at once.
// For this the users of a task are a word with the number of its activation, which no other has, and a bit that says that it is closed: the
// last one who leaves a task closes it, and takes the lock to end it.  (A word with a version in place of a pointer: Treiber, "Systems
// Programming: Coping with Parallelism", 1986.)  Memory of tasks is only ever used for tasks, so to look at one that has ended does no
// harm.
//
// Who gives up hearing looks for work with the lock, so that no task is overlooked: whoever is counted among those who hear when a task is
// told either joins it or comes by the lock later.
#include "cpu_news.h"

// The news of a device: the number of the last activation that was told, and how often it was told since.
enum { TOLD_AGAIN_SHIFT = 8 };

bool aw_cpu_task_join(struct cpu_task *task)
{
	uint64_t word = atomic_load(&task->users);
	while (!(word & CPU_CLOSED))
		if (atomic_compare_exchange_weak(&task->users, &word, word + 1))
			return true;
	return false;
}

// If WORD is its word still.
static bool close_as(struct cpu_task *task, uint64_t word)
{
	return (word & (CPU_USERS | CPU_CLOSED)) == 0 && atomic_compare_exchange_strong(&task->users, &word, word | CPU_CLOSED);
}

bool aw_cpu_task_close(struct cpu_task *task)
{
	return close_as(task, atomic_load(&task->users));
}

bool aw_cpu_task_leave(struct cpu_task *task)
{
	uint64_t word = atomic_fetch_sub(&task->users, 1) - 1;
	return (word & CPU_USERS) == 0 && !aw_cpu_task_wants_hands(task) && close_as(task, word);
}

unsigned aw_cpu_news_tell(struct cpu_task *task, bool by_host)
{
	struct cpu_device *device = aw_cpu_device_of_stream(task->stream);
	struct cpu_news *news = &device->news;
	uint64_t activation = atomic_load_explicit(&task->users, memory_order_relaxed) >> CPU_ACTIVATION_SHIFT;
	uint64_t number = activation << TOLD_AGAIN_SHIFT, old = atomic_load(&news->number);
	bool is_alone = !aw_cpu_queue_crowded(device) && !task->stream->in_part && activation >= old >> TOLD_AGAIN_SHIFT;
	if (by_host)
		atomic_store_explicit(&news->teller, aw_cpu_seat_of_caller(device), memory_order_relaxed);
	atomic_store_explicit(&news->hands, atomic_load_explicit(&task->hands, memory_order_relaxed), memory_order_relaxed);
	atomic_store_explicit(&news->alone, is_alone ? task : NULL, memory_order_release);
	atomic_store(&news->number, number > old ? number : old + 1);
	return is_alone ? atomic_load(&news->hearers) : 0;
}

// The task that the news NUMBER is of, joined for SM; NULL when it wants no more hands.  Where it wants few the first multiprocessors have
// the precedence, so that those which come find in their caches what the grid before left there.
static struct cpu_task *join_news(const struct cpu_sm *sm, uint64_t number)
{
	struct cpu_news *news = &sm->device->news;
	if (sm->index >= atomic_load_explicit(&news->hands, memory_order_relaxed)) {
		aw_cpu_worker_stand_back();
		if (atomic_load(&news->number) != number)
			return NULL;
	}
	struct cpu_task *task = atomic_load(&news->alone);
	uint64_t word = task ? atomic_load(&task->users) : 0;
	while (task && word >> CPU_ACTIVATION_SHIFT == number >> TOLD_AGAIN_SHIFT && !(word & CPU_CLOSED) && aw_cpu_task_wants_more(task))
		if (atomic_compare_exchange_weak(&task->users, &word, word + 1))
			return task;
	return NULL;
}

// Not the worker of the core on which the program's own thread launches, which would be in its way there.  Those who hear of an end, too,
// are host threads.
static bool may_hear(const struct cpu_sm *sm, const _Atomic uint32_t *ended)
{
	unsigned teller = atomic_load_explicit(&sm->device->news.teller, memory_order_relaxed);
	return ended || sm->index + 1 != teller || aw_cpu_queue_host_sleeps();
}

enum cpu_step aw_cpu_news_hear(struct cpu_sm *sm, uint64_t number, struct cpu_task **task, const _Atomic uint32_t *ended, uint32_t seen)
{
	struct cpu_news *news = &sm->device->news;
	struct cpu_sm *own = ended ? NULL : sm;
	while (may_hear(sm, ended) && aw_cpu_worker_linger(own, &news->number, number, ended, seen)) {
		number = atomic_load(&news->number);
		struct cpu_task *next = may_hear(sm, ended) ? join_news(sm, number) : NULL;
		if (next) {
			atomic_fetch_sub(&news->hearers, 1);
			*task = next;
			return CPU_STEP_JOINED;
		}
		if (!atomic_load(&news->alone))
			break;
	}
	return CPU_STEP_HEARS;
}

enum cpu_step aw_cpu_news_go_on(struct cpu_sm *sm, struct cpu_task **task, const _Atomic uint32_t *ended)
{
	struct cpu_news *news = &sm->device->news;
	uint64_t number = atomic_load(&news->number), own = atomic_load(&(*task)->users) >> CPU_ACTIVATION_SHIFT;
	uint32_t seen = ended ? atomic_load(ended) : 0;
	// No task was beside it, nor became active since: there is nothing else to do.
	bool hears = number >> TOLD_AGAIN_SHIFT == own && atomic_load(&news->alone) && may_hear(sm, ended);
	if (hears)
		atomic_fetch_add(&news->hearers, 1);
	bool was_last = aw_cpu_task_leave(*task);
	if (hears && !was_last)
		return aw_cpu_news_hear(sm, number, task, ended, seen);
	if (hears)
		atomic_fetch_sub(&news->hearers, 1);
	return was_last ? CPU_STEP_LAST : CPU_STEP_LEFT;
}
