/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Types of pointers to the functions of cudaGL.h (cudaTypedefs.h). */
#ifndef CUDAGLTYPEDEFS_H
#define CUDAGLTYPEDEFS_H

#include <cudaGL.h>

/* NAME since VERSION; PFN_NAME is the newest form. */
#define AW_PFN(name, version) \
	typedef __typeof__(&name) PFN_##name##_v##version; \
	typedef __typeof__(&name) PFN_##name;
#define AW_PFN_AS(name, version, function) typedef __typeof__(&function) PFN_##name##_v##version;

AW_PFN(cuGraphicsGLRegisterBuffer, 3000)
AW_PFN(cuGraphicsGLRegisterImage, 3000)
AW_PFN(cuGLGetDevices, 6050)
AW_PFN(cuGLCtxCreate, 3020)
AW_PFN(cuGLInit, 2000)
AW_PFN(cuGLRegisterBufferObject, 2000)
AW_PFN(cuGLMapBufferObject, 3020)
AW_PFN(cuGLUnmapBufferObject, 2000)
AW_PFN(cuGLUnregisterBufferObject, 2000)
AW_PFN(cuGLSetBufferObjectMapFlags, 2030)
AW_PFN(cuGLMapBufferObjectAsync, 3020)
AW_PFN(cuGLUnmapBufferObjectAsync, 2030)
AW_PFN_AS(cuGLMapBufferObject, 7000_ptds, cuGLMapBufferObject)
AW_PFN_AS(cuGLMapBufferObjectAsync, 7000_ptsz, cuGLMapBufferObjectAsync)

#undef AW_PFN_AS
#undef AW_PFN

#endif
