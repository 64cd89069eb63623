// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all sources of the device math library share.  The library is CUDA C for clang's CUDA device
// pass and is linked as nvptx bitcode into modules for every target, so it may use neither target
// intrinsics nor a C library, and every operation must give the same bits everywhere: no contraction
// (-ffp-contract=off), fused multiply-add only where fma() is written.
//
// With -DAW_MATH_HOST the same files compile as plain C++ for the machine at hand.
#ifndef AW_DEVLIB_MATH_INTERNAL_H
#define AW_DEVLIB_MATH_INTERNAL_H

#ifdef AW_MATH_HOST
#define AW_DEVICE
#define __DEVICE__
#else
#define AW_DEVICE __attribute__((device))
#define __device__ __attribute__((device))
#endif

// The prototypes of all __nv_ functions; a definition that differs doesn't compile.
#include <__clang_cuda_libdevice_declares.h>

// A function of the library, and a helper that is always inlined.
#define AW_API extern "C" AW_DEVICE
#define AW_INLINE static inline AW_DEVICE __attribute__((always_inline, unused))

// A table in global memory.  Polynomials are better written out, so that they become immediates.
#define AW_TABLE static AW_DEVICE const

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

#define F32_INFINITY __builtin_inff()
#define F32_NAN __builtin_nanf("")
#define F64_INFINITY __builtin_inf()
#define F64_NAN __builtin_nan("")

AW_INLINE u32 bits_of(float x) { return __builtin_bit_cast(u32, x); }
AW_INLINE u64 bits_of(double x) { return __builtin_bit_cast(u64, x); }
AW_INLINE float f32_from_bits(u32 bits) { return __builtin_bit_cast(float, bits); }
AW_INLINE double f64_from_bits(u64 bits) { return __builtin_bit_cast(double, bits); }

AW_INLINE float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
AW_INLINE double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
AW_INLINE float absolute(float x) { return __builtin_fabsf(x); }
AW_INLINE double absolute(double x) { return __builtin_fabs(x); }
AW_INLINE float square_root(float x) { return __builtin_sqrtf(x); }
AW_INLINE double square_root(double x) { return __builtin_sqrt(x); }
AW_INLINE float with_sign(float x, float sign) { return __builtin_copysignf(x, sign); }
AW_INLINE double with_sign(double x, double sign) { return __builtin_copysign(x, sign); }
// To the nearest integer, ties to even; one instruction on every target.
AW_INLINE float round_even(float x) { return __builtin_rintf(x); }
AW_INLINE double round_even(double x) { return __builtin_rint(x); }

AW_INLINE bool is_nan(float x) { return x != x; }
AW_INLINE bool is_nan(double x) { return x != x; }
AW_INLINE bool is_inf(float x) { return absolute(x) == F32_INFINITY; }
AW_INLINE bool is_inf(double x) { return absolute(x) == F64_INFINITY; }
AW_INLINE bool is_finite(float x) { return absolute(x) < F32_INFINITY; }
AW_INLINE bool is_finite(double x) { return absolute(x) < F64_INFINITY; }
AW_INLINE bool is_negative(float x) { return (i32)bits_of(x) < 0; }
AW_INLINE bool is_negative(double x) { return (i64)bits_of(x) < 0; }

// 2^n for n in the range of normal numbers.
AW_INLINE float f32_exp2i(i32 n) { return f32_from_bits((u32)(n + 127) << 23); }
AW_INLINE double f64_exp2i(i32 n) { return f64_from_bits((u64)(n + 1023) << 52); }

// Value and error: the exact result of an operation is high + low.
struct f32_pair {
	float high, low;
};
struct f64_pair {
	double high, low;
};

// Error-free transformations: Dekker 1971, Knuth TAOCP 2, 4.2.2; Ogita, Rump, Oishi 2005.
AW_INLINE f32_pair two_sum(float a, float b)
{
	float sum = a + b, b_part = sum - a;
	return {sum, (a - (sum - b_part)) + (b - b_part)};
}

AW_INLINE f64_pair two_sum(double a, double b)
{
	double sum = a + b, b_part = sum - a;
	return {sum, (a - (sum - b_part)) + (b - b_part)};
}

// The same for |a| >= |b| or a = 0.
AW_INLINE f32_pair fast_two_sum(float a, float b)
{
	float sum = a + b;
	return {sum, b - (sum - a)};
}

AW_INLINE f64_pair fast_two_sum(double a, double b)
{
	double sum = a + b;
	return {sum, b - (sum - a)};
}

AW_INLINE f32_pair two_product(float a, float b)
{
	float product = a * b;
	return {product, fma(a, b, -product)};
}

AW_INLINE f64_pair two_product(double a, double b)
{
	double product = a * b;
	return {product, fma(a, b, -product)};
}

// Polynomials by Horner's rule, highest coefficient first: horner(x, c2, c1, c0).
template <typename T> AW_INLINE T horner_step(T, T sum) { return sum; }

template <typename T, typename... More> AW_INLINE T horner_step(T x, T sum, T next, More... more)
{
	return horner_step(x, fma(sum, x, next), (T)more...);
}

template <typename T, typename... More> AW_INLINE T horner(T x, T first, More... more)
{
	return horner_step(x, first, (T)more...);
}

#endif
