// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of the program may have a name that is clang's own without a header and not g++'s.
#include "unit/unit.h"

static unsigned long long inline __rdtsc()
{
	unsigned high, low;
	__asm__ volatile("rdtsc" : "=d"(high), "=a"(low));
	return (unsigned long long)high << 32 | low;
}

__global__ void kernel(int *out) { *out = 3; }

int main()
{
	int *out;
	unsigned long long before = __rdtsc();
	cudaMallocManaged(&out, sizeof(int));
	kernel<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && *out == 3);
	CHECK(__rdtsc() > before);
	cudaFree(out);
	return unit_finish();
}
