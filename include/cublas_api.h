/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cuBLAS (cuBLAS Library 12.6): dense linear algebra on device memory.  Matrices are stored by columns; column j of A begins
 * at A + j * lda.
 *
 * Every function with a handle queues its work on the handle's stream.  Scalars are read from the host when the function is
 * called, or from the device when the work runs, as the pointer mode says; results (dot, norms, indices) written to the host
 * make the function wait for them.  Functions return CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_NOT_INITIALIZED for a handle that
 * isn't one, CUBLAS_STATUS_INVALID_VALUE for impossible sizes and parameters, CUBLAS_STATUS_NOT_SUPPORTED for
 * what this version doesn't do, and CUBLAS_STATUS_EXECUTION_FAILED where the stream doesn't take the work.
 *
 * Names that end in _64 take sizes, increments and leading dimensions of 64 bits.
 */
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "driver_types.h"
#include "cuComplex.h"
#include "cuda_fp16.h"
#include "cuda_bf16.h"
#include "library_types.h"

#ifndef CUBLASWINAPI
#define CUBLASWINAPI
#endif
#ifndef CUBLASAPI
#define CUBLASAPI
#endif

#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 6
#define CUBLAS_VER_PATCH 4
#define CUBLAS_VER_BUILD 1
/* major * 10000 + minor * 100 + patch */
#define CUBLAS_VERSION (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)

#if defined(__cplusplus)
extern "C" {
#endif

/* --- types (cuBLAS, 2.2 and 2.3) --- */

typedef enum {
	CUBLAS_STATUS_SUCCESS = 0,
	CUBLAS_STATUS_NOT_INITIALIZED = 1,
	CUBLAS_STATUS_ALLOC_FAILED = 3,
	CUBLAS_STATUS_INVALID_VALUE = 7,
	CUBLAS_STATUS_ARCH_MISMATCH = 8,
	CUBLAS_STATUS_MAPPING_ERROR = 11,
	CUBLAS_STATUS_EXECUTION_FAILED = 13,
	CUBLAS_STATUS_INTERNAL_ERROR = 14,
	CUBLAS_STATUS_NOT_SUPPORTED = 15,
	CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

/* Which triangle of a matrix is read or written. */
typedef enum {
	CUBLAS_FILL_MODE_LOWER = 0,
	CUBLAS_FILL_MODE_UPPER = 1,
	CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;

/* Whether the diagonal is taken to be ones, without being read. */
typedef enum {
	CUBLAS_DIAG_NON_UNIT = 0,
	CUBLAS_DIAG_UNIT = 1
} cublasDiagType_t;

typedef enum {
	CUBLAS_SIDE_LEFT = 0,
	CUBLAS_SIDE_RIGHT = 1
} cublasSideMode_t;

/* A, its transpose, its conjugate transpose, its conjugate. */
typedef enum {
	CUBLAS_OP_N = 0,
	CUBLAS_OP_T = 1,
	CUBLAS_OP_C = 2,
	CUBLAS_OP_HERMITAN = 2,
	CUBLAS_OP_CONJG = 3
} cublasOperation_t;

/* Where scalars and results lie. */
typedef enum {
	CUBLAS_POINTER_MODE_HOST = 0,
	CUBLAS_POINTER_MODE_DEVICE = 1
} cublasPointerMode_t;

typedef enum {
	CUBLAS_ATOMICS_NOT_ALLOWED = 0,
	CUBLAS_ATOMICS_ALLOWED = 1
} cublasAtomicsMode_t;

/* Hints for the choice of a kernel; here there is one. */
typedef enum {
	CUBLAS_GEMM_DFALT = -1,
	CUBLAS_GEMM_DEFAULT = -1,
	CUBLAS_GEMM_ALGO0 = 0,
	CUBLAS_GEMM_ALGO1 = 1,
	CUBLAS_GEMM_ALGO2 = 2,
	CUBLAS_GEMM_ALGO3 = 3,
	CUBLAS_GEMM_ALGO4 = 4,
	CUBLAS_GEMM_ALGO5 = 5,
	CUBLAS_GEMM_ALGO6 = 6,
	CUBLAS_GEMM_ALGO7 = 7,
	CUBLAS_GEMM_ALGO8 = 8,
	CUBLAS_GEMM_ALGO9 = 9,
	CUBLAS_GEMM_ALGO10 = 10,
	CUBLAS_GEMM_ALGO11 = 11,
	CUBLAS_GEMM_ALGO12 = 12,
	CUBLAS_GEMM_ALGO13 = 13,
	CUBLAS_GEMM_ALGO14 = 14,
	CUBLAS_GEMM_ALGO15 = 15,
	CUBLAS_GEMM_ALGO16 = 16,
	CUBLAS_GEMM_ALGO17 = 17,
	CUBLAS_GEMM_ALGO18 = 18,
	CUBLAS_GEMM_ALGO19 = 19,
	CUBLAS_GEMM_ALGO20 = 20,
	CUBLAS_GEMM_ALGO21 = 21,
	CUBLAS_GEMM_ALGO22 = 22,
	CUBLAS_GEMM_ALGO23 = 23,
	CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
	CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
	CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
	CUBLAS_GEMM_ALGO1_TENSOR_OP = 101,
	CUBLAS_GEMM_ALGO2_TENSOR_OP = 102,
	CUBLAS_GEMM_ALGO3_TENSOR_OP = 103,
	CUBLAS_GEMM_ALGO4_TENSOR_OP = 104,
	CUBLAS_GEMM_ALGO5_TENSOR_OP = 105,
	CUBLAS_GEMM_ALGO6_TENSOR_OP = 106,
	CUBLAS_GEMM_ALGO7_TENSOR_OP = 107,
	CUBLAS_GEMM_ALGO8_TENSOR_OP = 108,
	CUBLAS_GEMM_ALGO9_TENSOR_OP = 109,
	CUBLAS_GEMM_ALGO10_TENSOR_OP = 110,
	CUBLAS_GEMM_ALGO11_TENSOR_OP = 111,
	CUBLAS_GEMM_ALGO12_TENSOR_OP = 112,
	CUBLAS_GEMM_ALGO13_TENSOR_OP = 113,
	CUBLAS_GEMM_ALGO14_TENSOR_OP = 114,
	CUBLAS_GEMM_ALGO15_TENSOR_OP = 115,
	CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;

/* What precision a routine may use; on the cpu device it is always that of the types. */
typedef enum {
	CUBLAS_DEFAULT_MATH = 0,
	CUBLAS_TENSOR_OP_MATH = 1,
	CUBLAS_PEDANTIC_MATH = 2,
	CUBLAS_TF32_TENSOR_OP_MATH = 3,
	CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
	CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
	CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

typedef cudaDataType cublasDataType_t;

/* The format of intermediate results of the routines with Ex. */
typedef enum {
	CUBLAS_COMPUTE_16F = 64,
	CUBLAS_COMPUTE_16F_PEDANTIC = 65,
	CUBLAS_COMPUTE_32F = 68,
	CUBLAS_COMPUTE_32F_PEDANTIC = 69,
	CUBLAS_COMPUTE_64F = 70,
	CUBLAS_COMPUTE_64F_PEDANTIC = 71,
	CUBLAS_COMPUTE_32I = 72,
	CUBLAS_COMPUTE_32I_PEDANTIC = 73,
	CUBLAS_COMPUTE_32F_FAST_16F = 74,
	CUBLAS_COMPUTE_32F_FAST_16BF = 75,
	CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
	CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78,
	CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79
} cublasComputeType_t;

/* When products of floats and doubles are made by means of smaller formats; the cpu device makes them in their own. */
typedef enum {
	CUBLAS_EMULATION_STRATEGY_DEFAULT = 0,
	CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1,
	CUBLAS_EMULATION_STRATEGY_EAGER = 2
} cublasEmulationStrategy_t;

typedef struct cublasContext *cublasHandle_t;

/* Gets each line of the log. */
typedef void (*cublasLogCallback)(const char *msg);

/* --- the library and its handles (2.4) --- */

/* A handle for the current device.  CUBLAS_STATUS_NOT_INITIALIZED without a device, and on a GPU without NVIDIA's library. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasCreate_v2(cublasHandle_t *handle);
/* Waits for the handle's work and frees it. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasDestroy_v2(cublasHandle_t handle);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetVersion_v2(cublasHandle_t handle, int *version);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetProperty(libraryPropertyType type, int *value);
CUBLASAPI size_t CUBLASWINAPI cublasGetCudartVersion(void);
/* Memory for the library's own use, of which the cpu device needs none. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace,
	size_t workspaceSizeInBytes);
/* The stream of the work to come; a handle begins with the default stream. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetStream_v2(cublasHandle_t handle, cudaStream_t streamId);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *streamId);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
/* How many multiprocessors kernels should be made for; 0 is all. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetSmCountTarget(cublasHandle_t handle, int *smCountTarget);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetSmCountTarget(cublasHandle_t handle, int smCountTarget);
/* How formats are emulated by others (cuBLAS, "Floating Point Emulation"): when, which special values must be right, how many bits of a
 * double's mantissa are kept (fixed, or chosen from the numbers), at most how many (0: the library chooses), how many more or fewer than
 * was chosen.  The cpu device keeps what is set and emulates nothing.  CUBLAS_STATUS_INVALID_VALUE: a value that isn't one of them, fewer
 * than 0 bits, no place for the answer. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t *emulationStrategy);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t emulationStrategy);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetEmulationSpecialValuesSupport(cublasHandle_t handle,
	cudaEmulationSpecialValuesSupport *mask);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetEmulationSpecialValuesSupport(cublasHandle_t handle,
	cudaEmulationSpecialValuesSupport mask);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetFixedPointEmulationMantissaControl(cublasHandle_t handle,
	cudaEmulationMantissaControl *mantissaControl);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetFixedPointEmulationMantissaControl(cublasHandle_t handle,
	cudaEmulationMantissaControl mantissaControl);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int *maxMantissaBitCount);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int maxMantissaBitCount);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int *mantissaBitOffset);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int mantissaBitOffset);
/* Where products of doubles that could be emulated (by the handle's math mode or their compute type) write how many bits were kept, on the
 * device; NULL: nowhere.  The cpu device writes -1, which says that none was emulated. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle, int **mantissaBitCount);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle, int *mantissaBitCount);
/* The name of a status, and a sentence about it. */
CUBLASAPI const char *CUBLASWINAPI cublasGetStatusName(cublasStatus_t status);
CUBLASAPI const char *CUBLASWINAPI cublasGetStatusString(cublasStatus_t status);
/* The log tells of each call: to stdout, stderr, a file, or a function (2.4.19). */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
	const char *logFileName);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasSetLoggerCallback(cublasLogCallback userCallback);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasGetLoggerCallback(cublasLogCallback *userCallback);
/* Tells that parameter `info` of a routine has no sense. */
CUBLASAPI void CUBLASWINAPI cublasXerbla(const char *srName, int info);

#include "anywarp/cublas_begin.h"
#include "anywarp/cublas_level1.h"
#include "anywarp/cublas_level2.h"
#include "anywarp/cublas_level3.h"
#include "anywarp/cublas_like.h"
#include "anywarp/cublas_ex.h"
#include "anywarp/cublas_end.h"

#if defined(__cplusplus)
}

/* Programs may use the strategies of library_types.h. */
static inline cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle, cudaEmulationStrategy strategy)
{
	return cublasSetEmulationStrategy(handle, (cublasEmulationStrategy_t)strategy);
}

static inline cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle, cudaEmulationStrategy *strategy)
{
	return cublasGetEmulationStrategy(handle, (cublasEmulationStrategy_t *)strategy);
}

/* Programs written for CUDA 10 give the format instead of the compute type. */
static inline cublasStatus_t cublasMigrateComputeType(cublasHandle_t handle, cudaDataType_t dataType,
	cublasComputeType_t *computeType)
{
	cublasMath_t mode = CUBLAS_DEFAULT_MATH;
	cublasStatus_t status = cublasGetMathMode(handle, &mode);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	bool pedantic = (mode & 0xf) == CUBLAS_PEDANTIC_MATH;
	switch (dataType) {
	case CUDA_R_32F:
	case CUDA_C_32F: *computeType = pedantic ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_32F; break;
	case CUDA_R_64F:
	case CUDA_C_64F: *computeType = pedantic ? CUBLAS_COMPUTE_64F_PEDANTIC : CUBLAS_COMPUTE_64F; break;
	case CUDA_R_16F: *computeType = pedantic ? CUBLAS_COMPUTE_16F_PEDANTIC : CUBLAS_COMPUTE_16F; break;
	case CUDA_R_32I: *computeType = pedantic ? CUBLAS_COMPUTE_32I_PEDANTIC : CUBLAS_COMPUTE_32I; break;
	default: return CUBLAS_STATUS_NOT_SUPPORTED;
	}
	return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
	int n, int k, const void *alpha, const void *A, cudaDataType Atype, int lda, const void *B, cudaDataType Btype, int ldb,
	const void *beta, void *C, cudaDataType Ctype, int ldc, cudaDataType computeType, cublasGemmAlgo_t algo)
{
	cublasComputeType_t migrated = CUBLAS_COMPUTE_32F;
	cublasStatus_t status = cublasMigrateComputeType(handle, computeType, &migrated);
	return status != CUBLAS_STATUS_SUCCESS ? status : cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B,
		Btype, ldb, beta, C, Ctype, ldc, migrated, algo);
}

static inline cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
	int m, int n, int k, const void *alpha, const void *const Aarray[], cudaDataType Atype, int lda,
	const void *const Barray[], cudaDataType Btype, int ldb, const void *beta, void *const Carray[], cudaDataType Ctype, int ldc,
	int batchCount, cudaDataType computeType, cublasGemmAlgo_t algo)
{
	cublasComputeType_t migrated = CUBLAS_COMPUTE_32F;
	cublasStatus_t status = cublasMigrateComputeType(handle, computeType, &migrated);
	return status != CUBLAS_STATUS_SUCCESS ? status : cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, Aarray,
		Atype, lda, Barray, Btype, ldb, beta, Carray, Ctype, ldc, batchCount, migrated, algo);
}

static inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
	cublasOperation_t transb, int m, int n, int k, const void *alpha, const void *A, cudaDataType Atype, int lda,
	long long int strideA, const void *B, cudaDataType Btype, int ldb, long long int strideB, const void *beta, void *C,
	cudaDataType Ctype, int ldc, long long int strideC, int batchCount, cudaDataType computeType, cublasGemmAlgo_t algo)
{
	cublasComputeType_t migrated = CUBLAS_COMPUTE_32F;
	cublasStatus_t status = cublasMigrateComputeType(handle, computeType, &migrated);
	return status != CUBLAS_STATUS_SUCCESS ? status : cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A,
		Atype, lda, strideA, B, Btype, ldb, strideB, beta, C, Ctype, ldc, strideC, batchCount, migrated, algo);
}
#endif

#endif /* CUBLAS_API_H_ */
