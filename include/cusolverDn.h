/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cusolverDn (cuSOLVER Library 12.6): dense matrices on device memory, stored by columns; column j of A begins at A + j * lda.
 *
 * Every function with a handle queues its work on the handle's stream, where it can be captured.  `info`, pivots and results lie
 * on the device.  Functions return CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED for a handle that isn't one,
 * CUSOLVER_STATUS_INVALID_VALUE for impossible sizes and parameters, CUSOLVER_STATUS_NOT_SUPPORTED for what this version doesn't do,
 * and CUSOLVER_STATUS_EXECUTION_FAILED where the stream doesn't take the work.
 *
 * Workspaces: a function named bufferSize gives in *lwork how many elements of the matrix's format the caller must pass (bytes for
 * the functions of 64 bits).  The cpu device takes its memory itself and says 1.
 */
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_

#include <stdio.h>

#include "cuComplex.h"
#include "cublas_v2.h"
#include "cusolver_common.h"
#include "library_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct cusolverDnIRSParams *cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos *cusolverDnIRSInfos_t;
typedef struct cusolverDnParams *cusolverDnParams_t;

typedef enum {
	CUSOLVERDN_GETRF = 0,
	CUSOLVERDN_POTRF = 1,
	CUSOLVERDN_SYEVBATCHED = 2
} cusolverDnFunction_t;

/* Gets each line of the log. */
typedef void (*cusolverDnLoggerCallback_t)(int logLevel, const char *functionName, const char *message);

/* --- the library and its handles --- */

/* A handle for the current device.  CUSOLVER_STATUS_NOT_INITIALIZED without a device, without OpenBLAS on the cpu device, and on a
   GPU without NVIDIA's library. */
cusolverStatus_t CUSOLVERAPI cusolverDnCreate(cusolverDnHandle_t *handle);
/* Waits for the handle's work and frees it. */
cusolverStatus_t CUSOLVERAPI cusolverDnDestroy(cusolverDnHandle_t handle);
/* The stream of the work to come; a handle begins with the default stream. */
cusolverStatus_t CUSOLVERAPI cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t CUSOLVERAPI cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream);
cusolverStatus_t CUSOLVERAPI cusolverDnSetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t mode);
cusolverStatus_t CUSOLVERAPI cusolverDnGetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t *mode);
/* Emulation, as cuBLAS has it; the cpu device keeps what is set and emulates nothing.  CUSOLVER_STATUS_INVALID_VALUE: a value that isn't
   one of them, no place for the answer. */
cusolverStatus_t CUSOLVERAPI cusolverDnSetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t mode);
cusolverStatus_t CUSOLVERAPI cusolverDnGetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t *mode);
cusolverStatus_t CUSOLVERAPI cusolverDnSetEmulationStrategy(cusolverDnHandle_t handle, cudaEmulationStrategy_t strategy);
cusolverStatus_t CUSOLVERAPI cusolverDnGetEmulationStrategy(cusolverDnHandle_t handle, cudaEmulationStrategy_t *strategy);
/* The log tells of each call at level 5: to stdout, a file, or a function. */
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t callback);
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerSetFile(FILE *file);
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerOpenFile(const char *logFile);
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerSetLevel(int level);
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerSetMask(int mask);
cusolverStatus_t CUSOLVERAPI cusolverDnLoggerForceDisable(void);

/* --- parameters of Jacobi's methods: a tolerance, how many sweeps at most, whether values are sorted (always, here); and what the
       last call with them found: the residual, the number of sweeps (1, here).  The functions that get wait for the call. --- */

cusolverStatus_t CUSOLVERAPI cusolverDnCreateSyevjInfo(syevjInfo_t *info);
cusolverStatus_t CUSOLVERAPI cusolverDnDestroySyevjInfo(syevjInfo_t info);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int max_sweeps);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort_eig);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevjGetResidual(cusolverDnHandle_t handle, syevjInfo_t info, double *residual);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info, int *executed_sweeps);
cusolverStatus_t CUSOLVERAPI cusolverDnCreateGesvdjInfo(gesvdjInfo_t *info);
cusolverStatus_t CUSOLVERAPI cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int max_sweeps);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort_svd);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdjGetResidual(cusolverDnHandle_t handle, gesvdjInfo_t info, double *residual);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info, int *executed_sweeps);

/* Parameters of the functions of 64 bits: which algorithm a function takes, of which there is one here. */
cusolverStatus_t CUSOLVERAPI cusolverDnCreateParams(cusolverDnParams_t *params);
cusolverStatus_t CUSOLVERAPI cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
	cusolverAlgMode_t algo);

/* Declarations of a routine: for the formats S float, D double, C and Z complex; T is the type of elements, R of their absolute
   values. */
#define __AW_SOLVER cusolverStatus_t CUSOLVERAPI
#define __AW_SOLVER_REAL(DECLARE, routine) \
	DECLARE(cusolverDnS##routine, float, float) DECLARE(cusolverDnD##routine, double, double)
#define __AW_SOLVER_COMPLEX(DECLARE, routine) \
	DECLARE(cusolverDnC##routine, cuComplex, float) DECLARE(cusolverDnZ##routine, cuDoubleComplex, double)
#define __AW_SOLVER_ALL(DECLARE, routine) __AW_SOLVER_REAL(DECLARE, routine) __AW_SOLVER_COMPLEX(DECLARE, routine)
#define __AW_SOLVER_PAIR(DECLARE, real, complex) __AW_SOLVER_REAL(DECLARE, real) __AW_SOLVER_COMPLEX(DECLARE, complex)

#include "anywarp/cusolver_factor.h"
#include "anywarp/cusolver_orthogonal.h"
#include "anywarp/cusolver_eigen.h"
#include "anywarp/cusolver_svd.h"
#include "anywarp/cusolver_refine.h"
#include "anywarp/cusolver_wide.h"

#undef __AW_SOLVER
#undef __AW_SOLVER_REAL
#undef __AW_SOLVER_COMPLEX
#undef __AW_SOLVER_ALL
#undef __AW_SOLVER_PAIR

#if defined(__cplusplus)
}
#endif

#endif
