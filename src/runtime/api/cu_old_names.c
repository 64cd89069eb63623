// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that got a version for what they do, and whose parameters stayed the same (contexts in CUDA 4.0, textures of rows in 4.1, host
// memory in 6.5, IPC and primary contexts in 11.0, words that streams wait for in 12.0), or that ask for or tell less: programs that open
// libcuda.so.1 themselves and look names up by dlsym ask for the old ones too.  Addresses and sizes had 32 bits before CUDA 3.2, and where
// functions take them they are the whole registers of programs that look the plain name up for today's types.  Those that give them back
// are for contexts of that time alone (cuCtxGetApiVersion 3010), so here they return CUDA_ERROR_INVALID_CONTEXT, as the manual says.
#define __CUDA_API_VERSION_INTERNAL
#include <limits.h>
#include <string.h>

#include "api.h"
#include "cu_result.h"
#include "second_entry.h"

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

CUresult cuMemcpyDtoA(CUarray target, size_t offset, CUdeviceptr source, size_t count)
{
	return cuMemcpyDtoA_v2(target, offset, source, count);
}

CUresult cuMemcpyAtoD(CUdeviceptr target, CUarray source, size_t offset, size_t count)
{
	return cuMemcpyAtoD_v2(target, source, offset, count);
}

CUresult cuMemcpyHtoA(CUarray target, size_t offset, const void *source, size_t count)
{
	return cuMemcpyHtoA_v2(target, offset, source, count);
}

CUresult cuMemcpyAtoH(void *target, CUarray source, size_t offset, size_t count)
{
	return cuMemcpyAtoH_v2(target, source, offset, count);
}

CUresult cuMemcpyAtoA(CUarray target, size_t target_offset, CUarray source, size_t offset, size_t count)
{
	return cuMemcpyAtoA_v2(target, target_offset, source, offset, count);
}

CUresult cuMemcpyHtoAAsync(CUarray target, size_t offset, const void *source, size_t count, CUstream stream)
{
	return cuMemcpyHtoAAsync_v2(target, offset, source, count, stream);
}

CUresult cuMemcpyAtoHAsync(void *target, CUarray source, size_t offset, size_t count, CUstream stream)
{
	return cuMemcpyAtoHAsync_v2(target, source, offset, count, stream);
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
	return cuTexRefSetAddress2D_v3(reference, description, address, pitch);
}

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned int flags)
{
	return cuStreamWriteValue32_v2(stream, address, value, flags);
}

CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned int flags)
{
	return cuStreamWaitValue32_v2(stream, address, value, flags);
}

CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned int flags)
{
	return cuStreamWriteValue64_v2(stream, address, value, flags);
}

CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned int flags)
{
	return cuStreamWaitValue64_v2(stream, address, value, flags);
}

CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *operations, unsigned int flags)
{
	return cuStreamBatchMemOp_v2(stream, count, operations, flags);
}

CUresult cuStreamBeginCapture(CUstream stream) { return cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL); }

CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id)
{
	return cuStreamGetCaptureInfo_v2(stream, status, id, NULL, NULL, NULL);
}

AW_SECOND_ENTRY(CUresult, cuStreamWriteValue32, _ptsz, (CUstream a, CUdeviceptr b, cuuint32_t c, unsigned int d), (a, b, c, d))
AW_SECOND_ENTRY(CUresult, cuStreamWaitValue32, _ptsz, (CUstream a, CUdeviceptr b, cuuint32_t c, unsigned int d), (a, b, c, d))
AW_SECOND_ENTRY(CUresult, cuStreamWriteValue64, _ptsz, (CUstream a, CUdeviceptr b, cuuint64_t c, unsigned int d), (a, b, c, d))
AW_SECOND_ENTRY(CUresult, cuStreamWaitValue64, _ptsz, (CUstream a, CUdeviceptr b, cuuint64_t c, unsigned int d), (a, b, c, d))
AW_SECOND_ENTRY(CUresult, cuStreamBatchMemOp, _ptsz, (CUstream a, unsigned int b, CUstreamBatchMemOpParams *c, unsigned int d),
                (a, b, c, d))
AW_SECOND_ENTRY(CUresult, cuStreamBeginCapture, _ptsz, (CUstream a), (a))
AW_SECOND_ENTRY(CUresult, cuStreamGetCaptureInfo, _ptsz, (CUstream a, CUstreamCaptureStatus *b, cuuint64_t *c), (a, b, c))

// Nothing is ever said in the log, nor of the node that failed.
CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph, CUgraphNode *failed, char *log, size_t size)
{
	if (failed)
		*failed = NULL;
	if (log && size)
		*log = '\0';
	return cuGraphInstantiateWithFlags(exec, graph, 0);
}

CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *failed, char *log, size_t size)
{
	return cuGraphInstantiate_v2(exec, graph, failed, log, size);
}

CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *failed, CUgraphExecUpdateResult *result)
{
	CUgraphExecUpdateResultInfo info = { .result = CU_GRAPH_EXEC_UPDATE_ERROR };
	CUresult code = cuGraphExecUpdate_v2(exec, graph, &info);
	if (failed)
		*failed = info.errorNode;
	if (result)
		*result = info.result;
	return code;
}

// The parameters of a kernel in the current context.
static CUDA_KERNEL_NODE_PARAMS with_context(const CUDA_KERNEL_NODE_PARAMS_v1 *given)
{
	CUDA_KERNEL_NODE_PARAMS params = { 0 };
	memcpy(&params, given, sizeof(*given)); // which it begins with
	return params;
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
	const CUDA_KERNEL_NODE_PARAMS_v1 *given)
{
	if (!given)
		return cuGraphAddKernelNode_v2(node, graph, dependencies, count, NULL);
	CUDA_KERNEL_NODE_PARAMS params = with_context(given);
	return cuGraphAddKernelNode_v2(node, graph, dependencies, count, &params);
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1 *given)
{
	CUDA_KERNEL_NODE_PARAMS params;
	CUresult code = cuGraphKernelNodeGetParams_v2(node, given ? &params : NULL);
	if (code == CUDA_SUCCESS)
		memcpy(given, &params, sizeof(*given));
	return code;
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *given)
{
	if (!given)
		return cuGraphKernelNodeSetParams_v2(node, NULL);
	CUDA_KERNEL_NODE_PARAMS params = with_context(given);
	return cuGraphKernelNodeSetParams_v2(node, &params);
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *given)
{
	if (!given)
		return cuGraphExecKernelNodeSetParams_v2(exec, node, NULL);
	CUDA_KERNEL_NODE_PARAMS params = with_context(given);
	return cuGraphExecKernelNodeSetParams_v2(exec, node, &params);
}

CUresult cuDeviceTotalMem(unsigned int *bytes, CUdevice device)
{
	size_t all = 0;
	CUresult code = cuDeviceTotalMem_v2(bytes ? &all : NULL, device);
	if (code == CUDA_SUCCESS)
		*bytes = all > UINT_MAX ? UINT_MAX : (unsigned int)all;
	return code;
}

// Whose addresses and sizes have 32 bits in memory.
#define OF_BEFORE_3_2(name) \
	__attribute__((visibility("default"))) CUresult aw_old_##name(void) __asm__(#name); \
	CUresult aw_old_##name(void) { return AW_CU_CALL(AW_INVALID_CONTEXT); }
OF_BEFORE_3_2(cuModuleGetGlobal)
OF_BEFORE_3_2(cuMemGetInfo)
OF_BEFORE_3_2(cuMemAlloc)
OF_BEFORE_3_2(cuMemAllocPitch)
OF_BEFORE_3_2(cuMemGetAddressRange)
OF_BEFORE_3_2(cuMemHostGetDevicePointer)
OF_BEFORE_3_2(cuMemcpy2D)
OF_BEFORE_3_2(cuMemcpy2DUnaligned)
OF_BEFORE_3_2(cuMemcpy2DAsync)
OF_BEFORE_3_2(cuMemcpy3D)
OF_BEFORE_3_2(cuMemcpy3DAsync)
OF_BEFORE_3_2(cuArrayCreate)
OF_BEFORE_3_2(cuArrayGetDescriptor)
OF_BEFORE_3_2(cuArray3DCreate)
OF_BEFORE_3_2(cuArray3DGetDescriptor)
OF_BEFORE_3_2(cuTexRefSetAddress)
OF_BEFORE_3_2(cuTexRefSetAddress2D)
OF_BEFORE_3_2(cuTexRefGetAddress)
OF_BEFORE_3_2(cuGraphicsResourceGetMappedPointer)
