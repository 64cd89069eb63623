// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Function pointers in tables and arguments, recursion, mutual recursion, goto, calls that don't inline.
#include "kernels/kernel_test.h"

typedef int (*operation)(int, int);
__host__ __device__ __noinline__ int add(int a, int b) { return a + b; }
__host__ __device__ __noinline__ int multiply(int a, int b) { return a * b; }
__host__ __device__ int minus(int a, int b) { return a - b; }
__device__ operation table[3] = { add, multiply, minus };
__device__ operation chosen = multiply;

__host__ __device__ __noinline__ int is_odd(int n);
__host__ __device__ __noinline__ int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
__host__ __device__ __noinline__ int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

__host__ __device__ int ackermann(int m, int n)
{
	return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__host__ __device__ int collatz(int n)
{
	int steps = 0;
again:
	if (n <= 1)
		goto done;
	n = n & 1 ? 3 * n + 1 : n / 2;
	steps++;
	goto again;
done:
	return steps;
}

template <operation f>
__device__ int fixed(int a, int b)
{
	return f(a, b);
}

__global__ void kernel(int *out)
{
	int me = thread_rank();
	operation mine = table[me % 3];
	out[me] = mine(me, 3) + chosen(me, 2) + fixed<minus>(me, 1) + is_even(me % 50) * 1000 + ackermann(2, me % 4) +
	          collatz(me + 1) * 7;
}

int main()
{
	for (dim3 b : shapes) {
		Buffer<int> out(size_of(b));
		kernel<<<1, b>>>(out.device);
		out.expect([](int i) {
			operation all[] = { add, multiply, minus };
			return all[i % 3](i, 3) + i * 2 + i - 1 + is_even(i % 50) * 1000 + ackermann(2, i % 4) + collatz(i + 1) * 7;
		});
	}
	return unit_finish();
}
