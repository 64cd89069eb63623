// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What only the device half reads, below #ifdef __CUDA_ARCH__: templates that nothing instantiates may name what isn't declared, and
// functions of the host may call those of the device, which are in the way of no code.
#include "unit/unit.h"

struct key { unsigned long long value; };
__device__ key device_key = {5};
static key host_key = {6};

#ifdef __CUDA_ARCH__
template <int COUNT> struct rows {
	__device__ static int unused(int carry, unsigned row[COUNT])
	{
		sum = or_of<number>(row);
		for (int i = 1; i < number; i++)
			row[i] = sum + carry;
		return sum;
	}
	__device__ static int used(int a) { return a + COUNT; }
};
template <class T> struct base { static const int size = T::size; __device__ unsigned last(const unsigned row[size]); };
template <class T> __device__ unsigned base<T>::last(const unsigned row[size])
{
	unsigned first = row[0];
	return min(first, none);
}
template <class T> __device__ T twice(T a) { return 2 * a; }
__device__ static int thrice(int a) { return 3 * a; }
#define KEY __ldg(&device_key.value)
#define SIX(a) twice(thrice(a))
#else
#define KEY host_key.value
#define SIX(a) (6 * (a))
#endif

static unsigned long long hash(unsigned long long a) { return a ^ KEY; }
int six_of(int a) { return SIX(a); }
__host__ __device__ unsigned long long both(unsigned long long a) { return a ^ KEY; }

__global__ void kernel(unsigned long long *out)
{
	out[0] = both(1);
#ifdef __CUDA_ARCH__
	out[1] = rows<3>::used(4) + SIX(2);
#endif
}

int main()
{
	unsigned long long *out;
	cudaMallocManaged(&out, 2 * sizeof(*out));
	kernel<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(out[0] == 4 && out[1] == 19);
	CHECK(hash(1) == 7 && both(1) == 7 && six_of(4) == 24);
	cudaFree(out);
	return unit_finish();
}
