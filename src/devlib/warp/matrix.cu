// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices that the lanes of a warp hold together (CUDA C++ Programming Guide, 10.24): the CPU's way.  A lane has words of
// 32 bits as mma_kind.h says; the functions have the names and arguments of clang's builtins for PTX, and
// src/devlib/ptx/matrix.cu calls those in their place.  Where a lane of the hardware has elements twice, so it has here.
#include "../math/math_internal.h"

#include "../../fatbin/mma_kind.h"

struct products {
	u32 words[AW_MMA_RESULTS];
};

AW_API products __aw_warp_mma(u32 kind, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32, u32)
    __attribute__((convergent));

// Word L of the lane L of rows that begin at FROM, ROW_BYTES apart, each of ROW_WORDS; all lanes name the same rows.
AW_API u32 __aw_warp_load_rows(const void *from, u64 row_bytes, u32 row_words) __attribute__((convergent, pure));
AW_API void __aw_warp_store_rows(void *to, u64 row_bytes, u32 row_words, u32 word) __attribute__((convergent));

AW_INLINE u32 lane_index() { return (u32)__nvvm_read_ptx_sreg_laneid(); }

// --- loads and stores ---

// WORDS words of the lane from a matrix whose rows (or columns, in the order of its layout) have INNER elements and are
// STRIDE elements apart; PER_WORD elements make a word.  Then they are repeated up to ALL words.
template <int WORDS, int ALL, int INNER, int PER_WORD> AW_INLINE void load_words(int *to, const int *from, u32 stride)
{
	const u32 row_words = INNER / PER_WORD;
	u64 row_bytes = (u64)stride * 4 / PER_WORD;
	for (u32 w = 0; w < WORDS; w++)
		to[w] = (int)__aw_warp_load_rows((const char *)from + 32 / row_words * w * row_bytes, row_bytes, row_words);
	for (int w = WORDS; w < ALL; w++)
		to[w] = to[w % WORDS];
}

// Where element I of a matrix kept by rows of N lies in memory.
AW_INLINE u64 place_of(u32 i, u32 n, u32 stride, int columns)
{
	return columns ? (u64)(i % n) * stride + i / n : (u64)(i / n) * stride + i % n;
}

template <typename T, int COUNT, int N> AW_INLINE void load_elements(T *to, const T *from, u32 stride, int columns)
{
	if (sizeof(T) == 4 && !columns) {
		load_words<COUNT, COUNT, N, 1>((int *)to, (const int *)from, stride);
		return;
	}
	for (u32 e = 0; e < COUNT; e++)
		to[e] = from[place_of(e * 32 + lane_index(), N, stride, columns)];
}

// The reverse of load_words, without repetition.
template <int WORDS, int INNER, int PER_WORD> AW_INLINE void store_words(int *to, const int *from, u32 stride)
{
	const u32 row_words = INNER / PER_WORD;
	u64 row_bytes = (u64)stride * 4 / PER_WORD;
	for (u32 w = 0; w < WORDS; w++)
		__aw_warp_store_rows((char *)to + 32 / row_words * w * row_bytes, row_bytes, row_words, (u32)from[w]);
}

template <typename T, int COUNT, int N> AW_INLINE void store_elements(T *to, const T *from, u32 stride, int columns)
{
	if (sizeof(T) == 4 && !columns) {
		store_words<COUNT, N, 1>((int *)to, (const int *)from, stride);
		return;
	}
	for (u32 e = 0; e < COUNT; e++)
		to[place_of(e * 32 + lane_index(), N, stride, columns)] = from[e];
}

// Halves of accumulators, two in a word.
template <int N> AW_INLINE void load_halves(int *to, const int *from, u32 stride, int columns)
{
	if (!columns) {
		load_words<4, 4, N, 2>(to, from, stride);
		return;
	}
	for (u32 w = 0; w < 4; w++) {
		u32 i = (w * 32 + lane_index()) * 2;
		u32 low = ((const u16 *)from)[place_of(i, N, stride, columns)];
		u32 high = ((const u16 *)from)[place_of(i + 1, N, stride, columns)];
		to[w] = (int)(high << 16 | low);
	}
}

template <int N> AW_INLINE void store_halves(int *to, const int *from, u32 stride, int columns)
{
	if (!columns) {
		store_words<4, N, 2>(to, from, stride);
		return;
	}
	for (u32 w = 0; w < 4; w++) {
		u32 i = (w * 32 + lane_index()) * 2;
		((u16 *)to)[place_of(i, N, stride, columns)] = (u16)from[w];
		((u16 *)to)[place_of(i + 1, N, stride, columns)] = (u16)((u32)from[w] >> 16);
	}
}

// A or B: WORDS of a lane, ALL on the hardware, rows of BY_ROWS elements or columns of BY_COLUMNS.
#define FACTOR(name, words, all, by_rows, by_columns, per_word) \
	AW_API void __aw_##name(int *to, const int *from, u32 stride, int columns) \
	{ \
		if (columns) \
			load_words<words, all, by_columns, per_word>(to, from, stride); \
		else \
			load_words<words, all, by_rows, per_word>(to, from, stride); \
	}
#define FACTORS(prefix, suffix, all16, all8, per_word) \
	FACTOR(prefix##m16n16k16_ld_a##suffix, 8 / per_word, all16, 16, 16, per_word) \
	FACTOR(prefix##m16n16k16_ld_b##suffix, 8 / per_word, all16, 16, 16, per_word) \
	FACTOR(prefix##m32n8k16_ld_a##suffix, 16 / per_word, 16 / per_word, 16, 32, per_word) \
	FACTOR(prefix##m32n8k16_ld_b##suffix, 4 / per_word, all8, 8, 16, per_word) \
	FACTOR(prefix##m8n32k16_ld_a##suffix, 4 / per_word, all8, 16, 8, per_word) \
	FACTOR(prefix##m8n32k16_ld_b##suffix, 16 / per_word, 16 / per_word, 32, 16, per_word)
FACTORS(hmma_, , 8, 8, 2)
FACTORS(mma_bf16_, , 4, 2, 2)
FACTORS(imma_, _s8, 2, 1, 4)
FACTORS(imma_, _u8, 2, 1, 4)
FACTOR(mma_tf32_m16n16k8_ld_a, 4, 4, 8, 16, 1)
FACTOR(mma_tf32_m16n16k8_ld_b, 4, 4, 16, 8, 1)
FACTOR(imma_m8n8k32_ld_a_s4, 1, 1, 32, 32, 8)
FACTOR(imma_m8n8k32_ld_b_s4, 1, 1, 32, 32, 8)
FACTOR(imma_m8n8k32_ld_a_u4, 1, 1, 32, 32, 8)
FACTOR(imma_m8n8k32_ld_b_u4, 1, 1, 32, 32, 8)
FACTOR(bmma_m8n8k128_ld_a_b1, 1, 1, 128, 128, 32)
FACTOR(bmma_m8n8k128_ld_b_b1, 1, 1, 128, 128, 32)

#define ACCUMULATOR(load, store, type, count, n) \
	AW_API void __aw_##load(type *to, const type *from, u32 stride, int columns) \
	{ \
		load_elements<type, count, n>(to, from, stride, columns); \
	} \
	AW_API void __aw_##store(type *to, const type *from, u32 stride, int columns) \
	{ \
		store_elements<type, count, n>(to, from, stride, columns); \
	}
#define HALF_ACCUMULATOR(shape, n) \
	AW_API void __aw_hmma_##shape##_ld_c_f16(int *to, const int *from, u32 stride, int columns) \
	{ \
		load_halves<n>(to, from, stride, columns); \
	} \
	AW_API void __aw_hmma_##shape##_st_c_f16(int *to, const int *from, u32 stride, int columns) \
	{ \
		store_halves<n>(to, from, stride, columns); \
	}
#define ACCUMULATORS(shape, n) \
	HALF_ACCUMULATOR(shape, n) \
	ACCUMULATOR(hmma_##shape##_ld_c_f32, hmma_##shape##_st_c_f32, float, 8, n) \
	ACCUMULATOR(imma_##shape##_ld_c, imma_##shape##_st_c_i32, int, 8, n)
ACCUMULATORS(m16n16k16, 16)
ACCUMULATORS(m32n8k16, 8)
ACCUMULATORS(m8n32k16, 32)
ACCUMULATOR(mma_tf32_m16n16k8_ld_c, mma_m16n16k8_st_c_f32, float, 8, 16)
ACCUMULATOR(imma_m8n8k32_ld_c, imma_m8n8k32_st_c_i32, int, 2, 8)
ACCUMULATOR(bmma_m8n8k128_ld_c, bmma_m8n8k128_st_c_i32, int, 2, 8)
ACCUMULATOR(dmma_m8n8k4_ld_c, dmma_m8n8k4_st_c_f64, double, 2, 8)
AW_API void __aw_dmma_m8n8k4_ld_a(double *to, const double *from, u32 stride, int columns)
{
	load_elements<double, 1, 4>(to, from, stride, columns);
	if (columns)
		*to = from[place_of(lane_index(), 8, stride, 0)];
}
AW_API void __aw_dmma_m8n8k4_ld_b(double *to, const double *from, u32 stride, int columns)
{
	*to = from[columns ? place_of(lane_index(), 4, stride, 0) : place_of(lane_index(), 8, stride, 0)];
}

// --- products ---

template <int A, int B, int C, int D> AW_INLINE void multiply(u32 kind, u32 *d, const u32 *a, const u32 *b, const u32 *c)
{
	u32 w[AW_MMA_WORDS] = { 0 };
	static_assert(A + B + C <= AW_MMA_WORDS, "more words than a call takes");
	for (int i = 0; i < A; i++)
		w[i] = a[i];
	for (int i = 0; i < B; i++)
		w[A + i] = b[i];
	for (int i = 0; i < C; i++)
		w[A + B + i] = c[i];
	products result = __aw_warp_mma(kind, w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12],
	                                w[13], w[14], w[15], w[16], w[17]);
	for (int i = 0; i < D; i++)
		d[i] = result.words[i];
}

// Bit 1 of a layout says that A is by columns, bit 0 that B is.
AW_INLINE u32 kind_of(u32 format, u32 shape, int layout, int saturate)
{
	return format | shape << AW_MMA_SHAPE_AT | (layout & 2 ? AW_MMA_A_COLUMNS : 0) | (layout & 1 ? AW_MMA_B_COLUMNS : 0) |
	       (saturate ? AW_MMA_SATURATE : 0);
}

#define PRODUCT(name, dtype, type, ctype, format, shape, a_words, b_words, c_words, d_words, flags) \
	AW_API void __aw_##name(dtype *d, const type *a, const type *b, const ctype *c, int layout, int saturate) \
	{ \
		multiply<a_words, b_words, c_words, d_words>(kind_of(format, shape, layout, saturate) | (flags), (u32 *)d, \
		                                             (const u32 *)a, (const u32 *)b, (const u32 *)c); \
	}
#define PRODUCTS(prefix, suffix, dtype, ctype, format, per_word, c_words, d_words, flags) \
	PRODUCT(prefix##m16n16k16_mma_##suffix, dtype, int, ctype, format, AW_MMA_16X16, 8 / per_word, 8 / per_word, c_words, \
	        d_words, flags) \
	PRODUCT(prefix##m32n8k16_mma_##suffix, dtype, int, ctype, format, AW_MMA_32X8, 16 / per_word, 4 / per_word, c_words, d_words, \
	        flags) \
	PRODUCT(prefix##m8n32k16_mma_##suffix, dtype, int, ctype, format, AW_MMA_8X32, 4 / per_word, 16 / per_word, c_words, d_words, \
	        flags)
PRODUCTS(hmma_, f32f32, float, float, AW_MMA_F16, 2, 8, 8, 0)
PRODUCTS(hmma_, f32f16, float, int, AW_MMA_F16, 2, 4, 8, AW_MMA_C_HALF)
PRODUCTS(hmma_, f16f32, int, float, AW_MMA_F16, 2, 8, 4, AW_MMA_D_HALF)
PRODUCTS(hmma_, f16f16, int, int, AW_MMA_F16, 2, 4, 4, AW_MMA_C_HALF | AW_MMA_D_HALF)
PRODUCTS(mma_bf16_, f32, float, float, AW_MMA_BF16, 2, 8, 8, 0)
PRODUCTS(imma_, s8, int, int, AW_MMA_S8, 4, 8, 8, 0)
PRODUCTS(imma_, u8, int, int, AW_MMA_U8, 4, 8, 8, 0)
PRODUCT(mma_tf32_m16n16k8_mma_f32, float, int, float, AW_MMA_TF32, 0, 4, 4, 8, 8, 0)
PRODUCT(dmma_m8n8k4_mma_f64, double, double, double, AW_MMA_F64, 0, 2, 2, 4, 4, 0)
PRODUCT(imma_m8n8k32_mma_s4, int, int, int, AW_MMA_S4, 0, 1, 1, 2, 2, 0)
PRODUCT(imma_m8n8k32_mma_u4, int, int, int, AW_MMA_U4, 0, 1, 1, 2, 2, 0)
PRODUCT(bmma_m8n8k128_mma_xor_popc_b1, int, int, int, AW_MMA_XOR, 0, 1, 1, 2, 2, 0)
PRODUCT(bmma_m8n8k128_mma_and_popc_b1, int, int, int, AW_MMA_AND, 0, 1, 1, 2, 2, 0)

// Ten digits, ties away from zero; infinities have none to lose and stay what they are.
AW_API float __aw_float_to_tf32(float x)
{
	u32 rounded = (bits_of(x) + 0x1000) & 0xffffe000;
	return f32_from_bits(x != x ? 0x7fffffff : rounded);
}
