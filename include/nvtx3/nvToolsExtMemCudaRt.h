// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVTX: the same of CUDA's arrays, devices and streams.
#ifndef AW_NVTX3_NVTOOLSEXTMEMCUDART_H
#define AW_NVTX3_NVTOOLSEXTMEMCUDART_H

#include <cuda.h>
#include <cuda_runtime_api.h>

#include "nvToolsExtMem.h"

#define NVTX_MEM_TYPE_CUDA_ARRAY 0x11
#define NVTX_MEM_TYPE_CU_ARRAY 0x12
#define NVTX_MEM_CUDA_PEER_ALL_DEVICES -1

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nvtxMemCudaArrayRangeDesc_v1 {
	uint16_t extCompatID, structSize;
	uint32_t reserved0;
	cudaArray_t src;
	size_t offset[3], extent[3];
} nvtxMemCudaArrayRangeDesc_v1;
typedef nvtxMemCudaArrayRangeDesc_v1 nvtxMemCudaArrayRangeDesc_t;

typedef struct nvtxMemCuArrayRangeDesc_v1 {
	uint16_t extCompatID, structSize;
	uint32_t reserved0;
	CUarray src;
	size_t offset[3], extent[3];
} nvtxMemCuArrayRangeDesc_v1;
typedef nvtxMemCuArrayRangeDesc_v1 nvtxMemCuArrayRangeDesc_t;

typedef struct nvtxMemMarkInitializedBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t regionType;
	size_t regionDescCount, regionDescElementSize;
	const void *regionDescElements;
} nvtxMemMarkInitializedBatch_v1;
typedef nvtxMemMarkInitializedBatch_v1 nvtxMemMarkInitializedBatch_t;

NVTX_INLINE_STATIC nvtxMemPermissionsHandle_t nvtxMemCudaGetProcessWidePermissions(nvtxDomainHandle_t domain)
{
	return (void)domain, (nvtxMemPermissionsHandle_t)NULL;
}
NVTX_INLINE_STATIC nvtxMemPermissionsHandle_t nvtxMemCudaGetDeviceWidePermissions(nvtxDomainHandle_t domain, int device)
{
	return (void)domain, (void)device, (nvtxMemPermissionsHandle_t)NULL;
}
NVTX_INLINE_STATIC void nvtxMemCudaSetPeerAccess(nvtxDomainHandle_t domain, nvtxMemPermissionsHandle_t permissions, int peer,
                                                 uint32_t flags)
{
	(void)domain, (void)permissions, (void)peer, (void)flags;
}
NVTX_INLINE_STATIC void nvtxMemCudaMarkInitialized(nvtxDomainHandle_t domain, cudaStream_t stream, uint8_t isPerThreadStream,
                                                   const nvtxMemMarkInitializedBatch_t *batch)
{
	(void)domain, (void)stream, (void)isPerThreadStream, (void)batch;
}

#ifdef __cplusplus
}
#endif

#endif
