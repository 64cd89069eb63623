// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prefix sums of cooperative groups (CUDA C++ Programming Guide, 11.6.4), plain and with one addition
// for the whole group to an atomic variable.
#ifndef _COOPERATIVE_GROUPS_SCAN_H_
#define _COOPERATIVE_GROUPS_SCAN_H_

#include "reduce.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {
namespace __v1 {

namespace details {

template <unsigned int Size, typename T, typename Operation>
__device__ inline T scan_tile(const tile<Size, false> &tile, T value, Operation &&operation_) {
	return scan_lanes(tile, value, operation_);
}

// Each warp, then the warps' last values.
template <unsigned int Size, typename T, typename Operation>
__device__ inline T scan_tile(const tile<Size, true> &tile, T value, Operation &&operation_) {
	auto warp = tiled_partition<32>(this_thread_block());
	auto warps_ = tiled_partition<Size / 32>(warp);
	T *place_ = tile.template places_<T>() + tile.first_warp();
	unsigned int mine_ = tile.thread_rank() / 32;
	value = scan_lanes(warp, value, operation_);
	tile.sync();
	if (warp.thread_rank() == 31)
		place_[mine_] = value;
	tile.sync();
	T upto_ = warps_.shfl(scan_lanes(warps_, place_[warps_.thread_rank()], operation_), (int)mine_ - 1);
	return mine_ == 0 ? value : operation_(upto_, value);
}

template <unsigned int Size, typename Parent, typename T, typename Operation>
__device__ inline T scan_any(const thread_block_tile<Size, Parent> &tile, T value, Operation &&operation_) {
	return scan_tile<Size>(tile, value, operation_);
}
template <typename T, typename Operation>
__device__ inline T scan_any(const coalesced_group &group, T value, Operation &&operation_) {
	return scan_lanes(group, value, operation_);
}

// What the thread before has.
template <unsigned int Size, typename T> __device__ inline T from_before(const tile<Size, false> &tile, T value) {
	return tile.shfl_up(value, 1);
}
template <typename T> __device__ inline T from_before(const coalesced_group &group, T value) {
	return group.shfl_up(value, 1);
}
template <unsigned int Size, typename T> __device__ inline T from_before(const tile<Size, true> &tile, T value) {
	auto warp = tiled_partition<32>(this_thread_block());
	T before = warp.shfl_up(value, 1), *place_ = tile.template places_<T>() + tile.first_warp();
	unsigned int mine_ = tile.thread_rank() / 32;
	tile.sync();
	if (warp.thread_rank() == 31)
		place_[mine_] = value;
	tile.sync();
	return warp.thread_rank() == 0 && mine_ > 0 ? place_[mine_ - 1] : before;
}

// The last thread adds the group's result to TARGET; all get what that was before.
template <typename Group, typename Atomic, typename T, typename Operation>
__device__ inline T update_by_last(const Group &group, Atomic &target, T scanned_, Operation &&operation_) {
	T old = scanned_;
	if (group.thread_rank() == group.size() - 1)
		old = update_(target, scanned_, operation_, 0);
	return group.shfl(old, (int)group.size() - 1);
}

} // namespace details

// Thread I gets the values of threads 0 to I.
template <typename Group, typename T, typename Operation>
__device__ inline auto inclusive_scan(const Group &group, T &&value, Operation &&operation_)
    -> decltype(operation_(value, value)) {
	typedef typename details::plain_<T>::type plain_;
	return details::scan_any(group, plain_(value), operation_);
}
template <typename Group, typename T>
__device__ inline typename details::plain_<T>::type inclusive_scan(const Group &group, T &&value) {
	return inclusive_scan(group, value, plus<typename details::plain_<T>::type>());
}

// Thread I gets the values of threads 0 to I - 1; thread 0 gets T().
template <typename Group, typename T, typename Operation>
__device__ inline auto exclusive_scan(const Group &group, T &&value, Operation &&operation_)
    -> decltype(operation_(value, value)) {
	typedef typename details::plain_<T>::type plain_;
	plain_ before = details::from_before(group, details::scan_any(group, plain_(value), operation_));
	return group.thread_rank() == 0 ? plain_() : before;
}
template <typename Group, typename T>
__device__ inline typename details::plain_<T>::type exclusive_scan(const Group &group, T &&value) {
	return exclusive_scan(group, value, plus<typename details::plain_<T>::type>());
}

// The same as if TARGET's value stood before those of the group; TARGET, a cuda::atomic or cuda::atomic_ref,
// gets the group's values, too.
template <typename Group, typename Atomic, typename T, typename Operation>
__device__ inline auto inclusive_scan_update(const Group &group, Atomic &&target, T &&value, Operation &&operation_)
    -> decltype(operation_(value, value)) {
	typedef typename details::plain_<T>::type plain_;
	plain_ scanned_ = details::scan_any(group, plain_(value), operation_);
	plain_ old = details::update_by_last(group, target, scanned_, operation_);
	return operation_(old, scanned_);
}
template <typename Group, typename Atomic, typename T>
__device__ inline typename details::plain_<T>::type inclusive_scan_update(const Group &group, Atomic &&target,
                                                                         T &&value) {
	return inclusive_scan_update(group, target, value, plus<typename details::plain_<T>::type>());
}
template <typename Group, typename Atomic, typename T, typename Operation>
__device__ inline auto exclusive_scan_update(const Group &group, Atomic &&target, T &&value, Operation &&operation_)
    -> decltype(operation_(value, value)) {
	typedef typename details::plain_<T>::type plain_;
	plain_ scanned_ = details::scan_any(group, plain_(value), operation_);
	plain_ old = details::update_by_last(group, target, scanned_, operation_);
	plain_ before = details::from_before(group, scanned_);
	return group.thread_rank() == 0 ? old : operation_(old, before);
}
template <typename Group, typename Atomic, typename T>
__device__ inline typename details::plain_<T>::type exclusive_scan_update(const Group &group, Atomic &&target,
                                                                         T &&value) {
	return exclusive_scan_update(group, target, value, plus<typename details::plain_<T>::type>());
}

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
#endif
