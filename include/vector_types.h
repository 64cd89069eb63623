/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The built-in vector types char1 to double4, and dim3 (CUDA C++ Programming Guide, 10.3).
 *
 * Sizes and alignments are part of CUDA's binary interface: two- and four-component types are
 * aligned to their size up to 16 bytes (32-byte vectors to 16), three-component types as one
 * component is.  tests/abi/abi_public_types.c pins them.
 */
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include "crt/host_defines.h"

/* One component type: T1 and T3 aligned as T, T2 to ALIGN2, T4 to ALIGN4. */
#define __AW_VECTOR(name, type, ALIGN2, ALIGN4) \
	struct name##1 { type x; }; \
	struct __align__(ALIGN2) name##2 { type x, y; }; \
	struct name##3 { type x, y, z; }; \
	struct __align__(ALIGN4) name##4 { type x, y, z, w; }; \
	typedef struct name##1 name##1; \
	typedef struct name##2 name##2; \
	typedef struct name##3 name##3; \
	typedef struct name##4 name##4;

__AW_VECTOR(char, signed char, 2, 4)
__AW_VECTOR(uchar, unsigned char, 2, 4)
__AW_VECTOR(short, short, 4, 8)
__AW_VECTOR(ushort, unsigned short, 4, 8)
__AW_VECTOR(int, int, 8, 16)
__AW_VECTOR(uint, unsigned int, 8, 16)
__AW_VECTOR(long, long, 16, 16)
__AW_VECTOR(ulong, unsigned long, 16, 16)
__AW_VECTOR(longlong, long long, 16, 16)
__AW_VECTOR(ulonglong, unsigned long long, 16, 16)
__AW_VECTOR(float, float, 8, 16)
__AW_VECTOR(double, double, 16, 16)

/* CUDA 13's, of four components of 8 bytes each: the alignment is in the name.  row(name, type) for each. */
#define __AW_EACH_ALIGNED(row) \
	row(long, long) row(ulong, unsigned long) row(longlong, long long) row(ulonglong, unsigned long long) row(double, double)
#define __AW_ALIGNED(name, type) \
	struct __align__(16) name##4_16a { type x, y, z, w; }; \
	struct __align__(32) name##4_32a { type x, y, z, w; }; \
	typedef struct name##4_16a name##4_16a; \
	typedef struct name##4_32a name##4_32a;

__AW_EACH_ALIGNED(__AW_ALIGNED)

#undef __AW_ALIGNED
#undef __AW_VECTOR

/* The extent of a grid or block; what is not given is 1. */
struct dim3 {
	unsigned int x, y, z;
#if defined(__cplusplus)
#if __cplusplus >= 201103L
	__host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
	    : x(vx), y(vy), z(vz) {}
	__host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
	__host__ __device__ constexpr operator uint3(void) const { return uint3{x, y, z}; }
#else
	__host__ __device__ dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
	    : x(vx), y(vy), z(vz) {}
	__host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
	__host__ __device__ operator uint3(void) const { uint3 v; v.x = x; v.y = y; v.z = z; return v; }
#endif
#endif
};
typedef struct dim3 dim3;

#endif
