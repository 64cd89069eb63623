// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels' addresses in braces: tables and structures of the device, of the host and of functions on either side, that are
// constant, static or neither, of several dimensions, of templates and of namespaces; what is launched from them.
// FLAGS: -std=c++17 -rdc=true
// FLAGS: -std=c++11 -rdc=true
#include "kernels/kernel_test.h"

typedef void (*kernel)(int *);
struct entry {
	kernel function;
	int number;
};

template <int N> __global__ void add(int *to) { atomicAdd(to, N); }
template <typename T, int N> __global__ void typed(T *to) { atomicAdd(to, (T)(1000 * N)); }
template <typename T> __global__ void rounded(T *, int *to) { atomicAdd(to, 1); }
template <> __global__ void rounded<float>(float *, int *to) { atomicAdd(to, (int)(float)(20.5 + threadIdx.x)); } // no kernel "float"
__global__ void hundred(int *to) { atomicAdd(to, 100); }
namespace inner {
namespace {
__global__ void hidden(int *to) { atomicAdd(to, 7); }
}
} // namespace inner

__device__ kernel global_table[] = { add<1>, hundred, typed<int, 1> };
__constant__ kernel constant_table[2] = { add<2>, &inner::hidden };
__device__ const entry entries[] = { { add<3>, 1 }, { &add<4>, 2 }, { inner::hidden, 3 } };
__device__ entry single = { hundred, 1 };

__device__ kernel chosen(int i)
{
	kernel table[3] = { hundred, // with a comment between
		            add<5>, inner::hidden };
	return table[i];
}
__device__ kernel switched(int i)
{
	static const kernel table[] = { ::hundred, typed<int, 2> };
	switch (i) {
	case 0: return inner::hidden;
	case 1: return table[1];
	default: return i == 2 ? table[0] : add<6>;
	}
}
template <int N> __device__ entry made() { return { add<N>, N }; }
template <typename Kernel> __device__ void call(Kernel function, int *to) { function<<<1, 1>>>(to); }

__global__ void launch(int *to)
{
	for (int i = 0; i < 3; i++)
		global_table[i]<<<1, 1>>>(to);
	for (int i = 0; i < 2; i++)
		constant_table[i]<<<1, 1>>>(to);
	for (const entry &each : entries)
		each.function<<<1, 1>>>(to);
	single.function<<<1, 1>>>(to);
	for (int i = 0; i < 3; i++)
		chosen(i)<<<1, 1>>>(to);
	for (int i = 0; i < 4; i++)
		switched(i)<<<1, 1>>>(to);
	made<8>().function<<<1, 1>>>(to);
}

__global__ void launch_local(int *to)
{
	constexpr kernel fixed[] = { add<10>, hundred };
	kernel rows[2][2] = { { hundred, add<1> }, { add<2>, typed<int, 3> } }, direct{ hundred }, assigned;
	entry first = { add<11>, 1 }, second{ hundred, 2 }, list[] = { { add<12>, 3 }, { inner::hidden, 4 } };
	assigned = { add<13> };
	fixed[0]<<<1, 1>>>(to);
	for (auto &row : rows)
		for (kernel each : row)
			each<<<1, 1>>>(to);
	direct<<<1, 1>>>(to);
	assigned<<<1, 1>>>(to);
	first.function<<<1, 1>>>(to);
	second.function<<<1, 1>>>(to);
	list[*to < 0].function<<<1, 1>>>(to);
	for (kernel each : { hundred, (kernel)inner::hidden })
		each<<<1, 1>>>(to);
	call(hundred, to), call(add<14>, to), call(&inner::hidden, to);
	void *address = (void *)typed<int, 4>;
	((kernel)address)<<<1, 1>>>(to);
}

static kernel host_table[] = { add<1>, hundred, inner::hidden };
static const struct {
	kernel function;
	const char *name;
} named[] = { { add<2>, "two" }, { &typed<int, 5>, "five" }, { nullptr, nullptr } };

static void from_host(int *to)
{
	kernel local[2][1] = { { hundred }, { add<3> } };
	void *arguments[] = { &to };
	for (kernel each : host_table)
		each<<<1, 1>>>(to);
	for (int i = 0; named[i].name; i++)
		named[i].function<<<1, 1>>>(to);
	local[0][0]<<<1, 1>>>(to);
	(*local[1][0])<<<1, 1>>>(to);
	CHECK_EQUAL(cudaLaunchKernel((void *)host_table[2], dim3(1), dim3(1), arguments, 0, 0), cudaSuccess);
}

static void check(void (*start)(int *), int wanted)
{
	Buffer<int> out(1, 0);
	start(out.device);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	out.expect([=](int) { return wanted; });
}

int main()
{
	check([](int *to) { launch<<<1, 1>>>(to); }, 1101 + 9 + 14 + 100 + 112 + (7 + 2000 + 100 + 6) + 8);
	check([](int *to) { launch_local<<<1, 1>>>(to); }, 10 + 3103 + 100 + 13 + 11 + 100 + 12 + 107 + 121 + 4000);
	check([](int *to) { rounded<<<1, 1>>>((float *)nullptr, to); }, 20);
	check(from_host, 108 + 5002 + 103 + 7);
	return unit_finish();
}
