// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns calls of NVVM intrinsics, marks and well-known undefined functions (intrinsics.def) into calls of
// the support library src/devlib/cpu, which link_support brings in:
//     r = llvm.nvvm.shfl.sync.idx.i32(m, v, l, c)   ->   r = aw_cpu_shfl_sync_idx_i32(thread, m, v, l, c, site)
// A PAIR row returns { value, i1 } in LLVM and stores the i1 through a pointer in C.  Rows with support
// EXPAND become instructions (expand_intrinsics.c).
#include "lower_intrinsics.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/need.h"

enum { MAX_ARGUMENTS = 16 };

struct call {
	LLVMValueRef values[MAX_ARGUMENTS];
	LLVMTypeRef types[MAX_ARGUMENTS];
	unsigned count;
};

static void add_argument(struct call *call, LLVMValueRef value)
{
	assert(call->count < MAX_ARGUMENTS);
	call->values[call->count] = value;
	call->types[call->count++] = LLVMTypeOf(value);
}

bool aw_support_name(LLVMValueRef callee, char *support, size_t size)
{
	const struct aw_intrinsic *row = aw_intrinsic_find(callee);
	const char *name = aw_llvm_name(callee);
	if (row) {
		snprintf(support, size, "%s", row->support);
		return true;
	}
	if (!LLVMIsDeclaration(callee) || !aw_starts_with(name, "llvm.nvvm."))
		return false;
	snprintf(support, size, "aw_cpu_%s", name + strlen("llvm.nvvm."));
	for (char *c = support; *c; c++)
		if (*c == '.')
			*c = '_';
	return true;
}

static LLVMValueRef entry_alloca(struct aw_unit *unit, LLVMValueRef function, LLVMTypeRef type)
{
	LLVMPositionBuilderBefore(unit->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	return LLVMBuildAlloca(unit->builder, type, "");
}

// { value, flag } from what the support function returned and stored.
static LLVMValueRef make_pair(struct aw_unit *unit, LLVMTypeRef type, LLVMValueRef value, LLVMValueRef slot)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(unit->context), bit = LLVMInt1TypeInContext(unit->context);
	LLVMValueRef stored = LLVMBuildLoad2(unit->builder, byte, slot, "");
	LLVMValueRef flag = LLVMBuildTrunc(unit->builder, stored, bit, "");
	LLVMValueRef pair = LLVMBuildInsertValue(unit->builder, LLVMGetPoison(type), value, 0, "");
	return LLVMBuildInsertValue(unit->builder, pair, flag, 1, "");
}

// The support library's pointers are generic.
static LLVMValueRef generic(struct aw_unit *unit, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || LLVMGetPointerAddressSpace(type) == 0)
		return value;
	return LLVMBuildAddrSpaceCast(unit->builder, value, LLVMPointerTypeInContext(unit->context, 0), "");
}

static LLVMValueRef site_argument(struct aw_unit *unit, LLVMValueRef instruction)
{
	LLVMValueRef site = aw_unit_site(instruction);
	return site ? site : LLVMConstNull(LLVMPointerTypeInContext(unit->context, 0));
}

// The support library is compiled with fixed types, so a variadic declaration counts as its arguments.
static LLVMValueRef build(struct aw_unit *unit, const char *support, LLVMTypeRef result, struct call *call)
{
	assert(aw_starts_with(support, "aw_cpu_"));
	LLVMTypeRef type = LLVMFunctionType(result, call->types, call->count, false);
	LLVMValueRef function = aw_llvm_declare(unit->module, support, type);
	return LLVMBuildCall2(unit->builder, type, function, call->values, call->count, "");
}

// Arguments after the first as an array, and the place for the result: r = f(a, b, c) -> f(thread, a, { b, c }, &r, site).
static void lower_many(struct aw_unit *unit, LLVMValueRef instruction, const char *support)
{
	LLVMValueRef function = aw_llvm_function_of(instruction);
	LLVMTypeRef word = LLVMInt32TypeInContext(unit->context), type = LLVMTypeOf(instruction);
	unsigned count = LLVMGetNumArgOperands(instruction) - 1;
	LLVMValueRef words = entry_alloca(unit, function, LLVMArrayType2(word, count));
	LLVMValueRef result = entry_alloca(unit, function, type);
	struct call call = { .count = 0 };
	aw_llvm_at(unit->builder, instruction);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef index = LLVMConstInt(word, i, false), value = LLVMGetOperand(instruction, i + 1);
		assert(LLVMTypeOf(value) == word);
		LLVMBuildStore(unit->builder, value, LLVMBuildGEP2(unit->builder, word, words, &index, 1, ""));
	}
	add_argument(&call, LLVMGetParam(function, 0));
	add_argument(&call, LLVMGetOperand(instruction, 0));
	add_argument(&call, words);
	add_argument(&call, result);
	add_argument(&call, site_argument(unit, instruction));
	build(unit, support, LLVMVoidTypeInContext(unit->context), &call);
	aw_llvm_replace(instruction, LLVMBuildLoad2(unit->builder, type, result, ""));
}

static void lower_call(struct aw_unit *unit, LLVMValueRef instruction, const char *support, unsigned flags)
{
	if (flags & AW_INTRINSIC_MANY) {
		lower_many(unit, instruction, support);
		return;
	}
	LLVMValueRef function = aw_llvm_function_of(instruction), slot = NULL;
	LLVMTypeRef type = LLVMTypeOf(instruction), result = type;
	struct call call = { .count = 0 };
	if (flags & AW_INTRINSIC_PAIR) {
		assert(LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 2);
		slot = entry_alloca(unit, function, LLVMInt8TypeInContext(unit->context));
		result = LLVMStructGetTypeAtIndex(type, 0);
	}
	aw_llvm_at(unit->builder, instruction);
	add_argument(&call, LLVMGetParam(function, 0));
	for (unsigned i = 0; i < LLVMGetNumArgOperands(instruction); i++)
		add_argument(&call, generic(unit, LLVMGetOperand(instruction, i)));
	if (slot)
		add_argument(&call, slot);
	if (flags & AW_INTRINSIC_SITE)
		add_argument(&call, site_argument(unit, instruction));
	LLVMValueRef value = build(unit, support, result, &call);
	if (slot)
		value = make_pair(unit, type, value, slot);
	aw_llvm_replace(instruction, LLVMGetTypeKind(type) == LLVMVoidTypeKind ? NULL : value);
}

static bool lower_instruction(struct aw_unit *unit, LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	char support[128];
	if (!callee || !aw_support_name(callee, support, sizeof(support)))
		return false;
	const struct aw_intrinsic *row = aw_intrinsic_find(callee);
	if (strcmp(support, "aw_cpu_EXPAND"))
		lower_call(unit, instruction, support, row ? row->flags : AW_INTRINSIC_NONE);
	else if (!aw_expand_intrinsic(unit, instruction))
		aw_unit_error(unit, instruction, "%s is not supported on the CPU", aw_llvm_name(callee));
	return true;
}

bool aw_pass_lower_intrinsics(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
				changed |= lower_instruction(unit, instruction);
	return changed;
}
