// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Histograms in shared memory, for which gangs have several tables (count_tables.c): arrays of different sizes, numbers that were there
// before, other summands than one, several additions a turn, under conditions, into two arrays and into rows of one, by blocks of all
// shapes; and what tables would be wrong for: arrays that are read or written meanwhile, threads that return early, barriers in loops,
// results that somebody wants, functions that use the same array.
#include "kernel_test.h"

static __host__ __device__ unsigned hash(unsigned x)
{
	x = (x ^ x >> 16) * 0x85ebca6bu;
	x = (x ^ x >> 13) * 0xc2b2ae35u;
	return x ^ x >> 16;
}

// Numbers of which many are alike.
static __host__ __device__ unsigned key(unsigned i) { return i % 3 ? hash(i) : 7; }

template <int BINS> __global__ void plain(int count, unsigned *out)
{
	__shared__ unsigned bins[BINS];
	for (int i = thread_rank(); i < BINS; i += block_volume())
		bins[i] = i * 5;
	__syncthreads();
	for (int i = thread_rank(); i < count; i += block_volume())
		atomicAdd(&bins[key(i + blockIdx.x) % BINS], 1);
	__syncthreads();
	for (int i = thread_rank(); i < BINS; i += block_volume())
		out[blockIdx.x * BINS + i] = bins[i];
}

__global__ void words(int count, unsigned *out)
{
	__shared__ unsigned bins[256], sums[4][64];
	for (int i = thread_rank(); i < 256; i += block_volume())
		bins[i] = sums[i / 64][i % 64] = 0;
	__syncthreads();
	for (int i = thread_rank(); i < count; i += block_volume()) {
		unsigned word = key(i);
		atomicAdd(&bins[word & 255], 1);
		atomicAdd(&bins[word >> 8 & 255], i);
		if (word & 1 << 16)
			atomicAdd(&bins[word >> 24], 3);
		for (unsigned k = 0; k < (word & 3); k++)
			atomicAdd(&sums[k][word >> 10 & 63], word);
	}
	__syncthreads();
	for (int i = thread_rank(); i < 256; i += block_volume()) {
		out[i] = bins[i];
		out[256 + i] = sums[i / 64][i % 64];
	}
}

// The array is read, or written, or the sums before are wanted, between the barriers.
template <int WAY> __global__ void seen(int count, unsigned *out, unsigned *found)
{
	__shared__ unsigned bins[128];
	for (int i = thread_rank(); i < 128; i += block_volume())
		bins[i] = 0;
	__syncthreads();
	unsigned last = 0;
	for (int i = thread_rank(); i < count; i += block_volume()) {
		if (WAY == 0)
			last += atomicAdd(&bins[key(i) % 128], 1) < (unsigned)count;
		else
			atomicAdd(&bins[key(i) % 127], 1);
		if (WAY == 1)
			last += bins[127] + 1;
		if (WAY == 2)
			bins[127] = 9;
		if (WAY == 3 && i < 128)
			atomicExch(&bins[127], 8);
	}
	if (WAY == 4)
		atomicMax(&bins[127], 1000 + count);
	__syncthreads();
	atomicAdd(found, last);
	for (int i = thread_rank(); i < 128; i += block_volume())
		out[i] = bins[i];
}

// Threads return before; barriers stand in a loop, or on one way.
template <int WAY> __global__ void guarded(int count, int turns, unsigned *out)
{
	__shared__ unsigned bins[128];
	int size = block_volume();
	if (WAY == 0 && thread_rank() % 3 == 1)
		return;
	for (int i = WAY == 0 ? 0 : thread_rank(); i < 128; i += WAY == 0 ? 1 : size)
		bins[i] = 0;
	for (int turn = 0; turn < (WAY == 1 ? turns : 1); turn++) {
		__syncthreads();
		if (WAY != 2 || turns > 1)
			for (int i = thread_rank(); i < count; i += size)
				atomicAdd(&bins[key(i + turn) % 128], 1);
		if (WAY == 2 && turns > 1)
			__syncthreads();
	}
	__syncthreads();
	for (int i = WAY == 0 ? 0 : thread_rank(); i < 128; i += WAY == 0 ? 1 : size)
		out[i] = bins[i];
}

__shared__ unsigned common[128];

__device__ __noinline__ void add_more(int i) { atomicAdd(&common[i % 128], 2); }

__global__ void called(int count, unsigned *out)
{
	for (int i = thread_rank(); i < 128; i += block_volume())
		common[i] = 0;
	__syncthreads();
	for (int i = thread_rank(); i < count; i += block_volume()) {
		atomicAdd(&common[key(i) % 128], 1);
		add_more(i);
	}
	__syncthreads();
	for (int i = thread_rank(); i < 128; i += block_volume())
		out[i] = common[i];
}

template <int BINS> static void test_plain(dim3 block, int count)
{
	Buffer<unsigned> out(2 * BINS);
	plain<BINS><<<2, block>>>(count, out.device);
	out.expect([&](int n) {
		unsigned sum = n % BINS * 5;
		for (int i = 0; i < count; i++)
			sum += key(i + n / BINS) % BINS == (unsigned)n % BINS;
		return sum;
	});
}

static void test_words(dim3 block, int count)
{
	static unsigned expected[512];
	memset(expected, 0, sizeof(expected));
	for (int i = 0; i < count; i++) {
		unsigned word = key(i);
		expected[word & 255]++;
		expected[word >> 8 & 255] += i;
		expected[word >> 24] += word & 1 << 16 ? 3 : 0;
		for (unsigned k = 0; k < (word & 3); k++)
			expected[256 + k * 64 + (word >> 10 & 63)] += word;
	}
	Buffer<unsigned> out(512);
	words<<<1, block>>>(count, out.device);
	out.expect([&](int i) { return expected[i]; });
}

template <int WAY> static void test_seen(dim3 block, int count)
{
	Buffer<unsigned> out(128), found(1, 0);
	seen<WAY><<<1, block>>>(count, out.device, found.device);
	out.expect([&](int n) {
		unsigned sum = 0, some = count > 0;
		for (int i = 0; i < count; i++)
			sum += key(i) % (WAY == 0 ? 128 : 127) == (unsigned)n;
		return n < 127 || WAY < 2 ? sum : WAY == 4 ? 1000 + count : some * (WAY == 2 ? 9 : 8);
	});
	found.expect([&](int) { return WAY < 2 ? (unsigned)count : 0; });
}

template <int WAY> static void test_guarded(dim3 block, int count, int turns)
{
	int size = size_of(block);
	Buffer<unsigned> out(128);
	guarded<WAY><<<1, block>>>(count, turns, out.device);
	out.expect([&](int n) {
		unsigned sum = 0;
		for (int turn = 0; turn < (WAY == 1 ? turns : 1); turn++)
			for (int i = 0; i < count && (WAY != 2 || turns > 1); i++)
				sum += key(i + turn) % 128 == (unsigned)n && (WAY != 0 || i % size % 3 != 1);
		return sum;
	});
}

int main()
{
	for (dim3 block : shapes)
		for (int count : { 0, 1, 777, 2500 }) {
			test_plain<65>(block, count);
			test_plain<100>(block, count);
			test_plain<256>(block, count);
			test_plain<20>(block, count);
			test_words(block, count);
			test_seen<0>(block, count);
			test_seen<1>(block, count);
			test_seen<2>(block, count);
			test_seen<3>(block, count);
			test_seen<4>(block, count);
			test_guarded<0>(block, count, 1);
			test_guarded<1>(block, count, 3);
			test_guarded<2>(block, count, 1);
			test_guarded<2>(block, count, 2);
			Buffer<unsigned> out(128);
			called<<<1, block>>>(count, out.device);
			out.expect([&](int n) {
				unsigned sum = 0;
				for (int i = 0; i < count; i++)
					sum += (key(i) % 128 == (unsigned)n) + 2 * (i % 128 == n);
				return sum;
			});
		}
	cudaFuncAttributes attributes;
	CALL(cudaFuncGetAttributes(&attributes, plain<256>));
	CHECK_EQUAL((int)attributes.sharedSizeBytes, 1024);
	return unit_finish();
}
