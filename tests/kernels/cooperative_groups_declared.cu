// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library may declare groups by itself before the header is included, as CCCL does where it asks what kind of group it
// was given: they live in cooperative_groups::__v1, which is no inline namespace.
namespace cooperative_groups {
namespace __v1 {
class thread_block;
template <unsigned int Size, typename Parent> class thread_block_tile;
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

template <typename Group> struct kind { static constexpr int value = 0; };
template <> struct kind<::cooperative_groups::thread_block> { static constexpr int value = 1; };
template <typename Parent> struct kind<::cooperative_groups::thread_block_tile<32, Parent>> {
	static constexpr int value = 2;
};

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "kernels/kernel_test.h"

namespace cg = cooperative_groups;

template <typename Group> __device__ int kind_of(const Group &) { return kind<Group>::value; }

__global__ void ask(int *kinds, int *sum)
{
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<32, cg::thread_block> warp = cg::tiled_partition<32>(block);
	int total = cg::reduce(warp, (int)warp.thread_rank(), cg::plus<int>());
	if (block.thread_rank())
		return;
	kinds[0] = kind_of(block);
	kinds[1] = kind_of(warp);
	kinds[2] = kind_of(cg::tiled_partition<16>(block));
	kinds[3] = kind_of(cg::this_grid());
	*sum = total;
}

int main()
{
	Buffer<int> kinds(4), sum(1);
	ask<<<1, 64>>>(kinds.device, sum.device);
	kinds.expect([](int i) { return i < 2 ? i + 1 : 0; });
	sum.expect([](int) { return 31 * 32 / 2; });
	return unit_finish();
}
