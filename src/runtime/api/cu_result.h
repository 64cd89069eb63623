// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every entry point of the driver interface does: turn the status into a driver code, tell of errors where the
// program is watched, and trace the call.
#ifndef AW_RUNTIME_API_CU_RESULT_H
#define AW_RUNTIME_API_CU_RESULT_H

#pragma GCC visibility push(default)
#include "../../../include/cuda.h"
#pragma GCC visibility pop

#include "../core/current.h"
#include "../hook/calls.h"
#include "../hook/trace.h"

// The driver's code of STATUS: those that only the runtime interface has become "invalid value".
static inline CUresult aw_api_cu_code(aw_status status)
{
	if (__builtin_expect(status == AW_OK, 1))
		return CUDA_SUCCESS;
	const struct aw_status_row *row = aw_status_find(status);
	return row && row->driver_name[0] ? (CUresult)status : CUDA_ERROR_INVALID_VALUE;
}

static inline CUresult aw_api_cu_finish(const char *function, aw_status status)
{
	if (__builtin_expect(status != AW_OK, 0) && status != AW_NOT_READY)
		aw_hook_call_failed(function, status, AW_HOOK_DRIVER);
	if (__builtin_expect(aw_hook_trace_on, 0))
		aw_hook_trace_end(function, status);
	return aw_api_cu_code(status);
}

// For functions that need no context, and for those that do.
#define AW_CU_CALL(...) \
	(__builtin_expect(aw_hook_trace_on, 0) ? aw_hook_trace_begin() : (void)0, \
	 aw_api_cu_finish(__func__, aw_core_context_ready ? (__VA_ARGS__) : AW_NOT_INITIALIZED))
#define AW_CU_CONTEXT_CALL(...) AW_CU_CALL(aw_core_thread.context ? (__VA_ARGS__) : AW_INVALID_CONTEXT)

#endif
