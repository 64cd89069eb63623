// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in shared memory (PTX ISA, "mbarrier").  The object is 64 bits that only these functions read: how many
// arrivals the phase still waits for, how many each phase has, how many bytes of copies are to come, and the parity of
// the phase.  It may lie in memory that other workers see, so it is changed by compare and swap.
//
// Who asks for a phase that isn't over lets others run before the answer, or waits where nothing else ends the loop.  Copies of bytes
// (cp.async, cp.async.bulk) are done at once.
#include "support.h"

enum { BITS = 20, MASK = (1 << BITS) - 1, BYTES_BITS = 23 };

struct state {
	uint32_t pending, expected;
	int32_t bytes;
	uint32_t phase;
};

static struct state unpack(uint64_t word)
{
	return (struct state){
		.pending = (uint32_t)word & MASK,
		.expected = (uint32_t)(word >> BITS) & MASK,
		.bytes = (int32_t)((uint32_t)(word >> 2 * BITS) << (32 - BYTES_BITS)) >> (32 - BYTES_BITS),
		.phase = (uint32_t)(word >> AW_CPU_MBARRIER_PHASE),
	};
}

static uint64_t pack(struct state state)
{
	const uint64_t bytes = (uint32_t)state.bytes & ((1u << BYTES_BITS) - 1);
	return (state.pending & MASK) | (uint64_t)(state.expected & MASK) << BITS | bytes << 2 * BITS |
	       (uint64_t)state.phase << AW_CPU_MBARRIER_PHASE;
}

// Counts ARRIVALS in, of which DROPPED are not to come in later phases, and adds BYTES to those that are awaited; ends
// the phase where nothing is awaited any more.  Gives the object as it was.
static uint64_t change(uint64_t *place, uint32_t arrivals, uint32_t dropped, int32_t bytes)
{
	uint64_t before = __atomic_load_n(place, __ATOMIC_RELAXED), after;
	do {
		struct state state = unpack(before);
		state.pending -= arrivals;
		state.expected -= dropped;
		state.bytes += bytes;
		if (state.pending == 0 && state.bytes == 0) {
			state.phase ^= 1;
			state.pending = state.expected;
		}
		after = pack(state);
	} while (!__atomic_compare_exchange_n(place, &before, after, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
	return before;
}

void aw_cpu_mbarrier_init(thread *t, uint64_t *place, uint32_t count)
{
	(void)t;
	__atomic_store_n(place, pack((struct state){ .pending = count, .expected = count }), __ATOMIC_RELEASE);
}

void aw_cpu_mbarrier_inval(thread *t, uint64_t *place) { (void)t, (void)place; }

uint64_t aw_cpu_mbarrier_arrive(thread *t, uint64_t *place)
{
	(void)t;
	return change(place, 1, 0, 0);
}

uint64_t aw_cpu_mbarrier_arrive_count(thread *t, uint64_t *place, uint32_t count)
{
	(void)t;
	return change(place, count, 0, 0);
}

// For all lanes whose bits are set in LANES, one after the other; TOKENS[i] is lane i's.
void aw_cpu_mbarrier_arrive_lanes(thread *t, uint64_t *place, uint32_t count, uint32_t lanes, uint64_t *tokens)
{
	(void)t;
	uint32_t all = (uint32_t)__builtin_popcount(lanes) * count;
	bool at_once = unpack(__atomic_load_n(place, __ATOMIC_RELAXED)).pending >= all;
	uint64_t token = at_once ? change(place, all, 0, 0) : 0;
	for (; lanes; lanes &= lanes - 1)
		tokens[__builtin_ctz(lanes)] = at_once ? token : change(place, count, 0, 0);
}

uint64_t aw_cpu_mbarrier_arrive_drop(thread *t, uint64_t *place)
{
	(void)t;
	return change(place, 1, 1, 0);
}

uint64_t aw_cpu_mbarrier_arrive_drop_count(thread *t, uint64_t *place, uint32_t count)
{
	(void)t;
	return change(place, count, count, 0);
}

uint64_t aw_cpu_mbarrier_arrive_expect(thread *t, uint64_t *place, uint32_t bytes, uint32_t count, uint32_t dropped)
{
	(void)t;
	return change(place, count, dropped, (int32_t)bytes);
}

// Bytes that are to come (or came, when negative), without an arrival.
void aw_cpu_mbarrier_expect(thread *t, uint64_t *place, int32_t bytes)
{
	(void)t;
	change(place, 0, 0, bytes);
}

// Copies are done at once: those of a thread before this never hold the phase up.
void aw_cpu_mbarrier_copied(thread *t, uint64_t *place) { (void)t, (void)place; }
void aw_cpu_mbarrier_copied_noinc(thread *t, uint64_t *place)
{
	(void)t;
	change(place, 1, 0, 0);
}

static bool is_over(const uint64_t *place, uint32_t phase)
{
	return unpack(__atomic_load_n(place, __ATOMIC_ACQUIRE)).phase != phase;
}

static bool wait(thread *t, const uint64_t *place, uint32_t phase)
{
	bool over = is_over(place, phase);
	if (over && --t->patience >= 0) // the loop may wait until it no longer is
		return true;
	services(t)->yield(t, 0);
	return is_over(place, phase);
}

bool aw_cpu_mbarrier_test_wait(thread *t, uint64_t *place, uint64_t token, site *s)
{
	(void)s;
	return wait(t, place, unpack(token).phase);
}

bool aw_cpu_mbarrier_test_parity(thread *t, uint64_t *place, uint32_t parity, site *s)
{
	(void)s;
	return wait(t, place, parity & 1);
}

// The same in a loop that only this answer ends.
bool aw_cpu_mbarrier_await(thread *t, uint64_t *place, uint64_t token, site *s)
{
	if (!is_over(place, unpack(token).phase))
		services(t)->await(t, place, unpack(token).phase, s);
	return true;
}

bool aw_cpu_mbarrier_await_parity(thread *t, uint64_t *place, uint32_t parity, site *s)
{
	if (!is_over(place, parity & 1))
		services(t)->await(t, place, parity & 1, s);
	return true;
}

uint32_t aw_cpu_mbarrier_pending(thread *t, uint64_t token)
{
	(void)t;
	return unpack(token).pending;
}

// cp.async.bulk: by one thread, of which MBARRIER, if any, is told.
void aw_cpu_bulk_copy(thread *t, void *target, const void *source, uint32_t size, uint64_t *mbarrier)
{
	(void)t;
	__builtin_memcpy(target, source, size);
	if (mbarrier)
		change(mbarrier, 0, 0, -(int32_t)size);
}

// The same into the shared memory of the blocks in MASK, whose barriers at the same place are told.
void aw_cpu_bulk_multicast(thread *t, char *target, const void *source, uint32_t size, char *mbarrier, uint32_t mask)
{
	for (uint32_t left = mask; left; left &= left - 1) {
		uint32_t rank = (uint32_t)__builtin_ctz(left);
		aw_cpu_bulk_copy(t, aw_cpu_mapa(t, target, rank), source, size, mbarrier ? aw_cpu_mapa(t, mbarrier, rank) : NULL);
	}
}
