// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a mask where a branch has asked whether any lane is in it.
//
// Where none is, it is empty, which LLVM can't tell, as it takes the bits for another value: a loop's mask is so left at its end, and in a
// loop around it would go with each gang from turn to turn.  Where one is, what all lanes have of it is true:
//
//     if (x < n && y < n)     asked of each lane's x and the gang's y
//         ...                 x < n is the mask
//
// which then is the same for gangs of other y: what they load in their masks is loaded once for several side by side (gang_jam.c).  And
// in a loop that is gone around while a lane is in, one is: that need not be asked again behind a guard in it.
#include "../analysis/dominators.h"
#include "../analysis/need.h"
#include "simd_whole.h"

enum {
	DEEP = 8, // conditions of which a mask is made
	FAR = 4,  // blocks behind a question
};

// Lets phis of NEXT that take MASK from BLOCK, where it is empty, have that.
static bool know_empty(LLVMBasicBlockRef block, LLVMBasicBlockRef next, LLVMValueRef mask)
{
	bool changed = false;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(next); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
			if (LLVMGetIncomingBlock(phi, i) == block && LLVMGetIncomingValue(phi, i) == mask) {
				LLVMSetOperand(phi, i, LLVMConstNull(LLVMTypeOf(mask)));
				changed = true;
			}
	return changed;
}

// What is left of MASK, made where BUILDER stands, when some lane is in it; MASK: as much.
static LLVMValueRef what_differs(LLVMBuilderRef builder, LLVMValueRef mask, unsigned depth)
{
	if (aw_llvm_splat_scalar(mask))
		return LLVMConstAllOnes(LLVMTypeOf(mask));
	if (!depth || !aw_llvm_is_op(mask, LLVMAnd))
		return mask;
	LLVMValueRef a = LLVMGetOperand(mask, 0), b = LLVMGetOperand(mask, 1);
	LLVMValueRef left_of_a = what_differs(builder, a, depth - 1), left_of_b = what_differs(builder, b, depth - 1);
	return left_of_a == a && left_of_b == b ? mask : LLVMBuildAnd(builder, left_of_a, left_of_b, "");
}

// A gang's code, whose flow stays as it is.
struct asked {
	LLVMBuilderRef builder;
	struct aw_cfg cfg;
	struct aw_dominators dominators;
};

// Uses WITH for VALUE in the blocks to which all ways lead through THEN.
static void replace_behind(const struct asked *asked, LLVMBasicBlockRef then, LLVMValueRef value, LLVMValueRef with)
{
	AW_VEC(LLVMValueRef) users = { 0 };
	uint32_t first = aw_cfg_number(&asked->cfg, then);
	AW_FOR_USES(use, value)
		aw_need(aw_vec_push(&users, LLVMGetUser(use)));
	for (size_t i = 0; i < users.count; i++) {
		LLVMValueRef user = users.items[i];
		bool joins = LLVMIsAPHINode(user);
		for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++) {
			LLVMBasicBlockRef at = joins ? LLVMGetIncomingBlock(user, k) : LLVMGetInstructionParent(user);
			if (LLVMGetOperand(user, k) == value && aw_dominates(&asked->dominators, first, aw_cfg_number(&asked->cfg, at)))
				LLVMSetOperand(user, k, with);
		}
	}
	aw_vec_finish(&users);
}

// The same for MASK and its bits in and behind THEN, to which only a branch leads that has asked for a lane of it.
static bool know_common(const struct asked *asked, LLVMBasicBlockRef then, LLVMValueRef mask)
{
	LLVMValueRef bits = NULL;
	aw_llvm_at(asked->builder, aw_llvm_first_after_phis(then));
	LLVMValueRef left = what_differs(asked->builder, mask, DEEP);
	if (left == mask)
		return false;
	AW_FOR_USES(use, mask)
		if (LLVMIsABitCastInst(LLVMGetUser(use)))
			bits = LLVMGetUser(use);
	if (bits)
		replace_behind(asked, then, bits, LLVMBuildBitCast(asked->builder, left, LLVMTypeOf(bits), ""));
	replace_behind(asked, then, mask, left);
	return true;
}

// Whether the edge from block FROM to block TO is come to only behind a question whether a lane is in MASK, where one is.
static bool is_asked_before(LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMValueRef mask)
{
	for (unsigned i = 0; from && i < FAR; i++) {
		LLVMBasicBlockRef then;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
		if (aw_whole_asked(end, &then) == mask)
			return then == to && LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1);
		to = from;
		from = aw_llvm_only_way_to(from);
	}
	return false;
}

// Whether MASK is a phi of masks of which each has a lane.
static bool has_lane(LLVMValueRef mask)
{
	bool has = LLVMIsAPHINode(mask);
	for (unsigned i = 0; has && i < LLVMCountIncoming(mask); i++)
		has = is_asked_before(LLVMGetIncomingBlock(mask, i), LLVMGetInstructionParent(mask), LLVMGetIncomingValue(mask, i));
	return has;
}

// Takes the answers for known that are.
static bool answer(LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function) {
		LLVMBasicBlockRef then;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block), mask = aw_whole_asked(end, &then);
		if (!mask || LLVMGetSuccessor(end, 0) == LLVMGetSuccessor(end, 1) || !has_lane(mask))
			continue;
		LLVMSetCondition(end, LLVMConstInt(LLVMTypeOf(LLVMGetCondition(end)), then == LLVMGetSuccessor(end, 0), false));
		changed = true;
	}
	return changed;
}

bool aw_simd_know_asked(LLVMBuilderRef builder, LLVMValueRef function)
{
	struct asked asked = { .builder = builder };
	bool changed = answer(function);
	aw_cfg_init(&asked.cfg, function);
	aw_dominators_init(&asked.dominators, &asked.cfg.graph, 0);
	AW_FOR_BLOCKS(block, function) {
		LLVMBasicBlockRef then;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block), mask = aw_whole_asked(end, &then);
		if (!mask || LLVMGetSuccessor(end, 0) == LLVMGetSuccessor(end, 1))
			continue;
		changed |= know_empty(block, LLVMGetSuccessor(end, LLVMGetSuccessor(end, 0) == then), mask);
		changed |= aw_llvm_only_way_to(then) && know_common(&asked, then, mask);
	}
	aw_dominators_finish(&asked.dominators);
	aw_cfg_finish(&asked.cfg);
	return changed;
}
