// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the vectorizer can't do, found before it changes anything: instructions and types without a vector form,
// warp operations where the gang is no warp, barriers that not all threads of a gang come to together.
#include "simd_eligible.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "simd.h"

enum { WARP = 32 };

static bool is_plain_type(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMVoidTypeKind: case LLVMHalfTypeKind: case LLVMBFloatTypeKind: case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: case LLVMPointerTypeKind: case LLVMLabelTypeKind: case LLVMMetadataTypeKind:
		return true;
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) <= 128;
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			if (!is_plain_type(LLVMStructGetTypeAtIndex(type, i)))
				return false;
		return true;
	case LLVMArrayTypeKind:
		return is_plain_type(LLVMGetElementType(type));
	default:
		return false;
	}
}

// --- warp operations that name lanes which may be elsewhere ---

static bool waits_for_others(const struct aw_unit *unit, LLVMValueRef instruction)
{
	const char *reason;
	if (!LLVMIsACallInst(instruction) || !aw_llvm_callee(instruction))
		return false;
	enum aw_simd_form form = aw_simd_call_form(unit, instruction, &reason);
	return form == AW_SIMD_WARP || form == AW_SIMD_BLOCK;
}

// Whether lanes that go on at block FROM may come to a warp operation or a barrier.
static bool leads_to_waiting(const struct aw_unit *unit, const struct aw_uniformity *u, uint32_t from)
{
	bool *seen = AW_NEED_ARRAY(bool, u->cfg.count), found = false;
	AW_VEC(uint32_t) work = { 0 };
	aw_need(aw_vec_push(&work, from));
	seen[from] = true;
	for (size_t i = 0; i < work.count && !found; i++) {
		AW_FOR_INSTRUCTIONS(instruction, u->cfg.blocks[work.items[i]])
			found |= waits_for_others(unit, instruction);
		AW_FOR_SUCCESSORS(&u->cfg.graph, work.items[i], to) {
			if (!seen[*to])
				aw_need(aw_vec_push(&work, *to));
			seen[*to] = true;
		}
	}
	aw_vec_finish(&work);
	free(seen);
	return found;
}

// Whether lanes that don't come to BLOCK with the others may wait elsewhere.  Lanes that only leave the kernel don't matter.
static bool others_wait(const struct aw_unit *unit, const struct aw_uniformity *u, uint32_t block, bool *asked)
{
	asked[block] = true;
	AW_FOR_DECISIONS(&u->dependence, block, decision) {
		bool parts = u->divergent_branch[decision->block] &&
		             !aw_simd_is_guard(LLVMGetBasicBlockTerminator(u->cfg.blocks[decision->block]));
		for (uint32_t i = 0; parts && i < aw_cfg_successor_count(&u->cfg, decision->block); i++)
			if (i != decision->successor && leads_to_waiting(unit, u, aw_cfg_successor(&u->cfg, decision->block, i)))
				return true;
		if (!asked[decision->block] && others_wait(unit, u, decision->block, asked))
			return true;
	}
	return false;
}

// A shuffle, vote or reduction for the whole warp waits for all its lanes, wherever they are: fibers make them meet
// as the hardware does (docs/semantics.md), a gang has only those that are here.
static const char *refuse_full_mask(const struct aw_unit *unit, const struct aw_uniformity *u, uint32_t block,
                                    LLVMValueRef call)
{
	const char *name = aw_llvm_name(aw_llvm_callee(call));
	int64_t mask = 0;
	unsigned operand = aw_starts_with(name, "llvm.nvvm.redux.") ? 1 : 0;
	bool has_mask = aw_starts_with(name, "llvm.nvvm.redux.") || strstr(name, ".sync");
	if (!u->partial[block] || !has_mask || !strcmp(name, "llvm.nvvm.bar.warp.sync") ||
	    !aw_llvm_constant(LLVMGetOperand(call, operand), &mask) || (uint32_t)mask != UINT32_MAX)
		return NULL;
	bool *asked = AW_NEED_ARRAY(bool, u->cfg.count);
	bool waits = others_wait(unit, u, block, asked);
	free(asked);
	return waits ? "a warp operation of all lanes where some may wait elsewhere" : NULL;
}

static const char *refuse_call(const struct aw_unit *unit, const struct aw_uniformity *u, uint32_t block,
                               LLVMValueRef call)
{
	const char *reason = "a call without a vector form";
	switch (aw_simd_call_form(unit, call, &reason)) {
	case AW_SIMD_NONE:
		return reason;
	case AW_SIMD_WARP:
		return u->gang.width == WARP ? refuse_full_mask(unit, u, block, call) : "a warp operation in gangs that are no warps";
	case AW_SIMD_BLOCK:
		return u->partial[block] ? "a barrier that threads may not come to together" : NULL;
	default:
		return NULL;
	}
}

static const char *refuse(const struct aw_unit *unit, const struct aw_uniformity *u, uint32_t block,
                          LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMSwitch: case LLVMIndirectBr: case LLVMInvoke: case LLVMVAArg: case LLVMCallBr:
		return "flow without a form for gangs";
	case LLVMCall:
		return refuse_call(unit, u, block, instruction);
	default:
		break;
	}
	if (!is_plain_type(LLVMTypeOf(instruction)))
		return "a value of a vector type";
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++)
		if (!is_plain_type(LLVMTypeOf(LLVMGetOperand(instruction, i))))
			return "a value of a vector type";
	return NULL;
}

bool aw_simd_eligible(const struct aw_unit *unit, const struct aw_uniformity *u, LLVMValueRef *instruction,
                      const char **reason)
{
	assert(u->gang.width && u->cfg.count);
	for (uint32_t block = 0; block < u->cfg.count; block++) {
		AW_FOR_INSTRUCTIONS(i, u->cfg.blocks[block]) {
			*reason = refuse(unit, u, block, i);
			*instruction = i;
			if (*reason)
				return false;
		}
	}
	return true;
}
