// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Special registers in inline PTX with one % or two, with operands and without, beside the host's own assembly.
#include "kernels/kernel_test.h"

#define READ(name) "mov.u32 %0, " name ";"

__global__ void registers(unsigned *lanes, unsigned *masks, unsigned *blocks, unsigned *threads)
{
	unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
	asm("mov.u32 %0, %laneid;" : "=r"(lanes[at]));
	asm volatile ("{ .reg .u32 mine; // the lanes before this one: %lanemask_lt\n\t"
	              "mov.u32 mine, %lanemask_lt; mov.u32 %0, mine; }" : "=r"(masks[at]) : : "memory");
	__asm__ __volatile__(READ("%%ctaid.x") : "=r"(blocks[at]));
	asm("{ .reg .u32 a, b; mov.u32 a, %ctaid.x; mov.u32 b, %ntid.x; mad.lo.u32 %0, a, b, %1; }" : "=r"(threads[at]) : "r"(threadIdx.x));
	asm volatile("membar.cta;");
}

static unsigned char low_byte(unsigned value)
{
#ifdef __x86_64__
	unsigned char low;
	asm("movb %b1, %0" : "=q"(low) : "q"(value)); // %b is an escape here
	return low;
#else
	return (unsigned char)value;
#endif
}

int main()
{
	const unsigned block = 64, grid = 3, count = block * grid;
	unsigned *all[4];
	for (int i = 0; i < 4; i++)
		CALL(cudaMallocManaged(&all[i], count * sizeof(unsigned)));
	registers<<<grid, block>>>(all[0], all[1], all[2], all[3]);
	CALL(cudaDeviceSynchronize());
	for (unsigned i = 0; i < count; i++) {
		CHECK_EQUAL(all[0][i], i % 32);
		CHECK_EQUAL(all[1][i], (1u << i % 32) - 1);
		CHECK_EQUAL(all[2][i], i / block);
		CHECK_EQUAL(all[3][i], i);
	}
	CHECK_EQUAL(low_byte(0x1234), 0x34);
	return unit_finish();
}
