// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters that are __grid_constant__: all threads see them at one address, which __isGridConstant and isspacep.param are true of, and
// which is in the window of global memory; copies that threads have of other parameters are local memory.
#include "kernels/kernel_test.h"

struct Numbers {
	int values[40];
};
struct __align__(64) Map {
	int values[32];
};

struct Answers {
	unsigned int parameter, local, global, constant, shared;
	const void *place;
};

__constant__ int fixed;

__device__ Answers asked(const void *p)
{
	unsigned int by_ptx;
	asm("{ .reg .pred p; isspacep.param p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(by_ptx) : "l"(p));
	unsigned int parameter = __isGridConstant(p) == by_ptx ? by_ptx : 99;
	return { parameter, __isLocal(p), __isGlobal(p), __isConstant(p), __isShared(p), p };
}

__device__ __noinline__ Answers asked_there(const void *p)
{
	return asked(p);
}

__global__ void ask(Answers *out, const __grid_constant__ Numbers numbers, Numbers own, const __grid_constant__ int number, int plain,
                    const __grid_constant__ bool truth, const __grid_constant__ Map map, const __grid_constant__ double real,
                    int *const __grid_constant__ pointer)
{
	int rank = thread_rank();
	own.values[rank % 40]++;
	plain += rank;
	out += rank * 10;
	out[0] = asked(&numbers.values[rank % 40]);
	out[1] = asked_there(&own);
	out[2] = asked(&number);
	out[3] = asked_there(&plain);
	out[4] = asked(&truth);
	out[5] = asked_there(&map.values[31]);
	out[6] = asked(&real);
	out[7] = asked(&pointer);
	out[8] = asked(pointer);
	out[9] = asked_there(&fixed);
}

__device__ __noinline__ int through(const int *p, const bool *truth, const double *real, int *const *pointer)
{
	return p[0] + (*truth ? 1000 : 0) + (int)*real + **pointer;
}

__global__ void use(int *out, const __grid_constant__ int number, const __grid_constant__ bool truth, const __grid_constant__ double real,
                    int *const __grid_constant__ pointer, const __grid_constant__ Map map, const __grid_constant__ Numbers numbers)
{
	int rank = thread_rank();
	const int *there = (const int *)__cvta_grid_constant_to_generic(__cvta_generic_to_grid_constant(&map.values[rank % 32]));
	out[rank] = through(&number, &truth, &real, &pointer) + number + truth + *there + through(&numbers.values[rank % 40], &truth, &real, &pointer);
}

static void expect(const Answers &answer, int line, unsigned int parameter, unsigned int local, unsigned int global, unsigned int constant)
{
	if (answer.parameter != parameter || answer.local != local || answer.global != global || answer.constant != constant || answer.shared) {
		fprintf(stderr, "answer %d: parameter %u, local %u, global %u, constant %u, shared %u\n", line, answer.parameter, answer.local,
		        answer.global, answer.constant, answer.shared);
		unit_failed++;
	}
}

static void check_shape(dim3 block, int *item)
{
	int count = size_of(block);
	Numbers numbers;
	Map map;
	for (int i = 0; i < 40; i++)
		numbers.values[i] = i * i;
	for (int i = 0; i < 32; i++)
		map.values[i] = 7 * i;
	Buffer<Answers> answers(count * 10);
	ask<<<1, block>>>(answers.device, numbers, numbers, 5, 6, true, map, 2.5, item);
	CALL(cudaDeviceSynchronize());
	Answers *found = (Answers *)malloc(sizeof(Answers) * count * 10);
	CALL(cudaMemcpy(found, answers.device, sizeof(Answers) * count * 10, cudaMemcpyDeviceToHost));
	for (int i = 0; i < count && !unit_failed; i++) {
		const Answers *of = found + i * 10;
		for (int k : { 0, 2, 4, 5, 6, 7 })
			expect(of[k], k, 1, 0, 1, 0);
		for (int k : { 1, 3 })
			expect(of[k], k, 0, 1, 0, 0);
		expect(of[8], 8, 0, 0, 1, 0);
		expect(of[9], 9, 0, 0, 0, 1);
		CHECK((const int *)of[0].place - i % 40 == found[0].place);
		for (int k : { 2, 4, 5, 6, 7 })
			CHECK(of[k].place == found[k].place);
		CHECK((size_t)of[5].place % 64 == 31 * 4 % 64);
	}
	free(found);
	Buffer<int> out(count);
	use<<<1, block>>>(out.device, 5, true, 2.5, item, map, numbers);
	out.expect([](int i) { return 5 + 1000 + 2 + 11 + 5 + 1 + 7 * (i % 32) + i % 40 * (i % 40) + 1000 + 2 + 11; });
}

int main()
{
	Buffer<int> item(1);
	int eleven = 11;
	item.upload(&eleven);
	for (dim3 block : shapes)
		check_shape(block, item.device);
	return unit_finish();
}
