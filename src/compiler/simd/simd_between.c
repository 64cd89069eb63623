// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads between loads.  A stencil often needs its own cell only now and then, when it has seen the neighbours:
//
//     n = cells[i - 1] + cells[i + 1] + ...
//     if (n == 2)
//         alive = cells[i];
//
// For a gang that is a row under a mask, and a branch around it that is foreseen badly.  But who has read what lies before a place and
// what lies behind it, both in less than a page's reach, can read the place, too: it's in one of their pages.  So such a load goes to the
// end of the block that reads its neighbours, where it needs no condition; nothing is written on the way from there.
//
// Its address is made from a neighbour's: where both neighbours are read, neither sum wraps, so what lies between doesn't either.
#include "simd.h"

#include <assert.h>

#include "../analysis/uniformity.h"

enum {
	MOST_READS = 32, // of a block that are looked at
	MOST_WAYS = 4,   // blocks from the neighbours to the load
	MOST_TERMS = 6,
	DEEP = 8,
};

// An address: BASE, the sum of TERMS, extended, and OFFSET bytes.
struct place {
	LLVMValueRef base, terms[MOST_TERMS];
	uint64_t counted;    // bytes that the sum counts
	LLVMOpcode extended; // LLVMSExt, LLVMZExt, or 0
	unsigned count;
	int64_t offset;
};

// Whether SUM is that of its operands where it isn't poison.
static bool is_promised(const struct place *place, LLVMValueRef sum)
{
	return !place->extended || aw_llvm_never_wraps(sum, place->extended == LLVMSExt);
}

static bool add_terms(struct place *place, LLVMValueRef value, int64_t *number, unsigned depth)
{
	int64_t own;
	if (aw_llvm_constant(value, &own)) {
		*number += own;
		return true;
	}
	if (depth && LLVMIsAInstruction(value) && aw_llvm_is_op(value, LLVMAdd) && is_promised(place, value))
		return add_terms(place, LLVMGetOperand(value, 0), number, depth - 1) &&
		       add_terms(place, LLVMGetOperand(value, 1), number, depth - 1);
	if (place->count == MOST_TERMS)
		return false;
	place->terms[place->count++] = value;
	return true;
}

// Where LOAD reads, as far as it can be told from others.
static bool find_place(const struct aw_unit *unit, LLVMValueRef load, struct place *place)
{
	int64_t number = 0;
	*place = (struct place){ 0 };
	LLVMValueRef address = place->base = aw_llvm_strip_offset(unit->module, LLVMGetOperand(load, 0), &place->offset);
	if (LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 2 &&
	    LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(address, 1))) == 64) {
		LLVMValueRef index = LLVMGetOperand(address, 1);
		bool wide = LLVMIsASExtInst(index) || LLVMIsAZExtInst(index);
		place->base = LLVMGetOperand(address, 0);
		place->counted = LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), LLVMGetGEPSourceElementType(address));
		place->extended = wide ? LLVMGetInstructionOpcode(index) : 0;
		if (place->counted > AW_SIMD_PAGE || !add_terms(place, wide ? LLVMGetOperand(index, 0) : index, &number, DEEP))
			return false;
	}
	if (number <= -AW_SIMD_PAGE || number >= AW_SIMD_PAGE || place->offset <= -AW_SIMD_PAGE || place->offset >= AW_SIMD_PAGE)
		return false;
	place->offset += number * (int64_t)place->counted;
	return true;
}

static bool has_terms(const struct place *place, const struct place *of)
{
	bool taken[MOST_TERMS] = { false };
	for (unsigned i = 0; i < of->count; i++) {
		unsigned k = 0;
		while (k < place->count && (taken[k] || place->terms[k] != of->terms[i]))
			k++;
		if (k == place->count)
			return false;
		taken[k] = true;
	}
	return place->count == of->count;
}

// Whether A and B lie at a distance that is known.
static bool are_near(const struct place *a, const struct place *b)
{
	return a->base == b->base && a->counted == b->counted && a->extended == b->extended && has_terms(a, b);
}

static uint64_t size_of(const struct aw_unit *unit, LLVMValueRef load)
{
	return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(unit->module), LLVMTypeOf(load));
}

static bool is_plain_load(LLVMValueRef value)
{
	return LLVMIsALoadInst(value) && aw_llvm_is_plain(value);
}

// Loads in BLOCK behind which nothing is called that may take memory away.
static unsigned find_reads(LLVMBasicBlockRef block, LLVMValueRef *reads)
{
	unsigned count = 0;
	for (LLVMValueRef at = LLVMGetLastInstruction(block); at && count < MOST_READS; at = LLVMGetPreviousInstruction(at)) {
		if (LLVMIsACallInst(at) && aw_llvm_may_write(at))
			break;
		if (is_plain_load(at))
			reads[count++] = at;
	}
	return count;
}

// Whether BLOCK has the neighbours of LOAD, to which control comes from it alone; *BESIDE is one, and *DISTANCE how far behind it
// the load's place is, in bytes.
static bool find_neighbours(const struct aw_unit *unit, LLVMBasicBlockRef block, LLVMValueRef load, LLVMValueRef *beside, int64_t *distance)
{
	LLVMValueRef reads[MOST_READS];
	unsigned count = find_reads(block, reads);
	struct place own, other;
	int64_t below = INT64_MIN, above = INT64_MAX; // how far the nearest ones begin from the load's place
	uint64_t reach = 0;
	*beside = NULL;
	*distance = 0;
	if (!find_place(unit, load, &own))
		return false;
	for (unsigned i = 0; i < count; i++) {
		if (!find_place(unit, reads[i], &other) || !are_near(&other, &own))
			continue;
		int64_t from = other.offset - own.offset;
		if (from <= 0 && from > below) {
			below = from;
			*beside = reads[i];
			*distance = -from;
		}
		if (from >= 0 && from < above && size_of(unit, reads[i]) >= size_of(unit, load)) {
			above = from;
			reach = size_of(unit, reads[i]);
		}
	}
	return below != INT64_MIN && above != INT64_MAX && (uint64_t)(above - below) + reach <= AW_SIMD_PAGE;
}

// Whether anything is written from BLOCK's beginning to END, or its end for NULL.
static bool is_quiet(LLVMBasicBlockRef block, LLVMValueRef end)
{
	AW_FOR_INSTRUCTIONS(instruction, block) {
		if (instruction == end)
			break;
		if (aw_llvm_may_write(instruction))
			return false;
	}
	return true;
}

// The block from whose end nothing is written to LOAD and that has its neighbours, and behind which lanes part, as U knows; NULL: none.
// Without U, which is dear, it isn't asked for that.
static LLVMBasicBlockRef find_source(const struct aw_uniformity *u, const struct aw_unit *unit, LLVMValueRef load, LLVMValueRef *beside,
                                     int64_t *distance)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(load);
	bool divergent = false;
	if (!is_quiet(block, load))
		return NULL;
	for (unsigned way = 0; way < MOST_WAYS; way++) {
		LLVMBasicBlockRef before = aw_llvm_only_way_to(block);
		uint32_t number = before && u ? aw_cfg_number(&u->cfg, before) : 0;
		if (!before || number == AW_NONE)
			return NULL;
		divergent |= !u || u->divergent_branch[number];
		if (divergent && find_neighbours(unit, before, load, beside, distance))
			return before;
		if (!is_quiet(before, NULL))
			return NULL;
		block = before;
	}
	return NULL;
}

static bool move_up(const struct aw_uniformity *u, struct aw_unit *unit, LLVMValueRef load)
{
	LLVMValueRef beside;
	int64_t distance;
	LLVMBasicBlockRef source = find_source(u, unit, load, &beside, &distance);
	if (!source)
		return false;
	aw_llvm_at(unit->builder, LLVMGetBasicBlockTerminator(source));
	LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(unit->context), (uint64_t)distance, true);
	LLVMValueRef address = LLVMBuildGEP2(unit->builder, LLVMInt8TypeInContext(unit->context), LLVMGetOperand(beside, 0), &offset, 1, "");
	LLVMValueRef early = LLVMInstructionClone(load);
	LLVMSetOperand(early, 0, address);
	LLVMInsertIntoBuilder(unit->builder, early);
	aw_llvm_drop_promises(early);
	aw_llvm_replace(load, early);
	return true;
}

// Whether lanes read one after the other, unless a number of 32 bits wraps.
static bool is_row(const struct aw_uniformity *u, LLVMValueRef load)
{
	LLVMValueRef address = LLVMGetOperand(load, 0);
	if (aw_uniformity_shape(u, address).kind == AW_SHAPE_STRIDED)
		return true;
	if (!LLVMIsAGetElementPtrInst(address) || !aw_shape_is_uniform(aw_uniformity_shape(u, LLVMGetOperand(address, 0))))
		return false;
	LLVMValueRef index = LLVMGetOperand(address, (unsigned)LLVMGetNumOperands(address) - 1);
	return aw_uniformity_shape(u, aw_llvm_without_extension(index)).kind == AW_SHAPE_STRIDED;
}

// Whether a load of FUNCTION may be such a one.
static bool has_candidate(const struct aw_unit *unit, LLVMValueRef function)
{
	LLVMValueRef beside;
	int64_t distance;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(load, block)
			if (is_plain_load(load) && find_source(NULL, unit, load, &beside, &distance))
				return true;
	return false;
}

bool aw_simd_load_between(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct aw_uniformity u;
	bool changed = false;
	if (!has_candidate(unit, function))
		return false;
	aw_uniformity_init(&u, unit, function, gang);
	for (uint32_t block = 0; block < u.cfg.count; block++) {
		if (!u.partial[block])
			continue;
		AW_FOR_INSTRUCTIONS_SAFE(load, u.cfg.blocks[block])
			if (is_plain_load(load) && is_row(&u, load))
				changed |= move_up(&u, unit, load);
	}
	aw_uniformity_finish(&u);
	return changed;
}
