// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that add up rows of numbers together and then do things of their own: the last one adds up what all have left, some go another
// way than others by their number, by what they found or by how many of their threads found something, and all use shared memory that
// they filled before.
// RUNS: ANYWARP_WORKERS=1,2
#include <stdio.h>
#include <string.h>

enum { THREADS = 128, MOST_BLOCKS = 96 };

struct counters {
	unsigned arrived;
	int result;
};

__device__ int sum_of_row(const int *numbers, int count)
{
	int sum = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
		sum += numbers[i];
	return sum;
}

__device__ int sum_of_block(int *partial, int value)
{
	partial[threadIdx.x] = value;
	__syncthreads();
	for (int size = blockDim.x / 2; size > 0; size /= 2) {
		if (threadIdx.x < size)
			partial[threadIdx.x] += partial[threadIdx.x + size];
		__syncthreads();
	}
	return partial[0];
}

// The threadfence reduction.
__global__ void last_adds_up(const int *numbers, int count, int *sums, struct counters *counters)
{
	__shared__ int partial[THREADS];
	__shared__ bool last;
	int sum = sum_of_block(partial, sum_of_row(numbers, count));
	if (threadIdx.x == 0) {
		sums[blockIdx.x] = sum;
		__threadfence();
		last = atomicInc(&counters->arrived, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (!last)
		return;
	sum = 0;
	for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
		sum += ((volatile int *)sums)[i];
	__syncthreads();
	sum = sum_of_block(partial, sum);
	if (threadIdx.x == 0)
		counters->result = sum;
}

// What a block does next depends on its number, and on what its threads found.
__global__ void ways_of_blocks(const int *numbers, int count, int *out)
{
	__shared__ int table[THREADS];
	__shared__ int most;
	int own[4], number = blockIdx.x, id = blockIdx.x * blockDim.x + threadIdx.x;
	table[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
	if (threadIdx.x == 0)
		most = 0;
	for (int k = 0; k < 4; k++)
		own[k] = id * (k + 1);
	int sum = sum_of_row(numbers, count);
	__syncthreads();
	own[sum & 3] += sum;
	atomicMax(&most, sum & 1023);
	__syncthreads();
	if (number % 3 == 0) {
		int other = table[(threadIdx.x + 1) % THREADS];
		__syncthreads();
		table[threadIdx.x] = other + most;
	} else if (number % 3 == 1) {
		int odd = __syncthreads_count(sum & 1);
		if (odd > THREADS / 2) {
			table[threadIdx.x] = -table[threadIdx.x];
			__syncthreads();
			own[1] += table[THREADS - 1 - threadIdx.x];
		}
		own[2] += odd;
	}
	__syncthreads();
	out[id] = table[THREADS - 1 - threadIdx.x] + own[0] + own[1] * 3 + own[2] * 5 + own[(id + sum) & 3] + most;
}

// The same sums on rows of blocks, each with its part of the dynamic shared memory.
__global__ void rows_of_blocks(const int *numbers, int count, int *out)
{
	extern __shared__ int found[];
	int sum = 0, row = blockIdx.y;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
		sum += numbers[i] ^ row;
	found[threadIdx.y * blockDim.x + threadIdx.x] = sum;
	__syncthreads();
	if (__syncthreads_or(sum % 7 == 0)) {
		sum += found[threadIdx.y * blockDim.x + blockDim.x - 1 - threadIdx.x];
		__syncthreads();
	}
	out[((row * gridDim.x + blockIdx.x) * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = sum + (blockIdx.x == 1 ? row : 0);
}

static int numbers[100000], host[MOST_BLOCKS * THREADS], device[MOST_BLOCKS * THREADS], *input, *output, bad;

static int sum_of_thread(int thread, int threads, int count)
{
	int sum = 0;
	for (int i = thread; i < count; i += threads)
		sum += numbers[i];
	return sum;
}

static void check(const char *what, int blocks, int count, bool right)
{
	if (right && cudaGetLastError() == cudaSuccess)
		return;
	printf("%s: %d blocks, %d numbers\n", what, blocks, count);
	bad = 1;
}

static void check_sums(int blocks, int count, int *sums, struct counters *counters)
{
	struct counters found;
	int sum = 0;
	for (int i = 0; i < count; i++)
		sum += numbers[i];
	for (int launch = 0; launch < 2; launch++) {
		last_adds_up<<<blocks, THREADS>>>(input, count, sums, counters);
		cudaMemcpy(&found, counters, sizeof(found), cudaMemcpyDeviceToHost);
		check("last_adds_up", blocks, count, found.result == sum && found.arrived == 0);
	}
}

static void ways_on_host(int block, int blocks, int count)
{
	int sums[THREADS], table[THREADS], most = 0, odd = 0;
	for (int t = 0; t < THREADS; t++) {
		sums[t] = sum_of_thread(block * THREADS + t, blocks * THREADS, count);
		most = (sums[t] & 1023) > most ? sums[t] & 1023 : most;
		odd += sums[t] & 1;
		table[t] = block * 1000 + t;
	}
	bool turned = block % 3 == 1 && odd > THREADS / 2;
	for (int t = 0; t < THREADS; t++)
		table[t] = block % 3 == 0 ? block * 1000 + (t + 1) % THREADS + most : turned ? -table[t] : table[t];
	for (int t = 0; t < THREADS; t++) {
		int id = block * THREADS + t, own[4] = { id, id * 2, id * 3, id * 4 };
		own[sums[t] & 3] += sums[t];
		if (turned)
			own[1] += table[THREADS - 1 - t];
		if (block % 3 == 1)
			own[2] += odd;
		host[id] = table[THREADS - 1 - t] + own[0] + own[1] * 3 + own[2] * 5 + own[(id + sums[t]) & 3] + most;
	}
}

static void check_ways(int blocks, int count)
{
	ways_of_blocks<<<blocks, THREADS>>>(input, count, output);
	cudaMemcpy(device, output, sizeof(device), cudaMemcpyDeviceToHost);
	for (int block = 0; block < blocks; block++)
		ways_on_host(block, blocks, count);
	check("ways_of_blocks", blocks, count, !memcmp(host, device, blocks * THREADS * sizeof(int)));
}

static void check_rows(int blocks, int count)
{
	enum { X = 64, Y = 2 };
	int rows = MOST_BLOCKS / blocks < 3 ? MOST_BLOCKS / blocks : 3;
	rows_of_blocks<<<dim3(blocks, rows), dim3(X, Y), X * Y * sizeof(int)>>>(input, count, output);
	cudaMemcpy(device, output, sizeof(device), cudaMemcpyDeviceToHost);
	for (int block = 0; block < blocks * rows; block++) {
		int sums[X], any = 0, row = block / blocks;
		for (int x = 0; x < X; x++) {
			sums[x] = 0;
			for (int i = block % blocks * X + x; i < count; i += X * blocks)
				sums[x] += numbers[i] ^ row;
			any |= sums[x] % 7 == 0;
		}
		for (int t = 0; t < X * Y; t++)
			host[block * X * Y + t] = sums[t % X] + (any ? sums[X - 1 - t % X] : 0) + (block % blocks == 1 ? row : 0);
	}
	check("rows_of_blocks", blocks, count, !memcmp(host, device, blocks * rows * THREADS * sizeof(int)));
}

int main()
{
	static const int counts[] = { 0, 1, 100, 4096, 5000, 100000 }, blocks[] = { 1, 2, 3, 8, 17, 96 };
	int *sums;
	struct counters *counters;
	for (int i = 0; i < 100000; i++)
		numbers[i] = (int)(i * 2654435761u >> 12);
	cudaMalloc(&input, sizeof(numbers));
	cudaMalloc(&output, sizeof(device));
	cudaMalloc(&sums, sizeof(int) * MOST_BLOCKS);
	cudaMalloc(&counters, sizeof(*counters));
	cudaMemset(counters, 0, sizeof(*counters));
	cudaMemcpy(input, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
	for (int count : counts)
		for (int block : blocks) {
			check_sums(block, count, sums, counters);
			check_ways(block, count);
			check_rows(block, count);
		}
	printf(bad ? "wrong\n" : "right\n");
	return bad;
}
