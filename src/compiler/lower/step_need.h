// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which accesses of memory need the lanes of a warp in step (lower_sites.c).
#ifndef AW_COMPILER_LOWER_STEP_NEED_H
#define AW_COMPILER_LOWER_STEP_NEED_H

#include "waiting.h"

enum { AW_STEP_ACCESSES = 12 };

// What lanes may have done with memory that others see since they last met.
struct aw_step_state {
	bool in_kernel; // whose parameters don't lead to shared memory
	bool unknown;   // they may have done anything
	unsigned count;
	struct aw_step_access {
		LLVMValueRef base; // of the address; NULL: not known
		bool written;
	} accesses[AW_STEP_ACCESSES];
};

// Whether INSTRUCTION, which wants its lanes in step, may find what another lane has done since, or leave it something.
bool aw_step_needed(const struct aw_step_state *state, LLVMValueRef instruction);
// All lanes have met.
void aw_step_meet(struct aw_step_state *state);
// Goes past INSTRUCTION.
void aw_step_pass(struct aw_step_state *state, LLVMValueRef instruction);

#endif
