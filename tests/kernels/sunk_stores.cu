// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores that the arms of divergent branches make to the same places (simd/simd_sink.c): two arms and three, some of several, places that
// each arm computes for itself, the same place again and again, loads and volatile stores in between, places that are the same only at
// times, loops, and stores that an arm has and another lacks.
#include "kernels/kernel_test.h"

static const int ways = 12, rows = 4, kinds = 5;

// What thread I of N does to its places of TO, which begin at TO[I] and are STEP apart, as KIND tells.
template <int WAY>
__host__ __device__ static void run(int *to, const int *from, int i, int kind, int step)
{
	int x = from[i];
	switch (WAY) {
	case 0: // one place
		if (kind & 1)
			to[i] = x * 3;
		else
			to[i] = x - 7;
		break;
	case 1: // several, each computed in its arm; the same one if STEP is 0
		if (kind & 1) {
			to[i] = x;
			to[i + step] = x + 1;
			to[i + 2 * step] = x + 2;
		} else {
			int y = x * x + 5;
			to[i] = y;
			y = y * y - x;
			to[i + step] = y;
			y ^= x / 3;
			to[i + 2 * step] = y;
		}
		break;
	case 2: // in another order
		if (kind & 1) {
			to[i] = x;
			to[i + step] = 2;
		} else {
			to[i + step] = 3;
			to[i] = 4;
		}
		break;
	case 3: // what is stored is loaded, perhaps from where the other store went
		if (kind & 1) {
			to[i] = x;
			to[i + step] = to[i] + 1;
		} else {
			to[i] = x * 2;
			to[i + step] = to[i] - 1;
		}
		break;
	case 4: // three ways
		if (kind == 0)
			to[i] = 11;
		else if (kind == 1)
			to[i] = x + 12;
		else
			to[i] = x * 13;
		break;
	case 5: // two ways of three
		if (kind == 0) {
			to[i] = x;
			to[i + step] = 1;
		} else if (kind == 1) {
			to[i + step] = x * 5;
		} else if (kind == 2) {
			to[i] = 77;
		}
		break;
	case 6: // another size
		if (kind & 1)
			to[i] = x;
		else
			*(short *)&to[i] = (short)x;
		break;
	case 7: // the same place twice
		if (kind & 1) {
			to[i] = x;
			to[i + step] = 5;
			to[i] = x + 1;
		} else {
			to[i] = 4;
			to[i + step] = x;
			to[i] = 6;
		}
		break;
	case 8: // with loops
		for (int k = 0; k < kind; k++) {
			if ((x >> k) & 1) {
				to[i] = k;
				to[i + step] = to[i] + x;
			} else {
				to[i] = x + k;
				to[i + step] = -k;
			}
		}
		break;
	case 9: // one waits for nothing
		if (kind & 1) {
			*(volatile int *)&to[i] = x;
			to[i + step] = 1;
		} else {
			*(volatile int *)&to[i] = x + 9;
			to[i + step] = 2;
		}
		break;
	case 10: // a way out
		if (kind == 3)
			return;
		if (kind & 1) {
			to[i] = x;
			to[i + step] = -x;
			return;
		}
		to[i] = x / 5;
		to[i + step] = x % 5;
		break;
	default: // the same value, and a load of another place behind a store
		if (kind & 1) {
			to[i] = x;
			int y = from[i + 1];
			to[i + step] = y;
		} else {
			to[i] = x;
			to[i + step] = x * 7;
		}
		break;
	}
}

template <int WAY>
__global__ void run_way(int *to, const int *from, const int *of_kinds, int count, int step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		run<WAY>(to, from, i, of_kinds[i], step);
}

static int number_of(int i)
{
	return (int)((unsigned)i * 2654435761u >> 7) % 1000 - 300;
}

template <int WAY>
static void try_way(int count, int step, bool mixed)
{
	Buffer<int> to(rows * count), from(count + 1), of_kinds(count);
	auto kind_of = [=](int i) { return mixed ? (number_of(i) & 0xff) % kinds : i / 64 % kinds; };
	to.fill([](int i) { return -i; });
	from.fill(number_of);
	of_kinds.fill(kind_of);
	run_way<WAY><<<(count + 127) / 128, 128>>>(to.device, from.device, of_kinds.device, count, step);
	int *expected = new int[rows * count], *source = new int[count + 1];
	for (int i = 0; i < rows * count; i++)
		expected[i] = -i;
	for (int i = 0; i <= count; i++)
		source[i] = number_of(i);
	for (int i = 0; i < count; i++)
		run<WAY>(expected, source, i, kind_of(i), step);
	to.expect([=](int i) { return expected[i]; });
	delete[] expected;
	delete[] source;
}

template <int WAY>
struct try_all {
	static void run()
	{
		const int counts[] = { 1, 100, 256, 1000 };
		for (int count : counts)
			for (int step : { 0, count })
				for (bool mixed : { false, true })
					try_way<WAY>(count, step, mixed);
		try_all<WAY - 1>::run();
	}
};
template <>
struct try_all<-1> {
	static void run() { }
};

int main()
{
	try_all<ways - 1>::run();
	return unit_finish();
}
