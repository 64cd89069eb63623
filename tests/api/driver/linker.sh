#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cuLink of several inputs: PTX and objects of relocatable device code that need each other; what stays undefined or is there twice.
set -e
cd "$TMP"
cat >kernel.cu <<'EOF'
extern __device__ int twice(int);
extern __device__ int offset;
extern "C" __global__ void work(int *values) { values[threadIdx.x] = twice(values[threadIdx.x]) + offset; }
EOF
cat >twice.cu <<'EOF'
__device__ int offset = 5;
__device__ int twice(int x) { return 2 * x; }
EOF
cat >main.c <<'EOF'
#include <cuda.h>
#include <stdio.h>
#include <string.h>
static CUjitInputType type_of(const char *path) { return strstr(path, ".ptx") ? CU_JIT_INPUT_PTX : CU_JIT_INPUT_FATBINARY; }
int main(int count, char **arguments)
{
	CUdevice device;
	CUcontext context;
	CUlinkState link;
	CUmodule module;
	CUfunction function;
	CUdeviceptr memory;
	void *image;
	size_t size;
	int values[32];
	CUresult code = CUDA_SUCCESS;
	cuInit(0), cuDeviceGet(&device, 0), cuCtxCreate(&context, 0, device);
	cuLinkCreate(0, NULL, NULL, &link);
	for (int i = 1; i < count && code == CUDA_SUCCESS; i++)
		code = cuLinkAddFile(link, type_of(arguments[i]), arguments[i], 0, NULL, NULL);
	if (code != CUDA_SUCCESS)
		return printf("add %d\n", code), 0;
	if ((code = cuLinkComplete(link, &image, &size)) != CUDA_SUCCESS)
		return printf("complete %d\n", code), 0;
	if ((code = cuModuleLoadData(&module, image)) != CUDA_SUCCESS)
		return printf("load %d\n", code), 0;
	cuLinkDestroy(link);
	for (int i = 0; i < 32; i++)
		values[i] = i;
	cuMemAlloc(&memory, sizeof(values));
	cuMemcpyHtoD(memory, values, sizeof(values));
	cuModuleGetFunction(&function, module, "work");
	void *parameters[] = { &memory };
	cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, parameters, NULL);
	code = cuMemcpyDtoH(values, memory, sizeof(values));
	printf("%d %d %d\n", code, values[0], values[31]);
	return 0;
}
EOF
"$AWCC" main.c -o main -lcuda
for file in kernel twice; do
	"$AWCC" -rdc=true -fatbin $file.cu -o $file.fatbin
done
"$AWCC" -ptx twice.cu -o twice.ptx
"$AWCC" -rdc=true -ptx kernel.cu -o wants.ptx
"$AWCC" -dc -ptx twice.cu -o gives.ptx
"$AWCC" -rdc=true -cubin kernel.cu -o wants.cubin
cat >kernel.ptx <<'EOF'
.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 result) _Z5twicei (.param .b32 x);
.extern .global .align 4 .u32 offset;
.visible .entry work(.param .u64 values)
{
	.reg .b32 %r<5>;
	.reg .b64 %a<4>;
	ld.param.u64 %a1, [values];
	cvta.to.global.u64 %a1, %a1;
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %a2, %r1, 4;
	add.s64 %a3, %a1, %a2;
	ld.global.u32 %r2, [%a3];
	{
		.param .b32 x;
		.param .b32 result;
		st.param.b32 [x], %r2;
		call.uni (result), _Z5twicei, (x);
		ld.param.b32 %r3, [result];
	}
	ld.global.u32 %r4, [offset];
	add.s32 %r3, %r3, %r4;
	st.global.u32 [%a3], %r3;
	ret;
}
EOF
same() { [ "$1" = "$2" ] || { echo "'$1' instead of '$2'"; exit 1; }; }
same "$(./main kernel.fatbin twice.fatbin)" '0 5 67'
same "$(./main twice.fatbin kernel.ptx)" '0 5 67'
same "$(./main kernel.fatbin twice.ptx)" '0 5 67'
same "$(./main kernel.ptx twice.ptx)" '0 5 67'
same "$(./main wants.ptx gives.ptx)" '0 5 67'
same "$(./main gives.ptx kernel.fatbin)" '0 5 67'
same "$(./main wants.cubin gives.ptx)" '0 5 67'
same "$(ANYWARP_STRATEGY=fiber ./main kernel.ptx twice.fatbin)" '0 5 67'
for file in kernel.fatbin wants.ptx; do
	[[ "$(./main $file 2>messages)" == 'complete '* ]] && grep -q 'twice\|offset' messages
done
[[ "$(./main kernel.fatbin twice.fatbin twice.ptx 2>messages)" == 'complete '* ]] && grep -q 'twice\|offset' messages
echo nonsense >broken.ptx
[[ "$(./main kernel.fatbin broken.ptx 2>messages)" == 'add '* ]]
