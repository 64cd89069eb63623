// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frame of the programs that out_of_memory_runtime.sh runs with failing allocations: a user of the
// runtime that looks at every status.  The program does its work twice.  A call may fail because memory
// is missing and for no other reason, and when only one allocation fails, the second time all must go
// well: what failed has left the runtime as it was.  A kernel that could not go on in the middle leaves
// an error that stays until cudaDeviceReset, and what was not registered before main stays unknown.
#ifndef AW_TESTS_RUNTIME_USER_H
#define AW_TESTS_RUNTIME_USER_H

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

#ifdef __cplusplus
extern "C"
#endif
int failing_malloc_failures(void) __attribute__((weak));

static int user_failures(void)
{
	return failing_malloc_failures ? failing_malloc_failures() : 0;
}

static void user_wrong(const char *what, int line)
{
	fprintf(stderr, "line %d: %s\n", line, what);
	_Exit(1);
}

// Before main constructors register kernels and variables, which can't return an error.
static int user_unregistered;

static int user_expects(cudaError_t got)
{
	switch (got) {
	case cudaErrorMemoryAllocation: return 1;
	case cudaErrorInvalidKernelImage: return user_failures() > 0; // the dynamic linker's failures are this
	case cudaErrorInvalidDeviceFunction:
	case cudaErrorInvalidSymbol: return user_unregistered;
	default: return 0;
	}
}

// Leaves the work by way of its cleaning up when CALL fails in want of memory.
#define TRY(call) \
	do { \
		cudaError_t got = (call); \
		if (user_expects(got)) \
			goto clean; \
		if (got != cudaSuccess) { \
			fprintf(stderr, "%s: ", cudaGetErrorName(got)); \
			user_wrong(#call, __LINE__); \
		} \
	} while (0)

#define TRUE(condition) \
	do { \
		if (!(condition)) \
			user_wrong(#condition, __LINE__); \
	} while (0)

// Whether all went well.
static int user_work(void);

int main(void)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	user_unregistered = user_failures() > 0;
	int first = user_work();
	if (!first && user_failures() == 0)
		user_wrong("out of memory, but nothing failed", __LINE__);
	cudaGetLastError();
	if (cudaDeviceSynchronize() != cudaSuccess) {
		TRUE(cudaDeviceReset() == cudaSuccess);
		cudaGetLastError();
	}
	int before = user_failures();
	int second = user_work();
	if (!second && !user_unregistered && user_failures() == before)
		user_wrong("out of memory the second time too", __LINE__);
	cudaDeviceReset();
	return 0;
}

#endif
