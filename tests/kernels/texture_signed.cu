// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linear filtering of signed bytes: what an H100 makes of two neighbours.
#include "kernels/kernel_test.h"

struct mix {
	signed char first, second;
	int weight;   // of the second, in 256ths
	float result; // in 32767ths
};

static const mix mixes[] = {
	{ 0, 127, 255, 32639 },
	{ 0, -128, 128, -16512 },
	{ 0, -128, 255, -32767 },
	{ 127, -128, 64, 16319 },
	{ 1, -3, 49, 60 },
	{ 64, 122, 200, 28203 },
	{ -127, 127, 3, -31999 },
	{ -128, -123, 77, -32637 },
	{ 0, 1, 49, 49 },
	{ 0, 1, 64, 65 },
	{ 0, -1, 49, -50 },
	{ 0, -1, 48, -48 },
	{ -126, -113, 128, -30832 },
	{ -64, -63, 1, -16511 },
	{ 63, -128, 255, -32767 },
	{ 0, -64, 255, -16448 },
	{ 0, 100, 131, 13203 },
};
enum { MIXES = sizeof(mixes) / sizeof(*mixes) };

__global__ void sample(cudaTextureObject_t texture, const mix *in, float *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = tex2D<float>(texture, 0.5f + (float)in[i].weight / 256, (float)i + 0.5f);
}

int main(void)
{
	cudaChannelFormatDesc channels = cudaCreateChannelDesc<signed char>();
	cudaResourceDesc resource = {};
	cudaTextureDesc sampling = {};
	cudaTextureObject_t texture;
	resource.resType = cudaResourceTypeArray;
	CALL(cudaMallocArray(&resource.res.array.array, &channels, 2, MIXES));
	CALL(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, mixes, sizeof(mix), 2, MIXES, cudaMemcpyHostToDevice));
	sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeClamp;
	sampling.filterMode = cudaFilterModeLinear;
	sampling.readMode = cudaReadModeNormalizedFloat;
	CALL(cudaCreateTextureObject(&texture, &resource, &sampling, NULL));
	Buffer<mix> in(MIXES);
	in.upload(mixes);
	Buffer<float> out(MIXES);
	sample<<<1, 64>>>(texture, in.device, out.device, MIXES);
	out.expect([](int i) { return mixes[i].result / 32767.0f; });
	CALL(cudaDestroyTextureObject(texture));
	CALL(cudaFreeArray(resource.res.array.array));
	return unit_finish();
}
