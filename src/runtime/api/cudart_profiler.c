// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API and CUDA Driver API, "Profiler Control": when nvprof counts.
#include "../device/profile.h"
#include "api.h"
#include "cu_result.h"

#pragma GCC visibility push(default)
#include "../../../include/cudaProfiler.h"
#include "../../../include/cuda_profiler_api.h"
#pragma GCC visibility pop

static aw_status pause(bool paused)
{
	aw_profile_pause(paused);
	return AW_OK;
}

cudaError_t cudaProfilerStart(void)
{
	return AW_CALL(pause(false));
}

cudaError_t cudaProfilerStop(void)
{
	return AW_CALL(pause(true));
}

cudaError_t cudaProfilerInitialize(const char *configFile, const char *outputFile, cudaOutputMode_t outputMode)
{
	bool known = outputMode == cudaKeyValuePair || outputMode == cudaCSV;
	return AW_CALL(configFile && outputFile && known ? AW_PROFILER_DISABLED : AW_INVALID_VALUE);
}

CUresult cuProfilerStart(void)
{
	return AW_CU_CONTEXT_CALL(pause(false));
}

CUresult cuProfilerStop(void)
{
	return AW_CU_CONTEXT_CALL(pause(true));
}

CUresult cuProfilerInitialize(const char *configFile, const char *outputFile, CUoutput_mode outputMode)
{
	(void)configFile, (void)outputFile, (void)outputMode;
	return AW_CU_CALL(AW_NOT_SUPPORTED);
}
