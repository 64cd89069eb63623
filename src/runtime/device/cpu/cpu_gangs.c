// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of the simd strategy.  One runs from its first to its last instruction without a stop, so a
// chunk of them needs one switch to the gang stack, and a block costs a call.  The stack has room for what
// all threads of a block keep across barriers; only what is touched of it takes memory.
#include "cpu_block.h"

#include <stdint.h>
#include <sys/mman.h>

#include "cpu_device.h"
#include "cpu_queue.h"

enum {
	GUARD = 1 << 20,      // more than a frame may step over at once
	LEAST_ROOM = 8 << 20, // for values that live across barriers, which local_size doesn't count
	KEPT_ROOM = 256 << 10, // that trimming leaves alone
};

static size_t size_of(const struct cpu_sm *sm)
{
	return (size_t)(sm->gang_stack.high - sm->gang_stack.low);
}

bool aw_cpu_gangs_prepare(struct cpu_sm *sm, const struct cpu_task *task)
{
	enum { UNIT = 1 << 20 };
	const struct cpu_launch *launch = &task->launch;
	size_t threads = (size_t)launch->block[0] * launch->block[1] * launch->block[2];
	size_t wanted = LEAST_ROOM + (2 * threads * launch->function->kernel->local_size + UNIT - 1) / UNIT * UNIT;
	if (sm->gang_map && wanted <= size_of(sm))
		return true;
	char *map = mmap(NULL, GUARD + wanted, PROT_READ | PROT_WRITE,
	                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (map == MAP_FAILED)
		return false;
	if (mprotect(map, GUARD, PROT_NONE) != 0) {
		munmap(map, GUARD + wanted);
		return false;
	}
	aw_cpu_gangs_finish(sm);
	sm->gang_map = map;
	sm->gang_stack = (struct aw_cpu_stack){ .low = map + GUARD, .high = map + GUARD + wanted };
	return true;
}

void aw_cpu_gangs_finish(struct cpu_sm *sm)
{
	if (sm->gang_map)
		munmap(sm->gang_map, GUARD + size_of(sm));
	sm->gang_map = NULL;
}

void aw_cpu_gangs_trim(struct cpu_sm *sm)
{
	if (sm->gang_map)
		madvise(sm->gang_stack.low, size_of(sm) - KEPT_ROOM, MADV_DONTNEED);
}

bool aw_cpu_gangs_stack_holds(const struct cpu_sm *sm, const void *address)
{
	const char *place = address;
	return sm->gang_map && place >= sm->gang_stack.low && place < sm->gang_stack.high;
}

bool aw_cpu_gangs_guard_holds(const struct cpu_sm *sm, const void *address)
{
	const char *place = address;
	return sm->gang_map && place >= sm->gang_map && place < sm->gang_stack.low;
}

// --- running ---

struct span {
	struct cpu_resident *block;
	uint64_t first, end;
};

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

static void set_index(struct aw_cpu_block *abi, uint64_t linear)
{
	uint64_t row = linear / abi->grid_size[0];
	abi->block_index[0] = (uint32_t)(linear % abi->grid_size[0]);
	abi->block_index[1] = (uint32_t)(row % abi->grid_size[1]);
	abi->block_index[2] = (uint32_t)(row / abi->grid_size[1]);
}

// Runs on the gang stack.
static void run_span(void *argument)
{
	const struct span *span = argument;
	struct cpu_resident *block = span->block;
	struct aw_cpu_thread *thread = &block->gangs.thread;
	set_index(&block->block, span->first);
	block->linear = span->first;
	if (block->spans) {
		((aw_cpu_span_entry)(uintptr_t)block->entry)(thread, block->parameters, span->first, span->end - span->first);
		aw_cpu_block_leave(block, CPU_BLOCK_DONE);
	}
	aw_cpu_simd_entry entry = (aw_cpu_simd_entry)(uintptr_t)block->entry;
	for (;;) {
		entry(thread, block->parameters);
		aw_cpu_print_end_block(block);
		if (++block->linear == span->end || aw_cpu_task_failed(block->task))
			break;
		step(&block->block);
	}
	aw_cpu_block_leave(block, CPU_BLOCK_DONE);
}

void aw_cpu_gangs_run(struct cpu_resident *block, uint64_t first, uint64_t end)
{
	struct span span = { .block = block, .first = first, .end = end };
	block->gangs = (struct cpu_fiber){ .thread = { .block = &block->block, .patience = INT32_MAX } };
	block->running = &block->gangs;
	aw_cpu_block_enter(block, aw_cpu_stack_prepare(&block->sm->gang_stack, run_span, &span));
	aw_cpu_print_end_block(block); // of one that failed, or of a span
}
