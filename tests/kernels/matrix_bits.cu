// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcuda::wmma with elements of less than a byte, saturation, and the rounding to tf32.
#include "kernels/kernel_test.h"
#include <mma.h>

using namespace nvcuda;
namespace small = wmma::experimental::precision;

template <typename T>
__global__ void nibbles(const unsigned *a, const unsigned *b, int *d)
{
	wmma::fragment<wmma::matrix_a, 8, 8, 32, T, wmma::row_major> left;
	wmma::fragment<wmma::matrix_b, 8, 8, 32, T, wmma::col_major> right;
	wmma::fragment<wmma::accumulator, 8, 8, 32, int> sum;
	wmma::fill_fragment(sum, 1000);
	wmma::load_matrix_sync(left, a, 32);
	wmma::load_matrix_sync(right, b, 32);
	wmma::mma_sync(sum, left, right, sum);
	wmma::store_matrix_sync(d, sum, 8, wmma::mem_row_major);
}

__global__ void bits(const unsigned *a, const unsigned *b, int *d, bool conjunction)
{
	wmma::fragment<wmma::matrix_a, 8, 8, 128, small::b1, wmma::row_major> left;
	wmma::fragment<wmma::matrix_b, 8, 8, 128, small::b1, wmma::col_major> right;
	wmma::fragment<wmma::accumulator, 8, 8, 128, int> sum;
	wmma::fill_fragment(sum, 7);
	wmma::load_matrix_sync(left, a, 128);
	wmma::load_matrix_sync(right, b, 128);
	if (conjunction)
		wmma::bmma_sync(sum, left, right, sum, wmma::experimental::bmmaBitOpAND);
	else
		wmma::bmma_sync(sum, left, right, sum);
	wmma::store_matrix_sync(d, sum, 8, wmma::mem_row_major);
}

__global__ void saturate(int start, bool limit, int *d)
{
	wmma::fragment<wmma::matrix_a, 16, 16, 16, unsigned char, wmma::row_major> left;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, unsigned char, wmma::row_major> right;
	wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
	wmma::fill_fragment(left, 2);
	wmma::fill_fragment(right, 3);
	wmma::fill_fragment(sum, start);
	if (limit)
		wmma::mma_sync(sum, left, right, sum, true);
	else
		wmma::mma_sync(sum, left, right, sum);
	wmma::store_matrix_sync(d, sum, 16, wmma::mem_row_major);
}

__global__ void round_tf32(const float *x, float *out)
{
	out[threadIdx.x] = wmma::__float_to_tf32(x[threadIdx.x]);
}

static int nibble(const unsigned *words, int i, bool is_signed)
{
	int value = (int)(words[i / 8] >> i % 8 * 4 & 15);
	return is_signed && value > 7 ? value - 16 : value;
}

int main()
{
	unsigned a[32], b[32];
	for (unsigned i = 0; i < 32; i++)
		a[i] = i * 2654435761u, b[i] = (i + 99) * 2246822519u;
	Buffer<unsigned> left(32), right(32);
	left.upload(a);
	right.upload(b);
	Buffer<int> out(64), squares(256);
	for (int is_signed = 0; is_signed < 2; is_signed++) {
		if (is_signed)
			nibbles<small::s4><<<1, 32>>>(left.device, right.device, out.device);
		else
			nibbles<small::u4><<<1, 32>>>(left.device, right.device, out.device);
		out.expect([&](int i) {
			int sum = 1000;
			for (int k = 0; k < 32; k++)
				sum += nibble(a, i / 8 * 32 + k, is_signed) * nibble(b, i % 8 * 32 + k, is_signed);
			return sum;
		});
	}
	for (int conjunction = 0; conjunction < 2; conjunction++) {
		bits<<<1, 32>>>(left.device, right.device, out.device, conjunction);
		out.expect([&](int i) {
			int sum = 7;
			for (int k = 0; k < 4; k++) {
				unsigned x = a[i / 8 * 4 + k], y = b[i % 8 * 4 + k];
				sum += __builtin_popcount(conjunction ? x & y : x ^ y);
			}
			return sum;
		});
	}
	saturate<<<1, 32>>>(INT_MAX - 5, true, squares.device);
	squares.expect([](int) { return INT_MAX; });
	saturate<<<1, 32>>>(INT_MAX - 5, false, squares.device);
	squares.expect([](int) { return (int)((unsigned)INT_MAX - 5u + 96u); });
	Buffer<float> x(4), rounded(4);
	static const float values[] = { 1.0f + 0x1p-11f, -1.0f - 0x1p-11f, 1.0f + 0x1.8p-12f, 3.0f };
	static const float expected[] = { 1.0f + 0x1p-10f, -1.0f - 0x1p-10f, 1.0f, 3.0f };
	x.upload(values);
	round_tf32<<<1, 4>>>(x.device, rounded.device);
	rounded.expect([](int i) { return expected[i]; });
	return unit_finish();
}
