// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A locked loop (lock_loops.c) goes through memory in pieces as long as a block and far from one another, too short for
// the hardware to find the pattern: each turn would begin with misses.  But the addresses of the next turn are known: they
// are those of this turn computed from what the loop carries on.  A prefetch doesn't fault, so it matters not whether
// there is a next turn, and it comes a whole turn of the block ahead.
//
// Where stores go past the caches (simd_past.c) their lines are not to be had: something that is there is asked for then.
#include "prefetch_turn.h"

#include "../analysis/access.h"
#include "simd_past.h"

enum { LINE = 64, DEPTH = 16, MOST_LINES = 4 };

struct prefetch {
	struct aw_unit *unit;
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	uint32_t loop;
	LLVMBasicBlockRef header, latch;
	LLVMValueRef past; // in this turn stores go past the caches; NULL: never
};

static bool in_loop(const struct prefetch *prefetch, LLVMValueRef value)
{
	return aw_loop_has_value(prefetch->loops, prefetch->cfg, prefetch->loop, value);
}

static bool is_arithmetic(LLVMValueRef value)
{
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMAnd: case LLVMOr:
	case LLVMSExt: case LLVMZExt: case LLVMTrunc: case LLVMGetElementPtr:
		return true;
	default:
		return false;
	}
}

// VALUE as it is in the next turn, computed where the builder stands; NULL when it isn't simple arithmetic.
// *CHANGES is set when it depends on what the loop carries.
static LLVMValueRef next_value(const struct prefetch *prefetch, LLVMValueRef value, unsigned depth, bool *changes)
{
	if (!in_loop(prefetch, value))
		return value;
	if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == prefetch->header) {
		*changes = true;
		return aw_llvm_incoming(value, prefetch->latch);
	}
	if (!depth || !is_arithmetic(value))
		return NULL;
	LLVMValueRef copy = LLVMInstructionClone(value);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
		LLVMValueRef operand = next_value(prefetch, LLVMGetOperand(value, i), depth - 1, changes);
		if (!operand) {
			LLVMDeleteInstruction(copy);
			return NULL;
		}
		LLVMSetOperand(copy, i, operand);
	}
	LLVMInsertIntoBuilder(prefetch->unit->builder, copy);
	return copy;
}

static void ask_for(const struct prefetch *prefetch, LLVMValueRef address, uint64_t size, bool writes)
{
	for (uint64_t line = 0; line * LINE < size && line < MOST_LINES; line++)
		aw_simd_prefetch(prefetch->unit, address, line * LINE, writes);
}

// Asks at the loop's end whether it is the time for stores past the caches, if a store of the loop does.
static LLVMValueRef find_past(const struct prefetch *prefetch)
{
	const struct aw_loop *range = &prefetch->loops->loops.items[prefetch->loop];
	for (uint32_t i = range->first; i < range->end; i++)
		AW_FOR_INSTRUCTIONS(call, prefetch->cfg->blocks[prefetch->loops->order[i]]) {
			LLVMValueRef turn = aw_simd_past_turn(call);
			if (!turn || (in_loop(prefetch, turn) && LLVMGetInstructionParent(turn) != prefetch->header))
				continue;
			LLVMValueRef copy = LLVMInstructionClone(call);
			LLVMInsertIntoBuilder(prefetch->unit->builder, copy);
			return copy;
		}
	return NULL;
}

static LLVMValueRef something_cached(const struct prefetch *prefetch)
{
	LLVMBuilderRef builder = prefetch->unit->builder;
	LLVMBasicBlockRef back = LLVMGetInsertBlock(builder);
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(back))));
	LLVMValueRef slot = LLVMBuildAlloca(builder, LLVMInt8TypeInContext(prefetch->unit->context), "cached");
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(back));
	return slot;
}

void aw_prefetch_turn(struct aw_unit *unit, const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop,
                      LLVMBasicBlockRef latch)
{
	const struct aw_loop *range = &loops->loops.items[loop];
	struct prefetch prefetch = { unit, cfg, loops, loop, cfg->blocks[range->header], latch, NULL };
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(unit->module);
	AW_VEC(LLVMValueRef) accesses = { 0 };
	for (uint32_t i = range->first; i < range->end; i++)
		AW_FOR_INSTRUCTIONS(instruction, cfg->blocks[loops->order[i]])
			aw_need(aw_vec_push(&accesses, instruction));
	aw_llvm_at(unit->builder, LLVMGetBasicBlockTerminator(latch));
	prefetch.past = find_past(&prefetch);
	for (size_t i = 0; i < accesses.count; i++) {
		struct aw_access access;
		bool changes = false, found = aw_access_find(accesses.items[i], &access);
		if (!found || LLVMGetTypeKind(access.type) != LLVMVectorTypeKind || (access.value && aw_simd_is_past(accesses.items[i])))
			continue;
		LLVMValueRef next = next_value(&prefetch, access.address, DEPTH, &changes);
		if (next && changes && access.value && prefetch.past)
			next = LLVMBuildSelect(unit->builder, prefetch.past, something_cached(&prefetch), next, "");
		if (next && changes)
			ask_for(&prefetch, next, LLVMABISizeOfType(layout, access.type), access.value != NULL);
	}
	aw_vec_finish(&accesses);
}
