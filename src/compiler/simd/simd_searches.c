// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that search and end early when another thread has found something:
//
//     for (int i = first; i < n && i < atomic_load(found); i += stride)
//         if (matches(i))
//             atomicMin(found, i);
//
// Such a loop ends whatever others do, at the end of what it goes through, so it waits for nobody.  It has a counter with a bound, and
// does something with the counter: one that only counts how often it has looked waits, until it loses patience.  The bound stays, or is
// read anew each turn from the same place, as a row's end behind atomics that might have changed it.
#include "simd.h"

#include <assert.h>

enum {
	DEEP = 4,    // casts and sums between a counter and what counts
	SETTLED = 8, // operations, or phis, between what was before the loop and its bound
};

struct counter {
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	uint32_t loop;
	LLVMValueRef phi;
};

static bool in_loop(const struct counter *counter, LLVMValueRef value)
{
	return aw_loop_has_value(counter->loops, counter->cfg, counter->loop, value);
}

static bool is_cast(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMZExt) || aw_llvm_is_op(value, LLVMSExt) || aw_llvm_is_op(value, LLVMTrunc) ||
	       aw_llvm_is_op(value, LLVMFreeze);
}

// Whether VALUE is the counter or its next value, perhaps in another width.
static bool is_counter(const struct counter *counter, LLVMValueRef value, unsigned depth)
{
	if (value == counter->phi)
		return true;
	if (!depth || !LLVMIsAInstruction(value))
		return false;
	bool moves = aw_llvm_is_op(value, LLVMAdd) || aw_llvm_is_op(value, LLVMSub);
	if (!is_cast(value) && !(moves && !in_loop(counter, LLVMGetOperand(value, 1))))
		return false;
	return is_counter(counter, LLVMGetOperand(value, 0), depth - 1);
}

// Whether each turn adds the same to the phi.
static bool counts(const struct counter *counter)
{
	if (LLVMGetTypeKind(LLVMTypeOf(counter->phi)) != LLVMIntegerTypeKind)
		return false;
	for (unsigned i = 0; i < LLVMCountIncoming(counter->phi); i++) {
		uint32_t from = aw_cfg_number(counter->cfg, LLVMGetIncomingBlock(counter->phi, i));
		LLVMValueRef next = LLVMGetIncomingValue(counter->phi, i);
		if (from != AW_NONE && aw_loop_contains(counter->loops, counter->loop, from) &&
		    (next == counter->phi || !is_counter(counter, next, DEEP)))
			return false;
	}
	return true;
}

// Whether each turn adds 1 or takes it away, so that the phi comes by every number.
static bool counts_by_one(const struct counter *counter)
{
	int64_t step = 0;
	for (unsigned i = 0; i < LLVMCountIncoming(counter->phi); i++) {
		LLVMValueRef next = LLVMGetIncomingValue(counter->phi, i);
		if (in_loop(counter, next) && (!aw_llvm_is_op(next, LLVMAdd) || LLVMGetOperand(next, 0) != counter->phi ||
		                               !aw_llvm_constant(LLVMGetOperand(next, 1), &step) || (step != 1 && step != -1)))
			return false;
	}
	return true;
}

// Whether VALUE is of before the loop, or computed or plainly loaded from such alone.
static bool is_fixed(const struct counter *counter, LLVMValueRef value, unsigned depth)
{
	if (!in_loop(counter, value))
		return true;
	bool computes = aw_llvm_is_op(value, LLVMGetElementPtr) || aw_llvm_is_op(value, LLVMAdd) || aw_llvm_is_op(value, LLVMSub) ||
	                aw_llvm_is_op(value, LLVMMul) || is_cast(value);
	if (!depth || (!computes && !(aw_llvm_is_op(value, LLVMLoad) && aw_llvm_is_plain(value))))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!is_fixed(counter, LLVMGetOperand(value, i), depth - 1))
			return false;
	return true;
}

struct settling {
	LLVMValueRef phis[SETTLED]; // that were come to
	unsigned count;
};

// Whether VALUE is fixed in every turn, perhaps left from the one before.
static bool is_settled(const struct counter *counter, LLVMValueRef value, struct settling *settling)
{
	if (in_loop(counter, value) && is_cast(value))
		return is_settled(counter, LLVMGetOperand(value, 0), settling);
	if (!in_loop(counter, value) || !LLVMIsAPHINode(value))
		return is_fixed(counter, value, SETTLED);
	for (unsigned i = 0; i < settling->count; i++)
		if (settling->phis[i] == value)
			return true;
	if (settling->count == SETTLED)
		return false;
	settling->phis[settling->count++] = value;
	for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
		if (!is_settled(counter, LLVMGetIncomingValue(value, i), settling))
			return false;
	return true;
}

static bool bounds(const struct counter *counter, LLVMValueRef value, LLVMValueRef bound)
{
	struct settling settling = { .count = 0 };
	return is_counter(counter, value, DEEP) && is_settled(counter, bound, &settling);
}

// Whether the way from BLOCK to TO leaves the loop, at once or by TO's branch on what this way brings, as that of (in range && matches).
static bool leads_out(const struct counter *counter, uint32_t block, uint32_t to)
{
	if (!aw_loop_contains(counter->loops, counter->loop, to))
		return true;
	LLVMBasicBlockRef from = counter->cfg->blocks[block], next = counter->cfg->blocks[to];
	LLVMValueRef end = LLVMGetBasicBlockTerminator(next);
	LLVMValueRef phi = aw_llvm_is_op(end, LLVMBr) && LLVMIsConditional(end) ? LLVMGetCondition(end) : NULL;
	if (!phi || !LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != next)
		return false;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef brought = LLVMGetIncomingValue(phi, i);
		if (LLVMGetIncomingBlock(phi, i) == from && LLVMIsAConstantInt(brought))
			return !aw_loop_contains(counter->loops, counter->loop,
			                         aw_cfg_number(counter->cfg, LLVMGetSuccessor(end, LLVMIsNull(brought))));
	}
	return false;
}

// Whether the branch at the end of BLOCK leaves the loop where the counter is beyond something that is settled, or, as LLVM makes of that,
// has come to it.
static bool is_bound(const struct counter *counter, uint32_t block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(counter->cfg->blocks[block]);
	bool leaves = false;
	AW_FOR_SUCCESSORS(&counter->cfg->graph, block, to)
		leaves |= leads_out(counter, block, *to);
	LLVMValueRef condition = leaves && aw_llvm_is_op(end, LLVMBr) && LLVMIsConditional(end) ? LLVMGetCondition(end) : NULL;
	if (!condition || !LLVMIsAICmpInst(condition))
		return false;
	bool equals = LLVMGetICmpPredicate(condition) == LLVMIntEQ || LLVMGetICmpPredicate(condition) == LLVMIntNE;
	if (equals && !counts_by_one(counter))
		return false;
	LLVMValueRef left = LLVMGetOperand(condition, 0), right = LLVMGetOperand(condition, 1);
	return bounds(counter, left, right) || bounds(counter, right, left);
}

// Whether every turn comes by a bound: at the header, or at the only way back to it.
static bool has_bound(const struct counter *counter)
{
	uint32_t header = counter->loops->loops.items[counter->loop].header, latch = AW_NONE, latches = 0;
	AW_FOR_PREDECESSORS(&counter->cfg->graph, header, from)
		if (aw_loop_contains(counter->loops, counter->loop, *from)) {
			latch = *from;
			latches++;
		}
	return is_bound(counter, header) || (latches == 1 && is_bound(counter, latch));
}

// Whether something in the loop is computed from VALUE, the counter, that doesn't only count or compare.
static bool is_used(const struct counter *counter, LLVMValueRef value, unsigned depth)
{
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		if (user == counter->phi || LLVMIsAICmpInst(user) || !in_loop(counter, user))
			continue;
		if (!is_counter(counter, user, DEEP) || (depth && is_used(counter, user, depth - 1)))
			return true;
	}
	return false;
}

bool aw_simd_is_search(const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop)
{
	assert(loop < loops->loops.count);
	LLVMBasicBlockRef header = cfg->blocks[loops->loops.items[loop].header];
	if (!loops->loops.items[loop].reducible)
		return false;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(header); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		struct counter counter = { cfg, loops, loop, phi };
		if (counts(&counter) && has_bound(&counter) && is_used(&counter, phi, DEEP))
			return true;
	}
	return false;
}
