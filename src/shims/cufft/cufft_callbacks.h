// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the program's that a transform calls for each element that it reads or writes (cuFFT API Reference, "cuFFT
// Callback Routines").  Read by C and by CUDA C++.
#ifndef AW_CUFFT_CALLBACKS_H
#define AW_CUFFT_CALLBACKS_H

#include <stddef.h>

#pragma GCC visibility push(default)
#include "../../../include/cufftXt.h"
#pragma GCC visibility pop

enum { AW_CUFFT_MAX_RANK = 3 };

// One side spelled out: LENGTH elements STRIDE apart in each dimension, and batches DIST apart.
typedef struct aw_cufft_span {
	long long length[AW_CUFFT_MAX_RANK], stride[AW_CUFFT_MAX_RANK], dist;
	long long extent; // elements from the first to behind the last
	size_t bytes;     // of one element in the engine's precision
} aw_cufft_span;

// One function: its address in device code, or NULL, and its last two arguments.
typedef struct aw_cufft_calls {
	void *function, *info;
	cufftXtCallbackType type;
	size_t shared_size;
} aw_cufft_calls;

#if defined(__cplusplus)
extern "C" {
#endif

// Queues a kernel that fills `staging` from the input at `data`, or writes the output at `data` from `staging`; both lie as
// `span` says, in RANK dimensions and BATCH times.
cudaError_t aw_cufft_call(const aw_cufft_calls *calls, const aw_cufft_span *span, int rank, long long batch, void *data,
                          void *staging, cudaStream_t stream);

#if defined(__cplusplus)
}
#endif

#endif
