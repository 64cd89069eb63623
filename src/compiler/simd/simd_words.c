// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that a program puts together from bytes, as hashes and readers of files do for the sake of other machines:
//
//     p[0] | p[1] << 8 | p[2] << 16 | p[3] << 24        the other way round: the highest byte first
//
// are one load, and a swap of bytes where the highest comes first.  LLVM does the same when it makes code (MatchLoadCombine of its
// DAGCombiner), which is too late here: a gang has a gather for each byte by then.
//
// The load stands where the last byte was loaded, behind which nothing has been written since the first.
#include "simd.h"

#include <assert.h>

#include "simd_member.h"

enum { MOST_PIECES = 8 };

struct pieces {
	const struct aw_unit *unit;
	unsigned count;
	struct piece {
		struct aw_simd_member member;
		unsigned shift; // where its lowest bit is in the number
	} list[MOST_PIECES];
};

static bool add_load(struct pieces *pieces, LLVMValueRef load, unsigned shift)
{
	if (pieces->count == MOST_PIECES || !aw_llvm_integer_bits(load))
		return false;
	struct piece *piece = &pieces->list[pieces->count++];
	piece->shift = shift;
	return aw_simd_read_member(pieces->unit, load, true, &piece->member);
}

// Adds the loads that VALUE, of whose number the lowest WIDTH bits count, consists of, SHIFT bits to the left; false when it is more than
// such.
static bool collect(struct pieces *pieces, LLVMValueRef value, unsigned shift, unsigned width)
{
	int64_t by;
	if (LLVMIsALoadInst(value))
		return aw_llvm_integer_bits(value) <= width && add_load(pieces, value, shift);
	if (LLVMIsAZExtInst(value)) {
		LLVMValueRef narrow = LLVMGetOperand(value, 0);
		return collect(pieces, narrow, shift, aw_llvm_integer_bits(narrow) < width ? aw_llvm_integer_bits(narrow) : width);
	}
	if (aw_llvm_is_op(value, LLVMShl) && aw_llvm_constant(LLVMGetOperand(value, 1), &by) && by > 0 && by < (int64_t)width)
		return collect(pieces, LLVMGetOperand(value, 0), shift + (unsigned)by, width - (unsigned)by);
	return aw_llvm_is_op(value, LLVMOr) && collect(pieces, LLVMGetOperand(value, 0), shift, width) &&
	       collect(pieces, LLVMGetOperand(value, 1), shift, width);
}

static const struct piece *find_shift(const struct pieces *pieces, unsigned shift)
{
	for (unsigned i = 0; i < pieces->count; i++)
		if (pieces->list[i].shift == shift)
			return &pieces->list[i];
	return NULL;
}

// The piece at the lowest address, when all lie one after the other in memory as they do in the number, or, if SWAPPED, the other way
// round; else NULL.
static const struct piece *first_piece(const struct pieces *pieces, bool swapped)
{
	unsigned size = pieces->list[0].member.size;
	const struct piece *lowest = find_shift(pieces, 0), *before = lowest;
	for (unsigned i = 1; i < pieces->count && before; i++) {
		const struct piece *next = find_shift(pieces, i * size * 8);
		int64_t distance = swapped ? -(int64_t)size : size;
		bool follows = next && aw_simd_members_along(&before->member, &next->member) &&
		               next->member.offset == before->member.offset + distance;
		before = follows ? next : NULL;
	}
	if (!before || (swapped && size != 1))
		return NULL;
	return swapped ? before : lowest;
}

// The last of the loads, when nothing is written among them; they may stand in any order.
static LLVMValueRef last_load(const struct pieces *pieces)
{
	LLVMValueRef last = NULL;
	unsigned met = 0;
	LLVMBasicBlockRef block = LLVMGetInstructionParent(pieces->list[0].member.instruction);
	AW_FOR_INSTRUCTIONS(instruction, block) {
		for (unsigned i = 0; i < pieces->count; i++) {
			if (pieces->list[i].member.instruction != instruction)
				continue;
			met++;
			last = instruction;
		}
		if (met == pieces->count)
			return last;
		if (met > 0 && aw_llvm_may_write(instruction))
			return NULL;
	}
	return NULL;
}

static LLVMValueRef swap_bytes(struct aw_unit *unit, LLVMValueRef word)
{
	LLVMTypeRef type = LLVMTypeOf(word);
	LLVMValueRef function = aw_llvm_intrinsic(unit->module, "llvm.bswap", &type, 1);
	return LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(function), function, &word, 1, "");
}

// Whether ROOT was the number of loads that it becomes one of.
static bool join(struct aw_unit *unit, LLVMValueRef root)
{
	struct pieces pieces = { .unit = unit };
	if (!collect(&pieces, root, 0, aw_llvm_integer_bits(root)) || pieces.count < 2)
		return false;
	const struct piece *first = first_piece(&pieces, false), *swapped = first ? NULL : first_piece(&pieces, true);
	unsigned bits = pieces.count * pieces.list[0].member.size * 8;
	LLVMValueRef last = first || swapped ? last_load(&pieces) : NULL;
	if (!last || (bits & (bits - 1)) || bits > 64)
		return false;
	LLVMValueRef lowest = (first ? first : swapped)->member.instruction;
	assert(bits <= aw_llvm_integer_bits(root));
	aw_llvm_at(unit->builder, LLVMGetNextInstruction(last));
	LLVMValueRef word = LLVMBuildLoad2(unit->builder, LLVMIntTypeInContext(unit->context, bits), LLVMGetOperand(lowest, 0), "");
	LLVMSetAlignment(word, LLVMGetAlignment(lowest));
	if (swapped)
		word = swap_bytes(unit, word);
	LLVMReplaceAllUsesWith(root, LLVMBuildZExtOrBitCast(unit->builder, word, LLVMTypeOf(root), ""));
	return true;
}

static bool is_arithmetic(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMOr) || aw_llvm_is_op(value, LLVMShl) || aw_llvm_is_op(value, LLVMZExt);
}

// From the end on: a number comes before its parts, which then have no use.
static bool join_in(struct aw_unit *unit, LLVMBasicBlockRef block)
{
	bool changed = false;
	for (LLVMValueRef root = LLVMGetLastInstruction(block), before; root; root = before) {
		before = LLVMGetPreviousInstruction(root);
		bool joined = aw_llvm_is_op(root, LLVMOr) && LLVMGetFirstUse(root) && aw_llvm_integer_bits(root) && join(unit, root);
		changed |= joined;
		if (joined || (changed && is_arithmetic(root) && !LLVMGetFirstUse(root)))
			aw_llvm_erase(root);
	}
	return changed;
}

bool aw_simd_join_bytes(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		changed |= join_in(unit, block);
	return changed;
}
