// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a grid-stride loop (lock_loops.c) nearly all turns are made by all threads.  In these a mask, which is loaded, computed
// anew and stored for each gang and turn, says nothing; it is half of the code of a loop that only adds two arrays.  So such a loop
// has a copy without masks for the turns that all gangs go along with whole:
//
//     for each turn
//         for each gang
//             if (the turn is whole) the copy; else what the mask asks for
//
// Whether the next turn is whole the gangs say at the end of each, as they say whether they go on: all lanes were in, and lane 0's next
// number is so far from the end that no other lane comes there.  Only gangs that find otherwise compute their mask.
#include "whole_turns.h"

#include <assert.h>

#include "loop_copy.h"
#include "short_loops.h"

enum { MOST_INSTRUCTIONS = 100 };

// --- finding ---

static bool in_loop(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef value)
{
	return aw_loop_has_value(&lock->loops, &lock->cfg, turn->loop, value);
}

static bool is_iota(LLVMValueRef vector)
{
	if (!LLVMIsAConstantDataVector(vector))
		return false;
	for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(vector)); i++) {
		int64_t number;
		if (!aw_llvm_constant(LLVMGetAggregateElement(vector, i), &number) || number != i)
			return false;
	}
	return true;
}

// Lane 0's number when VECTOR's go up by one from lane to lane, else NULL.
static LLVMValueRef first_of_row(LLVMValueRef vector)
{
	bool sum = aw_llvm_is_op(vector, LLVMAdd) || (aw_llvm_is_op(vector, LLVMOr) && LLVMGetIsDisjoint(vector));
	return sum && is_iota(LLVMGetOperand(vector, 1)) ? aw_llvm_splat_scalar(LLVMGetOperand(vector, 0)) : NULL;
}

// Whether LANES are those of TURN's that pass COMPARISON, too.
static bool are_passing(const struct aw_turn *turn, LLVMValueRef lanes, LLVMValueRef comparison)
{
	if (!LLVMIsAInstruction(lanes))
		return false;
	bool both = aw_llvm_is_op(lanes, LLVMAnd) || (LLVMIsASelectInst(lanes) && LLVMIsNull(LLVMGetOperand(lanes, 2)));
	LLVMValueRef a = both ? LLVMGetOperand(lanes, 0) : NULL, b = both ? LLVMGetOperand(lanes, 1) : NULL;
	return (a == turn->lanes && b == comparison) || (a == comparison && b == turn->lanes);
}

static bool read_comparison(LLVMValueRef comparison, struct aw_whole_turns *whole)
{
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
	unsigned row = first_of_row(LLVMGetOperand(comparison, 0)) ? 0 : 1;
	predicate = row == 0 ? predicate : aw_llvm_turned(predicate);
	whole->is_signed = predicate >= LLVMIntSGT;
	whole->above = predicate == LLVMIntSGT || predicate == LLVMIntUGT || predicate == LLVMIntSGE || predicate == LLVMIntUGE;
	whole->at = predicate == LLVMIntSGE || predicate == LLVMIntUGE || predicate == LLVMIntSLE || predicate == LLVMIntULE;
	whole->number = first_of_row(LLVMGetOperand(comparison, row));
	whole->end = aw_llvm_same_scalar(LLVMGetOperand(comparison, 1 - row));
	return predicate != LLVMIntEQ && predicate != LLVMIntNE && whole->number && whole->end;
}

static LLVMValueRef step_of(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef number)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(turn->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef becomes, step = aw_lock_step(lock, turn, phi, &becomes);
		if (step && becomes == number)
			return step;
	}
	return NULL;
}

static bool is_short(const struct aw_lock *lock, const struct aw_turn *turn)
{
	const struct aw_loop *loop = &lock->loops.loops.items[turn->loop];
	unsigned count = 0;
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_INSTRUCTIONS(instruction, lock->cfg.blocks[lock->loops.order[i]])
			count++;
	return count <= MOST_INSTRUCTIONS;
}

bool aw_whole_turns_find(const struct aw_lock *lock, const struct aw_turn *turn, struct aw_whole_turns *whole)
{
	LLVMValueRef comparison = turn->lanes && is_short(lock, turn) ? aw_walk_comparison(turn) : NULL;
	*whole = (struct aw_whole_turns){ .number = NULL };
	if (!comparison || !are_passing(turn, aw_llvm_incoming(turn->lanes, turn->latch), comparison) ||
	    !read_comparison(comparison, whole) || in_loop(lock, turn, whole->end))
		return false;
	whole->step = step_of(lock, turn, whole->number);
	return whole->step != NULL;
}

// --- the test ---

// How far lane 0's number goes in all but the last turn of a strip, up by STEP; *FITS, which is true or not yet, becomes false where that
// can't be computed.
static LLVMValueRef build_way(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef step, LLVMValueRef *fits)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMTypeRef type = LLVMTypeOf(step);
	if (turn->strip == 1)
		return LLVMConstNull(type);
	LLVMValueRef small = LLVMConstInt(type, 1ull << (LLVMGetIntTypeWidth(type) - 8), false); // then the products don't overflow
	LLVMValueRef way = LLVMBuildMul(builder, step, LLVMConstInt(type, turn->strip - 1, false), "");
	*fits = LLVMBuildAnd(builder, *fits, LLVMBuildICmp(builder, LLVMIntULT, step, small, ""), "");
	return way;
}

static uint64_t largest(const struct aw_whole_turns *whole)
{
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(whole->end));
	return UINT64_MAX >> (64 - bits + whole->is_signed);
}

// What lane 0's number is below when no lane leaves in a strip: the end less what the last lane has more at the strip's end; the
// least number, which none is below, where that can't be computed.
static LLVMValueRef build_limit(const struct aw_lock *lock, const struct aw_turn *turn, const struct aw_whole_turns *whole)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMTypeRef type = LLVMTypeOf(whole->end);
	LLVMValueRef none = LLVMConstInt(type, whole->is_signed ? largest(whole) + 1 : 0, false);
	LLVMValueRef fits = LLVMConstInt(LLVMInt1TypeInContext(lock->unit->context), 1, false);
	LLVMValueRef lanes = LLVMConstInt(type, lock->width - 1 - whole->at, false);
	LLVMValueRef more = LLVMBuildAdd(builder, build_way(lock, turn, whole->step, &fits), lanes, "");
	LLVMValueRef far = LLVMBuildICmp(builder, whole->is_signed ? LLVMIntSGE : LLVMIntUGE, whole->end, more, "");
	return LLVMBuildSelect(builder, LLVMBuildAnd(builder, fits, far, ""), LLVMBuildSub(builder, whole->end, more, ""), none, "");
}

// Where numbers go down to the end: the least that lane 0's may be, and how many more it may be without the last lane's beginning anew;
// none where that can't be computed.
static void build_range(const struct aw_lock *lock, const struct aw_turn *turn, struct aw_whole_turns *whole)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMTypeRef type = LLVMTypeOf(whole->end);
	LLVMValueRef fits = LLVMConstInt(LLVMInt1TypeInContext(lock->unit->context), 1, false);
	LLVMValueRef beyond = LLVMConstInt(type, largest(whole) - (lock->width - 1) + 1, false);
	LLVMValueRef way = build_way(lock, turn, LLVMBuildNeg(builder, whole->step, ""), &fits);
	way = LLVMBuildAdd(builder, way, LLVMConstInt(type, !whole->at, false), "");
	LLVMValueRef most = LLVMBuildSub(builder, beyond, way, "");
	LLVMValueRef near = LLVMBuildICmp(builder, whole->is_signed ? LLVMIntSLT : LLVMIntULT, whole->end, most, "");
	whole->least = LLVMBuildAdd(builder, whole->end, way, "");
	whole->limit = LLVMBuildSelect(builder, LLVMBuildAnd(builder, fits, near, ""), LLVMBuildSub(builder, beyond, whole->least, ""),
	                               LLVMConstNull(type), "");
}

void aw_whole_turns_begin(const struct aw_lock *lock, const struct aw_turn *turn, struct aw_whole_turns *whole)
{
	assert(turn->strip && LLVMTypeOf(whole->number) == LLVMTypeOf(whole->end) && LLVMTypeOf(whole->step) == LLVMTypeOf(whole->end));
	aw_llvm_at(lock->unit->builder, LLVMGetBasicBlockTerminator(turn->before));
	if (whole->above)
		build_range(lock, turn, whole);
	else
		whole->limit = build_limit(lock, turn, whole);
}

LLVMValueRef aw_whole_turns_test(const struct aw_lock *lock, const struct aw_whole_turns *whole)
{
	assert(whole->limit && "begin comes first");
	LLVMBuilderRef builder = lock->unit->builder;
	if (whole->above)
		return LLVMBuildICmp(builder, LLVMIntULT, LLVMBuildSub(builder, whole->number, whole->least, ""), whole->limit, "");
	return LLVMBuildICmp(builder, whole->is_signed ? LLVMIntSLT : LLVMIntULT, whole->number, whole->limit, "");
}

// --- the copy ---

static void store_bits(const struct aw_lock *lock, const struct aw_whole_turns *whole, unsigned bits)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(lock->unit->context);
	LLVMBuildStore(lock->unit->builder, LLVMConstInt(number, bits, false), whole->brings);
}

// In HEADER, where the lanes are loaded, they are all of them.  Returns the store of the next turn's in LATCH.
static LLVMValueRef fill_lanes(const struct aw_turn *turn, LLVMBasicBlockRef header, LLVMBasicBlockRef latch)
{
	AW_FOR_INSTRUCTIONS_SAFE(load, header)
		if (aw_llvm_is_op(load, LLVMLoad) && LLVMGetOperand(load, 0) == turn->in)
			aw_llvm_replace(load, LLVMConstAllOnes(LLVMTypeOf(load)));
	AW_FOR_INSTRUCTIONS(store, latch)
		if (aw_llvm_is_op(store, LLVMStore) && LLVMGetOperand(store, 1) == turn->in)
			return store;
	assert(!"the latch hands on the lanes");
	return NULL;
}

// Takes away what BLOCK's branch asked for.
static void drop_condition(LLVMBasicBlockRef block)
{
	for (LLVMValueRef last = LLVMGetLastInstruction(block), before; last; last = before) {
		before = LLVMGetPreviousInstruction(last);
		if (!LLVMGetFirstUse(last) && (LLVMIsACmpInst(last) || LLVMIsACastInst(last) || LLVMIsABinaryOperator(last)))
			aw_llvm_erase(last);
	}
}

// Moves VALUE, and what it is made of, from block FROM to the start of block TO, where nobody else wants it.
static void sink(const struct aw_lock *lock, LLVMValueRef value, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != from ||
	    !(LLVMIsACmpInst(value) || LLVMIsABinaryOperator(value) || LLVMIsASelectInst(value) || LLVMIsAShuffleVectorInst(value) ||
	      LLVMIsAInsertElementInst(value)))
		return;
	AW_FOR_USES(use, value)
		if (LLVMGetInstructionParent(LLVMGetUser(use)) != to)
			return;
	LLVMInstructionRemoveFromParent(value);
	LLVMPositionBuilderBefore(lock->unit->builder, LLVMGetFirstInstruction(to));
	LLVMInsertIntoBuilder(lock->unit->builder, value);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		sink(lock, LLVMGetOperand(value, i), from, to);
}

// The gang is whole again, or STORE, moved to a way of its own, tells its lanes; from END to NEXT.
static void tell_next(const struct aw_lock *lock, LLVMValueRef test, const struct aw_whole_turns *whole, LLVMValueRef store,
                      LLVMBasicBlockRef next)
{
	LLVMBuilderRef builder = lock->unit->builder;
	LLVMBasicBlockRef same = LLVMAppendBasicBlockInContext(lock->unit->context, lock->function, "turn.same");
	LLVMBasicBlockRef ragged = LLVMAppendBasicBlockInContext(lock->unit->context, lock->function, "turn.ragged");
	LLVMValueRef lanes = LLVMGetOperand(store, 0), in = LLVMGetOperand(store, 1);
	LLVMBuildCondBr(builder, test, same, ragged);
	LLVMPositionBuilderAtEnd(builder, same);
	LLVMBuildStore(builder, LLVMConstAllOnes(LLVMTypeOf(lanes)), in);
	store_bits(lock, whole, AW_TURN_IN);
	LLVMBuildBr(builder, next);
	LLVMPositionBuilderAtEnd(builder, ragged);
	LLVMBuildStore(builder, lanes, in);
	LLVMValueRef bits = aw_lock_any(lock, lanes);
	bits = LLVMBuildOr(builder, bits, LLVMConstInt(LLVMTypeOf(bits), AW_TURN_RAGGED, false), "");
	LLVMBuildStore(builder, bits, whole->brings);
	LLVMBuildBr(builder, next);
	LLVMBasicBlockRef from = LLVMGetInstructionParent(store);
	aw_llvm_erase(store);
	drop_condition(from);
	sink(lock, lanes, from, ragged);
}

void aw_whole_turns_make(const struct aw_lock *lock, const struct aw_turn *turn, const struct aw_whole_turns *whole,
                         LLVMBasicBlockRef choice, LLVMBasicBlockRef otherwise, LLVMBasicBlockRef next)
{
	LLVMBuilderRef builder = lock->unit->builder;
	struct aw_loop_copy copy;
	aw_loop_copy_make(&lock->loops, &lock->cfg, turn->loop, NULL, &copy);
	LLVMBasicBlockRef header = aw_loop_copy_block(&copy, turn->header), latch = aw_loop_copy_block(&copy, turn->latch);
	struct aw_whole_turns own = *whole;
	own.number = aw_loop_copy_value(&copy, whole->number);
	assert(own.number != whole->number && whole->brings && whole->whole);
	LLVMBasicBlockRef begin = LLVMAppendBasicBlockInContext(lock->unit->context, lock->function, "turn.whole");
	LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(lock->unit->context, lock->function, "turn.whole.end");
	LLVMPositionBuilderAtEnd(builder, choice);
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMTypeRef bit = LLVMInt1TypeInContext(lock->unit->context);
	LLVMBuildCondBr(builder, LLVMBuildLoad2(builder, bit, whole->whole, ""), begin, otherwise);
	LLVMPositionBuilderAtEnd(builder, begin);
	LLVMBuildBr(builder, header);
	LLVMValueRef store = fill_lanes(turn, header, latch);
	aw_lock_end_strip(lock, turn, begin, latch, header, end);
	LLVMPositionBuilderAtEnd(builder, end);
	tell_next(lock, aw_whole_turns_test(lock, &own), whole, store, next);
	aw_loop_copy_finish(&copy);
}
