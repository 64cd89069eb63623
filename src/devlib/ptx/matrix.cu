// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices of a warp by the hardware (PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions"): clang's builtins in
// the place of the functions of src/devlib/warp/matrix.cu, which have their names.
#include "../math/math_internal.h"

#define MOVE(name, type) \
	AW_API void __aw_##name(type *to, const type *from, u32 stride, int columns) \
	{ \
		if (columns) \
			__##name(to, from, stride, 1); \
		else \
			__##name(to, from, stride, 0); \
	}
// One layout only.
#define MOVE_ROWS(name) \
	AW_API void __aw_##name(int *to, const int *from, u32 stride, int) { __##name(to, from, stride, 0); }
#define MOVE_COLUMNS(name) \
	AW_API void __aw_##name(int *to, const int *from, u32 stride, int) { __##name(to, from, stride, 1); }

#define MOVES(shape) \
	MOVE(hmma_##shape##_ld_a, int) \
	MOVE(hmma_##shape##_ld_b, int) \
	MOVE(hmma_##shape##_ld_c_f16, int) \
	MOVE(hmma_##shape##_ld_c_f32, float) \
	MOVE(hmma_##shape##_st_c_f16, int) \
	MOVE(hmma_##shape##_st_c_f32, float) \
	MOVE(mma_bf16_##shape##_ld_a, int) \
	MOVE(mma_bf16_##shape##_ld_b, int) \
	MOVE(imma_##shape##_ld_a_s8, int) \
	MOVE(imma_##shape##_ld_b_s8, int) \
	MOVE(imma_##shape##_ld_a_u8, int) \
	MOVE(imma_##shape##_ld_b_u8, int) \
	MOVE(imma_##shape##_ld_c, int) \
	MOVE(imma_##shape##_st_c_i32, int)
MOVES(m16n16k16)
MOVES(m32n8k16)
MOVES(m8n32k16)
MOVE(mma_tf32_m16n16k8_ld_a, int)
MOVE(mma_tf32_m16n16k8_ld_b, int)
MOVE(mma_tf32_m16n16k8_ld_c, float)
MOVE(mma_m16n16k8_st_c_f32, float)
MOVE(dmma_m8n8k4_ld_a, double)
MOVE(dmma_m8n8k4_ld_b, double)
MOVE(dmma_m8n8k4_ld_c, double)
MOVE(dmma_m8n8k4_st_c_f64, double)
MOVE_ROWS(imma_m8n8k32_ld_a_s4)
MOVE_ROWS(imma_m8n8k32_ld_a_u4)
MOVE_COLUMNS(imma_m8n8k32_ld_b_s4)
MOVE_COLUMNS(imma_m8n8k32_ld_b_u4)
MOVE(imma_m8n8k32_ld_c, int)
MOVE(imma_m8n8k32_st_c_i32, int)
MOVE_ROWS(bmma_m8n8k128_ld_a_b1)
MOVE_COLUMNS(bmma_m8n8k128_ld_b_b1)
MOVE(bmma_m8n8k128_ld_c, int)
MOVE(bmma_m8n8k128_st_c_i32, int)

#define BY_LAYOUT(name, saturate) \
	switch (layout) { \
	case 0: __##name(d, a, b, c, 0, saturate); break; \
	case 1: __##name(d, a, b, c, 1, saturate); break; \
	case 2: __##name(d, a, b, c, 2, saturate); break; \
	default: __##name(d, a, b, c, 3, saturate); break; \
	}
#define PRODUCT(name, dtype, type, ctype) \
	AW_API void __aw_##name(dtype *d, const type *a, const type *b, const ctype *c, int layout, int saturate) \
	{ \
		if (saturate) \
			BY_LAYOUT(name, 1) \
		else \
			BY_LAYOUT(name, 0) \
	}
// Of formats that aren't saturated.
#define PRODUCT_ONLY(name, dtype, type, ctype) \
	AW_API void __aw_##name(dtype *d, const type *a, const type *b, const ctype *c, int layout, int) \
	{ \
		BY_LAYOUT(name, 0) \
	}

#define PRODUCTS(shape) \
	PRODUCT(hmma_##shape##_mma_f32f32, float, int, float) \
	PRODUCT(hmma_##shape##_mma_f32f16, float, int, int) \
	PRODUCT(hmma_##shape##_mma_f16f32, int, int, float) \
	PRODUCT(hmma_##shape##_mma_f16f16, int, int, int) \
	PRODUCT(imma_##shape##_mma_s8, int, int, int) \
	PRODUCT(imma_##shape##_mma_u8, int, int, int) \
	PRODUCT_ONLY(mma_bf16_##shape##_mma_f32, float, int, float)
PRODUCTS(m16n16k16)
PRODUCTS(m32n8k16)
PRODUCTS(m8n32k16)
PRODUCT_ONLY(mma_tf32_m16n16k8_mma_f32, float, int, float)
PRODUCT_ONLY(dmma_m8n8k4_mma_f64, double, double, double)
AW_API void __aw_imma_m8n8k32_mma_s4(int *d, const int *a, const int *b, const int *c, int, int saturate)
{
	if (saturate)
		__imma_m8n8k32_mma_s4(d, a, b, c, 1, 1);
	else
		__imma_m8n8k32_mma_s4(d, a, b, c, 1, 0);
}
AW_API void __aw_imma_m8n8k32_mma_u4(int *d, const int *a, const int *b, const int *c, int, int saturate)
{
	if (saturate)
		__imma_m8n8k32_mma_u4(d, a, b, c, 1, 1);
	else
		__imma_m8n8k32_mma_u4(d, a, b, c, 1, 0);
}
AW_API void __aw_bmma_m8n8k128_mma_xor_popc_b1(int *d, const int *a, const int *b, const int *c, int, int)
{
	__bmma_m8n8k128_mma_xor_popc_b1(d, a, b, c, 1);
}
AW_API void __aw_bmma_m8n8k128_mma_and_popc_b1(int *d, const int *a, const int *b, const int *c, int, int)
{
	__bmma_m8n8k128_mma_and_popc_b1(d, a, b, c, 1);
}

AW_API float __aw_float_to_tf32(float x) { return f32_from_bits((u32)__nvvm_f2tf32_rna(x)); }
