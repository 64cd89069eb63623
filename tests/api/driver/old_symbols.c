// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Names of the library that headers give to no function any more, as programs find them that open it themselves.
#include <dlfcn.h>
#include <stdlib.h>

#include "api/support/driver_test.h"

static void *symbol(const char *name)
{
	void *function = dlsym(RTLD_DEFAULT, name);
	if (!function) {
		fprintf(stderr, "no %s\n", name);
		exit(1);
	}
	return function;
}

typedef CUresult (*of_context)(CUcontext);
typedef CUresult (*to_context)(CUcontext *);
typedef CUresult (*of_stream)(CUstream);
typedef CUresult (*of_event)(CUevent);
typedef CUresult (*with_memory)(void *, size_t, unsigned);
typedef CUresult (*of_copy)(CUdeviceptr, CUdeviceptr, size_t, CUstream);
typedef CUresult (*of_handle)(CUdeviceptr *, CUipcMemHandle, unsigned);

static void contexts(CUcontext primary)
{
	of_context push = (of_context)symbol("cuCtxPushCurrent"), destroy = (of_context)symbol("cuCtxDestroy");
	to_context pop = (to_context)symbol("cuCtxPopCurrent");
	CUcontext own = NULL, got = NULL;
	CUdevice device;
	GOOD(cuCtxGetDevice(&device));
	GOOD(cuCtxCreate(&own, 0, device));
	GOOD(pop(&got));
	CHECK(got == own);
	GOOD(cuCtxGetCurrent(&got));
	CHECK(got == primary);
	GOOD(push(own));
	GOOD(cuCtxGetCurrent(&got));
	CHECK(got == own);
	GOOD(destroy(own));
	GOOD(cuCtxGetCurrent(&got));
	CHECK(got == primary);
	IS(CUDA_ERROR_INVALID_CONTEXT, push(own));
	IS(CUDA_ERROR_INVALID_CONTEXT, destroy(own));
}

static void streams_and_events(void)
{
	of_stream destroy_stream = (of_stream)symbol("cuStreamDestroy");
	of_event destroy_event = (of_event)symbol("cuEventDestroy");
	CUstream stream;
	CUevent event;
	GOOD(cuStreamCreate(&stream, 0));
	GOOD(cuEventCreate(&event, 0));
	GOOD(cuEventRecord(event, stream));
	GOOD(destroy_event(event));
	GOOD(destroy_stream(stream));
	IS(CUDA_ERROR_INVALID_HANDLE, destroy_event(NULL));
	IS(CUDA_ERROR_INVALID_HANDLE, destroy_stream(NULL));
}

static void memory(void)
{
	with_memory register_host = (with_memory)symbol("cuMemHostRegister");
	of_copy copy = (of_copy)symbol("cuMemcpyDtoDAsync");
	of_handle open = (of_handle)symbol("cuIpcOpenMemHandle");
	char *host = aligned_alloc(65536, 65536);
	CUdeviceptr from, to, mapped;
	CUipcMemHandle handle;
	unsigned word = 0;
	GOOD(register_host(host, 65536, 0));
	IS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, register_host(host, 65536, 0));
	GOOD(cuMemHostUnregister(host));
	GOOD(cuMemAlloc(&from, 64));
	GOOD(cuMemAlloc(&to, 64));
	GOOD(cuMemsetD32(from, 0x1234, 16));
	GOOD(copy(to, from, 64, NULL));
	GOOD(cuMemcpyDtoH(&word, to + 60, 4));
	CHECK_EQUAL(word, 0x1234);
	BAD(copy(0, from, 64, NULL));
	memset(&handle, 0, sizeof(handle));
	BAD(open(&mapped, handle, 0)); // without the flag that there must be
	GOOD(cuMemFree(from));
	GOOD(cuMemFree(to));
	free(host);
}

int main(void)
{
	CUcontext primary = driver_begin();
	contexts(primary);
	streams_and_events();
	memory();
	return unit_finish();
}
