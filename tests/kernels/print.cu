// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device printf: all conversions, the value it returns, blocks in order, lanes in step.
// EXPECT: ^1: -5 4294967291 fffffffb FB 0 z text %
// EXPECT: ^2:     1.50 1.500000e\+00 1.5 0x1.8p\+0 +42 \+7 0042\|
// EXPECT: ^3: 1234567890123 18446744073709551615 -1 65535
// EXPECT: ^returned 7
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__global__ void conversions()
{
	int n = printf("1: %d %u %x %X %o %c %s %%\n", -5, -5, -5, 0xfb, 0, 'z', "text");
	printf("2: %8.2f %e %g %a %*d %+d %.4d|\n", 1.5, 1.5, 1.5, 1.5, 4, 42, 7, 42);
	printf("3: %lld %llu %hd %hu\n", 1234567890123ll, ~0ull, -1, 65535);
	printf("returned %d\n", n);
}

__global__ void ordered()
{
	printf("first %d %d\n", blockIdx.x, threadIdx.x);
	printf("second %d %d\n", blockIdx.x, threadIdx.x);
}

// Runs the kernel with stdout in a file and compares: blocks in order, a warp's lines in step.
int main()
{
	conversions<<<1, 1>>>();
	cudaDeviceSynchronize();
	fflush(stdout);
	int saved = dup(1);
	FILE *file = tmpfile();
	dup2(fileno(file), 1);
	ordered<<<3, 5>>>();
	cudaDeviceSynchronize();
	fflush(stdout);
	dup2(saved, 1);
	rewind(file);
	int wrong = 0;
	for (int block = 0; block < 3; block++)
		for (int line = 0; line < 2; line++)
			for (int thread = 0; thread < 5; thread++) {
				char expected[64], seen[64] = "";
				snprintf(expected, sizeof(expected), "%s %d %d\n", line ? "second" : "first", block, thread);
				if (!fgets(seen, sizeof(seen), file) || strcmp(seen, expected))
					wrong++;
			}
	printf("%d passed, %d failed\n", wrong == 0, wrong != 0);
	return wrong != 0;
}
