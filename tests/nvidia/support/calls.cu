// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "devices" lists the devices; "graph" and "graph+event" launch one; "handles" prints the handles of a stream and an event and whether the library that goes
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

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "handles"))
		return show_handles();
	if (argc > 1 && !strncmp(argv[1], "graph", 5))
		return launch_graph(!strcmp(argv[1], "graph+event"));
	return argc > 1 && !strcmp(argv[1], "devices") ? list_devices() : run();
}
