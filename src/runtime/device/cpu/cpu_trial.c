// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some kernels have several entries that leave the same, to the last bit unless threads race, and of which now one, now another is
// faster, by what the data is (AW_CPU_VARIANT_TRIED).  So they are tried: each runs one of some neighbouring parts of the grid, which are
// likely to take alike, and which goes first changes from trial to trial; what they took of the processor is added up, so that dear parts
// count for more, also where few are dear and only many trials deal them out evenly; and the one that took least goes on.  There are ever
// fewer trials, and older ones count for ever less; but if what goes on in the place of gangs takes much longer than they seemed to,
// there is one at once.
//
// ANYWARP_TRIED=gangs, refilled or single decides beforehand, for the kernels that have such an entry.
#include "cpu_trial.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../../base/os.h"

enum {
	PART_THREADS = 4096,
	FIRST_THREADS = 4 * PART_THREADS, // between the first two trials; then twice as many, and so on
	MOST_DOUBLINGS = 6,
	LONG_AGO = 16,      // of trials: those before are forgotten bit by bit
	MUCH = 2,           // times what gangs would take
	MOST_PUT_OFF = 8,   // times that a trial waits for a row with blocks for all
	LONG = 100000,      // nanoseconds: beside these a trial costs little, and one of single blocks tells something
	WORTH = 32,         // what is faster by less than a part in so many doesn't take the place of gangs
};

static int decided = -1;

static void read_environment(void)
{
	static const char *const names[CPU_TRIED] = { "gangs", "refilled", "single" };
	const char *name = getenv("ANYWARP_TRIED");
	for (int i = 0; name && i < CPU_TRIED; i++)
		if (!strcmp(name, names[i]))
			decided = i;
}

// The entry that is to be taken always, -1: none, or the kernel doesn't have it.
static int decided_entry(const struct cpu_trial *trial)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, read_environment);
	return decided >= 0 && trial->entries[decided] ? decided : -1;
}

static unsigned next_of(const struct cpu_trial *trial, unsigned at)
{
	do
		at = (at + 1) % CPU_TRIED;
	while (!trial->entries[at]);
	return at;
}

static uint32_t count_entries(const struct cpu_trial *trial)
{
	uint32_t entries = 0;
	for (unsigned i = 0; i < CPU_TRIED; i++)
		entries += trial->entries[i] != NULL;
	return entries;
}

// Begins a trial with the next COUNT blocks in a row if it is time for one.  The first is only so that all code has run once, unless it
// takes long.
static void begin_if_due(struct cpu_trial *trial, uint32_t count)
{
	struct cpu_trials *known = trial->known;
	uint32_t most = trial->block < PART_THREADS ? PART_THREADS / trial->block : 1, entries = count_entries(trial);
	if (atomic_load_explicit(&known->left, memory_order_relaxed) > 0)
		return;
	trial->watched = count < entries && trial->put_off++ < MOST_PUT_OFF;
	if (trial->watched)
		return;
	uint32_t number = atomic_fetch_add_explicit(&known->count, 1, memory_order_relaxed), doublings = number - (number > 0);
	int64_t threads = (int64_t)FIRST_THREADS << (doublings < MOST_DOUBLINGS ? doublings : MOST_DOUBLINGS);
	atomic_store_explicit(&known->left, number > 0 ? threads : 0, memory_order_relaxed);
	trial->put_off = 0;
	trial->counts = number > 0;
	trial->left = entries;
	trial->part = count / entries < most ? count / entries : most;
	trial->part += trial->part == 0;
	trial->at = next_of(trial, (number + CPU_TRIED - 1) % CPU_TRIED);
}

static unsigned fastest(const struct cpu_trial *trial)
{
	unsigned best = CPU_TRIED_GANGS;
	uint64_t least = atomic_load_explicit(&trial->known->time[best], memory_order_relaxed);
	least -= least / WORTH;
	for (unsigned i = 1; i < CPU_TRIED; i++) {
		uint64_t time = atomic_load_explicit(&trial->known->time[i], memory_order_relaxed);
		if (trial->entries[i] && time < least) {
			least = time;
			best = i;
		}
	}
	return best;
}

void aw_cpu_trial_look(struct cpu_trial *trial, struct cpu_trials *known, const void *const entries[CPU_TRIED], uint32_t block)
{
	if (trial->known == known && trial->block == block && !memcmp(trial->entries, entries, sizeof(trial->entries)))
		return;
	*trial = (struct cpu_trial){ .known = known, .block = block };
	memcpy(trial->entries, entries, sizeof(trial->entries));
}

const void *aw_cpu_trial_begin(struct cpu_trial *trial, uint32_t *count)
{
	int always = decided_entry(trial);
	assert(*count > 0 && trial->entries[CPU_TRIED_GANGS]);
	if (always >= 0)
		return trial->entries[always];
	if (trial->left == 0)
		begin_if_due(trial, *count);
	if (trial->left > 0) {
		trial->begun = aw_os_thread_time();
		*count = *count < trial->part ? *count : trial->part;
		return trial->entries[trial->at];
	}
	int64_t left = atomic_load_explicit(&trial->known->left, memory_order_relaxed);
	if (left > 0 && *count > left / trial->block + 1) // until the next trial
		*count = (uint32_t)(left / trial->block) + 1;
	trial->at = fastest(trial);
	trial->watched &= trial->at == CPU_TRIED_GANGS;
	if (trial->watched)
		trial->begun = aw_os_thread_time();
	else if (trial->at != CPU_TRIED_GANGS) // those nobody watches else
		trial->begun = aw_os_now();
	return trial->entries[trial->at];
}

// Adds MORE to *SUM, of which a part is forgotten if OLD.
static void add(_Atomic uint64_t *sum, uint64_t more, bool old)
{
	uint64_t before = atomic_load_explicit(sum, memory_order_relaxed);
	atomic_store_explicit(sum, before - (old ? before / LONG_AGO : 0) + more, memory_order_relaxed);
}

// Adds up what all took, if that was of as many blocks.
static void note(const struct cpu_trial *trial)
{
	struct cpu_trials *known = trial->known;
	uint32_t blocks = trial->blocks[CPU_TRIED_GANGS];
	for (unsigned i = 0; i < CPU_TRIED; i++)
		if (trial->entries[i] && trial->blocks[i] != blocks)
			return;
	bool old = atomic_load_explicit(&known->count, memory_order_relaxed) > LONG_AGO;
	for (unsigned i = 0; i < CPU_TRIED; i++)
		add(&known->time[i], trial->time[i], old);
	add(&known->blocks, blocks, old);
}

// COUNT blocks were run as the trials so far say.
static void go_on(struct cpu_trial *trial, uint32_t count)
{
	struct cpu_trials *known = trial->known;
	uint64_t blocks = atomic_load_explicit(&known->blocks, memory_order_relaxed);
	uint64_t gangs = atomic_load_explicit(&known->time[CPU_TRIED_GANGS], memory_order_relaxed);
	if (trial->at != CPU_TRIED_GANGS && blocks > 0 && (aw_os_now() - trial->begun) / MUCH > gangs / blocks * count)
		atomic_store_explicit(&known->left, 0, memory_order_relaxed);
	else
		atomic_fetch_sub_explicit(&known->left, (int64_t)count * trial->block, memory_order_relaxed);
}

// What the trial finds counts, as all took so long; the next comes when as many threads have run as between the first two.
static void let_count(struct cpu_trial *trial)
{
	trial->counts = true;
	atomic_store_explicit(&trial->known->left, FIRST_THREADS, memory_order_relaxed);
}

// Gangs that ran COUNT blocks in the place of a trial took so long that they were its first part, wherever the others' blocks will be.
static void become_trial(struct cpu_trial *trial, uint32_t count)
{
	atomic_fetch_add_explicit(&trial->known->count, 1, memory_order_relaxed);
	let_count(trial);
	trial->put_off = 0;
	trial->left = count_entries(trial);
	trial->part = count;
}

void aw_cpu_trial_end(struct cpu_trial *trial, uint32_t count)
{
	if (decided_entry(trial) >= 0)
		return;
	uint64_t time = trial->watched || trial->left > 0 ? aw_os_thread_time() - trial->begun : 0;
	if (trial->watched && time > LONG)
		become_trial(trial, count);
	trial->watched = false;
	if (trial->left == 0) {
		go_on(trial, count);
		return;
	}
	trial->time[trial->at] = 1 + time;
	trial->blocks[trial->at] = count;
	trial->at = next_of(trial, trial->at);
	if (--trial->left > 0)
		return;
	if (!trial->counts && trial->time[CPU_TRIED_GANGS] > LONG)
		let_count(trial);
	if (trial->counts)
		note(trial);
}
