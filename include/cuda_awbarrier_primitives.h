// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in shared memory, in C (CUDA C++ Programming Guide, 7.26.6, "Memory Barrier Primitives
// Interface").  Threads arrive, go on, and wait later for the end of the phase that they arrived in.
#ifndef _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDACC__)
#include <stdint.h>

// The barrier, which lies in shared memory, and the phase that an arrival belongs to.
typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

#define AW_DEVICE static __device__ inline

// The largest count of a barrier.
static __host__ __device__ inline uint32_t __mbarrier_maximum_count() { return (1u << 20) - 1; }

// A barrier of EXPECTED arrivals a phase; one thread makes it, before the others use it.
AW_DEVICE void __mbarrier_init(__mbarrier_t *barrier, uint32_t expected) {
	__nvvm_mbarrier_init((long *)barrier, (int)expected);
}
// Ends the barrier's life: its memory is free for other use.
AW_DEVICE void __mbarrier_inval(__mbarrier_t *barrier) { __nvvm_mbarrier_inval((long *)barrier); }

AW_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
	return (__mbarrier_token_t)__nvvm_mbarrier_arrive((long *)barrier);
}
// Later phases expect one arrival less.
AW_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
	return (__mbarrier_token_t)__nvvm_mbarrier_arrive_drop((long *)barrier);
}
// Whether the phase of TOKEN is over.
AW_DEVICE bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
	return __nvvm_mbarrier_test_wait((long *)barrier, (long)token);
}
// How many arrivals the phase waited for when TOKEN was given.
AW_DEVICE uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) {
	return (uint32_t)__nvvm_mbarrier_pending_count((long)token);
}
// Whether the phase with that parity is over; the first phase is even.
AW_DEVICE bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity_) {
	unsigned int over_;
	asm volatile("{\n\t.reg .pred p;\n\t"
	             "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\t"
	             "selp.u32 %0, 1, 0, p;\n\t}"
	             : "=r"(over_)
	             : "l"(__cvta_generic_to_shared(barrier)), "r"((unsigned int)parity_)
	             : "memory");
	return over_ != 0;
}
// The same, but they may wait up to NANOSECONDS for it.
AW_DEVICE bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, uint32_t nanoseconds) {
	if (__mbarrier_test_wait(barrier, token))
		return true;
	__nanosleep(nanoseconds);
	return __mbarrier_test_wait(barrier, token);
}
AW_DEVICE bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity_, uint32_t nanoseconds) {
	if (__mbarrier_test_wait_parity(barrier, parity_))
		return true;
	__nanosleep(nanoseconds);
	return __mbarrier_test_wait_parity(barrier, parity_);
}

#undef AW_DEVICE

#endif
#endif
