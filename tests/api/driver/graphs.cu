// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// Graphs of the driver interface: nodes, instantiation, launch, capture.
#include <cuda.h>

#include "api/support/api_test.h"

__global__ void add(int *data, int value)
{
	data[threadIdx.x] += value;
}

static int called;
static void call(void *data)
{
	*(int *)data += 1;
}

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

int main(void)
{
	CUgraph graph;
	CUgraphNode clear, kernel, copy, host, nodes[8];
	CUgraphExec exec;
	CUgraphNodeType type;
	CUstream stream;
	CUcontext context;
	cudaFunction_t function;
	int *data, value = 30, result[32] = {};
	size_t count = 8;
	SUCCEEDS(cudaMalloc(&data, sizeof(result)));
	SUCCEEDS(cudaGetFuncBySymbol(&function, (const void *)add));
	CU(CUDA_SUCCESS, cuInit(0));
	CU(CUDA_SUCCESS, cuCtxGetCurrent(&context));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphCreate(&graph, 1));
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CUDA_MEMSET_NODE_PARAMS fill = { (CUdeviceptr)data, 0, 4, 4, 32, 1 };
	CU(CUDA_SUCCESS, cuGraphAddMemsetNode(&clear, graph, NULL, 0, &fill, context));
	void *arguments[] = { &data, &value };
	CUDA_KERNEL_NODE_PARAMS launch = {};
	launch.func = function;
	launch.gridDimX = launch.gridDimY = launch.gridDimZ = 1;
	launch.blockDimX = 32;
	launch.blockDimY = launch.blockDimZ = 1;
	launch.kernelParams = arguments;
	CU(CUDA_SUCCESS, cuGraphAddKernelNode(&kernel, graph, &clear, 1, &launch));
	launch.func = NULL;
	CU(CUDA_ERROR_INVALID_HANDLE, cuGraphAddKernelNode(&kernel, graph, &clear, 1, &launch));
	CUDA_MEMCPY3D box = {};
	box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
	box.srcDevice = (CUdeviceptr)data;
	box.dstMemoryType = CU_MEMORYTYPE_HOST;
	box.dstHost = result;
	box.WidthInBytes = sizeof(result);
	box.Height = box.Depth = 1;
	CU(CUDA_SUCCESS, cuGraphGetNodes(graph, nodes, &count));
	CHECK_EQUAL(count, 2);
	CU(CUDA_SUCCESS, cuGraphAddMemcpyNode(&copy, graph, &nodes[1], 1, &box, context));
	CUDA_HOST_NODE_PARAMS told = { call, &called };
	CU(CUDA_SUCCESS, cuGraphAddHostNode(&host, graph, &copy, 1, &told));
	CU(CUDA_SUCCESS, cuGraphNodeGetType(host, &type));
	CHECK_EQUAL(type, CU_GRAPH_NODE_TYPE_HOST);
	CU(CUDA_SUCCESS, cuGraphInstantiate(&exec, graph, 0));
	CU(CUDA_SUCCESS, cuStreamCreate(&stream, 0));
	CU(CUDA_SUCCESS, cuGraphLaunch(exec, stream));
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
	CHECK(result[0] == 34 && result[31] == 34 && called == 1);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
	CU(CUDA_SUCCESS, cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
	CU(CUDA_SUCCESS, cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, arguments, NULL));
	CU(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamSynchronize(stream));
	CU(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &graph));
	CHECK(graph == NULL);
	return unit_finish();
}
