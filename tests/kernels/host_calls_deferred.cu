// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the device that call the host, and of which no code is made, as nvcc takes them.
// FLAGS: -std=c++17
#include <vector>

#include "kernels/kernel_test.h"

template <class T> T host_only(T a) { return std::vector<T>(1, a)[0]; }

template <class T> struct Volume {
	T scale;
	__device__ __forceinline__ T plain(T a) const { return a * scale; }
	__device__ __forceinline__ T by_host(T a) const
	{
		T sum = 0;
		for (T element : std::vector<T>(3, host_only(a)))
			sum += element;
		return sum;
	}
};

struct OnHost {
	OnHost();
	~OnHost();
	int part() const;
};

static __device__ __forceinline__ int calls() { return host_only(3); }
static __device__ int through(int a) { return calls() + a; }
__device__ inline int object() { OnHost on_host; return on_host.part(); }
template <class T> __device__ T instantiated(T a) { return host_only(a); }
__device__ inline float instantiates(float a) { return instantiated(a); }

__global__ void kernel(int *out, Volume<int> volume)
{
	out[threadIdx.x] = volume.plain((int)threadIdx.x);
}

int main()
{
	Buffer<int> out(32);
	kernel<<<1, 32>>>(out.device, Volume<int>{ 3 });
	out.expect([](int i) { return 3 * i; });
	return unit_finish();
}
