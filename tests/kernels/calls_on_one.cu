// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Virtual functions and functions through pointers whose first argument all lanes have in common, some have, or each has its own: objects
// of one class and several, in lists that call further, that change what they are called on, that give structs back; with lanes that are
// off, and records of each thread's own that they fill.
#include "kernels/kernel_test.h"

struct record {
	float distance, place[3], normal[3];
	const int *owner;
	int calls;
};

struct ray {
	float from[3], along[3];
};

struct thing {
	int number;
	__device__ explicit thing(int number) : number(number) {}
	__device__ virtual bool hit(const ray &r, float limit, record &found) const = 0;
	__device__ virtual record describe(int thread) const = 0;
	__device__ virtual int visit(int thread) { return number + thread; }
};

struct ball : thing {
	float centre[3], size;
	__device__ ball(int number) : thing(number), centre{ number * 0.5f, number * 0.25f, 2 }, size(number % 4 + 1) {}
	__device__ bool hit(const ray &r, float limit, record &found) const override
	{
		float sum = 0;
		for (int i = 0; i < 3; i++)
			sum += (r.from[i] - centre[i]) * r.along[i];
		if (sum >= size || sum >= limit)
			return false;
		found.distance = sum;
		for (int i = 0; i < 3; i++) {
			found.place[i] = r.from[i] + sum;
			found.normal[i] = found.place[i] - centre[i];
		}
		found.owner = &number;
		return true;
	}
	__device__ record describe(int thread) const override
	{
		return { size, { centre[0], centre[1], centre[2] }, { 1, 2, 3 }, &number, thread };
	}
};

struct wall : thing {
	float height;
	int visits;
	__device__ wall(int number) : thing(number), height(number), visits(0) {}
	__device__ bool hit(const ray &r, float limit, record &found) const override
	{
		if (r.from[1] > height || height > limit)
			return false;
		found.distance = height;
		found.owner = &number;
		return true;
	}
	__device__ record describe(int thread) const override { return { height, { 0, 0, 0 }, { 0, 0, 0 }, NULL, -thread }; }
	__device__ int visit(int thread) override { return atomicAdd(&visits, 1) >= 0 ? number * thread : 0; }
};

struct list : thing {
	thing **things;
	int count;
	__device__ list(thing **things, int count) : thing(1000), things(things), count(count) {}
	__device__ bool hit(const ray &r, float limit, record &found) const override
	{
		record mine = found;
		bool any = false;
		for (int i = 0; i < count; i++)
			if (things[i]->hit(r, limit, mine)) {
				limit = mine.distance;
				mine.calls = found.calls + 1;
				found = mine;
				any = true;
			}
		return any;
	}
	__device__ record describe(int thread) const override { return things[thread % count]->describe(thread); }
	__device__ int visit(int thread) override
	{
		int sum = 0;
		for (int i = thread % 3; i < count; i++)
			sum += things[i]->visit(thread);
		return sum;
	}
};

enum { COUNT = 12 };

__global__ void make(thing **things)
{
	if (thread_rank() || blockIdx.x)
		return;
	for (int i = 0; i < COUNT; i++)
		things[i] = i % 5 == 3 ? (thing *)new wall(i) : (thing *)new ball(i);
	things[COUNT] = new list(things, COUNT);
	things[COUNT + 1] = new list(things + COUNT / 2, 2);
}

__device__ static int mix(int sum, const record &r)
{
	for (int i = 0; i < 3; i++)
		sum = sum * 31 + (int)(8 * r.place[i]) + (int)(4 * r.normal[i]);
	return sum * 31 + (int)(8 * r.distance) + r.calls;
}

// All lanes on one object; those of a few objects; each on another; and with half of them off.
__device__ static int look(thing **things, int me, int which)
{
	ray r = { { me * 0.125f, me % 7 * 1.0f, 1 }, { 1, 0.5f, me % 3 - 1.0f } };
	record found = { 0, { 0, 0, 0 }, { 0, 0, 0 }, NULL, 0 };
	thing *on = things[which == 0 ? COUNT : which == 1 ? me / 8 % (COUNT + 2) : me % (COUNT + 2)];
	int sum = 0;
	if (me % 4 != which)
		sum = on->hit(r, 1e9f, found) ? mix(1, found) + (found.owner ? *found.owner : 0) : -1;
	sum = mix(sum, on->describe(me));
	if (me & 2)
		sum += on->visit(me);
	return sum;
}

typedef int change_function(int *numbers, int thread);
__device__ int add_up(int *numbers, int thread) { return numbers[thread % 4] + numbers[4]; }
__device__ int count_up(int *numbers, int thread) { return atomicAdd(&numbers[thread & 1], 0) + thread; }
__device__ change_function *const changes[] = { add_up, count_up };

__global__ void kernel(int *out, thing **things, int *numbers, int which, int one)
{
	int me = thread_rank();
	int sum = look(things, me, which);
	change_function *change = changes[one ? one - 1 : me % 2];
	for (int i = 0; i < 3; i++)
		sum = sum * 7 + change(numbers + (which == 2 ? me % 3 : i), me);
	out[me] = sum;
}

// The same in one thread, which has no other to share anything with.
__global__ void one_by_one(int *out, thing **things, int *numbers, int which, int one, int count)
{
	for (int me = 0; me < count; me++) {
		int sum = look(things, me, which);
		for (int i = 0; i < 3; i++)
			sum = sum * 7 + (one == 1 || (!one && me % 2 == 0) ? add_up : count_up)(numbers + (which == 2 ? me % 3 : i), me);
		out[me] = sum;
	}
}

int main()
{
	Buffer<thing *> things(COUNT + 2);
	Buffer<int> numbers(16);
	numbers.fill([](int i) { return 100 + i * i; });
	make<<<1, 32>>>(things.device);
	for (dim3 shape : shapes) {
		int count = size_of(shape);
		Buffer<int> out(count), expected(count);
		for (int which = 0; which < 3; which++)
			for (int one = 0; one < 3; one++) {
				kernel<<<1, shape>>>(out.device, things.device, numbers.device, which, one);
				one_by_one<<<1, 1>>>(expected.device, things.device, numbers.device, which, one, count);
				int *right = (int *)malloc(count * sizeof(int));
				CALL(cudaMemcpy(right, expected.device, count * sizeof(int), cudaMemcpyDeviceToHost));
				out.expect([&](int i) { return right[i]; });
				free(right);
			}
	}
	return unit_finish();
}
