// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of lanes that lie a few elements apart: whole vectors and shuffles.
#include "simd_place.h"

#include <assert.h>
#include <string.h>

// --- a few elements apart ---

// How many elements a register has, or the gang.
static unsigned piece_of(struct aw_simd *simd, const struct aw_simd_place *place)
{
	unsigned count = aw_simd_register_bytes(simd) / place->size;
	return count < simd->gang.width ? count : simd->gang.width;
}

// What is at POINTER, START elements behind what lane FIRST has, where lanes have every APARTth: a piece.  With a mask, those of the lanes
// that take part.
static LLVMValueRef load_piece(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef pointer, unsigned first,
                               unsigned start, unsigned apart)
{
	unsigned count = piece_of(simd, place), active[AW_SIMD_MAX_WIDTH], alignment = aw_simd_element_alignment(place);
	LLVMTypeRef types[] = { LLVMVectorType(place->element, count), LLVMTypeOf(pointer) };
	if (!place->mask)
		return aw_simd_place_load(simd, place, types[0], pointer, alignment);
	for (unsigned i = 0; i < count; i++)
		active[i] = (start + i) % apart == 0 ? first + (start + i) / apart : simd->gang.width;
	LLVMValueRef mask = aw_simd_permute(simd, place->mask, LLVMConstNull(aw_simd_mask_type(simd)), active, count);
	LLVMValueRef arguments[] = { pointer, aw_simd_number(simd, 32, alignment), mask, LLVMGetPoison(types[0]) };
	return aw_simd_place_mark(simd, aw_simd_intrinsic(simd, "llvm.masked.load", types, 2, arguments, 4), place->origin);
}

// The vector of COUNT elements, from lane FIRST's on, that lie APART elements from one another.  As many whole vectors
// as it takes are loaded; the last ends with the last element.
static LLVMValueRef load_apart(struct aw_simd *simd, const struct aw_simd_place *place, unsigned first, unsigned count,
                               unsigned apart)
{
	unsigned total = (count - 1) * apart + 1, pieces = (total + count - 1) / count, indices[AW_SIMD_MAX_WIDTH];
	LLVMValueRef result = NULL;
	assert(apart > 1 && pieces > 1 && count > 1);
	for (unsigned piece = 0; piece < pieces; piece++) {
		unsigned start = piece + 1 < pieces ? piece * count : total - count;
		LLVMValueRef from = aw_simd_move_pointer(simd, place->address.value, (int64_t)(first * apart + start) * place->size);
		LLVMValueRef loaded = load_piece(simd, place, from, first, start, apart);
		for (unsigned i = 0; i < count; i++) {
			bool here = i * apart / count == piece;
			indices[i] = here ? i * apart - start + (result ? count : 0) : i;
		}
		result = aw_simd_permute(simd, result ? result : loaded, result ? loaded : NULL, indices, count);
	}
	return result;
}

// A and B, vectors of COUNT elements, as one.
static LLVMValueRef join(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef b, unsigned count)
{
	unsigned indices[AW_SIMD_MAX_WIDTH];
	for (unsigned i = 0; i < 2 * count; i++)
		indices[i] = i;
	return aw_simd_permute(simd, a, b, indices, 2 * count);
}

// A register's worth of lanes at a time.
LLVMValueRef aw_simd_load_strided(struct aw_simd *simd, const struct aw_simd_place *place)
{
	unsigned width = simd->gang.width, count = piece_of(simd, place);
	LLVMValueRef parts[AW_SIMD_MAX_WIDTH];
	int64_t stride = place->address.shape.stride;
	assert(stride > 0 && stride % place->size == 0 && width % count == 0);
	for (unsigned i = 0; i < width / count; i++)
		parts[i] = load_apart(simd, place, i * count, count, (unsigned)(stride / place->size));
	for (; count < width; count *= 2)
		for (unsigned i = 0; i < width / count; i += 2)
			parts[i / 2] = join(simd, parts[i], parts[i + 1], count);
	return parts[0];
}

// The parts of a masked store that put COUNT elements of VALUE, from lane FIRST on, APART elements from one another.
static void store_apart(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value, unsigned first,
                        unsigned count, unsigned apart)
{
	unsigned order[AW_SIMD_MAX_WIDTH], active[AW_SIMD_MAX_WIDTH];
	LLVMValueRef none = LLVMConstNull(aw_simd_mask_type(simd)), mask = aw_simd_mask(simd, place->mask);
	assert(apart > 1 && first + count <= simd->gang.width);
	for (unsigned start = 0; start <= (count - 1) * apart; start += count) {
		struct aw_simd_place part = *place;
		for (unsigned i = 0; i < count; i++) {
			order[i] = first + (start + i) / apart;
			active[i] = (start + i) % apart == 0 && order[i] < first + count ? order[i] : simd->gang.width;
			order[i] = order[i] < simd->gang.width ? order[i] : 0;
		}
		part.alignment = aw_simd_element_alignment(place);
		part.mask = aw_simd_permute(simd, mask, none, active, count);
		part.address.value = aw_simd_move_pointer(simd, place->address.value, (int64_t)(first * apart + start) * place->size);
		part.address.shape.aligned = 0;
		aw_simd_place_store_masked(simd, &part, aw_simd_permute(simd, value, NULL, order, count));
	}
}

void aw_simd_store_strided(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	unsigned width = simd->gang.width, count = piece_of(simd, place);
	assert(place->address.shape.stride > 0 && place->address.shape.stride % place->size == 0);
	for (unsigned first = 0; first < width; first += count)
		store_apart(simd, place, value, first, count, (unsigned)(place->address.shape.stride / place->size));
}
