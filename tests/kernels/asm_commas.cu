// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands of assembly without a comma between them, which nvcc takes: outputs, inputs, over lines, with comments, in a header's
// manner within other parentheses; strings that only look like them stay as they are.
// EXPECT: ^11 8 30 42 ;"=r"\(x\) "r"\(y\)$
#include <stdio.h>

__global__ void mixed(unsigned *out, unsigned value)
{
	unsigned sum, product;
	asm volatile("add.u32 %0, %2, 7;\n\t" "mul.lo.u32 %1, %2, 2;" : "=r"(sum) "=r"(product) : "r"(value));
	out[0] = sum;
	out[1] = product;
	asm volatile("st.global.u32 [%1], %0;" ::"r"((sum + 1) * (value - 1) - 6) "l"(out + 2) : "memory");
	asm("mad.lo.u32 %0, %1, %2, %3;"
	    : "=r"(sum) // the output
	    : "r"(value * 2)
	      "r"(product - 4) /* over lines */
	      "r"(sum - 1));
	out[3] = sum;
}

static int host_sum(int a, int b) // goes through the same hands
{
#ifdef __x86_64__
	asm("addl %2, %0" : "=r"(a) : "0"(a) "r"(b));
	return a;
#else
	return a + b;
#endif
}

int main()
{
	unsigned *out, values[4];
	cudaMalloc(&out, sizeof(values));
	mixed<<<1, 1>>>(out, host_sum(1, 3));
	cudaMemcpy(values, out, sizeof(values), cudaMemcpyDeviceToHost);
	for (unsigned value : values)
		printf("%u ", value);
	puts(";\"=r\"(x) \"r\"(y)");
	return 0;
}
