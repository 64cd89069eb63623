// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which product is fused with which sum (fuse_products.c).  A program computes t = a * b and u = c * d and one or two of eight sums and
// differences; FUSED says what CUDA 13.0's nvcc made of each, by the results of an H100: a sum took t, u or no product (-).
// FLAGS: -std=c++17 -Xcompiler -ffp-contract=off
#include <math.h>

#include "kernel_test.h"

enum { THREADS = 256, SUMS = 8, INPUTS = 6 };

// What sum KIND computes: its operands and its sign.
static const char *const kinds[SUMS] = { "t+u", "t-u", "u-t", "t+e", "t-e", "e-t", "u+f", "f-u" };

// Each sum alone, then behind each other one, in the order of KINDS.
static const char *const alone = "ttutttuu";
static const char *const fused[SUMS][SUMS] = {
	{ "", "tt", "tt", "tt", "u-", "u-", "tu", "t-" },     { "tt", "", "tt", "u-", "u-", "u-", "t-", "t-" },
	{ "uu", "uu", "", "u-", "u-", "u-", "t-", "t-" },     { "tt", "-u", "-u", "", "tt", "tt", "tu", "tu" },
	{ "-u", "-u", "-u", "tt", "", "tt", "tu", "tu" },     { "-u", "-u", "-u", "tt", "tt", "", "tu", "tu" },
	{ "-t", "-t", "-t", "ut", "ut", "ut", "", "uu" },     { "-t", "-t", "-t", "ut", "ut", "ut", "uu", "" },
};

template <int KIND, class T>
__device__ T sum(T t, T u, T e, T f)
{
	switch (KIND) {
	case 0: return t + u;
	case 1: return t - u;
	case 2: return u - t;
	case 3: return t + e;
	case 4: return t - e;
	case 5: return e - t;
	case 6: return u + f;
	default: return f - u;
	}
}

// FIRST < 0: there is no first sum.
template <int FIRST, int SECOND, class T>
__global__ void compute(const T *in, T *out)
{
	int i = threadIdx.x;
	T a = in[i], b = in[THREADS + i], c = in[2 * THREADS + i], d = in[3 * THREADS + i], e = in[4 * THREADS + i], f = in[5 * THREADS + i];
	T t = a * b, u = c * d;
	T first = FIRST < 0 ? T(0) : sum<FIRST>(t, u, e, f), second = sum<SECOND>(t, u, e, f);
	out[i] = first;
	out[THREADS + i] = second;
}

static float fused_sum(float a, float b, float c) { return fmaf(a, b, c); }
static double fused_sum(double a, double b, double c) { return fma(a, b, c); }

template <class T>
static T compute_here(const T *in, int i, const char *kind, char product)
{
	T a = in[i], b = in[THREADS + i], c = in[2 * THREADS + i], d = in[3 * THREADS + i];
	volatile T t = a * b, u = c * d;
	auto value = [&](char name) { return name == 't' ? T(t) : name == 'u' ? T(u) : in[(name - 'a') * THREADS + i]; };
	T left = value(kind[0]), right = value(kind[2]);
	bool minus = kind[1] == '-';
	T x = product == 't' ? a : c, y = product == 't' ? b : d;
	if (product == kind[0])
		return fused_sum(x, y, minus ? -right : right);
	if (product == kind[2])
		return fused_sum(minus ? -x : x, y, left);
	return minus ? left - right : left + right;
}

template <class T>
struct Data {
	T in[INPUTS * THREADS];
	T *device, *result;

	Data()
	{
		unsigned state = 7;
		for (T &number : in) {
			state = state * 1664525u + 1013904223u;
			number = (T)(state >> 8) / (1 << 23) - 1 + (sizeof(T) == 8 ? (T)(state * 40503u) * (T)1e-17 : 0);
		}
		CALL(cudaMalloc(&device, sizeof(in)));
		CALL(cudaMalloc(&result, 2 * THREADS * sizeof(T)));
		CALL(cudaMemcpy(device, in, sizeof(in), cudaMemcpyHostToDevice));
	}
	~Data()
	{
		CALL(cudaFree(device));
		CALL(cudaFree(result));
	}

	template <int FIRST, int SECOND>
	void check()
	{
		T out[2][THREADS];
		compute<FIRST, SECOND><<<1, THREADS>>>(device, result);
		CALL(cudaMemcpy(out, result, sizeof(out), cudaMemcpyDeviceToHost));
		const char *products = FIRST < 0 ? NULL : fused[FIRST < 0 ? 0 : FIRST][SECOND];
		for (int i = 0; i < THREADS; i++) {
			if (products)
				CHECK(out[0][i] == compute_here(in, i, kinds[FIRST < 0 ? 0 : FIRST], products[0]));
			CHECK(out[1][i] == compute_here(in, i, kinds[SECOND], products ? products[1] : alone[SECOND]));
		}
	}

	template <int PAIR>
	void check_from()
	{
		if constexpr (PAIR < SUMS * SUMS) {
			if constexpr (PAIR / SUMS == PAIR % SUMS)
				check<-1, PAIR % SUMS>();
			else
				check<PAIR / SUMS, PAIR % SUMS>();
			check_from<PAIR + 1>();
		}
	}
};

int main()
{
	static Data<float> floats;
	static Data<double> doubles;
	floats.check_from<0>();
	doubles.check<0, 4>();
	doubles.check<1, 6>();
	doubles.check<6, 3>();
	return unit_finish();
}
