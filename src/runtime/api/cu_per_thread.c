// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver interface's second entries for programs whose default stream is each thread's own, and which function each belongs to.
#include "cu_per_thread.h"
#include "cu_result.h"
#include "second_entry.h"

#define AW_CU_PER_THREAD(name, suffix, parameters, arguments) AW_SECOND_ENTRY(CUresult, name, suffix, parameters, arguments)
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
