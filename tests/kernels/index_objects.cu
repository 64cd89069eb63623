// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The built-in variables as a whole: converted, passed to functions, assigned, copied.
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

__global__ void kernel(unsigned *out)
{
	uint3 thread = threadIdx;
	dim3 block = blockDim, blocks;
	blocks = gridDim;
	unsigned rank = place(thread, block) + volume(blockDim) * place(blockIdx, gridDim);
	auto copy = threadIdx;
	const auto &same = blockIdx;
	if (copied(threadIdx) != thread.x + thread.y || copy.y != thread.y || copy.z != thread.z || same.z != blockIdx.z)
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
