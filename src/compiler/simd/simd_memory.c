// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores of a gang.  What the lanes' addresses have to do with one another decides the code:
//
//     the same                a scalar access; of a store, the last active lane's value stays
//     one after the other     a vector access, under a mask a masked one
//     the same, backwards     that, reversed
//     in runs, a known distance apart   a vector access for each run (simd_runs.c)
//     a few elements apart    loads: whole vectors of what lies between the first and the last lane, and shuffles;
//                             stores: masked ones, where they are instructions
//     in a row of few elements     loads: the row, from which each lane takes its element (simd_table.c)
//     in a small local array       all of it, of which each lane chooses (simd_few.c)
//     anything else           gather, scatter
//
// Nothing is ever written that no active lane has asked for, because another thread may own it.  What is read
// beyond lies between lane 0 and the last lane of a strided load that all lanes take part in or that doesn't leave the
// page of one that does, or in the same aligned word: an allocation may end before a page without access.
//
// Structs and arrays go member by member, 128-bit integers by halves; bits lie in bytes, and 16-bit floats
// travel as integers, for which every level has moves.  LLVM turns a masked operation that the level has no
// instruction for into a branch a lane.  In place of that: contiguous accesses ask first whether all lanes are
// active, which they mostly are; gathers and scatters send the inactive lanes to a slot on the stack.
//
// Volatile serves warp-synchronous code: all lanes load before any lane stores, and memory is really read and
// written each time.  Masked operations can't be volatile, so compiler fences stand around them.
#include "simd_place.h"

#include <assert.h>
#include <string.h>

// --- types and values as they lie in memory ---

// What an access of TYPE moves in one piece, or NULL.
static LLVMTypeRef memory_type(struct aw_simd *simd, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
		return aw_simd_integer(simd, 16);
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind:
		return type;
	case LLVMIntegerTypeKind:
		switch (LLVMGetIntTypeWidth(type)) {
		case 1:
			return aw_simd_integer(simd, 8);
		case 8:
		case 16:
		case 32:
		case 64:
			return type;
		}
		return NULL;
	default:
		return NULL;
	}
}

static bool is_bits(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

static LLVMValueRef to_memory(struct aw_simd *simd, LLVMTypeRef type, LLVMValueRef vector)
{
	LLVMTypeRef memory = aw_simd_type(simd, memory_type(simd, type));
	if (is_bits(type))
		return LLVMBuildZExt(simd->builder, vector, memory, "");
	return LLVMBuildBitCast(simd->builder, vector, memory, "");
}

static LLVMValueRef from_memory(struct aw_simd *simd, LLVMTypeRef type, LLVMValueRef vector)
{
	LLVMTypeRef wanted = aw_simd_type(simd, type);
	if (is_bits(type))
		return LLVMBuildTrunc(simd->builder, vector, wanted, "");
	return LLVMBuildBitCast(simd->builder, vector, wanted, "");
}

// --- the choice ---

static LLVMValueRef reverse(struct aw_simd *simd, LLVMValueRef vector)
{
	unsigned indices[AW_SIMD_MAX_WIDTH], width = simd->gang.width;
	for (unsigned i = 0; i < width; i++)
		indices[i] = width - 1 - i;
	return vector ? aw_simd_permute(simd, vector, NULL, indices, width) : NULL;
}

// Shuffles of whole vectors beat a gather up to this distance.
enum { FAR_APART = 4 };

static struct aw_simd_place backwards(struct aw_simd *simd, const struct aw_simd_place *place)
{
	struct aw_simd_place turned = *place;
	struct aw_shape *shape = &turned.address.shape;
	turned.address.value = aw_simd_move_pointer(simd, place->address.value, shape->stride * (int64_t)(simd->gang.width - 1));
	turned.mask = reverse(simd, place->mask);
	shape->stride = -shape->stride;
	shape->aligned = 0;
	return turned;
}

// Whether the places of all lanes are a row of a local array: there is something there for each lane, and nobody else
// sees it.  Then plain accesses serve a mask, too, which LLVM can follow from a store to a load.
static bool is_own_row(const struct aw_simd_place *place)
{
	LLVMValueRef origin = place->origin;
	struct aw_shape shape = place->address.shape;
	if (!place->mask || shape.kind != AW_SHAPE_STRIDED || shape.stride != place->size || LLVMGetVolatile(origin))
		return false;
	return aw_simd_granule(LLVMGetOperand(origin, LLVMIsALoadInst(origin) ? 0 : 1)) == place->size;
}

static LLVMValueRef load_own(struct aw_simd *simd, const struct aw_simd_place *place)
{
	struct aw_simd_place whole = *place;
	whole.mask = NULL;
	return aw_simd_load_contiguous(simd, &whole);
}

static void store_own(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	struct aw_simd_place whole = *place;
	whole.mask = NULL;
	if (place->mask != simd->entry_mask) // who isn't there has nothing to keep
		value = aw_simd_select(simd, place->mask, value, load_own(simd, place));
	aw_simd_store_contiguous(simd, &whole, value);
}

// Of places apart, whose pieces of rows can be loaded where all lanes take part.
static LLVMValueRef load_all_or_some(struct aw_simd *simd, const struct aw_simd_place *place)
{
	struct aw_simd_place whole = *place;
	struct aw_simd_ways ways;
	whole.mask = NULL;
	aw_simd_readable_begin(simd, place, &ways);
	LLVMValueRef all = aw_simd_place_get(simd, &whole);
	aw_simd_some_begin(simd, &ways);
	LLVMValueRef some = aw_simd_load_gather(simd, place);
	aw_simd_some_end(simd, &ways);
	return aw_simd_either(simd, &ways, all, some);
}

LLVMValueRef aw_simd_place_get(struct aw_simd *simd, const struct aw_simd_place *place)
{
	struct aw_shape shape = place->address.shape;
	if (is_own_row(place))
		return load_own(simd, place);
	LLVMValueRef runs = aw_simd_load_runs(simd, place);
	if (runs)
		return runs;
	if (shape.kind != AW_SHAPE_STRIDED) {
		LLVMValueRef few = aw_simd_load_few(simd, place), taken = few ? few : aw_simd_load_table(simd, place);
		return taken ? taken : aw_simd_load_gather(simd, place);
	}
	int64_t size = place->size;
	bool near = shape.stride % size == 0 && shape.stride >= -FAR_APART * size && shape.stride <= FAR_APART * size;
	bool parted = place->mask && shape.stride != size && shape.stride != -size;
	if (!near)
		return aw_simd_load_gather(simd, place);
	if (parted && !aw_simd_has_masked(simd, place->size))
		return load_all_or_some(simd, place);
	if (shape.stride < 0) {
		struct aw_simd_place turned = backwards(simd, place);
		return reverse(simd, aw_simd_place_get(simd, &turned));
	}
	return shape.stride == size ? aw_simd_load_contiguous(simd, place) : aw_simd_load_strided(simd, place);
}

void aw_simd_place_put(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	struct aw_shape shape = place->address.shape;
	int64_t size = place->size;
	if (is_own_row(place)) {
		store_own(simd, place, value);
	} else if (shape.kind == AW_SHAPE_STRIDED && shape.stride == size) {
		aw_simd_store_contiguous(simd, place, value);
	} else if (shape.kind == AW_SHAPE_STRIDED && shape.stride == -size) {
		struct aw_simd_place turned = backwards(simd, place);
		aw_simd_store_contiguous(simd, &turned, reverse(simd, value));
	} else if (shape.kind == AW_SHAPE_STRIDED && aw_simd_has_gather(simd, place->size) && shape.stride > 0 &&
	           shape.stride % size == 0 && shape.stride <= FAR_APART * size) {
		aw_simd_store_strided(simd, place, value);
	} else if (!aw_simd_store_runs(simd, place, value) && !aw_simd_store_few(simd, place, value) &&
	           !aw_simd_store_table(simd, place, value)) {
		aw_simd_store_scatter(simd, place, value);
	}
}

// --- members of structs and arrays ---

struct part {
	LLVMTypeRef type;
	uint64_t offset;
};

static unsigned part_count(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		return LLVMCountStructElementTypes(type);
	case LLVMArrayTypeKind:
		return (unsigned)LLVMGetArrayLength2(type);
	default:
		return 0;
	}
}

static struct part part_of(struct aw_simd *simd, LLVMTypeRef type, unsigned index)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(simd->unit->module);
	assert(index < part_count(type));
	if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
		return (struct part){ LLVMStructGetTypeAtIndex(type, index), LLVMOffsetOfElement(layout, type, index) };
	LLVMTypeRef element = LLVMGetElementType(type);
	return (struct part){ element, index * LLVMABISizeOfType(layout, element) };
}

struct aw_simd_place aw_simd_place_further(struct aw_simd *simd, const struct aw_simd_place *place, uint64_t offset)
{
	struct aw_simd_place moved = *place;
	LLVMValueRef step = aw_simd_number(simd, 64, offset);
	unsigned aligned = offset ? (unsigned)__builtin_ctzll(offset) : 63;
	if (!offset)
		return moved;
	moved.address.value = LLVMBuildGEP2(simd->builder, aw_simd_integer(simd, 8), place->address.value, &step, 1, "");
	if (aligned < moved.address.shape.aligned)
		moved.address.shape.aligned = (uint8_t)aligned;
	while (moved.alignment > 1 && offset % moved.alignment)
		moved.alignment /= 2;
	return moved;
}

static LLVMValueRef load_parts(struct aw_simd *simd, const struct aw_simd_place *place, LLVMTypeRef type);
static void store_parts(struct aw_simd *simd, const struct aw_simd_place *place, LLVMTypeRef type, LLVMValueRef value);

// --- 128-bit integers ---

static bool is_wide(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 128;
}

static LLVMValueRef load_wide(struct aw_simd *simd, const struct aw_simd_place *place, LLVMTypeRef type)
{
	LLVMTypeRef half = aw_simd_integer(simd, 64), vector = aw_simd_type(simd, type);
	struct aw_simd_place next = aw_simd_place_further(simd, place, 8);
	LLVMValueRef low = LLVMBuildZExt(simd->builder, load_parts(simd, place, half), vector, "");
	LLVMValueRef high = LLVMBuildZExt(simd->builder, load_parts(simd, &next, half), vector, "");
	high = LLVMBuildShl(simd->builder, high, aw_simd_splat(simd, aw_simd_number(simd, 128, 64)), "");
	return LLVMBuildOr(simd->builder, low, high, "");
}

static void store_wide(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	LLVMTypeRef half = aw_simd_integer(simd, 64), vector = aw_simd_type(simd, half);
	struct aw_simd_place next = aw_simd_place_further(simd, place, 8);
	LLVMValueRef shift = aw_simd_splat(simd, aw_simd_number(simd, 128, 64));
	LLVMValueRef high = LLVMBuildLShr(simd->builder, value, shift, "");
	store_parts(simd, place, half, LLVMBuildTrunc(simd->builder, value, vector, ""));
	store_parts(simd, &next, half, LLVMBuildTrunc(simd->builder, high, vector, ""));
}

// --- rows of members of one size ---

// The size of TYPE's members when all have the same and no gaps, else 0.
static unsigned row_size(struct aw_simd *simd, LLVMTypeRef type)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(simd->unit->module);
	unsigned count = part_count(type), size = 0;
	if (count < 2 || count > AW_SIMD_MAX_ROW)
		return 0;
	for (unsigned i = 0; i < count; i++) {
		struct part part = part_of(simd, type, i);
		LLVMTypeRef memory = memory_type(simd, part.type);
		unsigned own = memory ? (unsigned)LLVMABISizeOfType(layout, memory) : 0;
		if (!own || (i && own != size) || part.offset != (uint64_t)i * own)
			return 0;
		size = own;
	}
	return size;
}

// Between a vector as it lies in memory and one of integers of the same size.
static LLVMValueRef as_integers(struct aw_simd *simd, LLVMValueRef vector, unsigned size)
{
	LLVMTypeRef type = aw_simd_type(simd, aw_simd_integer(simd, size * 8));
	bool pointers = LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(vector))) == LLVMPointerTypeKind;
	return pointers ? LLVMBuildPtrToInt(simd->builder, vector, type, "") : LLVMBuildBitCast(simd->builder, vector, type, "");
}

static LLVMValueRef of_integers(struct aw_simd *simd, LLVMValueRef vector, LLVMTypeRef memory)
{
	LLVMTypeRef type = aw_simd_type(simd, memory);
	bool pointers = LLVMGetTypeKind(memory) == LLVMPointerTypeKind;
	return pointers ? LLVMBuildIntToPtr(simd->builder, vector, type, "") : LLVMBuildBitCast(simd->builder, vector, type, "");
}

static struct aw_simd_place row_place(struct aw_simd *simd, const struct aw_simd_place *place, unsigned size)
{
	struct aw_simd_place row = *place;
	row.size = size;
	row.element = aw_simd_integer(simd, size * 8);
	return row;
}

static LLVMValueRef load_row(struct aw_simd *simd, const struct aw_simd_place *place, LLVMTypeRef type, unsigned size)
{
	LLVMValueRef values[AW_SIMD_MAX_ROW], result = LLVMGetPoison(aw_simd_type(simd, type));
	struct aw_simd_place row = row_place(simd, place, size);
	aw_simd_load_rows(simd, &row, part_count(type), values);
	for (unsigned i = 0; i < part_count(type); i++) {
		LLVMTypeRef member = part_of(simd, type, i).type;
		LLVMValueRef value = of_integers(simd, values[i], memory_type(simd, member));
		result = LLVMBuildInsertValue(simd->builder, result, from_memory(simd, member, value), i, "");
	}
	return result;
}

static void store_row(struct aw_simd *simd, const struct aw_simd_place *place, LLVMTypeRef type, unsigned size,
                      LLVMValueRef value)
{
	LLVMValueRef values[AW_SIMD_MAX_ROW];
	struct aw_simd_place row = row_place(simd, place, size);
	for (unsigned i = 0; i < part_count(type); i++) {
		LLVMValueRef member = LLVMBuildExtractValue(simd->builder, value, i, "");
		values[i] = as_integers(simd, to_memory(simd, part_of(simd, type, i).type, member), size);
	}
	aw_simd_store_rows(simd, &row, part_count(type), values);
}

// --- the whole ---

static LLVMValueRef load_parts(struct aw_simd *simd, const struct aw_simd_place *place, LLVMTypeRef type)
{
	struct aw_simd_place one = *place;
	one.element = memory_type(simd, type);
	if (one.element) {
		one.size = (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(simd->unit->module), one.element);
		return from_memory(simd, type, aw_simd_place_get(simd, &one));
	}
	if (is_wide(type))
		return load_wide(simd, place, type);
	if (row_size(simd, type))
		return load_row(simd, place, type, row_size(simd, type));
	LLVMValueRef result = LLVMGetPoison(aw_simd_type(simd, type));
	assert(LLVMGetTypeKind(type) == LLVMStructTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind);
	for (unsigned i = 0; i < part_count(type); i++) {
		struct part part = part_of(simd, type, i);
		struct aw_simd_place there = aw_simd_place_further(simd, place, part.offset);
		result = LLVMBuildInsertValue(simd->builder, result, load_parts(simd, &there, part.type), i, "");
	}
	return result;
}

static void store_parts(struct aw_simd *simd, const struct aw_simd_place *place, LLVMTypeRef type, LLVMValueRef value)
{
	struct aw_simd_place one = *place;
	one.element = memory_type(simd, type);
	if (one.element) {
		one.size = (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(simd->unit->module), one.element);
		aw_simd_place_put(simd, &one, to_memory(simd, type, value));
		return;
	}
	if (is_wide(type)) {
		store_wide(simd, place, value);
		return;
	}
	if (row_size(simd, type)) {
		store_row(simd, place, type, row_size(simd, type), value);
		return;
	}
	for (unsigned i = 0; i < part_count(type); i++) {
		struct part part = part_of(simd, type, i);
		struct aw_simd_place there = aw_simd_place_further(simd, place, part.offset);
		store_parts(simd, &there, part.type, LLVMBuildExtractValue(simd->builder, value, i, ""));
	}
}

// Whether TYPE falls into pieces that memory_type knows; what doesn't (i24) goes lane by lane.
static bool has_vector_form(struct aw_simd *simd, LLVMTypeRef type)
{
	if (memory_type(simd, type) || is_wide(type))
		return true;
	bool aggregate = LLVMGetTypeKind(type) == LLVMStructTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind;
	for (unsigned i = 0; i < part_count(type); i++)
		if (!has_vector_form(simd, part_of(simd, type, i).type))
			return false;
	return aggregate;
}

static void fence(struct aw_simd *simd)
{
	LLVMBuildFence(simd->builder, LLVMAtomicOrderingSequentiallyConsistent, true, "");
}

// The kernel's own instruction with ADDRESS, and for a store VALUE, in place of its operands.
static LLVMValueRef scalar_access(struct aw_simd *simd, LLVMValueRef origin, LLVMValueRef value, LLVMValueRef address)
{
	LLVMValueRef access = LLVMInstructionClone(origin);
	if (value)
		LLVMSetOperand(access, 0, value);
	LLVMSetOperand(access, value ? 1 : 0, address);
	LLVMInsertIntoBuilder(simd->builder, access);
	return access;
}

static bool goes_by_lanes(struct aw_simd *simd, const struct aw_simd_access *access)
{
	return LLVMGetOrdering(access->origin) != LLVMAtomicOrderingNotAtomic || !has_vector_form(simd, access->type);
}

static struct aw_simd_place place_of(struct aw_simd *simd, const struct aw_simd_access *access)
{
	return (struct aw_simd_place){
		.alignment = LLVMGetAlignment(access->origin),
		.address = access->address,
		.mask = access->mask && access->mask != aw_simd_full(simd) ? access->mask : NULL,
		.origin = access->origin,
		.offsets = access->offsets,
		.rest = access->rest,
		.row = access->row,
	};
}

LLVMValueRef aw_simd_load(struct aw_simd *simd, const struct aw_simd_access *access)
{
	assert(LLVMIsALoadInst(access->origin));
	if (aw_shape_is_uniform(access->address.shape))
		return scalar_access(simd, access->origin, NULL, access->address.value);
	if (goes_by_lanes(simd, access)) {
		struct aw_simd_lanes loop;
		struct aw_simd_results results;
		struct aw_simd_stash address = aw_simd_stash(simd, access->address);
		aw_simd_results_begin(simd, access->type, &results);
		aw_simd_lanes_begin(simd, access->mask, &loop);
		LLVMValueRef pointer = aw_simd_stashed(simd, &address, loop.lane);
		aw_simd_results_put(simd, &results, scalar_access(simd, access->origin, NULL, pointer), loop.lane);
		aw_simd_lanes_end(simd, &loop);
		return aw_simd_results_end(simd, &results);
	}
	struct aw_simd_place place = place_of(simd, access);
	if (LLVMGetVolatile(access->origin))
		fence(simd);
	LLVMValueRef result = load_parts(simd, &place, access->type);
	if (LLVMGetVolatile(access->origin))
		fence(simd);
	return result;
}

void aw_simd_store(struct aw_simd *simd, const struct aw_simd_access *access, struct aw_simd_value value)
{
	assert(LLVMIsAStoreInst(access->origin));
	if (aw_shape_is_uniform(access->address.shape)) {
		LLVMValueRef last = aw_shape_is_uniform(value.shape) ? NULL : aw_simd_last(simd, access->mask);
		LLVMValueRef scalar = last ? aw_simd_extract(simd, value, last) : value.value;
		scalar_access(simd, access->origin, scalar, access->address.value);
		return;
	}
	if (goes_by_lanes(simd, access)) {
		struct aw_simd_lanes loop;
		struct aw_simd_stash address = aw_simd_stash(simd, access->address), values = aw_simd_stash(simd, value);
		aw_simd_lanes_begin(simd, access->mask, &loop);
		LLVMValueRef pointer = aw_simd_stashed(simd, &address, loop.lane);
		scalar_access(simd, access->origin, aw_simd_stashed(simd, &values, loop.lane), pointer);
		aw_simd_lanes_end(simd, &loop);
		return;
	}
	struct aw_simd_place place = place_of(simd, access);
	if (LLVMGetVolatile(access->origin))
		fence(simd);
	store_parts(simd, &place, access->type, aw_simd_vector(simd, value));
	if (LLVMGetVolatile(access->origin))
		fence(simd);
}
