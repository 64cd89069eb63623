// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where threads wait for one another: what inline_waiting, lower_bypass and lower_sites ask of an
// instruction.
#ifndef AW_COMPILER_LOWER_WAITING_H
#define AW_COMPILER_LOWER_WAITING_H

#include "../pipeline.h"

// A volatile load, store or copy of memory that other threads may see.
bool aw_waits_volatile(LLVMValueRef instruction);

// Whether POINTER surely leads to the thread's own memory: a variable on its stack.
bool aw_waits_is_local(LLVMValueRef pointer);

// Whether other threads may write meanwhile what LOAD reads: neither the thread's own memory nor constants.
bool aw_waits_can_change(LLVMValueRef load);

// printf.
bool aw_prints(LLVMValueRef instruction);

// An operation before which the lanes of a warp come into step: a volatile one, or printf, whose lines
// come out lane by lane as the hardware's do.
bool aw_waits_for_step(LLVMValueRef instruction);

// An operation at which the lanes that happen to be there meet, with nothing that says which: warp
// operations without a mask, __activemask(), volatile accesses.
bool aw_waits_for_lanes_here(LLVMValueRef instruction);

// A __syncthreads() form: barrier 0 with all threads of the block.
bool aw_waits_for_block(LLVMValueRef instruction);

// A barrier of the whole grid.
bool aw_waits_for_grid(LLVMValueRef instruction);

// Any operation at which a thread can wait for others.
bool aw_waits(LLVMValueRef instruction);

// Reads a clock: in a loop a thread may wait for time to pass.
bool aw_waits_for_time(LLVMValueRef instruction);

// The thread ends here: PTX's exit.
bool aw_exits(LLVMValueRef instruction);

// The guards of a barrier: ids of the aw.bypass marks on the edges that lead around it.  Kept as
// metadata of the call between lower_bypass and lower_sites.
void aw_waits_set_guards(struct aw_unit *unit, LLVMValueRef barrier, const uint32_t *guards, size_t count);
// The constants (i32), or 0 of them.  *GUARDS is to be freed.
size_t aw_waits_guards(struct aw_unit *unit, LLVMValueRef barrier, LLVMValueRef **guards);

#endif
