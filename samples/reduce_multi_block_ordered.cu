// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Product of matrices, which do not commute, by many blocks in one launch.
//
// Each block takes one section of consecutive items; the last block to arrive multiplies the
// sections' products in their order.
#include "matrix2.h"
#include "sample.h"

static const int block_size = 256, grid_size = 24;

__device__ bool last_block(int *counter)
{
	__threadfence();
	int last = 0;
	if (threadIdx.x == 0)
		last = atomicAdd(counter, 1) == gridDim.x - 1;
	return __syncthreads_or(last);
}

__global__ void product_multi_block(const Matrix2 *items, int count, Matrix2 *results, int *counter)
{
	int section = count / gridDim.x, first = section * blockIdx.x;
	int here = blockIdx.x == gridDim.x - 1 ? count - first : section;
	matrix2_product_of_block<block_size>(items + first, here, &results[blockIdx.x]);
	if (last_block(counter))
		matrix2_product_of_block<block_size>(results, gridDim.x, results);
}

int main()
{
	const int count = 3000017;
	Matrix2 *items = matrix2_random(count), product;
	Matrix2 *device = sample_upload(items, count), *results;
	int *counter;
	CHECKED(cudaMalloc((void **)&results, grid_size * sizeof(Matrix2)));
	CHECKED(cudaMalloc((void **)&counter, sizeof(int)));
	CHECKED(cudaMemset(counter, 0, sizeof(int)));
	product_multi_block<<<grid_size, block_size>>>(device, count, results, counter);
	CHECKED_LAUNCH();
	sample_download(&product, results, 1);

	bool good = product == matrix2_product(items, count);
	printf("product of %d matrices: %08x %08x %08x %08x\n", count, product.a, product.b, product.c, product.d);
	CHECKED(cudaFree(device));
	CHECKED(cudaFree(results));
	CHECKED(cudaFree(counter));
	free(items);
	return sample_finish("reduce multi block, ordered", good);
}
