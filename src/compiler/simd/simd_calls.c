// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that can't be inlined: of functions that call themselves, and through pointers.  A gang makes them lane by
// lane (simd_lanes.c), each lane with the function that it names.  That is right as long as the functions don't wait for
// other lanes or threads, and print nothing, which must come out lane by lane and line by line.
//
// A call through a pointer becomes a call of a small function that takes the pointer as its first argument and
// makes the call: to the analysis and the vectorizer it then is a call like any other.
#include "simd_calls.h"

#include <assert.h>
#include <stdlib.h>

#include "../lower/waiting.h"
#include "simd.h"

bool aw_simd_stays_function(const struct aw_call_graph *calls, LLVMValueRef function)
{
	uint32_t number = aw_call_graph_number(calls, function);
	return number != AW_NONE && calls->nodes[number].recursive;
}

// What FUNCTION does that a lane can't do while the others stand; NULL: nothing.
static LLVMValueRef find_meeting(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (aw_waits(instruction) || aw_waits_for_step(instruction))
				return instruction;
	return aw_simd_find_spin(function);
}

LLVMValueRef aw_simd_find_meeting(const struct aw_call_graph *calls, LLVMValueRef kernel)
{
	bool *reached = AW_NEED_ARRAY(bool, calls->count), *staying = AW_NEED_ARRAY(bool, calls->count), pointers = false;
	LLVMValueRef found = NULL;
	aw_call_graph_reach(calls, kernel, reached);
	for (uint32_t i = 0; i < calls->count; i++)
		pointers |= reached[i] && calls->nodes[i].calls_pointers;
	for (uint32_t i = 0; i < calls->count; i++) {
		const struct aw_call_node *node = &calls->nodes[i];
		if (reached[i] && (node->recursive || (pointers && node->address_taken)))
			aw_call_graph_reach(calls, node->function, staying);
	}
	for (uint32_t i = 0; i < calls->count && !found; i++)
		if (staying[i] && aw_llvm_is_defined(calls->nodes[i].function))
			found = find_meeting(calls->nodes[i].function);
	free(reached);
	free(staying);
	return found;
}

// --- calls through pointers ---

static bool passes_structs(LLVMValueRef call)
{
	unsigned byval = aw_llvm_attribute_kind("byval");
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (LLVMGetCallSiteEnumAttribute(call, i + 1, byval))
			return true;
	return false;
}

// The function that takes a pointer and the arguments of CALL, and calls what the pointer names.
static LLVMValueRef make_caller(struct aw_unit *unit, LLVMValueRef call)
{
	LLVMTypeRef called = LLVMGetCalledFunctionType(call);
	assert(LLVMIsACallInst(call) && !aw_llvm_callee(call));
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMTypeRef *types = AW_NEED_ARRAY(LLVMTypeRef, count + 1);
	LLVMValueRef *arguments = AW_NEED_ARRAY(LLVMValueRef, count);
	types[0] = LLVMTypeOf(LLVMGetCalledValue(call));
	for (unsigned i = 0; i < count; i++)
		types[i + 1] = LLVMTypeOf(LLVMGetOperand(call, i));
	LLVMTypeRef type = LLVMFunctionType(LLVMGetReturnType(called), types, count + 1, false);
	LLVMValueRef caller = LLVMAddFunction(unit->module, "aw.call", type);
	LLVMSetLinkage(caller, LLVMInternalLinkage);
	for (unsigned i = 0; i < count; i++)
		arguments[i] = LLVMGetParam(caller, i + 1);
	LLVMPositionBuilderAtEnd(unit->builder, LLVMAppendBasicBlockInContext(unit->context, caller, "entry"));
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMValueRef inner = LLVMBuildCall2(unit->builder, called, LLVMGetParam(caller, 0), arguments, count, "");
	aw_llvm_copy_call_attributes(inner, call, 0);
	if (LLVMGetTypeKind(LLVMGetReturnType(called)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(unit->builder);
	else
		LLVMBuildRet(unit->builder, inner);
	free(types);
	free(arguments);
	return caller;
}

static void wrap(struct aw_unit *unit, LLVMValueRef call)
{
	LLVMValueRef caller = make_caller(unit, call);
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMValueRef *arguments = AW_NEED_ARRAY(LLVMValueRef, count + 1);
	assert(!LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)));
	arguments[0] = LLVMGetCalledValue(call);
	for (unsigned i = 0; i < count; i++)
		arguments[i + 1] = LLVMGetOperand(call, i);
	aw_llvm_at(unit->builder, call);
	LLVMValueRef new = LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(caller), caller, arguments, count + 1, "");
	free(arguments);
	aw_llvm_replace(call, LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? NULL : new);
}

void aw_simd_wrap_pointer_calls(struct aw_unit *unit, LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
			bool indirect = LLVMIsACallInst(instruction) && !aw_llvm_callee(instruction) &&
			                !LLVMIsAInlineAsm(LLVMGetCalledValue(instruction));
			if (indirect && !passes_structs(instruction))
				wrap(unit, instruction);
		}
	}
}
