// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values threads have that have left the kernel and only go on from place to place, as a loop's counter is one
// that must say when the loop ends.  They have
//
//   - what they computed while they were there: all of a stage before which nobody left, up to where the first may;
//   - phis of gates and results of barriers, since they come by;
//   - what is computed from those by arithmetic, which can't fault and has no effect.  Such values move up to the
//     gate of their stage when they are needed behind it.  So they stay what they were to the analysis: a strided
//     address doesn't become a vector because some threads have left.
//
// What a loop within a stage computes they don't have: they may have left it early.
#include "simd_stages.h"

#include <assert.h>

#include "../analysis/dominators.h"
#include "../analysis/loops.h"

// Whether LOAD reads a struct parameter of the kernel, which is there for all threads and never changes.
static bool reads_parameter(const struct aw_unit *unit, LLVMValueRef load)
{
	int64_t offset = 0;
	LLVMValueRef base = aw_llvm_strip_offset(unit->module, LLVMGetOperand(load, 0), &offset);
	if (LLVMGetVolatile(load) || !LLVMIsAArgument(base))
		return false;
	LLVMAttributeRef byval = aw_llvm_argument_attribute(base, "byval");
	if (!byval)
		return false;
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(unit->module);
	uint64_t size = LLVMABISizeOfType(layout, LLVMGetTypeAttributeValue(byval));
	return offset >= 0 && (uint64_t)offset + LLVMStoreSizeOfType(layout, LLVMTypeOf(load)) <= size;
}

static bool is_harmless_call(LLVMValueRef call)
{
	LLVMValueRef callee = aw_llvm_callee(call);
	const struct aw_intrinsic *row = callee ? aw_intrinsic_find(callee) : NULL;
	if (row)
		return row->flags & AW_INTRINSIC_CONTEXT;
	return callee && aw_llvm_has_no_memory(callee) && aw_llvm_has_attribute(callee, "speculatable") &&
	       !aw_llvm_has_attribute(callee, "convergent");
}

// Whether any thread may compute INSTRUCTION at any time.
static bool is_arithmetic(const struct aw_unit *unit, LLVMValueRef instruction)
{
	int64_t divisor;
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMLShr: case LLVMAShr: case LLVMAnd: case LLVMOr:
	case LLVMXor: case LLVMFAdd: case LLVMFSub: case LLVMFMul: case LLVMFDiv: case LLVMFRem: case LLVMFNeg:
	case LLVMICmp: case LLVMFCmp: case LLVMSelect: case LLVMGetElementPtr: case LLVMFreeze: case LLVMExtractValue:
	case LLVMInsertValue:
		return true;
	case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem:
		return aw_llvm_constant(LLVMGetOperand(instruction, 1), &divisor) && divisor != 0 && divisor != -1;
	case LLVMLoad:
		return reads_parameter(unit, instruction);
	case LLVMCall:
		return is_harmless_call(instruction);
	default:
		return LLVMIsACastInst(instruction) != NULL;
	}
}

// --- where things stand ---

static uint32_t number_of(const struct aw_skeleton *skeleton, LLVMBasicBlockRef block)
{
	uint32_t number = aw_cfg_number(&skeleton->cfg, block);
	assert(number != AW_NONE);
	return number;
}

static LLVMBasicBlockRef anchor_of(const struct aw_skeleton *skeleton, const struct aw_stage *stage)
{
	return skeleton->anchors[stage - skeleton->stages->list.items];
}

static uint32_t common_dominator(const struct aw_dominators *tree, uint32_t a, uint32_t b)
{
	while (!aw_dominates(tree, a, b))
		a = tree->parent[a];
	return a;
}

// The last block of an unguarded STAGE that all threads run before any of them may leave.
static LLVMBasicBlockRef last_of_all(const struct aw_skeleton *skeleton, const struct aw_stage *stage)
{
	const struct aw_stages *stages = skeleton->stages;
	uint32_t last = number_of(skeleton, stage->landing);
	for (size_t i = 0; i < stages->leavers.count; i++) {
		LLVMBasicBlockRef block = LLVMGetInstructionParent(stages->leavers.items[i].branch);
		if (aw_stage_of(stages, block) == stage)
			last = common_dominator(skeleton->dominators, last, number_of(skeleton, block));
	}
	return skeleton->cfg.blocks[last];
}

static void find_anchors(struct aw_skeleton *skeleton)
{
	const struct aw_stages *stages = skeleton->stages;
	skeleton->anchors = AW_NEED_ARRAY(LLVMBasicBlockRef, stages->list.count);
	for (size_t i = 0; i < stages->list.count; i++) {
		const struct aw_stage *stage = &stages->list.items[i];
		if (stage->guarded)
			skeleton->anchors[i] = stage->gate;
		else if (stage->leaves)
			skeleton->anchors[i] = last_of_all(skeleton, stage);
	}
}

// Whether all threads have come by INSTRUCTION of STAGE when the first may leave, or go past the stage.
static bool comes_first(const struct aw_skeleton *skeleton, const struct aw_stage *stage, LLVMValueRef instruction)
{
	if (!stage || !anchor_of(skeleton, stage))
		return true;
	uint32_t block = number_of(skeleton, LLVMGetInstructionParent(instruction));
	return aw_dominates(skeleton->dominators, block, number_of(skeleton, anchor_of(skeleton, stage)));
}

// Whether they have come by it once, so that they have what it computes whatever that is.
static bool stays(const struct aw_skeleton *skeleton, const struct aw_stage *stage, LLVMValueRef instruction)
{
	if (!comes_first(skeleton, stage, instruction))
		return false;
	const uint32_t *innermost = skeleton->loops->innermost;
	return !stage || !anchor_of(skeleton, stage) ||
	       innermost[number_of(skeleton, LLVMGetInstructionParent(instruction))] == innermost[number_of(skeleton, stage->gate)];
}

bool aw_skeleton_is_of_all(const struct aw_skeleton *skeleton, LLVMValueRef branch)
{
	const struct aw_stage *stage = aw_stage_of(skeleton->stages, LLVMGetInstructionParent(branch));
	return stage && !stage->guarded && stays(skeleton, stage, branch);
}

// --- what they have ---

static void lose(struct aw_skeleton *skeleton, LLVMValueRef instruction)
{
	aw_need(aw_map_put(&skeleton->lost, instruction, instruction));
}

static bool needs_lost(const struct aw_skeleton *skeleton, LLVMValueRef instruction)
{
	unsigned count = LLVMIsAPHINode(instruction) ? LLVMCountIncoming(instruction) : (unsigned)LLVMGetNumOperands(instruction);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef operand =
			LLVMIsAPHINode(instruction) ? LLVMGetIncomingValue(instruction, i) : LLVMGetOperand(instruction, i);
		if (!aw_skeleton_has(skeleton, operand))
			return true;
	}
	return false;
}

static void find_lost(struct aw_skeleton *skeleton)
{
	const struct aw_stages *stages = skeleton->stages;
	AW_VEC(LLVMValueRef) computed = { 0 }; // had if what they are computed from is
	for (uint32_t at = 0; at < skeleton->cfg.count; at++) {
		LLVMBasicBlockRef block = skeleton->cfg.blocks[at];
		const struct aw_stage *stage = aw_stage_of(stages, block);
		bool place = aw_stages_is_place(stages, block);
		AW_FOR_INSTRUCTIONS(instruction, block) {
			if (!stage && !place)
				lose(skeleton, instruction);
			else if (place ? LLVMIsAPHINode(instruction) != NULL : !stays(skeleton, stage, instruction) && is_arithmetic(stages->unit, instruction))
				aw_need(aw_vec_push(&computed, instruction));
			else if (!place && !stays(skeleton, stage, instruction))
				lose(skeleton, instruction);
		}
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < computed.count; i++) {
			if (!aw_skeleton_has(skeleton, computed.items[i]) || !needs_lost(skeleton, computed.items[i]))
				continue;
			lose(skeleton, computed.items[i]);
			changed = true;
		}
	}
	aw_vec_finish(&computed);
}

void aw_skeleton_init(struct aw_skeleton *skeleton, const struct aw_stages *stages)
{
	*skeleton = (struct aw_skeleton){ .stages = stages };
	aw_cfg_init(&skeleton->cfg, stages->function);
	skeleton->dominators = AW_NEED_ARRAY(struct aw_dominators, 1);
	aw_dominators_init(skeleton->dominators, &skeleton->cfg.graph, 0);
	skeleton->loops = AW_NEED_ARRAY(struct aw_loops, 1);
	aw_loops_init(skeleton->loops, &skeleton->cfg);
	find_anchors(skeleton);
	find_lost(skeleton);
}

void aw_skeleton_finish(struct aw_skeleton *skeleton)
{
	aw_loops_finish(skeleton->loops);
	free(skeleton->loops);
	aw_dominators_finish(skeleton->dominators);
	free(skeleton->dominators);
	aw_cfg_finish(&skeleton->cfg);
	aw_map_finish(&skeleton->lost);
	free(skeleton->anchors);
	*skeleton = (struct aw_skeleton){ 0 };
}

// --- what moves up ---

static bool is_used_behind(const struct aw_stages *stages, const struct aw_stage *stage, LLVMValueRef value)
{
	AW_FOR_USES(use, value)
		if (aw_stage_of(stages, LLVMGetInstructionParent(LLVMGetUser(use))) != stage)
			return true;
	return false;
}

static void raise(struct aw_skeleton *skeleton, const struct aw_stage *stage, LLVMValueRef value)
{
	if (!LLVMIsAInstruction(value) || aw_stage_of(skeleton->stages, LLVMGetInstructionParent(value)) != stage ||
	    comes_first(skeleton, stage, value))
		return;
	assert(aw_skeleton_has(skeleton, value) && !LLVMIsAPHINode(value));
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		raise(skeleton, stage, LLVMGetOperand(value, i));
	LLVMInstructionRemoveFromParent(value);
	LLVMPositionBuilderBefore(skeleton->stages->unit->builder, LLVMGetBasicBlockTerminator(anchor_of(skeleton, stage)));
	LLVMInsertIntoBuilder(skeleton->stages->unit->builder, value);
	aw_llvm_drop_promises(value);
}

void aw_skeleton_raise(struct aw_skeleton *skeleton)
{
	for (uint32_t at = 0; at < skeleton->cfg.count; at++) {
		const struct aw_stage *stage = aw_stage_of(skeleton->stages, skeleton->cfg.blocks[at]);
		AW_FOR_INSTRUCTIONS_SAFE(instruction, skeleton->cfg.blocks[at])
			if (stage && aw_skeleton_has(skeleton, instruction) && !comes_first(skeleton, stage, instruction) &&
			    is_used_behind(skeleton->stages, stage, instruction))
				raise(skeleton, stage, instruction);
	}
}
