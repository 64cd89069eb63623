// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second entry of a function of either interface, for programs whose default stream is each thread's own (CUDA Runtime API, "Stream
// synchronization behavior"): it calls the first one while stream 0 means the calling thread's stream.
#ifndef AW_API_SECOND_ENTRY_H
#define AW_API_SECOND_ENTRY_H

#include "api.h"

// TYPE is what the function returns; ARGUMENTS are the names in PARAMETERS, both in parentheses.
#define AW_SECOND_ENTRY(type, name, suffix, parameters, arguments) \
	__attribute__((visibility("default"))) type name##suffix parameters; \
	type name##suffix parameters \
	{ \
		aw_core_thread.per_thread_default = true; \
		type result = name arguments; \
		aw_core_thread.per_thread_default = false; \
		return result; \
	}

#endif
