// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns of loops in which lanes come into step for nothing but printf: they are counted, and nobody waits.
#ifndef AW_COMPILER_LOWER_LOOP_TURNS_H
#define AW_COMPILER_LOWER_LOOP_TURNS_H

#include "../analysis/loops.h"
#include "../pipeline.h"

struct aw_turns {
	struct aw_unit *unit;
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	const bool *counted; // of a loop
	LLVMValueRef base;   // how many loops around the function's call count; NULL: not asked yet
};

// Makes LOOP count its turns; gives the mark that does, which wants a site with a rank behind all of the loop.
LLVMValueRef aw_turns_count(struct aw_turns *turns, uint32_t loop);
// Where ways leave loops that count, they count no more.  To be called last: blocks keep their numbers, edges are as they were.
void aw_turns_end(struct aw_turns *turns);

#endif
