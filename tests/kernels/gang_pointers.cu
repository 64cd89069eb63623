// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls through pointers from threads that name different functions: tables, structs by value and as results, functions
// that call further ones, recursion through pointers, pointers that are compared and kept in memory, objects of
// different classes.
#include "kernels/kernel_test.h"

// --- tables ---

__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int count(int a, int b)
{
	int steps = 0;
	for (; a > 0 && steps < 40; steps++) {
		if (a == b)
			return -steps;
		a = a % 2 ? a - 1 : a / 2;
	}
	return steps;
}
__device__ int place(int a, int b) { return a * b + thread_rank() * 3 + (int)threadIdx.y; }
__device__ int again(int a, int b);
typedef int (*function)(int, int);
__device__ function table[] = { add, subtract, count, place, again };
__device__ int again(int a, int b) // calls others, and itself, through the table
{
	return a <= 0 ? b : table[a % 5](a - 3, b + 1) + 1;
}

__global__ void tables(int *out, function *kept)
{
	int i = thread_rank();
	function chosen = table[i * 7 % 5];
	if (i % 4 == 1)
		chosen = NULL;
	kept[i] = chosen;
	int value = chosen ? chosen(i, i % 9) : -i;
	if (chosen == add)
		value += 100000;
	for (int turn = 0; turn < i % 3; turn++)
		value = value * 3 + table[(i + turn) % 5](i - turn, turn);
	out[i] = value;
}

__global__ void later(int *out, const function *kept)
{
	int i = thread_rank();
	out[i] = kept[i] ? kept[i](2 * i, 3) : 0;
}

static int host_call(int which, int a, int b, int rank, int y)
{
	int steps = 0;
	switch (which) {
	case 0: return a + b;
	case 1: return a - b;
	case 2:
		for (; a > 0 && steps < 40; steps++) {
			if (a == b)
				return -steps;
			a = a % 2 ? a - 1 : a / 2;
		}
		return steps;
	case 3: return a * b + rank * 3 + y;
	default: return a <= 0 ? b : host_call(a % 5, a - 3, b + 1, rank, y) + 1;
	}
}

static void test_tables(dim3 block)
{
	int n = size_of(block);
	Buffer<int> out(n), second(n);
	Buffer<function> kept(n);
	tables<<<1, block>>>(out.device, kept.device);
	out.expect([&](int i) {
		int y = i / block.x % block.y, which = i * 7 % 5;
		int value = i % 4 == 1 ? -i : host_call(which, i, i % 9, i, y);
		if (i % 4 != 1 && which == 0)
			value += 100000;
		for (int turn = 0; turn < i % 3; turn++)
			value = value * 3 + host_call((i + turn) % 5, i - turn, turn, i, y);
		return value;
	});
	later<<<1, block>>>(second.device, kept.device);
	second.expect([&](int i) { return i % 4 == 1 ? 0 : host_call(i * 7 % 5, 2 * i, 3, i, i / block.x % block.y); });
}

// --- structs ---

struct Wide {
	int items[5];
	double factor;
	unsigned char tag;
};
struct Pair {
	float a;
	long long b;
};

__device__ Pair sum_of(Wide w, const int *more)
{
	Pair pair = { (float)w.factor, more[1] };
	for (int i = 0; i < 5; i++)
		pair.b += w.items[i];
	return pair;
}
__device__ Pair changed(Wide w, const int *more)
{
	w.items[w.tag % 5] = more[0];
	w.factor *= 2;
	Pair pair = sum_of(w, more);
	pair.a += w.items[2];
	return pair;
}
typedef Pair (*maker)(Wide, const int *);
__device__ maker makers[] = { sum_of, changed };

struct Mixed {
	signed char a;
	unsigned short b;
	bool c;
};
__device__ short small(signed char a, unsigned char b, bool c, unsigned short d) { return (short)(c ? a * b : d - a); }
__device__ short other(signed char a, unsigned char b, bool c, unsigned short d) { return (short)(a + b + c + d); }
typedef short (*narrow)(signed char, unsigned char, bool, unsigned short);
__device__ narrow narrows[] = { small, other };

__device__ void bump(int *p, float f) { *p += (int)f; }
__device__ void drop(int *p, float f) { atomicSub(p, (int)(f * 2)); }
typedef void (*changer)(int *, float);
__device__ changer changers[] = { bump, drop };

__global__ void structs(Pair *out, short *shorts, int *changes)
{
	int i = thread_rank(), more[2] = { i, 7 }, local = i;
	Wide wide = { { i, i + 1, i + 2, i + 3, i + 4 }, i * 0.25, (unsigned char)i };
	if (i % 3 == 0)
		return;
	Pair pair = makers[i % 2](wide, more);
	pair.b += wide.items[wide.tag % 5];
	pair.a += (float)wide.factor;
	out[i] = pair;
	shorts[i] = narrows[i / 2 % 2]((signed char)-i, (unsigned char)(i * 3), i % 5 > 1, (unsigned short)(i * 1000));
	changers[i / 3 % 2](&local, i * 0.5f);
	changers[i / 5 % 2](&changes[i], 3.0f);
	changes[i] += local;
}

static void test_structs(dim3 block)
{
	int n = size_of(block);
	Buffer<Pair> out(n, 0);
	Buffer<short> shorts(n, 0);
	Buffer<int> changes(n, 0);
	structs<<<1, block>>>(out.device, shorts.device, changes.device);
	Pair *found = out.download();
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		int items[5] = { i, i + 1, i + 2, i + 3, i + 4 }, at = (i & 255) % 5;
		if (i % 3 == 0)
			continue;
		double factor = i * 0.25;
		int own = items[at];
		if (i % 2) {
			items[at] = i;
			factor *= 2;
		}
		float a = (float)factor;
		long long b = 7;
		for (int k = 0; k < 5; k++)
			b += items[k];
		if (i % 2)
			a += items[2];
		wrong += found[i].a != a + (float)(i * 0.25) || found[i].b != b + own;
	}
	CHECK_EQUAL(wrong, 0);
	free(found);
	shorts.expect([](int i) {
		signed char a = (signed char)-i;
		unsigned char b = (unsigned char)(i * 3);
		bool c = i % 5 > 1;
		unsigned short d = (unsigned short)(i * 1000);
		return i % 3 == 0 ? (short)0 : i / 2 % 2 ? (short)(a + b + c + d) : (short)(c ? a * b : d - a);
	});
	changes.expect([](int i) {
		float f = i * 0.5f;
		int local = i / 3 % 2 ? i - (int)(f * 2) : i + (int)f;
		return i % 3 == 0 ? 0 : (i / 5 % 2 ? -6 : 3) + local;
	});
}

// --- objects ---

struct Shape {
	float size;
	__device__ explicit Shape(float size) : size(size) {}
	__device__ virtual float area() const = 0;
	__device__ virtual int sides() const { return 4; }
	__device__ virtual ~Shape() {}
};
struct Square : Shape {
	__device__ explicit Square(float size) : Shape(size) {}
	__device__ float area() const override { return size * size; }
};
struct Circle : Shape {
	__device__ explicit Circle(float size) : Shape(size) {}
	__device__ float area() const override { return 3.0f * size * size; }
	__device__ int sides() const override { return 0; }
};
struct Stack : Shape { // of other shapes
	const Shape *below;
	__device__ Stack(float size, const Shape *below) : Shape(size), below(below) {}
	__device__ float area() const override { return size + (below ? below->area() * 0.5f : 0.0f); }
	__device__ int sides() const override { return 1 + (below ? below->sides() : 0); }
	__device__ ~Stack() override { delete below; }
};

__global__ void build(Shape **objects, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Shape *shape = i % 3 ? (Shape *)new Square((float)i) : new Circle((float)i);
	for (int k = 0; k < i % 4; k++)
		shape = new Stack((float)k, shape);
	objects[i] = shape;
}

__global__ void measure(Shape *const *objects, float *areas, int *sides, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	areas[i] = objects[i]->area();
	if (i % 5)
		sides[i] = objects[n - 1 - i]->sides();
}

__global__ void destroy(Shape **objects, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		delete objects[i];
}

static int host_sides(int i)
{
	return (i % 3 ? 4 : 0) + i % 4;
}

static void test_objects(int n, int threads)
{
	Buffer<Shape *> objects(n);
	Buffer<float> areas(n);
	Buffer<int> sides(n, 0);
	int blocks = (n + threads - 1) / threads;
	build<<<blocks, threads>>>(objects.device, n);
	measure<<<blocks, threads>>>(objects.device, areas.device, sides.device, n);
	destroy<<<blocks, threads>>>(objects.device, n);
	areas.expect([](int i) {
		float area = i % 3 ? (float)i * (float)i : 3.0f * (float)i * (float)i;
		for (int k = 0; k < i % 4; k++)
			area = (float)k + area * 0.5f;
		return area;
	});
	sides.expect([&](int i) { return i % 5 ? host_sides(n - 1 - i) : 0; });
}

int main()
{
	for (dim3 block : shapes) {
		test_tables(block);
		test_structs(block);
	}
	test_objects(1000, 128);
	test_objects(77, 50);
	return unit_finish();
}
