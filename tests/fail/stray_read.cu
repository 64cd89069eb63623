// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A read a little before or past an allocation goes on, as on a GPU, and is told; a write there, and a read far away, are
// errors; so is each with ANYWARP_BOUNDS=error.
// RUNS: ANYWARP_BOUNDS=,error
// EXPECT: stray\(int const\*, int\*, int, int\).* 8192 bytes before an allocation of 40000 bytes
// EXPECT: write_before
#include <cstdlib>
#include <cstring>

#include "fail/fault.h"

// As the first row of a stencil reads the row before, which then counts for nothing.
__global__ void stray(const int *in, int *out, int row, int weight)
{
	int i = threadIdx.x;
	out[i] = in[i - row] * weight + 2 * in[i];
}

__global__ void write_before(int *out)
{
	out[-1 - 1024 * (int)threadIdx.x] = 1;
}

static void strays(bool strict)
{
	enum { COUNT = 10000, THREADS = 64 };
	int *in, *out, seen[THREADS], ones[THREADS];
	for (int i = 0; i < THREADS; i++)
		ones[i] = i + 1;
	for (int distance : { 2048, -(COUNT + 1024) }) { // before it, past it
		cudaMalloc((void **)&in, COUNT * sizeof(int));
		cudaMalloc((void **)&out, sizeof(seen));
		cudaMemcpy(in, ones, sizeof(ones), cudaMemcpyHostToDevice);
		stray<<<1, THREADS>>>(in, out, distance, 0);
		if (strict) {
			fault_expect(cudaErrorIllegalAddress);
			continue;
		}
		CHECK_EQUAL(cudaMemcpy(seen, out, sizeof(seen), cudaMemcpyDeviceToHost), cudaSuccess);
		for (int i = 0; i < THREADS; i++)
			CHECK_EQUAL(seen[i], 2 * (i + 1));
		cudaFree(in);
		cudaFree(out);
	}
}

int main()
{
	const char *bounds = getenv("ANYWARP_BOUNDS");
	int *memory;
	strays(bounds && !strcmp(bounds, "error"));
	cudaMalloc((void **)&memory, 40000);
	write_before<<<1, 64>>>(memory);
	fault_expect(cudaErrorIllegalAddress);
	cudaMalloc((void **)&memory, 40000);
	stray<<<1, 64>>>(memory, memory, 1 << 28, 0);
	fault_expect(cudaErrorIllegalAddress);
	return unit_finish();
}
