// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that got a version for what they do, and whose parameters stayed the same (contexts in CUDA 4.0, textures of rows in 4.1, host
// memory in 6.5, IPC in 11.0), or that ask for less (executable graphs until 12.0): programs that open libcuda.so.1 themselves and look
// names up by dlsym ask for the old ones too.  The old forms of functions that take addresses had 32 bits for these and are left
// out, but for one that cuda-samples' loader asks for.
#define __CUDA_API_VERSION_INTERNAL
#include "api.h"
#include "cu_result.h"

CUresult cuCtxDestroy(CUcontext ctx) { return cuCtxDestroy_v2(ctx); }
CUresult cuCtxPopCurrent(CUcontext *pctx) { return cuCtxPopCurrent_v2(pctx); }
CUresult cuCtxPushCurrent(CUcontext ctx) { return cuCtxPushCurrent_v2(ctx); }
CUresult cuStreamDestroy(CUstream stream) { return cuStreamDestroy_v2(stream); }
CUresult cuEventDestroy(CUevent event) { return cuEventDestroy_v2(event); }

CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned int flags) { return cuMemHostRegister_v2(p, bytesize, flags); }

CUresult cuIpcOpenMemHandle(CUdeviceptr *pointer, CUipcMemHandle handle, unsigned int flags)
{
	return cuIpcOpenMemHandle_v2(pointer, handle, flags);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr target, CUdeviceptr source, size_t count, CUstream stream)
{
	return cuMemcpyDtoDAsync_v2(target, source, count, stream);
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
