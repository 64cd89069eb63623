// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of 16 bytes that one block writes while another reads them are seen whole, as a value with its state is handed on in
// CUB's look-back: each written vector has one number in all its elements.
#include "kernels/kernel_test.h"

enum { TURNS = 200000, KINDS = 3 };

__device__ void put(int kind, void *place, unsigned i)
{
	unsigned long long wide = (unsigned long long)i << 32 | i;
	if (kind == 0)
		asm volatile("st.global.cg.v2.u64 [%0], {%1, %1};" : : "l"(place), "l"(wide) : "memory");
	else if (kind == 1)
		asm volatile("st.relaxed.gpu.v2.u64 [%0], {%1, %1};" : : "l"(place), "l"(wide) : "memory");
	else
		asm volatile("st.volatile.v4.u32 [%0], {%1, %1, %1, %1};" : : "l"(place), "r"(i) : "memory");
}

__device__ bool is_torn(int kind, const void *place)
{
	unsigned long long a, b;
	if (kind == 0) {
		asm volatile("ld.global.cg.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(place) : "memory");
	} else if (kind == 1) {
		asm volatile("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(place) : "memory");
	} else {
		unsigned c, d, e, f;
		asm volatile("ld.volatile.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(c), "=r"(d), "=r"(e), "=r"(f) : "l"(place) : "memory");
		a = (unsigned long long)c << 32 | d;
		b = (unsigned long long)e << 32 | f;
	}
	return a != b || a >> 32 != (a & 0xffffffff);
}

// The first block writes what the second reads.
__global__ void hand_on(int kind, ulonglong2 *place, int *torn)
{
	for (unsigned i = 0; i < TURNS; i++) {
		if (blockIdx.x == 0)
			put(kind, place, i);
		else if (is_torn(kind, place))
			atomicAdd(torn, 1);
	}
}

int main()
{
	ulonglong2 *place;
	int *torn, result = -1;
	CALL(cudaMalloc(&place, sizeof(*place)));
	CALL(cudaMalloc(&torn, sizeof(*torn)));
	for (int kind = 0; kind < KINDS; kind++) {
		CALL(cudaMemset(place, 0, sizeof(*place)));
		CALL(cudaMemset(torn, 0, sizeof(*torn)));
		hand_on<<<2, 1>>>(kind, place, torn);
		CALL(cudaMemcpy(&result, torn, sizeof(result), cudaMemcpyDeviceToHost));
		CHECK_EQUAL(result, 0);
	}
	return unit_finish();
}
