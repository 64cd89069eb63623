// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses to a gang's window (simd_windows.c): it is loaded and stored in vectors that begin at the same places whatever the lanes want of
// it, so that what one access stores is what another loads, and nothing goes by memory from one step to the next.  The lanes' elements are
// taken from the vectors by shuffles.  Of two steps one behind the other shuffles of shuffles are left, which are one: from step to step of
// a butterfly it is a plain interleaving.
#include "simd_windows.h"

#include <assert.h>

#include "simd_place.h"

// --- where it is ---

// In the address space in which ORIGIN has it.
static LLVMValueRef address_of(struct aw_simd *simd, const struct aw_window *window, LLVMValueRef origin)
{
	LLVMValueRef first = aw_llvm_ask_number(simd->builder, simd->unit->module, "aw.gang.x");
	unsigned width = simd->gang.width;
	assert(window->step % width == 0);
	first = LLVMBuildAnd(simd->builder, first, LLVMConstInt(LLVMTypeOf(first), -(uint64_t)width, true), "");
	first = LLVMBuildZExt(simd->builder, first, aw_simd_integer(simd, 64), "");
	LLVMValueRef offset = LLVMBuildMul(simd->builder, first, aw_simd_number(simd, 64, (uint64_t)window->step / width), "");
	LLVMTypeRef pointer = LLVMTypeOf(LLVMGetOperand(origin, LLVMIsAStoreInst(origin) != NULL));
	LLVMValueRef base = LLVMTypeOf(window->object) == pointer ? window->object : LLVMConstAddrSpaceCast(window->object, pointer);
	base = LLVMBuildGEP2(simd->builder, aw_simd_integer(simd, 8), base, &offset, 1, "");
	return aw_simd_move_pointer(simd, base, window->start);
}

static LLVMValueRef vector_place(struct aw_simd *simd, const struct aw_window *window, LLVMValueRef address, unsigned number)
{
	return aw_simd_move_pointer(simd, address, (int64_t)number * simd->gang.width * window->size);
}

// --- elements of several vectors ---

// A vector of the gang's width of which element i is LANE[i] of SOURCES[FROM[i]], by a shuffle for each source; aw_simd_fold_shuffles makes
// one of two.
static LLVMValueRef collect(struct aw_simd *simd, LLVMValueRef *sources, unsigned count, const unsigned *from, const unsigned *lane)
{
	unsigned width = simd->gang.width, order[AW_SIMD_MAX_WIDTH];
	LLVMValueRef made = NULL;
	for (unsigned k = 0; k < count; k++) {
		bool some = false;
		for (unsigned i = 0; i < width; i++) {
			some |= from[i] == k;
			order[i] = from[i] == k ? lane[i] + (made ? width : 0) : i;
		}
		if (some)
			made = aw_simd_permute(simd, made ? made : sources[k], made ? sources[k] : NULL, order, width);
	}
	return made;
}

// --- loads ---

static LLVMValueRef load_part(struct aw_simd *simd, const struct aw_window *window, LLVMValueRef origin, unsigned part)
{
	LLVMValueRef vectors[AW_WINDOW_VECTORS] = { NULL }, address = address_of(simd, window, origin);
	unsigned width = simd->gang.width, count = (unsigned)(window->step / (width * window->size));
	unsigned from[AW_SIMD_MAX_WIDTH], lane[AW_SIMD_MAX_WIDTH];
	LLVMTypeRef type = LLVMVectorType(window->element, width);
	for (unsigned i = 0; i < width; i++) {
		unsigned place = window->places[i] + part;
		from[i] = place / width;
		lane[i] = place % width;
		if (vectors[from[i]])
			continue;
		LLVMValueRef load = LLVMBuildLoad2(simd->builder, type, vector_place(simd, window, address, from[i]), "");
		LLVMSetAlignment(load, LLVMGetAlignment(origin) < window->size ? LLVMGetAlignment(origin) : window->size);
		vectors[from[i]] = aw_simd_place_mark(simd, load, origin);
	}
	return collect(simd, vectors, count, from, lane);
}

LLVMValueRef aw_simd_load_window(struct aw_simd *simd, const struct aw_window *window, LLVMValueRef origin)
{
	LLVMTypeRef type = aw_simd_type(simd, LLVMTypeOf(origin));
	if (!aw_simd_is_aggregate(LLVMTypeOf(origin)))
		return load_part(simd, window, origin, 0);
	LLVMValueRef result = LLVMGetPoison(type);
	for (unsigned part = 0; part < window->parts; part++)
		result = LLVMBuildInsertValue(simd->builder, result, load_part(simd, window, origin, part), part, "");
	return result;
}

// --- stores ---

static void note_part(struct aw_simd *simd, const struct aw_window *window, LLVMValueRef value, unsigned part)
{
	struct aw_window_group *group = window->group;
	assert(group->count < AW_WINDOW_VECTORS);
	group->parts[group->count] = value;
	for (unsigned i = 0; i < simd->gang.width; i++)
		group->places[group->count][i] = window->places[i] + part;
	group->count++;
}

static void store_group(struct aw_simd *simd, const struct aw_window *window, LLVMValueRef origin)
{
	struct aw_window_group *group = window->group;
	LLVMValueRef address = address_of(simd, window, origin);
	unsigned width = simd->gang.width, from[AW_WINDOW_VECTORS * AW_SIMD_MAX_WIDTH], lane[AW_WINDOW_VECTORS * AW_SIMD_MAX_WIDTH];
	for (unsigned k = 0; k < group->count; k++)
		for (unsigned i = 0; i < width; i++) {
			from[group->places[k][i]] = k;
			lane[group->places[k][i]] = i;
		}
	for (unsigned number = 0; number < group->count; number++) {
		LLVMValueRef value = collect(simd, group->parts, group->count, from + (size_t)number * width, lane + (size_t)number * width);
		LLVMValueRef store = LLVMBuildStore(simd->builder, value, vector_place(simd, window, address, number));
		LLVMSetAlignment(store, LLVMGetAlignment(origin) < window->size ? LLVMGetAlignment(origin) : window->size);
		aw_simd_place_mark(simd, store, origin);
	}
}

void aw_simd_store_window(struct aw_simd *simd, const struct aw_window *window, LLVMValueRef origin, LLVMValueRef value)
{
	bool aggregate = aw_simd_is_aggregate(LLVMTypeOf(LLVMGetOperand(origin, 0)));
	for (unsigned part = 0; part < window->parts; part++)
		note_part(simd, window, aggregate ? LLVMBuildExtractValue(simd->builder, value, part, "") : value, part);
	if (window->group->last == origin)
		store_group(simd, window, origin);
}

// --- shuffles of shuffles ---

// Where one element comes from, as far as shuffles tell.
static LLVMValueRef follow(LLVMValueRef vector, int *lane)
{
	while (aw_llvm_is_op(vector, LLVMShuffleVector) && LLVMIsAInstruction(vector) && *lane >= 0) {
		int count = (int)LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(vector, 0)));
		*lane = LLVMGetMaskValue(vector, (unsigned)*lane);
		if (*lane < 0)
			return NULL;
		vector = LLVMGetOperand(vector, *lane >= count);
		*lane -= *lane >= count ? count : 0;
	}
	return vector;
}

static bool fold_shuffle(struct aw_unit *unit, LLVMValueRef shuffle)
{
	LLVMValueRef sources[2] = { NULL }, order[2 * AW_SIMD_MAX_WIDTH];
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context);
	unsigned count = LLVMGetVectorSize(LLVMTypeOf(shuffle));
	bool deeper = false;
	for (unsigned k = 0; k < 2; k++)
		deeper |= aw_llvm_is_op(LLVMGetOperand(shuffle, k), LLVMShuffleVector) && LLVMIsAInstruction(LLVMGetOperand(shuffle, k));
	if (!deeper || count > 2 * AW_SIMD_MAX_WIDTH)
		return false;
	for (unsigned i = 0; i < count; i++) {
		int lane = (int)i;
		LLVMValueRef source = follow(shuffle, &lane);
		order[i] = LLVMGetPoison(number);
		if (!source || LLVMIsAPoisonValue(source))
			continue;
		unsigned k = !sources[0] || sources[0] == source ? 0 : 1;
		if ((sources[k] && sources[k] != source) || (k && LLVMTypeOf(source) != LLVMTypeOf(sources[0])))
			return false;
		sources[k] = source;
		order[i] = LLVMConstInt(number, (unsigned)lane + k * LLVMGetVectorSize(LLVMTypeOf(source)), false);
	}
	if (!sources[0])
		return false;
	aw_llvm_at(unit->builder, shuffle);
	LLVMValueRef other = sources[1] ? sources[1] : LLVMGetPoison(LLVMTypeOf(sources[0]));
	aw_llvm_replace(shuffle, LLVMBuildShuffleVector(unit->builder, sources[0], other, LLVMConstVector(order, count), ""));
	return true;
}

bool aw_simd_fold_shuffles(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			if (aw_llvm_is_op(instruction, LLVMShuffleVector))
				changed |= fold_shuffle(unit, instruction);
	return changed;
}
