// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libcu++: barriers and pipelines with asynchronous copies, atomic objects, semaphores, and some of cuda::std, in kernels.
#include <cooperative_groups.h>
#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <nv/target>

#include "check.h"

namespace cg = cooperative_groups;

enum { EACH = 128, TURNS = 9 };

template <int stages> __global__ void doubled(const int *in, int *out)
{
	__shared__ int rows[stages][EACH];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
	cg::thread_block block = cg::this_thread_block();
	auto pipeline = cuda::make_pipeline(block, &state);
	for (int turn = 0, next = 0; turn < TURNS; turn++) {
		for (; next < TURNS && next < turn + stages; next++) {
			pipeline.producer_acquire();
			cuda::memcpy_async(block, rows[next % stages], in + next * EACH, sizeof(int) * EACH, pipeline);
			pipeline.producer_commit();
		}
		pipeline.consumer_wait();
		out[turn * EACH + threadIdx.x] = rows[turn % stages][EACH - 1 - threadIdx.x] * 2;
		block.sync(); // the next copy goes where others may still read
		pipeline.consumer_release();
	}
}

// A thread's own pipeline, and half of the block that copies for the other half.
__global__ void handed_on(const int *in, int *out)
{
	__shared__ int mine[EACH], row[EACH];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
	auto own = cuda::make_pipeline();
	cuda::memcpy_async(mine + threadIdx.x, in + threadIdx.x, sizeof(int), own);
	own.producer_commit();
	own.consumer_wait();
	own.consumer_release();
	cg::thread_block block = cg::this_thread_block();
	bool copies = threadIdx.x < EACH / 2;
	auto pipeline = cuda::make_pipeline(block, &state, copies ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
	for (int turn = 0; turn < TURNS; turn++) {
		if (copies) {
			pipeline.producer_acquire();
			for (int i = threadIdx.x; i < EACH; i += EACH / 2)
				row[i] = in[turn * EACH + i] + mine[i] - in[i];
			pipeline.producer_commit();
		} else {
			pipeline.consumer_wait();
			for (int i = threadIdx.x - EACH / 2; i < EACH; i += EACH / 2)
				out[turn * EACH + i] = row[EACH - 1 - i];
			pipeline.consumer_release();
		}
	}
}

__global__ void reversed(const int *in, int *out)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> barrier;
	__shared__ alignas(16) int row[EACH];
	if (threadIdx.x == 0)
		init(&barrier, blockDim.x);
	__syncthreads();
	in += blockIdx.x * EACH;
	cuda::memcpy_async(cg::this_thread_block(), row, in, cuda::aligned_size_t<16>(sizeof(row)), barrier);
	barrier.arrive_and_wait();
	out[blockIdx.x * EACH + threadIdx.x] = row[EACH - 1 - threadIdx.x];
	auto token = barrier.arrive();
	barrier.wait(std::move(token));
}

struct Found {
	cuda::atomic<int, cuda::thread_scope_device> most;
	cuda::atomic<long long, cuda::thread_scope_system> sum;
	cuda::binary_semaphore<cuda::thread_scope_device> free;
	cuda::latch<cuda::thread_scope_device> all;
	int counted, guarded, seen;
};

__global__ void meet(Found *found)
{
	cuda::atomic_ref<int, cuda::thread_scope_device>(found->counted).fetch_add(1, cuda::memory_order_relaxed);
	found->most.fetch_max((int)threadIdx.x * 7 % 101);
	found->sum.fetch_add(1ll << 33);
	if (threadIdx.x == 0) {
		found->free.acquire();
		found->guarded += blockIdx.x;
		found->free.release();
		found->all.arrive_and_wait();
		atomicAdd(&found->seen, found->guarded);
	}
}

__global__ void values(double *out, int *place)
{
	cuda::std::complex<double> z(1, 2);
	cuda::std::tuple<int, double> pair(3, (z * z).real());
	cuda::std::array<int, 3> three = { 4, 5, 6 };
	cuda::annotated_ptr<int, cuda::access_property::global> pointer(place);
	auto time = cuda::std::chrono::high_resolution_clock::now();
	*pointer = cuda::std::popcount(0xf0u);
	out[0] = cuda::std::get<1>(pair);
	out[1] = three[1] + cuda::std::numeric_limits<unsigned char>::max();
	out[2] = cuda::std::is_same<int, cuda::std::remove_const<const int>::type>::value;
	out[3] = time.time_since_epoch().count() > 0;
	NV_IF_TARGET(NV_IS_DEVICE, out[4] = 1;, out[4] = 2;)
}

int main()
{
	enum { ALL = EACH * TURNS, BLOCKS = 4 };
	std::vector<int> numbers_in = numbers(ALL, 100000);
	int *in, *out;
	double *results;
	Found *found;
	cudaMallocManaged(&in, ALL * sizeof(int));
	cudaMallocManaged(&out, ALL * sizeof(int));
	cudaMallocManaged(&results, 5 * sizeof(double));
	cudaMallocManaged(&found, sizeof(Found));
	std::copy(numbers_in.begin(), numbers_in.end(), in);
	auto expect = [&](int factor) {
		int wrong = cudaDeviceSynchronize() != cudaSuccess;
		for (int i = 0; i < ALL; i++)
			wrong += out[i] != in[i / EACH * EACH + EACH - 1 - i % EACH] * factor;
		EXPECT(wrong == 0);
	};
	doubled<1><<<1, EACH>>>(in, out);
	expect(2);
	doubled<3><<<1, EACH>>>(in, out);
	expect(2);
	handed_on<<<1, EACH>>>(in, out);
	expect(1);
	reversed<<<TURNS, EACH>>>(in, out);
	expect(1);
	new (&found->most) cuda::atomic<int, cuda::thread_scope_device>(0);
	new (&found->sum) cuda::atomic<long long, cuda::thread_scope_system>(0);
	new (&found->free) cuda::binary_semaphore<cuda::thread_scope_device>(1);
	new (&found->all) cuda::latch<cuda::thread_scope_device>(BLOCKS);
	found->counted = found->guarded = found->seen = 0;
	int blocks = BLOCKS;
	void *arguments[] = { &found };
	EXPECT(cudaLaunchCooperativeKernel((const void *)meet, dim3(blocks), dim3(EACH), arguments, 0, 0) == cudaSuccess);
	EXPECT(cudaDeviceSynchronize() == cudaSuccess);
	EXPECT(found->counted == BLOCKS * EACH && found->most.load() == 100 && found->sum.load() == (BLOCKS * EACH * 1ll) << 33);
	EXPECT(found->guarded == BLOCKS * (BLOCKS - 1) / 2 && found->seen == BLOCKS * found->guarded);
	values<<<1, 1>>>(results, out);
	EXPECT(cudaDeviceSynchronize() == cudaSuccess);
	EXPECT(results[0] == -3 && results[1] == 260 && results[2] == 1 && results[3] == 1 && results[4] == 1 && *out == 4);
	return finish();
}
