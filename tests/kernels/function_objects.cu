// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvstd::function in device code and in host code: small and large objects, copies, moves, empty ones.
// FLAGS: -arch=sm_70
#include <nvfunctional>

#include "kernels/kernel_test.h"

struct Large {
	int values[20];
	__host__ __device__ int operator()(int i) const { return values[i]; }
};

__host__ __device__ static int twice(int x) { return 2 * x; }
__host__ __device__ static int apply(nvstd::function<int(int)> f, int x) { return f(x); }

__host__ __device__ static int all(int me)
{
	nvstd::function<int(int)> f = twice, g, h(nullptr);
	int good = (bool)f && !g && h == nullptr && f(me) == 2 * me;
	g = [=](int x) { return x + me; };
	Large large;
	for (int i = 0; i < 20; i++)
		large.values[i] = i * me;
	h = large;
	good &= g(1) == me + 1 && h(19) == 19 * me && apply(h, 3) == 3 * me && apply(twice, 4) == 8;
	nvstd::function<int(int)> copy = h, moved = static_cast<nvstd::function<int(int)> &&>(g);
	swap(copy, moved);
	good &= copy(5) == me + 5 && moved(2) == 2 * me && h(7) == 7 * me;
	h = nullptr;
	copy = copy;
	good &= !h && copy(0) == me;
	int count = 0;
	nvstd::function<void(int &)> add = [](int &x) { x += 3; };
	add(count);
	return good && count == 3;
}

__global__ void kernel(int *out) { out[threadIdx.x] = all(threadIdx.x); }

int main()
{
	Buffer<int> out(100);
	kernel<<<1, 100>>>(out.device);
	out.expect([](int) { return 1; });
	CHECK(all(6));
	return unit_finish();
}
