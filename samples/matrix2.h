// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 2 x 2 matrices of unsigned ints modulo 2^32: their product is associative and not commutative, so
// a reduction that mixes up the order of its operands gets a wrong result.
#ifndef AW_SAMPLES_MATRIX2_H
#define AW_SAMPLES_MATRIX2_H

#include "sample.h"

struct Matrix2 {
	unsigned a, b, c, d;

	static __host__ __device__ Matrix2 identity() { return { 1, 0, 0, 1 }; }

	__host__ __device__ Matrix2 operator*(const Matrix2 &right) const
	{
		return { a * right.a + b * right.c, a * right.b + b * right.d,
			 c * right.a + d * right.c, c * right.b + d * right.d };
	}

	bool operator==(const Matrix2 &other) const
	{
		return a == other.a && b == other.b && c == other.c && d == other.d;
	}
};

// COUNT reproducible matrices; odd diagonals keep the product from becoming zero.
static inline Matrix2 *matrix2_random(size_t count)
{
	Matrix2 *all = (Matrix2 *)malloc(count * sizeof(Matrix2));
	for (size_t i = 0; i < count; i++)
		all[i] = { sample_random(100) * 2 + 1, sample_random(50) * 2, sample_random(50) * 2, sample_random(100) * 2 + 1 };
	return all;
}

static inline Matrix2 matrix2_product(const Matrix2 *all, size_t count)
{
	Matrix2 product = Matrix2::identity();
	for (size_t i = 0; i < count; i++)
		product = product * all[i];
	return product;
}

// The product of COUNT items by the calling block of BLOCK_SIZE threads; thread 0 stores it.  Neighbours
// stay together: the block takes 2 x BLOCK_SIZE items at a time, multiplies each pair of neighbours, and
// goes on with the results and the next BLOCK_SIZE items; at the end a tree of growing stride combines
// what is left, always left operand times right operand.
template <int block_size>
__device__ void matrix2_product_of_block(const Matrix2 *items, int count, Matrix2 *result)
{
	__shared__ Matrix2 partial[2 * block_size];
	int thread = threadIdx.x;
	__syncthreads(); // an earlier product's readers are done
	partial[thread] = thread < count ? items[thread] : Matrix2::identity();
	for (int offset = block_size; offset < count; offset += block_size) {
		int i = thread + offset;
		partial[thread + block_size] = i < count ? items[i] : Matrix2::identity();
		__syncthreads();
		Matrix2 product = partial[2 * thread] * partial[2 * thread + 1];
		__syncthreads();
		partial[thread] = product;
	}
	__syncthreads();
	for (int stride = 1; stride < block_size; stride *= 2) {
		int i = thread * stride * 2;
		if (i + stride < block_size)
			partial[i] = partial[i] * partial[i + stride];
		__syncthreads();
	}
	if (thread == 0)
		*result = partial[0];
}

#endif
