// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients and remainders by what a launch decides: all pairs of numbers and divisors at the ends of their ranges, by 0 and -1 too,
// signed and unsigned, of 32 and 64 bits; divisors that are members of structures, products, blockDim and gridDim; in loops; in
// grids large enough for neighbouring blocks to be run as one.
#include <cstdint>
#include <type_traits>

#include "unit/unit.h"

template <class T> __global__ void both(const T *numbers, T *quotients, T *remainders, T divisor, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		quotients[i] = numbers[i] / divisor;
		remainders[i] = numbers[i] % divisor;
	}
}

template <class T> __global__ void both_in_turns(const T *numbers, T *quotients, T *remainders, T divisor, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		quotients[i] = numbers[i] / divisor;
		remainders[i] = numbers[i] % divisor;
	}
}

// Numbers of which 32 bits are used.
template <class T> __global__ void both_of_half(const T *numbers, T *quotients, T *remainders, T divisor, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		unsigned half = (unsigned)numbers[i];
		quotients[i] = half / divisor;
		remainders[i] = half % divisor;
	}
}

struct shape {
	char name;
	int width, height;
	long long layers;
};

// The place of element I when the four dimensions of a tensor are taken in reverse order.
__global__ void reverse(const float *from, float *to, struct shape shape, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int x = i % shape.width, y = i / shape.width % shape.height, z = i / (shape.width * shape.height);
	int layer = z % (int)shape.layers, image = z / (int)shape.layers, images = n / (shape.width * shape.height * (int)shape.layers);
	to[((x * shape.height + y) * (int)shape.layers + layer) * images + image] = from[i];
}

__global__ void count(const unsigned *keys, int n, int *counts, unsigned buckets)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&counts[keys[i] * 2654435761u % buckets], 1);
}

__global__ void places(const unsigned *from, unsigned *to, int half)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = from[i];
	to[i] = x / blockDim.x * 3 + x % gridDim.x + x / (half / 2 + 1) + (half ? x % (unsigned)half : 7);
}

template <class T> static T quotient(T a, T b)
{
	typedef typename std::make_unsigned<T>::type bits;
	return b == 0 ? (T)-1 : std::is_signed<T>::value && b == (T)-1 ? (T)(0 - (bits)a) : a / b;
}

template <class T> static T *make(size_t count)
{
	T *memory;
	CHECK(cudaMallocManaged((void **)&memory, count * sizeof(T)) == cudaSuccess);
	return memory;
}

template <class T> static void check_pairs(void)
{
	enum { LENGTHS = sizeof(T) * 8, COUNT = LENGTHS * 6 + 40 };
	T *numbers = make<T>(COUNT), *quotients = make<T>(COUNT), *remainders = make<T>(COUNT), divisors[COUNT];
	uint64_t state = 7;
	for (int i = 0; i < COUNT; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		uint64_t power = (uint64_t)1 << i / 6 % LENGTHS, near = power + i % 3 - 1;
		numbers[i] = divisors[i] = (T)(i >= LENGTHS * 6 ? state >> (state >> 58) : i % 6 < 3 ? near : 0 - near);
	}
	int wrong = 0;
	for (T d : divisors)
		for (int way = 0; way < (sizeof(T) == 8 ? 3 : 2); way++) {
			if (way == 0)
				both<<<(COUNT + 63) / 64, 64>>>(numbers, quotients, remainders, d, COUNT);
			else if (way == 1)
				both_in_turns<<<1, 96>>>(numbers, quotients, remainders, d, COUNT);
			else
				both_of_half<<<(COUNT + 63) / 64, 64>>>(numbers, quotients, remainders, d, COUNT);
			CHECK(cudaDeviceSynchronize() == cudaSuccess);
			for (int i = 0; i < COUNT; i++) {
				typedef typename std::make_unsigned<T>::type bits;
				T x = way == 2 ? (T)(unsigned)numbers[i] : numbers[i], q = quotient(x, d);
				T r = d ? (T)((bits)x - (bits)q * (bits)d) : x;
				wrong += quotients[i] != q || remainders[i] != r;
			}
		}
	CHECK(wrong == 0);
	for (T *memory : { numbers, quotients, remainders })
		CHECK(cudaFree(memory) == cudaSuccess);
}

static void check_reverse(struct shape shape, int images)
{
	int n = shape.width * shape.height * (int)shape.layers * images, wrong = 0;
	float *from = make<float>(n), *to = make<float>(n);
	for (int i = 0; i < n; i++)
		from[i] = (float)i;
	reverse<<<(n + 255) / 256, 256>>>(from, to, shape, n);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int i = 0; i < n; i++) {
		int image = i % images, layer = i / images % (int)shape.layers, y = i / images / (int)shape.layers % shape.height;
		int x = i / images / (int)shape.layers / shape.height;
		wrong += to[i] != (float)(((image * (int)shape.layers + layer) * shape.height + y) * shape.width + x);
	}
	CHECK(wrong == 0);
	CHECK(cudaFree(from) == cudaSuccess && cudaFree(to) == cudaSuccess);
}

static void check_count(unsigned buckets)
{
	const int n = 30000;
	unsigned *keys = make<unsigned>(n);
	int *counts = make<int>(buckets), *expected = new int[buckets](), wrong = 0;
	for (unsigned i = 0; i < buckets; i++)
		counts[i] = 0;
	for (int i = 0; i < n; i++) {
		keys[i] = i * 40503u + 11;
		expected[keys[i] * 2654435761u % buckets]++;
	}
	count<<<7, 96>>>(keys, n, counts, buckets);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (unsigned i = 0; i < buckets; i++)
		wrong += counts[i] != expected[i];
	CHECK(wrong == 0);
	delete[] expected;
	CHECK(cudaFree(keys) == cudaSuccess && cudaFree(counts) == cudaSuccess);
}

static void check_places(int half)
{
	const unsigned blocks = 21, threads = 96, n = blocks * threads;
	unsigned *from = make<unsigned>(n), *to = make<unsigned>(n), wrong = 0;
	for (unsigned i = 0; i < n; i++)
		from[i] = i * 2654435761u;
	places<<<blocks, threads>>>(from, to, half);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (unsigned i = 0; i < n; i++) {
		unsigned x = from[i];
		wrong += to[i] != x / threads * 3 + x % blocks + x / (unsigned)(half / 2 + 1) + (half ? x % (unsigned)half : 7);
	}
	CHECK(wrong == 0);
	CHECK(cudaFree(from) == cudaSuccess && cudaFree(to) == cudaSuccess);
}

int main(void)
{
	check_pairs<int>();
	check_pairs<unsigned>();
	check_pairs<long long>();
	check_pairs<unsigned long long>();
	check_reverse({ 'a', 7, 5, 3 }, 2);
	check_reverse({ 'b', 1, 64, 1 }, 9);
	check_reverse({ 'c', 61, 67, 31 }, 33);
	for (unsigned buckets : { 1u, 2u, 97u, 4096u })
		check_count(buckets);
	for (int half : { 0, 1, 2, 100, -8, 0x7fffffff })
		check_places(half);
	return unit_finish();
}
