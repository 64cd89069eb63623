// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps in shared memory with a barrier between them, many of which only a gang's own threads exchange something by: sorts, transforms,
// trees.  Each kernel does what the host does thread by thread and step by step; some of the steps look as if they were a gang's own.
#include <math.h>

#include "kernels/kernel_test.h"

// A program: THREADS threads, a T for each of CELLS, and STEPS steps, whose number the compiler knows in each.
template <class Program>
__global__ void run(typename Program::T *cells)
{
	__shared__ typename Program::T s[Program::cells];
	for (int i = threadIdx.x; i < Program::cells; i += Program::threads)
		s[i] = cells[blockIdx.x * Program::cells + i];
#pragma unroll
	for (int step = 0; step < Program::steps; step++) {
		__syncthreads();
		Program::go(s, (int)threadIdx.x, step);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < Program::cells; i += Program::threads)
		cells[blockIdx.x * Program::cells + i] = s[i];
}

template <class T>
T number(int i)
{
	return (T)((unsigned)i * 2654435761u >> 7);
}
template <>
float number<float>(int i)
{
	unsigned bits = (unsigned)i * 2654435761u;
	return i % 37 == 5 ? NAN : i % 41 == 7 ? -0.0f : i % 43 == 3 ? INFINITY : (float)(int)bits / 1024;
}

// Whether PROGRAM computes with its numbers, so that what a NaN is made of would be the device's own.
template <class Program>
constexpr bool computes = false;

template <class Program>
typename Program::T first(int i)
{
	typename Program::T n = number<typename Program::T>(i);
	if constexpr (computes<Program>)
		return n - n != 0 ? 1 : n;
	else
		return n;
}

template <class Program>
void check()
{
	typedef typename Program::T T;
	enum { blocks = 3, count = blocks * Program::cells };
	Buffer<T> cells(count);
	T *host = (T *)malloc(count * sizeof(T));
	cells.fill(first<Program>);
	run<Program><<<blocks, Program::threads>>>(cells.device);
	for (int i = 0; i < count; i++)
		host[i] = first<Program>(i);
	for (int block = 0; block < blocks; block++)
		for (int step = 0; step < Program::steps; step++)
			for (int t = 0; t < Program::threads; t++)
				Program::go(host + block * Program::cells, t, step);
	cells.expect([&](int i) { return host[i]; });
	free(host);
}

// --- sorts ---

// The size and distance of step STEP of a bitonic sort.
__host__ __device__ constexpr int size_at(int step)
{
	int size = 2, first = 0;
	for (int steps = 1; step >= first + steps; first += steps++)
		size *= 2;
	return size;
}
__host__ __device__ constexpr int distance_at(int step)
{
	int size = 2, first = 0, steps = 1;
	for (; step >= first + steps; first += steps++)
		size *= 2;
	return size / 2 >> (step - first);
}
constexpr int steps_of(int keys)
{
	int steps = 0;
	for (int size = 2, turns = 1; size <= keys; size *= 2)
		steps += turns++;
	return steps;
}

template <class Key, int Keys, bool Descending>
struct Sort {
	typedef Key T;
	static const int cells = Keys, threads = Keys / 2, steps = steps_of(Keys);
	__host__ __device__ static void go(T *s, int t, int step)
	{
		int size = size_at(step), d = distance_at(step), p = 2 * t - (t & (d - 1));
		T a = s[p], b = s[p + d];
		bool down = (size < Keys && (p & size)) != Descending;
		if ((a > b) != down) {
			s[p] = b;
			s[p + d] = a;
		}
	}
};

// Keys in the first half of the cells, values in the second.
template <int Keys>
struct SortPairs {
	typedef unsigned T;
	static const int cells = 2 * Keys, threads = Keys / 2, steps = steps_of(Keys);
	__host__ __device__ static void go(T *s, int t, int step)
	{
		int size = size_at(step), d = distance_at(step), p = 2 * t - (t & (d - 1));
		T a = s[p] & 63, b = s[p + d] & 63, x = s[Keys + p], y = s[Keys + p + d];
		if ((a > b) == ((p & size) == 0)) {
			T first = s[p], second = s[p + d];
			s[p] = second;
			s[p + d] = first;
			s[Keys + p] = y;
			s[Keys + p + d] = x;
		}
	}
};

// A thread for each key, of which the upper one of a pair does nothing.
template <int Keys>
struct SortByPartners {
	typedef int T;
	static const int cells = Keys, threads = Keys, steps = steps_of(Keys);
	__host__ __device__ static void go(T *s, int t, int step)
	{
		int size = size_at(step), other = t ^ distance_at(step);
		if (other > t) {
			bool up = (t & size) == 0;
			if (up ? s[t] > s[other] : s[t] < s[other]) {
				T kept = s[t];
				s[t] = s[other];
				s[other] = kept;
			}
		}
	}
};

// Exchanges of neighbours, the odd ones in each second step: the last thread has none.
template <int Keys>
struct OddEven {
	typedef short T;
	static const int cells = Keys, threads = Keys / 2, steps = 8;
	__host__ __device__ static void go(T *s, int t, int step)
	{
		int p = 2 * t + (step & 1);
		if (p + 1 < Keys && s[p] > s[p + 1]) {
			T kept = s[p];
			s[p] = s[p + 1];
			s[p + 1] = kept;
		}
	}
};

// --- transforms ---

template <class Number, int Cells, int Log>
struct Walsh {
	typedef Number T;
	static const int cells = Cells, threads = Cells / 2, steps = Log;
	__host__ __device__ static void go(T *s, int t, int step)
	{
		int d = 1 << step, p = 2 * t - (t & (d - 1));
		T a = s[p], b = s[p + d];
		s[p] = a + b;
		s[p + d] = a - b;
	}
};

template <class T, int cells, int steps>
constexpr bool computes<Walsh<T, cells, steps>> = true;

// Four at a time.
template <int Cells, int Log>
struct Walsh4 {
	typedef unsigned T;
	static const int cells = Cells, threads = Cells / 4, steps = Log / 2;
	__host__ __device__ static void go(T *s, int t, int step)
	{
		int d = 1 << 2 * step, low = t & (d - 1), p = 4 * (t - low) + low;
		T a = s[p], b = s[p + d], c = s[p + 2 * d], e = s[p + 3 * d];
		s[p] = a + b + c + e;
		s[p + d] = a - b + c - e;
		s[p + 2 * d] = a + b - c - e;
		s[p + 3 * d] = a - b - c + e;
	}
};

// Members that lie together, of two kinds in turn.
struct Complex {
	float re, im;
};
template <>
Complex number<Complex>(int i)
{
	return { (float)(i % 97), (float)(i % 89) };
}
template <int Cells, int Log>
struct Fourier {
	typedef Complex T;
	static const int cells = Cells, threads = Cells / 2, steps = Log;
	__host__ __device__ static void go(T *s, int t, int step)
	{
		int d = 1 << step, p = 2 * t - (t & (d - 1));
		T a = s[p], b = s[p + d];
		s[p] = { a.re + b.im, a.im - b.re };
		s[p + d] = { a.re - b.im, a.im + b.re };
	}
};

// --- trees ---

template <int Cells>
struct Tree {
	typedef int T;
	static const int cells = Cells, threads = Cells, steps = 9;
	__host__ __device__ static void go(T *s, int t, int step)
	{
		int d = Cells / 2 >> step;
		if (d && t < d)
			s[t] += s[t + d];
	}
};

template <int Cells>
struct GrowingTree {
	typedef int T;
	static const int cells = Cells, threads = Cells / 2, steps = 8;
	__host__ __device__ static void go(T *s, int t, int step)
	{
		int d = 1 << step, i = 2 * t * d;
		if (i + d < Cells)
			s[i] -= 3 * s[i + d];
	}
};

// --- what looks as if it were a gang's own ---

// Every other step reads what the gang behind wrote.
struct Neighbours {
	typedef int T;
	static const int cells = 512, threads = 256, steps = 12;
	__host__ __device__ static void go(T *s, int t, int step)
	{
		if (step % 3 == 0) {
			T a = s[2 * t], b = s[2 * t + 1];
			s[2 * t] = a + 2 * b;
			s[2 * t + 1] = b - a;
		} else if (step % 3 == 1) {
			s[2 * t] += s[(2 * t + 33) % 512];
		} else {
			s[2 * t + 1] ^= s[(2 * t + 62) % 512];
		}
	}
};

// Pieces of three elements a thread: gangs' windows are no power of two.
struct Threes {
	typedef int T;
	static const int cells = 768, threads = 256, steps = 6;
	__host__ __device__ static void go(T *s, int t, int step)
	{
		int p = 3 * t + step % 3, q = 3 * t + (step + 1) % 3;
		T a = s[p], b = s[q];
		if (a > b || t % 5 == step) {
			s[p] = b;
			s[q] = a + 1;
		}
	}
};

// Two threads look at one place, and store to one of which only one of them does.
struct Shared {
	typedef int T;
	static const int cells = 512, threads = 256, steps = 6;
	__host__ __device__ static void go(T *s, int t, int step)
	{
		T a = s[t / 2], b = s[128 + t];
		if ((t + step) % 2 == 0)
			s[384 + t / 2] = a - b;
		if ((a ^ b) & 1)
			s[128 + t] = a + step;
	}
};

// Only some elements of the window are written, or all are but with a condition that nobody can look through.
template <int Cells>
struct Gaps {
	typedef int T;
	static const int cells = Cells, threads = Cells / 2, steps = 7;
	__host__ __device__ static void go(T *s, int t, int step)
	{
		int d = 1 << step % 4, p = 2 * t - (t & (d - 1));
		T a = s[p], b = s[p + d];
		if (step % 2) {
			s[p] = a * 3 + b;
		} else if (a & 4) {
			if (b & 2)
				s[p + d] = a ^ b;
			else
				s[p] = a + b;
		}
	}
};

// --- dynamic shared memory, two names for one ---

extern __shared__ int first_name[];
extern __shared__ short second_name[];

__global__ void two_names(int *out)
{
	int t = threadIdx.x;
	first_name[t] = t * 65537;
	__syncthreads();
	int a = first_name[t];
	__syncthreads();
	second_name[t] = (short)(3 * t);
	__syncthreads();
	int b = second_name[t];
	__syncthreads();
	first_name[t] = a + b;
	__syncthreads();
	out[t] = second_name[2 * t] + first_name[t];
}

// --- any block, known when it is launched ---

// Butterflies over no more than 8 neighbours, by each row of a block: where rows do the same, they do it at the same time.
__global__ void __launch_bounds__(1024) small_steps(int *out, int turns)
{
	__shared__ int s[2048];
	int t = threadIdx.x, other = blockDim.x - 1 - t;
	s[2 * other] = other * other;
	s[2 * other + 1] = 7 * other;
	for (int turn = 0; turn < turns; turn++)
#pragma unroll
		for (int d = 1; d <= 4; d *= 2) {
			int p = 2 * t - (t & (d - 1));
			__syncthreads();
			int a = s[p], b = s[p + d];
			__syncthreads();
			s[p] = a + b;
			s[p + d] = 3 * b - a;
		}
	__syncthreads();
	out[2 * t] = s[2 * t];
	out[2 * t + 1] = s[2 * t + 1];
}

static void check_small_steps(dim3 block)
{
	enum { turns = 3 };
	int n = (int)block.x / 8 * 8, *host = (int *)malloc(2 * n * sizeof(int)), *next = (int *)malloc(2 * n * sizeof(int));
	Buffer<int> out(2 * n);
	block.x = (unsigned)n;
	small_steps<<<1, block>>>(out.device, turns);
	for (int t = 0; t < n; t++) {
		host[2 * t] = t * t;
		host[2 * t + 1] = 7 * t;
	}
	for (int turn = 0; turn < turns; turn++)
		for (int d = 1; d <= 4; d *= 2) {
			for (int t = 0; t < n; t++) {
				int p = 2 * t - (t & (d - 1));
				next[p] = host[p] + host[p + d];
				next[p + d] = 3 * host[p + d] - host[p];
			}
			memcpy(host, next, 2 * n * sizeof(int));
		}
	out.expect([&](int i) { return host[i]; });
	free(host);
	free(next);
}

// Rows of their own, told by y.
__global__ void rows(int *out)
{
	__shared__ int s[8][64];
	int t = threadIdx.x, y = threadIdx.y;
	s[y][2 * t] = t + y;
	s[y][2 * t + 1] = t * y;
	__syncthreads();
	int a = s[y][2 * t], b = s[y][2 * t + 1];
	__syncthreads();
	s[y][2 * t] = b;
	s[(y + 1) % 8][2 * t + 1] = a;
	__syncthreads();
	out[y * 64 + 2 * t] = s[y][2 * t];
	out[y * 64 + 2 * t + 1] = s[y][2 * t + 1];
}

// A loop around barriers in which the last step of a turn is read by others in the next.
__global__ void turns_around(int *out, int turns)
{
	__shared__ int s[512];
	int t = threadIdx.x;
	s[2 * t] = t;
	s[2 * t + 1] = 5 * t;
	__syncthreads();
	for (int turn = 0; turn < turns; turn++) {
		int a = s[2 * t], b = s[2 * t + 1];
		__syncthreads();
		s[2 * t] = a + b;
		s[2 * t + 1] = a - b;
		__syncthreads();
		int c = s[511 - t];
		__syncthreads();
		s[t] ^= c;
		__syncthreads();
	}
	out[t] = s[t];
	out[t + 256] = s[t + 256];
}

static void check_turns_around()
{
	Buffer<int> out(512);
	int s[512], next[512];
	turns_around<<<1, 256>>>(out.device, 5);
	for (int t = 0; t < 256; t++) {
		s[2 * t] = t;
		s[2 * t + 1] = 5 * t;
	}
	for (int turn = 0; turn < 5; turn++) {
		for (int t = 0; t < 256; t++) {
			next[2 * t] = s[2 * t] + s[2 * t + 1];
			next[2 * t + 1] = s[2 * t] - s[2 * t + 1];
		}
		for (int t = 0; t < 512; t++)
			s[t] = t < 256 ? next[t] ^ next[511 - t] : next[t];
	}
	out.expect([&](int i) { return s[i]; });
}

int main()
{
	check<Sort<int, 16, false>>();
	check<Sort<int, 32, true>>();
	check<Sort<int, 128, false>>();
	check<Sort<int, 1024, false>>();
	check<Sort<unsigned, 2048, true>>();
	check<Sort<float, 256, false>>();
	check<Sort<double, 512, true>>();
	check<Sort<long long, 256, false>>();
	check<Sort<signed char, 512, true>>();
	check<Sort<unsigned short, 128, false>>();
	check<SortPairs<64>>();
	check<SortPairs<256>>();
	check<SortByPartners<32>>();
	check<SortByPartners<256>>();
	check<OddEven<64>>();
	check<OddEven<400>>();
	check<Walsh<int, 512, 9>>();
	check<Walsh<float, 128, 7>>();
	check<Walsh<short, 80, 4>>();
	check<Walsh<long long, 1024, 10>>();
	check<Walsh4<1024, 10>>();
	check<Walsh4<192, 6>>();
	check<Fourier<256, 8>>();
	check<Tree<512>>();
	check<Tree<64>>();
	check<GrowingTree<512>>();
	check<GrowingTree<200>>();
	check<Neighbours>();
	check<Threes>();
	check<Shared>();
	check<Gaps<512>>();
	check<Gaps<48>>();
	Buffer<int> out(512);
	two_names<<<1, 128, 128 * sizeof(int)>>>(out.device);
	int *found = out.download();
	for (int t = 0; t < 128; t++) {
		int cell = t * 65537;
		short low = (short)(3 * t);
		CHECK_EQUAL(found[t], (short)(cell + low) + cell + low);
	}
	free(found);
	rows<<<1, dim3(32, 8)>>>(out.device);
	out.expect([](int i) {
		int y = i / 64, t = i % 64 / 2;
		return i % 2 ? t + (y + 7) % 8 : t * y;
	});
	for (int x : { 8, 16, 24, 64, 100, 128, 250, 256, 1000, 1024 })
		check_small_steps(dim3(x));
	for (dim3 block : { dim3(64, 2), dim3(32, 4), dim3(16, 16), dim3(128, 2, 2), dim3(24, 5) })
		check_small_steps(block);
	check_turns_around();
	return unit_finish();
}
