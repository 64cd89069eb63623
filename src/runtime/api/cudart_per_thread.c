// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second entries of the functions that may use the default stream, for programs compiled with
// --default-stream=per-thread (CUDA Runtime API, "Stream synchronization behavior"): each calls the
// first entry while stream 0 means the calling thread's own stream.
#include "api.h"

#define AW_PER_THREAD(name, suffix, parameters, arguments) \
	__attribute__((visibility("default"))) cudaError_t name##suffix parameters; \
	cudaError_t name##suffix parameters \
	{ \
		aw_core_thread.per_thread_default = true; \
		cudaError_t result = name arguments; \
		aw_core_thread.per_thread_default = false; \
		return result; \
	}
#include "per_thread.def"
#undef AW_PER_THREAD
