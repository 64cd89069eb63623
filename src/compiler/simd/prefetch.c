// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that ask for memory.
#include "prefetch.h"

enum { ALL = 3, SECOND = 2 }; // in which caches: llvm.prefetch's locality
enum { LINE = 64, MOST_LINES = 4 }; // of a row: what follows is found by the hardware

void aw_prefetch_line(struct aw_unit *unit, LLVMValueRef address, uint64_t distance, enum aw_prefetch_kind kind)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context), types[] = { LLVMTypeOf(address) };
	LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(unit->context), distance, false);
	LLVMValueRef function = aw_llvm_intrinsic(unit->module, "llvm.prefetch", types, 1);
	LLVMValueRef arguments[] = {
		distance ? LLVMBuildGEP2(unit->builder, LLVMInt8TypeInContext(unit->context), address, &offset, 1, "") : address,
		LLVMConstInt(number, kind == AW_PREFETCH_WRITE, false),
		LLVMConstInt(number, kind == AW_PREFETCH_READ ? ALL : SECOND, false),
		LLVMConstInt(number, 1, false), // data
	};
	LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(function), function, arguments, 4, "");
}

void aw_prefetch_row(struct aw_unit *unit, LLVMValueRef address, uint64_t size, enum aw_prefetch_kind kind)
{
	for (uint64_t line = 0; line * LINE < size && line < MOST_LINES; line++)
		aw_prefetch_line(unit, address, line * LINE, kind);
}

bool aw_prefetch_can_repeat(LLVMValueRef value)
{
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMAnd: case LLVMOr:
	case LLVMSExt: case LLVMZExt: case LLVMTrunc: case LLVMGetElementPtr:
		return true;
	default:
		return false;
	}
}

LLVMValueRef aw_prefetch_repeat(LLVMBuilderRef builder, LLVMValueRef value, unsigned depth, aw_prefetch_foresight *foresee, void *user)
{
	LLVMValueRef later;
	if (foresee(user, value, &later))
		return later;
	if (!depth || !aw_prefetch_can_repeat(value))
		return NULL;
	LLVMValueRef copy = LLVMInstructionClone(value);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
		LLVMValueRef operand = aw_prefetch_repeat(builder, LLVMGetOperand(value, i), depth - 1, foresee, user);
		if (!operand) {
			LLVMDeleteInstruction(copy);
			return NULL;
		}
		LLVMSetOperand(copy, i, operand);
	}
	aw_llvm_drop_promises(copy);
	LLVMInsertIntoBuilder(builder, copy);
	return copy;
}
