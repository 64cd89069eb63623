/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * The routines of cublas.h; T is the type of elements, R that of their absolute values. */

/* --- level 1 --- */

#define __AW_OLD_IAMAX(name, T, R) \
	int CUBLASWINAPI cublas##name(int n, const T *x, int incx);
__AW_OLD_IAMAX(Isamax, float, float)
__AW_OLD_IAMAX(Idamax, double, double)
__AW_OLD_IAMAX(Icamax, cuComplex, float)
__AW_OLD_IAMAX(Izamax, cuDoubleComplex, double)
__AW_OLD_IAMAX(Isamin, float, float)
__AW_OLD_IAMAX(Idamin, double, double)
__AW_OLD_IAMAX(Icamin, cuComplex, float)
__AW_OLD_IAMAX(Izamin, cuDoubleComplex, double)
#undef __AW_OLD_IAMAX
#define __AW_OLD_NORM(name, T, R) \
	R CUBLASWINAPI cublas##name(int n, const T *x, int incx);
__AW_OLD_NORM(Sasum, float, float)
__AW_OLD_NORM(Dasum, double, double)
__AW_OLD_NORM(Scasum, cuComplex, float)
__AW_OLD_NORM(Dzasum, cuDoubleComplex, double)
__AW_OLD_NORM(Snrm2, float, float)
__AW_OLD_NORM(Dnrm2, double, double)
__AW_OLD_NORM(Scnrm2, cuComplex, float)
__AW_OLD_NORM(Dznrm2, cuDoubleComplex, double)
#undef __AW_OLD_NORM
#define __AW_OLD_DOT(name, T, R) \
	T CUBLASWINAPI cublas##name(int n, const T *x, int incx, const T *y, int incy);
__AW_OLD_REAL(__AW_OLD_DOT, dot)
__AW_OLD_COMPLEX(__AW_OLD_DOT, dotu)
__AW_OLD_COMPLEX(__AW_OLD_DOT, dotc)
#undef __AW_OLD_DOT
#define __AW_OLD_AXPY(name, T, R) \
	void CUBLASWINAPI cublas##name(int n, T alpha, const T *x, int incx, T *y, int incy);
__AW_OLD_ALL(__AW_OLD_AXPY, axpy)
#undef __AW_OLD_AXPY
#define __AW_OLD_COPY(name, T, R) \
	void CUBLASWINAPI cublas##name(int n, const T *x, int incx, T *y, int incy);
__AW_OLD_ALL(__AW_OLD_COPY, copy)
#undef __AW_OLD_COPY
#define __AW_OLD_SWAP(name, T, R) \
	void CUBLASWINAPI cublas##name(int n, T *x, int incx, T *y, int incy);
__AW_OLD_ALL(__AW_OLD_SWAP, swap)
#undef __AW_OLD_SWAP
#define __AW_OLD_SCAL(name, T, R) \
	void CUBLASWINAPI cublas##name(int n, T alpha, T *x, int incx);
__AW_OLD_ALL(__AW_OLD_SCAL, scal)
#undef __AW_OLD_SCAL
#define __AW_OLD_REAL_SCAL(name, T, R) \
	void CUBLASWINAPI cublas##name(int n, R alpha, T *x, int incx);
__AW_OLD_REAL_SCAL(Csscal, cuComplex, float)
__AW_OLD_REAL_SCAL(Zdscal, cuDoubleComplex, double)
#undef __AW_OLD_REAL_SCAL
#define __AW_OLD_ROT(name, T, R) \
	void CUBLASWINAPI cublas##name(int n, T *x, int incx, T *y, int incy, R c, T s);
__AW_OLD_ALL(__AW_OLD_ROT, rot)
#undef __AW_OLD_ROT
#define __AW_OLD_REAL_ROT(name, T, R) \
	void CUBLASWINAPI cublas##name(int n, T *x, int incx, T *y, int incy, R c, R s);
__AW_OLD_REAL_ROT(Csrot, cuComplex, float)
__AW_OLD_REAL_ROT(Zdrot, cuDoubleComplex, double)
#undef __AW_OLD_REAL_ROT
#define __AW_OLD_ROTG(name, T, R) \
	void CUBLASWINAPI cublas##name(T *a, T *b, T *c, T *s);
__AW_OLD_REAL(__AW_OLD_ROTG, rotg)
#undef __AW_OLD_ROTG
#define __AW_OLD_ROTG_COMPLEX(name, T, R) \
	void CUBLASWINAPI cublas##name(T *a, T b, R *c, T *s);
__AW_OLD_COMPLEX(__AW_OLD_ROTG_COMPLEX, rotg)
#undef __AW_OLD_ROTG_COMPLEX
#define __AW_OLD_ROTM(name, T, R) \
	void CUBLASWINAPI cublas##name(int n, T *x, int incx, T *y, int incy, const T *param);
__AW_OLD_REAL(__AW_OLD_ROTM, rotm)
#undef __AW_OLD_ROTM
#define __AW_OLD_ROTMG(name, T, R) \
	void CUBLASWINAPI cublas##name(T *d1, T *d2, T *x1, const T *y1, T *param);
__AW_OLD_REAL(__AW_OLD_ROTMG, rotmg)
#undef __AW_OLD_ROTMG

/* --- level 2 --- */

#define __AW_OLD_GEMV(name, T, R) \
	void CUBLASWINAPI cublas##name(char trans, int m, int n, T alpha, const T *A, int lda, const T *x, int incx, \
		T beta, T *y, int incy);
__AW_OLD_ALL(__AW_OLD_GEMV, gemv)
#undef __AW_OLD_GEMV
#define __AW_OLD_GBMV(name, T, R) \
	void CUBLASWINAPI cublas##name(char trans, int m, int n, int kl, int ku, T alpha, const T *A, int lda, \
		const T *x, int incx, T beta, T *y, int incy);
__AW_OLD_ALL(__AW_OLD_GBMV, gbmv)
#undef __AW_OLD_GBMV
#define __AW_OLD_TRMV(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, char trans, char diag, int n, const T *A, int lda, T *x, int incx);
__AW_OLD_ALL(__AW_OLD_TRMV, trmv)
__AW_OLD_ALL(__AW_OLD_TRMV, trsv)
#undef __AW_OLD_TRMV
#define __AW_OLD_TBMV(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, char trans, char diag, int n, int k, const T *A, int lda, T *x, \
		int incx);
__AW_OLD_ALL(__AW_OLD_TBMV, tbmv)
__AW_OLD_ALL(__AW_OLD_TBMV, tbsv)
#undef __AW_OLD_TBMV
#define __AW_OLD_TPMV(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, char trans, char diag, int n, const T *AP, T *x, int incx);
__AW_OLD_ALL(__AW_OLD_TPMV, tpmv)
__AW_OLD_ALL(__AW_OLD_TPMV, tpsv)
#undef __AW_OLD_TPMV
#define __AW_OLD_SYMV(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, int n, T alpha, const T *A, int lda, const T *x, int incx, T beta, \
		T *y, int incy);
__AW_OLD_REAL(__AW_OLD_SYMV, symv)
__AW_OLD_COMPLEX(__AW_OLD_SYMV, hemv)
#undef __AW_OLD_SYMV
#define __AW_OLD_SBMV(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, int n, int k, T alpha, const T *A, int lda, const T *x, int incx, \
		T beta, T *y, int incy);
__AW_OLD_REAL(__AW_OLD_SBMV, sbmv)
__AW_OLD_COMPLEX(__AW_OLD_SBMV, hbmv)
#undef __AW_OLD_SBMV
#define __AW_OLD_SPMV(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, int n, T alpha, const T *AP, const T *x, int incx, T beta, T *y, \
		int incy);
__AW_OLD_REAL(__AW_OLD_SPMV, spmv)
__AW_OLD_COMPLEX(__AW_OLD_SPMV, hpmv)
#undef __AW_OLD_SPMV
#define __AW_OLD_GER(name, T, R) \
	void CUBLASWINAPI cublas##name(int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *A, int lda);
__AW_OLD_REAL(__AW_OLD_GER, ger)
__AW_OLD_COMPLEX(__AW_OLD_GER, geru)
__AW_OLD_COMPLEX(__AW_OLD_GER, gerc)
#undef __AW_OLD_GER
#define __AW_OLD_SYR(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, int n, R alpha, const T *x, int incx, T *A, int lda);
__AW_OLD_REAL(__AW_OLD_SYR, syr)
__AW_OLD_COMPLEX(__AW_OLD_SYR, her)
#undef __AW_OLD_SYR
#define __AW_OLD_SPR(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, int n, R alpha, const T *x, int incx, T *AP);
__AW_OLD_REAL(__AW_OLD_SPR, spr)
__AW_OLD_COMPLEX(__AW_OLD_SPR, hpr)
#undef __AW_OLD_SPR
#define __AW_OLD_SYR2(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *A, \
		int lda);
__AW_OLD_REAL(__AW_OLD_SYR2, syr2)
__AW_OLD_COMPLEX(__AW_OLD_SYR2, her2)
#undef __AW_OLD_SYR2
#define __AW_OLD_SPR2(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *AP);
__AW_OLD_REAL(__AW_OLD_SPR2, spr2)
__AW_OLD_COMPLEX(__AW_OLD_SPR2, hpr2)
#undef __AW_OLD_SPR2

/* --- level 3 --- */

#define __AW_OLD_GEMM(name, T, R) \
	void CUBLASWINAPI cublas##name(char transa, char transb, int m, int n, int k, T alpha, const T *A, int lda, \
		const T *B, int ldb, T beta, T *C, int ldc);
__AW_OLD_ALL(__AW_OLD_GEMM, gemm)
#undef __AW_OLD_GEMM
#define __AW_OLD_SYMM(name, T, R) \
	void CUBLASWINAPI cublas##name(char side, char uplo, int m, int n, T alpha, const T *A, int lda, const T *B, \
		int ldb, T beta, T *C, int ldc);
__AW_OLD_ALL(__AW_OLD_SYMM, symm)
__AW_OLD_COMPLEX(__AW_OLD_SYMM, hemm)
#undef __AW_OLD_SYMM
#define __AW_OLD_SYRK(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, char trans, int n, int k, T alpha, const T *A, int lda, T beta, T *C, \
		int ldc);
__AW_OLD_ALL(__AW_OLD_SYRK, syrk)
#undef __AW_OLD_SYRK
#define __AW_OLD_HERK(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, char trans, int n, int k, R alpha, const T *A, int lda, R beta, T *C, \
		int ldc);
__AW_OLD_COMPLEX(__AW_OLD_HERK, herk)
#undef __AW_OLD_HERK
#define __AW_OLD_SYR2K(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, char trans, int n, int k, T alpha, const T *A, int lda, const T *B, \
		int ldb, T beta, T *C, int ldc);
__AW_OLD_ALL(__AW_OLD_SYR2K, syr2k)
#undef __AW_OLD_SYR2K
#define __AW_OLD_HER2K(name, T, R) \
	void CUBLASWINAPI cublas##name(char uplo, char trans, int n, int k, T alpha, const T *A, int lda, const T *B, \
		int ldb, R beta, T *C, int ldc);
__AW_OLD_COMPLEX(__AW_OLD_HER2K, her2k)
#undef __AW_OLD_HER2K
#define __AW_OLD_TRMM(name, T, R) \
	void CUBLASWINAPI cublas##name(char side, char uplo, char trans, char diag, int m, int n, T alpha, const T *A, \
		int lda, T *B, int ldb);
__AW_OLD_ALL(__AW_OLD_TRMM, trmm)
#undef __AW_OLD_TRMM
#define __AW_OLD_TRSM(name, T, R) \
	void CUBLASWINAPI cublas##name(char side, char uplo, char trans, char diag, int m, int n, T alpha, const T *A, \
		int lda, T *B, int ldb);
__AW_OLD_ALL(__AW_OLD_TRSM, trsm)
#undef __AW_OLD_TRSM
