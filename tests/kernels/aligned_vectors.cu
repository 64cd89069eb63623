// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA 13's vectors of four with their alignment in the name: in memory, in shared memory, as arguments and results.
#include <cuda_fp4.h>
#include <cuda_fp8.h>

#include "kernel_test.h"

struct parts {
	char head;
	double4_32a wide;
	char middle;
	longlong4_16a narrow;
};
static_assert(sizeof(parts) == 128 && alignof(parts) == 32, "");

__device__ double4_32a twice(double4_32a value)
{
	return make_double4_32a(2 * value.x, 2 * value.y, 2 * value.z, 2 * value.w);
}

__global__ void work(const double4_32a *in, double4_16a *out, parts part, long long *sums)
{
	__shared__ double4_32a shared[32];
	int i = threadIdx.x;
	shared[i] = twice(in[i]);
	__syncthreads();
	double4_32a other = shared[31 - i];
	out[i] = make_double4_16a(other.w, other.z, other.y, other.x);
	ulonglong4_32a whole = make_ulonglong4_32a(part.narrow.x, part.narrow.y, part.narrow.z, part.narrow.w + i);
	sums[i] = (long long)(whole.x + whole.y + whole.z + whole.w) + (long long)part.wide.w;
}

// Narrow numbers of them, which are those of a double4.
template <typename Narrow> __host__ __device__ bool is_same(double x)
{
	Narrow plain(make_double4(x, -x, 2 * x, 0)), first(make_double4_16a(x, -x, 2 * x, 0)), second(make_double4_32a(x, -x, 2 * x, 0));
	return plain.__x == first.__x && plain.__x == second.__x && plain.__x != Narrow(make_double4(0, 0, 0, 1)).__x;
}

__global__ void narrow(int *same)
{
	*same = is_same<__nv_fp8x4_e4m3>(1.5) && is_same<__nv_fp8x4_e5m2>(3) && is_same<__nv_fp4x4_e2m1>(2);
}

int main()
{
	int *same;
	CHECK_EQUAL(cudaMallocManaged(&same, sizeof *same), cudaSuccess);
	narrow<<<1, 1>>>(same);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	CHECK(*same && is_same<__nv_fp8x4_e4m3>(1.5) && is_same<__nv_fp4x4_e2m1>(2));

	double4_32a *in;
	double4_16a *out;
	long long *sums;
	CHECK_EQUAL(cudaMallocManaged(&in, 32 * sizeof *in), cudaSuccess);
	CHECK_EQUAL(cudaMallocManaged(&out, 32 * sizeof *out), cudaSuccess);
	CHECK_EQUAL(cudaMallocManaged(&sums, 32 * sizeof *sums), cudaSuccess);
	for (int i = 0; i < 32; i++)
		in[i] = make_double4_32a(i, i + 0.25, i + 0.5, i + 0.75);
	parts part = { 1, make_double4_32a(1, 2, 3, 4), 2, make_longlong4_16a(1, 2, 3, 4) };
	work<<<1, 32>>>(in, out, part, sums);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < 32; i++) {
		int from = 31 - i;
		CHECK(out[i].x == 2 * (from + 0.75) && out[i].w == 2.0 * from && out[i].y == 2 * (from + 0.5));
		CHECK_EQUAL(sums[i], 14 + i);
	}
	return unit_finish();
}
