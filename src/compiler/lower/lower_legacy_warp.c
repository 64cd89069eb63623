// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: warp operations without a mask, which architectures from sm_70 on lack, become those with the
// mask of the lanes that are active there:
//     llvm.nvvm.shfl.down.i32(v, b, c)   ->   llvm.nvvm.shfl.sync.down.i32(activemask, v, b, c)
//     llvm.nvvm.vote.all(p)              ->   llvm.nvvm.vote.all.sync(activemask, p)
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "../pipeline.h"

// The name with a mask of a warp operation without one; false when NAME is none.
static bool name_with_mask(const char *name, char *masked, size_t size)
{
	static const char shuffle[] = "llvm.nvvm.shfl.", vote[] = "llvm.nvvm.vote.";
	if (strstr(name, ".sync"))
		return false;
	if (aw_starts_with(name, shuffle))
		snprintf(masked, size, "%ssync.%s", shuffle, name + sizeof(shuffle) - 1);
	else if (aw_starts_with(name, vote))
		snprintf(masked, size, "%s.sync", name);
	else
		return false;
	return true;
}

static bool lower(struct aw_unit *unit, LLVMValueRef call)
{
	LLVMValueRef callee = aw_llvm_callee(call);
	char masked[64];
	if (!callee || !name_with_mask(aw_llvm_name(callee), masked, sizeof(masked)))
		return false;
	LLVMValueRef active = aw_llvm_intrinsic(unit->module, "llvm.nvvm.activemask", NULL, 0);
	LLVMValueRef with_mask = aw_llvm_intrinsic(unit->module, masked, NULL, 0);
	LLVMValueRef arguments[5];
	unsigned count = LLVMGetNumArgOperands(call);
	assert(LLVMCountParams(with_mask) == count + 1);
	aw_llvm_at(unit->builder, call);
	arguments[0] = LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(active), active, NULL, 0, "");
	for (unsigned i = 0; i < count; i++)
		arguments[i + 1] = LLVMGetOperand(call, i);
	aw_llvm_replace(call, LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(with_mask), with_mask, arguments,
	                                     count + 1, ""));
	return true;
}

bool aw_pass_lower_legacy_warp(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
				changed |= lower(unit, instruction);
	return changed;
}
