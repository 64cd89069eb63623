// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When masks are full, told by scalars (simd_whole.c): for guards (whole_guards.c) and loops (whole_loops.c).
#ifndef AW_COMPILER_SIMD_WHOLE_H
#define AW_COMPILER_SIMD_WHOLE_H

#include "../../base/vec.h"
#include "../analysis/need.h"
#include "simd.h"

// What is found of a mask: empty at first.
struct aw_whole {
	struct aw_unit *unit;
	LLVMBuilderRef builder;
	LLVMValueRef function;
	bool far;                        // numbers of 64 bits, constants and comparisons the other way round tell something, too
	struct aw_map known;             // value -> what it is when the mask is full
	AW_VEC(LLVMValueRef) conditions; // scalars that together say so
};

// Finds scalars that say together that MASK is full, made where the builder stands; false: there are none.  What is KNOWN already is taken
// for granted.
bool aw_whole_explain(struct aw_whole *whole, LLVMValueRef mask);
// All conditions, where the builder stands.
LLVMValueRef aw_whole_all(struct aw_whole *whole);
void aw_whole_finish(struct aw_whole *whole);

// Operand VALUE of a logical negation; NULL: it's none.
LLVMValueRef aw_whole_negated(LLVMValueRef value);

// Whether INSTRUCTION may stand in what whole gangs do as well as in what the others do: no barrier, and no call of the program's.
bool aw_whole_may_copy(LLVMValueRef instruction);
// LLVM's passes behind copies; false: they failed.
bool aw_whole_clean_up(LLVMValueRef function);

// The mask of which GUARD asks whether any lane is in, and where it leads then; NULL: another branch.
LLVMValueRef aw_whole_asked(LLVMValueRef guard, LLVMBasicBlockRef *then);

#endif
