// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Truths that are stored as bytes and shorts, of several comparisons, all values of a byte with all of another: equal and not, below and
// above, with and without a sign, of constants and of cells; both, either, not; where one is asked for only if another holds.
#include "kernels/kernel_test.h"

static const int count = 1 << 16;

template <class T, int kind>
__host__ __device__ T truth(T a, T b)
{
	switch (kind) {
	case 0: return a == 3 || (b && (a & ~1) == 2);
	case 1: return a > 20 && a < 200 && b != 7;
	case 2: return !(a == b) && !(a == 0 && b > 100);
	case 3: return (a < b) | (b == 255) | (a == 128);
	case 4: return (a != b) & (a >= 17) & (b <= 130);
	case 5: return a > b && a != 200;
	case 6: return (a == 1) != (b == 2);
	default: return (signed char)a < 3 && b == 0;
	}
}

template <class T, int kind>
__global__ void truths(const T *a, const T *b, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = truth<T, kind>(a[i], b[i]);
}

template <class T, int kind>
static void try_kind(Buffer<T> &a, Buffer<T> &b, Buffer<T> &out)
{
	for (int n : { count, 1001, 31 }) {
		CALL(cudaMemset(out.device, 0, count * sizeof(T)));
		truths<T, kind><<<(n + 127) / 128, 128>>>(a.device, b.device, out.device, n);
		out.expect([&](int i) { return i < n ? truth<T, kind>(i % 256, i / 256) : T(0); });
	}
}

template <class T>
static void try_type()
{
	Buffer<T> a(count), b(count), out(count);
	a.fill([](int i) { return i % 256; });
	b.fill([](int i) { return i / 256; });
	try_kind<T, 0>(a, b, out);
	try_kind<T, 1>(a, b, out);
	try_kind<T, 2>(a, b, out);
	try_kind<T, 3>(a, b, out);
	try_kind<T, 4>(a, b, out);
	try_kind<T, 5>(a, b, out);
	try_kind<T, 6>(a, b, out);
	try_kind<T, 7>(a, b, out);
}

int main()
{
	try_type<unsigned char>();
	try_type<unsigned short>();
	return unit_finish();
}
