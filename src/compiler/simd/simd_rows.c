// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses to structs whose members all have one size (float2, float4, uchar4): a row of elements a lane.  Neighbours
// are packed into integers of up to 64 bits, so that a gather fetches two floats at once.  Where the lanes'
// rows lie one behind the other, all between the first and the last byte is the lanes' own: it is moved by whole
// vectors, pieces of the rows, and shuffles sort the columns.  Those are made only when all else is (simd_straight.c), because often
// a column is needed for nothing but to be a column of other rows.
#include "simd_rows.h"

#include <assert.h>
#include <string.h>

enum { WORD = 4, MAX_BYTES_PACKED = 8 };

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

// Element NUMBER, of SIZE bytes, of each of WORDS, as a number that may well be made larger again: so no shuffles.
static LLVMValueRef take_of_words(struct aw_simd *simd, LLVMValueRef words, unsigned size, unsigned number)
{
	LLVMTypeRef type = aw_simd_type(simd, aw_simd_integer(simd, 32));
	LLVMValueRef shifted = LLVMBuildBitCast(simd->builder, words, type, "");
	if (number)
		shifted = LLVMBuildLShr(simd->builder, shifted, aw_llvm_number(type, 8 * (uint64_t)size * number), "");
	return LLVMBuildTrunc(simd->builder, shifted, aw_simd_type(simd, aw_simd_integer(simd, 8 * size)), "");
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
	if (size < WORD && size * columns >= WORD) {
		unsigned elements = WORD / size;
		LLVMValueRef words = take_column(simd, vector, WORD, column / elements, columns / elements);
		return take_of_words(simd, words, size, column % elements);
	}
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

// Whether the rows of COLUMNS elements lie one behind the other.
static bool is_in_line(const struct aw_simd_place *place, unsigned columns)
{
	struct aw_shape shape = place->address.shape;
	return shape.kind == AW_SHAPE_STRIDED && shape.stride == (int64_t)place->size * columns;
}

// Whether they can be moved as they are, too.
static bool is_whole(struct aw_simd *simd, const struct aw_simd_place *place, unsigned columns)
{
	return is_in_line(place, columns) && (!place->mask || aw_simd_has_masked(simd, place->size));
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
	if (columns > 1)
		part.reach = (uint64_t)columns * width * place->size;
	return part;
}

static void sort_columns(struct aw_simd *simd, const LLVMValueRef *pieces, unsigned columns, LLVMValueRef *values)
{
	unsigned width = simd->gang.width, order[AW_SIMD_MAX_WIDTH];
	for (unsigned piece = 0; piece < columns; piece++) {
		for (unsigned column = 0; column < columns; column++) {
			for (unsigned i = 0; i < width; i++) {
				unsigned at = i * columns + column;
				bool here = at / width == piece;
				order[i] = here ? at % width + (piece ? width : 0) : i;
			}
			LLVMValueRef before = piece ? values[column] : pieces[0];
			values[column] = aw_simd_permute(simd, before, piece ? pieces[piece] : NULL, order, width);
		}
	}
}

static void sort_pieces(struct aw_simd *simd, const LLVMValueRef *values, unsigned columns, LLVMValueRef *pieces)
{
	unsigned width = simd->gang.width, order[AW_SIMD_MAX_WIDTH];
	for (unsigned piece = 0; piece < columns; piece++) {
		LLVMValueRef all = NULL;
		for (unsigned column = 0; column < columns; column++) {
			for (unsigned i = 0; i < width; i++) {
				unsigned at = piece * width + i;
				bool here = at % columns == column;
				order[i] = here ? at / columns + (column ? width : 0) : i;
			}
			all = aw_simd_permute(simd, all ? all : values[column], all ? values[column] : NULL, order, width);
		}
		pieces[piece] = all;
	}
}

// --- rows of four words in registers of two rows ---
//
// AVX2's shuffles keep to the halves of a register, so rows r and r + 4 are brought into one (v0: rows 0 and 4, v1: 1 and 5, ...), and
// the two squares that four such registers are, one in each half, are turned side by side:
//
//     a = low words of v0 and v1   b = their high ones   c, d: those of v2 and v3
//     columns: low halves of a and c, high halves of a and c, low halves of b and d, high halves of b and d
//
// which is 12 instructions for 8 rows, where column by column it takes 20.

enum { QUAD = 4, PAIR = 32, LANES = 8 }; // columns; bytes of a register; its words

static bool is_quads(struct aw_simd *simd, unsigned size, unsigned columns)
{
	return columns == QUAD && size == WORD && aw_simd_register_bytes(simd) == PAIR && simd->gang.width % LANES == 0;
}

// Elements of the registers A and B: in each half the pieces of SIZE words whose numbers are in ORDER, those of B behind those of A.
static LLVMValueRef mix(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef b, unsigned size, const unsigned *order)
{
	unsigned indices[LANES], pieces = QUAD / size;
	for (unsigned i = 0; i < LANES; i++) {
		unsigned half = i / QUAD, piece = order[i % QUAD / size], word = i % size;
		indices[i] = piece / pieces * LANES + half * QUAD + piece % pieces * size + word;
	}
	return aw_simd_permute(simd, a, b, indices, LANES);
}

static LLVMValueRef mix_words(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef b, bool high)
{
	static const unsigned orders[2][QUAD] = { { 0, 4, 1, 5 }, { 2, 6, 3, 7 } };
	return mix(simd, a, b, 1, orders[high]);
}

static LLVMValueRef mix_pairs(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef b, bool high)
{
	static const unsigned orders[2][2] = { { 0, 2 }, { 1, 3 } };
	return mix(simd, a, b, 2, orders[high]);
}

// The low or the high halves of A and B.
static LLVMValueRef mix_halves(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef b, bool high)
{
	static const unsigned orders[2][LANES] = { { 0, 1, 2, 3, 8, 9, 10, 11 }, { 4, 5, 6, 7, 12, 13, 14, 15 } };
	return aw_simd_permute(simd, a, b, orders[high], LANES);
}

static LLVMValueRef take_register(struct aw_simd *simd, LLVMValueRef vector, unsigned number)
{
	unsigned indices[LANES];
	for (unsigned i = 0; i < LANES; i++)
		indices[i] = number * LANES + i;
	return aw_simd_permute(simd, vector, NULL, indices, LANES);
}

// COUNT registers, a power of two, as one vector.
static LLVMValueRef join_registers(struct aw_simd *simd, const LLVMValueRef *registers, unsigned count)
{
	unsigned indices[AW_SIMD_MAX_WIDTH];
	if (count == 1)
		return registers[0];
	LLVMValueRef low = join_registers(simd, registers, count / 2), high = join_registers(simd, registers + count / 2, count / 2);
	for (unsigned i = 0; i < count * LANES; i++)
		indices[i] = i;
	return aw_simd_permute(simd, low, high, indices, count * LANES);
}

static void sort_quad_columns(struct aw_simd *simd, const LLVMValueRef *pieces, LLVMValueRef *values)
{
	unsigned registers = simd->gang.width / LANES;
	LLVMValueRef rows[QUAD * AW_SIMD_MAX_WIDTH / LANES], columns[QUAD][AW_SIMD_MAX_WIDTH / LANES];
	for (unsigned piece = 0; piece < QUAD; piece++)
		for (unsigned i = 0; i < registers; i++)
			rows[piece * registers + i] = take_register(simd, pieces[piece], i);
	for (unsigned group = 0; group < registers; group++) {
		LLVMValueRef *of = rows + group * QUAD, v[QUAD];
		for (unsigned i = 0; i < QUAD; i++)
			v[i] = mix_halves(simd, of[i / 2], of[i / 2 + 2], i % 2);
		LLVMValueRef a = mix_words(simd, v[0], v[1], false), b = mix_words(simd, v[0], v[1], true);
		LLVMValueRef c = mix_words(simd, v[2], v[3], false), d = mix_words(simd, v[2], v[3], true);
		for (unsigned i = 0; i < QUAD; i++)
			columns[i][group] = mix_pairs(simd, i < 2 ? a : b, i < 2 ? c : d, i % 2);
	}
	for (unsigned i = 0; i < QUAD; i++)
		values[i] = join_registers(simd, columns[i], registers);
}

static void sort_quad_pieces(struct aw_simd *simd, const LLVMValueRef *values, LLVMValueRef *pieces)
{
	unsigned registers = simd->gang.width / LANES;
	LLVMValueRef rows[QUAD * AW_SIMD_MAX_WIDTH / LANES];
	for (unsigned group = 0; group < registers; group++) {
		LLVMValueRef *to = rows + group * QUAD, column[QUAD], v[QUAD];
		for (unsigned i = 0; i < QUAD; i++)
			column[i] = take_register(simd, values[i], group);
		for (unsigned i = 0; i < QUAD; i++) { // rows i and i + 4
			LLVMValueRef left = mix_words(simd, column[0], column[1], i / 2), right = mix_words(simd, column[2], column[3], i / 2);
			v[i] = mix_pairs(simd, left, right, i % 2);
		}
		for (unsigned i = 0; i < QUAD; i++)
			to[i] = mix_halves(simd, v[i % 2 * 2], v[i % 2 * 2 + 1], i / 2);
	}
	for (unsigned piece = 0; piece < QUAD; piece++)
		pieces[piece] = join_registers(simd, rows + piece * registers, registers);
}

// --- rows of four or eight words in registers of sixteen ---
//
// Of two pieces one behind the other the elements with even numbers, and those with odd ones, are two vectors: the lowest bit of an
// element's number goes from its place in a piece to the number of the vector.  That is done once for each bit of the column's number,
// each time with the pieces that differ in the next bit of theirs, so with the same two shuffles all the time; the other way round they
// are the lower and the upper halves, put together in turns.

static bool is_zip(struct aw_simd *simd, unsigned size, unsigned columns)
{
	return (columns == 4 || columns == 8) && size == WORD && aw_simd_register_bytes(simd) == size * simd->gang.width;
}

// Pieces become columns.
static void unzip(struct aw_simd *simd, unsigned columns, const LLVMValueRef *pieces, LLVMValueRef *values)
{
	unsigned width = simd->gang.width, order[2][AW_SIMD_MAX_WIDTH], half = columns / 2;
	LLVMValueRef from[AW_SIMD_MAX_ROW];
	for (unsigned i = 0; i < width; i++)
		for (unsigned odd = 0; odd < 2; odd++)
			order[odd][i] = 2 * i + odd;
	memcpy(values, pieces, columns * sizeof(*values));
	for (unsigned done = 1; done < columns; done *= 2) {
		memcpy(from, values, columns * sizeof(*values));
		for (unsigned i = 0; i < columns; i++)
			values[i] = aw_simd_permute(simd, from[i % half * 2], from[i % half * 2 + 1], order[i / half], width);
	}
}

// And columns pieces.
static void zip(struct aw_simd *simd, unsigned columns, const LLVMValueRef *values, LLVMValueRef *pieces)
{
	unsigned width = simd->gang.width, order[2][AW_SIMD_MAX_WIDTH], half = columns / 2;
	LLVMValueRef from[AW_SIMD_MAX_ROW];
	for (unsigned i = 0; i < width; i++)
		for (unsigned high = 0; high < 2; high++)
			order[high][i] = i % 2 * width + high * width / 2 + i / 2;
	memcpy(pieces, values, columns * sizeof(*pieces));
	for (unsigned done = 1; done < columns; done *= 2) {
		memcpy(from, pieces, columns * sizeof(*pieces));
		for (unsigned i = 0; i < columns; i++)
			pieces[i] = aw_simd_permute(simd, from[i / 2], from[half + i / 2], order[i % 2], width);
	}
}

// --- rows anywhere ---

enum { ROW = 16 }; // bytes of a wide row

// Whether PLACE's rows of COUNT elements lie anywhere, each in one register of 16 bytes, where the level has no gather: the lanes' are
// loaded and stored one by one then, as wide elements (lane_accesses.c), which are as many instructions as one column takes.
static bool is_wide_row(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count)
{
	int64_t stride = place->address.shape.stride;
	bool apart = place->address.shape.kind == AW_SHAPE_VARYING ||
	             (place->address.shape.kind == AW_SHAPE_STRIDED && (stride > ROW || stride < -ROW));
	return apart && place->size >= WORD && place->size * count == ROW && aw_simd_register_bytes(simd) == PAIR &&
	       simd->gang.width % LANES == 0 && !aw_simd_has_gather(simd, WORD) && !simd->compact;
}

// PLACE's rows as elements.
static struct aw_simd_place wide_place(struct aw_simd *simd, const struct aw_simd_place *place)
{
	struct aw_simd_place wide = *place;
	wide.size = ROW;
	wide.element = aw_simd_integer(simd, 8 * ROW);
	return wide;
}

static void load_wide_rows(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *pieces)
{
	struct aw_simd_place wide = wide_place(simd, place);
	unsigned width = simd->gang.width;
	LLVMTypeRef elements = LLVMVectorType(aw_simd_integer(simd, 8 * place->size), count * width);
	LLVMValueRef all = LLVMBuildBitCast(simd->builder, aw_simd_load_gather(simd, &wide), elements, "");
	for (unsigned piece = 0; piece < count; piece++)
		pieces[piece] = aw_llvm_elements(simd->builder, all, piece * width, width);
}

// Changes PIECES.
static void store_wide_rows(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *pieces)
{
	struct aw_simd_place wide = wide_place(simd, place);
	LLVMValueRef all = aw_llvm_join(simd->builder, pieces, count);
	aw_simd_store_scatter(simd, &wide, LLVMBuildBitCast(simd->builder, all, aw_simd_type(simd, wide.element), ""));
}

// --- pieces and columns ---

// How many elements a piece has for each lane: a column of four words is one of the piece's, of others as many as are packed.
static unsigned pack_in_pieces(struct aw_simd *simd, unsigned size, unsigned count, unsigned pack)
{
	return is_quads(simd, size, count) || is_zip(simd, size, count) ? 1 : pack;
}

void aw_simd_rows_to_columns(struct aw_simd *simd, const struct aw_simd_rows *rows, const LLVMValueRef *pieces, LLVMValueRef *values)
{
	LLVMValueRef packs[AW_SIMD_MAX_ROW];
	assert(rows->count >= 2 && rows->count <= AW_SIMD_MAX_ROW && rows->count % rows->pack == 0);
	if (is_quads(simd, rows->size, rows->count)) {
		sort_quad_columns(simd, pieces, values);
		return;
	}
	if (is_zip(simd, rows->size, rows->count)) {
		unzip(simd, rows->count, pieces, values);
		return;
	}
	sort_columns(simd, pieces, rows->count / rows->pack, packs);
	for (unsigned i = 0; i < rows->count; i++)
		values[i] = take_column(simd, packs[i / rows->pack], rows->size, i % rows->pack, rows->pack);
}

void aw_simd_rows_of_columns(struct aw_simd *simd, const struct aw_simd_rows *rows, LLVMValueRef *values, LLVMValueRef *pieces)
{
	LLVMValueRef packs[AW_SIMD_MAX_ROW];
	assert(rows->count >= 2 && rows->count <= AW_SIMD_MAX_ROW && rows->count % rows->pack == 0);
	if (is_quads(simd, rows->size, rows->count)) {
		sort_quad_pieces(simd, values, pieces);
		return;
	}
	if (is_zip(simd, rows->size, rows->count)) {
		zip(simd, rows->count, values, pieces);
		return;
	}
	for (unsigned i = 0; i < rows->count / rows->pack; i++)
		packs[i] = join_columns(simd, values + i * rows->pack, rows->pack, rows->size);
	sort_pieces(simd, packs, rows->count / rows->pack, pieces);
}

// PLACE's elements packed.
static struct aw_simd_place packed_place(struct aw_simd *simd, const struct aw_simd_place *place, unsigned pack)
{
	struct aw_simd_place packed = *place;
	packed.size = place->size * pack;
	packed.element = aw_simd_integer(simd, packed.size * 8);
	return packed;
}

static LLVMValueRef load_piece(struct aw_simd *simd, const struct aw_simd_place *packed, unsigned piece, unsigned columns)
{
	struct aw_simd_place part = piece_place(simd, packed, piece, columns);
	return columns == 1 ? aw_simd_place_get(simd, &part) : aw_simd_load_contiguous(simd, &part);
}

static void store_pieces(struct aw_simd *simd, const struct aw_simd_place *packed, unsigned columns, const LLVMValueRef *values)
{
	struct aw_simd_place parts[AW_SIMD_MAX_ROW];
	for (unsigned i = 0; i < columns; i++)
		parts[i] = piece_place(simd, packed, i, columns);
	if (columns == 1)
		aw_simd_place_put(simd, parts, values[0]);
	else
		aw_simd_store_pieces(simd, &(struct aw_simd_pieces){ parts, values, columns, packed->mask });
}

static void load_columns(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *values)
{
	unsigned pack = pack_of(place, count);
	struct aw_simd_place packed = packed_place(simd, place, pack);
	LLVMValueRef packs[AW_SIMD_MAX_ROW];
	for (unsigned i = 0; i < count / pack; i++) {
		struct aw_simd_place there = column_place(simd, &packed, i);
		packs[i] = aw_simd_place_get(simd, &there);
	}
	for (unsigned i = 0; i < count; i++)
		values[i] = take_column(simd, packs[i / pack], place->size, i % pack, pack);
}

static void store_columns(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *values)
{
	unsigned pack = pack_of(place, count);
	struct aw_simd_place packed = packed_place(simd, place, pack);
	for (unsigned i = 0; i < count / pack; i++) {
		struct aw_simd_place there = column_place(simd, &packed, i);
		aw_simd_place_put(simd, &there, join_columns(simd, values + i * pack, pack, place->size));
	}
}

// Of rows in line that can be moved as they are where all lanes take part.
static void load_all_or_some(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *values)
{
	LLVMValueRef all[AW_SIMD_MAX_ROW], some[AW_SIMD_MAX_ROW];
	struct aw_simd_place whole = *place, rows = *place;
	struct aw_simd_ways ways;
	whole.mask = NULL;
	rows.size *= count;
	aw_simd_readable_begin(simd, &rows, &ways);
	aw_simd_load_rows(simd, &whole, count, all);
	aw_simd_some_begin(simd, &ways);
	load_columns(simd, place, count, some);
	aw_simd_some_end(simd, &ways);
	for (unsigned i = 0; i < count; i++)
		values[i] = aw_simd_either(simd, &ways, all[i], some[i]);
}

static void store_all_or_some(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *values)
{
	struct aw_simd_place whole = *place;
	struct aw_simd_ways ways;
	whole.mask = NULL;
	aw_simd_all_begin(simd, place->mask, &ways);
	aw_simd_store_rows(simd, &whole, count, values);
	aw_simd_some_begin(simd, &ways);
	store_columns(simd, place, count, values);
	aw_simd_some_end(simd, &ways);
}

void aw_simd_load_rows(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *values)
{
	unsigned pack = pack_of(place, count);
	struct aw_simd_rows rows = { count, place->size, pack_in_pieces(simd, place->size, count, pack) };
	unsigned columns = count / rows.pack;
	LLVMValueRef pieces[AW_SIMD_MAX_ROW];
	struct aw_simd_place packed = packed_place(simd, place, rows.pack);
	assert(count >= 2 && count <= AW_SIMD_MAX_ROW);
	if (is_whole(simd, &packed, columns)) {
		for (unsigned i = 0; i < columns; i++)
			pieces[i] = load_piece(simd, &packed, i, columns);
		aw_simd_say_columns(simd, &rows, pieces, values);
		return;
	}
	if (is_wide_row(simd, place, count)) {
		load_wide_rows(simd, place, count, pieces);
		aw_simd_say_columns(simd, &rows, pieces, values);
		return;
	}
	if (is_in_line(&packed, columns))
		load_all_or_some(simd, place, count, values);
	else
		load_columns(simd, place, count, values);
}

void aw_simd_store_rows(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *values)
{
	unsigned pack = pack_of(place, count);
	struct aw_simd_rows rows = { count, place->size, pack_in_pieces(simd, place->size, count, pack) };
	unsigned columns = count / rows.pack;
	LLVMValueRef pieces[AW_SIMD_MAX_ROW];
	struct aw_simd_place packed = packed_place(simd, place, rows.pack);
	assert(count >= 2 && count <= AW_SIMD_MAX_ROW);
	if (is_whole(simd, &packed, columns)) {
		aw_simd_say_pieces(simd, &rows, values, pieces);
		store_pieces(simd, &packed, columns, pieces);
		return;
	}
	if (is_wide_row(simd, place, count)) {
		aw_simd_say_pieces(simd, &rows, values, pieces);
		store_wide_rows(simd, place, count, pieces);
		return;
	}
	if (is_in_line(&packed, columns))
		store_all_or_some(simd, place, count, values);
	else
		store_columns(simd, place, count, values);
}
