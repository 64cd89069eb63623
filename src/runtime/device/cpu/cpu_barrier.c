// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers of a block (PTX ISA, "bar, barrier") and of a cooperative grid.
//
// A barrier without a count waits for all threads that have not left the kernel, so that an early
// `return` blocks nobody.  That alone would also let through a barrier in an `if` that some threads
// went around and then left, which on the hardware stops the block forever.  So before such a barrier
// opens, those that left or came to another barrier are asked whether they went around this one:
// whether the last branch that led them around a barrier is among the guards of this site, and they
// took it after as many barriers as the others had passed.  With ANYWARP_BARRIERS=pass it opens all the
// same, as GPUs from Volta on open it, and the first in the process is told of.
#include "cpu_block.h"

#include <stdlib.h>
#include <string.h>

#include "cpu_queue.h"

static bool guarded_by(const struct aw_cpu_site *site, uint32_t guard)
{
	for (uint32_t i = 0; i < site->guard_count; i++)
		if (site->guards[i] == guard)
			return true;
	return false;
}

// Whether a thread that left, or waits at another site, went around SITE, where a thread waits that has
// passed EPOCH barriers.
static bool gone_around(const struct cpu_resident *block, const struct aw_cpu_site *site, uint32_t epoch)
{
	for (uint32_t i = 0; i < block->block.thread_count; i++) {
		const struct cpu_fiber *fiber = &block->fibers[i];
		bool elsewhere = fiber->wait == CPU_LEFT || (fiber->wait == CPU_AT_BARRIER && fiber->site != site);
		if (elsewhere && fiber->thread.bypassed && fiber->thread.bypass_epoch == epoch &&
		    guarded_by(site, fiber->thread.bypassed))
			return true;
	}
	return false;
}

static bool diverged(const struct cpu_resident *block, uint32_t id)
{
	const struct cpu_barrier *barrier = &block->barriers[id];
	if (!barrier->mixed && block->left_bypassing == 0)
		return false;
	const struct aw_cpu_site *asked = NULL;
	for (uint32_t i = 0; i < block->block.thread_count; i++) {
		const struct cpu_fiber *fiber = &block->fibers[i];
		if (fiber->wait != CPU_AT_BARRIER || fiber->mask != id || fiber->site == asked)
			continue;
		asked = fiber->site;
		if (asked && asked->guard_count && gone_around(block, asked, fiber->thread.epoch))
			return true;
	}
	return false;
}

static uint32_t result_of(const struct cpu_barrier *barrier)
{
	switch (barrier->op) {
	case AW_CPU_BARRIER_AND: return barrier->count == barrier->waiting;
	case AW_CPU_BARRIER_OR: return barrier->count > 0;
	default: return barrier->count;
	}
}

static void open_barrier(struct cpu_resident *block, uint32_t id)
{
	struct cpu_barrier *barrier = &block->barriers[id];
	uint32_t result = result_of(barrier);
	if (block->watch && barrier->waiting >= block->live)
		aw_cpu_watch_meet(block);
	for (uint32_t warps = barrier->warps; warps; warps &= warps - 1) {
		uint32_t index = (uint32_t)__builtin_ctz(warps);
		struct cpu_warp *warp = &block->warps[index];
		uint32_t lanes = barrier->lanes[index];
		warp->ready |= lanes;
		warp->barrier &= ~lanes;
		barrier->lanes[index] = 0;
		if (barrier->op != AW_CPU_BARRIER_SYNC)
			for (uint32_t left = lanes; left; left &= left - 1)
				block->fibers[index * 32 + (uint32_t)__builtin_ctz(left)].result = result;
	}
	block->ready_warps |= barrier->warps;
	block->barriers_in_use &= ~(UINT64_C(1) << id);
	barrier->waiting = barrier->arrived = barrier->count = barrier->warps = 0;
	barrier->mixed = false;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool lets_pass;

static void read_environment(void)
{
	const char *barriers = getenv("ANYWARP_BARRIERS");
	lets_pass = barriers && !strcmp(barriers, "pass");
}

bool aw_cpu_barriers_pass(void)
{
	pthread_once(&once, read_environment);
	return lets_pass;
}

// Whether a barrier opens that some threads went around.  Tells of it, or of the first of those that do.
static bool may_pass(const struct cpu_resident *block)
{
	static atomic_bool told;
	bool passes = aw_cpu_barriers_pass();
	if (!passes) {
		aw_cpu_report_stuck(block, "a barrier that some threads went around (ANYWARP_BARRIERS=pass lets it pass)");
	} else if (!atomic_exchange(&told, true)) {
		aw_cpu_report_stuck(block, "a barrier that some threads went around passes, as later ones do untold");
		atomic_store(&block->task->launch.told, false); // the launch has not failed
	}
	return passes;
}

// Opens the barrier when all have come.  False when it was gone around.
static bool try_to_open(struct cpu_resident *block, uint32_t id)
{
	struct cpu_barrier *barrier = &block->barriers[id];
	if (barrier->expected) {
		if (barrier->waiting + barrier->arrived >= barrier->expected)
			open_barrier(block, id);
		return true;
	}
	if (barrier->waiting < block->live)
		return true;
	if (diverged(block, id) && !may_pass(block))
		return false;
	open_barrier(block, id);
	return true;
}

static struct cpu_barrier *enter(struct cpu_fiber *self, uint32_t id, uint32_t count,
                                 const struct aw_cpu_site *site)
{
	struct cpu_resident *block = aw_cpu_block_of(self);
	if (id >= CPU_BARRIERS) {
		aw_cpu_report_thread(block, self, "there is no barrier %u; a block has barriers 0 to %u", id,
		                     AW_CPU_NAMED_BARRIERS - 1);
		aw_cpu_block_fail(block, AW_LAUNCH_FAILURE);
	}
	struct cpu_barrier *barrier = &block->barriers[id];
	if (!(block->barriers_in_use & UINT64_C(1) << id)) {
		block->barriers_in_use |= UINT64_C(1) << id;
		barrier->site = site;
		barrier->expected = count;
	} else if (barrier->site != site) {
		barrier->mixed = true;
		if (count)
			barrier->expected = count;
	}
	self->site = site;
	self->mask = id;
	return barrier;
}

uint32_t aw_cpu_barrier_wait(struct aw_cpu_thread *thread, uint32_t id, uint32_t count, uint32_t op,
                             uint32_t predicate, const struct aw_cpu_site *site)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	struct cpu_resident *block = aw_cpu_block_of(self);
	struct cpu_barrier *barrier = enter(self, id, count, site);
	uint32_t index = thread->linear / 32, bit = aw_cpu_lane_bit(self);
	self->wait = CPU_AT_BARRIER;
	block->warps[index].barrier |= bit;
	barrier->lanes[index] |= bit;
	barrier->warps |= 1u << index;
	barrier->waiting++;
	barrier->count += predicate != 0;
	barrier->op = op;
	bool all = barrier->expected || barrier->waiting >= block->live;
	if (block->watch && count)
		aw_cpu_watch_arrive(self, CPU_WATCH_SOME);
	if (all && !try_to_open(block, id))
		aw_cpu_block_fail(block, AW_LAUNCH_FAILURE);
	aw_cpu_block_wait(self);
	if (block->watch && count)
		aw_cpu_watch_pass(self, CPU_WATCH_SOME);
	thread->epoch++;
	return self->result;
}

void aw_cpu_barrier_arrive(struct aw_cpu_thread *thread, uint32_t id, uint32_t count,
                           const struct aw_cpu_site *site)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	struct cpu_resident *block = aw_cpu_block_of(self);
	if (block->watch)
		aw_cpu_watch_arrive(self, CPU_WATCH_SOME);
	enter(self, id, count ? count : block->block.thread_count, site)->arrived++;
	try_to_open(block, id);
}

bool aw_cpu_barrier_leave(struct cpu_resident *block)
{
	for (uint64_t used = block->barriers_in_use; used; used &= used - 1) {
		uint32_t id = (uint32_t)__builtin_ctzll(used);
		struct cpu_barrier *barrier = &block->barriers[id];
		if (!barrier->expected && barrier->waiting > 0 && !try_to_open(block, id))
			return false;
	}
	return true;
}

void aw_cpu_barrier_grid_sync(struct aw_cpu_thread *thread, const struct aw_cpu_site *site)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	struct cpu_resident *block = aw_cpu_block_of(self);
	if (!block->task->launch.cooperative) {
		aw_cpu_report_thread(block, self, "grid.sync() in a kernel that was not launched cooperatively");
		aw_cpu_block_fail(block, AW_LAUNCH_FAILURE);
	}
	if (block->simd) { // all threads of the block
		block->at_grid = block->live;
		aw_cpu_block_pause(block, CPU_BLOCK_WAITS_GRID);
		return;
	}
	self->wait = CPU_AT_GRID_SYNC;
	self->site = site;
	aw_cpu_warp_of(self)->grid |= aw_cpu_lane_bit(self);
	block->at_grid++;
	aw_cpu_block_wait(self);
	thread->epoch++;
}
