/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Texture functions (CUDA C++ Programming Guide, "Texture Functions"): of texture objects, whose texels the program
 * names as a template argument, and of the texture references of CUDA 11 and before.
 *
 * Every access is one PTX instruction, which gives four components in registers; what the program asked for is made of
 * them.  Instructions differ by the type of a component, so there are three of each.
 */
#ifndef AW_DEVICE_TEXTURE_H
#define AW_DEVICE_TEXTURE_H

#if defined(__cplusplus) && defined(__CUDACC__)

#include "texture_reference.h"

struct __aw_components {
	unsigned int x, y, z, w;
};

/* --- what texels are made of components --- */

enum __aw_component_kind { __aw_component_signed, __aw_component_unsigned, __aw_component_float };

template <class T> struct __aw_texel; /* only of the types that textures have */

static __device__ __forceinline__ float __aw_component_as_float(unsigned int bits) {
	return __builtin_bit_cast(float, bits);
}

#define __AW_TEXEL(type, element, kind_, real, ...) \
	template <> struct __aw_texel<type> { \
		static const __aw_component_kind kind = __aw_component_##kind_; \
		typedef real normalized; /* what cudaReadModeNormalizedFloat gives */ \
		static __device__ __forceinline__ type make(const __aw_components &c) { \
			typedef element component; \
			return __VA_ARGS__; \
		} \
	};
#define __AW_TEXELS(element, vector, kind) \
	__AW_TEXEL(element, element, kind, float, (component)c.x) \
	__AW_TEXEL(vector##1, element, kind, float1, vector##1{(component)c.x}) \
	__AW_TEXEL(vector##2, element, kind, float2, vector##2{(component)c.x, (component)c.y}) \
	__AW_TEXEL(vector##4, element, kind, float4, \
	           vector##4{(component)c.x, (component)c.y, (component)c.z, (component)c.w})

__AW_TEXEL(char, char, signed, float, (component)c.x)
__AW_TEXELS(signed char, char, signed)
__AW_TEXELS(unsigned char, uchar, unsigned)
__AW_TEXELS(short, short, signed)
__AW_TEXELS(unsigned short, ushort, unsigned)
__AW_TEXELS(int, int, signed)
__AW_TEXELS(unsigned int, uint, unsigned)
__AW_TEXEL(float, float, float, float, __aw_component_as_float(c.x))
__AW_TEXEL(float1, float, float, float1, float1{__aw_component_as_float(c.x)})
__AW_TEXEL(float2, float, float, float2, float2{__aw_component_as_float(c.x), __aw_component_as_float(c.y)})
__AW_TEXEL(float4, float, float, float4,
           float4{__aw_component_as_float(c.x), __aw_component_as_float(c.y), __aw_component_as_float(c.z),
                  __aw_component_as_float(c.w)})

#undef __AW_TEXEL
#undef __AW_TEXELS

/* --- instructions --- */

template <__aw_component_kind kind> struct __aw_texture_access;

/* One instruction as a function NAME of each kind of component.  BEFORE and AFTER stand around the type. */
#define __AW_ACCESS(name, before, after, parameters, ...) \
	static __device__ __forceinline__ __aw_components name parameters { \
		__aw_components c; \
		asm(before "." __AW_COMPONENT "." after : "=r"(c.x), "=r"(c.y), "=r"(c.z), "=r"(c.w) : __VA_ARGS__); \
		return c; \
	}
#define __AW_FOUR "{%0, %1, %2, %3}, "
#define __AW_TEXTURE_ACCESSES \
	__AW_ACCESS(fetch, "tex.1d.v4", "s32 " __AW_FOUR "[%4, {%5}];", (cudaTextureObject_t t, int x), "l"(t), "r"(x)) \
	__AW_ACCESS(at_1d, "tex.1d.v4", "f32 " __AW_FOUR "[%4, {%5}];", (cudaTextureObject_t t, float x), "l"(t), "f"(x)) \
	__AW_ACCESS(at_2d, "tex.2d.v4", "f32 " __AW_FOUR "[%4, {%5, %6}];", (cudaTextureObject_t t, float x, float y), \
	            "l"(t), "f"(x), "f"(y)) \
	__AW_ACCESS(at_3d, "tex.3d.v4", "f32 " __AW_FOUR "[%4, {%5, %6, %7, %7}];", \
	            (cudaTextureObject_t t, float x, float y, float z), "l"(t), "f"(x), "f"(y), "f"(z)) \
	__AW_ACCESS(at_a1d, "tex.a1d.v4", "f32 " __AW_FOUR "[%4, {%5, %6}];", (cudaTextureObject_t t, int layer, float x), \
	            "l"(t), "r"(layer), "f"(x)) \
	__AW_ACCESS(at_a2d, "tex.a2d.v4", "f32 " __AW_FOUR "[%4, {%5, %6, %7, %7}];", \
	            (cudaTextureObject_t t, int layer, float x, float y), "l"(t), "r"(layer), "f"(x), "f"(y)) \
	__AW_ACCESS(at_cube, "tex.cube.v4", "f32 " __AW_FOUR "[%4, {%5, %6, %7, %7}];", \
	            (cudaTextureObject_t t, float x, float y, float z), "l"(t), "f"(x), "f"(y), "f"(z)) \
	__AW_ACCESS(at_acube, "tex.acube.v4", "f32 " __AW_FOUR "[%4, {%5, %6, %7, %8}];", \
	            (cudaTextureObject_t t, int layer, float x, float y, float z), "l"(t), "r"(layer), "f"(x), "f"(y), \
	            "f"(z)) \
	__AW_ACCESS(level_1d, "tex.level.1d.v4", "f32 " __AW_FOUR "[%4, {%5}], %6;", \
	            (cudaTextureObject_t t, float x, float l), "l"(t), "f"(x), "f"(l)) \
	__AW_ACCESS(level_2d, "tex.level.2d.v4", "f32 " __AW_FOUR "[%4, {%5, %6}], %7;", \
	            (cudaTextureObject_t t, float x, float y, float l), "l"(t), "f"(x), "f"(y), "f"(l)) \
	__AW_ACCESS(level_3d, "tex.level.3d.v4", "f32 " __AW_FOUR "[%4, {%5, %6, %7, %7}], %8;", \
	            (cudaTextureObject_t t, float x, float y, float z, float l), "l"(t), "f"(x), "f"(y), "f"(z), "f"(l)) \
	__AW_ACCESS(level_a1d, "tex.level.a1d.v4", "f32 " __AW_FOUR "[%4, {%5, %6}], %7;", \
	            (cudaTextureObject_t t, int layer, float x, float l), "l"(t), "r"(layer), "f"(x), "f"(l)) \
	__AW_ACCESS(level_a2d, "tex.level.a2d.v4", "f32 " __AW_FOUR "[%4, {%5, %6, %7, %7}], %8;", \
	            (cudaTextureObject_t t, int layer, float x, float y, float l), "l"(t), "r"(layer), "f"(x), "f"(y), \
	            "f"(l)) \
	__AW_ACCESS(level_cube, "tex.level.cube.v4", "f32 " __AW_FOUR "[%4, {%5, %6, %7, %7}], %8;", \
	            (cudaTextureObject_t t, float x, float y, float z, float l), "l"(t), "f"(x), "f"(y), "f"(z), "f"(l)) \
	__AW_ACCESS(level_acube, "tex.level.acube.v4", "f32 " __AW_FOUR "[%4, {%5, %6, %7, %8}], %9;", \
	            (cudaTextureObject_t t, int layer, float x, float y, float z, float l), "l"(t), "r"(layer), "f"(x), \
	            "f"(y), "f"(z), "f"(l)) \
	__AW_ACCESS(grad_1d, "tex.grad.1d.v4", "f32 " __AW_FOUR "[%4, {%5}], {%6}, {%7};", \
	            (cudaTextureObject_t t, float x, float dx, float dy), "l"(t), "f"(x), "f"(dx), "f"(dy)) \
	__AW_ACCESS(grad_2d, "tex.grad.2d.v4", "f32 " __AW_FOUR "[%4, {%5, %6}], {%7, %8}, {%9, %10};", \
	            (cudaTextureObject_t t, float x, float y, float2 dx, float2 dy), "l"(t), "f"(x), "f"(y), "f"(dx.x), \
	            "f"(dx.y), "f"(dy.x), "f"(dy.y)) \
	__AW_ACCESS(grad_3d, "tex.grad.3d.v4", "f32 " __AW_FOUR "[%4, {%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13};", \
	            (cudaTextureObject_t t, float x, float y, float z, float4 dx, float4 dy), "l"(t), "f"(x), "f"(y), "f"(z), \
	            "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)) \
	__AW_ACCESS(grad_a1d, "tex.grad.a1d.v4", "f32 " __AW_FOUR "[%4, {%5, %6}], {%7}, {%8};", \
	            (cudaTextureObject_t t, int layer, float x, float dx, float dy), "l"(t), "r"(layer), "f"(x), "f"(dx), \
	            "f"(dy)) \
	__AW_ACCESS(grad_a2d, "tex.grad.a2d.v4", "f32 " __AW_FOUR "[%4, {%5, %6, %7, %7}], {%8, %9}, {%10, %11};", \
	            (cudaTextureObject_t t, int layer, float x, float y, float2 dx, float2 dy), "l"(t), "r"(layer), "f"(x), \
	            "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)) \
	__AW_ACCESS(grad_cube, "tex.grad.cube.v4", \
	            "f32 " __AW_FOUR "[%4, {%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13};", \
	            (cudaTextureObject_t t, float x, float y, float z, float4 dx, float4 dy), "l"(t), "f"(x), "f"(y), "f"(z), \
	            "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)) \
	__AW_ACCESS(grad_acube, "tex.grad.acube.v4", \
	            "f32 " __AW_FOUR "[%4, {%5, %6, %7, %8}], {%9, %10, %11, %11}, {%12, %13, %14, %14};", \
	            (cudaTextureObject_t t, int layer, float x, float y, float z, float4 dx, float4 dy), "l"(t), "r"(layer), \
	            "f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)) \
	__AW_ACCESS(gather_r, "tld4.r.2d.v4", "f32 " __AW_FOUR "[%4, {%5, %6}];", (cudaTextureObject_t t, float x, float y), \
	            "l"(t), "f"(x), "f"(y)) \
	__AW_ACCESS(gather_g, "tld4.g.2d.v4", "f32 " __AW_FOUR "[%4, {%5, %6}];", (cudaTextureObject_t t, float x, float y), \
	            "l"(t), "f"(x), "f"(y)) \
	__AW_ACCESS(gather_b, "tld4.b.2d.v4", "f32 " __AW_FOUR "[%4, {%5, %6}];", (cudaTextureObject_t t, float x, float y), \
	            "l"(t), "f"(x), "f"(y)) \
	__AW_ACCESS(gather_a, "tld4.a.2d.v4", "f32 " __AW_FOUR "[%4, {%5, %6}];", (cudaTextureObject_t t, float x, float y), \
	            "l"(t), "f"(x), "f"(y)) \
	static __device__ __forceinline__ __aw_components gather(cudaTextureObject_t t, float x, float y, int component) { \
		return component == 0 ? gather_r(t, x, y) : component == 1 ? gather_g(t, x, y) \
		     : component == 2 ? gather_b(t, x, y) : gather_a(t, x, y); \
	}

#define __AW_COMPONENT "s32"
template <> struct __aw_texture_access<__aw_component_signed> { __AW_TEXTURE_ACCESSES };
#undef __AW_COMPONENT
#define __AW_COMPONENT "u32"
template <> struct __aw_texture_access<__aw_component_unsigned> { __AW_TEXTURE_ACCESSES };
#undef __AW_COMPONENT
#define __AW_COMPONENT "f32"
template <> struct __aw_texture_access<__aw_component_float> { __AW_TEXTURE_ACCESSES };
#undef __AW_COMPONENT
#undef __AW_TEXTURE_ACCESSES
#undef __AW_ACCESS
#undef __AW_FOUR

/* --- functions --- */

/* Four components of one texel component: the vector that tex2Dgather gives for a texel type. */
template <class T> struct __aw_gathered;
#define __AW_GATHERED(element, vector) \
	template <> struct __aw_gathered<element> { typedef vector##4 type; }; \
	template <> struct __aw_gathered<vector##1> { typedef vector##4 type; }; \
	template <> struct __aw_gathered<vector##2> { typedef vector##4 type; }; \
	template <> struct __aw_gathered<vector##4> { typedef vector##4 type; };
template <> struct __aw_gathered<char> { typedef char4 type; };
__AW_GATHERED(signed char, char)
__AW_GATHERED(unsigned char, uchar)
__AW_GATHERED(short, short)
__AW_GATHERED(unsigned short, ushort)
__AW_GATHERED(int, int)
__AW_GATHERED(unsigned int, uint)
__AW_GATHERED(float, float)
#undef __AW_GATHERED

/* What an access of a reference gives. */
template <class T, cudaTextureReadMode mode> struct __aw_fetched { typedef T type; };
template <class T> struct __aw_fetched<T, cudaReadModeNormalizedFloat> { typedef typename __aw_texel<T>::normalized type; };

/* A function of objects in its two forms, and the one of references.  The pointer form takes its ARGUMENTS in the order of the
 * value form, also where the instruction doesn't. */
#define __AW_UNWRAP(...) __VA_ARGS__
#define __AW_LAYERED_FUNCTION(name, access, dimension, parameters, arguments, ...) \
	template <class T> static __device__ __forceinline__ T name(cudaTextureObject_t texObject, \
	                                                            __AW_UNWRAP parameters) { \
		return __aw_texel<T>::make(__aw_texture_access<__aw_texel<T>::kind>::access(texObject, __VA_ARGS__)); \
	} \
	template <class T> static __device__ __forceinline__ void name(T *ptr, cudaTextureObject_t texObject, \
	                                                               __AW_UNWRAP parameters) { \
		*ptr = name<T>(texObject, __AW_UNWRAP arguments); \
	} \
	template <class T, cudaTextureReadMode mode> \
	static __device__ __forceinline__ typename __aw_fetched<T, mode>::type name(texture<T, dimension, mode> t, \
	                                                                            __AW_UNWRAP parameters) { \
		return name<typename __aw_fetched<T, mode>::type>(__aw_object_of(t), __AW_UNWRAP arguments); \
	}

#define __AW_TEXTURE_FUNCTION(name, access, dimension, parameters, ...) \
	__AW_LAYERED_FUNCTION(name, access, dimension, parameters, (__VA_ARGS__), __VA_ARGS__)

__AW_TEXTURE_FUNCTION(tex1Dfetch, fetch, cudaTextureType1D, (int x), x)
__AW_TEXTURE_FUNCTION(tex1D, at_1d, cudaTextureType1D, (float x), x)
__AW_TEXTURE_FUNCTION(tex2D, at_2d, cudaTextureType2D, (float x, float y), x, y)
__AW_TEXTURE_FUNCTION(tex3D, at_3d, cudaTextureType3D, (float x, float y, float z), x, y, z)
__AW_TEXTURE_FUNCTION(texCubemap, at_cube, cudaTextureTypeCubemap, (float x, float y, float z), x, y, z)
__AW_LAYERED_FUNCTION(tex1DLayered, at_a1d, cudaTextureType1DLayered, (float x, int layer), (x, layer), layer, x)
__AW_LAYERED_FUNCTION(tex2DLayered, at_a2d, cudaTextureType2DLayered, (float x, float y, int layer), (x, y, layer), layer, x, y)
__AW_LAYERED_FUNCTION(texCubemapLayered, at_acube, cudaTextureTypeCubemapLayered,
                      (float x, float y, float z, int layer), (x, y, z, layer), layer, x, y, z)

__AW_TEXTURE_FUNCTION(tex1DLod, level_1d, cudaTextureType1D, (float x, float level), x, level)
__AW_TEXTURE_FUNCTION(tex2DLod, level_2d, cudaTextureType2D, (float x, float y, float level), x, y, level)
__AW_TEXTURE_FUNCTION(tex3DLod, level_3d, cudaTextureType3D, (float x, float y, float z, float level), x, y, z, level)
__AW_TEXTURE_FUNCTION(texCubemapLod, level_cube, cudaTextureTypeCubemap, (float x, float y, float z, float level), x, y, z,
                      level)
__AW_LAYERED_FUNCTION(tex1DLayeredLod, level_a1d, cudaTextureType1DLayered, (float x, int layer, float level),
                      (x, layer, level), layer, x, level)
__AW_LAYERED_FUNCTION(tex2DLayeredLod, level_a2d, cudaTextureType2DLayered, (float x, float y, int layer, float level),
                      (x, y, layer, level), layer, x, y, level)
__AW_LAYERED_FUNCTION(texCubemapLayeredLod, level_acube, cudaTextureTypeCubemapLayered,
                      (float x, float y, float z, int layer, float level), (x, y, z, layer, level), layer, x, y, z, level)

__AW_TEXTURE_FUNCTION(tex1DGrad, grad_1d, cudaTextureType1D, (float x, float dPdx, float dPdy), x, dPdx, dPdy)
__AW_TEXTURE_FUNCTION(tex2DGrad, grad_2d, cudaTextureType2D, (float x, float y, float2 dPdx, float2 dPdy), x, y, dPdx, dPdy)
__AW_TEXTURE_FUNCTION(tex3DGrad, grad_3d, cudaTextureType3D, (float x, float y, float z, float4 dPdx, float4 dPdy), x, y, z,
                      dPdx, dPdy)
__AW_TEXTURE_FUNCTION(texCubemapGrad, grad_cube, cudaTextureTypeCubemap,
                      (float x, float y, float z, float4 dPdx, float4 dPdy), x, y, z, dPdx, dPdy)
__AW_LAYERED_FUNCTION(tex1DLayeredGrad, grad_a1d, cudaTextureType1DLayered, (float x, int layer, float dPdx, float dPdy),
                      (x, layer, dPdx, dPdy), layer, x, dPdx, dPdy)
__AW_LAYERED_FUNCTION(tex2DLayeredGrad, grad_a2d, cudaTextureType2DLayered,
                      (float x, float y, int layer, float2 dPdx, float2 dPdy), (x, y, layer, dPdx, dPdy), layer, x, y, dPdx,
                      dPdy)
__AW_LAYERED_FUNCTION(texCubemapLayeredGrad, grad_acube, cudaTextureTypeCubemapLayered,
                      (float x, float y, float z, int layer, float4 dPdx, float4 dPdy), (x, y, z, layer, dPdx, dPdy), layer,
                      x, y, z, dPdx, dPdy)

#undef __AW_TEXTURE_FUNCTION
#undef __AW_LAYERED_FUNCTION

/* T is the vector of four that the result is; comp is constant as a rule. */
template <class T>
static __device__ __forceinline__ T tex2Dgather(cudaTextureObject_t texObject, float x, float y, int comp = 0) {
	return __aw_texel<T>::make(__aw_texture_access<__aw_texel<T>::kind>::gather(texObject, x, y, comp));
}
template <class T>
static __device__ __forceinline__ void tex2Dgather(T *ptr, cudaTextureObject_t texObject, float x, float y, int comp = 0) {
	*ptr = tex2Dgather<T>(texObject, x, y, comp);
}
template <class T, cudaTextureReadMode mode>
static __device__ __forceinline__ typename __aw_gathered<typename __aw_fetched<T, mode>::type>::type
tex2Dgather(texture<T, cudaTextureType2D, mode> t, float x, float y, int comp = 0) {
	return tex2Dgather<typename __aw_gathered<typename __aw_fetched<T, mode>::type>::type>(__aw_object_of(t), x, y, comp);
}

/* Functions that tell as well whether all texels read have memory: they have, as there are no sparse arrays. */
#define __AW_RESIDENT_FUNCTION(name, parameters, ...) \
	template <class T> static __device__ __forceinline__ T name(cudaTextureObject_t texObject, __AW_UNWRAP parameters, \
	                                                            bool *isResident) { \
		*isResident = true; \
		return name<T>(texObject, __VA_ARGS__); \
	} \
	template <class T> static __device__ __forceinline__ void name(T *ptr, cudaTextureObject_t texObject, \
	                                                               __AW_UNWRAP parameters, bool *isResident) { \
		*ptr = name<T>(texObject, __VA_ARGS__, isResident); \
	}

__AW_RESIDENT_FUNCTION(tex2D, (float x, float y), x, y)
__AW_RESIDENT_FUNCTION(tex3D, (float x, float y, float z), x, y, z)
__AW_RESIDENT_FUNCTION(tex2DLayered, (float x, float y, int layer), x, y, layer)
__AW_RESIDENT_FUNCTION(tex2DLod, (float x, float y, float level), x, y, level)
__AW_RESIDENT_FUNCTION(tex3DLod, (float x, float y, float z, float level), x, y, z, level)
__AW_RESIDENT_FUNCTION(tex2DLayeredLod, (float x, float y, int layer, float level), x, y, layer, level)
__AW_RESIDENT_FUNCTION(tex2DGrad, (float x, float y, float2 dPdx, float2 dPdy), x, y, dPdx, dPdy)
__AW_RESIDENT_FUNCTION(tex3DGrad, (float x, float y, float z, float4 dPdx, float4 dPdy), x, y, z, dPdx, dPdy)
__AW_RESIDENT_FUNCTION(tex2DLayeredGrad, (float x, float y, int layer, float2 dPdx, float2 dPdy), x, y, layer, dPdx, dPdy)
#undef __AW_RESIDENT_FUNCTION
#undef __AW_UNWRAP

template <class T> static __device__ __forceinline__ T tex2Dgather(cudaTextureObject_t texObject, float x, float y,
                                                                   bool *isResident, int comp = 0) {
	*isResident = true;
	return tex2Dgather<T>(texObject, x, y, comp);
}
template <class T> static __device__ __forceinline__ void tex2Dgather(T *ptr, cudaTextureObject_t texObject, float x, float y,
                                                                      bool *isResident, int comp = 0) {
	*ptr = tex2Dgather<T>(texObject, x, y, isResident, comp);
}

#endif
#endif
