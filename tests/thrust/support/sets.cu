// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thrust's operations on sorted ranges, and its scans, sets and unique elements by key, beside the standard library's on the host.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/unique.h>

#include "check.h"

typedef std::vector<int> Host;
typedef thrust::device_vector<int> Device;

static bool same(const Device &have, const Host &wanted)
{
	thrust::host_vector<int> copy = have;
	return copy.size() == wanted.size() && std::equal(wanted.begin(), wanted.end(), copy.begin());
}

struct Odd {
	__host__ __device__ bool operator()(int x) const { return x & 1; }
};

static void test_sets(const Host &a, const Host &b)
{
	Host all(a.size() + b.size()), common = all, merged = all;
	std::merge(a.begin(), a.end(), b.begin(), b.end(), merged.begin());
	all.resize(std::set_union(a.begin(), a.end(), b.begin(), b.end(), all.begin()) - all.begin());
	common.resize(std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), common.begin()) - common.begin());
	Device x(a.begin(), a.end()), y(b.begin(), b.end()), out(a.size() + b.size());
	thrust::merge(x.begin(), x.end(), y.begin(), y.end(), out.begin());
	EXPECT(same(out, merged));
	auto end = thrust::set_union(x.begin(), x.end(), y.begin(), y.end(), out.begin());
	EXPECT(same(Device(out.begin(), end), all));
	Device values(a.size() + b.size());
	auto ends = thrust::set_intersection_by_key(x.begin(), x.end(), y.begin(), y.end(), thrust::constant_iterator<int>(7), out.begin(),
	                                            values.begin());
	EXPECT(same(Device(out.begin(), ends.first), common));
	EXPECT(same(Device(values.begin(), ends.second), Host(common.size(), 7)));
}

static void test_keys(const Host &keys)
{
	Host counts(keys.size()), last = keys;
	for (size_t i = 0; i < keys.size(); i++)
		counts[i] = i && keys[i] == keys[i - 1] ? counts[i - 1] + 1 : 1;
	Device k(keys.begin(), keys.end()), out(keys.size());
	thrust::inclusive_scan_by_key(k.begin(), k.end(), thrust::constant_iterator<int>(1), out.begin());
	EXPECT(same(out, counts));
	auto ends = thrust::unique_by_key(k.begin(), k.end(), out.begin());
	last.erase(std::unique(last.begin(), last.end()), last.end());
	EXPECT(same(Device(k.begin(), ends.first), last));
	EXPECT(same(Device(out.begin(), ends.second), Host(last.size(), 1)));
}

static void test_parts(Host values)
{
	Device parted(values.begin(), values.end());
	auto middle = thrust::stable_partition(parted.begin(), parted.end(), Odd());
	auto wanted = std::stable_partition(values.begin(), values.end(), Odd());
	EXPECT(middle - parted.begin() == wanted - values.begin());
	EXPECT(same(parted, values));
}

int main()
{
	for (size_t n : { 1, 777, 20000 }) {
		Host a = numbers(n, 1000), b = numbers(n / 2 + 1, 700, 7);
		test_parts(a);
		std::sort(a.begin(), a.end());
		std::sort(b.begin(), b.end());
		test_sets(a, b);
		test_keys(a);
	}
	return finish();
}
