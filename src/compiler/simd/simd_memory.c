// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores of a gang.  What the lanes' addresses have to do with one another decides the code:
//
//     the same                a scalar access; of a store, the last active lane's value stays
//     one after the other     a vector access, under a mask a masked one
//     the same, backwards     that, reversed
//     a few elements apart    loads: whole vectors of what lies between the first and the last lane, and shuffles;
//                             stores: masked ones, where they are instructions
//     anything else           gather, scatter
//
// Nothing is ever written that no active lane has asked for, because another thread may own it.  What is read
// beyond lies between lane 0 and the last lane of a strided load that all lanes take part in, or in the same
// aligned word: an allocation may end before a page without access.
//
// Structs and arrays go member by member, 128-bit integers by halves; bits lie in bytes, and 16-bit floats
// travel as integers, for which every level has moves.  LLVM turns a masked operation that the level has no
// instruction for into a branch a lane.  In place of that: contiguous accesses ask first whether all lanes are
// active, which they mostly are; gathers and scatters send the inactive lanes to a slot on the stack.
//
// Volatile serves warp-synchronous code: all lanes load before any lane stores, and memory is really read and
// written each time.  Masked operations can't be volatile, so compiler fences stand around them.
#include "simd.h"

#include <assert.h>
#include <string.h>

// One access of all lanes to values of a plain type.
struct place {
	LLVMTypeRef element; // as it lies in memory: an integer of 8 to 64 bits, float, double or pointer
	unsigned size;       // of it in bytes
	unsigned alignment;  // what each lane's address is a multiple of
	struct aw_simd_value address;
	LLVMValueRef mask; // NULL: all lanes
	LLVMValueRef origin;
};

// --- what the machine has ---

static bool has_level(const struct aw_simd *simd, const char *level)
{
	return !strcmp(simd->unit->target, level);
}

// Masked loads and stores of elements of SIZE bytes are instructions.
static bool has_masked(const struct aw_simd *simd, unsigned size)
{
	return has_level(simd, "x86-64-v4") || (has_level(simd, "x86-64-v3") && size >= 4);
}

static bool has_gather(const struct aw_simd *simd, unsigned size)
{
	return has_level(simd, "x86-64-v4") && size >= 4;
}

static unsigned register_bytes(const struct aw_simd *simd)
{
	return has_level(simd, "x86-64-v4") ? 64 : has_level(simd, "x86-64-v3") ? 32 : 16;
}

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

// --- small tools ---

// VECTOR, which may be a mask or NULL, with its lanes in the order of INDICES.
static LLVMValueRef shuffle(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef b, const unsigned *indices, unsigned count)
{
	LLVMValueRef numbers[AW_SIMD_MAX_WIDTH];
	assert(count <= AW_SIMD_MAX_WIDTH);
	for (unsigned i = 0; i < count; i++)
		numbers[i] = aw_simd_number(simd, 32, indices[i]);
	LLVMValueRef order = LLVMConstVector(numbers, count);
	return LLVMBuildShuffleVector(simd->builder, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)), order, "");
}

static LLVMValueRef reverse(struct aw_simd *simd, LLVMValueRef vector)
{
	unsigned indices[AW_SIMD_MAX_WIDTH], width = simd->gang.width;
	for (unsigned i = 0; i < width; i++)
		indices[i] = width - 1 - i;
	return vector ? shuffle(simd, vector, NULL, indices, width) : NULL;
}

static LLVMValueRef move_pointer(struct aw_simd *simd, LLVMValueRef pointer, int64_t bytes)
{
	LLVMValueRef offset = LLVMConstInt(aw_simd_integer(simd, 64), (uint64_t)bytes, true);
	return bytes ? LLVMBuildGEP2(simd->builder, aw_simd_integer(simd, 8), pointer, &offset, 1, "") : pointer;
}

// What is known of the alignment of lane 0's address.
static unsigned first_alignment(const struct place *place)
{
	unsigned aligned = place->address.shape.aligned < 7 ? place->address.shape.aligned : 7;
	return place->alignment > 1u << aligned ? place->alignment : 1u << aligned;
}

// What is true of each lane's access is true of all lanes' together.
static LLVMValueRef with_metadata(struct aw_simd *simd, LLVMValueRef instruction, LLVMValueRef origin)
{
	static const char *const kinds[] = { "tbaa", "alias.scope", "noalias", "nontemporal", "invariant.load" };
	size_t count = sizeof(kinds) / sizeof(*kinds);
	bool plain = !LLVMIsACallInst(instruction);
	for (size_t i = 0; i < (plain ? count : 3); i++) {
		unsigned kind = LLVMGetMDKindIDInContext(simd->unit->context, kinds[i], (unsigned)strlen(kinds[i]));
		LLVMValueRef node = LLVMGetMetadata(origin, kind);
		if (node)
			LLVMSetMetadata(instruction, kind, node);
	}
	if (plain)
		LLVMSetVolatile(instruction, LLVMGetVolatile(origin));
	return instruction;
}

static LLVMValueRef plain_load(struct aw_simd *simd, const struct place *place, LLVMTypeRef type, LLVMValueRef pointer,
                               unsigned alignment)
{
	LLVMValueRef load = LLVMBuildLoad2(simd->builder, type, pointer, "");
	LLVMSetAlignment(load, alignment);
	return with_metadata(simd, load, place->origin);
}

static void plain_store(struct aw_simd *simd, const struct place *place, LLVMValueRef value, LLVMValueRef pointer,
                        unsigned alignment)
{
	LLVMValueRef store = LLVMBuildStore(simd->builder, value, pointer);
	LLVMSetAlignment(store, alignment);
	with_metadata(simd, store, place->origin);
}

static LLVMTypeRef vector_of(struct aw_simd *simd, const struct place *place)
{
	return aw_simd_type(simd, place->element);
}

// --- one after the other ---

static LLVMValueRef load_masked(struct aw_simd *simd, const struct place *place)
{
	LLVMTypeRef types[] = { vector_of(simd, place), LLVMTypeOf(place->address.value) };
	LLVMValueRef arguments[] = {
		place->address.value, aw_simd_number(simd, 32, first_alignment(place)), place->mask, LLVMGetPoison(types[0]),
	};
	return with_metadata(simd, aw_simd_intrinsic(simd, "llvm.masked.load", types, 2, arguments, 4), place->origin);
}

static void store_masked(struct aw_simd *simd, const struct place *place, LLVMValueRef value)
{
	LLVMTypeRef types[] = { LLVMTypeOf(value), LLVMTypeOf(place->address.value) };
	LLVMValueRef arguments[] = {
		value, place->address.value, aw_simd_number(simd, 32, first_alignment(place)), place->mask,
	};
	with_metadata(simd, aw_simd_intrinsic(simd, "llvm.masked.store", types, 2, arguments, 4), place->origin);
}

// A branch between the way of all lanes and the way of some; the builder stands in the first.
struct ways {
	LLVMBasicBlockRef some, done;
};

static void begin_all(struct aw_simd *simd, LLVMValueRef mask, struct ways *ways)
{
	ways->done = aw_simd_block(simd, "access.done");
	ways->some = aw_simd_block(simd, "access.some");
	LLVMBasicBlockRef all = aw_simd_block(simd, "access.all");
	LLVMBuildCondBr(simd->builder, aw_simd_all(simd, mask), all, ways->some);
	LLVMPositionBuilderAtEnd(simd->builder, all);
}

// Returns where the way of all lanes ended.
static LLVMBasicBlockRef begin_some(struct aw_simd *simd, struct ways *ways)
{
	LLVMBasicBlockRef all = LLVMGetInsertBlock(simd->builder);
	LLVMBuildBr(simd->builder, ways->done);
	LLVMPositionBuilderAtEnd(simd->builder, ways->some);
	return all;
}

static LLVMBasicBlockRef end_some(struct aw_simd *simd, struct ways *ways)
{
	LLVMBasicBlockRef some = LLVMGetInsertBlock(simd->builder);
	LLVMBuildBr(simd->builder, ways->done);
	LLVMPositionBuilderAtEnd(simd->builder, ways->done);
	return some;
}

static LLVMValueRef load_by_lanes(struct aw_simd *simd, const struct place *place)
{
	struct aw_simd_lanes loop;
	struct aw_simd_results results;
	aw_simd_results_begin(simd, place->element, &results);
	aw_simd_lanes_begin(simd, place->mask, &loop);
	LLVMValueRef pointer = aw_simd_extract(simd, place->address, loop.lane);
	LLVMValueRef value = plain_load(simd, place, place->element, pointer, place->alignment);
	aw_simd_results_put(simd, &results, value, loop.lane);
	aw_simd_lanes_end(simd, &loop);
	return aw_simd_results_end(simd, &results);
}

static void store_by_lanes(struct aw_simd *simd, const struct place *place, LLVMValueRef value)
{
	struct aw_simd_lanes loop;
	struct aw_simd_stash stash = aw_simd_stash(simd, (struct aw_simd_value){ value, { .kind = AW_SHAPE_VARYING } });
	aw_simd_lanes_begin(simd, place->mask, &loop);
	LLVMValueRef pointer = aw_simd_extract(simd, place->address, loop.lane);
	plain_store(simd, place, aw_simd_stashed(simd, &stash, loop.lane), pointer, place->alignment);
	aw_simd_lanes_end(simd, &loop);
}

static LLVMValueRef load_contiguous(struct aw_simd *simd, const struct place *place)
{
	LLVMTypeRef type = vector_of(simd, place);
	if (!place->mask)
		return plain_load(simd, place, type, place->address.value, first_alignment(place));
	if (has_masked(simd, place->size))
		return load_masked(simd, place);
	struct ways ways;
	LLVMValueRef values[2];
	LLVMBasicBlockRef blocks[2];
	begin_all(simd, place->mask, &ways);
	values[0] = plain_load(simd, place, type, place->address.value, first_alignment(place));
	blocks[0] = begin_some(simd, &ways);
	values[1] = load_by_lanes(simd, place);
	blocks[1] = end_some(simd, &ways);
	LLVMValueRef phi = LLVMBuildPhi(simd->builder, type, "");
	LLVMAddIncoming(phi, values, blocks, 2);
	return phi;
}

static void store_contiguous(struct aw_simd *simd, const struct place *place, LLVMValueRef value)
{
	if (!place->mask) {
		plain_store(simd, place, value, place->address.value, first_alignment(place));
		return;
	}
	if (has_masked(simd, place->size)) {
		store_masked(simd, place, value);
		return;
	}
	struct ways ways;
	begin_all(simd, place->mask, &ways);
	plain_store(simd, place, value, place->address.value, first_alignment(place));
	begin_some(simd, &ways);
	store_by_lanes(simd, place, value);
	end_some(simd, &ways);
}

// --- a few elements apart ---

// The vector of COUNT elements that lie APART elements from one another, from POINTER on.  As many whole vectors
// as it takes are loaded; the last ends with the last element.
static LLVMValueRef load_apart(struct aw_simd *simd, const struct place *place, LLVMValueRef pointer, unsigned count,
                               unsigned apart)
{
	LLVMTypeRef type = LLVMVectorType(place->element, count);
	unsigned total = (count - 1) * apart + 1, pieces = (total + count - 1) / count, indices[AW_SIMD_MAX_WIDTH];
	LLVMValueRef result = NULL;
	assert(apart > 1 && pieces > 1 && count > 1);
	for (unsigned piece = 0; piece < pieces; piece++) {
		unsigned start = piece + 1 < pieces ? piece * count : total - count;
		LLVMValueRef from = move_pointer(simd, pointer, (int64_t)start * place->size);
		LLVMValueRef loaded = plain_load(simd, place, type, from, place->alignment);
		for (unsigned i = 0; i < count; i++) {
			bool here = i * apart / count == piece;
			indices[i] = here ? i * apart - start + (result ? count : 0) : i;
		}
		result = shuffle(simd, result ? result : loaded, result ? loaded : NULL, indices, count);
	}
	return result;
}

// A and B, vectors of COUNT elements, as one.
static LLVMValueRef join(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef b, unsigned count)
{
	unsigned indices[AW_SIMD_MAX_WIDTH];
	for (unsigned i = 0; i < 2 * count; i++)
		indices[i] = i;
	return shuffle(simd, a, b, indices, 2 * count);
}

// A register's worth of lanes at a time.
static LLVMValueRef load_strided(struct aw_simd *simd, const struct place *place)
{
	unsigned width = simd->gang.width, count = register_bytes(simd) / place->size;
	LLVMValueRef parts[AW_SIMD_MAX_WIDTH];
	count = count < width ? count : width;
	int64_t stride = place->address.shape.stride;
	assert(stride > 0 && stride % place->size == 0 && width % count == 0);
	for (unsigned i = 0; i < width / count; i++) {
		LLVMValueRef from = move_pointer(simd, place->address.value, stride * i * count);
		parts[i] = load_apart(simd, place, from, count, (unsigned)(stride / place->size));
	}
	for (; count < width; count *= 2)
		for (unsigned i = 0; i < width / count; i += 2)
			parts[i / 2] = join(simd, parts[i], parts[i + 1], count);
	return parts[0];
}

// The parts of a masked store that put COUNT elements of VALUE, from lane FIRST on, APART elements from one another.
static void store_apart(struct aw_simd *simd, const struct place *place, LLVMValueRef value, unsigned first,
                        unsigned count, unsigned apart)
{
	unsigned order[AW_SIMD_MAX_WIDTH], active[AW_SIMD_MAX_WIDTH];
	LLVMValueRef none = LLVMConstNull(aw_simd_mask_type(simd)), mask = aw_simd_mask(simd, place->mask);
	assert(apart > 1 && first + count <= simd->gang.width);
	for (unsigned start = 0; start <= (count - 1) * apart; start += count) {
		struct place part = *place;
		for (unsigned i = 0; i < count; i++) {
			order[i] = first + (start + i) / apart;
			active[i] = (start + i) % apart == 0 && order[i] < first + count ? order[i] : simd->gang.width;
			order[i] = order[i] < simd->gang.width ? order[i] : 0;
		}
		part.mask = shuffle(simd, mask, none, active, count);
		part.address.value = move_pointer(simd, place->address.value, (int64_t)(first * apart + start) * place->size);
		part.address.shape.aligned = 0;
		store_masked(simd, &part, shuffle(simd, value, NULL, order, count));
	}
}

static void store_strided(struct aw_simd *simd, const struct place *place, LLVMValueRef value)
{
	unsigned width = simd->gang.width, count = register_bytes(simd) / place->size;
	count = count < width ? count : width;
	assert(place->address.shape.stride > 0 && place->address.shape.stride % place->size == 0);
	for (unsigned first = 0; first < width; first += count)
		store_apart(simd, place, value, first, count, (unsigned)(place->address.shape.stride / place->size));
}

// --- anywhere ---

// The addresses of all lanes with those of inactive lanes leading to a slot on the stack.
static LLVMValueRef diverted(struct aw_simd *simd, const struct place *place, LLVMValueRef addresses)
{
	LLVMTypeRef pointer = LLVMGetElementType(LLVMTypeOf(addresses));
	LLVMValueRef slot = aw_simd_alloca(simd, aw_simd_integer(simd, 64), "nowhere");
	LLVMSetAlignment(slot, place->alignment > 8 ? place->alignment : 8);
	if (LLVMTypeOf(slot) != pointer)
		slot = LLVMBuildAddrSpaceCast(simd->builder, slot, pointer, "");
	return LLVMBuildSelect(simd->builder, place->mask, addresses, aw_simd_splat(simd, slot), "");
}

// Lane after lane from scalar addresses, for levels without gather: taking addresses out of a vector costs more.
static LLVMValueRef load_each(struct aw_simd *simd, const struct place *place)
{
	LLVMValueRef result = LLVMGetPoison(vector_of(simd, place));
	for (unsigned i = 0; i < simd->gang.width; i++) {
		LLVMValueRef pointer = move_pointer(simd, place->address.value, place->address.shape.stride * (int64_t)i);
		LLVMValueRef value = plain_load(simd, place, place->element, pointer, place->alignment);
		result = LLVMBuildInsertElement(simd->builder, result, value, aw_simd_number(simd, 32, i), "");
	}
	return result;
}

static void store_each(struct aw_simd *simd, const struct place *place, LLVMValueRef value)
{
	for (unsigned i = 0; i < simd->gang.width; i++) {
		LLVMValueRef pointer = move_pointer(simd, place->address.value, place->address.shape.stride * (int64_t)i);
		LLVMValueRef lane = LLVMBuildExtractElement(simd->builder, value, aw_simd_number(simd, 32, i), "");
		plain_store(simd, place, lane, pointer, place->alignment);
	}
}

static bool is_each(struct aw_simd *simd, const struct place *place)
{
	return place->address.shape.kind == AW_SHAPE_STRIDED && !place->mask && !has_gather(simd, place->size);
}

// Elements of 8 and 16 bits, for which there is no gather: the aligned 32-bit words that they lie in, shifted.
static LLVMValueRef load_words(struct aw_simd *simd, const struct place *place)
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
	return LLVMBuildTrunc(builder, LLVMBuildLShr(builder, words, shift, ""), vector_of(simd, place), "");
}

static LLVMValueRef load_gather(struct aw_simd *simd, const struct place *place)
{
	if (is_each(simd, place))
		return load_each(simd, place);
	if (place->size < 4 && place->alignment >= place->size && has_gather(simd, 4))
		return load_words(simd, place);
	LLVMValueRef addresses = aw_simd_vector(simd, place->address), mask = place->mask;
	if (mask && !has_gather(simd, place->size)) {
		addresses = diverted(simd, place, addresses);
		mask = NULL;
	}
	LLVMTypeRef types[] = { vector_of(simd, place), LLVMTypeOf(addresses) };
	LLVMValueRef arguments[] = {
		addresses, aw_simd_number(simd, 32, place->alignment), aw_simd_mask(simd, mask), LLVMGetPoison(types[0]),
	};
	return with_metadata(simd, aw_simd_intrinsic(simd, "llvm.masked.gather", types, 2, arguments, 4), place->origin);
}

// LLVM promises that of lanes with the same address the last one's value stays.
static void store_scatter(struct aw_simd *simd, const struct place *place, LLVMValueRef value)
{
	if (is_each(simd, place)) {
		store_each(simd, place, value);
		return;
	}
	LLVMValueRef addresses = aw_simd_vector(simd, place->address), mask = place->mask;
	if (mask && !has_gather(simd, place->size)) {
		addresses = diverted(simd, place, addresses);
		mask = NULL;
	}
	LLVMTypeRef types[] = { LLVMTypeOf(value), LLVMTypeOf(addresses) };
	LLVMValueRef arguments[] = {
		value, addresses, aw_simd_number(simd, 32, place->alignment), aw_simd_mask(simd, mask),
	};
	with_metadata(simd, aw_simd_intrinsic(simd, "llvm.masked.scatter", types, 2, arguments, 4), place->origin);
}

// --- the choice ---

// Shuffles of whole vectors beat a gather up to this distance.
enum { FAR_APART = 4 };

static struct place backwards(struct aw_simd *simd, const struct place *place)
{
	struct place turned = *place;
	struct aw_shape *shape = &turned.address.shape;
	turned.address.value = move_pointer(simd, place->address.value, shape->stride * (int64_t)(simd->gang.width - 1));
	turned.mask = reverse(simd, place->mask);
	shape->stride = -shape->stride;
	shape->aligned = 0;
	return turned;
}

static LLVMValueRef load_place(struct aw_simd *simd, const struct place *place)
{
	struct aw_shape shape = place->address.shape;
	if (shape.kind != AW_SHAPE_STRIDED)
		return load_gather(simd, place);
	int64_t size = place->size;
	bool near = shape.stride % size == 0 && shape.stride >= -FAR_APART * size && shape.stride <= FAR_APART * size;
	if (!near || (place->mask && shape.stride != size && shape.stride != -size))
		return load_gather(simd, place);
	if (shape.stride < 0) {
		struct place turned = backwards(simd, place);
		return reverse(simd, load_place(simd, &turned));
	}
	return shape.stride == size ? load_contiguous(simd, place) : load_strided(simd, place);
}

static void store_place(struct aw_simd *simd, const struct place *place, LLVMValueRef value)
{
	struct aw_shape shape = place->address.shape;
	int64_t size = place->size;
	if (shape.kind == AW_SHAPE_STRIDED && shape.stride == size) {
		store_contiguous(simd, place, value);
	} else if (shape.kind == AW_SHAPE_STRIDED && shape.stride == -size) {
		struct place turned = backwards(simd, place);
		store_contiguous(simd, &turned, reverse(simd, value));
	} else if (shape.kind == AW_SHAPE_STRIDED && has_gather(simd, place->size) && shape.stride > 0 &&
	           shape.stride % size == 0 && shape.stride <= FAR_APART * size) {
		store_strided(simd, place, value);
	} else {
		store_scatter(simd, place, value);
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

// PLACE OFFSET bytes further on.
static struct place further(struct aw_simd *simd, const struct place *place, uint64_t offset)
{
	struct place moved = *place;
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

static LLVMValueRef load_parts(struct aw_simd *simd, const struct place *place, LLVMTypeRef type);
static void store_parts(struct aw_simd *simd, const struct place *place, LLVMTypeRef type, LLVMValueRef value);

// --- 128-bit integers ---

static bool is_wide(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 128;
}

static LLVMValueRef load_wide(struct aw_simd *simd, const struct place *place, LLVMTypeRef type)
{
	LLVMTypeRef half = aw_simd_integer(simd, 64), vector = aw_simd_type(simd, type);
	struct place next = further(simd, place, 8);
	LLVMValueRef low = LLVMBuildZExt(simd->builder, load_parts(simd, place, half), vector, "");
	LLVMValueRef high = LLVMBuildZExt(simd->builder, load_parts(simd, &next, half), vector, "");
	high = LLVMBuildShl(simd->builder, high, aw_simd_splat(simd, aw_simd_number(simd, 128, 64)), "");
	return LLVMBuildOr(simd->builder, low, high, "");
}

static void store_wide(struct aw_simd *simd, const struct place *place, LLVMValueRef value)
{
	LLVMTypeRef half = aw_simd_integer(simd, 64), vector = aw_simd_type(simd, half);
	struct place next = further(simd, place, 8);
	LLVMValueRef shift = aw_simd_splat(simd, aw_simd_number(simd, 128, 64));
	LLVMValueRef high = LLVMBuildLShr(simd->builder, value, shift, "");
	store_parts(simd, place, half, LLVMBuildTrunc(simd->builder, value, vector, ""));
	store_parts(simd, &next, half, LLVMBuildTrunc(simd->builder, high, vector, ""));
}

// --- the whole ---

static LLVMValueRef load_parts(struct aw_simd *simd, const struct place *place, LLVMTypeRef type)
{
	struct place one = *place;
	one.element = memory_type(simd, type);
	if (one.element) {
		one.size = (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(simd->unit->module), one.element);
		return from_memory(simd, type, load_place(simd, &one));
	}
	if (is_wide(type))
		return load_wide(simd, place, type);
	LLVMValueRef result = LLVMGetPoison(aw_simd_type(simd, type));
	assert(LLVMGetTypeKind(type) == LLVMStructTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind);
	for (unsigned i = 0; i < part_count(type); i++) {
		struct part part = part_of(simd, type, i);
		struct place there = further(simd, place, part.offset);
		result = LLVMBuildInsertValue(simd->builder, result, load_parts(simd, &there, part.type), i, "");
	}
	return result;
}

static void store_parts(struct aw_simd *simd, const struct place *place, LLVMTypeRef type, LLVMValueRef value)
{
	struct place one = *place;
	one.element = memory_type(simd, type);
	if (one.element) {
		one.size = (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(simd->unit->module), one.element);
		store_place(simd, &one, to_memory(simd, type, value));
		return;
	}
	if (is_wide(type)) {
		store_wide(simd, place, value);
		return;
	}
	for (unsigned i = 0; i < part_count(type); i++) {
		struct part part = part_of(simd, type, i);
		struct place there = further(simd, place, part.offset);
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

static struct place place_of(struct aw_simd *simd, const struct aw_simd_access *access)
{
	return (struct place){
		.alignment = LLVMGetAlignment(access->origin),
		.address = access->address,
		.mask = access->mask && access->mask != aw_simd_full(simd) ? access->mask : NULL,
		.origin = access->origin,
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
	struct place place = place_of(simd, access);
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
	struct place place = place_of(simd, access);
	if (LLVMGetVolatile(access->origin))
		fence(simd);
	store_parts(simd, &place, access->type, aw_simd_vector(simd, value));
	if (LLVMGetVolatile(access->origin))
		fence(simd);
}
