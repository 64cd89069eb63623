#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Libraries and their kernels, the linker with one input, and launches of before CUDA 4.
set -e
cd "$TMP"
cat >kernels.cu <<'EOF'
__device__ int offset = 5;
extern "C" __global__ void scale(int *values, int factor, float more)
{
	values[threadIdx.x] = values[threadIdx.x] * factor + offset + (int)more;
}
EOF
cat >main.c <<'EOF'
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
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
	MUST(CUDA_SUCCESS, cuLibraryGetGlobal(&variable, &size, library, "offset"));
	MUST(CUDA_ERROR_NOT_FOUND, cuLibraryGetManaged(&variable, &size, library, "offset"));
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
"$AWCC" -fatbin -o kernels.fatbin kernels.cu
gcc -I"$ROOT/include" -o main main.c -L"$BUILD/lib" -Wl,-rpath,"$BUILD/lib" -lcuda
./main kernels.fatbin
