// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops around barriers whose counters halve or double, up to where only the launch tells: the turns with a small distance are a gang's own.
// What each kernel gives is compared with what the host does step by step.
#include "kernels/kernel_test.h"

enum { MOST = 2048 };

static int number(int i)
{
	return (int)((unsigned)i * 2654435761u >> 9);
}

// A launch with N of what the kernel goes by, and BLOCK; STEPS does the same for all threads, one after the other, in each step.
template <class Steps>
static void check(void (*kernel)(int *, int), int n, dim3 block, int cells, Steps steps, int line = __builtin_LINE())
{
	Buffer<int> data(cells);
	int *host = (int *)malloc(cells * sizeof(int));
	for (int i = 0; i < cells; i++)
		host[i] = number(i);
	data.upload(host);
	kernel<<<1, block>>>(data.device, n);
	steps(host, (int)block.x, n);
	data.expect([&](int i) { return host[i]; }, line);
	free(host);
}

#define LOAD(cells) \
	__shared__ int s[cells]; \
	int t = threadIdx.x; \
	for (int i = t; i < cells; i += blockDim.x) \
		s[i] = data[i];
#define STORE(cells) \
	__syncthreads(); \
	for (int i = t; i < cells; i += blockDim.x) \
		data[i] = s[i];

// --- a sort with values ---

__host__ __device__ static void compare(int *s, int *values, int t, int size, int d, int n)
{
	int p = 2 * t - (t & (d - 1));
	if (((s[p] & 255) > (s[p + d] & 255)) == (size == n || (t & (size / 2)) == 0)) {
		int key = s[p], value = values[p];
		s[p] = s[p + d];
		s[p + d] = key;
		values[p] = values[p + d];
		values[p + d] = value;
	}
}

__global__ void sort(int *data, int n)
{
	__shared__ int values[1024];
	LOAD(1024)
	for (int i = t; i < 1024; i += blockDim.x)
		values[i] = data[1024 + i];
	for (int size = 2; size <= n; size *= 2)
		for (int d = size / 2; d > 0; d >>= 1) {
			__syncthreads();
			compare(s, values, t, size, d, n);
		}
	STORE(1024)
	for (int i = t; i < 1024; i += blockDim.x)
		data[1024 + i] = values[i];
}

static void sort_steps(int *s, int threads, int n)
{
	for (int size = 2; size <= n; size *= 2)
		for (int d = size / 2; d > 0; d /= 2)
			for (int t = 0; t < threads; t++)
				compare(s, s + 1024, t, size, d, n);
}

// --- a sort with a thread for each key ---

__host__ __device__ static void compare_partners(int *s, int t, int size, int d)
{
	int other = t ^ d;
	if (other > t && (s[t] > s[other]) == ((t & size) == 0)) {
		int kept = s[t];
		s[t] = s[other];
		s[other] = kept;
	}
}

__global__ void sort_by_partners(int *data, int n)
{
	LOAD(1024)
	__syncthreads();
	for (unsigned size = 2; size <= (unsigned)n; size <<= 1)
		for (unsigned d = size >> 1; d; d >>= 1) {
			compare_partners(s, t, (int)size, (int)d);
			__syncthreads();
		}
	STORE(1024)
}

static void sort_by_partners_steps(int *s, int threads, int n)
{
	for (int size = 2; size <= n; size *= 2)
		for (int d = size / 2; d > 0; d /= 2)
			for (int t = 0; t < threads; t++)
				compare_partners(s, t, size, d);
}

// --- transforms ---

__host__ __device__ static int butterfly(int *s, int t, int d)
{
	int p = 2 * t - (t & (d - 1)), a = s[p], b = s[p + d];
	s[p] = a + b;
	s[p + d] = a - b;
	return a ^ b;
}

// Distances up, N the first that isn't made.
__global__ void walsh(int *data, int n)
{
	LOAD(2048)
	for (int d = 1; d < n; d *= 2) {
		__syncthreads();
		butterfly(s, t, d);
	}
	STORE(2048)
}

// And N the last that is, with a counter of 64 bits and a sum of what the thread saw.
__global__ void walsh_up_to(int *data, int n)
{
	LOAD(2048)
	int sum = 0;
	for (long long d = 1; d <= n; d <<= 1) {
		__syncthreads();
		sum += butterfly(s, t, (int)d) * (int)d;
	}
	__syncthreads();
	s[2 * t] ^= sum;
	STORE(2048)
}

// Distances down, of four elements.
__host__ __device__ static void four(int *s, int t, int d)
{
	int low = t & (d - 1), p = 4 * (t - low) + low, a = s[p], b = s[p + d], c = s[p + 2 * d], e = s[p + 3 * d];
	s[p] = a + b + c + e;
	s[p + d] = a - b + c - e;
	s[p + 2 * d] = a + b - c - e;
	s[p + 3 * d] = a - b - c + e;
}

__global__ void walsh_of_four(int *data, int n)
{
	LOAD(2048)
	for (int d = n; d > 0; d >>= 2) {
		__syncthreads();
		four(s, t, d);
	}
	STORE(2048)
}

// --- trees, of any number of threads ---

__global__ void tree(int *data, int n)
{
	LOAD(1024)
	__syncthreads();
	for (int d = n; d > 0; d /= 2) {
		if (t < d)
			s[t] += 3 * s[t + d];
		__syncthreads();
	}
	STORE(1024)
}

static void tree_steps(int *s, int threads, int n)
{
	for (int d = n; d > 0; d /= 2)
		for (int t = 0; t < threads; t++)
			if (t < d)
				s[t] += 3 * s[t + d];
}

// --- sums from both sides of a window ---

__global__ void scan(int *data, int n)
{
	__shared__ int s[2][1024];
	int t = threadIdx.x, from = 0;
	s[0][t] = data[t];
	for (int d = 1; d < n; d *= 2) {
		__syncthreads();
		s[!from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
		from = !from;
	}
	data[t] = s[from][t];
}

static void scan_steps(int *s, int threads, int n)
{
	for (int d = 1; d < n; d *= 2)
		for (int t = threads - 1; t >= d; t--)
			s[t] += s[t - d];
}

// --- counters that aren't what they look like ---

// Other ones for odd threads, which make as many turns: 16, 8, … beside 31, 15, ….
__global__ void two_counters(int *data, int n)
{
	LOAD(1024)
	__syncthreads();
	for (int d = t & 1 ? 2 * n - 1 : n; d > 0; d >>= 1) {
		int a = s[t], b = s[(t & ~63) + ((t + d) & 63)];
		__syncthreads();
		s[t] = a + d * b;
		__syncthreads();
	}
	STORE(1024)
}

static void two_counters_steps(int *s, int threads, int n)
{
	int next[1024];
	for (int shift = 0; n >> shift; shift++) {
		for (int t = 0; t < threads; t++) {
			int d = (t & 1 ? 2 * n - 1 : n) >> shift;
			next[t] = s[t] + d * s[(t & ~63) + ((t + d) & 63)];
		}
		memcpy(s, next, threads * sizeof(int));
	}
}

// Ends early; what comes behind reads what others wrote.
__global__ void ends_early(int *data, int n)
{
	LOAD(2048)
	for (int d = 256; d > n; d /= 2) {
		__syncthreads();
		butterfly(s, t, d);
	}
	__syncthreads();
	int other = s[2 * (blockDim.x - 1 - t)];
	__syncthreads();
	s[2 * t + 1] += other;
	STORE(2048)
}

// Each turn reads what the one before left elsewhere, too.
__global__ void reads_beyond(int *data, int n)
{
	LOAD(2048)
	for (int d = n; d > 0; d /= 2) {
		__syncthreads();
		int seen = s[(2 * t + 32) & (2 * n - 1)];
		__syncthreads();
		butterfly(s, t, d);
		__syncthreads();
		s[2 * t] += seen;
	}
	STORE(2048)
}

static void reads_beyond_steps(int *s, int threads, int n)
{
	int seen[1024];
	for (int d = n; d > 0; d /= 2) {
		for (int t = 0; t < threads; t++)
			seen[t] = s[(2 * t + 32) & (2 * n - 1)];
		for (int t = 0; t < threads; t++)
			butterfly(s, t, d);
		for (int t = 0; t < threads; t++)
			s[2 * t] += seen[t];
	}
}

int main()
{
	for (int n : { 1, 2, 4, 8, 16, 32, 64, 128, 512, 1024 }) {
		int half = n > 1 ? n / 2 : 1;
		check(sort, n, dim3(half), 2048, sort_steps);
		check(sort_by_partners, n, dim3(n), 1024, sort_by_partners_steps);
		check(walsh, n, dim3(half), 2048, [](int *s, int threads, int n) {
			for (int d = 1; d < n; d *= 2)
				for (int t = 0; t < threads; t++)
					butterfly(s, t, d);
		});
		check(walsh_up_to, half, dim3(half), 2048, [](int *s, int threads, int n) {
			int sum[1024] = { 0 };
			for (int d = 1; d <= n; d *= 2)
				for (int t = 0; t < threads; t++)
					sum[t] += butterfly(s, t, d) * d;
			for (int t = 0; t < threads; t++)
				s[2 * t] ^= sum[t];
		});
		check(walsh_of_four, n < 512 ? n : 256, dim3(n < 512 ? n : 256), 2048, [](int *s, int threads, int n) {
			for (int d = n; d > 0; d /= 4)
				for (int t = 0; t < threads; t++)
					four(s, t, d);
		});
		check(two_counters, n, dim3(256), 1024, two_counters_steps);
		check(ends_early, n, dim3(256), 2048, [](int *s, int threads, int n) {
			for (int d = 256; d > n; d /= 2)
				for (int t = 0; t < threads; t++)
					butterfly(s, t, d);
			int even[256];
			for (int t = 0; t < threads; t++)
				even[t] = s[2 * (threads - 1 - t)];
			for (int t = 0; t < threads; t++)
				s[2 * t + 1] += even[t];
		});
		check(reads_beyond, half, dim3(half), 2048, reads_beyond_steps);
		check(scan, n, dim3(n), n, scan_steps);
	}
	// Threads in pieces of 8: rows with an end, and distances that aren't the halves of a power of two.
	for (int x : { 24, 40, 72, 100, 320, 1000 }) {
		check(walsh, 16, dim3(x / 8 * 8), 2048, [](int *s, int threads, int) {
			for (int d = 1; d < 16; d *= 2)
				for (int t = 0; t < threads; t++)
					butterfly(s, t, d);
		});
		check(tree, x / 2, dim3(x), 1024, tree_steps);
		check(scan, x, dim3(x), x, scan_steps);
	}
	return unit_finish();
}
