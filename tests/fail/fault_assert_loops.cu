// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions in loops that gangs make turn by turn, or side by side with others (simd_asserts.c): the report names the thread whose number
// it is.
// RUNS: ANYWARP_WORKERS=1,2
// EXPECT: fault_assert_loops.cu:22: .*turns.*: block: \[5,0,0\], thread: \[17,0,0\] Assertion .a.i. != bad. failed\.
// EXPECT: fault_assert_loops.cu:34: .*columns.*: block: \[2,0,0\], thread: \[40,0,0\] Assertion .v != bad. failed\.
// EXPECT: fault_assert_loops.cu:46: .*tiles.*: block: \[3,2,0\], thread: \[5,6,0\] Assertion .x . n && row.*bad. failed\.
// EXPECT: plane.*block \(2,9,0\), thread \(11,3,0\)
// EXPECT: fault_assert_loops.cu:66: .*packed.*: block: \[7,0,0\], thread: \[3,2,1\] Assertion .a.i. != bad. failed\.
#include "fail/fault.h"

#include <assert.h>

enum { NUMBERS = 1 << 16, WIDTH = 128 };

static __managed__ int numbers[NUMBERS], sums[NUMBERS];

__global__ void turns(const int *a, int *b, int n, int bad)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		assert(a[i] != bad);
		b[i] = a[i] + 1;
	}
}

__global__ void columns(const int *a, int *b, int n, int bad)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
	if (i >= n)
		return;
	for (int j = 0; j < NUMBERS / n; j++) {
		int v = a[j * n + i];
		assert(v != bad);
		sum += v;
	}
	b[i] = sum;
}

__global__ void tiles(const int *a, int *b, int n, int bad)
{
	__shared__ int tile[16][16];
	int x = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y, sum = 0;
	for (int k = 0; k < n; k += 16) {
		tile[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
		assert(x < n && row * n + x != bad);
		__syncthreads();
		for (int i = 0; i < 16; i++)
			sum += tile[threadIdx.y][i] * tile[i][threadIdx.x];
		__syncthreads();
	}
	b[row * n + x] = sum;
}

__global__ void plane(const int *a, int *b, int n, int bad)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (a[y * n + x] == bad)
		__trap();
	b[y * n + x] = a[y * n + x];
}

__global__ void packed(const int *a, int *b, int bad)
{
	int i = blockIdx.x * 60 + (threadIdx.z * 3 + threadIdx.y) * 5 + threadIdx.x;
	assert(a[i] != bad);
	b[i] = a[i];
}

int main()
{
	for (int i = 0; i < NUMBERS; i++)
		numbers[i] = i;
	turns<<<8, 128>>>(numbers, sums, NUMBERS, 3 * 8 * 128 + 5 * 128 + 17);
	fault_expect(cudaErrorAssert);
	for (int i = 0; i < NUMBERS; i++)
		numbers[i] = i;
	columns<<<4, 128>>>(numbers, sums, 512, 100 * 512 + 2 * 128 + 40);
	fault_expect(cudaErrorAssert);
	tiles<<<dim3(8, 8), dim3(16, 16)>>>(numbers, sums, WIDTH, (2 * 16 + 6) * WIDTH + 3 * 16 + 5);
	fault_expect(cudaErrorAssert);
	for (int i = 0; i < NUMBERS; i++)
		numbers[i] = i;
	plane<<<dim3(4, 128), dim3(32, 4)>>>(numbers, sums, WIDTH, (9 * 4 + 3) * WIDTH + 2 * 32 + 11);
	fault_expect(cudaErrorLaunchFailure);
	for (int i = 0; i < NUMBERS; i++)
		numbers[i] = i;
	packed<<<20, dim3(5, 3, 4)>>>(numbers, sums, 7 * 60 + (1 * 3 + 2) * 5 + 3);
	fault_expect(cudaErrorAssert);
	return unit_finish();
}
