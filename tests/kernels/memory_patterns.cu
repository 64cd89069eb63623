// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores whose addresses go up, down, in steps, together and anywhere from thread to thread, of types of
// all sizes, with all threads and with some, from the first to the last byte of an allocation.
#include "kernels/kernel_test.h"

struct Mixed {
	float f;
	short s;
	char c[3];
	double d;
};

struct Color {
	unsigned char r, g, b;
};

// A value of T that differs from those of its neighbours.
template <class T>
__host__ __device__ T number(int i)
{
	return (T)(i * 7 + 3);
}
template <>
__host__ __device__ bool number(int i)
{
	return i % 3 == 1;
}
template <>
__host__ __device__ Mixed number(int i)
{
	Mixed m;
	memset(&m, 0, sizeof(m));
	m.f = i * 0.5f;
	m.s = (short)(i * 3);
	m.c[0] = (char)i, m.c[1] = (char)(i + 1), m.c[2] = (char)(i + 2);
	m.d = i * 0.25;
	return m;
}
template <>
__host__ __device__ Color number(int i)
{
	return { (unsigned char)i, (unsigned char)(i * 3), (unsigned char)(i * 5) };
}
template <>
__host__ __device__ float4 number(int i)
{
	return make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f);
}
template <>
__host__ __device__ float3 number(int i)
{
	return make_float3(i, i + 0.25f, i + 0.5f);
}

__host__ __device__ int place(int i, int step, int n)
{
	return step > 0 ? i * step : (n - 1 - i) * -step;
}

template <class T, int STEP>
__global__ void load_step(const T *in, T *out, int divisor)
{
	int i = (int)threadIdx.x, n = (int)blockDim.x;
	if (divisor == 1)
		out[i] = in[STEP > 0 ? i * STEP : (n - 1 - i) * -STEP];
	else if (i % divisor == 1)
		out[i] = in[STEP > 0 ? i * STEP : (n - 1 - i) * -STEP];
}

template <class T, int STEP>
__global__ void store_step(const T *in, T *out, int divisor)
{
	int i = (int)threadIdx.x, n = (int)blockDim.x;
	if (divisor == 1)
		out[STEP > 0 ? i * STEP : (n - 1 - i) * -STEP] = in[i];
	else if (i % divisor == 1)
		out[STEP > 0 ? i * STEP : (n - 1 - i) * -STEP] = in[i];
}

template <class T>
__global__ void anywhere(const T *in, T *out, const int *from, const int *to, int divisor)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	if (i % divisor != 0)
		return;
	out[to[i]] = in[from[i]];
}

// The same for all threads of the block, of the warp's half, and a flag that all set.
template <class T>
__global__ void together(const T *in, T *out, int *flag)
{
	int i = (int)threadIdx.x;
	T a = in[blockIdx.x];
	if (i % 3 == 0)
		a = in[blockIdx.x + 1];
	out[blockIdx.x * blockDim.x + i] = a;
	*flag = 5;
}

template <class T, int STEP>
void check_step(int n)
{
	int reach = (n - 1) * (STEP > 0 ? STEP : -STEP) + 1;
	for (int divisor : { 1, 2, 5 }) {
		Buffer<T> in(reach), out(n, 0), back(reach, 0);
		T *zeros = (T *)calloc(reach, sizeof(T));
		auto active = [&](int i) { return divisor == 1 || i % divisor == 1; };
		in.fill(number<T>);
		load_step<T, STEP><<<1, n>>>(in.device, out.device, divisor);
		out.expect([&](int i) { return active(i) ? number<T>(place(i, STEP, n)) : zeros[0]; });
		store_step<T, STEP><<<1, n>>>(in.device, back.device, divisor);
		for (int i = 0; i < n; i++)
			if (active(i))
				zeros[place(i, STEP, n)] = number<T>(i);
		back.expect([&](int i) { return zeros[i]; });
		free(zeros);
	}
}

template <class T>
void check_steps()
{
	for (int n : { 16, 64, 77 }) {
		check_step<T, 1>(n);
		check_step<T, 2>(n);
		check_step<T, 3>(n);
		check_step<T, 33>(n);
		check_step<T, -1>(n);
		check_step<T, -2>(n);
	}
}

template <class T>
void check_type()
{
	const int n = 4 * 64;
	Buffer<T> in(n), out(n, 0), alike(n);
	Buffer<int> from(n), to(n), flag(1);
	T zero;
	memset(&zero, 0, sizeof(T));
	in.fill(number<T>);
	from.fill([](int i) { return i * 37 % n; });
	to.fill([](int i) { return i * 101 % n; }); // 101 * 109 = 1 modulo 256
	for (int divisor : { 3, 1 }) {
		anywhere<<<4, 64>>>(in.device, out.device, from.device, to.device, divisor);
		out.expect([&](int i) {
			int source = i * 109 % n;
			return source % divisor == 0 ? number<T>(source * 37 % n) : zero;
		});
	}
	together<<<4, 64>>>(in.device, alike.device, flag.device);
	alike.expect([](int i) { return number<T>(i / 64 + (i % 64 % 3 == 0)); });
	flag.expect([](int) { return 5; });
}

int main()
{
	check_steps<char>();
	check_steps<float>();
	check_steps<float4>();
	check_steps<Mixed>();
	check_type<char>();
	check_type<bool>();
	check_type<unsigned short>();
	check_type<int>();
	check_type<float>();
	check_type<double>();
	check_type<long long>();
	check_type<__int128>();
	check_type<float3>();
	check_type<float4>();
	check_type<Mixed>();
	check_type<Color>();
	return unit_finish();
}
