// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// Graphs of the driver interface: edges with data, what nodes say of themselves, copies of arrays, and names that stand for later
// functions in programs of a later version.
#include <cuda.h>
#include <cudaTypedefs.h>

#include "api/support/graph_test.h"

static CUcontext context;
static CUstream stream;
static int *data;

// An edge from a kernel's end of another kind, and a plain one.
static void edges(void)
{
	CUgraph graph;
	CUgraphNode first, second, third, from[4], to[4];
	CUgraphExec exec, again;
	int value = 1;
	void *arguments[] = { &data, &value };
	CUgraphNodeParams params = {};
	CUgraphEdgeData early = {}, none = {}, told[4], wrong = {};
	size_t count = 4;
	early.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
	early.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
	wrong.to_port = 1;
	params.type = CU_GRAPH_NODE_TYPE_KERNEL;
	params.kernel = kernel_of(arguments, N);
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CU(CUDA_SUCCESS, cuGraphAddNode_v2(&first, graph, NULL, NULL, 0, &params));
	CU(CUDA_SUCCESS, cuGraphAddNode_v2(&second, graph, &first, &early, 1, &params));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode_v2(&third, graph, &first, &wrong, 1, &params));
	CU(CUDA_SUCCESS, cuGraphAddNode_v2(&third, graph, NULL, NULL, 0, &params));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies_v2(graph, &second, &third, &wrong, 1));
	CU(CUDA_SUCCESS, cuGraphAddDependencies_v2(graph, &second, &third, &none, 1));
	CU(CUDA_SUCCESS, cuGraphGetEdges_v2(graph, from, to, told, &count));
	CHECK_EQUAL(count, 2);
	int marked = told[0].type == CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC ? 0 : 1;
	CHECK(from[marked] == first && to[marked] == second && told[marked].from_port == 1);
	CHECK(from[!marked] == second && to[!marked] == third && told[!marked].from_port == 0);
	count = 4;
	CU(CUDA_SUCCESS, cuGraphNodeGetDependencies_v2(second, from, told, &count));
	CHECK(count == 1 && from[0] == first && told[0].type == CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC);
	count = 4;
	CU(CUDA_SUCCESS, cuGraphNodeGetDependentNodes_v2(second, to, told, &count));
	CHECK(count == 1 && to[0] == third && told[0].type == CU_GRAPH_DEPENDENCY_TYPE_DEFAULT);
	CU(CUDA_SUCCESS, cuGraphRemoveDependencies_v2(graph, &second, &third, &none, 1));
	CU(CUDA_SUCCESS, cuGraphAddDependencies_v2(graph, &second, &third, NULL, 1));
	SUCCEEDS(cudaMemset(data, 0, 4 * N));
	CUgraphNode failed = first;
	char log[4] = "xxx";
	CU(CUDA_SUCCESS, cuGraphInstantiate(&exec, graph, 0));
	CU(CUDA_SUCCESS, cuGraphLaunch(exec, stream));
	CU(CUDA_SUCCESS, cuGraphInstantiate_v2(&again, graph, &failed, log, sizeof(log)));
	CHECK(!failed && !log[0]);
	CU(CUDA_SUCCESS, cuGraphLaunch(again, stream));
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
	CHECK_EQUAL(value_at(data, N - 1), 6);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	CU(CUDA_SUCCESS, cuGraphExecDestroy(again));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
}

static void captured(void)
{
	CUgraph graph, seen = NULL, given;
	CUgraphNode first;
	CUgraphExec exec;
	CUstreamCaptureStatus status;
	const CUgraphNode *tips;
	const CUgraphEdgeData *told;
	CUgraphEdgeData wrong = {};
	cuuint64_t id = 0;
	size_t count = 0;
	int value = 1;
	void *arguments[] = { &data, &value };
	CUDA_KERNEL_NODE_PARAMS kernel = kernel_of(arguments, N);
	wrong.to_port = 1;
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CU(CUDA_SUCCESS, cuGraphAddKernelNode(&first, graph, NULL, 0, &kernel));
	CU(CUDA_SUCCESS, cuStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, CU_STREAM_CAPTURE_MODE_RELAXED));
	CU(CUDA_SUCCESS, cuStreamGetCaptureInfo_v3(stream, &status, &id, &seen, &tips, &told, &count));
	CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && id && seen == graph && count == 1 && tips[0] == first && told[0].type == 0);
	add<<<1, N, 0, stream>>>(data, 10);
	CU(CUDA_SUCCESS, cuStreamUpdateCaptureDependencies_v2(stream, &first, NULL, 1, CU_STREAM_ADD_CAPTURE_DEPENDENCIES));
	CU(CUDA_SUCCESS, cuStreamGetCaptureInfo_v3(stream, &status, NULL, NULL, &tips, &told, &count));
	CHECK_EQUAL(count, 2);
	CU(CUDA_SUCCESS, cuStreamEndCapture(stream, &given));
	CHECK(given == graph);
	SUCCEEDS(cudaMemset(data, 0, 4 * N));
	CU(CUDA_SUCCESS, cuGraphInstantiate(&exec, graph, 0));
	CU(CUDA_SUCCESS, cuGraphLaunch(exec, stream));
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
	CHECK_EQUAL(value_at(data, 0), 11);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
}

// The graph goes before the capture that adds to a part of it.
static void lost(void)
{
	CUgraph parent, child, inner, made;
	CUgraphNode node;
	CU(CUDA_SUCCESS, cuGraphCreate(&parent, 0));
	CU(CUDA_SUCCESS, cuGraphCreate(&child, 0));
	CU(CUDA_SUCCESS, cuGraphAddChildGraphNode(&node, parent, NULL, 0, child));
	CU(CUDA_SUCCESS, cuGraphChildGraphNodeGetGraph(node, &inner));
	CU(CUDA_SUCCESS, cuStreamBeginCaptureToGraph(stream, inner, NULL, NULL, 0, CU_STREAM_CAPTURE_MODE_RELAXED));
	add<<<1, N, 0, stream>>>(data, 1);
	CU(CUDA_SUCCESS, cuGraphDestroy(parent));
	CHECK(cudaMemsetAsync(data, 0, 4, stream) == cudaErrorStreamCaptureInvalidated);
	CU(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &made));
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
	CU(CUDA_SUCCESS, cuGraphDestroy(child));
}

// What nodes say of themselves can be set again.
static void told(void)
{
	static int host[N];
	CUgraph graph;
	CUgraphNode kernel, fill, copy, taken;
	CUgraphExec exec;
	CUarray array;
	int value = 3;
	void *arguments[] = { &data, &value };
	CUDA_KERNEL_NODE_PARAMS sum = kernel_of(arguments, N), its_sum;
	CUDA_MEMSET_NODE_PARAMS sevens = { (CUdeviceptr)data, 0, 7, 4, N, 1 }, its_fill;
	CUDA_ARRAY_DESCRIPTOR shape = { 8, 8, CU_AD_FORMAT_UNSIGNED_INT32, 1 };
	CUDA_MEMCPY3D put = {}, get = {}, its_copy;
	CU(CUDA_SUCCESS, cuArrayCreate(&array, &shape));
	put.srcMemoryType = CU_MEMORYTYPE_DEVICE;
	put.srcDevice = (CUdeviceptr)data;
	put.srcPitch = 16;
	put.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	put.dstArray = array;
	put.dstXInBytes = 8;
	put.dstY = 1;
	put.WidthInBytes = 16;
	put.Height = 2;
	put.Depth = 1;
	get.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	get.srcArray = array;
	get.srcXInBytes = 12;
	get.srcY = 2;
	get.dstMemoryType = CU_MEMORYTYPE_HOST;
	get.dstHost = host;
	get.WidthInBytes = 12;
	get.Height = get.Depth = 1;
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CU(CUDA_SUCCESS, cuGraphAddMemsetNode(&fill, graph, NULL, 0, &sevens, context));
	CU(CUDA_SUCCESS, cuGraphAddKernelNode(&kernel, graph, &fill, 1, &sum));
	CU(CUDA_SUCCESS, cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, &put, context));
	CU(CUDA_SUCCESS, cuGraphAddMemcpyNode(&taken, graph, &copy, 1, &get, context));
	CU(CUDA_SUCCESS, cuGraphKernelNodeGetParams(kernel, &its_sum));
	CHECK(its_sum.func == sum.func && its_sum.blockDimX == N && its_sum.gridDimZ == 1 && !its_sum.sharedMemBytes && !its_sum.extra &&
	      its_sum.ctx == context);
	CHECK(*(int **)its_sum.kernelParams[0] == data && *(int *)its_sum.kernelParams[1] == 3);
	CU(CUDA_SUCCESS, cuGraphMemsetNodeGetParams(fill, &its_fill));
	CHECK(its_fill.dst == sevens.dst && its_fill.value == 7 && its_fill.elementSize == 4 && its_fill.width == N && its_fill.height == 1);
	CU(CUDA_SUCCESS, cuGraphMemcpyNodeGetParams(copy, &its_copy));
	CHECK(its_copy.srcMemoryType == CU_MEMORYTYPE_DEVICE && its_copy.srcDevice == put.srcDevice && its_copy.srcPitch == 16);
	CHECK(its_copy.dstMemoryType == CU_MEMORYTYPE_ARRAY && its_copy.dstArray == array && its_copy.dstXInBytes == 8);
	CHECK(its_copy.dstY == 1 && its_copy.WidthInBytes == 16 && its_copy.Height == 2 && its_copy.Depth == 1);
	CU(CUDA_SUCCESS, cuGraphMemcpyNodeGetParams(taken, &its_copy));
	CHECK(its_copy.srcMemoryType == CU_MEMORYTYPE_ARRAY && its_copy.srcXInBytes == 12 && its_copy.WidthInBytes == 12);
	CHECK(its_copy.dstMemoryType == CU_MEMORYTYPE_HOST && its_copy.dstHost == host);
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphMemcpyNodeGetParams(kernel, &its_copy));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeGetParams(kernel, NULL));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphMemsetNodeGetParams(kernel, &its_fill));
	its_fill.value = 5;
	*(int *)its_sum.kernelParams[1] = 4;
	CU(CUDA_SUCCESS, cuGraphMemsetNodeSetParams(fill, &its_fill));
	CU(CUDA_SUCCESS, cuGraphKernelNodeSetParams(kernel, &its_sum));
	CU(CUDA_SUCCESS, cuGraphMemcpyNodeSetParams(taken, &its_copy));
	CU(CUDA_SUCCESS, cuGraphInstantiate(&exec, graph, 0));
	CU(CUDA_SUCCESS, cuGraphLaunch(exec, stream));
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
	CHECK(host[0] == 9 && host[1] == 9 && host[2] == 9 && host[3] == 0);
	CUarray plane;
	CU(CUDA_ERROR_INVALID_VALUE, cuArrayGetPlane(&plane, array, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuArrayGetSparseProperties(NULL, array));
	CU(CUDA_ERROR_INVALID_VALUE, cuArrayGetMemoryRequirements(NULL, array, 0));
	CU(CUDA_ERROR_INVALID_HANDLE, cuArrayGetPlane(&plane, NULL, 0));
	put.WidthInBytes = 15;
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemcpyNode(&copy, graph, NULL, 0, &put, context));
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
	CU(CUDA_SUCCESS, cuArrayDestroy(array));
}

static void names(void)
{
	void *first, *later;
	CUdriverProcAddressQueryResult found;
	static const char *const pairs[][2] = { { "cuGraphGetEdges", "cuGraphGetEdges_v2" },
		                                { "cuStreamGetCaptureInfo", "cuStreamGetCaptureInfo_v3" } };
	for (int i = 0; i < 2; i++) {
		CU(CUDA_SUCCESS, cuGetProcAddress(pairs[i][0], &first, 12020, CU_GET_PROC_ADDRESS_DEFAULT, &found));
		CU(CUDA_SUCCESS, cuGetProcAddress(pairs[i][0], &later, 12030, CU_GET_PROC_ADDRESS_DEFAULT, &found));
		CHECK(first && later && first != later);
	}
	CUgraph graph;
	CUgraphExec exec;
	CUgraphNode failed;
	PFN_cuGraphInstantiate_v11000 instantiate;
	CU(CUDA_SUCCESS, cuGetProcAddress("cuGraphInstantiate", (void **)&instantiate, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &found));
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CU(CUDA_SUCCESS, instantiate(&exec, graph, &failed, NULL, 0));
	CHECK(!failed);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	PFN_cuGraphInstantiateWithFlags_v11040 with_flags;
	CU(CUDA_SUCCESS, cuGetProcAddress("cuGraphInstantiateWithFlags", (void **)&with_flags, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &found));
	CU(CUDA_ERROR_INVALID_VALUE, with_flags(&exec, graph, ~0ull));
	PFN_cuStreamGetCaptureInfo_v10010 capture;
	CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
	CU(CUDA_SUCCESS, cuGetProcAddress("cuStreamGetCaptureInfo", (void **)&capture, 10010, CU_GET_PROC_ADDRESS_DEFAULT, &found));
	CU(CUDA_SUCCESS, capture(NULL, &status, NULL));
	CHECK(status == CU_STREAM_CAPTURE_STATUS_NONE);
	CUresult (*begin)(CUstream);
	CUstream stream = CU_STREAM_PER_THREAD;
	CUgraph captured = NULL;
	const cuuint64_t per_thread = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
	CU(CUDA_SUCCESS, cuGetProcAddress("cuStreamBeginCapture", (void **)&begin, 10000, per_thread, &found));
	CU(CUDA_SUCCESS, begin(NULL));
	CU(CUDA_SUCCESS, cuGetProcAddress("cuStreamGetCaptureInfo", (void **)&capture, 11020, per_thread, &found));
	CU(CUDA_SUCCESS, capture(NULL, &status, NULL));
	CHECK(status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
	CU(CUDA_SUCCESS, cuStreamEndCapture(stream, &captured));
	CU(CUDA_SUCCESS, cuGraphDestroy(captured));
	PFN_cuGraphExecUpdate_v10020 update;
	CUgraphExecUpdateResult result = CU_GRAPH_EXEC_UPDATE_ERROR;
	CU(CUDA_SUCCESS, cuGraphInstantiate(&exec, graph, 0));
	CU(CUDA_SUCCESS, cuGetProcAddress("cuGraphExecUpdate", (void **)&update, 11000, CU_GET_PROC_ADDRESS_DEFAULT, &found));
	CU(CUDA_SUCCESS, update(exec, graph, &failed, &result));
	CHECK(result == CU_GRAPH_EXEC_UPDATE_SUCCESS);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
}

static void device_facts(void)
{
	size_t width = 0, same = 0;
	cudaChannelFormatDesc channels = cudaCreateChannelDesc<float2>();
	CU(CUDA_SUCCESS, cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_FLOAT, 2, 0));
	SUCCEEDS(cudaDeviceGetTexture1DLinearMaxWidth(&same, &channels, 0));
	CHECK(width == (size_t)1 << 29 && width == same); // as on an H100: 2^32 bytes, at most 2^30 texels
	CU(CUDA_SUCCESS, cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_SIGNED_INT8, 1, 0));
	CHECK(width == (size_t)1 << 30);
	CU(CUDA_SUCCESS, cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_UNSIGNED_INT32, 4, 0));
	CHECK(width == (size_t)1 << 28);
	channels.y = 16;
	CHECK(cudaDeviceGetTexture1DLinearMaxWidth(&same, &channels, 0) == cudaErrorInvalidChannelDescriptor);
	CU(CUDA_ERROR_INVALID_VALUE, cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_FLOAT, 3, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuDeviceGetTexture1DLinearMaxWidth(NULL, CU_AD_FORMAT_FLOAT, 1, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuFlushGPUDirectRDMAWrites(CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
	                                                        (CUflushGPUDirectRDMAWritesScope)7));
}

int main()
{
	SUCCEEDS(cudaFree(0));
	CU(CUDA_SUCCESS, cuCtxGetCurrent(&context));
	CU(CUDA_SUCCESS, cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	SUCCEEDS(cudaMalloc(&data, 4 * N));
	edges();
	captured();
	lost();
	told();
	names();
	device_facts();
	SUCCEEDS(cudaFree(data));
	CU(CUDA_SUCCESS, cuStreamDestroy(stream));
	return unit_finish();
}
