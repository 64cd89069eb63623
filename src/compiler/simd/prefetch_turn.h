// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks for the memory of a loop's next turn.
#ifndef AW_COMPILER_PREFETCH_TURN_H
#define AW_COMPILER_PREFETCH_TURN_H

#include "../analysis/loops.h"
#include "../pipeline.h"

// In LOOP with the one latch LATCH, adds to the end of a turn prefetches of what the next turn accesses in whole vectors.
void aw_prefetch_turn(struct aw_unit *unit, const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop,
                      LLVMBasicBlockRef latch);

#endif
