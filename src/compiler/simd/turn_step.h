// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What addresses, and numbers of 64 bits, of a loop move by each turn.
#ifndef AW_COMPILER_SIMD_TURN_STEP_H
#define AW_COMPILER_SIMD_TURN_STEP_H

#include "../target/next_turn.h"

struct aw_turn_place {
	struct aw_unit *unit;
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	uint32_t loop;
	const struct aw_turns *turns;
};

// Sets *STEP to what VALUE, a pointer or a number of 64 bits, moves by each turn, modulo 2^64; false when that is unknown.
bool aw_turn_step(const struct aw_turn_place *place, LLVMValueRef value, uint64_t *step);

#endif
