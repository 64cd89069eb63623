// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce() of cooperative groups (CUDA C++ Programming Guide, 11.6.3): OPERATION over the values of
// all threads, given to all of them.  OPERATION is associative and commutative.
#ifndef _COOPERATIVE_GROUPS_REDUCE_H_
#define _COOPERATIVE_GROUPS_REDUCE_H_

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {

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

// A tree whose result lies in rank 0, which hands it out; works for groups of any size, and every
// thread gets the same bits.
template <typename Group, typename T, typename Operation>
__device__ inline auto reduce(const Group &group, T value, Operation &&operation)
    -> decltype(operation(value, value)) {
	typedef decltype(operation(value, value)) result;
	result sum = value;
	unsigned int size = (unsigned int)group.size(), rank = (unsigned int)group.thread_rank();
	for (unsigned int step = 1; step < size; step *= 2) {
		result other = group.shfl_down(sum, step);
		if (rank + step < size)
			sum = operation(sum, other);
	}
	return group.shfl(sum, 0);
}

// The group's result goes into *TARGET by one atomic operation.
namespace details {
template <typename T> __device__ inline void update(T *target, T value, plus<T>) { atomicAdd(target, value); }
template <typename T> __device__ inline void update(T *target, T value, less<T>) { atomicMin(target, value); }
template <typename T> __device__ inline void update(T *target, T value, greater<T>) { atomicMax(target, value); }
template <typename T> __device__ inline void update(T *target, T value, bit_and<T>) { atomicAnd(target, value); }
template <typename T> __device__ inline void update(T *target, T value, bit_or<T>) { atomicOr(target, value); }
template <typename T> __device__ inline void update(T *target, T value, bit_xor<T>) { atomicXor(target, value); }
} // namespace details

template <typename Group, typename T, template <typename> class Operation>
__device__ inline void reduce_update_async(const Group &group, T *target, T value, Operation<T> operation) {
	T sum = reduce(group, value, operation);
	if (group.thread_rank() == 0)
		details::update(target, sum, operation);
}
template <typename Group, typename T, typename Operation>
__device__ inline void reduce_store_async(const Group &group, T *target, T value, Operation &&operation) {
	T sum = reduce(group, value, operation);
	if (group.thread_rank() == 0)
		*target = sum;
}

} // namespace cooperative_groups

#endif
#endif
