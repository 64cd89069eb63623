// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic sums at the end of blocks, which a worker may add up for many blocks; and such as something follows that sees them.
#include "kernels/kernel_test.h"

typedef unsigned long long u64;

__global__ void rows(int *out, int bins)
{
	extern __shared__ int mine[];
	int me = thread_rank(), n = block_volume();
	for (int i = me; i < bins; i += n)
		mine[i] = 0;
	__syncthreads();
	atomicAdd(&mine[(me * 7 + blockIdx.x) % bins], me + 1);
	__syncthreads();
	for (int i = me; i < bins; i += n)
		atomicAdd(&out[i], mine[i]);
}

__global__ void parts(int *out, u64 *wide, int first, int last)
{
	int i = threadIdx.x;
	if (i >= first && i < last) {
		atomicAdd(&out[i], i + (int)blockIdx.x);
		atomicAdd(&wide[i], (u64)i << 33 | blockIdx.x);
	}
}

__global__ void one(int *count, u64 *total, unsigned *below)
{
	unsigned me = thread_rank();
	atomicAdd(count, 1);
	if (me == 0)
		atomicAdd(total, 3ull << 32);
	if (me % 3 == 1)
		atomicSub(below, me);
}

// Neighbouring words, each with its own sum.
__global__ void neighbours(int *out)
{
	if (threadIdx.x == 0)
		for (int i = 0; i < 100; i++)
			atomicAdd(&out[i], i);
}

// What is read, written or made known afterwards.
__global__ void followed(int *out, int *seen, int *lost, int *flag)
{
	int i = threadIdx.x;
	atomicAdd(&out[i], 2);
	seen[blockIdx.x * blockDim.x + i] = out[i] >= 2;
	atomicAdd(&lost[i], 5);
	lost[i] = 1;
	atomicAdd(&flag[i], 1);
	__threadfence();
	if (atomicAdd(&flag[i], 1) % 2 != 1)
		seen[blockIdx.x * blockDim.x + i] = 100;
}

__device__ __host__ static unsigned mixed(unsigned x)
{
	x = (x ^ x >> 16) * 0x45d9f3bu;
	return (x ^ x >> 15) * 0x45d9f3bu >> 3;
}

// A place of each thread's own, which nobody knows before; some threads have none.
__global__ void anywhere(int *narrow, u64 *wide, unsigned bins, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned bin = mixed(i) % bins;
	if (i >= n || bin % 5 == 3)
		return;
	atomicAdd(&narrow[bin], i);
	atomicAdd(&wide[bin], (u64)i << 31);
}

// With loads in between that the program tells apart from the sums,
__global__ void in_loop(const unsigned char *__restrict__ from, unsigned *__restrict__ counts, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&counts[from[i]], 1u);
}

// with such as the launch tells apart, or doesn't,
__global__ void untold(const unsigned *from, unsigned *counts, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&counts[from[i] % 256], 1u);
}

// and with such as read what the thread has added.
__global__ void reads_its_own(const unsigned *from, unsigned *counts, unsigned *seen, int n)
{
	unsigned sum = 0;
	for (int k = 0; k < n; k++) {
		atomicAdd(&counts[mixed(k) % 13 + threadIdx.x * 13], 1u);
		sum = sum * 3 + from[mixed(k + 1) % 13 + threadIdx.x * 13];
	}
	seen[threadIdx.x] = sum;
}

static void try_anywhere()
{
	for (unsigned bins : { 1u, 7u, 256u, 5000u, 300000u })
		for (int block : { 32, 100, 256, 1024 }) {
			const int n = 20011;
			Buffer<int> narrow(bins, 0);
			Buffer<u64> wide(bins, 0);
			anywhere<<<(n + block - 1) / block, block>>>(narrow.device, wide.device, bins, n);
			int *sums = (int *)calloc(bins, sizeof(int));
			u64 *wides = (u64 *)calloc(bins, sizeof(u64));
			for (int i = 0; i < n; i++) {
				unsigned bin = mixed(i) % bins;
				sums[bin] += bin % 5 == 3 ? 0 : i;
				wides[bin] += bin % 5 == 3 ? 0 : (u64)i << 31;
			}
			narrow.expect([&](int i) { return sums[i]; });
			wide.expect([&](int i) { return wides[i]; });
			free(sums);
			free(wides);
		}
	const int n = 50000;
	Buffer<unsigned char> from(n);
	from.fill([](int i) { return (unsigned char)mixed(i); });
	Buffer<unsigned> counts(256, 0);
	in_loop<<<7, 192>>>(from.device, counts.device, n);
	counts.expect([&](int bin) {
		unsigned count = 0;
		for (int i = 0; i < n; i++)
			count += (unsigned char)mixed(i) == bin;
		return count;
	});
	Buffer<unsigned> numbers(n + 256), apart(256, 0);
	numbers.fill([](int i) { return i < n ? mixed(i) : 0; });
	untold<<<7, 192>>>(numbers.device, apart.device, n);
	untold<<<7, 192>>>(numbers.device, numbers.device + n, n);
	unsigned wanted_counts[256] = { 0 };
	for (int i = 0; i < n; i++)
		wanted_counts[mixed(i) % 256]++;
	apart.expect([&](int bin) { return wanted_counts[bin]; });
	numbers.expect([&](int i) { return i < n ? mixed(i) : wanted_counts[i - n]; });
	const int threads = 40, turns = 50;
	Buffer<unsigned> own(threads * 13, 0), seen(threads);
	reads_its_own<<<1, threads>>>(own.device, own.device, seen.device, turns);
	unsigned all[13] = { 0 }, wanted = 0;
	for (int k = 0; k < turns; k++) {
		all[mixed(k) % 13]++;
		wanted = wanted * 3 + all[mixed(k + 1) % 13];
	}
	seen.expect([&](int) { return wanted; });
}

int main()
{
	try_anywhere();
	for (dim3 b : shapes) {
		int n = size_of(b), blocks = 37;
		for (int bins : { 5, 32, 300 }) {
			Buffer<int> a(bins, 0);
			rows<<<blocks, b, bins * sizeof(int)>>>(a.device, bins);
			a.expect([&](int i) {
				int sum = 0;
				for (int block = 0; block < blocks; block++)
					for (int me = 0; me < n; me++)
						sum += (me * 7 + block) % bins == i ? me + 1 : 0;
				return sum;
			});
		}
		Buffer<int> c(1, 0);
		Buffer<u64> t(1, 0);
		Buffer<unsigned> s(1, 0);
		one<<<blocks, b>>>(c.device, t.device, s.device);
		c.expect([&](int) { return n * blocks; });
		t.expect([&](int) { return (u64)blocks * 3 << 32; });
		s.expect([&](int) {
			unsigned sum = 0;
			for (int me = 1; me < n; me += 3)
				sum -= (unsigned)(me * blocks);
			return sum;
		});
	}
	for (int size : { 1, 16, 33, 256 })
		for (int first : { 0, 3, 20 })
			for (int blocks : { 1, 100 }) {
				int last = size - 2;
				Buffer<int> narrow(size, 0);
				Buffer<u64> wide(size, 0);
				parts<<<blocks, size>>>(narrow.device, wide.device, first, last);
				narrow.expect([&](int i) { return i >= first && i < last ? blocks * i + blocks * (blocks - 1) / 2 : 0; });
				wide.expect([&](int i) {
					u64 numbers = (u64)blocks * (blocks - 1) / 2;
					return i >= first && i < last ? ((u64)i << 33) * blocks + numbers : 0;
				});
				Buffer<int> out(size, 0), seen(size * blocks, 0), lost(size, 0), flag(size, 0);
				followed<<<blocks, size>>>(out.device, seen.device, lost.device, flag.device);
				out.expect([&](int) { return 2 * blocks; });
				flag.expect([&](int) { return 2 * blocks; });
				if (blocks == 1) {
					seen.expect([](int) { return 1; });
					lost.expect([](int) { return 1; });
				}
			}
	Buffer<int> all(100, 0);
	neighbours<<<50, 64>>>(all.device);
	all.expect([](int i) { return 50 * i; });
	return unit_finish();
}
