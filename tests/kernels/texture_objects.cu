// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texture objects of float texels: linear memory, 2D arrays under all address and filter modes, 3D and layers, against
// the formulas of the CUDA C++ Programming Guide ("Texture Fetching").
#include "kernels/kernel_test.h"

enum { WIDTH = 37, HEIGHT = 11, POINTS = 400 };

__global__ void fetch(cudaTextureObject_t texture, float *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = tex1Dfetch<float>(texture, i - 3);
}

__global__ void sample(cudaTextureObject_t texture, float *out, float scale_x, float scale_y, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = tex2D<float>(texture, (i % 20 - 5) * scale_x, (i / 20 - 5) * scale_y);
}

__global__ void sample_layers(cudaTextureObject_t texture, float *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = tex2DLayered<float>(texture, i % 8 + 0.5f, i / 8 % 4 + 0.5f, i / 32 - 1);
}

__global__ void sample_volume(cudaTextureObject_t texture, float4 *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = tex3D<float4>(texture, i % 8 + 1.0f, i / 8 % 4 + 0.5f, i / 32 + 0.5f);
}

static float texel(int x, int y)
{
	return (float)(x * x + 7 * y);
}

// The index that an address mode makes of I; -1: the border.
static int place(int i, int size, cudaTextureAddressMode mode)
{
	switch (mode) {
	case cudaAddressModeBorder: return i < 0 || i >= size ? -1 : i;
	case cudaAddressModeWrap: return (i % size + size) % size;
	case cudaAddressModeMirror:
		i = (i % (2 * size) + 2 * size) % (2 * size);
		return i < size ? i : 2 * size - 1 - i;
	default: return i < 0 ? 0 : i >= size ? size - 1 : i;
	}
}

static float look_up(int x, int y, cudaTextureAddressMode mode)
{
	int i = place(x, WIDTH, mode), j = place(y, HEIGHT, mode);
	return i < 0 || j < 0 ? 0 : texel(i, j);
}

static float expected(float x, float y, cudaTextureAddressMode mode, bool linear)
{
	if (!linear)
		return look_up((int)floorf(x), (int)floorf(y), mode);
	int fixed_x = (int)floorf(x * 256 + 0.5f) - 128, fixed_y = (int)floorf(y * 256 + 0.5f) - 128;
	float a = (fixed_x & 255) / 256.0f, b = (fixed_y & 255) / 256.0f;
	int i = fixed_x >> 8, j = fixed_y >> 8;
	return (1 - a) * (1 - b) * look_up(i, j, mode) + a * (1 - b) * look_up(i + 1, j, mode) +
	       (1 - a) * b * look_up(i, j + 1, mode) + a * b * look_up(i + 1, j + 1, mode);
}

// Weights are rounded to 256ths, of the step between neighbours.
static bool is_near(float a, float b, bool linear)
{
	return fabsf(a - b) <= (linear ? 0.5f : 0);
}

static cudaTextureObject_t make(cudaResourceDesc resource, cudaTextureAddressMode mode, bool linear, bool normalized)
{
	cudaTextureDesc sampling = {};
	sampling.addressMode[0] = sampling.addressMode[1] = sampling.addressMode[2] = mode;
	sampling.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
	sampling.normalizedCoords = normalized;
	cudaTextureObject_t texture = 0;
	CALL(cudaCreateTextureObject(&texture, &resource, &sampling, NULL));
	return texture;
}

static void test_linear_memory()
{
	Buffer<float> data(100), out(110);
	float host[100];
	for (int i = 0; i < 100; i++)
		host[i] = (float)i + 1;
	CALL(cudaMemcpy(data.device, host, sizeof(host), cudaMemcpyHostToDevice));
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeLinear;
	resource.res.linear.devPtr = data.device;
	resource.res.linear.desc = cudaCreateChannelDesc<float>();
	resource.res.linear.sizeInBytes = sizeof(host);
	cudaTextureObject_t texture = make(resource, cudaAddressModeClamp, false, false);
	fetch<<<4, 32>>>(texture, out.device, 110);
	out.expect([](int i) { return i >= 3 && i < 103 ? (float)(i - 2) : 0.0f; });
	CALL(cudaDestroyTextureObject(texture));
}

static void test_modes(cudaResourceDesc resource, cudaTextureAddressMode mode, bool linear, bool normalized)
{
	Buffer<float> out(POINTS);
	float scale_x = 3.71f, scale_y = 1.31f, host[POINTS];
	cudaTextureObject_t texture = make(resource, mode, linear, normalized);
	sample<<<4, 128>>>(texture, out.device, normalized ? scale_x / WIDTH : scale_x, normalized ? scale_y / HEIGHT : scale_y,
	                   POINTS);
	CALL(cudaMemcpy(host, out.device, sizeof(host), cudaMemcpyDeviceToHost));
	for (int i = 0; i < POINTS; i++)
		CHECK(is_near(host[i], expected((i % 20 - 5) * scale_x, (i / 20 - 5) * scale_y, mode, linear), linear));
	CALL(cudaDestroyTextureObject(texture));
}

static void test_2d()
{
	float host[HEIGHT][WIDTH];
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			host[y][x] = texel(x, y);
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaResourceDesc resource = {};
	CALL(cudaMallocArray(&resource.res.array.array, &format, WIDTH, HEIGHT));
	CALL(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, host, sizeof(host[0]), sizeof(host[0]), HEIGHT,
	                         cudaMemcpyHostToDevice));
	for (int linear = 0; linear < 2; linear++) {
		test_modes(resource, cudaAddressModeClamp, linear, false);
		test_modes(resource, cudaAddressModeBorder, linear, false);
		for (int mode = cudaAddressModeWrap; mode <= cudaAddressModeBorder; mode++)
			test_modes(resource, (cudaTextureAddressMode)mode, linear, true);
	}
	CALL(cudaFreeArray(resource.res.array.array));
}

static void test_layers()
{
	Buffer<float> out(160);
	float host[3][4][8];
	for (int i = 0; i < 96; i++)
		(&host[0][0][0])[i] = (float)i;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaResourceDesc resource = {};
	CALL(cudaMalloc3DArray(&resource.res.array.array, &format, make_cudaExtent(8, 4, 3), cudaArrayLayered));
	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(host, sizeof(host[0][0]), 8, 4);
	copy.dstArray = resource.res.array.array;
	copy.extent = make_cudaExtent(8, 4, 3);
	copy.kind = cudaMemcpyHostToDevice;
	CALL(cudaMemcpy3D(&copy));
	cudaTextureObject_t texture = make(resource, cudaAddressModeClamp, true, false);
	sample_layers<<<5, 32>>>(texture, out.device, 160);
	out.expect([](int i) { return (float)(i % 32 + 32 * (i < 32 || i >= 128 ? 2 : i / 32 - 1)); });
	CALL(cudaDestroyTextureObject(texture));
	CALL(cudaFreeArray(resource.res.array.array));
}

static void test_volume()
{
	Buffer<float4> out(96);
	static float4 host[3][4][8], got[96];
	for (int i = 0; i < 96; i++)
		(&host[0][0][0])[i] = make_float4(i, -i, i * 2, 1);
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
	cudaResourceDesc resource = {};
	CALL(cudaMalloc3DArray(&resource.res.array.array, &format, make_cudaExtent(8, 4, 3)));
	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(host, sizeof(host[0][0]), 8, 4);
	copy.dstArray = resource.res.array.array;
	copy.extent = make_cudaExtent(8, 4, 3);
	copy.kind = cudaMemcpyHostToDevice;
	CALL(cudaMemcpy3D(&copy));
	cudaTextureObject_t texture = make(resource, cudaAddressModeClamp, true, false);
	sample_volume<<<3, 32>>>(texture, out.device, 96);
	CALL(cudaMemcpy(got, out.device, sizeof(got), cudaMemcpyDeviceToHost));
	for (int i = 0; i < 96; i++) {
		float x = i % 8 < 7 ? i + 0.5f : i;
		CHECK(got[i].x == x && got[i].y == -x && got[i].z == 2 * x && got[i].w == 1);
	}
	CALL(cudaDestroyTextureObject(texture));
	CALL(cudaFreeArray(resource.res.array.array));
}

int main(void)
{
	test_linear_memory();
	test_2d();
	test_layers();
	test_volume();
	return unit_finish();
}
