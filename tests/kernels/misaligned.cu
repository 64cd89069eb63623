// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of floats, local, shared and of the device, that are read and written as float4 wherever they begin: the cpu device does the
// accesses. A GPU refuses those whose address isn't aligned, so this is for the cpu device alone.
#include "kernel_test.h"

enum { LENGTH = 68, THREADS = 64 };

__global__ void pieces(float *data, int length, int shift)
{
	float own[LENGTH];
	__shared__ float shared[LENGTH + 1];
	for (int i = 0; i < LENGTH; i++)
		own[i] = data[(i * 7 + threadIdx.x) % LENGTH];
	for (int i = threadIdx.x; i <= LENGTH; i += blockDim.x)
		shared[i] = i;
	__syncthreads();
	for (int i = 0; i < length; i += 4) {
		float4 &piece = (float4 &)own[i];
		float4 more = (float4 &)shared[i + shift];
		piece.x += 1;
		piece.y = piece.y * 2 + more.x;
		piece.z -= more.w;
	}
	float sum = 0;
	for (int i = 0; i < length; i++)
		sum += own[i];
	float4 *out = (float4 *)(data + LENGTH + shift) + threadIdx.x;
	*out = make_float4(sum, own[0], own[length - 1], out->w + 1);
}

static float expected(int thread)
{
	float sum = 0;
	for (int i = 0; i < LENGTH; i++) {
		float value = (i * 7 + thread) % LENGTH;
		sum += i % 4 == 0 ? value + 1 : i % 4 == 1 ? value * 2 + i : i % 4 == 2 ? value - (i + 2) : value;
	}
	return sum;
}

int main()
{
	float *data;
	CALL(cudaMallocManaged(&data, (LENGTH + 1 + 4 * THREADS) * sizeof(float)));
	for (int i = 0; i < LENGTH + 1 + 4 * THREADS; i++)
		data[i] = i < LENGTH ? i : 5;
	pieces<<<1, THREADS>>>(data, LENGTH, 1);
	CALL(cudaDeviceSynchronize());
	for (int i = 0; i < THREADS; i++) {
		const float *out = data + LENGTH + 1 + 4 * i;
		CHECK(out[0] == expected(i));
		CHECK(out[1] == i % LENGTH + 1 && out[2] == (67 * 7 + i) % LENGTH && out[3] == 6);
	}
	cudaFree(data);
	return unit_finish();
}
