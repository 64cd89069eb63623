// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A global queue of work items of very different size, fetched by the blocks as they get free.
//
// Between two fetches all threads meet twice: once so that all have read the shared item, once
// so that all see the next.  With one barrier only, a fast thread 0 would overwrite the item.
#include "sample.h"

struct WorkQueue {
	unsigned next, count;
	const unsigned *sizes; // item i is a loop of sizes[i] turns

	// The index of the next item for the calling block, or `count` when there are no more.
	__device__ unsigned fetch()
	{
		__shared__ unsigned item;
		__syncthreads();
		if (threadIdx.x == 0)
			item = atomicAdd(&next, 1u);
		__syncthreads();
		return item < count ? item : count;
	}
};

__global__ void work(WorkQueue *queue, unsigned *results, unsigned *taken)
{
	for (unsigned item = queue->fetch(); item < queue->count; item = queue->fetch()) {
		unsigned sum = 0;
		for (unsigned turn = threadIdx.x; turn < queue->sizes[item]; turn += blockDim.x)
			sum += turn;
		atomicAdd(&results[item], sum);
		if (threadIdx.x == 0)
			atomicAdd(&taken[item], 1u);
	}
}

int main()
{
	const unsigned count = 500;
	static unsigned sizes[count], results[count], taken[count];
	for (unsigned i = 0; i < count; i++)
		sizes[i] = i % 50 == 0 ? 20000 : sample_random(100);

	unsigned *device_sizes = sample_upload(sizes, count);
	unsigned *device_results = sample_upload(results, count), *device_taken = sample_upload(taken, count);
	WorkQueue queue = { 0, count, device_sizes };
	WorkQueue *device_queue = sample_upload(&queue, 1);
	work<<<16, 64>>>(device_queue, device_results, device_taken);
	CHECKED_LAUNCH();
	sample_download(results, device_results, count);
	sample_download(taken, device_taken, count);

	bool good = true;
	for (unsigned i = 0; i < count; i++)
		good = good && taken[i] == 1 && results[i] == (sizes[i] ? sizes[i] * (sizes[i] - 1) / 2 : 0);
	CHECKED(cudaFree(device_sizes));
	CHECKED(cudaFree(device_results));
	CHECKED(cudaFree(device_taken));
	CHECKED(cudaFree(device_queue));
	return sample_finish("work queue", good);
}
