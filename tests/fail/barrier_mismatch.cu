// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that wait at two different named barriers for each other.
// EXPECT: two_barriers
#include "fail/fault.h"

__global__ void two_barriers()
{
	if (threadIdx.x < 32)
		asm volatile("bar.sync 1, 64;");
	else
		asm volatile("bar.sync 2, 64;");
}

int main()
{
	two_barriers<<<1, 64>>>();
	fault_expect(cudaErrorLaunchFailure);
	return unit_finish();
}
