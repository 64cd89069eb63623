// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVTX: names for the driver API's objects.
#ifndef AW_NVTX3_NVTOOLSEXTCUDA_H
#define AW_NVTX3_NVTOOLSEXTCUDA_H

#include "../cuda.h"
#include "nvToolsExt.h"

#define NVTX_RESOURCE_CLASS_CUDA 4
typedef enum nvtxResourceCUDAType_t {
	NVTX_RESOURCE_TYPE_CUDA_DEVICE = (4 << 16) | 1,
	NVTX_RESOURCE_TYPE_CUDA_CONTEXT = (4 << 16) | 2,
	NVTX_RESOURCE_TYPE_CUDA_STREAM = (4 << 16) | 3,
	NVTX_RESOURCE_TYPE_CUDA_EVENT = (4 << 16) | 4
} nvtxResourceCUDAType_t;

#ifdef __cplusplus
extern "C" {
#endif

NVTX_INLINE_STATIC void nvtxNameCuDeviceA(CUdevice device, const char *name)
{
	(void)device;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCuDeviceW(CUdevice device, const wchar_t *name)
{
	(void)device;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCuContextA(CUcontext context, const char *name)
{
	(void)context;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCuContextW(CUcontext context, const wchar_t *name)
{
	(void)context;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCuStreamA(CUstream stream, const char *name)
{
	(void)stream;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCuStreamW(CUstream stream, const wchar_t *name)
{
	(void)stream;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCuEventA(CUevent event, const char *name)
{
	(void)event;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCuEventW(CUevent event, const wchar_t *name)
{
	(void)event;
	(void)name;
}

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define nvtxNameCuDevice nvtxNameCuDeviceW
#define nvtxNameCuContext nvtxNameCuContextW
#define nvtxNameCuStream nvtxNameCuStreamW
#define nvtxNameCuEvent nvtxNameCuEventW
#else
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent nvtxNameCuEventA
#endif

#endif
