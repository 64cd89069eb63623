// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of lanes that lie at known distances from one another (analysis/lane_pattern.c): where they fall into
// runs of neighbours, as the butterflies of a transform do, a piece of the vector for each run; loads from few places
// as scalars that a shuffle deals to the lanes.  All lanes are active, but for stores where there are some with masks.
#include "simd_place.h"

#include <assert.h>

enum { LEAST_BYTES = 16 };

// How many lanes lie together in each aligned run of so many; 0: too few for it to pay.
static unsigned run_length(const struct aw_simd *simd, const struct aw_simd_place *place)
{
	unsigned width = simd->gang.width, length;
	assert(!place->offsets[0] && "lane 0's own");
	for (length = width; length > 1; length /= 2) {
		unsigned i = 0;
		while (i < width && (i % length == 0 || place->offsets[i] == place->offsets[i - 1] + (int64_t)place->size))
			i++;
		if (i == width)
			break;
	}
	return length > 1 && length * place->size >= LEAST_BYTES ? length : 0;
}

static LLVMValueRef lane_zero(struct aw_simd *simd, const struct aw_simd_place *place)
{
	return aw_simd_lane(simd, place->address.value, aw_simd_number(simd, 32, 0));
}

// --- loads from few places ---

// The places that lanes load from, each once, and which is whose; returns how many, at most MOST.
static unsigned find_places(const struct aw_simd *simd, const struct aw_simd_place *place, unsigned most, int64_t *places,
                            unsigned *whose)
{
	unsigned count = 0;
	for (unsigned i = 0; i < simd->gang.width; i++) {
		unsigned k = 0;
		while (k < count && places[k] != place->offsets[i])
			k++;
		if (k == most)
			return 0;
		places[k] = place->offsets[i];
		count = k == count ? count + 1 : count;
		whose[i] = k;
	}
	return count;
}

static LLVMValueRef load_few(struct aw_simd *simd, const struct aw_simd_place *place)
{
	enum { MOST = 4 };
	int64_t places[MOST];
	unsigned whose[AW_SIMD_MAX_WIDTH], width = simd->gang.width;
	unsigned count = find_places(simd, place, width / 4 < MOST ? width / 4 : MOST, places, whose);
	if (!count)
		return NULL;
	LLVMValueRef few = LLVMGetPoison(LLVMVectorType(place->element, MOST)), first = lane_zero(simd, place);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef pointer = aw_simd_move_pointer(simd, first, places[i]);
		LLVMValueRef value = aw_simd_place_load(simd, place, place->element, pointer, place->alignment);
		few = LLVMBuildInsertElement(simd->builder, few, value, aw_simd_number(simd, 32, i), "");
	}
	return aw_simd_permute(simd, few, NULL, whose, width);
}

// --- runs ---

LLVMValueRef aw_simd_load_runs(struct aw_simd *simd, const struct aw_simd_place *place)
{
	if (!place->offsets || place->mask)
		return NULL;
	unsigned length = run_length(simd, place), width = simd->gang.width, order[AW_SIMD_MAX_WIDTH];
	if (!length)
		return load_few(simd, place);
	LLVMValueRef runs[AW_SIMD_MAX_WIDTH], first = lane_zero(simd, place);
	LLVMTypeRef type = LLVMVectorType(place->element, length);
	for (unsigned i = 0; i < width; i += length) {
		LLVMValueRef pointer = aw_simd_move_pointer(simd, first, place->offsets[i]);
		runs[i / length] = aw_simd_place_load(simd, place, type, pointer, place->alignment);
	}
	for (unsigned i = 0; i < width; i++)
		order[i] = i;
	for (unsigned count = width / length; count > 1; count /= 2)
		for (unsigned i = 0; i < count / 2; i++)
			runs[i] = aw_simd_permute(simd, runs[2 * i], runs[2 * i + 1], order, 2 * width / count);
	assert(LLVMTypeOf(runs[0]) == aw_simd_place_vector(simd, place));
	return runs[0];
}

static void store_run(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef run, LLVMValueRef pointer, LLVMValueRef mask)
{
	LLVMTypeRef types[] = { LLVMTypeOf(run), LLVMTypeOf(pointer) };
	LLVMValueRef arguments[] = { run, pointer, aw_simd_number(simd, 32, place->alignment), mask };
	if (!mask)
		aw_simd_place_store(simd, place, run, pointer, place->alignment);
	else
		aw_simd_place_mark(simd, aw_simd_intrinsic(simd, "llvm.masked.store", types, 2, arguments, 4), place->origin);
}

// In the order of the lanes: of those that write to one place the last one's value stays.
bool aw_simd_store_runs(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	bool fits = place->offsets && (!place->mask || aw_simd_has_masked(simd, place->size));
	unsigned length = fits ? run_length(simd, place) : 0, order[AW_SIMD_MAX_WIDTH];
	if (!length)
		return false;
	LLVMValueRef first = lane_zero(simd, place);
	assert(LLVMTypeOf(value) == aw_simd_place_vector(simd, place));
	for (unsigned i = 0; i < simd->gang.width; i += length) {
		for (unsigned k = 0; k < length; k++)
			order[k] = i + k;
		bool part = length < simd->gang.width;
		LLVMValueRef run = part ? aw_simd_permute(simd, value, NULL, order, length) : value;
		LLVMValueRef mask = part && place->mask ? aw_simd_permute(simd, place->mask, NULL, order, length) : place->mask;
		store_run(simd, place, run, aw_simd_move_pointer(simd, first, place->offsets[i]), mask);
	}
	return true;
}
