// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores of shuffles some of whose lanes may be anything, as joined pieces of rows have where the others aren't needed.  LLVM 19 takes
// such a mask for that of an interleaved store (isReInterleaveMask) if its known lanes fit one, and then begins rows with the lanes that
// aren't known (X86InterleavedAccessGroup::decompose): what is stored is wrong.  It doesn't look behind a freeze, which costs nothing.
#include "../pipeline.h"

static bool has_unknown(LLVMValueRef shuffle)
{
	for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle); i++)
		if (LLVMGetMaskValue(shuffle, i) == LLVMGetUndefMaskElem())
			return true;
	return false;
}

bool aw_pass_frozen_stores(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(store, block) {
				LLVMValueRef value = LLVMIsAStoreInst(store) ? LLVMGetOperand(store, 0) : NULL;
				if (!value || !LLVMIsAShuffleVectorInst(value) || !has_unknown(value))
					continue;
				aw_llvm_at(unit->builder, store);
				LLVMSetOperand(store, 0, LLVMBuildFreeze(unit->builder, value, ""));
				changed = true;
			}
	return changed;
}
