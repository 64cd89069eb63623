// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that got a version in CUDA 4.0 for what they do with contexts, and whose parameters stayed the same: programs that
// open libcuda.so.1 themselves and look names up by dlsym ask for the old ones too.  The old forms of functions that take
// addresses had 32 bits for these and are left out.
#define __CUDA_API_VERSION_INTERNAL
#include "api.h"
#include "cu_result.h"

CUresult cuCtxDestroy(CUcontext ctx) { return cuCtxDestroy_v2(ctx); }
CUresult cuCtxPopCurrent(CUcontext *pctx) { return cuCtxPopCurrent_v2(pctx); }
CUresult cuCtxPushCurrent(CUcontext ctx) { return cuCtxPushCurrent_v2(ctx); }
CUresult cuStreamDestroy(CUstream stream) { return cuStreamDestroy_v2(stream); }
CUresult cuEventDestroy(CUevent event) { return cuEventDestroy_v2(event); }
