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
template <unsigned int Word_, typename Group>
__device__ inline void copy_words(const Group &group, void *to_, const void *from_, size_t size) {
	for (size_t at = group.thread_rank() * Word_; at < size; at += group.size() * Word_)
		__builtin_memcpy(__builtin_assume_aligned((char *)to_ + at, Word_),
		                 __builtin_assume_aligned((const char *)from_ + at, Word_), Word_);
}

// In the largest words that both addresses and the size allow.
template <typename Group>
__device__ inline void copy(const Group &group, void *to_, const void *from_, size_t size) {
	size_t odd_ = (size_t)to_ | (size_t)from_ | size;
	if (odd_ % 16 == 0)
		copy_words<16>(group, to_, from_, size);
	else if (odd_ % 4 == 0)
		copy_words<4>(group, to_, from_, size);
	else
		copy_words<1>(group, to_, from_, size);
}

} // namespace details

template <typename Group, typename T>
__device__ inline void memcpy_async(const Group &group, T *to_, const T *from_, size_t size) {
	details::copy(group, (void *)to_, (const void *)from_, size);
}
template <typename Group, typename To, typename From>
__device__ inline void memcpy_async(const Group &group, To *to_, const From *from_, size_t size) {
	details::copy(group, (void *)to_, (const void *)from_, size);
}
// At most as many elements as both have.
template <typename Group, typename T>
__device__ inline void memcpy_async(const Group &group, T *to_, size_t to_count, const T *from_, size_t from_count) {
	details::copy(group, (void *)to_, (const void *)from_, sizeof(T) * (to_count < from_count ? to_count : from_count));
}

template <typename Group> __device__ inline void wait(const Group &group) { group.sync(); }
// All but the last STAGES copies; with copies done at once, none is left.
template <unsigned int Stages, typename Group> __device__ inline void wait_prior(const Group &group) { group.sync(); }

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
#endif
