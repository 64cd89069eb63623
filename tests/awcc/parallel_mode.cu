// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libstdc++'s parallel mode and its <tr1/cmath> can be included without GNU's extensions, too.
//
// FLAGS: -std=c++17
// EXPECT: ^2 1 3$
#include <tr1/cmath>
#include <parallel/algorithm>
#include <cstdio>

__global__ void kernel(int *x) { *x += 1; }

int main()
{
	int numbers[] = { 2, 1, 0 }, *p;
	cudaMallocManaged(&p, sizeof(*p));
	*p = 2;
	kernel<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	std::sort(numbers, numbers + 2);
	std::printf("%d %d %d\n", numbers[1], (int)std::tr1::fabs(-1.0), *p);
}
