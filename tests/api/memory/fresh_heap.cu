// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs sum into memory of malloc that they never set, and get away with it where it is fresh from the system: what the
// runtime does before main leaves it so.
#include "unit/unit.h"

__global__ void nothing() {}

int main()
{
	for (size_t size = 8 << 10; size <= 96 << 10; size += 8 << 10) {
		unsigned char *memory = (unsigned char *)malloc(size);
		size_t used = 0;
		for (size_t i = 0; i < size; i++)
			used += memory[i] != 0;
		CHECK_EQUAL(used, 0);
	}
	nothing<<<1, 1>>>();
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	return unit_finish();
}
