// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches that must fail, each with CUDA 12's code, and those at the limits that must not.
#include "api/support/api_test.h"

__global__ void touch(int *p)
{
	if (p)
		p[blockIdx.x] = gridDim.x;
}

__global__ void __launch_bounds__(128) bounded() {}

__global__ void shared_user(int *p)
{
	extern __shared__ int scratch[];
	scratch[threadIdx.x] = threadIdx.x;
	__syncthreads();
	p[threadIdx.x] = scratch[blockDim.x - 1 - threadIdx.x];
}

static int *memory;
static void *arguments[] = { &memory };

static cudaError_t launch(dim3 grid, dim3 block, size_t shared = 0)
{
	return cudaLaunchKernel((const void *)touch, grid, block, arguments, shared, 0);
}

static void shapes()
{
	const cudaError_t bad = cudaErrorInvalidConfiguration;
	RETURNS(bad, launch(dim3(0), dim3(1)));
	RETURNS(bad, launch(dim3(1, 0), dim3(1)));
	RETURNS(bad, launch(dim3(1), dim3(0)));
	RETURNS(bad, launch(dim3(1), dim3(1, 1, 0)));
	RETURNS(bad, launch(dim3(1), dim3(1025)));
	RETURNS(bad, launch(dim3(1), dim3(32, 33)));
	RETURNS(bad, launch(dim3(1), dim3(1, 1, 65)));
	RETURNS(bad, launch(dim3(1, 65536), dim3(1)));
	RETURNS(bad, launch(dim3(1, 1, 65536), dim3(1)));
	RETURNS(bad, launch(dim3(0x80000000u), dim3(1)));
	SUCCEEDS(launch(dim3(1), dim3(1024)));
	SUCCEEDS(launch(dim3(1), dim3(2, 8, 64)));
	SUCCEEDS(launch(dim3(1, 65535), dim3(1)));
	touch<<<1, 2048>>>(memory);
	RETURNS(bad, cudaPeekAtLastError());
	RETURNS(bad, cudaLaunchKernel((const void *)bounded, dim3(1), dim3(129), NULL, 0, 0));
	SUCCEEDS(cudaLaunchKernel((const void *)bounded, dim3(1), dim3(128), NULL, 0, 0));
	SUCCEEDS(cudaDeviceSynchronize());
}

static void functions()
{
	const cudaError_t bad = cudaErrorInvalidDeviceFunction;
	cudaFuncAttributes attributes;
	const char *name = "";
	size_t offset = 99, size = 0;
	int host = 0, blocks;
	RETURNS(bad, cudaLaunchKernel(NULL, dim3(1), dim3(1), arguments, 0, 0));
	RETURNS(bad, cudaLaunchKernel((const void *)launch, dim3(1), dim3(1), arguments, 0, 0));
	RETURNS(bad, cudaLaunchKernel(&host, dim3(1), dim3(1), arguments, 0, 0));
	RETURNS(bad, cudaFuncGetAttributes(&attributes, &host));
	RETURNS(bad, cudaFuncSetAttribute(&host, cudaFuncAttributeMaxDynamicSharedMemorySize, 100));
	RETURNS(bad, cudaFuncSetCacheConfig(&host, cudaFuncCachePreferL1));
	RETURNS(bad, cudaFuncGetName(&name, &host));
	RETURNS(bad, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &host, 128, 0));
	SUCCEEDS(cudaFuncGetName(&name, (const void *)touch));
	CHECK(strcmp(name, "_Z5touchPi") == 0);
	SUCCEEDS(cudaFuncGetAttributes(&attributes, (const void *)bounded));
	CHECK_EQUAL(attributes.maxThreadsPerBlock, 128);
	INVALID(cudaFuncGetAttributes(NULL, (const void *)bounded));
	SUCCEEDS(cudaFuncGetParamInfo((const void *)touch, 0, &offset, &size));
	CHECK(offset == 0 && size == sizeof(int *));
	INVALID(cudaFuncGetParamInfo((const void *)touch, 1, &offset, &size));
	INVALID(cudaFuncSetCacheConfig((const void *)touch, (cudaFuncCache)44));
	SUCCEEDS(cudaFuncSetCacheConfig((const void *)touch, cudaFuncCachePreferShared));
	SUCCEEDS(cudaFuncSetSharedMemConfig((const void *)touch, cudaSharedMemBankSizeEightByte));
}

static void shared_memory()
{
	const void *kernel = (const void *)shared_user;
	cudaFuncAttributes attributes;
	cudaDeviceProp device;
	int back[64];
	SUCCEEDS(cudaGetDeviceProperties(&device, 0));
	SUCCEEDS(cudaFuncGetAttributes(&attributes, kernel));
	CHECK_EQUAL(attributes.maxDynamicSharedSizeBytes, 49152);
	INVALID(cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 49153, 0));
	SUCCEEDS(cudaLaunchKernel(kernel, dim3(1), dim3(64), arguments, 49152, 0));
	SUCCEEDS(cudaMemcpy(back, memory, sizeof(back), cudaMemcpyDeviceToHost));
	CHECK(back[0] == 63 && back[63] == 0);
	int most = (int)device.sharedMemPerBlockOptin;
	CHECK(most > 49152);
	INVALID(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1));
	INVALID(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
	INVALID(cudaFuncSetAttribute(kernel, (cudaFuncAttribute)99, 1));
	SUCCEEDS(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
	SUCCEEDS(cudaLaunchKernel(kernel, dim3(1), dim3(64), arguments, most, 0));
	INVALID(cudaLaunchKernel(kernel, dim3(1), dim3(64), arguments, most + 1, 0));
	INVALID(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
	SUCCEEDS(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
	SUCCEEDS(cudaFuncGetAttributes(&attributes, kernel));
	CHECK_EQUAL(attributes.preferredShmemCarveout, 50);
	CHECK_EQUAL(attributes.maxDynamicSharedSizeBytes, most);
	SUCCEEDS(cudaDeviceSynchronize());
}

static void cooperative()
{
	const void *kernel = (const void *)touch;
	RETURNS(cudaErrorCooperativeLaunchTooLarge,
	        cudaLaunchCooperativeKernel(kernel, dim3(10000000), dim3(32), arguments, 0, 0));
	RETURNS(cudaErrorInvalidConfiguration,
	        cudaLaunchCooperativeKernel(kernel, dim3(0), dim3(32), arguments, 0, 0));
	SUCCEEDS(cudaLaunchCooperativeKernel(kernel, dim3(2), dim3(32), arguments, 0, 0));
	SUCCEEDS(cudaDeviceSynchronize());
}

static void extended()
{
	const void *kernel = (const void *)touch;
	cudaLaunchConfig_t config = {};
	cudaLaunchAttribute attribute = {};
	int back[4] = {};
	config.gridDim = dim3(4);
	config.blockDim = dim3(1);
	SUCCEEDS(cudaLaunchKernelExC(&config, kernel, arguments));
	SUCCEEDS(cudaMemcpy(back, memory, sizeof(back), cudaMemcpyDeviceToHost));
	CHECK_EQUAL(back[3], 4);
	INVALID(cudaLaunchKernelExC(NULL, kernel, arguments));
	config.numAttrs = 1;
	INVALID(cudaLaunchKernelExC(&config, kernel, arguments));
	config.attrs = &attribute;
	attribute.id = (cudaLaunchAttributeID)77;
	INVALID(cudaLaunchKernelExC(&config, kernel, arguments));
	attribute.id = cudaLaunchAttributeCooperative;
	attribute.val.cooperative = 1;
	SUCCEEDS(cudaLaunchKernelExC(&config, kernel, arguments));
	attribute.id = cudaLaunchAttributePriority;
	attribute.val.priority = -1;
	SUCCEEDS(cudaLaunchKernelExC(&config, kernel, arguments));
	attribute.id = cudaLaunchAttributeClusterDimension;
	attribute.val.clusterDim.x = 3; // doesn't divide 4
	attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
	RETURNS(cudaErrorInvalidClusterSize, cudaLaunchKernelExC(&config, kernel, arguments));
	attribute.val.clusterDim.x = 1;
	SUCCEEDS(cudaLaunchKernelExC(&config, kernel, arguments));
	attribute.val.clusterDim.x = 2;
	SUCCEEDS(cudaLaunchKernelExC(&config, kernel, arguments));
	SUCCEEDS(cudaDeviceSynchronize());
}

static void occupancy()
{
	const void *kernel = (const void *)shared_user;
	int blocks = -1, least = 0, best = 0;
	size_t bytes = 0;
	SUCCEEDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0));
	CHECK(blocks > 0);
	SUCCEEDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 2048, 0));
	CHECK_EQUAL(blocks, 0);
	SUCCEEDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 1 << 20));
	CHECK_EQUAL(blocks, 0);
	INVALID(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 0, 0));
	INVALID(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, -1, 0));
	INVALID(cudaOccupancyMaxActiveBlocksPerMultiprocessor(NULL, kernel, 128, 0));
	INVALID(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernel, 128, 0, 7));
	SUCCEEDS(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, 1, 128));
	CHECK(bytes > 0);
	SUCCEEDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, bytes));
	CHECK(blocks >= 1);
	SUCCEEDS(cudaOccupancyMaxPotentialBlockSize(&least, &best, touch, 0, 0));
	CHECK(least > 0 && best > 0 && best <= 1024);
	int same_least, same_best;
	SUCCEEDS(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&same_least, &same_best, touch, __cudaOccupancyB2DHelper(0), 0));
	CHECK(same_least == least && same_best == best);
}

int main()
{
	SUCCEEDS(cudaMalloc(&memory, 1 << 20));
	shapes();
	functions();
	shared_memory();
	cooperative();
	extended();
	occupancy();
	SUCCEEDS(cudaFree(memory));
	return unit_finish();
}
