// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of lanes that lie anywhere.  Where a level has no gather, LLVM would branch for each lane of a masked one;
// in place of that, inactive lanes are sent to a slot on the stack.
#include "simd_place.h"

#include <assert.h>
#include <string.h>

// --- anywhere ---

// The addresses of all lanes with those of inactive lanes leading to a slot on the stack.
static LLVMValueRef diverted(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef addresses)
{
	LLVMTypeRef pointer = LLVMGetElementType(LLVMTypeOf(addresses));
	LLVMValueRef slot = aw_simd_alloca(simd, aw_simd_integer(simd, 64), "nowhere");
	LLVMSetAlignment(slot, place->alignment > 8 ? place->alignment : 8);
	if (LLVMTypeOf(slot) != pointer)
		slot = LLVMBuildAddrSpaceCast(simd->builder, slot, pointer, "");
	return LLVMBuildSelect(simd->builder, place->mask, addresses, aw_simd_splat(simd, slot), "");
}

// Lane after lane from scalar addresses, for levels without gather: taking addresses out of a vector costs more.
static LLVMValueRef load_each(struct aw_simd *simd, const struct aw_simd_place *place)
{
	LLVMValueRef result = LLVMGetPoison(aw_simd_place_vector(simd, place));
	for (unsigned i = 0; i < simd->gang.width; i++) {
		LLVMValueRef pointer = aw_simd_move_pointer(simd, place->address.value, place->address.shape.stride * (int64_t)i);
		LLVMValueRef value = aw_simd_place_load(simd, place, place->element, pointer, place->alignment);
		result = LLVMBuildInsertElement(simd->builder, result, value, aw_simd_number(simd, 32, i), "");
	}
	return result;
}

static void store_each(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	for (unsigned i = 0; i < simd->gang.width; i++) {
		LLVMValueRef pointer = aw_simd_move_pointer(simd, place->address.value, place->address.shape.stride * (int64_t)i);
		LLVMValueRef lane = LLVMBuildExtractElement(simd->builder, value, aw_simd_number(simd, 32, i), "");
		aw_simd_place_store(simd, place, lane, pointer, place->alignment);
	}
}

static bool is_each(struct aw_simd *simd, const struct aw_simd_place *place)
{
	return place->address.shape.kind == AW_SHAPE_STRIDED && !place->mask && !aw_simd_has_gather(simd, place->size);
}

// Elements of 8 and 16 bits, for which there is no gather: the aligned 32-bit words that they lie in, shifted.
static LLVMValueRef load_words(struct aw_simd *simd, const struct aw_simd_place *place)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef pointers = aw_simd_vector(simd, place->address);
	LLVMTypeRef word = aw_simd_type(simd, aw_simd_integer(simd, 32)), wide = aw_simd_type(simd, aw_simd_integer(simd, 64));
	LLVMValueRef addresses = LLVMBuildPtrToInt(builder, pointers, wide, "");
	LLVMValueRef base = LLVMBuildAnd(builder, addresses, aw_simd_splat(simd, aw_simd_number(simd, 64, ~3ull)), "");
	LLVMValueRef shift = LLVMBuildTrunc(builder, addresses, word, "");
	shift = LLVMBuildAnd(builder, shift, aw_simd_splat(simd, aw_simd_number(simd, 32, 3)), "");
	shift = LLVMBuildShl(builder, shift, aw_simd_splat(simd, aw_simd_number(simd, 32, 3)), "");
	base = LLVMBuildIntToPtr(builder, base, LLVMTypeOf(pointers), "");
	LLVMTypeRef types[] = { word, LLVMTypeOf(base) };
	LLVMValueRef arguments[] = {
		base, aw_simd_number(simd, 32, 4), aw_simd_mask(simd, place->mask), LLVMGetPoison(word),
	};
	LLVMValueRef words = aw_simd_intrinsic(simd, "llvm.masked.gather", types, 2, arguments, 4);
	return LLVMBuildTrunc(builder, LLVMBuildLShr(builder, words, shift, ""), aw_simd_place_vector(simd, place), "");
}

LLVMValueRef aw_simd_load_gather(struct aw_simd *simd, const struct aw_simd_place *place)
{
	if (is_each(simd, place))
		return load_each(simd, place);
	if (place->size < 4 && place->alignment >= place->size && aw_simd_has_gather(simd, 4))
		return load_words(simd, place);
	LLVMValueRef addresses = aw_simd_vector(simd, place->address), mask = place->mask;
	if (mask && !aw_simd_has_gather(simd, place->size)) {
		addresses = diverted(simd, place, addresses);
		mask = NULL;
	}
	LLVMTypeRef types[] = { aw_simd_place_vector(simd, place), LLVMTypeOf(addresses) };
	LLVMValueRef arguments[] = {
		addresses, aw_simd_number(simd, 32, place->alignment), aw_simd_mask(simd, mask), LLVMGetPoison(types[0]),
	};
	return aw_simd_place_mark(simd, aw_simd_intrinsic(simd, "llvm.masked.gather", types, 2, arguments, 4), place->origin);
}

// LLVM promises that of lanes with the same address the last one's value stays.
void aw_simd_store_scatter(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	if (is_each(simd, place)) {
		store_each(simd, place, value);
		return;
	}
	LLVMValueRef addresses = aw_simd_vector(simd, place->address), mask = place->mask;
	if (mask && !aw_simd_has_gather(simd, place->size)) {
		addresses = diverted(simd, place, addresses);
		mask = NULL;
	}
	LLVMTypeRef types[] = { LLVMTypeOf(value), LLVMTypeOf(addresses) };
	LLVMValueRef arguments[] = {
		value, addresses, aw_simd_number(simd, 32, place->alignment), aw_simd_mask(simd, mask),
	};
	aw_simd_place_mark(simd, aw_simd_intrinsic(simd, "llvm.masked.scatter", types, 2, arguments, 4), place->origin);
}
