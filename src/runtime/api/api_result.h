// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every entry point does: keep the error for cudaGetLastError, tell of it where the program is watched, and trace the call.
//
//     cudaError_t cudaFree(void *devPtr)
//     {
//         return AW_CALL(aw_core_memory_free(devPtr, false));
//     }
#ifndef AW_RUNTIME_API_API_RESULT_H
#define AW_RUNTIME_API_API_RESULT_H

#include "../core/thread.h"
#include "../hook/calls.h"
#include "../hook/trace.h"

// "Not ready" is an answer and no error: it isn't kept.
static inline int aw_api_finish(const char *function, aw_status status)
{
	if (__builtin_expect(status != AW_OK, 0) && status != AW_NOT_READY) {
		aw_core_thread.last_error = status;
		aw_hook_call_failed(function, status, AW_HOOK_RUNTIME);
	}
	if (__builtin_expect(aw_hook_trace_on, 0))
		aw_hook_trace_end(function, status);
	return (int)status;
}

#define AW_CALL(...) \
	(__builtin_expect(aw_hook_trace_on, 0) ? aw_hook_trace_begin() : (void)0, \
	 aw_api_finish(__func__, __VA_ARGS__))

#endif
