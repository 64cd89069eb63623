// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Profiler Control".  No profiler is attached, so there is nothing to start.
#include "api.h"

#pragma GCC visibility push(default)
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
cudaError_t cudaProfilerInitialize(const char *configFile, const char *outputFile, int outputMode);
#pragma GCC visibility pop

cudaError_t cudaProfilerStart(void)
{
	return AW_CALL(AW_OK);
}

cudaError_t cudaProfilerStop(void)
{
	return AW_CALL(AW_OK);
}

cudaError_t cudaProfilerInitialize(const char *configFile, const char *outputFile, int outputMode)
{
	return AW_CALL(configFile && outputFile && outputMode >= 0 ? AW_PROFILER_DISABLED : AW_INVALID_VALUE);
}
