// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: blockDim is read at the beginning of a function.  ptxas goes by the order of reads when it shares out an index,
// blockIdx.x * blockDim.x + threadIdx.x, between its kinds of registers: where blockDim comes first, it is taken from constant memory by
// the uniform data path, and blockIdx by a plain read of its register; else blockIdx goes by the uniform path, which takes
// longer.  A stencil of five points gains about one percent on an H100.
#include "../pipeline.h"

static bool is_size(LLVMValueRef instruction)
{
	return aw_starts_with(aw_intrinsic_register(instruction), "ntid.");
}

// Moves the reads behind PLACE, which is in the first block, in front of it.
static bool move_sizes(struct aw_unit *unit, LLVMValueRef function, LLVMValueRef place)
{
	bool behind = false, changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
			behind |= instruction == place;
			if (!behind || !is_size(instruction))
				continue;
			LLVMInstructionRemoveFromParent(instruction);
			LLVMPositionBuilderBefore(unit->builder, place);
			LLVMInsertIntoBuilder(unit->builder, instruction);
			changed = true;
		}
	return changed;
}

bool aw_pass_early_sizes(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_unit_opt_level(unit) < 2)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		LLVMValueRef place = aw_llvm_is_defined(function) ? LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)) : NULL;
		while (place && (LLVMIsAAllocaInst(place) || is_size(place)))
			place = LLVMGetNextInstruction(place);
		if (place) {
			changed |= move_sizes(unit, function, place);
			aw_llvm_run_function_passes(function, "early-cse", unit->machine);
		}
	}
	return changed;
}
