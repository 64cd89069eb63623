// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic functions (CUDA C++ Programming Guide, 10.14): each returns the old value.  Without a
// suffix they are atomic among all threads of the device, with _block among those of the block,
// with _system among all devices and the host too.
//
// Programs define some of them themselves for architectures that lack them, atomicAdd on double
// foremost, with all sorts of #if around.  These carry enable_if(true), which makes another
// signature of them: they never collide with the program's own, and win where both are visible.
#ifndef AW_DEVICE_ATOMICS_H
#define AW_DEVICE_ATOMICS_H

#define AW_ATOMIC __device__ static inline
#define AW_ATOMIC_LATER __device__ static inline __attribute__((enable_if(true, "")))

// One operation on one type in all three scopes, for builtins that take the operand as RAW.
// LINKAGE is that of the unsuffixed form.
#define AW_ATOMIC_BINARY(LINKAGE, name, type, raw, operation, kind) \
	LINKAGE type atomic##name(type *address, type value) { \
		return (type)__nvvm_atom_##operation##_gen_##kind((raw *)address, (raw)value); \
	} \
	AW_ATOMIC_LATER type atomic##name##_block(type *address, type value) { \
		return (type)__nvvm_atom_cta_##operation##_gen_##kind((raw *)address, (raw)value); \
	} \
	AW_ATOMIC_LATER type atomic##name##_system(type *address, type value) { \
		return (type)__nvvm_atom_sys_##operation##_gen_##kind((raw *)address, (raw)value); \
	}

AW_ATOMIC_BINARY(AW_ATOMIC, Add, int, int, add, i)
AW_ATOMIC_BINARY(AW_ATOMIC, Add, unsigned int, int, add, i)
AW_ATOMIC_BINARY(AW_ATOMIC, Add, unsigned long long, long long, add, ll)
AW_ATOMIC_BINARY(AW_ATOMIC, Add, float, float, add, f)
AW_ATOMIC_BINARY(AW_ATOMIC_LATER, Add, double, double, add, d)

AW_ATOMIC_BINARY(AW_ATOMIC, Exch, int, int, xchg, i)
AW_ATOMIC_BINARY(AW_ATOMIC, Exch, unsigned int, int, xchg, i)
AW_ATOMIC_BINARY(AW_ATOMIC, Exch, unsigned long long, long long, xchg, ll)

AW_ATOMIC_BINARY(AW_ATOMIC, Min, int, int, min, i)
AW_ATOMIC_BINARY(AW_ATOMIC, Min, unsigned int, unsigned int, min, ui)
AW_ATOMIC_BINARY(AW_ATOMIC_LATER, Min, unsigned long long, unsigned long long, min, ull)
AW_ATOMIC_BINARY(AW_ATOMIC_LATER, Min, long long, long long, min, ll)
AW_ATOMIC_BINARY(AW_ATOMIC, Max, int, int, max, i)
AW_ATOMIC_BINARY(AW_ATOMIC, Max, unsigned int, unsigned int, max, ui)
AW_ATOMIC_BINARY(AW_ATOMIC_LATER, Max, unsigned long long, unsigned long long, max, ull)
AW_ATOMIC_BINARY(AW_ATOMIC_LATER, Max, long long, long long, max, ll)

AW_ATOMIC_BINARY(AW_ATOMIC, Inc, unsigned int, unsigned int, inc, ui)
AW_ATOMIC_BINARY(AW_ATOMIC, Dec, unsigned int, unsigned int, dec, ui)

AW_ATOMIC_BINARY(AW_ATOMIC, And, int, int, and, i)
AW_ATOMIC_BINARY(AW_ATOMIC, And, unsigned int, int, and, i)
AW_ATOMIC_BINARY(AW_ATOMIC_LATER, And, unsigned long long, long long, and, ll)
AW_ATOMIC_BINARY(AW_ATOMIC_LATER, And, long long, long long, and, ll)
AW_ATOMIC_BINARY(AW_ATOMIC, Or, int, int, or, i)
AW_ATOMIC_BINARY(AW_ATOMIC, Or, unsigned int, int, or, i)
AW_ATOMIC_BINARY(AW_ATOMIC_LATER, Or, unsigned long long, long long, or, ll)
AW_ATOMIC_BINARY(AW_ATOMIC_LATER, Or, long long, long long, or, ll)
AW_ATOMIC_BINARY(AW_ATOMIC, Xor, int, int, xor, i)
AW_ATOMIC_BINARY(AW_ATOMIC, Xor, unsigned int, int, xor, i)
AW_ATOMIC_BINARY(AW_ATOMIC_LATER, Xor, unsigned long long, long long, xor, ll)
AW_ATOMIC_BINARY(AW_ATOMIC_LATER, Xor, long long, long long, xor, ll)

// Subtraction is addition of the negative, modulo 2^32.
#define AW_ATOMIC_SUB(LINKAGE, scope) \
	LINKAGE int atomicSub##scope(int *address, int value) { \
		return (int)atomicAdd##scope((unsigned int *)address, 0u - (unsigned int)value); \
	} \
	LINKAGE unsigned int atomicSub##scope(unsigned int *address, unsigned int value) { \
		return atomicAdd##scope(address, 0u - value); \
	}
AW_ATOMIC_SUB(AW_ATOMIC, )
AW_ATOMIC_SUB(AW_ATOMIC_LATER, _block)
AW_ATOMIC_SUB(AW_ATOMIC_LATER, _system)

#define AW_ATOMIC_EXCH_FLOAT(LINKAGE, scope) \
	LINKAGE float atomicExch##scope(float *address, float value) { \
		return __int_as_float(atomicExch##scope((int *)address, __float_as_int(value))); \
	}
AW_ATOMIC_EXCH_FLOAT(AW_ATOMIC, )
AW_ATOMIC_EXCH_FLOAT(AW_ATOMIC_LATER, _block)
AW_ATOMIC_EXCH_FLOAT(AW_ATOMIC_LATER, _system)

// Stores VALUE where COMPARE was found.
#define AW_ATOMIC_CAS(LINKAGE, scope, infix, type, raw, kind) \
	LINKAGE type atomicCAS##scope(type *address, type compare, type value) { \
		return (type)__nvvm_atom_##infix##cas_gen_##kind((raw *)address, (raw)compare, (raw)value); \
	}
AW_ATOMIC_CAS(AW_ATOMIC, , , int, int, i)
AW_ATOMIC_CAS(AW_ATOMIC, , , unsigned int, int, i)
AW_ATOMIC_CAS(AW_ATOMIC, , , unsigned long long, long long, ll)
AW_ATOMIC_CAS(AW_ATOMIC_LATER, _block, cta_, int, int, i)
AW_ATOMIC_CAS(AW_ATOMIC_LATER, _block, cta_, unsigned int, int, i)
AW_ATOMIC_CAS(AW_ATOMIC_LATER, _block, cta_, unsigned long long, long long, ll)
AW_ATOMIC_CAS(AW_ATOMIC_LATER, _system, sys_, int, int, i)
AW_ATOMIC_CAS(AW_ATOMIC_LATER, _system, sys_, unsigned int, int, i)
AW_ATOMIC_CAS(AW_ATOMIC_LATER, _system, sys_, unsigned long long, long long, ll)

// 16 bits; the widest scope serves for all.
#define AW_ATOMIC_CAS_SHORT(scope) \
	AW_ATOMIC_LATER unsigned short atomicCAS##scope(unsigned short *address, unsigned short compare, \
	                                                unsigned short value) { \
		__atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
		return compare; \
	}
AW_ATOMIC_CAS_SHORT()
AW_ATOMIC_CAS_SHORT(_block)
AW_ATOMIC_CAS_SHORT(_system)

// Any type of 16 bytes that lies at multiples of 16.
template <class T, bool = sizeof(T) == 16 && alignof(T) >= 16 && __is_trivially_copyable(T)> struct __aw_wide {};
template <class T> struct __aw_wide<T, true> {
	typedef T type;
	union word {
		T value;
		unsigned long long half[2];
		__device__ word() {}
	};
};
#define AW_ATOMIC_WIDE(suffix, scope) \
	template <class T> __device__ static inline typename __aw_wide<T>::type atomicCAS##suffix(T *address, T compare, T value) { \
		typename __aw_wide<T>::word c, v, old; \
		c.value = compare, v.value = value; \
		asm volatile("{ .reg .b128 o, c, v; mov.b128 c, {%3, %4}; mov.b128 v, {%5, %6}; " \
		             "atom.cas.relaxed." scope ".b128 o, [%2], c, v; mov.b128 {%0, %1}, o; }" \
		             : "=l"(old.half[0]), "=l"(old.half[1]) \
		             : "l"(address), "l"(c.half[0]), "l"(c.half[1]), "l"(v.half[0]), "l"(v.half[1]) \
		             : "memory"); \
		return old.value; \
	} \
	template <class T> __device__ static inline typename __aw_wide<T>::type atomicExch##suffix(T *address, T value) { \
		typename __aw_wide<T>::word v, old; \
		v.value = value; \
		asm volatile("{ .reg .b128 o, v; mov.b128 v, {%3, %4}; atom.exch.relaxed." scope ".b128 o, [%2], v; mov.b128 {%0, %1}, o; }" \
		             : "=l"(old.half[0]), "=l"(old.half[1]) \
		             : "l"(address), "l"(v.half[0]), "l"(v.half[1]) \
		             : "memory"); \
		return old.value; \
	}
AW_ATOMIC_WIDE(, "gpu")
AW_ATOMIC_WIDE(_block, "cta")
AW_ATOMIC_WIDE(_system, "sys")

// Vectors of float: each component is added atomically, the vector as a whole is not.
#define AW_ATOMIC_ADD_VECTOR(scope) \
	AW_ATOMIC_LATER float2 atomicAdd##scope(float2 *address, float2 value) { \
		float2 old; \
		old.x = atomicAdd##scope(&address->x, value.x); \
		old.y = atomicAdd##scope(&address->y, value.y); \
		return old; \
	} \
	AW_ATOMIC_LATER float4 atomicAdd##scope(float4 *address, float4 value) { \
		float4 old; \
		old.x = atomicAdd##scope(&address->x, value.x); \
		old.y = atomicAdd##scope(&address->y, value.y); \
		old.z = atomicAdd##scope(&address->z, value.z); \
		old.w = atomicAdd##scope(&address->w, value.w); \
		return old; \
	}
AW_ATOMIC_ADD_VECTOR()
AW_ATOMIC_ADD_VECTOR(_block)
AW_ATOMIC_ADD_VECTOR(_system)

#undef AW_ATOMIC_ADD_VECTOR
#undef AW_ATOMIC_WIDE
#undef AW_ATOMIC_CAS_SHORT
#undef AW_ATOMIC_CAS
#undef AW_ATOMIC_EXCH_FLOAT
#undef AW_ATOMIC_SUB
#undef AW_ATOMIC_BINARY
#undef AW_ATOMIC_LATER
#undef AW_ATOMIC

#endif
