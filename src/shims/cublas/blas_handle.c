// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuBLAS's handles and what is set in them (cuBLAS, 2.4).  A handle belongs to the device that was current when it was made.
#include <stdlib.h>

#include "../common/shim_blas_status.h"
#include "../common/shim_lapack.h"
#include "blas.h"

bool aw_blas_handle_use(cublasHandle_t handle, const char *function)
{
	aw_blas_log_call(function);
	return handle && handle->magic == BLAS_MAGIC;
}

void *aw_blas_native(const char *function)
{
	static const int versions[] = { 13, 12, 11, 0 };
	static void *library;
	return aw_shim_native_find(&library, "cublas", versions, function);
}

static cublasStatus_t create_native(cublasHandle_t *handle)
{
	cublasStatus_t (*create)(cublasHandle_t *) = (cublasStatus_t(*)(cublasHandle_t *))aw_blas_native("cublasCreate_v2");
	return create ? create(handle) : CUBLAS_STATUS_NOT_INITIALIZED;
}

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
	aw_blas_log_call(__func__);
	if (!handle)
		return CUBLAS_STATUS_INVALID_VALUE;
	enum aw_shim_device kind = aw_shim_device_current();
	if (kind == AW_SHIM_NONE || (kind == AW_SHIM_CPU && !aw_shim_lapack_load()))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	struct cublasContext *made = calloc(1, sizeof(*made));
	if (!made)
		return CUBLAS_STATUS_ALLOC_FAILED;
	made->magic = BLAS_MAGIC;
	made->special_values = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
	cudaGetDevice(&made->device);
	cublasStatus_t status = kind == AW_SHIM_GPU ? create_native(&made->native) : CUBLAS_STATUS_SUCCESS;
	if (status == CUBLAS_STATUS_SUCCESS)
		*handle = made;
	else
		free(made);
	return status;
}

static cublasStatus_t destroy_native(cublasHandle_t handle)
{
	BLAS_FORWARD(cublasDestroy_v2, handle);
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
	if (!aw_blas_handle_use(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
	if (handle->native)
		status = destroy_native(handle->native);
	else
		cudaStreamSynchronize(handle->stream);
	handle->magic = 0;
	free(handle);
	return status;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)
{
	if (handle && !aw_blas_handle_use(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!version)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (handle && handle->native)
		BLAS_FORWARD(cublasGetVersion_v2, handle->native, version);
	*version = CUBLAS_VERSION;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
	static const int numbers[] = { CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH };
	if (!value || (unsigned)type >= sizeof(numbers) / sizeof(numbers[0]))
		return CUBLAS_STATUS_INVALID_VALUE;
	*value = numbers[type];
	return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void)
{
	return CUDART_VERSION;
}

cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t size)
{
	if (!aw_blas_handle_use(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (handle->native)
		BLAS_FORWARD(cublasSetWorkspace_v2, handle->native, workspace, size);
	return ((uintptr_t)workspace & 255) ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
}

// A pair of functions that set and get a member of the handle.
#define BLAS_PROPERTY(setter, getter, type, member, valid) \
	cublasStatus_t setter(cublasHandle_t handle, type value) \
	{ \
		if (!aw_blas_handle_use(handle, __func__)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (!(valid)) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		handle->member = value; \
		if (handle->native) \
			BLAS_FORWARD(setter, handle->native, value); \
		return CUBLAS_STATUS_SUCCESS; \
	} \
	cublasStatus_t getter(cublasHandle_t handle, type *value) \
	{ \
		if (!aw_blas_handle_use(handle, __func__)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD(getter, handle->native, value); \
		if (!value) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		*value = handle->member; \
		return CUBLAS_STATUS_SUCCESS; \
	}

// One mode of the lowest bits, or those of emulation, and flags.
static bool is_math(cublasMath_t mode)
{
	unsigned emulated = CUBLAS_FP32_EMULATED_BF16X9_MATH | CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH;
	unsigned rest = (unsigned)mode & ~(unsigned)CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
	return rest <= CUBLAS_TF32_TENSOR_OP_MATH || !(rest & ~emulated);
}

BLAS_PROPERTY(cublasSetStream_v2, cublasGetStream_v2, cudaStream_t, stream, true)
BLAS_PROPERTY(cublasSetPointerMode_v2, cublasGetPointerMode_v2, cublasPointerMode_t, pointers,
	value == CUBLAS_POINTER_MODE_HOST || value == CUBLAS_POINTER_MODE_DEVICE)
BLAS_PROPERTY(cublasSetAtomicsMode, cublasGetAtomicsMode, cublasAtomicsMode_t, atomics,
	value == CUBLAS_ATOMICS_NOT_ALLOWED || value == CUBLAS_ATOMICS_ALLOWED)
BLAS_PROPERTY(cublasSetMathMode, cublasGetMathMode, cublasMath_t, math,
	is_math(value))
BLAS_PROPERTY(cublasSetSmCountTarget, cublasGetSmCountTarget, int, sm_count, value >= 0)
BLAS_PROPERTY(cublasSetEmulationStrategy, cublasGetEmulationStrategy, cublasEmulationStrategy_t, strategy,
	(unsigned)value <= CUBLAS_EMULATION_STRATEGY_EAGER)
BLAS_PROPERTY(cublasSetEmulationSpecialValuesSupport, cublasGetEmulationSpecialValuesSupport, cudaEmulationSpecialValuesSupport,
	special_values, (unsigned)value <= CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT)
BLAS_PROPERTY(cublasSetFixedPointEmulationMantissaControl, cublasGetFixedPointEmulationMantissaControl, cudaEmulationMantissaControl,
	mantissa_control, (unsigned)value <= CUDA_EMULATION_MANTISSA_CONTROL_FIXED)
BLAS_PROPERTY(cublasSetFixedPointEmulationMaxMantissaBitCount, cublasGetFixedPointEmulationMaxMantissaBitCount, int, mantissa_bits,
	value >= 0)
BLAS_PROPERTY(cublasSetFixedPointEmulationMantissaBitOffset, cublasGetFixedPointEmulationMantissaBitOffset, int, mantissa_offset, true)
BLAS_PROPERTY(cublasSetFixedPointEmulationMantissaBitCountPointer, cublasGetFixedPointEmulationMantissaBitCountPointer, int *, bits_kept,
	true)

const char *cublasGetStatusName(cublasStatus_t status)
{
	return aw_shim_blas_status_name(status);
}

const char *cublasGetStatusString(cublasStatus_t status)
{
	return aw_shim_blas_status_sentence(status);
}
