// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcuda::experimental::awbarrier, which CUDA 11.0 had before cuda::barrier: arrive, and wait later.
#ifndef _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_H_

#include "cuda_awbarrier_primitives.h"

#if defined(__cplusplus) && defined(__CUDACC__)

namespace nvcuda {
namespace experimental {

class awbarrier {
	__mbarrier_t barrier;
	friend class pipeline;

public:
	class arrival_token {
		__mbarrier_token_t token;
		friend class awbarrier;

	public:
		arrival_token() = default;
		__device__ arrival_token(uint64_t token) : token(token) {}
		__device__ uint32_t pending_count() const { return __mbarrier_token_pending_count(token); }
	};

	awbarrier() = default;
	awbarrier(const awbarrier &) = delete;
	awbarrier &operator=(const awbarrier &) = delete;

	__device__ arrival_token arrive() { return __mbarrier_arrive(&barrier); }
	__device__ arrival_token arrive_and_drop() { return __mbarrier_arrive_and_drop(&barrier); }
	__device__ bool timed_wait(arrival_token token, uint32_t cycles_) {
		for (long long begin_ = clock64(); !__mbarrier_test_wait(&barrier, token.token);)
			if (clock64() - begin_ > (long long)cycles_)
				return false;
		return true;
	}
	__device__ bool timed_wait_parity(bool phase, uint32_t cycles_) {
		for (long long begin_ = clock64(); !__mbarrier_test_wait_parity(&barrier, phase);)
			if (clock64() - begin_ > (long long)cycles_)
				return false;
		return true;
	}
	__device__ bool try_wait(arrival_token token, uint32_t nanoseconds) {
		return __mbarrier_try_wait(&barrier, token.token, nanoseconds);
	}
	__device__ bool try_wait_parity(bool phase, uint32_t nanoseconds) {
		return __mbarrier_try_wait_parity(&barrier, phase, nanoseconds);
	}
	__device__ void wait(arrival_token token) {
		while (!__mbarrier_test_wait(&barrier, token.token)) {
		}
	}
	__device__ void arrive_and_wait() { wait(arrive()); }
	static __host__ __device__ constexpr uint32_t max() { return (1u << 20) - 1; }

	friend __device__ inline void init(awbarrier *barrier, uint32_t expected) {
		__mbarrier_init(&barrier->barrier, expected);
	}
	friend __device__ inline void inval(awbarrier *barrier) { __mbarrier_inval(&barrier->barrier); }
};

} // namespace experimental
} // namespace nvcuda

#endif
#endif
