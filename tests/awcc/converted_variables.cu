// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// threadIdx and its like become objects of classes that have a constructor from uint3 or dim3, which these are with nvcc.
#include "unit/unit.h"

struct place {
	unsigned x, y, z;
	__host__ __device__ place(uint3 at) : x(at.x), y(at.y), z(at.z) {}
};
struct extent {
	unsigned x, y, z;
	__host__ __device__ extent(dim3 size) : x(size.x), y(size.y), z(size.z) {}
};

__device__ extent whole() { return gridDim; }
template <class T> __device__ T here() { return threadIdx; }

__global__ void kernel(unsigned *out)
{
	extent block = blockDim, grid = whole();
	place in_grid =
		blockIdx;
	const place in_block = here<place>();
	unsigned at = (in_grid.y * grid.x + in_grid.x) * block.x + in_block.x;
	out[at] = at + grid.y * 100;
}

int main()
{
	unsigned *out;
	cudaMallocManaged(&out, 48 * sizeof(*out));
	kernel<<<dim3(3, 2), 8>>>(out);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	for (unsigned i = 0; i < 48; i++)
		CHECK_EQUAL(out[i], i + 200);
	return unit_finish();
}
