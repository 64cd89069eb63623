// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses in loops that step by int strides: upward and downward, by 0, two arrays, a write that is not made in each turn,
// unsigned indices that wrap around, and nested loops.
#include <cstdio>
#include <cstdlib>

__global__ void walk(const float *a, float *sums, float *out, unsigned char *marks, int n, int width, int stride, int start)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= width)
		return;
	float up = 0, down = 0, pair = 0;
	for (int i = 0; i < n; i++)
		up += a[i * width + x];
	for (int i = n - 1; i >= 0; i--)
		down = down * 0.5f + a[i * width + x];
	for (int i = start; i < n - 1; i += stride) {
		pair += a[i * width + x] * a[i * width + x + width];
		if (a[i * width + x] > 0.5f)
			marks[i * width + x] = (unsigned char)(i + 1);
	}
	for (int i = 0; i < n; i++) {
		out[x + i * width] = up;
		for (int k = 0; k < stride; k++)
			out[x + i * width] += a[(i - i % stride) * width + k * 0 + x];
	}
	sums[x] = up + down + pair;
}

// The index goes round 2^32, which unsigned numbers may.
__global__ void around(const int *a, int *result, unsigned step, int n)
{
	unsigned index = 0;
	int sum = 0;
	for (int i = 0; i < n; i++) {
		sum = sum * 3 + a[index & 1023];
		sum += a[(int)(index >> 22)];
		index += step;
	}
	result[threadIdx.x] = sum;
}

static bool check_walk(int n, int width, int stride, int start)
{
	float *a, *sums, *out;
	unsigned char *marks;
	cudaMallocManaged(&a, n * width * sizeof(float));
	cudaMallocManaged(&sums, width * sizeof(float));
	cudaMallocManaged(&out, n * width * sizeof(float));
	cudaMallocManaged(&marks, n * width);
	cudaMemset(marks, 0, n * width);
	cudaDeviceSynchronize();
	for (int i = 0; i < n * width; i++)
		a[i] = (float)(i * 37 % 101 % 8) / 8;
	walk<<<(width + 63) / 64, 64>>>(a, sums, out, marks, n, width, stride, start);
	bool good = cudaDeviceSynchronize() == cudaSuccess;
	for (int x = 0; x < width; x++) {
		float up = 0, down = 0, pair = 0;
		for (int i = 0; i < n; i++) {
			up += a[i * width + x];
			down = down * 0.5f + a[(n - 1 - i) * width + x];
		}
		for (int i = start; i < n - 1; i += stride)
			pair += a[i * width + x] * a[i * width + x + width];
		good &= sums[x] == up + down + pair;
		for (int i = 0; i < n; i++) {
			float value = up;
			for (int k = 0; k < stride; k++)
				value += a[(i - i % stride) * width + x];
			bool marked = i >= start && i < n - 1 && (i - start) % stride == 0 && a[i * width + x] > 0.5f;
			good &= out[i * width + x] == value && marks[i * width + x] == (marked ? (unsigned char)(i + 1) : 0);
		}
	}
	cudaFree(a), cudaFree(sums), cudaFree(out), cudaFree(marks);
	return good;
}

static bool check_around(unsigned step, int n)
{
	int *a, *result, sum = 0;
	cudaMallocManaged(&a, 1024 * sizeof(int));
	cudaMallocManaged(&result, sizeof(int));
	for (int i = 0; i < 1024; i++)
		a[i] = i * 7 - 1000;
	around<<<1, 1>>>(a, result, step, n);
	bool good = cudaDeviceSynchronize() == cudaSuccess;
	unsigned index = 0;
	for (int i = 0; i < n; i++, index += step)
		sum = sum * 3 + a[index & 1023], sum += a[index >> 22];
	good &= *result == sum;
	cudaFree(a), cudaFree(result);
	return good;
}

int main()
{
	static const struct {
		int n, width, stride, start;
	} shapes[] = { { 1, 1, 1, 0 }, { 7, 100, 1, 0 }, { 18, 130, 2, 1 }, { 33, 64, 5, 3 }, { 64, 33, 3, 0 } };
	for (const auto &shape : shapes)
		if (!check_walk(shape.n, shape.width, shape.stride, shape.start)) {
			printf("walk of %d rows of %d is wrong\n", shape.n, shape.width);
			return 1;
		}
	for (unsigned step : { 1u, 4194303u, 1234567891u, 4294967295u })
		if (!check_around(step, 100)) {
			printf("around by %u is wrong\n", step);
			return 1;
		}
	printf("passed\n");
	return 0;
}

// EXPECT: ^passed
