// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
//
// Profiler control: accepted, and the old initialisation refused as CUDA does.
#include "../support/api_test.h"

#include <cuda_profiler_api.h>

int main(void)
{
	SUCCEEDS(cudaProfilerStart());
	SUCCEEDS(cudaProfilerStop());
	RETURNS(cudaErrorProfilerDisabled, cudaProfilerInitialize("a", "b", cudaCSV));
	INVALID(cudaProfilerInitialize(NULL, "b", cudaCSV));
	return unit_finish();
}
