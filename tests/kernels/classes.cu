// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes on the device: templates, inheritance, virtual calls through objects made on the device,
// operators, lambdas, constexpr, structured bindings.
#include "kernels/kernel_test.h"

struct Shape {
	__device__ virtual int area() const = 0;
	__device__ virtual int sides() const { return 4; }
	__device__ virtual ~Shape() {}
};

struct Square : Shape {
	int side;
	__device__ explicit Square(int side) : side(side) {}
	__device__ int area() const override { return side * side; }
};

struct Triangle : Shape {
	int base, height;
	__device__ Triangle(int base, int height) : base(base), height(height) {}
	__device__ int area() const override { return base * height / 2; }
	__device__ int sides() const override { return 3; }
};

template <class T, int count>
struct Vector {
	T items[count];
	__host__ __device__ T &operator[](int i) { return items[i]; }
	template <class F>
	__host__ __device__ Vector map(F f) const
	{
		Vector result;
		for (int i = 0; i < count; i++)
			result[i] = f(items[i]);
		return result;
	}
};

template <class... T>
__host__ __device__ int sum(T... values)
{
	return (0 + ... + values);
}

__host__ __device__ constexpr int fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

struct Pair {
	int first;
	long second;
};

__host__ __device__ int rest(int i)
{
	Vector<int, 5> v;
	for (int j = 0; j < 5; j++)
		v[j] = i + j;
	Vector<int, 5> w = v.map([i](int x) { return x * x - i; });
	auto [first, second] = Pair{ w[0], w[4] };
	if constexpr (sizeof(long) == 8)
		second *= 2;
	static_assert(fibonacci(10) == 55, "constant");
	return sum(w[1], w[2], (short)w[3]) + first + (int)second + fibonacci(i % 8);
}

__global__ void kernel(int *out)
{
	int me = thread_rank();
	Square square(me);
	Triangle triangle(me, 4);
	Shape *shape = me % 3 ? (Shape *)&square : (Shape *)&triangle;
	Shape *heap = me % 2 ? (Shape *)new Square(me + 1) : (Shape *)new Triangle(me, 6);
	out[me] = shape->area() * 10 + shape->sides() + heap->area() * heap->sides() + rest(me);
	delete heap;
}

int main()
{
	for (dim3 b : shapes) {
		Buffer<int> out(size_of(b));
		kernel<<<1, b>>>(out.device);
		out.expect([](int i) {
			int shape = i % 3 ? i * i * 10 + 4 : i * 4 / 2 * 10 + 3;
			int heap = i % 2 ? (i + 1) * (i + 1) * 4 : i * 6 / 2 * 3;
			return shape + heap + rest(i);
		});
	}
	return unit_finish();
}
