// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// What a device consists of, the context that a stream belongs to in both forms, attributes of streams and kernel nodes, access
// to pools, and the types of pointers to functions.
#include <cuda.h>
#include <cudaTypedefs.h>

#include "api/support/api_test.h"

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

__global__ void nothing()
{
}

static void resources(CUcontext context)
{
	CUdevResource resource = {};
	int multiprocessors = 0;
	CU(CUDA_SUCCESS, cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
	CU(CUDA_SUCCESS, cuDeviceGetDevResource(0, &resource, CU_DEV_RESOURCE_TYPE_SM));
	CHECK_EQUAL(resource.type, CU_DEV_RESOURCE_TYPE_SM);
	CHECK_EQUAL(resource.sm.smCount, multiprocessors);
	resource = {};
	CU(CUDA_SUCCESS, cuCtxGetDevResource(context, &resource, CU_DEV_RESOURCE_TYPE_SM));
	CHECK_EQUAL(resource.sm.smCount, multiprocessors);
	CU(CUDA_ERROR_INVALID_VALUE, cuDeviceGetDevResource(0, nullptr, CU_DEV_RESOURCE_TYPE_SM));
	CU(CUDA_ERROR_INVALID_RESOURCE_TYPE, cuDeviceGetDevResource(0, &resource, CU_DEV_RESOURCE_TYPE_INVALID));
	CU(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetDevResource(99, &resource, CU_DEV_RESOURCE_TYPE_SM));
	CHECK_EQUAL(sizeof(CUdevResource), 144);
}

static void contexts(CUstream stream, CUcontext context)
{
	CUcontext found = nullptr;
	CUgreenCtx part = (CUgreenCtx)&found;
	PFN_cuStreamGetCtx_v9020 first = nullptr;
	PFN_cuStreamGetCtx_v12050 second = nullptr;
	CU(CUDA_SUCCESS, cuStreamGetGreenCtx(stream, &part));
	CHECK_EQUAL(part == nullptr, 1);
	CU(CUDA_ERROR_INVALID_VALUE, cuStreamGetGreenCtx(stream, nullptr));
	CU(CUDA_SUCCESS, cuGetProcAddress("cuStreamGetCtx", (void **)&first, 9020, CU_GET_PROC_ADDRESS_DEFAULT, nullptr));
	CU(CUDA_SUCCESS, cuGetProcAddress("cuStreamGetCtx", (void **)&second, 12050, CU_GET_PROC_ADDRESS_DEFAULT, nullptr));
	CHECK_EQUAL(first(stream, &found), CUDA_SUCCESS);
	CHECK_EQUAL(found == context, 1);
	found = nullptr;
	part = (CUgreenCtx)&found;
	CHECK_EQUAL(second(stream, &found, &part), CUDA_SUCCESS);
	CHECK_EQUAL(found == context && !part, 1);
}

static void attributes(CUstream stream)
{
	CUstreamAttrValue set = {}, got = {};
	CUgraph graph;
	cudaGraphNode_t node;
	cudaKernelNodeParams params = {};
	set.syncPolicy = CU_SYNC_POLICY_YIELD;
	CU(CUDA_SUCCESS, cuStreamSetAttribute(stream, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &set));
	CU(CUDA_SUCCESS, cuStreamGetAttribute(stream, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, &got));
	CHECK_EQUAL(got.syncPolicy, CU_SYNC_POLICY_YIELD);
	CU(CUDA_ERROR_INVALID_VALUE, cuStreamGetAttribute(stream, CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY, nullptr));
	params.func = (void *)nothing;
	params.gridDim = params.blockDim = dim3(1);
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
	set = {};
	set.cooperative = 1;
	CU(CUDA_SUCCESS, cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &set));
	got = {};
	CU(CUDA_SUCCESS, cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &got));
	CHECK_EQUAL(got.cooperative, 1);
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
}

static void pools()
{
	CUmemoryPool pool;
	CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
	CUmemLocation location = {};
	location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	CU(CUDA_SUCCESS, cuDeviceGetDefaultMemPool(&pool, 0));
	CU(CUDA_SUCCESS, cuMemPoolGetAccess(&flags, pool, &location));
	CHECK_EQUAL(flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
	CU(CUDA_ERROR_INVALID_VALUE, cuMemPoolGetAccess(nullptr, pool, &location));
}

int main()
{
	CUcontext context;
	CUstream stream;
	CU(CUDA_SUCCESS, cuInit(0));
	CU(CUDA_SUCCESS, cuDevicePrimaryCtxRetain(&context, 0));
	CU(CUDA_SUCCESS, cuCtxSetCurrent(context));
	CU(CUDA_SUCCESS, cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	resources(context);
	contexts(stream, context);
	attributes(stream);
	pools();
	CU(CUDA_SUCCESS, cuStreamDestroy(stream));
	return unit_finish();
}
