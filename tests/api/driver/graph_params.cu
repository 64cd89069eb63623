// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// Graphs of the driver interface: new parameters of nodes, before and after instantiation, attributes, memory, updates as a
// whole, and what a stream captures.
#include <cuda.h>

#include "api/support/graph_test.h"

static CUcontext context;
static CUstream stream;
static int *data, *other;

static CUDA_MEMCPY3D copy_of(const int *from, int *to, size_t bytes)
{
	CUDA_MEMCPY3D copy = {};
	copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	copy.srcDevice = (CUdeviceptr)from;
	copy.dstDevice = (CUdeviceptr)to;
	copy.WidthInBytes = bytes;
	copy.Height = copy.Depth = 1;
	return copy;
}

static void launch(CUgraphExec exec)
{
	CU(CUDA_SUCCESS, cuGraphLaunch(exec, stream));
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
}

// Fill, add, copy; each with new parameters in the graph and then in the executable one.
static void parameters(void)
{
	CUgraph graph;
	CUgraphExec exec;
	CUgraphNode fill, kernel, copy;
	int value = 5;
	void *arguments[] = { &data, &value };
	CUDA_MEMSET_NODE_PARAMS zeros = { (CUdeviceptr)data, 0, 0, 4, N, 1 };
	CUDA_KERNEL_NODE_PARAMS sum = kernel_of(arguments, N);
	CUDA_MEMCPY3D move = copy_of(data, other, 4);
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CU(CUDA_SUCCESS, cuGraphAddMemsetNode(&fill, graph, NULL, 0, &zeros, context));
	CU(CUDA_SUCCESS, cuGraphAddKernelNode(&kernel, graph, &fill, 1, &sum));
	CU(CUDA_SUCCESS, cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, &move, context));
	zeros.value = 100;
	value = 7;
	move.WidthInBytes = 4 * N;
	CU(CUDA_SUCCESS, cuGraphMemsetNodeSetParams(fill, &zeros));
	CU(CUDA_SUCCESS, cuGraphKernelNodeSetParams(kernel, &sum));
	CU(CUDA_SUCCESS, cuGraphMemcpyNodeSetParams(copy, &move));
	CUDA_GRAPH_INSTANTIATE_PARAMS how = {};
	CU(CUDA_SUCCESS, cuGraphInstantiateWithParams(&exec, graph, &how));
	CHECK_EQUAL(how.result_out, CUDA_GRAPH_INSTANTIATE_SUCCESS);
	launch(exec);
	CHECK_EQUAL(value_at(other, N - 1), 107);
	zeros.value = 1;
	value = 2;
	CU(CUDA_SUCCESS, cuGraphExecMemsetNodeSetParams(exec, fill, &zeros, context));
	CU(CUDA_SUCCESS, cuGraphExecKernelNodeSetParams(exec, kernel, &sum));
	move.WidthInBytes = 8;
	CU(CUDA_SUCCESS, cuGraphExecMemcpyNodeSetParams(exec, copy, &move, context));
	launch(exec);
	CHECK_EQUAL(value_at(other, 1), 3);
	CHECK_EQUAL(value_at(other, 2), 107);
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeSetParams(kernel, NULL));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphExecKernelNodeSetParams(NULL, kernel, &sum));
	// As a whole: the graph's own parameters, then one that has another shape.
	CUgraphExecUpdateResultInfo info;
	CU(CUDA_SUCCESS, cuGraphExecUpdate(exec, graph, &info));
	CHECK_EQUAL(info.result, CU_GRAPH_EXEC_UPDATE_SUCCESS);
	launch(exec);
	CHECK_EQUAL(value_at(other, 0), 107);
	CU(CUDA_SUCCESS, cuGraphDestroyNode(copy));
	CU(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(exec, graph, &info));
	CHECK_EQUAL(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
	// Attributes of the kernel.
	CUkernelNodeAttrValue priority = {}, found = {};
	priority.priority = -1;
	CU(CUDA_SUCCESS, cuGraphKernelNodeSetAttribute(kernel, CU_LAUNCH_ATTRIBUTE_PRIORITY, &priority));
	CU(CUDA_SUCCESS, cuGraphKernelNodeGetAttribute(kernel, CU_LAUNCH_ATTRIBUTE_PRIORITY, &found));
	CHECK_EQUAL(found.priority, -1);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
}

// The same work by nodes of any type, in a body that runs while a kernel says so.
__global__ void count_down(int *left, cudaGraphConditionalHandle handle)
{
	cudaGraphSetConditional(handle, --*left > 0);
}

static void any_type(void)
{
	CUgraph graph, body;
	CUgraphExec exec;
	CUgraphNode fill, loop, node, counted;
	CUgraphConditionalHandle handle;
	int value = 3;
	void *arguments[] = { &data, &value }, *count[] = { &other, &handle };
	cudaFunction_t function;
	CUgraphNodeParams params = {};
	params.type = CU_GRAPH_NODE_TYPE_MEMSET;
	params.memset = { (CUdeviceptr)data, 0, 0, 4, N, 1, context };
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CU(CUDA_SUCCESS, cuGraphConditionalHandleCreate(&handle, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
	CU(CUDA_SUCCESS, cuGraphAddNode(&fill, graph, NULL, 0, &params));
	params = {};
	params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
	params.conditional.handle = handle;
	params.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
	params.conditional.size = 1;
	params.conditional.ctx = context;
	CU(CUDA_SUCCESS, cuGraphAddNode(&loop, graph, &fill, 1, &params));
	body = params.conditional.phGraph_out[0];
	params = {};
	params.type = CU_GRAPH_NODE_TYPE_KERNEL;
	params.kernel = kernel_of(arguments, N);
	CU(CUDA_SUCCESS, cuGraphAddNode(&node, body, NULL, 0, &params));
	SUCCEEDS(cudaGetFuncBySymbol(&function, (const void *)count_down));
	params.kernel = kernel_of(count, 1);
	params.kernel.func = function;
	CU(CUDA_SUCCESS, cuGraphAddNode(&counted, body, &node, 1, &params));
	CU(CUDA_SUCCESS, cuGraphInstantiate(&exec, graph, 0));
	int turns = 4;
	SUCCEEDS(cudaMemcpy(other, &turns, 4, cudaMemcpyHostToDevice));
	launch(exec);
	CHECK_EQUAL(value_at(data, N - 1), 12);
	params.type = (CUgraphNodeType)99;
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&node, graph, NULL, 0, &params));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&node, graph, NULL, 0, NULL));
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
}

static void memory(void)
{
	CUgraph graph;
	CUgraphExec exec;
	CUgraphNode made, kernel, copy, freed;
	CUDA_MEM_ALLOC_NODE_PARAMS wanted = {}, found;
	int value = 9;
	cuuint64_t reserved = 1;
	wanted.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	wanted.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	wanted.bytesize = 4 * N;
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CU(CUDA_SUCCESS, cuGraphAddMemAllocNode(&made, graph, NULL, 0, &wanted));
	CHECK(wanted.dptr != 0);
	CU(CUDA_SUCCESS, cuGraphMemAllocNodeGetParams(made, &found));
	CHECK_EQUAL(found.dptr == wanted.dptr && found.bytesize == 4 * N, 1);
	CUDA_MEMSET_NODE_PARAMS zeros = { wanted.dptr, 0, 1, 4, N, 1 };
	void *arguments[] = { &wanted.dptr, &value };
	CUDA_KERNEL_NODE_PARAMS sum = kernel_of(arguments, N);
	CUDA_MEMCPY3D move = copy_of((int *)wanted.dptr, other, 4 * N);
	CUgraphNode fill;
	CU(CUDA_SUCCESS, cuGraphAddMemsetNode(&fill, graph, &made, 1, &zeros, context));
	CU(CUDA_SUCCESS, cuGraphAddKernelNode(&kernel, graph, &fill, 1, &sum));
	CU(CUDA_SUCCESS, cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, &move, context));
	CU(CUDA_SUCCESS, cuGraphAddMemFreeNode(&freed, graph, &copy, 1, wanted.dptr));
	CU(CUDA_SUCCESS, cuGraphInstantiate(&exec, graph, 0));
	launch(exec);
	CHECK_EQUAL(value_at(other, N - 1), 10);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
	CU(CUDA_SUCCESS, cuDeviceGraphMemTrim(0));
	CU(CUDA_SUCCESS, cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &reserved));
	CHECK_EQUAL(reserved, 0);
}

static void captured(void)
{
	CUgraph graph, seen = NULL;
	CUstreamCaptureStatus status;
	const CUgraphNode *tips;
	cuuint64_t id;
	size_t count = 9, edges = 9;
	CU(CUDA_SUCCESS, cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
	add<<<1, N, 0, stream>>>(data, 1);
	CU(CUDA_SUCCESS, cuStreamGetCaptureInfo(stream, &status, &id, &seen, &tips, &count));
	CHECK_EQUAL(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
	CHECK_EQUAL(count, 1);
	CU(CUDA_SUCCESS, cuStreamUpdateCaptureDependencies(stream, NULL, 0, 1)); // set: what follows has no edge to it
	add<<<1, N, 0, stream>>>(other, 1);
	CU(CUDA_SUCCESS, cuStreamUpdateCaptureDependencies(stream, (CUgraphNode *)tips, 0, 0));
	CU(CUDA_SUCCESS, cuGraphGetEdges(seen, NULL, NULL, &edges));
	CHECK_EQUAL(edges, 0);
	CUgraphNode nodes[2];
	count = 2;
	CU(CUDA_SUCCESS, cuGraphGetNodes(seen, nodes, &count));
	CHECK_EQUAL(count, 2);
	CU(CUDA_SUCCESS, cuStreamUpdateCaptureDependencies(stream, nodes, 2, 1));
	CU(CUDA_SUCCESS, cuStreamEndCapture(stream, &graph));
	CHECK(graph == seen);
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
	CUstreamAttrValue policy = {}, found = {};
	policy.syncPolicy = CU_SYNC_POLICY_YIELD;
	CU(CUDA_SUCCESS, cuStreamSetAttribute(stream, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &policy));
	CU(CUDA_SUCCESS, cuStreamGetAttribute(stream, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &found));
	CHECK_EQUAL(found.syncPolicy, CU_SYNC_POLICY_YIELD);
}

int main(void)
{
	SUCCEEDS(cudaMalloc(&data, 4 * N));
	SUCCEEDS(cudaMalloc(&other, 4 * N));
	CU(CUDA_SUCCESS, cuCtxGetCurrent(&context));
	CU(CUDA_SUCCESS, cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	parameters();
	any_type();
	memory();
	captured();
	return unit_finish();
}
