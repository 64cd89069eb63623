// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pixels of several numbers at clamped places: bytes three apart, structs, vectors, and members of which some aren't used; windows around
// each place in images of one to some gangs, whose rim is seen from everywhere or almost nowhere.
#include <algorithm>
#include <vector>

#include "kernels/kernel_test.h"

struct Pair { short low, high; };
struct Triple { float x, y, z; };
struct Six { int a[6]; };

static __host__ __device__ int sum_of(uchar3 p) { return p.x + 3 * p.y + 7 * p.z; }
static __host__ __device__ int sum_of(uchar4 p) { return p.x + 3 * p.y + 7 * p.w; }
static __host__ __device__ int sum_of(Pair p) { return p.low + 3 * p.high; }
static __host__ __device__ int sum_of(Triple p) { return (int)p.x + 3 * (int)p.y + 7 * (int)p.z; }
static __host__ __device__ int sum_of(float4 p) { return (int)p.x + 3 * (int)p.y + 7 * (int)p.z + 11 * (int)p.w; }
static __host__ __device__ int sum_of(Six p) { return p.a[0] + 3 * p.a[1] + 7 * p.a[5]; }

static uchar3 make(int i, uchar3 *) { return make_uchar3(i % 251, i % 13, i % 7); }
static uchar4 make(int i, uchar4 *) { return make_uchar4(i % 251, i % 13, i % 11, i % 7); }
static Pair make(int i, Pair *) { return { (short)(i % 251), (short)(i % 13 - 5) }; }
static Triple make(int i, Triple *) { return { (float)(i % 251), (float)(i % 13), (float)(i % 7) }; }
static float4 make(int i, float4 *) { return make_float4(i % 251, i % 13, i % 7, i % 5); }
static Six make(int i, Six *) { return { { i % 251, i % 13, 1, 2, 3, i % 7 } }; }

template <class T>
__global__ void window(const T *in, int *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
	if (x >= w || y >= h)
		return;
	for (int k = -1; k <= 1; k++)
		for (int j = -1; j <= 1; j++)
			sum = sum * 3 + sum_of(in[min(max(y + k, 0), h - 1) * w + min(max(x + j, 0), w - 1)]);
	out[y * w + x] = sum;
}

// The same of bytes, STEP of them a pixel, whose sums go back as pixels.
template <int step>
__global__ void blur(const unsigned char *in, unsigned char *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, sums[step] = {};
	if (x >= w || y >= h)
		return;
	for (int k = -1; k <= 1; k++)
		for (int j = -2; j <= 1; j++)
			for (int c = 0; c < step; c++)
				sums[c] += in[step * (min(max(y + k, 0), h - 1) * w + min(max(x + j, 0), w - 1)) + c];
	for (int c = 0; c < step; c++)
		out[step * (y * w + x) + c] = (unsigned char)(sums[c] / 12);
}

static int inside(int place, int count) { return std::min(std::max(place, 0), count - 1); }

template <class T>
static void try_window(int w, int h, dim3 block)
{
	Buffer<T> in(w * h);
	Buffer<int> out(w * h);
	in.fill([](int i) { return make(i, (T *)NULL); });
	dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
	window<<<grid, block>>>(in.device, out.device, w, h);
	out.expect([&](int i) {
		int sum = 0;
		for (int k = -1; k <= 1; k++)
			for (int j = -1; j <= 1; j++)
				sum = sum * 3 + sum_of(make(inside(i / w + k, h) * w + inside(i % w + j, w), (T *)NULL));
		return sum;
	});
}

template <int step>
static void try_blur(int w, int h, dim3 block)
{
	Buffer<unsigned char> in(w * h * step), out(w * h * step);
	auto value = [](int i) { return (unsigned char)(i * 7919 % 253); };
	in.fill(value);
	dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
	blur<step><<<grid, block>>>(in.device, out.device, w, h);
	out.expect([&](int i) {
		int x = i / step % w, y = i / step / w, sum = 0;
		for (int k = -1; k <= 1; k++)
			for (int j = -2; j <= 1; j++)
				sum += value(step * (inside(y + k, h) * w + inside(x + j, w)) + i % step);
		return (unsigned char)(sum / 12);
	});
}

int main()
{
	for (dim3 block : { dim3(32, 4), dim3(16, 16), dim3(64, 1), dim3(7, 5) })
		for (int w : { 1, 5, 32, 53, 131 })
			for (int h : { 1, 9 }) {
				try_window<uchar3>(w, h, block);
				try_window<uchar4>(w, h, block);
				try_window<Pair>(w, h, block);
				try_window<Triple>(w, h, block);
				try_window<float4>(w, h, block);
				try_window<Six>(w, h, block);
				try_blur<2>(w, h, block);
				try_blur<3>(w, h, block);
				try_blur<5>(w, h, block);
			}
	return unit_finish();
}
