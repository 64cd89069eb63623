#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Modules of the driver interface, loaded from files and from memory: kernels by name with both ways of
# giving arguments, variables, launch errors; linked statically, linked to libcuda, and with libcuda
# opened by the program.
set -e
cd "$TMP"
cat >kernels.cu <<'EOF'
__device__ int offset = 5;
extern "C" __global__ void scale(int *values, int factor, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		values[i] = values[i] * factor + offset;
}
EOF
cat >main.c <<'EOF'
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
static void must(CUresult wanted, CUresult got, const char *call)
{
	if (got != wanted) {
		printf("%s: %d\n", call, got);
		exit(1);
	}
}
#define MUST(wanted, call) must(wanted, call, #call)
static void use(CUmodule module)
{
	enum { COUNT = 100 };
	CUfunction function, again;
	CUdeviceptr memory, variable;
	int host[COUNT], factor = 3, count = COUNT, value = 7, blocks;
	size_t size = 0;
	for (int i = 0; i < COUNT; i++)
		host[i] = i;
	MUST(CUDA_SUCCESS, cuModuleGetFunction(&function, module, "scale"));
	MUST(CUDA_SUCCESS, cuModuleGetFunction(&again, module, "scale"));
	if (function != again) exit(1);
	MUST(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&again, module, "absent"));
	MUST(CUDA_SUCCESS, cuModuleGetGlobal(&variable, &size, module, "offset"));
	if (size != sizeof(int)) exit(2);
	MUST(CUDA_SUCCESS, cuMemAlloc(&memory, sizeof(host)));
	MUST(CUDA_SUCCESS, cuMemcpyHtoD(memory, host, sizeof(host)));
	void *arguments[] = { &memory, &factor, &count };
	MUST(CUDA_SUCCESS, cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL));
	MUST(CUDA_SUCCESS, cuCtxSynchronize());
	MUST(CUDA_SUCCESS, cuMemcpyHtoD(variable, &value, sizeof(value)));
	struct { CUdeviceptr memory; int factor, count; } packed = { memory, 2, COUNT };
	size_t packed_size = sizeof(packed);
	void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &packed_size,
		CU_LAUNCH_PARAM_END };
	MUST(CUDA_SUCCESS, cuLaunchKernel(function, 1, 1, 1, 128, 1, 1, 0, NULL, NULL, extra));
	MUST(CUDA_SUCCESS, cuMemcpyDtoH(host, memory, sizeof(host)));
	for (int i = 0; i < COUNT; i++)
		if (host[i] != (i * 3 + 5) * 2 + 7) { printf("%d: %d\n", i, host[i]); exit(3); }
	MUST(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(function, 0, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL));
	MUST(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(function, 1, 1, 1, 2048, 1, 1, 0, NULL, arguments, NULL));
	MUST(CUDA_ERROR_INVALID_HANDLE, cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
	MUST(CUDA_SUCCESS, cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
	if (value != 1024) exit(4);
	MUST(CUDA_SUCCESS, cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 128, 0));
	MUST(CUDA_SUCCESS, cuOccupancyMaxPotentialBlockSize(&blocks, &value, function, NULL, 0, 0));
	MUST(CUDA_SUCCESS, cuMemFree(memory));
	MUST(CUDA_SUCCESS, cuModuleUnload(module));
	MUST(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(module));
}
int main(void)
{
	CUdevice device;
	CUcontext context;
	CUmodule module;
	static char image[1 << 20], garbage[4096] = "nothing of the kind";
	MUST(CUDA_SUCCESS, cuInit(0));
	MUST(CUDA_SUCCESS, cuDeviceGet(&device, 0));
	MUST(CUDA_SUCCESS, cuCtxCreate(&context, 0, device));
	MUST(CUDA_SUCCESS, cuModuleLoad(&module, "kernels.fatbin"));
	use(module);
	MUST(CUDA_SUCCESS, cuModuleLoad(&module, "kernels.cubin"));
	use(module);
	FILE *file = fopen("kernels.fatbin", "rb");
	if (!file || !fread(image, 1, sizeof(image), file)) return 1;
	fclose(file);
	MUST(CUDA_SUCCESS, cuModuleLoadData(&module, image));
	use(module);
	MUST(CUDA_SUCCESS, cuModuleLoadDataEx(&module, image, 0, NULL, NULL));
	use(module);
	MUST(CUDA_SUCCESS, cuModuleLoadFatBinary(&module, image));
	use(module);
	MUST(CUDA_ERROR_INVALID_VALUE, cuModuleLoadFatBinary(&module, NULL));
	MUST(CUDA_ERROR_INVALID_VALUE, cuModuleLoadFatBinary(NULL, image));
	MUST(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, "absent.fatbin"));
	MUST(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&module, garbage));
	MUST(CUDA_SUCCESS, cuModuleLoad(&module, "kernels.ptx"));
	use(module);
	MUST(CUDA_SUCCESS, cuCtxDestroy(context));
	puts("good");
	return 0;
}
EOF
"$AWCC" -fatbin kernels.cu -o kernels.fatbin
"$AWCC" -cubin kernels.cu -o kernels.cubin
"$AWCC" -ptx kernels.cu -o made.ptx
sed "/^..@/d" made.ptx >kernels.ptx # without what awcc adds for the CPU
"$AWCC" main.c -o static -lcuda
[ "$(./static 2>err)" = good ]
"$AWCC" main.c -o shared -lcuda --cudart=shared
[ "$(./shared 2>err)" = good ]
gcc -I"$BUILD/include" main.c -o plain -L"$BUILD/lib" -lcuda
[ "$(./plain 2>err)" = good ]

cat >opened.c <<'EOF'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	void *driver = dlopen("libcuda.so.1", RTLD_NOW), *runtime = dlopen("libcudart.so.12", RTLD_NOW);
	int (*init)(unsigned) = driver ? dlsym(driver, "cuInit") : NULL;
	int (*allocate)(void **, size_t) = runtime ? dlsym(runtime, "cudaMalloc") : NULL;
	int (*release)(unsigned long long) = driver ? dlsym(driver, "cuMemFree_v2") : NULL;
	void *memory = NULL;
	if (!init || !allocate || !release || init(0) || allocate(&memory, 100))
		return 1;
	return release((unsigned long long)memory); // memory of one interface, freed by the other
}
EOF
gcc opened.c -o opened -ldl
./opened
"$AWCC" opened.c -o found # with the runtime in it, and no path to look along
env -u LD_LIBRARY_PATH ./found
