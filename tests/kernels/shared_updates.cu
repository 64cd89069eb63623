// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts, sums and extremes in shared memory at places that differ from thread to thread and coincide, several in a
// row from one value, all threads and some, in the order of the threads where that matters.
#include "kernels/kernel_test.h"

enum { BINS = 64, KINDS = 4 };

template <class T>
__global__ void bytes(const T *words, int count, unsigned *totals)
{
	__shared__ unsigned mine[KINDS][BINS];
	int me = thread_rank(), n = block_volume();
	for (int i = me; i < KINDS * BINS; i += n)
		mine[i / BINS][i % BINS] = 0;
	__syncthreads();
	for (int i = me; i < count; i += n) {
		T word = words[i];
		atomicAdd(&mine[0][word & 63], 1);
		atomicAdd(&mine[0][word >> 2 & 63], 2);
		atomicSub(&mine[1][(word >> 1 & 31) + 7], i);
		atomicXor(&mine[2][word & 15], 1u << (i & 31));
		atomicMax(&mine[3][word >> 3 & 31], i + 5);
		atomicAdd(&mine[0][word & 1], 3);
		atomicAdd(&mine[0][word & 2], 4);
		atomicAdd(&mine[0][word & 4], 5);
		atomicAdd(&mine[0][word & 8], 6);
		atomicAdd(&mine[0][word & 16], 7);
		if (word & 1)
			atomicAdd(&mine[1][word & 7], word);
	}
	__syncthreads();
	for (int i = me; i < KINDS * BINS; i += n)
		totals[i] = mine[i / BINS][i % BINS];
}

// The order of additions of floats shows; so does what is read from where others add later.
__global__ void in_order(float *out, int *last)
{
	__shared__ float sums[4];
	__shared__ int places[1024], who[8];
	int me = thread_rank();
	if (me < 4)
		sums[me] = 0;
	if (me < 8)
		who[me] = -1;
	places[me] = me * 5 & 7;
	__syncthreads();
	if (me < 32) {
		atomicAdd(&sums[places[me] & 3], 1.0f / (me + 3));
		atomicAdd(&sums[places[me] >> 1 & 3], 1e7f * me);
		atomicExch(&who[places[me]], me);
	}
	__syncthreads();
	if (me < 4)
		out[me] = sums[me];
	if (me < 8)
		last[me] = who[me];
}

template <class T>
static void check_bytes(dim3 block, int count)
{
	T *words = new T[count];
	for (int i = 0; i < count; i++)
		words[i] = (T)(i * 2654435761u >> 9);
	Buffer<T> input(count + 1);
	CALL(cudaMemcpy(input.device, words, count * sizeof(T), cudaMemcpyHostToDevice));
	unsigned expected[KINDS][BINS] = {};
	for (int i = 0; i < count; i++) {
		T word = words[i];
		unsigned *e = expected[0];
		e[word & 63]++, e[word >> 2 & 63] += 2, e[word & 1] += 3, e[word & 2] += 4;
		e[word & 4] += 5, e[word & 8] += 6, e[word & 16] += 7;
		expected[1][(word >> 1 & 31) + 7] -= i;
		expected[2][word & 15] ^= 1u << (i & 31);
		unsigned &most = expected[3][word >> 3 & 31];
		most = most < i + 5u ? i + 5u : most;
		if (word & 1)
			expected[1][word & 7] += word;
	}
	Buffer<unsigned> totals(KINDS * BINS);
	bytes<<<1, block>>>(input.device, count, totals.device);
	totals.expect([&](int i) { return expected[i / BINS][i % BINS]; });
	delete[] words;
}

int main()
{
	for (dim3 block : shapes)
		for (int count : { 1, 33, 1024, 3001 }) {
			check_bytes<unsigned>(block, count);
			check_bytes<unsigned char>(block, count);
			check_bytes<unsigned short>(block, count);
			check_bytes<unsigned long long>(block, count);
		}
	for (int n : { 32, 64, 100 }) {
		Buffer<float> out(4);
		Buffer<int> last(8);
		in_order<<<1, n>>>(out.device, last.device);
		float sums[4] = {};
		int who[8];
		for (int i = 0; i < 32; i++) {
			int place = i * 5 & 7;
			sums[place & 3] += 1.0f / (i + 3);
			sums[place >> 1 & 3] += 1e7f * i;
			who[place] = i;
		}
		out.expect([&](int i) { return sums[i]; });
		last.expect([&](int i) { return who[i]; });
	}
	return unit_finish();
}
