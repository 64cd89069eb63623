// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BLAS and LAPACK by their Fortran names, which every implementation has (here OpenBLAS): everything is passed by address,
// matrices lie by columns as cuBLAS's do.  Elements are void, so that the four formats of a routine have one type and
// stand in one table.
#ifndef AW_SHIMS_BLAS_FORTRAN_H
#define AW_SHIMS_BLAS_FORTRAN_H

#include <stddef.h>

typedef const int *fint;
typedef const char *fchar;
typedef const void *fin;
typedef void *fio;

// The routine in all formats: ROUTINE(axpy)[type] is one of them.
#define FORTRAN(name, ...) \
	void s##name##_(__VA_ARGS__); void d##name##_(__VA_ARGS__); void c##name##_(__VA_ARGS__); void z##name##_(__VA_ARGS__); \
	static __typeof__(&s##name##_) const fortran_##name[] __attribute__((unused)) = { s##name##_, d##name##_, c##name##_, z##name##_ };
// Routines whose names differ for real and complex formats, or that some formats lack.
#define FORTRAN_REAL(name, ...) \
	void s##name##_(__VA_ARGS__); void d##name##_(__VA_ARGS__); \
	static __typeof__(&s##name##_) const fortran_##name[] __attribute__((unused)) = { s##name##_, d##name##_ };
#define FORTRAN_COMPLEX(name, ...) \
	void c##name##_(__VA_ARGS__); void z##name##_(__VA_ARGS__); \
	static __typeof__(&c##name##_) const fortran_##name[] __attribute__((unused)) = { NULL, NULL, c##name##_, z##name##_ };
#define ROUTINE(name) fortran_##name

FORTRAN(axpy, fint n, fin alpha, fin x, fint incx, fio y, fint incy)
FORTRAN(copy, fint n, fin x, fint incx, fio y, fint incy)
FORTRAN(swap, fint n, fio x, fint incx, fio y, fint incy)
FORTRAN(scal, fint n, fin alpha, fio x, fint incx)
FORTRAN(rot, fint n, fio x, fint incx, fio y, fint incy, fin c, fin s)
FORTRAN(rotg, fio a, fio b, fio c, fio s)
FORTRAN_REAL(rotm, fint n, fio x, fint incx, fio y, fint incy, fin param)
FORTRAN_REAL(rotmg, fio d1, fio d2, fio x1, fin y1, fio param)
void csscal_(fint n, fin alpha, fio x, fint incx);
void zdscal_(fint n, fin alpha, fio x, fint incx);
void csrot_(fint n, fio x, fint incx, fio y, fint incy, fin c, fin s);
void zdrot_(fint n, fio x, fint incx, fio y, fint incy, fin c, fin s);
float sdot_(fint n, fin x, fint incx, fin y, fint incy);
double ddot_(fint n, fin x, fint incx, fin y, fint incy);
float snrm2_(fint n, fin x, fint incx);
double dnrm2_(fint n, fin x, fint incx);
float scnrm2_(fint n, fin x, fint incx);
double dznrm2_(fint n, fin x, fint incx);
// Results of complex type are returned in ways that differ among Fortran compilers, but not by these.
void cblas_cdotu_sub(int n, fin x, int incx, fin y, int incy, fio result);
void cblas_zdotu_sub(int n, fin x, int incx, fin y, int incy, fio result);
void cblas_cdotc_sub(int n, fin x, int incx, fin y, int incy, fio result);
void cblas_zdotc_sub(int n, fin x, int incx, fin y, int incy, fio result);

FORTRAN(gemv, fchar op, fint m, fint n, fin alpha, fin a, fint lda, fin x, fint incx, fin beta, fio y, fint incy)
FORTRAN(gbmv, fchar op, fint m, fint n, fint kl, fint ku, fin alpha, fin a, fint lda, fin x, fint incx, fin beta, fio y, fint incy)
FORTRAN(trmv, fchar fill, fchar op, fchar diag, fint n, fin a, fint lda, fio x, fint incx)
FORTRAN(trsv, fchar fill, fchar op, fchar diag, fint n, fin a, fint lda, fio x, fint incx)
FORTRAN(tbmv, fchar fill, fchar op, fchar diag, fint n, fint k, fin a, fint lda, fio x, fint incx)
FORTRAN(tbsv, fchar fill, fchar op, fchar diag, fint n, fint k, fin a, fint lda, fio x, fint incx)
FORTRAN(tpmv, fchar fill, fchar op, fchar diag, fint n, fin a, fio x, fint incx)
FORTRAN(tpsv, fchar fill, fchar op, fchar diag, fint n, fin a, fio x, fint incx)
FORTRAN(symv, fchar fill, fint n, fin alpha, fin a, fint lda, fin x, fint incx, fin beta, fio y, fint incy)
FORTRAN_COMPLEX(hemv, fchar fill, fint n, fin alpha, fin a, fint lda, fin x, fint incx, fin beta, fio y, fint incy)
FORTRAN_REAL(sbmv, fchar fill, fint n, fint k, fin alpha, fin a, fint lda, fin x, fint incx, fin beta, fio y, fint incy)
FORTRAN_COMPLEX(hbmv, fchar fill, fint n, fint k, fin alpha, fin a, fint lda, fin x, fint incx, fin beta, fio y, fint incy)
FORTRAN_REAL(spmv, fchar fill, fint n, fin alpha, fin a, fin x, fint incx, fin beta, fio y, fint incy)
FORTRAN_COMPLEX(hpmv, fchar fill, fint n, fin alpha, fin a, fin x, fint incx, fin beta, fio y, fint incy)
FORTRAN_REAL(ger, fint m, fint n, fin alpha, fin x, fint incx, fin y, fint incy, fio a, fint lda)
FORTRAN_COMPLEX(geru, fint m, fint n, fin alpha, fin x, fint incx, fin y, fint incy, fio a, fint lda)
FORTRAN_COMPLEX(gerc, fint m, fint n, fin alpha, fin x, fint incx, fin y, fint incy, fio a, fint lda)
FORTRAN(syr, fchar fill, fint n, fin alpha, fin x, fint incx, fio a, fint lda)
FORTRAN_COMPLEX(her, fchar fill, fint n, fin alpha, fin x, fint incx, fio a, fint lda)
FORTRAN_REAL(spr, fchar fill, fint n, fin alpha, fin x, fint incx, fio a)
FORTRAN_COMPLEX(hpr, fchar fill, fint n, fin alpha, fin x, fint incx, fio a)
FORTRAN(syr2, fchar fill, fint n, fin alpha, fin x, fint incx, fin y, fint incy, fio a, fint lda)
FORTRAN_COMPLEX(her2, fchar fill, fint n, fin alpha, fin x, fint incx, fin y, fint incy, fio a, fint lda)
FORTRAN_REAL(spr2, fchar fill, fint n, fin alpha, fin x, fint incx, fin y, fint incy, fio a)
FORTRAN_COMPLEX(hpr2, fchar fill, fint n, fin alpha, fin x, fint incx, fin y, fint incy, fio a)

FORTRAN(gemm, fchar op_a, fchar op_b, fint m, fint n, fint k, fin alpha, fin a, fint lda, fin b, fint ldb, fin beta, fio c, fint ldc)
FORTRAN(symm, fchar side, fchar fill, fint m, fint n, fin alpha, fin a, fint lda, fin b, fint ldb, fin beta, fio c, fint ldc)
FORTRAN_COMPLEX(hemm, fchar side, fchar fill, fint m, fint n, fin alpha, fin a, fint lda, fin b, fint ldb, fin beta, fio c, fint ldc)
FORTRAN(syrk, fchar fill, fchar op, fint n, fint k, fin alpha, fin a, fint lda, fin beta, fio c, fint ldc)
FORTRAN_COMPLEX(herk, fchar fill, fchar op, fint n, fint k, fin alpha, fin a, fint lda, fin beta, fio c, fint ldc)
FORTRAN(syr2k, fchar fill, fchar op, fint n, fint k, fin alpha, fin a, fint lda, fin b, fint ldb, fin beta, fio c, fint ldc)
FORTRAN_COMPLEX(her2k, fchar fill, fchar op, fint n, fint k, fin alpha, fin a, fint lda, fin b, fint ldb, fin beta, fio c, fint ldc)
FORTRAN(trmm, fchar side, fchar fill, fchar op, fchar diag, fint m, fint n, fin alpha, fin a, fint lda, fio b, fint ldb)
FORTRAN(trsm, fchar side, fchar fill, fchar op, fchar diag, fint m, fint n, fin alpha, fin a, fint lda, fio b, fint ldb)

// LAPACK is Fortran itself: lengths of the words follow all other arguments.
FORTRAN(getrf, fint m, fint n, fio a, fint lda, int *pivots, int *info)
FORTRAN(getri, fint n, fio a, fint lda, fint pivots, fio work, fint size, int *info)
FORTRAN(getrs, fchar op, fint n, fint columns, fin a, fint lda, fint pivots, fio b, fint ldb, int *info, size_t one)
FORTRAN(geqrf, fint m, fint n, fio a, fint lda, fio tau, fio work, fint size, int *info)
FORTRAN(gels, fchar op, fint m, fint n, fint columns, fio a, fint lda, fio b, fint ldb, fio work, fint size, int *info, size_t one)

#endif
