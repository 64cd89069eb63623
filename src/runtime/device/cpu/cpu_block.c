// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheduler of one block.  Its threads begin one after another on one stack: a thread that never
// waits costs a call, and only when one waits does the next get a stack of its own.  A waiting thread
// picks its successor itself and switches straight to it.
//
// A warp runs until all its lanes have stopped; then the next warp has its turn, is resolved
// (cpu_warp.c), which may set lanes free, and runs: warps advance together, as on the hardware, and
// programs that count on it where they should have a barrier come right more often.  When no warp has
// anything to do, the threads that spin are made ready again and the block hands its multiprocessor
// back, so that other blocks get their turn; when there are none of those either, the threads that are
// left wait for something that can never come.
#include "cpu_block.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cpu_device.h"
#include "cpu_queue.h"

__thread struct cpu_sm *aw_cpu_this_sm;

// Leaves device code for the host thread that called aw_cpu_block_run.
static void *leave(struct cpu_resident *block, enum cpu_outcome outcome)
{
	block->outcome = outcome;
	block->running = NULL;
	return block->sm->base;
}

// Goes on in CONTEXT; nothing comes back to the one that is left.
_Noreturn static void switch_for_good(void *context)
{
	void *nowhere;
	aw_cpu_switch(&nowhere, context);
	abort();
}

static void wake_spinning(struct cpu_resident *block)
{
	for (unsigned i = 0; i < block->warp_count; i++) {
		struct cpu_warp *warp = &block->warps[i];
		if (!warp->yielded)
			continue;
		warp->held_back |= warp->stepped;
		warp->held += warp->stepped != 0;
		warp->ready |= warp->yielded;
		warp->yielded = 0;
		block->ready_warps |= 1u << i;
	}
	block->yielded = block->at_phase = 0;
}

bool aw_cpu_block_waits_for_phases(const struct cpu_resident *block)
{
	if (!block->at_phase || block->at_phase < block->yielded)
		return false;
	for (unsigned i = 0; i < block->warp_count; i++)
		if (block->warps[i].stepped) // lanes that are held back for some turns
			return false;
	for (uint32_t i = 0; i < block->block.thread_count; i++)
		if (block->fibers[i].wait == CPU_AT_PHASE && aw_cpu_phase_is_over(&block->fibers[i]))
			return false;
	return true;
}

// Nothing is ready: who can make it so?
static void *run_dry(struct cpu_resident *block)
{
	if (block->live == 0)
		return leave(block, CPU_BLOCK_DONE);
	bool phases = aw_cpu_block_waits_for_phases(block);
	if (phases && block->cluster->count > 1)
		return leave(block, CPU_BLOCK_WAITS_PHASE);
	if (block->yielded > 0 && !phases) {
		wake_spinning(block);
		return leave(block, CPU_BLOCK_SPINS);
	}
	if (block->at_cluster > 0)
		return leave(block, CPU_BLOCK_WAITS_CLUSTER);
	if (block->at_grid == block->live)
		return leave(block, CPU_BLOCK_WAITS_GRID);
	aw_cpu_report_stuck(block, "threads wait for others that will never come");
	aw_cpu_task_fail(block->task, AW_LAUNCH_FAILURE);
	return leave(block, CPU_BLOCK_FAILED);
}

static inline void *start(struct cpu_resident *block, struct cpu_fiber *fiber);

// Gives the turn to the next warp that has something to do; false when none has.
static bool turn_to_next_warp(struct cpu_resident *block)
{
	while (block->ready_warps) {
		uint32_t later = block->ready_warps & ~((2u << block->warp) - 1);
		block->warp = (uint32_t)__builtin_ctz(later ? later : block->ready_warps);
		if (block->warps[block->warp].ready || aw_cpu_warp_resolve(block, block->warp))
			return true;
		block->ready_warps &= ~(1u << block->warp);
	}
	return false;
}

// The threads of a block keep more on their stacks than the first cache holds: fetches what FIBER will want first, while
// another one still runs.
static inline void expect(const struct cpu_fiber *fiber)
{
	enum { LINE = 64, FRAMES = 5 * LINE };
	const char *frames = fiber->context;
	for (unsigned i = 0; frames && i < FRAMES; i += LINE)
		__builtin_prefetch(frames + i, 1);
}

// Chooses what runs next and sets block->running to it.  Returns the context to switch to; NULL for a
// thread that has not begun, when the caller's own stack is free for it (ON_FREE_STACK).
static inline void *pick(struct cpu_resident *block, bool on_free_stack)
{
	struct cpu_warp *warp = &block->warps[block->warp];
	if (__builtin_expect(!warp->ready, 0)) {
		if (!turn_to_next_warp(block))
			return run_dry(block);
		warp = &block->warps[block->warp];
	}
	uint32_t lane = (uint32_t)__builtin_ctz(warp->ready);
	warp->ready &= warp->ready - 1;
	struct cpu_fiber *fiber = &block->fibers[block->warp * 32 + lane];
	block->running = fiber;
	if (warp->ready)
		expect(&block->fibers[block->warp * 32 + (uint32_t)__builtin_ctz(warp->ready)]);
	if (fiber->context)
		return fiber->context;
	return on_free_stack ? NULL : start(block, fiber);
}

static bool leave_kernel(struct cpu_resident *block, struct cpu_fiber *fiber)
{
	struct cpu_warp *warp = aw_cpu_warp_of(fiber);
	warp->done |= aw_cpu_lane_bit(fiber);
	fiber->wait = CPU_LEFT;
	fiber->stack = NULL;
	block->live--;
	block->left_bypassing += fiber->thread.bypassed != 0;
	aw_cpu_cluster_leave(block, fiber);
	return !block->barriers_in_use || aw_cpu_barrier_leave(block);
}

// Runs on a thread's stack: threads that have not begun, one after another, as long as they are picked.
static void run_threads(void *argument)
{
	struct cpu_resident *block = argument;
	struct aw_cpu_stack *stack = block->running->stack;
	aw_cpu_fiber_entry entry = (aw_cpu_fiber_entry)(uintptr_t)block->entry;
	void *next;
	do {
		struct cpu_fiber *fiber = block->running;
		fiber->stack = stack;
		fiber->wait = CPU_RUNS;
		fiber->last_error = AW_OK;
		fiber->cluster_turn = 0;
		fiber->thread.patience = CPU_PATIENCE;
		fiber->thread.epoch = fiber->thread.bypassed = fiber->thread.bypass_epoch = 0;
		fiber->thread.turn_count = 0;
		entry(&fiber->thread, block->parameters);
		if (!leave_kernel(block, fiber)) {
			aw_cpu_task_fail(block->task, AW_LAUNCH_FAILURE);
			next = leave(block, CPU_BLOCK_FAILED);
		} else {
			next = pick(block, true);
		}
	} while (!next);
	aw_cpu_stack_give(&block->sm->stacks, stack);
	switch_for_good(next);
}

static inline void *start(struct cpu_resident *block, struct cpu_fiber *fiber)
{
	struct aw_cpu_stack *stack = aw_cpu_stack_take(&block->sm->stacks);
	if (!stack) {
		aw_cpu_report_thread(block, fiber, "no memory for the stack of one more thread");
		aw_cpu_task_fail(block->task, AW_NO_MEMORY);
		return leave(block, CPU_BLOCK_FAILED);
	}
	fiber->stack = stack;
	return aw_cpu_stack_prepare(stack, run_threads, block);
}

void aw_cpu_block_wait(struct cpu_fiber *self)
{
	struct cpu_resident *block = aw_cpu_block_of(self);
	self->context = self; // begun; pick must not take it for a new one before the switch stores it
	block->waited = true;
	void *next = pick(block, false);
	if (block->running != self)
		aw_cpu_switch(&self->context, next);
	self->wait = CPU_RUNS;
}

// The frames of what the thread was in are simply left.
_Noreturn void aw_cpu_block_exit(struct cpu_fiber *self)
{
	struct cpu_resident *block = aw_cpu_block_of(self);
	struct aw_cpu_stack *stack = self->stack;
	if (!leave_kernel(block, self))
		aw_cpu_block_fail(block, AW_LAUNCH_FAILURE);
	void *next = pick(block, false);
	aw_cpu_stack_give(&block->sm->stacks, stack);
	switch_for_good(next);
}

_Noreturn void aw_cpu_block_fail(struct cpu_resident *block, aw_status status)
{
	aw_cpu_task_fail(block->task, status);
	aw_cpu_block_leave(block, CPU_BLOCK_FAILED);
}

_Noreturn void aw_cpu_block_leave(struct cpu_resident *block, enum cpu_outcome outcome)
{
	switch_for_good(leave(block, outcome));
}

void aw_cpu_block_pause(struct cpu_resident *block, enum cpu_outcome outcome)
{
	struct cpu_fiber *self = &block->gangs;
	assert(block->simd && block->running == self);
	aw_cpu_switch(&self->context, leave(block, outcome));
}

void aw_cpu_block_enter(struct cpu_resident *block, void *context)
{
	struct cpu_sm *sm = block->sm;
	sm->current = block;
	sm->in_device = 1;
	aw_cpu_switch(&sm->base, context);
	sm->in_device = 0;
	sm->current = NULL;
	if (sm->stray.address)
		aw_cpu_report_stray(block, &sm->stray);
}

enum cpu_outcome aw_cpu_block_run(struct cpu_resident *block)
{
	if (block->simd)
		return aw_cpu_gangs_run(block);
	void *next = pick(block, false);
	if (block->running)
		aw_cpu_block_enter(block, next);
	return block->outcome;
}

void aw_cpu_block_pass_grid(struct cpu_resident *block)
{
	for (unsigned i = 0; i < block->warp_count; i++) {
		struct cpu_warp *warp = &block->warps[i];
		warp->ready |= warp->grid;
		warp->grid = 0;
		block->ready_warps |= (uint32_t)(warp->ready != 0) << i;
	}
	block->at_grid = 0;
	if (block->watch)
		aw_cpu_watch_meet(block);
}

// --- opening and closing ---

// Places the shared memory of the block, SIZE bytes of which the first USED are no dynamic ones, beside that of the others of its cluster,
// with ROOM on both sides.
static bool place_shared(struct cpu_resident *block, size_t used, size_t size, size_t room, bool window)
{
	struct aw_cpu_block *abi = &block->block;
	struct cpu_cluster *cluster = block->cluster;
	if (!aw_cpu_cluster_reserve(cluster, size + 2 * room, window))
		return false;
	size += room; // behind it
	abi->shared = aw_cpu_cluster_shared(cluster, block->rank, size);
	abi->dynamic_shared = abi->shared + used;
	abi->cluster_shared = aw_cpu_cluster_shared(cluster, 0, size);
	abi->cluster_stride = cluster->count > 1 ? cluster->stride : UINT32_MAX;
	return true;
}

static bool reserve_fibers(struct cpu_resident *block, const struct cpu_launch *launch)
{
	uint32_t count = block->block.thread_count;
	if (count <= block->fiber_capacity && memcmp(block->fiber_shape, launch->block, sizeof(block->fiber_shape)) == 0)
		return true;
	if (count > block->fiber_capacity) {
		struct cpu_fiber *fibers = calloc(count, sizeof(*fibers));
		struct aw_cpu_turn *turns = calloc(count, AW_CPU_TURNS * sizeof(*turns));
		if (!fibers || !turns) {
			free(fibers);
			free(turns);
			return false;
		}
		free(block->fibers);
		free(block->turns);
		block->fibers = fibers;
		block->turns = turns;
		block->fiber_capacity = count;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct cpu_fiber *fiber = &block->fibers[i];
		fiber->context = NULL; // of a larger block that was here before, which `begin` clears for its own only
		fiber->thread.block = &block->block;
		fiber->thread.linear = i;
		fiber->thread.turns = &block->turns[(size_t)i * AW_CPU_TURNS];
		fiber->thread.thread_index[0] = i % launch->block[0];
		fiber->thread.thread_index[1] = i / launch->block[0] % launch->block[1];
		fiber->thread.thread_index[2] = i / launch->block[0] / launch->block[1];
	}
	memcpy(block->fiber_shape, launch->block, sizeof(block->fiber_shape));
	return true;
}

// What a block is opened as.
struct form {
	const void *entry;
	bool simd;
	struct cpu_cluster *cluster; // NULL: of its own
	uint32_t rank;
};

static bool equip(struct cpu_resident *block, struct cpu_task *task, const struct form *form)
{
	const struct cpu_launch *launch = &task->launch;
	bool simd = form->simd;
	struct aw_cpu_block *abi = &block->block;
	block->task = task;
	block->entry = form->entry;
	block->rest = simd ? launch->rest : NULL;
	block->tries = simd && launch->tries;
	block->simd = simd;
	block->span = simd ? launch->span : 0;
	block->rows = launch->rows;
	block->parts = simd ? launch->parts : 1;
	block->width = simd ? launch->width : 1;
	block->parameters = launch->parameters;
	memcpy(abi->block_size, launch->block, sizeof(abi->block_size));
	memcpy(abi->grid_size, launch->grid, sizeof(abi->grid_size));
	if (simd && launch->turned) {
		aw_cpu_exchange_axes(abi->block_size);
		aw_cpu_exchange_axes(abi->grid_size);
	}
	abi->thread_count = launch->block[0] * launch->block[1] * launch->block[2];
	abi->multiprocessor = block->sm->index;
	abi->multiprocessors = launch->multiprocessors;
	abi->past_from = launch->past_from;
	abi->later = &block->sm->later;
	abi->span_count = 1;
	abi->span_height = abi->block_size[1];
	memcpy(abi->cluster_size, launch->cluster, sizeof(abi->cluster_size));
	abi->in_cluster = launch->in_cluster;
	abi->grid_id = task->ticket;
	abi->services = &aw_cpu_service_table;
	abi->static_shared_size = launch->static_shared;
	abi->dynamic_shared_size = launch->dynamic_shared;
	block->warp_count = (abi->thread_count + 31) / 32;
	size_t used = aw_cpu_round_up(launch->used_shared, AW_CPU_SHARED_ALIGNMENT), shared = used + launch->dynamic_shared;
	abi->span_shared = (uint32_t)aw_cpu_round_up(shared, AW_CPU_SHARED_ALIGNMENT);
	shared = block->span > 1 ? (size_t)abi->span_shared * block->span : shared;
	size_t room = simd && shared > 0 ? AW_CPU_SHARED_ROOM : 0;
	if (!place_shared(block, used, shared, room, launch->function->kernel->flags & AW_CPU_KERNEL_WINDOW))
		return false;
	return simd || reserve_fibers(block, launch);
}

void aw_cpu_block_set_index(struct cpu_resident *block, uint64_t linear)
{
	struct aw_cpu_block *abi = &block->block;
	uint64_t row = linear / abi->grid_size[0];
	abi->block_index[0] = abi->span_first = (uint32_t)(linear % abi->grid_size[0]);
	abi->block_index[1] = (uint32_t)(row % abi->grid_size[1]);
	abi->block_index[2] = (uint32_t)(row / abi->grid_size[1]);
	block->linear = linear;
}

void aw_cpu_block_begin(struct cpu_resident *block, uint64_t linear)
{
	struct aw_cpu_block *abi = &block->block;
	aw_cpu_block_set_index(block, linear);
	block->live = abi->thread_count;
	block->warp = 0;
	block->outcome = CPU_BLOCK_SPINS; // it has not stopped yet
	block->at_cluster = block->at_grid = block->yielded = block->at_phase = block->left_bypassing = 0;
	block->grid_turn = 0;
	block->ready_warps = block->warp_count == 32 ? ~0u : (1u << block->warp_count) - 1;
	for (unsigned i = 0; i < block->warp_count; i++)
		block->warps[i] = (struct cpu_warp){ .ready = ~0u };
	if (abi->thread_count % 32) {
		// Lanes that a mask names and that the last warp doesn't have are waited for no more than those that left.
		uint32_t lanes = (1u << abi->thread_count % 32) - 1;
		block->warps[block->warp_count - 1] = (struct cpu_warp){ .ready = lanes, .done = ~lanes };
	}
	for (uint32_t i = 0; block->waited && !block->simd && i < abi->thread_count; i++)
		block->fibers[i].context = NULL;
	block->waited &= block->simd;
	block->gangs.context = NULL;
	for (uint64_t used = block->barriers_in_use; used; used &= used - 1)
		block->barriers[__builtin_ctzll(used)] = (struct cpu_barrier){ 0 };
	block->barriers_in_use = 0;
	aw_cpu_watch_begin(block);
	if (block->cluster == &block->alone)
		aw_cpu_cluster_begin_alone(block);
}

static struct cpu_resident *open_as(struct cpu_sm *sm, struct cpu_task *task, uint64_t linear, const struct form *form)
{
	struct cpu_resident *block = sm->spare;
	if (block) {
		sm->spare = block->next;
	} else {
		if (!(block = aligned_alloc(_Alignof(struct cpu_resident), sizeof(*block))))
			return NULL;
		memset(block, 0, sizeof(*block));
	}
	block->sm = sm;
	block->next = NULL;
	block->alone.count = 1;
	block->cluster = form->cluster ? form->cluster : &block->alone;
	block->cluster->blocks[form->rank] = block;
	block->rank = form->rank;
	if (!equip(block, task, form)) {
		aw_cpu_block_destroy(block);
		return NULL;
	}
	if (!block->simd || task->launch.waits)
		aw_cpu_block_begin(block, linear);
	return block;
}

struct cpu_resident *aw_cpu_block_open(struct cpu_sm *sm, struct cpu_task *task, uint64_t linear)
{
	return aw_cpu_block_open_in(sm, task, linear, NULL, 0);
}

struct cpu_resident *aw_cpu_block_open_in(struct cpu_sm *sm, struct cpu_task *task, uint64_t linear,
                                          struct cpu_cluster *cluster, uint32_t rank)
{
	const struct cpu_launch *launch = &task->launch;
	struct form form = { .entry = launch->entry, .simd = launch->simd, .cluster = cluster, .rank = rank };
	return open_as(sm, task, linear, &form);
}

struct cpu_resident *aw_cpu_block_open_fibers(struct cpu_sm *sm, struct cpu_task *task, uint64_t linear)
{
	const struct aw_cpu_kernel *kernel = task->launch.function->kernel;
	for (uint32_t i = 0; i < kernel->variant_count; i++)
		if (kernel->variants[i].strategy == AW_CPU_FIBER)
			return open_as(sm, task, linear, &(struct form){ .entry = kernel->variants[i].entry });
	return NULL;
}

// Takes back the stacks of threads that were given up in the middle.
static void release_stacks(struct cpu_resident *block)
{
	for (uint32_t i = 0; i < block->block.thread_count; i++) {
		struct cpu_fiber *fiber = &block->fibers[i];
		if (fiber->stack)
			aw_cpu_stack_give(&block->sm->stacks, fiber->stack);
		fiber->stack = NULL;
		fiber->context = NULL;
	}
}

void aw_cpu_block_close(struct cpu_resident *block)
{
	struct cpu_sm *sm = block->sm;
	if (block->outcome != CPU_BLOCK_DONE && !block->simd)
		release_stacks(block);
	aw_cpu_gangs_close(block);
	aw_cpu_cluster_close(block);
	block->next = sm->spare;
	sm->spare = block;
}

void aw_cpu_block_destroy(struct cpu_resident *block)
{
	if (block->alone.map)
		munmap(block->alone.map, block->alone.map_size);
	free(block->fibers);
	free(block->turns);
	aw_str_finish(&block->text);
	if (block->watch)
		aw_cpu_watch_destroy(block->watch);
	free(block);
}
