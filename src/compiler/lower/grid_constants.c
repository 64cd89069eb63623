// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of kernels that are __grid_constant__ (CUDA C++ Programming Guide, "__grid_constant__"): host_defines.h makes of the word an
// annotation, which clang leaves as a call of llvm.var.annotation with the parameter's address.  That address is the same for all threads,
// and isspacep.param is true of it.
//
// On the CPU the parameter stays in the launch's buffer (aw_kernel_keep_in_place).  LLVM's NVPTX back
// end copies a parameter whose address is taken to the thread's own memory, where the copy engine for tensors cannot read a map, unless the
// metadata nvvm.annotations says (NVPTXLowerArgs.cpp)
//     { kernel, "grid_constant", { i32 1, i32 3 } }        the parameters from 1 on, those that are passed by value in memory
//
// One that isn't passed in memory, a number, is a value that the kernel stores to a variable of its own.  Where the variable's address goes
// elsewhere, the kernel becomes one that takes the number in memory, as a struct of the same layout would be.
#include <stdlib.h>
#include <string.h>

#include "../analysis/need.h"
#include "../pipeline.h"
#include "kernel_entry.h"

static const char annotation_name[] = "llvm.var.annotation.p0.p0";

typedef AW_VEC(LLVMValueRef) values;

static bool says_grid_constant(LLVMValueRef annotation)
{
	return !strcmp(aw_llvm_constant_text(LLVMGetOperand(annotation, 1)), "aw.grid_constant");
}

// Removes the annotations and lists what those of that kind are about.
static void take_annotations(LLVMValueRef function, values *places)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetFirstUse(function)) {
		LLVMValueRef call = LLVMGetUser(use);
		if (LLVMIsACallInst(call) && says_grid_constant(call))
			aw_need(aw_vec_push(places, LLVMGetOperand(call, 0)));
		aw_llvm_erase(call);
	}
	LLVMDeleteFunction(function);
}

// --- numbers ---

// The store of a parameter's value, or of a bool's made a byte, that VARIABLE holds from then on; NULL: there is none, or nobody sees the
// address.
static LLVMValueRef find_store(LLVMValueRef variable)
{
	LLVMValueRef store = NULL;
	bool escapes = false;
	AW_FOR_USES(use, variable) {
		LLVMValueRef user = LLVMGetUser(use);
		if (aw_llvm_is_op(user, LLVMStore) && LLVMGetOperand(user, 1) == variable) {
			if (store)
				return NULL;
			store = user;
		} else if (!aw_llvm_is_op(user, LLVMLoad)) {
			escapes = true;
		}
	}
	return escapes ? store : NULL;
}

static bool is_only_use(LLVMValueRef user, LLVMValueRef value)
{
	LLVMUseRef use = LLVMGetFirstUse(value);
	return use && LLVMGetUser(use) == user && !LLVMGetNextUse(use);
}

static LLVMValueRef stored_parameter(LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0);
	if (aw_llvm_is_op(value, LLVMZExt) && is_only_use(store, value)) {
		store = value;
		value = LLVMGetOperand(value, 0);
	}
	return LLVMIsAArgument(value) && is_only_use(store, value) ? value : NULL;
}

static LLVMTypeRef type_with_pointer(LLVMValueRef function, unsigned index)
{
	LLVMTypeRef old = LLVMGlobalGetValueType(function);
	LLVMTypeRef *types = AW_NEED_ARRAY(LLVMTypeRef, LLVMCountParamTypes(old));
	LLVMGetParamTypes(old, types);
	types[index] = LLVMPointerTypeInContext(LLVMGetTypeContext(old), 0);
	LLVMTypeRef type = LLVMFunctionType(LLVMGetReturnType(old), types, LLVMCountParamTypes(old), LLVMIsFunctionVarArg(old));
	free(types);
	return type;
}

// What was promised of a number doesn't hold for the pointer to it.
static void forget_promises(LLVMValueRef kernel, unsigned index)
{
	unsigned place = index + 1, count = LLVMGetAttributeCountAtIndex(kernel, place);
	LLVMAttributeRef *attributes = AW_NEED_ARRAY(LLVMAttributeRef, count + 1);
	LLVMGetAttributesAtIndex(kernel, place, attributes);
	for (unsigned i = 0; i < count; i++)
		if (!LLVMIsStringAttribute(attributes[i]))
			LLVMRemoveEnumAttributeAtIndex(kernel, place, LLVMGetEnumAttributeKind(attributes[i]));
	free(attributes);
}

// Has KERNEL take in memory what STORE stores to VARIABLE, its parameter INDEX.
static void pass_in_memory(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef variable, LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0), old = kernel->function;
	unsigned index = aw_llvm_argument_number(stored_parameter(store));
	aw_llvm_erase(store);
	if (!LLVMIsAArgument(value))
		aw_llvm_erase(value);
	LLVMValueRef new = LLVMAddFunction(unit->module, "", type_with_pointer(old, index));
	aw_llvm_move_body(new, old, 0);
	forget_promises(new, index);
	aw_llvm_pass_by_value(LLVMGetParam(new, index), LLVMGetAllocatedType(variable), LLVMGetAlignment(variable));
	aw_llvm_replace(variable, LLVMGetParam(new, index));
	LLVMReplaceAllUsesWith(old, new);
	LLVMDeleteFunction(old);
	kernel->function = new;
}

// The number of the parameter of KERNEL that VARIABLE holds, from 1 on, which lies in memory then; 0: none.
static unsigned number_in_memory(struct aw_unit *unit, struct aw_unit_kernel *kernel, LLVMValueRef variable)
{
	LLVMValueRef store = find_store(variable), parameter = store ? stored_parameter(store) : NULL;
	if (!parameter)
		return 0;
	unsigned number = aw_llvm_argument_number(parameter) + 1;
	pass_in_memory(unit, kernel, variable, store);
	return number;
}

// --- all ---

static void tell(struct aw_unit *unit, LLVMValueRef kernel, LLVMValueRef *numbers, unsigned count)
{
	LLVMValueRef operands[] = { kernel, LLVMMDStringInContext(unit->context, "grid_constant", 13),
		                    LLVMMDNodeInContext(unit->context, numbers, count) };
	LLVMAddNamedMetadataOperand(unit->module, "nvvm.annotations", LLVMMDNodeInContext(unit->context, operands, 3));
}

static bool is_of(LLVMValueRef place, LLVMValueRef kernel)
{
	return LLVMIsAArgument(place) ? LLVMGetParamParent(place) == kernel
	                              : LLVMIsAAllocaInst(place) && aw_llvm_function_of(place) == kernel;
}

// Structs first: their places go with the function that a number that is passed in memory makes anew.
static void say_of_kernel(struct aw_unit *unit, struct aw_unit_kernel *kernel, const values *places)
{
	unsigned count = 0;
	LLVMValueRef *numbers = AW_NEED_ARRAY(LLVMValueRef, places->count + 1);
	for (int in_memory = 1; in_memory >= 0; in_memory--)
		for (size_t i = 0; i < places->count; i++) {
			LLVMValueRef place = places->items[i];
			if (!place || !is_of(place, kernel->function) || (LLVMIsAArgument(place) != NULL) != in_memory)
				continue;
			places->items[i] = NULL;
			unsigned number = !in_memory ? number_in_memory(unit, kernel, place)
			                  : aw_llvm_is_by_value(place) ? aw_llvm_argument_number(place) + 1 : 0;
			if (!number)
				continue;
			aw_kernel_keep_in_place(kernel->function, number - 1);
			numbers[count++] = LLVMConstInt(LLVMInt32TypeInContext(unit->context), number, false);
		}
	if (count)
		tell(unit, kernel->function, numbers, count);
	free(numbers);
}

bool aw_pass_grid_constants(struct aw_unit *unit)
{
	LLVMValueRef annotations = LLVMGetNamedFunction(unit->module, annotation_name);
	values places = { 0 };
	if (!annotations)
		return false;
	take_annotations(annotations, &places);
	for (size_t i = 0; i < unit->kernels.count; i++)
		say_of_kernel(unit, &unit->kernels.items[i], &places);
	aw_vec_finish(&places);
	return true;
}
