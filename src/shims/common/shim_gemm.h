// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices in any of CUDA's formats, and conversions between formats, for cuBLAS and cublasLt.
#ifndef AW_SHIMS_SHIM_GEMM_H
#define AW_SHIMS_SHIM_GEMM_H

#include <stdint.h>

#include "shim.h"

// What sums are made in.  Integers are made in doubles, which hold every sum of products of bytes that 32 bits do.
enum aw_shim_compute {
	AW_SHIM_F32,
	AW_SHIM_F64,
	AW_SHIM_C32,
	AW_SHIM_C64,
	AW_SHIM_I32,
};

// D = alpha op(A) op(B) + beta C.  Operations are N, T, C, and R for the conjugate.
struct aw_shim_gemm {
	enum aw_shim_compute compute;
	char op_a, op_b;
	int64_t m, n, k;
	const void *a, *b, *c;
	void *d;
	int64_t lda, ldb, ldc, ldd;
	cudaDataType a_type, b_type, c_type, d_type;
	double alpha[2], beta[2]; // real and imaginary part
};

// Whether the formats can be computed with: complex ones in complex, integers and real ones in real.
bool aw_shim_gemm_supports(const struct aw_shim_gemm *gemm);

// Does it; false without memory.
bool aw_shim_gemm_run(const struct aw_shim_gemm *gemm);

// op(A) op(B) alone, in a new matrix of m rows in the format that is computed in; NULL without memory.
void *aw_shim_gemm_product(const struct aw_shim_gemm *gemm);

// --- shim_convert.c ---

// Bytes of an element, or 0 for a format that isn't known here.
size_t aw_shim_type_size(cudaDataType type);

bool aw_shim_type_is_complex(cudaDataType type);

// `count` elements to and from floats or doubles (two for a complex one).  What is stored is rounded to nearest even;
// integers and formats of 8 bits saturate.
void aw_shim_load_f32(float *to, cudaDataType type, const void *from, size_t count);
void aw_shim_load_f64(double *to, cudaDataType type, const void *from, size_t count);
void aw_shim_store_f32(cudaDataType type, void *to, const float *from, size_t count);
void aw_shim_store_f64(cudaDataType type, void *to, const double *from, size_t count);

#endif
