// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An opcode that the cpu target does not know is a compile error that names it.
// EXPECT-ERROR: unknown_ptx.cu:9.*frobnicate

__global__ void kernel(int *out)
{
	int x;
	asm("frobnicate.b32 %0, 1;" : "=r"(x));
	*out = x;
}

int main() {}
