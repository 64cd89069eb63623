// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the machine has for a gang's accesses, and accesses of lanes that lie one after the other: plain vectors, and
// masked ones, which LLVM makes a branch a lane of where they are no instructions.  There it is asked first whether
// all lanes are active, which they mostly are.  Loads don't mind others, either: if some lane is active and the row
// doesn't leave its page, all of it can be read.
#include "simd_place.h"

#include <assert.h>
#include <string.h>

#include "../analysis/access.h"
#include "../target/native.h"
#include "simd_past.h"

// --- what the machine has ---

static bool has_level(const struct aw_simd *simd, const char *level)
{
	return !strcmp(simd->unit->target, level);
}

// Masked loads and stores of elements of SIZE bytes are instructions.
bool aw_simd_has_masked(const struct aw_simd *simd, unsigned size)
{
	return has_level(simd, "x86-64-v4") || (has_level(simd, "x86-64-v3") && size >= 4);
}

// Masks have registers of their own, and what they are given to costs no more than without.
bool aw_simd_has_mask_registers(const struct aw_simd *simd)
{
	return has_level(simd, "x86-64-v4");
}

bool aw_simd_has_gather(const struct aw_simd *simd, unsigned size)
{
	return has_level(simd, "x86-64-v4") && size >= 4;
}

unsigned aw_simd_register_bytes(const struct aw_simd *simd)
{
	return aw_native_register_bytes(simd->unit->target);
}

// --- small tools ---

// VECTOR, which may be a mask or NULL, with its lanes in the order of INDICES.
LLVMValueRef aw_simd_permute(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef b, const unsigned *indices, unsigned count)
{
	LLVMValueRef numbers[AW_SIMD_MOST_PERMUTED];
	assert(count <= AW_SIMD_MOST_PERMUTED);
	for (unsigned i = 0; i < count; i++)
		numbers[i] = aw_simd_number(simd, 32, indices[i]);
	LLVMValueRef order = LLVMConstVector(numbers, count);
	return LLVMBuildShuffleVector(simd->builder, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)), order, "");
}

LLVMValueRef aw_simd_move_pointer(struct aw_simd *simd, LLVMValueRef pointer, int64_t bytes)
{
	LLVMValueRef offset = LLVMConstInt(aw_simd_integer(simd, 64), (uint64_t)bytes, true);
	return bytes ? LLVMBuildGEP2(simd->builder, aw_simd_integer(simd, 8), pointer, &offset, 1, "") : pointer;
}

// What is known of the alignment of lane 0's address.
static unsigned first_alignment(const struct aw_simd_place *place)
{
	unsigned aligned = place->address.shape.aligned < 7 ? place->address.shape.aligned : 7;
	return place->alignment > 1u << aligned ? place->alignment : 1u << aligned;
}

unsigned aw_simd_element_alignment(const struct aw_simd_place *place)
{
	return place->alignment < place->size ? place->alignment : place->size;
}

// What is true of each lane's access is true of all lanes' together.
LLVMValueRef aw_simd_place_mark(struct aw_simd *simd, LLVMValueRef instruction, LLVMValueRef origin)
{
	static const char *const kinds[] = { "nontemporal", "invariant.load" }; // of plain ones
	aw_llvm_copy_aliasing(instruction, origin);
	if (LLVMIsACallInst(instruction))
		return instruction;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		unsigned kind = LLVMGetMDKindIDInContext(simd->unit->context, kinds[i], (unsigned)strlen(kinds[i]));
		LLVMValueRef node = LLVMGetMetadata(origin, kind);
		if (node)
			LLVMSetMetadata(instruction, kind, node);
	}
	LLVMSetVolatile(instruction, LLVMGetVolatile(origin));
	return instruction;
}

LLVMValueRef aw_simd_place_load(struct aw_simd *simd, const struct aw_simd_place *place, LLVMTypeRef type, LLVMValueRef pointer,
                               unsigned alignment)
{
	LLVMValueRef load = LLVMBuildLoad2(simd->builder, type, pointer, "");
	LLVMSetAlignment(load, alignment);
	return aw_simd_place_mark(simd, load, place->origin);
}

void aw_simd_place_store(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value, LLVMValueRef pointer,
                        unsigned alignment)
{
	LLVMValueRef store = LLVMBuildStore(simd->builder, value, pointer);
	LLVMSetAlignment(store, alignment);
	aw_simd_place_mark(simd, store, place->origin);
}

bool aw_simd_is_own(const struct aw_simd *simd, const struct aw_simd_place *place, uint64_t reach)
{
	return !aw_simd_has_mask_registers(simd) && reach <= AW_CPU_SHARED_ROOM && !LLVMGetVolatile(place->origin) &&
	       aw_access_is_shared(LLVMGetOperand(place->origin, 1));
}

// The same for a row, or one of several.
static bool is_row_of_blocks_own(const struct aw_simd *simd, const struct aw_simd_place *place)
{
	return aw_simd_is_own(simd, place, place->reach ? place->reach : (uint64_t)place->size * simd->gang.width);
}

LLVMTypeRef aw_simd_place_vector(struct aw_simd *simd, const struct aw_simd_place *place)
{
	return aw_simd_type(simd, place->element);
}

// --- one after the other ---

LLVMValueRef aw_simd_place_load_masked(struct aw_simd *simd, const struct aw_simd_place *place)
{
	LLVMTypeRef types[] = { aw_simd_place_vector(simd, place), LLVMTypeOf(place->address.value) };
	LLVMValueRef arguments[] = {
		place->address.value, aw_simd_number(simd, 32, first_alignment(place)), place->mask, LLVMGetPoison(types[0]),
	};
	return aw_simd_place_mark(simd, aw_simd_intrinsic(simd, "llvm.masked.load", types, 2, arguments, 4), place->origin);
}

void aw_simd_place_put_masked(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value, LLVMValueRef pointer,
                              LLVMValueRef mask, unsigned alignment, bool own)
{
	LLVMTypeRef types[] = { LLVMTypeOf(value), LLVMTypeOf(pointer) };
	LLVMValueRef arguments[] = { value, pointer, aw_simd_number(simd, 32, alignment), mask };
	LLVMValueRef store = aw_simd_intrinsic(simd, "llvm.masked.store", types, 2, arguments, 4);
	aw_simd_place_mark(simd, store, place->origin);
	if (own)
		aw_access_mark_own(store);
}

void aw_simd_place_store_masked(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	bool own = is_row_of_blocks_own(simd, place);
	aw_simd_place_put_masked(simd, place, value, place->address.value, place->mask, first_alignment(place), own);
}

static void ways_begin(struct aw_simd *simd, LLVMValueRef first, struct aw_simd_ways *ways)
{
	ways->done = aw_simd_block(simd, "access.done");
	ways->some = aw_simd_block(simd, "access.some");
	LLVMBasicBlockRef all = aw_simd_block(simd, "access.all");
	LLVMBuildCondBr(simd->builder, first, all, ways->some);
	LLVMPositionBuilderAtEnd(simd->builder, all);
}

void aw_simd_all_begin(struct aw_simd *simd, LLVMValueRef mask, struct aw_simd_ways *ways)
{
	ways_begin(simd, aw_simd_all(simd, mask), ways);
}

// Whether what lies between PLACE's first byte and its last is in one page: an i1; NULL: it can't be.
static LLVMValueRef lie_in_page(struct aw_simd *simd, const struct aw_simd_place *place)
{
	int64_t apart = place->address.shape.stride * (int64_t)(simd->gang.width - 1);
	uint64_t bytes = (uint64_t)(apart < 0 ? -apart : apart) + place->size;
	assert(place->address.shape.kind == AW_SHAPE_STRIDED);
	if (bytes > AW_SIMD_PAGE)
		return NULL;
	LLVMValueRef lowest = aw_simd_move_pointer(simd, place->address.value, apart < 0 ? apart : 0);
	LLVMValueRef within = LLVMBuildPtrToInt(simd->builder, lowest, aw_simd_integer(simd, 64), "");
	within = LLVMBuildAnd(simd->builder, within, aw_simd_number(simd, 64, AW_SIMD_PAGE - 1), "");
	return LLVMBuildICmp(simd->builder, LLVMIntULE, within, aw_simd_number(simd, 64, AW_SIMD_PAGE - bytes), "");
}

// Of what is volatile nothing is read that isn't asked for.
void aw_simd_readable_begin(struct aw_simd *simd, const struct aw_simd_place *place, struct aw_simd_ways *ways)
{
	LLVMValueRef first = aw_simd_all(simd, place->mask);
	LLVMValueRef fits = LLVMGetVolatile(place->origin) ? NULL : lie_in_page(simd, place);
	if (fits) {
		LLVMValueRef some = LLVMBuildAnd(simd->builder, aw_simd_any(simd, place->mask), fits, "");
		first = LLVMBuildFreeze(simd->builder, LLVMBuildOr(simd->builder, first, some, ""), "");
	}
	ways_begin(simd, first, ways);
}

void aw_simd_some_begin(struct aw_simd *simd, struct aw_simd_ways *ways)
{
	ways->from_all = LLVMGetInsertBlock(simd->builder);
	LLVMBuildBr(simd->builder, ways->done);
	LLVMPositionBuilderAtEnd(simd->builder, ways->some);
}

void aw_simd_some_end(struct aw_simd *simd, struct aw_simd_ways *ways)
{
	ways->from_some = LLVMGetInsertBlock(simd->builder);
	LLVMBuildBr(simd->builder, ways->done);
	LLVMPositionBuilderAtEnd(simd->builder, ways->done);
}

LLVMValueRef aw_simd_either(struct aw_simd *simd, const struct aw_simd_ways *ways, LLVMValueRef all, LLVMValueRef some)
{
	LLVMValueRef phi = LLVMBuildPhi(simd->builder, LLVMTypeOf(all), ""), values[] = { all, some };
	LLVMBasicBlockRef from[] = { ways->from_all, ways->from_some };
	LLVMAddIncoming(phi, values, from, 2);
	return phi;
}

static LLVMValueRef load_by_lanes(struct aw_simd *simd, const struct aw_simd_place *place)
{
	struct aw_simd_lanes loop;
	struct aw_simd_results results;
	aw_simd_results_begin(simd, place->element, &results);
	aw_simd_lanes_begin(simd, place->mask, &loop);
	LLVMValueRef pointer = aw_simd_extract(simd, place->address, loop.lane);
	LLVMValueRef value = aw_simd_place_load(simd, place, place->element, pointer, place->alignment);
	aw_simd_results_put(simd, &results, value, loop.lane);
	aw_simd_lanes_end(simd, &loop);
	return aw_simd_results_end(simd, &results);
}

// A row that lies in two pages.  With active lanes in both of them both can be read; else as much of the one as the row is long, up to
// where it meets the other, and what was read goes to its place by way of the stack.
static LLVMValueRef load_across_pages(struct aw_simd *simd, const struct aw_simd_place *place)
{
	LLVMBuilderRef b = simd->builder;
	LLVMTypeRef byte = aw_simd_integer(simd, 8), word = aw_simd_integer(simd, 64), type = aw_simd_place_vector(simd, place);
	uint64_t bytes = (uint64_t)place->size * simd->gang.width;
	LLVMValueRef slot = aw_simd_alloca(simd, LLVMArrayType2(byte, 3 * bytes), "pages");
	LLVMSetAlignment(slot, (unsigned)bytes);
	LLVMValueRef middle = aw_simd_move_pointer(simd, slot, (int64_t)bytes);
	LLVMValueRef from = LLVMBuildPtrToInt(b, place->address.value, word, "");
	LLVMValueRef end = LLVMBuildAnd(b, LLVMBuildAdd(b, from, aw_simd_number(simd, 64, bytes - 1), ""),
	                                LLVMConstInt(word, -(uint64_t)AW_SIMD_PAGE, true), "");
	LLVMValueRef ahead = LLVMBuildSub(b, end, from, ""), behind = LLVMBuildSub(b, ahead, aw_simd_number(simd, 64, bytes), "");
	LLVMValueRef lanes = LLVMBuildLShr(b, ahead, aw_simd_number(simd, 64, (uint64_t)__builtin_ctz(place->size)), "");
	lanes = LLVMBuildAnd(b, LLVMBuildTrunc(b, lanes, aw_simd_integer(simd, 32), ""), aw_simd_number(simd, 32, AW_SIMD_MAX_WIDTH - 1), "");
	LLVMValueRef none = aw_simd_number(simd, 32, 0), here = aw_simd_number(simd, 64, 0);
	LLVMValueRef lower = LLVMBuildNot(b, LLVMBuildShl(b, aw_simd_number(simd, 32, UINT32_MAX), lanes, ""), "");
	LLVMValueRef bits = LLVMBuildFreeze(b, aw_simd_bits(simd, place->mask), "");
	LLVMValueRef no_lower = LLVMBuildICmp(b, LLVMIntEQ, LLVMBuildAnd(b, bits, lower, ""), none, "");
	LLVMValueRef no_upper = LLVMBuildICmp(b, LLVMIntULE, bits, lower, "");
	LLVMValueRef step = LLVMBuildSelect(b, no_lower, LLVMBuildSelect(b, no_upper, here, ahead, ""),
	                                    LLVMBuildSelect(b, no_upper, behind, here, ""), "");
	LLVMValueRef there = LLVMBuildGEP2(b, byte, place->address.value, &step, 1, "");
	if (place->reach) // no lane of the piece may be active
		there = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, bits, none, ""), middle, there, "");
	LLVMValueRef read = aw_simd_place_load(simd, place, type, there, place->alignment);
	LLVMSetAlignment(LLVMBuildStore(b, read, LLVMBuildGEP2(b, byte, middle, &step, 1, "")), place->size);
	LLVMValueRef row = LLVMBuildLoad2(b, type, middle, "");
	LLVMSetAlignment(row, (unsigned)bytes);
	return row;
}

static void store_by_lanes(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	struct aw_simd_lanes loop;
	struct aw_simd_stash stash = aw_simd_stash(simd, (struct aw_simd_value){ value, { .kind = AW_SHAPE_VARYING } });
	aw_simd_lanes_begin(simd, place->mask, &loop);
	LLVMValueRef pointer = aw_simd_extract(simd, place->address, loop.lane);
	aw_simd_place_store(simd, place, aw_simd_stashed(simd, &stash, loop.lane), pointer, place->alignment);
	aw_simd_lanes_end(simd, &loop);
}

// Some lane is active, but of pieces, so all lanes' bytes can be read where they are in one page.
static LLVMValueRef load_readable(struct aw_simd *simd, const struct aw_simd_place *place, LLVMTypeRef type)
{
	struct aw_simd_ways ways;
	LLVMValueRef readable = lie_in_page(simd, place);
	if (place->reach)
		readable = LLVMBuildFreeze(simd->builder, LLVMBuildAnd(simd->builder, readable, aw_simd_any(simd, place->mask), ""), "");
	ways_begin(simd, readable, &ways);
	LLVMValueRef all = aw_simd_place_load(simd, place, type, place->address.value, first_alignment(place));
	aw_simd_some_begin(simd, &ways);
	LLVMValueRef some = load_across_pages(simd, place);
	aw_simd_some_end(simd, &ways);
	return aw_simd_either(simd, &ways, all, some);
}

LLVMValueRef aw_simd_load_contiguous(struct aw_simd *simd, const struct aw_simd_place *place)
{
	LLVMTypeRef type = aw_simd_place_vector(simd, place);
	if (!place->mask)
		return aw_simd_place_load(simd, place, type, place->address.value, first_alignment(place));
	if (aw_simd_has_masked(simd, place->size))
		return aw_simd_place_load_masked(simd, place);
	if (!LLVMGetVolatile(place->origin) && place->alignment >= place->size) // no element lies in two pages
		return load_readable(simd, place, type);
	struct aw_simd_ways ways;
	aw_simd_all_begin(simd, place->mask, &ways);
	LLVMValueRef all = aw_simd_place_load(simd, place, type, place->address.value, first_alignment(place));
	aw_simd_some_begin(simd, &ways);
	LLVMValueRef some = load_by_lanes(simd, place);
	aw_simd_some_end(simd, &ways);
	return aw_simd_either(simd, &ways, all, some);
}

static void store_plainly(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	if (!place->mask) {
		aw_simd_place_store(simd, place, value, place->address.value, first_alignment(place));
		return;
	}
	if (aw_simd_has_masked(simd, place->size) || is_row_of_blocks_own(simd, place)) {
		aw_simd_place_store_masked(simd, place, value);
		return;
	}
	struct aw_simd_ways ways;
	aw_simd_all_begin(simd, place->mask, &ways);
	aw_simd_place_store(simd, place, value, place->address.value, first_alignment(place));
	aw_simd_some_begin(simd, &ways);
	store_by_lanes(simd, place, value);
	aw_simd_some_end(simd, &ways);
}

void aw_simd_store_contiguous(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	aw_simd_store_pieces(simd, &(struct aw_simd_pieces){ place, &value, 1, place->mask });
}

void aw_simd_store_pieces(struct aw_simd *simd, const struct aw_simd_pieces *pieces)
{
	LLVMBasicBlockRef done = pieces->places->row.turn ? aw_simd_past_begin(simd, pieces) : NULL;
	for (unsigned i = 0; i < pieces->count; i++) {
		store_plainly(simd, &pieces->places[i], pieces->values[i]);
		if (pieces->places[i].row.ahead)
			aw_simd_ask_ahead(simd->unit, pieces->places[i].address.value);
	}
	if (done)
		aw_simd_past_end(simd, done);
}
