// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores in one of two arrays, or of three, which each lane chooses: by what it has read, by its number, by what all have; also of
// arrays of which one must not be touched where it isn't chosen, in loops, at places that lanes choose, too, and of arrays of one struct.
#include "kernels/kernel_test.h"

static const int most = 700, turns = 3;

template <class T>
struct arrays {
	const T *a, *b;
	T *c, *d;
};

template <class T>
__global__ void choose(const int *which, arrays<T> of, int n, int all)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int w = which[i];
	T sum = (w % 2 ? of.a : of.b)[i] + (w > 4 ? of.a : of.b)[i + 1] + (all ? of.a : of.b)[i];
	for (int k = 0; k < turns; k++)
		sum += (w + k) % 3 ? of.b[i + k] : of.a[i + k];
	sum += (w % 2 ? of.a : of.b)[w];
	(w % 3 ? of.c : of.d)[i] = sum;
	if (w == 5)
		of.c[i + most] = sum;
	else
		of.d[i + most] = sum;
}

// B is there only for those who choose it.
template <class T>
__global__ void choose_there(const int *which, const T *a, const T *b, const T *zero, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = *(which[i] < 0 ? b + i : which[i] % 2 ? a + i : zero);
}

static int which(int i) { return i * 7 % 11; }
static int a_of(int i) { return i % 100; }
static int b_of(int i) { return i * 3 % 90; }

template <class T>
static T sum_of(int i, int all)
{
	int w = which(i), sum = (w % 2 ? a_of(i) : b_of(i)) + (w > 4 ? a_of(i + 1) : b_of(i + 1)) + (all ? a_of(i) : b_of(i));
	for (int k = 0; k < turns; k++)
		sum += (w + k) % 3 ? b_of(i + k) : a_of(i + k);
	return (T)(sum + (w % 2 ? a_of(w) : b_of(w)));
}

template <class T>
static void try_type()
{
	const T none = 123;
	Buffer<int> w(most);
	Buffer<T> a(most + 16), b(most + 16), c(2 * most), d(2 * most), zero(1);
	w.fill(which);
	a.fill([](int i) { return (T)a_of(i); });
	b.fill([](int i) { return (T)b_of(i); });
	zero.fill([](int) { return (T)9; });
	for (int n : { most, 640, 77, 5 })
		for (int block : { 128, 96, 20 }) {
			auto reset = [&](Buffer<T> &buffer) { buffer.fill([](int) { return (T)123; }); };
			int grid = (most + block - 1) / block;
			reset(c);
			reset(d);
			choose<T><<<grid, block>>>(w.device, { a.device, b.device, c.device, d.device }, n, n % 2);
			auto expect = [&](bool first) {
				return [=](int i) {
					int at = i % most;
					bool chosen = i < most ? (which(at) % 3 != 0) == first : (which(at) == 5) == first;
					return at < n && chosen ? sum_of<T>(at, n % 2) : none;
				};
			};
			c.expect(expect(true));
			d.expect(expect(false));
			reset(c);
			choose_there<T><<<grid, block>>>(w.device, a.device, (const T *)nullptr, zero.device, c.device, n);
			c.expect([=](int i) { return i < n ? which(i) % 2 ? (T)a_of(i) : (T)9 : none; });
		}
}

int main()
{
	try_type<float>();
	try_type<int>();
	try_type<unsigned char>();
	try_type<double>();
	try_type<short>();
	return unit_finish();
}
