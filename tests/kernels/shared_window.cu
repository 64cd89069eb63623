// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared addresses of 32 bits: aligned as far as the arrays say, so that exclusive or switches between halves; kept in shared
// memory themselves; made pointers again.  Dynamic memory behind static, as aligned as its declaration.
// FLAGS: -arch=sm_80
#include "kernels/kernel_test.h"

typedef unsigned u32;

enum { THREADS = 64, HALF = 8 << 10 };

__device__ u32 address_of(const void *pointer) { return (u32)__cvta_generic_to_shared(pointer); }

__device__ u32 load(u32 address)
{
	u32 value;
	asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
	return value;
}

__device__ void store(u32 address, u32 value) { asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(value) : "memory"); }

// Two buffers that one bit of the address tells apart.
__global__ void buffers(u32 *out)
{
	__shared__ u32 other[THREADS];
	__shared__ __align__(2 * HALF) char pair[2 * HALF];
	u32 i = threadIdx.x, address = address_of(pair) + 4 * i;
	other[i] = i;
	for (u32 turn = 0; turn < 4; turn++) {
		store(address, 10 * i + turn + other[i]);
		address ^= HALF;
	}
	__syncthreads();
	out[i] = load((address_of(pair) + 4 * (THREADS - 1 - i)) ^ HALF);
	out[THREADS + i] = address_of(pair) % (2 * HALF);
}

// Each word says where the next one is.
__global__ void chain(u32 *out)
{
	__shared__ u32 links[THREADS];
	u32 i = threadIdx.x;
	links[i] = address_of(&links[(i + 5) % THREADS]);
	__syncthreads();
	u32 address = address_of(&links[i]);
	for (int step = 0; step < 7; step++)
		address = load(address);
	out[i] = (u32)((u32 *)__cvta_shared_to_generic(address) - links);
	out[THREADS + i] = (address - address_of(links)) / 4;
}

extern __shared__ __align__(1024) char dynamic[];

__global__ void behind(u32 *out)
{
	__shared__ u32 few[3];
	u32 i = threadIdx.x;
	if (i < 3)
		few[i] = i;
	((u32 *)dynamic)[i] = i + 100;
	__syncthreads();
	out[i] = load((address_of(dynamic) + 4 * i) ^ 4) + few[i % 3];
	out[THREADS + i] = address_of(dynamic) % 1024;
}

// In registers of 64 bits, widened with zeros and by their sign.
__global__ void widened(u32 *out)
{
	__shared__ u32 words[THREADS];
	u32 i = threadIdx.x;
	unsigned long long address;
	asm volatile("cvta.to.shared.u64 %0, %1;" : "=l"(address) : "l"(words + i));
	asm volatile("st.shared.u32 [%0], %1;" ::"l"(address), "r"(3 * i) : "memory");
	__syncthreads();
	asm volatile("ld.shared.u32 %0, [%1];" : "=r"(out[i]) : "l"((long long)(int)(address ^ 4)));
	asm volatile("ld.shared.u32 %0, [%1];" : "=r"(out[THREADS + i]) : "l"((unsigned long long)(u32)address));
}

int main()
{
	for (int blocks = 1; blocks < 4; blocks += 2) {
		Buffer<u32> a(2 * THREADS), b(2 * THREADS), c(2 * THREADS);
		buffers<<<blocks, THREADS>>>(a.device);
		a.expect([](int i) { return i < THREADS ? 11 * (u32)(THREADS - 1 - i) + 3 : 0; });
		chain<<<blocks, THREADS>>>(b.device);
		b.expect([](int i) { return (u32)(i + 35) % THREADS; });
		behind<<<blocks, THREADS, 4 * THREADS>>>(c.device);
		c.expect([](int i) { return i < THREADS ? (u32)(i ^ 1) + 100 + i % 3 : 0; });
		Buffer<u32> d(2 * THREADS);
		widened<<<blocks, THREADS>>>(d.device);
		d.expect([](int i) { return (u32)(i < THREADS ? 3 * (i ^ 1) : 3 * (i - THREADS)); });
	}
	return unit_finish();
}
