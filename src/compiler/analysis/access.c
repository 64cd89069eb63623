// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access.h"

#include <assert.h>

#include "../../base/str.h"
#include "../target/nvptx.h"

bool aw_access_find(LLVMValueRef instruction, struct aw_access *access)
{
	const char *name = aw_llvm_callee_name(instruction);
	bool masked_load = aw_starts_with(name, "llvm.masked.load."), masked_store = aw_starts_with(name, "llvm.masked.store.");
	bool load = masked_load || aw_llvm_is_op(instruction, LLVMLoad), store = masked_store || aw_llvm_is_op(instruction, LLVMStore);
	if (!load && !store)
		return false;
	*access = (struct aw_access){
		.address = LLVMGetOperand(instruction, store),
		.type = LLVMTypeOf(store ? LLVMGetOperand(instruction, 0) : instruction),
		.value = store ? LLVMGetOperand(instruction, 0) : NULL,
		.mask = masked_load || masked_store ? LLVMGetOperand(instruction, masked_load ? 2 : 3) : NULL,
		.passed = masked_load ? LLVMGetOperand(instruction, 3) : NULL,
	};
	return true;
}

bool aw_access_is_shared(LLVMValueRef pointer)
{
	for (;;) {
		assert(LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind);
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == AW_NVPTX_SHARED)
			return true;
		if (!aw_llvm_is_op(pointer, LLVMGetElementPtr) && !aw_llvm_is_op(pointer, LLVMAddrSpaceCast))
			return false;
		pointer = LLVMGetOperand(pointer, 0);
	}
}
