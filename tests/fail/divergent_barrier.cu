// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lecture's trap: a barrier inside of the tree's if.  The report says who waits where and who left.
// EXPECT: dot_product
// EXPECT: divergent_barrier.cu:24
// EXPECT: \(0\.\.63,0,0\)
// EXPECT: \(64\.\.127,0,0\)
#include "fail/fault.h"

__global__ void dot_product(const float *a, const float *b, float *sums, int count)
{
	__shared__ float products[128];
	float sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
		sum += a[i] * b[i];
	products[threadIdx.x] = sum;
	__syncthreads();
	int i = blockDim.x / 2;
	while (i != 0) {
		if (threadIdx.x < i) {
			products[threadIdx.x] += products[threadIdx.x + i];
			// the barrier that only some threads reach

			__syncthreads();
		}
		i = i / 2;
	}
	if (threadIdx.x == 0)
		sums[blockIdx.x] = products[0];
}

int main()
{
	const int count = 1000;
	float *a, *b, *sums;
	cudaMalloc((void **)&a, count * sizeof(float));
	cudaMalloc((void **)&b, count * sizeof(float));
	cudaMalloc((void **)&sums, 4 * sizeof(float));
	dot_product<<<4, 128>>>(a, b, sums, count);
	fault_expect(cudaErrorLaunchFailure);
	return unit_finish();
}
