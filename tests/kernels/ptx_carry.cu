// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The carry goes from one asm statement to the next: in one function, from small functions, in loops that are unrolled, through members,
// and from a function to the one that it calls.  Blocks of several warps, with different numbers in each lane.
#include "unit/unit.h"

enum { LIMBS = 8, THREADS = 100 };

__device__ __forceinline__ unsigned add_cc(unsigned a, unsigned b)
{
	unsigned r;
	asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
	return r;
}
__device__ __forceinline__ unsigned addc_cc(unsigned a, unsigned b)
{
	unsigned r;
	asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
	return r;
}
__device__ unsigned addc(unsigned a, unsigned b)
{
	unsigned r;
	asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
	return r;
}

struct chain {
	unsigned position;
	__device__ __forceinline__ chain() : position(0) {}
	__device__ __forceinline__ unsigned add(unsigned a, unsigned b) { return position++ == 0 ? add_cc(a, b) : addc_cc(a, b); }
};

__device__ unsigned add_all(unsigned *r, const unsigned *a, const unsigned *b)
{
	chain links;
#pragma unroll
	for (int i = 0; i < LIMBS; i++)
		r[i] = links.add(a[i], b[i]);
	return links.add(0, 0);
}

__device__ void first(unsigned *r, const unsigned *a, const unsigned *b) { r[0] = add_cc(a[0], b[0]); }
__device__ void rest(unsigned *r, const unsigned *a, const unsigned *b)
{
	for (int i = 1; i < LIMBS; i++)
		r[i] = addc_cc(a[i], b[i]);
	r[LIMBS] = addc(0, 0);
}

#define UADDO(c, a, b) asm volatile("add.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory")
#define UADDC(c, a, b) asm volatile("addc.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory")
#define USUBO(c, a, b) asm volatile("sub.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory")
#define USUBC(c, a, b) asm volatile("subc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory")

__global__ void kernel(const unsigned *a, const unsigned *b, unsigned *sums, unsigned *others, unsigned long long *wide)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned mine[LIMBS], yours[LIMBS], sum[LIMBS + 1];
	for (int i = 0; i < LIMBS; i++) {
		mine[i] = a[at * LIMBS + i];
		yours[i] = b[at * LIMBS + i];
	}
	sum[LIMBS] = add_all(sum, mine, yours);
	for (int i = 0; i <= LIMBS; i++)
		sums[at * (LIMBS + 1) + i] = sum[i];
	first(sum, mine, yours);
	rest(sum, mine, yours);
	for (int i = 0; i <= LIMBS; i++)
		others[at * (LIMBS + 1) + i] = sum[i];
	unsigned long long low = ~0ull, high = at, zero = 0, one = at & 1, more;
	UADDO(low, low, one);
	UADDC(high, high, zero);
	UADDC(more, zero, zero);
	USUBO(low, low, one);
	USUBC(more, high, more);
	wide[2 * at] = low;
	wide[2 * at + 1] = more;
	unsigned mad;
	asm volatile("mad.lo.cc.u32 %0, %1, %2, %3;" : "=r"(mad) : "r"(0x10000), "r"(0xffff), "r"(0x10000 + at));
	asm volatile("madc.hi.u32 %0, %1, %2, %3;" : "=r"(mad) : "r"(0x10000), "r"(0xffff), "r"(at));
	wide[2 * at + 1] += (unsigned long long)mad << 32;
}

int main()
{
	unsigned *a, *b, *sums, *others, wrong = 0;
	unsigned long long *wide;
	cudaMallocManaged(&a, THREADS * LIMBS * sizeof(*a));
	cudaMallocManaged(&b, THREADS * LIMBS * sizeof(*b));
	cudaMallocManaged(&sums, THREADS * (LIMBS + 1) * sizeof(*sums));
	cudaMallocManaged(&others, THREADS * (LIMBS + 1) * sizeof(*others));
	cudaMallocManaged(&wide, 2 * THREADS * sizeof(*wide));
	for (int i = 0; i < THREADS * LIMBS; i++) {
		a[i] = i * 2654435761u;
		b[i] = i % 3 ? ~a[i] + (i % LIMBS == 0 ? i & 1 : 0) : i * 40503u * 65537u;
	}
	kernel<<<2, THREADS / 2>>>(a, b, sums, others, wide);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int t = 0; t < THREADS; t++) {
		unsigned long long carry = 0;
		for (int i = 0; i <= LIMBS; i++) {
			carry += i < LIMBS ? (unsigned long long)a[t * LIMBS + i] + b[t * LIMBS + i] : 0;
			wrong += sums[t * (LIMBS + 1) + i] != (unsigned)carry || others[t * (LIMBS + 1) + i] != (unsigned)carry;
			carry >>= 32;
		}
		wrong += wide[2 * t] != ~0ull || (unsigned)wide[2 * t + 1] != (unsigned)t;
		wrong += wide[2 * t + 1] >> 32 != 0xffffull * 0x10000 / 0x100000000ull + t + (0xffff0000ull + 0x10000 + t >= 0x100000000ull);
	}
	CHECK(wrong == 0);
	return unit_finish();
}
