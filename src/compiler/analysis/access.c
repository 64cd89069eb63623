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

static bool in_shared(LLVMValueRef pointer)
{
	assert(LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind);
	return LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == AW_NVPTX_SHARED;
}

// As far as POINTER can be followed, but no further than to one that says shared memory.
static LLVMValueRef follow(LLVMValueRef pointer)
{
	while (!in_shared(pointer) && (aw_llvm_is_op(pointer, LLVMGetElementPtr) || aw_llvm_is_op(pointer, LLVMAddrSpaceCast)))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

bool aw_access_is_shared(LLVMValueRef pointer)
{
	return in_shared(follow(pointer));
}

bool aw_access_is_blocks_own(LLVMValueRef pointer)
{
	LLVMValueRef base = follow(pointer);
	return in_shared(base) || LLVMIsAAllocaInst(base);
}
