// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows that overlap.  A walk along shared memory (flat_loops.c) that looks at neighbours,
//
//     before[i] = a * now[i + 1] + b * now[i]
//
// loads nearly each element twice, and rows that aren't aligned, which lie in two lines of the cache each.  The row that begins a little
// later is made of the earlier one and of that of the next turn, which is loaded anyway, by an instruction of AVX-512 that takes elements
// of two registers (valignd).  So a turn loads a row for the next one, before it stores anything: the next turn's threads are others, among
// which CUDA orders nothing.  What is read beyond the last row lies in shared memory or in the room behind it.
//
// It is predictive commoning (K. O'Brien, "Predictive Commoning: A Method of Optimizing Loops Containing References to Consecutive Array
// Elements", 1990) for vectors.
#include "flat_carry.h"

#include <assert.h>

#include "../analysis/access.h"
#include "../analysis/need.h"
#include "../target/native.h"

enum { REGISTER_BYTES = 64, ELEMENT_BITS = 32, MOST_ROWS = 16 };

// A row that is loaded: element COUNTER + OFFSET of STEP, an address with such an index, is its first.
struct row {
	LLVMValueRef load, step;
	int64_t offset;
	bool is_signed; // the counter is widened as a number with a sign
};

struct rows {
	struct row items[MOST_ROWS];
	unsigned count;
};

// Whether INDEX is COUNTER, perhaps of more bits, and a constant; then that is ROW's offset.
static bool read_index(LLVMValueRef index, LLVMValueRef counter, struct row *row)
{
	row->offset = 0;
	if ((aw_llvm_is_op(index, LLVMAdd) || (aw_llvm_is_op(index, LLVMOr) && LLVMGetIsDisjoint(index))) &&
	    aw_llvm_constant(LLVMGetOperand(index, 1), &row->offset))
		index = LLVMGetOperand(index, 0);
	row->is_signed = LLVMIsASExtInst(index);
	return aw_llvm_without_extension(index) == counter;
}

static bool read_row(const struct aw_flat_turn *turn, LLVMValueRef load, struct row *row)
{
	struct aw_access access;
	if (!aw_access_find(load, &access) || access.value || (LLVMIsALoadInst(load) && !aw_llvm_is_plain(load)))
		return false;
	LLVMTypeRef element = aw_llvm_element_of(access.type);
	bool number = LLVMGetTypeKind(element) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(element) == ELEMENT_BITS;
	bool all = !access.mask || access.mask == turn->mask || access.mask == LLVMConstAllOnes(LLVMTypeOf(access.mask));
	unsigned operands = LLVMIsAGetElementPtrInst(access.address) ? (unsigned)LLVMGetNumOperands(access.address) : 0;
	if (!all || LLVMGetTypeKind(access.type) != LLVMVectorTypeKind || LLVMGetVectorSize(access.type) != turn->width ||
	    (LLVMGetTypeKind(element) != LLVMFloatTypeKind && !number) || operands < 2 || !aw_access_is_shared(access.address))
		return false;
	LLVMValueRef base = LLVMGetOperand(access.address, 0);
	LLVMTypeRef counted = aw_llvm_counted_type(access.address, operands - 1);
	if (!counted || (LLVMIsAInstruction(base) && LLVMGetInstructionParent(base) == turn->block))
		return false;
	bool same = LLVMGetTypeKind(counted) == LLVMGetTypeKind(element) &&
	            (!number || LLVMGetIntTypeWidth(counted) == ELEMENT_BITS);
	for (unsigned i = 1; i + 1 < operands; i++)
		same = same && LLVMIsAConstant(LLVMGetOperand(access.address, i));
	*row = (struct row){ .load = load, .step = access.address };
	return same && read_index(LLVMGetOperand(access.address, operands - 1), turn->counter, row);
}

// The rows that are loaded before anything is stored.
static void find_rows(const struct aw_flat_turn *turn, struct rows *rows)
{
	rows->count = 0;
	AW_FOR_INSTRUCTIONS(instruction, turn->block) {
		if (aw_llvm_may_write(instruction))
			return;
		if (rows->count < MOST_ROWS && read_row(turn, instruction, &rows->items[rows->count]))
			rows->count++;
	}
}

// Whether A and B are alike but for their last index.
static bool are_neighbours(LLVMValueRef a, LLVMValueRef b)
{
	unsigned count = (unsigned)LLVMGetNumOperands(a);
	if (count != (unsigned)LLVMGetNumOperands(b) || LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b))
		return false;
	for (unsigned i = 0; i + 1 < count; i++)
		if (LLVMGetOperand(a, i) != LLVMGetOperand(b, i))
			return false;
	return true;
}

// How far row B begins behind A in the same memory; 0: it doesn't overlap it behind its begin.
static int64_t distance(const struct aw_flat_turn *turn, const struct row *a, const struct row *b)
{
	int64_t behind = b->offset - a->offset;
	bool overlaps = behind > 0 && behind < turn->width && LLVMTypeOf(a->load) == LLVMTypeOf(b->load);
	return overlaps && a->is_signed == b->is_signed && are_neighbours(a->step, b->step) ? behind : 0;
}

// Whether others overlap row NUMBER behind its begin, and it none.
static bool is_first(const struct aw_flat_turn *turn, const struct rows *rows, unsigned number)
{
	bool overlapped = false;
	for (unsigned i = 0; i < rows->count; i++) {
		if (distance(turn, &rows->items[i], &rows->items[number]))
			return false;
		overlapped |= distance(turn, &rows->items[number], &rows->items[i]) != 0;
	}
	return overlapped;
}

bool aw_flat_overlaps(const struct aw_flat_turn *turn)
{
	struct rows rows;
	if (aw_native_register_bytes(turn->unit->target) < REGISTER_BYTES)
		return false;
	find_rows(turn, &rows);
	for (unsigned i = 0; i < rows.count; i++)
		if (is_first(turn, &rows, i))
			return true;
	return false;
}

// Integers, of which LLVM takes elements of two registers by the cheaper instruction.
static LLVMTypeRef bits_type(const struct row *row)
{
	LLVMTypeRef type = LLVMTypeOf(row->load);
	return LLVMVectorType(LLVMIntTypeInContext(LLVMGetTypeContext(type), ELEMENT_BITS), LLVMGetVectorSize(type));
}

// The row at ROW's address for counter NUMBER, loaded where the builder stands.
static LLVMValueRef load_at(const struct aw_flat_turn *turn, const struct row *row, LLVMValueRef number)
{
	LLVMBuilderRef builder = turn->unit->builder;
	LLVMValueRef step = LLVMInstructionClone(row->step);
	unsigned last = (unsigned)LLVMGetNumOperands(step) - 1;
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(step, last));
	LLVMValueRef index = LLVMBuildIntCast2(builder, number, type, row->is_signed, "");
	LLVMSetOperand(step, last, LLVMBuildAdd(builder, index, LLVMConstInt(type, (uint64_t)row->offset, true), ""));
	aw_llvm_drop_promises(step);
	LLVMInsertIntoBuilder(builder, step);
	LLVMValueRef load = LLVMBuildLoad2(builder, bits_type(row), step, "");
	LLVMSetAlignment(load, ELEMENT_BITS / 8);
	return load;
}

// COUNT elements on from the first of A, and then B's.
static LLVMValueRef build_aligned(const struct aw_flat_turn *turn, LLVMValueRef a, LLVMValueRef b, int64_t behind)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(turn->unit->context);
	LLVMValueRef numbers[AW_CPU_WARP_SIZE];
	assert(turn->width <= AW_CPU_WARP_SIZE && behind > 0);
	for (unsigned i = 0; i < turn->width; i++)
		numbers[i] = LLVMConstInt(number, i + (uint64_t)behind, false);
	return LLVMBuildShuffleVector(turn->unit->builder, a, b, LLVMConstVector(numbers, turn->width), "");
}

// Lets row NUMBER be carried, and those that overlap it be made of it.
static void carry(const struct aw_flat_turn *turn, const struct rows *rows, unsigned number)
{
	LLVMBuilderRef builder = turn->unit->builder;
	const struct row *first = &rows->items[number];
	LLVMTypeRef type = LLVMTypeOf(turn->counter);
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(turn->before));
	LLVMValueRef start = load_at(turn, first, aw_llvm_incoming(turn->counter, turn->before));
	aw_llvm_at(builder, LLVMGetFirstInstruction(turn->block));
	LLVMValueRef carried = LLVMBuildPhi(builder, bits_type(first), "");
	aw_llvm_at(builder, aw_llvm_first_after_phis(turn->block));
	LLVMValueRef later = LLVMBuildNUWAdd(builder, turn->counter, LLVMConstInt(type, turn->width, false), "");
	LLVMValueRef next = load_at(turn, first, later);
	LLVMAddIncoming(carried, (LLVMValueRef[]){ start, next }, (LLVMBasicBlockRef[]){ turn->before, turn->block }, 2);
	for (unsigned i = 0; i < rows->count; i++) {
		int64_t behind = distance(turn, first, &rows->items[i]);
		if (!behind && i != number)
			continue;
		aw_llvm_at(builder, rows->items[i].load);
		LLVMValueRef bits = behind ? build_aligned(turn, carried, next, behind) : carried;
		LLVMReplaceAllUsesWith(rows->items[i].load, LLVMBuildBitCast(builder, bits, LLVMTypeOf(rows->items[i].load), ""));
	}
}

void aw_flat_carry(const struct aw_flat_turn *turn)
{
	struct rows rows;
	find_rows(turn, &rows);
	for (unsigned i = 0; i < rows.count; i++)
		if (is_first(turn, &rows, i))
			carry(turn, &rows, i);
}
