/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Undefines what cublas_begin.h defines. */
#undef __AW_BLAS
#undef __AW_BLAS_SIZES
#undef __AW_BLAS_REAL
#undef __AW_BLAS_COMPLEX
#undef __AW_BLAS_ALL
#undef __AW_BLAS_INT
