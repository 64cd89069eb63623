// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients and remainders of 32 bits: by what all threads share, by what each has, behind branches, and by 0; the numbers
// that are next to multiples of the divisor, and the largest.
#include "kernels/kernel_test.h"

#include <limits.h>
#include <vector>

struct Results {
	int quotient, rest;
	unsigned high, low;
};

__host__ __device__ static Results divided(int a, int b)
{
	unsigned x = (unsigned)a, y = (unsigned)b;
	Results r;
	r.quotient = b == 0 ? -1 : b == -1 ? (int)(0u - x) : a / b;
	r.rest = b == 0 ? a : b == -1 ? 0 : a % b;
	r.high = y == 0 ? ~0u : x / y;
	r.low = y == 0 ? x : x % y;
	return r;
}

// Without the tests above: what a GPU gives is meant.
__device__ static Results plain(int a, int b)
{
	Results r = { a / b, a % b, (unsigned)a / (unsigned)b, (unsigned)a % (unsigned)b };
	return r;
}

__global__ void by_shared(const int *a, int b, Results *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = plain(a[i], b);
}

__global__ void by_own(const int *a, const int *b, Results *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = plain(a[i], b[i]);
}

__global__ void by_some(const int *a, const int *b, int shared, Results *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	Results r = { 0, 0, 0, 0 };
	if (b[i] > 0)
		r = plain(a[i], b[i]);
	else if (shared)
		r = plain(a[i], shared);
	out[i] = r;
}

// A place in rows and its row, which is what is left without the place divided.
__global__ void by_rows(const int *a, const int *b, Results *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= count)
		return;
	int place = a[i] % b[i];
	unsigned x = (unsigned)a[i], y = (unsigned)b[i], low = x % y;
	Results r = { (a[i] - place) / b[i], place, (x - low) / y, low };
	out[i] = r;
}

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> (*state >> 27);
}

static int wrong(const std::vector<Results> &got, int i, Results want)
{
	const Results &r = got[i];
	return r.quotient != want.quotient || r.rest != want.rest || r.high != want.high || r.low != want.low;
}

int main()
{
	static const int edges[] = { 0, 1, 2, 3, 5, 7, 10, 255, 641, 46341, 65535, 65536, 65537, 0x7ffffffe, INT_MAX, INT_MIN,
		INT_MIN + 1, -1, -2, -3, -7, -10, -65536, -65537 };
	const int edge_count = sizeof(edges) / sizeof(*edges);
	std::vector<int> a, b;
	unsigned state = 1;
	for (int x : edges)
		for (int y : edges) { // multiples and what is next to them
			for (int d = -1; d <= 1; d++) {
				a.push_back((int)((unsigned)x + d)), b.push_back(y);
				unsigned most = y ? ~0u / (unsigned)y * (unsigned)y : 0;
				a.push_back((int)(most + d)), b.push_back(y);
				a.push_back((int)((unsigned)(y ? 0x7fffffff / (y == INT_MIN ? INT_MAX : y) : 0) * (unsigned)y + d)), b.push_back(y);
			}
		}
	for (int i = 0; i < 100000; i++) {
		unsigned y = next(&state), x = next(&state);
		a.push_back((int)(i % 2 ? x : x / (y ? y : 1) * y - i % 4 / 2)), b.push_back((int)y);
	}
	int count = (int)a.size(), blocks = (count + 127) / 128;
	size_t bytes = count * sizeof(Results);
	int *da, *db;
	Results *out;
	CALL(cudaMalloc(&da, count * sizeof(int)));
	CALL(cudaMalloc(&db, count * sizeof(int)));
	CALL(cudaMalloc(&out, bytes));
	CALL(cudaMemcpy(da, a.data(), count * sizeof(int), cudaMemcpyHostToDevice));
	CALL(cudaMemcpy(db, b.data(), count * sizeof(int), cudaMemcpyHostToDevice));
	std::vector<Results> got(count);
	int errors = 0;
	by_own<<<blocks, 128>>>(da, db, out, count);
	CALL(cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost));
	for (int i = 0; i < count; i++)
		errors += wrong(got, i, divided(a[i], b[i]));
	by_rows<<<blocks, 128>>>(da, db, out, count);
	CALL(cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost));
	for (int i = 0; i < count; i++)
		errors += wrong(got, i, divided(a[i], b[i]));
	CHECK(errors == 0);
	for (int y = 0; y < edge_count; y++) {
		by_shared<<<blocks, 128>>>(da, edges[y], out, count);
		CALL(cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost));
		for (int i = 0; i < count; i++)
			errors += wrong(got, i, divided(a[i], edges[y]));
		by_some<<<blocks, 128>>>(da, db, edges[y], out, count);
		CALL(cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost));
		for (int i = 0; i < count; i++) {
			const Results none = { 0, 0, 0, 0 };
			errors += wrong(got, i, b[i] > 0 ? divided(a[i], b[i]) : edges[y] ? divided(a[i], edges[y]) : none);
		}
	}
	CHECK(errors == 0);
	return unit_finish();
}
