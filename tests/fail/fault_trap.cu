// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __trap ends the launch.
// EXPECT: stop
#include "fail/fault.h"

__global__ void stop()
{
	if (threadIdx.x == 5)
		__trap();
}

int main()
{
	stop<<<3, 32>>>();
	fault_expect(cudaErrorLaunchFailure);
	return unit_finish();
}
