// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the module in the file named, or, with EMBEDDED, in the C file that this is, runs its kernel "run" with three threads and prints the
// three numbers that it writes; or the number of the error where it can't be loaded.
#include <cuda.h>
#include <stdio.h>
#ifdef EMBEDDED
#include EMBEDDED
#endif
int main(int count, char **words)
{
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUfunction function;
	CUdeviceptr memory;
	int out[3] = { 0 };
	void *arguments[] = { &memory };
	cuInit(0), cuDeviceGet(&device, 0), cuCtxCreate(&context, 0, device);
#ifdef EMBEDDED
	CUresult code = cuModuleLoadFatBinary(&module, &__fatDeviceText);
#else
	CUresult code = cuModuleLoad(&module, words[count - 1]);
#endif
	if (code || (code = cuModuleGetFunction(&function, module, "run")))
		return printf("%d\n", code), 0;
	cuMemAlloc(&memory, sizeof out);
	cuLaunchKernel(function, 1, 1, 1, 3, 1, 1, 0, 0, arguments, 0);
	cuMemcpyDtoH(out, memory, sizeof out);
	printf("%d %d %d\n", out[0], out[1], out[2]);
	return 0;
}
