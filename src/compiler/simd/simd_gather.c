// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of lanes that lie anywhere.  Where a level has no gather, LLVM would branch for each lane of a masked one;
// in place of that, inactive lanes are sent to a slot on the stack.
#include "simd_place.h"

#include <assert.h>
#include <string.h>

#include "../analysis/access.h"

// --- anywhere ---

// The addresses of all lanes with those of inactive lanes leading to a slot on the stack.  A LOAD finds 0 there: what was left on the
// stack might be a denormal number, and a processor takes a hundred cycles for each sum of such.
static LLVMValueRef diverted(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef addresses, bool load)
{
	LLVMTypeRef pointer = LLVMGetElementType(LLVMTypeOf(addresses));
	assert(place->mask && LLVMGetVectorSize(LLVMTypeOf(addresses)) == simd->gang.width);
	LLVMTypeRef type = aw_simd_integer(simd, place->size > 8 ? 8 * place->size : 64);
	LLVMValueRef slot = aw_simd_alloca(simd, type, "nowhere");
	LLVMSetAlignment(slot, place->alignment > 8 ? place->alignment : 8);
	if (load)
		LLVMSetAlignment(LLVMBuildStore(simd->builder, LLVMConstNull(type), slot), 8);
	if (LLVMTypeOf(slot) != pointer)
		slot = LLVMBuildAddrSpaceCast(simd->builder, slot, pointer, "");
	return LLVMBuildSelect(simd->builder, place->mask, addresses, aw_simd_splat(simd, slot), "");
}

// The vector of words that an element of more than 64 bits is; NULL for others.
static LLVMTypeRef row_of_words(struct aw_simd *simd, const struct aw_simd_place *place)
{
	return place->size > 8 ? LLVMVectorType(aw_simd_integer(simd, 32), place->size / 4) : NULL;
}

// Lane after lane from scalar addresses, for levels without gather: taking addresses out of a vector costs more.
static LLVMValueRef load_each(struct aw_simd *simd, const struct aw_simd_place *place)
{
	LLVMTypeRef type = aw_simd_place_vector(simd, place), row = row_of_words(simd, place);
	LLVMValueRef result = LLVMGetPoison(type), loaded[AW_SIMD_MAX_WIDTH];
	assert(place->address.shape.kind == AW_SHAPE_STRIDED && !place->mask);
	for (unsigned i = 0; i < simd->gang.width; i++) {
		LLVMValueRef pointer = aw_simd_move_pointer(simd, place->address.value, place->address.shape.stride * (int64_t)i);
		loaded[i] = aw_simd_place_load(simd, place, row ? row : place->element, pointer, place->alignment);
		if (!row)
			result = LLVMBuildInsertElement(simd->builder, result, loaded[i], aw_simd_number(simd, 32, i), "");
	}
	return row ? LLVMBuildBitCast(simd->builder, aw_llvm_join(simd->builder, loaded, simd->gang.width), type, "") : result;
}

static void store_each(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	LLVMTypeRef row = row_of_words(simd, place);
	unsigned words = row ? LLVMGetVectorSize(row) : 0;
	assert(place->address.shape.kind == AW_SHAPE_STRIDED && !place->mask);
	if (row)
		value = LLVMBuildBitCast(simd->builder, value, LLVMVectorType(LLVMGetElementType(row), words * simd->gang.width), "");
	for (unsigned i = 0; i < simd->gang.width; i++) {
		LLVMValueRef pointer = aw_simd_move_pointer(simd, place->address.value, place->address.shape.stride * (int64_t)i);
		LLVMValueRef lane = row ? aw_llvm_elements(simd->builder, value, words * i, words) :
		                          LLVMBuildExtractElement(simd->builder, value, aw_simd_number(simd, 32, i), "");
		aw_simd_place_store(simd, place, lane, pointer, place->alignment);
	}
}

static bool is_each(struct aw_simd *simd, const struct aw_simd_place *place)
{
	return place->address.shape.kind == AW_SHAPE_STRIDED && !place->mask && !aw_simd_has_gather(simd, place->size);
}

// Elements of 8 and 16 bits, for which there is no gather: the aligned 32-bit words that they lie in, shifted.
static void gather_words(struct aw_simd *simd, LLVMValueRef gather)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef pointers = LLVMGetOperand(gather, 0), mask = LLVMGetOperand(gather, 2), others = LLVMGetOperand(gather, 3);
	unsigned width = LLVMGetVectorSize(LLVMTypeOf(gather));
	LLVMTypeRef word = LLVMVectorType(aw_simd_integer(simd, 32), width), wide = LLVMVectorType(aw_simd_integer(simd, 64), width);
	aw_llvm_at(builder, gather);
	LLVMValueRef addresses = LLVMBuildPtrToInt(builder, pointers, wide, "");
	LLVMValueRef base = LLVMBuildAnd(builder, addresses, aw_llvm_number(wide, ~3ull), "");
	LLVMValueRef shift = LLVMBuildAnd(builder, LLVMBuildTrunc(builder, addresses, word, ""), aw_llvm_number(word, 3), "");
	shift = LLVMBuildShl(builder, shift, aw_llvm_number(word, 3), "");
	base = LLVMBuildIntToPtr(builder, base, LLVMTypeOf(pointers), "");
	LLVMTypeRef types[] = { word, LLVMTypeOf(base) };
	LLVMValueRef arguments[] = { base, aw_simd_number(simd, 32, 4), mask, LLVMGetPoison(word) };
	LLVMValueRef words = aw_simd_intrinsic(simd, "llvm.masked.gather", types, 2, arguments, 4);
	LLVMValueRef elements = LLVMBuildTrunc(builder, LLVMBuildLShr(builder, words, shift, ""), LLVMTypeOf(gather), "");
	if (!LLVMIsUndef(others))
		elements = LLVMBuildSelect(builder, mask, elements, others, "");
	aw_llvm_replace(gather, elements);
}

bool aw_simd_gather_words(struct aw_simd *simd, LLVMValueRef function)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(simd->unit->module);
	bool changed = false;
	if (!aw_simd_has_gather(simd, 4))
		return false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(gather, block) {
			if (!aw_access_is_gather(gather))
				continue;
			uint64_t size = LLVMABISizeOfType(layout, LLVMGetElementType(LLVMTypeOf(gather)));
			if (size >= 4 || LLVMConstIntGetZExtValue(LLVMGetOperand(gather, 1)) < size)
				continue;
			gather_words(simd, gather);
			changed = true;
		}
	return changed;
}

LLVMValueRef aw_simd_load_gather(struct aw_simd *simd, const struct aw_simd_place *place)
{
	bool each = is_each(simd, place);
	if (each && !simd->compact)
		return load_each(simd, place);
	// As a gather, lanes at known distances are little code until lane_accesses.c spells it out behind the optimiser.
	if (simd->compact && (!each || place->size > 8))
		return aw_simd_load_in_turn(simd, place);
	LLVMValueRef addresses = aw_simd_vector(simd, place->address), mask = place->mask;
	bool in_words = place->size < 4 && place->alignment >= place->size; // aw_simd_gather_words
	if (mask && !aw_simd_has_gather(simd, in_words ? 4 : place->size)) {
		addresses = diverted(simd, place, addresses, true);
		mask = NULL;
	}
	LLVMTypeRef types[] = { aw_simd_place_vector(simd, place), LLVMTypeOf(addresses) };
	LLVMValueRef arguments[] = {
		addresses, aw_simd_number(simd, 32, place->alignment), aw_simd_mask(simd, mask), LLVMGetPoison(types[0]),
	};
	return aw_simd_place_mark(simd, aw_simd_intrinsic(simd, "llvm.masked.gather", types, 2, arguments, 4), place->origin);
}

// LLVM promises that of lanes with the same address the last one's value stays.
static void scatter(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	LLVMValueRef addresses = aw_simd_vector(simd, place->address), mask = place->mask;
	if (mask && !aw_simd_has_gather(simd, place->size)) {
		addresses = diverted(simd, place, addresses, false);
		mask = NULL;
	}
	assert(LLVMTypeOf(value) == aw_simd_place_vector(simd, place));
	LLVMTypeRef types[] = { LLVMTypeOf(value), LLVMTypeOf(addresses) };
	LLVMValueRef arguments[] = {
		value, addresses, aw_simd_number(simd, 32, place->alignment), aw_simd_mask(simd, mask),
	};
	aw_simd_place_mark(simd, aw_simd_intrinsic(simd, "llvm.masked.scatter", types, 2, arguments, 4), place->origin);
}

// --- together after all ---

// Whether the kernel's VALUE is computed from thread indices and the like, without memory.
static bool is_computed(LLVMValueRef value, unsigned depth)
{
	if (!LLVMIsAInstruction(value))
		return true;
	if (depth == 0 || LLVMIsALoadInst(value) || LLVMIsAAtomicRMWInst(value) || LLVMIsAAtomicCmpXchgInst(value))
		return false;
	if (LLVMIsACallInst(value) || LLVMIsAPHINode(value))
		return true;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!is_computed(LLVMGetOperand(value, i), depth - 1))
			return false;
	return true;
}

// Whether all lanes are active and lie one after the other from FIRST on: an i1.
static LLVMValueRef lie_together(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef first)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMTypeRef number = aw_simd_type(simd, aw_simd_integer(simd, 64));
	struct aw_simd_value expected = { first, { .kind = AW_SHAPE_STRIDED, .stride = place->size } };
	LLVMValueRef here = LLVMBuildPtrToInt(builder, place->address.value, number, "");
	LLVMValueRef there = LLVMBuildPtrToInt(builder, aw_simd_vector(simd, expected), number, "");
	LLVMValueRef same = LLVMBuildICmp(builder, LLVMIntEQ, here, there, "");
	return aw_simd_all(simd, aw_simd_select(simd, aw_simd_mask(simd, place->mask), same, LLVMConstNull(LLVMTypeOf(same))));
}

// Indices that are computed, say by a division that the analysis can't follow, often lead to one place after the other
// all the same.  A scatter costs a lot more than to ask.
static void store_together_or_not(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	LLVMBasicBlockRef done = aw_simd_block(simd, "scatter.done"), apart = aw_simd_block(simd, "scatter.apart");
	LLVMBasicBlockRef together = aw_simd_block(simd, "scatter.together");
	struct aw_simd_place row = *place;
	// Lane 0 may be one that doesn't run, and its address anything.
	LLVMValueRef first = aw_simd_lane(simd, place->address.value, aw_simd_number(simd, 32, 0));
	first = LLVMBuildFreeze(simd->builder, first, "");
	LLVMBuildCondBr(simd->builder, lie_together(simd, place, first), together, apart);
	LLVMPositionBuilderAtEnd(simd->builder, together);
	row.mask = NULL;
	row.address = (struct aw_simd_value){ first, { .kind = AW_SHAPE_STRIDED, .stride = place->size } };
	aw_simd_store_contiguous(simd, &row, value);
	LLVMBuildBr(simd->builder, done);
	LLVMPositionBuilderAtEnd(simd->builder, apart);
	scatter(simd, place, value);
	LLVMBuildBr(simd->builder, done);
	LLVMPositionBuilderAtEnd(simd->builder, done);
}

void aw_simd_store_scatter(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	enum { FAR = 12 };
	if (simd->compact)
		aw_simd_store_in_turn(simd, place, value);
	else if (is_each(simd, place))
		store_each(simd, place, value);
	else if (place->address.shape.kind == AW_SHAPE_VARYING && is_computed(LLVMGetOperand(place->origin, 1), FAR))
		store_together_or_not(simd, place, value);
	else
		scatter(simd, place, value);
}
