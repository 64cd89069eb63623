// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texture and surface references of CUDA 11 and before: bound to linear memory, pitched rows and arrays, bound anew, static
// ones, ones that are arguments of device functions, and normalized reads.
#include "kernels/kernel_test.h"

enum { COUNT = 100, WIDTH = 16, HEIGHT = 8 };

texture<float, 1, cudaReadModeElementType> numbers;
texture<int4> vectors;
static texture<unsigned char, 2, cudaReadModeNormalizedFloat> picture;
texture<float, cudaTextureType2D> rows;
surface<void, cudaSurfaceType2D> target;

__device__ static float read(texture<float, 1, cudaReadModeElementType> from, int i)
{
	return tex1Dfetch(from, i);
}

__global__ void fetch(float *out)
{
	int i = threadIdx.x;
	int4 vector = tex1Dfetch(vectors, i / 4);
	out[i] = tex1Dfetch(numbers, i) + read(numbers, i + 1) + (float)(vector.x + vector.w);
}

__global__ void look(float *out)
{
	int x = threadIdx.x, y = blockIdx.x;
	out[y * WIDTH + x] = tex2D(picture, x + 0.5f, y + 0.5f) * 255 + tex2D(rows, x, y);
}

__global__ void draw()
{
	surf2Dwrite((float)(threadIdx.x + 100 * blockIdx.x), target, threadIdx.x * 4, blockIdx.x);
}

static void test_linear()
{
	Buffer<float> a(COUNT + 1), b(COUNT + 1), out(COUNT);
	Buffer<int4> v(COUNT / 4);
	float host[COUNT + 1];
	int4 host_vectors[COUNT / 4];
	for (int i = 0; i <= COUNT; i++)
		host[i] = (float)i;
	for (int i = 0; i < COUNT / 4; i++)
		host_vectors[i] = make_int4(i, 0, 0, 1000);
	CALL(cudaMemcpy(a.device, host, sizeof(host), cudaMemcpyHostToDevice));
	CALL(cudaMemcpy(v.device, host_vectors, sizeof(host_vectors), cudaMemcpyHostToDevice));
	for (int i = 0; i <= COUNT; i++)
		host[i] = -(float)i;
	CALL(cudaMemcpy(b.device, host, sizeof(host), cudaMemcpyHostToDevice));
	size_t offset = 1;
	CALL(cudaBindTexture(&offset, numbers, a.device, sizeof(host)));
	CHECK_EQUAL(offset, 0);
	CALL(cudaBindTexture(NULL, vectors, v.device));
	fetch<<<1, COUNT>>>(out.device);
	// Binding doesn't change what was launched before.
	CALL(cudaBindTexture(NULL, numbers, b.device, sizeof(host)));
	out.expect([](int i) { return (float)(2 * i + 1 + i / 4 + 1000); });
	fetch<<<1, COUNT>>>(out.device);
	out.expect([](int i) { return (float)(-2 * i - 1 + i / 4 + 1000); });
	CALL(cudaUnbindTexture(numbers));
	CALL(cudaUnbindTexture(vectors));
	CHECK_EQUAL(cudaGetTextureAlignmentOffset(&offset, numbers), cudaErrorInvalidTextureBinding);
	cudaGetLastError();
}

static void test_arrays()
{
	Buffer<float> out(WIDTH * HEIGHT);
	unsigned char bytes[HEIGHT][WIDTH];
	float numbers_host[HEIGHT][WIDTH];
	for (int i = 0; i < WIDTH * HEIGHT; i++) {
		(&bytes[0][0])[i] = (unsigned char)(i * 3);
		(&numbers_host[0][0])[i] = (float)(i * 1000);
	}
	cudaArray *array;
	CALL(cudaMallocArray(&array, &picture.channelDesc, WIDTH, HEIGHT));
	CALL(cudaMemcpyToArray(array, 0, 0, bytes, sizeof(bytes), cudaMemcpyHostToDevice));
	picture.addressMode[0] = picture.addressMode[1] = cudaAddressModeClamp;
	picture.filterMode = cudaFilterModeLinear;
	CALL(cudaBindTextureToArray(picture, array));
	float *pitched;
	size_t pitch, offset;
	CALL(cudaMallocPitch(&pitched, &pitch, sizeof(numbers_host[0]), HEIGHT));
	CALL(cudaMemcpy2D(pitched, pitch, numbers_host, sizeof(numbers_host[0]), sizeof(numbers_host[0]), HEIGHT,
	                  cudaMemcpyHostToDevice));
	CALL(cudaBindTexture2D(&offset, rows, pitched, WIDTH, HEIGHT, pitch));
	look<<<HEIGHT, WIDTH>>>(out.device);
	float got[WIDTH * HEIGHT];
	CALL(cudaMemcpy(got, out.device, sizeof(got), cudaMemcpyDeviceToHost));
	for (int i = 0; i < WIDTH * HEIGHT; i++)
		CHECK(fabsf(got[i] - (float)(i * 1000 + (unsigned char)(i * 3))) < 0.1f);
	const textureReference *found = NULL;
	CALL(cudaGetTextureReference(&found, &rows));
	CHECK(found == &rows);
	CALL(cudaUnbindTexture(picture));
	CALL(cudaUnbindTexture(rows));
	CALL(cudaFreeArray(array));
	CALL(cudaFree(pitched));
}

static void test_surface()
{
	cudaArray_t array;
	float got[HEIGHT][WIDTH];
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	CALL(cudaMallocArray(&array, &format, WIDTH, HEIGHT, cudaArraySurfaceLoadStore));
	CALL(cudaBindSurfaceToArray(target, array));
	draw<<<HEIGHT, WIDTH>>>();
	CALL(cudaMemcpyFromArray(got, array, 0, 0, sizeof(got), cudaMemcpyDeviceToHost));
	for (int i = 0; i < WIDTH * HEIGHT; i++)
		CHECK(got[i / WIDTH][i % WIDTH] == (float)(i % WIDTH + i / WIDTH * 100));
	CALL(cudaFreeArray(array));
}

int main(void)
{
	test_linear();
	test_arrays();
	test_surface();
	return unit_finish();
}
