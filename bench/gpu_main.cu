// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One of kernels/NAME on a GPU: the same program is made by awcc and by nvcc (bench/gpu), gets the same fresh
// random data and prints, for each problem, the median of event times and what describes the outputs:
//     problem <tab> microseconds <tab> sum of each output and of its squares
#include <cuda_runtime.h>
#include <string.h>

#include <cmath>

#include "bench.h"
#include "problem.h"

enum { MOST_ROUNDS = 200, LEAST_ROUNDS = 9 };

#define GOOD(...) good((__VA_ARGS__), __LINE__)
static void good(cudaError_t error, int line)
{
	if (error == cudaSuccess)
		return;
	printf("line %d: %s\n", line, cudaGetErrorName(error));
	exit(1);
}

// The same numbers on every machine (xorshift64*).
static double random_number()
{
	static unsigned long long state;
	if (!state)
		state = getenv("BENCH_SEED") ? strtoull(getenv("BENCH_SEED"), NULL, 10) : 88172645463325252ull;
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (double)(state * 2685821657736338717ull >> 11) / 9007199254740992.0;
}

static void fill(const struct bench_problem *problem, const struct bench_array *array, void *items)
{
	if (array->fill) {
		array->fill(problem, items);
		return;
	}
	for (size_t i = 0; i < array->count; i++) {
		double value = array->low + random_number() * (array->high - array->low);
		if (array->type == BENCH_INT)
			((int *)items)[i] = (int)floor(value);
		else
			((float *)items)[i] = (float)value;
	}
}

static void describe(const struct bench_array *array, const void *items)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < array->count; i++) {
		double value = array->type == BENCH_INT ? ((const int *)items)[i] : ((const float *)items)[i];
		sum += value;
		squares += value * value;
	}
	printf("\t%.6g %.6g", sum, squares);
}

struct arrays {
	void *host[BENCH_ARRAYS], *device[BENCH_ARRAYS];
};

static void prepare(const struct bench_problem *problem, struct arrays *arrays)
{
	for (int i = 0; i < BENCH_ARRAYS && problem->arrays[i].count; i++) {
		const struct bench_array *array = &problem->arrays[i];
		arrays->host[i] = calloc(array->count, 4);
		GOOD(cudaMalloc(&arrays->device[i], array->count * 4));
		GOOD(cudaMemset(arrays->device[i], 0x7f, array->count * 4));
		if (array->role == BENCH_IN || array->role == BENCH_INOUT)
			fill(problem, array, arrays->host[i]);
		if (array->role == BENCH_IN)
			GOOD(cudaMemcpy(arrays->device[i], arrays->host[i], array->count * 4, cudaMemcpyHostToDevice));
	}
}

static double run_once(const struct bench_problem *problem, struct arrays *arrays, cudaEvent_t start, cudaEvent_t end)
{
	float milliseconds;
	for (int i = 0; i < BENCH_ARRAYS && problem->arrays[i].count; i++)
		if (problem->arrays[i].role == BENCH_INOUT)
			GOOD(cudaMemcpy(arrays->device[i], arrays->host[i], problem->arrays[i].count * 4, cudaMemcpyHostToDevice));
	GOOD(cudaDeviceSynchronize());
	GOOD(cudaEventRecord(start));
	bench_run(problem, arrays->device);
	GOOD(cudaEventRecord(end));
	GOOD(cudaEventSynchronize(end));
	GOOD(cudaEventElapsedTime(&milliseconds, start, end));
	return milliseconds * 1e3;
}

static void solve(const struct bench_problem *problem)
{
	static double times[MOST_ROUNDS];
	struct arrays arrays = {};
	cudaEvent_t start, end;
	GOOD(cudaEventCreate(&start));
	GOOD(cudaEventCreate(&end));
	prepare(problem, &arrays);
	for (int i = 0; i < 3; i++)
		run_once(problem, &arrays, start, end);
	int count = 0;
	for (double spent = 0; count < LEAST_ROUNDS || (count < MOST_ROUNDS && spent < 100e3); count++)
		spent += times[count] = run_once(problem, &arrays, start, end);
	printf("%s\t%.2f", problem->variant, bench_median(times, count));
	for (int i = 0; i < BENCH_ARRAYS && problem->arrays[i].count; i++) {
		const struct bench_array *array = &problem->arrays[i];
		if (array->role != BENCH_OUT && array->role != BENCH_INOUT)
			continue;
		GOOD(cudaMemcpy(arrays.host[i], arrays.device[i], array->count * 4, cudaMemcpyDeviceToHost));
		describe(array, arrays.host[i]);
	}
	printf("\n");
	for (int i = 0; i < BENCH_ARRAYS && problem->arrays[i].count; i++) {
		GOOD(cudaFree(arrays.device[i]));
		free(arrays.host[i]);
	}
}

int main()
{
	static struct bench_problem problems[BENCH_VARIANTS];
	int count = bench_problems(problems, 0);
	for (int i = 0; i < count; i++)
		solve(&problems[i]);
	return 0;
}
