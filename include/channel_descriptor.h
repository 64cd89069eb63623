/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cudaCreateChannelDesc<T>(): the channel format of a C++ type, or that of a kind (CUDA Runtime API, "C++ API
 * Routines").  Other types and kinds have the format cudaChannelFormatKindNone.
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

/* Of the kinds that say the components, too. */
template <cudaChannelFormatKind kind> inline cudaChannelFormatDesc cudaCreateChannelDesc(void) {
	return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define __AW_CHANNEL_KIND(kind, x, y, z, w) \
	template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<cudaChannelFormatKind##kind>(void) { \
		return cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##kind); \
	}

__AW_CHANNEL_KIND(SignedNormalized8X1, 8, 0, 0, 0)
__AW_CHANNEL_KIND(SignedNormalized8X2, 8, 8, 0, 0)
__AW_CHANNEL_KIND(SignedNormalized8X4, 8, 8, 8, 8)
__AW_CHANNEL_KIND(SignedNormalized16X1, 16, 0, 0, 0)
__AW_CHANNEL_KIND(SignedNormalized16X2, 16, 16, 0, 0)
__AW_CHANNEL_KIND(SignedNormalized16X4, 16, 16, 16, 16)
__AW_CHANNEL_KIND(UnsignedNormalized8X1, 8, 0, 0, 0)
__AW_CHANNEL_KIND(UnsignedNormalized8X2, 8, 8, 0, 0)
__AW_CHANNEL_KIND(UnsignedNormalized8X4, 8, 8, 8, 8)
__AW_CHANNEL_KIND(UnsignedNormalized16X1, 16, 0, 0, 0)
__AW_CHANNEL_KIND(UnsignedNormalized16X2, 16, 16, 0, 0)
__AW_CHANNEL_KIND(UnsignedNormalized16X4, 16, 16, 16, 16)
__AW_CHANNEL_KIND(NV12, 8, 8, 8, 0)
__AW_CHANNEL_KIND(UnsignedBlockCompressed1, 8, 8, 8, 8)
__AW_CHANNEL_KIND(UnsignedBlockCompressed1SRGB, 8, 8, 8, 8)
__AW_CHANNEL_KIND(UnsignedBlockCompressed2, 8, 8, 8, 8)
__AW_CHANNEL_KIND(UnsignedBlockCompressed2SRGB, 8, 8, 8, 8)
__AW_CHANNEL_KIND(UnsignedBlockCompressed3, 8, 8, 8, 8)
__AW_CHANNEL_KIND(UnsignedBlockCompressed3SRGB, 8, 8, 8, 8)
__AW_CHANNEL_KIND(UnsignedBlockCompressed4, 8, 0, 0, 0)
__AW_CHANNEL_KIND(SignedBlockCompressed4, 8, 0, 0, 0)
__AW_CHANNEL_KIND(UnsignedBlockCompressed5, 8, 8, 0, 0)
__AW_CHANNEL_KIND(SignedBlockCompressed5, 8, 8, 0, 0)
__AW_CHANNEL_KIND(UnsignedBlockCompressed6H, 16, 16, 16, 0)
__AW_CHANNEL_KIND(SignedBlockCompressed6H, 16, 16, 16, 0)
__AW_CHANNEL_KIND(UnsignedBlockCompressed7, 8, 8, 8, 8)
__AW_CHANNEL_KIND(UnsignedBlockCompressed7SRGB, 8, 8, 8, 8)

#undef __AW_CHANNEL_KIND

static inline cudaChannelFormatDesc cudaCreateChannelDescNV12(void) {
	return cudaCreateChannelDesc<cudaChannelFormatKindNV12>();
}

#endif
#endif
