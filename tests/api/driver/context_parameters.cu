// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes; contexts made with parameters, in the form of CUDA 12 and in that of CUDA 13; the names that programs look up in libcuda.so.1.
#include <cuda.h>
#include <dlfcn.h>

#include <cstdio>

static int failures;
#define IS(wanted, ...) \
	do { \
		int got = (int)(__VA_ARGS__); \
		if (got != (int)(wanted)) \
			printf("line %d: %d instead of %d\n", __LINE__, got, (int)(wanted)), failures++; \
	} while (0)
#define GOOD(...) IS(CUDA_SUCCESS, __VA_ARGS__)

int main()
{
	CUcontext context, current;
	CUexecAffinityParam affinity = {};
	CUctxCigParam graphics = {};
	CUctxCreateParams params = {};
	int value = 1, multiprocessors = 0;
	GOOD(cuInit(0));
	for (int i = 1; i < CU_DEVICE_ATTRIBUTE_MAX; i++) // every attribute has an answer
		if (cuDeviceGetAttribute(&value, (CUdevice_attribute)i, 0) != CUDA_SUCCESS)
			printf("no attribute %d\n", i), failures++;
	GOOD(cuCtxCreate(&context, &params, 0, 0));
	GOOD(cuCtxGetCurrent(&current));
	IS(true, current == context);
	GOOD(cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
	GOOD(cuCtxGetExecAffinity(&affinity, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
	IS(multiprocessors, affinity.param.smCount.val);
	IS(CUDA_ERROR_INVALID_VALUE, cuCtxGetExecAffinity(&affinity, CU_EXEC_AFFINITY_TYPE_MAX));
	GOOD(cuDeviceGetExecAffinitySupport(&value, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0));
	IS(0, value);
	GOOD(cuCtxDestroy(context));

	GOOD(cuCtxCreate_v4(&context, nullptr, CU_CTX_SCHED_SPIN, 0));
	GOOD(cuCtxDestroy(context));
	GOOD(cuCtxCreate_v3(&context, nullptr, 0, 0, 0));
	GOOD(cuCtxDestroy(context));
	IS(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, cuCtxCreate_v3(&context, &affinity, 1, 0, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuCtxCreate_v3(&context, nullptr, 1, 0, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuCtxCreate_v4(&context, nullptr, 0x1000, 0));
	IS(CUDA_ERROR_INVALID_DEVICE, cuCtxCreate_v4(&context, nullptr, 0, 99));
	params.cigParams = &graphics;
	IS(CUDA_ERROR_NOT_SUPPORTED, cuCtxCreate(&context, &params, 0, 0));

	void *library = dlopen("libcuda.so.1", RTLD_NOW);
	for (const char *name : { "cuCtxCreate_v2", "cuCtxCreate_v4", "cuCtxDestroy", "cuCtxDestroy_v2", "cuCtxPopCurrent",
	                          "cuCtxPushCurrent", "cuEventDestroy", "cuStreamDestroy", "cuLaunchGrid", "cuParamSetv" })
		if (!library || !dlsym(library, name))
			printf("no %s\n", name), failures++;
	return failures != 0;
}
