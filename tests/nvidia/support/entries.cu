// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "device N", "stream N", "nothing N" launch kernels that have second entries N times with large grids and wait each time for what is
// named; "graph N" launches a graph; "list FILE" prints the kernels of a module.
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

__device__ int multiples;

// Its entry shares a variable with it.
__global__ void count(int *to, int width, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && i % width == 0)
		to[atomicAdd(&multiples, 1)] = i;
}

static int launch(const char *waits, int times)
{
	enum { THREADS = 256 };
	const dim3 blocks(1024, 256);
	float *memory;
	cudaMalloc(&memory, 4096);
	for (int i = 0; i < times; i++) {
		cudaFuncSetAttribute(rows, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000 + i);
		add<<<blocks, THREADS>>>(memory, memory, 0);
		rows<<<blocks, THREADS>>>((int *)memory, 10, 0);
		count<<<blocks, THREADS>>>((int *)memory, 10, 0);
		if (!strcmp(waits, "device"))
			cudaDeviceSynchronize();
		else if (!strcmp(waits, "stream"))
			cudaStreamSynchronize(0);
	}
	puts(cudaGetErrorName(cudaGetLastError()));
	return 0;
}

// In a graph, which is launched so often.
static int launch_graph(int times)
{
	float *memory;
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaMalloc(&memory, 4096);
	cudaStreamCreate(&stream);
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	add<<<dim3(1024, 256), 256, 0, stream>>>(memory, memory, 0);
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&exec, graph, 0);
	for (int i = 0; i < times; i++)
		cudaGraphLaunch(exec, stream);
	puts(cudaGetErrorName(cudaGetLastError()));
	return 0;
}

static int list(const char *path)
{
	enum { MOST = 16 };
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUfunction functions[MOST];
	unsigned count = 0;
	if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) || cuCtxSetCurrent(context) ||
	    cuModuleLoad(&module, path) || cuModuleGetFunctionCount(&count, module) || count > MOST ||
	    cuModuleEnumerateFunctions(functions, count, module))
		return 1;
	for (unsigned i = 0; i < count; i++) {
		const char *name;
		if (cuFuncGetName(&name, functions[i]))
			return 1;
		printf("%s;", name);
	}
	// As often as it takes for an entry to be worth loading.
	void *memory = 0, *arguments[4] = { &memory, &memory, &count, NULL };
	CUfunction add;
	if (cuModuleGetFunction(&add, module, "_Z3addPfPKfi"))
		return 1;
	for (int i = 0; i < 20; i++)
		if (cuLaunchKernel(add, 1024, 256, 1, 256, 1, 1, 0, 0, arguments, NULL) || cuCtxSynchronize())
			return 1;
	return cuModuleUnload(module);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	return !strcmp(argv[1], "list") ? list(argv[2]) : !strcmp(argv[1], "graph") ? launch_graph(atoi(argv[2])) : launch(argv[1], atoi(argv[2]));
}
