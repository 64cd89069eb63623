// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of a warp.  A lane that comes to one stops; when no lane of the warp can run, the warp is
// resolved:
//
// 1. An operation that names its lanes is done once all of them that have not left are there, with the
//    same operation and the same mask (PTX ISA, "shfl.sync"); the place in the source doesn't matter.
// 2. Otherwise, of the lanes that wait at a step or in an operation of the old kind without a mask, those
//    at the place that comes first in the function, in the earliest turn of loops that count theirs, go on
//    together.  Lanes that are ahead wait, as they would on hardware that reconverges, so code written for
//    warps in lock step works.
// 3. Otherwise lanes that spin get their turn again after the other warps had theirs.  Lanes that are
//    ahead of a spinning lane are let go at once when it spins on atomics, and after HOLD_ROUNDS turns when
//    it spins on volatile reads: then it waits for one of them, as threads since Volta may.
#include "cpu_block.h"

#include <string.h>

enum { HOLD_ROUNDS = 16 };

static bool same_operation(const struct cpu_fiber *a, const struct cpu_fiber *b)
{
	if (a->wait != b->wait || a->mask != b->mask)
		return false;
	return !a->call || a->call->op == b->call->op;
}

// --- what the operations compute, for the lanes of GROUP ---

// PTX ISA, "shfl.sync", gives the rule for the source lane in these words.
static void shuffle(struct cpu_fiber *lanes, uint32_t group)
{
	uint64_t values[32] = { 0 };
	for (uint32_t left = group; left; left &= left - 1) {
		int lane = __builtin_ctz(left);
		values[lane] = lanes[lane].call->value;
	}
	for (uint32_t left = group; left; left &= left - 1) {
		int lane = __builtin_ctz(left), source = lane;
		struct aw_cpu_warp_call *call = lanes[lane].call;
		int b = (int)(call->operand & 31), clamp = (int)(call->control & 31), segment = (int)(call->control >> 8 & 31);
		int last = (lane & segment) | (clamp & ~segment), first = lane & segment;
		bool inside = false;
		switch ((enum aw_cpu_shuffle_op)call->op) {
		case AW_CPU_SHUFFLE_UP: source = lane - b, inside = source >= last; break;
		case AW_CPU_SHUFFLE_DOWN: source = lane + b, inside = source <= last; break;
		case AW_CPU_SHUFFLE_XOR: source = lane ^ b, inside = source <= last; break;
		case AW_CPU_SHUFFLE_IDX: source = first | (b & ~segment), inside = source <= last; break;
		}
		// What takes no part gives 0, as on GPUs.
		call->result = inside ? values[source] : call->value;
		call->predicate = inside;
	}
}

static void vote(struct cpu_fiber *lanes, uint32_t group)
{
	uint32_t ballot = 0;
	for (uint32_t left = group; left; left &= left - 1) {
		int lane = __builtin_ctz(left);
		ballot |= (uint32_t)(lanes[lane].call->value != 0) << lane;
	}
	for (uint32_t left = group; left; left &= left - 1) {
		struct aw_cpu_warp_call *call = lanes[__builtin_ctz(left)].call;
		switch ((enum aw_cpu_vote_op)call->op) {
		case AW_CPU_VOTE_ALL: call->result = ballot == group; break;
		case AW_CPU_VOTE_ANY: call->result = ballot != 0; break;
		case AW_CPU_VOTE_UNI: call->result = ballot == 0 || ballot == group; break;
		case AW_CPU_VOTE_BALLOT: call->result = ballot; break;
		}
		call->predicate = call->result != 0;
	}
}

static void match(struct cpu_fiber *lanes, uint32_t group)
{
	uint32_t same;
	for (uint32_t left = group; left; left &= ~same) {
		uint64_t value = lanes[__builtin_ctz(left)].call->value;
		same = 0;
		for (uint32_t other = left; other; other &= other - 1) {
			int lane = __builtin_ctz(other);
			same |= (uint32_t)(lanes[lane].call->value == value) << lane;
		}
		for (uint32_t other = same; other; other &= other - 1) {
			struct aw_cpu_warp_call *call = lanes[__builtin_ctz(other)].call;
			call->predicate = same == group;
			call->result = call->op && same != group ? 0 : same;
		}
	}
}

static uint32_t combine(enum aw_cpu_reduce_op op, uint32_t a, uint32_t b)
{
	switch (op) {
	case AW_CPU_REDUCE_ADD: return a + b;
	case AW_CPU_REDUCE_UMIN: return a < b ? a : b;
	case AW_CPU_REDUCE_UMAX: return a > b ? a : b;
	case AW_CPU_REDUCE_SMIN: return (int32_t)a < (int32_t)b ? a : b;
	case AW_CPU_REDUCE_SMAX: return (int32_t)a > (int32_t)b ? a : b;
	case AW_CPU_REDUCE_AND: return a & b;
	case AW_CPU_REDUCE_OR: return a | b;
	case AW_CPU_REDUCE_XOR: return a ^ b;
	case AW_CPU_REDUCE_COLLECT: break;
	}
	return 0;
}

static void collect(struct cpu_fiber *lanes, uint32_t group)
{
	uint64_t *addresses = (uint64_t *)(uintptr_t)lanes[__builtin_ctz(group)].call->value;
	for (uint32_t lane = 0; lane < 32; lane++)
		addresses[lane] = group >> lane & 1 ? lanes[lane].call->value : 0;
	for (uint32_t left = group; left; left &= left - 1)
		lanes[__builtin_ctz(left)].call->result = left == group;
}

static void reduce(struct cpu_fiber *lanes, uint32_t group)
{
	const struct aw_cpu_warp_call *first = lanes[__builtin_ctz(group)].call;
	if (first->op == AW_CPU_REDUCE_COLLECT) {
		collect(lanes, group);
		return;
	}
	uint32_t result = (uint32_t)first->value;
	for (uint32_t left = group & (group - 1); left; left &= left - 1)
		result = combine(first->op, result, (uint32_t)lanes[__builtin_ctz(left)].call->value);
	for (uint32_t left = group; left; left &= left - 1)
		lanes[__builtin_ctz(left)].call->result = result;
}

static void perform(struct cpu_fiber *lanes, uint32_t group)
{
	switch (lanes[__builtin_ctz(group)].wait) {
	case CPU_AT_SHUFFLE: shuffle(lanes, group); break;
	case CPU_AT_VOTE: vote(lanes, group); break;
	case CPU_AT_MATCH: match(lanes, group); break;
	case CPU_AT_REDUCE: reduce(lanes, group); break;
	case CPU_AT_ACTIVE_MASK:
		for (uint32_t left = group; left; left &= left - 1)
			lanes[__builtin_ctz(left)].result = group;
		break;
	default: break; // a step and __syncwarp give nothing
	}
}

// --- resolving ---

static bool complete_masked(struct cpu_warp *warp, struct cpu_fiber *lanes)
{
	bool completed = false;
	for (uint32_t waiting = warp->masked; waiting;) {
		const struct cpu_fiber *first = &lanes[__builtin_ctz(waiting)];
		uint32_t wanted = first->mask & ~warp->done, group = 0;
		for (uint32_t left = waiting; left; left &= left - 1) {
			int lane = __builtin_ctz(left);
			group |= (uint32_t)same_operation(first, &lanes[lane]) << lane;
		}
		waiting &= ~group;
		// A lane that calls with a mask without itself is taken as if it were named.
		if (wanted & ~group)
			continue;
		perform(lanes, group);
		warp->masked &= ~group;
		warp->ready |= group;
		completed = true;
	}
	return completed;
}

// Below 0 where a lane at site A is to go on before one at B.
static int compare_sites(const struct aw_cpu_site *a, const struct aw_cpu_site *b)
{
	if (a == b)
		return 0;
	if (a->order != b->order)
		return a->order < b->order ? -1 : 1;
	return a < b ? -1 : 1;
}

// The same for two stopped lanes.  Turn by turn, as if each had waited at the end of all its turns for the others: one that
// has had fewer is still before that end.
static int compare_places(const struct cpu_fiber *a, const struct cpu_fiber *b)
{
	uint32_t shared = a->thread.turn_count < b->thread.turn_count ? a->thread.turn_count : b->thread.turn_count;
	for (uint32_t i = 0; i < shared; i++) {
		const struct aw_cpu_turn *mine = &a->thread.turns[i], *other = &b->thread.turns[i];
		if (mine->site != other->site)
			return compare_sites(mine->site, other->site);
		if (mine->turn != other->turn)
			return mine->turn < other->turn ? -1 : 1;
	}
	const struct aw_cpu_site *mine = a->thread.turn_count > shared ? a->thread.turns[shared].site : a->site;
	return compare_sites(mine, b->thread.turn_count > shared ? b->thread.turns[shared].site : b->site);
}

static void release_stepped(struct cpu_warp *warp, struct cpu_fiber *lanes)
{
	const struct cpu_fiber *first = &lanes[__builtin_ctz(warp->stepped)];
	for (uint32_t left = warp->stepped & (warp->stepped - 1); left; left &= left - 1) {
		const struct cpu_fiber *fiber = &lanes[__builtin_ctz(left)];
		if (compare_places(fiber, first) < 0)
			first = fiber;
	}
	uint32_t group = 0;
	for (uint32_t left = warp->stepped; left; left &= left - 1) {
		int lane = __builtin_ctz(left);
		group |= (uint32_t)(compare_places(&lanes[lane], first) == 0 && same_operation(first, &lanes[lane])) << lane;
	}
	perform(lanes, group);
	warp->stepped &= ~group;
	warp->ready |= group;
	if (warp->held_back & group)
		warp->held = 0;
	warp->held_back &= ~group;
}

bool aw_cpu_warp_resolve(struct cpu_resident *block, unsigned index)
{
	struct cpu_warp *warp = &block->warps[index];
	struct cpu_fiber *lanes = &block->fibers[index * 32];
	if (warp->masked && complete_masked(warp, lanes))
		return true;
	if (!warp->stepped)
		return false;
	if (warp->yielded & warp->steppers && warp->held < HOLD_ROUNDS)
		return false;
	release_stepped(warp, lanes);
	return true;
}

// --- services ---

// Stops the thread in its warp: MASK 0 is the form without a mask.
static void stop(struct cpu_fiber *self, enum cpu_wait wait, uint32_t mask, struct aw_cpu_warp_call *call,
                 const struct aw_cpu_site *site)
{
	struct cpu_warp *warp = aw_cpu_warp_of(self);
	self->wait = wait;
	self->mask = mask;
	self->call = call;
	self->site = site;
	uint32_t bit = aw_cpu_lane_bit(self);
	if (mask)
		warp->masked |= bit;
	else
		warp->stepped |= bit;
	aw_cpu_block_wait(self);
}

// Whether no other lane of the warp could take part: none is ready, and none stopped but for good.
static bool alone(const struct cpu_warp *warp)
{
	return (warp->ready | warp->masked | warp->stepped | warp->yielded) == 0;
}

void aw_cpu_warp_sync(struct aw_cpu_thread *thread, uint32_t mask, const struct aw_cpu_site *site)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	bool watched = aw_cpu_block_of(self)->watch;
	if (watched)
		aw_cpu_watch_arrive(self, CPU_WATCH_WARP);
	stop(self, CPU_AT_WARP_SYNC, mask, NULL, site);
	if (watched)
		aw_cpu_watch_pass(self, CPU_WATCH_WARP);
}

void aw_cpu_warp_shuffle(struct aw_cpu_thread *thread, struct aw_cpu_warp_call *call, const struct aw_cpu_site *site)
{
	stop(aw_cpu_fiber_of(thread), CPU_AT_SHUFFLE, call->mask, call, site);
}

void aw_cpu_warp_vote(struct aw_cpu_thread *thread, struct aw_cpu_warp_call *call, const struct aw_cpu_site *site)
{
	stop(aw_cpu_fiber_of(thread), CPU_AT_VOTE, call->mask, call, site);
}

void aw_cpu_warp_match(struct aw_cpu_thread *thread, struct aw_cpu_warp_call *call, const struct aw_cpu_site *site)
{
	stop(aw_cpu_fiber_of(thread), CPU_AT_MATCH, call->mask, call, site);
}

void aw_cpu_warp_reduce(struct aw_cpu_thread *thread, struct aw_cpu_warp_call *call, const struct aw_cpu_site *site)
{
	stop(aw_cpu_fiber_of(thread), CPU_AT_REDUCE, call->mask, call, site);
}

uint32_t aw_cpu_warp_active_mask(struct aw_cpu_thread *thread, const struct aw_cpu_site *site)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	stop(self, CPU_AT_ACTIVE_MASK, 0, NULL, site);
	return self->result;
}

void aw_cpu_warp_step(struct aw_cpu_thread *thread, const struct aw_cpu_site *site)
{
	struct cpu_fiber *self = aw_cpu_fiber_of(thread);
	struct cpu_warp *warp = aw_cpu_warp_of(self);
	warp->steppers |= aw_cpu_lane_bit(self);
	if (!alone(warp))
		stop(self, CPU_AT_STEP, 0, NULL, site);
}
