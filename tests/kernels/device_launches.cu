// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches by kernels: of themselves, of others, of template functions, with structures and shared memory; streams of the device,
// tails, errors, memory of the device's heap.
// FLAGS: -arch=sm_70
#include "kernels/kernel_test.h"

struct range {
	int first, count;
	char mark;
};

// Sums COUNT numbers in a tree of grids.
__global__ void sum_kernel(long long *sum, const int *in, range part)
{
	if (part.count <= 64) {
		if (threadIdx.x < part.count)
			atomicAdd((unsigned long long *)sum, (unsigned long long)(in[part.first + threadIdx.x] + (part.mark != 'x')));
	} else if (threadIdx.x == 0) {
		int half = part.count / 2;
		cudaStream_t stream;
		cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
		sum_kernel<<<1, 64, 0, stream>>>(sum, in, range{ part.first, half, 'x' });
		sum_kernel << <dim3(1), dim3(64) >> >(sum, in, range{ part.first + half, part.count - half, 'x' });
		cudaStreamDestroy(stream);
	}
}

static void tree()
{
	Buffer<int> in(1000);
	Buffer<long long> sum(1, 0);
	in.fill([](int i) { return i * 7; });
	sum_kernel<<<1, 64>>>(sum.device, in.device, range{ 0, 1000, 'x' });
	sum.expect([](int) { return 999LL * 500 * 7; });
}

namespace far {
template <int N, typename T>
__global__ void scale(T *out, double by)
{
	extern __shared__ int scratch[];
	scratch[threadIdx.x] = (int)threadIdx.x * N;
	__syncthreads();
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	out[i] = (T)(out[i] * by) + (T)scratch[blockDim.x - 1 - threadIdx.x];
}
} // namespace far

template <typename T>
__device__ void launch_all(T *out)
{
	if (threadIdx.x == 0)
		far::scale<3, T><<<4, 32, 32 * sizeof(int)>>>(out + 128 * blockIdx.x, 2);
}

__global__ void blocks_kernel(float *out)
{
	out[blockIdx.x * 128 + threadIdx.x] = (float)threadIdx.x;
	__syncthreads();
	launch_all(out);
}

static void blocks()
{
	Buffer<float> out(128 * 9);
	blocks_kernel<<<9, 128>>>(out.device);
	out.expect([](int i) { return (float)(i % 128 * 2 + (31 - i % 32) * 3); });
}

// A tail begins when all blocks of its parent have ended, tails one after another, and the next launch of the host behind them.
__global__ void tail_kernel(int *out, int turn)
{
	if (threadIdx.x == 0)
		out[turn] = out[turn - 1] + out[0];
	if (turn < 6 && threadIdx.x == 0)
		tail_kernel<<<1, 32, 0, cudaStreamTailLaunch>>>(out, turn + 1);
}

__global__ void counted_kernel(int *out, bool nested)
{
	if (blockIdx.x == 0 && threadIdx.x == 0 && !nested)
		tail_kernel<<<1, 32, 0, cudaStreamTailLaunch>>>(out, 1);
	if (blockIdx.x == 0 && threadIdx.x == 0 && nested)
		counted_kernel<<<20, 32, 0, cudaStreamFireAndForget>>>(out, false);
	else
		atomicAdd(out, 1);
}

static void tails()
{
	for (int nested = 0; nested < 2; nested++) {
		Buffer<int> out(8, 0);
		counted_kernel<<<nested ? 1 : 20, nested ? 1 : 32>>>(out.device, nested);
		out.expect([=](int i) { return i < 7 ? 640 * (i + 1) : 0; });
	}
}

// The number of arguments tells kernels of one name apart.
__global__ void same_name(int *out) { *out += 1; }
__global__ void same_name(int *out, int by /* , ( */, int = 5) { *out += by; }
__global__ void same_name() {}

__global__ void names_kernel(int *out)
{
	same_name<<<1, 1>>>(out);
	same_name<<<1, 1>>>(out, /* ( */ max(20, 10), (30, 40));
	same_name<<<1, 1>>>( );
	if (true) same_name<<<1, 1>>>
		(out);
}

static void names()
{
	Buffer<int> out(1, 0);
	names_kernel<<<1, 1>>>(out.device);
	out.expect([](int) { return 22; });
}

__global__ void errors_kernel(int *out)
{
	int *memory = NULL;
	sum_kernel<<<1, 2000>>>(NULL, NULL, range{});
	out[0] = cudaPeekAtLastError();
	out[1] = cudaGetLastError();
	out[2] = cudaGetLastError();
	sum_kernel<<<0, 32>>>(NULL, NULL, range{});
	out[3] = cudaGetLastError();
	sum_kernel<<<1, 32, 1 << 20>>>(NULL, NULL, range{});
	out[4] = cudaGetLastError();
	out[5] = cudaMalloc(&memory, 64);
	out[6] = memory != NULL;
	out[7] = cudaFree(memory);
}

static void errors()
{
	Buffer<int> out(8);
	errors_kernel<<<1, 1>>>(out.device);
	const int wanted[] = { cudaErrorInvalidConfiguration, cudaErrorInvalidConfiguration, 0, cudaErrorInvalidConfiguration,
		                   cudaErrorInvalidConfiguration, 0, 1, 0 };
	out.expect([&](int i) { return wanted[i]; });
}

// A kernel that asks, and launches nothing.
__global__ void quiet_kernel(int *out) { out[threadIdx.x] = cudaGetLastError(); }

static void quiet()
{
	Buffer<int> out(40, 1);
	quiet_kernel<<<1, 40>>>(out.device);
	out.expect([](int) { return 0; });
}

// GPUs from sm_90 on don't have that of the depth.
static void limits()
{
	size_t value = 0;
	CALL(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096));
	CALL(cudaDeviceGetLimit(&value, cudaLimitDevRuntimePendingLaunchCount));
	CHECK_EQUAL(value, 4096);
	CALL(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 128));
	CALL(cudaDeviceGetLimit(&value, cudaLimitMaxL2FetchGranularity));
	CHECK(value > 0 && value <= 128);
	if (cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4) == cudaSuccess) {
		CALL(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth));
		CHECK_EQUAL(value, 4);
	}
	cudaGetLastError();
}

int main()
{
	limits();
	tree();
	blocks();
	tails();
	names();
	errors();
	quiet();
	return unit_finish();
}
