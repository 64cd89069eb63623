// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where an operator of the program's and one of the language are as good as each other, nvcc and g++ take the program's.
#include "unit/unit.h"

namespace numbers {
struct divisor {
	int value;
	__host__ __device__ operator int() const { return value; }
	__host__ __device__ int operator-(int b) const { return 1000 + value - b; }
};
__host__ __device__ inline int operator%(int a, const divisor &b) { return 100 + a % b.value; }
__host__ __device__ inline int operator/(int a, const divisor &b) { return 200 + a / b.value; }
__host__ __device__ inline divisor operator*(const divisor &a, const divisor &b) { return divisor{a.value * b.value}; }
__host__ __device__ inline int operator+(int a, const divisor &b) { return 300 + a + b.value; }
__host__ __device__ inline bool operator==(int, const divisor &) { return true; }
}

// Operators of one side each, as Eigen has them for its half: the host's function is read by the device's half of the compiler, too.
namespace sides {
struct plain {
	float value;
};
__host__ __device__ inline plain operator-(plain a, plain b) { return plain{a.value - b.value}; }
__host__ __device__ inline plain operator*(plain a, plain b) { return plain{a.value * b.value}; }
__host__ __device__ inline plain operator+(plain a, plain b) { return plain{a.value + b.value}; }
struct wide {
	float value;
	__host__ __device__ explicit wide(float value) : value(value) {}
	__host__ __device__ operator float() const { return value; }
	__host__ __device__ operator plain() const { return plain{value}; }
};
#if defined(__CUDA_ARCH__)
#define SIDE __device__ inline
#else
#define SIDE inline
#endif
SIDE wide operator-(const wide &a, const wide &b) { return wide(a.value - b.value); }
SIDE wide operator*(const wide &a, const wide &b) { return wide(a.value * b.value); }
SIDE wide operator+(const wide &a, const wide &b) { return wide(a.value + b.value); }
inline wide between(const wide &x, const wide &y) { return x + (y - x) * wide(0.5f); }
}

template <class T> __host__ __device__ int all(T a, numbers::divisor b)
{
	return 2 * a % b + a / b + (a + b * b) + (b - a) + 10000 * (a == b);
}

__global__ void kernel(long *out, numbers::divisor b) { *out = all(9L, b) + *out % b; }

int main()
{
	long *out;
	numbers::divisor b = {4};
	cudaMallocManaged(&out, sizeof(*out));
	*out = 7;
	kernel<<<1, 1>>>(out, b);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(all(9, b) == 102 + 202 + 325 + 995 + 10000);
	CHECK(all(9L, b) == all(9, b) && *out == all(9, b) + 103);
	CHECK(sides::between(sides::wide(2), sides::wide(4)).value == 3);
	cudaFree(out);
	return unit_finish();
}
