// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counters in a short row of shared memory, to which each lane adds the same number: `atomicAdd(&counts[key & 15], 1)`.  The
// row is a vector.  How many lanes chose a counter is the population of the lanes whose numbers have the counter's bits,
// which for all counters at once is a ballot and an operation for each bit (as match_bits of simd_warp.c): some thirty
// instructions where lane by lane each costs four.
//
// The whole row is written.  Nobody else writes to it in between: a block runs on one worker, its gangs one after another.
// For x86-64: with AVX2, too, 16 keys and counters take 0.64 of the time of the other way on a Zen 4, since updates of the same
// counter wait for one another.
#include <assert.h>
#include <string.h>

#include "simd_place.h"
#include "simd_updates.h"

enum { WORD = 4, MOST = 32 };

// For each counter of a row, TYPE, whether its number has BIT set: all bits or none.
static LLVMValueRef with_bit(LLVMTypeRef type, unsigned bit)
{
	LLVMValueRef masks[MOST];
	LLVMTypeRef element = LLVMGetElementType(type);
	unsigned count = LLVMGetVectorSize(type);
	assert(count <= MOST);
	for (unsigned i = 0; i < count; i++)
		masks[i] = i >> bit & 1 ? LLVMConstAllOnes(element) : LLVMConstNull(element);
	return LLVMConstVector(masks, count);
}

static LLVMValueRef repeated(struct aw_simd *simd, LLVMTypeRef type, LLVMValueRef scalar)
{
	LLVMValueRef none = LLVMGetPoison(type), places = LLVMConstNull(LLVMVectorType(aw_simd_integer(simd, 32), LLVMGetVectorSize(type)));
	LLVMValueRef first = LLVMBuildInsertElement(simd->builder, none, scalar, aw_simd_number(simd, 32, 0), "");
	return LLVMBuildShuffleVector(simd->builder, first, none, places, "");
}

// The lanes whose CHOICE has BIT set, as an integer of a bit a lane.
static LLVMValueRef ballot(struct aw_simd *simd, LLVMValueRef choice, unsigned bit)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef one = aw_simd_splat(simd, aw_simd_number(simd, 32, 1u << bit)), none = LLVMConstNull(LLVMTypeOf(choice));
	LLVMValueRef set = LLVMBuildICmp(builder, LLVMIntNE, LLVMBuildAnd(builder, choice, one, ""), none, "");
	return LLVMBuildBitCast(builder, set, aw_simd_integer(simd, simd->gang.width), "");
}

LLVMValueRef aw_simd_choosers(struct aw_simd *simd, LLVMValueRef choice, unsigned count, LLVMValueRef mask)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMTypeRef bits = aw_simd_integer(simd, simd->gang.width), type = LLVMVectorType(bits, count);
	LLVMValueRef lanes = LLVMBuildBitCast(builder, aw_simd_mask(simd, mask), bits, "");
	lanes = repeated(simd, type, lanes);
	for (unsigned bit = 0; 1u << bit < count; bit++) {
		LLVMValueRef others = repeated(simd, type, LLVMBuildNot(builder, ballot(simd, choice, bit), ""));
		lanes = LLVMBuildAnd(builder, lanes, LLVMBuildXor(builder, others, with_bit(type, bit), ""), "");
	}
	return lanes;
}

// How many active lanes chose each of COUNT counters, i32.
static LLVMValueRef tallies(struct aw_simd *simd, LLVMValueRef choice, unsigned count, LLVMValueRef mask)
{
	LLVMValueRef lanes = aw_simd_choosers(simd, choice, count, mask);
	LLVMTypeRef type = LLVMTypeOf(lanes);
	LLVMValueRef population = aw_simd_intrinsic(simd, "llvm.ctpop", &type, 1, &lanes, 1);
	return LLVMBuildZExtOrBitCast(simd->builder, population, LLVMVectorType(aw_simd_integer(simd, 32), count), "");
}

// A variable that an update is of is one of shared memory.
static bool counts(struct aw_simd *simd, const struct aw_simd_update *update)
{
	LLVMValueRef instruction = update->instruction;
	assert(aw_simd_is_update(instruction));
	return (!strcmp(simd->unit->target, "x86-64-v4") || !strcmp(simd->unit->target, "x86-64-v3")) && simd->gang.width >= 16 &&
	       LLVMGetAtomicRMWBinOp(instruction) == LLVMAtomicRMWBinOpAdd && aw_shape_is_uniform(update->value.shape) &&
	       LLVMTypeOf(update->value.value) == aw_simd_integer(simd, 32) && update->address.shape.kind == AW_SHAPE_VARYING;
}

// Integers alone may have the mark.
LLVMValueRef aw_simd_load_counters(struct aw_simd *simd, LLVMTypeRef type, LLVMValueRef base)
{
	LLVMTypeRef whole = aw_simd_integer(simd, LLVMGetVectorSize(type) * WORD * 8);
	LLVMValueRef load = LLVMBuildLoad2(simd->builder, whole, base, "");
	LLVMSetAlignment(load, WORD);
	if (simd->gang.geometry != AW_GEOMETRY_CALLED) // whose gangs nobody mixes
		LLVMSetOrdering(load, LLVMAtomicOrderingUnordered);
	return LLVMBuildBitCast(simd->builder, load, type, "");
}

bool aw_simd_tally(struct aw_simd *simd, const struct aw_simd_update *update, LLVMValueRef mask)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef address = update->address.value;
	unsigned count = counts(simd, update) ? aw_simd_choices(simd, address, LLVMGetOperand(update->instruction, 0), WORD) : 0;
	if (!count || count > simd->gang.width)
		return false;
	LLVMTypeRef type = LLVMVectorType(aw_simd_integer(simd, 32), count);
	LLVMValueRef base = LLVMGetOperand(address, 0), row = aw_simd_load_counters(simd, type, base);
	LLVMValueRef added = tallies(simd, aw_simd_choice(simd, address), count, mask);
	added = LLVMBuildMul(builder, added, repeated(simd, type, update->value.value), "");
	LLVMValueRef store = LLVMBuildStore(builder, LLVMBuildAdd(builder, row, added, ""), base);
	LLVMSetAlignment(store, WORD);
	return true;
}
