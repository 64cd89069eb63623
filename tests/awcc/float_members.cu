// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants of a class template that have their value in the class and are of a floating-point type in some of its instances: nvcc takes
// them in device code.
#include "unit/unit.h"

template <class T> struct sum_of {
	static const T start = static_cast<T>(5) / 2;
	__device__ T operator()(T a) const { return a + start; }
};

template <class T> __global__ void kernel(T *out)
{
	sum_of<T> sum;
	out[0] = sum(1);
	out[1] = sum_of<T>::start;
}

template <class T> static void check(T start)
{
	T *out;
	cudaMallocManaged(&out, 2 * sizeof(*out));
	kernel<T><<<1, 1>>>(out);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	CHECK(out[0] == start + 1 && out[1] == start);
}

int main()
{
	check<float>(2.5f);
	check<double>(2.5);
	check<int>(2);
	return unit_finish();
}
