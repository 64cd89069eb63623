// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cuBLAS and cublasLt say of a status.
#ifndef AW_SHIMS_SHIM_BLAS_STATUS_H
#define AW_SHIMS_SHIM_BLAS_STATUS_H

#pragma GCC visibility push(default)
#include "../../../include/cublas_api.h"
#pragma GCC visibility pop

const char *aw_shim_blas_status_name(cublasStatus_t status);
const char *aw_shim_blas_status_sentence(cublasStatus_t status);

#endif
