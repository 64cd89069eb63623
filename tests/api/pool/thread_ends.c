// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart -lpthread
//
// What a thread frees in its own default stream isn't free before that has come there, also when the thread has ended and another
// stream was made since.
#include <pthread.h>
#include <stdatomic.h>

#include "../support/api_test.h"

enum { SIZE = 1 << 20 };

static atomic_int gate;

static void wait_at_gate(void *unused)
{
	(void)unused;
	while (!gate)
		;
}

static void *use_and_leave(void *address)
{
	SUCCEEDS(cudaMallocAsync(address, SIZE, cudaStreamPerThread));
	SUCCEEDS(cudaLaunchHostFunc(cudaStreamPerThread, wait_at_gate, NULL));
	SUCCEEDS(cudaFreeAsync(*(void **)address, cudaStreamPerThread));
	return NULL;
}

int main(void)
{
	pthread_t thread;
	cudaStream_t stream;
	void *freed, *other;
	SUCCEEDS(cudaFree(NULL));
	CHECK(!pthread_create(&thread, NULL, use_and_leave, &freed));
	pthread_join(thread, NULL);
	SUCCEEDS(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	SUCCEEDS(cudaMallocAsync(&other, SIZE, stream));
	CHECK(other != freed);
	gate = 1;
	SUCCEEDS(cudaFreeAsync(other, stream));
	SUCCEEDS(cudaStreamDestroy(stream));
	SUCCEEDS(cudaDeviceSynchronize());
	return unit_finish();
}
