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
//
// How many turns the locked loop makes is known there, too, and so whether it writes more than stays in the caches (simd_past.c).
#include "short_loops.h"

#include <assert.h>
#include <string.h>

#include "../analysis/access.h"
#include "loop_copy.h"
#include "simd.h"
#include "simd_past.h"

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

LLVMValueRef aw_walk_comparison(const struct aw_turn *turn)
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

// Whether VALUE, of lanes or one, is made of PART by arithmetic.
static bool is_made_of(LLVMValueRef value, LLVMValueRef part, unsigned depth)
{
	if (value == part)
		return true;
	if (!LLVMIsAInstruction(value) || LLVMIsAPHINode(value) || LLVMIsALoadInst(value) || LLVMIsACallInst(value) || depth == DEEP)
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (is_made_of(LLVMGetOperand(value, i), part, depth + 1))
			return true;
	return false;
}

// A number of TYPE by which a phi of the header, of which COMPARED is made, goes up each turn, or NULL.
static LLVMValueRef find_stride(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef compared, LLVMTypeRef type)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(turn->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef becomes, step = aw_lock_step(lock, turn, phi, &becomes);
		if (!step || !is_made_of(compared, becomes, 0))
			continue;
		if (LLVMTypeOf(step) != type)
			step = aw_llvm_splat_scalar(step);
		if (step && LLVMTypeOf(step) == type && is_of_grid(lock, step, 0))
			return step;
	}
	return NULL;
}

// What is the same for all threads of the grid: from its first number a thread goes up by STRIDE as long as it is below END.
struct walk {
	LLVMValueRef stride, end;
	bool is_signed;
};

static bool find_walk(const struct aw_lock *lock, const struct aw_turn *turn, struct walk *walk)
{
	LLVMValueRef comparison = aw_walk_comparison(turn);
	unsigned last = 0;
	*walk = (struct walk){ NULL, NULL, false };
	for (unsigned i = 0; comparison && i < 2 && !walk->end; i++) {
		last = i;
		if (!in_loop(lock, turn, LLVMGetOperand(comparison, i)))
			walk->end = aw_llvm_splat_scalar(LLVMGetOperand(comparison, i));
	}
	if (walk->end && is_of_grid(lock, walk->end, 0))
		walk->stride = find_stride(lock, turn, LLVMGetOperand(comparison, 1 - last), LLVMTypeOf(walk->end));
	if (!walk->stride)
		return false;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
	walk->is_signed = predicate == LLVMIntSLT || predicate == LLVMIntSGT || predicate == LLVMIntSLE || predicate == LLVMIntSGE;
	return true;
}

// Whether the stride leads past the end, where the builder stands.
static LLVMValueRef build_test(const struct aw_lock *lock, const struct walk *walk)
{
	return LLVMBuildICmp(lock->unit->builder, walk->is_signed ? LLVMIntSGE : LLVMIntUGE, walk->stride, walk->end, "");
}

// The last of the turns that a thread makes that begins near zero, i32; a guess for all others.
static LLVMValueRef build_last(const struct aw_lock *lock, const struct walk *walk)
{
	LLVMBuilderRef builder = lock->unit->builder;
	assert(LLVMTypeOf(walk->stride) == LLVMTypeOf(walk->end));
	LLVMTypeRef type = LLVMTypeOf(walk->end), number = LLVMInt32TypeInContext(lock->unit->context);
	LLVMValueRef one = LLVMConstInt(type, 1, false), most = LLVMConstInt(type, INT32_MAX, false);
	LLVMValueRef still = LLVMBuildICmp(builder, LLVMIntEQ, walk->stride, LLVMConstNull(type), "");
	LLVMValueRef turns = LLVMBuildUDiv(builder, walk->end, LLVMBuildSelect(builder, still, one, walk->stride, ""), "");
	LLVMValueRef many = LLVMBuildICmp(builder, LLVMIntUGT, turns, most, "");
	LLVMValueRef none = LLVMBuildICmp(builder, LLVMIntEQ, turns, LLVMConstNull(type), "");
	turns = LLVMBuildSelect(builder, many, most, LLVMBuildSelect(builder, none, one, turns, ""), "");
	return LLVMBuildIntCast2(builder, LLVMBuildSub(builder, turns, one, ""), number, false, "");
}

// Stores of the loop go past the caches from the first turn on when they will in the last.  That is asked before the loop, where the
// builder stands.
static void tell_last(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef last)
{
	const struct aw_loop *loop = &lock->loops.loops.items[turn->loop];
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_INSTRUCTIONS_SAFE(call, lock->cfg.blocks[lock->loops.order[i]]) {
			LLVMValueRef number = aw_simd_past_turn(call);
			if (!number || !LLVMIsAPHINode(number) || LLVMGetInstructionParent(number) != turn->header)
				continue;
			LLVMValueRef once = LLVMInstructionClone(call);
			LLVMSetOperand(once, 0, last);
			LLVMInsertIntoBuilder(lock->unit->builder, once);
			aw_llvm_replace(call, once);
		}
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

// TARGET is reached from the copy of FROM, too, as it is from FROM.
static void add_way(LLVMBasicBlockRef target, const struct aw_loop_copy *copy, LLVMBasicBlockRef from)
{
	LLVMBasicBlockRef other = aw_loop_copy_block(copy, from);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(target); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		assert(aw_llvm_incoming(phi, from) && !aw_llvm_incoming(phi, other));
		LLVMValueRef value = aw_loop_copy_value(copy, aw_llvm_incoming(phi, from));
		LLVMAddIncoming(phi, &value, &other, 1);
	}
}

// In the copy gangs go through memory one behind the other, so what a store will write is asked for as outside of loops.
static void ask_ahead(const struct aw_lock *lock, const struct aw_loop_copy *copy)
{
	for (uint32_t i = 0; i < copy->count; i++)
		AW_FOR_INSTRUCTIONS_SAFE(store, copy->copies[i]) {
			struct aw_access access;
			if (!aw_access_find(store, &access) || !access.value || LLVMGetTypeKind(access.type) != LLVMVectorTypeKind ||
			    aw_simd_is_past(store) || aw_access_is_shared(access.address))
				continue;
			aw_llvm_at(lock->unit->builder, LLVMGetNextInstruction(store));
			aw_simd_ask_ahead(lock->unit, access.address);
		}
}

LLVMBasicBlockRef aw_short_loop_make(const struct aw_lock *lock, const struct aw_turn *turn)
{
	struct walk walk;
	if (!has_one_way_out(lock, turn) || !find_walk(lock, turn, &walk))
		return NULL;
	struct aw_loop_copy copy;
	LLVMBasicBlockRef way = aw_llvm_split_before(LLVMGetBasicBlockTerminator(turn->before));
	aw_loop_copy_make(&lock->loops, &lock->cfg, turn->loop, way, &copy);
	LLVMBasicBlockRef header = aw_loop_copy_block(&copy, turn->header), other = aw_loop_copy_block(&copy, way);
	add_way(turn->exit, &copy, turn->latch);
	if (turn->other)
		add_way(turn->other, &copy, way);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(turn->before);
	aw_llvm_at(lock->unit->builder, end);
	tell_last(lock, turn, build_last(lock, &walk));
	LLVMBuildCondBr(lock->unit->builder, build_test(lock, &walk), other, way);
	aw_llvm_erase(end);
	ask_ahead(lock, &copy);
	aw_loop_copy_finish(&copy);
	return header;
}
