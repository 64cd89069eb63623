// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linearization may lead control to a block around the definition of what the block uses; no lane is active there
// then, so any value will do.  SSA form wants one nevertheless: such values are kept in slots, which mem2reg turns
// into phis.
#include "simd_repair.h"

#include <assert.h>

#include "../analysis/dominators.h"

struct repair {
	struct aw_unit *unit;
	struct aw_cfg cfg;
	struct aw_dominators dominators;
	AW_VEC(LLVMValueRef) broken;
};

// The block in which USER needs its operand INDEX: a phi needs it at the end of the block that it comes from.
static LLVMBasicBlockRef place_of_use(LLVMValueRef user, unsigned index)
{
	return LLVMIsAPHINode(user) ? LLVMGetIncomingBlock(user, index) : LLVMGetInstructionParent(user);
}

static bool reaches(const struct repair *repair, LLVMValueRef value, LLVMBasicBlockRef place)
{
	uint32_t from = aw_cfg_number(&repair->cfg, LLVMGetInstructionParent(value));
	uint32_t to = aw_cfg_number(&repair->cfg, place);
	return to == AW_NONE || from == to || (from != AW_NONE && aw_dominates(&repair->dominators, from, to));
}

static bool is_broken(const struct repair *repair, LLVMValueRef value)
{
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsAInstruction(user))
			continue;
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
			if (LLVMGetOperand(user, i) == value && !reaches(repair, value, place_of_use(user, i)))
				return true;
	}
	return false;
}

static void load_for(struct repair *repair, LLVMValueRef value, LLVMValueRef slot, LLVMValueRef user)
{
	LLVMBuilderRef builder = repair->unit->builder;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++) {
		if (LLVMGetOperand(user, i) != value)
			continue;
		LLVMBasicBlockRef place = place_of_use(user, i);
		if (reaches(repair, value, place))
			continue;
		aw_llvm_at(builder, LLVMIsAPHINode(user) ? LLVMGetBasicBlockTerminator(place) : user);
		LLVMSetOperand(user, i, LLVMBuildLoad2(builder, LLVMTypeOf(value), slot, ""));
	}
}

static void repair_value(struct repair *repair, LLVMValueRef value)
{
	LLVMBuilderRef builder = repair->unit->builder;
	AW_VEC(LLVMValueRef) users = { 0 };
	AW_FOR_USES(use, value)
		if (LLVMIsAInstruction(LLVMGetUser(use)))
			aw_need(aw_vec_push(&users, LLVMGetUser(use)));
	aw_llvm_at(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(repair->cfg.function)));
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMValueRef slot = LLVMBuildAlloca(builder, LLVMTypeOf(value), "kept");
	assert(users.count && !LLVMIsATerminatorInst(value));
	for (size_t i = 0; i < users.count; i++)
		load_for(repair, value, slot, users.items[i]);
	aw_llvm_at(builder, aw_llvm_skip_phis(LLVMGetNextInstruction(value)));
	LLVMBuildStore(builder, value, slot);
	aw_vec_finish(&users);
}

void aw_simd_repair(struct aw_unit *unit, LLVMValueRef function)
{
	struct repair repair = { .unit = unit };
	aw_cfg_init(&repair.cfg, function);
	aw_dominators_init(&repair.dominators, &repair.cfg.graph, 0);
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (is_broken(&repair, instruction))
				aw_need(aw_vec_push(&repair.broken, instruction));
	for (size_t i = 0; i < repair.broken.count; i++)
		repair_value(&repair, repair.broken.items[i]);
	aw_vec_finish(&repair.broken);
	aw_dominators_finish(&repair.dominators);
	aw_cfg_finish(&repair.cfg);
}
