/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every type of the runtime's C interface (CUDA Runtime API, "Data types used by CUDA Runtime"), in
 * the binary layout of CUDA 12.6; tests/abi/abi_public_types.c pins it.  One file a subject.
 */
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__

#include <limits.h>
#include <stddef.h>

#include "anywarp/runtime_device.h"
#include "anywarp/runtime_errors.h"
#include "anywarp/runtime_external.h"
#include "anywarp/runtime_graph.h"
#include "anywarp/runtime_launch.h"
#include "anywarp/runtime_memory.h"
#include "anywarp/runtime_texture.h"
#include "crt/host_defines.h"
#include "vector_types.h"

/* What cudaGetDriverEntryPoint found. */
enum cudaDriverEntryPointQueryResult {
	cudaDriverEntryPointSuccess = 0,
	cudaDriverEntryPointSymbolNotFound = 1,
	cudaDriverEntryPointVersionNotSufficent = 2
};
enum cudaGetDriverEntryPointFlags {
	cudaEnableDefault = 0x0,
	cudaEnableLegacyStream = 0x1,
	cudaEnablePerThreadDefaultStream = 0x2
};

/* What an asynchronous notification tells: a memory pool went over its budget. */
enum cudaAsyncNotificationType_enum {
	cudaAsyncNotificationTypeOverBudget = 0x1
};
typedef enum cudaAsyncNotificationType_enum cudaAsyncNotificationType;
struct cudaAsyncNotificationInfo {
	cudaAsyncNotificationType type;
	union {
		struct {
			unsigned long long bytesOverBudget;
		} overBudget;
	} info;
};
typedef struct cudaAsyncNotificationInfo cudaAsyncNotificationInfo_t;
struct cudaAsyncCallbackEntry;
typedef struct cudaAsyncCallbackEntry *cudaAsyncCallbackHandle_t;
typedef void (*cudaAsyncCallback)(cudaAsyncNotificationInfo_t *info, void *userData,
                                  cudaAsyncCallbackHandle_t handle);

/* Who takes part in a cooperative group's barrier. */
enum cudaCGScope {
	cudaCGScopeInvalid = 0,
	cudaCGScopeGrid = 1,
	cudaCGScopeMultiGrid = 2,
	cudaCGScopeReserved = 2 /* CUDA 13's name */
};

/* Output formats of the old command line profiler. */
enum cudaOutputMode {
	cudaKeyValuePair = 0x00,
	cudaCSV = 0x01
};
typedef enum cudaOutputMode cudaOutputMode_t;

#endif
