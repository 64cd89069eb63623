// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 128 bits: inline PTX's loads and stores that are one access, exchange and compare-and-swap; atomicCAS and atomicExch.
// FLAGS: -arch=sm_90
#include "kernels/kernel_test.h"

typedef unsigned long long u64;

struct alignas(16) Pair {
	u64 low, high;
};

__device__ Pair load(Pair *p)
{
	Pair v;
	asm volatile("{ .reg .b128 d; ld.relaxed.gpu.b128 d, [%2]; mov.b128 {%0, %1}, d; }"
	             : "=l"(v.low), "=l"(v.high) : "l"(p) : "memory");
	return v;
}

__device__ bool swap(Pair *p, Pair old, Pair wanted)
{
	u64 low, high;
	asm volatile("{ .reg .b128 d, e, w; mov.b128 e, {%3, %4}; mov.b128 w, {%5, %6};\n"
	             "atom.cas.acq_rel.gpu.b128 d, [%2], e, w; mov.b128 {%0, %1}, d; }"
	             : "=l"(low), "=l"(high) : "l"(p), "l"(old.low), "l"(old.high), "l"(wanted.low), "l"(wanted.high) : "memory");
	return low == old.low && high == old.high;
}

// Both halves move together, whoever comes between.
__global__ void counts(Pair *p, int *torn)
{
	for (int turn = 0; turn < 8; turn++)
		for (bool done = false; !done;) {
			Pair old = load(p);
			if (old.high != 3 * old.low)
				atomicAdd(torn, 1);
			done = swap(p, old, { old.low + 1, 3 * old.low + 3 });
		}
}

__global__ void exchanges(Pair *p, u64 *out)
{
	u64 low, high;
	asm volatile("{ .reg .b128 d, w; mov.b128 w, {%3, %4}; atom.exch.release.gpu.b128 d, [%2], w; mov.b128 {%0, %1}, d; }"
	             : "=l"(low), "=l"(high) : "l"(p), "l"(5ull), "l"(6ull) : "memory");
	out[0] = low;
	out[1] = high;
	asm volatile("{ .reg .b128 w; mov.b128 w, {%1, %2}; st.release.gpu.b128 [%0], w; }" : : "l"(p), "l"(7ull), "l"(8ull) : "memory");
}

// The same by CUDA's functions, on a type of the program and one of CUDA's, in global and in shared memory.
__global__ void functions(Pair *p, int4 *q, int *torn)
{
	__shared__ Pair shared;
	if (threadIdx.x == 0)
		shared = { 1, 3 };
	__syncthreads();
	for (int turn = 0; turn < 8; turn++) {
		Pair old = { 0, 0 }, seen;
		for (;; old = seen) {
			seen = atomicCAS(p, old, Pair{ old.low + 1, 3 * old.low + 3 });
			if (seen.low == old.low && seen.high == old.high)
				break;
		}
		Pair before = atomicExch_block(&shared, Pair{ threadIdx.x + 1ull, 3 * (threadIdx.x + 1ull) });
		int me = blockIdx.x * blockDim.x + threadIdx.x;
		int4 last = atomicExch_system(q, make_int4(me, 2 * me, 3 * me, 4 * me));
		if (before.high != 3 * before.low || last.y != 2 * last.x || last.z != 3 * last.x || last.w != 4 * last.x)
			atomicAdd(torn, 1);
	}
}

int main()
{
	Buffer<u64> pair(2, 0), out(2);
	Buffer<int> torn(1, 0);
	counts<<<8, 64>>>((Pair *)pair.device, torn.device);
	pair.expect([](int i) { return (u64)(i ? 3 : 1) * 8 * 64 * 8; });
	torn.expect([](int) { return 0; });
	exchanges<<<1, 1>>>((Pair *)pair.device, out.device);
	out.expect([](int i) { return (u64)(i ? 3 : 1) * 8 * 64 * 8; });
	pair.expect([](int i) { return (u64)(7 + i); });
	Buffer<u64> counter(2, 0);
	Buffer<int4> four(1, 0);
	functions<<<8, 64>>>((Pair *)counter.device, four.device, torn.device);
	counter.expect([](int i) { return (u64)(i ? 3 : 1) * 8 * 64 * 8; });
	torn.expect([](int) { return 0; });
	return unit_finish();
}
