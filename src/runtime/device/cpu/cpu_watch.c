// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What compute-sanitizer finds.  Watched images tell of each access before they make it.
//
// memcheck.  An address must lie in the block's shared memory, on the thread's stack, in an allocation, a block of the device's
// heap, the launch's parameters, an image, or memory that the program registered or mapped.  What was found is kept for
// the block's next accesses until something is freed.
//
// racecheck.  For each byte of a block's shared memory the last write and the last reads of two threads are known.  A second
// access, one of the two being a write, is a hazard unless something orders it behind the first:
//   - a barrier that all threads of the block met at: the block's `epoch` went up;
//   - atomic operations, fences, mbarriers, or barriers of some threads, that the first thread came to after its access and the
//     second before its own (release and acquire, by a clock that each such event moves on);
//   - the same for __syncwarp() within a warp;
//   - volatile accesses within a warp, which goes in step there; and two volatile, or two atomic, accesses anywhere.
// Any two such events count as a pair, whatever the object is, so that nothing is reported that a lock protects; races beside
// unrelated atomics may be missed.  Threads of a block take turns on one worker, so hazards don't hang on the order in which
// they happen to run.  A store that changes nothing is no hazard with what came before.
//
// initcheck.  A read of device memory must be of bytes that a kernel, a copy or a fill wrote (check_memory.c).
//
// Messages have the form of NVIDIA's tool (Compute Sanitizer User Manual, "Memcheck Tool", "Racecheck Tool", "Initcheck Tool").
#include "cpu_watch.h"

#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../base/log.h"
#include "../../../base/vec.h"
#include "../check_memory.h"
#include "cpu_device.h"
#include "cpu_queue.h"

// --- memory that is known beside the allocations ---

struct range {
	const char *begin, *end;
};

static struct {
	pthread_mutex_t lock;
	AW_VEC(struct range) ranges;
	_Atomic uint64_t changes; // goes up when something is freed
} known = { .lock = PTHREAD_MUTEX_INITIALIZER };

void aw_cpu_watch_know(const void *begin, size_t size)
{
	if (!(aw_check_tools() & AW_CHECK_MEMORY))
		return;
	struct range range = { begin, (const char *)begin + size };
	pthread_mutex_lock(&known.lock);
	if (!aw_vec_push(&known.ranges, range))
		aw_warn("cpu", "no memory to note what may be accessed");
	pthread_mutex_unlock(&known.lock);
}

void aw_cpu_watch_forget(const void *begin)
{
	if (!(aw_check_tools() & AW_CHECK_MEMORY))
		return;
	pthread_mutex_lock(&known.lock);
	for (size_t i = known.ranges.count; i-- > 0;)
		if (known.ranges.items[i].begin == begin) {
			known.ranges.items[i] = known.ranges.items[--known.ranges.count];
			break;
		}
	pthread_mutex_unlock(&known.lock);
	aw_cpu_watch_freed();
}

void aw_cpu_watch_freed(void)
{
	atomic_fetch_add_explicit(&known.changes, 1, memory_order_relaxed);
}

static bool holds(const struct range *range, const char *place, size_t size)
{
	return place >= range->begin && place < range->end && size <= (size_t)(range->end - place);
}

static bool find_known(const char *place, size_t size, struct range *found)
{
	bool any = false;
	pthread_mutex_lock(&known.lock);
	for (size_t i = 0; i < known.ranges.count && !any; i++)
		if (holds(&known.ranges.items[i], place, size)) {
			*found = known.ranges.items[i];
			any = true;
		}
	pthread_mutex_unlock(&known.lock);
	return any;
}

// --- what is kept with a resident block ---

enum { KEPT = 8 };

// An access to a byte; `epoch` 0: none.
struct seen {
	const struct aw_cpu_site *site;
	uint32_t epoch, time, thread, kind;
};

// A byte of shared memory: the last write, and the last reads of two threads.
struct place {
	struct seen write, reads[2];
};

// When a thread last came to what orders accesses, and when those that it met there had all come, by `time`; of each
// enum cpu_watch_group.  METS counts meetings.
struct clock {
	uint32_t released[2], acquired[2], mets[2];
};

// Threads go on from a meeting one after another, and the first may come to the next before the last goes on.  So the time when the
// last one came is kept for meetings with even and with odd numbers.
struct meeting {
	uint32_t complete[2];
};

struct cpu_watch {
	uint32_t epoch, time;
	bool quiet; // the launch is left out
	struct clock clocks[AW_CPU_MAX_THREADS];
	struct meeting some, warps[AW_CPU_MAX_THREADS / AW_CPU_WARP_SIZE];
	size_t size;
	struct place *places;
	// memcheck: what held addresses of late, by turns, as long as `known.changes` is `since`.
	struct range kept[KEPT];
	unsigned next;
	uint64_t since;
};

static struct cpu_watch *watch_of(const struct cpu_fiber *fiber)
{
	return aw_cpu_block_of(fiber)->watch;
}

// --- memcheck ---

struct lookup {
	const char *place;
	size_t size;
	const struct cpu_resident *block;
	struct range found;
};

// Managed variables are the host's own.
static bool find_managed(struct lookup *lookup)
{
	const struct cpu_module *module = (const struct cpu_module *)lookup->block->task->launch.function->base.module;
	for (uint32_t i = 0; i < module->image->variable_count; i++) {
		const struct aw_cpu_variable *variable = &module->image->variables[i];
		const char *begin = variable->indirection ? *variable->indirection : NULL;
		lookup->found = (struct range){ begin, begin + variable->size };
		if (begin && holds(&lookup->found, lookup->place, lookup->size))
			return true;
	}
	return false;
}

// Images, which dlopen placed.
static int find_image(struct dl_phdr_info *info, size_t size, void *user)
{
	(void)size;
	struct lookup *lookup = user;
	const char *begin = (const char *)info->dlpi_addr, *end = begin;
	for (unsigned i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && begin + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz > end)
			end = begin + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
	lookup->found = (struct range){ begin, end };
	return holds(&lookup->found, lookup->place, lookup->size) && aw_cpu_module_is_image(info->dlpi_name);
}

static bool find_place(struct lookup *lookup)
{
	struct cpu_allocation near;
	struct cpu_sm *sm = lookup->block->sm;
	if (aw_cpu_memory_nearest(lookup->place, &near)) {
		lookup->found = (struct range){ near.address, near.address + near.size };
		if (holds(&lookup->found, lookup->place, lookup->size))
			return true;
	}
	size_t size;
	const char *heap = aw_cpu_heap_find(sm->device, lookup->place, &size);
	lookup->found = (struct range){ heap, heap + size };
	if (heap && holds(&lookup->found, lookup->place, lookup->size))
		return true;
	return find_known(lookup->place, lookup->size, &lookup->found) || find_managed(lookup) ||
	       dl_iterate_phdr(find_image, lookup);
}

// Whether the address is one that only this thread or launch knows, which isn't kept.
static bool is_local(const struct cpu_resident *block, const char *place, size_t size)
{
	const struct cpu_launch *launch = &block->task->launch;
	const struct range parameters = { block->parameters,
		                          (const char *)block->parameters + launch->function->kernel->parameter_size };
	return aw_cpu_stack_holds(&block->sm->stacks, place) || holds(&parameters, place, size);
}

static bool is_valid(const struct cpu_resident *block, const char *place, size_t size)
{
	struct cpu_watch *watch = block->watch;
	uint64_t changes = atomic_load_explicit(&known.changes, memory_order_relaxed);
	if (watch->since != changes)
		memset(watch->kept, 0, sizeof(watch->kept));
	watch->since = changes;
	for (unsigned i = 0; i < KEPT; i++)
		if (holds(&watch->kept[i], place, size))
			return true;
	if (is_local(block, place, size))
		return true;
	struct lookup lookup = { .place = place, .size = size, .block = block };
	if (!find_place(&lookup))
		return false;
	watch->kept[watch->next++ % KEPT] = lookup.found;
	return true;
}

static const char *place_of(const struct aw_cpu_site *site)
{
	return site && site->file[0] ? site->file : "?";
}

static void print_place(FILE *out, const char *head, const struct aw_cpu_site *site)
{
	fprintf(out, "=========     %s%s in %s:%u\n", head, site ? site->function : "?", place_of(site), site ? site->line : 0);
}

static void print_thread(FILE *out, const struct cpu_fiber *fiber)
{
	const uint32_t *block = fiber->thread.block->block_index, *index = fiber->thread.thread_index;
	fprintf(out, "=========     by thread (%u,%u,%u) in block (%u,%u,%u)\n", index[0], index[1], index[2], block[0], block[1],
	        block[2]);
}

static unsigned long long number_of(const char *place)
{
	return (unsigned long long)(uintptr_t)place;
}

static void print_nearest(FILE *out, const char *place)
{
	struct cpu_allocation near;
	if (!aw_cpu_memory_nearest(place, &near)) {
		fprintf(out, "=========     There is no allocation near it\n");
		return;
	}
	bool behind = place >= near.address;
	size_t bytes = behind ? (size_t)(place - near.address) - near.size + 1 : (size_t)(near.address - place);
	if (behind && place < near.address + near.size)
		fprintf(out, "=========     and ends beyond the allocation at 0x%llx of size %zu bytes\n", number_of(near.address), near.size);
	else
		fprintf(out, "=========     and is %zu bytes %s the nearest allocation at 0x%llx of size %zu bytes\n", bytes,
		        behind ? "after" : "before", number_of(near.address), near.size);
}

static void check_bounds(struct cpu_fiber *fiber, const char *place, size_t size, uint32_t kind,
                         const struct aw_cpu_site *site)
{
	struct cpu_resident *block = aw_cpu_block_of(fiber);
	if (is_valid(block, place, size))
		return;
	FILE *out = atomic_exchange(&block->task->launch.told, true) ? NULL : aw_check_begin_error();
	if (out) {
		const char *what = kind & AW_CPU_WATCH_ATOMIC ? "atomic" : kind & AW_CPU_WATCH_WRITE ? "write" : "read";
		fprintf(out, "========= Invalid __global__ %s of size %zu bytes\n", what, size);
		print_place(out, "at ", site);
		print_thread(out, fiber);
		fprintf(out, "=========     Address 0x%llx is out of bounds\n", number_of(place));
		print_nearest(out, place);
		aw_check_end(out);
	}
	aw_cpu_block_fail(block, AW_LAUNCH_FAILURE);
}

// --- initcheck ---

// A copy of whole objects may include padding, which nobody writes; so it is told of only when nothing of it was written.
static bool is_unset(const char *place, size_t size, uint32_t kind)
{
	size_t count = 0;
	return aw_check_memory_find_unset(place, size, &count) && (count == size || !(kind & AW_CPU_WATCH_WHOLE));
}

static void check_written(const struct cpu_fiber *fiber, const char *place, size_t size, uint32_t kind,
                          const struct aw_cpu_site *site)
{
	FILE *out = (kind & AW_CPU_WATCH_READ) && is_unset(place, size, kind) ? aw_check_begin_error() : NULL;
	if (out) {
		fprintf(out, "========= Uninitialized __global__ memory read of size %zu bytes\n", size);
		print_place(out, "at ", site);
		print_thread(out, fiber);
		fprintf(out, "=========     Address 0x%llx\n", number_of(place));
		aw_check_end(out);
	}
	if (kind & AW_CPU_WATCH_WRITE)
		aw_check_memory_set(place, size);
}

void aw_cpu_watch_copy(const char *target, const char *source, size_t size)
{
	size_t count;
	const char *unset = aw_check_tools() & AW_CHECK_COPIES ? aw_check_memory_find_unset(source, size, &count) : NULL;
	FILE *out = unset ? aw_check_begin_error() : NULL;
	if (out) {
		fprintf(out, "========= Host API memory access error at host access to 0x%llx of size %zu bytes\n", number_of(source), size);
		fprintf(out, "=========     Uninitialized access to 0x%llx on access by cudaMemcpy source\n", number_of(unset));
		aw_check_end(out);
	}
	aw_check_memory_set(target, size);
}

// --- racecheck ---

// Two sites between which a hazard was told.
struct pair {
	const void *first, *second;
};

static struct {
	pthread_mutex_t lock;
	AW_VEC(struct pair) pairs;
} hazards = { .lock = PTHREAD_MUTEX_INITIALIZER };

// Makes places for SIZE bytes of shared memory.
static void make_places(struct cpu_watch *watch, size_t size)
{
	if (watch->size >= size)
		return;
	free(watch->places);
	watch->places = calloc(size, sizeof(*watch->places));
	watch->size = watch->places ? size : 0;
	if (!watch->places)
		aw_warn("cpu", "no memory to look for races in %zu bytes of shared memory", size);
}

void aw_cpu_watch_begin(struct cpu_resident *block)
{
	unsigned tools = aw_check_tools() & AW_CHECK_KERNELS;
	if (tools && !block->watch && !(block->watch = calloc(1, sizeof(*block->watch))))
		aw_warn("cpu", "no memory to watch a block");
	if (!block->watch)
		return;
	const struct aw_cpu_block *abi = &block->block;
	struct cpu_watch *watch = block->watch;
	watch->quiet = block->task->launch.unwatched;
	if ((tools & AW_CHECK_RACES) && !watch->quiet)
		make_places(watch, (size_t)(abi->dynamic_shared - abi->shared) + abi->dynamic_shared_size);
	memset(watch->clocks, 0, abi->thread_count * sizeof(*watch->clocks)); // all have met equally often
	watch->epoch++;
}

void aw_cpu_watch_meet(struct cpu_resident *block)
{
	block->watch->epoch++;
}

static uint32_t *meeting_of(struct cpu_watch *watch, const struct cpu_fiber *fiber, enum cpu_watch_group group)
{
	uint32_t linear = fiber->thread.linear;
	struct meeting *meeting = group == CPU_WATCH_WARP ? &watch->warps[linear / AW_CPU_WARP_SIZE] : &watch->some;
	return &meeting->complete[watch->clocks[linear].mets[group] % 2];
}

void aw_cpu_watch_arrive(struct cpu_fiber *fiber, enum cpu_watch_group group)
{
	struct cpu_watch *watch = watch_of(fiber);
	watch->clocks[fiber->thread.linear].released[group] = *meeting_of(watch, fiber, group) = ++watch->time;
}

void aw_cpu_watch_pass(struct cpu_fiber *fiber, enum cpu_watch_group group)
{
	struct cpu_watch *watch = watch_of(fiber);
	struct clock *clock = &watch->clocks[fiber->thread.linear];
	clock->acquired[group] = *meeting_of(watch, fiber, group);
	clock->mets[group]++;
}

// An atomic operation or fence: the thread has met with whoever did one before.
static void order(struct cpu_watch *watch, uint32_t linear)
{
	struct clock *clock = &watch->clocks[linear];
	clock->acquired[CPU_WATCH_SOME] = ++watch->time;
	clock->released[CPU_WATCH_SOME] = ++watch->time;
}

void aw_cpu_watch_destroy(struct cpu_watch *watch)
{
	free(watch->places);
	free(watch);
}

static bool is_ordered(const struct cpu_watch *watch, const struct seen *first, const struct seen *second)
{
	const uint32_t both = first->kind & second->kind, any = first->kind | second->kind;
	if (first->epoch != second->epoch || first->thread == second->thread ||
	    (both & (AW_CPU_WATCH_ATOMIC | AW_CPU_WATCH_VOLATILE)))
		return true;
	const struct clock *from = &watch->clocks[first->thread], *to = &watch->clocks[second->thread];
	if (from->released[CPU_WATCH_SOME] > first->time && to->acquired[CPU_WATCH_SOME] > first->time)
		return true;
	if (first->thread / AW_CPU_WARP_SIZE != second->thread / AW_CPU_WARP_SIZE)
		return false;
	return (any & AW_CPU_WATCH_VOLATILE) ||
	       (from->released[CPU_WATCH_WARP] > first->time && to->acquired[CPU_WATCH_WARP] > first->time);
}

static const char *name_of(uint32_t kind)
{
	return kind & AW_CPU_WATCH_WRITE ? "Write" : "Read";
}

static bool is_new(const struct seen *first, const struct seen *second)
{
	struct pair pair = { first->site, second->site };
	bool is_known = false;
	pthread_mutex_lock(&hazards.lock);
	for (size_t i = 0; i < hazards.pairs.count && !is_known; i++)
		is_known = hazards.pairs.items[i].first == pair.first && hazards.pairs.items[i].second == pair.second;
	bool is_noted = !is_known && aw_vec_push(&hazards.pairs, pair);
	pthread_mutex_unlock(&hazards.lock);
	return is_noted;
}

static void print_index(FILE *out, const struct cpu_resident *block, const char *what, uint32_t linear)
{
	const uint32_t *index = block->fibers[linear].thread.thread_index;
	fprintf(out, "%s thread (%u,%u,%u)", what, index[0], index[1], index[2]);
}

static void tell_hazard(const struct cpu_resident *block, const struct seen *first, const struct seen *second, size_t offset)
{
	const uint32_t *index = block->block.block_index;
	FILE *out = is_new(first, second) ? aw_check_begin_hazard() : NULL;
	if (!out)
		return;
	char head[64];
	snprintf(head, sizeof(head), "%s access at ", name_of(first->kind));
	fprintf(out, "========= Error: Race reported between\n");
	print_place(out, head, first->site);
	snprintf(head, sizeof(head), "and %s access at ", name_of(second->kind));
	print_place(out, head, second->site);
	fprintf(out, "=========     first seen at byte 0x%zx of shared memory,", offset);
	print_index(out, block, "", first->thread);
	print_index(out, block, " then", second->thread);
	fprintf(out, ", block (%u,%u,%u)\n", index[0], index[1], index[2]);
	aw_check_end(out);
}

static void note_read(struct cpu_watch *watch, struct place *place, const struct seen *now)
{
	struct seen *reads = place->reads;
	bool first = reads[0].epoch != watch->epoch || reads[0].thread == now->thread;
	reads[first ? 0 : 1] = *now;
}

// What is known of one byte, before NOW; NULL or the access that NOW is a hazard with.
static const struct seen *find_hazard(const struct cpu_watch *watch, const struct place *place, const struct seen *now,
                                      bool same_value)
{
	if (same_value)
		return NULL;
	if (!is_ordered(watch, &place->write, now))
		return &place->write;
	for (unsigned i = 0; i < 2 && (now->kind & AW_CPU_WATCH_WRITE); i++)
		if (!is_ordered(watch, &place->reads[i], now))
			return &place->reads[i];
	return NULL;
}

static void check_races(struct cpu_fiber *fiber, const char *address, size_t size, const struct seen *access,
                        bool same_value)
{
	const struct cpu_resident *block = aw_cpu_block_of(fiber);
	struct cpu_watch *watch = block->watch;
	size_t offset = (size_t)(address - block->block.shared);
	bool told = false;
	for (size_t i = offset; i < offset + size && i < watch->size; i++) {
		struct place *place = &watch->places[i];
		const struct seen *other = told ? NULL : find_hazard(watch, place, access, same_value);
		if (other)
			tell_hazard(block, other, access, i);
		told |= other != NULL;
		if (access->kind & AW_CPU_WATCH_WRITE)
			place->write = *access;
		else
			note_read(watch, place, access);
	}
}

static void look_for_races(struct cpu_fiber *fiber, const char *address, size_t size, struct seen access, uint64_t value)
{
	struct cpu_watch *watch = watch_of(fiber);
	if (access.kind & (AW_CPU_WATCH_ATOMIC | AW_CPU_WATCH_ORDER))
		order(watch, fiber->thread.linear);
	access.epoch = watch->epoch;
	access.time = watch->time;
	access.thread = fiber->thread.linear;
	bool known_value = (access.kind & AW_CPU_WATCH_VALUE) && size <= sizeof(value);
	check_races(fiber, address, size, &access, known_value && !memcmp(address, &value, size));
}

void aw_cpu_watch_access(struct aw_cpu_thread *thread, const void *address, uint64_t size, uint32_t kind, uint64_t value,
                         const struct aw_cpu_site *site)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	const struct aw_cpu_block *block = thread->block;
	const char *place = address;
	bool shared = place >= block->shared && place < block->dynamic_shared + block->dynamic_shared_size;
	const struct cpu_watch *watch = watch_of(self);
	unsigned tools = watch ? aw_check_tools() : 0;
	if (watch && watch->quiet) {
		tools &= AW_CHECK_UNSET; // what it writes is written
		kind &= ~(uint32_t)AW_CPU_WATCH_READ;
	}
	if (tools & AW_CHECK_RACES) {
		bool counts = shared || (kind & (AW_CPU_WATCH_ATOMIC | AW_CPU_WATCH_ORDER));
		struct seen access = { .site = site, .kind = kind };
		if (counts)
			look_for_races(self, shared ? place : block->shared, shared ? size : 0, access, value);
	}
	bool elsewhere = block->in_cluster && place >= block->cluster_shared;
	bool global = size && !shared && !elsewhere;
	if ((tools & AW_CHECK_MEMORY) && global)
		check_bounds(self, place, size, kind, site);
	if ((tools & AW_CHECK_UNSET) && global)
		check_written(self, place, size, kind, site);
}
