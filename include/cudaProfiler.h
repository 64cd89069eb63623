/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Marks the part of a program that a profiler should record (CUDA Driver API, "Profiler Control"). */
#ifndef CUDAPROFILER_H
#define CUDAPROFILER_H

#include "cuda.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum CUoutput_mode_enum {
	CU_OUT_KEY_VALUE_PAIR = 0x00,
	CU_OUT_CSV = 0x01
} CUoutput_mode;

/* Always CUDA_ERROR_NOT_SUPPORTED since CUDA 11. */
CUresult CUDAAPI cuProfilerInitialize(const char *configFile, const char *outputFile, CUoutput_mode outputMode);
CUresult CUDAAPI cuProfilerStart(void);
CUresult CUDAAPI cuProfilerStop(void);

#if defined(__cplusplus)
}
#endif

#endif
