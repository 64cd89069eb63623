// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver interface's second entries for programs whose default stream is each thread's own (CUDA Driver API, "Stream
// synchronization behavior"), as in cudart_per_thread.c, and which function each belongs to.
#include "api.h"
#include "cu_per_thread.h"
#include "cu_result.h"

#define AW_CU_PER_THREAD(name, suffix, parameters, arguments) \
	__attribute__((visibility("default"))) CUresult name##suffix parameters; \
	CUresult name##suffix parameters \
	{ \
		aw_core_thread.per_thread_default = true; \
		CUresult result = name arguments; \
		aw_core_thread.per_thread_default = false; \
		return result; \
	}
#include "cu_per_thread.def"
#undef AW_CU_PER_THREAD

static const struct pair {
	aw_api_function function, per_thread;
} pairs[] = {
#define AW_CU_PER_THREAD(name, suffix, parameters, arguments) { (aw_api_function)name, (aw_api_function)name##suffix },
#include "cu_per_thread.def"
#undef AW_CU_PER_THREAD
};

aw_api_function aw_api_cu_per_thread(aw_api_function function)
{
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (pairs[i].function == function)
			return pairs[i].per_thread;
	return function;
}
