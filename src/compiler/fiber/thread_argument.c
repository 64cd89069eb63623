// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives every defined function a first parameter, `struct aw_cpu_thread *`, and every call of one, direct
// or through a pointer, the caller's own as first argument.  Functions that are only declared
// (intrinsics, support functions to be) stay as they are; their calls are lower_intrinsics' business.
// A function's type is part of its identity in LLVM, so each becomes a new function that takes the body.
#include <assert.h>
#include <stdlib.h>

#include "../analysis/need.h"
#include "../pipeline.h"

static LLVMTypeRef threaded_type(struct aw_unit *unit, LLVMTypeRef type)
{
	unsigned count = LLVMCountParamTypes(type);
	LLVMTypeRef *types = AW_NEED_ARRAY(LLVMTypeRef, count + 1);
	types[0] = LLVMPointerTypeInContext(unit->context, 0);
	LLVMGetParamTypes(type, types + 1);
	LLVMTypeRef threaded = LLVMFunctionType(LLVMGetReturnType(type), types, count + 1, LLVMIsFunctionVarArg(type));
	free(types);
	return threaded;
}

// NOALIAS would be wrong (all functions write the thread's patience), the rest holds for every thread.
static void describe_thread(LLVMValueRef function)
{
	LLVMSetValueName2(LLVMGetParam(function, 0), "thread", 6);
	aw_llvm_add_attribute(function, 1, "nonnull");
	aw_llvm_add_attribute(function, 1, "noundef");
}

static void follow(struct aw_unit_kernel *kernel, LLVMValueRef old, LLVMValueRef new)
{
	if (kernel->function == old)
		kernel->function = new;
	if (kernel->single == old)
		kernel->single = new;
	for (size_t i = 0; i < kernel->forms.count; i++)
		if (kernel->forms.items[i].function == old)
			kernel->forms.items[i].function = new;
}

static LLVMValueRef replace_function(struct aw_unit *unit, LLVMValueRef old)
{
	LLVMValueRef new = LLVMAddFunction(unit->module, "", threaded_type(unit, LLVMGlobalGetValueType(old)));
	aw_llvm_move_body(new, old, 1);
	describe_thread(new);
	assert(LLVMIsDeclaration(old) && !LLVMIsDeclaration(new));
	LLVMReplaceAllUsesWith(old, new);
	for (size_t i = 0; i < unit->kernels.count; i++)
		follow(&unit->kernels.items[i], old, new);
	LLVMDeleteFunction(old);
	return new;
}

static bool takes_thread(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	return !LLVMIsAInlineAsm(callee) && !(LLVMIsAFunction(callee) && LLVMIsDeclaration(callee));
}

static void replace_call(struct aw_unit *unit, LLVMValueRef call)
{
	unsigned count = LLVMGetNumArgOperands(call);
	assert(LLVMGetNumArgOperands(call) + 1 == (unsigned)LLVMGetNumOperands(call)); // no operand bundles
	LLVMValueRef *arguments = AW_NEED_ARRAY(LLVMValueRef, count + 1);
	arguments[0] = LLVMGetParam(aw_llvm_function_of(call), 0);
	for (unsigned i = 0; i < count; i++)
		arguments[i + 1] = LLVMGetOperand(call, i);
	aw_llvm_at(unit->builder, call);
	LLVMTypeRef type = threaded_type(unit, LLVMGetCalledFunctionType(call));
	LLVMValueRef new = LLVMBuildCall2(unit->builder, type, LLVMGetCalledValue(call), arguments, count + 1, "");
	aw_llvm_copy_call_attributes(new, call, 1);
	LLVMValueRef result = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? NULL : new;
	aw_llvm_replace(call, result);
	free(arguments);
}

bool aw_pass_thread_argument(struct aw_unit *unit)
{
	AW_VEC(LLVMValueRef) functions = { 0 };
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (aw_llvm_is_defined(function))
			aw_need(aw_vec_push(&functions, function));
	}
	for (size_t i = 0; i < functions.count; i++)
		functions.items[i] = replace_function(unit, functions.items[i]);
	for (size_t i = 0; i < functions.count; i++)
		AW_FOR_BLOCKS(block, functions.items[i])
			AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
				if (LLVMIsACallInst(instruction) && takes_thread(instruction))
					replace_call(unit, instruction);
	bool changed = functions.count > 0;
	aw_vec_finish(&functions);
	return changed;
}
