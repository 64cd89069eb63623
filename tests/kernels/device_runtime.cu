// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels may call of the runtime beside launches: copies of two and three dimensions, what the device is.
// FLAGS: -arch=sm_70
#include "kernels/kernel_test.h"

enum { PITCH = 48, ROWS = 5, SLICES = 3, SIZE = PITCH * ROWS * SLICES };

__global__ void box_kernel(cudaMemcpy3DParms box, int *error) { *error = cudaMemcpy3DAsync(&box); }

// A box of 20 bytes, 3 rows and 2 slices from (4, 1, 1) to (8, 0, 0).
static void boxes()
{
	Buffer<char> to(SIZE, 1), from(SIZE);
	Buffer<int> error(1, -1);
	from.fill([](int i) { return (char)(i % 100); });
	cudaMemcpy3DParms box = {};
	box.srcPtr = make_cudaPitchedPtr(from.device, PITCH, PITCH, ROWS);
	box.dstPtr = make_cudaPitchedPtr(to.device, PITCH, PITCH, ROWS);
	box.srcPos = make_cudaPos(4, 1, 1);
	box.dstPos = make_cudaPos(8, 0, 0);
	box.extent = make_cudaExtent(20, 3, 2);
	box.kind = cudaMemcpyDeviceToDevice;
	box_kernel<<<1, 1>>>(box, error.device);
	error.expect([](int) { return 0; });
	to.expect([](int i) {
		int x = i % PITCH, y = i / PITCH % ROWS, z = i / PITCH / ROWS;
		if (z < 2 && y < 3 && x >= 8 && x < 28)
			return (char)((x - 4 + PITCH * (y + 1 + ROWS * (z + 1))) % 100);
		return (char)1;
	});
}

__global__ void rows_kernel(char *to, const char *from, int *error)
{
	*error = cudaMemcpy2DAsync(to + 2, PITCH, from, 10, 10, ROWS, cudaMemcpyDeviceToDevice);
}

static void rows()
{
	Buffer<char> to(SIZE, 1), from(10 * ROWS);
	Buffer<int> error(1, -1);
	from.fill([](int i) { return (char)i; });
	rows_kernel<<<1, 1>>>(to.device, from.device, error.device);
	error.expect([](int) { return 0; });
	to.expect([](int i) {
		int x = i % PITCH, y = i / PITCH;
		return (char)(y < ROWS && x >= 2 && x < 12 ? 10 * y + x - 2 : 1);
	});
}

__global__ void ask_kernel(int *out, size_t *heap)
{
	int device = -1;
	out[0] = cudaGetDevice(&device);
	out[1] = device;
	out[2] = cudaGetDeviceCount(&out[3]);
	out[4] = cudaDeviceGetAttribute(&out[5], cudaDevAttrWarpSize, device);
	out[6] = cudaDeviceGetAttribute(&out[7], cudaDevAttrMaxThreadsPerBlock, device);
	out[8] = cudaDeviceGetLimit(heap, cudaLimitMallocHeapSize);
	out[9] = cudaRuntimeGetVersion(&out[10]);
	cudaFuncCache cache;
	out[11] = cudaDeviceGetCacheConfig(&cache);
}

static void questions()
{
	int device, count, threads, version;
	size_t heap;
	CALL(cudaGetDevice(&device));
	CALL(cudaGetDeviceCount(&count));
	CALL(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, device));
	CALL(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
	CALL(cudaRuntimeGetVersion(&version));
	Buffer<int> out(12, -1);
	Buffer<size_t> limit(1, 0);
	ask_kernel<<<1, 1>>>(out.device, limit.device);
	const int wanted[] = { 0, device, 0, count, 0, 32, 0, threads, 0, 0, version, 0 };
	out.expect([&](int i) { return wanted[i]; });
	limit.expect([&](int) { return heap; });
}

template <typename T>
__global__ void __launch_bounds__(256) asked_kernel(T *out)
{
	__shared__ T room[100];
	room[threadIdx.x % 100] = out[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = room[99 - threadIdx.x % 100];
}

__global__ void functions_kernel(int *out, size_t *shared)
{
	cudaFuncAttributes attributes = {};
	out[0] = cudaFuncGetAttributes(&attributes, asked_kernel<float>);
	out[1] = attributes.maxThreadsPerBlock;
	shared[0] = attributes.sharedSizeBytes;
	out[2] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&out[3], asked_kernel<float>, 128, 1000);
	out[4] = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&out[5], asked_kernel<float>, 64, 0, cudaOccupancyDefault);
}

// A kernel learns of another what the host does.
static void functions()
{
	cudaFuncAttributes attributes;
	int blocks[2];
	CALL(cudaFuncGetAttributes(&attributes, asked_kernel<float>));
	CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[0], asked_kernel<float>, 128, 1000));
	CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[1], asked_kernel<float>, 64, 0));
	CHECK_EQUAL(attributes.maxThreadsPerBlock, 256);
	Buffer<int> out(6, -1);
	Buffer<size_t> shared(1, 0);
	functions_kernel<<<1, 1>>>(out.device, shared.device);
	const int wanted[] = { 0, 256, 0, blocks[0], 0, blocks[1] };
	out.expect([&](int i) { return wanted[i]; });
	shared.expect([&](int) { return attributes.sharedSizeBytes; });
}

int main()
{
	functions();
	boxes();
	rows();
	questions();
	return unit_finish();
}
