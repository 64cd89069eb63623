// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects in the shared memory of functions of all kinds, and outside of functions, whose types have constructors and destructors:
// none is run, as with nvcc, and lambdas copy none of them.
#include <stdio.h>

static __device__ int made;

struct counted {
	int x;
	__device__ counted() : x(7) { atomicAdd(&made, 1); }
	__device__ counted(const counted &other) : x(other.x) { atomicAdd(&made, 10); }
	__device__ ~counted() { atomicAdd(&made, 100); }
};

struct constant {
	int x;
	constexpr __host__ __device__ constant(int x = 4) : x(x) {}
};
__shared__ constant outside, others[2];

template <class T, int N = 1> struct list {
	T items[N];
	__device__ list() : items{} { atomicAdd(&made, 1000); }
};

__device__ inline int in_inline(int i)
{
	__shared__ counted a, b[2][3]; // "; ,"
	alignas(64) __shared__ counted aligned;
	if (i == 0)
		a.x = 1, b[1][2].x = 2, aligned.x = (int)((size_t)&aligned % 64);
	__syncthreads();
	auto captured = [=](int factor) { return a.x * factor; };
	return captured(10) + b[1][2].x + aligned.x;
}

template <class T, int N> __device__ int in_template(int i)
{
	__shared__ list<T, N> all, more[2];
	__shared__ __align__(16) const list<T, N> unwritten;
	auto put = [=](auto value) mutable { all.items[i] = value; };
	auto get = [=](auto at) { return all.items[at]; };
	put((T)i);
	more[1].items[i] = (T)(2 * i);
	__syncthreads();
	return (int)(get(N - 1 - i) + more[1].items[N - 1 - i]) + (int)((size_t)&unwritten % 16) + (int)(sizeof more / sizeof all);
}

struct owner {
	static __device__ int in_member(int i)
	{
		static __shared__ counted one;
		if (i == 5)
			one.x = 500000;
		__syncthreads();
		return [] { return one.x; }();
	}
};

__global__ void run(int *out)
{
	int i = (int)threadIdx.x;
	if (i == 0)
		outside.x = 1000000, others[1].x = 2000000;
	__syncthreads();
	out[i] = in_inline(i) + 1000 * in_template<int, 64>(i) + in_template<float, 64>(i) + owner::in_member(i) + outside.x + others[1].x;
}

int main()
{
	int *out, count = -1, wrong = 0;
	cudaMallocManaged(&out, 64 * sizeof *out);
	run<<<1, 64>>>(out);
	if (cudaDeviceSynchronize())
		return 1;
	for (int i = 0; i < 64; i++)
		wrong += out[i] != 12 + 1001 * (3 * (63 - i) + 2) + 500000 + 3000000;
	cudaMemcpyFromSymbol(&count, made, sizeof count);
	printf("%d wrong, %d constructed\n", wrong, count); // EXPECT: 0 wrong, 0 constructed
	return 0;
}
