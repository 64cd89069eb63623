// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Streams and events of the driver interface: priorities, flags, callbacks, events that are recorded with flags, and the profiler's
// functions; external memory and semaphores as far as they can be refused.
#include <cudaProfiler.h>
#include <unistd.h>

#include "api/support/driver_test.h"

static void priorities(void)
{
	CUstream stream = NULL;
	int least = 0, greatest = 0, priority = 77;
	unsigned flags = 77;
	CUstreamCaptureStatus status = (CUstreamCaptureStatus)77;
	GOOD(cuCtxGetStreamPriorityRange(&least, &greatest));
	GOOD(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, greatest));
	GOOD(cuStreamGetPriority(stream, &priority));
	CHECK_EQUAL(priority, greatest);
	GOOD(cuStreamGetFlags(stream, &flags));
	CHECK_EQUAL(flags, CU_STREAM_NON_BLOCKING);
	GOOD(cuStreamIsCapturing(stream, &status));
	CHECK_EQUAL(status, CU_STREAM_CAPTURE_STATUS_NONE);
	BAD(cuStreamGetPriority(stream, NULL));
	BAD(cuStreamGetFlags(stream, NULL));
	BAD(cuStreamIsCapturing(stream, NULL));
	GOOD(cuStreamDestroy(stream));
	GOOD(cuStreamCreateWithPriority(&stream, CU_STREAM_DEFAULT, greatest - 100)); // the nearest that there is
	GOOD(cuStreamGetPriority(stream, &priority));
	CHECK_EQUAL(priority, greatest);
	GOOD(cuStreamGetFlags(stream, &flags));
	CHECK_EQUAL(flags, CU_STREAM_DEFAULT);
	GOOD(cuStreamDestroy(stream));
	BAD(cuStreamCreateWithPriority(&stream, 0x10, 0));
	BAD(cuStreamCreateWithPriority(NULL, 0, 0));
	GOOD(cuStreamGetPriority(NULL, &priority));
	CHECK_EQUAL(priority, 0);
}

static void captured(void)
{
	CUstream stream;
	CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
	CUgraph graph;
	GOOD(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	GOOD(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
	GOOD(cuStreamIsCapturing(stream, &status));
	CHECK_EQUAL(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
	GOOD(cuStreamEndCapture(stream, &graph));
	GOOD(cuGraphDestroy(graph));
	GOOD(cuStreamDestroy(stream));
}

static CUresult told = CUDA_ERROR_UNKNOWN;
static CUstream told_stream;

static void call(CUstream stream, CUresult status, void *data)
{
	told = status;
	told_stream = stream;
	usleep(2000);
	*(int *)data = 5;
}

static void callbacks(void)
{
	CUstream stream;
	static int value;
	GOOD(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
	GOOD(cuStreamAddCallback(stream, call, &value, 0));
	GOOD(cuStreamSynchronize(stream));
	CHECK(value == 5 && told == CUDA_SUCCESS && told_stream == stream);
	BAD(cuStreamAddCallback(stream, NULL, &value, 0));
	BAD(cuStreamAddCallback(stream, call, &value, 1));
	GOOD(cuStreamDestroy(stream));
}

static void events(void)
{
	CUevent event;
	CUstream stream;
	GOOD(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
	GOOD(cuEventCreate(&event, CU_EVENT_DEFAULT));
	GOOD(cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_DEFAULT));
	GOOD(cuEventSynchronize(event));
	GOOD(cuEventQuery(event));
	float time = -1;
	GOOD(cuEventElapsedTime(&time, event, event));
	CHECK(time == 0);
	BAD(cuEventRecordWithFlags(event, stream, 0x10));
	IS(CUDA_ERROR_INVALID_HANDLE, cuEventRecordWithFlags(NULL, stream, 0));
	GOOD(cuEventDestroy(event));
	GOOD(cuStreamDestroy(stream));
}

static void externals(void)
{
	CUstream stream;
	CUexternalSemaphore semaphore = NULL;
	CUmipmappedArray array;
	CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC wanted;
	CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal;
	CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait;
	CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC shape;
	memset(&wanted, 0, sizeof(wanted));
	memset(&signal, 0, sizeof(signal));
	memset(&wait, 0, sizeof(wait));
	memset(&shape, 0, sizeof(shape));
	GOOD(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
	wanted.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
	BAD(cuImportExternalSemaphore(NULL, &wanted));
	BAD(cuImportExternalSemaphore(&semaphore, NULL));
	BAD(cuDestroyExternalSemaphore(NULL));
	BAD(cuSignalExternalSemaphoresAsync(NULL, &signal, 1, stream));
	BAD(cuWaitExternalSemaphoresAsync(NULL, &wait, 1, stream));
	IS(CUDA_ERROR_INVALID_HANDLE, cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
	IS(CUDA_ERROR_INVALID_HANDLE, cuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream));
	BAD(cuExternalMemoryGetMappedMipmappedArray(&array, NULL, &shape));
	GOOD(cuStreamDestroy(stream));
}

int main(void)
{
	driver_begin();
	priorities();
	captured();
	callbacks();
	events();
	externals();
	CHECK(cuProfilerInitialize("", "", CU_OUT_CSV) != CUDA_ERROR_NOT_INITIALIZED); // may say that there is no such tool
	GOOD(cuProfilerStart());
	GOOD(cuProfilerStop());
	return unit_finish();
}
