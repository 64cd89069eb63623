// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loops are locked (lock_loops.c).  One in which a thread could wait for others is left alone: that looks at what an
// atomic found, or makes volatile accesses, fences or calls.  Atomics whose results nobody sees may stand in it, and
// loops of the gang's own within the turn.
//
// It costs that a gang's state goes to memory (gang_state.c), so a loop must be worth it: either its end differs among
// gangs, as that of a grid-stride loop does, and its step isn't small; or all gangs make the same turns, many of them, and
// walk through memory in leaps: down a column of a matrix, through the layers of a volume.  Shared memory is near, however a loop walks
// through it.
#include <assert.h>

#include "../analysis/access.h"
#include "lock_loop.h"
#include "short_loops.h"
#include "simd_asserts.h"
#include "simd_past.h"

enum { MOST_STATE = 512 }; // bytes a gang
enum { FEW_TURNS = 64 };   // of a loop whose end is known: what it walks over is small

static bool in_loop(const struct aw_lock *lock, uint32_t loop, LLVMValueRef value)
{
	return aw_loop_has_value(&lock->loops, &lock->cfg, loop, value);
}

// The address of an access of a whole vector; NULL for other instructions.
static LLVMValueRef vector_address(LLVMValueRef instruction)
{
	struct aw_access access;
	bool vector = aw_access_find(instruction, &access) && LLVMGetTypeKind(access.type) == LLVMVectorTypeKind;
	return vector ? access.address : NULL;
}

static bool is_harmless_call(LLVMValueRef call)
{
	const char *name = aw_llvm_callee_name(call);
	if (aw_starts_with(name, "llvm.masked.") || aw_simd_is_assert(call))
		return true;
	return aw_block_call_is_pure(call) && !aw_starts_with(name, "aw.block.");
}

// Whether LOAD begins an atomic operation on shared memory that was made plain (simd_atomic.c) and whose result nobody
// sees: a thread can't wait for what it doesn't look at.
static bool begins_update(LLVMValueRef load)
{
	LLVMValueRef value = aw_llvm_only_user(load);
	if (value && aw_llvm_is_op(value, LLVMBitCast))
		value = aw_llvm_only_user(value); // a row of counters (simd_tally.c)
	LLVMValueRef store = value ? aw_llvm_only_user(value) : NULL;
	return LLVMGetOrdering(load) == LLVMAtomicOrderingUnordered && store && LLVMIsAStoreInst(store) &&
	       LLVMGetOperand(store, 0) == value && LLVMGetOperand(store, 1) == LLVMGetOperand(load, 0);
}

bool aw_lock_may_hold(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMAtomicCmpXchg: case LLVMFence: case LLVMAlloca:
		return false;
	case LLVMAtomicRMW:
		return !LLVMGetFirstUse(instruction) && !LLVMGetVolatile(instruction);
	case LLVMLoad:
		return !LLVMGetVolatile(instruction) &&
		       (LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic || begins_update(instruction));
	case LLVMStore:
		return aw_llvm_is_plain(instruction);
	case LLVMCall:
		return is_harmless_call(instruction);
	default:
		return true;
	}
}

LLVMValueRef aw_lock_step(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef phi, LLVMValueRef *becomes)
{
	assert(LLVMIsAPHINode(phi) && LLVMGetInstructionParent(phi) == turn->header);
	LLVMValueRef next = aw_llvm_incoming(phi, turn->latch);
	if (!next || !LLVMIsAInstruction(next))
		return NULL;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(next);
	if ((opcode != LLVMAdd && opcode != LLVMGetElementPtr) || LLVMGetNumOperands(next) != 2)
		return NULL;
	unsigned other = LLVMGetOperand(next, 0) == phi ? 1 : 0;
	LLVMValueRef step = LLVMGetOperand(next, other);
	if (LLVMGetOperand(next, 1 - other) != phi || in_loop(lock, turn->loop, step) ||
	    !aw_block_uniform(&lock->uniformity, step))
		return NULL;
	*becomes = next;
	return step;
}

// By how much the numbers that end the loop go up from lane to lane.
static int64_t lane_step(const struct aw_turn *turn)
{
	LLVMValueRef comparison = aw_walk_comparison(turn);
	for (unsigned i = 0; comparison && i < 2; i++) {
		LLVMValueRef row = LLVMGetOperand(comparison, i);
		LLVMValueRef lanes = aw_llvm_is_op(row, LLVMAdd) || aw_llvm_is_op(row, LLVMOr) ? LLVMGetOperand(row, 1) : NULL;
		int64_t first, second;
		if (lanes && LLVMIsAConstantDataVector(lanes) && aw_llvm_constant(LLVMGetAggregateElement(lanes, 0), &first) &&
		    aw_llvm_constant(LLVMGetAggregateElement(lanes, 1), &second) && second > first)
			return second - first;
	}
	return 1;
}

// Whether PHI goes up or down by more than what a gang has.
static bool strides(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef phi)
{
	LLVMValueRef next, step = aw_lock_step(lock, turn, phi, &next);
	int64_t number, width = (int64_t)lock->width * lane_step(turn);
	return step && (!aw_llvm_constant(step, &number) || number > width || number < -width);
}

// How VALUE changes from turn to turn.
enum change { STAYS, CREEPS, LEAPS, UNKNOWN };

static enum change change_of(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef value, unsigned depth);

static enum change change_of_product(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef value, unsigned depth)
{
	enum change a = change_of(lock, turn, LLVMGetOperand(value, 0), depth);
	enum change b = change_of(lock, turn, LLVMGetOperand(value, 1), depth);
	if (a == UNKNOWN || b == UNKNOWN || (a != STAYS && b != STAYS))
		return UNKNOWN;
	if (a == STAYS && b == STAYS)
		return STAYS;
	int64_t times;
	bool few = aw_llvm_is_multiple(value, &times) && times >= 0 && times <= (int64_t)lock->width;
	return few && a != LEAPS && b != LEAPS ? CREEPS : LEAPS;
}

// LEAPS: by what isn't known to be small.
static enum change change_of(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef value, unsigned depth)
{
	LLVMValueRef next;
	if (!in_loop(lock, turn->loop, value))
		return STAYS;
	if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == turn->header)
		return !aw_lock_step(lock, turn, value, &next) ? UNKNOWN : strides(lock, turn, value) ? LEAPS : CREEPS;
	if (!depth)
		return UNKNOWN;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMMul: case LLVMShl:
		return change_of_product(lock, turn, value, depth - 1);
	case LLVMAdd: case LLVMSub: case LLVMGetElementPtr: case LLVMSExt: case LLVMZExt: case LLVMTrunc: case LLVMOr: {
		enum change most = STAYS;
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
			enum change here = change_of(lock, turn, LLVMGetOperand(value, i), depth - 1);
			most = here > most ? here : most;
		}
		return most;
	}
	default:
		return UNKNOWN;
	}
}

// Whether the loop ends after a known small number of turns.
static bool ends_soon(const struct aw_turn *turn)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(turn->latch), condition = LLVMGetCondition(end);
	int64_t number;
	return LLVMIsAICmpInst(condition) && aw_llvm_constant(LLVMGetOperand(condition, 1), &number) && number <= FEW_TURNS &&
	       number >= -FEW_TURNS;
}

// A loop of which all gangs make the same turns is locked when it leaps through memory: columns, or layer by layer.
static bool leaps(const struct aw_lock *lock, const struct aw_turn *turn)
{
	enum { DEEP = 8 };
	const struct aw_loop *loop = &lock->loops.loops.items[turn->loop];
	if (ends_soon(turn))
		return false;
	for (uint32_t i = loop->first; i < loop->end; i++) {
		if (lock->loops.innermost[lock->loops.order[i]] != turn->loop)
			continue; // a loop in it has its own walk
		AW_FOR_INSTRUCTIONS(instruction, lock->cfg.blocks[lock->loops.order[i]]) {
			LLVMValueRef address = vector_address(instruction);
			if (address && !aw_access_is_shared(address) && change_of(lock, turn, address, DEEP) == LEAPS)
				return true;
		}
	}
	return false;
}

static bool is_worth_it(const struct aw_lock *lock, const struct aw_turn *turn)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(lock->unit->module);
	unsigned long long state = 0;
	bool found = false;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(turn->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		if (aw_block_uniform(&lock->uniformity, phi))
			continue;
		state += LLVMABISizeOfType(layout, LLVMTypeOf(phi));
		found |= strides(lock, turn, phi);
	}
	return (turn->together ? leaps(lock, turn) : found) && state <= MOST_STATE;
}

static bool is_reached_by_all(const struct aw_lock *lock, uint32_t block, unsigned depth)
{
	enum { DEEP = 16 };
	if (depth > DEEP)
		return false;
	AW_FOR_DECISIONS(&lock->dependence, block, decision) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(lock->cfg.blocks[decision->block]);
		if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) ||
		    !aw_block_uniform(&lock->uniformity, LLVMGetCondition(end)))
			return false;
		if (decision->block != block && !is_reached_by_all(lock, decision->block, depth + 1))
			return false;
	}
	return true;
}

bool aw_lock_reached_by_all(const struct aw_lock *lock, uint32_t block)
{
	return is_reached_by_all(lock, block, 0);
}

// Whether all gangs that are in have the same VALUE in their Nth turn, whichever gangs come to the loop.
static bool same_in_turn(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef value, unsigned depth)
{
	enum { DEEP = 8 };
	if (!in_loop(lock, turn->loop, value))
		return aw_block_uniform(&lock->uniformity, value);
	if (LLVMIsAPHINode(value)) {
		LLVMValueRef next;
		return LLVMGetInstructionParent(value) == turn->header && aw_lock_step(lock, turn, value, &next) &&
		       aw_block_uniform(&lock->uniformity, aw_llvm_incoming(value, turn->before));
	}
	if (depth == DEEP || aw_llvm_is_op(value, LLVMLoad) || aw_llvm_is_op(value, LLVMCall))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!same_in_turn(lock, turn, LLVMGetOperand(value, i), depth + 1))
			return false;
	return LLVMGetNumOperands(value) > 0;
}

// The loop's one way in, back and out; false when it has others.
static bool find_ways(const struct aw_lock *lock, struct aw_turn *turn)
{
	const struct aw_loop *loop = &lock->loops.loops.items[turn->loop];
	uint32_t latch = AW_NONE, before = AW_NONE;
	AW_FOR_PREDECESSORS(&lock->cfg.graph, loop->header, from) {
		uint32_t *way = aw_loop_contains(&lock->loops, turn->loop, *from) ? &latch : &before;
		if (*way != AW_NONE)
			return false;
		*way = *from;
	}
	if (!loop->reducible || latch == AW_NONE || before == AW_NONE || aw_cfg_successor_count(&lock->cfg, latch) != 2)
		return false;
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_SUCCESSORS(&lock->cfg.graph, lock->loops.order[i], to)
			if (!aw_loop_contains(&lock->loops, turn->loop, *to) && lock->loops.order[i] != latch)
				return false;
	LLVMValueRef back = LLVMGetBasicBlockTerminator(lock->cfg.blocks[latch]);
	LLVMValueRef in = LLVMGetBasicBlockTerminator(lock->cfg.blocks[before]);
	turn->header = lock->cfg.blocks[loop->header];
	turn->latch = lock->cfg.blocks[latch];
	turn->before = lock->cfg.blocks[before];
	turn->number = before;
	turn->together = same_in_turn(lock, turn, LLVMGetCondition(back), 0);
	if (!LLVMIsABranchInst(in))
		return false;
	turn->exit = LLVMGetSuccessor(back, LLVMGetSuccessor(back, 0) == turn->header);
	turn->other = LLVMIsConditional(in) ? LLVMGetSuccessor(in, LLVMGetSuccessor(in, 0) == turn->header) : NULL;
	assert(turn->exit == turn->header || !aw_loop_contains(&lock->loops, turn->loop, aw_cfg_number(&lock->cfg, turn->exit)));
	turn->reached = is_reached_by_all(lock, before, 0);
	return turn->exit != turn->header;
}

bool aw_lock_chooses(const struct aw_lock *lock, struct aw_turn *turn)
{
	assert(turn->loop < lock->loops.loops.count && !turn->header);
	const struct aw_loop *loop = &lock->loops.loops.items[turn->loop];
	bool found = false;
	for (uint32_t i = loop->first; i < loop->end; i++) {
		AW_FOR_INSTRUCTIONS(instruction, lock->cfg.blocks[lock->loops.order[i]]) {
			LLVMValueRef address = vector_address(instruction);
			if (!aw_lock_may_hold(instruction))
				return false;
			bool far = address && !aw_access_is_shared(address);
			found |= far;
			bool another = LLVMIsAStoreInst(instruction) && aw_simd_is_past(instruction); // way to do a store that is counted
			turn->vectors += far && !another;
			turn->writes |= address && LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVoidTypeKind;
		}
	}
	return found && find_ways(lock, turn) && is_worth_it(lock, turn);
}
