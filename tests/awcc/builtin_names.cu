// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of the program may have a name that is clang's own without a header and not g++'s, and the host half may declare the
// variables that kernels have; a constant may be called warpSize.
#include "unit/unit.h"

static unsigned long long inline __rdtsc()
{
	unsigned high, low;
	__asm__ volatile("rdtsc" : "=d"(high), "=a"(low));
	return (unsigned long long)high << 32 | low;
}

extern __device__ __device_builtin__ void __syncthreads(void);
#ifndef __CUDA_ARCH__
extern const dim3 blockDim;
extern const uint3 threadIdx;
#endif
inline constexpr int warpSize = 32;

__global__ void kernel(int *out) { out[threadIdx.x] = blockDim.x + threadIdx.x + warpSize - 32; }

// Nothing instantiates this, so its number is no operand.
template <class T> __device__ void unused(T *at) { asm volatile("st.global.u32 [%0], %2;" ::"l"(at), "r"(1) : "memory"); }

int main()
{
	int *out;
	unsigned long long before = __rdtsc();
	cudaMallocManaged(&out, 3 * sizeof(int));
	kernel<<<1, 3>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess && out[0] == 3 && out[2] == 5);
	CHECK(__rdtsc() > before);
	cudaFree(out);
	return unit_finish();
}
