// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row at a time. The exponential is a polynomial after the powers of two are split off, which both compilers turn into vectors:
// arguments are at most 0, and below -87 the result is next to 0. What is written goes past the caches.
#include "lanes.h"
#include "problem.h"

enum { COLUMNS = 1024 };

static inline float exponential(float x)
{
	const float shift = 12582912; // 1.5 * 2^23: the sum's last bits are the rounded integer
	x = x < -87 ? -87 : x;
	float shifted = x * 1.44269504f + shift, n = shifted - shift;
	float r = x - n * 0.693359375f + n * 2.12194440e-4f;
	float p = 1 + r * (1 + r * (0.5f + r * (1.66666567e-1f + r * (4.16664853e-2f + r * (8.33345205e-3f + r * 1.39319859e-3f)))));
	union {
		float number;
		unsigned bits;
	} power = { .number = shifted };
	power.bits = (power.bits + 127u - 0x4b400000u) << 23;
	return p * power.number;
}

static void softmax(const float *restrict input, float *restrict output)
{
	float values[COLUMNS], largest = input[0], sum = 0;
#pragma omp simd reduction(max : largest)
	for (int i = 0; i < COLUMNS; i++)
		largest = input[i] > largest ? input[i] : largest;
#pragma omp simd reduction(+ : sum)
	for (int i = 0; i < COLUMNS; i++) {
		values[i] = exponential(input[i] - largest);
		sum += values[i];
	}
	float factor = 1 / sum;
	for (int i = 0; i < COLUMNS; i += LANES)
		stream(output + i, load(values + i) * factor);
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const float *input = data[0];
	float *output = data[1];
#pragma omp parallel for schedule(static)
	for (long row = 0; row < problem->size[0]; row++)
		softmax(input + row * COLUMNS, output + row * COLUMNS);
}
