// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublas
//
// cuBLAS's handles: what can be set in them, what is refused, statuses' texts, the log.
#include <cublas_v2.h>
#include <cstring>

#include "unit/unit.h"

static int logged;

// What is set of emulation is kept; products of doubles say that none was emulated.
static void test_emulation(cublasHandle_t handle)
{
	cublasEmulationStrategy_t strategy;
	cudaEmulationSpecialValuesSupport special;
	cudaEmulationMantissaControl control;
	int bits = -1, offset = 0, *kept, *got;
	double one = 1, zero = 0, *x;
	CHECK(cudaMallocManaged(&kept, sizeof(*kept)) == cudaSuccess && cudaMallocManaged(&x, 3 * sizeof(*x)) == cudaSuccess);
	CHECK(cublasGetEmulationStrategy(handle, &strategy) == CUBLAS_STATUS_SUCCESS && strategy == CUBLAS_EMULATION_STRATEGY_DEFAULT);
	CHECK(cublasSetEmulationStrategy(handle, CUBLAS_EMULATION_STRATEGY_EAGER) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasGetEmulationStrategy(handle, &strategy) == CUBLAS_STATUS_SUCCESS && strategy == CUBLAS_EMULATION_STRATEGY_EAGER);
	CHECK(cublasSetEmulationStrategy(handle, (cublasEmulationStrategy_t)9) == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(cublasGetEmulationSpecialValuesSupport(handle, &special) == CUBLAS_STATUS_SUCCESS);
	CHECK(special == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT);
	CHECK(cublasSetEmulationSpecialValuesSupport(handle, CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NAN) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasSetFixedPointEmulationMantissaControl(handle, CUDA_EMULATION_MANTISSA_CONTROL_FIXED) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasGetFixedPointEmulationMantissaControl(handle, &control) == CUBLAS_STATUS_SUCCESS && control == CUDA_EMULATION_MANTISSA_CONTROL_FIXED);
	CHECK(cublasSetFixedPointEmulationMaxMantissaBitCount(handle, 55) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasSetFixedPointEmulationMaxMantissaBitCount(handle, -1) == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(cublasGetFixedPointEmulationMaxMantissaBitCount(handle, &bits) == CUBLAS_STATUS_SUCCESS && bits == 55);
	CHECK(cublasSetFixedPointEmulationMantissaBitOffset(handle, -8) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasGetFixedPointEmulationMantissaBitOffset(handle, &offset) == CUBLAS_STATUS_SUCCESS && offset == -8);
	CHECK(cublasSetFixedPointEmulationMantissaBitCountPointer(handle, kept) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasGetFixedPointEmulationMantissaBitCountPointer(handle, &got) == CUBLAS_STATUS_SUCCESS && got == kept);
	*kept = 7, x[0] = 3, x[1] = 5;
	CHECK(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, x, 1, x + 1, 1, &zero, x + 2, 1) == CUBLAS_STATUS_SUCCESS);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && x[2] == 15 && *kept == 7);
	CHECK(cublasSetMathMode(handle, CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, x, 1, x + 1, 1, &zero, x + 2, 1) == CUBLAS_STATUS_SUCCESS);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && x[2] == 15 && *kept == -1);
	CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, x, CUDA_R_64F, 1, x, CUDA_R_64F, 1, &zero, x + 2, CUDA_R_64F, 1,
		CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT, CUBLAS_GEMM_AUTOTUNE) == CUBLAS_STATUS_SUCCESS);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && x[2] == 9);
	CHECK(cublasSetFixedPointEmulationMantissaBitCountPointer(handle, nullptr) == CUBLAS_STATUS_SUCCESS);
}

static void count(const char *line)
{
	logged += strstr(line, "cublasSetMathMode") != nullptr;
}

int main()
{
	cublasHandle_t handle, none = nullptr;
	CHECK(cublasCreate(nullptr) == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
	int version = 0, major = 0;
	CHECK(cublasGetVersion(handle, &version) == CUBLAS_STATUS_SUCCESS && version >= 11000);
	CHECK(cublasGetProperty(MAJOR_VERSION, &major) == CUBLAS_STATUS_SUCCESS && major == CUBLAS_VER_MAJOR);

	cudaStream_t stream, got = nullptr;
	CHECK(cudaStreamCreate(&stream) == cudaSuccess);
	CHECK(cublasGetStream(handle, &got) == CUBLAS_STATUS_SUCCESS && got == nullptr);
	CHECK(cublasSetStream(handle, stream) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasGetStream(handle, &got) == CUBLAS_STATUS_SUCCESS && got == stream);
	CHECK(cublasSetStream(none, stream) == CUBLAS_STATUS_NOT_INITIALIZED);

	test_emulation(handle);
	cublasPointerMode_t pointers;
	CHECK(cublasGetPointerMode(handle, &pointers) == CUBLAS_STATUS_SUCCESS && pointers == CUBLAS_POINTER_MODE_HOST);
	CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasGetPointerMode(handle, &pointers) == CUBLAS_STATUS_SUCCESS && pointers == CUBLAS_POINTER_MODE_DEVICE);
	CHECK(cublasSetPointerMode(handle, (cublasPointerMode_t)7) == CUBLAS_STATUS_INVALID_VALUE);

	cublasMath_t math;
	CHECK(cublasSetLoggerCallback(count) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasGetMathMode(handle, &math) == CUBLAS_STATUS_SUCCESS && math == CUBLAS_TF32_TENSOR_OP_MATH);
	CHECK(cublasSetLoggerCallback(nullptr) == CUBLAS_STATUS_SUCCESS);
	CHECK(logged == 1);

	CHECK(!strcmp(cublasGetStatusName(CUBLAS_STATUS_NOT_SUPPORTED), "CUBLAS_STATUS_NOT_SUPPORTED"));
	CHECK(*cublasGetStatusString(CUBLAS_STATUS_EXECUTION_FAILED));
	CHECK(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasDestroy(none) == CUBLAS_STATUS_NOT_INITIALIZED);
	return unit_finish();
}
