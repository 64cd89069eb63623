// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of fmax and fmin become LLVM's llvm.maxnum and llvm.minnum, which all passes know, gangs have for vectors, and bounds of numbers
// are found by.  The device library has them written out, for which of two zeros is the greater one LLVM leaves open; a dozen operations,
// of which LLVM makes branches and selects that no target has instructions for.  On the CPU the intrinsics stand for CUDA's functions all
// along, and lower_extremes makes of them what keeps the order of zeros.
#include "../pipeline.h"

static const struct {
	const char *function, *intrinsic;
} names[] = {
	{ "__nv_fmaxf", "llvm.maxnum" },
	{ "__nv_fmax", "llvm.maxnum" },
	{ "__nv_fminf", "llvm.minnum" },
	{ "__nv_fmin", "llvm.minnum" },
};

static bool replace(struct aw_unit *unit, LLVMValueRef call, const char *name)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	if (LLVMGetNumArgOperands(call) != 2 || !aw_llvm_is_float(type))
		return false;
	LLVMValueRef intrinsic = aw_llvm_intrinsic(unit->module, name, &type, 1);
	LLVMValueRef arguments[] = { LLVMGetOperand(call, 0), LLVMGetOperand(call, 1) };
	aw_llvm_at(unit->builder, call);
	aw_llvm_replace(call, LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(intrinsic), intrinsic, arguments, 2, ""));
	return true;
}

bool aw_pass_name_extremes(struct aw_unit *unit)
{
	bool changed = false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(unit->module, names[i].function);
		if (!function)
			continue;
		for (LLVMUseRef use = LLVMGetFirstUse(function), next; use; use = next) {
			LLVMValueRef user = LLVMGetUser(use);
			next = LLVMGetNextUse(use);
			if (aw_llvm_callee(user) == function)
				changed |= replace(unit, user, names[i].intrinsic);
		}
	}
	return changed;
}
