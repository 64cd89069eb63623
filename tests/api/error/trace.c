// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1 CUDA_VISIBLE_DEVICES=1 ANYWARP_TRACE=1
// EXPECT: ^anywarp: trace: cudaMalloc = cudaSuccess, [0-9.]+ us, thread [0-9]+$
// EXPECT: ^anywarp: trace: cudaFree = cudaErrorInvalidValue, [0-9.]+ us, thread [0-9]+$
//
// ANYWARP_TRACE=1 prints each call with its result.
#include "../support/api_test.h"

int main(void)
{
	char *memory;
	SUCCEEDS(cudaMalloc((void **)&memory, 100));
	INVALID(cudaFree(memory + 1));
	SUCCEEDS(cudaFree(memory));
	return unit_finish();
}
