// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members that are references to objects which end with the constructor: g++ and nvcc take them as long as nobody looks.
#include "unit/unit.h"

struct table {
	int size;
	__host__ __device__ table(int given = 7) : size(given) {}
};

template <class T> struct view {
	int number;
	const T &of;
	T &&moved;
	__host__ __device__ view() : number(1), of(T()), moved(T{ 3 }) {}
	__host__ __device__ view(const T &given, T &&other) : number(2), of{ given }, moved(static_cast<T &&>(other)) {}
	__device__ view(int a) : number(a), of { T(a + (number > 3 ? 1 : 2)) }, moved( T(2) ) {}
};

__host__ __device__ int sum()
{
	table one(5), other(30);
	view<table> none, some(one, static_cast<table &&>(other));
	return none.number + some.number + some.of.size + some.moved.size;
}

__global__ void kernel(int *out)
{
	out[0] = sum();
	out[1] = view<table>(12).number;
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 2 * sizeof(int));
	kernel<<<1, 1>>>(out);
	CHECK(!cudaDeviceSynchronize());
	CHECK_EQUAL(out[0], 38);
	CHECK_EQUAL(out[1], 12);
	CHECK_EQUAL(sum(), 38);
	return unit_finish();
}
