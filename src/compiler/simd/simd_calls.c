// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that can't be inlined: of functions that call themselves, and through pointers.  A gang makes them for the lanes
// that make them together (simd_called.c).  That is right as long as the functions don't wait for other lanes or threads,
// and print nothing, which must come out lane by lane and line by line.
//
// A call through a pointer becomes a call of a small function that takes the pointer as its first argument and
// makes the call: to the analysis and the vectorizer it then is a call like any other.  Calls of one type share it.
#include "simd_calls.h"

#include <assert.h>
#include <stdlib.h>

#include "../lower/waiting.h"
#include "simd.h"

// Large functions of the device library, which neither wait nor print.
static bool is_outlined(LLVMValueRef function)
{
	return aw_ends_with(aw_llvm_name(function), "_outline") && aw_starts_with(aw_llvm_name(function), "__nv_");
}

bool aw_simd_wants_few(LLVMValueRef function)
{
	return aw_ends_with(aw_llvm_name(function), "_few") && aw_starts_with(aw_llvm_name(function), "__nv_");
}

bool aw_simd_stays_function(const struct aw_call_graph *calls, LLVMValueRef function)
{
	uint32_t number = aw_call_graph_number(calls, function);
	return number != AW_NONE && (calls->nodes[number].recursive || is_outlined(function));
}

static bool meets(LLVMValueRef instruction)
{
	return (aw_waits(instruction) && !aw_waits_volatile(instruction)) || aw_exits(instruction);
}

// What one of the functions FOUND does that a lane can't do while the others stand; NULL: nothing.  *INLINED: it can, in the kernel.
static LLVMValueRef find_meeting(const struct aw_call_graph *calls, const bool *found, bool *inlined)
{
	LLVMValueRef meeting = NULL, other = NULL;
	for (uint32_t i = 0; i < calls->count && !meeting; i++) {
		LLVMValueRef function = calls->nodes[i].function;
		if (!found[i] || !aw_llvm_is_defined(function))
			continue;
		meeting = aw_llvm_find_instruction(function, meets);
		other = other ? other : aw_llvm_find_instruction(function, aw_waits_for_step);
		other = other ? other : aw_simd_find_spin(function);
	}
	*inlined = !meeting;
	return meeting ? meeting : other;
}

LLVMValueRef aw_simd_find_meeting(const struct aw_call_graph *calls, LLVMValueRef kernel, bool *inlined)
{
	bool *reached = AW_NEED_ARRAY(bool, calls->count), *recursive = AW_NEED_ARRAY(bool, calls->count);
	bool *pointed = AW_NEED_ARRAY(bool, calls->count), pointers = false, always;
	aw_call_graph_reach(calls, kernel, reached);
	for (uint32_t i = 0; i < calls->count; i++)
		pointers |= reached[i] && calls->nodes[i].calls_pointers;
	for (uint32_t i = 0; i < calls->count; i++) {
		const struct aw_call_node *node = &calls->nodes[i];
		if (reached[i] && node->recursive)
			aw_call_graph_reach(calls, node->function, recursive);
		if (reached[i] && pointers && node->address_taken)
			aw_call_graph_reach(calls, node->function, pointed);
	}
	LLVMValueRef found = find_meeting(calls, recursive, &always);
	*inlined = false;
	if (!found)
		found = find_meeting(calls, pointed, inlined);
	free(reached);
	free(recursive);
	free(pointed);
	return found;
}

// --- calls through pointers ---

static const char prefix[] = "aw.pointer.call";

bool aw_simd_is_pointer_call(LLVMValueRef function)
{
	return aw_starts_with(aw_llvm_name(function), prefix);
}

// What an argument's attributes say of how it is passed.
static const char *const ways[] = { "byval", "align", "signext", "zeroext" };
enum { BYVAL, ALIGN, WAYS = 4 };

static LLVMAttributeRef way_of(LLVMValueRef call, unsigned argument, int way)
{
	unsigned byval = aw_llvm_attribute_kind(ways[BYVAL]), kind = aw_llvm_attribute_kind(ways[way]);
	if (way == ALIGN && !LLVMGetCallSiteEnumAttribute(call, argument + 1, byval))
		return NULL; // a promise
	return LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
}

static LLVMTypeRef caller_type(LLVMValueRef call)
{
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMTypeRef *types = AW_NEED_ARRAY(LLVMTypeRef, count + 1);
	types[0] = LLVMTypeOf(LLVMGetCalledValue(call));
	for (unsigned i = 0; i < count; i++)
		types[i + 1] = LLVMTypeOf(LLVMGetOperand(call, i));
	LLVMTypeRef type = LLVMFunctionType(LLVMGetReturnType(LLVMGetCalledFunctionType(call)), types, count + 1, false);
	free(types);
	return type;
}

// Whether CALLER passes its arguments as CALL does.
static bool passes_alike(LLVMValueRef caller, LLVMValueRef call)
{
	LLVMValueRef inner = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(caller));
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		for (int way = 0; way < WAYS; way++)
			if (way_of(inner, i, way) != way_of(call, i, way))
				return false;
	return true;
}

static LLVMValueRef find_caller(struct aw_unit *unit, LLVMValueRef call, LLVMTypeRef type)
{
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_simd_is_pointer_call(function) && LLVMGlobalGetValueType(function) == type && passes_alike(function, call))
			return function;
	return NULL;
}

// The function that takes a pointer and the arguments of CALL, and calls what the pointer names.
static LLVMValueRef make_caller(struct aw_unit *unit, LLVMValueRef call, LLVMTypeRef type)
{
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMTypeRef called = LLVMGetCalledFunctionType(call);
	LLVMValueRef *arguments = AW_NEED_ARRAY(LLVMValueRef, count);
	LLVMValueRef caller = LLVMAddFunction(unit->module, prefix, type);
	assert(LLVMIsACallInst(call) && !aw_llvm_callee(call));
	LLVMSetLinkage(caller, LLVMInternalLinkage);
	for (unsigned i = 0; i < count; i++) {
		arguments[i] = LLVMGetParam(caller, i + 1);
		for (int way = 0; way <= ALIGN; way++)
			if (way_of(call, i, way))
				LLVMAddAttributeAtIndex(caller, i + 2, way_of(call, i, way));
	}
	LLVMPositionBuilderAtEnd(unit->builder, LLVMAppendBasicBlockInContext(unit->context, caller, "entry"));
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMValueRef inner = LLVMBuildCall2(unit->builder, called, LLVMGetParam(caller, 0), arguments, count, "");
	for (unsigned i = 0; i < count; i++)
		for (int way = 0; way < WAYS; way++)
			if (way_of(call, i, way))
				LLVMAddCallSiteAttribute(inner, i + 1, way_of(call, i, way));
	if (LLVMGetTypeKind(LLVMGetReturnType(called)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(unit->builder);
	else
		LLVMBuildRet(unit->builder, inner);
	free(arguments);
	return caller;
}

static void wrap(struct aw_unit *unit, LLVMValueRef call)
{
	LLVMTypeRef type = caller_type(call);
	LLVMValueRef caller = find_caller(unit, call, type);
	if (!caller)
		caller = make_caller(unit, call, type);
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMValueRef *arguments = AW_NEED_ARRAY(LLVMValueRef, count + 1);
	assert(!LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)));
	arguments[0] = LLVMGetCalledValue(call);
	for (unsigned i = 0; i < count; i++)
		arguments[i + 1] = LLVMGetOperand(call, i);
	aw_llvm_at(unit->builder, call);
	LLVMValueRef new = LLVMBuildCall2(unit->builder, type, caller, arguments, count + 1, "");
	free(arguments);
	aw_llvm_replace(call, LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? NULL : new);
}

void aw_simd_wrap_pointer_calls(struct aw_unit *unit, LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS_SAFE(call, block)
			if (LLVMIsACallInst(call) && !aw_llvm_callee(call) && !LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
				wrap(unit, call);
	}
}
