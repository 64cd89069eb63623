// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of one thread in x, whose gangs have neighbouring blocks as lanes where threads know of no others, and kernels that look
// alike and must stay as they are.
// EXPECT: block \(37,0,0\), thread \(0,0,0\): illegal access
#include "kernel_test.h"

static const unsigned columns[] = { 1, 7, 15, 16, 17, 31, 40, 64, 999, 1500 };
static const dim3 blocks[] = { dim3(1), dim3(1, 3), dim3(1, 1, 2), dim3(1, 64), dim3(1, 256, 2), dim3(1, 5, 7) };

// Each thread of the grid writes once, where it stands.
__global__ void where(int *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, width = gridDim.x * blockDim.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y, height = gridDim.y * blockDim.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z;
	atomicAdd(&out[(z * height + y) * width + x], x + 10000 * y + 1000000 * z + (int)gridDim.x + (int)threadIdx.x + (int)blockDim.x);
}

static void everyone_once(void)
{
	for (unsigned gx : columns)
		for (dim3 block : blocks) {
			dim3 grid(gx, 2, 3);
			int width = gx, height = 2 * block.y, depth = 3 * block.z;
			Buffer<int> out(width * height * depth, 0);
			where<<<grid, block>>>(out.device);
			out.expect([&](int i) { return i % width + 10000 * (i / width % height) + 1000000 * (i / width / height) + (int)gx + 1; });
		}
}

// Different ways, loops of different lengths, early leavers, an array of the thread's own, doubles.
__host__ __device__ static double work(int row, int rows, const float *values, int count)
{
	if (row % 5 == 3)
		return -1;
	double own[4] = { 0, 1, 2, 3 }, sum = 0;
	for (int i = 0; i < row % 19; i++) {
		own[(i * row) & 3] += values[(row + i * rows) % count];
		if (own[i & 3] > 50)
			break;
		sum += i % 3 == 0 ? own[row & 3] : own[i & 3] * 0.5;
	}
	return sum;
}

__global__ void rows(double *out, int rows, const float *values, int count)
{
	int row = blockIdx.x;
	if (row >= rows - 2)
		return;
	out[row] = work(row, rows, values, count);
}

static void ways_of_their_own(void)
{
	enum { COUNT = 777 };
	Buffer<float> values(COUNT);
	float host[COUNT];
	for (int i = 0; i < COUNT; i++)
		host[i] = (float)(i * 37 % 101) / 8;
	values.upload(host);
	for (unsigned count : columns) {
		Buffer<double> out(count, 0);
		rows<<<count, 1>>>(out.device, (int)count, values.device, COUNT);
		out.expect([&](int i) { return i < (int)count - 2 ? work(i, (int)count, host, COUNT) : 0; });
	}
}

// A grid-stride loop of blocks.
__global__ void strides(int *out, int count)
{
	for (int i = blockIdx.x; i < count; i += gridDim.x)
		out[i] += i;
}

static void stride_loops(void)
{
	for (unsigned grid : columns) {
		Buffer<int> out(4321, 0);
		strides<<<grid, 1>>>(out.device, 4321);
		out.expect([](int i) { return i; });
	}
}

// Threads of a block that share memory and meet; warps of one thread.
__global__ void shares(int *out)
{
	__shared__ int sum;
	if (threadIdx.y == 0)
		sum = blockIdx.x;
	__syncthreads();
	atomicAdd(&sum, 1);
	__syncthreads();
	if (threadIdx.y == 0)
		out[blockIdx.x] = sum;
}

__global__ void lanes(int *out)
{
	out[blockIdx.x] = (threadIdx.x & 31) + __popc(__ballot_sync(1, true)) + (int)__activemask();
}

static void those_that_share(void)
{
	for (unsigned grid : columns) {
		Buffer<int> out(grid, 0);
		shares<<<grid, dim3(1, 6)>>>(out.device);
		out.expect([](int i) { return i + 6; });
		lanes<<<grid, 1>>>(out.device);
		out.expect([](int) { return 2; });
	}
}

// A fault is found in its block.
__global__ void faults(int *out, unsigned at, size_t beyond)
{
	out[blockIdx.x == at ? beyond : blockIdx.x] = 1;
}

static void faulting_block(void)
{
	int *out;
	CALL(cudaMalloc(&out, 400));
	faults<<<100, 1>>>(out, 37, (size_t)1 << 45);
	CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}

int main(void)
{
	everyone_once();
	ways_of_their_own();
	stride_loops();
	those_that_share();
	faulting_block();
	return unit_finish();
}
