/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * make_char1() to make_double4_32a(): the constructors of the built-in vector types (CUDA C++
 * Programming Guide, 10.3.2), for host and device.
 */
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#if defined(__cplusplus) || !defined(__GNUC__) || defined(__clang__)
#define __AW_MAKE static __inline__ __host__ __device__
#else
#define __AW_MAKE static __inline__ __attribute__((unused))
#endif

#define __AW_VECTOR(name, type) \
	__AW_MAKE name##1 make_##name##1(type x) { \
		name##1 v; \
		v.x = x; \
		return v; \
	} \
	__AW_MAKE name##2 make_##name##2(type x, type y) { \
		name##2 v; \
		v.x = x; v.y = y; \
		return v; \
	} \
	__AW_MAKE name##3 make_##name##3(type x, type y, type z) { \
		name##3 v; \
		v.x = x; v.y = y; v.z = z; \
		return v; \
	} \
	__AW_MAKE name##4 make_##name##4(type x, type y, type z, type w) { \
		name##4 v; \
		v.x = x; v.y = y; v.z = z; v.w = w; \
		return v; \
	}

__AW_VECTOR(char, signed char)
__AW_VECTOR(uchar, unsigned char)
__AW_VECTOR(short, short)
__AW_VECTOR(ushort, unsigned short)
__AW_VECTOR(int, int)
__AW_VECTOR(uint, unsigned int)
__AW_VECTOR(long, long)
__AW_VECTOR(ulong, unsigned long)
__AW_VECTOR(longlong, long long)
__AW_VECTOR(ulonglong, unsigned long long)
__AW_VECTOR(float, float)
__AW_VECTOR(double, double)

#define __AW_FOUR(name, type) \
	__AW_MAKE name make_##name(type x, type y, type z, type w) { \
		name v; \
		v.x = x; v.y = y; v.z = z; v.w = w; \
		return v; \
	}
#define __AW_ALIGNED(name, type) __AW_FOUR(name##4_16a, type) __AW_FOUR(name##4_32a, type)

__AW_EACH_ALIGNED(__AW_ALIGNED)

#undef __AW_ALIGNED
#undef __AW_FOUR
#undef __AW_VECTOR
#undef __AW_MAKE

#endif
