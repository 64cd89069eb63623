// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVTX: names for the runtime API's objects.
#ifndef AW_NVTX3_NVTOOLSEXTCUDART_H
#define AW_NVTX3_NVTOOLSEXTCUDART_H

#include "../cuda_runtime_api.h"
#include "nvToolsExt.h"

#define NVTX_RESOURCE_CLASS_CUDART 5
typedef enum nvtxResourceCUDARTType_t {
	NVTX_RESOURCE_TYPE_CUDART_DEVICE = (5 << 16) | 0,
	NVTX_RESOURCE_TYPE_CUDART_STREAM = (5 << 16) | 1,
	NVTX_RESOURCE_TYPE_CUDART_EVENT = (5 << 16) | 2
} nvtxResourceCUDARTType_t;

#ifdef __cplusplus
extern "C" {
#endif

NVTX_INLINE_STATIC void nvtxNameCudaDeviceA(int device, const char *name)
{
	(void)device;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCudaDeviceW(int device, const wchar_t *name)
{
	(void)device;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCudaStreamA(cudaStream_t stream, const char *name)
{
	(void)stream;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCudaStreamW(cudaStream_t stream, const wchar_t *name)
{
	(void)stream;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCudaEventA(cudaEvent_t event, const char *name)
{
	(void)event;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCudaEventW(cudaEvent_t event, const wchar_t *name)
{
	(void)event;
	(void)name;
}

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameCudaEvent nvtxNameCudaEventW
#else
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#endif

#endif
