// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects in a kernel's shared memory whose types have constructors and destructors: nvcc warns, and runs neither.
#include <stdio.h>

static __device__ int made;

struct counted {
	int x;
	__device__ counted() : x(7) { atomicAdd(&made, 1); }
	__device__ ~counted() { atomicAdd(&made, 100); }
};

struct member {
	int before = 1;
	counted inner;
};

template <class T, int N = 1> struct list {
	T items[N];
	__host__ __device__ list() : items{ T(3) } {}
	__device__ T &at(int i) { return items[i]; }
};

struct pair {
	int a, b;
};

// The same names in each kernel and in each one made of a template.
template <class T> __global__ void reverse(T *out)
{
	__shared__ list<T, 64> all;
	__shared__ T plain[64];
	all.at((int)threadIdx.x) = (T)threadIdx.x;
	plain[63 - threadIdx.x] = (T)threadIdx.x;
	__syncthreads();
	out[threadIdx.x] += all.at(63 - (int)threadIdx.x) + plain[threadIdx.x];
}

__device__ inline int in_function(int i)
{
	__shared__ pair all;
	all.a = i;
	return all.a;
}

static __global__ void __launch_bounds__(64) run(int *out)
{
	__shared__ counted a, b[2][3]; // "; ,"
	static __shared__ member whole;
	extern __shared__ list<int> dynamic[];
	__shared__ alignas(alignof(double4)) float ordered[3];
	__shared__ struct { counted c; int d; } unnamed;
	__shared__ list<int, (3 > 2 ? 2 : 1)> all;
	volatile __shared__ pair plain;
	extern list<int> __shared__ dynamic[];
	counted __shared__ after[2];
	static volatile unsigned int __shared__ number[2];
	__shared__ alignas(16) counted aligned[2];
	__shared__ float scale;
	int i = (int)threadIdx.x;
	if (i == 0) {
		a.x = 1, b[1][2].x = 2, whole.inner.x = 3, unnamed.d = 4, all.at(1) = 5, scale = 6.0f;
		ordered[2] = (float)((size_t)ordered % alignof(double4));
		dynamic[1].at(0) = 7, plain.b = 8, after[1].x = 1, number[1] = 2, aligned[1].x = (int)((size_t)aligned % 16);
	}
	__syncthreads();
	auto seven = [=](int factor) {
		__shared__ pair inner;
		inner.a = 7;
		return inner.a * factor + a.x;
	};
	int values = seven(1000000) + b[1][2].x * 10 + whole.inner.x * 100 + unnamed.d * 1000 + all.at(1) * 10000 + (int)scale * 100000;
	out[i] = values + plain.b + dynamic[1].at(0) + in_function(1) + aligned[1].x + (int)ordered[2];
}

int main()
{
	int *out, count = -1, wrong = 0;
	double *real;
	cudaMallocManaged(&out, 64 * sizeof *out);
	cudaMallocManaged(&real, 64 * sizeof *real);
	run<<<1, 64, 2 * sizeof(list<int>)>>>(out);
	reverse<<<1, 64>>>(out);
	reverse<<<1, 64>>>(real);
	if (cudaDeviceSynchronize())
		return 1;
	for (int i = 0; i < 64; i++)
		wrong += out[i] != 7654321 + 16 + 2 * (63 - i) || real[i] != 2 * (63 - i);
	cudaMemcpyFromSymbol(&count, made, sizeof count);
	printf("%d wrong, %d constructed\n", wrong, count); // EXPECT: 0 wrong, 0 constructed
	return 0;
}
