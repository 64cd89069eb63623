// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions, and other branches to what ends the launch:
//
//     assert(i < n);                   if (i >= n)
//                                          __trap();
//
// A loop with one is left in two places and has a call, so nothing that looks for straight code or for loops of few blocks would take it:
// no gangs turn by turn, no lines of them side by side.  But nobody comes back from there, and what other threads have done by then is
// nobody's business: the launch has failed.  So on the way to the gang's code the branch is a call,
//
//     call void @aw.assert.__assertfail(i1 %failed, what that is called with)
//     call void @aw.asserts.W.__assertfail(<W x i1> %failed, i32 %x, i32 %y, i32 %z, i32 %block, …)     of a gang
//
// that ends the launch where a lane has failed.  Its first such is lane 0's thread (%x, %y, %z) and further along x, or in packed gangs
// the thread with linear index %x and further.  It writes what nobody reads, and may not return, so what follows it isn't done before, and
// loops may be interchanged around it like around any store of their own.  When all loops are made it becomes a branch again.
//
// LLVM's guards (llvm.experimental.guard) are the same for its scalar passes.
#include "simd_asserts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/vec.h"
#include "../analysis/need.h"

enum { MOST_ARGUMENTS = 8 };
enum { FAILED, OWN };                     // arguments of a thread's call; OWN: where those of what it calls begin
enum { LANES, X, Y, Z, BLOCK, GANG_OWN }; // and of a gang's

static const char of_thread[] = "aw.assert.", of_gang[] = "aw.asserts.", of_packed[] = "aw.packed.asserts.";

// What INSTRUCTION calls that ends the launch; NULL: nothing.
static LLVMValueRef ending(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	bool ends = row && row->flags & AW_INTRINSIC_NORETURN && strcmp(aw_llvm_callee_name(instruction), "llvm.nvvm.exit") != 0;
	return ends && LLVMGetNumArgOperands(instruction) <= MOST_ARGUMENTS ? aw_llvm_callee(instruction) : NULL;
}

// The call that BLOCK is all of; NULL: it has more, or something else.
static LLVMValueRef find_end(LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block), call = aw_llvm_is_op(end, LLVMUnreachable) ? LLVMGetPreviousInstruction(end) : NULL;
	if (!call || !LLVMIsACallInst(call) || !ending(call))
		return NULL;
	AW_FOR_INSTRUCTIONS(instruction, block)
		if (instruction != call && instruction != end && !LLVMIsAPHINode(instruction))
			return NULL;
	return call;
}

// Argument INDEX of CALL for who comes FROM there; NULL: no constant.
static LLVMValueRef argument_from(LLVMValueRef call, unsigned index, LLVMBasicBlockRef from)
{
	LLVMValueRef value = LLVMGetOperand(call, index);
	if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == LLVMGetInstructionParent(call))
		value = aw_llvm_incoming(value, from);
	return value && LLVMIsAConstant(value) ? value : NULL;
}

// Whether USER, who leads to the block of CALL, only asks whether to go there.
static bool only_asks(LLVMValueRef user, LLVMValueRef call)
{
	if (!aw_llvm_is_op(user, LLVMBr) || LLVMGetNumSuccessors(user) != 2 || LLVMGetSuccessor(user, 0) == LLVMGetSuccessor(user, 1))
		return false;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (!argument_from(call, i, LLVMGetInstructionParent(user)))
			return false;
	return true;
}

static void call(struct aw_unit *unit, const char *name, LLVMValueRef *arguments, unsigned count)
{
	enum { INACCESSIBLE_WRITTEN = 2 << 2 }; // LLVM's memory(inaccessiblemem: write)
	LLVMTypeRef nothing = LLVMVoidTypeInContext(unit->context);
	LLVMValueRef function = aw_llvm_callee(aw_llvm_call(unit->builder, unit->module, name, nothing, arguments, count));
	aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "nounwind");
	LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
	                        LLVMCreateEnumAttribute(unit->context, aw_llvm_attribute_kind("memory"), INACCESSIBLE_WRITTEN));
}

// --- a thread's ---

// Has BRANCH, which asks whether to go to END's block, only go on.
static void go_on(struct aw_unit *unit, LLVMValueRef branch, LLVMValueRef end)
{
	LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);
	bool first = LLVMGetSuccessor(branch, 0) == LLVMGetInstructionParent(end);
	LLVMValueRef arguments[OWN + MOST_ARGUMENTS] = { LLVMGetCondition(branch) };
	unsigned own = LLVMGetNumArgOperands(end);
	for (unsigned i = 0; i < own; i++)
		arguments[OWN + i] = argument_from(end, i, from);
	aw_llvm_at(unit->builder, branch);
	if (!first)
		arguments[FAILED] = LLVMBuildNot(unit->builder, arguments[FAILED], "");
	LLVMSetCurrentDebugLocation2(unit->builder, LLVMInstructionGetDebugLoc(end));
	char *name = aw_format("%s%s", of_thread, aw_llvm_callee_name(end));
	aw_need(name != NULL);
	call(unit, name, arguments, OWN + own);
	free(name);
	aw_llvm_end_anew(unit->builder, from, NULL, LLVMGetSuccessor(branch, first), NULL);
}

static bool straighten(struct aw_unit *unit, LLVMValueRef end)
{
	AW_VEC(LLVMValueRef) branches = { 0 };
	LLVMBasicBlockRef block = LLVMGetInstructionParent(end);
	bool good = block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block));
	AW_FOR_USES(use, LLVMBasicBlockAsValue(block)) {
		good &= only_asks(LLVMGetUser(use), end);
		aw_need(aw_vec_push(&branches, LLVMGetUser(use)));
	}
	for (size_t i = 0; i < branches.count && good; i++)
		go_on(unit, branches.items[i], end);
	good &= branches.count > 0;
	aw_vec_finish(&branches);
	return good;
}

bool aw_simd_straighten_asserts(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function) {
		LLVMValueRef end = find_end(block);
		changed |= end && straighten(unit, end);
	}
	if (changed)
		aw_llvm_remove_unreachable(function);
	return changed;
}

// --- a gang's ---

bool aw_simd_is_assert(LLVMValueRef instruction)
{
	const char *name = aw_llvm_callee_name(instruction);
	return aw_starts_with(name, of_thread) || aw_starts_with(name, of_gang) || aw_starts_with(name, of_packed);
}

void aw_simd_assert(struct aw_simd *simd, LLVMValueRef thread, struct aw_simd_value failed, LLVMValueRef mask)
{
	struct aw_unit *unit = simd->unit;
	LLVMValueRef lanes = aw_simd_vector(simd, failed), zero = aw_simd_number(simd, 32, 0);
	bool packed = simd->gang.geometry == AW_CPU_GEOMETRY_PACKED;
	unsigned own = LLVMGetNumArgOperands(thread) - OWN;
	if (mask)
		lanes = aw_simd_select(simd, mask, lanes, LLVMConstNull(LLVMTypeOf(lanes)));
	LLVMValueRef arguments[GANG_OWN + MOST_ARGUMENTS] = { lanes, zero, zero, zero };
	arguments[X] = packed ? aw_simd_linear_zero(simd) : aw_llvm_ask_number(simd->builder, unit->module, "aw.gang.x");
	if (!packed) {
		arguments[Y] = aw_llvm_ask_number(simd->builder, unit->module, "aw.gang.y");
		arguments[Z] = aw_llvm_ask_number(simd->builder, unit->module, "aw.gang.z");
	}
	arguments[BLOCK] = aw_llvm_ask_number(simd->builder, unit->module, "llvm.nvvm.read.ptx.sreg.ctaid.x");
	for (unsigned i = 0; i < own; i++)
		arguments[GANG_OWN + i] = LLVMGetOperand(thread, OWN + i);
	const char *ending = aw_llvm_callee_name(thread) + strlen(of_thread);
	char *name = aw_format("%s%u.%s", packed ? of_packed : of_gang, simd->gang.width, ending);
	aw_need(name != NULL);
	call(unit, name, arguments, GANG_OWN + own);
	free(name);
}

// --- branches again ---

// What ends the launch in ASSERTION.
static LLVMValueRef ending_of(struct aw_unit *unit, LLVMValueRef assertion)
{
	const char *name = strchr(strpbrk(aw_llvm_callee_name(assertion), "0123456789"), '.') + 1;
	LLVMValueRef function = LLVMGetNamedFunction(unit->module, name);
	assert(function && "who was called is there as long as the kernel itself");
	return function;
}

// Says that the thread of the gang's first lane in BITS runs, and the block of ASSERTION.
static void name_thread(struct aw_unit *unit, LLVMValueRef assertion, LLVMValueRef bits)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(unit->context), nothing = LLVMVoidTypeInContext(unit->context);
	LLVMValueRef count[] = { LLVMBuildZExt(unit->builder, bits, word, ""), LLVMConstInt(LLVMInt1TypeInContext(unit->context), 1, false) };
	LLVMValueRef block = LLVMGetOperand(assertion, BLOCK), place[3];
	LLVMValueRef zeros = aw_llvm_intrinsic(unit->module, "llvm.cttz", &word, 1);
	LLVMValueRef lane = LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(zeros), zeros, count, 2, "");
	aw_llvm_call(unit->builder, unit->module, "aw.span.enter", nothing, &block, 1);
	place[0] = LLVMBuildAdd(unit->builder, LLVMGetOperand(assertion, X), lane, "");
	place[1] = LLVMGetOperand(assertion, Y);
	place[2] = LLVMGetOperand(assertion, Z);
	bool packed = aw_starts_with(aw_llvm_callee_name(assertion), of_packed);
	aw_llvm_call(unit->builder, unit->module, packed ? "aw.lane.packed" : "aw.lane", nothing, place, packed ? 1 : 3);
}

static void expand(struct aw_unit *unit, LLVMValueRef assertion)
{
	LLVMBuilderRef builder = unit->builder;
	unsigned own = LLVMGetNumArgOperands(assertion) - GANG_OWN;
	LLVMValueRef lanes = LLVMGetOperand(assertion, LANES), callee = ending_of(unit, assertion), arguments[MOST_ARGUMENTS];
	LLVMTypeRef mask = LLVMIntTypeInContext(unit->context, LLVMGetVectorSize(LLVMTypeOf(lanes)));
	LLVMBasicBlockRef before = LLVMGetInstructionParent(assertion), after = aw_llvm_split_before(assertion);
	LLVMBasicBlockRef end = LLVMInsertBasicBlockInContext(unit->context, after, "failed");
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(before));
	LLVMValueRef bits = LLVMBuildBitCast(builder, lanes, mask, "");
	aw_llvm_end_anew(builder, before, LLVMBuildICmp(builder, LLVMIntNE, bits, LLVMConstNull(mask), ""), end, after);
	LLVMPositionBuilderAtEnd(builder, end);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(assertion));
	name_thread(unit, assertion, bits);
	for (unsigned i = 0; i < own; i++)
		arguments[i] = LLVMGetOperand(assertion, GANG_OWN + i);
	LLVMBuildCall2(builder, LLVMGlobalGetValueType(callee), callee, arguments, own, "");
	LLVMBuildUnreachable(builder);
	aw_llvm_erase(assertion);
}

void aw_simd_expand_asserts(struct aw_unit *unit, LLVMValueRef function)
{
	AW_VEC(LLVMValueRef) found = { 0 };
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (aw_simd_is_assert(instruction))
				aw_need(aw_vec_push(&found, instruction));
	for (size_t i = 0; i < found.count; i++)
		expand(unit, found.items[i]);
	aw_vec_finish(&found);
}
