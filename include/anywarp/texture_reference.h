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

/* --- binding, by the variables themselves (CUDA 11 Runtime API, "C++ API Routines") --- */

template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const struct texture<T, dim, mode> &tex, const void *devPtr,
                                          const struct cudaChannelFormatDesc &desc, size_t size = UINT_MAX) {
	return ::cudaBindTexture(offset, (const textureReference *)&tex, devPtr, &desc, size);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const struct texture<T, dim, mode> &tex, const void *devPtr,
                                          size_t size = UINT_MAX) {
	return ::cudaBindTexture(offset, (const textureReference *)&tex, devPtr, &tex.channelDesc, size);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const struct texture<T, dim, mode> &tex, const void *devPtr,
                                            const struct cudaChannelFormatDesc &desc, size_t width, size_t height,
                                            size_t pitch) {
	return ::cudaBindTexture2D(offset, (const textureReference *)&tex, devPtr, &desc, width, height, pitch);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const struct texture<T, dim, mode> &tex, const void *devPtr,
                                            size_t width, size_t height, size_t pitch) {
	return ::cudaBindTexture2D(offset, (const textureReference *)&tex, devPtr, &tex.channelDesc, width, height, pitch);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const struct texture<T, dim, mode> &tex, cudaArray_const_t array,
                                                 const struct cudaChannelFormatDesc &desc) {
	return ::cudaBindTextureToArray((const textureReference *)&tex, array, &desc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const struct texture<T, dim, mode> &tex, cudaArray_const_t array) {
	struct cudaChannelFormatDesc desc;
	cudaError_t error = ::cudaGetChannelDesc(&desc, array);
	return error == cudaSuccess ? ::cudaBindTextureToArray((const textureReference *)&tex, array, &desc) : error;
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToMipmappedArray(const struct texture<T, dim, mode> &tex,
                                                          cudaMipmappedArray_const_t mipmappedArray,
                                                          const struct cudaChannelFormatDesc &desc) {
	return ::cudaBindTextureToMipmappedArray((const textureReference *)&tex, mipmappedArray, &desc);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToMipmappedArray(const struct texture<T, dim, mode> &tex,
                                                          cudaMipmappedArray_const_t mipmappedArray) {
	struct cudaChannelFormatDesc desc;
	cudaArray_t level;
	cudaError_t error = ::cudaGetMipmappedArrayLevel(&level, mipmappedArray, 0);
	if (error == cudaSuccess)
		error = ::cudaGetChannelDesc(&desc, level);
	return error == cudaSuccess ? cudaBindTextureToMipmappedArray(tex, mipmappedArray, desc) : error;
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaUnbindTexture(const struct texture<T, dim, mode> &tex) {
	return ::cudaUnbindTexture((const textureReference *)&tex);
}
template <class T, int dim, enum cudaTextureReadMode mode>
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct texture<T, dim, mode> &tex) {
	return ::cudaGetTextureAlignmentOffset(offset, (const textureReference *)&tex);
}
template <class T, int dim>
static inline cudaError_t cudaBindSurfaceToArray(const struct surface<T, dim> &surf, cudaArray_const_t array,
                                                 const struct cudaChannelFormatDesc &desc) {
	return ::cudaBindSurfaceToArray((const surfaceReference *)&surf, array, &desc);
}
template <class T, int dim>
static inline cudaError_t cudaBindSurfaceToArray(const struct surface<T, dim> &surf, cudaArray_const_t array) {
	struct cudaChannelFormatDesc desc;
	cudaError_t error = ::cudaGetChannelDesc(&desc, array);
	return error == cudaSuccess ? ::cudaBindSurfaceToArray((const surfaceReference *)&surf, array, &desc) : error;
}

#endif
#endif
