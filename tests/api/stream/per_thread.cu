// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: --default-stream=per-thread -std=c++17
//
// --default-stream=per-thread: stream 0 of each thread is a stream of its own, so a kernel that waits
// for another thread's kernel in "the default stream" ends.
#include <thread>

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

int main()
{
	int *flag, *seen, result = 0;
	unsigned long long mine = 0, theirs = 0;
	SUCCEEDS(cudaMalloc(&flag, sizeof(int)));
	SUCCEEDS(cudaMalloc(&seen, sizeof(int)));
	SUCCEEDS(cudaMemset(flag, 0, sizeof(int)));
	SUCCEEDS(cudaMemset(seen, 0, sizeof(int)));
	SUCCEEDS(cudaStreamGetId(0, &mine));
	wait_for<<<1, 1>>>(flag, seen);
	RETURNS(cudaErrorNotReady, cudaStreamQuery(0));
	std::thread([&] {
		cudaStreamGetId(0, &theirs);
		set<<<1, 1>>>(flag);
		cudaStreamSynchronize(0);
	}).join();
	CHECK(mine != theirs);
	SUCCEEDS(cudaMemcpy(&result, seen, sizeof(int), cudaMemcpyDeviceToHost));
	CHECK_EQUAL(result, 1);
	SUCCEEDS(cudaFree(flag));
	SUCCEEDS(cudaFree(seen));
	return unit_finish();
}
