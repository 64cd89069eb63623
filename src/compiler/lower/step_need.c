// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step of the warp costs as much as a barrier.  An access needs none where its lanes came from a barrier of the block or
// another step in a straight line on which none reads what this one writes, or writes what it reads: whichever lane goes
// first, they find the same.  Memory of two variables is not the same, nor is that of a variable of the block and
// that which a parameter leads to.
#include "step_need.h"

#include <string.h>

#include "../analysis/access.h"

// The variable or parameter that POINTER leads into; NULL: it isn't known.
static LLVMValueRef base_of(LLVMValueRef pointer)
{
	LLVMValueRef object = aw_llvm_object(pointer);
	return LLVMIsAGlobalVariable(object) || LLVMIsAArgument(object) ? object : NULL;
}

// Whether what BASE and OTHER lead to is never the same.
static bool are_apart(const struct aw_step_state *state, LLVMValueRef base, LLVMValueRef other)
{
	if (!base || !other || base == other)
		return false;
	if (LLVMIsAArgument(base) && LLVMIsAArgument(other))
		return false;
	if (LLVMIsAArgument(base) || LLVMIsAArgument(other))
		return state->in_kernel && aw_access_is_shared(LLVMIsAArgument(base) ? other : base);
	return !(LLVMIsDeclaration(base) && LLVMIsDeclaration(other));
}

static bool is_harmless(LLVMValueRef instruction)
{
	static const char *const names[] = { "llvm.nvvm.read.ptx.sreg.", "llvm.dbg.", "llvm.lifetime.", "aw.spin", "aw.bypass" };
	const char *name = aw_llvm_callee_name(instruction);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (aw_starts_with(name, names[i]))
			return true;
	return false;
}

// A load or store; false for what does anything else with memory.
static bool find_access(LLVMValueRef instruction, struct aw_step_access *access)
{
	access->written = LLVMIsAStoreInst(instruction) != NULL;
	if (!access->written && !LLVMIsALoadInst(instruction))
		return false;
	access->base = base_of(LLVMGetOperand(instruction, access->written));
	return true;
}

void aw_step_meet(struct aw_step_state *state)
{
	state->unknown = false;
	state->count = 0;
}

bool aw_step_needed(const struct aw_step_state *state, LLVMValueRef instruction)
{
	struct aw_step_access access;
	if (state->unknown || !find_access(instruction, &access))
		return state->unknown || state->count;
	for (unsigned i = 0; i < state->count; i++)
		if ((access.written || state->accesses[i].written) && !are_apart(state, access.base, state->accesses[i].base))
			return true;
	return false;
}

void aw_step_pass(struct aw_step_state *state, LLVMValueRef instruction)
{
	struct aw_step_access access;
	if (aw_waits_for_block(instruction)) {
		aw_step_meet(state);
	} else if (find_access(instruction, &access)) {
		for (unsigned i = 0; i < state->count; i++)
			if (state->accesses[i].base == access.base && state->accesses[i].written == access.written)
				return;
		state->unknown |= state->count == AW_STEP_ACCESSES;
		if (!state->unknown)
			state->accesses[state->count++] = access;
	} else if (LLVMIsACallInst(instruction) || LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
	           LLVMIsAFenceInst(instruction)) {
		state->unknown |= !is_harmless(instruction);
	}
}
