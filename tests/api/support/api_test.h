// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of the runtime's interface: RETURNS checks what a call returns and that the error is
// kept for cudaGetLastError ("not ready" isn't).
#ifndef AW_TESTS_API_TEST_H
#define AW_TESTS_API_TEST_H

#include <cuda_runtime_api.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static inline void check_call(cudaError_t wanted, cudaError_t got, const char *file, int line, const char *text)
{
	cudaError_t kept = cudaGetLastError();
	if (got != wanted && unit_failed < UNIT_SHOWN)
		fprintf(stderr, "%s:%d: %s instead of %s\n", file, line, cudaGetErrorName(got),
		        cudaGetErrorName(wanted));
	unit_count(got == wanted, file, line, text);
	if (got == wanted && wanted != cudaSuccess)
		unit_count(kept == (wanted == cudaErrorNotReady ? cudaSuccess : wanted), file, line,
		           "the error is kept");
}

#define RETURNS(wanted, ...) check_call(wanted, __VA_ARGS__, __FILE__, __LINE__, #__VA_ARGS__)
#define SUCCEEDS(...) RETURNS(cudaSuccess, __VA_ARGS__)
#define INVALID(...) RETURNS(cudaErrorInvalidValue, __VA_ARGS__)

#endif
