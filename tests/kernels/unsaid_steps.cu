// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code of before Volta whose lanes exchange words of shared memory without volatile and without __syncwarp(), as warps
// in step allow it.  A barrier comes behind, so that warps don't race.
#include "kernels/kernel_test.h"

// Reads the neighbour's word before the neighbour changes it.
__global__ void pass_on(int *out, int turns)
{
	extern __shared__ int cell[];
	int me = threadIdx.x, lane = me & 31;
	cell[me] = me;
	__syncthreads();
	for (int turn = 0; turn < turns; turn++) {
		int value = lane ? cell[me - 1] : turn;
		cell[me] = value + 1;
		__syncthreads();
	}
	out[me] = cell[me];
}

// The same with numbers side by side in one variable.
__global__ void shift(double *out)
{
	__shared__ double cell[32];
	int me = threadIdx.x;
	cell[me] = me;
	__syncthreads();
	if (me < 31)
		cell[me] = cell[me + 1];
	if (me > 0)
		cell[me] -= cell[me - 1];
	out[me] = cell[me];
}

// One lane reads what several have just stored.
__global__ void columns(int *out)
{
	extern __shared__ int cell[];
	int me = threadIdx.x;
	for (int i = 0; i < 17; i++)
		cell[17 * me + i] = me + i;
	__syncthreads();
	if (me < 17) {
		int sum = 0;
		for (int i = me; i < 17 * (int)blockDim.x; i += 17)
			sum += cell[i];
		cell[me] = sum;
	}
	if (!me) {
		int table[17];
		table[0] = cell[0];
		for (int i = 1; i < 17; i++)
			table[i] = table[i - 1] + cell[i];
		for (int i = 0; i < 17; i++)
			out[i] = table[i];
	}
}

// A word that one lane of each warp sets for the others.
__global__ void tell(int *out)
{
	__shared__ int told[32];
	int me = threadIdx.x;
	if (me % 32 == 5)
		told[me / 32] = me * 3;
	out[me] = told[me / 32];
}

// Lanes that have just met for a warp's operation write rows and read columns, with no other barrier behind it.
__global__ void turn(float *out, const float *in, int n)
{
	extern __shared__ float tile[];
	int me = threadIdx.x;
	float sum = 0;
	for (int i = me; i < n; i += 32) {
		tile[me] = in[i];
		sum += __shfl_sync(~0u, tile[me], 0);
	}
	for (int i = 0; i < 4; i++)
		tile[me % 4 * 36 + me / 4 + 8 * i] = sum + i;
	for (int i = 0; i < 4; i++)
		out[i * 32 + me] = tile[i * 36 + me];
}

static void test_pass_on()
{
	for (int size : { 32, 64, 256 }) {
		Buffer<int> out(size);
		for (int turns : { 1, 5, 40 }) {
			pass_on<<<1, size, size * sizeof(int)>>>(out.device, turns);
			out.expect([&](int i) { return i % 32 < turns ? turns : i; });
		}
	}
}

int main()
{
	test_pass_on();
	Buffer<double> moved(32);
	shift<<<1, 32>>>(moved.device);
	moved.expect([](int i) { return i == 0 ? 1.0 : i == 31 ? 0.0 : 1.0; });
	Buffer<int> sums(17), words(96);
	columns<<<1, 64, 64 * 17 * sizeof(int)>>>(sums.device);
	sums.expect([](int i) {
		int sum = 0;
		for (int k = 0; k <= i; k++)
			sum += 63 * 64 / 2 + 64 * k;
		return sum;
	});
	tell<<<1, 96>>>(words.device);
	words.expect([](int i) { return (i / 32 * 32 + 5) * 3; });
	Buffer<float> ones(96), turned(128);
	ones.fill([](int) { return 1.0f; });
	turn<<<1, 32, 4 * 36 * sizeof(float)>>>(turned.device, ones.device, 96);
	turned.expect([](int i) { return 3.0f + i % 32 / 8; });
	return unit_failed != 0;
}
