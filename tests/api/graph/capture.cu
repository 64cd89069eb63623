// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUNS: ANYWARP_STRATEGY=fiber,simd
//
// Stream capture: what becomes a node, forks and joins over events, what a launch of the graph computes.
#include "api/support/api_test.h"

__global__ void add(int *data, int value, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		data[i] += value;
}

__global__ void sum(const int *a, const int *b, int *c, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		c[i] = a[i] + b[i];
}

enum { COUNT = 1000, BYTES = COUNT * sizeof(int) };

static void fork_and_join(void)
{
	cudaStream_t first, second;
	cudaEvent_t fork, join;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	int *a, *b, *c, *host;
	cudaStreamCaptureStatus status;
	SUCCEEDS(cudaStreamCreate(&first));
	SUCCEEDS(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
	SUCCEEDS(cudaEventCreate(&fork));
	SUCCEEDS(cudaEventCreate(&join));
	SUCCEEDS(cudaMalloc(&a, BYTES));
	SUCCEEDS(cudaMalloc(&b, BYTES));
	SUCCEEDS(cudaMalloc(&c, BYTES));
	SUCCEEDS(cudaMallocHost(&host, BYTES));
	SUCCEEDS(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
	SUCCEEDS(cudaStreamIsCapturing(first, &status));
	CHECK_EQUAL(status, cudaStreamCaptureStatusActive);
	SUCCEEDS(cudaMemsetAsync(a, 0, BYTES, first));
	SUCCEEDS(cudaEventRecord(fork, first));
	SUCCEEDS(cudaStreamWaitEvent(second, fork, 0));
	SUCCEEDS(cudaStreamIsCapturing(second, &status));
	CHECK_EQUAL(status, cudaStreamCaptureStatusActive);
	SUCCEEDS(cudaMemsetAsync(b, 0, BYTES, second));
	add<<<4, 256, 0, second>>>(b, 30, COUNT);
	add<<<4, 256, 0, first>>>(a, 5, COUNT);
	SUCCEEDS(cudaEventRecord(join, second));
	SUCCEEDS(cudaStreamWaitEvent(first, join, 0));
	sum<<<4, 256, 0, first>>>(a, b, c, COUNT);
	SUCCEEDS(cudaMemcpyAsync(host, c, BYTES, cudaMemcpyDeviceToHost, first));
	SUCCEEDS(cudaStreamEndCapture(first, &graph));
	SUCCEEDS(cudaStreamIsCapturing(second, &status));
	CHECK_EQUAL(status, cudaStreamCaptureStatusNone);
	size_t nodes = 0, edges = 0, roots = 0;
	SUCCEEDS(cudaGraphGetNodes(graph, NULL, &nodes));
	SUCCEEDS(cudaGraphGetEdges(graph, NULL, NULL, &edges));
	SUCCEEDS(cudaGraphGetRootNodes(graph, NULL, &roots));
	CHECK_EQUAL(nodes, 6);
	CHECK_EQUAL(edges, 6);
	CHECK_EQUAL(roots, 1);
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	SUCCEEDS(cudaGraphDestroy(graph));
	for (int turn = 0; turn < 20; turn++) {
		memset(host, 0, BYTES);
		SUCCEEDS(cudaGraphLaunch(exec, turn & 1 ? second : first));
		SUCCEEDS(cudaStreamSynchronize(turn & 1 ? second : first));
		int wrong = 0;
		for (int i = 0; i < COUNT; i++)
			wrong += host[i] != 35;
		CHECK_EQUAL(wrong, 0);
	}
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaStreamDestroy(first));
	SUCCEEDS(cudaStreamDestroy(second));
}

// Arguments are those of the capture, whatever becomes of the variables; launches follow one another.
static void arguments_are_copied(void)
{
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	int *data, result = 0;
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaMalloc(&data, sizeof(int)));
	SUCCEEDS(cudaMemset(data, 0, sizeof(int)));
	SUCCEEDS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
	for (int value = 1; value <= 4; value++)
		add<<<1, 32, 0, stream>>>(data, value, 1);
	SUCCEEDS(cudaStreamEndCapture(stream, &graph));
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	for (int turn = 0; turn < 10; turn++)
		SUCCEEDS(cudaGraphLaunch(exec, stream));
	SUCCEEDS(cudaMemcpyAsync(&result, data, sizeof(int), cudaMemcpyDeviceToHost, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK_EQUAL(result, 100);
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

static void count_up(void *data)
{
	++*(int *)data;
}

// Host functions, pageable memory that is read when its turn comes, captured launches of other graphs.
static void host_and_children(void)
{
	static int value = 6;
	static int landed;
	cudaStream_t stream;
	cudaGraph_t inner, outer;
	cudaGraphExec_t inner_exec, exec;
	int *data;
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaMalloc(&data, sizeof(int)));
	SUCCEEDS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
	SUCCEEDS(cudaLaunchHostFunc(stream, count_up, &value));
	SUCCEEDS(cudaMemcpyAsync(data, &value, sizeof(int), cudaMemcpyHostToDevice, stream));
	SUCCEEDS(cudaStreamEndCapture(stream, &inner));
	SUCCEEDS(cudaGraphInstantiate(&inner_exec, inner, 0));
	SUCCEEDS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
	SUCCEEDS(cudaGraphLaunch(inner_exec, stream));
	add<<<1, 1, 0, stream>>>(data, 100, 1);
	SUCCEEDS(cudaMemcpyAsync(&landed, data, sizeof(int), cudaMemcpyDeviceToHost, stream));
	SUCCEEDS(cudaStreamEndCapture(stream, &outer));
	CHECK_EQUAL(value, 6);
	SUCCEEDS(cudaGraphInstantiate(&exec, outer, 0));
	SUCCEEDS(cudaGraphLaunch(exec, stream));
	SUCCEEDS(cudaGraphLaunch(exec, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK_EQUAL(value, 8);
	CHECK_EQUAL(landed, 108);
}

int main(void)
{
	fork_and_join();
	arguments_are_copied();
	host_and_children();
	return unit_finish();
}
