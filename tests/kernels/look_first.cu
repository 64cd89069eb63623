// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flags that many threads set, of all sizes, and minima and maxima of which nobody wants the old value: what is there already is left alone,
// and nothing else is.
#include <math.h>

#include "kernel_test.h"

enum { THREADS = 100, BLOCKS = 37 };

struct flags {
	bool set;
	unsigned char byte;
	short half;
	int word, before;
	long long wide;
	float zero; // -0 isn't 0
	double number;
	int most, least;
	unsigned unsigned_most;
	long long wide_least;
	unsigned long long wide_most;
};

__device__ int variable = 7;

__global__ void set_flags(struct flags *flags, const int *values, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	int value = values[i];
	if (value % 3 == 0) {
		flags->set = true;
		flags->byte = 200;
		flags->half = -2;
	}
	if (value % 5 == 1) {
		flags->word = 1;
		flags->wide = 1ll << 40;
		flags->zero = -0.0f;
		flags->number = 0.1;
	}
	if (value > count) // never
		flags->before = 3;
	if (value == 11)
		variable = 8;
	atomicMax(&flags->most, value);
	atomicMin(&flags->least, -value);
	atomicMax(&flags->unsigned_most, (unsigned)-value);
	atomicMin(&flags->wide_least, -((long long)value << 33));
	atomicMax(&flags->wide_most, (unsigned long long)-(long long)value);
}

// Each element's minimum over the threads that come to it.
__global__ void least_of_each(int *least, const int *values, int count, int cells)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
		atomicMin(&least[values[i] % cells], i);
}

static void test_flags(const int *given, int count)
{
	Buffer<flags> device(1);
	Buffer<int> values(count);
	values.upload(given);
	for (int round = 0; round < 3; round++) {
		flags host;
		memset(&host, round == 2 ? 0xff : 0, sizeof(host));
		host.before = 2;
		host.most = host.least = 0;
		host.unsigned_most = 0;
		host.wide_least = 0;
		host.wide_most = 0;
		device.upload(&host);
		set_flags<<<BLOCKS, THREADS>>>(device.device, values.device, count);
		CALL(cudaMemcpy(&host, device.device, sizeof(host), cudaMemcpyDeviceToHost));
		CHECK(host.set);
		CHECK(host.byte == 200);
		CHECK(host.half == -2);
		CHECK(host.word == 1);
		CHECK(host.before == 2);
		CHECK(host.wide == 1ll << 40);
		CHECK(host.zero == 0 && signbit(host.zero));
		CHECK(host.number == 0.1);
		CHECK(host.most == count - 1);
		CHECK(host.least == 1 - count);
		CHECK(host.unsigned_most == ~0u);
		CHECK(host.wide_least == -((long long)(count - 1) << 33));
		CHECK(host.wide_most == ~0ull);
	}
	int set = 0;
	CALL(cudaMemcpyFromSymbol(&set, variable, sizeof(set)));
	CHECK(set == 8);
}

static void test_least(const int *given, int count)
{
	enum { CELLS = 64 };
	int expected[CELLS];
	Buffer<int> values(count), least(CELLS, 0x7f);
	values.upload(given);
	for (int i = count - 1; i >= 0; i--)
		expected[given[i] % CELLS] = i;
	least_of_each<<<5, THREADS>>>(least.device, values.device, count, CELLS);
	least.expect([&](int i) { return expected[i]; });
}

int main()
{
	static int given[THREADS * BLOCKS];
	int count = THREADS * BLOCKS - 5;
	for (int i = 0; i < count; i++)
		given[i] = i * 7919 % count;
	test_flags(given, count);
	test_least(given, count);
	return unit_finish();
}
