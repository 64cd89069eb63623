// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work on many small things of equal worth, shared among a crew of threads that is made when first needed and sleeps in between.
// One call at a time has the crew; another that comes meanwhile does its work alone.  The caller works along and only waits for
// those who began, so a forked process, which has no crew, gets everything done, too.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include "shim.h"

struct job {
	void (*one)(void *data, int64_t number);
	void *data;
	int64_t count, piece; // piece: what is taken at once
	atomic_llong next;
};

static struct crew {
	pthread_mutex_t in_use, lock; // lock: of what follows
	pthread_cond_t begins, ends;
	struct job *job; // whose parts are to be had, or NULL
	int working;
	bool made;
} crew = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, false };

static void work(struct job *job)
{
	int64_t begin;
	while ((begin = atomic_fetch_add(&job->next, job->piece)) < job->count)
		for (int64_t i = begin; i < begin + job->piece && i < job->count; i++)
			job->one(job->data, i);
}

static void *member(void *nothing)
{
	pthread_mutex_lock(&crew.lock);
	for (;;) {
		struct job *job = crew.job;
		if (!job) {
			pthread_cond_wait(&crew.begins, &crew.lock);
			continue;
		}
		crew.working++;
		pthread_mutex_unlock(&crew.lock);
		work(job);
		pthread_mutex_lock(&crew.lock);
		crew.job = NULL; // nothing is left of it
		if (--crew.working == 0)
			pthread_cond_signal(&crew.ends);
	}
	return nothing;
}

// A thread less than there are CPUs for this process: for its first thread, since the one that calls may be pinned.
static void make_crew(void)
{
	cpu_set_t cpus;
	pthread_attr_t detached;
	crew.made = true;
	if (sched_getaffinity(getpid(), sizeof(cpus), &cpus) != 0 || pthread_attr_init(&detached) != 0)
		return;
	pthread_attr_setaffinity_np(&detached, sizeof(cpus), &cpus);
	pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
	for (int i = 1; i < CPU_COUNT(&cpus); i++) {
		pthread_t thread;
		pthread_create(&thread, &detached, member, NULL);
	}
	pthread_attr_destroy(&detached);
}

// OpenBLAS does small work on one thread (products up to 2^18 multiplications in version 0.3).  What takes less than waking the
// others is done alone.
static bool is_worth_it(int64_t count, double multiplications)
{
	const double small = 1 << 18, enough = 1 << 22;
	return count > 1 && multiplications <= small && multiplications * (double)count >= enough;
}

void aw_shim_parallel(int64_t count, double multiplications, void (*one)(void *data, int64_t number), void *data)
{
	struct job job = { one, data, count, count / 64 + 1, 0 };
	if (!is_worth_it(count, multiplications) || pthread_mutex_trylock(&crew.in_use) != 0) {
		work(&job);
		return;
	}
	if (!crew.made)
		make_crew();
	pthread_mutex_lock(&crew.lock);
	crew.job = &job;
	pthread_cond_broadcast(&crew.begins);
	pthread_mutex_unlock(&crew.lock);
	work(&job);
	pthread_mutex_lock(&crew.lock);
	crew.job = NULL;
	while (crew.working > 0)
		pthread_cond_wait(&crew.ends, &crew.lock);
	pthread_mutex_unlock(&crew.lock);
	pthread_mutex_unlock(&crew.in_use);
}
