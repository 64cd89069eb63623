// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An executable graph does the same however often it is launched, on whatever stream, and what was changed in it since; devices may keep
// it as a whole between changes.
#include "api/support/api_test.h"

__global__ void add(int *to, const int *from, int step)
{
	*to = *from + step;
}

__global__ void join(int *to, const int *left, const int *right)
{
	*to = *left * 1000 + *right;
}

static void CUDART_CB count(void *user)
{
	++*(int *)user;
}

static int *data, *pinned, calls;

// host -> data[0] -> two branches -> data[3] -> pinned, and a host function
static cudaGraph_t make(int *host, cudaGraphNode_t *left, cudaKernelNodeParams *params)
{
	static int *to, *from, step;
	static void *arguments[] = { &to, &from, &step };
	cudaGraph_t graph;
	cudaGraphNode_t copy, right, both, back, call;
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphAddMemcpyNode1D(&copy, graph, NULL, 0, data, host, sizeof(int), cudaMemcpyHostToDevice));
	*params = {};
	params->func = (void *)add;
	params->gridDim = params->blockDim = dim3(1);
	params->kernelParams = arguments;
	to = data + 1, from = data, step = 1;
	SUCCEEDS(cudaGraphAddKernelNode(left, graph, &copy, 1, params));
	to = data + 2, step = 2;
	SUCCEEDS(cudaGraphAddKernelNode(&right, graph, &copy, 1, params));
	cudaKernelNodeParams joined = *params;
	static int *target, *l, *r;
	static void *three[] = { &target, &l, &r };
	target = data + 3, l = data + 1, r = data + 2;
	joined.func = (void *)join;
	joined.kernelParams = three;
	cudaGraphNode_t branches[] = { *left, right };
	SUCCEEDS(cudaGraphAddKernelNode(&both, graph, branches, 2, &joined));
	SUCCEEDS(cudaGraphAddMemcpyNode1D(&back, graph, &both, 1, pinned, data + 3, sizeof(int), cudaMemcpyDeviceToHost));
	cudaHostNodeParams host_params = { count, &calls };
	SUCCEEDS(cudaGraphAddHostNode(&call, graph, &back, 1, &host_params));
	to = data + 1, step = 1;
	return graph;
}

// One launch, after which the host function has run once more.
static void launch(cudaGraphExec_t exec, cudaStream_t stream, int expected)
{
	int before = calls;
	*pinned = -1;
	SUCCEEDS(cudaGraphLaunch(exec, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK_EQUAL(*pinned, expected);
	CHECK_EQUAL(calls, before + 1);
}

static void memory(cudaStream_t stream)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t made, set, copied, gone;
	cudaMemAllocNodeParams params = {};
	params.poolProps.allocType = cudaMemAllocationTypePinned;
	params.poolProps.location = { cudaMemLocationTypeDevice, 0 };
	params.bytesize = 64;
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphAddMemAllocNode(&made, graph, NULL, 0, &params));
	cudaMemsetParams fill = {};
	fill.dst = params.dptr;
	fill.value = 0x5a;
	fill.elementSize = 1;
	fill.width = 64;
	fill.height = 1;
	SUCCEEDS(cudaGraphAddMemsetNode(&set, graph, &made, 1, &fill));
	SUCCEEDS(cudaGraphAddMemcpyNode1D(&copied, graph, &set, 1, pinned, params.dptr, sizeof(int), cudaMemcpyDeviceToHost));
	SUCCEEDS(cudaGraphAddMemFreeNode(&gone, graph, &copied, 1, params.dptr));
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	for (int i = 0; i < 4; i++) {
		*pinned = 0;
		SUCCEEDS(cudaGraphLaunch(exec, stream));
		SUCCEEDS(cudaStreamSynchronize(stream));
		CHECK_EQUAL(*pinned, 0x5a5a5a5a);
	}
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

static void branches(int *host, cudaStream_t stream, cudaStream_t other)
{
	cudaGraphExec_t exec;
	cudaGraphNode_t left;
	cudaKernelNodeParams params;
	cudaGraph_t graph = make(host, &left, &params);
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	// Host memory is read when the copy's turn comes.
	for (int i = 0; i < 5; i++) {
		*host = 10 * i;
		launch(exec, i % 2 ? stream : 0, (10 * i + 1) * 1000 + 10 * i + 2);
	}
	// Changed once, and launched often enough to be kept again.
	*(int *)params.kernelParams[2] = 7;
	SUCCEEDS(cudaGraphExecKernelNodeSetParams(exec, left, &params));
	for (int i = 0; i < 5; i++) {
		*host = i;
		launch(exec, i % 2 ? other : stream, (i + 7) * 1000 + i + 2);
	}
	// Changed before each launch.
	for (int i = 0; i < 4; i++) {
		*(int *)params.kernelParams[2] = 20 + i;
		SUCCEEDS(cudaGraphExecKernelNodeSetParams(exec, left, &params));
		*host = i;
		launch(exec, stream, (i + 20 + i) * 1000 + i + 2);
	}
	// Without the left branch data[1] stays.
	int kept = 3 + 23;
	SUCCEEDS(cudaGraphNodeSetEnabled(exec, left, 0));
	for (int i = 0; i < 4; i++) {
		*host = 100 + i;
		launch(exec, stream, kept * 1000 + 102 + i);
	}
	SUCCEEDS(cudaGraphNodeSetEnabled(exec, left, 1));
	cudaGraphExecUpdateResultInfo result;
	*(int *)params.kernelParams[2] = 5;
	SUCCEEDS(cudaGraphKernelNodeSetParams(left, &params));
	SUCCEEDS(cudaGraphExecUpdate(exec, graph, &result));
	for (int i = 0; i < 4; i++) {
		*host = i;
		launch(exec, 0, (i + 5) * 1000 + i + 2);
	}
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

// Launches follow each other across streams: each counts data[0] up twice.
static void order(cudaStream_t stream, cudaStream_t other)
{
	cudaGraph_t chain;
	cudaGraphExec_t counting;
	SUCCEEDS(cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal));
	add<<<1, 1, 0, other>>>(data, data, 1);
	add<<<1, 1, 0, other>>>(data, data, 1);
	SUCCEEDS(cudaStreamEndCapture(other, &chain));
	SUCCEEDS(cudaGraphInstantiate(&counting, chain, 0));
	SUCCEEDS(cudaMemset(data, 0, sizeof(int)));
	for (int i = 0; i < 100; i++)
		SUCCEEDS(cudaGraphLaunch(counting, i % 3 ? stream : other));
	SUCCEEDS(cudaDeviceSynchronize());
	SUCCEEDS(cudaMemcpy(pinned, data, sizeof(int), cudaMemcpyDeviceToHost));
	CHECK_EQUAL(*pinned, 200);
	// What is destroyed while it runs is still done.
	SUCCEEDS(cudaGraphLaunch(counting, stream));
	SUCCEEDS(cudaGraphExecDestroy(counting));
	SUCCEEDS(cudaStreamSynchronize(stream));
	SUCCEEDS(cudaMemcpy(pinned, data, sizeof(int), cudaMemcpyDeviceToHost));
	CHECK_EQUAL(*pinned, 202);
	SUCCEEDS(cudaGraphDestroy(chain));
}

int main()
{
	cudaStream_t stream, other;
	int *pageable = (int *)malloc(sizeof(int)), *host;
	SUCCEEDS(cudaMalloc(&data, 4 * sizeof(int)));
	SUCCEEDS(cudaMallocHost(&pinned, sizeof(int)));
	SUCCEEDS(cudaMallocHost(&host, sizeof(int)));
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
	branches(pageable, stream, other);
	branches(host, stream, other);
	order(stream, other);
	memory(stream);
	free(pageable);
	return unit_finish();
}
