/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * cuBLAS, level 3: matrices (cuBLAS, 2.7). */

/* C = alpha op(A) op(B) + beta C; C of m rows and n columns, k the other size.  With beta of zero C is only written. */
#define __AW_BLAS_GEMM(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
		const T *alpha, const T *A, I lda, const T *B, I ldb, const T *beta, T *C, I ldc);
__AW_BLAS_ALL(__AW_BLAS_GEMM, gemm_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_GEMM, gemm3m)
#ifdef __AW_BLAS_HALVES
__AW_BLAS_SIZES(__AW_BLAS_GEMM, cublasHgemm, __half, )
#endif
#undef __AW_BLAS_GEMM

/* Many equal problems: arrays of pointers on the device, or matrices at equal distances, in elements. */
#define __AW_BLAS_GEMM_BATCHED(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
		const T *alpha, const T *const Aarray[], I lda, const T *const Barray[], I ldb, const T *beta, T *const Carray[], \
		I ldc, I batchCount);
#define __AW_BLAS_GEMM_STRIDED(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
		const T *alpha, const T *A, I lda, long long int strideA, const T *B, I ldb, long long int strideB, const T *beta, \
		T *C, I ldc, long long int strideC, I batchCount);
__AW_BLAS_ALL(__AW_BLAS_GEMM_BATCHED, gemmBatched)
__AW_BLAS_SIZES(__AW_BLAS_GEMM_BATCHED, cublasCgemm3mBatched, cuComplex, float)
#ifdef __AW_BLAS_HALVES
__AW_BLAS_SIZES(__AW_BLAS_GEMM_BATCHED, cublasHgemmBatched, __half, )
#endif
__AW_BLAS_ALL(__AW_BLAS_GEMM_STRIDED, gemmStridedBatched)
__AW_BLAS_SIZES(__AW_BLAS_GEMM_STRIDED, cublasCgemm3mStridedBatched, cuComplex, float)
#ifdef __AW_BLAS_HALVES
__AW_BLAS_SIZES(__AW_BLAS_GEMM_STRIDED, cublasHgemmStridedBatched, __half, )
#endif
#undef __AW_BLAS_GEMM_BATCHED
#undef __AW_BLAS_GEMM_STRIDED

/* Groups of equal problems: the arrays of operations, sizes and scalars have an entry a group and lie on the host, the
   arrays of pointers an entry a problem and lie on the device. */
#define __AW_BLAS_GEMM_GROUPED(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[], \
		const I m_array[], const I n_array[], const I k_array[], const T alpha_array[], const T *const Aarray[], \
		const I lda_array[], const T *const Barray[], const I ldb_array[], const T beta_array[], T *const Carray[], \
		const I ldc_array[], I group_count, const I group_size[]);
__AW_BLAS_REAL(__AW_BLAS_GEMM_GROUPED, gemmGroupedBatched)
#undef __AW_BLAS_GEMM_GROUPED

/* C = alpha A B + beta C or alpha B A + beta C, A symmetric or Hermitian */
#define __AW_BLAS_SYMM(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n, const T *alpha, const T *A, \
		I lda, const T *B, I ldb, const T *beta, T *C, I ldc);
__AW_BLAS_ALL(__AW_BLAS_SYMM, symm_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_SYMM, hemm_v2)
#undef __AW_BLAS_SYMM

/* C = alpha op(A) op(A)^T + beta C of a triangle; ^H in herk, whose scalars are real */
#define __AW_BLAS_SYRK(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, \
		const T *A, I lda, const T *beta, T *C, I ldc);
#define __AW_BLAS_HERK(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const R *alpha, \
		const T *A, I lda, const R *beta, T *C, I ldc);
__AW_BLAS_ALL(__AW_BLAS_SYRK, syrk_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_HERK, herk_v2)
#undef __AW_BLAS_SYRK
#undef __AW_BLAS_HERK

/* syr2k: C = alpha (op(A) op(B)^T + op(B) op(A)^T) + beta C of a triangle; her2k conjugates.  syrkx and herkx: the first of
   the two products only, for A and B that make it symmetric. */
#define __AW_BLAS_SYR2K(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, \
		const T *A, I lda, const T *B, I ldb, const T *beta, T *C, I ldc);
#define __AW_BLAS_HER2K(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T *alpha, \
		const T *A, I lda, const T *B, I ldb, const R *beta, T *C, I ldc);
__AW_BLAS_ALL(__AW_BLAS_SYR2K, syr2k_v2)
__AW_BLAS_ALL(__AW_BLAS_SYR2K, syrkx)
__AW_BLAS_COMPLEX(__AW_BLAS_HER2K, her2k_v2)
__AW_BLAS_COMPLEX(__AW_BLAS_HER2K, herkx)
#undef __AW_BLAS_SYR2K
#undef __AW_BLAS_HER2K

/* C = alpha op(A) B or alpha B op(A), A triangular; C may be B */
#define __AW_BLAS_TRMM(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, \
		cublasDiagType_t diag, I m, I n, const T *alpha, const T *A, I lda, const T *B, I ldb, T *C, I ldc);
__AW_BLAS_ALL(__AW_BLAS_TRMM, trmm_v2)
#undef __AW_BLAS_TRMM

/* B = X with op(A) X = alpha B or X op(A) = alpha B, A triangular; many of them */
#define __AW_BLAS_TRSM(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, \
		cublasDiagType_t diag, I m, I n, const T *alpha, const T *A, I lda, T *B, I ldb);
#define __AW_BLAS_TRSM_BATCHED(name, T, R, I) \
	__AW_BLAS name(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, \
		cublasDiagType_t diag, I m, I n, const T *alpha, const T *const A[], I lda, T *const B[], I ldb, I batchCount);
__AW_BLAS_ALL(__AW_BLAS_TRSM, trsm_v2)
__AW_BLAS_ALL(__AW_BLAS_TRSM_BATCHED, trsmBatched)
#undef __AW_BLAS_TRSM
#undef __AW_BLAS_TRSM_BATCHED
