// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that end by what threads write to shared memory, with fences or atomic operations: where each turn comes by a barrier nobody waits
// for anybody else, where one goes past it a thread does.
#include "kernels/kernel_test.h"

#include <vector>

// Adds up rows until the sum is large enough; a sum of a block by shuffles and atomic operations.
__global__ void paced(int *out, const int *in, int enough)
{
	__shared__ int turn, total, sum;
	__shared__ volatile bool more;
	int me = thread_rank();
	if (me == 0) {
		turn = total = 0;
		more = true;
	}
	__syncthreads();
	while (turn < 50 && more) {
		if (me == 0)
			sum = 0;
		__threadfence();
		__syncthreads();
		int mine = in[turn] + me;
		for (int step = 16; step > 0; step /= 2)
			mine += __shfl_xor_sync(~0u, mine, step);
		if (me % 32 == 0)
			atomicAdd(&sum, mine);
		__threadfence();
		__syncthreads();
		if (me == block_volume() - 1) {
			total += sum;
			more = total < enough;
			turn++;
		}
		__syncthreads();
	}
	out[me] = total * 64 + turn;
}

// The first warp works on until the second has seen it; a turn past the barrier waits.
__global__ void waits(int *out)
{
	__shared__ volatile int steps, seen;
	int me = thread_rank();
	if (me == 0)
		steps = seen = 0;
	__syncthreads();
	if (me < 32) {
		while (seen == 0) {
			if (me == 0)
				steps = steps + 1;
			__threadfence();
		}
	} else {
		while (steps == 0)
			__threadfence();
		seen = 1;
	}
	__syncthreads();
	out[me] = steps > 0;
}

enum { FAR = 1 << 30 };

// Levels of a breadth first search by one block.  Who is told of in shared memory has taken a vertex from memory that others could, too.
__global__ void levels(int *level, const int *first, const int *to, int count)
{
	__shared__ int found;
	int n = block_volume(), me = thread_rank(), depth = 0, more;
	do {
		__syncthreads();
		if (me == 0)
			found = 0;
		__syncthreads();
		for (int v = me; v < count; v += n)
			if (level[v] == depth)
				for (int k = first[v]; k < first[v + 1]; k++)
					if (atomicCAS(&level[to[k]], FAR, depth + 1) == FAR)
						atomicAdd(&found, 1);
		__syncthreads();
		more = found;
		depth++;
	} while (more);
}

static void test_levels(dim3 shape)
{
	enum { COUNT = 700, DEGREE = 3 };
	std::vector<int> first(COUNT + 1), to, level(COUNT, FAR), queue(1, 0);
	for (int v = 0; v < COUNT; v++) {
		for (int k = 0; k < DEGREE; k++)
			to.push_back((v * 5 + k * 97 + 1) % COUNT);
		first[v + 1] = (int)to.size();
	}
	level[0] = 0;
	Buffer<int> levels_there(COUNT), firsts(COUNT + 1), tos((int)to.size());
	levels_there.upload(level.data());
	firsts.upload(first.data());
	tos.upload(to.data());
	for (size_t i = 0; i < queue.size(); i++)
		for (int k = first[queue[i]]; k < first[queue[i] + 1]; k++)
			if (level[to[k]] == FAR) {
				level[to[k]] = level[queue[i]] + 1;
				queue.push_back(to[k]);
			}
	levels<<<1, shape>>>(levels_there.device, firsts.device, tos.device, COUNT);
	levels_there.expect([&](int v) { return level[v]; });
}

int main()
{
	for (dim3 shape : shapes)
		test_levels(shape);
	for (dim3 shape : warp_shapes) {
		int volume = size_of(shape);
		Buffer<int> in(50), out(volume);
		in.fill([](int i) { return i; });
		for (int enough : { 1, 5000, 200000, 2000000000 }) {
			int turn = 0, total = 0;
			do
				total += volume * turn + volume * (volume - 1) / 2;
			while (++turn < 50 && total < enough);
			paced<<<1, shape>>>(out.device, in.device, enough);
			out.expect([&](int) { return (int)((unsigned)total * 64 + turn); });
		}
	}
	Buffer<int> out(64);
	waits<<<1, 64>>>(out.device);
	out.expect([](int) { return 1; });
	return unit_finish();
}
