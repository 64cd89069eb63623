// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of whose blocks each has one thread in x, as in `add<<<count, 1>>>`: a gang along x would have one lane that is a thread.
// The blocks of a grid run in any order and any interleaving (CUDA C++ Programming Guide, "Thread Hierarchy"), so the lanes are
// neighbouring blocks of a row of the grid.  The form is made of a copy of the kernel in which
//
//     threadIdx.x = 0    blockDim.x = 1    blockIdx.x = first + lane's number in the row of blocks
//
// and is one for whole gangs like others: the runtime calls it with the number of blocks in place of blockDim.x and with the
// first of them in place of blockIdx.x (AW_CPU_VARIANT_ACROSS).
//
// It is for kernels whose threads have nothing to do with others of their block: no shared memory, no barriers, no words of
// warps and clusters, nothing that is told of or asked for by its thread.
#include "simd_across.h"

#include <assert.h>
#include <string.h>

#include "../target/nvptx.h"
#include "simd.h"

// Whether the lanes of a gang may read the register NAME as they are: blocks beside one another have the same, or each lane has its own.
static bool is_register_across(const char *name)
{
	static const char *const names[] = { "tid.", "ntid.", "ctaid.", "nctaid." };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (aw_starts_with(name, names[i]))
			return true;
	return !strcmp(name, "warpsize");
}

static bool is_call_across(const struct aw_unit *unit, LLVMValueRef call)
{
	const char *reason, *name = aw_llvm_callee_name(call);
	const struct aw_intrinsic *row = aw_intrinsic_of(call);
	if (*aw_intrinsic_register(call))
		return is_register_across(aw_intrinsic_register(call));
	if (row)
		return row->uniformity == AW_UNIFORM_INPUTS && row->flags == 0;
	switch (aw_simd_call_form(unit, call, &reason)) {
	case AW_SIMD_PLAIN: case AW_SIMD_MASKED: return true;
	case AW_SIMD_LANES: return aw_starts_with(name, "llvm."); // arithmetic of NVVM's
	default: return false;
	}
}

// Whether VALUE is a variable in shared memory or made of one.  Nothing is changed: other forms are made of the kernel, too.
static bool is_of_shared(LLVMValueRef value)
{
	if (LLVMIsAGlobalVariable(value))
		return LLVMGetPointerAddressSpace(LLVMTypeOf(value)) == AW_NVPTX_SHARED;
	for (int i = 0; LLVMIsAConstant(value) && !LLVMIsAGlobalValue(value) && i < LLVMGetNumOperands(value); i++)
		if (is_of_shared(LLVMGetOperand(value, (unsigned)i)))
			return true;
	return false;
}

static bool uses_shared(LLVMValueRef instruction)
{
	for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
		if (is_of_shared(LLVMGetOperand(instruction, (unsigned)i)))
			return true;
	return false;
}

bool aw_simd_threads_are_alone(const struct aw_unit *unit, LLVMValueRef function)
{
	assert(aw_llvm_is_defined(function));
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			if (aw_llvm_is_op(instruction, LLVMFence) || LLVMIsAInvokeInst(instruction))
				return false;
			if ((LLVMIsACallInst(instruction) && !is_call_across(unit, instruction)) || uses_shared(instruction))
				return false;
		}
	}
	return true;
}

static bool asks_for_block(LLVMValueRef instruction)
{
	return !strcmp(aw_intrinsic_register(instruction), "ctaid.x");
}

bool aw_simd_fits_across(const struct aw_unit *unit, LLVMValueRef function)
{
	return aw_llvm_find_instruction(function, asks_for_block) && aw_simd_threads_are_alone(unit, function);
}

// What stands for CALL of a register of x; NULL: itself.
static LLVMValueRef replacement(struct aw_unit *unit, LLVMValueRef call, const char *name)
{
	LLVMTypeRef word = LLVMTypeOf(call);
	assert(*name && LLVMGetTypeKind(word) == LLVMIntegerTypeKind);
	if (!strcmp(name, "tid.x"))
		return LLVMConstInt(word, 0, false);
	if (!strcmp(name, "ntid.x"))
		return LLVMConstInt(word, 1, false);
	if (strcmp(name, "ctaid.x"))
		return NULL;
	aw_llvm_at(unit->builder, LLVMGetNextInstruction(call));
	LLVMValueRef lane = aw_llvm_ask(unit->builder, unit->module, "llvm.nvvm.read.ptx.sreg.tid.x");
	return LLVMBuildNSWAdd(unit->builder, call, lane, "");
}

void aw_simd_lay_across(struct aw_unit *unit, LLVMValueRef function)
{
	AW_VEC(LLVMValueRef) calls = { 0 };
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(call, block)
			if (*aw_intrinsic_register(call))
				aw_need(aw_vec_push(&calls, call));
	for (size_t i = 0; i < calls.count; i++) {
		LLVMValueRef call = calls.items[i], other = replacement(unit, call, aw_intrinsic_register(call));
		if (!other)
			continue;
		if (LLVMIsConstant(other)) {
			aw_llvm_replace(call, other);
			continue;
		}
		LLVMReplaceAllUsesWith(call, other);
		LLVMSetOperand(other, 0, call); // which was one of the uses
	}
	aw_vec_finish(&calls);
}
