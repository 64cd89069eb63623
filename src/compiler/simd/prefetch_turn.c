// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A locked loop (lock_loops.c) goes through memory in pieces as long as a block and far from one another, too short for
// the hardware to find the pattern: each turn would begin with misses.  But the addresses of the turns to come are known: they
// are those of this turn computed from what the loop carries on.  A prefetch doesn't fault, so it matters not whether
// there is a next turn, and it comes a whole turn of the block ahead.
//
// They are asked for into the second cache.  The pieces of a strip, those of the next one, and what the gangs keep may be more than the
// first one holds, all the more as grids mostly stride by powers of two; and what is asked for into that waits in one of its few line
// buffers, which a loop that mostly reads has too little of.
//
// Where many blocks go together (gang_span.c) their pieces are one, which is long enough for the hardware, and more than the second cache
// holds until it is needed: then the next turn's isn't asked for.
//
// The first turn's memory is asked for where the gangs come to the loop, one after the other and without loading anything.
//
// A loop with barriers walks block by block, in pieces as short. There each load asks for the next turn's piece beside it, so
// that it comes while the block computes and waits; what is stored there mostly is shared memory.
//
// Where stores go past the caches (simd_past.c) their lines are not to be had: something that is there is asked for then.
#include "prefetch_turn.h"

#include <assert.h>
#include <string.h>

#include "../analysis/access.h"
#include "prefetch.h"
#include "simd_past.h"

enum { DEPTH = 16 };
enum { LONG = 4096 }; // threads in a row from which on the hardware finds what they load
enum { MOST_BESIDE = 4 }; // loads in a turn of a loop with barriers; more would be much work

typedef AW_VEC(LLVMValueRef) instructions;

struct prefetch {
	const struct aw_lock *lock;
	const struct aw_turn *turn;
	LLVMBuilderRef builder;
	LLVMValueRef past; // in this turn stores go past the caches; NULL: never
	enum { AT_END, BESIDE, AT_ENTRY } place; // where the builder stands: at the turn's end, beside an access, in front of the loop
};

static bool in_loop(const struct prefetch *prefetch, LLVMValueRef value)
{
	return aw_loop_has_value(&prefetch->lock->loops, &prefetch->lock->cfg, prefetch->turn->loop, value);
}

// What PHI of the header is a strip later, or in the first turn, computed where the builder stands; NULL when that isn't known yet.
static LLVMValueRef next_phi(const struct prefetch *prefetch, LLVMValueRef phi)
{
	LLVMValueRef becomes, step = aw_lock_step(prefetch->lock, prefetch->turn, phi, &becomes);
	unsigned more = prefetch->turn->strip - 1;
	if (prefetch->place == AT_ENTRY)
		return aw_llvm_incoming(phi, prefetch->turn->before);
	if (prefetch->place == BESIDE)
		return step && aw_llvm_is_op(becomes, LLVMAdd) ? LLVMBuildAdd(prefetch->builder, phi, step, "") : NULL;
	if (!more)
		return aw_llvm_incoming(phi, prefetch->turn->latch);
	if (!step || LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMIntegerTypeKind)
		return NULL;
	LLVMValueRef rest = LLVMBuildMul(prefetch->builder, step, LLVMConstInt(LLVMTypeOf(step), more, false), "");
	return LLVMBuildAdd(prefetch->builder, becomes, rest, "");
}

// VALUE as it is then, computed where the builder stands, for gangs that come to it and for others; NULL when it isn't simple arithmetic.
// *CHANGES is set when it depends on what the loop carries.
static LLVMValueRef next_value(const struct prefetch *prefetch, LLVMValueRef value, unsigned depth, bool *changes)
{
	if (!in_loop(prefetch, value))
		return value;
	if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == prefetch->turn->header) {
		*changes = true;
		return next_phi(prefetch, value);
	}
	if (!depth || !aw_prefetch_can_repeat(value))
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
	aw_llvm_drop_promises(copy);
	LLVMInsertIntoBuilder(prefetch->builder, copy);
	return copy;
}

// Whether it is the time for stores past the caches, if ASKED is that question; asked at the loop's end where it wasn't before the loop.
static LLVMValueRef ask_past(const struct prefetch *prefetch, LLVMValueRef asked)
{
	LLVMValueRef turn = aw_simd_past_turn(asked);
	if (!turn || !in_loop(prefetch, asked))
		return turn ? asked : NULL;
	if (in_loop(prefetch, turn) && LLVMGetInstructionParent(turn) != prefetch->turn->header)
		return NULL;
	LLVMValueRef copy = LLVMInstructionClone(asked);
	LLVMInsertIntoBuilder(prefetch->builder, copy);
	return copy;
}

// The same for the first of the loop's stores that asks; NULL: none does.
static LLVMValueRef find_past(const struct prefetch *prefetch)
{
	const struct aw_lock *lock = prefetch->lock;
	const struct aw_loop *range = &lock->loops.loops.items[prefetch->turn->loop];
	for (uint32_t i = range->first; i < range->end; i++)
		AW_FOR_INSTRUCTIONS(user, lock->cfg.blocks[lock->loops.order[i]])
			for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++) {
				LLVMValueRef past = ask_past(prefetch, LLVMGetOperand(user, k));
				if (past)
					return past;
			}
	return NULL;
}

static LLVMValueRef something_cached(const struct prefetch *prefetch)
{
	LLVMBuilderRef builder = prefetch->builder;
	LLVMBasicBlockRef back = LLVMGetInsertBlock(builder);
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(back))));
	LLVMValueRef slot = LLVMBuildAlloca(builder, LLVMInt8TypeInContext(prefetch->lock->unit->context), "cached");
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(back));
	return slot;
}

// Whether the rows that a turn loads are long, where the builder stands.
static LLVMValueRef are_long(const struct prefetch *prefetch)
{
	LLVMBuilderRef builder = prefetch->builder;
	LLVMModuleRef module = prefetch->lock->unit->module;
	LLVMValueRef threads = aw_llvm_ask(builder, module, "llvm.nvvm.read.ptx.sreg.ntid.x");
	LLVMTypeRef number = LLVMTypeOf(threads), type = LLVMFunctionType(number, NULL, 0, false);
	LLVMValueRef blocks = LLVMBuildCall2(builder, type, aw_llvm_declare(module, "aw.span.count", type), NULL, 0, "");
	LLVMValueRef all = LLVMBuildMul(builder, threads, blocks, ""); // 0 where a block goes alone
	return LLVMBuildICmp(builder, LLVMIntUGE, all, LLVMConstInt(number, LONG, false), "");
}

// Asks in front of the loop for what ACCESS loads in the first turn.
static void ask_at_entry(const struct prefetch *at_end, const struct aw_access *access)
{
	struct prefetch prefetch = *at_end;
	bool changes = false;
	prefetch.place = AT_ENTRY;
	aw_llvm_at(prefetch.builder, LLVMGetBasicBlockTerminator(prefetch.turn->before));
	LLVMValueRef first = next_value(&prefetch, access->address, DEPTH, &changes);
	uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(prefetch.lock->unit->module), access->type);
	if (first && changes)
		aw_prefetch_row(prefetch.lock->unit, first, size, AW_PREFETCH_READ_LATER);
	aw_llvm_at(prefetch.builder, LLVMGetBasicBlockTerminator(prefetch.turn->latch));
}

void aw_prefetch_turn(const struct aw_lock *lock, const struct aw_turn *turn)
{
	const struct aw_loop *range = &lock->loops.loops.items[turn->loop];
	struct prefetch prefetch = { lock, turn, lock->unit->builder, NULL, AT_END };
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(lock->unit->module);
	instructions accesses = { 0 };
	LLVMValueRef long_rows = NULL, needless;
	for (uint32_t i = range->first; i < range->end; i++)
		AW_FOR_INSTRUCTIONS(instruction, lock->cfg.blocks[lock->loops.order[i]])
			aw_need(aw_vec_push(&accesses, instruction));
	aw_llvm_at(prefetch.builder, LLVMGetBasicBlockTerminator(turn->latch));
	prefetch.past = find_past(&prefetch);
	for (size_t i = 0; i < accesses.count; i++) {
		struct aw_access access;
		bool changes = false, found = aw_access_find(accesses.items[i], &access);
		if (!found || LLVMGetTypeKind(access.type) != LLVMVectorTypeKind || (access.value && aw_simd_is_past(accesses.items[i])))
			continue;
		LLVMValueRef next = next_value(&prefetch, access.address, DEPTH, &changes);
		if (next && changes && !access.value && !long_rows)
			long_rows = are_long(&prefetch);
		needless = access.value ? prefetch.past : long_rows;
		if (next && changes && needless)
			next = LLVMBuildSelect(prefetch.builder, needless, something_cached(&prefetch), next, "");
		if (next && changes)
			aw_prefetch_row(lock->unit, next, LLVMABISizeOfType(layout, access.type), access.value ? AW_PREFETCH_WRITE : AW_PREFETCH_READ_LATER);
		if (next && changes && !access.value)
			ask_at_entry(&prefetch, &access);
	}
	aw_vec_finish(&accesses);
}

// --- loops with barriers ---

static bool has_barrier(const struct aw_lock *lock, uint32_t loop)
{
	const struct aw_loop *range = &lock->loops.loops.items[loop];
	for (uint32_t i = range->first; i < range->end; i++)
		if (lock->loops.innermost[lock->loops.order[i]] == loop)
			AW_FOR_INSTRUCTIONS(call, lock->cfg.blocks[lock->loops.order[i]])
				if (!strcmp(aw_llvm_callee_name(call), "llvm.nvvm.barrier0"))
					return true;
	return false;
}

// The block that leads back to the loop's header; NULL when there are several.
static LLVMBasicBlockRef only_latch(const struct aw_lock *lock, uint32_t loop)
{
	LLVMBasicBlockRef latch = NULL;
	AW_FOR_PREDECESSORS(&lock->cfg.graph, lock->loops.loops.items[loop].header, from) {
		if (!aw_loop_contains(&lock->loops, loop, *from))
			continue;
		if (latch)
			return NULL;
		latch = lock->cfg.blocks[*from];
	}
	return latch;
}

// Loads of rows that stand in the loop, but in no loop in it.
static void find_loads(const struct aw_lock *lock, uint32_t loop, instructions *loads)
{
	const struct aw_loop *range = &lock->loops.loops.items[loop];
	for (uint32_t i = range->first; i < range->end; i++) {
		if (lock->loops.innermost[lock->loops.order[i]] != loop)
			continue;
		AW_FOR_INSTRUCTIONS(load, lock->cfg.blocks[lock->loops.order[i]]) {
			struct aw_access access;
			if (aw_access_find(load, &access) && !access.value && LLVMGetTypeKind(access.type) == LLVMVectorTypeKind &&
			    !aw_access_is_shared(access.address))
				aw_need(aw_vec_push(loads, load));
		}
	}
}

static void ask_beside(const struct aw_lock *lock, const struct aw_turn *turn, LLVMValueRef load)
{
	struct prefetch prefetch = { lock, turn, lock->unit->builder, NULL, BESIDE };
	struct aw_access access;
	bool changes = false, found = aw_access_find(load, &access);
	assert(found);
	aw_llvm_at(prefetch.builder, LLVMGetNextInstruction(load));
	LLVMValueRef next = next_value(&prefetch, access.address, DEPTH, &changes);
	uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(lock->unit->module), access.type);
	if (next && changes)
		aw_prefetch_row(lock->unit, next, size, AW_PREFETCH_READ);
}

void aw_prefetch_barrier_turns(const struct aw_lock *lock)
{
	for (uint32_t loop = 0; loop < lock->loops.loops.count; loop++) {
		struct aw_turn turn = { .loop = loop, .strip = 1, .latch = only_latch(lock, loop) };
		instructions loads = { 0 };
		if (!turn.latch || !lock->loops.loops.items[loop].reducible || !has_barrier(lock, loop))
			continue;
		turn.header = lock->cfg.blocks[lock->loops.loops.items[loop].header];
		find_loads(lock, loop, &loads);
		for (size_t i = 0; i < loads.count && loads.count <= MOST_BESIDE; i++)
			ask_beside(lock, &turn, loads.items[i]);
		aw_vec_finish(&loads);
	}
}
