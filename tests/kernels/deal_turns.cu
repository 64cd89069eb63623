// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grid-stride loops whose turns other threads may make, and arrays by which they may not: those that overlap are read and written in the
// order of the thread's own turns.
#include <vector>

#include "kernels/kernel_test.h"

struct Four {
	float x, y, z, w;
};

template <class Number> __global__ void add(const int *a, const int *b, int *c, Number n)
{
	for (Number i = blockIdx.x * (Number)blockDim.x + threadIdx.x; i < n; i += (Number)blockDim.x * gridDim.x)
		c[i] = a[i] + b[i];
}

__global__ void add_by_block(const int *a, const int *b, int *c, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		c[blockIdx.x * n + i] = a[blockIdx.x * n + i] + b[i];
}

__global__ void choose(const int *from, int *evens, signed char *signs, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		int value = from[i];
		if (value % 2 == 0)
			evens[i] = value;
		signs[i] = value < 0 ? -1 : value > 0;
	}
}

__global__ void turn(Four *fours, const float *__restrict__ angles, const int *__restrict__ which, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		float by = angles[which[i]];
		fours[i].x = fours[i].y + by;
		fours[i].w = fours[i].z * by;
	}
}

// What lets a thread in is not the end, but its lower half.
__global__ void enter_by_half(signed char *to, long long n)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x;
	if (first >= (int)n)
		return;
	long long i = first;
	do {
		to[i] = 1;
		i += blockDim.x * gridDim.x;
	} while (i < n);
}

// A thread's turns in order when the grid has one thread for each STRIDE numbers.
static void expect_in_order(std::vector<int> &a, int from, int to, int other, int n, int stride)
{
	for (int first = 0; first < stride; first++)
		for (int i = first; i < n; i += stride)
			a[to + i] = a[from + i] + a[other + i];
}

// Of one array: from FROM and OTHER to TO, in so many strides.  The block is one that several workers share.
static void check_overlap(int from, int to, int other, int n)
{
	enum { THREADS = 1024, SIZE = 600 * THREADS };
	from *= THREADS;
	to *= THREADS;
	other *= THREADS;
	std::vector<int> host(SIZE);
	for (int i = 0; i < SIZE; i++)
		host[i] = i * 7 % 101;
	Buffer<int> device(SIZE);
	CALL(cudaMemcpy(device.device, host.data(), SIZE * sizeof(int), cudaMemcpyHostToDevice));
	add<int><<<1, THREADS>>>(device.device + from, device.device + other, device.device + to, n);
	expect_in_order(host, from, to, other, n, THREADS);
	device.expect([&](int i) { return host[i]; });
}

template <class Number> static void check_sizes(int blocks, int threads)
{
	for (int n : { -5, 0, 1, 31, 100, 1000, 4099, 70001 }) {
		int room = n < 1 ? 1 : n;
		std::vector<int> a(room), b(room);
		for (int i = 0; i < room; i++) {
			a[i] = i * 31 + 5;
			b[i] = i ^ 0x1234;
		}
		Buffer<int> first(room), second(room), sum(room + 64);
		CALL(cudaMemcpy(first.device, a.data(), room * sizeof(int), cudaMemcpyHostToDevice));
		CALL(cudaMemcpy(second.device, b.data(), room * sizeof(int), cudaMemcpyHostToDevice));
		CALL(cudaMemset(sum.device, 0xff, (room + 64) * sizeof(int)));
		if (n >= 0 || (Number)-1 < 0)
			add<Number><<<blocks, threads>>>(first.device, second.device, sum.device, (Number)n);
		sum.expect([&](int i) { return i < n ? a[i] + b[i] : -1; });
	}
}

static void check_blocks(int n, int blocks, int threads)
{
	Buffer<int> a(n * blocks), b(n), c(n * blocks);
	std::vector<int> host(n * blocks);
	for (int i = 0; i < n * blocks; i++)
		host[i] = i * 3;
	CALL(cudaMemcpy(a.device, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice));
	CALL(cudaMemcpy(b.device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	add_by_block<<<blocks, threads>>>(a.device, b.device, c.device, n);
	c.expect([&](int i) { return i * 3 + i % n * 3; });
}

static void check_choices(int n)
{
	Buffer<int> from(n), evens(n);
	Buffer<signed char> signs(n);
	std::vector<int> host(n);
	for (int i = 0; i < n; i++)
		host[i] = i % 7 - 3;
	CALL(cudaMemcpy(from.device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	CALL(cudaMemset(evens.device, 0x11, n * sizeof(int)));
	choose<<<3, 64>>>(from.device, evens.device, signs.device, n);
	evens.expect([&](int i) { return host[i] % 2 == 0 ? host[i] : 0x11111111; });
	signs.expect([&](int i) { return (signed char)((host[i] > 0) - (host[i] < 0)); });
}

static void check_fields(int n)
{
	Buffer<Four> fours(n);
	Buffer<float> angles(16);
	Buffer<int> which(n);
	std::vector<Four> host(n);
	std::vector<float> by(16);
	std::vector<int> index(n);
	for (int i = 0; i < n; i++) {
		host[i] = { 1, (float)i, 2, 3 };
		index[i] = i * 5 % 16;
	}
	for (int i = 0; i < 16; i++)
		by[i] = i * 0.5f;
	CALL(cudaMemcpy(fours.device, host.data(), n * sizeof(Four), cudaMemcpyHostToDevice));
	CALL(cudaMemcpy(angles.device, by.data(), 16 * sizeof(float), cudaMemcpyHostToDevice));
	CALL(cudaMemcpy(which.device, index.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	turn<<<2, 96>>>(fours.device, angles.device, which.device, n);
	CALL(cudaMemcpy(host.data(), fours.device, n * sizeof(Four), cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++) {
		float add = by[index[i]];
		CHECK(host[i].x == i + add && host[i].y == i && host[i].z == 2 && host[i].w == 2 * add);
	}
}

static void check_half()
{
	Buffer<signed char> to(1000);
	CALL(cudaMemset(to.device, 0, 1000));
	enter_by_half<<<2, 64>>>(to.device, 1ll << 31);
	to.expect([&](int) { return 0; });
	enter_by_half<<<2, 64>>>(to.device, 700);
	to.expect([&](int i) { return i < 700; });
}

int main()
{
	for (int threads : { 1, 32, 33, 256, 1024 })
		for (int blocks : { 1, 2, 7 }) {
			check_sizes<int>(blocks, threads);
			check_sizes<unsigned>(blocks, threads);
			check_sizes<long long>(blocks, threads);
			check_sizes<size_t>(blocks, threads);
			check_blocks(777, blocks, threads);
		}
	check_overlap(0, 1, 300, 200000);   // each turn reads what the one before wrote
	check_overlap(1, 0, 300, 200000);   // each turn writes what the one before read
	check_overlap(0, 100, 300, 200000); // far behind
	check_overlap(0, 300, 299, 200000); // an input that overlaps the output
	check_overlap(0, 0, 300, 200000);   // in place
	check_overlap(0, 300, 300, 200000);
	check_overlap(0, 200, 400, 200000); // side by side
	check_choices(5000);
	check_fields(3000);
	check_half();
	return unit_finish();
}
