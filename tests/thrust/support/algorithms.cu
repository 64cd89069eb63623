// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thrust's algorithms over vectors, fancy iterators and lambdas, beside the standard library's on the host.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/universal_vector.h>

#include "check.h"

static bool same(const thrust::device_vector<int> &have, const std::vector<int> &wanted)
{
	thrust::host_vector<int> copy = have;
	return copy.size() == wanted.size() && std::equal(wanted.begin(), wanted.end(), copy.begin());
}

// Sorted by key, the values of equal keys stay in order; then sums of the runs.
static void test_keys(size_t n)
{
	std::vector<int> keys = numbers(n, 500), values = numbers(n, 100000, 7), order(n), sums, wanted(n);
	std::iota(order.begin(), order.end(), 0);
	std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
	for (size_t i = 0; i < n; i++) {
		wanted[i] = values[order[i]];
		if (!i || keys[order[i]] != keys[order[i - 1]])
			sums.push_back(0);
		sums.back() += wanted[i];
	}
	thrust::device_vector<int> k(keys.begin(), keys.end()), v(values.begin(), values.end()), runs(n), totals(n);
	thrust::stable_sort_by_key(k.begin(), k.end(), v.begin());
	EXPECT(same(v, wanted));
	auto ends = thrust::reduce_by_key(k.begin(), k.end(), v.begin(), runs.begin(), totals.begin());
	totals.resize(ends.second - totals.begin());
	EXPECT(same(totals, sums));
}

static void test_scan(size_t n)
{
	std::vector<int> values = numbers(n, 1000), wanted(n);
	thrust::device_vector<int> in(values.begin(), values.end()), out(n);
#ifndef FEW // devices.cu has the kernels of both
	std::partial_sum(values.begin(), values.end(), wanted.begin());
	thrust::inclusive_scan(in.begin(), in.end(), out.begin());
	EXPECT(same(out, wanted));
	cudaStream_t stream;
	cudaStreamCreate(&stream);
	EXPECT(thrust::reduce(thrust::cuda::par.on(stream), in.begin(), in.end()) == wanted.back());
	cudaStreamDestroy(stream);
#endif
	auto end = thrust::copy_if(in.begin(), in.end(), out.begin(), [] __device__(int x) { return x % 2 == 0; });
	out.resize(end - out.begin());
	values.erase(std::remove_if(values.begin(), values.end(), [](int x) { return x % 2 != 0; }), values.end());
	EXPECT(same(out, values));
}

static void test_iterators()
{
	thrust::universal_vector<float> halves(1000);
	float *p = thrust::raw_pointer_cast(halves.data());
	thrust::counting_iterator<int> first(0);
	thrust::for_each(thrust::device, first, first + 1000, [=] __device__(int i) { p[i] = i * 0.5f; });
	cudaDeviceSynchronize();
	EXPECT(halves[999] == 499.5f);
	thrust::device_vector<int> sums(1000);
	auto pairs = thrust::make_zip_iterator(thrust::make_tuple(first, first + 5));
	thrust::transform(pairs, pairs + 1000, sums.begin(), [] __device__(const thrust::tuple<int, int> &t) {
		return thrust::get<0>(t) + 2 * thrust::get<1>(t);
	});
	EXPECT(sums[0] == 10 && sums[17] == 61);
}

int main()
{
	for (size_t n : { 1, 777, 20000 }) {
		test_keys(n);
		test_scan(n);
	}
	test_iterators();
	return finish();
}
