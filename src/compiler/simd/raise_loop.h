// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A place that all gangs of the block come to in front of a loop that only some enter.
#ifndef AW_COMPILER_SIMD_RAISE_LOOP_H
#define AW_COMPILER_SIMD_RAISE_LOOP_H

#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "../pipeline.h"

// Leads all ways around loop LOOP from block ABOVE, which dominates the block BEFORE the loop, through one new block in
// front of it.  False, and nothing is changed, when they don't meet again behind the loop.
bool aw_raise_loop(struct aw_unit *unit, const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop,
                   uint32_t before, uint32_t above);

// What LLVM moved out of the loops of FUNCTION stands in a block between the test for the first turn and the loop; lifts it
// above that test, so that all gangs of the block come to the block before the loop.
void aw_lift_ways_in(struct aw_unit *unit, LLVMValueRef function);

#endif
