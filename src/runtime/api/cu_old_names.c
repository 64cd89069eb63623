// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that got a version for what they do, and whose parameters stayed the same (contexts in CUDA 4.0, textures of rows in 4.1, host
// memory in 6.5, IPC and primary contexts in 11.0), or that ask for less (executable graphs until 12.0): programs that open libcuda.so.1
// themselves and look names up by dlsym ask for the old ones too.  Addresses and sizes had 32 bits once, and where functions take them
// they are the whole registers of programs that look the plain name up for today's types.  Those that give them back are left out.
#define __CUDA_API_VERSION_INTERNAL
#include "api.h"
#include "cu_result.h"

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) { return cuDeviceGetUuid_v2(uuid, device); }
CUresult cuDevicePrimaryCtxRelease(CUdevice device) { return cuDevicePrimaryCtxRelease_v2(device); }
CUresult cuDevicePrimaryCtxReset(CUdevice device) { return cuDevicePrimaryCtxReset_v2(device); }
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) { return cuDevicePrimaryCtxSetFlags_v2(device, flags); }

// Headers have this name for the form of CUDA 13 as well.
CUresult aw_api_create_context(CUcontext *ctx, unsigned int flags, CUdevice device) __asm__("cuCtxCreate")
	__attribute__((visibility("default")));
CUresult aw_api_create_context(CUcontext *ctx, unsigned int flags, CUdevice device) { return cuCtxCreate_v2(ctx, flags, device); }

CUresult cuCtxDestroy(CUcontext ctx) { return cuCtxDestroy_v2(ctx); }
CUresult cuCtxPopCurrent(CUcontext *pctx) { return cuCtxPopCurrent_v2(pctx); }
CUresult cuCtxPushCurrent(CUcontext ctx) { return cuCtxPushCurrent_v2(ctx); }
CUresult cuStreamDestroy(CUstream stream) { return cuStreamDestroy_v2(stream); }
CUresult cuEventDestroy(CUevent event) { return cuEventDestroy_v2(event); }

CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values, CUlinkState *state)
{
	return cuLinkCreate_v2(count, options, values, state);
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int count,
	CUjit_option *options, void **values)
{
	return cuLinkAddData_v2(state, type, data, size, name, count, options, values);
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int count, CUjit_option *options,
	void **values)
{
	return cuLinkAddFile_v2(state, type, path, count, options, values);
}

CUresult cuMemAllocHost(void **pointer, size_t bytesize) { return cuMemAllocHost_v2(pointer, bytesize); }
CUresult cuMemFree(CUdeviceptr pointer) { return cuMemFree_v2(pointer); }
CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned int flags) { return cuMemHostRegister_v2(p, bytesize, flags); }

CUresult cuIpcOpenMemHandle(CUdeviceptr *pointer, CUipcMemHandle handle, unsigned int flags)
{
	return cuIpcOpenMemHandle_v2(pointer, handle, flags);
}

CUresult cuMemcpyHtoD(CUdeviceptr target, const void *source, size_t count) { return cuMemcpyHtoD_v2(target, source, count); }
CUresult cuMemcpyDtoH(void *target, CUdeviceptr source, size_t count) { return cuMemcpyDtoH_v2(target, source, count); }
CUresult cuMemcpyDtoD(CUdeviceptr target, CUdeviceptr source, size_t count) { return cuMemcpyDtoD_v2(target, source, count); }

CUresult cuMemcpyHtoDAsync(CUdeviceptr target, const void *source, size_t count, CUstream stream)
{
	return cuMemcpyHtoDAsync_v2(target, source, count, stream);
}

CUresult cuMemcpyDtoHAsync(void *target, CUdeviceptr source, size_t count, CUstream stream)
{
	return cuMemcpyDtoHAsync_v2(target, source, count, stream);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr target, CUdeviceptr source, size_t count, CUstream stream)
{
	return cuMemcpyDtoDAsync_v2(target, source, count, stream);
}

CUresult cuMemsetD8(CUdeviceptr target, unsigned char value, size_t count) { return cuMemsetD8_v2(target, value, count); }
CUresult cuMemsetD16(CUdeviceptr target, unsigned short value, size_t count) { return cuMemsetD16_v2(target, value, count); }
CUresult cuMemsetD32(CUdeviceptr target, unsigned int value, size_t count) { return cuMemsetD32_v2(target, value, count); }

CUresult cuMemsetD2D8(CUdeviceptr target, size_t pitch, unsigned char value, size_t width, size_t height)
{
	return cuMemsetD2D8_v2(target, pitch, value, width, height);
}

CUresult cuMemsetD2D16(CUdeviceptr target, size_t pitch, unsigned short value, size_t width, size_t height)
{
	return cuMemsetD2D16_v2(target, pitch, value, width, height);
}

CUresult cuMemsetD2D32(CUdeviceptr target, size_t pitch, unsigned int value, size_t width, size_t height)
{
	return cuMemsetD2D32_v2(target, pitch, value, width, height);
}

CUresult cuTexRefSetAddress2D_v2(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *description, CUdeviceptr address, size_t pitch)
{
	return cuTexRefSetAddress2D(reference, description, address, pitch);
}

// Nothing is ever said in the log, nor of the node that failed.
CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph, CUgraphNode *failed, char *log, size_t size)
{
	if (failed)
		*failed = NULL;
	if (log && size)
		*log = '\0';
	return cuGraphInstantiate(exec, graph, 0);
}
