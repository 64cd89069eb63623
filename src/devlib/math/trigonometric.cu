// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trigonometric functions of float and double.  |x| = q pi/2 + r, |r| <= pi/4, by fused multiply-adds
// with pi/2 in three parts (Cody and Waite), or for great arguments by integers with as many bits of 2/pi as
// count (Payne and Hanek 1983); then polynomials in r, chosen by q.
#include "trigonometric.h"

// pi/2 in parts, the first two truncated; the reduction by them is good up to LIMIT.
template <typename T> struct trig_constants;

template <> struct trig_constants<float> {
	static constexpr float two_over_pi = 0x1.45f306p-1f;
	static constexpr float first = 0x1.921fb4p0f, second = 0x1.4442dp-24f, third = 0x1.84698ap-48f;
	static constexpr float limit = 0x1p16f;
};

template <> struct trig_constants<double> {
	static constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
	static constexpr double first = 0x1.921fb54442d18p0, second = 0x1.1a62633145c06p-54;
	static constexpr double third = 0x1.c1cd129024e09p-107, limit = 0x1p20;
};

// Bits of 2/pi after 64 zero bits, computed with integers by Machin's formula.
AW_TABLE u64 two_over_pi[20] = {
	0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};

// 64 bits of the table from bit POSITION on.
AW_INLINE u64 table_bits(u32 position)
{
	u32 word = position >> 6, shift = position & 63;
	return two_over_pi[word] << shift | (two_over_pi[word + 1] >> 1 >> (63 - shift));
}

AW_INLINE u64 product_high(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }

// x = m 2^e with an integer m.  Bits of 2/pi whose product with x is a multiple of 4 are left out; the
// product with the next ones, without its carry, is the fractional part of x / (2 pi).  Two bits of
// it are the quadrant, the rest is signed and becomes a floating point number in two parts.
AW_INLINE f32_pair reduce_great(float x, i32 *quadrant)
{
	u64 m = (bits_of(x) & 0x7fffff) | 0x800000;
	u32 position = at_most(bits_of(x) >> 23, 254u) - 150 - 2 + 64;
	u64 fraction = m * table_bits(position) + (m * (table_bits(position + 64) >> 32) >> 32);
	u64 q = (fraction + (1ull << 61)) >> 62;
	*quadrant = (i32)q;
	i64 rest = (i64)(fraction - (q << 62));
	float high = (float)rest, low = (float)(rest - (i64)high);
	f32_pair r = two_product(high, 0x1.921fb6p-62f);
	return fast_two_sum(r.high, fma(low, 0x1.921fb6p-62f, fma(high, -0x1.777a5cp-87f, r.low)));
}

AW_INLINE f64_pair reduce_great(double x, i32 *quadrant)
{
	u64 m = (bits_of(x) & ~0ull >> 12) | 1ull << 52;
	u32 position = at_most((u32)(bits_of(x) >> 52), 2046u) - 1075 - 2 + 64;
	u64 middle = table_bits(position + 64), low = m * middle;
	u64 high = m * table_bits(position) + product_high(m, middle);
	u64 last = product_high(m, table_bits(position + 128));
	low += last;
	high += low < last;
	u64 q = (high + (1ull << 61)) >> 62;
	*quadrant = (i32)q;
	high -= q << 62;
	// The magnitude, shifted so that its first bit is set: there may be up to 61 zeros before it.
	u64 sign = (u64)((i64)high >> 63);
	low = (low ^ sign) - sign;
	high = (high ^ sign) + (sign && low == 0);
	u32 zeros = (u32)__builtin_clzll(high | 1);
	u64 top = high << zeros | (low >> 1 >> (63 - zeros)), bottom = low << zeros;
	double unit = f64_exp2i(-62 - (i32)zeros), first = (double)(top >> 11) * 0x1p11 * unit;
	double second = (double)(top << 53 | bottom >> 11) * 0x1p-53 * unit;
	f64_pair r = two_product(first, 0x1.921fb54442d18p0);
	r = fast_two_sum(r.high, fma(second, 0x1.921fb54442d18p0, fma(first, 0x1.1a62633145c07p-54, r.low)));
	return { negated_if(r.high, (u32)sign & 1), negated_if(r.low, (u32)sign & 1) };
}

// r and q for x >= 0; NaN for infinity and NaN.  The first difference is exact; the second keeps its
// error, as r may be much smaller than k times the second part.
template <typename T> AW_INLINE pair_of<T> reduce(T x, i32 *quadrant)
{
	using c = trig_constants<T>;
	T k = nearest(x * c::two_over_pi, quadrant);
	pair_of<T> product = two_product(k, c::second);
	pair_of<T> r = fast_two_sum(fma(k, -c::first, x), -product.high);
	r.low = fma(k, -c::third, r.low - product.low);
	if (x > c::limit)
		r = reduce_great(x, quadrant);
	return { x < infinity(x) ? r.high : T(F32_NAN), r.low };
}

template <typename T> AW_INLINE void sincos(T x, T *s, T *c)
{
	i32 q;
	pair_of<T> r = reduce(absolute(x), &q);
	sine_and_cosine(x, r, q, s, c);
}

// (tan r - r) / r^3 as a function of r^2, |r| <= pi/4; relative error 2^-25 and 2^-54.
AW_INLINE float tangent_poly(float square)
{
	return horner(square, 0x1.faa74ep-9f, 0x1.2b27fp-10f, 0x1.47898p-7f, 0x1.620a8ap-6f, 0x1.ba5718p-5f,
	              0x1.111072p-3f, 0x1.555556p-2f);
}

AW_INLINE double tangent_poly(double square)
{
	return horner(square, 0x1.15a612a545d84p-17, -0x1.23af2f7176eb3p-16, 0x1.22c29cd3ed443p-15,
	              -0x1.281a1790e808cp-17, 0x1.c40e1e382ca54p-15, 0x1.7d3f5ab679a45p-14,
	              0x1.f929ade32b4a4p-13, 0x1.35280d9f8272ap-11, 0x1.7da6c75166351p-10,
	              0x1.d6d3a89eee364p-9, 0x1.226e35efa4f33p-7, 0x1.664f4880b39e6p-6, 0x1.ba1ba1ba1cf24p-5,
	              0x1.1111111111159p-3, 0x1.5555555555555p-2);
}

// tan r, or for odd q -1 / tan r, with a Newton step for what the division can't see.
template <typename T> AW_INLINE T tangent(T x)
{
	i32 q;
	pair_of<T> r = reduce(absolute(x), &q);
	T square = r.high * r.high;
	T tail = fma(r.high * square, tangent_poly(square), fma(r.low, square, r.low));
	pair_of<T> t = fast_two_sum(r.high, tail);
	T y = T(-1) / t.high, error = fma(t.low, y, fma(t.high, y, T(1)));
	return negated_if(q & 1 ? fma(error, y, y) : t.high, is_negative(x));
}

// pi in two parts; (sin(pi r) - pi r) / r^3, relative error 2^-26 and 2^-54, and (cos(pi r) - 1) / r^2, of the
// cosine 2^-30 and 2^-56, as functions of r^2, |r| <= 1/4.
AW_INLINE f32_pair pi_of(float) { return { 0x1.921fb6p1f, -0x1.777a5cp-24f }; }
AW_INLINE f64_pair pi_of(double) { return { 0x1.921fb54442d18p1, 0x1.1a62633145c07p-53 }; }

AW_INLINE float sinpi_poly(float square)
{
	return horner(square, 0x1.3f049ap-4f, -0x1.329dfep-1f, 0x1.466b62p1f, -0x1.4abbcep2f);
}

AW_INLINE double sinpi_poly(double square)
{
	return horner(square, -0x1.8061bdf3a869ep-16, 0x1.e93023c811a87p-12, -0x1.e3079d51f43f4p-8,
	              0x1.507834b742b35p-4, -0x1.32d2cce647cffp-1, 0x1.466bc6775abc4p1, -0x1.4abbce625be53p2);
}

AW_INLINE float cospi_poly(float square)
{
	return horner(square, 0x1.d685ccp-3f, -0x1.55b7dp0f, 0x1.03c1b8p2f, -0x1.3bd3ccp2f);
}

AW_INLINE double cospi_poly(double square)
{
	return horner(square, -0x1.60a44c40fd59ep-14, -0x1.5fb6fb249484cp-14, 0x1.f950499871fa6p-10,
	              -0x1.a6d18df0afd9p-6, 0x1.e1f5063651b33p-3, -0x1.55d3c7e3a906fp0, 0x1.03c1f081b59f3p2,
	              -0x1.3bd3cc9be45dep2);
}

// |x| = q / 2 + r modulo 2, |r| <= 1/4, without an error.
template <typename T> AW_INLINE T reduce_half_turns(T x, i32 *quadrant)
{
	T turn = fma(round_even(T(0.5) * x), T(-2), x);
	return fma(nearest(T(2) * turn, quadrant), T(-0.5), turn);
}

// Zeros have the signs of C23: sinpi that of x, cospi a plus.
template <typename T> AW_INLINE void sincospi(T x, T *s, T *c)
{
	i32 q;
	T r = reduce_half_turns(absolute(x), &q), square = r * r;
	pair_of<T> pi = pi_of(x);
	T sin_r = fma(r, pi.high, fma(r * square, sinpi_poly(square), r * pi.low));
	T cos_r = fma(square, cospi_poly(square), T(1));
	T sin_x = q & 1 ? cos_r : sin_r;
	*s = negated_if(sin_x, ((u32)q >> 1 & (sin_x != T(0))) ^ is_negative(x));
	*c = negated_if(q & 1 ? sin_r : cos_r, (u32)(q + 1) >> 1 & 1) + T(0);
}

// sin x = SINCOS(x).s and so on, for both types; the half that isn't wanted goes away when inlined.
#define ONE_OF(name, both, type, wanted) \
	AW_API type name(type x) \
	{ \
		type s, c; \
		both(x, &s, &c); \
		return wanted; \
	}

AW_API void __nv_sincosf(float x, float *s, float *c) { sincos(x, s, c); }
AW_API void __nv_sincos(double x, double *s, double *c) { sincos(x, s, c); }
ONE_OF(__nv_sinf, sincos, float, s)
ONE_OF(__nv_sin, sincos, double, s)
ONE_OF(__nv_cosf, sincos, float, c)
ONE_OF(__nv_cos, sincos, double, c)
AW_API float __nv_tanf(float x) { return tangent(x); }
AW_API double __nv_tan(double x) { return tangent(x); }

AW_API void __nv_sincospif(float x, float *s, float *c) { sincospi(x, s, c); }
AW_API void __nv_sincospi(double x, double *s, double *c) { sincospi(x, s, c); }
ONE_OF(__nv_sinpif, sincospi, float, s)
ONE_OF(__nv_sinpi, sincospi, double, s)
ONE_OF(__nv_cospif, sincospi, float, c)
ONE_OF(__nv_cospi, sincospi, double, c)
