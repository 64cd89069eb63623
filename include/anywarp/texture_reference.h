/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Texture and surface references (CUDA C++ Programming Guide of CUDA 11, "Texture Reference API"): variables at file
 * scope that the host binds memory to.  CUDA 12 has them no more; older programs use them.
 *
 * In device code the compiler makes an object's number of such a variable, which binding sets.
 */
#ifndef AW_TEXTURE_REFERENCE_H
#define AW_TEXTURE_REFERENCE_H

#include "../surface_types.h"
#include "../texture_types.h"

#if defined(__cplusplus) && defined(__CUDACC__)

template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc(void);

template <class T, int texType = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : public textureReference {
	texture(int norm = 0, enum cudaTextureFilterMode fMode = cudaFilterModePoint,
	        enum cudaTextureAddressMode aMode = cudaAddressModeClamp)
	    : texture(norm, fMode, aMode, cudaCreateChannelDesc<T>()) {}

	texture(int norm, enum cudaTextureFilterMode fMode, enum cudaTextureAddressMode aMode, struct cudaChannelFormatDesc desc)
	    : textureReference() {
		normalized = norm;
		filterMode = fMode;
		addressMode[0] = addressMode[1] = addressMode[2] = aMode;
		channelDesc = desc;
	}
};

template <class T, int surfType = 1> struct __device_builtin_surface_type__ surface : public surfaceReference {
	surface() : surfaceReference() { channelDesc = cudaCreateChannelDesc<T>(); }
};
template <int surfType> struct __device_builtin_surface_type__ surface<void, surfType> : public surfaceReference {
	surface() : surfaceReference() { channelDesc = cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone); }
};

/* The object that is bound. */
template <class T, int texType, enum cudaTextureReadMode mode>
static __device__ __forceinline__ cudaTextureObject_t __aw_object_of(texture<T, texType, mode> t) {
	cudaTextureObject_t object;
	asm("mov.b64 %0, %1;" : "=l"(object) : "l"(t));
	return object;
}
template <class T, int surfType>
static __device__ __forceinline__ cudaSurfaceObject_t __aw_object_of(surface<T, surfType> s) {
	cudaSurfaceObject_t object;
	asm("mov.b64 %0, %1;" : "=l"(object) : "l"(s));
	return object;
}

#endif
#endif
