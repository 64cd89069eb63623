// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublas
//
// cuBLAS's handles: what can be set in them, what is refused, statuses' texts, the log.
#include <cublas_v2.h>
#include <cstring>

#include "unit/unit.h"

static int logged;

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
