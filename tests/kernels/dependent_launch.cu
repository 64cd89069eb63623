// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that may begin before the one in front of it in its stream has ended, and waits for that itself.
// FLAGS: -arch=sm_90
#include "kernels/kernel_test.h"

__global__ void first(int *numbers)
{
	cudaTriggerProgrammaticLaunchCompletion();
	numbers[blockIdx.x * blockDim.x + threadIdx.x] = (int)threadIdx.x;
}

__global__ void second(const int *numbers, int *doubled)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	cudaGridDependencySynchronize();
	doubled[at] = 2 * numbers[at];
}

int main()
{
	const int block = 128, grid = 64, count = block * grid;
	int *numbers, *doubled;
	CALL(cudaMallocManaged(&numbers, count * sizeof(int)));
	CALL(cudaMallocManaged(&doubled, count * sizeof(int)));
	cudaStream_t stream;
	CALL(cudaStreamCreate(&stream));
	first<<<grid, block, 0, stream>>>(numbers);
	cudaLaunchAttribute early = {};
	early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
	early.val.programmaticStreamSerializationAllowed = 1;
	cudaLaunchConfig_t config = {};
	config.gridDim = grid;
	config.blockDim = block;
	config.stream = stream;
	config.attrs = &early;
	config.numAttrs = 1;
	CALL(cudaLaunchKernelEx(&config, second, (const int *)numbers, doubled));
	CALL(cudaStreamSynchronize(stream));
	for (int i = 0; i < count; i++)
		CHECK_EQUAL(doubled[i], 2 * (i % block));
	return unit_finish();
}
