#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What nvcc and its host compiler only warn of compiles here too, and is an error when that is asked for.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
cat >narrow.cu <<'END'
#include <cinttypes>
#include <cstdio>
template <class T> __global__ void kernel(T *p, int n) { register T s = n; float f[1] = { (double)n }; *p = s + f[0]; }
int main()
{
	register int64_t n = 3;
	dim3 grid = { n, 1 };
	kernel<int><<<grid, 1>>>(nullptr, 0);
	std::printf("%"PRId64" %u\n", n, grid.x);
}
END
cat >old.c <<'END'
int main(void) { return half(4); }
int half(int x) { return x / 2; }
END
shows "warning: .*narrowed" "$AWCC" narrow.cu -o narrow
shows "^3 3$" ./narrow
hides "warning" "$AWCC" -w narrow.cu -o narrow
fails "error: .*narrowed" "$AWCC" -Werror all-warnings narrow.cu -o narrow
shows "warning: .*half" "$AWCC" -c old.c -o old.o

# A device function that returns nothing where it should, which no thread may look at.
cat >nothing.cu <<'END'
#include <cstdio>
struct pair { float first, second; };
__device__ bool is_small(int *p) { if (*p > 3) { *p = 5; return; } return *p > 1; }
template <class T> __device__ T least(T *p) { if (*p > 3) return; return *p; }
__device__ pair both(int *p) { if (*p > 3) return; return pair{1, 2}; }
__global__ void kernel(int *p)
{
	*p += is_small(p) + least(p) + (int)both(p).second;
	is_small(p);
}
int main()
{
	int *p;
	cudaMallocManaged(&p, sizeof(*p));
	*p = 2;
	kernel<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	std::printf("%d\n", *p);
}
END
shows "warning: .*should return a value" "$AWCC" nothing.cu -o nothing
shows "^5$" ./nothing

# g++ says this under -Wall alone, and nothing of a device function's missing word.
cat >all.cu <<'END'
#include <cstdio>
template <class T> struct rows { enum mode { ONE }; __device__ mode get(); };
template <class T> __device__ rows<T>::mode rows<T>::get() { return ONE; }
int main() { size_t n = 3; int a; if (a = n) std::printf("%llu\n", n); return 0; }
END
shows "warning: .*unsigned long long" "$AWCC" -std=c++17 -Xcompiler -Werror -c all.cu -o all.o
fails "error: .*unsigned long long" "$AWCC" -std=c++17 -Xcompiler -Wall,-Werror -c all.cu -o all.o

# -Xcompiler -Werror is about what g++ sees of a program, and no code of the device is.
cat >strict.cu <<'END'
#include <cstdio>
__device__ int seed = 3;
static __device__ int unread;
static __device__ int never(int x) { return x; }
__device__ int first(int a, int b) { int unused; return a; }
template <class T> __device__ T sign(T x, unsigned n) { T nothing; return x < n ? -1 : 1; }
__global__ void kernel(int *p, int n)
{
	int unused = 3;
	unsigned one = 1;
	if (threadIdx.x < n || one < n)
		p[threadIdx.x] = first(seed, 2) * sign(-1, 1u);
}
struct point { int x, y; };
int main()
{
	int *p, back = 0;
	struct { point corner[1]; } shape = { { 1, 2 } };
	cudaMalloc(&p, sizeof(int));
	kernel<<<1, shape.corner[0].x>>>(p, shape.corner[0].y);
	cudaMemcpy(&back, p, sizeof(int), cudaMemcpyDeviceToHost);
	std::printf("%d\n", back);
}
END
sed 's/return x; }/return x; } static int host(int a, unsigned b) { return a < b; } int use() { return host(1, 2); }/' strict.cu >signs.cu
shows "warning: unused variable" "$AWCC" -Xcompiler -Wall,-Wextra,-Werror strict.cu -o strict
shows "^3$" ./strict
fails "signs.cu:4:.* error: comparison of integers of different signs" "$AWCC" -Xcompiler -Wall,-Wextra,-Werror signs.cu -o signs

# What clang alone has to say of CUDA's own ways, nobody gets to see, so no -Werror makes errors of it.
cat >silent.cu <<'END'
struct base { virtual int first() = 0; virtual int second() = 0; };
struct derived : base { int first() override { return 1; } int second() { return 2; } };
template <class T> struct limits { static T least; }; // what others define
__global__ void kernel(int *p)
{
	#pragma unroll (4)
	for (int i = 0; i < 16; i++)
		p[i] = i;
}
int main()
{
	derived d;
	int sum = d.first() + d.second();
	#pragma unroll (4)
	for (int i = 0; i < 16; i++)
		sum += i;
	return sum - limits<int>::least != 120;
}
END
cat >least.cpp <<'END'
template <class T> struct limits { static T least; };
template <> int limits<int>::least = 3;
END
hides "warning" "$AWCC" -Xcompiler -Wall -c silent.cu -o silent.o
shows "^$" "$AWCC" -Werror all-warnings -Xcompiler -Wall,-Werror silent.cu least.cpp -o silent
shows "^$" ./silent
left_nothing
finish
