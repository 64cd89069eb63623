// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions for numbers of 16 bits (PTX ISA, "Half Precision Floating Point Instructions"), in the place of
// what include/anywarp/half_operations.h does by way of float.  Sums and products of bfloat16 are fused ones with a
// factor of 1 or an addend of -0: those are there from sm_80 on, the plain ones only from sm_90.
#include "../math/math_internal.h"

#define UNARY(name, type, letter, text) \
	AW_API type name(type a) \
	{ \
		type r; \
		asm("{" text " %0, %1;}" : "=" letter(r) : letter(a)); \
		return r; \
	}
#define BINARY(name, type, letter, text) \
	AW_API type name(type a, type b) \
	{ \
		type r; \
		asm("{" text " %0, %1, %2;}" : "=" letter(r) : letter(a), letter(b)); \
		return r; \
	}
#define TERNARY(name, type, letter, text) \
	AW_API type name(type a, type b, type c) \
	{ \
		type r; \
		asm("{" text " %0, %1, %2, %3;}" : "=" letter(r) : letter(a), letter(b), letter(c)); \
		return r; \
	}
#define BOTH(SHAPE, name, text) \
	SHAPE(name##_f16, u16, "h", text ".f16") \
	SHAPE(name##_f16x2, u32, "r", text ".f16x2")
#define BOTH_BRAIN(SHAPE, name, text) \
	SHAPE(name##_bf16, u16, "h", text ".bf16") \
	SHAPE(name##_bf16x2, u32, "r", text ".bf16x2")

// --- half ---

AW_API float __aw_to_float_f16(u16 x)
{
	float r;
	asm("{cvt.f32.f16 %0, %1;}" : "=f"(r) : "h"(x));
	return r;
}

#define FROM_FLOAT(suffix, mode) \
	AW_API u16 __aw_from_float_##suffix##_f16(float x) \
	{ \
		u16 r; \
		asm("{cvt." #mode ".f16.f32 %0, %1;}" : "=h"(r) : "f"(x)); \
		return r; \
	}
FROM_FLOAT(rn, rn)
FROM_FLOAT(rz, rz)
FROM_FLOAT(rd, rm)
FROM_FLOAT(ru, rp)

AW_API u16 __aw_from_double_f16(double x)
{
	u16 r;
	asm("{cvt.rn.f16.f64 %0, %1;}" : "=h"(r) : "d"(x));
	return r;
}

BOTH(BINARY, __aw_add, "add")
BOTH(BINARY, __aw_sub, "sub")
BOTH(BINARY, __aw_mul, "mul")
BOTH(BINARY, __aw_add_rn, "add.rn")
BOTH(BINARY, __aw_sub_rn, "sub.rn")
BOTH(BINARY, __aw_mul_rn, "mul.rn")
BOTH(BINARY, __aw_add_sat, "add.sat")
BOTH(BINARY, __aw_sub_sat, "sub.sat")
BOTH(BINARY, __aw_mul_sat, "mul.sat")
BOTH(TERNARY, __aw_fma, "fma.rn")
BOTH(TERNARY, __aw_fma_sat, "fma.rn.sat")
BOTH(TERNARY, __aw_fma_relu, "fma.rn.relu")
BOTH(BINARY, __aw_min, "min")
BOTH(BINARY, __aw_max, "max")
BOTH(BINARY, __aw_min_nan, "min.NaN")
BOTH(BINARY, __aw_max_nan, "max.NaN")
UNARY(__aw_tanh_approx_f16, u16, "h", "tanh.approx.f16")

AW_API u32 __aw_atomic_add_f16x2(u32 *address, u32 value)
{
	u32 old;
	asm volatile("{atom.add.noftz.f16x2 %0, [%1], %2;}" : "=r"(old) : "l"(address), "r"(value) : "memory");
	return old;
}

AW_API u16 __aw_atomic_add_f16(u16 *address, u16 value)
{
	u16 old;
	asm volatile("{atom.add.noftz.f16 %0, [%1], %2;}" : "=h"(old) : "l"(address), "h"(value) : "memory");
	return old;
}

// --- bfloat16 ---

#define FROM_FLOAT_BRAIN(suffix) \
	AW_API u16 __aw_from_float_##suffix##_bf16(float x) \
	{ \
		u16 r; \
		asm("{cvt." #suffix ".bf16.f32 %0, %1;}" : "=h"(r) : "f"(x)); \
		return r; \
	}
FROM_FLOAT_BRAIN(rn)
FROM_FLOAT_BRAIN(rz)

BOTH_BRAIN(TERNARY, __aw_fma, "fma.rn")
BOTH_BRAIN(TERNARY, __aw_fma_relu, "fma.rn.relu")
BOTH_BRAIN(BINARY, __aw_min, "min")
BOTH_BRAIN(BINARY, __aw_max, "max")
BOTH_BRAIN(BINARY, __aw_min_nan, "min.NaN")
BOTH_BRAIN(BINARY, __aw_max_nan, "max.NaN")
UNARY(__aw_tanh_approx_bf16, u16, "h", "tanh.approx.bf16")

#define SUM_AND_PRODUCT(suffix, type, one, minus_one, minus_zero) \
	AW_API type __aw_add##suffix(type a, type b) { return __aw_fma##suffix(a, (type)one, b); } \
	AW_API type __aw_sub##suffix(type a, type b) { return __aw_fma##suffix(b, (type)minus_one, a); } \
	AW_API type __aw_mul##suffix(type a, type b) { return __aw_fma##suffix(a, b, (type)minus_zero); }
SUM_AND_PRODUCT(_bf16, u16, 0x3f80, 0xbf80, 0x8000)
SUM_AND_PRODUCT(_bf16x2, u32, 0x3f803f80, 0xbf80bf80, 0x80008000)
