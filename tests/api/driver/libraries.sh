#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Libraries and their kernels, by both interfaces, the linker with one input, and launches of before CUDA 4.
set -e
cd "$TMP"
cat >kernels.cu <<'EOF'
__device__ int offset = 5;
extern "C" __global__ void scale(int *values, int factor, float more)
{
	values[threadIdx.x] = values[threadIdx.x] * factor + offset + (int)more;
}
extern "C" __global__ void other() {}
__managed__ int shared = 8;
EOF
cat >main.c <<'EOF'
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void must(CUresult wanted, CUresult got, int line)
{
	if (got != wanted) {
		printf("line %d: %d\n", line, got);
		exit(1);
	}
}
#define MUST(wanted, call) must(wanted, call, __LINE__)
static CUdeviceptr memory;
static void check(int wanted)
{
	int value;
	MUST(CUDA_SUCCESS, cuMemcpyDtoH(&value, memory, sizeof(value)));
	if (value != wanted) {
		printf("%d instead of %d\n", value, wanted);
		exit(1);
	}
}
// The library's two kernels, as kernels and as functions of its module.
static void enumerate(CUlibrary library, CUkernel kernel)
{
	CUkernel kernels[3] = { NULL, NULL, NULL };
	CUfunction functions[3] = { NULL, NULL, NULL };
	CUfunctionLoadingState state;
	CUlibrary owner;
	CUmodule module;
	unsigned count = 0;
	size_t offset, size;
	const char *name;
	MUST(CUDA_SUCCESS, cuLibraryGetKernelCount(&count, library));
	MUST(CUDA_SUCCESS, cuLibraryEnumerateKernels(kernels, 3, library));
	if (count != 2 || !kernels[1] || kernels[2] || (kernels[0] == kernel) == (kernels[1] == kernel)) exit(3);
	MUST(CUDA_SUCCESS, cuKernelGetLibrary(&owner, kernel));
	MUST(CUDA_SUCCESS, cuKernelGetParamInfo(kernel, 1, &offset, &size));
	MUST(CUDA_ERROR_INVALID_VALUE, cuKernelGetParamInfo(kernel, 3, &offset, &size));
	if (owner != library) exit(4);
	MUST(CUDA_SUCCESS, cuKernelGetParamInfo(kernel, 2, &offset, &size));
	if (offset != 12 || size != 4) exit(5);
	MUST(CUDA_SUCCESS, cuLibraryGetModule(&module, library));
	MUST(CUDA_SUCCESS, cuModuleGetFunctionCount(&count, module));
	MUST(CUDA_SUCCESS, cuModuleEnumerateFunctions(functions, 1, module));
	if (count != 2 || !functions[0] || functions[1]) exit(6);
	MUST(CUDA_SUCCESS, cuFuncGetName(&name, functions[0]));
	if (strcmp(name, "scale") && strcmp(name, "other")) exit(7);
	MUST(CUDA_SUCCESS, cuFuncLoad(functions[0]));
	MUST(CUDA_SUCCESS, cuFuncIsLoaded(&state, functions[0]));
	if (state != CU_FUNCTION_LOADING_STATE_LOADED) exit(8);
	MUST(CUDA_ERROR_INVALID_VALUE, cuLibraryGetKernelCount(NULL, library));
	MUST(CUDA_ERROR_INVALID_HANDLE, cuLibraryGetKernelCount(&count, NULL));
	MUST(CUDA_ERROR_INVALID_VALUE, cuModuleEnumerateFunctions(NULL, 1, module));
	MUST(CUDA_ERROR_INVALID_HANDLE, cuModuleGetFunctionCount(&count, NULL));
	MUST(CUDA_ERROR_INVALID_HANDLE, cuKernelGetLibrary(&owner, NULL));
}
int main(int count, char **arguments)
{
	CUcontext context;
	CUlibrary library;
	CUkernel kernel, again;
	CUfunction function;
	CUmodule module;
	CUlinkState link;
	CUdeviceptr variable;
	void *image;
	size_t size;
	int factor = 10, bytes;
	float more = 2;
	const char *name;
	MUST(CUDA_SUCCESS, cuInit(0));
	MUST(CUDA_SUCCESS, cuCtxCreate(&context, 0, 0));
	MUST(CUDA_SUCCESS, cuMemAlloc(&memory, 4096));
	MUST(CUDA_SUCCESS, cuMemsetD32(memory, 1, 1024));
	MUST(CUDA_ERROR_FILE_NOT_FOUND, cuLibraryLoadFromFile(&library, "absent", 0, 0, 0, 0, 0, 0));
	MUST(CUDA_SUCCESS, cuLibraryLoadFromFile(&library, arguments[1], 0, 0, 0, 0, 0, 0));
	MUST(CUDA_ERROR_NOT_FOUND, cuLibraryGetKernel(&kernel, library, "absent"));
	MUST(CUDA_SUCCESS, cuLibraryGetKernel(&kernel, library, "scale"));
	MUST(CUDA_SUCCESS, cuLibraryGetKernel(&again, library, "scale"));
	MUST(CUDA_SUCCESS, cuKernelGetName(&name, kernel));
	MUST(CUDA_SUCCESS, cuKernelGetAttribute(&bytes, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
	if (again != kernel || bytes != 1024) return 2;
	enumerate(library, kernel);
	MUST(CUDA_SUCCESS, cuLibraryGetGlobal(&variable, &size, library, "offset"));
	MUST(CUDA_ERROR_NOT_FOUND, cuLibraryGetManaged(&variable, &size, library, "offset"));
	MUST(CUDA_ERROR_NOT_FOUND, cuLibraryGetUnifiedFunction(&image, library, "scale"));
	MUST(CUDA_ERROR_INVALID_VALUE, cuLibraryGetUnifiedFunction(NULL, library, "scale"));
	MUST(CUDA_ERROR_INVALID_VALUE, cuLibraryGetUnifiedFunction(&image, library, NULL));
	MUST(CUDA_ERROR_INVALID_HANDLE, cuLibraryGetUnifiedFunction(&image, NULL, "scale"));
	void *list[] = { &memory, &factor, &more };
	MUST(CUDA_SUCCESS, cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 32, 1, 1, 0, NULL, list, NULL));
	check(17);
	MUST(CUDA_SUCCESS, cuKernelGetFunction(&function, kernel));
	MUST(CUDA_SUCCESS, cuFuncSetBlockShape(function, 32, 1, 1));
	MUST(CUDA_ERROR_INVALID_VALUE, cuFuncSetBlockShape(function, 0, 1, 1));
	MUST(CUDA_SUCCESS, cuParamSetv(function, 0, &memory, sizeof(memory)));
	MUST(CUDA_SUCCESS, cuParamSeti(function, 8, 2));
	MUST(CUDA_SUCCESS, cuParamSetf(function, 12, 1));
	MUST(CUDA_SUCCESS, cuParamSetSize(function, 16));
	MUST(CUDA_SUCCESS, cuLaunchGrid(function, 1, 1));
	check(40);
	MUST(CUDA_SUCCESS, cuLibraryUnload(library));
	MUST(CUDA_ERROR_INVALID_HANDLE, cuLibraryUnload(library));
	MUST(CUDA_SUCCESS, cuLinkCreate(0, NULL, NULL, &link));
	MUST(CUDA_SUCCESS, cuLinkAddFile(link, CU_JIT_INPUT_FATBINARY, arguments[1], 0, NULL, NULL));
	MUST(CUDA_SUCCESS, cuLinkComplete(link, &image, &size));
	MUST(CUDA_SUCCESS, cuModuleLoadData(&module, image));
	MUST(CUDA_SUCCESS, cuLinkDestroy(link));
	MUST(CUDA_SUCCESS, cuModuleGetFunction(&function, module, "scale"));
	MUST(CUDA_SUCCESS, cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, list, NULL));
	check(407);
	return 0;
}
EOF
cat >runtime.c <<'EOF'
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
static void must(cudaError_t wanted, cudaError_t got, int line)
{
	if (got != wanted) {
		printf("line %d: %d\n", line, got);
		exit(1);
	}
}
#define MUST(wanted, call) must(wanted, call, __LINE__)
int main(int count, char **arguments)
{
	cudaLibrary_t library;
	cudaKernel_t kernel, kernels[2];
	void *variable;
	size_t size;
	unsigned found;
	int values[32], factor = 3, device = -1, *memory;
	float more = 2;
	MUST(cudaErrorFileNotFound, cudaLibraryLoadFromFile(&library, "absent", 0, 0, 0, 0, 0, 0));
	MUST(cudaErrorInvalidValue, cudaLibraryLoadData(&library, NULL, 0, 0, 0, 0, 0, 0));
	MUST(cudaSuccess, cudaLibraryLoadFromFile(&library, arguments[1], 0, 0, 0, 0, 0, 0));
	MUST(cudaErrorSymbolNotFound, cudaLibraryGetKernel(&kernel, library, "absent"));
	MUST(cudaSuccess, cudaLibraryGetKernel(&kernel, library, "scale"));
	MUST(cudaSuccess, cudaLibraryGetKernelCount(&found, library));
	MUST(cudaSuccess, cudaLibraryEnumerateKernels(kernels, 2, library));
	if (found != 2 || (kernels[0] != kernel && kernels[1] != kernel)) return 2;
	MUST(cudaSuccess, cudaLibraryGetGlobal(&variable, &size, library, "offset"));
	if (size != 4) return 3;
	MUST(cudaErrorSymbolNotFound, cudaLibraryGetManaged(&variable, &size, library, "offset"));
	MUST(cudaSuccess, cudaLibraryGetManaged(&variable, &size, library, "shared"));
	if (size != 4 || *(int *)variable != 8) return 4;
	MUST(cudaSuccess, cudaGetDevice(&device));
	MUST(cudaSuccess, cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024, device));
	MUST(cudaErrorInvalidDevice, cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024, device + 1));
	MUST(cudaSuccess, cudaMalloc((void **)&memory, sizeof(values)));
	MUST(cudaSuccess, cudaMemset(memory, 0, sizeof(values)));
	void *list[] = { &memory, &factor, &more };
	dim3 one = { 1, 1, 1 }, warp = { 32, 1, 1 };
	MUST(cudaSuccess, cudaLaunchKernel(kernel, one, warp, list, 0, 0));
	MUST(cudaSuccess, cudaMemcpy(values, memory, sizeof(values), cudaMemcpyDeviceToHost));
	if (values[31] != 7) return 5;
	MUST(cudaSuccess, cudaStreamGetDevice(0, &device));
	MUST(cudaErrorInvalidValue, cudaStreamGetDevice(0, NULL));
	MUST(cudaErrorSymbolNotFound, cudaLibraryGetUnifiedFunction(&variable, library, "scale"));
	MUST(cudaErrorInvalidValue, cudaLibraryGetUnifiedFunction(NULL, library, "scale"));
	MUST(cudaErrorInvalidValue, cudaLibraryGetUnifiedFunction(&variable, library, NULL));
	MUST(cudaErrorInvalidResourceHandle, cudaLibraryGetUnifiedFunction(&variable, NULL, "scale"));
	MUST(cudaSuccess, cudaLibraryUnload(library));
	MUST(cudaErrorInvalidResourceHandle, cudaLibraryUnload(library));
	MUST(cudaErrorInvalidDeviceFunction, cudaLaunchKernel(kernel, one, warp, list, 0, 0));
	return 0;
}
EOF
"$AWCC" -fatbin -o kernels.fatbin kernels.cu
gcc -I"$ROOT/include" -o main main.c -L"$BUILD/lib" -Wl,-rpath,"$BUILD/lib" -lcuda
./main kernels.fatbin
gcc -I"$ROOT/include" -o runtime runtime.c -L"$BUILD/lib" -Wl,-rpath,"$BUILD/lib" -lcudart
./runtime kernels.fatbin
