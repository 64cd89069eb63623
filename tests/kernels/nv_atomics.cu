// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __nv_atomic_...: every operation by value and by address, from many blocks; a message passed from block to block by release
// and acquire.
// FLAGS: -arch=sm_90
#include "kernels/kernel_test.h"

struct Cells {
	int add, sub, min, flag, word;
	unsigned max, bits_and, bits_or, bits_xor;
	unsigned long long add64, tries;
	float sum, stored;
	double sum64;
	unsigned char byte;
};

__global__ void arithmetic(Cells *c)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	__nv_atomic_add(&c->add, 3, __NV_ATOMIC_RELAXED);
	__nv_atomic_fetch_sub(&c->sub, 2, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
	__nv_atomic_min(&c->min, -me, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
	__nv_atomic_fetch_max(&c->max, 0x80000000u + me, __NV_ATOMIC_SEQ_CST);
	__nv_atomic_and(&c->bits_and, ~(1u << me % 16), __NV_ATOMIC_RELAXED);
	__nv_atomic_fetch_or(&c->bits_or, 1 << me % 20, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
	__nv_atomic_xor(&c->bits_xor, (unsigned)me, __NV_ATOMIC_RELAXED);
	__nv_atomic_add(&c->add64, 1ull << 33, __NV_ATOMIC_RELAXED);
	__nv_atomic_fetch_add(&c->sum, 0.5f, __NV_ATOMIC_RELAXED);
	__nv_atomic_sub(&c->sum64, 0.25, __NV_ATOMIC_RELAXED);
	int seen = __nv_atomic_load_n(&c->word, __NV_ATOMIC_RELAXED);
	while (!__nv_atomic_compare_exchange_n(&c->word, &seen, seen + 5, true, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED))
		;
	unsigned long long old = 0, next;
	__nv_atomic_load(&c->tries, &old, __NV_ATOMIC_ACQUIRE);
	do
		next = old + 7;
	while (!__nv_atomic_compare_exchange(&c->tries, &old, &next, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_ACQUIRE,
	                                     __NV_THREAD_SCOPE_DEVICE));
}

__device__ int message;

__global__ void pass(Cells *c, int *got)
{
	if (blockIdx.x == 0) {
		message = 1234;
		__nv_atomic_store_n(&c->flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
	} else {
		while (__nv_atomic_load_n(&c->flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0)
			;
		got[0] = *(volatile int *)&message;
		float value = 2.5f, before;
		__nv_atomic_store(&c->stored, &value, __NV_ATOMIC_SEQ_CST);
		value = 3.5f;
		__nv_atomic_exchange(&c->stored, &value, &before, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
		got[1] = before == 2.5f;
		got[2] = __nv_atomic_exchange_n(&c->flag, 9, __NV_ATOMIC_RELAXED);
		__nv_atomic_store_n(&c->byte, c->flag + 291, __NV_ATOMIC_RELAXED); // is converted
		__nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
		got[3] = __nv_atomic_load_n(&c->byte, __NV_ATOMIC_RELAXED);
	}
}

int main(void)
{
	Cells *c;
	int *got;
	CALL(cudaMallocManaged(&c, sizeof *c));
	CALL(cudaMallocManaged(&got, 4 * sizeof *got));
	*c = {};
	c->bits_and = 0xffffffffu;
	arithmetic<<<40, 96>>>(c);
	CALL(cudaDeviceSynchronize());
	const int n = 40 * 96;
	unsigned all = 0;
	for (int i = 0; i < n; i++)
		all ^= i;
	CHECK(c->add == 3 * n && c->sub == -2 * n && c->min == 1 - n && c->max == 0x80000000u + n - 1);
	CHECK(c->bits_and == 0xffff0000u && c->bits_or == 0xfffffu && c->bits_xor == all);
	CHECK(c->add64 == (unsigned long long)n << 33 && c->sum == n * 0.5f && c->sum64 == n * -0.25);
	CHECK(c->word == 5 * n && c->tries == 7ull * n);
	pass<<<2, 1>>>(c, got);
	CALL(cudaDeviceSynchronize());
	CHECK(got[0] == 1234 && got[1] == 1 && got[2] == 1 && got[3] == 44 && c->stored == 3.5f && c->flag == 9);
	return unit_finish();
}
