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

// --- what nobody wrote ---

struct padded { char small; int large; };

__global__ void read_fresh(int *data)
{
	data[threadIdx.x] = data[threadIdx.x] + 1; // FRESH
}

__global__ void add_fresh(int *data)
{
	atomicAdd(data, 1);
}

__global__ void copy_fresh(int *data)
{
	((int4 *)data)[1] = ((int4 *)data)[0];
}

// Padding doesn't count, nor does what a kernel, a fill or a copy wrote.
__global__ void read_written(padded *objects, const int *filled, int *sum)
{
	objects[0].small = 1;
	objects[0].large = 2;
	objects[1] = objects[0];
	*sum = objects[1].small + objects[1].large + filled[COUNT - 1];
}

static void use_fresh(const char *name)
{
	int *data, sum;
	cudaMalloc(&data, COUNT * sizeof(int));
	if (!strcmp(name, "read_fresh")) {
		cudaMemset(data, 0, (COUNT - 1) * sizeof(int) + 1); // the last thread's are set in part
		read_fresh<<<1, COUNT>>>(data);
	} else if (!strcmp(name, "add_fresh")) {
		add_fresh<<<1, 1>>>(data);
	} else if (!strcmp(name, "copy_fresh")) {
		cudaMemset(data, 0, 3 * sizeof(int));
		copy_fresh<<<1, 1>>>(data);
	} else if (!strcmp(name, "fetch_fresh")) {
		cudaMemset(data, 0, 4);
		cudaMemcpy(&sum, data + 1, sizeof(int), cudaMemcpyDeviceToHost);
	} else {
		int *pitched, host[COUNT] = { 0 };
		size_t pitch;
		padded *objects;
		cudaMalloc(&objects, 2 * sizeof(padded));
		cudaMallocPitch(&pitched, &pitch, 12, 3);
		cudaMemcpy2D(pitched, pitch, host, 12, 12, 3, cudaMemcpyHostToDevice);
		cudaMemcpy2D(host, 12, pitched, pitch, 12, 3, cudaMemcpyDeviceToHost);
		cudaMemcpy(data, host, sizeof(host), cudaMemcpyHostToDevice);
		read_written<<<1, 1>>>(objects, data, pitched);
		cudaMemcpy(&sum, pitched, sizeof(sum), cudaMemcpyDeviceToHost);
		printf("sum %d\n", sum);
		cudaFree(objects);
		cudaFree(pitched);
	}
	cudaFree(data);
}

// --- what is left, and calls that fail ---

static void leave_memory()
{
	int *data, *pool, *freed;
	cudaArray_t array;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaMalloc(&data, 1234);
	cudaMalloc(&freed, 100);
	cudaFree(freed);
	cudaMallocAsync(&pool, 4096, 0);
	cudaMallocArray(&array, &format, 16, 16);
}

static void fail_calls(int *data)
{
	cudaMemcpy(data, data, 1 << 20, cudaMemcpyHostToDevice);
	cudaSetDevice(99);
	cudaGetLastError();
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
	if (strstr(arguments[1], "_fresh") || !strcmp(arguments[1], "read_written"))
		return use_fresh(arguments[1]), report();
	if (!strcmp(arguments[1], "leave_memory"))
		return cudaFree(data), leave_memory(), report();
	if (!strcmp(arguments[1], "fail_calls"))
		return fail_calls(data), report();
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
