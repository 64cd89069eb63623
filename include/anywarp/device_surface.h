/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Surface functions (CUDA C++ Programming Guide, "Surface Functions"): bytes of an array, by a coordinate x in bytes.
 * What lies outside stops the kernel (cudaBoundaryModeTrap), is the nearest inside (Clamp), or is 0 and isn't written (Zero).
 */
#ifndef AW_DEVICE_SURFACE_H
#define AW_DEVICE_SURFACE_H

#if defined(__cplusplus) && defined(__CUDACC__)

#include "texture_reference.h"

/* --- values of 1, 2, 4, 8 and 16 bytes as registers --- */

template <int size> struct __aw_surface_access;

/* The instruction under each rule; MODE is a constant where it is used. */
#define __AW_SURFACE_RULES(before, after, ...) \
	if (mode == cudaBoundaryModeTrap) \
		asm volatile(before "trap " after __VA_ARGS__); \
	else if (mode == cudaBoundaryModeClamp) \
		asm volatile(before "clamp " after __VA_ARGS__); \
	else \
		asm volatile(before "zero " after __VA_ARGS__);

#define __AW_SURFACE_ACCESS_AT(name, geometry, place1, place2, place4, parameters, ...) \
	static __device__ __forceinline__ words read_##name(cudaSurfaceObject_t s, __AW_SURFACE_UNWRAP parameters, \
	                                                    cudaSurfaceBoundaryMode mode) { \
		words w; \
		__AW_SURFACE_RULES("suld.b." geometry "." __AW_SURFACE_TYPE ".", \
		                   __AW_SURFACE_REGISTERS ", [" __AW_SURFACE_PLACE(place1, place2, place4) "];", \
		                   : __AW_SURFACE_OUTPUTS : "l"(s), __VA_ARGS__) \
		return w; \
	} \
	static __device__ __forceinline__ void write_##name(cudaSurfaceObject_t s, words w, __AW_SURFACE_UNWRAP parameters, \
	                                                    cudaSurfaceBoundaryMode mode) { \
		__AW_SURFACE_RULES("sust.b." geometry "." __AW_SURFACE_TYPE ".", \
		                   "[" __AW_SURFACE_PLACE(place1, place2, place4) "], " __AW_SURFACE_REGISTERS ";", \
		                   : : __AW_SURFACE_INPUTS, "l"(s), __VA_ARGS__ : "memory") \
	}
#define __AW_SURFACE_UNWRAP(...) __VA_ARGS__
#define __AW_SURFACE_ACCESSES \
	__AW_SURFACE_ACCESS_AT(1d, "1d", "%1, {%2}", "%2, {%3}", "%4, {%5}", (int x), "r"(x)) \
	__AW_SURFACE_ACCESS_AT(2d, "2d", "%1, {%2, %3}", "%2, {%3, %4}", "%4, {%5, %6}", (int x, int y), "r"(x), "r"(y)) \
	__AW_SURFACE_ACCESS_AT(3d, "3d", "%1, {%2, %3, %4, %4}", "%2, {%3, %4, %5, %5}", "%4, {%5, %6, %7, %7}", \
	                       (int x, int y, int z), "r"(x), "r"(y), "r"(z)) \
	__AW_SURFACE_ACCESS_AT(a1d, "a1d", "%1, {%2, %3}", "%2, {%3, %4}", "%4, {%5, %6}", (int layer, int x), "r"(layer), \
	                       "r"(x)) \
	__AW_SURFACE_ACCESS_AT(a2d, "a2d", "%1, {%2, %3, %4, %4}", "%2, {%3, %4, %5, %5}", "%4, {%5, %6, %7, %7}", \
	                       (int layer, int x, int y), "r"(layer), "r"(x), "r"(y))

#define __AW_SURFACE_REGISTERS "{%0}"
#define __AW_SURFACE_PLACE(one, two, four) one
#define __AW_SURFACE_OUTPUTS "=h"(w.x)
#define __AW_SURFACE_INPUTS "h"(w.x)
#define __AW_SURFACE_TYPE "b8"
template <> struct __aw_surface_access<1> {
	struct words { unsigned short x; };
	__AW_SURFACE_ACCESSES
};
#undef __AW_SURFACE_TYPE
#define __AW_SURFACE_TYPE "b16"
template <> struct __aw_surface_access<2> {
	struct words { unsigned short x; };
	__AW_SURFACE_ACCESSES
};
#undef __AW_SURFACE_TYPE
#undef __AW_SURFACE_OUTPUTS
#undef __AW_SURFACE_INPUTS
#define __AW_SURFACE_OUTPUTS "=r"(w.x)
#define __AW_SURFACE_INPUTS "r"(w.x)
#define __AW_SURFACE_TYPE "b32"
template <> struct __aw_surface_access<4> {
	struct words { unsigned int x; };
	__AW_SURFACE_ACCESSES
};
#undef __AW_SURFACE_REGISTERS
#undef __AW_SURFACE_PLACE
#undef __AW_SURFACE_OUTPUTS
#undef __AW_SURFACE_INPUTS
#undef __AW_SURFACE_TYPE
#define __AW_SURFACE_REGISTERS "{%0, %1}"
#define __AW_SURFACE_PLACE(one, two, four) two
#define __AW_SURFACE_OUTPUTS "=r"(w.x), "=r"(w.y)
#define __AW_SURFACE_INPUTS "r"(w.x), "r"(w.y)
#define __AW_SURFACE_TYPE "v2.b32"
template <> struct __aw_surface_access<8> {
	struct words { unsigned int x, y; };
	__AW_SURFACE_ACCESSES
};
#undef __AW_SURFACE_REGISTERS
#undef __AW_SURFACE_PLACE
#undef __AW_SURFACE_OUTPUTS
#undef __AW_SURFACE_INPUTS
#undef __AW_SURFACE_TYPE
#define __AW_SURFACE_REGISTERS "{%0, %1, %2, %3}"
#define __AW_SURFACE_PLACE(one, two, four) four
#define __AW_SURFACE_OUTPUTS "=r"(w.x), "=r"(w.y), "=r"(w.z), "=r"(w.w)
#define __AW_SURFACE_INPUTS "r"(w.x), "r"(w.y), "r"(w.z), "r"(w.w)
#define __AW_SURFACE_TYPE "v4.b32"
template <> struct __aw_surface_access<16> {
	struct words { unsigned int x, y, z, w; };
	__AW_SURFACE_ACCESSES
};
#undef __AW_SURFACE_REGISTERS
#undef __AW_SURFACE_PLACE
#undef __AW_SURFACE_OUTPUTS
#undef __AW_SURFACE_INPUTS
#undef __AW_SURFACE_TYPE
#undef __AW_SURFACE_ACCESSES
#undef __AW_SURFACE_ACCESS_AT
#undef __AW_SURFACE_RULES

/* A value and its registers: the same bytes, of which one has fewer than its register. */
template <class T> struct __aw_surface_value {
	typedef __aw_surface_access<sizeof(T)> access;
	typedef typename access::words words;
	static __device__ __forceinline__ T make(words w) {
		T value;
		__builtin_memcpy(&value, &w, sizeof(T));
		return value;
	}
	static __device__ __forceinline__ words take(T value) {
		words w = {};
		__builtin_memcpy(&w, &value, sizeof(T));
		return w;
	}
};

/* --- functions --- */

#define __AW_SURFACE_FUNCTION(name, place, dimension, parameters, arguments, ...) \
	template <class T> \
	static __device__ __forceinline__ T name##read(cudaSurfaceObject_t surfObject, __AW_SURFACE_UNWRAP parameters, \
	                                               cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) { \
		typedef __aw_surface_value<T> value; \
		return value::make(value::access::read_##place(surfObject, __VA_ARGS__, boundaryMode)); \
	} \
	template <class T> \
	static __device__ __forceinline__ void name##read(T *res, cudaSurfaceObject_t surfObject, \
	                                                  __AW_SURFACE_UNWRAP parameters, \
	                                                  cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) { \
		*res = name##read<T>(surfObject, __AW_SURFACE_UNWRAP arguments, boundaryMode); \
	} \
	template <class T> \
	static __device__ __forceinline__ void name##write(T val, cudaSurfaceObject_t surfObject, \
	                                                   __AW_SURFACE_UNWRAP parameters, \
	                                                   cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) { \
		typedef __aw_surface_value<T> value; \
		value::access::write_##place(surfObject, value::take(val), __VA_ARGS__, boundaryMode); \
	} \
	template <class T, class S_> \
	static __device__ __forceinline__ T name##read(surface<S_, dimension> surf, __AW_SURFACE_UNWRAP parameters, \
	                                               cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) { \
		return name##read<T>(__aw_object_of(surf), __AW_SURFACE_UNWRAP arguments, boundaryMode); \
	} \
	template <class T, class S_> \
	static __device__ __forceinline__ void name##read(T *res, surface<S_, dimension> surf, __AW_SURFACE_UNWRAP parameters, \
	                                                  cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) { \
		*res = name##read<T>(__aw_object_of(surf), __AW_SURFACE_UNWRAP arguments, boundaryMode); \
	} \
	template <class T, class S_> \
	static __device__ __forceinline__ void name##write(T val, surface<S_, dimension> surf, __AW_SURFACE_UNWRAP parameters, \
	                                                   cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) { \
		name##write(val, __aw_object_of(surf), __AW_SURFACE_UNWRAP arguments, boundaryMode); \
	}

__AW_SURFACE_FUNCTION(surf1D, 1d, cudaSurfaceType1D, (int x), (x), x)
__AW_SURFACE_FUNCTION(surf2D, 2d, cudaSurfaceType2D, (int x, int y), (x, y), x, y)
__AW_SURFACE_FUNCTION(surf3D, 3d, cudaSurfaceType3D, (int x, int y, int z), (x, y, z), x, y, z)
__AW_SURFACE_FUNCTION(surf1DLayered, a1d, cudaSurfaceType1DLayered, (int x, int layer), (x, layer), layer, x)
__AW_SURFACE_FUNCTION(surf2DLayered, a2d, cudaSurfaceType2DLayered, (int x, int y, int layer), (x, y, layer), layer, x, y)
__AW_SURFACE_FUNCTION(surfCubemap, a2d, cudaSurfaceTypeCubemap, (int x, int y, int face), (x, y, face), face, x, y)
__AW_SURFACE_FUNCTION(surfCubemapLayered, a2d, cudaSurfaceTypeCubemapLayered, (int x, int y, int layerFace),
                      (x, y, layerFace), layerFace, x, y)

#undef __AW_SURFACE_FUNCTION
#undef __AW_SURFACE_UNWRAP

#endif
#endif
