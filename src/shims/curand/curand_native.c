// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "curand_native.h"

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static aw_curand_native functions;
static bool complete;

static void open_library(void)
{
	static const int versions[] = { 10, 0 };
	void *library = aw_shim_native_open("curand", versions);
	complete = library != NULL;
	if (!library)
		return;
#define LOOK_UP(name) complete &= (functions.name = (__typeof__(&name))aw_shim_native_symbol(library, #name)) != NULL;
	AW_CURAND_NATIVE_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
}

const aw_curand_native *aw_curand_native_open(void)
{
	pthread_once(&opened, open_library);
	return complete ? &functions : NULL;
}
