// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in shared memory, asynchronous copies that they wait for, and batches of copies: the headers' interface and PTX.
// FLAGS: -arch=sm_90
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>

#include "kernels/kernel_test.h"

// One half of the block makes what the other takes, in turns, with two buffers.
__global__ void producer_kernel(int *out, int turns)
{
	__shared__ __mbarrier_t full[2], empty[2];
	__shared__ int buffer[2][64];
	int i = (int)threadIdx.x, half = (int)blockDim.x / 2, sum = 0;
	if (i == 0)
		for (int k = 0; k < 2; k++) {
			__mbarrier_init(&full[k], blockDim.x);
			__mbarrier_init(&empty[k], blockDim.x);
		}
	__syncthreads();
	for (int turn = 0; turn < turns; turn++) {
		int k = turn % 2;
		if (i < half) {
			__mbarrier_token_t free = __mbarrier_arrive(&empty[k]);
			while (!__mbarrier_test_wait(&empty[k], free)) {
			}
			buffer[k][i] = turn * 1000 + i;
			__mbarrier_arrive(&full[k]);
		} else {
			__mbarrier_arrive(&empty[k]);
			__mbarrier_arrive(&full[k]);
			while (!__mbarrier_test_wait_parity(&full[k], turn / 2 % 2)) {
			}
			sum += buffer[k][blockDim.x - 1 - i];
		}
	}
	out[i] = i < half ? -1 : sum;
}

static void producers()
{
	for (int size : { 2, 64, 128 }) {
		Buffer<int> out(size);
		producer_kernel<<<1, size>>>(out.device, 7);
		out.expect([=](int i) { return i < size / 2 ? -1 : 21000 + 7 * (size - 1 - i); });
	}
}

__global__ void class_kernel(int *out, const int4 *in)
{
	__shared__ nvcuda::experimental::awbarrier barrier;
	__shared__ int4 copies[64];
	int i = (int)threadIdx.x;
	nvcuda::experimental::pipeline stages;
	if (i == 0)
		init(&barrier, blockDim.x);
	__syncthreads();
	memcpy_async(copies[i], in[i], stages);
	stages.arrive_on(barrier);
	auto token = barrier.arrive();
	barrier.wait(token);
	int sum = copies[blockDim.x - 1 - i].y;
	barrier.arrive_and_wait();
	__pipeline_memcpy_async(&copies[i], &in[i], 8, 3);
	__pipeline_commit();
	__pipeline_memcpy_async(&copies[i].z, &in[i].w, 4);
	__pipeline_commit();
	__pipeline_wait_prior(1);
	stages.commit_and_wait();
	__syncthreads();
	int4 other = copies[i ^ 1];
	out[i] = sum + other.x * 1000 + (other.y & 0xff) * 1000000 + (other.y >> 8) + other.z;
}

static void classes()
{
	Buffer<int4> in(64);
	Buffer<int> out(64);
	in.fill([](int i) { return make_int4(i, i + 0x10100, 7, -i); });
	class_kernel<<<1, 64>>>(out.device, in.device);
	out.expect([](int i) { return (63 - i + 0x10100) + (i ^ 1) * 1000 + (i ^ 1) * 1000000 - (i ^ 1); });
}

// A barrier as libcu++ has them.
namespace cuda {
inline namespace __4 {
struct __block_scope_barrier_base {};
}
} // namespace cuda
struct library_barrier : cuda::__block_scope_barrier_base {
	__mbarrier_t word;
};

__global__ void library_kernel(int *out, const int4 *in)
{
	__shared__ library_barrier barrier;
	__shared__ int4 copies[64];
	int i = (int)threadIdx.x;
	nvcuda::experimental::pipeline stages;
	if (i == 0)
		__mbarrier_init(&barrier.word, blockDim.x);
	__syncthreads();
	memcpy_async(copies[i], in[i], stages);
	stages.arrive_on(barrier);
	auto token = __mbarrier_arrive(&barrier.word);
	while (!__mbarrier_test_wait(&barrier.word, token)) {
	}
	out[i] = copies[blockDim.x - 1 - i].y;
}

static void library()
{
	Buffer<int4> in(64);
	Buffer<int> out(64);
	in.fill([](int i) { return make_int4(i, 3 * i, 7, -i); });
	library_kernel<<<1, 64>>>(out.device, in.device);
	out.expect([](int i) { return 3 * (63 - i); });
}

// Bytes that a phase waits for, and threads that leave it.
__global__ void bulk_kernel(int *out, const int *in)
{
	__shared__ __align__(16) int copies[128];
	__shared__ unsigned long long barrier;
	unsigned at = (unsigned)__cvta_generic_to_shared(&barrier), to = (unsigned)__cvta_generic_to_shared(copies), done = 0;
	int i = (int)threadIdx.x;
	unsigned long long token;
	if (i == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(blockDim.x));
	__syncthreads();
	if (i == 0) {
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
		             "l"(in), "r"(256), "r"(at)
		             : "memory");
		asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %0, [%1], %2;" : "=l"(token) : "r"(at), "r"(256));
	} else {
		asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(token) : "r"(at));
	}
	while (!done)
		asm volatile("{ .reg .pred p; mbarrier.try_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
		             : "=r"(done)
		             : "r"(at), "l"(token)
		             : "memory");
	out[i] = copies[63 - i];
	if (i >= 16) {
		asm volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" ::"r"(at));
		return;
	}
	for (unsigned parity = 1; parity < 4; parity++) {
		asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at));
		for (done = 0; !done;)
			asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
			             : "=r"(done)
			             : "r"(at), "r"(parity & 1)
			             : "memory");
	}
	out[i]++;
}

static void bulk()
{
	Buffer<int> in(64), out(64);
	in.fill([](int i) { return i * i; });
	bulk_kernel<<<1, 64>>>(out.device, in.device);
	out.expect([](int i) { return (63 - i) * (63 - i) + (i < 16); });
}

int main()
{
	producers();
	classes();
	library();
	bulk();
	return unit_finish();
}
