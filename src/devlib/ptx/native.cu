// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of src/devlib/math for which PTX has an instruction that gives the same bits.  The compiler's
// pass native_math puts them in the place of those when the target is PTX.
#include "../math/exponential.h"
#include "../math/math_internal.h"

#define ARITHMETIC(suffix, mode) \
	AW_API float __nv_fadd_##suffix(float a, float b) { return __nvvm_add_##mode##_f(a, b); } \
	AW_API float __nv_fsub_##suffix(float a, float b) { return __nvvm_add_##mode##_f(a, -b); } \
	AW_API float __nv_fmul_##suffix(float a, float b) { return __nvvm_mul_##mode##_f(a, b); } \
	AW_API float __nv_fdiv_##suffix(float a, float b) { return __nvvm_div_##mode##_f(a, b); } \
	AW_API float __nv_frcp_##suffix(float x) { return __nvvm_rcp_##mode##_f(x); } \
	AW_API float __nv_fsqrt_##suffix(float x) { return __nvvm_sqrt_##mode##_f(x); } \
	AW_API float __nv_fmaf_##suffix(float a, float b, float c) { return __nvvm_fma_##mode##_f(a, b, c); } \
	AW_API float __nv_fmaf_ieee_##suffix(float a, float b, float c) { return __nvvm_fma_##mode##_f(a, b, c); } \
	AW_API double __nv_dadd_##suffix(double a, double b) { return __nvvm_add_##mode##_d(a, b); } \
	AW_API double __nv_dsub_##suffix(double a, double b) { return __nvvm_add_##mode##_d(a, -b); } \
	AW_API double __nv_dmul_##suffix(double a, double b) { return __nvvm_mul_##mode##_d(a, b); } \
	AW_API double __nv_ddiv_##suffix(double a, double b) { return __nvvm_div_##mode##_d(a, b); } \
	AW_API double __nv_drcp_##suffix(double x) { return __nvvm_rcp_##mode##_d(x); } \
	AW_API double __nv_dsqrt_##suffix(double x) { return __nvvm_sqrt_##mode##_d(x); } \
	AW_API double __nv_fma_##suffix(double a, double b, double c) { return __nvvm_fma_##mode##_d(a, b, c); } \
	AW_API float __nv_double2float_##suffix(double x) { return __nvvm_d2f_##mode(x); }

// LLVM takes the conversions that round towards 0 for the language's own casts, which round otherwise when
// they give a floating-point number and are undefined out of range when they take one.
#define CONVERSIONS(suffix, mode) \
	AW_API float __nv_int2float_##suffix(int x) { return __nvvm_i2f_##mode(x); } \
	AW_API float __nv_uint2float_##suffix(u32 x) { return __nvvm_ui2f_##mode(x); } \
	AW_API float __nv_ll2float_##suffix(i64 x) { return __nvvm_ll2f_##mode(x); } \
	AW_API float __nv_ull2float_##suffix(u64 x) { return __nvvm_ull2f_##mode(x); } \
	AW_API double __nv_ll2double_##suffix(i64 x) { return __nvvm_ll2d_##mode(x); } \
	AW_API double __nv_ull2double_##suffix(u64 x) { return __nvvm_ull2d_##mode(x); } \
	AW_API int __nv_float2int_##suffix(float x) { return __nvvm_f2i_##mode(x); } \
	AW_API u32 __nv_float2uint_##suffix(float x) { return __nvvm_f2ui_##mode(x); } \
	AW_API i64 __nv_float2ll_##suffix(float x) { return __nvvm_f2ll_##mode(x); } \
	AW_API u64 __nv_float2ull_##suffix(float x) { return __nvvm_f2ull_##mode(x); } \
	AW_API int __nv_double2int_##suffix(double x) { return __nvvm_d2i_##mode(x); } \
	AW_API u32 __nv_double2uint_##suffix(double x) { return __nvvm_d2ui_##mode(x); } \
	AW_API i64 __nv_double2ll_##suffix(double x) { return __nvvm_d2ll_##mode(x); } \
	AW_API u64 __nv_double2ull_##suffix(double x) { return __nvvm_d2ull_##mode(x); }

ARITHMETIC(rn, rn)
ARITHMETIC(rz, rz)
ARITHMETIC(rd, rm)
ARITHMETIC(ru, rp)
CONVERSIONS(rn, rn)
CONVERSIONS(rd, rm)
CONVERSIONS(ru, rp)

AW_API i64 __nv_llrintf(float x) { return __nvvm_f2ll_rn(x); }
AW_API i64 __nv_llrint(double x) { return __nvvm_d2ll_rn(x); }

AW_API float __nv_fminf(float a, float b) { return __nvvm_fmin_f(a, b); }
AW_API float __nv_fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
AW_API double __nv_fmin(double a, double b) { return __nvvm_fmin_d(a, b); }
AW_API double __nv_fmax(double a, double b) { return __nvvm_fmax_d(a, b); }
// Within the errors that CUDA's manual allows them; the other functions have the same bits on every target.
AW_API float __nv_rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
AW_API float __nv_fast_fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }

// The instructions are exact for powers of two, so the compiler knows what they give for such constants: a loop whose
// turns are counted by __log2f(16) has four.
AW_INLINE float approximate_log2(float x)
{
	u32 bits = bits_of(x), exponent = bits >> 23;
	if (__builtin_constant_p(x) && bits << 9 == 0 && exponent - 1 < 254)
		return (float)(i32)(exponent - 127);
	return __nvvm_lg2_approx_f(x);
}

AW_INLINE float approximate_exp2(float x)
{
	if (__builtin_constant_p(x) && x >= -126.f && x <= 127.f && x == (float)(i32)x)
		return f32_from_bits((u32)((i32)x + 127) << 23);
	return __nvvm_ex2_approx_f(x);
}

AW_API float __nv_fast_log2f(float x) { return approximate_log2(x); }
AW_API float __nv_fast_logf(float x) { return approximate_log2(x) * 0x1.62e43p-1f; }
AW_API float __nv_fast_log10f(float x) { return approximate_log2(x) * 0x1.344136p-2f; }
AW_API float __nv_fast_expf(float x) { return approximate_exp2(x * 0x1.715476p0f); }
AW_API float __nv_fast_exp10f(float x) { return approximate_exp2(x * 0x1.a934fp1f); }
AW_API float __nv_fast_powf(float x, float y) { return approximate_exp2(y * approximate_log2(x)); }
AW_API float __nv_fast_sinf(float x) { return __nvvm_sin_approx_f(x); }
AW_API float __nv_fast_cosf(float x) { return __nvvm_cos_approx_f(x); }
AW_API float __nv_fast_tanf(float x) { return __nvvm_div_approx_f(__nvvm_sin_approx_f(x), __nvvm_cos_approx_f(x)); }
AW_API void __nv_fast_sincosf(float x, float *s, float *c)
{
	*s = __nvvm_sin_approx_f(x);
	*c = __nvvm_cos_approx_f(x);
}

// devlib's own exponential function with fewer instructions: bounds that let NaN through are one each, the exponent is taken
// from the bits of x / ln 2 + 1.5 * 2^23, whose upper part the shift drops.  Half of it becomes a factor, and the rest is added to the
// polynomial's exponent; for NaN, which has all bits, both are the same and nothing is added.
AW_API float __nv_expf(float x)
{
	using c = exp_constants<float>;
	float inside = __nvvm_fmin_nan_f(__nvvm_fmax_nan_f(x, c::least), c::most), sum = fma(inside, c::inverse_ln2, 0x1.8p23f);
	float k = sum - 0x1.8p23f, r = fma(k, -c::ln2_low, fma(k, -c::ln2_high, inside));
	u32 half = bits_of(fma(inside, c::inverse_ln2 / 2, 0x1.8p23f)), factor = (half << 23) + 0x3F800000u;
	return f32_from_bits(bits_of(exp_poly(r)) + (bits_of(sum) << 23) - factor + 0x3F800000u) * f32_from_bits(factor);
}

// The same for double: where the result is normal, as it mostly is, 2^n goes into the exponent, and nothing is compared but x
// with the bound of that.
AW_API double __nv_exp(double x)
{
	using c = exp_constants<double>;
	const u32 safe = 0x40862000; // the upper word of 708
	i32 n;
	double power = exp_poly(exp_reduced(x, &n).high);
	if (((u32)(bits_of(x) >> 32) & 0x7FFFFFFF) < safe)
		return f64_from_bits(bits_of(power) + ((u64)(u32)n << 52));
	return x > c::most ? F64_INFINITY : x < c::least ? 0 : scaled(power, n);
}

AW_API float __nv_saturatef(float x) { return __nvvm_saturate_f(x); }
AW_API double __nv_rcp64h(double x) { return __nvvm_rcp_approx_ftz_d(x); }

AW_API int __nv_byte_perm(int a, int b, int selector)
{
	return (int)__nvvm_prmt((u32)a, (u32)b, (u32)selector & 0x7777);
}

AW_API int __nv_mul24(int a, int b) { return __nvvm_mul24_i(a, b); }
AW_API u32 __nv_umul24(u32 a, u32 b) { return __nvvm_mul24_ui(a, b); }
AW_API int __nv_sad(int a, int b, int c) { return __nvvm_sad_i(a, b, c); }
AW_API u32 __nv_usad(u32 a, u32 b, u32 c) { return __nvvm_sad_ui(a, b, c); }

// LLVM 19 makes shf of rotations only.  What it knows the bits of stays its own.
AW_API u32 funnel_left(u32 high, u32 low, u32 shift) __asm__("llvm.fshl.i32");
AW_API u32 funnel_right(u32 high, u32 low, u32 shift) __asm__("llvm.fshr.i32");

#define FUNNEL(name, instruction, function, beyond) \
	AW_API u32 __aw_funnelshift_##name(u32 low, u32 high, u32 shift) \
	{ \
		u32 r; \
		if (__builtin_constant_p(low == high) && __builtin_constant_p(shift)) \
			return beyond function(high, low, shift); \
		asm("shf." instruction ".b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(shift)); \
		return r; \
	}
FUNNEL(l, "l.wrap", funnel_left, )
FUNNEL(r, "r.wrap", funnel_right, )
FUNNEL(lc, "l.clamp", funnel_left, shift >= 32 ? low :)
FUNNEL(rc, "r.clamp", funnel_right, shift >= 32 ? high :)
