// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prefix sums of cooperative groups (CUDA C++ Programming Guide, 11.6.4), by Hillis and Steele's
// method ("Data parallel algorithms", 1986).
#ifndef _COOPERATIVE_GROUPS_SCAN_H_
#define _COOPERATIVE_GROUPS_SCAN_H_

#include "reduce.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {

// Thread I gets the values of threads 0 to I.
template <typename Group, typename T, typename Operation>
__device__ inline T inclusive_scan(const Group &group, T value, Operation &&operation) {
	unsigned int size = (unsigned int)group.size(), rank = (unsigned int)group.thread_rank();
	for (unsigned int step = 1; step < size; step *= 2) {
		T other = group.shfl_up(value, step);
		if (rank >= step)
			value = operation(other, value);
	}
	return value;
}
template <typename Group, typename T> __device__ inline T inclusive_scan(const Group &group, T value) {
	return inclusive_scan(group, value, plus<T>());
}

// Thread I gets the values of threads 0 to I - 1; thread 0 gets T().
template <typename Group, typename T, typename Operation>
__device__ inline T exclusive_scan(const Group &group, T value, Operation &&operation) {
	T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
	return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T> __device__ inline T exclusive_scan(const Group &group, T value) {
	return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups

#endif
#endif
