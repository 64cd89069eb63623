// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that only read, with strides known at run time: of a grid, by ints and unsigned numbers of both sizes, with
// few turns and many, ends that aren't met exactly, strides so large that the index would wrap around, nothing
// to do, and loops that turn at least once.
#include "kernels/kernel_test.h"

#include <limits.h>

static const int COUNT = 5000;

__global__ void grid_int(const int *in, int n, int *out)
{
	int sum = 0, me = blockIdx.x * blockDim.x + threadIdx.x;
	for (int i = me; i < n; i += gridDim.x * blockDim.x)
		sum += in[i];
	out[me] = sum;
}

template <class T>
__global__ void given(const int *in, T first, T end, T stride, long long *out)
{
	long long sum = 0, turns = 0;
	for (T i = first + (T)threadIdx.x; i < end; i += stride) {
		sum += in[i % COUNT] * (long long)(turns + 1);
		turns++;
	}
	out[threadIdx.x] = sum;
}

// The end comes first: at least one turn.
__global__ void at_least_once(const int *in, int first, int end, int stride, int *out)
{
	int sum = 0, i = first + threadIdx.x;
	do {
		sum = sum * 3 + in[i];
		i += stride;
	} while (i < end);
	out[threadIdx.x] = sum;
}

// Two rows, the largest of one, and an index that counts down beside it.
__global__ void several(const float *a, const float *b, int n, float *out)
{
	float most = -1, sum = 0;
	int down = n - 1;
	for (int i = threadIdx.x; n > i; i += blockDim.x) {
		most = fmaxf(most, a[i]);
		sum = fmaf(a[i], b[down], sum);
		down -= 1;
	}
	out[threadIdx.x] = most + sum;
}

template <class T>
static void check_given(Buffer<int> &in, T first, T end, T stride)
{
	Buffer<long long> out(40);
	given<T><<<1, 40>>>(in.device, first, end, stride, out.device);
	out.expect([&](int t) {
		long long sum = 0, turns = 0;
		for (T i = first + (T)t; i < end; i += stride) {
			sum += (int)((i % COUNT) * 7 % 1000) * (turns + 1);
			turns++;
		}
		return sum;
	});
}

int main()
{
	Buffer<int> in(COUNT);
	in.fill([](int i) { return i * 7 % 1000; });
	for (int n : { 0, 1, 5, 64, 1000, COUNT })
		for (int blocks : { 1, 2, 7 })
			for (int threads : { 1, 32, 100 }) {
				int all = blocks * threads;
				Buffer<int> out(all);
				grid_int<<<blocks, threads>>>(in.device, n, out.device);
				out.expect([&](int t) {
					int sum = 0;
					for (int i = t; i < n; i += all)
						sum += i * 7 % 1000;
					return sum;
				});
			}
	for (int stride : { 1, 3, 15, 16, 17, 1000, 1 << 26, (1 << 27) - 1, 1 << 27, 1 << 28, INT_MAX / 2 })
		for (int end : { 0, 1, 16, 255, 256, 257, 4999 }) {
			check_given<int>(in, 0, end, stride);
			check_given<unsigned>(in, 0, end, stride);
			check_given<long long>(in, 0, end, stride);
			check_given<unsigned long long>(in, 0, end, stride);
		}
	check_given<unsigned>(in, 3000000000u, 3100000000u, 1u << 22); // signed, it would be negative
	check_given<unsigned long long>(in, 1ull << 40, (1ull << 40) + (1ull << 38), 1ull << 31);
	check_given<long long>(in, 0, 1ll << 60, 1ll << 56);
	for (int end : { -5, 0, 17, 3000 }) {
		Buffer<int> out(32);
		at_least_once<<<1, 32>>>(in.device, 10, end, 33, out.device);
		out.expect([&](int t) {
			unsigned sum = 0;
			int i = 10 + t;
			do {
				sum = sum * 3 + i * 7 % 1000;
				i += 33;
			} while (i < end);
			return (int)sum;
		});
	}
	Buffer<float> a(COUNT), b(COUNT), out(64);
	a.fill([](int i) { return (float)(i * 31 % 257); });
	b.fill([](int i) { return (float)(i % 5); });
	several<<<1, 64>>>(a.device, b.device, 3001, out.device);
	out.expect([](int t) {
		float most = -1, sum = 0;
		int down = 3000;
		for (int i = t; i < 3001; i += 64) {
			most = fmaxf(most, (float)(i * 31 % 257));
			sum = fmaf((float)(i * 31 % 257), (float)(down % 5), sum);
			down -= 1;
		}
		return most + sum;
	});
	return unit_finish();
}
