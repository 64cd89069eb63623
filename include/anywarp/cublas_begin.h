/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * How the headers of cuBLAS's routines declare them: a macro for each routine makes the declaration from the function's
 * name, the type of elements (T), the type of their absolute values (R) and the type of sizes (I).  The ones below instantiate
 * it for 32 and 64 bits and for the formats: S float, D double, C and Z complex.  cublas_end.h undefines all of it.
 */
#define __AW_BLAS CUBLASAPI cublasStatus_t CUBLASWINAPI
#define __AW_BLAS_SIZES(DECLARE, name, T, R) DECLARE(name, T, R, int) DECLARE(name##_64, T, R, int64_t)
#define __AW_BLAS_REAL(DECLARE, routine) \
	__AW_BLAS_SIZES(DECLARE, cublasS##routine, float, float) \
	__AW_BLAS_SIZES(DECLARE, cublasD##routine, double, double)
#define __AW_BLAS_COMPLEX(DECLARE, routine) \
	__AW_BLAS_SIZES(DECLARE, cublasC##routine, cuComplex, float) \
	__AW_BLAS_SIZES(DECLARE, cublasZ##routine, cuDoubleComplex, double)
#define __AW_BLAS_ALL(DECLARE, routine) __AW_BLAS_REAL(DECLARE, routine) __AW_BLAS_COMPLEX(DECLARE, routine)
/* Routines without variants for sizes of 64 bits. */
#define __AW_BLAS_INT(DECLARE, routine) \
	DECLARE(cublasS##routine, float, float, int) \
	DECLARE(cublasD##routine, double, double, int) \
	DECLARE(cublasC##routine, cuComplex, float, int) \
	DECLARE(cublasZ##routine, cuDoubleComplex, double, int)
/* C has no types of halves. */
#if defined(__cplusplus) && !defined(__AW_BLAS_HALVES)
#define __AW_BLAS_HALVES 1
#endif
