// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about waiting, answered from intrinsics.def and the instruction itself.
#include "waiting.h"

#include <string.h>

#include "../analysis/need.h"
#include "../target/nvptx.h"

enum { LOCAL_SPACE = 5 }; // NVVM's address space of local memory

// What POINTER points into, as far as casts and steps inside the object lead; a pointer to local or constant memory is taken as
// it is.
static LLVMValueRef root_of(LLVMValueRef pointer)
{
	for (;;) {
		unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
		if (space == LOCAL_SPACE || space == AW_NVPTX_CONSTANT)
			return pointer;
		if (!aw_llvm_is_op(pointer, LLVMGetElementPtr) && !aw_llvm_is_op(pointer, LLVMAddrSpaceCast) &&
		    !aw_llvm_is_op(pointer, LLVMBitCast))
			return pointer;
		pointer = LLVMGetOperand(pointer, 0);
	}
}

bool aw_waits_is_local(LLVMValueRef pointer)
{
	LLVMValueRef root = root_of(pointer);
	return LLVMGetPointerAddressSpace(LLVMTypeOf(root)) == LOCAL_SPACE || LLVMIsAAllocaInst(root);
}

bool aw_waits_can_change(LLVMValueRef load)
{
	LLVMValueRef root = root_of(LLVMGetOperand(load, 0));
	bool constant = LLVMGetPointerAddressSpace(LLVMTypeOf(root)) == AW_NVPTX_CONSTANT ||
	                (LLVMIsAGlobalVariable(root) && LLVMIsGlobalConstant(root));
	return !constant && !aw_waits_is_local(root);
}

// llvm.memcpy and its kin end with a flag that says they are volatile.
static bool is_volatile_copy(LLVMValueRef call)
{
	LLVMValueRef callee = aw_llvm_callee(call);
	if (!callee || strncmp(aw_llvm_name(callee), "llvm.mem", 8))
		return false;
	int64_t flag = 0;
	unsigned count = LLVMGetNumArgOperands(call);
	return count == 4 && aw_llvm_constant(LLVMGetOperand(call, 3), &flag) && flag;
}

bool aw_waits_volatile(LLVMValueRef instruction)
{
	if (LLVMIsALoadInst(instruction))
		return LLVMGetVolatile(instruction) && !aw_waits_is_local(LLVMGetOperand(instruction, 0));
	if (LLVMIsAStoreInst(instruction))
		return LLVMGetVolatile(instruction) && !aw_waits_is_local(LLVMGetOperand(instruction, 1));
	if (!LLVMIsACallInst(instruction) || !is_volatile_copy(instruction))
		return false;
	// A copy's second operand is a pointer, a fill's is a byte.
	LLVMValueRef source = LLVMGetOperand(instruction, 1);
	bool local_source = LLVMGetTypeKind(LLVMTypeOf(source)) != LLVMPointerTypeKind || aw_waits_is_local(source);
	return !local_source || !aw_waits_is_local(LLVMGetOperand(instruction, 0));
}

bool aw_prints(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	return callee && !strcmp(aw_llvm_name(callee), "vprintf");
}

bool aw_waits_for_step(LLVMValueRef instruction)
{
	return aw_prints(instruction) || aw_waits_volatile(instruction);
}

// The warp operations that name their lanes have "sync" in their name; those of before CUDA 9 don't.
static bool names_its_lanes(const char *name)
{
	return strstr(name, ".sync") != NULL;
}

bool aw_waits_for_lanes_here(LLVMValueRef instruction)
{
	if (aw_waits_for_step(instruction))
		return true;
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	if (!row)
		return false;
	if (row->flags & AW_INTRINSIC_STEP)
		return true;
	return (row->flags & AW_INTRINSIC_WARP) && !names_its_lanes(row->name);
}

bool aw_waits_for_block(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	if (!row || !(row->flags & AW_INTRINSIC_BLOCK))
		return false;
	if (strncmp(row->name, "llvm.nvvm.bar", 13) && strncmp(row->name, "aw.barrier", 10))
		return false;
	if (!strncmp(row->name, "llvm.nvvm.barrier0", 18) || !strncmp(row->name, "llvm.nvvm.barrier.cluster", 25))
		return true;
	// The id, and the count where there is one: 0 for all.
	int64_t id = -1, count = 0;
	unsigned arguments = LLVMGetNumArgOperands(instruction);
	bool known = aw_llvm_constant(LLVMGetOperand(instruction, 0), &id) &&
	             (arguments < 2 || aw_llvm_constant(LLVMGetOperand(instruction, 1), &count));
	return known && id == 0 && count == 0;
}

bool aw_waits_for_grid(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	return row && (row->flags & AW_INTRINSIC_GRID);
}

bool aw_waits(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	const unsigned waits = AW_INTRINSIC_BLOCK | AW_INTRINSIC_WARP | AW_INTRINSIC_GRID | AW_INTRINSIC_STEP;
	return (row && (row->flags & waits)) || aw_waits_volatile(instruction);
}

bool aw_waits_for_time(LLVMValueRef instruction)
{
	const char *name = aw_intrinsic_register(instruction);
	return aw_starts_with(name, "clock") || !strcmp(name, "globaltimer");
}

bool aw_exits(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	return callee && !strcmp(aw_llvm_name(callee), "llvm.nvvm.exit");
}

static unsigned guards_kind(struct aw_unit *unit)
{
	return LLVMGetMDKindIDInContext(unit->context, "aw.guards", 9);
}

void aw_waits_set_guards(struct aw_unit *unit, LLVMValueRef barrier, const uint32_t *guards, size_t count)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context);
	LLVMMetadataRef *list = AW_NEED_ARRAY(LLVMMetadataRef, count);
	for (size_t i = 0; i < count; i++)
		list[i] = LLVMValueAsMetadata(LLVMConstInt(number, guards[i], false));
	LLVMMetadataRef node = LLVMMDNodeInContext2(unit->context, list, count);
	LLVMSetMetadata(barrier, guards_kind(unit), LLVMMetadataAsValue(unit->context, node));
	free(list);
}

size_t aw_waits_guards(struct aw_unit *unit, LLVMValueRef barrier, LLVMValueRef **guards)
{
	LLVMValueRef node = LLVMGetMetadata(barrier, guards_kind(unit));
	unsigned count = node ? LLVMGetMDNodeNumOperands(node) : 0;
	*guards = AW_NEED_ARRAY(LLVMValueRef, count);
	if (count)
		LLVMGetMDNodeOperands(node, *guards);
	return count;
}
