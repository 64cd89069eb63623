// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts very long blocks into pieces before code is generated.  LLVM chooses and orders instructions block by block, and what it takes for
// that grows with the square of the block: fully unrolled transforms have blocks of ten thousands of instructions, which took most of
// such a program's compile time.
//
// LLVM joins a block and its only successor again.  So each piece ends with a branch that is never taken, on the thread being at
// address 1:
//
//     br (icmp eq ptr %thread, 1), label %nowhere, label %next        nowhere: unreachable
//
// That is one comparison in a thousand instructions.
//
// Comes last.
#include "../pipeline.h"

enum { MOST = 3000, PIECE = 1500 };

static LLVMBasicBlockRef make_nowhere(struct aw_unit *unit, LLVMValueRef function)
{
	LLVMBasicBlockRef nowhere = LLVMAppendBasicBlockInContext(unit->context, function, "nowhere");
	LLVMPositionBuilderAtEnd(unit->builder, nowhere);
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMBuildUnreachable(unit->builder);
	return nowhere;
}

// Ends BLOCK, which goes to NEXT, with the branch.
static void build_branch(struct aw_unit *unit, LLVMBasicBlockRef block, LLVMBasicBlockRef nowhere, LLVMBasicBlockRef next)
{
	LLVMValueRef thread = LLVMGetParam(LLVMGetBasicBlockParent(block), 0), old = LLVMGetBasicBlockTerminator(block);
	LLVMValueRef one = LLVMConstInt(LLVMInt64TypeInContext(unit->context), 1, false);
	aw_llvm_at(unit->builder, old);
	LLVMValueRef never = LLVMBuildICmp(unit->builder, LLVMIntEQ, thread, LLVMConstIntToPtr(one, LLVMTypeOf(thread)), "");
	LLVMBuildCondBr(unit->builder, never, nowhere, next);
	aw_llvm_erase(old);
}

// The instruction with which a new piece of BLOCK is to begin; NULL where the rest is short enough.
static LLVMValueRef find_cut(LLVMBasicBlockRef block)
{
	size_t size = 0;
	LLVMValueRef cut = NULL;
	AW_FOR_INSTRUCTIONS(instruction, block)
		if (size++ == PIECE)
			cut = instruction;
	bool possible = cut && !LLVMIsAPHINode(cut) && !LLVMIsAAllocaInst(cut);
	return possible && size > MOST ? cut : NULL;
}

static bool split_function(struct aw_unit *unit, LLVMValueRef function)
{
	LLVMBasicBlockRef nowhere = NULL;
	if (LLVMCountParams(function) == 0 || LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, 0))) != LLVMPointerTypeKind)
		return false;
	AW_FOR_BLOCKS(block, function) {
		LLVMValueRef cut = find_cut(block);
		if (!cut)
			continue;
		LLVMBasicBlockRef next = aw_llvm_split_before(cut); // comes behind, so it is looked at next
		nowhere = nowhere ? nowhere : make_nowhere(unit, function);
		build_branch(unit, block, nowhere, next);
	}
	return nowhere != NULL;
}

bool aw_pass_split_blocks(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_llvm_is_defined(function))
			changed |= split_function(unit, function);
	return changed;
}
