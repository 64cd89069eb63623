// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores at indices of the lanes' own (lane_accesses.c, gather_indices.c): that come from memory or from floats, of all widths,
// with and without sign, before and behind the base, with some lanes on, one, or none, into arrays of all sizes.
#include "kernel_test.h"

enum { size = 4096, middle = size / 2 };

static __host__ __device__ unsigned mixed(int i)
{
	return (unsigned)i * 2654435761u >> 7;
}

template <class I>
static I index_of(int i)
{
	return (I)((int)(mixed(i) % 97) - ((I)-1 < 0 ? 48 : 0));
}

template <class T, class I>
__global__ void from_memory(const T *in, const I *indices, T *out, T *spread, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	I index = indices[i];
	T sum = in[middle + index] + in[middle + (I)(index & 15)];
	if (mixed(i) % 5 == 1)
		sum += in[middle + index + i % 7];
	if (i % 64 == 11)
		sum -= in[middle - index];
	out[i] = sum;
	spread[i * 2 + (index & 1)] = sum;
	if (mixed(i) % 7 == 3)
		spread[i * 2 + (~index & 1)] = (T)i;
}

template <class T, class I>
static void check()
{
	Buffer<T> in(size);
	in.fill([](int i) { return (T)(i % 100); });
	for (dim3 block : { dim3(32), dim3(100), dim3(256), dim3(1000) }) {
		int count = (int)block.x * 3 - 5;
		Buffer<I> indices(count);
		Buffer<T> out(count), spread(2 * count, 0);
		indices.fill(index_of<I>);
		from_memory<<<3, block>>>(in.device, indices.device, out.device, spread.device, count);
		auto sum = [](int i) {
			I index = index_of<I>(i);
			auto at = [](int place) { return (T)(place % 100); };
			T sum = at(middle + index) + at(middle + (I)(index & 15));
			if (mixed(i) % 5 == 1)
				sum += at(middle + index + i % 7);
			if (i % 64 == 11)
				sum -= at(middle - index);
			return sum;
		};
		out.expect(sum);
		T untouched;
		memset(&untouched, 0, sizeof(untouched));
		spread.expect([&](int i) {
			bool first = (index_of<I>(i / 2) & 1) == (i & 1);
			return first ? sum(i / 2) : mixed(i / 2) % 7 == 3 ? (T)(i / 2) : untouched;
		});
	}
}

// Of what a float that is too large or none becomes the optimiser makes constants among extended numbers.
__global__ void from_floats(const float *table, const float *places, float *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	float place = places[i], value = place;
	if (place > 0.5f)
		value = table[(int)(place * 4000.f)];
	if (place > 0.9f)
		value += table[(unsigned)(place * 3000.f)];
	if (place < 0.1f)
		value -= table[min(max((int)(place * 1e12f), 0), size - 1)];
	out[i] = value;
}

static float place_of(int i)
{
	return (float)(mixed(i) % 1000) / 1000;
}

static float in_table(int i)
{
	return (float)(i % 50);
}

static void check_floats()
{
	Buffer<float> table(size), places(2048), out(2048);
	table.fill(in_table);
	places.fill(place_of);
	from_floats<<<8, 256>>>(table.device, places.device, out.device, 2048);
	out.expect([](int i) {
		float place = place_of(i), value = place;
		if (place > 0.5f)
			value = in_table((int)(place * 4000.f));
		if (place > 0.9f)
			value += in_table((int)(place * 3000.f));
		if (place < 0.1f)
			value -= in_table(place == 0 ? 0 : size - 1);
		return value;
	});
}

// The elements that an index leads to are indices themselves.
__global__ void chains(const int *next, int *out, int steps)
{
	int at = threadIdx.x;
	for (int k = 0; k < steps + (int)threadIdx.x % 3; k++)
		at = next[next[at] & (size - 1)];
	out[threadIdx.x] = at;
}

static int next_of(int i)
{
	return (int)(mixed(i) % size);
}

static void check_chains()
{
	Buffer<int> next(size), out(256);
	next.fill(next_of);
	chains<<<1, 256>>>(next.device, out.device, 9);
	out.expect([](int i) {
		int at = i;
		for (int k = 0; k < 9 + i % 3; k++)
			at = next_of(next_of(at));
		return at;
	});
}

int main()
{
	check<float, int>();
	check<double, int>();
	check<int, unsigned>();
	check<long long, unsigned>();
	check<unsigned char, int>();
	check<short, unsigned>();
	check<float, short>();
	check<int, signed char>();
	check<double, unsigned short>();
	check<unsigned short, unsigned char>();
	check<int, long long>();
	check_floats();
	check_chains();
	return unit_finish();
}
