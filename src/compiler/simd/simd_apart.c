// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of lanes that lie a few elements apart: whole vectors and shuffles.
#include "simd_place.h"

#include <assert.h>
#include <string.h>

// --- a few elements apart ---

// What an address some elements away from a lane's is a multiple of: what lies between may be aligned less.
static unsigned element_alignment(const struct aw_simd_place *place)
{
	return place->alignment < place->size ? place->alignment : place->size;
}

// The vector of COUNT elements that lie APART elements from one another, from POINTER on.  As many whole vectors
// as it takes are loaded; the last ends with the last element.
static LLVMValueRef load_apart(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef pointer, unsigned count,
                               unsigned apart)
{
	LLVMTypeRef type = LLVMVectorType(place->element, count);
	unsigned total = (count - 1) * apart + 1, pieces = (total + count - 1) / count, indices[AW_SIMD_MAX_WIDTH];
	LLVMValueRef result = NULL;
	assert(apart > 1 && pieces > 1 && count > 1);
	for (unsigned piece = 0; piece < pieces; piece++) {
		unsigned start = piece + 1 < pieces ? piece * count : total - count;
		LLVMValueRef from = aw_simd_move_pointer(simd, pointer, (int64_t)start * place->size);
		LLVMValueRef loaded = aw_simd_place_load(simd, place, type, from, element_alignment(place));
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
	unsigned width = simd->gang.width, count = aw_simd_register_bytes(simd) / place->size;
	LLVMValueRef parts[AW_SIMD_MAX_WIDTH];
	count = count < width ? count : width;
	int64_t stride = place->address.shape.stride;
	assert(stride > 0 && stride % place->size == 0 && width % count == 0);
	for (unsigned i = 0; i < width / count; i++) {
		LLVMValueRef from = aw_simd_move_pointer(simd, place->address.value, stride * i * count);
		parts[i] = load_apart(simd, place, from, count, (unsigned)(stride / place->size));
	}
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
		part.alignment = element_alignment(place);
		part.mask = aw_simd_permute(simd, mask, none, active, count);
		part.address.value = aw_simd_move_pointer(simd, place->address.value, (int64_t)(first * apart + start) * place->size);
		part.address.shape.aligned = 0;
		aw_simd_place_store_masked(simd, &part, aw_simd_permute(simd, value, NULL, order, count));
	}
}

void aw_simd_store_strided(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	unsigned width = simd->gang.width, count = aw_simd_register_bytes(simd) / place->size;
	count = count < width ? count : width;
	assert(place->address.shape.stride > 0 && place->address.shape.stride % place->size == 0);
	for (unsigned first = 0; first < width; first += count)
		store_apart(simd, place, value, first, count, (unsigned)(place->address.shape.stride / place->size));
}
