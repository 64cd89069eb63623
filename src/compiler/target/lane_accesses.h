// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_COMPILER_LANE_ACCESSES_H
#define AW_COMPILER_LANE_ACCESSES_H

#include "../pipeline.h"

enum { AW_LANE_SLOTS = 4, AW_LANE_ROOTS = 4 };

// Room for vectors on the stack of a function: a few slots in turn, so that accesses needn't wait for one another.  Begins empty but for
// the unit.
struct aw_lane_stack {
	struct aw_unit *unit;
	LLVMValueRef slots[AW_LANE_SLOTS];
	unsigned next;
	// Of the structs that lanes read last, where they begin: ROOT, for lanes that MASK has off ZEROS, lies in SLOT from somewhere in
	// BLOCK on.
	struct aw_lane_root {
		LLVMValueRef root, mask, slot;
		LLVMBasicBlockRef block;
	} roots[AW_LANE_ROOTS];
	unsigned next_root;
	LLVMValueRef zeros;
	AW_VEC(LLVMValueRef) left; // addresses that nothing may need any more
};

// Makes loads or stores lane by lane in front of CALL, where that is a gather or scatter of all lanes, at most 32 and a multiple of 4: of
// a gather *LOADED is what it loads, else NULL.  False: it isn't such a call.
bool aw_access_lanes(struct aw_lane_stack *stack, LLVMValueRef call, LLVMValueRef *loaded);

// VALUE, of which LLVM knows nothing then.
LLVMValueRef aw_lane_hidden(LLVMBuilderRef builder, LLVMValueRef value);

// The INDICES, of 32 bits, of an EVEN lane and the next one, WIDENED to 64: they come out of the vector together, and are parted there.
void aw_lane_pair(LLVMBuilderRef builder, LLVMValueRef indices, LLVMOpcode widened, unsigned even, LLVMValueRef pair[2]);

// Removes what the calls, which are gone, have left: the places on the stack, too, that nobody reads now.
void aw_lane_stack_finish(struct aw_lane_stack *stack);

#endif
