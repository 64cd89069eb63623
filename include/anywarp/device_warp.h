// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers, fences, and the operations among the lanes of a warp (CUDA C++ Programming Guide, 10.5,
// 10.6, 10.19 to 10.22).
//
// The forms without a mask, of before CUDA 9, take the lanes that are there together.
#ifndef AW_DEVICE_WARP_H
#define AW_DEVICE_WARP_H

#define AW_DEVICE __device__ static inline

// --- the block ---

// Clang's own builtin is __syncthreads() itself; these also combine a predicate of all threads.
AW_DEVICE int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
AW_DEVICE int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
AW_DEVICE int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }
AW_DEVICE void __barrier_sync(unsigned int id) { __nvvm_barrier_sync(id); }
AW_DEVICE void __barrier_sync_count(unsigned int id, unsigned int count) { __nvvm_barrier_sync_cnt(id, count); }

AW_DEVICE void __threadfence_block(void) { __nvvm_membar_cta(); }
AW_DEVICE void __threadfence(void) { __nvvm_membar_gl(); }
AW_DEVICE void __threadfence_system(void) { __nvvm_membar_sys(); }

// --- votes ---

AW_DEVICE void __syncwarp(unsigned int mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
AW_DEVICE unsigned int __activemask(void) { return __nvvm_activemask(); }
AW_DEVICE int __all_sync(unsigned int mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate); }
AW_DEVICE int __any_sync(unsigned int mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate); }
AW_DEVICE int __uni_sync(unsigned int mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate); }
AW_DEVICE unsigned int __ballot_sync(unsigned int mask, int predicate) {
	return __nvvm_vote_ballot_sync(mask, predicate);
}
AW_DEVICE int __all(int predicate) { return __nvvm_vote_all(predicate); }
AW_DEVICE int __any(int predicate) { return __nvvm_vote_any(predicate); }
AW_DEVICE unsigned int __ballot(int predicate) { return __nvvm_vote_ballot(predicate); }

// The same by CUDA's oldest names: templates, so that a program's own function by such a name, for both sides, goes before, which clang
// otherwise takes for less than one for the device alone.
template <class = void> AW_DEVICE bool syncthreads_and(bool pred) { return __nvvm_bar0_and(pred); }
template <class = void> AW_DEVICE bool syncthreads_or(bool pred) { return __nvvm_bar0_or(pred); }
template <class = void> AW_DEVICE int syncthreads_count(bool pred) { return __nvvm_bar0_popc(pred); }
template <class = void> AW_DEVICE bool all(bool cond) { return __nvvm_vote_all(cond); }
template <class = void> AW_DEVICE bool any(bool cond) { return __nvvm_vote_any(cond); }
template <class = void> AW_DEVICE unsigned int ballot(bool pred) { return __nvvm_vote_ballot(pred); }

// --- shuffles ---

// WIDTH, a power of two up to 32, cuts the warp into segments.  PTX takes it as a mask of the lane
// bits that a segment fixes, in bits 8 to 12, beside the last lane of a segment (0 for up).
#define AW_SHUFFLE(name, builtin, lane, last) \
	AW_SHUFFLE_WORD(name, builtin, int, i32, lane, last) \
	AW_SHUFFLE_WORD(name, builtin, float, f32, lane, last) \
	AW_SHUFFLE_AS(name, unsigned int, int, lane) \
	AW_SHUFFLE_PAIR(name, long long, lane) \
	AW_SHUFFLE_AS(name, unsigned long long, long long, lane) \
	AW_SHUFFLE_AS(name, long, long long, lane) \
	AW_SHUFFLE_AS(name, unsigned long, long long, lane) \
	AW_SHUFFLE_PAIR(name, double, lane)

#define AW_SHUFFLE_WORD(name, builtin, type, kind, lane, last) \
	AW_DEVICE type name(AW_MASK type value, lane other, int width = 32) { \
		return builtin##kind(AW_GIVE value, (int)other, (32 - width) << 8 | last); \
	}
#define AW_SHUFFLE_AS(name, type, as, lane) \
	AW_DEVICE type name(AW_MASK type value, lane other, int width = 32) { \
		return (type)name(AW_GIVE(as) value, other, width); \
	}
// Eight bytes: low word, then high word.
#define AW_SHUFFLE_PAIR(name, type, lane) \
	AW_DEVICE type name(AW_MASK type value, lane other, int width = 32) { \
		unsigned long long bits = __builtin_bit_cast(unsigned long long, value); \
		unsigned int low = (unsigned int)name(AW_GIVE(int) bits, other, width); \
		unsigned int high = (unsigned int)name(AW_GIVE(int)(bits >> 32), other, width); \
		return __builtin_bit_cast(type, (unsigned long long)high << 32 | low); \
	}

#define AW_MASK unsigned int mask,
#define AW_GIVE mask,
AW_SHUFFLE(__shfl_sync, __nvvm_shfl_sync_idx_, int, 31)
AW_SHUFFLE(__shfl_up_sync, __nvvm_shfl_sync_up_, unsigned int, 0)
AW_SHUFFLE(__shfl_down_sync, __nvvm_shfl_sync_down_, unsigned int, 31)
AW_SHUFFLE(__shfl_xor_sync, __nvvm_shfl_sync_bfly_, int, 31)
#undef AW_GIVE
#undef AW_MASK

#define AW_MASK
#define AW_GIVE
AW_SHUFFLE(__shfl, __nvvm_shfl_idx_, int, 31)
AW_SHUFFLE(__shfl_up, __nvvm_shfl_up_, unsigned int, 0)
AW_SHUFFLE(__shfl_down, __nvvm_shfl_down_, unsigned int, 31)
AW_SHUFFLE(__shfl_xor, __nvvm_shfl_bfly_, int, 31)
#undef AW_GIVE
#undef AW_MASK

#undef AW_SHUFFLE_PAIR
#undef AW_SHUFFLE_AS
#undef AW_SHUFFLE_WORD
#undef AW_SHUFFLE

// --- match: which lanes have the same value; bits of floats are compared ---

#define AW_MATCH(type, size, bits) \
	AW_DEVICE unsigned int __match_any_sync(unsigned int mask, type value) { \
		return __nvvm_match_any_sync_i##size(mask, __builtin_bit_cast(bits, value)); \
	} \
	AW_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, int *equal) { \
		return __nvvm_match_all_sync_i##size##p(mask, __builtin_bit_cast(bits, value), equal); \
	}
AW_MATCH(int, 32, unsigned int)
AW_MATCH(unsigned int, 32, unsigned int)
AW_MATCH(float, 32, unsigned int)
AW_MATCH(long, 64, unsigned long long)
AW_MATCH(unsigned long, 64, unsigned long long)
AW_MATCH(long long, 64, unsigned long long)
AW_MATCH(unsigned long long, 64, unsigned long long)
AW_MATCH(double, 64, unsigned long long)
#undef AW_MATCH

// --- reduce: the builtins take the value first ---

#define AW_REDUCE(name, type, builtin) \
	AW_DEVICE type __reduce_##name##_sync(unsigned int mask, type value) { return builtin(value, mask); }
AW_REDUCE(add, unsigned int, __nvvm_redux_sync_add)
AW_REDUCE(add, int, __nvvm_redux_sync_add)
AW_REDUCE(min, unsigned int, __nvvm_redux_sync_umin)
AW_REDUCE(min, int, __nvvm_redux_sync_min)
AW_REDUCE(max, unsigned int, __nvvm_redux_sync_umax)
AW_REDUCE(max, int, __nvvm_redux_sync_max)
AW_REDUCE(and, unsigned int, __nvvm_redux_sync_and)
AW_REDUCE(or, unsigned int, __nvvm_redux_sync_or)
AW_REDUCE(xor, unsigned int, __nvvm_redux_sync_xor)
#undef AW_REDUCE

#undef AW_DEVICE

#endif
