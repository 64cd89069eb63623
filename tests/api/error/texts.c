// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
//
// Names and texts of errors, and the last error of each thread.
#include <pthread.h>

#include "../support/api_test.h"

static void texts(void)
{
	static const struct {
		cudaError_t error;
		const char *name, *text;
	} rows[] = {
		{ cudaSuccess, "cudaSuccess", "no error" },
		{ cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument" },
		{ cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory" },
		{ cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument" },
		{ cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function" },
		{ cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected" },
		{ cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal" },
		{ cudaErrorNotReady, "cudaErrorNotReady", "device not ready" },
		{ cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered" },
		{ cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure" },
		{ cudaErrorUnknown, "cudaErrorUnknown", "unknown error" },
		{ (cudaError_t)12345, "unrecognized error code", "unrecognized error code" },
		{ (cudaError_t)-1, "unrecognized error code", "unrecognized error code" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CHECK(strcmp(cudaGetErrorName(rows[i].error), rows[i].name) == 0);
		CHECK(strcmp(cudaGetErrorString(rows[i].error), rows[i].text) == 0);
	}
}

static void *other_thread(void *result)
{
	*(cudaError_t *)result = cudaPeekAtLastError();
	cudaSetDevice(99);
	return NULL;
}

static void last_error(void)
{
	void *memory;
	CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
	CHECK_EQUAL(cudaSetDevice(99), cudaErrorInvalidDevice);
	CHECK_EQUAL(cudaMalloc(&memory, 16), cudaSuccess); // success keeps the older error
	CHECK_EQUAL(cudaPeekAtLastError(), cudaErrorInvalidDevice);
	cudaError_t elsewhere = cudaErrorUnknown;
	pthread_t thread;
	CHECK(pthread_create(&thread, NULL, other_thread, &elsewhere) == 0);
	pthread_join(thread, NULL);
	CHECK_EQUAL(elsewhere, cudaSuccess);
	CHECK_EQUAL(cudaMalloc(NULL, 16), cudaErrorInvalidValue); // the newest counts
	CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
	CHECK_EQUAL(cudaGetLastError(), cudaSuccess);
	cudaFree(memory);
}

int main(void)
{
	texts();
	last_error();
	return unit_finish();
}
