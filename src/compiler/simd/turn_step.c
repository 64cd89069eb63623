// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "turn_step.h"

enum { DEEP = 10 };

static uint64_t size_of(const struct aw_turn_place *place, LLVMTypeRef type)
{
	return LLVMABISizeOfType(LLVMGetModuleDataLayout(place->unit->module), type);
}

static bool moves(const struct aw_turn_place *place, LLVMValueRef value, unsigned depth, uint64_t *bytes);

static bool address_moves(const struct aw_turn_place *place, LLVMValueRef address, unsigned depth, uint64_t *bytes)
{
	if (!moves(place, LLVMGetOperand(address, 0), depth, bytes))
		return false;
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++) {
		uint64_t step;
		LLVMTypeRef type = aw_llvm_counted_type(address, i);
		if (!moves(place, LLVMGetOperand(address, i), depth, &step) || (step && !type))
			return false;
		*bytes += step ? step * size_of(place, type) : 0;
	}
	return true;
}

static bool phi_moves(const struct aw_turn_place *place, LLVMValueRef phi, uint64_t *step)
{
	int64_t number;
	LLVMValueRef next = LLVMGetInstructionParent(phi) == place->turns->head ? aw_llvm_incoming(phi, place->turns->latch) : NULL;
	if (!next || (!aw_llvm_is_op(next, LLVMAdd) && !aw_llvm_is_op(next, LLVMGetElementPtr)) || LLVMGetOperand(next, 0) != phi ||
	    LLVMGetNumOperands(next) != 2 || !aw_llvm_constant(LLVMGetOperand(next, 1), &number))
		return false;
	*step = (uint64_t)number * (aw_llvm_is_op(next, LLVMAdd) ? 1 : size_of(place, LLVMGetGEPSourceElementType(next)));
	return true;
}

static bool sum_moves(const struct aw_turn_place *place, LLVMValueRef sum, unsigned depth, uint64_t *step)
{
	uint64_t a, b;
	if (!moves(place, LLVMGetOperand(sum, 0), depth, &a) || !moves(place, LLVMGetOperand(sum, 1), depth, &b))
		return false;
	*step = aw_llvm_is_op(sum, LLVMSub) ? a - b : a + b;
	return true;
}

static bool moves(const struct aw_turn_place *place, LLVMValueRef value, unsigned depth, uint64_t *step)
{
	int64_t factor;
	*step = 0;
	if (!aw_loop_has_value(place->loops, place->cfg, place->loop, value))
		return true;
	if (!depth || (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind && aw_llvm_integer_bits(value) != 64))
		return false;
	if (LLVMIsAPHINode(value))
		return phi_moves(place, value, step);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMGetElementPtr:
		return address_moves(place, value, depth - 1, step);
	case LLVMOr:
		return LLVMGetIsDisjoint(value) && sum_moves(place, value, depth - 1, step);
	case LLVMAdd: case LLVMSub:
		return sum_moves(place, value, depth - 1, step);
	case LLVMMul: case LLVMShl:
		if (!aw_llvm_constant(LLVMGetOperand(value, 1), &factor) || !moves(place, LLVMGetOperand(value, 0), depth - 1, step))
			return false;
		*step = aw_llvm_is_op(value, LLVMMul) ? *step * (uint64_t)factor : *step << (factor & 63);
		return true;
	default:
		return false;
	}
}

bool aw_turn_step(const struct aw_turn_place *place, LLVMValueRef value, uint64_t *step)
{
	return moves(place, value, DEEP, step);
}
