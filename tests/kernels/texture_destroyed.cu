// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A texture or surface object that is used after it was destroyed is there as before, and any number can be destroyed,
// as on an H200: a class that destroys its object in its destructor does so after each launch that takes it by value.
#include <cstring>

#include "unit/unit.h"

struct numbers {
	cudaTextureObject_t texture;
	~numbers() { CHECK_EQUAL(cudaDestroyTextureObject(texture), cudaSuccess); }
};

__global__ void read(numbers in, int *out)
{
	out[threadIdx.x] = tex1Dfetch<int>(in.texture, threadIdx.x);
}

__global__ void read_surface(cudaSurfaceObject_t in, int *out)
{
	out[threadIdx.x] = surf1Dread<int>(in, 4 * threadIdx.x);
}

int main()
{
	int given[32], seen[32], *in, *out;
	for (int i = 0; i < 32; i++)
		given[i] = 100 + i;
	cudaMalloc(&in, sizeof(given));
	cudaMalloc(&out, sizeof(seen));
	cudaMemcpy(in, given, sizeof(given), cudaMemcpyHostToDevice);
	cudaResourceDesc resource;
	memset(&resource, 0, sizeof(resource));
	resource.resType = cudaResourceTypeLinear;
	resource.res.linear.devPtr = in;
	resource.res.linear.desc = cudaCreateChannelDesc<int>();
	resource.res.linear.sizeInBytes = sizeof(given);
	cudaTextureDesc sampling;
	memset(&sampling, 0, sizeof(sampling));
	numbers all;
	CHECK_EQUAL(cudaCreateTextureObject(&all.texture, &resource, &sampling, NULL), cudaSuccess);
	for (int turn = 0; turn < 3; turn++) {
		cudaMemset(out, 0, sizeof(seen));
		read<<<1, 32>>>(all, out);
		CHECK_EQUAL(cudaMemcpy(seen, out, sizeof(seen), cudaMemcpyDeviceToHost), cudaSuccess);
		for (int i = 0; i < 32; i++)
			CHECK_EQUAL(seen[i], given[i]);
	}
	CHECK_EQUAL(cudaGetTextureObjectResourceDesc(&resource, all.texture), cudaErrorInvalidValue);
	cudaGetLastError();

	cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
	cudaArray_t array;
	cudaMallocArray(&array, &format, 32, 0, cudaArraySurfaceLoadStore);
	cudaMemcpy2DToArray(array, 0, 0, given, sizeof(given), sizeof(given), 1, cudaMemcpyHostToDevice);
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	cudaSurfaceObject_t surface;
	CHECK_EQUAL(cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);
	CHECK_EQUAL(cudaDestroySurfaceObject(surface), cudaSuccess);
	CHECK_EQUAL(cudaDestroySurfaceObject(surface), cudaSuccess);
	read_surface<<<1, 32>>>(surface, out);
	CHECK_EQUAL(cudaMemcpy(seen, out, sizeof(seen), cudaMemcpyDeviceToHost), cudaSuccess);
	for (int i = 0; i < 32; i++)
		CHECK_EQUAL(seen[i], given[i]);
	for (unsigned long long number : { 0ull, 3ull, 1ull << 40, ~0ull }) {
		CHECK_EQUAL(cudaDestroyTextureObject(number), cudaSuccess);
		CHECK_EQUAL(cudaDestroySurfaceObject(number), cudaSuccess);
	}
	return unit_finish();
}
