#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Texture and surface references of modules by the driver interface: linear memory, pitched rows and arrays, changed between
# launches.
set -e
cd "$TMP"
cat >kernels.cu <<'EOT'
texture<float, 1, cudaReadModeElementType> line;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> picture;
surface<void, 2> board;
extern "C" __global__ void read_line(float *out) { out[threadIdx.x] = tex1Dfetch(line, threadIdx.x); }
extern "C" __global__ void read_picture(float *out) { out[threadIdx.x] = tex2D(picture, threadIdx.x, 1.5f); }
extern "C" __global__ void write_board() { surf2Dwrite((unsigned char)(threadIdx.x * 5), board, threadIdx.x, 1); }
EOT
cat >main.c <<'EOT'
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void must(CUresult wanted, CUresult got, const char *call)
{
	if (got != wanted) {
		printf("%s: %d\n", call, got);
		exit(1);
	}
}
#define OK(call) must(CUDA_SUCCESS, call, #call)
#define BAD(call) must(CUDA_ERROR_INVALID_VALUE, call, #call)
enum { COUNT = 16 };
static CUdeviceptr out;
static float *run(CUmodule module, const char *kernel)
{
	static float result[COUNT];
	void *arguments[] = { &out };
	CUfunction function;
	OK(cuModuleGetFunction(&function, module, kernel));
	OK(cuLaunchKernel(function, 1, 1, 1, COUNT, 1, 1, 0, NULL, arguments, NULL));
	OK(cuMemcpyDtoH(result, out, sizeof(result)));
	return result;
}
static void expect(const float *got, float first, float step, int line)
{
	for (int i = 0; i < COUNT; i++)
		if (got[i] < first + step * i - 1e-6f || got[i] > first + step * i + 1e-6f) {
			printf("line %d: %d: %g\n", line, i, got[i]);
			exit(1);
		}
}
int main(void)
{
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUtexref line, picture, again;
	CUsurfref board;
	CUarray array, seen;
	CUdeviceptr memory, where;
	CUarray_format format;
	CUfilter_mode filter;
	unsigned flags;
	int channels;
	size_t offset = 9;
	float numbers[2 * COUNT];
	unsigned char bytes[2][64];
	OK(cuInit(0));
	OK(cuDeviceGet(&device, 0));
	OK(cuDevicePrimaryCtxRetain(&context, device));
	OK(cuCtxSetCurrent(context));
	OK(cuModuleLoad(&module, "kernels.fatbin"));
	OK(cuModuleGetTexRef(&line, module, "line"));
	OK(cuModuleGetTexRef(&picture, module, "picture"));
	OK(cuModuleGetTexRef(&again, module, "line"));
	must(CUDA_ERROR_NOT_FOUND, cuModuleGetTexRef(&again, module, "nothing"), "nothing");
	if (again != line)
		return 1;
	for (int i = 0; i < 2 * COUNT; i++)
		numbers[i] = 3 * i;
	for (int i = 0; i < 128; i++)
		bytes[i / 64][i % 64] = i < 64 ? 0 : 17 * (i % 64 % 16);
	OK(cuMemAlloc(&memory, 4096));
	OK(cuMemAlloc(&out, 4096));
	OK(cuMemcpyHtoD(memory, numbers, sizeof(numbers)));
	BAD(cuTexRefSetFormat(line, CU_AD_FORMAT_FLOAT, 3));
	OK(cuTexRefSetFormat(line, CU_AD_FORMAT_FLOAT, 1));
	OK(cuTexRefSetFlags(line, CU_TRSF_READ_AS_INTEGER));
	OK(cuTexRefSetAddress(&offset, line, memory, sizeof(numbers)));
	expect(run(module, "read_line"), 0, 3, __LINE__);
	OK(cuTexRefSetAddress(&offset, line, memory + 512, 256));
	OK(cuMemcpyHtoD(memory + 512, numbers + 1, 4 * COUNT));
	expect(run(module, "read_line"), 3, 3, __LINE__);
	OK(cuTexRefGetAddress(&where, line));
	if (where != memory + 512 || offset != 0)
		return 2;
	CUDA_ARRAY_DESCRIPTOR shape = { 16, 2, CU_AD_FORMAT_UNSIGNED_INT8, 1 };
	OK(cuMemcpyHtoD(memory, bytes, sizeof(bytes)));
	OK(cuTexRefSetAddress2D(picture, &shape, memory, 64));
	expect(run(module, "read_picture"), 0, 17 / 255.0f, __LINE__);
	OK(cuArrayCreate(&array, &shape));
	OK(cuModuleGetSurfRef(&board, module, "board"));
	CUDA_ARRAY3D_DESCRIPTOR whole = { .Width = 16, .Height = 2, .Format = CU_AD_FORMAT_UNSIGNED_INT8, .NumChannels = 1,
		                          .Flags = CUDA_ARRAY3D_SURFACE_LDST };
	OK(cuArrayDestroy(array));
	OK(cuArray3DCreate(&array, &whole));
	BAD(cuSurfRefGetArray(&seen, board)); // none yet
	OK(cuSurfRefSetArray(board, array, 0));
	OK(cuSurfRefGetArray(&seen, board));
	if (seen != array)
		return 5;
	BAD(cuSurfRefGetArray(NULL, board));
	must(CUDA_ERROR_INVALID_HANDLE, cuSurfRefGetArray(&seen, NULL), "no surface");
	run(module, "write_board");
	BAD(cuTexRefSetArray(picture, array, 8));
	OK(cuTexRefSetArray(picture, array, CU_TRSA_OVERRIDE_FORMAT));
	OK(cuTexRefGetArray(&seen, picture));
	OK(cuTexRefGetFormat(&format, &channels, picture));
	if (seen != array || format != CU_AD_FORMAT_UNSIGNED_INT8 || channels != 1)
		return 3;
	expect(run(module, "read_picture"), 0, 5 / 255.0f, __LINE__);
	OK(cuTexRefSetFilterMode(picture, CU_TR_FILTER_MODE_LINEAR)); // between two texels
	OK(cuTexRefGetFilterMode(&filter, picture));
	OK(cuTexRefGetFlags(&flags, picture));
	if (filter != CU_TR_FILTER_MODE_LINEAR || flags != 0 || run(module, "read_picture")[4] >= 20 / 255.0f)
		return 4;
	BAD(cuTexRefGetAddress(&where, picture));
	must(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetFlags(NULL, 0), "no reference");
	OK(cuTexRefCreate(&again));
	OK(cuTexRefSetFormat(again, CU_AD_FORMAT_HALF, 2));
	OK(cuTexRefDestroy(again));
	OK(cuModuleUnload(module));
	OK(cuArrayDestroy(array));
	return 0;
}
EOT
"$AWCC" -fatbin kernels.cu -o kernels.fatbin
gcc -I"$BUILD/include" main.c -o program -L"$BUILD/lib" -lcuda
./program
