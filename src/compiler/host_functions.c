// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_functions.h"

#include <ctype.h>
#include <string.h>

#include "../base/map.h"
#include "analysis/need.h"
#include "pipeline.h"
#include "target/nvptx.h"

// Notes the name of a kernel.
static void note_kernel(void *kernels, LLVMValueRef *operands, unsigned count)
{
	if (count > 2 && operands[0] && aw_annotation_says_kernel(operands, count))
		aw_need(aw_map_put(kernels, aw_llvm_name(operands[0]), operands[0]));
}

// Marks are kept as protected visibility, which device code has no other use for.
static bool is_marked(LLVMValueRef function)
{
	return LLVMGetVisibility(function) == LLVMProtectedVisibility;
}

// Marks what has the annotation.  Variables have none where they are declared only: those that no other module has are null.
static void mark(LLVMModuleRef module)
{
	LLVMValueRef list = LLVMGetNamedGlobal(module, "llvm.global.annotations");
	LLVMValueRef rows = list ? LLVMGetInitializer(list) : NULL;
	for (unsigned i = 0; rows && i < LLVMGetArrayLength2(LLVMTypeOf(rows)); i++) {
		LLVMValueRef row = LLVMGetOperand(rows, i), marked = LLVMGetOperand(row, 0), words = LLVMGetOperand(row, 1);
		size_t length;
		if (LLVMIsAFunction(marked) && LLVMIsAGlobalVariable(words) &&
		    !strcmp(LLVMGetAsString(LLVMGetInitializer(words), &length), AW_DEVICE_MARK))
			LLVMSetVisibility(marked, LLVMProtectedVisibility);
	}
	if (list)
		LLVMDeleteGlobal(list);
	AW_FOR_GLOBALS(global, module)
		if (LLVMIsDeclaration(global) && LLVMGetPointerAddressSpace(LLVMTypeOf(global)) != AW_NVPTX_SHARED)
			LLVMSetLinkage(global, LLVMExternalWeakLinkage);
}

// The device's variables are those that the host may set before a kernel runs.
void aw_host_functions_drop(LLVMModuleRef module, bool marked)
{
	static const char *const lists[] = { "llvm.global_ctors", "llvm.global_dtors" };
	struct aw_map kernels = AW_MAP_OF_STRINGS;
	if (marked)
		mark(module);
	aw_llvm_visit_metadata(module, "nvvm.annotations", note_kernel, &kernels);
	AW_FOR_FUNCTIONS(function, module)
		if (!aw_map_get(&kernels, aw_llvm_name(function)) && !is_marked(function))
			aw_llvm_internalize(function);
	AW_FOR_GLOBALS(global, module)
		if (LLVMGetLinkage(global) == LLVMExternalLinkage && !LLVMIsExternallyInitialized(global))
			aw_llvm_internalize(global);
	aw_map_finish(&kernels);
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		LLVMValueRef list = LLVMGetNamedGlobal(module, lists[i]);
		if (list)
			LLVMDeleteGlobal(list);
	}
	aw_llvm_run_passes(module, "globaldce", NULL);
}

static bool is_provided(LLVMValueRef function, LLVMModuleRef library)
{
	const char *name = aw_llvm_name(function);
	if (is_marked(function) || (library && LLVMGetNamedFunction(library, name)))
		return true;
	return aw_starts_with(name, "llvm.") || aw_starts_with(name, "__aw_") || aw_starts_with(name, "__nv_") ||
	       aw_intrinsic_find(function);
}

// Whether VARIABLE is none that device code may name: `extern __shared__` arrays and threadIdx and its like have no body either.
static bool is_of_host(LLVMValueRef variable)
{
	return LLVMIsDeclaration(variable) && LLVMGetLinkage(variable) != LLVMExternalWeakLinkage &&
	       LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) != AW_NVPTX_SHARED &&
	       !aw_starts_with(aw_llvm_name(variable), AW_INDEX_VARIABLE);
}

// Puts a function that ends the kernel in FUNCTION's place.
static void replace_by_trap(LLVMModuleRef module, LLVMValueRef function)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMValueRef trap = aw_llvm_intrinsic(module, "llvm.trap", NULL, 0);
	LLVMValueRef end = LLVMAddFunction(module, "aw.host", LLVMGlobalGetValueType(function));
	LLVMSetLinkage(end, LLVMInternalLinkage);
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, end, ""));
	LLVMBuildCall2(builder, LLVMGlobalGetValueType(trap), trap, NULL, 0, "");
	LLVMBuildUnreachable(builder);
	LLVMReplaceAllUsesWith(function, end);
	LLVMDisposeBuilder(builder);
}

// The kernel ends at USE, of INSTRUCTION.
static void end_at(LLVMModuleRef module, LLVMValueRef instruction, LLVMUseRef use)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMValueRef trap = aw_llvm_intrinsic(module, "llvm.trap", NULL, 0);
	LLVMPositionBuilderBefore(builder, instruction);
	LLVMBuildCall2(builder, LLVMGlobalGetValueType(trap), trap, NULL, 0, "");
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++)
		if (LLVMGetOperandUse(instruction, i) == use)
			LLVMSetOperand(instruction, i, LLVMGetPoison(LLVMTypeOf(LLVMGetOperand(instruction, i))));
	LLVMDisposeBuilder(builder);
}

static bool is_assembly(LLVMValueRef instruction)
{
	LLVMValueRef called = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
	return called && LLVMIsAInlineAsm(called);
}

// Whether INSTRUCTION is assembly that begins with a comment of the host's assembler, where PTX has no #.
static bool is_host_assembly(LLVMValueRef instruction)
{
	size_t length = 0;
	const char *text = is_assembly(instruction) ? LLVMGetInlineAsmAsmString(LLVMGetCalledValue(instruction), &length) : NULL;
	size_t at = 0;
	while (at < length && isspace((unsigned char)text[at]))
		at++;
	return at < length && text[at] == '#';
}

// What uses VALUE, through constant expressions: the whole function where it has assembly, which may be the host's, or where a phi does.
static void end_users(LLVMModuleRef module, LLVMValueRef value)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value), next; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);
		next = LLVMGetNextUse(use);
		LLVMValueRef function = LLVMIsAInstruction(user) ? aw_llvm_function_of(user) : NULL;
		if (function && (LLVMIsAPHINode(user) || aw_llvm_find_instruction(function, is_assembly)))
			replace_by_trap(module, function);
		else if (function)
			end_at(module, user, use);
		else if (LLVMIsAConstantExpr(user))
			end_users(module, user);
	}
}

void aw_host_functions_end(LLVMModuleRef module, LLVMModuleRef library)
{
	AW_FOR_FUNCTIONS_SAFE(function, module)
		if (LLVMGetFirstUse(function) && (LLVMIsDeclaration(function) ? !is_provided(function, library) :
		                                  aw_llvm_find_instruction(function, is_host_assembly) != NULL))
			replace_by_trap(module, function);
	AW_FOR_GLOBALS(global, module)
		if (is_of_host(global))
			end_users(module, global);
	AW_FOR_FUNCTIONS(function, module)
		if (is_marked(function))
			LLVMSetVisibility(function, LLVMDefaultVisibility);
	aw_llvm_run_passes(module, "globaldce", NULL);
}
