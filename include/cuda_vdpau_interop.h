/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sharing of surfaces with VDPAU (CUDA Runtime API, "VDPAU Interoperability").  There is no display here that a device could
 * share memory with, so all of these return cudaErrorNotSupported; programs that can do without it build and run.
 */
#ifndef __CUDA_VDPAU_INTEROP_H__
#define __CUDA_VDPAU_INTEROP_H__

#include "cuda_runtime_api.h"

#ifdef __has_include
#if __has_include(<vdpau/vdpau.h>)
#include <vdpau/vdpau.h>
#define AW_HAS_VDPAU 1
#endif
#endif
#ifndef AW_HAS_VDPAU
typedef unsigned int VdpDevice;
typedef unsigned int VdpVideoSurface;
typedef unsigned int VdpOutputSurface;
typedef int VdpGetProcAddress(VdpDevice device, unsigned int id, void **pointer);
#endif
#undef AW_HAS_VDPAU

#if defined(__cplusplus)
extern "C" {
#endif

cudaError_t CUDARTAPI cudaVDPAUGetDevice(int *device, VdpDevice vdpDevice, VdpGetProcAddress *vdpGetProcAddress);
cudaError_t CUDARTAPI cudaVDPAUSetVDPAUDevice(int device, VdpDevice vdpDevice, VdpGetProcAddress *vdpGetProcAddress);
cudaError_t CUDARTAPI cudaGraphicsVDPAURegisterVideoSurface(struct cudaGraphicsResource **resource, VdpVideoSurface vdpSurface,
	unsigned int flags);
cudaError_t CUDARTAPI cudaGraphicsVDPAURegisterOutputSurface(struct cudaGraphicsResource **resource,
	VdpOutputSurface vdpSurface, unsigned int flags);

#if defined(__cplusplus)
}
#endif

#endif
