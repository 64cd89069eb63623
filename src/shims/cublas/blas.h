// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuBLAS: what its files share.  Handles, forwarding to NVIDIA's library, and the log.
#ifndef AW_SHIMS_BLAS_H
#define AW_SHIMS_BLAS_H

#include "../common/shim.h"

// The headers declare functions with these types in C++ only.
typedef struct { unsigned short bits; } __half;
typedef struct { unsigned short bits; } __nv_bfloat16;
#define __AW_BLAS_HALVES 1

#pragma GCC visibility push(default)
#include "../../../include/cublas_api.h"
#pragma GCC visibility pop

enum { BLAS_MAGIC = 0x53414c42 };

struct cublasContext {
	unsigned magic; // tells handles from what is none, also from freed ones
	cublasHandle_t native; // NVIDIA's handle, for GPUs; then all else of this struct is there
	int device;
	cudaStream_t stream;
	cublasPointerMode_t pointers;
	cublasAtomicsMode_t atomics;
	cublasMath_t math;
	int sm_count;
	cublasEmulationStrategy_t strategy; // of emulation, of which there is none
	cudaEmulationSpecialValuesSupport special_values;
	cudaEmulationMantissaControl mantissa_control;
	int mantissa_bits, mantissa_offset;
	int *bits_kept; // on the device
};

// Whether there is such a handle; tells the log of the call.
bool aw_blas_handle_use(cublasHandle_t handle, const char *function);

void aw_blas_log_call(const char *function);

// The function of NVIDIA's library, or NULL when there is none.
void *aw_blas_native(const char *function);

// Calls NVIDIA's function of the same name in its stead and returns, where the handle is for a GPU.  `arguments` begins
// with handle->native.
#define BLAS_FORWARD(function, ...) AW_SHIM_FORWARD(aw_blas_native, CUBLAS_STATUS_NOT_SUPPORTED, function, #function, (__VA_ARGS__))

#endif
