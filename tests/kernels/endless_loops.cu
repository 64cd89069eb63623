// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that no way leads out of: their lanes never return, but as long as there are none the others do
// (simd_normal.c).  In `advance` the compiler finds out that the loop doesn't end where a grid without blocks would come.
#include <stdio.h>

__global__ void hold(int *out, const int *in, int limit)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	int value = in[i];
	if (value > limit)
		for (volatile int *place = &out[i];;)
			*place = *place + 1;
	out[i] = 2 * value;
}

__global__ void hold_in_turn(int *out, const int *in, int limit)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), sum = 0;
	for (int turn = 0; turn <= in[i] % 7; turn++) {
		if (in[i] + turn > limit + 7)
			while (true)
				atomicAdd(&out[turn], turn % 2 ? 1 : 2);
		sum += turn;
	}
	out[i] = sum;
}

__global__ void advance(int *out, const int *in, int n)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), step = (int)(gridDim.x * blockDim.x), value = in[i];
	for (int turn = 0; turn < n; turn += 2)
		if (gridDim.x == 0)
			for (int at = i; at < 4 * step + 47; at += step)
				value += in[3];
	out[i] = value;
}

int main()
{
	const int count = 3 * 72;
	int *in, *out, wrong = 0;
	cudaMallocManaged(&in, count * sizeof *in);
	cudaMallocManaged(&out, count * sizeof *out);
	for (int i = 0; i < count; i++)
		in[i] = i * 37 % 101;
	hold<<<3, 72>>>(out, in, 100);
	if (cudaDeviceSynchronize())
		return 1;
	for (int i = 0; i < count; i++)
		wrong += out[i] != 2 * in[i];
	hold_in_turn<<<3, 72>>>(out, in, 100);
	if (cudaDeviceSynchronize())
		return 1;
	for (int i = 0; i < count; i++)
		wrong += out[i] != in[i] % 7 * (in[i] % 7 + 1) / 2;
	advance<<<3, 72>>>(out, in, 3);
	if (cudaDeviceSynchronize())
		return 1;
	for (int i = 0; i < count; i++)
		wrong += out[i] != in[i];
	printf("%d wrong\n", wrong); // EXPECT: 0 wrong
	return 0;
}
