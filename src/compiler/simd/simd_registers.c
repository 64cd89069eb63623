// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads each register of the hardware (threadIdx.x, blockDim.x, ...) once, where the function begins.
//
//     for (i = threadIdx.x; i < n; i += blockDim.x)         LLVM completes a second reading on the way past the loop, so that none has
//         ...                                               two (partial redundancy elimination), and puts a value of two ways behind
//     for (half = blockDim.x / 2; half; half /= 2)          it.  Threads take these by their numbers, so to gangs the value would
//         ...__syncthreads();                               differ, and with it how often they come to the barrier.
#include "simd.h"

#include <string.h>

// Whether INSTRUCTION reads what stays the same while a thread runs.
static bool reads_fixed(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = *aw_intrinsic_register(instruction) ? aw_intrinsic_of(instruction) : NULL;
	return row && (row->flags & AW_INTRINSIC_CONTEXT);
}

void aw_simd_read_registers_first(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_map first = { 0 }; // of a register's function: the reading
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(read, block) {
			if (!LLVMIsACallInst(read) || !reads_fixed(read))
				continue;
			LLVMValueRef known = aw_map_get(&first, aw_llvm_callee(read)), place = aw_llvm_behind_locals(function);
			if (known) {
				aw_llvm_replace(read, known);
				continue;
			}
			aw_need(aw_map_put(&first, aw_llvm_callee(read), read));
			if (place == read)
				continue;
			LLVMPositionBuilderBefore(unit->builder, place);
			LLVMInstructionRemoveFromParent(read);
			LLVMInsertIntoBuilder(unit->builder, read);
		}
	aw_map_finish(&first);
}

static bool asks_for_row(LLVMValueRef instruction)
{
	const char *name = aw_intrinsic_register(instruction);
	return !strcmp(name, "tid.y") || !strcmp(name, "tid.z");
}

bool aw_simd_asks_for_row(LLVMValueRef function)
{
	return aw_llvm_find_instruction(function, asks_for_row);
}
