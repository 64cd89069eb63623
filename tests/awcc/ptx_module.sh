#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The output of -ptx loads on the CPU as a module, by name, as text and through the linker; of text that was changed
# since, or that isn't awcc's, the text counts.
set -e
cat >kernel.cu <<'END'
__constant__ int factor = 3;
extern "C" __global__ void scale(int *data) { data[threadIdx.x] = factor * (int)threadIdx.x; }
END
cat >main.cpp <<'END'
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
static CUresult run(CUmodule module)
{
	CUfunction function;
	CUdeviceptr data;
	int host[40];
	void *arguments[] = { &data };
	if (CUresult code = cuModuleGetFunction(&function, module, "scale"))
		return code;
	cuMemAlloc(&data, sizeof host);
	cuLaunchKernel(function, 1, 1, 1, 40, 1, 1, 0, 0, arguments, 0);
	CUresult code = cuMemcpyDtoH(host, data, sizeof host);
	for (int i = 0; i < 40 && !code; i++)
		code = host[i] == 3 * i ? code : CUDA_ERROR_UNKNOWN;
	cuModuleUnload(module);
	return code;
}
int main(int, char **argv)
{
	static char text[1 << 20];
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUlinkState link;
	void *image;
	size_t size = fread(text, 1, sizeof text - 1, fopen(argv[1], "r"));
	cuInit(0), cuDeviceGet(&device, 0), cuCtxCreate(&context, 0, device);
	CUresult code = cuModuleLoad(&module, argv[1]);
	printf("%d", code ? code : run(module));
	code = cuModuleLoadData(&module, text);
	printf(" %d", code ? code : run(module));
	cuLinkCreate(0, 0, 0, &link);
	if (!(code = cuLinkAddData(link, CU_JIT_INPUT_PTX, text, size + 1, "kernel", 0, 0, 0)) &&
	    !(code = cuLinkComplete(link, &image, &size)))
		code = cuModuleLoadData(&module, image);
	printf(" %d\n", code ? code : run(module));
}
END
"$AWCC" -ptx kernel.cu -o kernel.ptx
"$AWCC" main.cpp -o main -lcuda
[ "$(./main kernel.ptx)" = '0 0 0' ]
[ "$(ANYWARP_STRATEGY=fiber ./main kernel.ptx)" = '0 0 0' ]
sed 's/mad/add/; s/mul/add/' kernel.ptx >changed.ptx
! cmp -s kernel.ptx changed.ptx
[ "$(ANYWARP_LOG=info ./main changed.ptx 2>messages)" = '999 999 999' ] && grep -q 'was changed' messages
sed '/^..@/d' kernel.ptx >foreign.ptx
[ "$(./main foreign.ptx)" = '0 0 0' ]
[ "$(ANYWARP_STRATEGY=fiber ./main foreign.ptx)" = '0 0 0' ]
