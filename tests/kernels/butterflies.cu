// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Butterflies over warps and parts of them, with distances going down, up and otherwise, of all kinds of numbers, whose steps are used
// beside their end, and of floats whose sums depend on the order: each lane must have what its own way through the steps gives.
#include "kernels/kernel_test.h"

#include <math.h>

enum { THREADS = 128, WARP = 32, ORDERS = 5, STEPS = 5 };

// Distances of each order, 0: no step.
__host__ __device__ constexpr int distance_of(int order, int step)
{
	return order == 0 ? 16 >> step : order == 1 ? 1 << step : order == 2 ? 4 >> step : order == 3 ? step == 0 ? 31 : step == 1 ? 8 : step == 2 ? 2 : 0 :
	       step == 0 ? 5 : step == 1 ? 16 : step == 2 ? 10 : step == 3 ? 1 : 0;
}

struct Sum {
	template <class T>
	__host__ __device__ static T join(T a, T b) { return a + b; }
};
struct Product {
	template <class T>
	__host__ __device__ static T join(T a, T b) { return a * b; }
};
struct Greatest {
	template <class T>
	__host__ __device__ static T join(T a, T b) { return a > b ? a : b; }
	__host__ __device__ static float join(float a, float b) { return fmaxf(a, b); }
	__host__ __device__ static double join(double a, double b) { return fmax(a, b); }
};
struct Bits {
	template <class T>
	__host__ __device__ static T join(T a, T b) { return (T)((long long)a ^ (long long)b); }
};
struct Difference { // doesn't commute
	template <class T>
	__host__ __device__ static T join(T a, T b) { return a - b; }
};

template <class T>
__host__ __device__ T number(int i) { return (T)(i * 7919 % 1013 - 400) / (T)(sizeof(T) > 2 && (T)0.5 != (T)0 ? 37 : 1); }

template <class Operation, class T, int ORDER>
__global__ void butterfly(T *out, T *between)
{
	T value = number<T>(threadIdx.x);
#pragma unroll
	for (int step = 0; step < STEPS; step++) {
		if (distance_of(ORDER, step) == 0)
			continue;
		value = Operation::join(value, __shfl_xor_sync(~0u, value, distance_of(ORDER, step)));
		if (step == 1)
			between[threadIdx.x] = value;
	}
	out[threadIdx.x] = value;
}

template <class Operation, class T, int ORDER>
static void try_order()
{
	T value[THREADS], between[THREADS], next[THREADS];
	for (int i = 0; i < THREADS; i++)
		value[i] = number<T>(i);
	for (int step = 0; step < STEPS; step++) {
		int distance = distance_of(ORDER, step);
		for (int i = 0; i < THREADS && distance; i++)
			next[i] = Operation::join(value[i], value[i ^ distance]);
		if (distance)
			memcpy(value, next, sizeof(value));
		if (step == 1)
			memcpy(between, value, sizeof(value));
	}
	Buffer<T> out(THREADS), steps(THREADS);
	butterfly<Operation, T, ORDER><<<1, THREADS>>>(out.device, steps.device);
	out.expect([&](int i) { return value[i]; });
	steps.expect([&](int i) { return between[i]; });
}

template <class Operation, class T>
static void try_orders()
{
	try_order<Operation, T, 0>();
	try_order<Operation, T, 1>();
	try_order<Operation, T, 2>();
	try_order<Operation, T, 3>();
	try_order<Operation, T, 4>();
}

// All lanes' result is the start of something else, as of a second sum.
__global__ void twice(const float *in, float *out)
{
	float x = in[blockIdx.x * WARP + threadIdx.x], most = x;
	for (int distance = 16; distance > 0; distance /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, distance));
	float part = x - most, sum = part;
	for (int distance = 1; distance < WARP; distance *= 2)
		sum += __shfl_xor_sync(~0u, sum, distance);
	out[blockIdx.x * WARP + threadIdx.x] = part * sum;
}

int main()
{
	try_orders<Sum, float>();
	try_orders<Sum, double>();
	try_orders<Sum, int>();
	try_orders<Sum, long long>();
	try_orders<Product, float>();
	try_orders<Product, unsigned>();
	try_orders<Greatest, float>();
	try_orders<Greatest, double>();
	try_orders<Greatest, int>();
	try_orders<Greatest, unsigned long long>();
	try_orders<Bits, unsigned>();
	try_orders<Difference, float>();
	try_orders<Difference, int>();

	Buffer<float> in(4 * WARP), out(4 * WARP);
	in.fill([](int i) { return number<float>(i); });
	twice<<<4, WARP>>>(in.device, out.device);
	out.expect([](int i) {
		float most = -INFINITY, sum[WARP], next[WARP];
		for (int k = 0; k < WARP; k++)
			most = fmaxf(most, number<float>(i / WARP * WARP + k));
		for (int k = 0; k < WARP; k++)
			sum[k] = number<float>(i / WARP * WARP + k) - most;
		float part = sum[i % WARP];
		for (int distance = 1; distance < WARP; distance *= 2) {
			for (int k = 0; k < WARP; k++)
				next[k] = sum[k] + sum[k ^ distance];
			memcpy(sum, next, sizeof(sum));
		}
		return part * sum[i % WARP];
	});
	return unit_finish();
}
