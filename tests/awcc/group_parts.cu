// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that name parts of CUDA's cooperative_groups.h and of the headers beside it find what is declared there.
#include <cooperative_groups/details/helpers.h>
#include <cooperative_groups/details/partitioning.h>
#include <cooperative_groups/details/sync.h>
#include <cooperative_groups/details/async.h>
#include <cooperative_groups/details/reduce.h>
#include <cooperative_groups/details/scan.h>

#include "unit/unit.h"

namespace cg = cooperative_groups;

__global__ void kernel(const int *in, int *out)
{
	__shared__ int row[32];
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
	cg::memcpy_async(block, row, in, sizeof(row));
	cg::wait(block);
	int sum = cg::reduce(warp, row[warp.thread_rank()], cg::plus<int>());
	int before = cg::exclusive_scan(warp, row[warp.thread_rank()], cg::plus<int>());
	out[warp.thread_rank()] = sum * 1000 + before;
}

int main()
{
	int *in, *out;
	cudaMallocManaged(&in, 32 * sizeof(*in));
	cudaMallocManaged(&out, 32 * sizeof(*out));
	for (int i = 0; i < 32; i++)
		in[i] = i;
	kernel<<<1, 32>>>(in, out);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < 32; i++)
		CHECK_EQUAL(out[i], 496 * 1000 + i * (i - 1) / 2);
	return unit_finish();
}
