// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the vectorizer can't do, found before it changes anything: instructions and types without a vector form,
// warp operations where the gang is no warp, barriers that not all threads of a gang come to together.
#include "simd_eligible.h"

#include <assert.h>

#include "../analysis/need.h"
#include "simd_parting.h"

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

static const char *refuse_parting(const struct aw_unit *unit, const struct aw_uniformity *u, uint32_t block,
                                  LLVMValueRef call, struct aw_map *awaiting)
{
	switch (aw_simd_parting_of(unit, u, block, call)) {
	case AW_PARTING_NONE: break;
	case AW_PARTING_STUCK: aw_need(aw_map_put(awaiting, call, call)); break;
	case AW_PARTING_MEETS: return "a warp operation of all lanes where some may wait elsewhere";
	}
	return NULL;
}

static const char *refuse_call(const struct aw_unit *unit, const struct aw_uniformity *u, uint32_t block,
                               LLVMValueRef call, struct aw_map *awaiting)
{
	const char *reason = "a call without a vector form";
	switch (aw_simd_call_form(unit, call, &reason)) {
	case AW_SIMD_NONE:
		return reason;
	case AW_SIMD_WARP:
		if (u->gang.width != WARP)
			return "a warp operation in gangs that are no warps";
		return refuse_parting(unit, u, block, call, awaiting);
	case AW_SIMD_BLOCK:
		return u->partial[block] ? "a barrier that threads may not come to together" : NULL;
	default:
		return NULL;
	}
}

static const char *refuse(const struct aw_unit *unit, const struct aw_uniformity *u, uint32_t block,
                          LLVMValueRef instruction, struct aw_map *awaiting)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMSwitch: case LLVMIndirectBr: case LLVMInvoke: case LLVMVAArg: case LLVMCallBr:
		return "flow without a form for gangs";
	case LLVMCall:
		return refuse_call(unit, u, block, instruction, awaiting);
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

bool aw_simd_eligible(const struct aw_unit *unit, const struct aw_uniformity *u, struct aw_map *awaiting,
                      LLVMValueRef *instruction, const char **reason)
{
	assert(u->gang.width && u->cfg.count);
	for (uint32_t block = 0; block < u->cfg.count; block++) {
		AW_FOR_INSTRUCTIONS(i, u->cfg.blocks[block]) {
			*reason = refuse(unit, u, block, i, awaiting);
			*instruction = i;
			if (*reason)
				return false;
		}
	}
	return true;
}
