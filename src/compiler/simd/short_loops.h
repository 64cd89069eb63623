// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grid-stride loops of launches that have a thread for each element.
#ifndef AW_COMPILER_SIMD_SHORT_LOOPS_H
#define AW_COMPILER_SIMD_SHORT_LOOPS_H

#include "lock_loop.h"

// The comparison of lanes by which the latch goes on, or NULL: what it asks is whether any lane that is in passes it.
LLVMValueRef aw_walk_comparison(const struct aw_turn *turn);

// Gives the loop TURN->loop, which is to be locked, a copy in front that launches take whose stride leads past the end; returns the
// copy's header, which is to stay as it is, or NULL when there is none: then nothing is changed.
LLVMBasicBlockRef aw_short_loop_make(const struct aw_lock *lock, const struct aw_turn *turn);

#endif
