/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sharing of buffers and images with OpenGL (CUDA Runtime API, "OpenGL Interoperability").  There is no display here that a
 * device could share memory with, so all of these return cudaErrorNotSupported; programs that can do without it build and run.
 */
#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__

#include "cuda_runtime_api.h"

#ifdef __has_include
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#define AW_HAS_GL 1
#endif
#endif
#ifndef AW_HAS_GL
typedef unsigned int GLuint;
typedef unsigned int GLenum;
#endif
#undef AW_HAS_GL

#if defined(__cplusplus)
extern "C" {
#endif

/* Which devices belong to the GL context: all, or those that draw this frame or the next. */
enum cudaGLDeviceList {
	cudaGLDeviceListAll = 1,
	cudaGLDeviceListCurrentFrame = 2,
	cudaGLDeviceListNextFrame = 3
};

enum cudaGLMapFlags {
	cudaGLMapFlagsNone = 0,
	cudaGLMapFlagsReadOnly = 1,
	cudaGLMapFlagsWriteDiscard = 2
};

cudaError_t CUDARTAPI cudaGLGetDevices(unsigned int *pCudaDeviceCount, int *pCudaDevices, unsigned int cudaDeviceCount,
	enum cudaGLDeviceList deviceList);
cudaError_t CUDARTAPI cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **resource, GLuint buffer, unsigned int flags);
cudaError_t CUDARTAPI cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **resource, GLuint image, GLenum target,
	unsigned int flags);

/* The forms of CUDA 2, deprecated since 3.0. */
cudaError_t CUDARTAPI cudaGLSetGLDevice(int device);
cudaError_t CUDARTAPI cudaGLRegisterBufferObject(GLuint bufObj);
cudaError_t CUDARTAPI cudaGLMapBufferObject(void **devPtr, GLuint bufObj);
cudaError_t CUDARTAPI cudaGLUnmapBufferObject(GLuint bufObj);
cudaError_t CUDARTAPI cudaGLUnregisterBufferObject(GLuint bufObj);
cudaError_t CUDARTAPI cudaGLSetBufferObjectMapFlags(GLuint bufObj, unsigned int flags);
cudaError_t CUDARTAPI cudaGLMapBufferObjectAsync(void **devPtr, GLuint bufObj, cudaStream_t stream);
cudaError_t CUDARTAPI cudaGLUnmapBufferObjectAsync(GLuint bufObj, cudaStream_t stream);

#if defined(__cplusplus)
}
#endif

#endif
