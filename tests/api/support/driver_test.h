// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of the driver interface: IS, GOOD and BAD check what a call returns; driver_begin makes the first device's primary
// context the thread's.
#ifndef AW_TESTS_DRIVER_TEST_H
#define AW_TESTS_DRIVER_TEST_H

#include <cuda.h>
#include <string.h>

#include "unit/unit.h"

static inline void check_result(CUresult wanted, CUresult got, const char *file, int line, const char *text)
{
	const char *got_name = "?", *wanted_name = "?";
	cuGetErrorName(got, &got_name);
	cuGetErrorName(wanted, &wanted_name);
	if (got != wanted && unit_failed < UNIT_SHOWN)
		fprintf(stderr, "%s:%d: %s instead of %s\n", file, line, got_name, wanted_name);
	unit_count(got == wanted, file, line, text);
}

#define IS(wanted, ...) check_result(wanted, __VA_ARGS__, __FILE__, __LINE__, #__VA_ARGS__)
#define GOOD(...) IS(CUDA_SUCCESS, __VA_ARGS__)
#define BAD(...) IS(CUDA_ERROR_INVALID_VALUE, __VA_ARGS__)

static inline CUcontext driver_begin(void)
{
	CUcontext context = NULL;
	CUdevice device = -1;
	GOOD(cuInit(0));
	GOOD(cuDeviceGet(&device, 0));
	GOOD(cuDevicePrimaryCtxRetain(&context, device));
	GOOD(cuCtxSetCurrent(context));
	return context;
}

// What a module of the text has by the name.
static inline CUfunction driver_function(CUmodule *module, const char *ptx, const char *name)
{
	CUfunction function = NULL;
	if (!*module)
		GOOD(cuModuleLoadData(module, ptx));
	GOOD(cuModuleGetFunction(&function, *module, name));
	return function;
}

#endif
