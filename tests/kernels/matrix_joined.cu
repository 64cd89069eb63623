// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcuda::wmma: products that stand one behind the other and have factors and addends in common give what they give when
// each stands alone, between two __syncwarp().  On the CPU the former become one call (join_products.c).
#include "kernels/kernel_test.h"
#include <mma.h>

using namespace nvcuda;

enum { TILES = 2, STEPS = 3, SIZE = 512 }; // elements of a tile at most

template <bool apart>
__device__ static void part()
{
	if (apart)
		__syncwarp();
}

template <int M, int N, int K, typename T, typename Stored, typename C, typename A_layout, typename B_layout, bool apart>
__global__ void products(const Stored *a, const Stored *b, const C *c, C *d)
{
	wmma::fragment<wmma::accumulator, M, N, K, C> sums[TILES][TILES], other, common;
	wmma::fragment<wmma::matrix_a, M, N, K, T, A_layout> left[TILES];
	wmma::fragment<wmma::matrix_b, M, N, K, T, B_layout> right[TILES];
	d += threadIdx.x / 32 * (TILES * TILES + 2) * SIZE;
	for (int i = 0; i < TILES; i++)
		for (int j = 0; j < TILES; j++)
			wmma::load_matrix_sync(sums[i][j], c + (i * TILES + j) * SIZE, N, wmma::mem_row_major);
	for (int step = 0; step < STEPS; step++) {
		for (int i = 0; i < TILES; i++) {
			wmma::load_matrix_sync(left[i], a + (step * TILES + i) * SIZE, 32);
			wmma::load_matrix_sync(right[i], b + (step * TILES + i) * SIZE, 32);
		}
		for (int i = 0; i < TILES; i++)
			for (int j = 0; j < TILES; j++) {
				part<apart>();
				wmma::mma_sync(sums[i][j], left[i], right[j], sums[i][j]);
			}
		for (int i = 0; step == 1 && i < sums[0][1].num_elements; i++)
			sums[0][1].x[i] = sums[0][1].x[i] + sums[0][1].x[i];
	}
	part<apart>();
	wmma::mma_sync(other, left[0], right[0], sums[1][1]); // two products with one addend
	part<apart>();
	wmma::mma_sync(common, left[1], right[1], sums[1][1]);
	part<apart>();
	wmma::mma_sync(common, left[1], right[0], common);
	for (int i = 0; i < TILES; i++)
		for (int j = 0; j < TILES; j++)
			wmma::store_matrix_sync(d + (i * TILES + j) * SIZE, sums[i][j], N, wmma::mem_row_major);
	wmma::store_matrix_sync(d + TILES * TILES * SIZE, other, N, wmma::mem_row_major);
	wmma::store_matrix_sync(d + (TILES * TILES + 1) * SIZE, common, N, wmma::mem_row_major);
}

template <int M, int N, int K, typename T, typename Stored, typename C, typename A_layout, typename B_layout>
static void check()
{
	enum { FACTORS = STEPS * TILES * SIZE * 2, RESULTS = 2 * (TILES * TILES + 2) * SIZE };
	Buffer<Stored> a(FACTORS), b(FACTORS);
	Buffer<C> c(TILES * TILES * SIZE), one(RESULTS, 0), other(RESULTS, 0);
	a.fill([](int i) { return (Stored)(float)((i * 37 + i / 7) % 61 * (sizeof(Stored) > 1 ? 0.37f : 1)); });
	b.fill([](int i) { return (Stored)(float)((i * 13 + i / 3) % 53 * (sizeof(Stored) > 1 ? 0.71f : 1)); });
	c.fill([](int i) { return (C)(float)(i % 19 - 4); });
	products<M, N, K, T, Stored, C, A_layout, B_layout, false><<<1, 64>>>(a.device, b.device, c.device, one.device);
	products<M, N, K, T, Stored, C, A_layout, B_layout, true><<<1, 64>>>(a.device, b.device, c.device, other.device);
	static C results[2][RESULTS];
	CALL(cudaMemcpy(results[0], one.device, sizeof(results[0]), cudaMemcpyDeviceToHost));
	CALL(cudaMemcpy(results[1], other.device, sizeof(results[1]), cudaMemcpyDeviceToHost));
	CHECK(memcmp(results[0], results[1], sizeof(results[0])) == 0);
	CHECK((float)results[0][1] != (float)results[0][2]); // it did something
}

int main()
{
	typedef wmma::row_major rows;
	typedef wmma::col_major columns;
	check<16, 16, 16, __half, __half, float, rows, columns>();
	check<8, 32, 16, __half, __half, __half, columns, rows>();
	check<32, 8, 16, __nv_bfloat16, __nv_bfloat16, float, rows, columns>();
	check<16, 16, 16, unsigned char, unsigned char, int, columns, columns>();
	check<16, 16, 8, wmma::precision::tf32, float, float, rows, columns>();
	check<8, 8, 4, double, double, double, rows, columns>();
	check<8, 8, 4, double, double, double, columns, rows>();
	return unit_finish();
}
