/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sharing of buffers and images with OpenGL (CUDA Driver API, "OpenGL Interoperability").  There is no display here that a
 * device could share memory with, so all of these return CUDA_ERROR_NOT_SUPPORTED; programs that can do without it build and run.
 */
#ifndef CUDAGL_H
#define CUDAGL_H

#include "cuda.h"
#include "cuda_gl_interop.h" /* OpenGL's types, where its own header is missing */

#define cuGLCtxCreate cuGLCtxCreate_v2
#define cuGLMapBufferObject cuGLMapBufferObject_v2
#define cuGLMapBufferObjectAsync cuGLMapBufferObjectAsync_v2
#define cuGLGetDevices cuGLGetDevices_v2

#if defined(__cplusplus)
extern "C" {
#endif

/* Which devices belong to the GL context: all, or those that draw this frame or the next. */
typedef enum CUGLDeviceList_enum {
	CU_GL_DEVICE_LIST_ALL = 1,
	CU_GL_DEVICE_LIST_CURRENT_FRAME = 2,
	CU_GL_DEVICE_LIST_NEXT_FRAME = 3
} CUGLDeviceList;

typedef enum CUGLmap_flags_enum {
	CU_GL_MAP_RESOURCE_FLAGS_NONE = 0,
	CU_GL_MAP_RESOURCE_FLAGS_READ_ONLY = 1,
	CU_GL_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 2
} CUGLmap_flags;

CUresult CUDAAPI cuGraphicsGLRegisterBuffer(CUgraphicsResource *pCudaResource, GLuint buffer, unsigned int Flags);
CUresult CUDAAPI cuGraphicsGLRegisterImage(CUgraphicsResource *pCudaResource, GLuint image, GLenum target, unsigned int Flags);
CUresult CUDAAPI cuGLGetDevices(unsigned int *pCudaDeviceCount, CUdevice *pCudaDevices, unsigned int cudaDeviceCount,
	CUGLDeviceList deviceList);

/* The forms of CUDA 2, deprecated since 3.0. */
CUresult CUDAAPI cuGLCtxCreate(CUcontext *pCtx, unsigned int Flags, CUdevice device);
CUresult CUDAAPI cuGLInit(void);
CUresult CUDAAPI cuGLRegisterBufferObject(GLuint buffer);
CUresult CUDAAPI cuGLMapBufferObject(CUdeviceptr *dptr, size_t *size, GLuint buffer);
CUresult CUDAAPI cuGLUnmapBufferObject(GLuint buffer);
CUresult CUDAAPI cuGLUnregisterBufferObject(GLuint buffer);
CUresult CUDAAPI cuGLSetBufferObjectMapFlags(GLuint buffer, unsigned int Flags);
CUresult CUDAAPI cuGLMapBufferObjectAsync(CUdeviceptr *dptr, size_t *size, GLuint buffer, CUstream hStream);
CUresult CUDAAPI cuGLUnmapBufferObjectAsync(GLuint buffer, CUstream hStream);

#if defined(__cplusplus)
}
#endif

#endif
