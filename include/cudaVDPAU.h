/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sharing of surfaces with VDPAU (CUDA Driver API, "VDPAU Interoperability").  There is no display here that a device could
 * share memory with, so all of these return CUDA_ERROR_NOT_SUPPORTED; programs that can do without it build and run.
 */
#ifndef CUDAVDPAU_H
#define CUDAVDPAU_H

#include "cuda.h"
#include "cuda_vdpau_interop.h" /* VDPAU's types, where its own header is missing */

#define cuVDPAUCtxCreate cuVDPAUCtxCreate_v2

#if defined(__cplusplus)
extern "C" {
#endif

CUresult CUDAAPI cuVDPAUGetDevice(CUdevice *pDevice, VdpDevice vdpDevice, VdpGetProcAddress *vdpGetProcAddress);
CUresult CUDAAPI cuVDPAUCtxCreate(CUcontext *pCtx, unsigned int flags, CUdevice device, VdpDevice vdpDevice,
	VdpGetProcAddress *vdpGetProcAddress);
CUresult CUDAAPI cuGraphicsVDPAURegisterVideoSurface(CUgraphicsResource *pCudaResource, VdpVideoSurface vdpSurface,
	unsigned int flags);
CUresult CUDAAPI cuGraphicsVDPAURegisterOutputSurface(CUgraphicsResource *pCudaResource, VdpOutputSurface vdpSurface,
	unsigned int flags);

#if defined(__cplusplus)
}
#endif

#endif
