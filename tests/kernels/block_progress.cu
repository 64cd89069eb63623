// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that wait for other blocks, whatever the number of workers: decoupled look-back, tickets, a
// barrier of the grid by hand, blocks that wait for later ones, and cooperative launches.
// RUNS: ANYWARP_WORKERS=1,2,5
#include <cooperative_groups.h>

#include "unit/unit.h"

enum { THREADS = 128, BLOCKS = 700 };

struct partial {
	volatile int state; // 0 nothing, 1 the block's own sum, 2 the sum up to here
	volatile int own, upto;
};

// Scan in one pass (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back").
__global__ void look_back(const int *in, int *out, partial *partials, int *ticket)
{
	__shared__ int block, before, cells[THREADS];
	if (threadIdx.x == 0)
		block = atomicAdd(ticket, 1);
	__syncthreads();
	int i = block * THREADS + threadIdx.x;
	cells[threadIdx.x] = in[i];
	for (int distance = 1; distance < THREADS; distance *= 2) {
		__syncthreads();
		int other = threadIdx.x >= distance ? cells[threadIdx.x - distance] : 0;
		__syncthreads();
		cells[threadIdx.x] += other;
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		int sum = cells[THREADS - 1], total = 0;
		partials[block].own = sum;
		__threadfence();
		partials[block].state = 1;
		for (int other = block - 1; other >= 0; other--) {
			while (partials[other].state == 0)
				;
			__threadfence();
			if (partials[other].state == 2) {
				total += partials[other].upto;
				break;
			}
			total += partials[other].own;
		}
		partials[block].upto = total + sum;
		__threadfence();
		partials[block].state = 2;
		before = total;
	}
	__syncthreads();
	out[i] = before + cells[threadIdx.x];
}

// Every block waits for all: works on a GPU as long as all blocks are resident.
__global__ void grid_by_hand(int *count, int *out)
{
	for (int turn = 1; turn <= 3; turn++) {
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicAdd(count, 1);
			while (atomicAdd(count, 0) < turn * gridDim.x)
				;
		}
		__syncthreads();
		int me = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
		out[turn * all + me] = out[(turn - 1) * all + (me + blockDim.x) % all] + 1;
	}
}

// Block i waits for block i + 1.
__global__ void backwards(volatile int *done)
{
	if (threadIdx.x == 0) {
		while (blockIdx.x + 1 < gridDim.x && done[blockIdx.x + 1] == 0)
			;
		done[blockIdx.x] = 1;
	}
}

// Threads of one block wait for each other in turn, across warps, without a barrier.
__global__ void relay(volatile int *turn, int *out)
{
	while (*turn != threadIdx.x)
		;
	out[threadIdx.x] = threadIdx.x * 3;
	__threadfence();
	*turn = threadIdx.x + 1;
}

__global__ void cooperative(int *out, int turns)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	int me = grid.thread_rank(), all = grid.size();
	for (int turn = 1; turn <= turns; turn++) {
		out[turn * all + me] = out[(turn - 1) * all + (me + 77) % all] + 1;
		grid.sync();
	}
}

template <class T> static T *zeros(size_t count)
{
	T *made;
	CHECK_EQUAL(cudaMallocManaged((void **)&made, count * sizeof(T)), cudaSuccess);
	cudaMemset(made, 0, count * sizeof(T));
	return made;
}

static void scans()
{
	int *in = zeros<int>(THREADS * BLOCKS), *out = zeros<int>(THREADS * BLOCKS), *ticket = zeros<int>(1);
	partial *partials = zeros<partial>(BLOCKS);
	for (int i = 0; i < THREADS * BLOCKS; i++)
		in[i] = i % 17;
	look_back<<<BLOCKS, THREADS>>>(in, out, partials, ticket);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	int sum = 0, wrong = 0;
	for (int i = 0; i < THREADS * BLOCKS; i++)
		wrong += out[i] != (sum += in[i]);
	CHECK_EQUAL(wrong, 0);
}

static void grids()
{
	const int blocks = 16, all = blocks * THREADS;
	int *count = zeros<int>(1), *out = zeros<int>(4 * all), wrong = 0;
	grid_by_hand<<<blocks, THREADS>>>(count, out);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < all; i++)
		wrong += out[3 * all + i] != 3;
	CHECK_EQUAL(wrong, 0);
	int *done = zeros<int>(20);
	backwards<<<20, 32>>>(done);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	CHECK_EQUAL(done[0], 1);
	int *turn = zeros<int>(1);
	relay<<<1, 96>>>(turn, out);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	CHECK_EQUAL(out[95], 285);
}

static void cooperation()
{
	int resident = 0, device = 0, multiprocessors = 0, turns = 5, wrong = 0;
	cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, cooperative, 256, 0);
	int blocks = resident * multiprocessors, all = blocks * 256;
	int *out = zeros<int>(all * (turns + 1));
	void *arguments[] = { &out, &turns };
	CHECK_EQUAL(cudaLaunchCooperativeKernel((void *)cooperative, blocks, 256, arguments, 0, 0), cudaSuccess);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < all; i++)
		wrong += out[turns * all + i] != turns;
	CHECK_EQUAL(wrong, 0);
	CHECK_EQUAL(cudaLaunchCooperativeKernel((void *)cooperative, blocks + 1, 256, arguments, 0, 0),
	            cudaErrorCooperativeLaunchTooLarge);
	cudaGetLastError();
}

int main()
{
	scans();
	grids();
	cooperation();
	return unit_finish();
}
