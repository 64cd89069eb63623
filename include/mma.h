/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * nvcuda::wmma: matrices that the lanes of a warp hold together, and their products (CUDA C++ Programming Guide,
 * 10.24).  On GPUs these are the instructions of the tensor cores, on the CPU vector code.  Which element of a
 * matrix an element of a fragment is, isn't told; it is the same for fragments of one type.
 */
#ifndef __MMA_H__
#define __MMA_H__

#if defined(__cplusplus) && defined(__CUDACC__)

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

/* What a fragment is, and how its matrix lies in memory. */
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}

/* What elements of a format are kept in. */
template <typename T> struct helper_traits {
	typedef T element_type;
	typedef T storage_element_type;
	typedef T fill_argument_type;
};
#define AW_STORED_AS(format, type) \
	template <> struct helper_traits<format> { \
		typedef format element_type; \
		typedef type storage_element_type; \
		typedef type fill_argument_type; \
	};
AW_STORED_AS(precision::tf32, float)
AW_STORED_AS(experimental::precision::u4, unsigned int)
AW_STORED_AS(experimental::precision::s4, int)
AW_STORED_AS(experimental::precision::b1, unsigned int)
#undef AW_STORED_AS

/* A lane's part: SIZE elements in PACKED variables. */
template <typename T, int size, int packed_ = size> struct __attribute__((aligned(8))) __frag_base {
	enum { num_elements = size };
	enum { num_storage_elements = packed_ };
	typedef T element_type;
	typedef typename helper_traits<T>::storage_element_type storage_element_type;
	storage_element_type x[num_storage_elements];
};

/* A matrix of type T for products of M x K by K x N. */
template <typename Use, int m, int n, int k, typename T, typename Layout = void> class fragment;

#define AW_WMMA __device__ static inline

/* Sets all elements to VALUE. */
template <typename T, int size, int packed_>
AW_WMMA void fill_fragment(__frag_base<T, size, packed_> &f, const typename helper_traits<T>::fill_argument_type &value)
{
	for (int i = 0; i < packed_; i++)
		f.x[i] = value;
}

/* Rounds to the format of tf32, to nearest, ties away from zero. */
extern "C" __device__ float __aw_float_to_tf32(float);
AW_WMMA float __float_to_tf32(float value) { return __aw_float_to_tf32(value); }

/* --- fragments, loads and stores: of a lane's part by the device library's function FUNCTION, which takes words --- */

#define AW_FACTOR_BY(use, m, n, k, T, layout, columns, size, packed_, from, word, function) \
	template <> class fragment<use, m, n, k, T, layout> : public __frag_base<T, size, packed_> {}; \
	AW_WMMA void load_matrix_sync(fragment<use, m, n, k, T, layout> &f, const from *p, unsigned stride_) \
	{ \
		function((word *)f.x, (const word *)p, stride_, columns); \
	}
#define AW_FACTOR(use, m, n, k, T, size, from, word, function) \
	extern "C" __device__ void function(word *, const word *, unsigned, int); \
	AW_FACTOR_BY(use, m, n, k, T, row_major, 0, size, size, from, word, function) \
	AW_FACTOR_BY(use, m, n, k, T, col_major, 1, size, size, from, word, function)
#define AW_ACCUMULATOR(m, n, k, T, size, word, load, store) \
	extern "C" __device__ void load(word *, const word *, unsigned, int); \
	extern "C" __device__ void store(word *, const word *, unsigned, int); \
	template <> class fragment<accumulator, m, n, k, T> : public __frag_base<T, size> {}; \
	AW_WMMA void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *p, unsigned stride_, layout_t layout) \
	{ \
		load((word *)f.x, (const word *)p, stride_, layout == mem_col_major); \
	} \
	AW_WMMA void store_matrix_sync(T *p, const fragment<accumulator, m, n, k, T> &f, unsigned stride_, layout_t layout) \
	{ \
		store((word *)p, (const word *)f.x, stride_, layout == mem_col_major); \
	}

#define AW_SHAPE(m, n, half_a, half_b, a, b, shape) \
	AW_FACTOR(matrix_a, m, n, 16, __half, half_a, __half, int, __aw_hmma_##shape##_ld_a) \
	AW_FACTOR(matrix_b, m, n, 16, __half, half_b, __half, int, __aw_hmma_##shape##_ld_b) \
	AW_FACTOR(matrix_a, m, n, 16, __nv_bfloat16, a, __nv_bfloat16, int, __aw_mma_bf16_##shape##_ld_a) \
	AW_FACTOR(matrix_b, m, n, 16, __nv_bfloat16, b, __nv_bfloat16, int, __aw_mma_bf16_##shape##_ld_b) \
	AW_FACTOR(matrix_a, m, n, 16, signed char, a, signed char, int, __aw_imma_##shape##_ld_a_s8) \
	AW_FACTOR(matrix_b, m, n, 16, signed char, b, signed char, int, __aw_imma_##shape##_ld_b_s8) \
	AW_FACTOR(matrix_a, m, n, 16, unsigned char, a, unsigned char, int, __aw_imma_##shape##_ld_a_u8) \
	AW_FACTOR(matrix_b, m, n, 16, unsigned char, b, unsigned char, int, __aw_imma_##shape##_ld_b_u8) \
	AW_ACCUMULATOR(m, n, 16, __half, 8, int, __aw_hmma_##shape##_ld_c_f16, __aw_hmma_##shape##_st_c_f16) \
	AW_ACCUMULATOR(m, n, 16, float, 8, float, __aw_hmma_##shape##_ld_c_f32, __aw_hmma_##shape##_st_c_f32) \
	AW_ACCUMULATOR(m, n, 16, int, 8, int, __aw_imma_##shape##_ld_c, __aw_imma_##shape##_st_c_i32)
AW_SHAPE(16, 16, 16, 16, 8, 8, m16n16k16)
AW_SHAPE(32, 8, 16, 16, 16, 4, m32n8k16)
AW_SHAPE(8, 32, 16, 16, 4, 16, m8n32k16)
#undef AW_SHAPE

AW_FACTOR(matrix_a, 16, 16, 8, precision::tf32, 4, float, int, __aw_mma_tf32_m16n16k8_ld_a)
AW_FACTOR(matrix_b, 16, 16, 8, precision::tf32, 4, float, int, __aw_mma_tf32_m16n16k8_ld_b)
AW_ACCUMULATOR(16, 16, 8, float, 8, float, __aw_mma_tf32_m16n16k8_ld_c, __aw_mma_m16n16k8_st_c_f32)
AW_FACTOR(matrix_a, 8, 8, 4, double, 1, double, double, __aw_dmma_m8n8k4_ld_a)
AW_FACTOR(matrix_b, 8, 8, 4, double, 1, double, double, __aw_dmma_m8n8k4_ld_b)
AW_ACCUMULATOR(8, 8, 4, double, 2, double, __aw_dmma_m8n8k4_ld_c, __aw_dmma_m8n8k4_st_c_f64)

/* Of less than a byte: A by rows, B by columns; strides are of elements. */
#define AW_SMALL_FACTOR(use, k, T, layout, columns, size, function) \
	extern "C" __device__ void function(int *, const int *, unsigned, int); \
	AW_FACTOR_BY(use, 8, 8, k, experimental::precision::T, layout, columns, size, 1, void, int, function)
AW_SMALL_FACTOR(matrix_a, 32, s4, row_major, 0, 8, __aw_imma_m8n8k32_ld_a_s4)
AW_SMALL_FACTOR(matrix_b, 32, s4, col_major, 1, 8, __aw_imma_m8n8k32_ld_b_s4)
AW_SMALL_FACTOR(matrix_a, 32, u4, row_major, 0, 8, __aw_imma_m8n8k32_ld_a_u4)
AW_SMALL_FACTOR(matrix_b, 32, u4, col_major, 1, 8, __aw_imma_m8n8k32_ld_b_u4)
AW_SMALL_FACTOR(matrix_a, 128, b1, row_major, 0, 32, __aw_bmma_m8n8k128_ld_a_b1)
AW_SMALL_FACTOR(matrix_b, 128, b1, col_major, 1, 32, __aw_bmma_m8n8k128_ld_b_b1)
AW_ACCUMULATOR(8, 8, 32, int, 2, int, __aw_imma_m8n8k32_ld_c, __aw_imma_m8n8k32_st_c_i32)
AW_ACCUMULATOR(8, 8, 128, int, 2, int, __aw_bmma_m8n8k128_ld_c, __aw_bmma_m8n8k128_st_c_i32)
#undef AW_SMALL_FACTOR
#undef AW_ACCUMULATOR
#undef AW_FACTOR
#undef AW_FACTOR_BY

/* --- products: d = a * b + c; SATURATE keeps integers within their range, and floats finite --- */

#define AW_PRODUCT_BY(m, n, k, T, D, C, a_layout, b_layout, layout, d_word, word, c_word, function) \
	AW_WMMA void mma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, T, a_layout> &a, \
	                      const fragment<matrix_b, m, n, k, T, b_layout> &b, const fragment<accumulator, m, n, k, C> &c, \
	                      bool saturate_ = false) \
	{ \
		function((d_word *)d.x, (const word *)a.x, (const word *)b.x, (const c_word *)c.x, layout, saturate_); \
	}
#define AW_DECLARE(d_word, word, c_word, function) \
	extern "C" __device__ void function(d_word *, const word *, const word *, const c_word *, int, int);
#define AW_PRODUCT(m, n, k, T, D, C, d_word, word, c_word, function) \
	AW_DECLARE(d_word, word, c_word, function) \
	AW_PRODUCT_BY(m, n, k, T, D, C, row_major, row_major, 0, d_word, word, c_word, function) \
	AW_PRODUCT_BY(m, n, k, T, D, C, row_major, col_major, 1, d_word, word, c_word, function) \
	AW_PRODUCT_BY(m, n, k, T, D, C, col_major, row_major, 2, d_word, word, c_word, function) \
	AW_PRODUCT_BY(m, n, k, T, D, C, col_major, col_major, 3, d_word, word, c_word, function)
#define AW_SHAPE(m, n, shape) \
	AW_PRODUCT(m, n, 16, __half, float, float, float, int, float, __aw_hmma_##shape##_mma_f32f32) \
	AW_PRODUCT(m, n, 16, __half, float, __half, float, int, int, __aw_hmma_##shape##_mma_f32f16) \
	AW_PRODUCT(m, n, 16, __half, __half, float, int, int, float, __aw_hmma_##shape##_mma_f16f32) \
	AW_PRODUCT(m, n, 16, __half, __half, __half, int, int, int, __aw_hmma_##shape##_mma_f16f16) \
	AW_PRODUCT(m, n, 16, __nv_bfloat16, float, float, float, int, float, __aw_mma_bf16_##shape##_mma_f32) \
	AW_PRODUCT(m, n, 16, signed char, int, int, int, int, int, __aw_imma_##shape##_mma_s8) \
	AW_PRODUCT(m, n, 16, unsigned char, int, int, int, int, int, __aw_imma_##shape##_mma_u8)
AW_SHAPE(16, 16, m16n16k16)
AW_SHAPE(32, 8, m32n8k16)
AW_SHAPE(8, 32, m8n32k16)
#undef AW_SHAPE
AW_PRODUCT(16, 16, 8, precision::tf32, float, float, float, int, float, __aw_mma_tf32_m16n16k8_mma_f32)
AW_PRODUCT(8, 8, 4, double, double, double, double, double, double, __aw_dmma_m8n8k4_mma_f64)
AW_DECLARE(int, int, int, __aw_imma_m8n8k32_mma_s4)
AW_DECLARE(int, int, int, __aw_imma_m8n8k32_mma_u4)
AW_DECLARE(int, int, int, __aw_bmma_m8n8k128_mma_xor_popc_b1)
AW_DECLARE(int, int, int, __aw_bmma_m8n8k128_mma_and_popc_b1)
AW_PRODUCT_BY(8, 8, 32, experimental::precision::s4, int, int, row_major, col_major, 1, int, int, int, __aw_imma_m8n8k32_mma_s4)
AW_PRODUCT_BY(8, 8, 32, experimental::precision::u4, int, int, row_major, col_major, 1, int, int, int, __aw_imma_m8n8k32_mma_u4)
#undef AW_PRODUCT
#undef AW_DECLARE
#undef AW_PRODUCT_BY

/* d = c + the number of bits that are set in a XOR b, or in a AND b. */
AW_WMMA void bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
                       const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
                       const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b,
                       const fragment<accumulator, 8, 8, 128, int> &c,
                       experimental::bmmaBitOp operation_ = experimental::bmmaBitOpXOR,
                       experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC)
{
	if (operation_ == experimental::bmmaBitOpAND)
		__aw_bmma_m8n8k128_mma_and_popc_b1(d.x, (const int *)a.x, (const int *)b.x, c.x, 1, 0);
	else
		__aw_bmma_m8n8k128_mma_xor_popc_b1(d.x, (const int *)a.x, (const int *)b.x, c.x, 1, 0);
}

#undef AW_WMMA

namespace experimental {
using wmma::bmma_sync;
}

}
}

#endif

#endif
