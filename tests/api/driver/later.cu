// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// What came with CUDA 12.8 and 13: batches of copies and prefetches, pools by place, forms of atomic operations, contexts by
// handle, new parameters for nodes of any type.
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdint.h>

#include "api/support/api_test.h"

static void copies(CUstream stream)
{
	CUdeviceptr device, sources[2], targets[2];
	int from[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, to[8] = { 0 };
	size_t sizes[2] = { 16, 16 }, start = 0, failed = 7;
	CUmemcpyAttributes attributes = { .srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM };
	CHECK(cuMemAlloc(&device, 32) == CUDA_SUCCESS);
	for (int i = 0; i < 2; i++)
		sources[i] = (CUdeviceptr)(uintptr_t)(from + 4 * i), targets[i] = device + 16 * (1 - i);
	CHECK(cuMemcpyBatchAsync(targets, sources, sizes, 2, &attributes, &start, 1, &failed, stream) == CUDA_SUCCESS);
	CHECK(failed == SIZE_MAX && cuStreamSynchronize(stream) == CUDA_SUCCESS);
	for (int i = 0; i < 2; i++)
		sources[i] = device + 16 * i, targets[i] = (CUdeviceptr)(uintptr_t)(to + 4 * i);
	CHECK(cuMemcpyBatchAsync_v2(targets, sources, sizes, 2, &attributes, &start, 1, stream) == CUDA_SUCCESS);
	CHECK(cuStreamSynchronize(stream) == CUDA_SUCCESS && to[0] == 5 && to[4] == 1);
	CHECK(cuMemcpyBatchAsync_v2(targets, sources, sizes, 0, &attributes, &start, 1, stream) == CUDA_ERROR_INVALID_VALUE);
	CHECK(cuMemFree(device) == CUDA_SUCCESS);
}

// Rows of an array, from the device and back, both in one batch each.
static void boxes(CUstream stream)
{
	CUarray array;
	CUdeviceptr device;
	int from[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, to[8] = { 0 };
	size_t failed = 7;
	CUDA_ARRAY_DESCRIPTOR shape = { 4, 4, CU_AD_FORMAT_SIGNED_INT32, 1 };
	CHECK(cuArrayCreate(&array, &shape) == CUDA_SUCCESS && cuMemAlloc(&device, sizeof(from)) == CUDA_SUCCESS);
	CHECK(cuMemcpyHtoD(device, from, sizeof(from)) == CUDA_SUCCESS);
	CUDA_MEMCPY3D_BATCH_OP ops[2] = {};
	for (int i = 0; i < 2; i++) {
		ops[i].src.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
		ops[i].src.op.ptr.ptr = device + 16 * i;
		ops[i].dst.type = CU_MEMCPY_OPERAND_TYPE_ARRAY;
		ops[i].dst.op.array.array = array;
		ops[i].dst.op.array.offset.y = (size_t)(3 - i);
		ops[i].extent = { 4, 1, 1 };
		ops[i].srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
	}
	CHECK(cuMemcpy3DBatchAsync(2, ops, &failed, 0, stream) == CUDA_SUCCESS && failed == SIZE_MAX);
	CHECK(cuMemcpy3DBatchAsync_v2(0, ops, 0, stream) == CUDA_ERROR_INVALID_VALUE);
	for (int i = 0; i < 2; i++) {
		CUmemcpy3DOperand side = ops[i].src;
		ops[i].src = ops[i].dst;
		ops[i].dst = side;
		ops[i].dst.op.ptr.ptr = device + 16 * (1 - i);
	}
	CHECK(cuMemcpy3DBatchAsync_v2(2, ops, 0, stream) == CUDA_SUCCESS && cuStreamSynchronize(stream) == CUDA_SUCCESS);
	CHECK(cuMemcpyDtoH(to, device, sizeof(to)) == CUDA_SUCCESS && to[0] == 5 && to[3] == 8 && to[4] == 1 && to[7] == 4);
	CHECK(cuMemFree(device) == CUDA_SUCCESS && cuArrayDestroy(array) == CUDA_SUCCESS);
}

static void times(CUstream stream)
{
	CUevent start, end;
	float milliseconds = -1;
	CHECK(cuEventCreate(&start, 0) == CUDA_SUCCESS && cuEventCreate(&end, 0) == CUDA_SUCCESS);
	CHECK(cuEventRecord(start, stream) == CUDA_SUCCESS && cuEventRecord(end, stream) == CUDA_SUCCESS);
	CHECK(cuEventSynchronize(end) == CUDA_SUCCESS && cuEventElapsedTime_v2(&milliseconds, start, end) == CUDA_SUCCESS);
	CHECK(milliseconds >= 0 && cuEventDestroy(start) == CUDA_SUCCESS && cuEventDestroy(end) == CUDA_SUCCESS);
}

static void prefetches(CUstream stream)
{
	CUdeviceptr managed[2], plain;
	size_t sizes[2] = { 4096, 4096 }, starts[2] = { 0, 1 };
	CUmemLocation places[2] = { { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, { CU_MEM_LOCATION_TYPE_HOST, 0 } };
	for (int i = 0; i < 2; i++)
		CHECK(cuMemAllocManaged(&managed[i], 4096, CU_MEM_ATTACH_GLOBAL) == CUDA_SUCCESS);
	CHECK(cuMemPrefetchBatchAsync(managed, sizes, 2, places, starts, 2, 0, stream) == CUDA_SUCCESS);
	int where[2];
	for (int i = 0; i < 2; i++)
		CHECK(cudaMemRangeGetAttribute(&where[i], sizeof(int), cudaMemRangeAttributeLastPrefetchLocation, (void *)(uintptr_t)managed[i],
		                               4096) == cudaSuccess);
	CHECK(where[0] == 0 && where[1] == cudaCpuDeviceId);
	CHECK(cuMemPrefetchBatchAsync(managed, sizes, 2, places, starts, 2, 1, stream) == CUDA_ERROR_INVALID_VALUE);
	CHECK(cuMemPrefetchBatchAsync(managed, sizes, 2, places, starts, 2, 0, NULL) == CUDA_ERROR_INVALID_VALUE);
	starts[1] = 0;
	CHECK(cuMemPrefetchBatchAsync(managed, sizes, 2, places, starts, 2, 0, stream) == CUDA_ERROR_INVALID_VALUE);
	CHECK(cuMemPrefetchAsync_v2(managed[0], 4096, places[1], 0, stream) == CUDA_SUCCESS);
	CHECK(cuMemAdvise_v2(managed[0], 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, places[1]) == CUDA_SUCCESS);
	CHECK(cudaMemRangeGetAttribute(where, sizeof(int), cudaMemRangeAttributePreferredLocation, (void *)(uintptr_t)managed[0], 4096) ==
	          cudaSuccess && where[0] == cudaCpuDeviceId);
	CHECK(cuMemDiscardBatchAsync(managed, sizes, 2, 0, stream) == CUDA_SUCCESS);
	CHECK(cuMemDiscardAndPrefetchBatchAsync(managed, sizes, 2, places, starts, 1, 0, stream) == CUDA_SUCCESS);
	CHECK(cuMemAlloc(&plain, 4096) == CUDA_SUCCESS);
	CHECK(cuMemDiscardBatchAsync(&plain, sizes, 1, 0, stream) == CUDA_ERROR_INVALID_VALUE);
	CHECK(cuStreamSynchronize(stream) == CUDA_SUCCESS && cuMemFree(plain) == CUDA_SUCCESS);
	for (int i = 0; i < 2; i++)
		CHECK(cuMemFree(managed[i]) == CUDA_SUCCESS);
}

static void pools(void)
{
	cudaMemPool_t first, selected, made;
	struct cudaMemLocation place = { cudaMemLocationTypeDevice, 0 }, host = { cudaMemLocationTypeHost, 0 };
	struct cudaMemPoolProps props = { .allocType = cudaMemAllocationTypePinned, .location = place };
	CHECK(cudaMemGetDefaultMemPool(&first, &place, cudaMemAllocationTypePinned) == cudaSuccess);
	CHECK(cudaMemPoolCreate(&made, &props) == cudaSuccess);
	CHECK(cudaMemSetMemPool(&place, cudaMemAllocationTypePinned, made) == cudaSuccess);
	CHECK(cudaMemGetMemPool(&selected, &place, cudaMemAllocationTypePinned) == cudaSuccess && selected == made);
	CHECK(cuMemGetDefaultMemPool(&selected, (CUmemLocation *)&place, CU_MEM_ALLOCATION_TYPE_PINNED) == CUDA_SUCCESS && selected == first);
	CHECK(cuMemSetMemPool((CUmemLocation *)&place, CU_MEM_ALLOCATION_TYPE_PINNED, first) == CUDA_SUCCESS);
	CHECK(cuMemGetMemPool(&selected, (CUmemLocation *)&place, CU_MEM_ALLOCATION_TYPE_PINNED) == CUDA_SUCCESS && selected == first);
	CHECK(cudaMemGetMemPool(&selected, &place, cudaMemAllocationTypeInvalid) == cudaErrorInvalidValue);
	CHECK(cuMemGetDefaultMemPool(&first, (CUmemLocation *)&host, CU_MEM_ALLOCATION_TYPE_PINNED) == CUDA_SUCCESS);
	CHECK(cudaMemGetMemPool(&selected, &host, cudaMemAllocationTypePinned) == cudaSuccess && selected == first && selected != made);
	CHECK(cudaMemPoolDestroy(made) == cudaSuccess);
}

static void atomics(void)
{
	CUatomicOperation operations[] = { CU_ATOMIC_OPERATION_INTEGER_ADD, CU_ATOMIC_OPERATION_CAS };
	unsigned forms[2] = { ~0u, ~0u };
	int native;
	CHECK(cudaDeviceGetAttribute(&native, cudaDevAttrHostNativeAtomicSupported, 0) == cudaSuccess);
	CHECK(cuDeviceGetHostAtomicCapabilities(forms, operations, 2, 0) == CUDA_SUCCESS);
	CHECK(!(forms[0] & CU_ATOMIC_CAPABILITY_SCALAR_64) == !native && !(forms[1] & CU_ATOMIC_CAPABILITY_SCALAR_32) == !native);
	CHECK(cuDeviceGetHostAtomicCapabilities(forms, operations, 0, 0) == CUDA_ERROR_INVALID_VALUE);
	CHECK(cuDeviceGetHostAtomicCapabilities(forms, operations, 2, 99) == CUDA_ERROR_INVALID_DEVICE);
	operations[1] = CU_ATOMIC_OPERATION_MAX;
	CHECK(cuDeviceGetHostAtomicCapabilities(forms, operations, 2, 0) == CUDA_ERROR_INVALID_VALUE);
	CHECK(cuDeviceGetP2PAtomicCapabilities(forms, operations, 1, 0, 99) == CUDA_ERROR_INVALID_DEVICE);
}

static void nodes(CUstream stream)
{
	CUgraph graph;
	CUgraphNode node;
	CUgraphExec exec;
	CUcontext context;
	CUdeviceptr memory;
	unsigned words[4] = { 0 };
	CHECK(cuCtxGetCurrent(&context) == CUDA_SUCCESS && cuMemAlloc(&memory, 16) == CUDA_SUCCESS);
	CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_MEMSET };
	params.memset.dst = memory;
	params.memset.value = 7;
	params.memset.elementSize = 4;
	params.memset.width = 4;
	params.memset.height = 1;
	params.memset.ctx = context;
	CHECK(cuGraphCreate(&graph, 0) == CUDA_SUCCESS && cuGraphAddNode(&node, graph, NULL, 0, &params) == CUDA_SUCCESS);
	params.memset.value = 8;
	CHECK(cuGraphNodeSetParams(node, &params) == CUDA_SUCCESS && cuGraphNodeSetParams(node, NULL) == CUDA_ERROR_INVALID_VALUE);
	CHECK(cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS && cuGraphLaunch(exec, stream) == CUDA_SUCCESS);
	CHECK(cuCtxSynchronize_v2(context) == CUDA_SUCCESS && cuMemcpyDtoH(words, memory, 16) == CUDA_SUCCESS && words[3] == 8);
	params.memset.value = 9;
	CHECK(cuGraphExecNodeSetParams(exec, node, &params) == CUDA_SUCCESS && cuGraphLaunch(exec, stream) == CUDA_SUCCESS);
	CHECK(cuCtxSynchronize_v2(NULL) == CUDA_SUCCESS && cuMemcpyDtoH(words, memory, 16) == CUDA_SUCCESS && words[3] == 9);
	CHECK(cuGraphExecDestroy(exec) == CUDA_SUCCESS && cuGraphDestroy(graph) == CUDA_SUCCESS && cuMemFree(memory) == CUDA_SUCCESS);
}

int main()
{
	CUdevice device = 9;
	CUstream stream;
	CHECK(cuInit(0) == CUDA_SUCCESS && cudaSetDevice(0) == cudaSuccess && cudaFree(0) == cudaSuccess);
	CHECK(cuCtxGetDevice_v2(&device, NULL) == CUDA_SUCCESS && device == 0);
	CHECK(cuCtxGetDevice_v2(&device, (CUcontext)&device) == CUDA_ERROR_INVALID_CONTEXT);
	CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
	copies(stream);
	boxes(stream);
	times(stream);
	prefetches(stream);
	pools();
	atomics();
	nodes(stream);
	CHECK(cuStreamDestroy(stream) == CUDA_SUCCESS);
	return unit_finish();
}
