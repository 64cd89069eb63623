// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVVM intrinsics that are no more than arithmetic, made ordinary code so that it is vectorized as such.  Those
// that are instructions in disguise become these; the others' bodies are in the support library, which the
// fiber strategy calls, too: inlined from there, they give the same bits by both strategies.
//
// A support function can be inlined when it is plain: it doesn't look at its thread and calls nothing but LLVM's
// own functions.  (What changes the rounding mode is assembly and stays a call.)  Plain functions are linked into
// the module, inlined, and taken out again: link_support brings what is left to call, at the end.
#include "simd.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/str.h"
#include "../analysis/need.h"
#include "../lower/lower_intrinsics.h"
#include "../target/native.h"

enum { MAX_ARGUMENTS = 8 };

struct candidate {
	LLVMValueRef call;
	char support[128];
};
typedef AW_VEC(struct candidate) candidates;

static bool is_plain_instruction(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	if (LLVMIsACallInst(instruction))
		return callee && aw_starts_with(aw_llvm_name(callee), "llvm.");
	return !LLVMIsAFenceInst(instruction);
}

static bool is_plain(LLVMValueRef function)
{
	if (!function || LLVMIsDeclaration(function) || LLVMCountParams(function) == 0 ||
	    LLVMGetFirstUse(LLVMGetParam(function, 0)))
		return false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (!is_plain_instruction(instruction))
				return false;
	return true;
}

// Waiting operations and memory that the thread has are never plain; asking the library is for the others.
static bool may_be_plain(LLVMValueRef callee)
{
	const struct aw_intrinsic *row = aw_intrinsic_find(callee);
	return !row || (row->flags & ~(unsigned)AW_INTRINSIC_CONTEXT) == 0;
}

// Expands what is an instruction, and lists what may be in the library.
static bool expand(struct aw_unit *unit, LLVMValueRef function, candidates *list)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
			LLVMValueRef callee = aw_llvm_callee(instruction);
			struct candidate candidate = { .call = instruction };
			if (!callee || !aw_support_name(callee, candidate.support, sizeof(candidate.support)))
				continue;
			if (!strcmp(candidate.support, "aw_cpu_EXPAND"))
				changed |= aw_expand_intrinsic(unit, instruction);
			else if (may_be_plain(callee))
				aw_need(aw_vec_push(list, candidate));
		}
	}
	return changed;
}

// The call of CANDIDATE's support function instead, without a thread; NULL when the library's TYPE doesn't fit.
static LLVMValueRef replace_call(struct aw_unit *unit, const struct candidate *candidate, LLVMTypeRef type)
{
	LLVMValueRef call = candidate->call, values[MAX_ARGUMENTS] = { 0 };
	LLVMTypeRef types[MAX_ARGUMENTS], generic = LLVMPointerTypeInContext(unit->context, 0);
	unsigned count = LLVMGetNumArgOperands(call) + 1;
	if (LLVMCountParamTypes(type) != count || count > MAX_ARGUMENTS || LLVMGetReturnType(type) != LLVMTypeOf(call))
		return NULL;
	LLVMGetParamTypes(type, types);
	aw_llvm_at(unit->builder, call);
	values[0] = LLVMConstNull(generic);
	for (unsigned i = 1; i < count; i++) {
		values[i] = LLVMGetOperand(call, i - 1);
		bool pointer = LLVMGetTypeKind(LLVMTypeOf(values[i])) == LLVMPointerTypeKind;
		if (pointer && types[i] == generic && LLVMTypeOf(values[i]) != generic)
			values[i] = LLVMBuildAddrSpaceCast(unit->builder, values[i], generic, "");
		if (LLVMTypeOf(values[i]) != types[i])
			return NULL;
	}
	LLVMValueRef function = aw_llvm_declare(unit->module, candidate->support, type);
	LLVMValueRef result = LLVMBuildCall2(unit->builder, type, function, values, count, "");
	aw_llvm_replace(call, LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind ? NULL : result);
	return result;
}

// Keeps in LIST the calls that are now of plain functions of LIBRARY.
static void choose(struct aw_unit *unit, LLVMModuleRef library, candidates *list)
{
	size_t kept = 0;
	for (size_t i = 0; i < list->count; i++) {
		LLVMValueRef function = LLVMGetNamedFunction(library, list->items[i].support);
		LLVMValueRef call = is_plain(function) ?
		    replace_call(unit, &list->items[i], LLVMGlobalGetValueType(function)) : NULL;
		if (call)
			list->items[kept++].call = call;
	}
	list->count = kept;
}

static void inline_calls(const candidates *list)
{
	for (size_t i = 0; i < list->count; i++) {
		bool inlined = aw_llvm_inline_call(list->items[i].call);
		assert(inlined);
		(void)inlined;
	}
}

// The library is one for the CPU, where the module is still NVPTX's; type layouts are the same.
static bool link_plain(struct aw_unit *unit, LLVMModuleRef library)
{
	LLVMSetTarget(library, LLVMGetTarget(unit->module));
	LLVMSetDataLayout(library, LLVMGetDataLayoutStr(unit->module));
	if (aw_llvm_link(unit->module, library, true))
		return true;
	aw_unit_error(unit, NULL, "the support library can't be linked");
	return false;
}

// Takes the support functions out again; no other part of the module calls them before lower_intrinsics.
static void drop_linked(struct aw_unit *unit)
{
	AW_FOR_FUNCTIONS_SAFE(function, unit->module)
		if (aw_starts_with(aw_llvm_name(function), "aw_cpu_") && !LLVMGetFirstUse(function))
			LLVMDeleteFunction(function);
}

bool aw_simd_inline_support(struct aw_unit *unit, LLVMValueRef function)
{
	candidates list = { 0 };
	bool changed = expand(unit, function, &list);
	char *data = NULL;
	LLVMModuleRef library = list.count ? aw_read_support(unit, false, &data) : NULL;
	if (library) {
		choose(unit, library, &list);
		changed |= list.count > 0;
		if (list.count && link_plain(unit, library)) {
			inline_calls(&list);
			drop_linked(unit);
		} else if (!list.count) {
			LLVMDisposeModule(library);
		}
	}
	free(data);
	aw_vec_finish(&list);
	return changed;
}
