/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The runtime's C interface (CUDA Runtime API 12.6), usable from C and C++ without a CUDA compiler.
 * One file a chapter of the manual.
 *
 * Every function returns cudaSuccess or an error; an error is also kept for cudaGetLastError of the
 * calling thread.  Beside the errors named with a function, each can return
 * cudaErrorInvalidValue for a NULL or impossible argument, cudaErrorNoDevice or
 * cudaErrorInitializationError from the first use of a device, and the error that earlier
 * asynchronous work of the device met.  Outputs are set on success only.
 */
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

/* major * 1000 + minor * 10 */
#define CUDART_VERSION 12060
#define __CUDART_API_VERSION CUDART_VERSION
#define CUDART_DEVICE __device__

#include "crt/host_defines.h"
#include "builtin_types.h"
#include "cuda_device_runtime_api.h"

#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || defined(__CUDA_API_PER_THREAD_DEFAULT_STREAM)
#include "anywarp/api_per_thread.h"
#endif

#if defined(__cplusplus)
extern "C" {
#endif

#include "anywarp/api_device.h"
#include "anywarp/api_stream.h"
#include "anywarp/api_execution.h"
#include "anywarp/api_log.h"
#include "anywarp/api_memory.h"
#include "anywarp/api_pool.h"
#include "anywarp/api_texture.h"
#include "anywarp/api_texture_reference.h"
#include "anywarp/api_graph.h"
#include "anywarp/api_library.h"
#include "anywarp/api_interop.h"

#if defined(__cplusplus)
}
#endif

#endif
