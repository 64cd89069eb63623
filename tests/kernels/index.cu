// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built-in indices in one to three dimensions, grid and block.
#include "kernels/kernel_test.h"

__global__ void indices(unsigned *out)
{
	unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
	unsigned *mine = out + (block * block_volume() + thread_rank()) * 4;
	mine[0] = threadIdx.x | threadIdx.y << 10 | threadIdx.z << 20;
	mine[1] = blockIdx.x | blockIdx.y << 8 | blockIdx.z << 16;
	mine[2] = gridDim.x * 100 + gridDim.y * 10 + gridDim.z;
	mine[3] = warpSize;
}

int main()
{
	dim3 grid(3, 2, 2);
	for (dim3 b : shapes) {
		Buffer<unsigned> out(size_of(grid) * size_of(b) * 4);
		indices<<<grid, b>>>(out.device);
		out.expect([&](int i) -> unsigned {
			unsigned thread = i / 4 % size_of(b), block = i / 4 / size_of(b);
			switch (i % 4) {
			case 0: return thread % b.x | thread / b.x % b.y << 10 | thread / (b.x * b.y) << 20;
			case 1: return block % 3 | block / 3 % 2 << 8 | block / 6 << 16;
			case 2: return 322;
			default: return 32;
			}
		});
	}
	return unit_finish();
}
