/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Marks the part of a program that a profiler should record (CUDA Runtime API, "Profiler Control"). */
#ifndef __CUDA_PROFILER_API_H__
#define __CUDA_PROFILER_API_H__

#include "driver_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

cudaError_t CUDARTAPI cudaProfilerStart(void);
cudaError_t CUDARTAPI cudaProfilerStop(void);
/* Of before CUDA 12: cudaErrorProfilerDisabled. */
cudaError_t CUDARTAPI cudaProfilerInitialize(const char *configFile, const char *outputFile,
	cudaOutputMode_t outputMode);

#if defined(__cplusplus)
}
#endif

#endif
