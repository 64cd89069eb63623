// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch costs on a GPU by the host's clock: enqueueing alone, launch and synchronise, and a graph of some kernels until it is done;
// and the time from the start of main to the end of the first kernel.  Medians; made by awcc and by nvcc (bench/gpu).
#include <cuda_runtime.h>

#include "bench.h"

__global__ void empty() {}
__global__ void add(float *a, const float *b, const float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = b[i] + c[i];
}

enum { ROUNDS = 301, BATCH = 100, NODES = 20 };

// A chain of kernels.
static cudaGraphExec_t make_graph()
{
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t made = NULL;
	cudaStreamCreate(&stream);
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	for (int i = 0; i < NODES; i++)
		add<<<1, 32, 0, stream>>>(NULL, NULL, NULL, 0);
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&made, graph, 0);
	return made;
}

// With an argument it ends after the first kernel.
int main(int argc, char **argv)
{
	static double enqueue[ROUNDS], arguments[ROUNDS], both[ROUNDS], graphs[ROUNDS];
	double start = bench_now();
	empty<<<1, 1>>>();
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	double first = bench_now() - start;
	(void)argv;
	if (argc > 1)
		return printf(".first_launch\t%.1f\t0\n", first * 1e6) < 0;
	cudaGraphExec_t graph = make_graph();
	for (int round = 0; round < ROUNDS; round++) {
		start = bench_now();
		for (int i = 0; i < BATCH; i++)
			empty<<<1, 1>>>();
		enqueue[round] = (bench_now() - start) / BATCH;
		cudaDeviceSynchronize();
		start = bench_now();
		for (int i = 0; i < BATCH; i++)
			add<<<1, 32>>>(NULL, NULL, NULL, 0);
		arguments[round] = (bench_now() - start) / BATCH;
		cudaDeviceSynchronize();
		start = bench_now();
		for (int i = 0; i < BATCH; i++) {
			empty<<<1, 1>>>();
			cudaDeviceSynchronize();
		}
		both[round] = (bench_now() - start) / BATCH;
		start = bench_now();
		for (int i = 0; i < BATCH / NODES; i++)
			cudaGraphLaunch(graph, 0);
		cudaDeviceSynchronize();
		graphs[round] = (bench_now() - start) / (BATCH / NODES);
	}
	printf(".enqueue\t%.3f\t0\n", bench_median(enqueue, ROUNDS) * 1e6);
	printf(".enqueue_4_arguments\t%.3f\t0\n", bench_median(arguments, ROUNDS) * 1e6);
	printf(".graph_of_%d\t%.3f\t0\n", NODES, bench_median(graphs, ROUNDS) * 1e6);
	printf(".launch_and_synchronise\t%.3f\t0\n", bench_median(both, ROUNDS) * 1e6);
	printf(".first_launch\t%.1f\t0\n", first * 1e6);
	return 0;
}
