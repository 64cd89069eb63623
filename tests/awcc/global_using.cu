// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that std alone has, used as one of the global namespace: nvcc takes that in Eigen's templates, by a macro as here.
#include "unit/unit.h"
#include <complex>

#define USING(name) using ::name
template <class T> struct angle {
	static __host__ __device__ T of(const T &x)
	{
		USING(arg);
		return arg(x);
	}
};
template <class T> struct sine {
	static __host__ __device__ T of(const T &x)
	{
		USING(sin);
		return sin(x);
	}
};

__global__ void kernel(float *out) { *out = sine<float>::of(*out); }

int main()
{
	float *out;
	cudaMallocManaged(&out, sizeof(*out));
	*out = 0;
	kernel<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && *out == 0);
	CHECK(angle<float>::of(1) == 0);
	cudaFree(out);
	return unit_finish();
}
