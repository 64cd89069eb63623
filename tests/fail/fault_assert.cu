// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A failed assert: CUDA's text with file, line, function, block and thread.
// EXPECT: fault_assert.cu:12: .*check.*: block: \[1,0,0\], thread: \[2,0,0\] Assertion .x != 6. failed\.
#include "fail/fault.h"

#include <assert.h>

__global__ void check()
{
	int x = blockIdx.x * 4 + threadIdx.x;
	assert(x != 6);
}

int main()
{
	check<<<2, 4>>>();
	fault_expect(cudaErrorAssert);
	return unit_finish();
}
