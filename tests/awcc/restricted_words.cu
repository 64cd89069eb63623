// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __restrict__ beside a type's name that is no pointer's, in front of the name or behind it, by a macro or not: nvcc takes it.
#include <cstdint>

#include "unit/unit.h"

#define ALONE __restrict__
typedef double number;

__host__ __device__ uint32_t first(const __restrict__ uint32_t *p) { return p[0]; }
__host__ __device__ number second(number __restrict *p, ALONE number *q) { return p[1] + q[1]; }
struct pairs {
	__device__ static void put(ALONE float2 *p, const number __restrict__ x) { p->y = (float)x; }
};

__global__ void kernel(const uint32_t *__restrict__ words, number *numbers, __restrict__ float2 *pair)
{
	numbers[0] = first(words);
	pairs::put(pair, second(numbers, numbers));
}

int main()
{
	uint32_t *words;
	number *numbers;
	float2 *pair;
	cudaMallocManaged(&words, sizeof(*words));
	cudaMallocManaged(&numbers, 2 * sizeof(*numbers));
	cudaMallocManaged(&pair, sizeof(*pair));
	words[0] = 7;
	numbers[1] = 1.5;
	kernel<<<1, 1>>>(words, numbers, pair);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	CHECK_EQUAL(numbers[0], 7);
	CHECK_EQUAL(pair->y, 3);
	CHECK_EQUAL(first(words) + second(numbers, numbers), 10);
	return unit_finish();
}
