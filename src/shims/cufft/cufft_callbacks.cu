// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that call the program's functions for each element, before FFTW runs and after it.
#include "cufft_callbacks.h"

// Where element number I of all lies.
static __device__ size_t place(const aw_cufft_span &span, int rank, long long i)
{
	size_t at = 0;
	for (int k = rank - 1; k >= 0; k--) {
		at += i % span.length[k] * span.stride[k];
		i /= span.length[k];
	}
	return at + i * span.dist;
}

template <class Function, class Element>
static __global__ void load(Function function, void *data, Element *staging, aw_cufft_span span, int rank, long long count,
                            void *info)
{
	extern __shared__ char shared[];
	long long step = (long long)gridDim.x * blockDim.x;
	for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
		size_t at = place(span, rank, i);
		staging[at] = function(data, at, info, shared);
	}
}

template <class Function, class Element>
static __global__ void store(Function function, void *data, Element *staging, aw_cufft_span span, int rank, long long count,
                             void *info)
{
	extern __shared__ char shared[];
	long long step = (long long)gridDim.x * blockDim.x;
	for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
		size_t at = place(span, rank, i);
		function(data, at, staging[at], info, shared);
	}
}

cudaError_t aw_cufft_call(const aw_cufft_calls *calls, const aw_cufft_span *span, int rank, long long batch, void *data,
                          void *staging, cudaStream_t stream)
{
	enum { THREADS = 128, MOST_BLOCKS = 4096 };
	long long count = batch;
	for (int i = 0; i < rank; i++)
		count *= span->length[i];
	unsigned blocks = count < (long long)MOST_BLOCKS * THREADS ? (unsigned)((count + THREADS - 1) / THREADS) : MOST_BLOCKS;
#define CALL(kernel, Function, Element) \
	kernel<<<blocks, THREADS, calls->shared_size, stream>>>((Function)calls->function, data, (Element *)staging, *span, rank, \
	                                                        count, calls->info)
	switch (calls->type) {
	case CUFFT_CB_LD_COMPLEX: CALL(load, cufftCallbackLoadC, cufftComplex); break;
	case CUFFT_CB_LD_COMPLEX_DOUBLE: CALL(load, cufftCallbackLoadZ, cufftDoubleComplex); break;
	case CUFFT_CB_LD_REAL: CALL(load, cufftCallbackLoadR, cufftReal); break;
	case CUFFT_CB_LD_REAL_DOUBLE: CALL(load, cufftCallbackLoadD, cufftDoubleReal); break;
	case CUFFT_CB_ST_COMPLEX: CALL(store, cufftCallbackStoreC, cufftComplex); break;
	case CUFFT_CB_ST_COMPLEX_DOUBLE: CALL(store, cufftCallbackStoreZ, cufftDoubleComplex); break;
	case CUFFT_CB_ST_REAL: CALL(store, cufftCallbackStoreR, cufftReal); break;
	case CUFFT_CB_ST_REAL_DOUBLE: CALL(store, cufftCallbackStoreD, cufftDoubleReal); break;
	default: return cudaErrorInvalidValue;
	}
	return cudaGetLastError();
}
