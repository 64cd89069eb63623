/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Types of pointers to the functions of cudaEGL.h (cudaTypedefs.h). */
#ifndef CUDAEGLTYPEDEFS_H
#define CUDAEGLTYPEDEFS_H

#include <cudaEGL.h>

/* NAME since VERSION; PFN_NAME is the newest form. */
#define AW_PFN(name, version) \
	typedef __typeof__(&name) PFN_##name##_v##version; \
	typedef __typeof__(&name) PFN_##name;

AW_PFN(cuGraphicsEGLRegisterImage, 7000)
AW_PFN(cuGraphicsResourceGetMappedEglFrame, 7000)
AW_PFN(cuEventCreateFromEGLSync, 9000)
AW_PFN(cuEGLStreamConsumerConnect, 7000)
AW_PFN(cuEGLStreamConsumerConnectWithFlags, 8000)
AW_PFN(cuEGLStreamConsumerDisconnect, 7000)
AW_PFN(cuEGLStreamConsumerAcquireFrame, 7000)
AW_PFN(cuEGLStreamConsumerReleaseFrame, 7000)
AW_PFN(cuEGLStreamProducerConnect, 7000)
AW_PFN(cuEGLStreamProducerDisconnect, 7000)
AW_PFN(cuEGLStreamProducerPresentFrame, 7000)
AW_PFN(cuEGLStreamProducerReturnFrame, 7000)

#undef AW_PFN

#endif
