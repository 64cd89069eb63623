// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structs of equal members that are computed alike, which gangs do as they lie in memory (simd_straight.c): with what all lanes have, with
// what each lane has, with one another, chosen by conditions of lanes and of members; and what only looks so: members that
// change places, are treated each in its own way, or are needed for more.
#include "kernels/kernel_test.h"

template <class T> struct Two { T m[2]; };
template <class T> struct Three { T m[3]; };
template <class T> struct Four { T m[4]; };
template <class T> struct Eight { T m[8]; };

// Of a whole number, by each operation that can leave one as it is.
template <class T>
static __host__ __device__ T altered(T v)
{
	const T most = (T)~(T)0 > 0 ? (T)~(T)0 : (T)100;
	v = (T)(255 - v);
	v = (T)(v ^ 85);
	v = v + 40 > most ? most : (T)(v + 40);
	v = v < 12 ? (T)0 : (T)(v - 12);
	v = (T)((T)(v | 3) & (T)~8);
	v = v < (T)7 ? (T)7 : v;
	return (T)((T)(v * 5) >> 1);
}

template <class V, class T>
static __host__ __device__ V work(int kind, V a, V b, T k, int i)
{
	const int n = sizeof(V) / sizeof(T), kept = n - 1;
	V r = a;
	T each = (T)(i % 7 + 1);
	switch (kind) {
	case 0: // all members alike, by what all have
		for (int j = 0; j < n; j++)
			r.m[j] = (T)(a.m[j] * k + (T)3);
		return r;
	case 1: // by another struct
		for (int j = 0; j < n; j++)
			r.m[j] = (T)(a.m[j] - b.m[j]);
		return r;
	case 2: // by what the lane has
		for (int j = 0; j < n; j++)
			r.m[j] = (T)(a.m[j] * each);
		return r;
	case 3: // by numbers of the members' own
		for (int j = 0; j < n; j++)
			r.m[j] = (T)(a.m[j] + (T)(j * 5));
		return r;
	case 4: // chosen by members
		for (int j = 0; j < n; j++)
			r.m[j] = a.m[j] < b.m[j] ? b.m[j] : a.m[j];
		return r;
	case 5: // chosen by lanes
		return i % 3 ? a : b;
	case 6: // places change
		for (int j = 0; j < n; j++)
			r.m[j] = (T)(a.m[n - 1 - j] * k);
		return r;
	case 7: // the last one stays
		for (int j = 0; j + 1 < n; j++)
			r.m[j] = (T)(a.m[j] * k);
		return r;
	case 8: // of two structs
		for (int j = 0; j < n; j++)
			r.m[j] = (T)((j % 2 ? a.m[j] : b.m[j]) * k);
		return r;
	case 9: { // needed for more
		T sum = 0;
		for (int j = 0; j < n; j++)
			sum = (T)(sum + (r.m[j] = (T)(a.m[j] * k)));
		r.m[n - 1] = (T)(r.m[n - 1] + sum);
		return r;
	}
	case 10: // one number for all of some
		for (int j = 0; j < n; j++)
			r.m[j] = j % 2 ? each : (T)(a.m[j] + each);
		return r;
	case 11: // some stay, by operations of whole numbers
		if constexpr ((T)0.5f == 0)
			for (int j = 0; j < n; j++)
				if (j != kept)
					r.m[j] = altered(a.m[j]);
		return r;
	default: // the first one stays in one operation, the last in another
		for (int j = 1; j < n; j++)
			r.m[j] = (T)(r.m[j] + k);
		for (int j = 0; j + 1 < n; j++)
			r.m[j] = (T)(r.m[j] * each);
		return r;
	}
}

static const int kinds = 13;

template <class V, class T, int kind>
__global__ void rows(const V *a, const V *b, V *out, T k, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = work<V, T>(kind, a[i], b[i], k, i);
}

// In shared memory, and where only some read.
template <class V, class T>
__global__ void tiles(const V *a, V *out, T k, int n)
{
	__shared__ V tile[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	V one;
	for (unsigned j = 0; j < sizeof(V) / sizeof(T); j++)
		one.m[j] = (T)(j + 1);
	tile[threadIdx.x] = i < n ? a[i] : one;
	__syncthreads();
	V mine = tile[blockDim.x - 1 - threadIdx.x];
	for (unsigned j = 0; j < sizeof(V) / sizeof(T); j++)
		mine.m[j] = (T)(mine.m[j] + k);
	if (i < n)
		out[i] = mine;
}

template <class V, class T>
static V numbers(int i, int factor)
{
	V v;
	const int n = sizeof(V) / sizeof(T);
	for (int j = 0; j < n; j++)
		v.m[j] = (T)((i * n + j) * factor % 29);
	return v;
}

template <class V, class T, int kind>
static void try_kind(Buffer<V> &a, Buffer<V> &b, Buffer<V> &out, int count)
{
	for (int block : { 64, 100 }) {
		CALL(cudaMemset(out.device, 0, out.count * sizeof(V)));
		rows<V, T, kind><<<(count + block - 1) / block, block>>>(a.device, b.device, out.device, (T)3, count);
		out.expect([=](int i) { return i < count ? work<V, T>(kind, numbers<V, T>(i, 7), numbers<V, T>(i, 11), (T)3, i) : V(); });
	}
	if constexpr (kind + 1 < kinds)
		try_kind<V, T, kind + 1>(a, b, out, count);
}

template <class V, class T>
static void try_type()
{
	const int count = 1003;
	Buffer<V> a(count), b(count), out(count + 9);
	a.fill([](int i) { return numbers<V, T>(i, 7); });
	b.fill([](int i) { return numbers<V, T>(i, 11); });
	try_kind<V, T, 0>(a, b, out, count);
	tiles<V, T><<<8, 128>>>(a.device, out.device, (T)2, count);
	out.expect([](int i) {
		int from = i / 128 * 128 + 127 - i % 128;
		V v = from < count ? numbers<V, T>(from, 7) : V();
		for (unsigned j = 0; j < sizeof(V) / sizeof(T); j++)
			v.m[j] = (T)((from < count ? v.m[j] : (T)(j + 1)) + (T)2);
		return i < count ? v : V();
	});
}

int main()
{
	try_type<Four<float>, float>();
	try_type<Two<double>, double>();
	try_type<Three<int>, int>();
	try_type<Eight<unsigned char>, unsigned char>();
	try_type<Four<unsigned char>, unsigned char>();
	try_type<Four<unsigned short>, unsigned short>();
	try_type<Two<unsigned>, unsigned>();
	return unit_finish();
}
