// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
// RUNS: CUDA_VISIBLE_DEVICES=0,1
//
// The driver interface without kernels: start, errors, devices, contexts, memory, streams, events.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <string.h>

#include "unit/unit.h"

#define IS(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)
#define GOOD(...) IS(CUDA_SUCCESS, __VA_ARGS__)
#define BAD(...) IS(CUDA_ERROR_INVALID_VALUE, __VA_ARGS__)

static void before_start(void)
{
	int count;
	CUdeviceptr memory;
	const char *text = "";
	IS(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&count));
	BAD(cuInit(1));
	GOOD(cuInit(0));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&memory, 16));
	GOOD(cuGetErrorName(CUDA_ERROR_INVALID_CONTEXT, &text));
	CHECK(strcmp(text, "CUDA_ERROR_INVALID_CONTEXT") == 0);
	GOOD(cuGetErrorName(CUDA_ERROR_KEY_ROTATION, &text));
	CHECK(strcmp(text, "CUDA_ERROR_KEY_ROTATION") == 0);
	GOOD(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
	CHECK(strcmp(text, "out of memory") == 0);
	BAD(cuGetErrorString((CUresult)12345, &text));
	CHECK(text == NULL);
}

static void devices(CUdevice *device)
{
	int count = 0, value = 0, major = 0, minor = -1;
	size_t bytes = 0;
	char name[256] = "", shorter[5];
	CUuuid uuid;
	GOOD(cuDeviceGetCount(&count));
	CHECK_EQUAL(count, 1);
	GOOD(cuDeviceGet(device, 0));
	IS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(device, 7));
	GOOD(cuDeviceGetName(name, sizeof(name), *device));
	GOOD(cuDeviceGetName(shorter, sizeof(shorter), *device));
	CHECK(strlen(shorter) == 4 && strncmp(name, shorter, 4) == 0);
	GOOD(cuDeviceTotalMem(&bytes, *device));
	CHECK(bytes > 0);
	GOOD(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, *device));
	CHECK_EQUAL(value, 32);
	BAD(cuDeviceGetAttribute(&value, (CUdevice_attribute)9999, *device));
	GOOD(cuDeviceComputeCapability(&major, &minor, *device));
	CHECK(major >= 5 && minor >= 0);
	GOOD(cuDeviceGetUuid(&uuid, *device));
	GOOD(cuDriverGetVersion(&value));
	CHECK_EQUAL(value, CUDA_VERSION);
}

static void contexts(CUdevice device)
{
	CUcontext first, second, current, primary;
	CUdevice of = 99;
	int active = -1;
	unsigned flags;
	GOOD(cuCtxGetCurrent(&current));
	CHECK(current == NULL);
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxSynchronize());
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxPopCurrent(&current));
	GOOD(cuCtxCreate(&first, 0, device));
	GOOD(cuCtxCreate(&second, CU_CTX_SCHED_SPIN, device));
	BAD(cuCtxCreate(&current, 0x1000, device));
	IS(CUDA_ERROR_INVALID_DEVICE, cuCtxCreate(&current, 0, 9));
	GOOD(cuCtxGetCurrent(&current));
	CHECK(current == second);
	GOOD(cuCtxGetFlags(&flags));
	CHECK_EQUAL(flags, CU_CTX_SCHED_SPIN);
	GOOD(cuCtxPopCurrent(&current));
	CHECK(current == second);
	GOOD(cuCtxGetCurrent(&current));
	CHECK(current == first);
	GOOD(cuCtxSetCurrent(second));
	GOOD(cuCtxGetDevice(&of));
	CHECK_EQUAL(of, device);
	GOOD(cuCtxSynchronize());
	GOOD(cuCtxDestroy(second));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxDestroy(second));
	GOOD(cuCtxGetCurrent(&current));
	CHECK(current == NULL);
	GOOD(cuCtxPushCurrent(first));
	GOOD(cuCtxDestroy(first));
	GOOD(cuDevicePrimaryCtxRetain(&primary, device));
	GOOD(cuDevicePrimaryCtxGetState(device, &flags, &active));
	CHECK_EQUAL(active, 1);
	GOOD(cuCtxSetCurrent(primary));
	GOOD(cuDevicePrimaryCtxRelease(device));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuDevicePrimaryCtxRelease(device));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxDestroy(primary));
}

static void memory(void)
{
	CUdeviceptr device, other, base;
	size_t size, pitch;
	unsigned words[64], type = 0;
	unsigned short shorts[64];
	void *host;
	GOOD(cuMemAlloc(&device, 256));
	BAD(cuMemAlloc(&other, 0));
	IS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&other, (size_t)1 << 50));
	GOOD(cuMemGetAddressRange(&base, &size, device + 100));
	CHECK(base == device && size == 256);
	GOOD(cuMemsetD32(device, 0xdeadbeef, 64));
	GOOD(cuMemcpyDtoH(words, device, 256));
	CHECK(words[0] == 0xdeadbeef && words[63] == 0xdeadbeef);
	GOOD(cuMemsetD16(device + 2, 0x1234, 3));
	BAD(cuMemsetD16(device + 1, 0x1234, 3));
	GOOD(cuMemcpyDtoH(shorts, device, 128));
	CHECK(shorts[0] == 0xbeef && shorts[1] == 0x1234 && shorts[3] == 0x1234 && shorts[4] == 0xbeef);
	for (int i = 0; i < 64; i++)
		words[i] = (unsigned)i;
	GOOD(cuMemcpyHtoD(device, words, 256));
	BAD(cuMemcpyHtoD(device, words, 257));
	GOOD(cuMemAllocPitch(&other, &pitch, 32, 8, 4));
	CUDA_MEMCPY2D box;
	memset(&box, 0, sizeof(box));
	box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
	box.srcDevice = device;
	box.srcPitch = 32;
	box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	box.dstDevice = other;
	box.dstPitch = pitch;
	box.WidthInBytes = 32;
	box.Height = 8;
	GOOD(cuMemcpy2D(&box));
	GOOD(cuMemcpyDtoH(words, other + 3 * pitch, 32));
	CHECK(words[0] == 24 && words[7] == 31);
	GOOD(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, other));
	CHECK_EQUAL(type, CU_MEMORYTYPE_DEVICE);
	BAD(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)(uintptr_t)words));
	GOOD(cuMemAllocHost(&host, 64));
	GOOD(cuMemFreeHost(host));
	CHECK_EQUAL(cudaMemset((void *)(uintptr_t)device, 0, 16), cudaSuccess); // one memory for both interfaces
	GOOD(cuMemFree(device));
	BAD(cuMemFree(device));
	GOOD(cuMemFree(other));
}

static void streams(void)
{
	CUstream stream;
	CUevent start, end;
	float milliseconds = -1;
	GOOD(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	BAD(cuStreamCreate(&stream, 77));
	GOOD(cuEventCreate(&start, CU_EVENT_DEFAULT));
	GOOD(cuEventCreate(&end, CU_EVENT_DEFAULT));
	IS(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&milliseconds, start, end));
	GOOD(cuEventRecord(start, stream));
	GOOD(cuEventRecord(end, stream));
	GOOD(cuStreamWaitEvent(NULL, end, 0));
	GOOD(cuStreamSynchronize(stream));
	GOOD(cuEventElapsedTime(&milliseconds, start, end));
	CHECK(milliseconds >= 0);
	GOOD(cuEventDestroy(start));
	GOOD(cuEventDestroy(end));
	GOOD(cuStreamDestroy(stream));
	IS(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy(stream));
}

static void by_name(void)
{
	CUresult (*version)(int *) = NULL;
	void *function = NULL;
	int value = 0;
	CUdriverProcAddressQueryResult found;
	GOOD(cuGetProcAddress("cuDriverGetVersion", &function, 12000, 0, &found));
	memcpy(&version, &function, sizeof(version));
	GOOD(version(&value));
	CHECK_EQUAL(value, CUDA_VERSION);
	GOOD(cuGetProcAddress("cuNoSuchFunction", &function, 12000, 0, &found));
	CHECK(!function && found == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);

	GOOD(cuGetProcAddress("cuProfilerStart", &function, 12000, 0, &found));
	CHECK(function && found == CU_GET_PROC_ADDRESS_SUCCESS);

	// Programs that open the library find the form of four parameters under the plain name, and by it that of five.
	CUresult (*first)(const char *, void **, int, cuuint64_t), (*same)(const char *, void **, int, cuuint64_t);
	CUresult (*second)(const char *, void **, int, cuuint64_t, CUdriverProcAddressQueryResult *);
	function = dlsym(RTLD_DEFAULT, "cuGetProcAddress");
	CHECK(function);
	memcpy(&first, &function, sizeof(first));
	GOOD(first("cuGetProcAddress", &function, 11030, 0));
	memcpy(&same, &function, sizeof(same));
	GOOD(same("cuGetProcAddress", &function, 12000, 0));
	memcpy(&second, &function, sizeof(second));
	GOOD(second("cuDriverGetVersion", &function, 12000, 0, &found));
	CHECK(found == CU_GET_PROC_ADDRESS_SUCCESS);
}

int main(void)
{
	CUdevice device = -1;
	before_start();
	devices(&device);
	contexts(device);
	memory();
	streams();
	by_name();
	return unit_finish();
}
