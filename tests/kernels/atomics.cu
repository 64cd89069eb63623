// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics of all types on global and shared memory, from many blocks: totals and old values.
// FLAGS: -arch=sm_90
#include "kernels/kernel_test.h"

struct Cells {
	int add, sub, min, max, bits_and, bits_or, bits_xor, exchange;
	unsigned inc, dec, umin, umax;
	unsigned long long add64, max64, cas64;
	long long min64, and64, or64, xor64;
	float add_float;
	double add_double;
	unsigned system, block;
};

__global__ void all_kinds(Cells *cells, unsigned *tickets)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&cells->add, 3);
	atomicSub(&cells->sub, 2);
	atomicMin(&cells->min, -me);
	atomicMax(&cells->max, me);
	atomicAnd(&cells->bits_and, ~(1 << me % 16));
	atomicOr(&cells->bits_or, 1 << me % 20);
	atomicXor(&cells->bits_xor, me);
	atomicExch(&cells->exchange, 77);
	atomicDec(&cells->dec, 9);
	atomicMin(&cells->umin, 5000u + me);
	atomicMax(&cells->umax, 0x80000000u + me);
	atomicAdd(&cells->add64, 1ull << 33);
	atomicMax(&cells->max64, (unsigned long long)me << 40);
	atomicMin(&cells->min64, -((long long)me << 40));
	atomicAnd(&cells->and64, ~(1ll << me % 50));
	atomicOr(&cells->or64, 1ll << (40 + me % 20));
	atomicXor_system(&cells->xor64, (long long)me << 33);
	atomicAdd(&cells->add_float, 0.5f);
	atomicAdd(&cells->add_double, 0.25);
	atomicAdd_system(&cells->system, 1u);
	atomicAdd_block(&cells->block, 0u);
	for (unsigned long long old = cells->cas64, seen;; old = seen) { // adds 2 by compare and swap
		seen = atomicCAS(&cells->cas64, old, old + 2);
		if (seen == old)
			break;
	}
	tickets[atomicInc(&cells->inc, 0xffffffffu)] = me; // each ticket is given once
}

__global__ void in_shared(int *out)
{
	__shared__ int histogram[16];
	__shared__ float total;
	if (threadIdx.x < 16)
		histogram[threadIdx.x] = 0;
	if (threadIdx.x == 0)
		total = 0;
	__syncthreads();
	atomicAdd(&histogram[threadIdx.x * 7 % 16], 1);
	atomicAdd(&total, 1.0f);
	__syncthreads();
	if (threadIdx.x < 16)
		out[blockIdx.x * 17 + threadIdx.x] = histogram[threadIdx.x];
	if (threadIdx.x == 0)
		out[blockIdx.x * 17 + 16] = (int)total;
}

int main()
{
	const int blocks = 40, threads = 96, n = blocks * threads;
	Buffer<Cells> cells(1);
	Cells start = {};
	start.bits_and = -1;
	start.and64 = -1;
	start.umin = 0xffffffffu;
	cells.upload(&start);
	Buffer<unsigned> tickets(n);
	all_kinds<<<blocks, threads>>>(cells.device, tickets.device);
	Cells *end = cells.download();
	int parity = 0;
	for (int i = 0; i < n; i++)
		parity ^= i;
	CHECK_EQUAL(end->add, 3 * n);
	CHECK_EQUAL(end->sub, -2 * n);
	CHECK_EQUAL(end->min, 1 - n);
	CHECK_EQUAL(end->max, n - 1);
	CHECK_EQUAL(end->bits_and, (int)0xffff0000);
	CHECK_EQUAL(end->bits_or, 0xfffff);
	CHECK_EQUAL(end->bits_xor, parity);
	CHECK_EQUAL(end->exchange, 77);
	CHECK_EQUAL(end->inc, n);
	CHECK_EQUAL(end->dec, (10 - n % 10) % 10);
	CHECK_EQUAL(end->umin, 5000);
	CHECK_EQUAL(end->umax, 0x80000000u + n - 1);
	CHECK_EQUAL(end->add64, (1ull << 33) * n);
	CHECK_EQUAL(end->max64, (unsigned long long)(n - 1) << 40);
	CHECK_EQUAL(end->min64, -((long long)(n - 1) << 40));
	CHECK_EQUAL(end->and64, ~0x3ffffffffffffll);
	CHECK_EQUAL(end->or64, 0xfffffll << 40);
	CHECK_EQUAL(end->xor64, (long long)parity << 33);
	CHECK_EQUAL(end->cas64, 2 * n);
	CHECK(end->add_float == 0.5f * n);
	CHECK(end->add_double == 0.25 * n);
	CHECK_EQUAL(end->system, n);
	free(end);

	static char given[n];
	unsigned *owner = tickets.download();
	for (int i = 0; i < n; i++) {
		CHECK(owner[i] < (unsigned)n && !given[owner[i]]);
		given[owner[i] % n] = 1;
	}
	free(owner);

	for (int count : { 16, 32, 100, 1024 }) {
		Buffer<int> out(3 * 17);
		in_shared<<<3, count>>>(out.device);
		out.expect([&](int i) {
			int sum = 0;
			for (int j = 0; j < count; j++)
				sum += j * 7 % 16 == i % 17;
			return i % 17 == 16 ? count : sum;
		});
	}
	return unit_finish();
}
