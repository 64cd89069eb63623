// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The binary interface of CUDA 12.6 that programs compiled elsewhere rely on: sizes and offsets of
// the public structures, and the attributes that both interfaces have.  The errors are tested by
// abi_error_lists.sh.
#include <cuda.h>
#include <cuda_runtime.h>
#include <stddef.h>
#include <surface_types.h>
#include <texture_types.h>

#include "unit/unit.h"

#define SIZE(type, bytes) CHECK_EQUAL(sizeof(type), bytes)
#define ALIGNED(type, bytes) CHECK_EQUAL(_Alignof(type), bytes)
#define PLACE(type, member, bytes) CHECK_EQUAL(offsetof(type, member), bytes)

// CUDA C++ Programming Guide, table "Alignment Requirements".
#define VECTOR(name, element, align2, align4) \
	SIZE(name##1, element), SIZE(name##2, 2 * element), SIZE(name##3, 3 * element), SIZE(name##4, 4 * element), \
	ALIGNED(name##1, element), ALIGNED(name##2, align2), ALIGNED(name##3, element), ALIGNED(name##4, align4)

static void vectors(void)
{
	VECTOR(char, 1, 2, 4);
	VECTOR(uchar, 1, 2, 4);
	VECTOR(short, 2, 4, 8);
	VECTOR(ushort, 2, 4, 8);
	VECTOR(int, 4, 8, 16);
	VECTOR(uint, 4, 8, 16);
	VECTOR(long, 8, 16, 16);
	VECTOR(ulong, 8, 16, 16);
	VECTOR(longlong, 8, 16, 16);
	VECTOR(ulonglong, 8, 16, 16);
	VECTOR(float, 4, 8, 16);
	VECTOR(double, 8, 16, 16);
	SIZE(dim3, 12);
}

static void device_properties(void)
{
	SIZE(struct cudaDeviceProp, 1032);
	PLACE(struct cudaDeviceProp, totalGlobalMem, 288);
	PLACE(struct cudaDeviceProp, major, 360);
	PLACE(struct cudaDeviceProp, multiProcessorCount, 388);
	PLACE(struct cudaDeviceProp, computeMode, 404);
	PLACE(struct cudaDeviceProp, maxTexture1D, 408);
	PLACE(struct cudaDeviceProp, concurrentKernels, 576);
	PLACE(struct cudaDeviceProp, l2CacheSize, 616);
	PLACE(struct cudaDeviceProp, managedMemory, 652);
	PLACE(struct cudaDeviceProp, sharedMemPerBlockOptin, 696);
	PLACE(struct cudaDeviceProp, reservedSharedMemPerBlock, 720);
	PLACE(struct cudaDeviceProp, clusterLaunch, 772);
	PLACE(struct cudaDeviceProp, unifiedFunctionPointers, 776);
}

static void runtime_structures(void)
{
	SIZE(struct cudaPointerAttributes, 24);
	SIZE(struct cudaFuncAttributes, 144);
	SIZE(struct cudaMemcpy3DParms, 160);
	SIZE(struct cudaMemcpy3DPeerParms, 168);
	SIZE(cudaLaunchConfig_t, 56);
	SIZE(cudaLaunchAttribute, 72);
	SIZE(struct cudaKernelNodeParams, 56);
	SIZE(struct cudaGraphNodeParams, 256);
	SIZE(struct cudaMemAllocNodeParams, 120);
	SIZE(struct cudaMemPoolProps, 88);
	SIZE(struct cudaResourceDesc, 64);
	SIZE(struct cudaResourceViewDesc, 48);
	SIZE(struct cudaTextureDesc, 72);
	SIZE(struct cudaExternalMemoryHandleDesc, 40);
	SIZE(struct cudaExternalSemaphoreSignalParams, 144);
	SIZE(struct cudaExternalSemaphoreWaitParams, 144);
	SIZE(cudaIpcMemHandle_t, 64);
	SIZE(cudaIpcEventHandle_t, 64);
	SIZE(cudaGraphEdgeData, 8);
}

static void driver_structures(void)
{
	SIZE(CUdeviceptr, 8);
	SIZE(CUdevprop, 56);
	SIZE(CUDA_MEMCPY2D, 128);
	SIZE(CUDA_MEMCPY3D, 200);
	SIZE(CUDA_ARRAY3D_DESCRIPTOR, 40);
	SIZE(CUDA_RESOURCE_DESC, 144);
	SIZE(CUDA_TEXTURE_DESC, 104);
	SIZE(CUmemAllocationProp, 32);
	SIZE(CUmemPoolProps, 88);
	SIZE(CUlaunchConfig, 56);
	SIZE(CUlaunchAttribute, 72);
	SIZE(CUDA_KERNEL_NODE_PARAMS, 72);
}

// The attributes that both interfaces have are the same numbers.
static void attributes(void)
{
	CHECK_EQUAL(cudaDevAttrMax, CU_DEVICE_ATTRIBUTE_MAX);
	CHECK_EQUAL(cudaDevAttrMultiProcessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
	CHECK_EQUAL(cudaDevAttrMaxSharedMemoryPerBlockOptin, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
	CHECK_EQUAL(cudaDevAttrHostNumaId, CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID);
	CHECK_EQUAL(cudaFuncAttributeMax, CU_FUNC_ATTRIBUTE_MAX);
	CHECK_EQUAL(cudaLaunchAttributePriority, CU_LAUNCH_ATTRIBUTE_PRIORITY);
	CHECK_EQUAL(cudaLimitPersistingL2CacheSize, CU_LIMIT_PERSISTING_L2_CACHE_SIZE);
	CHECK_EQUAL(CUDART_VERSION, CUDA_VERSION);
}

int main(void)
{
	vectors();
	device_properties();
	runtime_structures();
	driver_structures();
	attributes();
	return unit_finish();
}
