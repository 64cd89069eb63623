/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the platform has: cuda_egl_interop.h can be included on Linux. */
#ifndef __CUDART_PLATFORM_H__
#define __CUDART_PLATFORM_H__

#if defined(__linux__)
#define isEglSupported 1
#endif

#endif
