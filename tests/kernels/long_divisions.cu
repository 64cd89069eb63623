// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients and remainders of 64 bits: by what all threads share, by what each has, behind branches, and by 0; numbers around the
// powers of two up to which gangs divide as doubles, next to multiples of the divisor, and such among which a few are larger.
#include "kernels/kernel_test.h"

#include <limits.h>
#include <vector>

typedef long long Long;
typedef unsigned long long Unsigned;

struct Results {
	Long quotient, rest;
	Unsigned high, low;
};

static Results divided(Long a, Long b)
{
	Unsigned x = (Unsigned)a, y = (Unsigned)b;
	Results r;
	r.quotient = b == 0 ? -1 : b == -1 ? (Long)(0u - x) : a / b;
	r.rest = b == 0 ? a : b == -1 ? 0 : a % b;
	r.high = y == 0 ? ~0ull : x / y;
	r.low = y == 0 ? x : x % y;
	return r;
}

__device__ static Results plain(Long a, Long b)
{
	Results r = { a / b, a % b, (Unsigned)a / (Unsigned)b, (Unsigned)a % (Unsigned)b };
	return r;
}

__global__ void by_shared(const Long *a, Long b, Results *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = plain(a[i], b);
}

__global__ void by_own(const Long *a, const Long *b, Results *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = plain(a[i], b[i]);
}

// Threads that don't divide may have 0 for a divisor, and numbers as large as they like.
__global__ void by_some(const Long *a, const Long *b, Long shared, Results *out, int count)
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

// Of indices, which are known to be small.
__global__ void of_indices(size_t row, size_t *out, size_t count)
{
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = i / row * 1000003 + i % row;
}

static Unsigned next(Unsigned *state)
{
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return *state >> (*state >> 58);
}

static int wrong(const Results &r, Results want)
{
	return r.quotient != want.quotient || r.rest != want.rest || r.high != want.high || r.low != want.low;
}

// Numbers next to multiples of divisors, all of fewer than BITS bits; in some rows of threads one of up to 64.
static void fill(std::vector<Long> &a, std::vector<Long> &b, int bits)
{
	Unsigned state = (Unsigned)bits, most = bits == 64 ? ~0ull : (1ull << bits) - 1;
	for (int i = 0; i < 20000; i++) {
		Unsigned y = next(&state) & most, x = next(&state) & most;
		x = i % 2 ? x : x / (y ? y : 1) * y - i % 4 / 2;
		if (i % 100 == 57)
			x = next(&state);
		a.push_back((Long)(i % 3 ? x : 0 - x)), b.push_back((Long)(i % 7 ? y : 0 - y));
	}
}

int main()
{
	std::vector<Long> a, b, edges = { 0, 1, -1, 2, 3, -3, 7, 10, 641, LLONG_MAX, LLONG_MIN, LLONG_MIN + 1 };
	for (int bit : { 31, 32, 50, 51, 52, 53, 62 })
		for (int d = -1; d <= 1; d++)
			edges.push_back((1ll << bit) + d), edges.push_back(-(1ll << bit) + d);
	for (Long x : edges)
		for (Long y : edges)
			for (int d = -1; d <= 1; d++) {
				a.push_back((Long)((Unsigned)x + (Unsigned)d)), b.push_back(y);
				a.push_back((Long)((Unsigned)(y ? (1ll << 52) / (y == LLONG_MIN ? LLONG_MAX : y) : 0) * (Unsigned)y + (Unsigned)d));
				b.push_back(y);
			}
	for (int bits : { 20, 40, 51, 52, 53, 64 })
		fill(a, b, bits);
	int count = (int)a.size(), blocks = (count + 127) / 128, errors = 0;
	Buffer<Long> da(count), db(count);
	Buffer<Results> out(count);
	CALL(cudaMemcpy(da.device, a.data(), count * sizeof(Long), cudaMemcpyHostToDevice));
	CALL(cudaMemcpy(db.device, b.data(), count * sizeof(Long), cudaMemcpyHostToDevice));
	std::vector<Results> got(count);
	by_own<<<blocks, 128>>>(da.device, db.device, out.device, count);
	CALL(cudaMemcpy(got.data(), out.device, count * sizeof(Results), cudaMemcpyDeviceToHost));
	for (int i = 0; i < count; i++)
		errors += wrong(got[i], divided(a[i], b[i]));
	CHECK(errors == 0);
	for (Long shared : edges) {
		by_shared<<<blocks, 128>>>(da.device, shared, out.device, count);
		CALL(cudaMemcpy(got.data(), out.device, count * sizeof(Results), cudaMemcpyDeviceToHost));
		for (int i = 0; i < count; i++)
			errors += wrong(got[i], divided(a[i], shared));
		by_some<<<blocks, 128>>>(da.device, db.device, shared, out.device, count);
		CALL(cudaMemcpy(got.data(), out.device, count * sizeof(Results), cudaMemcpyDeviceToHost));
		for (int i = 0; i < count; i++) {
			const Results none = { 0, 0, 0, 0 };
			errors += wrong(got[i], b[i] > 0 ? divided(a[i], b[i]) : shared ? divided(a[i], shared) : none);
		}
	}
	CHECK(errors == 0);
	const size_t rows = 10000;
	Buffer<size_t> places(rows);
	for (size_t row : { 1, 3, 7, 640, 20000 }) {
		of_indices<<<(rows + 127) / 128, 128>>>(row, places.device, rows);
		places.expect([&](int i) { return i / row * 1000003 + i % row; });
	}
	return unit_finish();
}
