// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUB's algorithms for a whole device: single-pass scans, in which blocks wait for those before them, among them.
#include <cub/cub.cuh>

#include "check.h"

struct IsLow {
	__host__ __device__ bool operator()(int x) const { return x < 30; }
};

// Asks for the size of the temporary storage first, as CUB wants it.
template <class F> static void run(F call)
{
	size_t bytes = 0;
	void *storage = NULL;
	EXPECT(call(storage, bytes) == cudaSuccess);
	cudaMalloc(&storage, bytes);
	EXPECT(call(storage, bytes) == cudaSuccess);
	EXPECT(cudaDeviceSynchronize() == cudaSuccess);
	cudaFree(storage);
}

static void test_order(const std::vector<int> &values, int *in, int *out, int *count)
{
	int n = (int)values.size();
	run([&](void *t, size_t &bytes) { return cub::DeviceReduce::Sum(t, bytes, in, out, n); });
	EXPECT(out[0] == std::accumulate(values.begin(), values.end(), 0));
	std::vector<int> wanted(n);
	std::partial_sum(values.begin(), values.end(), wanted.begin());
	run([&](void *t, size_t &bytes) { return cub::DeviceScan::InclusiveSum(t, bytes, in, out, n); });
	EXPECT(std::equal(wanted.begin(), wanted.end(), out));
	wanted.clear();
	std::copy_if(values.begin(), values.end(), std::back_inserter(wanted), IsLow());
	run([&](void *t, size_t &bytes) { return cub::DeviceSelect::If(t, bytes, in, out, count, n, IsLow()); });
	EXPECT(*count == (int)wanted.size() && std::equal(wanted.begin(), wanted.end(), out));
}

static void test_counts(const std::vector<int> &values, int *in, int *out, int *count)
{
	int n = (int)values.size();
	std::vector<int> bins(10), of_each(100);
	for (int x : values)
		bins[x / 10]++, of_each[x]++;
	run([&](void *t, size_t &bytes) { return cub::DeviceHistogram::HistogramEven(t, bytes, in, out, 11, 0, 100, n); });
	EXPECT(std::equal(bins.begin(), bins.end(), out));
	std::sort(in, in + n);
	run([&](void *t, size_t &bytes) { return cub::DeviceRunLengthEncode::Encode(t, bytes, in, out, count, count + 100, n); });
	EXPECT(count[100] == 100 && out[42] == 42 && std::equal(of_each.begin(), of_each.end(), count));
}

int main()
{
	int n = 30000, *in, *out, *count;
	std::vector<int> values = numbers(n, 100);
	cudaMallocManaged(&in, n * sizeof(int));
	cudaMallocManaged(&out, n * sizeof(int));
	cudaMallocManaged(&count, n * sizeof(int));
	std::copy(values.begin(), values.end(), in);
	test_order(values, in, out, count);
	test_counts(values, in, out, count);
	return finish();
}
