// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A null pointer: kernel, block and thread are named, the host lives on.
// EXPECT: write_null
// EXPECT: block.*\(1,0,0\).*thread.*\(3,1,0\)
#include "fail/fault.h"

__global__ void write_null(int *p)
{
	if (blockIdx.x == 1 && threadIdx.x == 3 && threadIdx.y == 1)
		*p = 1;
}

int main()
{
	write_null<<<2, dim3(4, 2)>>>(NULL);
	fault_expect(cudaErrorIllegalAddress);
	return unit_finish();
}
