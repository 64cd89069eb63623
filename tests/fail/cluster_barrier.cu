// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cluster waits for threads that wait for others of their block, which there aren't.
// EXPECT: kernel lost_threads\(int\*\), block \(0,0,0\): threads wait for others of the cluster that will never come
// EXPECT: threads \(0..7,0,0\) wait at a barrier of the block at .*cluster_barrier.cu:13
// EXPECT: threads \(8..31,0,0\) wait for the cluster \(barrier.cluster\) at .*cluster_barrier.cu:14
// FLAGS: -arch=sm_90
#include "fail/fault.h"

__global__ void __cluster_dims__(2) lost_threads(int *out)
{
	if (blockIdx.x == 0 && threadIdx.x < 8)
		asm volatile("barrier.sync 1, 64;");
	asm volatile("barrier.cluster.arrive; barrier.cluster.wait;");
	out[threadIdx.x] = 1;
}

int main()
{
	int *out;
	cudaMalloc((void **)&out, 32 * sizeof(int));
	lost_threads<<<2, 32>>>(out);
	fault_expect(cudaErrorLaunchFailure);
	return unit_finish();
}
