/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * cuBLAS, routines whose formats are arguments (cuBLAS, 2.8.12 on).  Combinations that the manual doesn't list are
 * CUBLAS_STATUS_NOT_SUPPORTED. */

/* C = alpha op(A) op(B) + beta C; the scalars have the format that the compute type implies */
#define __AW_BLAS_GEMM_EX(suffix, I) \
	__AW_BLAS cublasGemmEx##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
		const void *alpha, const void *A, cudaDataType Atype, I lda, const void *B, cudaDataType Btype, I ldb, \
		const void *beta, void *C, cudaDataType Ctype, I ldc, cublasComputeType_t computeType, cublasGemmAlgo_t algo); \
	__AW_BLAS cublasGemmBatchedEx##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, \
		I k, const void *alpha, const void *const Aarray[], cudaDataType Atype, I lda, const void *const Barray[], \
		cudaDataType Btype, I ldb, const void *beta, void *const Carray[], cudaDataType Ctype, I ldc, I batchCount, \
		cublasComputeType_t computeType, cublasGemmAlgo_t algo); \
	__AW_BLAS cublasGemmStridedBatchedEx##suffix(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, \
		I m, I n, I k, const void *alpha, const void *A, cudaDataType Atype, I lda, long long int strideA, const void *B, \
		cudaDataType Btype, I ldb, long long int strideB, const void *beta, void *C, cudaDataType Ctype, I ldc, \
		long long int strideC, I batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo); \
	__AW_BLAS cublasGemmGroupedBatchedEx##suffix(cublasHandle_t handle, const cublasOperation_t transa_array[], \
		const cublasOperation_t transb_array[], const I m_array[], const I n_array[], const I k_array[], \
		const void *alpha_array, const void *const Aarray[], cudaDataType_t Atype, const I lda_array[], \
		const void *const Barray[], cudaDataType_t Btype, const I ldb_array[], const void *beta_array, \
		void *const Carray[], cudaDataType_t Ctype, const I ldc_array[], I group_count, const I group_size[], \
		cublasComputeType_t computeType);
__AW_BLAS_GEMM_EX(, int)
__AW_BLAS_GEMM_EX(_64, int64_t)
#undef __AW_BLAS_GEMM_EX

/* The same with float (complex) scalars and sums. */
#define __AW_BLAS_TYPED_EX(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
		const T *alpha, const void *A, cudaDataType Atype, I lda, const void *B, cudaDataType Btype, I ldb, const T *beta, \
		void *C, cudaDataType Ctype, I ldc);
__AW_BLAS_SIZES(__AW_BLAS_TYPED_EX, cublasSgemmEx, float, )
__AW_BLAS_SIZES(__AW_BLAS_TYPED_EX, cublasCgemmEx, cuComplex, )
__AW_BLAS_SIZES(__AW_BLAS_TYPED_EX, cublasCgemm3mEx, cuComplex, )
#undef __AW_BLAS_TYPED_EX

/* C = alpha op(A) op(A)^T + beta C of a triangle (^H in herk, whose scalars are real) */
#define __AW_BLAS_SYRK_EX(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, \
		const void *A, cudaDataType Atype, I lda, const T *beta, void *C, cudaDataType Ctype, I ldc);
__AW_BLAS_SIZES(__AW_BLAS_SYRK_EX, cublasCsyrkEx, cuComplex, )
__AW_BLAS_SIZES(__AW_BLAS_SYRK_EX, cublasCsyrk3mEx, cuComplex, )
__AW_BLAS_SIZES(__AW_BLAS_SYRK_EX, cublasCherkEx, float, )
__AW_BLAS_SIZES(__AW_BLAS_SYRK_EX, cublasCherk3mEx, float, )
#undef __AW_BLAS_SYRK_EX

/* Vectors: as the routines of level 1 of these names; executionType is the format that is computed in. */
#define __AW_BLAS_VECTOR_EX(suffix, I) \
	__AW_BLAS cublasNrm2Ex##suffix(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, void *result, \
		cudaDataType resultType, cudaDataType executionType); \
	__AW_BLAS cublasDotEx##suffix(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, const void *y, \
		cudaDataType yType, I incy, void *result, cudaDataType resultType, cudaDataType executionType); \
	__AW_BLAS cublasDotcEx##suffix(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, const void *y, \
		cudaDataType yType, I incy, void *result, cudaDataType resultType, cudaDataType executionType); \
	__AW_BLAS cublasScalEx##suffix(cublasHandle_t handle, I n, const void *alpha, cudaDataType alphaType, void *x, \
		cudaDataType xType, I incx, cudaDataType executionType); \
	__AW_BLAS cublasAxpyEx##suffix(cublasHandle_t handle, I n, const void *alpha, cudaDataType alphaType, const void *x, \
		cudaDataType xType, I incx, void *y, cudaDataType yType, I incy, cudaDataType executiontype); \
	__AW_BLAS cublasCopyEx##suffix(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, void *y, \
		cudaDataType yType, I incy); \
	__AW_BLAS cublasSwapEx##suffix(cublasHandle_t handle, I n, void *x, cudaDataType xType, I incx, void *y, \
		cudaDataType yType, I incy); \
	__AW_BLAS cublasIamaxEx##suffix(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, I *result); \
	__AW_BLAS cublasIaminEx##suffix(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, I *result); \
	__AW_BLAS cublasAsumEx##suffix(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, void *result, \
		cudaDataType resultType, cudaDataType executiontype); \
	__AW_BLAS cublasRotEx##suffix(cublasHandle_t handle, I n, void *x, cudaDataType xType, I incx, void *y, \
		cudaDataType yType, I incy, const void *c, const void *s, cudaDataType csType, cudaDataType executiontype); \
	__AW_BLAS cublasRotmEx##suffix(cublasHandle_t handle, I n, void *x, cudaDataType xType, I incx, void *y, \
		cudaDataType yType, I incy, const void *param, cudaDataType paramType, cudaDataType executiontype);
__AW_BLAS_VECTOR_EX(, int)
__AW_BLAS_VECTOR_EX(_64, int64_t)
#undef __AW_BLAS_VECTOR_EX
__AW_BLAS cublasRotgEx(cublasHandle_t handle, void *a, void *b, cudaDataType abType, void *c, void *s, cudaDataType csType,
	cudaDataType executiontype);
__AW_BLAS cublasRotmgEx(cublasHandle_t handle, void *d1, cudaDataType d1Type, void *d2, cudaDataType d2Type, void *x1,
	cudaDataType x1Type, const void *y1, cudaDataType y1Type, void *param, cudaDataType paramType,
	cudaDataType executiontype);

/* C = A B + bias of unsigned bytes; refused. */
__AW_BLAS cublasUint8gemmBias(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
	cublasOperation_t transc, int m, int n, int k, const unsigned char *A, int A_bias, int lda, const unsigned char *B, int B_bias,
	int ldb, unsigned char *C, int C_bias, int ldc, int C_mult, int C_shift);
