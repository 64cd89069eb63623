// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of lanes that lie at known distances from one another (analysis/lane_pattern.c): where they fall into
// runs of neighbours, as the butterflies of a transform do, a piece of the vector for each run; where they are no more than
// two gangs' elements apart, all that lies in this window, whose registers' elements shuffles deal to the lanes; loads from few places
// as scalars that a shuffle deals.  All lanes are active, but for stores where there are some with masks.
#include "simd_place.h"

#include <assert.h>
#include <string.h>

#include "../analysis/access.h"

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

// --- windows ---

// All that lies from the first place to the last.
struct window {
	int64_t low;        // from lane 0's place
	unsigned elements;  // in it
	unsigned piece;     // of which a register, or the gang, holds
	int lane[2 * AW_SIMD_MAX_WIDTH]; // whose place each is, or -1
};

// How far the first and the last place are from lane 0's.
static void find_ends(const struct aw_simd *simd, const struct aw_simd_place *place, int64_t *low, int64_t *high)
{
	*low = *high = 0;
	for (unsigned i = 0; i < simd->gang.width; i++) {
		*low = place->offsets[i] < *low ? place->offsets[i] : *low;
		*high = place->offsets[i] > *high ? place->offsets[i] : *high;
	}
}

// False where it is too large, or lanes share a place.  With ROOM on both sides it consists of whole pieces that those of other accesses
// to the array are apart by a multiple of their size from, so that what one stores is loaded by another as a whole.
static bool find_window(const struct aw_simd *simd, const struct aw_simd_place *place, bool room, struct window *window)
{
	unsigned width = simd->gang.width, piece = aw_simd_register_bytes(simd) / place->size;
	int64_t low, high, size = place->size;
	find_ends(simd, place, &low, &high);
	for (unsigned i = 0; i < width; i++)
		if (place->offsets[i] % size)
			return false;
	piece = piece < width ? piece : width;
	if (room) {
		int64_t unit = piece * size;
		low -= (low + place->rest) & (unit - 1);
		high += unit - size - ((high - low) & (unit - 1));
	}
	if (high - low >= 2 * width * size)
		return false;
	*window = (struct window){ low, (unsigned)((high - low) / size + 1), piece, { 0 } };
	memset(window->lane, -1, sizeof(window->lane));
	for (unsigned i = 0; i < width; i++) {
		int *lane = &window->lane[(place->offsets[i] - low) / size];
		if (*lane >= 0)
			return false;
		*lane = (int)i;
	}
	return window->elements >= window->piece;
}

// Which piece of WINDOW the element NUMBER is loaded with, and where that begins: the last one ends with the window.
static unsigned piece_of(const struct window *window, unsigned number, unsigned *start)
{
	unsigned piece = number / window->piece, last = (window->elements - 1) / window->piece;
	*start = piece < last ? piece * window->piece : window->elements - window->piece;
	return piece;
}

// What lies between the places is read, too: a window is smaller than a page.
static LLVMValueRef load_window(struct aw_simd *simd, const struct aw_simd_place *place)
{
	struct window window;
	LLVMValueRef pieces[2 * AW_SIMD_MAX_WIDTH] = { NULL }, parts[AW_SIMD_MAX_WIDTH], first = lane_zero(simd, place);
	unsigned of_lane[AW_SIMD_MAX_WIDTH], start;
	bool room = aw_access_is_shared(LLVMGetOperand(place->origin, 0)); // and nobody who looks at it
	if (LLVMGetVolatile(place->origin) || !find_window(simd, place, room, &window))
		return NULL;
	LLVMTypeRef type = LLVMVectorType(place->element, window.piece);
	for (unsigned i = 0; i < window.elements; i++) {
		unsigned piece = piece_of(&window, i, &start);
		if (window.lane[i] < 0)
			continue;
		of_lane[window.lane[i]] = i;
		LLVMValueRef pointer = aw_simd_move_pointer(simd, first, window.low + (int64_t)start * place->size);
		if (!pieces[piece])
			pieces[piece] = aw_simd_place_load(simd, place, type, pointer, aw_simd_element_alignment(place));
	}
	for (unsigned from = 0; from < simd->gang.width; from += window.piece) {
		LLVMValueRef part = NULL;
		for (unsigned piece = 0; piece <= (window.elements - 1) / window.piece; piece++) {
			unsigned order[AW_SIMD_MAX_WIDTH];
			bool some = false;
			for (unsigned i = 0; i < window.piece; i++) {
				bool here = piece_of(&window, of_lane[from + i], &start) == piece;
				order[i] = here ? of_lane[from + i] - start + (part ? window.piece : 0) : i;
				some |= here;
			}
			if (some)
				part = aw_simd_permute(simd, part ? part : pieces[piece], part ? pieces[piece] : NULL, order, window.piece);
		}
		parts[from / window.piece] = part;
	}
	return aw_llvm_join(simd->builder, parts, simd->gang.width / window.piece);
}

// Of all lanes' places together, in bytes.
static uint64_t reach_of(const struct aw_simd *simd, const struct aw_simd_place *place)
{
	int64_t low, high;
	find_ends(simd, place, &low, &high);
	return (uint64_t)high - (uint64_t)low + place->size;
}

// PLACE's mask, or a constant, dealt to a window of COUNT elements.
static LLVMValueRef mask_of(struct aw_simd *simd, const struct aw_simd_place *place, const struct window *window, unsigned count)
{
	unsigned order[2 * AW_SIMD_MAX_WIDTH];
	for (unsigned i = 0; i < count; i++)
		order[i] = window->lane[i] >= 0 ? (unsigned)window->lane[i] : simd->gang.width;
	return aw_simd_permute(simd, aw_simd_mask(simd, place->mask), LLVMConstNull(aw_simd_mask_type(simd)), order, count);
}

static bool store_window(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	struct window window;
	unsigned order[2 * AW_SIMD_MAX_WIDTH];
	bool own = aw_simd_is_own(simd, place, 2 * (uint64_t)simd->gang.width * place->size);
	if (!find_window(simd, place, own, &window) || (!own && !aw_simd_has_mask_registers(simd)))
		return false;
	unsigned count = (window.elements + window.piece - 1) / window.piece * window.piece;
	assert(count <= 2 * simd->gang.width);
	for (unsigned i = 0; i < count; i++)
		order[i] = window.lane[i] >= 0 ? (unsigned)window.lane[i] : 0;
	LLVMValueRef pointer = aw_simd_move_pointer(simd, lane_zero(simd, place), window.low), mask = mask_of(simd, place, &window, count);
	value = aw_simd_permute(simd, value, NULL, order, count);
	aw_simd_place_put_masked(simd, place, value, pointer, mask, aw_simd_element_alignment(place), own);
	return true;
}

// --- runs ---

LLVMValueRef aw_simd_load_runs(struct aw_simd *simd, const struct aw_simd_place *place)
{
	if (!place->offsets || place->mask)
		return NULL;
	unsigned length = run_length(simd, place), width = simd->gang.width, order[AW_SIMD_MAX_WIDTH];
	if (!length) {
		LLVMValueRef few = load_few(simd, place);
		return few ? few : load_window(simd, place);
	}
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

// In the order of the lanes: of those that write to one place the last one's value stays.
bool aw_simd_store_runs(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	if (!place->offsets)
		return false;
	bool own = place->mask && aw_simd_is_own(simd, place, reach_of(simd, place));
	bool fits = !place->mask || own || aw_simd_has_mask_registers(simd);
	unsigned length = fits ? run_length(simd, place) : 0, order[AW_SIMD_MAX_WIDTH];
	if (!length)
		return store_window(simd, place, value);
	LLVMValueRef first = lane_zero(simd, place);
	assert(LLVMTypeOf(value) == aw_simd_place_vector(simd, place));
	for (unsigned i = 0; i < simd->gang.width; i += length) {
		for (unsigned k = 0; k < length; k++)
			order[k] = i + k;
		bool part = length < simd->gang.width;
		LLVMValueRef run = part ? aw_simd_permute(simd, value, NULL, order, length) : value;
		LLVMValueRef mask = part && place->mask ? aw_simd_permute(simd, place->mask, NULL, order, length) : place->mask;
		LLVMValueRef pointer = aw_simd_move_pointer(simd, first, place->offsets[i]);
		if (mask)
			aw_simd_place_put_masked(simd, place, run, pointer, mask, aw_simd_element_alignment(place), own);
		else
			aw_simd_place_store(simd, place, run, pointer, place->alignment);
	}
	return true;
}
