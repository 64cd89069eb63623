// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Filling memory: a job of the generator's stream begins the sequence anew when something was set since the job before, and makes
// numbers by blocks of draws.  A generator is counted, since jobs may outlive it.
#include "rng_fill.h"

#include <stdlib.h>
#include <string.h>

#include "rng_poisson.h"

enum { BLOCK = 4096 };

typedef struct job {
	curandGenerator_t generator;
	aw_rng_wish wish;
	aw_rng_start start;
	bool moved, held; // held: by a graph
	unsigned version;
	void *numbers;
	size_t count;
	aw_rng_poisson table;
} job;

void aw_rng_release(void *object)
{
	curandGenerator_t generator = object;
	if (atomic_fetch_sub(&generator->count, 1) > 1)
		return;
	pthread_mutex_destroy(&generator->lock);
	free(generator->state);
	free(generator);
}

// The state for the job.  A graph's job that is run again goes on where the sequence is.
static bool begin(const job *j)
{
	curandGenerator_t generator = j->generator;
	aw_rng_start start = j->start;
	if (generator->state && generator->begun >= j->version)
		return true;
	if (!j->moved)
		start.position = generator->state ? generator->source->position(generator->state) : 0;
	free(generator->state);
	generator->state = generator->source->begin(&start);
	generator->begun = j->version;
	return generator->state != NULL;
}

// COUNT numbers from draws of which the first ones may be gone.
static void fill_block(const aw_rng_source *source, void *state, const job *j, size_t count, void *to)
{
	static _Thread_local uint64_t words[2 * BLOCK], numbers[BLOCK + 2];
	aw_rng_draw draw = aw_rng_draw_of(source->family, j->wish.kind);
	size_t each = (size_t)draw.numbers, skipped = (size_t)source->skipped(state, draw), size = aw_rng_size_of(j->wish.kind);
	size_t draws = (skipped + count + each - 1) / each;
	source->take(state, draw, draws, words);
	source->move(state, count);
	aw_rng_numbers(source->family, &j->wish, words, draws, numbers);
	memcpy(to, (char *)numbers + skipped * size, count * size);
}

static void fill_dimension(const job *j, size_t count, char *to)
{
	for (size_t done = 0; done < count; done += BLOCK) {
		size_t block = count - done < BLOCK ? count - done : BLOCK;
		fill_block(j->generator->source, j->generator->state, j, block, to + done * aw_rng_size_of(j->wish.kind));
	}
}

static void fill(const job *j)
{
	curandGenerator_t generator = j->generator;
	size_t size = aw_rng_size_of(j->wish.kind);
	pthread_mutex_lock(&generator->lock);
	if (begin(j)) {
		unsigned dimensions = generator->source->quasi ? j->start.dimensions : 1;
		size_t each = j->count / dimensions * size;
		for (unsigned d = 0; d < dimensions; d++) {
			if (generator->source->quasi)
				generator->source->choose(generator->state, d);
			fill_dimension(j, j->count / dimensions, (char *)j->numbers + d * each);
		}
		if (generator->source->quasi)
			generator->source->choose(generator->state, dimensions);
	} else {
		aw_shim_log_error("curand", "no memory for a generator's state; no numbers are made");
	}
	pthread_mutex_unlock(&generator->lock);
}

static void run(void *record)
{
	job *j = record;
	j->wish.poisson = &j->table;
	fill(j);
	if (!j->held) {
		aw_rng_poisson_free(&j->table);
		aw_rng_release(j->generator);
	}
}

static curandStatus_t queue(job *j)
{
	curandGenerator_t generator = j->generator;
	atomic_fetch_add(&generator->count, 1);
	cudaError_t error = aw_shim_keep(generator->stream, generator, aw_rng_release, &j->held);
	if (error == cudaSuccess)
		error = aw_shim_queue(generator->stream, run, j, sizeof(*j));
	if (error != cudaSuccess) {
		aw_rng_poisson_free(&j->table);
		if (!j->held)
			aw_rng_release(generator);
	}
	return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

curandStatus_t aw_rng_fill(curandGenerator_t generator, const aw_rng_wish *wish, void *numbers, size_t count)
{
	job j = { .generator = generator, .wish = *wish, .start = generator->start, .moved = generator->moved,
		.version = generator->version, .numbers = numbers, .count = count };
	if (count == 0)
		return CURAND_STATUS_SUCCESS;
	if (wish->kind == AW_RNG_POISSON && !aw_rng_poisson_make(wish->mean, &j.table))
		return CURAND_STATUS_ALLOCATION_FAILED;
	generator->moved = false;
	if (!generator->host)
		return queue(&j);
	j.wish.poisson = &j.table;
	fill(&j);
	aw_rng_poisson_free(&j.table);
	return generator->state ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}
