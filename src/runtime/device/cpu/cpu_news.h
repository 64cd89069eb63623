// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Those who work on a task, and those who hear of the next one: cpu_news.c.
#ifndef AW_DEVICE_CPU_NEWS_H
#define AW_DEVICE_CPU_NEWS_H

#include "cpu_device.h"
#include "cpu_queue.h"

// A task's users: how many sit at it, whether it is closed, and from bit CPU_ACTIVATION_SHIFT on the number of its activation.
enum { CPU_USERS = (1 << 19) - 1, CPU_CLOSED = 1 << 19, CPU_ACTIVATION_SHIFT = 20 };

static inline unsigned aw_cpu_users_of(struct cpu_task *task)
{
	return (unsigned)(atomic_load_explicit(&task->users, memory_order_relaxed) & CPU_USERS);
}

static inline bool aw_cpu_task_wants_more(struct cpu_task *task)
{
	return aw_cpu_task_wants_hands(task) && aw_cpu_users_of(task) < atomic_load_explicit(&task->hands, memory_order_relaxed);
}

// With the queue's lock held: TASK becomes active.
static inline void aw_cpu_task_open(struct cpu_task *task, uint64_t activation)
{
	atomic_store(&task->users, activation << CPU_ACTIVATION_SHIFT);
}

// With the queue's lock held, so that TASK stays active: false when it was closed.
bool aw_cpu_task_join(struct cpu_task *task);
// Closes a task that nobody is at; false when somebody is, or it is closed.  Who closed it has to end it.
bool aw_cpu_task_close(struct cpu_task *task);
// True when the caller was the last and closed the task.
bool aw_cpu_task_leave(struct cpu_task *task);

// With the queue's lock held: tells those who hear that TASK is active, and wants hands; BY_HOST: a host thread does.  How many come by
// themselves.
unsigned aw_cpu_news_tell(struct cpu_task *task, bool by_host);

// How one got on with a task.
enum cpu_step {
	CPU_STEP_JOINED, // the next
	CPU_STEP_LEFT,   // it
	CPU_STEP_HEARS,  // left it, and is still counted among those who hear
	CPU_STEP_LAST,   // closed it, and has to end it
};

// For one who sits and is counted: hears the news from NUMBER on for a while.  If ENDED isn't NULL, only until that is no longer SEEN.
enum cpu_step aw_cpu_news_hear(struct cpu_sm *sm, uint64_t number, struct cpu_task **task, const _Atomic uint32_t *ended, uint32_t seen);
// Leaves *TASK, and joins the next that the news tells of; ENDED as above.
enum cpu_step aw_cpu_news_go_on(struct cpu_sm *sm, struct cpu_task **task, const _Atomic uint32_t *ended);

#endif
