// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two versions of what follows an instruction.  The function stays as the analysis wants it: with one return, which isn't copied, and
// what leaves a loop through phis.
#include "simd_versions.h"

#include <assert.h>
#include <stdlib.h>

#include "simd_asserts.h"

typedef AW_VEC(LLVMBasicBlockRef) block_vec;

// --- what follows ---

// What may be done twice: nothing that a thread waits at.
static bool may_copy(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_llvm_is_op(instruction, LLVMCall) ? aw_intrinsic_of(instruction) : NULL;
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMAlloca: case LLVMInvoke: case LLVMCallBr: case LLVMIndirectBr:
		return false;
	case LLVMCall:
		return row ? row->flags & AW_INTRINSIC_CONTEXT :
		             aw_starts_with(aw_llvm_callee_name(instruction), "llvm.") || aw_simd_is_assert(instruction);
	default:
		return true;
	}
}

bool aw_versions_have(const struct aw_versions *versions, LLVMBasicBlockRef block)
{
	return aw_llvm_is_among(versions->blocks.items, versions->blocks.count, block);
}

bool aw_versions_collect(struct aw_versions *versions, const struct aw_uniformity *u, LLVMValueRef first, unsigned most)
{
	uint32_t root = aw_cfg_number(&u->cfg, LLVMGetInstructionParent(first));
	unsigned size = 0;
	versions->blocks.count = 0;
	for (uint32_t block = 0; block < u->cfg.count; block++) {
		if (!aw_dominates(&u->dominators, root, block))
			continue;
		LLVMValueRef begin = block == root ? first : LLVMGetFirstInstruction(u->cfg.blocks[block]);
		for (LLVMValueRef i = begin; i; i = LLVMGetNextInstruction(i))
			if (!may_copy(i) || ++size > most)
				return false;
		aw_need(aw_vec_push(&versions->blocks, u->cfg.blocks[block]));
	}
	return true;
}

LLVMBasicBlockRef aw_versions_split(struct aw_versions *versions, LLVMValueRef first)
{
	LLVMBasicBlockRef before = LLVMGetInstructionParent(first), own = aw_llvm_split_before(first);
	for (size_t i = 0; i < versions->blocks.count; i++)
		if (versions->blocks.items[i] == before)
			versions->blocks.items[i] = own;
	return own;
}

// The return goes by itself, so that there stays one.
static void leave_return(struct aw_versions *versions)
{
	for (size_t i = 0; i < versions->blocks.count; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(versions->blocks.items[i]);
		if (!aw_llvm_is_op(end, LLVMRet))
			continue;
		if (LLVMGetFirstInstruction(versions->blocks.items[i]) != end) {
			aw_llvm_split_before(end);
			continue;
		}
		versions->blocks.items[i--] = versions->blocks.items[--versions->blocks.count];
	}
}

// --- where they meet ---

// Puts a block on the edges from what follows to TO, which has a phi for each of their values that TO gets.
static LLVMBasicBlockRef make_joint(const struct aw_versions *versions, LLVMBasicBlockRef to)
{
	block_vec from = { 0 };
	LLVMBuilderRef builder = versions->unit->builder;
	for (size_t i = 0; i < versions->blocks.count; i++)
		if (aw_llvm_leads_to(versions->blocks.items[i], to))
			aw_need(aw_vec_push(&from, versions->blocks.items[i]));
	LLVMBasicBlockRef joint = aw_llvm_split_predecessors(to, from.items, (unsigned)from.count, "row.done");
	for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef value = aw_llvm_incoming(phi, joint);
		if (!LLVMIsAInstruction(value) || !aw_versions_have(versions, LLVMGetInstructionParent(value)))
			continue;
		LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(joint));
		LLVMSetCurrentDebugLocation2(builder, NULL);
		LLVMValueRef own = LLVMBuildPhi(builder, LLVMTypeOf(value), "");
		for (size_t i = 0; i < from.count; i++)
			LLVMAddIncoming(own, &value, &from.items[i], 1);
		aw_llvm_replace_operand(phi, value, own);
	}
	aw_vec_finish(&from);
	return joint;
}

static void find_joints(const struct aw_versions *versions, block_vec *joints)
{
	for (size_t i = 0; i < versions->blocks.count; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(versions->blocks.items[i]);
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
			if (!aw_versions_have(versions, next) && !aw_llvm_is_among(joints->items, joints->count, next))
				aw_need(aw_vec_push(joints, make_joint(versions, next)));
		}
	}
}

// --- two versions ---

LLVMValueRef aw_versions_copy_of(const struct aw_versions *versions, LLVMValueRef value)
{
	return aw_llvm_find_copied(versions->blocks.items, versions->copies, (unsigned)versions->blocks.count, value);
}

// The phis of JOINT get what comes from the copies, too.
static void join_copies(const struct aw_versions *versions, LLVMBasicBlockRef joint)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(joint); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		unsigned count = LLVMCountIncoming(phi);
		for (unsigned i = 0; i < count; i++)
			for (size_t k = 0; k < versions->blocks.count; k++)
				if (versions->blocks.items[k] == LLVMGetIncomingBlock(phi, i)) {
					LLVMValueRef value = aw_versions_copy_of(versions, LLVMGetIncomingValue(phi, i));
					LLVMAddIncoming(phi, &value, &versions->copies[k], 1);
				}
	}
}

LLVMBasicBlockRef aw_versions_copy(struct aw_versions *versions, LLVMBasicBlockRef block)
{
	block_vec joints = { 0 };
	LLVMBasicBlockRef copy = NULL;
	leave_return(versions);
	if (!aw_versions_have(versions, block))
		return NULL;
	assert(!versions->copies);
	find_joints(versions, &joints);
	versions->copies = AW_NEED_ARRAY(LLVMBasicBlockRef, versions->blocks.count);
	aw_llvm_copy_blocks(versions->blocks.items, (unsigned)versions->blocks.count, versions->copies);
	for (size_t i = 0; i < joints.count; i++)
		join_copies(versions, joints.items[i]);
	for (size_t i = 0; i < versions->blocks.count; i++)
		copy = versions->blocks.items[i] == block ? versions->copies[i] : copy;
	aw_vec_finish(&joints);
	return copy;
}

void aw_versions_finish(struct aw_versions *versions)
{
	aw_vec_finish(&versions->blocks);
	free(versions->copies);
	versions->copies = NULL;
}
