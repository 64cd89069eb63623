// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores to shared memory of some lanes of a gang, in rows, in runs and at places that lanes of two rows share in turn: what the others'
// places hold stays, also right at the array's beginning and end, of all sizes, with static and dynamic arrays and several blocks, and for
// lanes that the steps of a sort choose.
#include "kernels/kernel_test.h"

enum { THREADS = 128, PLACES = 2 * THREADS, WAYS = 7 };

// Which threads store.
__host__ __device__ bool stores(int way, int t)
{
	switch (way) {
	case 0: return true;
	case 1: return false;
	case 2: return t % 3 == 1;
	case 3: return t < 5;
	case 4: return t >= THREADS - 3;
	case 5: return t == 77;
	default: return (t * 37 ^ t >> 2) & 1;
	}
}

template <int STEP>
__host__ __device__ int place(int t) { return 2 * t - (t & (STEP - 1)); }

template <class T>
__host__ __device__ T number(int i) { return (T)(i * 5 % 127 - 3); }

// One step of a butterfly, in shared memory that lies between other threads' numbers.
template <class T, int STEP>
__device__ void step(T *shared, int way)
{
	int t = threadIdx.x, at = place<STEP>(t);
	T a = shared[at], b = shared[at + STEP];
	__syncthreads();
	if (stores(way, t)) {
		shared[at] = b + (T)1;
		shared[at + STEP] = a;
	}
	__syncthreads();
}

template <class T, int STEP>
void step_on_host(T *shared, int way)
{
	for (int t = 0; t < THREADS; t++) {
		int at = place<STEP>(t);
		T a = shared[at], b = shared[at + STEP];
		if (stores(way, t)) {
			shared[at] = b + (T)1;
			shared[at + STEP] = a;
		}
	}
}

// The array is all of the block's shared memory, so rows begin before it and end behind it.
template <class T>
__global__ void butterflies(T *out, int way)
{
	__shared__ T shared[PLACES];
	int t = threadIdx.x;
	shared[t] = number<T>(t);
	shared[t + THREADS] = number<T>(t + THREADS);
	__syncthreads();
	step<T, 1>(shared, way);
	step<T, 2>(shared, way);
	step<T, 4>(shared, way);
	step<T, 8>(shared, way);
	step<T, 16>(shared, way);
	step<T, 64>(shared, way);
	for (int i = t; i < PLACES; i += THREADS)
		out[blockIdx.x * PLACES + i] = shared[i];
}

template <class T>
static void try_butterflies()
{
	for (int way = 0; way < WAYS; way++) {
		T expected[PLACES];
		for (int i = 0; i < PLACES; i++)
			expected[i] = number<T>(i);
		step_on_host<T, 1>(expected, way);
		step_on_host<T, 2>(expected, way);
		step_on_host<T, 4>(expected, way);
		step_on_host<T, 8>(expected, way);
		step_on_host<T, 16>(expected, way);
		step_on_host<T, 64>(expected, way);
		Buffer<T> out(3 * PLACES);
		butterflies<T><<<3, THREADS>>>(out.device, way);
		out.expect([&](int i) { return expected[i % PLACES]; });
	}
}

// Rows that begin before the array or end behind it.
template <class T>
__global__ void rows(T *out, int shift, int way)
{
	extern __shared__ __align__(16) unsigned char memory[];
	T *shared = (T *)memory;
	int t = threadIdx.x, size = blockDim.x;
	shared[t] = number<T>(t);
	__syncthreads();
	int to = t + shift;
	if (to >= 0 && to < size && stores(way, t))
		shared[to] = (T)(100 - t % 50);
	__syncthreads();
	if (t < size - 1 && (t & 4))
		shared[size - 2 - t] += (T)1; // backwards
	__syncthreads();
	out[blockIdx.x * size + t] = shared[t];
}

template <class T>
static void try_rows()
{
	for (int size : { 20, 64, 100, 128 })
		for (int shift : { -19, -7, -1, 0, 3, 18 })
			for (int way = 0; way < WAYS; way++) {
				T expected[THREADS];
				for (int i = 0; i < size; i++)
					expected[i] = number<T>(i);
				for (int t = 0; t < size; t++)
					if (t + shift >= 0 && t + shift < size && stores(way, t))
						expected[t + shift] = (T)(100 - t % 50);
				for (int t = 0; t < size - 1; t++)
					if (t & 4)
						expected[size - 2 - t] += (T)1;
				Buffer<T> out(2 * size);
				rows<T><<<2, size, size * sizeof(T)>>>(out.device, shift, way);
				out.expect([&](int i) { return expected[i % size]; });
			}
}

// All steps of a sort, whose distances the compiler may know or not.
template <bool KNOWN>
__global__ void sort(int *keys, int count)
{
	__shared__ int shared[PLACES];
	int t = threadIdx.x, size_end = KNOWN ? PLACES : count;
	shared[t] = keys[t];
	shared[t + THREADS] = keys[t + THREADS];
	for (int size = 2; size <= size_end; size *= 2)
		for (int distance = size / 2; distance > 0; distance /= 2) {
			__syncthreads();
			int at = 2 * t - (t & (distance - 1));
			int a = shared[at], b = shared[at + distance];
			bool down = size < size_end && (at & size);
			if ((a > b) != down) {
				shared[at] = b;
				shared[at + distance] = a;
			}
		}
	__syncthreads();
	keys[t] = shared[t];
	keys[t + THREADS] = shared[t + THREADS];
}

static void try_sort(void (*kernel)(int *, int))
{
	Buffer<int> keys(PLACES);
	keys.fill([](int i) { return i * 167 % 256; });
	kernel<<<1, THREADS>>>(keys.device, PLACES);
	keys.expect([](int i) { return i; });
}

// Arrays of other types lie right behind and before, and the same threads write there.
__global__ void mixed(int *numbers, float *floats, short *shorts)
{
	__shared__ short c[40];
	__shared__ float b[40];
	__shared__ int a[40];
	int t = threadIdx.x;
	if (t < 40)
		a[t] = b[t] = c[t] = 0;
	__syncthreads();
	if (t >= 32 && t < 72)
		a[t - 32] = t;
	if (t < 40)
		b[t] = t + 0.5f;
	if (t >= 32 && t < 71)
		c[t - 31] = (short)-t;
	__syncthreads();
	if (t < 40) {
		numbers[t] = a[t];
		floats[t] = b[t];
		shorts[t] = c[t];
	}
}

static void try_mixed()
{
	Buffer<int> numbers(40);
	Buffer<float> floats(40);
	Buffer<short> shorts(40);
	mixed<<<1, THREADS>>>(numbers.device, floats.device, shorts.device);
	numbers.expect([](int i) { return i + 32; });
	floats.expect([](int i) { return i + 0.5f; });
	shorts.expect([](int i) { return (short)(i ? -(i + 31) : 0); });
}

int main()
{
	try_butterflies<signed char>();
	try_butterflies<short>();
	try_butterflies<int>();
	try_butterflies<long long>();
	try_butterflies<float>();
	try_butterflies<double>();
	try_rows<signed char>();
	try_rows<unsigned short>();
	try_rows<int>();
	try_rows<long long>();
	try_rows<float>();
	try_rows<double>();
	try_mixed();
	try_sort(sort<true>);
	try_sort(sort<false>);
	return unit_finish();
}
