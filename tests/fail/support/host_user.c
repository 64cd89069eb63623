// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses most of the runtime without a kernel; out_of_memory_runtime.sh and leaks.sh run it.
#include "runtime_user.h"

#include <string.h>

enum { SIZE = 100000 };

static void CUDART_CB count_call(void *counter)
{
	++*(int *)counter;
}

static int user_work(void)
{
	int good = 0, count = 0, called = 0;
	char *host = NULL, *device = NULL, *managed = NULL, *pooled = NULL, *pitched = NULL;
	size_t pitch;
	cudaStream_t stream = NULL;
	cudaEvent_t begin = NULL, end = NULL;
	cudaMemPool_t pool = NULL;
	float took;
	struct cudaDeviceProp properties;
	struct cudaMemPoolProps wanted = { 0 };
	static char own[SIZE];
	static int registered;

	TRY(cudaGetDeviceCount(&count));
	TRUE(count > 0);
	TRY(cudaGetDeviceProperties(&properties, 0));
	TRUE(properties.multiProcessorCount > 0);
	TRY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	TRY(cudaEventCreate(&begin));
	TRY(cudaEventCreate(&end));
	TRY(cudaMalloc((void **)&device, SIZE));
	TRY(cudaMallocHost((void **)&host, SIZE));
	TRY(cudaMallocManaged((void **)&managed, SIZE, cudaMemAttachGlobal));
	TRY(cudaMallocPitch((void **)&pitched, &pitch, 1000, 50));
	TRY(cudaHostRegister(own, SIZE, cudaHostRegisterDefault));
	registered = 1;
	memset(host, 7, SIZE);
	memset(own, 0, SIZE);
	memset(managed, 0, SIZE);
	TRY(cudaEventRecord(begin, stream));
	TRY(cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, stream));
	TRY(cudaMemsetAsync(device, 9, 10, stream));
	TRY(cudaMemcpyAsync(managed, device, SIZE, cudaMemcpyDefault, stream));
	TRY(cudaMallocAsync((void **)&pooled, SIZE, stream));
	TRY(cudaMemcpyAsync(pooled, device, SIZE, cudaMemcpyDeviceToDevice, stream));
	TRY(cudaMemcpy2DAsync(pitched, pitch, pooled, 1000, 1000, 50, cudaMemcpyDeviceToDevice, stream));
	TRY(cudaMemcpyAsync(own, pooled, SIZE, cudaMemcpyDeviceToHost, stream));
	TRY(cudaLaunchHostFunc(stream, count_call, &called));
	TRY(cudaEventRecord(end, stream));
	TRY(cudaStreamWaitEvent(NULL, end, 0));
	TRY(cudaStreamSynchronize(stream));
	TRY(cudaEventElapsedTime(&took, begin, end));
	TRUE(called == 1 && own[9] == 9 && own[10] == 7 && own[SIZE - 1] == 7 && managed[SIZE - 1] == 7);
	memset(own, 0, SIZE);
	TRY(cudaMemcpy(own, pitched + pitch, 1000, cudaMemcpyDeviceToHost));
	TRUE(own[0] == 7 && own[999] == 7);
	wanted.allocType = cudaMemAllocationTypePinned;
	wanted.location.type = cudaMemLocationTypeDevice;
	TRY(cudaMemPoolCreate(&pool, &wanted));
	TRY(cudaFreeAsync(pooled, stream));
	pooled = NULL;
	TRY(cudaMallocFromPoolAsync((void **)&pooled, SIZE, pool, stream));
	TRY(cudaDeviceSynchronize());
	good = 1;

clean: // what a call began before another failed may still run
	TRUE(!stream || cudaStreamSynchronize(stream) == cudaSuccess);
	TRUE(!pooled || cudaFree(pooled) == cudaSuccess);
	TRUE(!pool || cudaMemPoolDestroy(pool) == cudaSuccess);
	TRUE(!registered || cudaHostUnregister(own) == cudaSuccess);
	registered = 0;
	TRUE(!pitched || cudaFree(pitched) == cudaSuccess);
	TRUE(!managed || cudaFree(managed) == cudaSuccess);
	TRUE(!host || cudaFreeHost(host) == cudaSuccess);
	TRUE(!device || cudaFree(device) == cudaSuccess);
	TRUE(!end || cudaEventDestroy(end) == cudaSuccess);
	TRUE(!begin || cudaEventDestroy(begin) == cudaSuccess);
	TRUE(!stream || cudaStreamDestroy(stream) == cudaSuccess);
	return good;
}
