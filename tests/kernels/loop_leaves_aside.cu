// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop whose exit lies on one of the ways through its turn only, and whose result is also what it carries: lanes that
// go on past the exit's other side keep their values, too (simd_keep.c).  As in merging two sorted lists.
#include <stdio.h>
#include <stdlib.h>

__global__ void merge(float *result, const float *in, int n)
{
	int first = (int)(blockIdx.x * blockDim.x + threadIdx.x) * n, second = first + n / 2;
	float *out = &result[first];
	int a = 0, b = 0, o = 0;
	float low = in[first], high = in[second];
	while (true) {
		float next_a = in[first + a + 1], next_b = in[second + b + 1];
		float least = low < high ? low : high;
		high = low < high ? high : low;
		out[o++] = least;
		bool more_a = a + 1 < n / 2, more_b = b + 1 < n / 2;
		if (more_a) {
			if (more_b) {
				if (next_a < next_b) {
					a++, low = next_a;
				} else {
					b++, low = next_b;
				}
			} else {
				a++, low = next_a;
			}
		} else {
			if (more_b)
				b++, low = next_b;
			else
				break;
		}
	}
	out[o] = high;
}

static int compare(const void *a, const void *b)
{
	return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

int main()
{
	const int n = 16, count = 96 * n;
	float *in, *out;
	int wrong = 0;
	cudaMallocManaged(&in, (count + 1) * sizeof *in);
	cudaMallocManaged(&out, count * sizeof *out);
	for (int i = 0; i <= count; i++)
		in[i] = (float)(i * 7919 % 1009);
	for (int i = 0; i < count; i += n / 2)
		qsort(in + i, n / 2, sizeof *in, compare);
	merge<<<2, 48>>>(out, in, n);
	if (cudaDeviceSynchronize())
		return 1;
	for (int i = 0; i < count; i += n)
		qsort(in + i, n, sizeof *in, compare);
	for (int i = 0; i < count; i++)
		wrong += in[i] != out[i];
	printf("%d wrong\n", wrong); // EXPECT: 0 wrong
	return 0;
}
