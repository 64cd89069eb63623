/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The driver interface (CUDA Driver API 12.6): contexts, modules and kernels by handle, below the
 * runtime.  Usable from C and C++.
 *
 * Every function returns CUDA_SUCCESS or an error.  Beside the errors named, each can return
 * CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_NOT_INITIALIZED before cuInit, CUDA_ERROR_INVALID_CONTEXT
 * without a current context, and the error that earlier asynchronous work met.
 */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

/* major * 1000 + minor * 10 */
#define CUDA_VERSION 12060
#define __CUDA_API_VERSION CUDA_VERSION
#define CUDAAPI

#include <stdlib.h>

/* All declarations below take the names that these give them. */
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#include "anywarp/cu_per_thread.h"
#endif

#include "anywarp/cu_attributes.h"
#include "anywarp/cu_external.h"
#include "anywarp/cu_green.h"
#include "anywarp/cu_launch.h"
#include "anywarp/cu_memory.h"
#include "anywarp/cu_memory_ops.h"
#include "anywarp/cu_names.h"
#include "anywarp/cu_results.h"
#include "anywarp/cu_tensor_map.h"
#include "anywarp/cu_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

#include "anywarp/cu_api.h"
#include "anywarp/cu_graph.h"
#include "anywarp/cu_later.h"
#if defined(__CUDA_API_VERSION_INTERNAL)
#include "anywarp/cu_old.h"
#endif

#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
/* Without a flag for one kind of default stream, functions whose default stream is the thread's own. */
static __inline__ CUresult cuGetProcAddress_v2_ptsz(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                                                    CUdriverProcAddressQueryResult *symbolStatus)
{
	const cuuint64_t kinds = CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
	cuuint64_t kind = flags & kinds ? 0 : CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
	return cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags | kind, symbolStatus);
}
#define cuGetProcAddress_v2 cuGetProcAddress_v2_ptsz
#endif

#if defined(__cplusplus)
}

/* Programs written for CUDA 13, whose cuCtxCreate has one parameter more. */
static inline CUresult cuCtxCreate(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev)
{
	return cuCtxCreate_v4(pctx, ctxCreateParams, flags, dev);
}
#else
/* The same in C: by the number of arguments. */
#undef cuCtxCreate
static __inline__ CUresult cuCtxCreate(CUcontext *pctx, unsigned int flags, CUdevice dev)
{
	return cuCtxCreate_v2(pctx, flags, dev);
}
#define cuCtxCreate(...) AW_CU_FIFTH(__VA_ARGS__, cuCtxCreate_v4, cuCtxCreate_v2, )(__VA_ARGS__)
#define AW_CU_FIFTH(a, b, c, d, e, ...) e
#endif

#endif
