// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The barrier of a tile of several warps (cooperative_groups.h) for PTX: one of the fifteen of the hardware that
// __syncthreads() leaves.  Numbered as a heap, the tiles of all sizes in a block of 512 threads have one each, and so have
// those of 128 threads and more in larger blocks; other tiles there are refused.
#include "../math/math_internal.h"

extern "C" AW_DEVICE void __assertfail(const char *text, const char *file, u32 line, const char *function, unsigned long size);

AW_API void __aw_tile_sync(u32 tile, u32 threads)
{
	enum { HALF = 512, BARRIERS = 16 };
	u32 block = (u32)__nvvm_read_ptx_sreg_ntid_x() * __nvvm_read_ptx_sreg_ntid_y() * __nvvm_read_ptx_sreg_ntid_z();
	u32 number = (block > HALF ? 2 * HALF : HALF) / threads + tile;
	if (number >= BARRIERS) {
		__assertfail("tiles of at least 128 threads in a block of more than 512", "cooperative_groups.h", 0,
		             "sync", 1);
		__builtin_trap();
	}
	__nvvm_barrier_sync_cnt(number, threads);
}
