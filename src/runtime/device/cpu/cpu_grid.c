// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Serving a task from one multiprocessor.  Usually a block runs from its first to its last instruction
// before the next begins.  A block that only spins, or waits in grid_sync, stays open; after some turns
// in which nothing ended, another block is opened beside the open ones, and all get their turns round
// and round.  So a block that waits for any other block of its grid gets what it waits for, whatever the
// number of workers.  When the grid has no further block to open, another task of the device is joined,
// so that a kernel that waits for a copy or kernel of another stream can't hold up all workers.
// Blocks of the simd strategy that never wait for anything run chunk by chunk (cpu_gangs.c).
#include <sched.h>

#include "../../../base/log.h"
#include "cpu_device.h"
#include "cpu_queue.h"

enum {
	TURNS_BEFORE_OPENING = 2,  // a spin that ends by itself should not cost a new block
	TURNS_BEFORE_JOINING = 64,
	MOST_THREADS = AW_CPU_STACK_LIMIT - CPU_MAX_THREADS, // open at a time
	MOST_NESTED = 128, // as many kernels as GPUs run at a time
};

// A chunk of blocks that was taken.
struct span {
	uint64_t next, end;
};

// Whether the block may run: one that waits for its grid may not before the others came.
static bool passes_grid(struct cpu_resident *block)
{
	struct cpu_launch *launch = &block->task->launch;
	if (atomic_load(&launch->turn) <= block->grid_turn)
		return false;
	block->grid_turn++;
	aw_cpu_block_pass_grid(block);
	return true;
}

// The grid's barrier opens when all blocks that have not ended arrived.
static void try_to_open_grid(struct cpu_task *task)
{
	struct cpu_launch *launch = &task->launch;
	uint64_t arrived = atomic_load(&launch->arrived);
	if (arrived > 0 && arrived + atomic_load(&launch->ended) == launch->blocks &&
	    atomic_compare_exchange_strong(&launch->arrived, &arrived, 0))
		atomic_fetch_add(&launch->turn, 1);
}

static void end_block(struct cpu_resident *block)
{
	aw_cpu_print_end_block(block);
	if (!block->task->launch.cooperative)
		return;
	atomic_fetch_add(&block->task->launch.ended, 1);
	try_to_open_grid(block->task);
}

// Gives one open block a turn; true when it got somewhere.
static bool turn(struct cpu_resident *block)
{
	bool waited = block->at_grid > 0 && block->at_grid == block->live;
	if ((waited && !passes_grid(block)) || aw_cpu_cluster_holds(block))
		return false;
	block->outcome = aw_cpu_block_run(block);
	if (block->outcome != CPU_BLOCK_SPINS && block->outcome != CPU_BLOCK_FAILED && aw_cpu_cluster_is_stuck(block)) {
		aw_cpu_task_fail(block->task, AW_LAUNCH_FAILURE);
		block->outcome = CPU_BLOCK_FAILED;
	}
	if (block->outcome == CPU_BLOCK_WAITS_GRID) {
		atomic_fetch_add(&block->task->launch.arrived, 1);
		try_to_open_grid(block->task);
		return true;
	}
	return waited || (block->outcome != CPU_BLOCK_SPINS && block->outcome != CPU_BLOCK_WAITS_PHASE);
}

static bool stays_open(const struct cpu_resident *block)
{
	return block->outcome != CPU_BLOCK_DONE && block->outcome != CPU_BLOCK_FAILED;
}

// Runs each open block until it stops; true when one of them got somewhere.
static bool go_round(struct cpu_sm *sm)
{
	bool progress = false;
	for (struct cpu_resident **link = &sm->open; *link;) {
		struct cpu_resident *block = *link;
		bool given_up = aw_cpu_task_failed(block->task);
		if (!given_up)
			progress |= turn(block);
		if (!given_up && stays_open(block)) {
			link = &block->next;
			continue;
		}
		*link = block->next;
		sm->open_count--;
		if (given_up)
			block->outcome = CPU_BLOCK_FAILED;
		end_block(block);
		aw_cpu_block_close(block);
		progress = true;
	}
	return progress;
}

// Keeps BLOCK, which has had its first turn, for later ones.
static void keep_open(struct cpu_sm *sm, struct cpu_resident *block)
{
	struct cpu_resident **link = &sm->open;
	while (*link)
		link = &(*link)->next;
	block->next = NULL;
	*link = block;
	sm->open_count++;
}

// Runs the blocks of SPAN one after another until one must stay open.  Blocks of a cluster stay open for the turns of all.
static void run_span(struct cpu_sm *sm, struct cpu_task *task, struct span *span)
{
	if (task->launch.unit > 1) {
		if (!aw_cpu_cluster_open(sm, task, span->next++))
			aw_cpu_task_fail(task, AW_NO_MEMORY);
		return;
	}
	struct cpu_resident *block = aw_cpu_block_open(sm, task, span->next++);
	if (!block) {
		aw_cpu_task_fail(task, AW_NO_MEMORY);
		return;
	}
	for (;;) {
		turn(block);
		if (stays_open(block)) {
			keep_open(sm, block);
			return;
		}
		end_block(block);
		if (block->outcome != CPU_BLOCK_DONE || span->next == span->end || aw_cpu_task_failed(task))
			break;
		aw_cpu_block_begin(block, span->next++);
	}
	aw_cpu_block_close(block);
}

static bool has_open(const struct cpu_sm *sm, const struct cpu_task *task)
{
	for (const struct cpu_resident *block = sm->open; block; block = block->next)
		if (block->task == task)
			return true;
	return false;
}

// For one more unit of the task.
static bool has_room(const struct cpu_sm *sm, const struct cpu_launch *launch)
{
	uint32_t threads = launch->unit * launch->block[0] * launch->block[1] * launch->block[2];
	for (const struct cpu_resident *block = sm->open; block; block = block->next)
		threads += block->block.thread_count;
	return threads <= MOST_THREADS;
}

// Bytes of stack that the kernel's own variables and the calls on top of them want.  Its children's threads have stacks of
// the same size.
static size_t stack_for(const struct cpu_launch *launch)
{
	enum { FOR_CALLS = 256 * 1024 }; // products of matrices take 40 KiB, what LLVM spills of unrolled ones 100
	const struct aw_cpu_kernel *kernel = launch->function->kernel;
	size_t most = kernel->local_size;
	if (kernel->flags & AW_CPU_KERNEL_LAUNCHES) {
		const struct cpu_module *module = (const struct cpu_module *)launch->function->base.module;
		for (uint32_t i = 0; i < module->image->kernel_count; i++)
			most = module->image->kernels[i].local_size > most ? module->image->kernels[i].local_size : most;
	}
	return most + FOR_CALLS;
}

// Stacks of the size that was set last, or larger ones for a kernel that wants them.
static void renew_stacks(struct cpu_sm *sm, const struct cpu_launch *launch)
{
	size_t limit = atomic_load_explicit(&sm->device->stack_size, memory_order_relaxed);
	size_t wanted = stack_for(launch) > limit ? stack_for(launch) : limit;
	if (limit == sm->stack_limit && wanted <= sm->stacks.stack_size)
		return;
	aw_cpu_stack_pool_finish(&sm->stacks);
	aw_cpu_stack_pool_init(&sm->stacks, wanted);
	sm->stack_limit = limit;
}

// The number that block LINEAR of gangs has in LAUNCH as it was given.
static uint64_t given_number(const struct cpu_launch *launch, uint64_t linear)
{
	if (!launch->turned)
		return linear;
	uint64_t y = linear % launch->grid[1], row = linear / launch->grid[1], x = row % launch->grid[0], z = row / launch->grid[0];
	return (z * launch->grid[1] + y) * launch->grid[0] + x;
}

// Runs block LINEAR of GANGS' grid anew as fibers; true when it fails.
static bool fails_as_fibers(const struct cpu_resident *gangs, uint64_t linear)
{
	enum { TURNS = 1000 }; // it might wait for blocks that don't come any more
	struct cpu_sm *sm = gangs->sm;
	void *base = sm->base;
	struct cpu_resident *block = aw_cpu_block_open_fibers(sm, gangs->task, given_number(&gangs->task->launch, linear));
	if (!block)
		return false;
	enum cpu_outcome outcome = aw_cpu_block_run(block);
	for (unsigned turn = 0; outcome == CPU_BLOCK_SPINS && turn < TURNS; turn++)
		outcome = aw_cpu_block_run(block);
	aw_str_cut(&block->text, 0);
	aw_cpu_block_close(block);
	sm->base = base;
	return outcome == CPU_BLOCK_FAILED;
}

// The launch has failed, so what the second run leaves in memory doesn't matter, and what it prints is dropped.
bool aw_cpu_grid_find_fault(const struct cpu_resident *gangs)
{
	struct cpu_sm *sm = gangs->sm;
	const struct aw_cpu_block *abi = &gangs->block;
	if (sm->open_count == 0)
		renew_stacks(sm, &gangs->task->launch);
	if (!gangs->span)
		return fails_as_fibers(gangs, gangs->linear);
	// Of a span, LINEAR is the first; entries keep the x of the block they are at, unless they go along the line of all.
	uint32_t at = abi->block_index[0] - abi->span_first, count = abi->span_count * (abi->span_height / abi->block_size[1]);
	for (uint32_t i = 0; i < count; i++)
		if (fails_as_fibers(gangs, gangs->linear + (at + i) % count))
			return true;
	return false;
}

// Whether the blocks of the launch run from their first to their last instruction without a stop.
static bool goes_through(const struct cpu_launch *launch)
{
	return launch->simd && !launch->waits;
}

static void serve_grid(struct cpu_sm *sm, struct cpu_task *task, bool once);

// All open blocks spin and their grid has no further block: lets another task use the time.
static void serve_other(struct cpu_sm *sm, struct cpu_task *task)
{
	struct cpu_task *other = sm->depth < MOST_NESTED ? aw_cpu_queue_join_other(sm, task) : NULL;
	if (!other) {
		sched_yield();
		return;
	}
	uint64_t first, count;
	sm->depth++;
	if (other->kind != CPU_TASK_GRID) {
		if (aw_cpu_task_take(other, sm, &first, &count))
			aw_cpu_transfer_run(other, first, count);
	} else if (goes_through(&other->launch)) {
		aw_cpu_gangs_serve(sm, other, true);
	} else if (stack_for(&other->launch) <= sm->stacks.stack_size) { // else it must wait for a free seat
		serve_grid(sm, other, true);
	}
	sm->depth--;
	aw_cpu_task_let_go(other, sm);
	aw_cpu_queue_leave_other(other);
}

// Serves until no block is left to take and none of the task's is open.  ONCE: takes one chunk only.
static void serve_grid(struct cpu_sm *sm, struct cpu_task *task, bool once)
{
	struct span span = { 0 };
	bool last = false;
	for (unsigned idle = 0;;) {
		bool may_open = sm->open_count == 0 || (idle >= TURNS_BEFORE_OPENING && has_room(sm, &task->launch));
		if (may_open && span.next == span.end && !last) {
			uint64_t count;
			last = !aw_cpu_task_take(task, sm, &span.next, &count);
			span.end = last ? span.next : span.next + count;
		}
		if (aw_cpu_task_failed(task))
			span.next = span.end;
		if (span.next == span.end && !has_open(sm, task) && (last || (!once && aw_cpu_queue_crowded(sm->device))))
			return;
		bool progress = false;
		if (may_open && span.next < span.end) {
			run_span(sm, task, &span);
			progress = true;
			last |= once;
		}
		if (sm->open_count > 0 && go_round(sm))
			progress = true;
		idle = progress ? 0 : idle + 1;
		if (!progress && idle > 1 && idle % TURNS_BEFORE_JOINING == 0)
			serve_other(sm, task);
		else if (!progress && idle > TURNS_BEFORE_JOINING)
			sched_yield();
	}
}

void aw_cpu_grid_run_child(struct cpu_sm *sm, struct cpu_task *task)
{
	// Of the thread's own block and those beside it, which stay where they are.
	struct cpu_resident *open = sm->open, *current = sm->current;
	unsigned open_count = sm->open_count;
	void *base = sm->base;
	if (!task->launch.simd && stack_for(&task->launch) > sm->stacks.stack_size) {
		aw_error("cpu", "kernel %s needs %zu bytes of stack a thread where it is launched by a kernel: cudaLimitStackSize",
		         task->launch.function->kernel->name, stack_for(&task->launch));
		aw_cpu_task_fail(task, AW_LAUNCH_OUT_OF_RESOURCES);
		return;
	}
	sm->open = NULL;
	sm->open_count = 0;
	sm->in_device = 0;
	sm->pace.task = NULL;
	sm->depth++;
	while (aw_cpu_task_wants_hands(task))
		if (goes_through(&task->launch))
			aw_cpu_gangs_serve(sm, task, false);
		else
			serve_grid(sm, task, false);
	sm->depth--;
	sm->pace.task = NULL;
	sm->open = open;
	sm->open_count = open_count;
	sm->base = base;
	sm->current = current;
	sm->in_device = 1;
}

void aw_cpu_grid_serve(struct cpu_sm *sm, struct cpu_task *task)
{
	aw_cpu_this_sm = sm;
	sm->pace.task = NULL;
	if (task->is_tail)
		aw_cpu_child_begin(task);
	if (task->kind == CPU_TASK_GRID) {
		aw_cpu_fault_prepare_thread();
		if (goes_through(&task->launch)) {
			aw_cpu_gangs_serve(sm, task, false);
		} else {
			renew_stacks(sm, &task->launch);
			serve_grid(sm, task, false);
		}
	} else {
		uint64_t first, count;
		while (aw_cpu_task_take(task, sm, &first, &count))
			aw_cpu_transfer_run(task, first, count);
	}
	aw_cpu_task_let_go(task, sm);
	if (task->is_tail && !aw_cpu_task_wants_hands(task))
		aw_cpu_child_end(task);
	aw_cpu_this_sm = NULL;
}
