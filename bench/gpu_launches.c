// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked to a program in place of its launches (ld --wrap): their time by events around each, told at the end on the standard error as a
// problem of bench/gpu tells its own.  A kernel is loaded before its launch is timed.  Programs of CUDA 13's nvcc launch by
// __cudaLaunchKernel with a handle, all others by cudaLaunchKernel with the stub's address.
#include <cuda_runtime_api.h>
#include <stdio.h>

typedef cudaError_t launch_function(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream);

launch_function __real_cudaLaunchKernel, __wrap_cudaLaunchKernel, __wrap___cudaLaunchKernel;
__attribute__((weak)) launch_function __real___cudaLaunchKernel; // of CUDA 13

static double microseconds;

__attribute__((destructor)) static void tell(void)
{
	fprintf(stderr, ".launches\t%.2f\t0\n", microseconds);
}

static cudaError_t timed(launch_function *launch, const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                         cudaStream_t stream)
{
	static cudaEvent_t start, end;
	struct cudaFuncAttributes attributes;
	float milliseconds = 0;
	if (!start && (cudaEventCreate(&start) != cudaSuccess || cudaEventCreate(&end) != cudaSuccess))
		return cudaErrorUnknown;
	cudaFuncGetAttributes(&attributes, kernel);
	cudaEventRecord(end, stream); // once before, so that the first launch doesn't pay for the first record
	cudaEventRecord(start, stream);
	cudaError_t error = launch(kernel, grid, block, arguments, shared, stream);
	cudaEventRecord(end, stream);
	if (error == cudaSuccess && cudaEventSynchronize(end) == cudaSuccess)
		cudaEventElapsedTime(&milliseconds, start, end);
	microseconds += milliseconds * 1e3;
	return error;
}

cudaError_t __wrap_cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream)
{
	return timed(__real_cudaLaunchKernel, kernel, grid, block, arguments, shared, stream);
}

cudaError_t __wrap___cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream)
{
	return timed(__real___cudaLaunchKernel, kernel, grid, block, arguments, shared, stream);
}
