// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: a variable that the module only reads has what the host put there, and the host knows no addresses of shared or
// local memory.  So a pointer from it is one to global memory, and what goes through it needs no test at run time of where
// it points:
//     %p = load ptr, ptr addrspace(4) @parameters   ->   with  %g = addrspacecast %p to addrspace(1), and back, for the uses
// which LLVM's infer-address-spaces carries to the loads and stores.  It runs behind the optimiser, when it can be seen what
// becomes of a variable's address.  A variable whose first value has the address of a constant is left alone: the generic
// address of a constant is none of global memory.
// Code that other modules are linked with is left alone, since those may write any variable.
#include "../pipeline.h"
#include "nvptx.h"

typedef AW_VEC(LLVMValueRef) values;

// Adds the loads through ADDRESS to LOADS; false when something else is done with it.
static bool collect_loads(LLVMValueRef address, values *loads)
{
	AW_FOR_USES(use, address) {
		LLVMValueRef user = LLVMGetUser(use);
		bool constant = LLVMIsAConstantExpr(user) != NULL;
		LLVMOpcode opcode = constant ? LLVMGetConstOpcode(user) : LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : 0;
		if (opcode == LLVMLoad) {
			if (LLVMGetVolatile(user) || !aw_vec_push(loads, user))
				return false;
		} else if ((opcode != LLVMGetElementPtr && opcode != LLVMAddrSpaceCast) || !collect_loads(user, loads))
			return false;
	}
	return true;
}

static bool is_generic_pointer(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == AW_NVPTX_GENERIC;
}

static void tell_space(struct aw_unit *unit, LLVMValueRef load)
{
	LLVMTypeRef generic = LLVMTypeOf(load), global = LLVMPointerTypeInContext(unit->context, AW_NVPTX_GLOBAL);
	aw_llvm_at(unit->builder, LLVMGetNextInstruction(load));
	LLVMValueRef known = LLVMBuildAddrSpaceCast(unit->builder, load, global, "");
	LLVMValueRef back = LLVMBuildAddrSpaceCast(unit->builder, known, generic, "");
	LLVMReplaceAllUsesWith(load, back);
	LLVMSetOperand(known, 0, load); // that was replaced as well
}

// Whether INITIAL has no address but those of global memory and of functions.
static bool is_of_global_memory(LLVMValueRef initial)
{
	if (LLVMIsAGlobalVariable(initial))
		return LLVMGetPointerAddressSpace(LLVMTypeOf(initial)) == AW_NVPTX_GLOBAL;
	if (!LLVMIsAConstantExpr(initial) && !LLVMIsAConstantStruct(initial) && !LLVMIsAConstantArray(initial))
		return true;
	for (int i = 0; i < LLVMGetNumOperands(initial); i++)
		if (!is_of_global_memory(LLVMGetOperand(initial, (unsigned)i)))
			return false;
	return true;
}

static bool tell_spaces(struct aw_unit *unit, LLVMValueRef global)
{
	values loads = { 0 };
	bool changed = false, only_read = is_of_global_memory(LLVMGetInitializer(global)) && collect_loads(global, &loads);
	for (size_t i = 0; only_read && i < loads.count; i++)
		if (is_generic_pointer(LLVMTypeOf(loads.items[i]))) {
			tell_space(unit, loads.items[i]);
			changed = true;
		}
	aw_vec_finish(&loads);
	return changed;
}

bool aw_pass_host_pointers(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_unit_opt_level(unit) < 1 || unit->request->relocatable)
		return false;
	for (size_t i = 0; i < unit->variables.count; i++) {
		const struct aw_unit_variable *variable = &unit->variables.items[i];
		LLVMValueRef read = variable->indirection ? variable->indirection : variable->global;
		changed |= tell_spaces(unit, read);
	}
	AW_FOR_FUNCTIONS(function, unit->module)
		if (changed && aw_llvm_is_defined(function))
			aw_llvm_run_function_passes(function, "infer-address-spaces,early-cse", unit->machine);
	return changed;
}
