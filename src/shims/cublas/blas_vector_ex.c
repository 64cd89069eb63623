// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Level 1 with formats as arguments (cuBLAS, 2.8.18 on): vectors are converted to dense ones of the format that is computed
// in, and results are rounded to theirs.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blas_call.h"
#include "../common/shim_lapack.h"

static const cudaDataType formats[] = { CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F };
static const size_t sizes[] = { 4, 8, 8, 16 };
static const int one = 1;

static bool is_wide(enum blas_type type)
{
	return type == BLAS_D || type == BLAS_Z;
}

static void load(enum blas_type type, void *to, cudaDataType from_type, const void *from, size_t count)
{
	if (is_wide(type))
		aw_shim_load_f64(to, from_type, from, count);
	else
		aw_shim_load_f32(to, from_type, from, count);
}

static void store(enum blas_type type, cudaDataType to_type, void *to, const void *from, size_t count)
{
	if (is_wide(type))
		aw_shim_store_f64(to_type, to, from, count);
	else
		aw_shim_store_f32(to_type, to, from, count);
}

// Element i of a vector.
static char *element(const struct blas_call *call, const void *vector, cudaDataType type, int64_t increment, int64_t i)
{
	int64_t at = increment < 0 ? (i + 1 - call->n) * increment : i * increment;
	return (char *)(uintptr_t)vector + at * (int64_t)aw_shim_type_size(type);
}

static void *gather(const struct blas_call *call, const void *vector, cudaDataType type, int64_t increment)
{
	size_t size = sizes[call->type];
	char *dense = malloc((size_t)call->n * size + 1);
	if (!dense)
		aw_shim_log_error("cublas", "no memory for a vector of %lld elements", (long long)call->n);
	else if (increment == 1)
		load(call->type, dense, type, vector, (size_t)call->n);
	for (int64_t i = 0; dense && increment != 1 && i < call->n; i++)
		load(call->type, dense + (size_t)i * size, type, element(call, vector, type, increment, i), 1);
	return dense;
}

static void scatter(const struct blas_call *call, void *vector, cudaDataType type, int64_t increment, const char *dense)
{
	for (int64_t i = 0; i < call->n; i++)
		store(call->type, type, element(call, vector, type, increment, i), dense + (size_t)i * sizes[call->type], 1);
}

// The routine on dense vectors; kl says which.
enum { NRM2, ASUM, DOT, DOTC, SCAL, AXPY };

static double reduce(const struct blas_call *call, const void *x)
{
	const int *n = BLAS_INT(n);
	int parts = call->type >= BLAS_C ? 2 : 1;
	double sum = 0;
	if (call->kl == NRM2)
		switch (call->type) {
		case BLAS_S: return ROUTINE(snrm2_)(n, x, &one);
		case BLAS_D: return ROUTINE(dnrm2_)(n, x, &one);
		case BLAS_C: return ROUTINE(scnrm2_)(n, x, &one);
		case BLAS_Z: return ROUTINE(dznrm2_)(n, x, &one);
		}
	for (int64_t i = 0; i < call->n * parts; i++)
		sum += is_wide(call->type) ? fabs(((const double *)x)[i]) : fabs((double)((const float *)x)[i]);
	return sum;
}

static void dot(const struct blas_call *call, const void *x, const void *y)
{
	_Alignas(16) char result[16] = { 0 };
	aw_blas_dot(call, &(struct blas_vectors){ x, y, 1, 1 }, call->kl == DOTC, result);
	store(call->type, call->result_type, call->result, result, 1);
}

static void run_vector(const struct blas_call *call)
{
	char alpha[16];
	double sum;
	void *x = gather(call, call->x, call->x_type, call->incx);
	void *y = call->y ? gather(call, call->y, call->y_type, call->incy) : NULL;
	if (call->alpha)
		load(call->type, alpha, call->scalar_type, aw_blas_alpha(call), 1);
	if (x && (y || !call->y))
		switch (call->kl) {
		case NRM2:
		case ASUM:
			sum = reduce(call, x);
			aw_shim_store_f64(call->result_type, call->result, &sum, 1);
			break;
		case DOT:
		case DOTC: dot(call, x, y); break;
		case SCAL:
			ROUTINE(scal)[call->type](BLAS_INT(n), alpha, x, &one);
			scatter(call, (void *)(uintptr_t)call->x, call->x_type, call->incx, x);
			break;
		case AXPY:
			ROUTINE(axpy)[call->type](BLAS_INT(n), alpha, x, &one, y, &one);
			scatter(call, call->y, call->y_type, call->incy, y);
			break;
		}
	free(x);
	free(y);
}

static void run_extreme(const struct blas_call *call)
{
	int parts = call->type >= BLAS_C ? 2 : 1;
	int64_t found = 0;
	double best = 0;
	for (int64_t i = 0; call->incx > 0 && i < call->n; i++) {
		double value[2] = { 0, 0 };
		aw_shim_load_f64(value, call->x_type, element(call, call->x, call->x_type, call->incx, i), 1);
		double size = fabs(value[0]) + (parts == 2 ? fabs(value[1]) : 0);
		if (!found || (call->ku ? size > best : size < best)) {
			found = i + 1;
			best = size;
		}
	}
	if (call->kl == sizeof(int))
		*(int *)call->result = (int)found;
	else
		*(int64_t *)call->result = found;
}

// Copies and exchanges bytes of elements.
static void run_move(const struct blas_call *call)
{
	size_t size = aw_shim_type_size(call->x_type);
	for (int64_t i = 0; i < call->n; i++) {
		char *x = element(call, call->x, call->x_type, call->incx, i), *y = element(call, call->y, call->y_type, call->incy, i);
		char kept[16];
		memcpy(kept, y, size);
		memcpy(y, x, size);
		if (call->ku)
			memcpy(x, kept, size);
	}
}

// The format to compute in; vectors are of the same kind, and not wider.
static cublasStatus_t submit(cublasHandle_t handle, cudaDataType execution, struct blas_call *call)
{
	for (int type = 0; type < 4; type++)
		if (formats[type] == execution) {
			size_t part = sizes[type] / (type >= BLAS_C ? 2 : 1);
			bool is_complex = type >= BLAS_C;
			size_t size = aw_shim_type_size(call->x_type) / (is_complex ? 2 : 1);
			if (!size || size > part || aw_shim_type_is_complex(call->x_type) != is_complex ||
			    (call->y && call->y_type != call->x_type) ||
			    (call->alpha && aw_shim_type_is_complex(call->scalar_type) != is_complex))
				return CUBLAS_STATUS_NOT_SUPPORTED;
			call->type = (enum blas_type)type;
			call->alpha_size = call->alpha ? aw_shim_type_size(call->scalar_type) : 0;
			return aw_blas_submit(handle, call);
		}
	return CUBLAS_STATUS_NOT_SUPPORTED;
}

#define EX_FUNCTION(name, parameters, arguments, execution, ...) \
	cublasStatus_t name parameters \
	{ \
		if (!aw_blas_handle_use(handle, #name)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD_LIST(name, arguments); \
		struct blas_call call = { .vector = true, .n = n, __VA_ARGS__ }; \
		return submit(handle, execution, &call); \
	}
#define IN_X BLAS_X(x, incx), .x_type = xType
#define IN_Y BLAS_Y((void *)(uintptr_t)y, incy), .y_type = yType
#define OUT .waits = true, .result = result

// A norm of complex vectors has the format of their parts.
#define REDUCTION(name, I, which) EX_FUNCTION(name, \
	(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, void *result, cudaDataType resultType, \
		cudaDataType executionType), \
	(handle->native, n, x, xType, incx, result, resultType, executionType), executionType, \
	.run = run_vector, .kl = which, IN_X, OUT, .result_type = resultType == CUDA_C_32F ? CUDA_R_32F : \
		resultType == CUDA_C_64F ? CUDA_R_64F : resultType)
#define PRODUCT(name, I, which) EX_FUNCTION(name, \
	(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, const void *y, cudaDataType yType, I incy, \
		void *result, cudaDataType resultType, cudaDataType executionType), \
	(handle->native, n, x, xType, incx, y, yType, incy, result, resultType, executionType), executionType, \
	.run = run_vector, .kl = which, IN_X, IN_Y, OUT, .result_type = resultType)
#define SCALE(name, I) EX_FUNCTION(name, \
	(cublasHandle_t handle, I n, const void *alpha, cudaDataType alphaType, void *x, cudaDataType xType, I incx, \
		cudaDataType executionType), \
	(handle->native, n, alpha, alphaType, x, xType, incx, executionType), executionType, \
	.run = run_vector, .kl = SCAL, IN_X, .alpha = alpha, .scalar_type = alphaType)
#define ADD(name, I) EX_FUNCTION(name, \
	(cublasHandle_t handle, I n, const void *alpha, cudaDataType alphaType, const void *x, cudaDataType xType, I incx, \
		void *y, cudaDataType yType, I incy, cudaDataType executionType), \
	(handle->native, n, alpha, alphaType, x, xType, incx, y, yType, incy, executionType), executionType, \
	.run = run_vector, .kl = AXPY, IN_X, IN_Y, .alpha = alpha, .scalar_type = alphaType)
// What moves bytes computes in whatever has the kind of the format.
#define KIND (aw_shim_type_is_complex(xType) ? CUDA_C_64F : CUDA_R_64F)
#define MOVE(name, I, X_TYPE, exchanges) EX_FUNCTION(name, \
	(cublasHandle_t handle, I n, X_TYPE *x, cudaDataType xType, I incx, void *y, cudaDataType yType, I incy), \
	(handle->native, n, x, xType, incx, y, yType, incy), KIND, .run = run_move, .ku = exchanges, IN_X, IN_Y)
#define EXTREME(name, I, greatest) EX_FUNCTION(name, \
	(cublasHandle_t handle, I n, const void *x, cudaDataType xType, I incx, I *result), \
	(handle->native, n, x, xType, incx, result), KIND, .run = run_extreme, .kl = sizeof(I), .ku = greatest, IN_X, OUT)

#define ALL_EX(suffix, I) \
	REDUCTION(cublasNrm2Ex##suffix, I, NRM2) \
	REDUCTION(cublasAsumEx##suffix, I, ASUM) \
	PRODUCT(cublasDotEx##suffix, I, DOT) \
	PRODUCT(cublasDotcEx##suffix, I, DOTC) \
	SCALE(cublasScalEx##suffix, I) \
	ADD(cublasAxpyEx##suffix, I) \
	MOVE(cublasCopyEx##suffix, I, const void, 0) \
	MOVE(cublasSwapEx##suffix, I, void, 1) \
	EXTREME(cublasIamaxEx##suffix, I, 1) \
	EXTREME(cublasIaminEx##suffix, I, 0)
ALL_EX(, int)
ALL_EX(_64, int64_t)

// --- rotations: in the formats of BLAS only, by the routines for them ---

#define BEGIN(function, ...) \
	if (!aw_blas_handle_use(handle, #function)) \
		return CUBLAS_STATUS_NOT_INITIALIZED; \
	if (handle->native) \
		BLAS_FORWARD(function, handle->native, __VA_ARGS__);

#define ROTATIONS(suffix, I) \
	cublasStatus_t cublasRotEx##suffix(cublasHandle_t handle, I n, void *x, cudaDataType xType, I incx, void *y, \
		cudaDataType yType, I incy, const void *c, const void *s, cudaDataType csType, cudaDataType executionType) \
	{ \
		BEGIN(cublasRotEx##suffix, n, x, xType, incx, y, yType, incy, c, s, csType, executionType) \
		if (xType != yType || xType != executionType) \
			return CUBLAS_STATUS_NOT_SUPPORTED; \
		if (xType == CUDA_R_32F && csType == CUDA_R_32F) \
			return cublasSrot_v2##suffix(handle, n, x, incx, y, incy, c, s); \
		if (xType == CUDA_R_64F && csType == CUDA_R_64F) \
			return cublasDrot_v2##suffix(handle, n, x, incx, y, incy, c, s); \
		if (xType == CUDA_C_32F && csType == CUDA_R_32F) \
			return cublasCsrot_v2##suffix(handle, n, x, incx, y, incy, c, s); \
		if (xType == CUDA_C_64F && csType == CUDA_R_64F) \
			return cublasZdrot_v2##suffix(handle, n, x, incx, y, incy, c, s); \
		return CUBLAS_STATUS_NOT_SUPPORTED; \
	} \
	cublasStatus_t cublasRotmEx##suffix(cublasHandle_t handle, I n, void *x, cudaDataType xType, I incx, void *y, \
		cudaDataType yType, I incy, const void *param, cudaDataType paramType, cudaDataType executionType) \
	{ \
		BEGIN(cublasRotmEx##suffix, n, x, xType, incx, y, yType, incy, param, paramType, executionType) \
		if (xType != yType || xType != executionType || xType != paramType) \
			return CUBLAS_STATUS_NOT_SUPPORTED; \
		return xType == CUDA_R_32F ? cublasSrotm_v2##suffix(handle, n, x, incx, y, incy, param) : \
		       xType == CUDA_R_64F ? cublasDrotm_v2##suffix(handle, n, x, incx, y, incy, param) : CUBLAS_STATUS_NOT_SUPPORTED; \
	}
ROTATIONS(, int)
ROTATIONS(_64, int64_t)

cublasStatus_t cublasRotgEx(cublasHandle_t handle, void *a, void *b, cudaDataType abType, void *c, void *s,
	cudaDataType csType, cudaDataType executionType)
{
	BEGIN(cublasRotgEx, a, b, abType, c, s, csType, executionType)
	if (abType != executionType)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return abType == CUDA_R_32F && csType == abType ? cublasSrotg_v2(handle, a, b, c, s) :
	       abType == CUDA_R_64F && csType == abType ? cublasDrotg_v2(handle, a, b, c, s) : CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void *d1, cudaDataType d1Type, void *d2, cudaDataType d2Type, void *x1,
	cudaDataType x1Type, const void *y1, cudaDataType y1Type, void *param, cudaDataType paramType, cudaDataType executionType)
{
	BEGIN(cublasRotmgEx, d1, d1Type, d2, d2Type, x1, x1Type, y1, y1Type, param, paramType, executionType)
	if (d1Type != d2Type || d1Type != x1Type || d1Type != y1Type || d1Type != paramType || d1Type != executionType)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return d1Type == CUDA_R_32F ? cublasSrotmg_v2(handle, d1, d2, x1, y1, param) :
	       d1Type == CUDA_R_64F ? cublasDrotmg_v2(handle, d1, d2, x1, y1, param) : CUBLAS_STATUS_NOT_SUPPORTED;
}
