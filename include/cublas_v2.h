/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * cuBLAS: the names that programs use for the functions of cublas_api.h. */
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_

#ifdef CUBLAS_H_
#error "cublas.h and cublas_v2.h give the same names to different functions: include one of them"
#endif

#include "cublas_api.h"

#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2
#define cublasGetVersion cublasGetVersion_v2
#define cublasSetWorkspace cublasSetWorkspace_v2
#define cublasSetStream cublasSetStream_v2
#define cublasGetStream cublasGetStream_v2
#define cublasGetPointerMode cublasGetPointerMode_v2
#define cublasSetPointerMode cublasSetPointerMode_v2

#endif /* CUBLAS_V2_H_ */
