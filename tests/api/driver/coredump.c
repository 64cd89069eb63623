// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Settings of core dumps: sizes, first values, which switches are views of the flags, what contexts haven't, and that those stay
// off which nobody would make.
#include <cuda.h>
#include <string.h>

#include "../support/api_test.h"

typedef CUresult function(CUcoredumpSettings, void *, size_t *);

static CUresult get(function *get, CUcoredumpSettings attribute, void *value, size_t size)
{
	return get(attribute, value, &size);
}

static void switches(function *getter, function *setter)
{
	char value = 9;
	CHECK(get(getter, CU_COREDUMP_ENABLE_ON_EXCEPTION, &value, 1) == CUDA_SUCCESS && value == 0);
	CHECK(get(getter, CU_COREDUMP_TRIGGER_HOST, &value, 1) == CUDA_SUCCESS && value == 1);
	CHECK(get(getter, CU_COREDUMP_LIGHTWEIGHT, &value, 1) == CUDA_SUCCESS && value == 0);
	value = 1;
	CHECK(get(setter, CU_COREDUMP_LIGHTWEIGHT, &value, 1) == CUDA_SUCCESS);
	value = 9;
	CHECK(get(getter, CU_COREDUMP_LIGHTWEIGHT, &value, 1) == CUDA_SUCCESS && value == 1);
	value = 0;
	CHECK(get(setter, CU_COREDUMP_TRIGGER_HOST, &value, 1) == CUDA_SUCCESS);
	CHECK(get(setter, CU_COREDUMP_ENABLE_ON_EXCEPTION, &value, 1) == CUDA_SUCCESS);
	value = 9;
	CHECK(get(getter, CU_COREDUMP_TRIGGER_HOST, &value, 1) == CUDA_SUCCESS && value == 0);
	CHECK(get(getter, CU_COREDUMP_LIGHTWEIGHT, &value, 4) == CUDA_ERROR_INVALID_VALUE);
	CHECK(get(setter, CU_COREDUMP_LIGHTWEIGHT, &value, 4) == CUDA_ERROR_INVALID_VALUE);
	CHECK(get(getter, CU_COREDUMP_MAX, &value, 1) == CUDA_ERROR_INVALID_VALUE);
	CHECK(get(getter, 0, &value, 1) == CUDA_ERROR_INVALID_VALUE);
	CHECK(getter(CU_COREDUMP_LIGHTWEIGHT, &value, NULL) == CUDA_ERROR_INVALID_VALUE);
}

static void text(function *getter, function *setter)
{
	char name[2048] = "/tmp/core_%h_%p", got[2048];
	unsigned flags = 9;
	size_t size = 7;
	CHECK(getter(CU_COREDUMP_FILE, NULL, &size) == CUDA_SUCCESS && size == 1024);
	CHECK(get(getter, CU_COREDUMP_FILE, got, 1024) == CUDA_SUCCESS && !got[0]);
	CHECK(get(setter, CU_COREDUMP_FILE, name, strlen(name) + 1) == CUDA_SUCCESS);
	CHECK(get(getter, CU_COREDUMP_FILE, got, 1024) == CUDA_SUCCESS && !strcmp(got, name));
	CHECK(get(setter, CU_COREDUMP_FILE, name, 1500) == CUDA_ERROR_INVALID_VALUE);
	CHECK(get(getter, CU_COREDUMP_GENERATION_FLAGS, &flags, 1) == CUDA_ERROR_INVALID_VALUE);
}

static void expect_flags(function *getter, unsigned expected)
{
	unsigned flags = 9;
	char lightweight = 9, host = 9;
	CHECK(get(getter, CU_COREDUMP_GENERATION_FLAGS, &flags, 4) == CUDA_SUCCESS && flags == expected);
	CHECK(get(getter, CU_COREDUMP_LIGHTWEIGHT, &lightweight, 1) == CUDA_SUCCESS);
	CHECK(lightweight == ((expected & CU_COREDUMP_LIGHTWEIGHT_FLAGS) == CU_COREDUMP_LIGHTWEIGHT_FLAGS));
	CHECK(get(getter, CU_COREDUMP_TRIGGER_HOST, &host, 1) == CUDA_SUCCESS && host == !(expected & CU_COREDUMP_SKIP_ABORT));
}

// Called after switches(), which made dumps lightweight and left the process alone.
static void views_of_flags(function *getter, function *setter)
{
	static const unsigned stored[] = { CU_COREDUMP_SKIP_ABORT, CU_COREDUMP_SKIP_GLOBAL_MEMORY, 0x3f, CU_COREDUMP_DEFAULT_FLAGS };
	char value = 0;
	expect_flags(getter, CU_COREDUMP_LIGHTWEIGHT_FLAGS | CU_COREDUMP_SKIP_ABORT);
	CHECK(get(setter, CU_COREDUMP_LIGHTWEIGHT, &value, 1) == CUDA_SUCCESS);
	expect_flags(getter, CU_COREDUMP_SKIP_ABORT);
	value = 1;
	CHECK(get(setter, CU_COREDUMP_TRIGGER_HOST, &value, 1) == CUDA_SUCCESS);
	expect_flags(getter, CU_COREDUMP_DEFAULT_FLAGS);
	for (unsigned i = 0; i < sizeof(stored) / sizeof(*stored); i++) {
		unsigned flags = stored[i];
		CHECK(get(setter, CU_COREDUMP_GENERATION_FLAGS, &flags, 4) == CUDA_SUCCESS);
		expect_flags(getter, stored[i]);
	}
}

int main(void)
{
	char value = 0, on = 1, pipe[1024] = "x";
	struct cudaDeviceProp properties;
	CHECK(cuInit(0) == CUDA_SUCCESS);
	CHECK(get(cuCoredumpGetAttribute, CU_COREDUMP_LIGHTWEIGHT, &value, 1) == CUDA_ERROR_INVALID_CONTEXT);
	SUCCEEDS(cudaFree(NULL));
	switches(cuCoredumpGetAttribute, cuCoredumpSetAttribute);
	views_of_flags(cuCoredumpGetAttribute, cuCoredumpSetAttribute);
	text(cuCoredumpGetAttribute, cuCoredumpSetAttribute);
	switches(cuCoredumpGetAttributeGlobal, cuCoredumpSetAttributeGlobal);
	views_of_flags(cuCoredumpGetAttributeGlobal, cuCoredumpSetAttributeGlobal);
	CHECK(get(cuCoredumpGetAttribute, CU_COREDUMP_ENABLE_USER_TRIGGER, &value, 1) == CUDA_ERROR_INVALID_VALUE);
	CHECK(get(cuCoredumpGetAttribute, CU_COREDUMP_PIPE, pipe, 1024) == CUDA_ERROR_INVALID_VALUE);
	CHECK(get(cuCoredumpGetAttributeGlobal, CU_COREDUMP_ENABLE_USER_TRIGGER, &value, 1) == CUDA_SUCCESS && value == 0);
	CHECK(get(cuCoredumpGetAttributeGlobal, CU_COREDUMP_PIPE, pipe, 1024) == CUDA_SUCCESS && !pipe[0]);
	CHECK(get(cuCoredumpSetAttribute, CU_COREDUMP_PIPE, pipe, 1) == CUDA_ERROR_INVALID_VALUE);
	SUCCEEDS(cudaGetDeviceProperties(&properties, 0));
	if (strstr(properties.name, "NVIDIA"))
		return unit_finish(); // its dumps can be enabled
	CHECK(get(cuCoredumpSetAttributeGlobal, CU_COREDUMP_PIPE, pipe, 1) == CUDA_ERROR_NOT_SUPPORTED);
	CHECK(get(cuCoredumpSetAttribute, CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, 1) == CUDA_ERROR_NOT_SUPPORTED);
	CHECK(get(cuCoredumpSetAttributeGlobal, CU_COREDUMP_ENABLE_USER_TRIGGER, &on, 1) == CUDA_ERROR_NOT_SUPPORTED);
	CHECK(get(cuCoredumpGetAttribute, CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, 1) == CUDA_SUCCESS && on == 0);
	return unit_finish();
}
