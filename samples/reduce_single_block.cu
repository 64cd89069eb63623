// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduction by one block: a sum, whose operands may come in any order, and a product of matrices,
// whose operands may not.
#include "matrix2.h"
#include "sample.h"

static const int block_size = 512;

__global__ void sum_single_block(const int *numbers, int count, int *result)
{
	__shared__ int partial[block_size];
	int thread = threadIdx.x, sum = 0;
	for (int i = thread; i < count; i += block_size)
		sum += numbers[i];
	partial[thread] = sum;
	__syncthreads();
	for (int size = block_size / 2; size > 0; size /= 2) {
		if (thread < size)
			partial[thread] += partial[thread + size];
		__syncthreads();
	}
	if (thread == 0)
		*result = partial[0];
}

__global__ void product_single_block(const Matrix2 *items, int count, Matrix2 *result)
{
	matrix2_product_of_block<block_size>(items, count, result);
}

static bool try_sum(int count)
{
	int *numbers = (int *)malloc(count * sizeof(int)), expected = 0, sum;
	for (int i = 0; i < count; i++)
		expected += numbers[i] = (int)sample_random(1000);
	int *device = sample_upload(numbers, count), *result;
	CHECKED(cudaMalloc((void **)&result, sizeof(int)));
	sum_single_block<<<1, block_size>>>(device, count, result);
	CHECKED_LAUNCH();
	sample_download(&sum, result, 1);
	printf("sum of %d ints: %d, expected %d\n", count, sum, expected);
	CHECKED(cudaFree(device));
	CHECKED(cudaFree(result));
	free(numbers);
	return sum == expected;
}

static bool try_product(int count)
{
	Matrix2 *items = matrix2_random(count), product;
	Matrix2 *device = sample_upload(items, count), *result;
	CHECKED(cudaMalloc((void **)&result, sizeof(Matrix2)));
	product_single_block<<<1, block_size>>>(device, count, result);
	CHECKED_LAUNCH();
	sample_download(&product, result, 1);
	bool good = product == matrix2_product(items, count);
	printf("product of %d matrices: %08x %08x %08x %08x, %s\n", count, product.a, product.b, product.c,
	       product.d, good ? "right" : "wrong");
	CHECKED(cudaFree(device));
	CHECKED(cudaFree(result));
	free(items);
	return good;
}

int main()
{
	bool good = try_sum(10000);
	good = try_product(1000000) && good;
	good = try_product(block_size - 12) && good;
	return sample_finish("reduce single block", good);
}
