// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The built-in variables as a whole, of the types that they have with nvcc: converted, passed to functions and constructors, assigned,
// copied, chosen among overloads by.
#include "kernels/kernel_test.h"

__device__ static unsigned volume(dim3 size)
{
	return size.x * size.y * size.z;
}

__device__ static unsigned place(const uint3 &at, dim3 size)
{
	return (at.z * size.y + at.y) * size.x + at.x;
}

template <class T> __device__ static unsigned copied(T at)
{
	return at.x + at.y;
}

struct of_size {
	unsigned all;
	__host__ __device__ of_size(dim3 size) : all(size.x * size.y * size.z) {}
};

struct of_place {
	unsigned x, y, z;
	__host__ __device__ of_place(const uint3 &at) : x(at.x), y(at.y), z(at.z) {}
};

__device__ static unsigned all(of_size size) { return size.all; }
__device__ static unsigned sum(const of_place &at) { return at.x + at.y + at.z; }
__device__ static int kind(uint3) { return 1; }
__device__ static int kind(dim3) { return 2; }
template <class T> struct is_place { static const bool value = false; };
template <> struct is_place<const uint3> { static const bool value = true; };
__device__ __noinline__ static unsigned far_sum(const uint3 &at, const dim3 &size) { return at.x + at.y + at.z + 1000 * size.y; }

// What is told of the calling thread is told so by every way.
__device__ static bool is_same(dim3 block, uint3 thread)
{
	of_place places[2] = { threadIdx, blockIdx };
	const unsigned &y = threadIdx.y;
	const uint3 &first = threadIdx;
	return all(gridDim) == 6 && all(blockDim) == volume(block) && sum(threadIdx) == thread.x + thread.y + thread.z &&
	       places[0].z == thread.z && places[1].y == blockIdx.y && kind(threadIdx) == 1 && kind(blockDim) == 2 &&
	       is_place<decltype(threadIdx)>::value && sizeof(gridDim) == 12 && y == thread.y && first.z == thread.z &&
	       far_sum(threadIdx, blockDim) == sum(thread) + 1000 * block.y;
}

__global__ void kernel(unsigned *out)
{
	uint3 thread = threadIdx;
	dim3 block = blockDim, blocks;
	blocks = gridDim;
	unsigned rank = place(thread, block) + volume(blockDim) * place(blockIdx, gridDim);
	auto copy = threadIdx;
	const auto &same = blockIdx;
	if (copied(threadIdx) != thread.x + thread.y || copy.y != thread.y || copy.z != thread.z || same.z != blockIdx.z ||
	    !is_same(block, thread))
		rank = 0;
	out[rank] = rank + 1000000 * volume(blocks);
}

int main()
{
	for (dim3 shape : shapes) {
		Buffer<unsigned> out(size_of(shape) * 6);
		kernel<<<dim3(1, 2, 3), shape>>>(out.device);
		out.expect([](int i) { return (unsigned)i + 6000000; });
	}
	return unit_finish();
}
