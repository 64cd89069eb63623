// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the module one that LLVM's NVPTX back end and NVIDIA's driver take for unit->architecture: functions lose
// the architecture that the front end was told, functions that the driver doesn't provide get a body, and what
// the back end gets wrong is avoided.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../pipeline.h"
#include "ptx.h"

static void strip_architecture(LLVMValueRef function)
{
	static const char *const texts[] = { "target-cpu", "target-features", "frame-pointer" };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, texts[i], (unsigned)strlen(texts[i]));
}

// The back end writes an alignment of 0 for dynamic allocas that ask for no more than the stack's own.
static void align_allocas(LLVMValueRef function)
{
	enum { MORE_THAN_STACK = 16 };
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (LLVMIsAAllocaInst(instruction) && !LLVMIsAConstant(LLVMGetOperand(instruction, 0)) &&
			    LLVMGetAlignment(instruction) < MORE_THAN_STACK)
				LLVMSetAlignment(instruction, MORE_THAN_STACK);
}

// What stands in vtables where no function can be called.
static void define_traps(struct aw_unit *unit)
{
	static const char *const names[] = { "__cxa_pure_virtual", "__cxa_deleted_virtual" };
	LLVMValueRef trap = aw_llvm_intrinsic(unit->module, "llvm.trap", NULL, 0);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(unit->module, names[i]);
		if (!function || !LLVMIsDeclaration(function))
			continue;
		LLVMPositionBuilderAtEnd(unit->builder, LLVMAppendBasicBlockInContext(unit->context, function, ""));
		LLVMSetCurrentDebugLocation2(unit->builder, NULL);
		LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(trap), trap, NULL, 0, "");
		LLVMBuildUnreachable(unit->builder);
		LLVMSetLinkage(function, LLVMInternalLinkage);
	}
}

// LLVM would take it that any allocation succeeds, and leave out one whose address is only compared with null.  Under
// another name it knows nothing of them; aw_ptx_emit gives the names back.
static void hide_allocations(struct aw_unit *unit)
{
	static const char *const names[] = { "malloc", "free" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(unit->module, names[i]);
		char *hidden = function && LLVMIsDeclaration(function) ? aw_format(AW_PTX_HIDDEN "%s", names[i]) : NULL;
		if (hidden)
			LLVMSetValueName2(function, hidden, strlen(hidden));
		free(hidden);
	}
}

// Conversions of floating-point numbers to 8 and 16 bits go through 32 bits, which saturate, and are cut
// (docs/semantics.md); the back end's own would saturate at 16.
static LLVMTypeRef converted_type(struct aw_unit *unit, LLVMTypeRef type)
{
	return LLVMGetIntTypeWidth(type) < 32 ? LLVMInt32TypeInContext(unit->context) : type;
}

// NaN gives another integer as a double than as a float.  The instruction as text is safe from LLVM, which makes one
// conversion of those from float to double to an integer.
static LLVMValueRef convert_double(struct aw_unit *unit, LLVMValueRef value, LLVMTypeRef type, bool is_signed)
{
	bool wide = LLVMGetIntTypeWidth(type) == 64;
	char text[48], *constraints = wide ? "=l,d" : "=r,d";
	LLVMTypeRef from = LLVMTypeOf(value), function = LLVMFunctionType(type, &from, 1, false);
	snprintf(text, sizeof(text), "cvt.rzi.%c%d.f64 $0, $1;", is_signed ? 's' : 'u', wide ? 64 : 32);
	LLVMValueRef code = LLVMGetInlineAsm(function, text, strlen(text), constraints, strlen(constraints), false, false,
	                                     LLVMInlineAsmDialectATT, false);
	return LLVMBuildCall2(unit->builder, function, code, &value, 1, "");
}

static void define_conversion(struct aw_unit *unit, LLVMValueRef conversion)
{
	LLVMTypeRef type = LLVMTypeOf(conversion);
	LLVMValueRef value = LLVMGetOperand(conversion, 0), number;
	bool from_double = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMDoubleTypeKind;
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64)
		return;
	LLVMTypeRef wide = converted_type(unit, type);
	if (wide == type && !from_double)
		return;
	aw_llvm_at(unit->builder, conversion);
	if (from_double && !LLVMIsAConstant(value) && (LLVMGetIntTypeWidth(wide) == 32 || LLVMGetIntTypeWidth(wide) == 64))
		number = convert_double(unit, value, wide, LLVMIsAFPToSIInst(conversion) != NULL);
	else
		number = LLVMBuildCast(unit->builder, LLVMGetInstructionOpcode(conversion), value, wide, "");
	aw_llvm_replace(conversion, wide == type ? number : LLVMBuildTrunc(unit->builder, number, type, ""));
}

static void define_conversions(struct aw_unit *unit, LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			if (LLVMIsAFPToSIInst(instruction) || LLVMIsAFPToUIInst(instruction))
				define_conversion(unit, instruction);
}

// Whether BLOCK loads before it does what can be seen elsewhere.
static bool begins_with_load(LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(instruction, block) {
		if (LLVMIsALoadInst(instruction))
			return !LLVMGetVolatile(instruction);
		if (aw_llvm_may_write(instruction))
			return false;
	}
	return false;
}

// Whether FUNCTION, of which clean code is left, has a loop whose body and what comes behind it both begin with loads.
static bool loads_behind_loops(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block), value = LLVMBasicBlockAsValue(block);
		bool joins = LLVMGetFirstUse(value) && LLVMGetNextUse(LLVMGetFirstUse(value));
		if (joins && LLVMIsABranchInst(end) && LLVMIsConditional(end) && begins_with_load(LLVMGetSuccessor(end, 0)) &&
		    begins_with_load(LLVMGetSuccessor(end, 1)))
			return true;
	}
	return false;
}

// Before loops are rotated, what a loop's body and what comes behind the loop have in common goes to where the loop is decided:
// in  while (h-- && tree[node[i]].key[t] != key[i]) { ... }  answer(tree[node[i]])  the loads are then done once a turn, their
// results wait in registers for the next, and loads that don't need one another start together.
static void share_loads(struct aw_unit *unit, LLVMValueRef function)
{
	static const char clean[] = "sroa<modify-cfg>,early-cse,simplifycfg";
	LLVMValueRef copy = aw_llvm_copy_function(function, "");
	bool found = aw_llvm_run_function_passes(copy, clean, unit->machine) && loads_behind_loops(copy);
	LLVMDeleteFunction(copy);
	if (found)
		aw_llvm_run_function_passes(function, "sroa<modify-cfg>,early-cse,simplifycfg<hoist-common-insts>", unit->machine);
}

// Loops whose turns are counted at run time are unrolled behind the optimiser (unroll_strided), when their addresses are
// pointers that step (step_pointers).
static void prepare_loops(struct aw_unit *unit, LLVMValueRef function)
{
	if (aw_unit_opt_level(unit) < 2 || unit->request->breakpoints)
		return;
	share_loads(unit, function);
	aw_llvm_run_function_passes(function, "hold-loops", unit->machine);
}

bool aw_pass_prepare_ptx(struct aw_unit *unit)
{
	if (!aw_ptx_begin(unit))
		return false;
	define_traps(unit);
	hide_allocations(unit);
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (aw_llvm_is_defined(function)) {
			strip_architecture(function);
			align_allocas(function);
			define_conversions(unit, function);
			prepare_loops(unit, function);
		}
	}
	return true;
}
