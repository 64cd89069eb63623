/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Streams and images of EGL (CUDA Runtime API, "EGL Interoperability").  There is no display here that a device could share
 * memory with, so all of these return cudaErrorNotSupported.  A frame has no parts here: nothing could be in them.
 */
#ifndef __CUDA_EGL_INTEROP_H__
#define __CUDA_EGL_INTEROP_H__

#include "cuda_runtime_api.h"

#ifdef __has_include
#if __has_include(<EGL/eglext.h>)
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define AW_HAS_EGL 1
#endif
#endif
#ifndef AW_HAS_EGL
typedef void *EGLStreamKHR;
typedef void *EGLImageKHR;
typedef void *EGLSyncKHR;
typedef int EGLint;
#endif
#undef AW_HAS_EGL

typedef struct CUeglStreamConnection_st *cudaEglStreamConnection;
typedef struct cudaEglFrame_st cudaEglFrame;

#if defined(__cplusplus)
extern "C" {
#endif

cudaError_t CUDARTAPI cudaGraphicsEGLRegisterImage(struct cudaGraphicsResource **pCudaResource, EGLImageKHR image,
	unsigned int flags);
cudaError_t CUDARTAPI cudaGraphicsResourceGetMappedEglFrame(cudaEglFrame *eglFrame, cudaGraphicsResource_t resource,
	unsigned int index, unsigned int mipLevel);
cudaError_t CUDARTAPI cudaEventCreateFromEGLSync(cudaEvent_t *phEvent, EGLSyncKHR eglSync, unsigned int flags);
cudaError_t CUDARTAPI cudaEGLStreamConsumerConnect(cudaEglStreamConnection *conn, EGLStreamKHR eglStream);
cudaError_t CUDARTAPI cudaEGLStreamConsumerConnectWithFlags(cudaEglStreamConnection *conn, EGLStreamKHR eglStream,
	unsigned int flags);
cudaError_t CUDARTAPI cudaEGLStreamConsumerDisconnect(cudaEglStreamConnection *conn);
cudaError_t CUDARTAPI cudaEGLStreamConsumerAcquireFrame(cudaEglStreamConnection *conn, cudaGraphicsResource_t *pCudaResource,
	cudaStream_t *pStream, unsigned int timeout);
cudaError_t CUDARTAPI cudaEGLStreamConsumerReleaseFrame(cudaEglStreamConnection *conn, cudaGraphicsResource_t pCudaResource,
	cudaStream_t *pStream);
cudaError_t CUDARTAPI cudaEGLStreamProducerConnect(cudaEglStreamConnection *conn, EGLStreamKHR eglStream, EGLint width,
	EGLint height);
cudaError_t CUDARTAPI cudaEGLStreamProducerDisconnect(cudaEglStreamConnection *conn);
cudaError_t CUDARTAPI cudaEGLStreamProducerPresentFrame(cudaEglStreamConnection *conn, cudaEglFrame eglframe,
	cudaStream_t *pStream);
cudaError_t CUDARTAPI cudaEGLStreamProducerReturnFrame(cudaEglStreamConnection *conn, cudaEglFrame *eglframe,
	cudaStream_t *pStream);

#if defined(__cplusplus)
}
#endif

#endif
