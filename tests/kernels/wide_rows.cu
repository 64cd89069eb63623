// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structs of 16 bytes that lie anywhere or apart: read and written as a whole, by all threads or by some, forwards and backwards, in
// members of 4 and 8 bytes, of which some are read alone; with and without more alignment than their members have.
#include "kernels/kernel_test.h"

struct loose { // of int's alignment
	int a, b, c, d;
};

struct parts {
	float4 place;
	double2 speed;
	int4 more;
};

static const int COUNT = 4096;

__host__ __device__ static int spread(int i)
{
	return (int)((unsigned)i * 2654435761u % COUNT);
}

template <class T>
__global__ void take(const T *in, T *out, int ends)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < ends)
		out[i] = in[spread(i)];
}

template <class T>
__global__ void put(const T *in, T *out, int every)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < COUNT && i % every == 0)
		out[spread(i)] = in[i];
}

__global__ void add_members(const loose *in, const int *places, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < COUNT && places[i] >= 0) {
		loose one = in[places[i]];
		out[i] = one.a + 2 * one.b + 3 * one.c + 4 * one.d;
	}
}

__global__ void three_of_four(const float4 *in, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < COUNT) {
		float4 one = in[spread(i)];
		out[i] = one.x + one.y - one.z;
	}
}

__global__ void move(parts *all, int ends)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= ends)
		return;
	parts one = all[i];
	one.place.x += (float)one.speed.x;
	one.place.y -= (float)one.speed.y;
	one.place.w = one.place.z;
	all[i].place = one.place;
	all[i].speed = make_double2(one.speed.y, one.speed.x);
	all[i].more = make_int4(one.more.w, one.more.z, one.more.y, one.more.x);
}

__global__ void backwards(const loose *in, loose *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < COUNT / 2) {
		loose one = in[COUNT - 1 - 2 * i];
		out[COUNT - 1 - i] = { one.d, one.c, one.b, one.a + i };
	}
}

// Neighbours in a tree whose branches get longer, in shared memory.
__global__ void tree(loose *results)
{
	__shared__ loose cells[1024];
	int t = threadIdx.x;
	cells[t] = { t + 1, t & 3, 1 - (t & 1), t - 7 };
	__syncthreads();
	for (int step = 1; step < blockDim.x; step *= 2) {
		int i = 2 * step * t;
		if (i + step < blockDim.x) {
			loose p = cells[i], q = cells[i + step];
			cells[i] = { p.a * q.a + p.b * q.c, p.a * q.b + p.b * q.d, p.c * q.a + p.d * q.c, p.c * q.b + p.d * q.d };
		}
		__syncthreads();
	}
	results[blockIdx.x * blockDim.x + t] = cells[t];
}

static void expect_tree(loose *cells, unsigned size)
{
	for (unsigned t = 0; t < size; t++)
		cells[t] = { (int)t + 1, (int)t & 3, 1 - ((int)t & 1), (int)t - 7 };
	for (unsigned step = 1; step < size; step *= 2)
		for (unsigned i = 0; i + step < size; i += 2 * step) {
			struct {
				unsigned a, b, c, d;
			} p, q, r;
			memcpy(&p, &cells[i], sizeof(p));
			memcpy(&q, &cells[i + step], sizeof(q));
			r = { p.a * q.a + p.b * q.c, p.a * q.b + p.b * q.d, p.c * q.a + p.d * q.c, p.c * q.b + p.d * q.d };
			memcpy(&cells[i], &r, sizeof(r));
		}
}

template <class T, class F>
static void test_moves(int block, F value)
{
	Buffer<T> in(COUNT), taken(COUNT, 0), given(COUNT, 0);
	T zero;
	memset(&zero, 0, sizeof(zero));
	in.fill(value);
	for (int ends : { COUNT, COUNT - 13 }) {
		take<<<(COUNT + block - 1) / block, block>>>(in.device, taken.device, ends);
		taken.expect([&](int i) { return i < ends || ends < COUNT ? value(spread(i)) : zero; });
	}
	int back[COUNT];
	for (int i = 0; i < COUNT; i++)
		back[spread(i)] = i;
	for (int every : { 3, 1 }) {
		put<<<(COUNT + block - 1) / block, block>>>(in.device, given.device, every);
		given.expect([&](int i) { return back[i] % every == 0 ? value(back[i]) : zero; });
	}
}

static loose make_loose(int i)
{
	return { i, 3 - i, i * i, 7 * i };
}

static float4 make_place(int i)
{
	return make_float4(i, i + 0.5f, 2.0f * i, -i);
}

static parts make_parts(int i)
{
	return { make_place(i), make_double2(i * 0.25, 3.0 - i), make_int4(i, -i, i ^ 5, 2 * i) };
}

static void test(int block)
{
	const int blocks = (COUNT + block - 1) / block;
	test_moves<float4>(block, make_place);
	test_moves<loose>(block, make_loose);
	test_moves<double2>(block, [](int i) { return make_double2(i * 0.5, -1.0 - i); });
	test_moves<ulonglong2>(block, [](int i) { return make_ulonglong2(i * 0x100000001ull, ~0ull - i); });
	{
		Buffer<loose> in(COUNT);
		Buffer<int> places(COUNT), out(COUNT);
		in.fill(make_loose);
		places.fill([](int i) { return i % 5 == 2 ? -1 : spread(i); });
		add_members<<<blocks, block>>>(in.device, places.device, out.device);
		out.expect([](int i) {
			loose one = make_loose(spread(i));
			return i % 5 == 2 ? (int)0xcdcdcdcd : one.a + 2 * one.b + 3 * one.c + 4 * one.d;
		});
		Buffer<loose> turned(COUNT, 0);
		backwards<<<blocks, block>>>(in.device, turned.device);
		turned.expect([](int k) {
			int i = COUNT - 1 - k;
			loose one = make_loose(COUNT - 1 - 2 * i), zero = { 0, 0, 0, 0 }, moved = { one.d, one.c, one.b, one.a + i };
			return i < COUNT / 2 ? moved : zero;
		});
	}
	{
		Buffer<float4> in(COUNT);
		Buffer<float> out(COUNT);
		in.fill(make_place);
		three_of_four<<<blocks, block>>>(in.device, out.device);
		out.expect([](int i) {
			float4 one = make_place(spread(i));
			return one.x + one.y - one.z;
		});
	}
	{
		Buffer<parts> all(COUNT);
		all.fill(make_parts);
		move<<<blocks, block>>>(all.device, COUNT - 3);
		all.expect([](int i) {
			parts was = make_parts(i), one = was;
			one.place.x += (float)was.speed.x;
			one.place.y -= (float)was.speed.y;
			one.place.w = was.place.z;
			one.speed = make_double2(was.speed.y, was.speed.x);
			one.more = make_int4(was.more.w, was.more.z, was.more.y, was.more.x);
			return i < COUNT - 3 ? one : was;
		});
	}
	{
		Buffer<loose> out(2 * block);
		loose *expected = (loose *)malloc(block * sizeof(loose));
		expect_tree(expected, block);
		tree<<<2, block>>>(out.device);
		out.expect([&](int i) { return expected[i % block]; });
		free(expected);
	}
}

int main()
{
	for (int block : { 64, 256, 100, 1024, 1 })
		test(block);
	return unit_finish();
}
