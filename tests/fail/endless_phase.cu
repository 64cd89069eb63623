// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads wait for phases of barriers in shared memory to whose ends nobody comes: those that gangs wait for, too, those for which there
// are only fibers, in a cluster, and of a word that is a barrier as GPUs before sm_80 have them.
// RUNS: ANYWARP_STRATEGY=fiber,simd
// EXPECT: kernel all_wait\(int\*\), block \(0,0,0\): threads wait for others that will never come
// EXPECT: threads \(0..63,0,0\) wait for the end of a phase \(mbarrier\) at .*/cuda_awbarrier_primitives.h:
// EXPECT: kernel some_wait\(int\*\), block \(0,0,0\): threads wait for others that will never come
// EXPECT: threads \(0..61,0,0\) wait for the end of a phase \(mbarrier\) at .*/endless_phase.cu:21
// EXPECT: threads \(62..63,0,0\) wait at a barrier of the block at .*endless_phase.cu:49
// EXPECT: kernel blocks_wait\(int\*\), block \([01],0,0\): threads wait for others of the cluster that will never come
// EXPECT: kernel words_wait\(int\*\), block \(0,0,0\): threads wait for others that will never come
// FLAGS: -arch=sm_90
#include <cuda_awbarrier_primitives.h>

#include "fail/fault.h"

static __device__ bool is_over(const __mbarrier_t *barrier, unsigned parity)
{
	unsigned over, place = (unsigned)__cvta_generic_to_shared(barrier);
	asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
	             : "=r"(over) : "r"(place), "r"(parity) : "memory");
	return over;
}

__global__ void all_wait(int *out)
{
	__shared__ __mbarrier_t barrier;
	if (threadIdx.x == 0)
		__mbarrier_init(&barrier, 65);
	__syncthreads();
	__mbarrier_token_t token = __mbarrier_arrive(&barrier);
	while (!__mbarrier_test_wait(&barrier, token)) {
	}
	out[threadIdx.x] = 1;
}

__global__ void some_wait(int *out)
{
	__shared__ __mbarrier_t barrier;
	if (threadIdx.x == 0)
		__mbarrier_init(&barrier, 63);
	__syncthreads();
	if (threadIdx.x < 62) {
		__mbarrier_arrive(&barrier);
		while (!is_over(&barrier, 0))
			__nanosleep(100);
	}
	__syncthreads();
	out[threadIdx.x] = 1;
}

// Each block ends a phase of the other, which then waits for a second one.
__global__ void __cluster_dims__(2) blocks_wait(int *out)
{
	__shared__ __mbarrier_t barrier;
	unsigned rank = blockIdx.x, place = (unsigned)__cvta_generic_to_shared(&barrier), remote;
	if (threadIdx.x == 0)
		__mbarrier_init(&barrier, 1);
	asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
	if (threadIdx.x == 0) {
		asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(place), "r"(rank ^ 1));
		asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" : : "r"(remote) : "memory");
	}
	while (!is_over(&barrier, 0)) {
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
	while (!is_over(&barrier, 1)) {
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = 2;
}

__global__ void words_wait(int *out)
{
	__shared__ unsigned long long barrier;
	if (threadIdx.x == 0)
		barrier = (0x80000000ull - 65) << 32;
	__syncthreads();
	unsigned long long before = atomicAdd(&barrier, 1ull << 32), now;
	do
		asm volatile("ld.acquire.cta.b64 %0, [%1];" : "=l"(now) : "l"(&barrier) : "memory");
	while ((now ^ before) >> 63 == 0);
	out[threadIdx.x] = 1;
}

static void try_kernel(void (*kernel)(int *), int blocks)
{
	int *out;
	CHECK_EQUAL(cudaMalloc((void **)&out, 128 * sizeof(int)), cudaSuccess);
	kernel<<<blocks, 64>>>(out);
	fault_expect(cudaErrorLaunchFailure);
}

int main()
{
	try_kernel(all_wait, 1);
	try_kernel(some_wait, 1);
	try_kernel(blocks_wait, 2);
	try_kernel(words_wait, 1);
	return unit_finish();
}
