// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A read is open where a way leads from the function's beginning to it on which nothing is set.  Functions with such reads are inlined
// until there are none but in kernels and in what is called through pointers, where the flag is 0 then.  In functions that have
// reads, a call of one that sets the flag is inlined when a way leads from it to a read with nothing set.
#include "share_carry.h"

#include <string.h>

#include "../../base/map.h"
#include "../analysis/need.h"

enum { MOST_ROUNDS = 64, MOST_DEPTH = 16 };

static bool calls(LLVMValueRef instruction, const char *name)
{
	return !strcmp(aw_llvm_callee_name(instruction), name);
}

static bool has_call(LLVMValueRef function, const char *name)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (calls(instruction, name))
				return true;
	return false;
}

// Whether FUNCTION, or one that it calls, may set the flag.
static bool sets(LLVMValueRef function, unsigned depth)
{
	if (!aw_llvm_is_defined(function) || depth > MOST_DEPTH)
		return false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			LLVMValueRef callee = aw_llvm_callee(instruction);
			if (callee && (calls(instruction, AW_CARRY_OUT) || sets(callee, depth + 1)))
				return true;
		}
	return false;
}

// Whether INSTRUCTION sets the flag in any case: a statement, or a call of a function that begins with one.
static bool surely_sets(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	if (!callee || calls(instruction, AW_CARRY_OUT))
		return callee != NULL;
	if (aw_llvm_is_defined(callee))
		AW_FOR_INSTRUCTIONS(first, LLVMGetEntryBasicBlock(callee))
			if (calls(first, AW_CARRY_OUT))
				return true;
	return false;
}

// Whether a read is met from INSTRUCTION on with nothing set before it.
static bool leads_to_read(LLVMValueRef instruction)
{
	struct aw_map seen = { 0 };
	AW_VEC(LLVMValueRef) starts = { 0 };
	bool found = false;
	aw_need(aw_vec_push(&starts, instruction));
	while (starts.count && !found) {
		LLVMValueRef at = starts.items[--starts.count], end = NULL;
		for (; at && !found && !surely_sets(at); at = LLVMGetNextInstruction(at)) {
			found = calls(at, AW_CARRY_IN);
			end = at;
		}
		if (at || found || !end || !LLVMIsATerminatorInst(end))
			continue;
		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
			if (aw_map_get(&seen, next))
				continue;
			aw_need(aw_map_put(&seen, next, next) && aw_vec_push(&starts, LLVMGetFirstInstruction(next)));
		}
	}
	aw_vec_finish(&starts);
	aw_map_finish(&seen);
	return found;
}

static bool is_open(LLVMValueRef function)
{
	return leads_to_read(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
}

// Whether CALL is of a function that has to be part of the one that it stands in.
static bool belongs_here(LLVMValueRef call, bool reads)
{
	LLVMValueRef callee = aw_llvm_callee(call);
	if (!callee || !aw_llvm_is_defined(callee) || callee == aw_llvm_function_of(call))
		return false;
	if (has_call(callee, AW_CARRY_IN) && is_open(callee))
		return true;
	return reads && leads_to_read(LLVMGetNextInstruction(call)) && sets(callee, 0);
}

static bool inline_into(LLVMValueRef function)
{
	AW_VEC(LLVMValueRef) found = { 0 };
	bool reads = has_call(function, AW_CARRY_IN), changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (belongs_here(instruction, reads))
				aw_need(aw_vec_push(&found, instruction));
	for (size_t i = 0; i < found.count; i++)
		changed |= aw_llvm_inline_call(found.items[i]);
	aw_vec_finish(&found);
	return changed;
}

static void replace_calls(struct aw_unit *unit, LLVMValueRef function)
{
	LLVMTypeRef type = LLVMInt1TypeInContext(unit->context);
	LLVMValueRef slot = NULL;
	if (has_call(function, AW_CARRY_IN)) {
		aw_llvm_at(unit->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
		slot = LLVMBuildAlloca(unit->builder, type, "carry");
		LLVMBuildStore(unit->builder, LLVMConstNull(type), slot);
	}
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
			bool in = calls(instruction, AW_CARRY_IN), out = calls(instruction, AW_CARRY_OUT);
			aw_llvm_at(unit->builder, instruction);
			if (out && slot)
				LLVMBuildStore(unit->builder, LLVMGetOperand(instruction, 0), slot);
			if (in)
				aw_llvm_replace(instruction, LLVMBuildLoad2(unit->builder, type, slot, ""));
			else if (out)
				aw_llvm_erase(instruction);
		}
}

void aw_share_carry(struct aw_unit *unit)
{
	LLVMValueRef in = LLVMGetNamedFunction(unit->module, AW_CARRY_IN), out = LLVMGetNamedFunction(unit->module, AW_CARRY_OUT);
	bool changed = in != NULL;
	for (unsigned round = 0; changed && round < MOST_ROUNDS; round++) {
		changed = false;
		AW_FOR_FUNCTIONS(function, unit->module)
			if (aw_llvm_is_defined(function))
				changed |= inline_into(function);
	}
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_llvm_is_defined(function) && (in || out))
			replace_calls(unit, function);
	if (in)
		LLVMDeleteFunction(in);
	if (out)
		LLVMDeleteFunction(out);
}
