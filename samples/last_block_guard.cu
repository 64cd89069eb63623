// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last-block guard: all threads of exactly one block, the last to come, get true.
//
// Each block publishes a result, and the one that arrives last may use all of them.  Two forms: with
// __syncthreads_or (capability 2.0 and later), and with a flag in shared memory (1.1).
#include "sample.h"

__device__ bool last_block(int *counter)
{
	__threadfence(); // the block's result is visible before its arrival is
	int last = 0;
	if (threadIdx.x == 0)
		last = atomicAdd(counter, 1) == gridDim.x - 1;
	return __syncthreads_or(last);
}

__device__ bool last_block_by_flag(int *counter)
{
	__shared__ bool last;
	__threadfence();
	if (threadIdx.x == 0)
		last = atomicAdd(counter, 1) == gridDim.x - 1;
	__syncthreads();
	return last;
}

// Block b contributes b + 1; the last block adds all contributions up.
template <bool (*guard)(int *)>
__global__ void sum_of_blocks(int *partial, int *counter, int *result, int *guarded_threads)
{
	if (threadIdx.x == 0)
		partial[blockIdx.x] = blockIdx.x + 1;
	if (!guard(counter))
		return;
	atomicAdd(guarded_threads, 1);
	for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
		atomicAdd(result, partial[i]);
}

static bool try_guard(void (*kernel)(int *, int *, int *, int *), const char *name)
{
	const int blocks = 300, threads = 64;
	int *partial, *words; // words: counter, result, number of threads that were let in
	CHECKED(cudaMalloc((void **)&partial, blocks * sizeof(int)));
	CHECKED(cudaMalloc((void **)&words, 3 * sizeof(int)));
	CHECKED(cudaMemset(words, 0, 3 * sizeof(int)));
	kernel<<<blocks, threads>>>(partial, words, words + 1, words + 2);
	CHECKED_LAUNCH();
	int seen[3];
	sample_download(seen, words, 3);
	printf("%s: sum %d, %d threads in the last block\n", name, seen[1], seen[2]);
	CHECKED(cudaFree(partial));
	CHECKED(cudaFree(words));
	return seen[0] == blocks && seen[1] == blocks * (blocks + 1) / 2 && seen[2] == threads;
}

int main()
{
	bool good = try_guard(sum_of_blocks<last_block>, "with __syncthreads_or");
	good = try_guard(sum_of_blocks<last_block_by_flag>, "with a shared flag") && good;
	return sample_finish("last block guard", good);
}
