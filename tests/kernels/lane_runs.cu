// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores at places that differ from thread to thread by constants but by no one stride: the steps of a
// transform, tiles, pairs, few places for all, backwards, with negative indices, of all sizes, under conditions, and
// several neighbouring places a thread.
#include "kernels/kernel_test.h"

struct Pair {
	float a, b;
};

template <class T>
__host__ __device__ T number(int i) { return (T)(i * 3 + 1); }
template <>
__host__ __device__ Pair number(int i) { return { i + 0.5f, i - 0.25f }; }
template <>
__host__ __device__ int4 number(int i) { return make_int4(i, i * 2, i * 3, i * 4); }

template <int STEP>
__host__ __device__ int butterfly(int t, int arm)
{
	int k = t & (STEP - 1);
	return (t - k) * 4 + k + arm * STEP;
}

enum { PLACES = 8, SIZE = 1024 * 4 };

// Where thread T reads or writes in the way WAY.
__host__ __device__ int place(int way, int t)
{
	switch (way) {
	case 0: return butterfly<1>(t, t % 3 == 5);
	case 1: return butterfly<4>(t, 1);
	case 2: return butterfly<16>(t, 3);
	case 3: return (t / 8 * 64 + t % 8) & 2047;
	case 4: return t / 2 * 8 + 5 + t % 2;
	case 5: return (t & ~7) + 7 - (t & 7);
	case 6: return t / 4 * 7 + (t & 3) * 2;
	default: return (t >> 3 << 5) + (t >> 1 & 3) * 2 + (t & 1);
	}
}

template <class T>
__global__ void move(const T *from, T *to, T *back, T *few)
{
	int t = threadIdx.x, n = blockDim.x;
#pragma unroll
	for (int way = 0; way < PLACES; way++) {
		to[way * SIZE + place(way, t)] = number<T>(t + way);
		back[way * n + t] = from[place(way, t)];
	}
	few[t] = from[(t & 3) * 100];
	few[n + t] = from[(t >> 1 & 1) * 5 + 1];
	few[2 * n + t] = from[((t & 7) == 3) * 3];
	if (t & 4)
		few[3 * n + t] = from[butterfly<4>(t, 2)];
}

__host__ __device__ bool stores(int way, int t) { return t * 7 % (way + 3) < 2; }

template <class T>
__global__ void store_some(T *to)
{
	int t = threadIdx.x;
#pragma unroll
	for (int way = 0; way < PLACES; way++)
		if (stores(way, t))
			to[way * SIZE + place(way, t)] = number<T>(t + way);
}

__global__ void rows(int *to, float *floats)
{
	int t = threadIdx.x;
	__shared__ int all[4096];
	all[t * 4] = t;
	all[t * 4 + 2] = t * 3;
	all[t * 4 + 1] = t * 2;
	all[t * 4 + 3] = t * 4;
	__syncthreads();
	int last = (int)blockDim.x - 1 - t;
	to[t] = all[last * 4] + all[last * 4 + 1] + all[last * 4 + 2] + all[last * 4 + 3];
	int far = t * 8 - 4096; // negative indices
	for (int i = 0; i < 8; i++)
		floats[4096 + far + i] = t + i * 0.125f;
	floats[12288 + far + 1] += 1;
}

// Stages with a known number of turns around barriers; each exchanges through shared memory.
__global__ void stages(int *data)
{
	__shared__ int buffer[1024];
	int t = threadIdx.x, v[4];
	for (int i = 0; i < 4; i++)
		v[i] = data[blockIdx.x * 1024 + t + i * 256];
	for (int step = 1; step < 1024; step *= 4) {
		int k = t & (step - 1), to = (t - k) * 4 + k;
		for (int i = 0; i < 4; i++)
			buffer[to + i * step] = v[i] * (i + 1) + k;
		__syncthreads();
		for (int i = 0; i < 4; i++)
			v[i] = buffer[t + i * 256];
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		data[blockIdx.x * 1024 + t + i * 256] = v[i];
}

template <class T>
static bool same(const T &a, const T &b) { return !memcmp(&a, &b, sizeof(T)); }

template <class T>
static void check_moves(int n)
{
	static T from[SIZE];
	for (int i = 0; i < SIZE; i++)
		from[i] = number<T>(i);
	Buffer<T> input(SIZE), to(PLACES * SIZE, 7), back(PLACES * n), few(4 * n, 7);
	CALL(cudaMemcpy(input.device, from, sizeof(from), cudaMemcpyHostToDevice));
	move<<<1, n>>>(input.device, to.device, back.device, few.device);
	T *expected = new T[PLACES * SIZE], *host = new T[PLACES * SIZE];
	memset(expected, 7, PLACES * SIZE * sizeof(T));
	for (int way = 0; way < PLACES; way++)
		for (int t = 0; t < n; t++)
			expected[way * SIZE + place(way, t)] = number<T>(t + way);
	CALL(cudaMemcpy(host, to.device, PLACES * SIZE * sizeof(T), cudaMemcpyDeviceToHost));
	CHECK(!memcmp(host, expected, PLACES * SIZE * sizeof(T)));
	CALL(cudaMemcpy(host, back.device, PLACES * n * sizeof(T), cudaMemcpyDeviceToHost));
	int wrong = 0;
	for (int i = 0; i < PLACES * n; i++)
		wrong += !same(host[i], from[place(i / n, i % n)]);
	CALL(cudaMemcpy(host, few.device, 4 * n * sizeof(T), cudaMemcpyDeviceToHost));
	for (int t = 0; t < n; t++) {
		wrong += !same(host[t], from[(t & 3) * 100]) || !same(host[n + t], from[(t >> 1 & 1) * 5 + 1]);
		wrong += !same(host[2 * n + t], from[((t & 7) == 3) * 3]);
		if (t & 4)
			wrong += !same(host[3 * n + t], from[butterfly<4>(t, 2)]);
	}
	CHECK(wrong == 0);
	delete[] expected;
	delete[] host;
}

template <class T>
static void check_some(int n)
{
	Buffer<T> to(PLACES * SIZE, 7);
	T *expected = new T[PLACES * SIZE], *host = new T[PLACES * SIZE];
	store_some<<<1, n>>>(to.device);
	memset(expected, 7, PLACES * SIZE * sizeof(T));
	for (int way = 0; way < PLACES; way++)
		for (int t = 0; t < n; t++)
			if (stores(way, t))
				expected[way * SIZE + place(way, t)] = number<T>(t + way);
	CALL(cudaMemcpy(host, to.device, PLACES * SIZE * sizeof(T), cudaMemcpyDeviceToHost));
	CHECK(!memcmp(host, expected, PLACES * SIZE * sizeof(T)));
	delete[] expected;
	delete[] host;
}

static void check_rows(int n)
{
	Buffer<int> to(n);
	Buffer<float> floats(16384, 0);
	rows<<<1, n>>>(to.device, floats.device);
	to.expect([&](int i) { return (n - 1 - i) * 10; });
	floats.expect([&](int i) {
		int t = i / 8 < n ? i / 8 : -1, later = i - 8192;
		float value = t < 0 ? 0 : t + i % 8 * 0.125f;
		return value + (later >= 0 && later / 8 < n && later % 8 == 1 ? 1 : 0);
	});
}

static void check_stages()
{
	int expected[1024], buffer[1024];
	Buffer<int> data(2048);
	int host[2048];
	for (int i = 0; i < 2048; i++)
		host[i] = i % 1024 * 5;
	CALL(cudaMemcpy(data.device, host, sizeof(host), cudaMemcpyHostToDevice));
	stages<<<2, 256>>>(data.device);
	memcpy(expected, host, sizeof(expected));
	for (int step = 1; step < 1024; step *= 4) {
		for (int t = 0; t < 256; t++)
			for (int i = 0; i < 4; i++) {
				int k = t & (step - 1);
				buffer[(t - k) * 4 + k + i * step] = expected[t + i * 256] * (i + 1) + k;
			}
		memcpy(expected, buffer, sizeof(expected));
	}
	data.expect([&](int i) { return expected[i % 1024]; });
}

int main()
{
	for (int n : { 1, 31, 32, 64, 96, 100, 256, 1000 }) {
		check_some<short>(n);
		check_some<int>(n);
		check_some<double>(n);
		check_moves<signed char>(n);
		check_moves<short>(n);
		check_moves<int>(n);
		check_moves<double>(n);
		check_moves<Pair>(n);
		check_moves<int4>(n);
		check_rows(n);
	}
	check_stages();
	return unit_finish();
}
