// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "next_turn.h"

#include "nvptx.h"

enum { MOST_NODES = 16 };

bool aw_turns_find(const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop, struct aw_turns *turns)
{
	*turns = (struct aw_turns){ .head = cfg->blocks[loops->loops.items[loop].header] };
	LLVMValueRef phi = LLVMGetFirstInstruction(turns->head);
	unsigned entries = 0;
	for (unsigned i = 0; LLVMIsAPHINode(phi) && i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		uint32_t number = aw_cfg_number(cfg, from);
		if (number == AW_NONE || !aw_loop_contains(loops, loop, number)) {
			turns->before = entries++ ? NULL : from;
			continue;
		}
		if (turns->latch)
			return false;
		turns->latch = from;
	}
	return turns->latch != NULL;
}

static bool is_arithmetic(LLVMValueRef value)
{
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMAnd: case LLVMOr: case LLVMXor: case LLVMICmp: case LLVMSelect:
	case LLVMZExt: case LLVMSExt: case LLVMTrunc: case LLVMGetElementPtr: return true;
	default: return false;
	}
}

bool aw_turn_is_known(struct aw_turn_search *search, LLVMValueRef value, enum aw_turn turn)
{
	const struct aw_turns *turns = search->turns;
	if (!aw_loop_has_value(search->loops, search->cfg, search->loop, value))
		return true;
	if (++search->nodes > MOST_NODES)
		return false;
	if (LLVMIsAPHINode(value)) {
		search->moves |= turn == AW_TURN_NEXT;
		return LLVMGetInstructionParent(value) == turns->head &&
		       (turn != AW_TURN_NEXT || aw_turn_is_known(search, aw_llvm_incoming(value, turns->latch), AW_TURN_THIS));
	}
	if (!is_arithmetic(value))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (!aw_turn_is_known(search, LLVMGetOperand(value, (unsigned)i), turn))
			return false;
	return true;
}

static LLVMValueRef compute(struct aw_unit *unit, const struct aw_turns *turns, LLVMValueRef value, enum aw_turn turn, unsigned depth)
{
	if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == turns->head) {
		if (turn == AW_TURN_FIRST)
			return aw_llvm_incoming(value, turns->before);
		return turn == AW_TURN_NEXT ? compute(unit, turns, aw_llvm_incoming(value, turns->latch), AW_TURN_THIS, depth) : value;
	}
	if (!LLVMIsAInstruction(value) || !is_arithmetic(value) || depth > MOST_NODES)
		return value;
	LLVMValueRef copy = LLVMInstructionClone(value);
	for (int i = 0; i < LLVMGetNumOperands(copy); i++)
		LLVMSetOperand(copy, (unsigned)i, compute(unit, turns, LLVMGetOperand(copy, (unsigned)i), turn, depth + 1));
	aw_llvm_drop_promises(copy);
	LLVMInsertIntoBuilder(unit->builder, copy);
	return copy;
}

LLVMValueRef aw_turn_compute(struct aw_unit *unit, const struct aw_turns *turns, LLVMValueRef value, enum aw_turn turn)
{
	return compute(unit, turns, value, turn, 0);
}

bool aw_turn_may_be_global(LLVMValueRef address)
{
	for (;;) {
		address = aw_llvm_strip_casts(address);
		if (!LLVMIsAGetElementPtrInst(address))
			break;
		address = LLVMGetOperand(address, 0);
	}
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(address));
	bool root = LLVMIsAArgument(address) || LLVMIsALoadInst(address) || LLVMIsAGlobalVariable(address) || LLVMIsAPHINode(address);
	return root && (space == AW_NVPTX_GENERIC || space == AW_NVPTX_GLOBAL);
}

bool aw_turn_is_barrier(LLVMValueRef call)
{
	const struct aw_intrinsic *intrinsic = aw_intrinsic_of(call);
	return intrinsic && (intrinsic->flags & AW_INTRINSIC_BLOCK);
}
