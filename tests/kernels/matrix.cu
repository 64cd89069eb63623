// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcuda::wmma: products of every shape, format and layout against the host's sums.  The elements are small integers, so
// that every order of summing gives the same.
#include "kernels/kernel_test.h"
#include <mma.h>

using namespace nvcuda;

// Element I of matrix number WHICH.
__host__ __device__ static int element(int which, int i)
{
	return (i * 7 + which * 5 + i / 11) % 9 - (which == 2 ? 4 : 0);
}

template <typename Layout>
__host__ __device__ static bool is_row()
{
	return false;
}
template <>
__host__ __device__ bool is_row<wmma::row_major>()
{
	return true;
}

// Strides are longer than the rows by this much.
enum { GAP = 16 };

template <int M, int N, int K, typename T, typename Stored, typename C, typename D, typename A_layout, typename B_layout>
__global__ void product(Stored *a, Stored *b, C *c, D *d, wmma::layout_t layout)
{
	wmma::fragment<wmma::matrix_a, M, N, K, T, A_layout> left;
	wmma::fragment<wmma::matrix_b, M, N, K, T, B_layout> right;
	wmma::fragment<wmma::accumulator, M, N, K, C> addend;
	wmma::fragment<wmma::accumulator, M, N, K, D> result;
	int warp = threadIdx.x / 32;
	d += warp * 1024;
	wmma::load_matrix_sync(left, a, (is_row<A_layout>() ? K : M) + GAP);
	wmma::load_matrix_sync(right, b, (is_row<B_layout>() ? N : K) + GAP);
	wmma::load_matrix_sync(addend, c, (layout == wmma::mem_row_major ? N : M) + GAP, layout);
	for (int i = 0; i < addend.num_elements; i++)
		addend.x[i] = addend.x[i] + addend.x[i];
	wmma::mma_sync(result, left, right, addend);
	wmma::store_matrix_sync(d, result, (layout == wmma::mem_row_major ? N : M) + GAP, layout);
}

static int place(bool rows, int row, int column, int height, int width)
{
	return rows ? row * (width + GAP) + column : column * (height + GAP) + row;
}

template <int M, int N, int K, typename T, typename Stored, typename C, typename D, typename A_layout, typename B_layout>
static void check()
{
	enum { SIZE = 1024 };
	Buffer<Stored> a(SIZE), b(SIZE);
	Buffer<C> c(SIZE);
	Buffer<D> d(2 * SIZE);
	a.fill([](int i) { return (Stored)(float)element(0, i); });
	b.fill([](int i) { return (Stored)(float)element(1, i); });
	c.fill([](int i) { return (C)(float)element(2, i); });
	bool a_rows = is_row<A_layout>(), b_rows = is_row<B_layout>();
	for (int columns = 0; columns < 2; columns++) {
		product<M, N, K, T, Stored, C, D, A_layout, B_layout>
		    <<<1, 64>>>(a.device, b.device, c.device, d.device, columns ? wmma::mem_col_major : wmma::mem_row_major);
		static D out[2 * SIZE];
		CALL(cudaMemcpy(out, d.device, sizeof(out), cudaMemcpyDeviceToHost));
		for (int i = 0; i < 2 * M * N; i++) {
			int row = i % (M * N) / N, column = i % N;
			int sum = 2 * element(2, place(!columns, row, column, M, N));
			for (int k = 0; k < K; k++)
				sum += element(0, place(a_rows, row, k, M, K)) * element(1, place(b_rows, k, column, K, N));
			CHECK((float)out[i / (M * N) * 1024 + place(!columns, row, column, M, N)] == (float)sum);
		}
	}
}

int main()
{
	typedef wmma::row_major rows;
	typedef wmma::col_major columns;
	check<16, 16, 16, __half, __half, float, float, rows, rows>();
	check<16, 16, 16, __half, __half, __half, float, rows, columns>();
	check<16, 16, 16, __half, __half, __half, __half, columns, columns>();
	check<32, 8, 16, __half, __half, float, __half, columns, rows>();
	check<8, 32, 16, __half, __half, float, float, rows, columns>();
	check<32, 8, 16, __nv_bfloat16, __nv_bfloat16, float, float, rows, columns>();
	check<8, 32, 16, signed char, signed char, int, int, columns, columns>();
	check<32, 8, 16, unsigned char, unsigned char, int, int, rows, columns>();
	check<16, 16, 8, wmma::precision::tf32, float, float, float, rows, columns>();
	check<8, 8, 4, double, double, double, double, columns, rows>();
	check<8, 8, 4, double, double, double, double, rows, columns>();
	return unit_finish();
}
