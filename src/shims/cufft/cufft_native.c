// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>

#include "../common/shim.h"
#include "cufft_native.h"

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static aw_cufft_native functions;
static bool complete;

static void open_library(void)
{
	static const int versions[] = { 12, 11, 10, 0 };
	void *library = aw_shim_native_open("cufft", versions);
	complete = library != NULL;
	if (!library)
		return;
#define LOOK_UP(name) complete &= (functions.name = (__typeof__(&name))aw_shim_native_symbol(library, #name)) != NULL;
	AW_CUFFT_NATIVE_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
}

const aw_cufft_native *aw_cufft_native_open(void)
{
	pthread_once(&opened, open_library);
	return complete ? &functions : NULL;
}
