// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local arrays of a few elements that lanes read and write at indices of their own (simd_few.c): of several types, under conditions, part
// of a larger one, and too many elements for that.
#include "kernel_test.h"

template <class T, int n>
static __host__ __device__ T work(int thread)
{
	T few[n];
	for (int i = 0; i < n; i++)
		few[i] = (T)(thread + 3 * i);
	few[(thread * 7 + 1) % n] += (T)5;
	if (thread % 3)
		few[(thread / 3) % n] = (T)(thread % 50);
	T sum = 0;
	for (int i = 0; i < n; i++) {
		sum += few[(thread + i * i) % n] * (T)(i + 1);
		if ((thread >> i) & 1)
			few[(unsigned)(thread ^ i) % n] = (T)(sum + (T)i);
	}
	return sum;
}

struct Parts {
	int head[2];
	short tail[3][2];
};

static __host__ __device__ int parts(int thread)
{
	Parts p;
	for (int i = 0; i < 6; i++)
		p.tail[i / 2][i % 2] = (short)(thread * i);
	p.head[0] = thread;
	p.head[1] = -thread;
	p.head[thread % 5 == 0] += 1000;
	p.tail[thread % 3][thread & 1] = -5;
	return p.head[thread & 1] + p.tail[(thread + 1) % 3][1] * 3 + p.tail[thread % 3][(thread >> 2) & 1];
}

// The index is a condition's bit, or two of them.
static __host__ __device__ int by_conditions(int thread)
{
	int few[4] = { 3 };
	for (int i = 3; i > 0; i--)
		few[thread % 5 > 1 ? i : 0] += i + 6;
	few[thread % 7 < 3] += 100;
	return few[0] + few[1] * 3 + few[2] * 5 + few[3] * 7 + few[thread % 3 == 1];
}

static __host__ __device__ int sum_of(int i)
{
	return (int)work<int, 3>(i) + (int)work<float, 5>(i) * 3 + (int)work<double, 4>(i) * 5 + (int)work<unsigned char, 8>(i) * 7 +
	       (int)work<short, 2>(i) * 11 + (int)work<long long, 7>(i) * 13 + (int)work<int, 12>(i) * 17 + parts(i) +
	       by_conditions(i) * 19;
}

__global__ void all(int *sums, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		sums[i] = sum_of(i);
}

int main()
{
	Buffer<int> sums(1000);
	all<<<4, 256>>>(sums.device, 1000);
	sums.expect(sum_of);
	all<<<9, 112>>>(sums.device, 1000);
	sums.expect(sum_of);
	return unit_finish();
}
