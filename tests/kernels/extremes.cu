// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fmax and fmin (target/lower_extremes.c) bit by bit: of a number and what is none the number, of two zeros +0 or -0, of two that are no
// numbers the first, which may become quiet.  Of values that lanes load, that are the same for all lanes, constants on either side, numbers
// and magnitudes of which it is known what they can't be, numbers that signal and went through choices only, and over loops.
#include "kernels/kernel_test.h"

#include <math.h>
#include <stdint.h>

template <class T> struct bits_of_type;
template <> struct bits_of_type<float> { typedef uint32_t type; };
template <> struct bits_of_type<double> { typedef uint64_t type; };

template <class T>
__host__ __device__ static T from_bits(typename bits_of_type<T>::type bits)
{
	T value;
	memcpy(&value, &bits, sizeof(value));
	return value;
}

template <class T>
static typename bits_of_type<T>::type bits_of(T value)
{
	typename bits_of_type<T>::type bits;
	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

// What the device has to give; the host's library leaves the order of zeros open.
struct plain {
	template <class T> static T greater(T a, T b)
	{
		if (a != a || b != b)
			return b != b ? a : b;
		return a == b ? (signbit(a) ? b : a) : a > b ? a : b;
	}
	template <class T> static T lesser(T a, T b)
	{
		if (a != a || b != b)
			return b != b ? a : b;
		return a == b ? (signbit(a) ? a : b) : a < b ? a : b;
	}
};
struct ours {
	__device__ static float greater(float a, float b) { return fmaxf(a, b); }
	__device__ static float lesser(float a, float b) { return fminf(a, b); }
	__device__ static double greater(double a, double b) { return fmax(a, b); }
	__device__ static double lesser(double a, double b) { return fmin(a, b); }
};

static const int kinds = 22, count = kinds * kinds, constants = 9, ways = 18;

template <class T>
static T kind_of(int i)
{
	static const typename bits_of_type<T>::type one = 1, sign = one << (8 * sizeof(T) - 1);
	T least = from_bits<T>(1), infinity = (T)INFINITY, none = (T)NAN;
	T values[kinds] = {
		(T)0, from_bits<T>(sign), (T)1.5, (T)-1.5, (T)2.5, (T)-2.5, infinity, -infinity, none, from_bits<T>(bits_of(none) | sign),
		from_bits<T>(bits_of(none) + 5), from_bits<T>(bits_of(infinity) + 1), from_bits<T>(bits_of(-infinity) + 77), least, -least,
		from_bits<T>(3), (T)1e-38, (T)-1e-39, (T)3e38, (T)-3e38, (T)1, (T)7,
	};
	return values[i];
}

// Constants are some that make a difference.
template <class T>
__host__ __device__ constexpr T constant(int which)
{
	return which == 0 ? (T)0 : which == 1 ? (T)-0.0 : which == 2 ? (T)1.5 : which == 3 ? (T)-1.5 : which == 4 ? (T)INFINITY :
	       which == 5 ? (T)-INFINITY : which == 6 ? (T)NAN : which == 7 ? (T)1e-39 : (T)-2.5;
}

// Way WAY to ask for extremes of A and B, as F has them; I is the thread's number.
template <class F, class T>
__host__ __device__ static T compute(int way, T a, T b, int i)
{
	switch (way) {
	case 0: return F::greater(a, b);
	case 1: return F::lesser(a, b);
	case 2: return F::greater((T)fabs(a), (T)fabs(b)); // never -0
	case 3: return F::lesser((T)fabs(a), -(T)fabs(b)); // +0 and -0, or none
	case 4: return F::greater(F::greater(a, (T)0), b); // a number, not -0
	case 5: return F::lesser(b, F::lesser(a, (T)-0.0));
	case 6: return F::greater((T)(i % 5 - 2), a);      // an integer: no -0
	case 7: return F::lesser(a, (T)(i % 5 - 2));
	case 8: return F::lesser(a + b, a * a);
	case 9: return F::greater(a - b, b * (T)0);
	case 10: return F::greater(a * b, i % 3 ? (T)-0.0 : (T)2.5);
	case 11: return F::lesser(F::greater(a, (T)-1.5), (T)2.5);
	case 12: return F::greater(F::lesser(a, b), F::lesser(b, a));
	case 13: return F::lesser(F::greater(a, -b), F::greater((T)fabs(b), a));
	case 15: return F::greater(F::greater(a, b), F::lesser(i % 3 ? b : a, -a)); // of a result and what may signal
	case 16: return F::lesser(-a, (T)fabs(b));
	case 14: return F::greater(i % 2 ? a : (T)0, i % 3 ? (T)-0.0 : b);
	default: return F::lesser((T)(float)a, -b);
	}
}

template <class T, int WAY>
__global__ void compute_way(const T *a, const T *b, T *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = compute<ours, T>(WAY, a[i], b[i], i);
}

template <class T, int WHICH>
__global__ void with_constant(const T *a, T *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	T x = a[i], c = constant<T>(WHICH);
	out[4 * i] = ours::greater(x, c);
	out[4 * i + 1] = ours::greater(c, x);
	out[4 * i + 2] = ours::lesser(x, c);
	out[4 * i + 3] = ours::lesser(c, x);
}

// The numbers are the block's.
template <class T>
__global__ void of_block(const T *a, const T *b, T *out)
{
	T x = a[blockIdx.x], y = b[blockIdx.x];
	out[2 * blockIdx.x] = ours::greater(x, y);
	out[2 * blockIdx.x + 1] = ours::lesser(x, y);
}

template <class F, class T>
__host__ __device__ static void over_row(const T *a, int row, T *out)
{
	T greatest = (T)-INFINITY, least = (T)INFINITY, above = (T)-0.0;
	for (int k = 0; k < kinds; k++) {
		T x = a[(row * 5 + k * 3) % count];
		greatest = F::greater(greatest, x);
		least = F::lesser(x, least);
		above = F::greater(x, above);
	}
	out[0] = greatest;
	out[1] = least;
	out[2] = above;
}

template <class T>
__global__ void of_rows(const T *a, T *out)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < count)
		over_row<ours>(a, row, out + 3 * row);
}

// --- ---

template <class T>
static void expect_bits(const char *what, int number, T got, T wanted)
{
	// What arithmetic makes of two that are no numbers is left open, and GPUs give any of them.
	static const bool gpu = !on_cpu();
	typename bits_of_type<T>::type quiet = wanted != wanted ? bits_of((T)NAN) : 0;
	if ((bits_of(got) | quiet) == (bits_of(wanted) | quiet) || ((number < 0 || gpu) && got != got && wanted != wanted))
		return;
	fprintf(stderr, "%s %d: %a (%llx) is not %a (%llx)\n", what, number, (double)got, (unsigned long long)bits_of(got), (double)wanted,
	        (unsigned long long)bits_of(wanted));
	unit_failed++;
}

template <class T, int WAY>
struct try_way {
	static void run(const Buffer<T> &a, const Buffer<T> &b, const T *x, const T *y)
	{
		Buffer<T> out(count);
		compute_way<T, WAY><<<(count + 127) / 128, 128>>>(a.device, b.device, out.device);
		T result[count];
		CALL(cudaMemcpy(result, out.device, sizeof(result), cudaMemcpyDeviceToHost));
		for (int i = 0; i < count; i++)
			expect_bits("way", WAY < 2 ? WAY : -WAY, result[i], compute<plain, T>(WAY, x[i], y[i], i));
		try_way<T, WAY - 1>::run(a, b, x, y);
	}
};
template <class T>
struct try_way<T, -1> {
	static void run(const Buffer<T> &, const Buffer<T> &, const T *, const T *) { }
};

template <class T, int WHICH>
struct try_constant {
	static void run(const Buffer<T> &a, const T *x)
	{
		Buffer<T> out(4 * count);
		with_constant<T, WHICH><<<(count + 127) / 128, 128>>>(a.device, out.device);
		T result[4 * count], c = constant<T>(WHICH);
		CALL(cudaMemcpy(result, out.device, sizeof(result), cudaMemcpyDeviceToHost));
		for (int i = 0; i < count; i++) {
			int number = c != c ? -1 : WHICH;
			expect_bits("x above constant", number, result[4 * i], plain::greater(x[i], c));
			expect_bits("constant above x", number, result[4 * i + 1], plain::greater(c, x[i]));
			expect_bits("x below constant", number, result[4 * i + 2], plain::lesser(x[i], c));
			expect_bits("constant below x", number, result[4 * i + 3], plain::lesser(c, x[i]));
		}
		try_constant<T, WHICH - 1>::run(a, x);
	}
};
template <class T>
struct try_constant<T, -1> {
	static void run(const Buffer<T> &, const T *) { }
};

template <class T>
static void try_type()
{
	static T x[count], y[count], result[3 * count];
	Buffer<T> a(count), b(count), out(3 * count);
	for (int i = 0; i < count; i++) {
		x[i] = kind_of<T>(i % kinds);
		y[i] = kind_of<T>(i / kinds);
	}
	CALL(cudaMemcpy(a.device, x, sizeof(x), cudaMemcpyHostToDevice));
	CALL(cudaMemcpy(b.device, y, sizeof(y), cudaMemcpyHostToDevice));
	try_way<T, ways - 1>::run(a, b, x, y);
	try_constant<T, constants - 1>::run(a, x);
	of_block<<<count, 1>>>(a.device, b.device, out.device);
	CALL(cudaMemcpy(result, out.device, 2 * sizeof(x), cudaMemcpyDeviceToHost));
	for (int i = 0; i < count; i++) {
		expect_bits("block above", 0, result[2 * i], plain::greater(x[i], y[i]));
		expect_bits("block below", 0, result[2 * i + 1], plain::lesser(x[i], y[i]));
	}
	of_rows<<<(count + 127) / 128, 128>>>(a.device, out.device);
	CALL(cudaMemcpy(result, out.device, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < count; i++) {
		T wanted[3];
		over_row<plain>(x, i, wanted);
		for (int k = 0; k < 3; k++)
			expect_bits("row", k, result[3 * i + k], wanted[k]);
	}
}

int main()
{
	try_type<float>();
	try_type<double>();
	return unit_finish();
}
