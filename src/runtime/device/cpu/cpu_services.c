// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of services that device code calls, and those of them that are small: spinning, traps,
// clocks, kinds of addresses.
#include "cpu_block.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "../../../base/os.h"
#include "cpu_device.h"
#include "cpu_queue.h"

static void spin(struct cpu_fiber *self, enum cpu_wait wait)
{
	struct cpu_warp *warp = aw_cpu_warp_of(self);
	uint32_t bit = aw_cpu_lane_bit(self);
	self->thread.patience = CPU_PATIENCE;
	self->wait = wait;
	warp->yielded |= bit;
	aw_cpu_block_of(self)->yielded++;
	aw_cpu_block_wait(self);
	warp->steppers &= ~bit;
}

static void yield(struct aw_cpu_thread *thread, uint32_t nanoseconds)
{
	(void)nanoseconds; // the time that the others take is the sleep; CUDA allows any up to twice the time
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	struct cpu_resident *block = aw_cpu_block_of(self);
	if (block->simd) {
		thread->patience = CPU_BLOCK_PATIENCE;
		aw_cpu_block_pause(block, CPU_BLOCK_SPINS);
		return;
	}
	spin(self, CPU_YIELDED);
}

static bool lies_in_shared(const struct aw_cpu_block *block, const void *address)
{
	const char *place = address;
	return place >= block->shared && place < block->dynamic_shared + block->dynamic_shared_size;
}

// Gangs meet before they ask for a phase, and don't come here.
static void await(struct aw_cpu_thread *thread, const uint64_t *place, uint32_t phase, const struct aw_cpu_site *site)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	assert(!aw_cpu_block_of(self)->simd);
	self->site = site;
	self->place = place;
	self->mask = phase;
	while (!aw_cpu_phase_is_over(self)) {
		if (lies_in_shared(thread->block, place)) {
			aw_cpu_block_of(self)->at_phase++;
			spin(self, CPU_AT_PHASE);
		} else {
			spin(self, CPU_YIELDED);
		}
	}
}

static _Noreturn void give_up(struct cpu_fiber *self, aw_status status)
{
	aw_cpu_block_fail(aw_cpu_block_of(self), status);
}

// CUDA's own text (CUDA C++ Programming Guide, "Assertion").
static void assertion(struct aw_cpu_thread *thread, const char *text, const char *file, uint32_t line,
                      const char *function)
{
	const uint32_t *block = thread->block->block_index, *index = thread->thread_index;
	fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
	        function, block[0], block[1], block[2], index[0], index[1], index[2], text);
	give_up(aw_cpu_fiber_of(thread), AW_ASSERT);
}

static void trap(struct aw_cpu_thread *thread, const struct aw_cpu_site *site)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	if (site && site->file[0])
		aw_cpu_report_thread(aw_cpu_block_of(self), self, "trap at %s:%u", site->file, site->line);
	else
		aw_cpu_report_thread(aw_cpu_block_of(self), self, "trap");
	give_up(self, AW_LAUNCH_FAILURE);
}

// Reports TEXT, SITE's place behind it where that is known, and ends the launch with STATUS.
static _Noreturn void refuse(struct aw_cpu_thread *thread, const char *text, const char *what, const struct aw_cpu_site *site,
                             aw_status status)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	struct cpu_resident *block = aw_cpu_block_of(self);
	if (site && site->file[0])
		aw_cpu_report_thread(block, self, "%s %s (%s:%u)", text, what, site->file, site->line);
	else
		aw_cpu_report_thread(block, self, "%s %s", text, what);
	give_up(self, status);
}

static void unsupported(struct aw_cpu_thread *thread, const char *what, const struct aw_cpu_site *site)
{
	refuse(thread, "the cpu device does not support", what, site, AW_NOT_SUPPORTED);
}

static void illegal(struct aw_cpu_thread *thread, const char *what, const struct aw_cpu_site *site)
{
	refuse(thread, "illegal instruction:", what, site, AW_ILLEGAL_INSTRUCTION);
}

// Told on the host thread's stack (cpu_gangs.c).
static void stuck(struct aw_cpu_thread *thread, const struct aw_cpu_site *site)
{
	struct cpu_resident *block = aw_cpu_block_of(aw_cpu_fiber_of(thread));
	block->stuck = site;
	aw_cpu_block_leave(block, CPU_BLOCK_FAILED);
}

static uint64_t clock_now(struct aw_cpu_thread *thread)
{
	(void)thread;
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t count;
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
	return count;
#endif
}

static uint64_t global_timer(struct aw_cpu_thread *thread)
{
	(void)thread;
	return aw_os_now();
}

static uint32_t address_space(struct aw_cpu_thread *thread, const void *address)
{
	enum { GLOBAL, SHARED, LOCAL, CONSTANT, PARAMETER };
	const struct cpu_resident *block = aw_cpu_block_of(aw_cpu_fiber_of(thread));
	const struct cpu_function *function = block->task->launch.function;
	if (lies_in_shared(thread->block, address))
		return SHARED;
	if (aw_cpu_stack_holds(&block->sm->stacks, address) || aw_cpu_gangs_stack_holds(block, address))
		return LOCAL;
	if ((uintptr_t)address - (uintptr_t)block->parameters < function->kernel->parameter_size)
		return PARAMETER;
	return aw_cpu_module_is_constant(function, address) ? CONSTANT : GLOBAL;
}

static void exit_thread(struct aw_cpu_thread *thread)
{
	aw_cpu_block_exit(aw_cpu_fiber_of(thread));
}

static void *allocate(struct aw_cpu_thread *thread, uint64_t size, uint64_t alignment)
{
	return aw_cpu_heap_allocate(aw_cpu_block_of(aw_cpu_fiber_of(thread))->sm->device, size, alignment);
}

static void release(struct aw_cpu_thread *thread, void *address)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	struct cpu_resident *block = aw_cpu_block_of(self);
	if (aw_cpu_heap_release(block->sm->device, address))
		return;
	aw_cpu_report_thread(block, self, "free(%p): no memory that malloc gave", address);
	give_up(self, AW_LAUNCH_FAILURE);
}

const struct aw_cpu_services aw_cpu_service_table = {
	.version = AW_CPU_ABI_VERSION,
	.size = sizeof(aw_cpu_service_table),
	.barrier = aw_cpu_barrier_wait,
	.barrier_arrive = aw_cpu_barrier_arrive,
	.grid_sync = aw_cpu_barrier_grid_sync,
	.warp_sync = aw_cpu_warp_sync,
	.shuffle = aw_cpu_warp_shuffle,
	.vote = aw_cpu_warp_vote,
	.match = aw_cpu_warp_match,
	.reduce = aw_cpu_warp_reduce,
	.active_mask = aw_cpu_warp_active_mask,
	.step = aw_cpu_warp_step,
	.yield = yield,
	.print = aw_cpu_print,
	.assertion = assertion,
	.trap = trap,
	.unsupported = unsupported,
	.allocate = allocate,
	.release = release,
	.clock = clock_now,
	.global_timer = global_timer,
	.address_space = address_space,
	.launch = aw_cpu_child_launch,
	.last_error = aw_cpu_child_last_error,
	.cluster_arrive = aw_cpu_cluster_arrive,
	.cluster_wait = aw_cpu_cluster_wait,
	.query = aw_cpu_query,
	.exit = exit_thread,
	.watch = aw_cpu_watch_access,
	.illegal = illegal,
	.stuck = stuck,
	.await = await,
};
