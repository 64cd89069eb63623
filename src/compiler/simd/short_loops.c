// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launch of a grid-stride loop
//
//     for (i = my first; i < n; i += stride)
//
// often has as many threads as there are elements, so that no thread makes a second turn.  Locked (lock_loops.c), such a loop goes
// over all gangs three times: to ask who enters, for the turn, and to ask who goes on.  So there is a copy of it, where each gang
// runs to its own end:
//
//     if (stride >= n) the copy; else the locked loop
//
// Both do the same whatever the test says, so it need not be exact: a thread that begins below zero makes more turns in the copy.
// It is the same for all blocks, so that blocks side by side (gang_span.c) go one way.
#include "short_loops.h"

#include <assert.h>
#include <string.h>

#include "simd.h"

enum { MOST_INSTRUCTIONS = 400, DEEP = 8 };

static bool in_loop(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef value)
{
	return aw_loop_has_value(&lock->loops, &lock->cfg, turn->loop, value);
}

// --- the test ---

// Whether VALUE is the same for all blocks of the grid.
static bool is_of_grid(const struct aw_lock *lock, LLVMValueRef value, unsigned depth)
{
	if (!LLVMIsAInstruction(value))
		return true;
	if (!aw_block_uniform(&lock->uniformity, value) || depth == DEEP || LLVMIsAPHINode(value))
		return false;
	if (LLVMIsACallInst(value))
		return !strncmp(aw_intrinsic_register(value), "nctaid.", strlen("nctaid.")) ||
		       !strncmp(aw_intrinsic_register(value), "ntid.", strlen("ntid."));
	if (!LLVMIsABinaryOperator(value) && !LLVMIsACastInst(value))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!is_of_grid(lock, LLVMGetOperand(value, i), depth + 1))
			return false;
	return true;
}

// The comparison of lanes by which the latch goes on, or NULL: what it asks is whether any lane that is in passes it.
static LLVMValueRef find_comparison(const struct aw_turn *turn)
{
	LLVMValueRef any = LLVMGetCondition(LLVMGetBasicBlockTerminator(turn->latch));
	if (!LLVMIsAICmpInst(any) || !LLVMIsABitCastInst(LLVMGetOperand(any, 0)))
		return NULL;
	LLVMValueRef lanes = LLVMGetOperand(LLVMGetOperand(any, 0), 0);
	for (unsigned i = 0; LLVMIsAInstruction(lanes) && i < (unsigned)LLVMGetNumOperands(lanes); i++)
		if ((LLVMIsASelectInst(lanes) || aw_llvm_is_op(lanes, LLVMAnd)) && LLVMIsAICmpInst(LLVMGetOperand(lanes, i)))
			return LLVMGetOperand(lanes, i);
	return LLVMIsAICmpInst(lanes) ? lanes : NULL;
}

// A number of TYPE by which a phi of the header goes up each turn, or NULL.
static LLVMValueRef find_stride(const struct aw_lock *lock, const struct aw_turn *turn, LLVMTypeRef type)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(turn->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef becomes, step = aw_lock_step(lock, turn, phi, &becomes);
		if (step && LLVMTypeOf(step) != type)
			step = aw_llvm_splat_scalar(step);
		if (step && LLVMTypeOf(step) == type && is_of_grid(lock, step, 0))
			return step;
	}
	return NULL;
}

// Whether the stride leads past the end, at the end of the block before the loop; NULL where that can't be told.
static LLVMValueRef build_test(const struct aw_lock *lock, const struct aw_turn *turn)
{
	LLVMValueRef comparison = find_comparison(turn), end = NULL;
	for (unsigned i = 0; comparison && i < 2 && !end; i++)
		if (!in_loop(lock, turn, LLVMGetOperand(comparison, i)))
			end = aw_llvm_splat_scalar(LLVMGetOperand(comparison, i));
	LLVMValueRef stride = end && is_of_grid(lock, end, 0) ? find_stride(lock, turn, LLVMTypeOf(end)) : NULL;
	if (!stride)
		return NULL;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
	bool is_signed = predicate == LLVMIntSLT || predicate == LLVMIntSGT || predicate == LLVMIntSLE || predicate == LLVMIntSGE;
	aw_llvm_at(lock->unit->builder, LLVMGetBasicBlockTerminator(turn->before));
	return LLVMBuildICmp(lock->unit->builder, is_signed ? LLVMIntSGE : LLVMIntUGE, stride, end, "");
}

// --- the copy ---

// Whether what the loop makes is seen outside only by phis of the block behind its latch.
static bool has_one_way_out(const struct aw_lock *lock, const struct aw_turn *turn)
{
	const struct aw_loop *loop = &lock->loops.loops.items[turn->loop];
	unsigned count = 0;
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_INSTRUCTIONS(instruction, lock->cfg.blocks[lock->loops.order[i]]) {
			count++;
			AW_FOR_USES(use, instruction) {
				LLVMValueRef user = LLVMGetUser(use);
				bool is_phi = LLVMIsAPHINode(user) && LLVMGetInstructionParent(user) == turn->exit;
				if (!in_loop(lock, turn, user) && !is_phi)
					return false;
			}
		}
	return count <= MOST_INSTRUCTIONS;
}

// What COPY, a copy of block FROM, has in the place of VALUE.
static LLVMValueRef find_copied(LLVMBasicBlockRef from, LLVMBasicBlockRef copy, LLVMValueRef value)
{
	LLVMValueRef other = LLVMGetFirstInstruction(copy);
	AW_FOR_INSTRUCTIONS(instruction, from) {
		if (instruction == value)
			return other;
		other = LLVMGetNextInstruction(other);
	}
	return NULL;
}

// TARGET is reached from COPIES[AT], too, as it is from BLOCKS[AT].
static void add_way(LLVMBasicBlockRef target, const LLVMBasicBlockRef *blocks, LLVMBasicBlockRef *copies, uint32_t count, uint32_t at)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(target); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef value = aw_llvm_incoming(phi, blocks[at]), copied = NULL;
		for (uint32_t i = 0; i < count && !copied; i++)
			copied = find_copied(blocks[i], copies[i], value);
		value = copied ? copied : value;
		LLVMAddIncoming(phi, &value, &copies[at], 1);
	}
}

LLVMBasicBlockRef aw_short_loop_make(const struct aw_lock *lock, const struct aw_turn *turn)
{
	const struct aw_loop *loop = &lock->loops.loops.items[turn->loop];
	LLVMValueRef test = has_one_way_out(lock, turn) ? build_test(lock, turn) : NULL;
	if (!test)
		return NULL;
	uint32_t count = loop->end - loop->first + 1, latch = 0;
	LLVMBasicBlockRef *blocks = AW_NEED_ARRAY(LLVMBasicBlockRef, count), *copies = AW_NEED_ARRAY(LLVMBasicBlockRef, count);
	blocks[0] = aw_llvm_split_before(LLVMGetBasicBlockTerminator(turn->before));
	for (uint32_t i = 1; i < count; i++) {
		blocks[i] = lock->cfg.blocks[lock->loops.order[loop->first + i - 1]];
		latch = blocks[i] == turn->latch ? i : latch;
	}
	assert(latch && "the latch is in the loop");
	aw_llvm_copy_blocks(blocks, count, copies);
	add_way(turn->exit, blocks, copies, count, latch);
	if (turn->other)
		add_way(turn->other, blocks, copies, count, 0);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(turn->before);
	aw_llvm_at(lock->unit->builder, end);
	LLVMBuildCondBr(lock->unit->builder, test, copies[0], blocks[0]);
	aw_llvm_erase(end);
	LLVMBasicBlockRef header = NULL;
	for (uint32_t i = 1; i < count; i++)
		header = blocks[i] == turn->header ? copies[i] : header;
	free(blocks);
	free(copies);
	return header;
}
