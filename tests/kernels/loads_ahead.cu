// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that bring memory into shared memory turn by turn, which a GPU may load a turn ahead: of any number of turns, none among
// them, with the last one in part, with two barriers and one, behind another barrier; and one in which threads write what
// others load behind the barrier.
#include "unit/unit.h"

enum { THREADS = 128 };

// The maximum of products of neighbours, in pieces of THREADS.
__global__ void neighbours(const int *a, int n, int *result)
{
	__shared__ int piece[THREADS + 1];
	int most = 0, t = threadIdx.x;
	for (int from = 0; from < n; from += THREADS) {
		piece[t] = from + t < n ? a[from + t] : 1;
		__syncthreads();
		if (t + 1 < THREADS && from + t + 1 < n)
			most = max(most, piece[t] * piece[t + 1]);
		__syncthreads();
	}
	atomicMax(result, most);
}

// Without a guard: n is a multiple of THREADS, or 0.
__global__ void turned(const int *a, int n, int *out)
{
	__shared__ int piece[THREADS];
	int sum = 0;
	for (const int *from = a; from < a + n; from += THREADS) {
		__syncthreads();
		piece[threadIdx.x] = from[threadIdx.x];
		__syncthreads();
		sum = sum * 3 + piece[THREADS - 1 - threadIdx.x];
	}
	out[threadIdx.x] = sum;
}

// Each turn loads what the neighbour wrote in the one before.
__global__ void passed_on(int *a, int turns)
{
	__shared__ int piece[THREADS];
	for (int i = 0; i < turns; i++) {
		piece[threadIdx.x] = a[i * THREADS + threadIdx.x];
		__syncthreads();
		a[(i + 1) * THREADS + threadIdx.x] = piece[(threadIdx.x + 1) % THREADS] + i;
		__syncthreads();
	}
}

static int *make(int count)
{
	int *memory;
	CHECK(cudaMallocManaged((void **)&memory, (count + 1) * sizeof(int)) == cudaSuccess);
	for (int i = 0; i < count; i++)
		memory[i] = i * 7919 % 1009;
	return memory;
}

static void check(int n)
{
	int *a = make(n), *most = make(1), *out = make(THREADS), whole = n / THREADS * THREADS, expected = 0, wrong = 0;
	*most = 0;
	neighbours<<<1, THREADS>>>(a, n, most);
	turned<<<1, THREADS>>>(a, whole, out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int i = 0; i + 1 < n; i++)
		if (i % THREADS != THREADS - 1 && a[i] * a[i + 1] > expected)
			expected = a[i] * a[i + 1];
	CHECK_EQUAL(*most, expected);
	for (int t = 0; t < THREADS; t++) {
		unsigned sum = 0;
		for (int from = 0; from < whole; from += THREADS)
			sum = sum * 3 + a[from + THREADS - 1 - t];
		wrong += out[t] != (int)sum;
	}
	CHECK_EQUAL(wrong, 0);
	CHECK(cudaFree(a) == cudaSuccess && cudaFree(most) == cudaSuccess && cudaFree(out) == cudaSuccess);
}

static void check_passed_on()
{
	enum { TURNS = 20 };
	int *a = make((TURNS + 1) * THREADS), wrong = 0;
	passed_on<<<1, THREADS>>>(a, TURNS);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int i = 0; i < TURNS; i++)
		for (int t = 0; t < THREADS; t++)
			wrong += a[(i + 1) * THREADS + t] != a[i * THREADS + (t + 1) % THREADS] + i;
	CHECK_EQUAL(wrong, 0);
	CHECK(cudaFree(a) == cudaSuccess);
}

int main()
{
	static const int counts[] = { 0, 1, 127, 128, 129, 256, 300, 1000, 12345 };
	for (int n : counts)
		check(n);
	check_passed_on();
	return unit_finish();
}
