// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "blas_call.h"

#include <limits.h>
#include <string.h>

static bool fits(int64_t number)
{
	return number <= INT_MAX && number >= -INT_MAX;
}

static bool is_valid(const struct blas_call *call)
{
	const char words[] = { call->op_a, call->op_b, call->fill, call->diag, call->side };
	const int64_t sizes[] = { call->m, call->n, call->k, call->kl, call->ku, call->batch };
	if (memchr(words, '?', sizeof(words)))
		return false;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		if (sizes[i] < 0)
			return false;
	if (!call->any_increment && !call->vector && ((call->x && !call->incx) || (call->y && !call->incy)))
		return false;
	return (!call->a || call->lda >= (call->least_a > 1 ? call->least_a : 1)) &&
	       (!call->b || call->ldb >= (call->least_b > 1 ? call->least_b : 1)) &&
	       (!call->c || call->ldc >= (call->least_c > 1 ? call->least_c : 1)) &&
	       (call->alpha || !call->alpha_size) && (call->beta || !call->beta_size);
}

static bool is_supported(const struct blas_call *call)
{
	return fits(call->m) && fits(call->n) && fits(call->k) && fits(call->kl) && fits(call->ku) && fits(call->lda) &&
	       fits(call->ldb) && fits(call->ldc) && fits(call->incx) && fits(call->incy);
}

static void run(void *record)
{
	const struct blas_call *call = record;
	call->run(call);
	if (call->bits_kept)
		*call->bits_kept = -1;
}

cublasStatus_t aw_blas_submit(cublasHandle_t handle, struct blas_call *call)
{
	if (call->vector && call->n < 0)
		call->n = 0;
	if (!is_valid(call))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!is_supported(call))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	call->copied = handle->pointers == CUBLAS_POINTER_MODE_HOST;
	if (call->copied && call->alpha)
		memcpy(call->alpha_copy, call->alpha, call->alpha_size);
	if (call->copied && call->beta)
		memcpy(call->beta_copy, call->beta, call->beta_size);
	if ((handle->math & CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH) && (call->compute == AW_SHIM_F64 || call->compute == AW_SHIM_C64))
		call->bits_kept = handle->bits_kept;
	cudaError_t error = aw_shim_queue(handle->stream, run, call, sizeof(*call));
	if (error == cudaSuccess && call->waits && handle->pointers == CUBLAS_POINTER_MODE_HOST)
		error = cudaStreamSynchronize(handle->stream);
	return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS :
	       error == cudaErrorMemoryAllocation ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_EXECUTION_FAILED;
}
