// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Closures and classes that hold objects with destructors of the host are handed on by value in kernels: there these do nothing.
// FLAGS: --extended-lambda
#include <stdio.h>

#include "unit/unit.h"

static int destroyed;

struct file {
	int number;
	FILE *of = NULL;
	explicit file(int number) : number(number) {}
	file(const file &other) = default;
	~file() noexcept
	{
		if (number < 0)
			return;
		if (of)
			fclose(of);
		destroyed++;
	}
};
template <class T> struct box {
	T value;
	virtual /* of the host */ ~box() { destroyed += 100; }
	__host__ __device__ T get() const { return value; }
};
struct both {
	file first;
	box<int> second;
	__device__ void operator()(int *to) const { *to = first.number + second.get(); }
};
template <class F> __device__ void by_value(F f, int *to) { f(to); }
template <class F> __global__ void kernel(F f, int *to) { by_value(f, to); }

int main()
{
	int *out;
	cudaMallocManaged(&out, 2 * sizeof(int));
	{
		file held(5);
		kernel<<<1, 1>>>([held] __device__(int *to) { *to = held.number; }, out);
		CHECK(cudaDeviceSynchronize() == cudaSuccess && out[0] == 5 && destroyed > 0);
	}
	int before = destroyed;
	{
		both two{ file(3), {} };
		CHECK(destroyed - before < 2); // the host's alone
		two.second.value = 4;
		kernel<<<1, 1>>>(two, out + 1);
		CHECK(cudaDeviceSynchronize() == cudaSuccess && out[1] == 7);
	}
	CHECK((destroyed - before) / 100 >= 2);
	cudaFree(out);
	return unit_finish();
}
