// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVVM intrinsics that are no more than arithmetic, made ordinary code so that it is vectorized as such.  Those
// that are instructions in disguise become these; the others' bodies are in the support library, which the
// fiber strategy calls, too: inlined from there, they give the same bits by both strategies.
//
// A support function can be inlined when it is plain: it doesn't look at its thread, calls nothing but LLVM's own functions, and tries
// nothing until it succeeds, of which lanes in step would each take a turn.  (What changes the rounding mode is assembly and stays
// a call.)  The plain functions that the program may need are linked into the module once for all kernels, since reading the library
// takes longer than making a small kernel's forms, and taken out again: link_support brings what is left to call, at the end.
#include "simd.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/str.h"
#include "../analysis/need.h"
#include "../lower/lower_intrinsics.h"
#include "../target/native.h"

enum { MAX_ARGUMENTS = 8, MAX_NAME = 128 };

struct candidate {
	LLVMValueRef call, plain;
};
typedef AW_VEC(struct candidate) candidates;

static bool is_plain_instruction(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	if (LLVMIsACallInst(instruction))
		return callee && aw_starts_with(aw_llvm_name(callee), "llvm.");
	return !LLVMIsAFenceInst(instruction) && !LLVMIsAAtomicCmpXchgInst(instruction);
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

// --- the plain functions in the module ---

// The name of the support function that stands for CALLEE, if it may be plain.
static bool find_support(LLVMValueRef callee, char *support, size_t size)
{
	return callee && aw_support_name(callee, support, size) && strcmp(support, "aw_cpu_EXPAND") != 0 && may_be_plain(callee);
}

// Declares what is plain in LIBRARY of what the program calls; returns whether there is any.
static bool declare_plain(struct aw_unit *unit, LLVMModuleRef library)
{
	bool found = false;
	char support[MAX_NAME];
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (!LLVMGetFirstUse(function) || !find_support(function, support, sizeof(support)))
			continue;
		LLVMValueRef body = LLVMGetNamedFunction(library, support);
		if (!body || !aw_llvm_materialize(body) || !is_plain(body))
			continue;
		aw_llvm_declare(unit->module, support, LLVMGlobalGetValueType(body));
		found = true;
	}
	return found;
}

static bool calls_support(LLVMModuleRef module)
{
	char support[MAX_NAME];
	AW_FOR_FUNCTIONS(function, module)
		if (LLVMGetFirstUse(function) && find_support(function, support, sizeof(support)))
			return true;
	return false;
}

// The library is one for the CPU, where the module is still NVPTX's; type layouts are the same.
bool aw_simd_link_support(struct aw_unit *unit)
{
	char *data = NULL;
	LLVMModuleRef library = calls_support(unit->module) ? aw_read_support(unit, true, &data) : NULL;
	if (!library)
		return false;
	bool found = declare_plain(unit, library);
	if (found) {
		LLVMSetTarget(library, LLVMGetTarget(unit->module));
		LLVMSetDataLayout(library, LLVMGetDataLayoutStr(unit->module));
		if (!aw_llvm_link(unit->module, library, true))
			aw_unit_error(unit, NULL, "the support library can't be linked");
	} else {
		LLVMDisposeModule(library);
	}
	free(data);
	return found;
}

void aw_simd_drop_support(struct aw_unit *unit)
{
	AW_FOR_FUNCTIONS_SAFE(function, unit->module)
		if (aw_starts_with(aw_llvm_name(function), "aw_cpu_") && !LLVMGetFirstUse(function))
			LLVMDeleteFunction(function);
}

// --- the calls of a copy ---

// Expands what is an instruction, and lists what has a plain function.
static bool expand(struct aw_unit *unit, LLVMValueRef function, candidates *list)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
			LLVMValueRef callee = aw_llvm_callee(instruction);
			struct candidate candidate = { .call = instruction };
			char support[MAX_NAME];
			if (!callee || !aw_support_name(callee, support, sizeof(support)))
				continue;
			if (!strcmp(support, "aw_cpu_EXPAND"))
				changed |= aw_expand_intrinsic(unit, instruction);
			else if (may_be_plain(callee) && (candidate.plain = LLVMGetNamedFunction(unit->module, support)))
				aw_need(aw_vec_push(list, candidate));
		}
	}
	return changed;
}

// The call of CANDIDATE's plain function instead, without a thread; NULL when its type doesn't fit.
static LLVMValueRef replace_call(struct aw_unit *unit, const struct candidate *candidate)
{
	LLVMValueRef call = candidate->call, values[MAX_ARGUMENTS] = { 0 };
	LLVMTypeRef type = LLVMGlobalGetValueType(candidate->plain);
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
	LLVMValueRef result = LLVMBuildCall2(unit->builder, type, candidate->plain, values, count, "");
	aw_llvm_replace(call, LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind ? NULL : result);
	return result;
}

bool aw_simd_inline_support(struct aw_unit *unit, LLVMValueRef function)
{
	candidates list = { 0 };
	bool changed = expand(unit, function, &list);
	for (size_t i = 0; i < list.count; i++) {
		LLVMValueRef call = replace_call(unit, &list.items[i]);
		bool inlined = call && aw_llvm_inline_call(call);
		assert(inlined || !call);
		changed |= inlined;
	}
	aw_vec_finish(&list);
	return changed;
}
