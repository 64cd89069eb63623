// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuBLAS's first interface: the routines of the second with a handle of the library's own.
#include "blas.h"

#pragma GCC visibility push(default)
#include "../../../include/cublas.h"
#pragma GCC visibility pop

static struct {
	cublasHandle_t handle;
	cublasStatus_t status; // the first error since it was asked for
} old;

static cublasHandle_t old_handle(void)
{
	return old.handle;
}

static void note(cublasStatus_t status)
{
	if (old.status == CUBLAS_STATUS_SUCCESS)
		old.status = status;
}

cublasStatus_t cublasInit(void)
{
	return old.handle ? CUBLAS_STATUS_SUCCESS : cublasCreate_v2(&old.handle);
}

cublasStatus_t cublasShutdown(void)
{
	cublasStatus_t status = old.handle ? cublasDestroy_v2(old.handle) : CUBLAS_STATUS_NOT_INITIALIZED;
	old.handle = NULL;
	return status;
}

cublasStatus_t cublasGetError(void)
{
	cublasStatus_t status = old.status;
	old.status = CUBLAS_STATUS_SUCCESS;
	return status;
}

cublasStatus_t cublasGetVersion(int *version)
{
	return cublasGetVersion_v2(old.handle, version);
}

cublasStatus_t cublasSetKernelStream(cudaStream_t stream)
{
	return cublasSetStream_v2(old.handle, stream);
}

cublasStatus_t cublasAlloc(int n, int size, void **pointer)
{
	if (!old.handle)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (n <= 0 || size <= 0 || !pointer)
		return CUBLAS_STATUS_INVALID_VALUE;
	return cudaMalloc(pointer, (size_t)n * (size_t)size) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t cublasFree(void *pointer)
{
	if (!old.handle)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	return cudaFree(pointer) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}

// Words; what is none becomes a value that the routines refuse.
static cublasOperation_t op_of(char word)
{
	switch (word | 0x20) {
	case 'n': return CUBLAS_OP_N;
	case 't': return CUBLAS_OP_T;
	case 'c': return CUBLAS_OP_C;
	default: return (cublasOperation_t)-1;
	}
}

static cublasFillMode_t fill_of(char word)
{
	return (word | 0x20) == 'l' ? CUBLAS_FILL_MODE_LOWER : (word | 0x20) == 'u' ? CUBLAS_FILL_MODE_UPPER : (cublasFillMode_t)-1;
}

static cublasDiagType_t diag_of(char word)
{
	return (word | 0x20) == 'n' ? CUBLAS_DIAG_NON_UNIT : (word | 0x20) == 'u' ? CUBLAS_DIAG_UNIT : (cublasDiagType_t)-1;
}

static cublasSideMode_t side_of(char word)
{
	return (word | 0x20) == 'l' ? CUBLAS_SIDE_LEFT : (word | 0x20) == 'r' ? CUBLAS_SIDE_RIGHT : (cublasSideMode_t)-1;
}

#define OLD_REAL(DEFINE, routine) DEFINE(S##routine, float, float) DEFINE(D##routine, double, double)
#define OLD_COMPLEX(DEFINE, routine) DEFINE(C##routine, cuComplex, float) DEFINE(Z##routine, cuDoubleComplex, double)
#define OLD_ALL(DEFINE, routine) OLD_REAL(DEFINE, routine) OLD_COMPLEX(DEFINE, routine)

// --- level 1 ---

#define IAMAX(name, T, R) \
	int cublas##name(int n, const T *x, int incx) \
	{ \
		int result = { 0 }; \
		note(cublas##name##_v2(old_handle(), n, x, incx, &result)); \
		return result; \
	}
IAMAX(Isamax, float, float)
IAMAX(Idamax, double, double)
IAMAX(Icamax, cuComplex, float)
IAMAX(Izamax, cuDoubleComplex, double)
IAMAX(Isamin, float, float)
IAMAX(Idamin, double, double)
IAMAX(Icamin, cuComplex, float)
IAMAX(Izamin, cuDoubleComplex, double)
#define NORM(name, T, R) \
	R cublas##name(int n, const T *x, int incx) \
	{ \
		R result = { 0 }; \
		note(cublas##name##_v2(old_handle(), n, x, incx, &result)); \
		return result; \
	}
NORM(Sasum, float, float)
NORM(Dasum, double, double)
NORM(Scasum, cuComplex, float)
NORM(Dzasum, cuDoubleComplex, double)
NORM(Snrm2, float, float)
NORM(Dnrm2, double, double)
NORM(Scnrm2, cuComplex, float)
NORM(Dznrm2, cuDoubleComplex, double)
#define DOT(name, T, R) \
	T cublas##name(int n, const T *x, int incx, const T *y, int incy) \
	{ \
		T result = { 0 }; \
		note(cublas##name##_v2(old_handle(), n, x, incx, y, incy, &result)); \
		return result; \
	}
OLD_REAL(DOT, dot)
OLD_COMPLEX(DOT, dotu)
OLD_COMPLEX(DOT, dotc)
#define AXPY(name, T, R) \
	void cublas##name(int n, T alpha, const T *x, int incx, T *y, int incy) \
	{ \
		note(cublas##name##_v2(old_handle(), n, &alpha, x, incx, y, incy)); \
	}
OLD_ALL(AXPY, axpy)
#define COPY(name, T, R) \
	void cublas##name(int n, const T *x, int incx, T *y, int incy) \
	{ \
		note(cublas##name##_v2(old_handle(), n, x, incx, y, incy)); \
	}
OLD_ALL(COPY, copy)
#define SWAP(name, T, R) \
	void cublas##name(int n, T *x, int incx, T *y, int incy) \
	{ \
		note(cublas##name##_v2(old_handle(), n, x, incx, y, incy)); \
	}
OLD_ALL(SWAP, swap)
#define SCAL(name, T, R) \
	void cublas##name(int n, T alpha, T *x, int incx) \
	{ \
		note(cublas##name##_v2(old_handle(), n, &alpha, x, incx)); \
	}
OLD_ALL(SCAL, scal)
#define REAL_SCAL(name, T, R) \
	void cublas##name(int n, R alpha, T *x, int incx) \
	{ \
		note(cublas##name##_v2(old_handle(), n, &alpha, x, incx)); \
	}
REAL_SCAL(Csscal, cuComplex, float)
REAL_SCAL(Zdscal, cuDoubleComplex, double)
#define ROT(name, T, R) \
	void cublas##name(int n, T *x, int incx, T *y, int incy, R c, T s) \
	{ \
		note(cublas##name##_v2(old_handle(), n, x, incx, y, incy, &c, &s)); \
	}
OLD_ALL(ROT, rot)
#define REAL_ROT(name, T, R) \
	void cublas##name(int n, T *x, int incx, T *y, int incy, R c, R s) \
	{ \
		note(cublas##name##_v2(old_handle(), n, x, incx, y, incy, &c, &s)); \
	}
REAL_ROT(Csrot, cuComplex, float)
REAL_ROT(Zdrot, cuDoubleComplex, double)
#define ROTG(name, T, R) \
	void cublas##name(T *a, T *b, T *c, T *s) \
	{ \
		note(cublas##name##_v2(old_handle(), a, b, c, s)); \
	}
OLD_REAL(ROTG, rotg)
#define ROTG_COMPLEX(name, T, R) \
	void cublas##name(T *a, T b, R *c, T *s) \
	{ \
		note(cublas##name##_v2(old_handle(), a, &b, c, s)); \
	}
OLD_COMPLEX(ROTG_COMPLEX, rotg)
#define ROTM(name, T, R) \
	void cublas##name(int n, T *x, int incx, T *y, int incy, const T *param) \
	{ \
		note(cublas##name##_v2(old_handle(), n, x, incx, y, incy, param)); \
	}
OLD_REAL(ROTM, rotm)
#define ROTMG(name, T, R) \
	void cublas##name(T *d1, T *d2, T *x1, const T *y1, T *param) \
	{ \
		note(cublas##name##_v2(old_handle(), d1, d2, x1, y1, param)); \
	}
OLD_REAL(ROTMG, rotmg)

// --- level 2 ---

#define GEMV(name, T, R) \
	void cublas##name(char trans, int m, int n, T alpha, const T *A, int lda, const T *x, int incx, T beta, T *y, \
		int incy) \
	{ \
		note(cublas##name##_v2(old_handle(), op_of(trans), m, n, &alpha, A, lda, x, incx, &beta, y, incy)); \
	}
OLD_ALL(GEMV, gemv)
#define GBMV(name, T, R) \
	void cublas##name(char trans, int m, int n, int kl, int ku, T alpha, const T *A, int lda, const T *x, int incx, \
		T beta, T *y, int incy) \
	{ \
		note(cublas##name##_v2(old_handle(), op_of(trans), m, n, kl, ku, &alpha, A, lda, x, incx, &beta, y, incy)); \
	}
OLD_ALL(GBMV, gbmv)
#define TRMV(name, T, R) \
	void cublas##name(char uplo, char trans, char diag, int n, const T *A, int lda, T *x, int incx) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), op_of(trans), diag_of(diag), n, A, lda, x, incx)); \
	}
OLD_ALL(TRMV, trmv)
OLD_ALL(TRMV, trsv)
#define TBMV(name, T, R) \
	void cublas##name(char uplo, char trans, char diag, int n, int k, const T *A, int lda, T *x, int incx) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), op_of(trans), diag_of(diag), n, k, A, lda, x, incx)); \
	}
OLD_ALL(TBMV, tbmv)
OLD_ALL(TBMV, tbsv)
#define TPMV(name, T, R) \
	void cublas##name(char uplo, char trans, char diag, int n, const T *AP, T *x, int incx) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), op_of(trans), diag_of(diag), n, AP, x, incx)); \
	}
OLD_ALL(TPMV, tpmv)
OLD_ALL(TPMV, tpsv)
#define SYMV(name, T, R) \
	void cublas##name(char uplo, int n, T alpha, const T *A, int lda, const T *x, int incx, T beta, T *y, int incy) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), n, &alpha, A, lda, x, incx, &beta, y, incy)); \
	}
OLD_REAL(SYMV, symv)
OLD_COMPLEX(SYMV, hemv)
#define SBMV(name, T, R) \
	void cublas##name(char uplo, int n, int k, T alpha, const T *A, int lda, const T *x, int incx, T beta, T *y, \
		int incy) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), n, k, &alpha, A, lda, x, incx, &beta, y, incy)); \
	}
OLD_REAL(SBMV, sbmv)
OLD_COMPLEX(SBMV, hbmv)
#define SPMV(name, T, R) \
	void cublas##name(char uplo, int n, T alpha, const T *AP, const T *x, int incx, T beta, T *y, int incy) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), n, &alpha, AP, x, incx, &beta, y, incy)); \
	}
OLD_REAL(SPMV, spmv)
OLD_COMPLEX(SPMV, hpmv)
#define GER(name, T, R) \
	void cublas##name(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *A, int lda) \
	{ \
		note(cublas##name##_v2(old_handle(), m, n, &alpha, x, incx, y, incy, A, lda)); \
	}
OLD_REAL(GER, ger)
OLD_COMPLEX(GER, geru)
OLD_COMPLEX(GER, gerc)
#define SYR(name, T, R) \
	void cublas##name(char uplo, int n, R alpha, const T *x, int incx, T *A, int lda) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), n, &alpha, x, incx, A, lda)); \
	}
OLD_REAL(SYR, syr)
OLD_COMPLEX(SYR, her)
#define SPR(name, T, R) \
	void cublas##name(char uplo, int n, R alpha, const T *x, int incx, T *AP) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), n, &alpha, x, incx, AP)); \
	}
OLD_REAL(SPR, spr)
OLD_COMPLEX(SPR, hpr)
#define SYR2(name, T, R) \
	void cublas##name(char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *A, int lda) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), n, &alpha, x, incx, y, incy, A, lda)); \
	}
OLD_REAL(SYR2, syr2)
OLD_COMPLEX(SYR2, her2)
#define SPR2(name, T, R) \
	void cublas##name(char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *AP) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), n, &alpha, x, incx, y, incy, AP)); \
	}
OLD_REAL(SPR2, spr2)
OLD_COMPLEX(SPR2, hpr2)

// --- level 3 ---

#define GEMM(name, T, R) \
	void cublas##name(char transa, char transb, int m, int n, int k, T alpha, const T *A, int lda, const T *B, \
		int ldb, T beta, T *C, int ldc) \
	{ \
		note(cublas##name##_v2(old_handle(), op_of(transa), op_of(transb), m, n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)); \
	}
OLD_ALL(GEMM, gemm)
#define SYMM(name, T, R) \
	void cublas##name(char side, char uplo, int m, int n, T alpha, const T *A, int lda, const T *B, int ldb, T beta, \
		T *C, int ldc) \
	{ \
		note(cublas##name##_v2(old_handle(), side_of(side), fill_of(uplo), m, n, &alpha, A, lda, B, ldb, &beta, C, ldc)); \
	}
OLD_ALL(SYMM, symm)
OLD_COMPLEX(SYMM, hemm)
#define SYRK(name, T, R) \
	void cublas##name(char uplo, char trans, int n, int k, T alpha, const T *A, int lda, T beta, T *C, int ldc) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), op_of(trans), n, k, &alpha, A, lda, &beta, C, ldc)); \
	}
OLD_ALL(SYRK, syrk)
#define HERK(name, T, R) \
	void cublas##name(char uplo, char trans, int n, int k, R alpha, const T *A, int lda, R beta, T *C, int ldc) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), op_of(trans), n, k, &alpha, A, lda, &beta, C, ldc)); \
	}
OLD_COMPLEX(HERK, herk)
#define SYR2K(name, T, R) \
	void cublas##name(char uplo, char trans, int n, int k, T alpha, const T *A, int lda, const T *B, int ldb, T beta, \
		T *C, int ldc) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), op_of(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)); \
	}
OLD_ALL(SYR2K, syr2k)
#define HER2K(name, T, R) \
	void cublas##name(char uplo, char trans, int n, int k, T alpha, const T *A, int lda, const T *B, int ldb, R beta, \
		T *C, int ldc) \
	{ \
		note(cublas##name##_v2(old_handle(), fill_of(uplo), op_of(trans), n, k, &alpha, A, lda, B, ldb, &beta, C, ldc)); \
	}
OLD_COMPLEX(HER2K, her2k)
#define TRMM(name, T, R) \
	void cublas##name(char side, char uplo, char trans, char diag, int m, int n, T alpha, const T *A, int lda, T *B, \
		int ldb) \
	{ \
		note(cublas##name##_v2(old_handle(), side_of(side), fill_of(uplo), op_of(trans), diag_of(diag), m, n, &alpha, A, lda, B, \
			ldb, B, ldb)); \
	}
OLD_ALL(TRMM, trmm)
#define TRSM(name, T, R) \
	void cublas##name(char side, char uplo, char trans, char diag, int m, int n, T alpha, const T *A, int lda, T *B, \
		int ldb) \
	{ \
		note(cublas##name##_v2(old_handle(), side_of(side), fill_of(uplo), op_of(trans), diag_of(diag), m, n, &alpha, A, lda, B, \
			ldb)); \
	}
OLD_ALL(TRSM, trsm)
