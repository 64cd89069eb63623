// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// Events of all streams of a context, and streams all of which wait for one, also those that are made later.
#include <cuda.h>

#include "api/support/api_test.h"

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

enum { STREAMS = 3 };

__global__ void wait_for(volatile int *flag)
{
	while (!*flag)
		__nanosleep(1000);
}

__global__ void set(volatile int *flag)
{
	*flag = 1;
}

static CUcontext context;
static CUstream streams[STREAMS], side;

static void recorded(int *flag)
{
	CUevent event;
	CU(CUDA_SUCCESS, cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
	for (int held = 0; held < STREAMS; held++) {
		SUCCEEDS(cudaMemsetAsync(flag, 0, sizeof(int), side));
		CU(CUDA_SUCCESS, cuStreamSynchronize(side));
		wait_for<<<1, 1, 0, streams[held]>>>(flag);
		CU(CUDA_SUCCESS, cuCtxRecordEvent(context, event));
		CU(CUDA_ERROR_NOT_READY, cuEventQuery(event));
		set<<<1, 1, 0, side>>>(flag); // behind the record: the event doesn't wait for it
		CU(CUDA_SUCCESS, cuEventSynchronize(event));
		CU(CUDA_SUCCESS, cuStreamQuery(streams[held]));
	}
	CU(CUDA_SUCCESS, cuEventDestroy(event));
}

// While the event is held, nothing goes on, whichever stream it is given to.
static void awaited(int *flag)
{
	CUevent event;
	CUstream later;
	CU(CUDA_SUCCESS, cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
	static volatile int open = 0;
	CU(CUDA_SUCCESS, cuLaunchHostFunc(streams[1], [](void *) { while (!open); }, NULL));
	CU(CUDA_SUCCESS, cuEventRecord(event, streams[1]));
	CU(CUDA_SUCCESS, cuCtxWaitEvent(context, event));
	CU(CUDA_SUCCESS, cuStreamCreate(&later, CU_STREAM_NON_BLOCKING));
	set<<<1, 1, 0, streams[2]>>>(flag);
	set<<<1, 1, 0, later>>>(flag + 1);
	CU(CUDA_ERROR_NOT_READY, cuStreamQuery(streams[2]));
	CU(CUDA_ERROR_NOT_READY, cuStreamQuery(later));
	open = 1;
	CU(CUDA_SUCCESS, cuStreamSynchronize(later));
	CU(CUDA_SUCCESS, cuStreamSynchronize(streams[2]));
	CU(CUDA_SUCCESS, cuEventQuery(event));
	CU(CUDA_SUCCESS, cuStreamDestroy(later));
	CU(CUDA_SUCCESS, cuEventDestroy(event));
}

static void refused(void)
{
	CUevent event;
	CUgraph graph;
	CU(CUDA_SUCCESS, cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
	CU(CUDA_ERROR_INVALID_HANDLE, cuCtxRecordEvent(context, NULL));
	CU(CUDA_ERROR_INVALID_HANDLE, cuCtxWaitEvent(context, NULL));
	CU(CUDA_ERROR_INVALID_CONTEXT, cuCtxRecordEvent(NULL, event));
	CU(CUDA_ERROR_INVALID_CONTEXT, cuCtxWaitEvent(NULL, event));
	CU(CUDA_SUCCESS, cuStreamBeginCapture(side, CU_STREAM_CAPTURE_MODE_RELAXED));
	CU(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuCtxRecordEvent(context, event));
	CU(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(side, &graph));
	CU(CUDA_SUCCESS, cuStreamBeginCapture(side, CU_STREAM_CAPTURE_MODE_RELAXED));
	CU(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuCtxWaitEvent(context, event));
	CU(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(side, &graph));
	CU(CUDA_SUCCESS, cuCtxWaitEvent(context, event)); // never recorded: nothing to wait for
	CU(CUDA_SUCCESS, cuStreamSynchronize(side));
	CU(CUDA_SUCCESS, cuEventDestroy(event));
}

int main()
{
	int *flag;
	SUCCEEDS(cudaMalloc(&flag, 2 * sizeof(int)));
	set<<<1, 1>>>(flag); // a driver that loads kernels at their first launch can't do so while another waits
	SUCCEEDS(cudaDeviceSynchronize());
	CU(CUDA_SUCCESS, cuCtxGetCurrent(&context));
	for (int i = 0; i < STREAMS; i++)
		CU(CUDA_SUCCESS, cuStreamCreate(&streams[i], CU_STREAM_NON_BLOCKING));
	CU(CUDA_SUCCESS, cuStreamCreate(&side, CU_STREAM_NON_BLOCKING));
	recorded(flag);
	awaited(flag);
	refused();
	SUCCEEDS(cudaDeviceReset());
	SUCCEEDS(cudaMalloc(&flag, sizeof(int))); // the gate of before is gone
	SUCCEEDS(cudaFree(flag));
	return unit_finish();
}
