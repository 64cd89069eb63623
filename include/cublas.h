/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cuBLAS's first interface (cuBLAS Library, appendix A "Using the cuBLAS Legacy API"): one handle of the library's own,
 * scalars by value, results as values, words as characters ('N', 'T', 'C'; 'L', 'U'; 'N', 'U'; 'L', 'R' in either case).  What
 * went wrong is asked for by cublasGetError.
 */
#ifndef CUBLAS_H_
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h give the same names to different functions: include one of them"
#endif

#include "cublas_api.h"

#define cublasStatus cublasStatus_t

#if defined(__cplusplus)
extern "C" {
#endif

cublasStatus CUBLASWINAPI cublasInit(void);
cublasStatus CUBLASWINAPI cublasShutdown(void);
/* The first error since the last call. */
cublasStatus CUBLASWINAPI cublasGetError(void);
cublasStatus CUBLASWINAPI cublasGetVersion(int *version);
/* n elements of elemSize bytes on the device. */
cublasStatus CUBLASWINAPI cublasAlloc(int n, int elemSize, void **devicePtr);
cublasStatus CUBLASWINAPI cublasFree(void *devicePtr);
cublasStatus CUBLASWINAPI cublasSetKernelStream(cudaStream_t stream);

/* Each macro declares a routine in the formats given by letters (S float, D double, C and Z complex); the routines are those
   of cublas_api.h. */
#define __AW_OLD_REAL(DECLARE, routine) DECLARE(S##routine, float, float) DECLARE(D##routine, double, double)
#define __AW_OLD_COMPLEX(DECLARE, routine) \
	DECLARE(C##routine, cuComplex, float) DECLARE(Z##routine, cuDoubleComplex, double)
#define __AW_OLD_ALL(DECLARE, routine) __AW_OLD_REAL(DECLARE, routine) __AW_OLD_COMPLEX(DECLARE, routine)
#include "anywarp/cublas_old.h"
#undef __AW_OLD_REAL
#undef __AW_OLD_COMPLEX
#undef __AW_OLD_ALL

#if defined(__cplusplus)
}
#endif

#endif /* CUBLAS_H_ */
