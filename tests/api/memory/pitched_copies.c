// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
// RUNS: CUDA_VISIBLE_DEVICES=0,1
//
// 2D and 3D copies and fills: what they touch, byte for byte, and their errors.
#include "../support/api_test.h"

enum { PITCH = 64, ROWS = 8, SLICES = 3, SIZE = PITCH * ROWS * SLICES };

static unsigned char host[SIZE], back[SIZE], expected[SIZE];
static unsigned char *device, *device2;

static void start(void)
{
	for (int i = 0; i < SIZE; i++)
		host[i] = (unsigned char)(i * 31 + i / 251);
	memset(expected, 0, SIZE);
	SUCCEEDS(cudaMemset(device, 0, SIZE));
}

static void compare(void)
{
	SUCCEEDS(cudaMemcpy(back, device, SIZE, cudaMemcpyDeviceToHost));
	CHECK(memcmp(back, expected, SIZE) == 0);
}

static void copies_2d(void)
{
	start();
	SUCCEEDS(cudaMemcpy2D(device + 3, PITCH, host, 50, 40, ROWS, cudaMemcpyHostToDevice));
	for (int row = 0; row < ROWS; row++)
		memcpy(expected + 3 + row * PITCH, host + row * 50, 40);
	compare();
	RETURNS(cudaErrorInvalidPitchValue, cudaMemcpy2D(device, 64, host, 64, 65, 2, cudaMemcpyHostToDevice));
	RETURNS(cudaErrorInvalidPitchValue, cudaMemcpy2D(device, 0, host, 64, 64, 2, cudaMemcpyHostToDevice));
	SUCCEEDS(cudaMemcpy2D(device, 64, host, 64, 64, 0, cudaMemcpyHostToDevice));
	INVALID(cudaMemcpy2D(device, (size_t)1 << 40, host, 64, 64, 2, cudaMemcpyHostToDevice));
	INVALID(cudaMemcpy2D(device, PITCH, host, PITCH, PITCH, ROWS * SLICES + 1, cudaMemcpyHostToDevice));
	SUCCEEDS(cudaMemcpy2DAsync(device2, 64, device, 64, 64, 2, cudaMemcpyHostToHost, 0));
}

static struct cudaMemcpy3DParms box(void)
{
	struct cudaMemcpy3DParms parameters;
	memset(&parameters, 0, sizeof(parameters));
	parameters.srcPtr = (struct cudaPitchedPtr){ host, 16, 10, 2 };
	parameters.dstPtr = (struct cudaPitchedPtr){ device, 16, 10, 2 };
	parameters.extent = (struct cudaExtent){ 10, 2, 2 };
	parameters.kind = cudaMemcpyHostToDevice;
	return parameters;
}

static void copies_3d(void)
{
	struct cudaMemcpy3DParms parameters;
	INVALID(cudaMemcpy3D(NULL));
	start();
	memset(&parameters, 0, sizeof(parameters));
	parameters.srcPtr = (struct cudaPitchedPtr){ host, 20, 20, 6 };
	parameters.srcPos = (struct cudaPos){ 2, 1, 1 };
	parameters.dstPtr = (struct cudaPitchedPtr){ device, PITCH, PITCH, ROWS };
	parameters.dstPos = (struct cudaPos){ 5, 3, 0 };
	parameters.extent = (struct cudaExtent){ 11, 4, 2 };
	parameters.kind = cudaMemcpyHostToDevice;
	SUCCEEDS(cudaMemcpy3D(&parameters));
	for (int z = 0; z < 2; z++)
		for (int y = 0; y < 4; y++)
			memcpy(expected + z * PITCH * ROWS + (y + 3) * PITCH + 5,
			       host + (z + 1) * 120 + (y + 1) * 20 + 2, 11);
	compare();
	parameters = box();
	parameters.extent.width = 17;
	RETURNS(cudaErrorInvalidPitchValue, cudaMemcpy3D(&parameters));
	parameters.extent.width = 0;
	SUCCEEDS(cudaMemcpy3D(&parameters));
	parameters = box();
	parameters.dstPos.x = 10;
	RETURNS(cudaErrorInvalidPitchValue, cudaMemcpy3D(&parameters));
	parameters = box();
	parameters.extent.height = 3;
	INVALID(cudaMemcpy3D(&parameters));
	parameters = box();
	parameters.srcPtr.ptr = NULL;
	INVALID(cudaMemcpy3D(&parameters));
	parameters = box();
	SUCCEEDS(cudaMemcpy3DAsync(&parameters, cudaStreamPerThread));
	SUCCEEDS(cudaStreamSynchronize(cudaStreamPerThread));
}

static void fills(void)
{
	struct cudaPitchedPtr pointer = { device, PITCH, PITCH, ROWS };
	struct cudaExtent extent = { 7, 5, 2 };
	start();
	SUCCEEDS(cudaMemset(device + 5, 0x1ab, 3)); // only the low byte counts
	memset(expected + 5, 0xab, 3);
	SUCCEEDS(cudaMemset2D(device + 10, PITCH, 0x11, 9, 4));
	for (int row = 0; row < 4; row++)
		memset(expected + 10 + row * PITCH, 0x11, 9);
	pointer.ptr = device + 20;
	pointer.ysize = ROWS;
	SUCCEEDS(cudaMemset3D(pointer, 0x22, extent));
	for (int z = 0; z < 2; z++)
		for (int y = 0; y < 5; y++)
			memset(expected + 20 + z * PITCH * ROWS + y * PITCH, 0x22, 7);
	compare();
	pointer.ptr = device;
	INVALID(cudaMemset3D(pointer, 0, (struct cudaExtent){ PITCH + 1, 2, 2 }));
	INVALID(cudaMemset3D(pointer, 0, (struct cudaExtent){ 8, ROWS + 1, 2 }));
	INVALID(cudaMemset(host, 0, 16));
	INVALID(cudaMemset(NULL, 0, 16));
	SUCCEEDS(cudaMemset(NULL, 0, 0));
	INVALID(cudaMemset(device, 0, SIZE + 1));
	INVALID(cudaMemset2D(device, PITCH, 0, PITCH + 1, 2));
	SUCCEEDS(cudaMemset2D(device, PITCH, 0, PITCH, 0));
	INVALID(cudaMemset2D(device, PITCH, 0, 32, 2000000));
	SUCCEEDS(cudaMemsetAsync(device, 1, SIZE, cudaStreamLegacy));
	SUCCEEDS(cudaMemset2DAsync(device, PITCH, 1, PITCH, 2, 0));
	SUCCEEDS(cudaMemset3DAsync(pointer, 1, extent, 0));
	SUCCEEDS(cudaDeviceSynchronize());
}

int main(void)
{
	SUCCEEDS(cudaMalloc((void **)&device, SIZE));
	SUCCEEDS(cudaMalloc((void **)&device2, SIZE));
	copies_2d();
	copies_3d();
	fills();
	SUCCEEDS(cudaFree(device));
	SUCCEEDS(cudaFree(device2));
	return unit_finish();
}
