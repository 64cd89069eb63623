// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "peer_cuda.h"

static const int block_size = 256, grid_size = 24;

struct Matrix2 {
	unsigned a, b, c, d;

	__device__ Matrix2 operator*(const Matrix2 &right) const
	{
		return { a * right.a + b * right.c, a * right.b + b * right.d,
			 c * right.a + d * right.c, c * right.b + d * right.d };
	}
};

__device__ Matrix2 identity() { return { 1, 0, 0, 1 }; }

// Neighbours stay together: the block takes 2 x block_size items at a time, multiplies each pair of
// neighbours, and goes on with the results and the next block_size items; a tree of growing stride
// combines what is left.
__device__ void product_of_block(const Matrix2 *items, int count, Matrix2 *result)
{
	__shared__ Matrix2 partial[2 * block_size];
	int thread = threadIdx.x;
	__syncthreads(); // an earlier product's readers are done
	partial[thread] = thread < count ? items[thread] : identity();
	for (int offset = block_size; offset < count; offset += block_size) {
		int i = thread + offset;
		partial[thread + block_size] = i < count ? items[i] : identity();
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

__device__ bool last_block(int *counter)
{
	__threadfence();
	int last = 0;
	if (threadIdx.x == 0)
		last = atomicAdd(counter, 1) == gridDim.x - 1;
	return __syncthreads_or(last);
}

__global__ void product(const Matrix2 *items, int count, Matrix2 *partial, int *counter, Matrix2 *result)
{
	int section = count / gridDim.x, first = section * blockIdx.x;
	int here = blockIdx.x == gridDim.x - 1 ? count - first : section;
	product_of_block(items + first, here, &partial[blockIdx.x]);
	if (last_block(counter))
		product_of_block(partial, gridDim.x, result);
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	CHECKED(cudaMemsetAsync(data[3], 0, sizeof(int)));
	product<<<grid_size, block_size>>>((const Matrix2 *)data[0], problem->size[0], (Matrix2 *)data[2],
	                                   (int *)data[3], (Matrix2 *)data[1]);
	bench_finish();
}
