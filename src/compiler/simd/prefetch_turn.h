// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks for the memory of a loop's next strip of turns.
#ifndef AW_COMPILER_PREFETCH_TURN_H
#define AW_COMPILER_PREFETCH_TURN_H

#include "lock_loop.h"

// Adds to the end of a turn of the loop prefetches of what the turn that is a strip later accesses in whole vectors.
void aw_prefetch_turn(const struct aw_lock *lock, const struct aw_turn *turn);

// Adds to the loops with barriers prefetches of what the next turn loads in whole vectors.
void aw_prefetch_barrier_turns(const struct aw_lock *lock);

#endif
