// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
// RUNS: CUDA_VISIBLE_DEVICES=0,1
//
// Events: creation, recording, time, waiting across streams, and wrong handles.
#include "../support/api_test.h"

static void creation(void)
{
	cudaEvent_t event;
	INVALID(cudaEventCreate(NULL));
	INVALID(cudaEventCreateWithFlags(&event, 99));
	INVALID(cudaEventCreateWithFlags(&event, cudaEventInterprocess));
	SUCCEEDS(cudaEventCreateWithFlags(&event, cudaEventBlockingSync | cudaEventDisableTiming));
	SUCCEEDS(cudaEventDestroy(event));
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventDestroy(event));
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventDestroy(NULL));
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventQuery(NULL));
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventSynchronize(NULL));
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventRecord(NULL, 0));
	RETURNS(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent(0, NULL, 0));
}

static void timing(void)
{
	cudaEvent_t start, end, untimed;
	float milliseconds = -1;
	SUCCEEDS(cudaEventCreate(&start));
	SUCCEEDS(cudaEventCreate(&end));
	SUCCEEDS(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, start, end));
	SUCCEEDS(cudaEventQuery(start)); // never recorded counts as done
	SUCCEEDS(cudaEventSynchronize(start));
	SUCCEEDS(cudaEventRecord(start, 0));
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, start, end));
	SUCCEEDS(cudaEventRecord(untimed, 0));
	SUCCEEDS(cudaEventSynchronize(untimed));
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, start, untimed));
	SUCCEEDS(cudaEventRecordWithFlags(end, 0, cudaEventRecordDefault));
	INVALID(cudaEventRecordWithFlags(end, 0, 99));
	SUCCEEDS(cudaEventSynchronize(end));
	SUCCEEDS(cudaEventElapsedTime(&milliseconds, start, end));
	SUCCEEDS(cudaEventElapsedTime_v2(&milliseconds, start, end));
	CHECK(milliseconds >= 0 && milliseconds < 10000);
	INVALID(cudaEventElapsedTime(NULL, start, end));
	RETURNS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, NULL, end));
	SUCCEEDS(cudaEventDestroy(start));
	SUCCEEDS(cudaEventDestroy(end));
	SUCCEEDS(cudaEventDestroy(untimed));
}

static void waiting(void)
{
	cudaStream_t first, second;
	cudaEvent_t event;
	unsigned char *memory, back = 0;
	SUCCEEDS(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
	SUCCEEDS(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
	SUCCEEDS(cudaEventCreate(&event));
	SUCCEEDS(cudaMalloc((void **)&memory, 1 << 22));
	SUCCEEDS(cudaStreamWaitEvent(second, event, 0)); // nothing recorded: no wait
	INVALID(cudaStreamWaitEvent(second, event, 99));
	for (int round = 1; round < 50; round++) {
		SUCCEEDS(cudaMemsetAsync(memory, round, 1 << 22, first));
		SUCCEEDS(cudaEventRecord(event, first));
		SUCCEEDS(cudaStreamWaitEvent(second, event, cudaEventWaitDefault));
		SUCCEEDS(cudaMemcpyAsync(&back, memory + (1 << 22) - 1, 1, cudaMemcpyDeviceToHost, second));
		SUCCEEDS(cudaStreamSynchronize(second));
		CHECK_EQUAL(back, round);
	}
	SUCCEEDS(cudaStreamDestroy(first));
	SUCCEEDS(cudaStreamDestroy(second));
	SUCCEEDS(cudaEventDestroy(event));
	SUCCEEDS(cudaFree(memory));
}

int main(void)
{
	creation();
	timing();
	waiting();
	return unit_finish();
}
