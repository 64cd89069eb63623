// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cuBLAS has and the cpu device doesn't do; on GPUs NVIDIA's library does it.  Each says so once on stderr.
#include "blas_call.h"

static cublasStatus_t refuse(const char *function, const char *subject)
{
	aw_shim_log_error("cublas", "%s: %s: not supported on the cpu device", function, subject);
	return CUBLAS_STATUS_NOT_SUPPORTED;
}

#define BLAS_UNSUPPORTED(name, subject, parameters, arguments) \
	cublasStatus_t name parameters \
	{ \
		if (!aw_blas_handle_use(handle, #name)) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			BLAS_FORWARD_LIST(name, arguments); \
		return refuse(#name, subject); \
	}
#include "blas_unsupported.def"
