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
typedef CUresult (*of_device)(CUdevice);
typedef CUresult (*of_device_flags)(CUdevice, unsigned);
typedef CUresult (*to_uuid)(CUuuid *, CUdevice);
typedef CUresult (*new_context)(CUcontext *, unsigned, CUdevice);
typedef CUresult (*of_address)(CUdeviceptr);
typedef CUresult (*new_host_memory)(void **, size_t);
typedef CUresult (*copy_in)(CUdeviceptr, const void *, size_t);
typedef CUresult (*copy_out)(void *, CUdeviceptr, size_t);
typedef CUresult (*copy_within)(CUdeviceptr, CUdeviceptr, size_t);
typedef CUresult (*copy_in_later)(CUdeviceptr, const void *, size_t, CUstream);
typedef CUresult (*copy_out_later)(void *, CUdeviceptr, size_t, CUstream);
typedef CUresult (*set_8)(CUdeviceptr, unsigned char, size_t);
typedef CUresult (*set_16)(CUdeviceptr, unsigned short, size_t);
typedef CUresult (*set_32)(CUdeviceptr, unsigned, size_t);
typedef CUresult (*set_rows_8)(CUdeviceptr, size_t, unsigned char, size_t, size_t);
typedef CUresult (*set_rows_16)(CUdeviceptr, size_t, unsigned short, size_t, size_t);
typedef CUresult (*set_rows_32)(CUdeviceptr, size_t, unsigned, size_t, size_t);
typedef CUresult (*new_link)(unsigned, CUjit_option *, void **, CUlinkState *);
typedef CUresult (*add_data)(CUlinkState, CUjitInputType, void *, size_t, const char *, unsigned, CUjit_option *, void **);
typedef CUresult (*add_file)(CUlinkState, CUjitInputType, const char *, unsigned, CUjit_option *, void **);

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

// Whose parameters changed in nothing but the width of addresses and sizes that they take.
static void addresses(void)
{
	new_host_memory allocate = (new_host_memory)symbol("cuMemAllocHost");
	of_address release = (of_address)symbol("cuMemFree");
	unsigned char *host = NULL;
	CUdeviceptr a, b;
	GOOD(allocate((void **)&host, 256));
	GOOD(cuMemAlloc(&a, 256));
	GOOD(cuMemAlloc(&b, 256));
	memset(host, 7, 256);
	GOOD(((copy_in)symbol("cuMemcpyHtoD"))(a, host, 256));
	GOOD(((copy_within)symbol("cuMemcpyDtoD"))(b, a, 256));
	memset(host, 0, 256);
	GOOD(((copy_out)symbol("cuMemcpyDtoH"))(host, b, 256));
	CHECK(host[0] == 7 && host[255] == 7);
	GOOD(((set_8)symbol("cuMemsetD8"))(a, 1, 64));
	GOOD(((set_16)symbol("cuMemsetD16"))(a + 64, 0x203, 32));
	GOOD(((set_32)symbol("cuMemsetD32"))(a + 128, 0x4050607, 32));
	GOOD(((copy_out_later)symbol("cuMemcpyDtoHAsync"))(host, a, 256, NULL));
	GOOD(cuStreamSynchronize(NULL));
	CHECK(host[63] == 1 && host[64] == 3 && host[127] == 2 && host[128] == 7 && host[255] == 4);
	GOOD(((copy_in_later)symbol("cuMemcpyHtoDAsync"))(b, host, 256, NULL));
	GOOD(((set_rows_8)symbol("cuMemsetD2D8"))(b, 16, 9, 2, 4));
	GOOD(((set_rows_16)symbol("cuMemsetD2D16"))(b + 64, 16, 9, 2, 4));
	GOOD(((set_rows_32)symbol("cuMemsetD2D32"))(b + 128, 16, 9, 2, 4));
	GOOD(cuMemcpyDtoH(host, b, 256));
	CHECK(host[48] == 9 && host[49] == 9 && host[50] == 1 && host[112] == 9 && host[114] == 9 && host[116] == 3);
	CHECK(host[176] == 9 && host[180] == 9 && host[184] == 7);
	IS(CUDA_ERROR_INVALID_VALUE, ((set_32)symbol("cuMemsetD32"))(0, 1, 4));
	GOOD(release(a));
	GOOD(release(b));
	GOOD(cuMemFreeHost(host));
}

static void devices(CUcontext primary)
{
	CUuuid now, before;
	CUcontext own = NULL;
	CUdevice device;
	CUlinkState link;
	GOOD(cuCtxGetDevice(&device));
	GOOD(cuDeviceGetUuid(&now, device));
	GOOD(((to_uuid)symbol("cuDeviceGetUuid"))(&before, device));
	CHECK(!memcmp(&now, &before, sizeof(now)));
	GOOD(((new_context)symbol("cuCtxCreate"))(&own, 0, device));
	GOOD(cuCtxDestroy(own));
	GOOD(cuDevicePrimaryCtxRetain(&own, device));
	CHECK(own == primary);
	GOOD(((of_device)symbol("cuDevicePrimaryCtxRelease"))(device));
	GOOD(((of_device_flags)symbol("cuDevicePrimaryCtxSetFlags"))(device, 0));
	GOOD(((new_link)symbol("cuLinkCreate"))(0, NULL, NULL, &link));
	IS(CUDA_ERROR_INVALID_PTX, ((add_data)symbol("cuLinkAddData"))(link, CU_JIT_INPUT_PTX, "nothing", 8, "nothing", 0, NULL, NULL));
	IS(CUDA_ERROR_FILE_NOT_FOUND, ((add_file)symbol("cuLinkAddFile"))(link, CU_JIT_INPUT_PTX, "there is no such file", 0, NULL, NULL));
	GOOD(cuLinkDestroy(link));
	GOOD(((of_device)symbol("cuDevicePrimaryCtxReset"))(device));
}

int main(void)
{
	CUcontext primary = driver_begin();
	contexts(primary);
	streams_and_events();
	memory();
	addresses();
	devices(primary);
	return unit_finish();
}
