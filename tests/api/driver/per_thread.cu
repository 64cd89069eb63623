// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: --default-stream=per-thread -std=c++17
//
// The driver interface in a program whose default stream is each thread's own: a kernel in stream 0 waits for another thread's, by the
// functions that cuda.h names and by those that cuGetProcAddress and cudaGetDriverEntryPoint find.
#include <thread>

#include <cuda.h>

#include "api/support/api_test.h"

__global__ void wait_for(volatile int *flag, int *seen)
{
	while (!*flag)
		__nanosleep(1000);
	*seen = 1;
}

__global__ void set(volatile int *flag)
{
	*flag = 1;
}

typedef CUresult (*launch_function)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **,
                                    void **);
typedef CUresult (*stream_function)(CUstream);

static void check(launch_function launch, stream_function query, stream_function synchronize)
{
	CUfunction waiting, setting;
	CUdeviceptr flag, seen;
	int result = 0;
	unsigned long long mine = 0, theirs = 0;
	SUCCEEDS(cudaGetFuncBySymbol(&waiting, (const void *)wait_for));
	SUCCEEDS(cudaGetFuncBySymbol(&setting, (const void *)set));
	CHECK_EQUAL(cuMemAlloc(&flag, sizeof(int)), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemAlloc(&seen, sizeof(int)), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemsetD32(flag, 0, 1), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemsetD32(seen, 0, 1), CUDA_SUCCESS);
	CHECK_EQUAL(cuStreamGetId(0, &mine), CUDA_SUCCESS);
	void *both[] = { &flag, &seen };
	CHECK_EQUAL(launch(waiting, 1, 1, 1, 1, 1, 1, 0, 0, both, NULL), CUDA_SUCCESS);
	CHECK_EQUAL(query(0), CUDA_ERROR_NOT_READY);
	std::thread([&] {
		cudaSetDevice(0); // makes its context the thread's
		cuStreamGetId(0, &theirs);
		launch(setting, 1, 1, 1, 1, 1, 1, 0, 0, both, NULL);
		synchronize(0);
	}).join();
	CHECK(mine != theirs);
	CHECK_EQUAL(cuMemcpyDtoH(&result, seen, sizeof(int)), CUDA_SUCCESS);
	CHECK_EQUAL(result, 1);
	CHECK_EQUAL(cuMemFree(flag), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemFree(seen), CUDA_SUCCESS);
}

template <class Function>
static Function by_driver(const char *name, cuuint64_t flags)
{
	void *found = NULL;
	CHECK_EQUAL(cuGetProcAddress(name, &found, CUDA_VERSION, flags, NULL), CUDA_SUCCESS);
	return (Function)found;
}

template <class Function>
static Function by_runtime(const char *name)
{
	void *found = NULL;
	cudaDriverEntryPointQueryResult answer;
	SUCCEEDS(cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &answer));
	CHECK_EQUAL(answer, cudaDriverEntryPointSuccess);
	return (Function)found;
}

int main()
{
	const cuuint64_t legacy = CU_GET_PROC_ADDRESS_LEGACY_STREAM, own = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
	SUCCEEDS(cudaFree(NULL));
	check(cuLaunchKernel, cuStreamQuery, cuStreamSynchronize);
	check(by_driver<launch_function>("cuLaunchKernel", 0), by_driver<stream_function>("cuStreamQuery", own),
	      by_driver<stream_function>("cuStreamSynchronize", own));
	check(by_runtime<launch_function>("cuLaunchKernel"), by_runtime<stream_function>("cuStreamQuery"),
	      by_runtime<stream_function>("cuStreamSynchronize"));
	CHECK(by_driver<launch_function>("cuLaunchKernel", legacy) != by_driver<launch_function>("cuLaunchKernel", own));
	CHECK(by_driver<void *>("cuInit", legacy) == by_driver<void *>("cuInit", own));
	return unit_finish();
}
