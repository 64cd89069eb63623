// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels for tests/fail/sanitizer.sh: the name of one is the argument; those from `clean` on have nothing wrong with them.
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { COUNT = 128 };

__managed__ int managed[COUNT];
__device__ int variable[COUNT];

// --- races ---

__global__ void no_barrier(int *data)
{
	__shared__ int row[COUNT];
	row[threadIdx.x] = data[threadIdx.x]; // STORE
	data[threadIdx.x] = row[COUNT - 1 - threadIdx.x]; // LOAD
}

// What one warp's threads agree on by __syncwarp() the other warps don't know.
__global__ void only_warps(int *data)
{
	__shared__ int row[COUNT];
	row[threadIdx.x] = (int)threadIdx.x + 1;
	__syncwarp();
	data[threadIdx.x] = row[(threadIdx.x + 32) % COUNT];
}

// The next turn writes what others may not have read yet.
__global__ void one_barrier_short(int *data)
{
	__shared__ int all;
	for (int turn = 1; turn < 3; turn++) {
		if (threadIdx.x == 0)
			all = turn;
		__syncthreads();
		data[threadIdx.x] += all;
	}
}

__global__ void beside_atomic(int *data)
{
	__shared__ int sum;
	if (threadIdx.x == 0)
		sum = 5;
	__syncthreads();
	if (threadIdx.x == 40)
		sum = 7;
	else
		atomicAdd(&sum, 1);
	__syncthreads();
	data[threadIdx.x] = sum;
}

// --- bounds ---

__global__ void past_end(int *data)
{
	data[threadIdx.x + 1] = 1;
}

__global__ void before_begin(int *data)
{
	data[0] = *((char *)data - 1);
}

__global__ void atomic_past_end(int *data)
{
	atomicAdd(data + COUNT, 1);
}

__global__ void host_pointer(int *data)
{
	data[threadIdx.x] = 1;
}

__global__ void past_heap(int *data)
{
	char *bytes = (char *)malloc(10);
	data[0] = bytes[16];
	free(bytes);
}

// --- nothing wrong ---

struct lock {
	int taken;
	__device__ void take() { while (atomicCAS(&taken, 0, 1)) {} __threadfence_block(); }
	__device__ void give() { __threadfence_block(); atomicExch(&taken, 0); }
};

__global__ void clean(int *data, int *registered, int *pool, int *mapped)
{
	__shared__ int row[COUNT], turns[COUNT / 32], locked, last;
	__shared__ volatile int steps[COUNT];
	__shared__ lock guard;
	extern __shared__ char dynamic[];
	int i = (int)threadIdx.x, own[8];
	row[i] = data[i];
	dynamic[i] = (char)i; // neighbours are other threads' bytes
	if (i == 0)
		guard.taken = locked = last = 0;
	__syncthreads();
	int sum = row[COUNT - 1 - i] + dynamic[(i + 1) % COUNT];
	if (i % 32 == 0)
		turns[i / 32] = i;
	__syncwarp();
	sum += turns[i / 32];
	steps[i] = i;
	if (i % 32 < 31)
		sum += steps[i + 1]; // volatile: a warp goes in step
	guard.take();
	locked += i;
	guard.give();
	last = 3; // all write the same
	atomicAdd(&row[0], 0);
	__syncthreads();
	sum += locked + last;
	for (int k = 0; k < 8; k++)
		own[(k * 3 + i) % 8] = k;
	char *heap = (char *)malloc(16);
	heap[15] = 1;
	data[i] = sum + own[i % 8] + heap[15] + variable[i] + managed[i] + registered[i] + pool[i] + mapped[i];
	free(heap);
}

static int report()
{
	cudaError_t launched = cudaGetLastError(), done = cudaDeviceSynchronize();
	printf("%s, %s\n", cudaGetErrorName(launched), cudaGetErrorName(done));
	return launched != cudaSuccess || done != cudaSuccess;
}

int main(int, char **arguments)
{
	static const struct { const char *name; void (*kernel)(int *); } kernels[] = {
		{ "no_barrier", no_barrier }, { "only_warps", only_warps }, { "one_barrier_short", one_barrier_short },
		{ "beside_atomic", beside_atomic }, { "past_end", past_end }, { "before_begin", before_begin },
		{ "atomic_past_end", atomic_past_end }, { "host_pointer", host_pointer }, { "past_heap", past_heap },
	};
	int *data, *pool, *mapped, *registered = (int *)calloc(COUNT, sizeof(int));
	cudaMalloc(&data, COUNT * sizeof(int));
	cudaMemset(data, 0, COUNT * sizeof(int));
	for (auto &row : kernels)
		if (!strcmp(row.name, arguments[1])) {
			row.kernel<<<1, COUNT>>>(row.kernel == host_pointer ? registered : data);
			return report();
		}
	cudaHostRegister(registered, COUNT * sizeof(int), cudaHostRegisterDefault);
	cudaMallocAsync(&pool, COUNT * sizeof(int), 0);
	cudaMemsetAsync(pool, 0, COUNT * sizeof(int), 0);
	cudaHostAlloc(&mapped, COUNT * sizeof(int), cudaHostAllocMapped);
	memset(mapped, 0, COUNT * sizeof(int));
	clean<<<2, COUNT, COUNT>>>(data, registered, pool, mapped);
	return report();
}
