// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BLAS and LAPACK.  OpenBLAS is opened when a handle for the cpu device is made, so that machines whose programs only use GPUs
// do without it.
#ifndef AW_SHIMS_SHIM_LAPACK_H
#define AW_SHIMS_SHIM_LAPACK_H

#include "shim.h"

typedef const int *fint;
typedef const char *fchar;
typedef const void *fin;
typedef void *fio;

// The routines, each for float, double, and the two complex formats.
struct aw_shim_lapack {
#define LAPACK(member, real, complex, ...) void (*member[4])(__VA_ARGS__);
#define LAPACK_ONE(result, symbol, ...) result (*symbol)(__VA_ARGS__);
#include "lapack.def"
#undef LAPACK
#undef LAPACK_ONE
};

extern struct aw_shim_lapack aw_shim_lapack;

// Opens OpenBLAS, once.  False, after a line on stderr that names the package, where it isn't installed.
bool aw_shim_lapack_load(void);

// LU of an m x n matrix without pivots, which LAPACK doesn't have, in place.  type: S, D, C, Z as in the routines' tables.  The number
// of the first zero on the diagonal, or 0.
int aw_shim_eliminate(int type, int64_t m, int64_t n, void *matrix, int64_t lda);

// ROUTINE(axpy)[type] is one of them.
#define ROUTINE(member) aw_shim_lapack.member

#endif
