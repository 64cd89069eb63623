// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C side of random programs: threads are turns of loops, CUDA's functions have plain meanings.
#ifndef AW_FUZZ_HOST_H
#define AW_FUZZ_HOST_H

#include <stdbool.h>
#define FUNCTION static inline
#include "common.h"
#define SEPARATE static

struct fuzz_dim {
	u32 x, y, z;
};

static struct fuzz_dim blockIdx, blockDim, gridDim, fuzz_thread[1024];
static int bid, bn, n, fuzz_gid[1024];
static bool gone[1024];
static u32 m0[32];

enum { FUZZ_INDEX_1D, FUZZ_INDEX_LINEAR, FUZZ_INDEX_2D };

static const i32 table_i32[32] = FUZZ_TABLE, fixed_i32[32] = FUZZ_TABLE;

// Sets what the threads of a block see; false after the last block.
static bool fuzz_begin_block(const struct fuzz_launch *launch, int block, int index)
{
	const int *grid = launch->grid;
	gridDim = (struct fuzz_dim){ grid[0], grid[1], grid[2] };
	blockDim = (struct fuzz_dim){ launch->block[0], launch->block[1], launch->block[2] };
	blockIdx = (struct fuzz_dim){ block % grid[0], block / grid[0] % grid[1], block / grid[0] / grid[1] };
	bid = block, bn = fuzz_volume(launch->block), n = bn * fuzz_volume(grid);
	memset(gone, 0, sizeof(gone));
	for (int warp = 0; warp * 32 < bn; warp++)
		m0[warp] = first_mask(warp, bn);
	for (int t = 0; t < bn; t++) {
		struct fuzz_dim thread = { t % blockDim.x, t / blockDim.x % blockDim.y, t / blockDim.x / blockDim.y };
		const u32 row = (blockIdx.z * blockDim.z + thread.z) * (gridDim.y * blockDim.y) + blockIdx.y * blockDim.y + thread.y;
		fuzz_thread[t] = thread;
		fuzz_gid[t] = index == FUZZ_INDEX_2D ? (int)(row * gridDim.x * blockDim.x + blockIdx.x * blockDim.x + thread.x) : bid * bn + t;
	}
	return block < fuzz_volume(grid);
}

// Heads of statements in which t and w are the thread and its warp.
#define EACH_THREAD for (int t = 0, w = 0; t < bn; t++, w = t >> 5) if (!gone[t])
#define EACH_WARP for (int w = 0; w * 32 < bn; w++) if (m0[w])
#define EACH_LANE(mask) for (int t = w * 32; t < w * 32 + 32; t++) if ((mask) >> (t & 31) & 1)

#define REDUCTIONS(X, T) X(add, T, a + b) X(min, T, a < b ? a : b) X(max, T, a > b ? a : b) X(and, T, a & b) X(or, T, a | b) \
	X(xor, T, a ^ b)
#define REDUCTION(name, T, operation) \
	static inline T reduce_##name##_##T(u32 mask, const T *from) \
	{ \
		T a = from[__builtin_ctz(mask)]; \
		for (int i = __builtin_ctz(mask) + 1; i < 32; i++) { \
			const T b = from[i]; \
			if (mask >> i & 1) \
				a = operation; \
		} \
		return a; \
	}
REDUCTIONS(REDUCTION, i32)
REDUCTIONS(REDUCTION, u32)

static inline u32 match_lanes(u32 mask, const i32 *from, int me)
{
	u32 lanes = 0;
	for (int i = 0; i < 32; i++)
		if (mask >> i & 1 && from[i] == from[me])
			lanes |= 1u << i;
	return lanes;
}

#define IDIOMS(T) \
	static inline void rotate_##T(T *from, int by) \
	{ \
		T old[1024]; \
		memcpy(old, from, sizeof(old)); \
		for (int i = 0; i < bn; i++) \
			from[i] = old[(i + by) % bn]; \
	} \
	static inline void tree_##T(T *from, int by) \
	{ \
		for (int s = 512; s; s >>= 1) \
			for (int i = 0; i < s && i + s < bn; i++) \
				from[i] += from[i + s]; \
	} \
	static inline void scan_##T(T *from, int by) \
	{ \
		for (int d = 1; d < bn; d *= 2) \
			for (int i = bn - 1; i >= d; i--) \
				from[i] += from[i - d]; \
	} \
	static inline void warp_sum_##T(T *from, int by) \
	{ \
		for (int o = 16; o && bn % 32 == 0; o >>= 1) \
			for (int i = 0; i < bn; i++) \
				from[i] += i % 32 + o < 32 ? from[i + o] : from[i]; \
	}
IDIOMS(i32) IDIOMS(u32) IDIOMS(i64) IDIOMS(u64) IDIOMS(f32) IDIOMS(f64)

// --- CUDA's functions ---

#define VECTOR(T) \
	typedef struct { T x, y, z; } T##x3; \
	typedef struct { T x, y, z, w; } T##x4; \
	static inline T##x4 make_##T##x4(T x, T y, T z, T w_) { return (T##x4){ x, y, z, w_ }; }
VECTOR(i32) VECTOR(u32) VECTOR(f32) VECTOR(u8) VECTOR(i16) VECTOR(u16)

#define __ldg(place) (*(place))
#define __threadfence() ((void)0)
#define __threadfence_block() ((void)0)

#define LIMITS(T) \
	static inline T min_##T(T a, T b) { return a < b ? a : b; } \
	static inline T max_##T(T a, T b) { return a > b ? a : b; }
LIMITS(i32) LIMITS(u32) LIMITS(i64) LIMITS(u64)

static inline u64 reversed(u64 x, int bits)
{
	u64 result = 0;
	for (int i = 0; i < bits; i++)
		result |= (x >> i & 1) << (bits - 1 - i);
	return result;
}

static inline u32 __byte_perm(u32 a, u32 b, u32 s)
{
	const u64 both = (u64)b << 32 | a;
	u32 result = 0;
	for (int i = 0; i < 4; i++)
		result |= (u32)(both >> (s >> 4 * i & 7) * 8 & 255) << 8 * i;
	return result;
}

#define __popc(x) __builtin_popcount(x)
#define __popcll(x) __builtin_popcountll(x)
#define __ffs(x) __builtin_ffs(x)
#define __ffsll(x) __builtin_ffsll(x)
static inline int __clz(i32 x) { return x ? __builtin_clz((u32)x) : 32; }
static inline int __clzll(i64 x) { return x ? __builtin_clzll((u64)x) : 64; }
#define __brev(x) ((u32)reversed(x, 32))
#define __brevll(x) reversed(x, 64)
static inline i32 __mulhi(i32 a, i32 b) { return (i32)((i64)a * b >> 32); }
static inline u32 __umulhi(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
static inline i64 __mul64hi(i64 a, i64 b) { return (i64)((__int128)a * b >> 64); }
static inline u64 __umul64hi(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }
static inline u32 __funnelshift_l(u32 low, u32 high, u32 by) { return (u32)(((u64)high << 32 | low) << (by & 31) >> 32); }
static inline u32 __funnelshift_r(u32 low, u32 high, u32 by) { return (u32)(((u64)high << 32 | low) >> (by & 31)); }
static inline u32 __usad(u32 a, u32 b, u32 c) { return (a > b ? a - b : b - a) + c; }

#define ATOMIC(place, new_value) ({ __typeof__(place) p_ = (place); __typeof__(*p_) old = *p_; *p_ = (new_value); old; })
#define atomicAdd(place, value) ATOMIC(place, old + (value))
#define atomicExch(place, value) ATOMIC(place, (value))
#define atomicMin(place, value) ATOMIC(place, (value) < old ? (value) : old)
#define atomicMax(place, value) ATOMIC(place, (value) > old ? (value) : old)
#define atomicAnd(place, value) ATOMIC(place, old & (value))
#define atomicOr(place, value) ATOMIC(place, old | (value))
#define atomicXor(place, value) ATOMIC(place, old ^ (value))
#define atomicCAS(place, compare, value) ATOMIC(place, old == (compare) ? (value) : old)
#define cas_multiply(place, value) ATOMIC(place, old * ((value) | 1))

static void *fuzz_place(struct fuzz_array *array)
{
	return array->here;
}

static const char *fuzz_collect(void)
{
	return NULL;
}

static void fuzz_release(void)
{
	for (int i = 0; i < fuzz_count; i++)
		free(fuzz_arrays[i].here);
}

// What a thread sees, of the loops' t and w.
#define tid t
#define lane (t & 31)
#define warp w
#define gid fuzz_gid[t]
#define threadIdx fuzz_thread[t]

#endif
