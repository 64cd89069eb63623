// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// General products of matrices, and of matrices and vectors in batches (cuBLAS, 2.7.1 to 2.7.5, 2.6.21 on, 2.8.12 on).  All
// become calls of common/shim_gemm.c; a vector is a matrix of one column.
#include "blas_call.h"

#include <stdlib.h>
#include <string.h>

// A scalar of a format, as a complex double.
static void read_scalar(cudaDataType type, const void *from, double *value)
{
	value[0] = value[1] = 0;
	aw_shim_load_f64(value, type, from, 1);
}

static struct aw_shim_gemm product_of(const struct blas_call *call)
{
	struct aw_shim_gemm gemm = {
		.compute = call->compute, .op_a = call->op_a, .op_b = call->op_b,
		.m = call->m, .n = call->n, .k = call->k,
		.lda = call->lda, .ldb = call->ldb, .ldc = call->ldc, .ldd = call->ldc,
		.a_type = call->a_type, .b_type = call->b_type, .c_type = call->c_type, .d_type = call->c_type,
	};
	return gemm;
}

// Element `count` of a matrix of this format.
static void *at(const void *matrix, cudaDataType type, int64_t count)
{
	return (char *)(uintptr_t)matrix + count * (int64_t)aw_shim_type_size(type);
}

struct batch {
	const struct blas_call *call;
	struct aw_shim_gemm gemm;
};

static void run_one(void *data, int64_t i)
{
	const struct batch *batch = data;
	const struct blas_call *call = batch->call;
	struct aw_shim_gemm gemm = batch->gemm;
	gemm.a = call->a_array ? call->a_array[i] : at(call->a, call->a_type, i * call->stride_a);
	gemm.b = call->b_array ? call->b_array[i] : at(call->b, call->b_type, i * call->stride_b);
	gemm.d = call->c_array ? call->c_array[i] : at(call->c, call->c_type, i * call->stride_c);
	gemm.c = gemm.d;
	if (!aw_shim_gemm_run(&gemm))
		aw_shim_log_error("cublas", "no memory for a product of matrices");
}

static void run_gemm(const struct blas_call *call)
{
	struct batch batch = { call, product_of(call) };
	read_scalar(call->scalar_type, aw_blas_alpha(call), batch.gemm.alpha);
	read_scalar(call->scalar_type, aw_blas_beta(call), batch.gemm.beta);
	aw_shim_parallel(call->batch, (double)call->m * (double)call->n * (double)call->k, run_one, &batch);
}

// y of a batch, whose elements are not neighbours: the product goes to a column first.  x is such a matrix of one row, whose
// rows are incx long, so that it is B transposed.
static void run_gemv(const struct blas_call *call)
{
	struct aw_shim_gemm gemm = product_of(call);
	size_t size = aw_shim_type_size(call->c_type);
	char *column = malloc((size_t)call->m * size + 1);
	read_scalar(call->scalar_type, aw_blas_alpha(call), gemm.alpha);
	read_scalar(call->scalar_type, aw_blas_beta(call), gemm.beta);
	gemm.ldc = gemm.ldd = call->m > 1 ? call->m : 1;
	for (int64_t i = 0; column && i < call->batch; i++) {
		const char *x = call->b_array ? call->b_array[i] : at(call->b, call->b_type, i * call->stride_b);
		char *y = call->c_array ? call->c_array[i] : at(call->c, call->c_type, i * call->stride_c);
		if (call->incy < 0)
			y += (1 - call->m) * call->incy * (int64_t)size;
		for (int64_t j = 0; j < call->m; j++)
			memcpy(column + (size_t)j * size, y + j * call->incy * (int64_t)size, size);
		gemm.a = call->a_array ? call->a_array[i] : at(call->a, call->a_type, i * call->stride_a);
		gemm.b = x;
		gemm.c = gemm.d = column;
		aw_shim_gemm_run(&gemm);
		for (int64_t j = 0; j < call->m; j++)
			memcpy(y + j * call->incy * (int64_t)size, column + (size_t)j * size, size);
	}
	free(column);
}

// --- which formats go together (cuBLAS, cublasGemmEx) ---

// Compute types, the formats of their scalars for real and complex matrices, and in what the sums are made.
static bool choose_compute(cublasComputeType_t compute, bool is_complex, struct blas_call *call)
{
	switch ((int)compute) {
	case CUBLAS_COMPUTE_16F:
	case CUBLAS_COMPUTE_16F_PEDANTIC:
		call->scalar_type = CUDA_R_16F;
		call->compute = AW_SHIM_F32;
		return !is_complex && call->a_type == CUDA_R_16F && call->c_type == CUDA_R_16F;
	case CUBLAS_COMPUTE_32F:
	case CUBLAS_COMPUTE_32F_PEDANTIC:
	case CUBLAS_COMPUTE_32F_FAST_16F:
	case CUBLAS_COMPUTE_32F_FAST_16BF:
	case CUBLAS_COMPUTE_32F_FAST_TF32:
	case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
		call->scalar_type = is_complex ? CUDA_C_32F : CUDA_R_32F;
		call->compute = is_complex ? AW_SHIM_C32 : AW_SHIM_F32;
		return call->a_type != CUDA_R_64F && call->a_type != CUDA_C_64F && call->c_type != CUDA_R_32I;
	case CUBLAS_COMPUTE_64F:
	case CUBLAS_COMPUTE_64F_PEDANTIC:
	case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
		call->scalar_type = is_complex ? CUDA_C_64F : CUDA_R_64F;
		call->compute = is_complex ? AW_SHIM_C64 : AW_SHIM_F64;
		return call->a_type == (is_complex ? CUDA_C_64F : CUDA_R_64F) && call->c_type == call->a_type;
	case CUBLAS_COMPUTE_32I:
	case CUBLAS_COMPUTE_32I_PEDANTIC:
		call->scalar_type = CUDA_R_32I;
		call->compute = AW_SHIM_I32;
		return call->a_type == CUDA_R_8I && call->c_type == CUDA_R_32I;
	default: return false;
	}
}

static bool is_allowed_pair(cudaDataType a, cudaDataType c)
{
	switch ((int)a) {
	case CUDA_R_16F: return c == CUDA_R_16F || c == CUDA_R_32F;
	case CUDA_R_16BF: return c == CUDA_R_16BF || c == CUDA_R_32F;
	case CUDA_R_8I: return c == CUDA_R_32I || c == CUDA_R_32F;
	case CUDA_C_8I: return c == CUDA_C_32F;
	case CUDA_R_32F:
	case CUDA_R_64F:
	case CUDA_C_32F:
	case CUDA_C_64F: return c == a;
	default: return false;
	}
}

// Submits a product whose formats the caller chose.
static cublasStatus_t submit_typed(cublasHandle_t handle, cublasComputeType_t compute, struct blas_call *call)
{
	if (call->a_type != call->b_type || !is_allowed_pair(call->a_type, call->c_type) ||
	    !choose_compute(compute, aw_shim_type_is_complex(call->a_type), call))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (compute == CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT)
		call->bits_kept = handle->bits_kept;
	call->run = run_gemm;
	call->alpha_size = call->beta_size = aw_shim_type_size(call->scalar_type);
	return aw_blas_submit(handle, call);
}

// --- the functions ---

// What the formats are of the routines for one format, by letter.
#define FORMAT_S .compute = AW_SHIM_F32, .scalar_type = CUDA_R_32F, .a_type = CUDA_R_32F, .b_type = CUDA_R_32F, .c_type = CUDA_R_32F
#define FORMAT_D .compute = AW_SHIM_F64, .scalar_type = CUDA_R_64F, .a_type = CUDA_R_64F, .b_type = CUDA_R_64F, .c_type = CUDA_R_64F
#define FORMAT_C .compute = AW_SHIM_C32, .scalar_type = CUDA_C_32F, .a_type = CUDA_C_32F, .b_type = CUDA_C_32F, .c_type = CUDA_C_32F
#define FORMAT_Z .compute = AW_SHIM_C64, .scalar_type = CUDA_C_64F, .a_type = CUDA_C_64F, .b_type = CUDA_C_64F, .c_type = CUDA_C_64F
#define FORMAT_H .compute = AW_SHIM_F32, .scalar_type = CUDA_R_16F, .a_type = CUDA_R_16F, .b_type = CUDA_R_16F, .c_type = CUDA_R_16F
#define FORMAT_HSH .compute = AW_SHIM_F32, .scalar_type = CUDA_R_32F, .a_type = CUDA_R_16F, .b_type = CUDA_R_16F, .c_type = CUDA_R_16F
#define FORMAT_HSS .compute = AW_SHIM_F32, .scalar_type = CUDA_R_32F, .a_type = CUDA_R_16F, .b_type = CUDA_R_16F, .c_type = CUDA_R_32F
#define FORMAT_TST .compute = AW_SHIM_F32, .scalar_type = CUDA_R_32F, .a_type = CUDA_R_16BF, .b_type = CUDA_R_16BF, .c_type = CUDA_R_16BF
#define FORMAT_TSS .compute = AW_SHIM_F32, .scalar_type = CUDA_R_32F, .a_type = CUDA_R_16BF, .b_type = CUDA_R_16BF, .c_type = CUDA_R_32F

#define OPERATIONS .op_a = aw_blas_op(transa), .op_b = aw_blas_op(transb), .m = m, .n = n, .k = k
#define ROWS_A (transa == CUBLAS_OP_N ? m : k)
#define ROWS_B (transb == CUBLAS_OP_N ? k : n)
#define ONE_PRODUCT OPERATIONS, .batch = 1, BLAS_A(A, lda, ROWS_A), BLAS_B(B, ldb, ROWS_B), BLAS_MATRIX_C(C, ldc, m)
#define STRIDED_PRODUCTS OPERATIONS, .batch = batchCount, BLAS_A(A, lda, ROWS_A), BLAS_B(B, ldb, ROWS_B), \
	BLAS_MATRIX_C(C, ldc, m), .stride_a = strideA, .stride_b = strideB, .stride_c = strideC
// Leading dimensions of arrays are checked by means of pointers that are not used otherwise.
#define POINTED_PRODUCTS OPERATIONS, .batch = batchCount, .a_array = (const void *const *)Aarray, \
	.b_array = (const void *const *)Barray, .c_array = (void *const *)Carray, BLAS_A(Aarray, lda, ROWS_A), \
	BLAS_B(Barray, ldb, ROWS_B), BLAS_MATRIX_C((void *)Carray, ldc, m)

#define GEMM(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T *alpha, const T *A, \
		I lda, const T *B, I ldb, const T *beta, T *C, I ldc), \
	(handle->native, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc), \
	.run = run_gemm, FORMAT_##X, ONE_PRODUCT, BLAS_ALPHA(alpha), BLAS_BETA(beta))
BLAS_ALL(GEMM, gemm_v2)
BLAS_COMPLEX(GEMM, gemm3m)
BLAS_SIZES(GEMM, cublasHgemm, H, __half, )

#define GEMM_STRIDED(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T *alpha, const T *A, \
		I lda, long long strideA, const T *B, I ldb, long long strideB, const T *beta, T *C, I ldc, long long strideC, \
		I batchCount), \
	(handle->native, transa, transb, m, n, k, alpha, A, lda, strideA, B, ldb, strideB, beta, C, ldc, strideC, batchCount), \
	.run = run_gemm, FORMAT_##X, STRIDED_PRODUCTS, BLAS_ALPHA(alpha), BLAS_BETA(beta))
BLAS_ALL(GEMM_STRIDED, gemmStridedBatched)
BLAS_SIZES(GEMM_STRIDED, cublasCgemm3mStridedBatched, C, cuComplex, )
BLAS_SIZES(GEMM_STRIDED, cublasHgemmStridedBatched, H, __half, )

#define GEMM_BATCHED(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T *alpha, \
		const T *const Aarray[], I lda, const T *const Barray[], I ldb, const T *beta, T *const Carray[], I ldc, I batchCount), \
	(handle->native, transa, transb, m, n, k, alpha, Aarray, lda, Barray, ldb, beta, Carray, ldc, batchCount), \
	.run = run_gemm, FORMAT_##X, POINTED_PRODUCTS, BLAS_ALPHA(alpha), BLAS_BETA(beta))
BLAS_ALL(GEMM_BATCHED, gemmBatched)
BLAS_SIZES(GEMM_BATCHED, cublasCgemm3mBatched, C, cuComplex, )
BLAS_SIZES(GEMM_BATCHED, cublasHgemmBatched, H, __half, )

// y = op(A) x has the rows of op(A); x by its increment is op(B) with one column.  A negative increment of x would need a
// copy turned around, and is refused.
#define VECTORS .op_a = aw_blas_op(trans), .op_b = 'T', .m = trans == CUBLAS_OP_N ? m : n, .n = 1, \
	.k = trans == CUBLAS_OP_N ? n : m, .lda = lda, .ldb = incx, .ldc = 1, .incy = incy, .batch = batchCount
#define REFUSE_INCREMENTS(incx, incy) \
	if ((incx) == 0 || (incy) == 0) \
		return CUBLAS_STATUS_INVALID_VALUE; \
	if ((incx) < 0) \
		return CUBLAS_STATUS_NOT_SUPPORTED;

#define GEMV_FUNCTION(name, parameters, arguments, ...) \
	cublasStatus_t name parameters \
	{ \
		if (!aw_blas_handle_use(handle, #name)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD_LIST(name, arguments); \
		REFUSE_INCREMENTS(incx, incy) \
		if (lda < (m > 1 ? m : 1) || m < 0 || n < 0) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		struct blas_call call = { .run = run_gemv, VECTORS, __VA_ARGS__ }; \
		return aw_blas_submit(handle, &call); \
	}
#define GEMV_BATCHED(name, X, T, S_TYPE, Y_TYPE, I) GEMV_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t trans, I m, I n, const S_TYPE *alpha, const T *const Aarray[], I lda, \
		const T *const xarray[], I incx, const S_TYPE *beta, Y_TYPE *const yarray[], I incy, I batchCount), \
	(handle->native, trans, m, n, alpha, Aarray, lda, xarray, incx, beta, yarray, incy, batchCount), \
	FORMAT_##X, BLAS_ALPHA(alpha), BLAS_BETA(beta), .a_array = (const void *const *)Aarray, \
	.b_array = (const void *const *)xarray, .c_array = (void *const *)yarray)
#define GEMV_STRIDED(name, X, T, S_TYPE, Y_TYPE, I) GEMV_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t trans, I m, I n, const S_TYPE *alpha, const T *A, I lda, long long strideA, \
		const T *x, I incx, long long stridex, const S_TYPE *beta, Y_TYPE *y, I incy, long long stridey, I batchCount), \
	(handle->native, trans, m, n, alpha, A, lda, strideA, x, incx, stridex, beta, y, incy, stridey, batchCount), \
	FORMAT_##X, BLAS_ALPHA(alpha), BLAS_BETA(beta), .a = A, .b = x, .c = y, .stride_a = strideA, .stride_b = stridex, \
	.stride_c = stridey)
#define GEMV_MANY(X, T, S_TYPE, Y_TYPE) \
	GEMV_BATCHED(cublas##X##gemvBatched, X, T, S_TYPE, Y_TYPE, int) \
	GEMV_BATCHED(cublas##X##gemvBatched_64, X, T, S_TYPE, Y_TYPE, int64_t) \
	GEMV_STRIDED(cublas##X##gemvStridedBatched, X, T, S_TYPE, Y_TYPE, int) \
	GEMV_STRIDED(cublas##X##gemvStridedBatched_64, X, T, S_TYPE, Y_TYPE, int64_t)
GEMV_MANY(S, float, float, float)
GEMV_MANY(D, double, double, double)
GEMV_MANY(C, cuComplex, cuComplex, cuComplex)
GEMV_MANY(Z, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex)
GEMV_MANY(HSH, __half, float, __half)
GEMV_MANY(HSS, __half, float, float)
GEMV_MANY(TST, __nv_bfloat16, float, __nv_bfloat16)
GEMV_MANY(TSS, __nv_bfloat16, float, float)

// --- formats as arguments ---

#define TYPED_FUNCTION(name, parameters, arguments, compute_type, ...) \
	cublasStatus_t name parameters \
	{ \
		if (!aw_blas_handle_use(handle, #name)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD_LIST(name, arguments); \
		struct blas_call call = { __VA_ARGS__, .alpha = alpha, .beta = beta, .a_type = Atype, .b_type = Btype, .c_type = Ctype }; \
		return submit_typed(handle, compute_type, &call); \
	}

#define GEMM_EX(name, I) TYPED_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const void *alpha, \
		const void *A, cudaDataType Atype, I lda, const void *B, cudaDataType Btype, I ldb, const void *beta, void *C, \
		cudaDataType Ctype, I ldc, cublasComputeType_t computeType, cublasGemmAlgo_t algo), \
	(handle->native, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, computeType, algo), \
	((void)algo, computeType), ONE_PRODUCT)
GEMM_EX(cublasGemmEx, int)
GEMM_EX(cublasGemmEx_64, int64_t)

#define GEMM_BATCHED_EX(name, I) TYPED_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const void *alpha, \
		const void *const Aarray[], cudaDataType Atype, I lda, const void *const Barray[], cudaDataType Btype, I ldb, \
		const void *beta, void *const Carray[], cudaDataType Ctype, I ldc, I batchCount, cublasComputeType_t computeType, \
		cublasGemmAlgo_t algo), \
	(handle->native, transa, transb, m, n, k, alpha, Aarray, Atype, lda, Barray, Btype, ldb, beta, Carray, Ctype, ldc, \
		batchCount, computeType, algo), \
	((void)algo, computeType), POINTED_PRODUCTS)
GEMM_BATCHED_EX(cublasGemmBatchedEx, int)
GEMM_BATCHED_EX(cublasGemmBatchedEx_64, int64_t)

#define GEMM_STRIDED_EX(name, I) TYPED_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const void *alpha, \
		const void *A, cudaDataType Atype, I lda, long long strideA, const void *B, cudaDataType Btype, I ldb, \
		long long strideB, const void *beta, void *C, cudaDataType Ctype, I ldc, long long strideC, I batchCount, \
		cublasComputeType_t computeType, cublasGemmAlgo_t algo), \
	(handle->native, transa, transb, m, n, k, alpha, A, Atype, lda, strideA, B, Btype, ldb, strideB, beta, C, Ctype, ldc, \
		strideC, batchCount, computeType, algo), \
	((void)algo, computeType), STRIDED_PRODUCTS)
GEMM_STRIDED_EX(cublasGemmStridedBatchedEx, int)
GEMM_STRIDED_EX(cublasGemmStridedBatchedEx_64, int64_t)

#define TYPED_EX(name, T, I) TYPED_FUNCTION(name, \
	(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, const T *alpha, const void *A, \
		cudaDataType Atype, I lda, const void *B, cudaDataType Btype, I ldb, const T *beta, void *C, cudaDataType Ctype, I ldc), \
	(handle->native, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc), \
	CUBLAS_COMPUTE_32F, ONE_PRODUCT)
TYPED_EX(cublasSgemmEx, float, int)
TYPED_EX(cublasSgemmEx_64, float, int64_t)
TYPED_EX(cublasCgemmEx, cuComplex, int)
TYPED_EX(cublasCgemmEx_64, cuComplex, int64_t)
TYPED_EX(cublasCgemm3mEx, cuComplex, int)
TYPED_EX(cublasCgemm3mEx_64, cuComplex, int64_t)

// --- groups: each is a batch with operations, sizes and scalars of its own; all arrays of pointers are continued ---

#define GROUPED_LOOP(...) \
	int64_t first = 0; \
	cublasStatus_t status = group_count < 0 ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS; \
	for (int64_t g = 0; g < group_count && status == CUBLAS_STATUS_SUCCESS; g++) { \
		cublasOperation_t transa = transa_array[g], transb = transb_array[g]; \
		int64_t m = m_array[g], n = n_array[g], k = k_array[g], batchCount = group_size[g]; \
		int64_t lda = lda_array[g], ldb = ldb_array[g], ldc = ldc_array[g]; \
		__VA_ARGS__ \
		first += batchCount; \
	} \
	return status;
#define GROUP_PRODUCTS OPERATIONS, .batch = batchCount, .a_array = (const void *const *)Aarray + first, \
	.b_array = (const void *const *)Barray + first, .c_array = (void *const *)Carray + first, \
	BLAS_A(Aarray, lda, ROWS_A), BLAS_B(Barray, ldb, ROWS_B), BLAS_MATRIX_C((void *)Carray, ldc, m)

#define GEMM_GROUPED(name, X, T, R, I) \
	cublasStatus_t name(cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[], \
		const I m_array[], const I n_array[], const I k_array[], const T alpha_array[], const T *const Aarray[], \
		const I lda_array[], const T *const Barray[], const I ldb_array[], const T beta_array[], T *const Carray[], \
		const I ldc_array[], I group_count, const I group_size[]) \
	{ \
		if (!aw_blas_handle_use(handle, #name)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD(name, handle->native, transa_array, transb_array, m_array, n_array, k_array, alpha_array, Aarray, \
				lda_array, Barray, ldb_array, beta_array, Carray, ldc_array, group_count, group_size); \
		GROUPED_LOOP( \
			struct blas_call call = { .run = run_gemm, FORMAT_##X, GROUP_PRODUCTS, BLAS_ALPHA(&alpha_array[g]), \
				BLAS_BETA(&beta_array[g]) }; \
			status = aw_blas_submit(handle, &call);) \
	}
BLAS_REAL(GEMM_GROUPED, gemmGroupedBatched)

#define GEMM_GROUPED_EX(name, I) \
	cublasStatus_t name(cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[], \
		const I m_array[], const I n_array[], const I k_array[], const void *alpha_array, const void *const Aarray[], \
		cudaDataType_t Atype, const I lda_array[], const void *const Barray[], cudaDataType_t Btype, const I ldb_array[], \
		const void *beta_array, void *const Carray[], cudaDataType_t Ctype, const I ldc_array[], I group_count, \
		const I group_size[], cublasComputeType_t computeType) \
	{ \
		if (!aw_blas_handle_use(handle, #name)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD(name, handle->native, transa_array, transb_array, m_array, n_array, k_array, alpha_array, Aarray, \
				Atype, lda_array, Barray, Btype, ldb_array, beta_array, Carray, Ctype, ldc_array, group_count, group_size, \
				computeType); \
		struct blas_call scalars = { .a_type = Atype, .c_type = Ctype }; \
		if (!choose_compute(computeType, aw_shim_type_is_complex(Atype), &scalars)) \
			return CUBLAS_STATUS_NOT_SUPPORTED; \
		GROUPED_LOOP( \
			struct blas_call call = { GROUP_PRODUCTS, .alpha = at(alpha_array, scalars.scalar_type, g), \
				.beta = at(beta_array, scalars.scalar_type, g), .a_type = Atype, .b_type = Btype, .c_type = Ctype }; \
			status = submit_typed(handle, computeType, &call);) \
	}
GEMM_GROUPED_EX(cublasGemmGroupedBatchedEx, int)
GEMM_GROUPED_EX(cublasGemmGroupedBatchedEx_64, int64_t)
