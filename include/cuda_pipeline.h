// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcuda::experimental::pipeline, which CUDA 11.0 had before cuda::pipeline: a thread's batches of copies
// from global to shared memory, in order.
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_

#include "cuda_awbarrier.h"

#include "cuda_pipeline_primitives.h"

#if defined(__cplusplus) && defined(__CUDACC__)

// The base of libcu++'s cuda::barrier<cuda::thread_scope_block>, whose first word is the barrier.  libcu++ may be included behind
// this: the namespace is then that of its version 4.
#if defined(_LIBCUDACXX_CUDA_ABI_VERSION)
#define __ANYWARP_VERSION _LIBCUDACXX_CUDA_ABI_VERSION
#else
#define __ANYWARP_VERSION 4
#endif
#define __ANYWARP_NAMESPACE_OF(version) __##version
#define __ANYWARP_NAMESPACE(version) __ANYWARP_NAMESPACE_OF(version)
namespace cuda {
inline namespace __ANYWARP_NAMESPACE(__ANYWARP_VERSION) {
struct __block_scope_barrier_base;
}
}
#undef __ANYWARP_NAMESPACE
#undef __ANYWARP_NAMESPACE_OF
#undef __ANYWARP_VERSION

namespace nvcuda {
namespace experimental {

class pipeline {
	size_t batches_;

public:
	__device__ pipeline() : batches_(0) {}
	pipeline(const pipeline &) = delete;
	pipeline &operator=(const pipeline &) = delete;

	// The copies since the last commit are a batch, whose number is given.
	__device__ size_t commit() {
		__pipeline_commit();
		return batches_++;
	}
	__device__ void commit_and_wait() {
		commit();
		__pipeline_wait_prior(0);
	}
	// For batch BATCH and all before.
	__device__ void wait(size_t batch) {
		if (batch < batches_)
			__pipeline_wait_prior(batches_ - 1 - batch);
	}
	// For all but the last N.
	template <unsigned int N> __device__ void wait_prior() { __pipeline_wait_prior(N); }
	__device__ void arrive_on(awbarrier &barrier) { __pipeline_arrive_on(&barrier.barrier); }
	__device__ void arrive_on(cuda::__block_scope_barrier_base &barrier) { __pipeline_arrive_on((__mbarrier_t *)&barrier); }
};

// Copies of other sizes and alignments than the hardware's are done by the thread.
template <typename T> __device__ inline void memcpy_async(T &to_, const T &from_, pipeline &) {
	if (sizeof(T) == alignof(T) && (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16))
		__pipeline_memcpy_async(&to_, &from_, sizeof(T));
	else
		to_ = from_;
}
// The part of TO that FROM doesn't have becomes zero.
template <typename T, size_t ToCount, size_t FromCount>
__device__ inline void memcpy_async(T (&to_)[ToCount], const T (&from_)[FromCount], pipeline &stages_) {
	for (size_t i = 0; i < ToCount; i++)
		if (i < FromCount)
			memcpy_async(to_[i], from_[i], stages_);
		else
			to_[i] = T();
}

} // namespace experimental
} // namespace nvcuda

#endif
#endif
