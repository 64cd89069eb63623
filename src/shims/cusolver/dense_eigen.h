// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues and singular values for the legacy functions and those of 64 bits.
#ifndef AW_SHIMS_DENSE_EIGEN_H
#define AW_SHIMS_DENSE_EIGEN_H

#include "dense.h"

dense_run aw_dense_syevd, aw_dense_syevdx, aw_dense_gesvd, aw_dense_gesvdj, aw_dense_geev;

// The real number of the call's format at `at` of a vector, as a double.
double aw_dense_real(const struct dense_call *call, const void *vector, int64_t at);

#endif
