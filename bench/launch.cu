// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch costs beside an empty OpenMP parallel region over the same cores, in the same
// process and turn about: launch and synchronise, and enqueueing alone.  What grids take after the
// host has worked for a while, beside those that follow one another.  And what the second core
// adds: the same compute-bound grid with one worker and with two (run with ANYWARP_WORKERS set).
#include <cuda_runtime.h>
#include <string.h>

#include "bench.h"

extern "C" void openmp_empty_region(int threads);

__global__ void empty() {}

__global__ void compute(float *out, int turns)
{
	float x = threadIdx.x * 1e-3f;
	for (int i = 0; i < turns; i++)
		x = x * 0.999f + 0.5f;
	out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

enum { ROUNDS = 301, BATCH = 100 };

static void launches(int cores)
{
	static double region[ROUNDS], both[ROUNDS], enqueue[ROUNDS];
	for (int round = 0; round < ROUNDS; round++) {
		double start = bench_now();
		for (int i = 0; i < BATCH; i++)
			openmp_empty_region(cores);
		region[round] = (bench_now() - start) / BATCH;

		start = bench_now();
		for (int i = 0; i < BATCH; i++) {
			empty<<<cores, 1>>>();
			cudaDeviceSynchronize();
		}
		both[round] = (bench_now() - start) / BATCH;

		start = bench_now();
		for (int i = 0; i < BATCH; i++)
			empty<<<cores, 1>>>();
		enqueue[round] = (bench_now() - start) / BATCH;
		cudaDeviceSynchronize();
	}
	double of_region = bench_median(region, ROUNDS), of_both = bench_median(both, ROUNDS);
	double of_enqueue = bench_median(enqueue, ROUNDS);
	bench_report("openmp.region", of_region * 1e6, "us", "");
	bench_report("launch.synchronise", of_both * 1e6, "us", "");
	bench_report("launch.synchronise/openmp.region", of_both / of_region, "ratio", "<= 1.5");
	bench_report("launch.enqueue", of_enqueue * 1e6, "us", "");
	bench_report("launch.enqueue/openmp.region", of_enqueue / of_region, "ratio", "<= 0.5");
}

static bool pauses(int cores)
{
	static const int microseconds[] = { 0, 60, 200, 900 };
	enum { COUNT = sizeof(microseconds) / sizeof(*microseconds), THREADS = 128 };
	static double seconds[ROUNDS];
	float *out;
	const int blocks = 8 * cores;
	if (cudaMalloc((void **)&out, blocks * THREADS * sizeof(float)) != cudaSuccess)
		return false;
	double in_row = 0;
	for (int pause = 0; pause < COUNT; pause++) {
		for (int round = 0; round < ROUNDS; round++) {
			double start = bench_now();
			while (bench_now() - start < microseconds[pause] * 1e-6)
				;
			start = bench_now();
			compute<<<blocks, THREADS>>>(out, 500);
			cudaDeviceSynchronize();
			seconds[round] = bench_now() - start;
		}
		double median = bench_median(seconds, ROUNDS);
		in_row = pause == 0 ? median : in_row;
		char name[64];
		snprintf(name, sizeof(name), "grid.after_%d_us", microseconds[pause]);
		bench_report(name, median * 1e6, "us", "");
		snprintf(name, sizeof(name), "grid.after_%d_us/grid.after_0_us", microseconds[pause]);
		if (pause > 0)
			bench_report(name, median / in_row, "ratio", "");
	}
	return cudaFree(out) == cudaSuccess;
}

int main(int argc, char **argv)
{
	cudaDeviceProp properties;
	if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
		return 1;
	if (argc < 2 || strcmp(argv[1], "grid")) {
		launches(properties.multiProcessorCount);
		return !pauses(properties.multiProcessorCount);
	}
	const int blocks = 512, threads = 128, rounds = 15; // "grid": the median seconds of one grid, for the script
	static double seconds[rounds];
	float *out;
	if (cudaMalloc((void **)&out, blocks * threads * sizeof(float)) != cudaSuccess)
		return 1;
	for (int round = 0; round < rounds; round++) {
		double start = bench_now();
		compute<<<blocks, threads>>>(out, 1000);
		cudaDeviceSynchronize();
		seconds[round] = bench_now() - start;
	}
	printf("%.9f\n", bench_median(seconds, rounds));
	return cudaFree(out) != cudaSuccess;
}
