// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The barrier of a tile of several warps (cooperative_groups.h) for PTX: one of the fifteen of the hardware that
// __syncthreads() leaves.  Numbered as a heap, the tiles of all sizes in a block of 512 threads have one each, and so have
// those of 128 threads and more in larger blocks.  The other tiles there have two warps, which meet at a number in shared
// memory: odd while one of them waits, the next even one when the other has come.  tile_counters.c makes them zero first.
#include "../math/math_internal.h"

enum { WHOLE = 1024, HALF = WHOLE / 2, BARRIERS = 16 };

extern "C" __attribute__((shared)) u32 __aw_tile_turns[BARRIERS];

static AW_DEVICE void meet(volatile u32 *turns)
{
	__nvvm_bar_warp_sync(0xffffffffu);
	__nvvm_membar_cta();
	if (__nvvm_read_ptx_sreg_laneid() == 0) {
		u32 before = (u32)__nvvm_atom_add_gen_i((int *)turns, 1);
		while (!(before & 1) && *turns - before < 2) {
		}
	}
	__nvvm_membar_cta();
	__nvvm_bar_warp_sync(0xffffffffu);
}

AW_API void __aw_tile_sync(u32 tile, u32 threads)
{
	u32 block = (u32)__nvvm_read_ptx_sreg_ntid_x() * __nvvm_read_ptx_sreg_ntid_y() * __nvvm_read_ptx_sreg_ntid_z();
	u32 number = (block > HALF ? WHOLE : HALF) / threads + tile;
	if (number < BARRIERS)
		__nvvm_barrier_sync_cnt(number, threads);
	else
		meet(&__aw_tile_turns[tile % BARRIERS]);
}
