// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores with a cache hint, and address spaces (CUDA C++ Programming Guide, 10.10, 10.15,
// 10.16, 10.17).  The hints change how fast an access is, never what it gives, so they are plain
// accesses here, but for __ldg, which tells the compiler that nobody writes there.
#ifndef AW_DEVICE_MEMORY_H
#define AW_DEVICE_MEMORY_H

#define AW_DEVICE __device__ static inline

// Every type that the hinted accesses take.
#define AW_MEMORY_TYPES(ROW) \
	ROW(char) ROW(signed char) ROW(short) ROW(int) ROW(long) ROW(long long) \
	ROW(unsigned char) ROW(unsigned short) ROW(unsigned int) ROW(unsigned long) ROW(unsigned long long) \
	ROW(float) ROW(double) \
	ROW(char2) ROW(char4) ROW(short2) ROW(short4) ROW(int2) ROW(int4) ROW(longlong2) \
	ROW(uchar2) ROW(uchar4) ROW(ushort2) ROW(ushort4) ROW(uint2) ROW(uint4) ROW(ulonglong2) \
	ROW(float2) ROW(float4) ROW(double2)

// A volatile load of any type, in the largest words that its size allows.
template <int size> struct __aw_word { typedef unsigned long long __attribute__((may_alias)) type; };
template <> struct __aw_word<1> { typedef unsigned char __attribute__((may_alias)) type; };
template <> struct __aw_word<2> { typedef unsigned short __attribute__((may_alias)) type; };
template <> struct __aw_word<4> { typedef unsigned int __attribute__((may_alias)) type; };
template <typename T> AW_DEVICE T __aw_load_volatile(const T *from) {
	typedef typename __aw_word<(sizeof(T) < 8 ? sizeof(T) : 8)>::type word;
	T value;
	for (unsigned int i = 0; i < sizeof(T) / sizeof(word); i++)
		((word *)&value)[i] = ((const volatile word *)from)[i];
	return value;
}

// Through the L2 cache, all caches, once only, last use, and never from a cache.
#define AW_LOAD(type) \
	AW_DEVICE type __ldcg(const type *from) { return *from; } \
	AW_DEVICE type __ldca(const type *from) { return *from; } \
	AW_DEVICE type __ldcs(const type *from) { return *from; } \
	AW_DEVICE type __ldlu(const type *from) { return *from; } \
	AW_DEVICE type __ldcv(const type *from) { return __aw_load_volatile(from); }
#define AW_STORE(type) \
	AW_DEVICE void __stwb(type *to, type value) { *to = value; } \
	AW_DEVICE void __stcg(type *to, type value) { *to = value; } \
	AW_DEVICE void __stcs(type *to, type value) { *to = value; } \
	AW_DEVICE void __stwt(type *to, type value) { *to = value; }
AW_MEMORY_TYPES(AW_LOAD)
AW_MEMORY_TYPES(AW_STORE)
#undef AW_STORE
#undef AW_LOAD
#undef AW_MEMORY_TYPES

// Read-only data: clang has a builtin for each type, with its own vectors.
#define AW_READ_ONLY(type, kind) \
	AW_DEVICE type __ldg(const type *from) { return (type)__nvvm_ldg_##kind(from); }
AW_READ_ONLY(char, c)
AW_READ_ONLY(short, s)
AW_READ_ONLY(int, i)
AW_READ_ONLY(long, l)
AW_READ_ONLY(long long, ll)
AW_READ_ONLY(unsigned char, uc)
AW_READ_ONLY(unsigned short, us)
AW_READ_ONLY(unsigned int, ui)
AW_READ_ONLY(unsigned long, ul)
AW_READ_ONLY(unsigned long long, ull)
AW_READ_ONLY(float, f)
AW_READ_ONLY(double, d)
#undef AW_READ_ONLY
AW_DEVICE signed char __ldg(const signed char *from) { return (signed char)__nvvm_ldg_uc((const unsigned char *)from); }

#define AW_READ_ONLY(type, element, count, kind) \
	AW_DEVICE type __ldg(const type *from) { \
		typedef element vector __attribute__((ext_vector_type(count))); \
		return __builtin_bit_cast(type, __nvvm_ldg_##kind((const vector *)from)); \
	}
AW_READ_ONLY(char2, char, 2, c2)
AW_READ_ONLY(char4, char, 4, c4)
AW_READ_ONLY(short2, short, 2, s2)
AW_READ_ONLY(short4, short, 4, s4)
AW_READ_ONLY(int2, int, 2, i2)
AW_READ_ONLY(int4, int, 4, i4)
AW_READ_ONLY(longlong2, long long, 2, ll2)
AW_READ_ONLY(uchar2, unsigned char, 2, uc2)
AW_READ_ONLY(uchar4, unsigned char, 4, uc4)
AW_READ_ONLY(ushort2, unsigned short, 2, us2)
AW_READ_ONLY(ushort4, unsigned short, 4, us4)
AW_READ_ONLY(uint2, unsigned int, 2, ui2)
AW_READ_ONLY(uint4, unsigned int, 4, ui4)
AW_READ_ONLY(ulonglong2, unsigned long long, 2, ull2)
AW_READ_ONLY(float2, float, 2, f2)
AW_READ_ONLY(float4, float, 4, f4)
AW_READ_ONLY(double2, double, 2, d2)
#undef AW_READ_ONLY

// --- address spaces ---

AW_DEVICE unsigned int __isGlobal(const void *address) { return __nvvm_isspacep_global(address); }
AW_DEVICE unsigned int __isShared(const void *address) { return __nvvm_isspacep_shared(address); }
AW_DEVICE unsigned int __isConstant(const void *address) { return __nvvm_isspacep_const(address); }
AW_DEVICE unsigned int __isLocal(const void *address) { return __nvvm_isspacep_local(address); }
AW_DEVICE unsigned int __isGridConstant(const void *address) {
	unsigned int result;
	asm("{ .reg .pred p; isspacep.param p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(result) : "l"(address));
	return result;
}

#define AW_CONVERT_TO(space, number) \
	AW_DEVICE size_t __cvta_generic_to_##space(const void *address) { \
		return (size_t)(void __attribute__((address_space(number))) *)address; \
	}
#define AW_CONVERT(space, number) \
	AW_CONVERT_TO(space, number) \
	AW_DEVICE void *__cvta_##space##_to_generic(size_t address) { \
		return (void *)(void __attribute__((address_space(number))) *)address; \
	}
AW_CONVERT(global, 1)
AW_CONVERT_TO(shared, 3)
AW_CONVERT(constant, 4)
AW_CONVERT(local, 5)
#undef AW_CONVERT
#undef AW_CONVERT_TO
/* The address may have gone through 32 bits. */
AW_DEVICE void *__cvta_shared_to_generic(size_t address) {
	void *pointer;
	asm("cvta.shared.u64 %0, %1;" : "=l"(pointer) : "l"(address));
	return pointer;
}

AW_DEVICE size_t __cvta_generic_to_grid_constant(const void *address) {
	size_t place;
	asm("cvta.to.param.u64 %0, %1;" : "=l"(place) : "l"(address));
	return place;
}
AW_DEVICE void *__cvta_grid_constant_to_generic(size_t place) {
	void *address;
	asm("cvta.param.u64 %0, %1;" : "=l"(address) : "l"(place));
	return address;
}

// --- what CUDA's own libraries are made of ---

// An address with advice for the caches, which changes nothing here.
AW_DEVICE void *__nv_associate_access_property(const void *address, unsigned long long) { return (void *)address; }
// Copies SIZE bytes; the rest of what the name says becomes zero.
#define AW_COPY(bytes, caches) \
	AW_DEVICE void __nv_memcpy_async_shared_global_##bytes(void *shared, const void *global, unsigned int size) { \
		__nvvm_cp_async_##caches##_shared_global_##bytes( \
		    (__attribute__((address_space(3))) void *)shared, (__attribute__((address_space(1))) const void *)global, (int)size); \
	}
AW_COPY(4, ca)
AW_COPY(8, ca)
AW_COPY(16, cg)
#undef AW_COPY

AW_DEVICE unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
AW_DEVICE unsigned int __nv_bswap32(unsigned int x) { return __builtin_bswap32(x); }
AW_DEVICE unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }

#undef AW_DEVICE

#endif
