/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cudaCreateChannelDesc<T>(): the channel format of a C++ type (CUDA Runtime API, "C++ API
 * Routines").  Other types have the format cudaChannelFormatKindNone.
 */
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#if defined(__cplusplus)

#include "cuda_runtime_api.h"

template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc(void) {
	return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

/* One component of half precision: texture memory has them, C++ here has not. */
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf(void) {
	return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1(void) { return cudaCreateChannelDescHalf(); }
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2(void) {
	return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4(void) {
	return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#define __AW_CHANNEL(type, x, y, z, w, kind) \
	template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type>(void) { \
		return cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##kind); \
	}
#define __AW_CHANNELS(element, vector, bits, kind) \
	__AW_CHANNEL(element, bits, 0, 0, 0, kind) \
	__AW_CHANNEL(vector##1, bits, 0, 0, 0, kind) \
	__AW_CHANNEL(vector##2, bits, bits, 0, 0, kind) \
	__AW_CHANNEL(vector##3, bits, bits, bits, 0, kind) \
	__AW_CHANNEL(vector##4, bits, bits, bits, bits, kind)

__AW_CHANNEL(char, 8, 0, 0, 0, Signed)
__AW_CHANNELS(signed char, char, 8, Signed)
__AW_CHANNELS(unsigned char, uchar, 8, Unsigned)
__AW_CHANNELS(short, short, 16, Signed)
__AW_CHANNELS(unsigned short, ushort, 16, Unsigned)
__AW_CHANNELS(int, int, 32, Signed)
__AW_CHANNELS(unsigned int, uint, 32, Unsigned)
__AW_CHANNELS(float, float, 32, Float)

#undef __AW_CHANNELS
#undef __AW_CHANNEL

#endif
#endif
