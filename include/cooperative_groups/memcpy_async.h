// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// memcpy_async() of cooperative groups (CUDA C++ Programming Guide, 11.6.2): the threads of a group
// copy together.  The copy is done when each has done its part, so waiting is the group's sync().
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace cooperative_groups {
namespace __v1 {

namespace details {

// In words of WORD bytes, to which both addresses are aligned.
template <unsigned int Word, typename Group>
__device__ inline void copy_words(const Group &group, void *to, const void *from, size_t size) {
	for (size_t at = group.thread_rank() * Word; at < size; at += group.size() * Word)
		__builtin_memcpy(__builtin_assume_aligned((char *)to + at, Word),
		                 __builtin_assume_aligned((const char *)from + at, Word), Word);
}

// In the largest words that both addresses and the size allow.
template <typename Group>
__device__ inline void copy(const Group &group, void *to, const void *from, size_t size) {
	size_t odd = (size_t)to | (size_t)from | size;
	if (odd % 16 == 0)
		copy_words<16>(group, to, from, size);
	else if (odd % 4 == 0)
		copy_words<4>(group, to, from, size);
	else
		copy_words<1>(group, to, from, size);
}

} // namespace details

template <typename Group, typename T>
__device__ inline void memcpy_async(const Group &group, T *to, const T *from, size_t size) {
	details::copy(group, (void *)to, (const void *)from, size);
}
template <typename Group, typename To, typename From>
__device__ inline void memcpy_async(const Group &group, To *to, const From *from, size_t size) {
	details::copy(group, (void *)to, (const void *)from, size);
}
// At most as many elements as both have.
template <typename Group, typename T>
__device__ inline void memcpy_async(const Group &group, T *to, size_t to_count, const T *from, size_t from_count) {
	details::copy(group, (void *)to, (const void *)from, sizeof(T) * (to_count < from_count ? to_count : from_count));
}

template <typename Group> __device__ inline void wait(const Group &group) { group.sync(); }
// All but the last STAGES copies; with copies done at once, none is left.
template <unsigned int Stages, typename Group> __device__ inline void wait_prior(const Group &group) { group.sync(); }

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
#endif
