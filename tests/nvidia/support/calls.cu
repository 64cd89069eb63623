// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "devices" lists the devices; "graph" and "graph+event" launch one, "library" and "library+event" one with work that a library gave to the
// driver itself; "handles" prints the handles of a stream and an event and whether the library that goes
// by the driver's name is the driver; "run" makes the usual calls on the first device and prints the first error.
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "kernels.h"

static int list_devices()
{
	int count = 0;
	cudaGetDeviceCount(&count);
	for (int i = 0; i < count; i++) {
		cudaDeviceProp properties;
		cudaGetDeviceProperties(&properties, i);
		printf("%s (%d.%d);", properties.name, properties.major, properties.minor);
	}
	return 0;
}

#define CALL(...) \
	if (cudaError_t error = (__VA_ARGS__)) { \
		printf("%s\n", cudaGetErrorName(error)); \
		return 0; \
	}

static float host[1024];

static int run()
{
	float *a, *b, *pinned, milliseconds;
	cudaStream_t stream;
	cudaEvent_t start, end;
	CALL(cudaMalloc(&a, sizeof(host)));
	CALL(cudaMalloc(&b, sizeof(host)));
	CALL(cudaMallocHost(&pinned, 64));
	CALL(cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice));
	CALL(cudaMemset(b, 0, sizeof(host)));
	add<<<dim3(4, 2), 256>>>(a, b, 1024);
	CALL(cudaGetLastError());
	CALL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	CALL(cudaEventCreate(&start));
	CALL(cudaEventCreate(&end));
	CALL(cudaEventRecord(start, stream));
	add<<<dim3(4, 2), 256, 16, stream>>>(a, b, 1024);
	CALL(cudaGetLastError());
	CALL(cudaEventRecord(end, stream));
	CALL(cudaStreamWaitEvent(0, end, 0));
	CALL(cudaStreamSynchronize(stream));
	for (int width : { 10, 0, -10 })
		rows<<<4, 256>>>((int *)a, width, 1024);
	CALL(cudaGetLastError());
	CALL(cudaDeviceSynchronize());
	CALL(cudaEventElapsedTime(&milliseconds, start, end));
	CALL(cudaMemcpy(host, a, sizeof(host), cudaMemcpyDeviceToHost));
	CALL(cudaFree(a));
	CALL(cudaFreeHost(pinned));
	printf("done %.1f ms\n", milliseconds);
	return 0;
}

static int show_handles()
{
	cudaStream_t stream;
	cudaEvent_t event;
	void *library = dlopen("libcuda.so.1", RTLD_NOW);
	CALL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	CALL(cudaEventCreate(&event));
	CALL(cudaEventRecord(event, stream));
	CALL(cudaEventRecord(event, cudaStreamPerThread));
	CALL(cudaEventRecord(event, cudaStreamLegacy));
	void *managed;
	CALL(cudaMallocManaged(&managed, 4096));
	CALL(cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, 0));
	CALL(cudaMemAdvise(managed, 100, cudaMemAdviseSetReadMostly, 0));
	CALL(cudaMemPrefetchAsync(managed, 4096, 0, stream));
	CALL(cudaMemPrefetchAsync(managed, 4096, cudaCpuDeviceId, stream));
	CALL(cudaFree(managed));
	printf("%p %p %s\n", (void *)stream, (void *)event, library && dlsym(library, "fake_call") ? "driver" : "other");
	CALL(cudaEventDestroy(event));
	CALL(cudaStreamDestroy(stream));
	return cudaEventQuery(event) != cudaErrorInvalidResourceHandle;
}

// Three launches as made, one with another argument, and as many as it takes to record that; "outside": with an event's node.
static int launch_graph(bool outside)
{
	float *a;
	int count = 7, changed = 8;
	void *arguments[] = { &a, &a, &count };
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t first, second, third;
	cudaEvent_t event;
	CALL(cudaMalloc(&a, 4096));
	CALL(cudaEventCreate(&event));
	CALL(cudaGraphCreate(&graph, 0));
	cudaKernelNodeParams params = {};
	params.func = (void *)add;
	params.gridDim = params.blockDim = dim3(1);
	params.kernelParams = arguments;
	CALL(cudaGraphAddKernelNode(&first, graph, NULL, 0, &params));
	CALL(cudaGraphAddKernelNode(&second, graph, NULL, 0, &params));
	if (outside)
		CALL(cudaGraphAddEventRecordNode(&third, graph, &first, 1, event));
	CALL(cudaGraphInstantiate(&exec, graph, 0));
	for (int launch = 0; launch < 3; launch++)
		CALL(cudaGraphLaunch(exec, 0));
	arguments[2] = &changed;
	CALL(cudaGraphExecKernelNodeSetParams(exec, first, &params));
	for (int launch = 0; launch < 4; launch++)
		CALL(cudaGraphLaunch(exec, 0));
	CALL(cudaGraphExecDestroy(exec));
	printf("done\n");
	return 0;
}

// A kernel, what a library launches, a kernel: captured, launched, and the library's part changed by a new capture.  "outside": with an
// event's node.
static int launch_library(bool outside)
{
	typedef int launch_function(const char *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
	void *library = dlopen("libcuda.so.1", RTLD_NOW);
	launch_function *launch = library ? (launch_function *)dlsym(library, "cuLaunchKernel") : NULL;
	float *a;
	int count = 7;
	void *arguments[] = { &a, &a, &count };
	cudaStream_t stream, other;
	cudaEvent_t event;
	cudaGraph_t graph;
	cudaGraphExec_t exec = NULL;
	cudaGraphNode_t nodes[8];
	CALL(cudaMalloc(&a, 4096));
	CALL(cudaStreamCreate(&stream));
	CALL(cudaStreamCreate(&other));
	CALL(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
	for (int round = 0; round < 2; round++) {
		cudaGraphNodeType type;
		cudaGraph_t child;
		size_t number = 8;
		CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
		add<<<1, 1, 0, stream>>>(a, a, 1);
		if (!launch || launch("library", 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL) != 0)
			return 1;
		count++;
		CALL(cudaEventRecord(event, stream));
		CALL(cudaStreamWaitEvent(other, event, 0));
		launch("library", 1, 1, 1, 1, 1, 1, 0, other, arguments, NULL);
		CALL(cudaEventRecord(event, other));
		CALL(cudaStreamWaitEvent(stream, event, 0));
		add<<<1, 1, 0, stream>>>(a, a, 2);
		if (outside)
			CALL(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
		CALL(cudaStreamEndCapture(stream, &graph));
		CALL(cudaGraphGetNodes(graph, nodes, &number));
		for (size_t i = 0; i < number; i++) {
			CALL(cudaGraphNodeGetType(nodes[i], &type));
			printf("%d", type);
			if (type == cudaGraphNodeTypeGraph && cudaGraphChildGraphNodeGetGraph(nodes[i], &child) != cudaErrorNotSupported)
				printf("?");
		}
		printf(" ");
		if (exec) {
			cudaGraphExecUpdateResultInfo info;
			CALL(cudaGraphExecUpdate(exec, graph, &info));
		} else {
			CALL(cudaGraphInstantiate(&exec, graph, 0));
		}
		CALL(cudaGraphDestroy(graph));
		for (int turn = 0; turn < 4; turn++)
			CALL(cudaGraphLaunch(exec, stream));
	}
	CALL(cudaGraphExecDestroy(exec));
	printf("done\n");
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strncmp(argv[1], "library", 7))
		return launch_library(!strcmp(argv[1], "library+event"));
	if (argc > 1 && !strcmp(argv[1], "handles"))
		return show_handles();
	if (argc > 1 && !strncmp(argv[1], "graph", 5))
		return launch_graph(!strcmp(argv[1], "graph+event"));
	return argc > 1 && !strcmp(argv[1], "devices") ? list_devices() : run();
}
