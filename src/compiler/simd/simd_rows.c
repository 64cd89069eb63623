// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses to structs whose members all have one size (float2, float4, uchar4): a row of elements a lane.  Neighbours
// are packed into integers of up to 64 bits, so that a gather fetches two floats at once.  Where the lanes'
// rows lie one behind the other, all between the first and the last byte is the lanes' own: it is moved by whole
// vectors, and shuffles sort the columns.
#include "simd_place.h"

#include <assert.h>

enum { MAX_BYTES_PACKED = 8 };

// How many neighbours go into one integer.  Lanes whose rows overlap (a[i] and a[i + 1]) are better off with each alone.
static unsigned pack_of(const struct aw_simd_place *place, unsigned count)
{
	unsigned pack = 1;
	bool strided = place->address.shape.kind == AW_SHAPE_STRIDED;
	while (count % (2 * pack) == 0 && 2 * pack * place->size <= MAX_BYTES_PACKED)
		pack *= 2;
	while (strided && place->address.shape.stride % (int64_t)(pack * place->size) != 0 && pack > 1)
		pack /= 2;
	return pack;
}

// Element ROW * columns + COLUMN of VECTOR's bytes taken as elements of SIZE bytes, for all rows.  Words go as
// floats: of integers, LLVM would make the first column a truncation, which takes three instructions in place of one.
static LLVMValueRef take_column(struct aw_simd *simd, LLVMValueRef vector, unsigned size, unsigned column, unsigned columns)
{
	unsigned order[AW_SIMD_MAX_WIDTH], width = simd->gang.width;
	LLVMTypeRef integer = aw_simd_integer(simd, size * 8);
	LLVMTypeRef element = size == 4 ? LLVMFloatTypeInContext(simd->unit->context) : integer;
	if (columns == 1)
		return vector;
	for (unsigned i = 0; i < width; i++)
		order[i] = i * columns + column;
	vector = LLVMBuildBitCast(simd->builder, vector, LLVMVectorType(element, width * columns), "");
	vector = aw_simd_permute(simd, vector, NULL, order, width);
	return LLVMBuildBitCast(simd->builder, vector, aw_simd_type(simd, integer), "");
}

// Vectors of elements of SIZE bytes as one of integers that hold an element of each; COUNT is a power of two.
static LLVMValueRef join_columns(struct aw_simd *simd, LLVMValueRef *values, unsigned count, unsigned size)
{
	unsigned order[2 * AW_SIMD_MAX_WIDTH], width = simd->gang.width;
	if (count == 1)
		return values[0];
	LLVMValueRef low = join_columns(simd, values, count / 2, size);
	LLVMValueRef high = join_columns(simd, values + count / 2, count / 2, size);
	for (unsigned i = 0; i < 2 * width; i++)
		order[i] = i % 2 * width + i / 2;
	LLVMValueRef both = aw_simd_permute(simd, low, high, order, 2 * width);
	LLVMTypeRef type = aw_simd_type(simd, aw_simd_integer(simd, size * 8 * count));
	return LLVMBuildBitCast(simd->builder, both, type, "");
}

static struct aw_simd_place column_place(struct aw_simd *simd, const struct aw_simd_place *place, unsigned column)
{
	return aw_simd_place_further(simd, place, (uint64_t)column * place->size);
}

// Whether the rows of COLUMNS elements lie one behind the other and can be moved as they are.
static bool is_whole(struct aw_simd *simd, const struct aw_simd_place *place, unsigned columns)
{
	struct aw_shape shape = place->address.shape;
	if (shape.kind != AW_SHAPE_STRIDED || shape.stride != (int64_t)place->size * columns || columns < 2)
		return false;
	return !place->mask || aw_simd_has_gather(simd, place->size);
}

// The part of an access to whole rows that vector PIECE of them is.
static struct aw_simd_place piece_place(struct aw_simd *simd, const struct aw_simd_place *place, unsigned piece,
                                        unsigned columns)
{
	unsigned rows[AW_SIMD_MAX_WIDTH], width = simd->gang.width;
	struct aw_simd_place part = aw_simd_place_further(simd, place, (uint64_t)piece * width * place->size);
	for (unsigned i = 0; i < width; i++)
		rows[i] = (piece * width + i) / columns;
	if (place->mask)
		part.mask = aw_simd_permute(simd, place->mask, NULL, rows, width);
	part.address.shape.stride = place->size;
	unsigned aligned = (unsigned)__builtin_ctz(part.alignment);
	if (part.address.shape.aligned < aligned)
		part.address.shape.aligned = (uint8_t)aligned;
	if (part.alignment > place->size)
		part.alignment = place->size;
	return part;
}

static void load_whole(struct aw_simd *simd, const struct aw_simd_place *place, unsigned columns, LLVMValueRef *values)
{
	unsigned width = simd->gang.width, order[AW_SIMD_MAX_WIDTH];
	for (unsigned piece = 0; piece < columns; piece++) {
		struct aw_simd_place part = piece_place(simd, place, piece, columns);
		LLVMValueRef loaded = aw_simd_load_contiguous(simd, &part);
		for (unsigned column = 0; column < columns; column++) {
			for (unsigned i = 0; i < width; i++) {
				unsigned at = i * columns + column;
				bool here = at / width == piece;
				order[i] = here ? at % width + (piece ? width : 0) : i;
			}
			LLVMValueRef before = piece ? values[column] : loaded;
			values[column] = aw_simd_permute(simd, before, piece ? loaded : NULL, order, width);
		}
	}
}

static void store_whole(struct aw_simd *simd, const struct aw_simd_place *place, unsigned columns, LLVMValueRef *values)
{
	unsigned width = simd->gang.width, order[AW_SIMD_MAX_WIDTH];
	for (unsigned piece = 0; piece < columns; piece++) {
		struct aw_simd_place part = piece_place(simd, place, piece, columns);
		LLVMValueRef all = NULL;
		for (unsigned column = 0; column < columns; column++) {
			for (unsigned i = 0; i < width; i++) {
				unsigned at = piece * width + i;
				bool here = at % columns == column;
				order[i] = here ? at / columns + (column ? width : 0) : i;
			}
			all = aw_simd_permute(simd, all ? all : values[column], all ? values[column] : NULL, order, width);
		}
		aw_simd_store_contiguous(simd, &part, all);
	}
}

// PLACE's elements packed.
static struct aw_simd_place packed_place(struct aw_simd *simd, const struct aw_simd_place *place, unsigned pack)
{
	struct aw_simd_place packed = *place;
	packed.size = place->size * pack;
	packed.element = aw_simd_integer(simd, packed.size * 8);
	return packed;
}

void aw_simd_load_rows(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *values)
{
	unsigned pack = pack_of(place, count), columns = count / pack;
	LLVMValueRef packs[AW_SIMD_MAX_ROW];
	struct aw_simd_place packed = packed_place(simd, place, pack);
	assert(count >= 2 && count <= AW_SIMD_MAX_ROW);
	if (is_whole(simd, &packed, columns)) {
		load_whole(simd, &packed, columns, packs);
	} else {
		for (unsigned i = 0; i < columns; i++) {
			struct aw_simd_place there = column_place(simd, &packed, i);
			packs[i] = aw_simd_place_get(simd, &there);
		}
	}
	for (unsigned i = 0; i < count; i++)
		values[i] = take_column(simd, packs[i / pack], place->size, i % pack, pack);
}

void aw_simd_store_rows(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *values)
{
	unsigned pack = pack_of(place, count), columns = count / pack;
	LLVMValueRef packs[AW_SIMD_MAX_ROW];
	struct aw_simd_place packed = packed_place(simd, place, pack);
	assert(count >= 2 && count <= AW_SIMD_MAX_ROW);
	for (unsigned i = 0; i < columns; i++)
		packs[i] = join_columns(simd, values + i * pack, pack, place->size);
	if (is_whole(simd, &packed, columns)) {
		store_whole(simd, &packed, columns, packs);
		return;
	}
	for (unsigned i = 0; i < columns; i++) {
		struct aw_simd_place there = column_place(simd, &packed, i);
		aw_simd_place_put(simd, &there, packs[i]);
	}
}
