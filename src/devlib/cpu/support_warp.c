// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp operations: each packs a struct aw_cpu_warp_call and hands it to the device.  The forms of before
// CUDA 9 have no mask and pass 0 (cpu_abi.h).
#include "support.h"

// --- shuffles (PTX ISA, "shfl.sync") ---

struct moved {
	uint32_t value;
	bool predicate;
};

static inline struct moved shuffle(thread *t, uint32_t mask, uint32_t op, uint32_t value, uint32_t operand,
                                   uint32_t control, site *s)
{
	struct aw_cpu_warp_call call = {
		.mask = mask, .op = op, .value = value, .operand = operand, .control = control,
	};
	services(t)->shuffle(t, &call, s);
	return (struct moved){ (uint32_t)call.result, call.predicate != 0 };
}

#define SHUFFLE(name, op) \
	uint32_t aw_cpu_shfl_sync_##name##_i32(thread *t, uint32_t mask, uint32_t v, uint32_t b, uint32_t c, site *s) \
	{ \
		return shuffle(t, mask, op, v, b, c, s).value; \
	} \
	float aw_cpu_shfl_sync_##name##_f32(thread *t, uint32_t mask, float v, uint32_t b, uint32_t c, site *s) \
	{ \
		return float_of(shuffle(t, mask, op, bits_of(v), b, c, s).value); \
	} \
	uint32_t aw_cpu_shfl_sync_##name##_i32p(thread *t, uint32_t mask, uint32_t v, uint32_t b, uint32_t c, bool *p, \
	                                        site *s) \
	{ \
		struct moved moved = shuffle(t, mask, op, v, b, c, s); \
		*p = moved.predicate; \
		return moved.value; \
	} \
	float aw_cpu_shfl_sync_##name##_f32p(thread *t, uint32_t mask, float v, uint32_t b, uint32_t c, bool *p, site *s) \
	{ \
		struct moved moved = shuffle(t, mask, op, bits_of(v), b, c, s); \
		*p = moved.predicate; \
		return float_of(moved.value); \
	} \
	uint32_t aw_cpu_shfl_##name##_i32(thread *t, uint32_t v, uint32_t b, uint32_t c, site *s) \
	{ \
		return aw_cpu_shfl_sync_##name##_i32(t, 0, v, b, c, s); \
	} \
	float aw_cpu_shfl_##name##_f32(thread *t, float v, uint32_t b, uint32_t c, site *s) \
	{ \
		return aw_cpu_shfl_sync_##name##_f32(t, 0, v, b, c, s); \
	} \
	uint32_t aw_cpu_shfl_##name##_i32p(thread *t, uint32_t v, uint32_t b, uint32_t c, bool *p, site *s) \
	{ \
		return aw_cpu_shfl_sync_##name##_i32p(t, 0, v, b, c, p, s); \
	} \
	float aw_cpu_shfl_##name##_f32p(thread *t, float v, uint32_t b, uint32_t c, bool *p, site *s) \
	{ \
		return aw_cpu_shfl_sync_##name##_f32p(t, 0, v, b, c, p, s); \
	}

SHUFFLE(up, AW_CPU_SHUFFLE_UP)
SHUFFLE(down, AW_CPU_SHUFFLE_DOWN)
SHUFFLE(bfly, AW_CPU_SHUFFLE_XOR)
SHUFFLE(idx, AW_CPU_SHUFFLE_IDX)

// --- votes (PTX ISA, "vote.sync") ---

static inline uint32_t vote(thread *t, uint32_t mask, uint32_t op, bool predicate, site *s)
{
	struct aw_cpu_warp_call call = { .mask = mask, .op = op, .value = predicate };
	services(t)->vote(t, &call, s);
	return (uint32_t)call.result;
}

#define VOTE(name, type, op) \
	type aw_cpu_vote_##name##_sync(thread *t, uint32_t mask, bool p, site *s) { return (type)vote(t, mask, op, p, s); } \
	type aw_cpu_vote_##name(thread *t, bool p, site *s) { return (type)vote(t, 0, op, p, s); }

VOTE(all, bool, AW_CPU_VOTE_ALL)
VOTE(any, bool, AW_CPU_VOTE_ANY)
VOTE(uni, bool, AW_CPU_VOTE_UNI)
VOTE(ballot, uint32_t, AW_CPU_VOTE_BALLOT)

uint32_t aw_cpu_activemask(thread *t, site *s)
{
	return services(t)->active_mask(t, s);
}

void aw_cpu_bar_warp_sync(thread *t, uint32_t mask, site *s)
{
	services(t)->warp_sync(t, mask, s);
}

// --- match (PTX ISA, "match.sync") ---

static inline uint32_t match(thread *t, uint32_t mask, uint32_t all, uint64_t key, bool *p, site *s)
{
	struct aw_cpu_warp_call call = { .mask = mask, .op = all, .value = key };
	services(t)->match(t, &call, s);
	if (p)
		*p = call.predicate != 0;
	return (uint32_t)call.result;
}

uint32_t aw_cpu_match_any_sync_i32(thread *t, uint32_t mask, uint32_t key, site *s)
{
	return match(t, mask, 0, key, NULL, s);
}

uint32_t aw_cpu_match_any_sync_i64(thread *t, uint32_t mask, uint64_t key, site *s)
{
	return match(t, mask, 0, key, NULL, s);
}

uint32_t aw_cpu_match_all_sync_i32p(thread *t, uint32_t mask, uint32_t key, bool *p, site *s)
{
	return match(t, mask, 1, key, p, s);
}

uint32_t aw_cpu_match_all_sync_i64p(thread *t, uint32_t mask, uint64_t key, bool *p, site *s)
{
	return match(t, mask, 1, key, p, s);
}

// --- reductions (PTX ISA, "redux.sync"; the intrinsic has the value before the mask) ---

#define REDUCE(name, type, operation) \
	uint32_t aw_cpu_redux_sync_##name(thread *t, uint32_t value, uint32_t mask, site *s) \
	{ \
		struct aw_cpu_warp_call call = { .mask = mask, .op = operation, .value = (uint64_t)(int64_t)(type)value }; \
		services(t)->reduce(t, &call, s); \
		return (uint32_t)call.result; \
	}

REDUCE(add, uint32_t, AW_CPU_REDUCE_ADD)
REDUCE(umin, uint32_t, AW_CPU_REDUCE_UMIN)
REDUCE(umax, uint32_t, AW_CPU_REDUCE_UMAX)
REDUCE(min, int32_t, AW_CPU_REDUCE_SMIN)
REDUCE(max, int32_t, AW_CPU_REDUCE_SMAX)
REDUCE(and, uint32_t, AW_CPU_REDUCE_AND)
REDUCE(or, uint32_t, AW_CPU_REDUCE_OR)
REDUCE(xor, uint32_t, AW_CPU_REDUCE_XOR)
