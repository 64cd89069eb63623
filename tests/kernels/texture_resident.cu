// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texture functions that tell whether what they read has memory (CUDA C++ Programming Guide, "tex2D() for sparse CUDA arrays" and
// its like): the same texels as without, and always yes.
#include "kernels/kernel_test.h"

enum { SIZE = 8, LAYERS = 4, FUNCTIONS = 10 };

struct Textures {
	cudaTextureObject_t flat, deep, layered;
};

// Bit I is set where function I gives another texel than its like without the answer, or the answer no.
__global__ void compare(Textures t, unsigned *wrong)
{
	int i = threadIdx.x, layer = i % LAYERS;
	float x = i % 7 + 0.75f, y = i / 7 + 0.25f, z = i % 3 + 0.5f;
	float2 flat = make_float2(0.5f, 0.25f);
	float4 deep = make_float4(0.5f, 0.25f, 0.125f, 0);
	bool yes[FUNCTIONS] = {};
	float texel;
	unsigned bits = 0;
	bits |= (tex2D<float>(t.flat, x, y, &yes[0]) != tex2D<float>(t.flat, x, y)) << 0;
	bits |= (tex3D<float>(t.deep, x, y, z, &yes[1]) != tex3D<float>(t.deep, x, y, z)) << 1;
	bits |= (tex2DLayered<float>(t.layered, x, y, layer, &yes[2]) != tex2DLayered<float>(t.layered, x, y, layer)) << 2;
	bits |= (tex2DLod<float>(t.flat, x, y, 0, &yes[3]) != tex2DLod<float>(t.flat, x, y, 0)) << 3;
	bits |= (tex3DLod<float>(t.deep, x, y, z, 0, &yes[4]) != tex3DLod<float>(t.deep, x, y, z, 0)) << 4;
	bits |= (tex2DLayeredLod<float>(t.layered, x, y, layer, 0, &yes[5]) != tex2DLayeredLod<float>(t.layered, x, y, layer, 0)) << 5;
	bits |= (tex2DGrad<float>(t.flat, x, y, flat, flat, &yes[6]) != tex2DGrad<float>(t.flat, x, y, flat, flat)) << 6;
	bits |= (tex3DGrad<float>(t.deep, x, y, z, deep, deep, &yes[7]) != tex3DGrad<float>(t.deep, x, y, z, deep, deep)) << 7;
	bits |= (tex2DLayeredGrad<float>(t.layered, x, y, layer, flat, flat, &yes[8]) !=
	         tex2DLayeredGrad<float>(t.layered, x, y, layer, flat, flat)) << 8;
	float4 corners = tex2Dgather<float4>(t.flat, x, y, &yes[9], 0), plain = tex2Dgather<float4>(t.flat, x, y);
	bits |= (corners.x != plain.x || corners.w != plain.w) << 9;
	for (int f = 0; f < FUNCTIONS; f++)
		bits |= !yes[f] << f;
	tex2D(&texel, t.flat, x, y, &yes[0]);
	bits |= (texel != tex2D<float>(t.flat, x, y)) << 10;
	wrong[i] = bits;
}

static cudaTextureObject_t make(cudaExtent extent, unsigned flags)
{
	static float values[SIZE * SIZE * LAYERS];
	for (int i = 0; i < SIZE * SIZE * LAYERS; i++)
		values[i] = i * 37 % 101;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaArray_t array;
	CHECK_EQUAL(cudaMalloc3DArray(&array, &format, extent, flags), cudaSuccess);
	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(values, SIZE * sizeof(float), SIZE, SIZE);
	copy.dstArray = array;
	copy.extent = make_cudaExtent(SIZE, SIZE, extent.depth ? extent.depth : 1);
	copy.kind = cudaMemcpyHostToDevice;
	CHECK_EQUAL(cudaMemcpy3D(&copy), cudaSuccess);
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	cudaTextureDesc description = {};
	description.filterMode = cudaFilterModeLinear;
	description.addressMode[0] = description.addressMode[1] = description.addressMode[2] = cudaAddressModeClamp;
	cudaTextureObject_t texture;
	CHECK_EQUAL(cudaCreateTextureObject(&texture, &resource, &description, NULL), cudaSuccess);
	return texture;
}

int main()
{
	Textures textures = { make(make_cudaExtent(SIZE, SIZE, 0), cudaArrayTextureGather),
	                      make(make_cudaExtent(SIZE, SIZE, LAYERS), 0),
	                      make(make_cudaExtent(SIZE, SIZE, LAYERS), cudaArrayLayered) };
	Buffer<unsigned> wrong(49, ~0u);
	compare<<<1, 49>>>(textures, wrong.device);
	wrong.expect([](int) { return 0; });
	return unit_finish();
}
