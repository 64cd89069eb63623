// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of the simd strategy.  Nearly all run from their first to their last instruction without a stop, so all that a
// worker runs of a grid need one switch to its gang stack, and a block costs a call.  The stack has room for what
// all threads of a block keep across barriers; only what is touched of it takes memory.
//
// Blocks that may wait for others (AW_CPU_VARIANT_WAITS) have a stack each while they are open, and cpu_grid.c gives them their turns
// as it does blocks of fibers.
#include "cpu_block.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cpu_device.h"
#include "cpu_queue.h"

enum {
	GUARD = 1 << 20,      // more than a frame may step over at once
	LEAST_ROOM = 8 << 20, // for values that live across barriers, which local_size doesn't count
	KEPT_ROOM = 256 << 10, // that trimming leaves alone
	MOST_FOR_CALLS = 1 << 30,
};

_Static_assert(GUARD > 2 * AW_CPU_GANG_STEP, "a frame begins where another has stepped to");

struct cpu_gang_stack {
	struct cpu_gang_stack *next; // spare
	char *map;                   // guard, stack
	struct aw_cpu_stack stack;
};

static size_t size_of(const struct cpu_gang_stack *stack)
{
	return (size_t)(stack->stack.high - stack->stack.low);
}

// What calls of unknown depth may take: a frame holds for each lane what a thread's frame holds, and vectors are
// aligned.
static size_t room_for_calls(const struct cpu_sm *sm, const struct aw_cpu_kernel *kernel)
{
	if (!(kernel->flags & AW_CPU_KERNEL_RECURSIVE))
		return 0;
	size_t limit = atomic_load_explicit(&sm->device->stack_size, memory_order_relaxed);
	return limit < MOST_FOR_CALLS / (2 * AW_CPU_WARP_SIZE) ? 2 * AW_CPU_WARP_SIZE * limit : MOST_FOR_CALLS;
}

static void destroy_stack(struct cpu_gang_stack *stack)
{
	if (stack)
		munmap(stack->map, GUARD + size_of(stack));
	free(stack);
}

// A stack of SIZE bytes, or NULL without memory.
static struct cpu_gang_stack *create_stack(size_t size)
{
	struct cpu_gang_stack *stack = malloc(sizeof(*stack));
	if (!stack)
		return NULL;
	char *map = mmap(NULL, GUARD + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (map == MAP_FAILED) {
		free(stack);
		return NULL;
	}
	*stack = (struct cpu_gang_stack){ .map = map };
	stack->stack = (struct aw_cpu_stack){ .low = map + GUARD, .high = map + GUARD + size, .top = map + GUARD + size };
	if (mprotect(map, GUARD, PROT_NONE) == 0)
		return stack;
	destroy_stack(stack);
	return NULL;
}

// Makes *STACK, which may be NULL, one that has room for blocks of this task; false without memory, when it is NULL.
static bool prepare_stack(struct cpu_gang_stack **stack, const struct cpu_sm *sm, const struct cpu_task *task)
{
	enum { UNIT = 1 << 20 };
	const struct cpu_launch *launch = &task->launch;
	size_t threads = (size_t)launch->block[0] * launch->block[1] * launch->block[2];
	const struct aw_cpu_kernel *kernel = launch->function->kernel;
	size_t room = 2 * threads * kernel->local_size + room_for_calls(sm, kernel);
	size_t wanted = LEAST_ROOM + (room + UNIT - 1) / UNIT * UNIT;
	if (*stack && wanted <= size_of(*stack))
		return true;
	destroy_stack(*stack);
	return (*stack = create_stack(wanted)) != NULL;
}

void aw_cpu_gangs_finish(struct cpu_sm *sm)
{
	for (struct cpu_gang_stack *stack = sm->spare_gang_stacks, *next; stack; stack = next) {
		next = stack->next;
		destroy_stack(stack);
	}
	sm->spare_gang_stacks = NULL;
}

void aw_cpu_gangs_trim(struct cpu_sm *sm)
{
	size_t kept = KEPT_ROOM; // of the first, which is the next to be used
	for (struct cpu_gang_stack *stack = sm->spare_gang_stacks; stack; stack = stack->next, kept = 0)
		madvise(stack->stack.low, size_of(stack) - kept, MADV_DONTNEED);
}

bool aw_cpu_gangs_stack_holds(const struct cpu_resident *block, const void *address)
{
	const struct cpu_gang_stack *stack = block->gang_stack;
	const char *place = address;
	return stack && place >= stack->stack.low && place < stack->stack.high;
}

bool aw_cpu_gangs_guard_holds(const struct cpu_resident *block, const void *address)
{
	const struct cpu_gang_stack *stack = block->gang_stack;
	const char *place = address;
	return stack && place >= stack->map && place < stack->stack.low;
}

size_t aw_cpu_gangs_stack_size(const struct cpu_resident *block)
{
	return block->gang_stack ? size_of(block->gang_stack) : 0;
}

// --- running ---

// Goes to the next block of the grid; cheaper than dividing its number.
static inline void step(struct aw_cpu_block *abi)
{
	if (++abi->block_index[0] < abi->grid_size[0])
		return;
	abi->block_index[0] = 0;
	if (++abi->block_index[1] < abi->grid_size[1])
		return;
	abi->block_index[1] = 0;
	abi->block_index[2]++;
}

// COUNT blocks from block FIRST on.
static void run_one_by_one(struct cpu_resident *block, uint64_t first, uint64_t count)
{
	struct aw_cpu_thread *thread = &block->gangs.thread;
	aw_cpu_simd_entry entry = (aw_cpu_simd_entry)(uintptr_t)block->entry;
	const void *parameters = block->parameters;
	aw_cpu_block_set_index(block, first);
	for (;;) {
		entry(thread, parameters);
		if (block->text.length > 0)
			aw_cpu_print_end_block(block);
		if (--count == 0 || aw_cpu_task_failed(block->task))
			return;
		block->linear++;
		step(&block->block);
	}
}

// COUNT parts of blocks from part FIRST on.
static void run_parts(struct cpu_resident *block, uint64_t first, uint64_t count)
{
	struct aw_cpu_block *abi = &block->block;
	uint32_t gangs = abi->block_size[0] / block->width;
	for (uint64_t unit = first; unit < first + count && !aw_cpu_task_failed(block->task); unit++) {
		uint64_t part = unit % block->parts;
		aw_cpu_block_set_index(block, unit / block->parts);
		abi->span_count = 1;
		abi->span_begin = (uint32_t)(gangs * part / block->parts) * block->width;
		abi->span_end = (uint32_t)(gangs * (part + 1) / block->parts) * block->width;
		((aw_cpu_simd_entry)(uintptr_t)block->entry)(&block->gangs.thread, block->parameters);
	}
}

// Goes to block FIRST and gives how many of COUNT blocks from it on lie in its row of the grid, and are no more than a span.
static uint32_t begin_span(struct cpu_resident *block, uint64_t first, uint64_t count)
{
	struct aw_cpu_block *abi = &block->block;
	aw_cpu_block_set_index(block, first);
	uint32_t left = abi->grid_size[0] - abi->block_index[0], most = count < left ? (uint32_t)count : left;
	return most < block->span ? most : block->span;
}

// How many rows of the grid, from the one on that BLOCK is in, a span has that begins with it and has no more than COUNT blocks.
static uint32_t count_rows(const struct cpu_resident *block, uint64_t count)
{
	const struct aw_cpu_block *abi = &block->block;
	uint64_t rows = count / abi->grid_size[0];
	uint32_t left = abi->grid_size[1] - abi->block_index[1], most = left < block->rows ? left : block->rows;
	if (abi->block_index[0] > 0 || rows == 0)
		return 1;
	return rows < most ? (uint32_t)rows : most;
}

// COUNT blocks from block FIRST on, in spans that end with the grid's rows.
static void run_spans(struct cpu_resident *block, uint64_t first, uint64_t count)
{
	struct aw_cpu_block *abi = &block->block;
	aw_cpu_simd_entry entry = (aw_cpu_simd_entry)(uintptr_t)block->entry;
	struct cpu_trial *trial = &block->sm->trial;
	if (block->tries)
		aw_cpu_trial_look(trial, &block->task->launch.function->trials, block->task->launch.tried, abi->thread_count);
	abi->span_begin = 0;
	abi->span_end = abi->block_size[0];
	for (uint64_t next = first;;) {
		abi->span_count = begin_span(block, next, count);
		if (block->tries)
			entry = (aw_cpu_simd_entry)(uintptr_t)aw_cpu_trial_begin(trial, &abi->span_count);
		uint32_t rows = block->tries ? 1 : count_rows(block, count), blocks = abi->span_count * rows;
		abi->span_height = rows * abi->block_size[1];
		entry(&block->gangs.thread, block->parameters);
		if (block->tries)
			aw_cpu_trial_end(trial, abi->span_count);
		next += blocks;
		count -= blocks;
		if (count == 0 || aw_cpu_task_failed(block->task))
			return;
	}
}

// The same of blocks that are lanes: whole gangs of a row together, the others one by one.
static void run_across(struct cpu_resident *block, uint64_t first, uint64_t count)
{
	struct aw_cpu_block *abi = &block->block;
	assert(block->span >= block->width && abi->block_size[0] <= block->span);
	for (uint64_t next = first; next < first + count && !aw_cpu_task_failed(block->task); next += abi->span_count) {
		uint32_t most = begin_span(block, next, first + count - next);
		bool whole = most >= block->width;
		abi->span_count = whole ? most - most % block->width : 1;
		abi->block_size[0] = abi->span_count;
		((aw_cpu_simd_entry)(uintptr_t)(whole ? block->entry : block->rest))(&block->gangs.thread, block->parameters);
	}
}

// --- sums put off (simd/simd_later.c) ---

static void add_row(const struct aw_cpu_later_row *row)
{
	// 0 is what lanes have that take no part, and places that may not be there.
	if (row->key & AW_CPU_LATER_WIDE) {
		_Atomic uint64_t *place = (_Atomic uint64_t *)(uintptr_t)(row->key & ~AW_CPU_LATER_WIDE);
		for (unsigned i = 0; i < AW_CPU_LATER_BYTES / 8; i++)
			if (row->sums.wide[i])
				atomic_fetch_add_explicit(&place[i], row->sums.wide[i], memory_order_relaxed);
		return;
	}
	_Atomic uint32_t *place = (_Atomic uint32_t *)(uintptr_t)row->key;
	for (unsigned i = 0; i < AW_CPU_LATER_BYTES / 4; i++)
		if (row->sums.words[i])
			atomic_fetch_add_explicit(&place[i], row->sums.words[i], memory_order_relaxed);
}

// Adds the sums to memory, or forgets what a launch left that has failed.
static void empty_later(struct aw_cpu_later *later, bool add)
{
	for (; later->open; later->open &= later->open - 1) {
		struct aw_cpu_later_row *row = &later->rows[__builtin_ctzll(later->open)];
		if (add)
			add_row(row);
		memset(row, 0, sizeof(*row));
	}
	later->asked[0] = later->asked[1] = NULL; // what they lie in may be freed
}

struct run {
	struct cpu_resident *block;
	bool once;
};

// Runs on the gang stack: chunk after chunk.
static void run_chunks(void *argument)
{
	const struct run *run = argument;
	struct cpu_resident *block = run->block;
	uint64_t first, count;
	while (aw_cpu_task_take(block->task, block->sm, &first, &count)) {
		if (block->parts > 1)
			run_parts(block, first, count);
		else if (block->rest)
			run_across(block, first, count);
		else if (block->span)
			run_spans(block, first, count);
		else
			run_one_by_one(block, first, count);
		empty_later(&block->sm->later, true);
		if (run->once || aw_cpu_queue_crowded(block->sm->device))
			break;
	}
	atomic_thread_fence(memory_order_seq_cst); // stores past the caches are done before the kernel is
	aw_cpu_block_leave(block, CPU_BLOCK_DONE);
}

// Threads wait for others that went another way: fibers tell which.
static void end_stuck(struct cpu_resident *block)
{
	const struct aw_cpu_site *site = block->stuck;
	if (aw_cpu_grid_find_fault(block))
		return;
	aw_cpu_report_thread(block, &block->gangs, "threads wait for others that will never come (%s:%u)", site->file, site->line);
	aw_cpu_task_fail(block->task, AW_LAUNCH_FAILURE);
}

static bool take_stack(struct cpu_resident *block)
{
	struct cpu_sm *sm = block->sm;
	if (!block->gang_stack && (block->gang_stack = sm->spare_gang_stacks))
		sm->spare_gang_stacks = block->gang_stack->next;
	return prepare_stack(&block->gang_stack, sm, block->task);
}

// Has FUNCTION called with ARGUMENT on a stack when the block is entered, by gangs that let others run when PATIENCE is at its end; false
// without memory.
static bool begin(struct cpu_resident *block, void (*function)(void *), void *argument, int32_t patience)
{
	if (!take_stack(block)) {
		aw_cpu_task_fail(block->task, AW_NO_MEMORY);
		return false;
	}
	block->gangs = (struct cpu_fiber){ .thread = { .block = &block->block, .patience = patience } };
	block->gangs.context = aw_cpu_stack_prepare(&block->gang_stack->stack, function, argument);
	return true;
}

static void enter(struct cpu_resident *block)
{
	block->running = &block->gangs;
	block->stuck = NULL;
	aw_cpu_block_enter(block, block->gangs.context);
	if (block->stuck)
		end_stuck(block);
}

void aw_cpu_gangs_serve(struct cpu_sm *sm, struct cpu_task *task, bool once)
{
	struct cpu_resident *block = aw_cpu_block_open(sm, task, 0);
	if (!block) {
		aw_cpu_task_fail(task, AW_NO_MEMORY);
		return;
	}
	struct run run = { .block = block, .once = once };
	if (begin(block, run_chunks, &run, INT32_MAX)) {
		enter(block);
		empty_later(&sm->later, false);
		aw_cpu_print_end_block(block); // of one that failed
	}
	aw_cpu_block_close(block);
}

// --- blocks that may wait ---

static void run_block(void *argument)
{
	struct cpu_resident *block = argument;
	((aw_cpu_simd_entry)(uintptr_t)block->entry)(&block->gangs.thread, block->parameters);
	atomic_thread_fence(memory_order_seq_cst); // as in run_chunks
	aw_cpu_block_leave(block, CPU_BLOCK_DONE);
}

enum cpu_outcome aw_cpu_gangs_run(struct cpu_resident *block)
{
	if (!block->gangs.context && !begin(block, run_block, block, CPU_BLOCK_PATIENCE))
		return block->outcome = CPU_BLOCK_FAILED;
	enter(block);
	return block->outcome;
}

void aw_cpu_gangs_close(struct cpu_resident *block)
{
	struct cpu_gang_stack *stack = block->gang_stack;
	if (!stack)
		return;
	stack->next = block->sm->spare_gang_stacks;
	block->sm->spare_gang_stacks = stack;
	block->gang_stack = NULL;
}
