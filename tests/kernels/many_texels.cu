// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that samples textures in so many places that all of it in one piece would be too much code for gangs.
#include "kernels/kernel_test.h"

enum { SIDE = 8, COUNT = SIDE * SIDE * SIDE };

// The texels of a cube around a place, each with a weight of its own.
template <int PLACE> __device__ float around(cudaTextureObject_t texture, float x, float y, float z)
{
	float sum = 0;
	if constexpr (PLACE < 64) {
		int i = PLACE % 4 - 1, j = PLACE / 4 % 4 - 1, k = PLACE / 16 - 1;
		sum = (float)(PLACE % 5 + 1) * tex3D<float>(texture, x + (float)i, y + (float)j, z + (float)k);
		sum += around<PLACE + 1>(texture, x, y, z);
	}
	return sum;
}

__global__ void cubes(cudaTextureObject_t texture, float *out)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	float x = (float)(i % SIDE) + 0.5f, y = (float)(i / SIDE % SIDE) + 0.5f, z = (float)(i / SIDE / SIDE) + 0.5f;
	if (i % 3)
		out[i] = around<0>(texture, x, y, z);
}

static float texel(int x, int y, int z)
{
	auto inside = [](int at) { return at < 0 ? 0 : at >= SIDE ? SIDE - 1 : at; };
	return (float)(inside(x) + 3 * inside(y) + 7 * inside(z));
}

static float expected(int at)
{
	int x = at % SIDE, y = at / SIDE % SIDE, z = at / SIDE / SIDE;
	float sum = 0;
	for (int place = 0; place < 64 && at % 3; place++)
		sum += (float)(place % 5 + 1) * texel(x + place % 4 - 1, y + place / 4 % 4 - 1, z + place / 16 - 1);
	return sum;
}

static void check(cudaArray_t array, cudaTextureFilterMode filter)
{
	cudaResourceDesc resource = {};
	cudaTextureDesc sampling = {};
	cudaTextureObject_t texture;
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	sampling.addressMode[0] = sampling.addressMode[1] = sampling.addressMode[2] = cudaAddressModeClamp;
	sampling.filterMode = filter;
	CALL(cudaCreateTextureObject(&texture, &resource, &sampling, NULL));
	Buffer<float> out(COUNT);
	CALL(cudaMemset(out.device, 0, COUNT * sizeof(float)));
	cubes<<<COUNT / 64, 64>>>(texture, out.device);
	out.expect(expected);
	CALL(cudaDestroyTextureObject(texture));
}

int main(void)
{
	static float texels[COUNT];
	for (int i = 0; i < COUNT; i++)
		texels[i] = texel(i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE);
	cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
	cudaArray_t array;
	CALL(cudaMalloc3DArray(&array, &channels, make_cudaExtent(SIDE, SIDE, SIDE), 0));
	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(texels, SIDE * sizeof(float), SIDE, SIDE);
	copy.dstArray = array;
	copy.extent = make_cudaExtent(SIDE, SIDE, SIDE);
	copy.kind = cudaMemcpyHostToDevice;
	CALL(cudaMemcpy3D(&copy));
	check(array, cudaFilterModePoint);
	check(array, cudaFilterModeLinear);
	CALL(cudaFreeArray(array));
	return unit_finish();
}
