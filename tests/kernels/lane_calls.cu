// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that stay calls, made by some threads of a warp: recursion of a depth that differs, with the caller's
// array, functions and virtual functions chosen by the thread, and what they see of the thread that calls.
#include "kernels/kernel_test.h"

__device__ int gather(const int *items, int at, int depth)
{
	if (depth <= 0)
		return items[at & 3] + (int)threadIdx.x;
	return gather(items, at + 1, depth - 1) + gather(items, at + 2, depth - 2) * 3;
}

__global__ void recursive(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, items[4] = { i, i * 2, i ^ 5, 7 }, sum = 0;
	for (int turn = 0; turn < i % 3; turn++) {
		if ((i + turn) % 4 == 1)
			continue;
		items[turn] += turn;
		sum += gather(items, turn, (i + turn) % 7);
	}
	if (i < n)
		out[i] = sum;
}

static int host_gather(const int *items, int at, int depth, int thread)
{
	if (depth <= 0)
		return items[at & 3] + thread;
	return host_gather(items, at + 1, depth - 1, thread) + host_gather(items, at + 2, depth - 2, thread) * 3;
}

static int host_recursive(int i, int thread)
{
	int items[4] = { i, i * 2, i ^ 5, 7 }, sum = 0;
	for (int turn = 0; turn < i % 3; turn++) {
		if ((i + turn) % 4 == 1)
			continue;
		items[turn] += turn;
		sum += host_gather(items, turn, (i + turn) % 7, thread);
	}
	return sum;
}

__device__ int twice(int x) { return x * 2; }
__device__ int square(int x) { return x * x + (int)threadIdx.y; }
__device__ int negative(int x) { return -x; }
typedef int (*function)(int);
__device__ function table[] = { twice, square, negative };

struct Shape {
	int side;
	__device__ explicit Shape(int side) : side(side) {}
	__device__ virtual int area() const = 0;
	__device__ virtual ~Shape() {}
};
struct Square : Shape {
	__device__ explicit Square(int side) : Shape(side) {}
	__device__ int area() const override { return side * side; }
};
struct Row : Shape {
	__device__ explicit Row(int side) : Shape(side) {}
	__device__ int area() const override { return side + (int)blockIdx.x; }
};

__global__ void chosen(int *out, int n)
{
	int i = blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
	Square square(i % 10);
	Row row(i);
	const Shape *shape = i % 5 < 2 ? (const Shape *)&square : &row;
	int result = shape->area();
	if (i % 4)
		result += table[i * 7 % 3](i);
	if (i < n)
		out[i] = result;
}

int main()
{
	for (int threads : { 1, 7, 32, 50, 96 }) {
		Buffer<int> out(3 * threads);
		recursive<<<3, threads>>>(out.device, 3 * threads);
		out.expect([&](int i) { return host_recursive(i, i % threads); });
	}
	for (dim3 block : { dim3(32, 2), dim3(16, 4), dim3(5, 7) }) {
		int threads = block.x * block.y;
		Buffer<int> out(2 * threads);
		chosen<<<2, block>>>(out.device, 2 * threads);
		out.expect([&](int i) {
			int result = i % 5 < 2 ? i % 10 * (i % 10) : i + i / threads, which = i * 7 % 3;
			int y = i % threads / (int)block.x;
			if (i % 4)
				result += which == 0 ? i * 2 : which == 1 ? i * i + y : -i;
			return result;
		});
	}
	return unit_finish();
}
