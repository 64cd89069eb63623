/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The words that CUDA adds to C and C++ (CUDA C++ Programming Guide, 10.1 to 10.4 and 10.38), as
 * attributes of the compiler that reads this.
 *
 * With a CUDA compiler (clang -x cuda, which is what awcc runs) they take effect.  A host compiler
 * gets the neutral ones only, so that a header shared by .cu and .c files needs no #ifdef:
 * __host__, __device__ and the like vanish.
 */
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

/* Marks of what the compiler itself knows; clang needs none of them. */
#define __device_builtin__
#define __cudart_builtin__

#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB

#define __no_return__ __attribute__((noreturn))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __specialization_static static

/* Of an architecture: __CUDA_ARCH_HAS_FEATURE__(SM90_ALL). */
#define __CUDA_ARCH_HAS_FEATURE__(feature) __CUDA_ARCH_FEAT_##feature

/* __noinline__ is a keyword of clang's CUDA language.  Host compilers must not see a macro of that
 * name, because libraries write __attribute__((__noinline__)). */

#if defined(__CUDACC__)

#define __device_builtin_texture_type__ __attribute__((device_builtin_texture_type))
#define __device_builtin_surface_type__ __attribute__((device_builtin_surface_type))
#define __host__ __attribute__((host))
#if defined(__ANYWARP_MARK_DEVICE) /* awcc's, where the module has functions of the host, too (src/compiler/host_functions.h) */
#define __device__ __attribute__((device, annotate(__ANYWARP_MARK_DEVICE)))
#else
#define __device__ __attribute__((device))
#endif
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
/* What awcc writes for a kernel's __shared__ objects, whose constructors and destructors don't run
 * (src/awcc/shared_objects.c). */
#define __anywarp_shared_object__ __attribute__((shared, alias("")))
/* The same for functions that may be inline: a variable NAME of the type __anywarp_type_NAME.  Outside of functions nvcc takes only
 * what needs no code to construct. */
#if defined(__cplusplus)
template <class T> union __anywarp_shared_storage {
	T value;
	__device__ __anywarp_shared_storage() {}
	__device__ ~__anywarp_shared_storage() {}
};
template <class T> struct __anywarp_element { typedef T type; };
template <class T, decltype(sizeof 0) N_> struct __anywarp_element<T[N_]> : __anywarp_element<T> {};
#if defined(__CUDA_ARCH__)
template <class T, int = ((void)T(), 0)> __device__ constexpr bool __anywarp_is_constant(int) { return true; }
template <class T> __device__ constexpr bool __anywarp_is_constant(...) { return false; }
template <class T> __device__ constexpr int __anywarp_in_function()
	__attribute__((diagnose_if(!__anywarp_is_constant<T>(0) || __is_polymorphic(T), "#20054-D: dynamic initialization is not supported for "
	                           "a function-scope static __shared__ variable within a __device__/__global__ function", "warning")))
{
	return 1;
}
#else
template <class T> constexpr bool __anywarp_is_constant(int) { return true; }
template <class T> constexpr int __anywarp_in_function() { return 1; }
#endif
#define __anywarp_shared_variable__(attributes, name) \
	typedef typename __anywarp_element<__anywarp_type_##name>::type __anywarp_element_##name; \
	static_assert(*__builtin_FUNCTION() ? __anywarp_in_function<__anywarp_element_##name>() \
	                                    : __anywarp_is_constant<__anywarp_element_##name>(0), \
	              "dynamic initialization is not supported for a __shared__ variable outside of functions"); \
	attributes static __shared__ __anywarp_shared_storage<__anywarp_type_##name> __anywarp_object_##name; \
	static constexpr __attribute__((internal_linkage)) __anywarp_type_##name &name = __anywarp_object_##name.value;
#endif
#define __constant__ __attribute__((constant))
/* The host variable is the storage; the device image reaches it through a pointer. */
#define __managed__ __attribute__((device)) __attribute__((annotate("aw.managed")))
/* Bounds are for device code; clang warns of the third where it makes the host's. */
#if defined(__CUDA_ARCH__)
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __launch_bounds__(...)
#endif
#define __cluster_dims__(...) __attribute__((annotate("aw.cluster_dims", __VA_ARGS__)))
/* Read by the device compiler (src/compiler/lower/grid_constants.c). */
#if defined(__CUDA_ARCH__)
#define __grid_constant__ __attribute__((annotate("aw.grid_constant")))
#else
#define __grid_constant__
#endif
/* Register counts mean nothing to the targets here. */
#define __maxnreg__(...)
/* Launches would count clusters and take the blocks' size from the kernel. */
#define __block_size__(...) _Pragma("GCC error \"__block_size__ is not supported\"")
#define __nv_pure__ __attribute__((pure))

#else

#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#ifndef __host__
#define __host__
#endif
#ifndef __device__
#define __device__
#endif
#ifndef __global__
#define __global__
#endif
#ifndef __shared__
#define __shared__
#endif
#ifndef __constant__
#define __constant__
#endif
#ifndef __managed__
#define __managed__
#endif
#ifndef __launch_bounds__
#define __launch_bounds__(...)
#endif
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __block_size__(...)
#define __grid_constant__
#define __nv_pure__

#endif

/* Default arguments, for declarations that C and C++ share. */
#if defined(__cplusplus)
#define __AW_DEFAULT(value) = value
#else
#define __AW_DEFAULT(value)
#endif

#endif
