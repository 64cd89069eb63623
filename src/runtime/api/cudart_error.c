// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Error Handling".
#include "api.h"

static cudaError_t tell(const char *function, aw_status status)
{
	if (status != AW_OK)
		aw_hook_call_failed(function, status, AW_HOOK_RUNTIME);
	return (cudaError_t)status;
}

cudaError_t cudaGetLastError(void)
{
	aw_status status = aw_core_thread.last_error;
	aw_core_thread.last_error = AW_OK;
	return tell(__func__, status);
}

cudaError_t cudaPeekAtLastError(void)
{
	return tell(__func__, aw_core_thread.last_error);
}

const char *cudaGetErrorName(cudaError_t error)
{
	const struct aw_status_row *row = aw_status_find((int)error);
	return row && row->runtime_name[0] ? row->runtime_name : "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
	return aw_status_text((int)error);
}
