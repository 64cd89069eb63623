// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from global to shared memory that go on beside the thread, in C (CUDA C++ Programming Guide,
// 7.28.6, "Pipeline Primitives Interface").
#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include "cuda_awbarrier_primitives.h"

#if defined(__cplusplus) && defined(__CUDACC__)
#include <stddef.h>

#define AW_DEVICE static __device__ inline

// Copies SIZE bytes, 4, 8 or 16, to which both addresses are aligned; the last ZERO bytes become zero instead.
AW_DEVICE void __pipeline_memcpy_async(void *shared_, const void *global_, size_t size_, size_t zero_ = 0) {
	typedef __attribute__((address_space(3))) void *shared_pointer;
	typedef __attribute__((address_space(1))) const void *global_pointer;
	shared_pointer to_ = (shared_pointer)shared_;
	global_pointer from_ = (global_pointer)global_;
	int read_ = (int)(size_ - zero_);
	switch (size_) {
	case 16:
		zero_ ? __nvvm_cp_async_cg_shared_global_16(to_, from_, read_) : __nvvm_cp_async_cg_shared_global_16(to_, from_);
		break;
	case 8:
		zero_ ? __nvvm_cp_async_ca_shared_global_8(to_, from_, read_) : __nvvm_cp_async_ca_shared_global_8(to_, from_);
		break;
	case 4:
		zero_ ? __nvvm_cp_async_ca_shared_global_4(to_, from_, read_) : __nvvm_cp_async_ca_shared_global_4(to_, from_);
		break;
	default: __trap();
	}
}

// The copies since the last commit are a batch.
AW_DEVICE void __pipeline_commit() { __nvvm_cp_async_commit_group(); }

// Waits until all batches but the last PRIOR are done.
AW_DEVICE void __pipeline_wait_prior(size_t prior) {
	switch (prior) {
	case 0: __nvvm_cp_async_wait_group(0); break;
	case 1: __nvvm_cp_async_wait_group(1); break;
	case 2: __nvvm_cp_async_wait_group(2); break;
	case 3: __nvvm_cp_async_wait_group(3); break;
	case 4: __nvvm_cp_async_wait_group(4); break;
	case 5: __nvvm_cp_async_wait_group(5); break;
	case 6: __nvvm_cp_async_wait_group(6); break;
	case 7: __nvvm_cp_async_wait_group(7); break;
	default: __nvvm_cp_async_wait_group(8); break;
	}
}

// BARRIER's phase doesn't end before the copies that the thread has begun.
AW_DEVICE void __pipeline_arrive_on(__mbarrier_t *barrier) { __nvvm_cp_async_mbarrier_arrive((long *)barrier); }

#undef AW_DEVICE

#endif
#endif
