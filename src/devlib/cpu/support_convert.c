// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversion intrinsics of NVVM (PTX ISA, "cvt"): between floating point and integers in the four rounding
// modes, saturating as lower_semantics makes the language's own conversions.
#include "support.h"
#include "support_rounding.h"

// --- to integers: round to an integral value first, then convert, saturating ---
// What is converted is always in range, so that all of it is selects, which vectors can do.

#define TO_INTEGER(name, from, to, lowest, limit, nan, rounding) \
	to aw_cpu_##name(thread *t, from value) \
	{ \
		(void)t; \
		from whole = rounding(value), above = whole > (from)(lowest) ? whole : (from)(lowest); \
		to number = (to)(above < (from)(limit) ? above : (from)(lowest)); \
		number = whole >= (from)(limit) ? (to)~(to)(lowest) : number; \
		return whole != whole ? (to)(nan) : number; \
	}
#define TO_INTEGER_MODES(prefix, ftz, from, to, lowest, limit, nan, b) \
	TO_INTEGER(prefix##_rn##ftz, from, to, lowest, limit, nan, __builtin_rint##b) \
	TO_INTEGER(prefix##_rz##ftz, from, to, lowest, limit, nan, __builtin_trunc##b) \
	TO_INTEGER(prefix##_rm##ftz, from, to, lowest, limit, nan, __builtin_floor##b) \
	TO_INTEGER(prefix##_rp##ftz, from, to, lowest, limit, nan, __builtin_ceil##b)
// Subnormals differ from zero only where they round away from it.
#define FROM_FLOAT(prefix, to, lowest, limit, nan) \
	TO_INTEGER_MODES(prefix, , float, to, lowest, limit, nan, f) \
	TO_INTEGER(prefix##_rn_ftz, float, to, lowest, limit, nan, __builtin_rintf) \
	TO_INTEGER(prefix##_rz_ftz, float, to, lowest, limit, nan, __builtin_truncf) \
	TO_INTEGER(prefix##_rm_ftz, float, to, lowest, limit, nan, floor_ftz) \
	TO_INTEGER(prefix##_rp_ftz, float, to, lowest, limit, nan, ceil_ftz)

static inline float flushed(float x)
{
	return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0, x) : x;
}

static inline float floor_ftz(float x) { return __builtin_floorf(flushed(x)); }
static inline float ceil_ftz(float x) { return __builtin_ceilf(flushed(x)); }

FROM_FLOAT(f2i, int32_t, INT32_MIN, 0x1p31, 0)
FROM_FLOAT(f2ui, uint32_t, 0, 0x1p32, 0)
FROM_FLOAT(f2ll, int64_t, INT64_MIN, 0x1p63, INT64_MIN)
FROM_FLOAT(f2ull, uint64_t, 0, 0x1p64, INT64_MIN)
TO_INTEGER_MODES(d2i, , double, int32_t, INT32_MIN, 0x1p31, INT32_MIN, )
TO_INTEGER_MODES(d2ui, , double, uint32_t, 0, 0x1p32, INT32_MIN, )
TO_INTEGER_MODES(d2ll, , double, int64_t, INT64_MIN, 0x1p63, INT64_MIN, )
TO_INTEGER_MODES(d2ull, , double, uint64_t, 0, 0x1p64, INT64_MIN, )

// --- from integers and between floats: one instruction under the mode ---

// An unsigned number with the top bit set is halved with the lost bit kept as sticky, and doubled again.
#define FROM_INTEGER_MODE(suffix, mode) \
	static inline float ll2f_##suffix(int64_t v) { float r = 0; UNDER_MODE(INTEGER_TO_SINGLE, mode, r, "r", v); return r; } \
	static inline double ll2d_##suffix(int64_t v) { double r = 0; UNDER_MODE(INTEGER_TO_DOUBLE, mode, r, "r", v); return r; } \
	float aw_cpu_ll2f_##suffix(thread *t, int64_t v) { (void)t; return ll2f_##suffix(v); } \
	double aw_cpu_ll2d_##suffix(thread *t, int64_t v) { (void)t; return ll2d_##suffix(v); } \
	float aw_cpu_i2f_##suffix(thread *t, int32_t v) { (void)t; return ll2f_##suffix(v); } \
	double aw_cpu_i2d_##suffix(thread *t, int32_t v) { (void)t; return (double)v; } \
	float aw_cpu_ui2f_##suffix(thread *t, uint32_t v) { (void)t; return ll2f_##suffix(v); } \
	double aw_cpu_ui2d_##suffix(thread *t, uint32_t v) { (void)t; return (double)v; } \
	float aw_cpu_ull2f_##suffix(thread *t, uint64_t v) \
	{ \
		(void)t; \
		return (int64_t)v >= 0 ? ll2f_##suffix((int64_t)v) : 2 * ll2f_##suffix((int64_t)(v >> 1 | (v & 1))); \
	} \
	double aw_cpu_ull2d_##suffix(thread *t, uint64_t v) \
	{ \
		(void)t; \
		return (int64_t)v >= 0 ? ll2d_##suffix((int64_t)v) : 2 * ll2d_##suffix((int64_t)(v >> 1 | (v & 1))); \
	} \
	float aw_cpu_d2f_##suffix(thread *t, double v) \
	{ \
		(void)t; \
		float r = 0; \
		UNDER_MODE(DOUBLE_TO_SINGLE, mode, r, IN_REGISTER, v); \
		return r; \
	} \
	float aw_cpu_d2f_##suffix##_ftz(thread *t, double v) { return flushed(aw_cpu_d2f_##suffix(t, v)); }

FROM_INTEGER_MODE(rn, NEAREST)
FROM_INTEGER_MODE(rz, TO_ZERO)
FROM_INTEGER_MODE(rm, DOWN)
FROM_INTEGER_MODE(rp, UP)

// --- bits as they are ---

#define BITS(name, from, to) \
	to aw_cpu_##name(thread *t, from value) \
	{ \
		(void)t; \
		to bits; \
		__builtin_memcpy(&bits, &value, sizeof(bits)); \
		return bits; \
	}

BITS(bitcast_f2i, float, uint32_t)
BITS(bitcast_i2f, uint32_t, float)
BITS(bitcast_d2ll, double, uint64_t)
BITS(bitcast_ll2d, uint64_t, double)

static inline uint64_t bits_of_double(double value)
{
	uint64_t bits;
	__builtin_memcpy(&bits, &value, sizeof(bits));
	return bits;
}

uint32_t aw_cpu_d2i_lo(thread *t, double value) { (void)t; return (uint32_t)bits_of_double(value); }
uint32_t aw_cpu_d2i_hi(thread *t, double value) { (void)t; return (uint32_t)(bits_of_double(value) >> 32); }
double aw_cpu_lohi_i2d(thread *t, uint32_t low, uint32_t high)
{
	return aw_cpu_bitcast_ll2d(t, low | (uint64_t)high << 32);
}
