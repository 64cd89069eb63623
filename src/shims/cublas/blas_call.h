// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call of a routine on the cpu device: a record of its arguments, checked when it is called and run when the stream
// comes to it.  All routines share one record; BLAS_FUNCTION makes a public function from the members it sets.
#ifndef AW_SHIMS_BLAS_CALL_H
#define AW_SHIMS_BLAS_CALL_H

#include <complex.h>

#include "../common/shim_gemm.h"
#include "blas.h"

enum blas_type { BLAS_S, BLAS_D, BLAS_C, BLAS_Z };

// Characters are BLAS's: operations N, T, C, R (conjugated), fill L, U, diagonals N, U, sides L, R; '?' is refused.
struct blas_call {
	void (*run)(const struct blas_call *call);
	enum blas_type type;
	bool vector; // of level 1: n below zero is an empty vector, increments may be zero
	bool waits;  // writes results to where the pointer mode says
	bool any_increment;
	char op_a, op_b, fill, diag, side;
	int64_t m, n, k, kl, ku, batch;
	const void *a, *b;
	void *c;
	int64_t lda, ldb, ldc;
	int64_t least_a, least_b, least_c; // what leading dimensions must reach
	int64_t stride_a, stride_b, stride_c;
	const void *x;
	void *y; // written, as x is by some
	int64_t incx, incy;
	const void *alpha, *beta;
	size_t alpha_size, beta_size;
	_Alignas(16) char alpha_copy[40], beta_copy[16];
	bool copied;
	void *result, *results[4];
	int *pivots, *info, *device_info;
	int *bits_kept; // where a product that could be emulated says that it wasn't
	const void *const *a_array, *const *b_array, *const *x_array;
	void *const *c_array, *const *y_array;
	cudaDataType a_type, b_type, c_type, x_type, y_type, result_type;
	enum aw_shim_compute compute;
	cudaDataType scalar_type;
};

cublasStatus_t aw_blas_submit(cublasHandle_t handle, struct blas_call *call);

// The product of two vectors of the call's type and n, to result (blas_level1.c).
struct blas_vectors {
	const void *x, *y;
	int64_t incx, incy;
};
void aw_blas_dot(const struct blas_call *call, const struct blas_vectors *vectors, bool conjugated, void *result);

// The scalars of a call that is run.
static inline const void *aw_blas_alpha(const struct blas_call *call)
{
	return call->copied ? call->alpha_copy : call->alpha;
}

static inline const void *aw_blas_beta(const struct blas_call *call)
{
	return call->copied ? call->beta_copy : call->beta;
}

static inline char aw_blas_op(cublasOperation_t op)
{
	return (unsigned)op < 3 ? "NTC"[op] : '?';
}

static inline char aw_blas_fill(cublasFillMode_t fill)
{
	return (unsigned)fill < 2 ? "LU"[fill] : '?';
}

static inline char aw_blas_diag(cublasDiagType_t diag)
{
	return (unsigned)diag < 2 ? "NU"[diag] : '?';
}

static inline char aw_blas_side(cublasSideMode_t side)
{
	return (unsigned)side < 2 ? "LR"[side] : '?';
}

// BLAS takes addresses of ints.  The call's numbers have 64 bits and were found to fit; their first half is such an int.
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first half of a number is the low one");
#define BLAS_INT(member) ((const int *)&call->member)

// A public function: name, parameters, arguments for NVIDIA's, and what the record of the call holds.
#define BLAS_FUNCTION(name, parameters, arguments, ...) \
	cublasStatus_t name parameters \
	{ \
		if (!aw_blas_handle_use(handle, #name)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD_LIST(name, arguments); \
		struct blas_call call = { __VA_ARGS__ }; \
		return aw_blas_submit(handle, &call); \
	}

#define BLAS_FORWARD_LIST(function, arguments) AW_SHIM_FORWARD(aw_blas_native, CUBLAS_STATUS_NOT_SUPPORTED, function, #function, arguments)

// Scalars, read when the function is called if they are on the host.
#define BLAS_ALPHA(pointer) .alpha = (pointer), .alpha_size = sizeof(*(pointer))
#define BLAS_BETA(pointer) .beta = (pointer), .beta_size = sizeof(*(pointer))
#define BLAS_X(pointer, increment) .x = (pointer), .incx = (increment)
#define BLAS_Y(pointer, increment) .y = (pointer), .incy = (increment)
// A matrix and its number of rows.
#define BLAS_A(pointer, ld, rows) .a = (pointer), .lda = (ld), .least_a = (rows)
#define BLAS_B(pointer, ld, rows) .b = (pointer), .ldb = (ld), .least_b = (rows)
#define BLAS_MATRIX_C(pointer, ld, rows) .c = (pointer), .ldc = (ld), .least_c = (rows)

// Instances of a routine; DEFINE takes name, letter of the format, types of elements and of absolute values, type of sizes.
#define BLAS_SIZES(DEFINE, name, X, T, R) DEFINE(name, X, T, R, int) DEFINE(name##_64, X, T, R, int64_t)
#define BLAS_REAL(DEFINE, routine) \
	BLAS_SIZES(DEFINE, cublasS##routine, S, float, float) BLAS_SIZES(DEFINE, cublasD##routine, D, double, double)
#define BLAS_COMPLEX(DEFINE, routine) \
	BLAS_SIZES(DEFINE, cublasC##routine, C, cuComplex, float) BLAS_SIZES(DEFINE, cublasZ##routine, Z, cuDoubleComplex, double)
#define BLAS_ALL(DEFINE, routine) BLAS_REAL(DEFINE, routine) BLAS_COMPLEX(DEFINE, routine)
#define BLAS_ONE_SIZE(DEFINE, routine) \
	DEFINE(cublasS##routine, S, float, float, int) \
	DEFINE(cublasD##routine, D, double, double, int) \
	DEFINE(cublasC##routine, C, cuComplex, float, int) \
	DEFINE(cublasZ##routine, Z, cuDoubleComplex, double, int)

// Loops over elements, for each format: DEFINE takes letter, type of elements, and the function that conjugates.
#define BLAS_SAME(x) (x)
#define BLAS_FORMATS(DEFINE) \
	DEFINE(S, float, BLAS_SAME) \
	DEFINE(D, double, BLAS_SAME) \
	DEFINE(C, float _Complex, conjf) \
	DEFINE(Z, double _Complex, conj)

#endif
