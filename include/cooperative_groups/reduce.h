// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce() of cooperative groups (CUDA C++ Programming Guide, 11.6.3): OPERATION over the values of
// all threads, given to all of them.  OPERATION is associative and commutative.
//
// Tiles of a warp exchange values crosswise, at half the tile's distance first; coalesced groups make a
// scan whose last value they hand out; tiles of several warps do each warp, then the warps' results.
// Floating point numbers are added in this order, which is also that of NVIDIA's implementation.
#ifndef _COOPERATIVE_GROUPS_REDUCE_H_
#define _COOPERATIVE_GROUPS_REDUCE_H_

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {
namespace __v1 {

template <typename T> struct plus {
	__device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct less {
	__device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T> struct greater {
	__device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T> struct bit_and {
	__device__ T operator()(T a, T b) const { return a & b; }
};
template <typename T> struct bit_or {
	__device__ T operator()(T a, T b) const { return a | b; }
};
template <typename T> struct bit_xor {
	__device__ T operator()(T a, T b) const { return a ^ b; }
};

namespace details {

// Thread I gets the values of threads 0 to I, by Hillis and Steele's method ("Data parallel
// algorithms", 1986).  For the lanes of one warp.
template <typename Group, typename T, typename Operation>
__device__ inline T scan_lanes(const Group &group, T value, Operation &&operation_) {
	unsigned int size = (unsigned int)group.size(), rank = (unsigned int)group.thread_rank();
	for (unsigned int step_ = 1; step_ < size; step_ *= 2) {
		T other = group.shfl_up(value, step_);
		if (rank >= step_)
			value = operation_(other, value);
	}
	return value;
}

template <unsigned int Size, typename T, typename Operation>
__device__ inline T reduce_tile(const tile<Size, false> &tile, T value, Operation &&operation_) {
	for (unsigned int step_ = Size / 2; step_ > 0; step_ /= 2)
		value = operation_(value, tile.shfl_xor(value, step_));
	return value;
}

template <unsigned int Size, typename T, typename Operation>
__device__ inline T reduce_tile(const tile<Size, true> &tile, T value, Operation &&operation_) {
	auto warp = tiled_partition<32>(this_thread_block());
	auto warps_ = tiled_partition<Size / 32>(warp);
	T *place_ = tile.template places_<T>() + tile.first_warp();
	value = reduce_tile<32>(warp, value, operation_);
	tile.sync();
	if (warp.thread_rank() == 0)
		place_[tile.thread_rank() / 32] = value;
	tile.sync();
	return reduce_tile<Size / 32>(warps_, place_[warps_.thread_rank()], operation_);
}

template <unsigned int Size, typename Parent, typename T, typename Operation>
__device__ inline T reduce_any(const thread_block_tile<Size, Parent> &tile, T value, Operation &&operation_) {
	return reduce_tile<Size>(tile, value, operation_);
}

template <typename T, typename Operation>
__device__ inline T reduce_any(const coalesced_group &group, T value, Operation &&operation_) {
	if (group.size() == 32)
		return reduce_tile<32>(tiled_partition<32>(this_thread_block()), value, operation_);
	return group.shfl(scan_lanes(group, value, operation_), (int)group.size() - 1);
}

// *TARGET, a cuda::atomic or a reference to one, becomes OPERATION of itself and VALUE; gives what it was.
template <typename Atomic, typename T, typename Operation>
__device__ inline T update_by(Atomic &target, T value, Operation &&operation_) {
	T old = target.load();
	while (!target.compare_exchange_weak(old, operation_(old, value))) {
	}
	return old;
}
#define AW_UPDATE(operation_, member) \
	template <typename Atomic, typename T> \
	__device__ inline auto update_(Atomic &target, T value, const operation_<T> &, int) -> decltype(target.member(value)) { \
		return target.member(value); \
	}
AW_UPDATE(plus, fetch_add)
AW_UPDATE(less, fetch_min)
AW_UPDATE(greater, fetch_max)
AW_UPDATE(bit_and, fetch_and)
AW_UPDATE(bit_or, fetch_or)
AW_UPDATE(bit_xor, fetch_xor)
#undef AW_UPDATE
template <typename Atomic, typename T, typename Operation>
__device__ inline T update_(Atomic &target, T value, const Operation &operation_, long) {
	return update_by(target, value, operation_);
}

template <typename Atomic, typename T>
__device__ inline auto store(Atomic &target, T value) -> decltype(target.store(value)) {
	target.store(value);
}

} // namespace details

template <typename Group, typename T, typename Operation>
__device__ inline auto reduce(const Group &group, T &&value, Operation &&operation_)
    -> decltype(operation_(value, value)) {
	typedef typename details::plain_<T>::type plain_;
	return details::reduce_any(group, plain_(value), operation_);
}

// The group's result goes into TARGET, a cuda::atomic or cuda::atomic_ref, by one operation.
template <typename Group, typename Atomic, typename T, typename Operation>
__device__ inline void reduce_update_async(const Group &group, Atomic &&target, T &&value, Operation &&operation_) {
	typedef typename details::plain_<T>::type plain_;
	plain_ sum_ = details::reduce_any(group, plain_(value), operation_);
	if (group.thread_rank() == 0)
		details::update_(target, sum_, operation_, 0);
}

// It is stored there, or in *TARGET.
template <typename Group, typename Atomic, typename T, typename Operation>
__device__ inline void reduce_store_async(const Group &group, Atomic &&target, T &&value, Operation &&operation_) {
	typedef typename details::plain_<T>::type plain_;
	plain_ sum_ = details::reduce_any(group, plain_(value), operation_);
	if (group.thread_rank() == 0)
		details::store(target, sum_);
}
template <typename Group, typename T, typename Value, typename Operation>
__device__ inline void reduce_store_async(const Group &group, T *target, Value &&value, Operation &&operation_) {
	T sum_ = details::reduce_any(group, T(value), operation_);
	if (group.thread_rank() == 0)
		*target = sum_;
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
#endif
