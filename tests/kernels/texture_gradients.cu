// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The level of detail that gradients ask for: each level has its number as its texels.  What is expected was read on an H200.
#include "kernels/kernel_test.h"

struct step {
	float2 right, down; // texels
	float level;
};

// Along the axes a level is the logarithm of the longer step, in 256ths, rounded up; where both steps go the same way the diagonal counts
// with 11/16 of its length.
static const step steps[] = {
	{ { 1, 0 }, { 0, 1 }, 0 },
	{ { 8, 0 }, { 0, 0 }, 3 },
	{ { 0, 2 }, { 8, 0 }, 3 },
	{ { 0.25f, 0 }, { 0, 0.5f }, 0 },
	{ { 1.5f, 0 }, { 0, 1 }, 150 / 256.0f },
	{ { 3, 0 }, { 0, 1 }, 406 / 256.0f },
	{ { 0, -3.75f }, { 1, 0 }, 489 / 256.0f },
	{ { 8, 0 }, { 8, 0 }, 886 / 256.0f },
	{ { 8, 0 }, { 0, 8 }, 3 },
};
enum { STEPS = sizeof(steps) / sizeof(*steps), SIDE = 256, LEVELS = 9 };

__global__ void sample(cudaTextureObject_t texture, const step *in, float *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = tex2DGrad<float>(texture, 0.5f, 0.5f, make_float2(in[i].right.x / SIDE, in[i].right.y / SIDE),
		                          make_float2(in[i].down.x / SIDE, in[i].down.y / SIDE));
}

int main(void)
{
	static float texels[SIDE * SIDE];
	cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
	cudaResourceDesc resource = {};
	cudaTextureDesc sampling = {};
	cudaTextureObject_t texture;
	resource.resType = cudaResourceTypeMipmappedArray;
	CALL(cudaMallocMipmappedArray(&resource.res.mipmap.mipmap, &channels, make_cudaExtent(SIDE, SIDE, 0), LEVELS));
	for (int level = 0; level < LEVELS; level++) {
		cudaArray_t array;
		int side = SIDE >> level;
		for (int i = 0; i < side * side; i++)
			texels[i] = (float)level;
		CALL(cudaGetMipmappedArrayLevel(&array, resource.res.mipmap.mipmap, level));
		CALL(cudaMemcpy2DToArray(array, 0, 0, texels, side * sizeof(float), side * sizeof(float), side, cudaMemcpyHostToDevice));
	}
	sampling.filterMode = sampling.mipmapFilterMode = cudaFilterModeLinear;
	sampling.normalizedCoords = 1;
	sampling.maxMipmapLevelClamp = LEVELS;
	CALL(cudaCreateTextureObject(&texture, &resource, &sampling, NULL));
	Buffer<step> in(STEPS);
	in.upload(steps);
	Buffer<float> out(STEPS);
	sample<<<1, 64>>>(texture, in.device, out.device, STEPS);
	out.expect([](int i) { return steps[i].level; });
	CALL(cudaDestroyTextureObject(texture));
	CALL(cudaFreeMipmappedArray(resource.res.mipmap.mipmap));
	return unit_finish();
}
