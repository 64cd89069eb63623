// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// grid.sync() for PTX: the last block to arrive at a counter in global memory moves the turn on, which
// one thread of every other block watches.  The counter belongs to the module, so cooperative grids of
// one module must not run at the same time, which a cooperative launch that fills the device cannot.
#include "../math/math_internal.h"

static AW_DEVICE u32 arrived;
static AW_DEVICE volatile u32 turn;

AW_API void __aw_grid_sync(void)
{
	__nvvm_bar_sync(0);
	if ((__nvvm_read_ptx_sreg_tid_x() | __nvvm_read_ptx_sreg_tid_y() | __nvvm_read_ptx_sreg_tid_z()) == 0) {
		u32 blocks = (u32)__nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_nctaid_y() *
		             __nvvm_read_ptx_sreg_nctaid_z();
		u32 seen = turn;
		__nvvm_membar_gl();
		if (__nvvm_atom_add_gen_i((int *)&arrived, 1) == (int)blocks - 1) {
			arrived = 0;
			__nvvm_membar_gl();
			turn = seen + 1;
		} else {
			while (turn == seen) {
			}
		}
		__nvvm_membar_gl();
	}
	__nvvm_bar_sync(0);
}
