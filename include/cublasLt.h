/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cublasLt (cuBLAS Library 12.6, chapter 3): products of matrices whose layout, formats, scaling and epilogue are described
 * by objects.  On the cpu device matrices are stored by columns or by rows, scaled by scalars, vectors or in blocks, and there is one
 * algorithm; CUBLAS_STATUS_NOT_SUPPORTED for the rest.
 */
#ifndef CUBLASLT_H_
#define CUBLASLT_H_

#include "cublas_api.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* --- objects (3.3); programs may also have them in their own memory, by the functions named Init --- */

typedef struct cublasLtContext *cublasLtHandle_t;

typedef struct {
	uint64_t data[8];
} cublasLtMatrixLayoutOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;

typedef struct {
	uint64_t data[8];
} cublasLtMatmulAlgo_t;

typedef struct {
	uint64_t data[32];
} cublasLtMatmulDescOpaque_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;

typedef struct {
	uint64_t data[8];
} cublasLtMatrixTransformDescOpaque_t;
typedef cublasLtMatrixTransformDescOpaque_t *cublasLtMatrixTransformDesc_t;

typedef struct {
	uint64_t data[8];
} cublasLtMatmulPreferenceOpaque_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;

typedef struct {
	uint64_t data[8];
} cublasLtEmulationDescOpaque_t;
typedef cublasLtEmulationDescOpaque_t *cublasLtEmulationDesc_t;

/* What a search for an algorithm found: whether it can be used (state), and the bytes of workspace it wants. */
typedef struct {
	cublasLtMatmulAlgo_t algo;
	size_t workspaceSize;
	cublasStatus_t state;
	float wavesCount;
	int reserved[4];
} cublasLtMatmulHeuristicResult_t;

typedef void (*cublasLtLoggerCallback_t)(int logLevel, const char *functionName, const char *message);

/* --- values of attributes --- */

/* Where alpha and beta lie; vectors have an element for each row of D. */
typedef enum {
	CUBLASLT_POINTER_MODE_HOST = 0,
	CUBLASLT_POINTER_MODE_DEVICE = 1,
	CUBLASLT_POINTER_MODE_DEVICE_VECTOR = 2,
	CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO = 3,
	CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST = 4
} cublasLtPointerMode_t;

typedef enum {
	CUBLASLT_POINTER_MODE_MASK_HOST = 1,
	CUBLASLT_POINTER_MODE_MASK_DEVICE = 2,
	CUBLASLT_POINTER_MODE_MASK_DEVICE_VECTOR = 4,
	CUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_ZERO = 8,
	CUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_HOST = 16
} cublasLtPointerModeMask_t;

/* How a matrix is stored. */
typedef enum {
	CUBLASLT_ORDER_COL = 0,
	CUBLASLT_ORDER_ROW = 1,
	CUBLASLT_ORDER_COL32 = 2,
	CUBLASLT_ORDER_COL4_4R2_8C = 3,
	CUBLASLT_ORDER_COL32_2R_4R4 = 4
} cublasLtOrder_t;

/* What is done with the result: bias, RELU and GELU, with what their gradients need (AUX), and the gradients. */
typedef enum {
	CUBLASLT_EPILOGUE_DEFAULT = 1,
	CUBLASLT_EPILOGUE_RELU = 2,
	CUBLASLT_EPILOGUE_RELU_AUX = 130,
	CUBLASLT_EPILOGUE_BIAS = 4,
	CUBLASLT_EPILOGUE_RELU_BIAS = 6,
	CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134,
	CUBLASLT_EPILOGUE_DRELU = 136,
	CUBLASLT_EPILOGUE_DRELU_BGRAD = 152,
	CUBLASLT_EPILOGUE_GELU = 32,
	CUBLASLT_EPILOGUE_GELU_AUX = 160,
	CUBLASLT_EPILOGUE_GELU_BIAS = 36,
	CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
	CUBLASLT_EPILOGUE_DGELU = 192,
	CUBLASLT_EPILOGUE_DGELU_BGRAD = 208,
	CUBLASLT_EPILOGUE_BGRADA = 256,
	CUBLASLT_EPILOGUE_BGRADB = 512
} cublasLtEpilogue_t;

/* What scale pointers point to. */
typedef enum {
	CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F = 0,
	CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3 = 1,
	CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0 = 2,
	CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F = 3,
	CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F = 4,
	CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F = 5,
	CUBLASLT_MATMUL_MATRIX_SCALE_PER_BATCH_SCALAR_32F = 6,
	CUBLASLT_MATMUL_MATRIX_SCALE_END
} cublasLtMatmulMatrixScale_t;

/* Where the matrices of a batch lie: at equal distances, at the addresses of an array on the device, or so with a size for each. */
typedef enum {
	CUBLASLT_BATCH_MODE_STRIDED = 0,
	CUBLASLT_BATCH_MODE_POINTER_ARRAY = 1,
	CUBLASLT_BATCH_MODE_GROUPED = 2
} cublasLtBatchMode_t;

/* The numbers in arrays of sizes. */
typedef enum {
	CUBLASLT_INTEGER_WIDTH_32 = 0,
	CUBLASLT_INTEGER_WIDTH_64 = 1
} cublasLtIntegerWidth_t;

typedef enum {
	CUBLASLT_REDUCTION_SCHEME_NONE = 0,
	CUBLASLT_REDUCTION_SCHEME_INPLACE = 1,
	CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE = 2,
	CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE = 4,
	CUBLASLT_REDUCTION_SCHEME_MASK = 7
} cublasLtReductionScheme_t;

/* How algorithms are searched. */
typedef enum {
	CUBLASLT_SEARCH_BEST_FIT = 0,
	CUBLASLT_SEARCH_LIMITED_BY_ALGO_ID = 1,
	CUBLASLT_SEARCH_RESERVED_02 = 2,
	CUBLASLT_SEARCH_RESERVED_03 = 3,
	CUBLASLT_SEARCH_RESERVED_04 = 4,
	CUBLASLT_SEARCH_RESERVED_05 = 5,
	CUBLASLT_SEARCH_RESERVED_06 = 6,
	CUBLASLT_SEARCH_RESERVED_07 = 7,
	CUBLASLT_SEARCH_RESERVED_08 = 8,
	CUBLASLT_SEARCH_RESERVED_09 = 9
} cublasLtMatmulSearch_t;

/* Attributes of a layout. */
typedef enum {
	CUBLASLT_MATRIX_LAYOUT_TYPE = 0,
	CUBLASLT_MATRIX_LAYOUT_ORDER = 1,
	CUBLASLT_MATRIX_LAYOUT_ROWS = 2,
	CUBLASLT_MATRIX_LAYOUT_COLS = 3,
	CUBLASLT_MATRIX_LAYOUT_LD = 4,
	CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
	CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6,
	CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET = 7,
	CUBLASLT_MATRIX_LAYOUT_BATCH_MODE = 8,
	CUBLASLT_GROUPED_MATRIX_LAYOUT_ROWS_ARRAY = 9,
	CUBLASLT_GROUPED_MATRIX_LAYOUT_COLS_ARRAY = 10,
	CUBLASLT_GROUPED_MATRIX_LAYOUT_LD_ARRAY = 11,
	CUBLASLT_GROUPED_MATRIX_LAYOUT_ROWS_COLS_ARRAY_INTEGER_WIDTH = 12,
	CUBLASLT_GROUPED_MATRIX_LAYOUT_LD_ARRAY_INTEGER_WIDTH = 13
} cublasLtMatrixLayoutAttribute_t;

/* Attributes of a product. */
typedef enum {
	CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0,
	CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1,
	CUBLASLT_MATMUL_DESC_POINTER_MODE = 2,
	CUBLASLT_MATMUL_DESC_TRANSA = 3,
	CUBLASLT_MATMUL_DESC_TRANSB = 4,
	CUBLASLT_MATMUL_DESC_TRANSC = 5,
	CUBLASLT_MATMUL_DESC_FILL_MODE = 6,
	CUBLASLT_MATMUL_DESC_EPILOGUE = 7,
	CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
	CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE = 13,
	CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE = 14,
	CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET = 15,
	CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17,
	CUBLASLT_MATMUL_DESC_B_SCALE_POINTER = 18,
	CUBLASLT_MATMUL_DESC_C_SCALE_POINTER = 19,
	CUBLASLT_MATMUL_DESC_D_SCALE_POINTER = 20,
	CUBLASLT_MATMUL_DESC_AMAX_D_POINTER = 21,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE = 22,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER = 23,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER = 24,
	CUBLASLT_MATMUL_DESC_FAST_ACCUM = 25,
	CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26,
	CUBLASLT_MATMUL_DESC_A_SCALE_MODE = 31,
	CUBLASLT_MATMUL_DESC_B_SCALE_MODE = 32,
	CUBLASLT_MATMUL_DESC_C_SCALE_MODE = 33,
	CUBLASLT_MATMUL_DESC_D_SCALE_MODE = 34,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE = 35,
	CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER = 36,
	CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE = 37,
	CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR = 38,
	CUBLASLT_MATMUL_DESC_ALPHA_BATCH_STRIDE = 39,
	CUBLASLT_MATMUL_DESC_BETA_BATCH_STRIDE = 40
} cublasLtMatmulDescAttributes_t;

/* Attributes of a transformation. */
typedef enum {
	CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE = 0,
	CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE = 1,
	CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA = 2,
	CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB = 3
} cublasLtMatrixTransformDescAttributes_t;

/* Attributes of a search. */
typedef enum {
	CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0,
	CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
	CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES = 6,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES = 7,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES = 8,
	CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT = 9,
	CUBLASLT_MATMUL_PREF_IMPL_MASK = 12,
	CUBLASLT_MATMUL_PREF_GROUPED_AVERAGE_REDUCTION_DIM = 13,
	CUBLASLT_MATMUL_PREF_GROUPED_DESC_D_AVERAGE_ROWS = 14,
	CUBLASLT_MATMUL_PREF_GROUPED_DESC_D_AVERAGE_COLS = 15
} cublasLtMatmulPreferenceAttributes_t;

/* Attributes of emulation (cuBLAS, "Floating Point Emulation"), as cublasSetEmulationStrategy and its like. */
typedef enum {
	CUBLASLT_EMULATION_DESC_STRATEGY = 0,
	CUBLASLT_EMULATION_DESC_SPECIAL_VALUES_SUPPORT = 1,
	CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_CONTROL = 2,
	CUBLASLT_EMULATION_DESC_FIXEDPOINT_MAX_MANTISSA_BIT_COUNT = 3,
	CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_OFFSET = 4,
	CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_COUNT_POINTER = 5
} cublasLtEmulationDescAttributes_t;

/* What an algorithm can do. */
typedef enum {
	CUBLASLT_ALGO_CAP_SPLITK_SUPPORT = 0,
	CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK = 1,
	CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT = 2,
	CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT = 3,
	CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT = 4,
	CUBLASLT_ALGO_CAP_UPLO_SUPPORT = 5,
	CUBLASLT_ALGO_CAP_TILE_IDS = 6,
	CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX = 7,
	CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER = 10,
	CUBLASLT_ALGO_CAP_POINTER_MODE_MASK = 11,
	CUBLASLT_ALGO_CAP_EPILOGUE_MASK = 12,
	CUBLASLT_ALGO_CAP_STAGES_IDS = 13,
	CUBLASLT_ALGO_CAP_LD_NEGATIVE = 14,
	CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS = 15,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES = 16,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES = 17,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES = 18,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES = 19,
	CUBLASLT_ALGO_CAP_POINTER_ARRAY_BATCH_SUPPORT = 21,
	CUBLASLT_ALGO_CAP_FLOATING_POINT_EMULATION_SUPPORT = 22,
	CUBLASLT_ALGO_CAP_POINTER_ARRAY_GROUPED_SUPPORT = 23
} cublasLtMatmulAlgoCapAttributes_t;

/* How an algorithm is set up. */
typedef enum {
	CUBLASLT_ALGO_CONFIG_ID = 0,
	CUBLASLT_ALGO_CONFIG_TILE_ID = 1,
	CUBLASLT_ALGO_CONFIG_SPLITK_NUM = 2,
	CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME = 3,
	CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING = 4,
	CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION = 5,
	CUBLASLT_ALGO_CONFIG_STAGES_ID = 6,
	CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID = 7,
	CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID = 8
} cublasLtMatmulAlgoConfigAttributes_t;

/* Sizes of tiles and the like, of which the cpu device has none. */
typedef enum {
	CUBLASLT_MATMUL_TILE_UNDEFINED = 0,
	CUBLASLT_MATMUL_TILE_8x8 = 1,
	CUBLASLT_MATMUL_TILE_8x16 = 2,
	CUBLASLT_MATMUL_TILE_16x8 = 3,
	CUBLASLT_MATMUL_TILE_8x32 = 4,
	CUBLASLT_MATMUL_TILE_16x16 = 5,
	CUBLASLT_MATMUL_TILE_32x8 = 6,
	CUBLASLT_MATMUL_TILE_8x64 = 7,
	CUBLASLT_MATMUL_TILE_16x32 = 8,
	CUBLASLT_MATMUL_TILE_32x16 = 9,
	CUBLASLT_MATMUL_TILE_64x8 = 10,
	CUBLASLT_MATMUL_TILE_32x32 = 11,
	CUBLASLT_MATMUL_TILE_32x64 = 12,
	CUBLASLT_MATMUL_TILE_64x32 = 13,
	CUBLASLT_MATMUL_TILE_32x128 = 14,
	CUBLASLT_MATMUL_TILE_64x64 = 15,
	CUBLASLT_MATMUL_TILE_128x32 = 16,
	CUBLASLT_MATMUL_TILE_64x128 = 17,
	CUBLASLT_MATMUL_TILE_128x64 = 18,
	CUBLASLT_MATMUL_TILE_64x256 = 19,
	CUBLASLT_MATMUL_TILE_128x128 = 20,
	CUBLASLT_MATMUL_TILE_256x64 = 21,
	CUBLASLT_MATMUL_TILE_64x512 = 22,
	CUBLASLT_MATMUL_TILE_128x256 = 23,
	CUBLASLT_MATMUL_TILE_256x128 = 24,
	CUBLASLT_MATMUL_TILE_512x64 = 25,
	CUBLASLT_MATMUL_TILE_64x96 = 26,
	CUBLASLT_MATMUL_TILE_96x64 = 27,
	CUBLASLT_MATMUL_TILE_96x128 = 28,
	CUBLASLT_MATMUL_TILE_128x160 = 29,
	CUBLASLT_MATMUL_TILE_160x128 = 30,
	CUBLASLT_MATMUL_TILE_192x128 = 31,
	CUBLASLT_MATMUL_TILE_128x192 = 32,
	CUBLASLT_MATMUL_TILE_128x96 = 33,
	CUBLASLT_MATMUL_TILE_32x256 = 34,
	CUBLASLT_MATMUL_TILE_256x32 = 35,
	CUBLASLT_MATMUL_TILE_8x128 = 36,
#include "anywarp/cublaslt_tiles.h"
	CUBLASLT_MATMUL_TILE_END
} cublasLtMatmulTile_t;

typedef enum {
	CUBLASLT_MATMUL_STAGES_UNDEFINED = 0,
	CUBLASLT_MATMUL_STAGES_16x1 = 1,
	CUBLASLT_MATMUL_STAGES_16x2 = 2,
	CUBLASLT_MATMUL_STAGES_16x3 = 3,
	CUBLASLT_MATMUL_STAGES_16x4 = 4,
	CUBLASLT_MATMUL_STAGES_16x5 = 5,
	CUBLASLT_MATMUL_STAGES_16x6 = 6,
	CUBLASLT_MATMUL_STAGES_32x1 = 7,
	CUBLASLT_MATMUL_STAGES_32x2 = 8,
	CUBLASLT_MATMUL_STAGES_32x3 = 9,
	CUBLASLT_MATMUL_STAGES_32x4 = 10,
	CUBLASLT_MATMUL_STAGES_32x5 = 11,
	CUBLASLT_MATMUL_STAGES_32x6 = 12,
	CUBLASLT_MATMUL_STAGES_64x1 = 13,
	CUBLASLT_MATMUL_STAGES_64x2 = 14,
	CUBLASLT_MATMUL_STAGES_64x3 = 15,
	CUBLASLT_MATMUL_STAGES_64x4 = 16,
	CUBLASLT_MATMUL_STAGES_64x5 = 17,
	CUBLASLT_MATMUL_STAGES_64x6 = 18,
	CUBLASLT_MATMUL_STAGES_128x1 = 19,
	CUBLASLT_MATMUL_STAGES_128x2 = 20,
	CUBLASLT_MATMUL_STAGES_128x3 = 21,
	CUBLASLT_MATMUL_STAGES_128x4 = 22,
	CUBLASLT_MATMUL_STAGES_128x5 = 23,
	CUBLASLT_MATMUL_STAGES_128x6 = 24,
	CUBLASLT_MATMUL_STAGES_32x10 = 25,
	CUBLASLT_MATMUL_STAGES_8x4 = 26,
	CUBLASLT_MATMUL_STAGES_16x10 = 27,
	CUBLASLT_MATMUL_STAGES_8x5 = 28,
	CUBLASLT_MATMUL_STAGES_8x3 = 31,
	CUBLASLT_MATMUL_STAGES_8xAUTO = 32,
	CUBLASLT_MATMUL_STAGES_16xAUTO = 33,
	CUBLASLT_MATMUL_STAGES_32xAUTO = 34,
	CUBLASLT_MATMUL_STAGES_64xAUTO = 35,
	CUBLASLT_MATMUL_STAGES_128xAUTO = 36,
	CUBLASLT_MATMUL_STAGES_256xAUTO = 37,
	CUBLASLT_MATMUL_STAGES_768xAUTO = 38,
	CUBLASLT_MATMUL_STAGES_END
} cublasLtMatmulStages_t;

typedef enum {
	CUBLASLT_CLUSTER_SHAPE_AUTO = 0,
	CUBLASLT_CLUSTER_SHAPE_1x1x1 = 2,
	CUBLASLT_CLUSTER_SHAPE_2x1x1 = 3,
	CUBLASLT_CLUSTER_SHAPE_4x1x1 = 4,
	CUBLASLT_CLUSTER_SHAPE_1x2x1 = 5,
	CUBLASLT_CLUSTER_SHAPE_2x2x1 = 6,
	CUBLASLT_CLUSTER_SHAPE_4x2x1 = 7,
	CUBLASLT_CLUSTER_SHAPE_1x4x1 = 8,
	CUBLASLT_CLUSTER_SHAPE_2x4x1 = 9,
	CUBLASLT_CLUSTER_SHAPE_4x4x1 = 10,
	CUBLASLT_CLUSTER_SHAPE_8x1x1 = 11,
	CUBLASLT_CLUSTER_SHAPE_1x8x1 = 12,
	CUBLASLT_CLUSTER_SHAPE_8x2x1 = 13,
	CUBLASLT_CLUSTER_SHAPE_2x8x1 = 14,
	CUBLASLT_CLUSTER_SHAPE_16x1x1 = 15,
	CUBLASLT_CLUSTER_SHAPE_1x16x1 = 16,
	CUBLASLT_CLUSTER_SHAPE_3x1x1 = 17,
	CUBLASLT_CLUSTER_SHAPE_5x1x1 = 18,
	CUBLASLT_CLUSTER_SHAPE_6x1x1 = 19,
	CUBLASLT_CLUSTER_SHAPE_7x1x1 = 20,
	CUBLASLT_CLUSTER_SHAPE_9x1x1 = 21,
	CUBLASLT_CLUSTER_SHAPE_10x1x1 = 22,
	CUBLASLT_CLUSTER_SHAPE_11x1x1 = 23,
	CUBLASLT_CLUSTER_SHAPE_12x1x1 = 24,
	CUBLASLT_CLUSTER_SHAPE_13x1x1 = 25,
	CUBLASLT_CLUSTER_SHAPE_14x1x1 = 26,
	CUBLASLT_CLUSTER_SHAPE_15x1x1 = 27,
	CUBLASLT_CLUSTER_SHAPE_3x2x1 = 28,
	CUBLASLT_CLUSTER_SHAPE_5x2x1 = 29,
	CUBLASLT_CLUSTER_SHAPE_6x2x1 = 30,
	CUBLASLT_CLUSTER_SHAPE_7x2x1 = 31,
	CUBLASLT_CLUSTER_SHAPE_1x3x1 = 32,
	CUBLASLT_CLUSTER_SHAPE_2x3x1 = 33,
	CUBLASLT_CLUSTER_SHAPE_3x3x1 = 34,
	CUBLASLT_CLUSTER_SHAPE_4x3x1 = 35,
	CUBLASLT_CLUSTER_SHAPE_5x3x1 = 36,
	CUBLASLT_CLUSTER_SHAPE_3x4x1 = 37,
	CUBLASLT_CLUSTER_SHAPE_1x5x1 = 38,
	CUBLASLT_CLUSTER_SHAPE_2x5x1 = 39,
	CUBLASLT_CLUSTER_SHAPE_3x5x1 = 40,
	CUBLASLT_CLUSTER_SHAPE_1x6x1 = 41,
	CUBLASLT_CLUSTER_SHAPE_2x6x1 = 42,
	CUBLASLT_CLUSTER_SHAPE_1x7x1 = 43,
	CUBLASLT_CLUSTER_SHAPE_2x7x1 = 44,
	CUBLASLT_CLUSTER_SHAPE_1x9x1 = 45,
	CUBLASLT_CLUSTER_SHAPE_1x10x1 = 46,
	CUBLASLT_CLUSTER_SHAPE_1x11x1 = 47,
	CUBLASLT_CLUSTER_SHAPE_1x12x1 = 48,
	CUBLASLT_CLUSTER_SHAPE_1x13x1 = 49,
	CUBLASLT_CLUSTER_SHAPE_1x14x1 = 50,
	CUBLASLT_CLUSTER_SHAPE_1x15x1 = 51,
	CUBLASLT_CLUSTER_SHAPE_END
} cublasLtClusterShape_t;

typedef enum {
	CUBLASLT_MATMUL_INNER_SHAPE_UNDEFINED = 0,
	CUBLASLT_MATMUL_INNER_SHAPE_MMA884 = 1,
	CUBLASLT_MATMUL_INNER_SHAPE_MMA1684 = 2,
	CUBLASLT_MATMUL_INNER_SHAPE_MMA1688 = 3,
	CUBLASLT_MATMUL_INNER_SHAPE_MMA16816 = 4,
	CUBLASLT_MATMUL_INNER_SHAPE_END
} cublasLtMatmulInnerShape_t;

/* What an implementation computes with: bits of operations, of accumulators, of inputs. */
typedef uint64_t cublasLtNumericalImplFlags_t;
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA (0x01ull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_HMMA (0x02ull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_IMMA (0x04ull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_DMMA (0x08ull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_TENSOR_OP_MASK (0xfeull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_OP_TYPE_MASK (0xffull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_16F (0x01ull << 8)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F (0x02ull << 8)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_64F (0x04ull << 8)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32I (0x08ull << 8)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_TYPE_MASK (0xffull << 8)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_16F (0x01ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_16BF (0x02ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_TF32 (0x04ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_32F (0x08ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_64F (0x10ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8I (0x20ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8F_E4M3 (0x40ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8F_E5M2 (0x80ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_OP_INPUT_TYPE_MASK (0xffull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_GAUSSIAN (0x01ull << 32)

/* --- the library (3.4) --- */

CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtCreate(cublasLtHandle_t *lightHandle);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtDestroy(cublasLtHandle_t lightHandle);
CUBLASAPI const char *CUBLASWINAPI cublasLtGetStatusName(cublasStatus_t status);
CUBLASAPI const char *CUBLASWINAPI cublasLtGetStatusString(cublasStatus_t status);
CUBLASAPI size_t CUBLASWINAPI cublasLtGetVersion(void);
CUBLASAPI size_t CUBLASWINAPI cublasLtGetCudartVersion(void);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtGetProperty(libraryPropertyType type, int *value);
/* Entries that results of searches are kept in; the cpu device keeps the number. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtHeuristicsCacheGetCapacity(size_t *capacity);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtHeuristicsCacheSetCapacity(size_t capacity);
/* Instruction sets that the host part should not use; gives the mask before. */
CUBLASAPI unsigned CUBLASWINAPI cublasLtDisableCpuInstructionsSetMask(unsigned mask);

/* D = epilogue(alpha op(A) op(B) + beta op(C)).  algo may be NULL; C may be D. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmul(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t computeDesc,
	const void *alpha, const void *A, cublasLtMatrixLayout_t Adesc, const void *B, cublasLtMatrixLayout_t Bdesc,
	const void *beta, const void *C, cublasLtMatrixLayout_t Cdesc, void *D, cublasLtMatrixLayout_t Ddesc,
	const cublasLtMatmulAlgo_t *algo, void *workspace, size_t workspaceSizeInBytes, cudaStream_t stream);

/* C = alpha op(A) + beta op(B), with a change of order and format. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatrixTransform(cublasLtHandle_t lightHandle,
	cublasLtMatrixTransformDesc_t transformDesc, const void *alpha, const void *A, cublasLtMatrixLayout_t Adesc, const void *beta,
	const void *B, cublasLtMatrixLayout_t Bdesc, void *C, cublasLtMatrixLayout_t Cdesc, cudaStream_t stream);

/* --- descriptions --- */

/* For each kind of object: Create and Destroy, Init for one in the program's memory, and its attributes, whose values
   have exactly sizeInBytes bytes (CUBLAS_STATUS_INVALID_VALUE otherwise). */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t object,
	size_t size, cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *object,
	cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t object);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t object,
	cublasLtMatrixLayoutAttribute_t attr,
	const void *buf, size_t sizeInBytes);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t object,
	cublasLtMatrixLayoutAttribute_t attr,
	void *buf, size_t sizeInBytes, size_t *sizeWritten);
static inline cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t object, cudaDataType type,
	uint64_t rows, uint64_t cols, int64_t ld)
{
	return cublasLtMatrixLayoutInit_internal(object, sizeof(*object), type, rows, cols, ld);
}

/* The layout of batchCount matrices, each with sizes of its own, which lie in arrays on the device when the product is made (numbers
   of 32 bits unless the layout's attributes say 64); matrices, and what of scales, scalars and biases has one for each, are arrays of
   pointers on the device.  All four layouts of a product must be such.  CUBLAS_STATUS_INVALID_VALUE: no object, fewer than 1. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtGroupedMatrixLayoutInit_internal(cublasLtMatrixLayout_t object, size_t size,
	cudaDataType type, int batchCount, const void *rowsArray, const void *colsArray, const void *ldArray);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtGroupedMatrixLayoutCreate(cublasLtMatrixLayout_t *object, cudaDataType type, int batchCount,
	const void *rowsArray, const void *colsArray, const void *ldArray);
static inline cublasStatus_t cublasLtGroupedMatrixLayoutInit(cublasLtMatrixLayout_t object, cudaDataType type, int batchCount,
	const void *rowsArray, const void *colsArray, const void *ldArray)
{
	return cublasLtGroupedMatrixLayoutInit_internal(object, sizeof(*object), type, batchCount, rowsArray, colsArray, ldArray);
}

/* How products of floats and doubles are emulated; the cpu device keeps what is set and emulates nothing. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtEmulationDescInit_internal(cublasLtEmulationDesc_t object, size_t size);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtEmulationDescCreate(cublasLtEmulationDesc_t *object);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtEmulationDescDestroy(cublasLtEmulationDesc_t object);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtEmulationDescSetAttribute(cublasLtEmulationDesc_t object,
	cublasLtEmulationDescAttributes_t attr, const void *buf, size_t sizeInBytes);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtEmulationDescGetAttribute(cublasLtEmulationDesc_t object,
	cublasLtEmulationDescAttributes_t attr, void *buf, size_t sizeInBytes, size_t *sizeWritten);
static inline cublasStatus_t cublasLtEmulationDescInit(cublasLtEmulationDesc_t object)
{
	return cublasLtEmulationDescInit_internal(object, sizeof(*object));
}

CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t object, size_t size,
	cublasComputeType_t computeType, cudaDataType_t scaleType);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *object,
	cublasComputeType_t computeType, cudaDataType_t scaleType);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t object);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t object,
	cublasLtMatmulDescAttributes_t attr,
	const void *buf, size_t sizeInBytes);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t object,
	cublasLtMatmulDescAttributes_t attr,
	void *buf, size_t sizeInBytes, size_t *sizeWritten);
static inline cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t object,
	cublasComputeType_t computeType, cudaDataType_t scaleType)
{
	return cublasLtMatmulDescInit_internal(object, sizeof(*object), computeType, scaleType);
}


CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t object,
	size_t size, cudaDataType scaleType);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t *object,
	cudaDataType scaleType);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatrixTransformDescDestroy(cublasLtMatrixTransformDesc_t object);

CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatrixTransformDescSetAttribute(cublasLtMatrixTransformDesc_t object,
	cublasLtMatrixTransformDescAttributes_t attr,
	const void *buf, size_t sizeInBytes);

CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatrixTransformDescGetAttribute(cublasLtMatrixTransformDesc_t object,
	cublasLtMatrixTransformDescAttributes_t attr,
	void *buf, size_t sizeInBytes, size_t *sizeWritten);
static inline cublasStatus_t cublasLtMatrixTransformDescInit(cublasLtMatrixTransformDesc_t object,
	cudaDataType scaleType)
{
	return cublasLtMatrixTransformDescInit_internal(object, sizeof(*object), scaleType);
}

CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t object,
	size_t size);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *object);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t object);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t object,
	cublasLtMatmulPreferenceAttributes_t attr,
	const void *buf, size_t sizeInBytes);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulPreferenceGetAttribute(cublasLtMatmulPreference_t object,
	cublasLtMatmulPreferenceAttributes_t attr,
	void *buf, size_t sizeInBytes, size_t *sizeWritten);
static inline cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t object)
{
	return cublasLtMatmulPreferenceInit_internal(object, sizeof(*object));
}

/* --- algorithms --- */

/* Algorithms for a product, best first; CUBLAS_STATUS_NOT_SUPPORTED and a count of 0 where there is none. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t lightHandle,
	cublasLtMatmulDesc_t operationDesc, cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc, cublasLtMatrixLayout_t Cdesc,
	cublasLtMatrixLayout_t Ddesc, cublasLtMatmulPreference_t preference, int requestedAlgoCount,
	cublasLtMatmulHeuristicResult_t heuristicResultsArray[], int *returnAlgoCount);
/* The same for the multiprocessors that the stream may use. */
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulAlgoGetHeuristicForStream(cublasLtHandle_t lightHandle,
	cublasLtMatmulDesc_t operationDesc, cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc, cublasLtMatrixLayout_t Cdesc,
	cublasLtMatrixLayout_t Ddesc, cublasLtMatmulPreference_t preference, int requestedAlgoCount,
	cublasLtMatmulHeuristicResult_t heuristicResultsArray[], int *returnAlgoCount, cudaStream_t stream);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulAlgoGetIds(cublasLtHandle_t lightHandle,
	cublasComputeType_t computeType,
	cudaDataType_t scaleType, cudaDataType_t Atype, cudaDataType_t Btype, cudaDataType_t Ctype, cudaDataType_t Dtype,
	int requestedAlgoCount, int algoIdsArray[], int *returnAlgoCount);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulAlgoInit(cublasLtHandle_t lightHandle,
	cublasComputeType_t computeType,
	cudaDataType_t scaleType, cudaDataType_t Atype, cudaDataType_t Btype, cudaDataType_t Ctype, cudaDataType_t Dtype, int algoId,
	cublasLtMatmulAlgo_t *algo);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulAlgoCheck(cublasLtHandle_t lightHandle,
	cublasLtMatmulDesc_t operationDesc,
	cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc, cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
	const cublasLtMatmulAlgo_t *algo, cublasLtMatmulHeuristicResult_t *result);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulAlgoCapAttributes_t attr, void *buf, size_t sizeInBytes, size_t *sizeWritten);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulAlgoConfigAttributes_t attr, const void *buf, size_t sizeInBytes);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulAlgoConfigAttributes_t attr, void *buf, size_t sizeInBytes, size_t *sizeWritten);

/* --- the log: from level 1 (errors) to 5 (calls), or a mask of levels --- */

CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtLoggerSetCallback(cublasLtLoggerCallback_t callback);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtLoggerSetFile(FILE *file);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtLoggerOpenFile(const char *logFile);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtLoggerSetLevel(int level);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtLoggerSetMask(int mask);
CUBLASAPI cublasStatus_t CUBLASWINAPI cublasLtLoggerForceDisable(void);

#if defined(__cplusplus)
}
#endif

#endif /* CUBLASLT_H_ */
