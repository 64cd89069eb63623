// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shuffle tree in AVX-512 intrinsics; where the machine has none, what the compiler makes of a loop.
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "problem.h"

enum { LANES = 32, PER_THREAD = 16, FORMS = 5 };

#ifdef __AVX512F__

// The sum of all lanes, in every lane.
static inline __m512i tree(__m512i values)
{
	values = _mm512_add_epi32(values, _mm512_shuffle_i64x2(values, values, 0x4e));
	values = _mm512_add_epi32(values, _mm512_shuffle_i64x2(values, values, 0xb1));
	values = _mm512_add_epi32(values, _mm512_shuffle_epi32(values, 0x4e));
	return _mm512_add_epi32(values, _mm512_shuffle_epi32(values, 0xb1));
}

static inline void row(const int *input, int *output)
{
	__m512i low = _mm512_loadu_si512(input), high = _mm512_loadu_si512(input + 16);
	low = _mm512_mullo_epi32(low, low);
	high = _mm512_mullo_epi32(high, high);
	__m512i sum = tree(_mm512_add_epi32(low, high));
	_mm512_storeu_si512(output, _mm512_sub_epi32(_mm512_slli_epi32(low, 5), sum));
	_mm512_storeu_si512(output + 16, _mm512_sub_epi32(_mm512_slli_epi32(high, 5), sum));
}

static inline int block(const int *input, int count)
{
	__m512i low = _mm512_setzero_si512(), high = low;
	for (int i = 0; i < count; i += 32) {
		low = _mm512_add_epi32(low, _mm512_loadu_si512(input + i));
		high = _mm512_add_epi32(high, _mm512_loadu_si512(input + i + 16));
	}
	return _mm512_cvtsi512_si32(tree(_mm512_add_epi32(low, high)));
}

#else

static inline void row(const int *input, int *output)
{
	int sum = 0;
#pragma omp simd reduction(+ : sum)
	for (int i = 0; i < LANES; i++)
		sum += input[i] * input[i];
#pragma omp simd
	for (int i = 0; i < LANES; i++)
		output[i] = input[i] * input[i] * LANES - sum;
}

static inline int block(const int *input, int count)
{
	int sum = 0;
#pragma omp simd reduction(+ : sum)
	for (int i = 0; i < count; i++)
		sum += input[i];
	return sum;
}

#endif

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const int *input = data[0];
	int *output = data[1], rows = problem->size[0], per_block = problem->size[1] * PER_THREAD;
	if (problem->which < FORMS) {
#pragma omp parallel for schedule(static)
		for (int i = 0; i < rows; i++)
			row(input + (size_t)i * LANES, output + (size_t)i * LANES);
		return;
	}
#pragma omp parallel for schedule(static)
	for (int i = 0; i < rows * LANES / per_block; i++)
		output[i] = block(input + (size_t)i * per_block, per_block);
}
