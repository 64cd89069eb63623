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
// holds until it is needed: then the next turn's isn't asked for.  That isn't so where each block has a row of its own, far from others'.
//
// What this turn loads anyway, or has asked for, isn't asked for again: a stencil that walks up columns loads as its upper neighbour what
// is in the next turn the point itself, with its neighbours of the same row.
//
// The first turn's memory is asked for where the gangs come to the loop, one after the other and without loading anything.
//
// A loop with barriers walks block by block, in pieces as short. There each load asks for the next turn's piece beside it, so
// that it comes while the block computes and waits; what is stored there mostly is shared memory.
//
// Where stores go past the caches (simd_past.c) their lines are not to be had: something that is there is asked for then.  Those of gangs
// that don't store all of a line don't go there, and are asked for all the more: a store past the caches waits for all before it.
#include "prefetch_turn.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/access.h"
#include "../analysis/linear_form.h"
#include "prefetch.h"
#include "simd_past.h"

enum { DEPTH = 16 };
enum { LONG = 4096 }; // threads in a row from which on the hardware finds what they load
enum { LINE = 64, NEAR = LINE / 2 }; // bytes; the last piece of several may begin a little sooner than a line behind the one before
enum { MOST_BESIDE = 4 }; // loads in a turn of a loop with barriers; more would be much work

typedef AW_VEC(LLVMValueRef) instructions;
typedef AW_VEC(struct aw_linear_form) forms;

struct prefetch {
	const struct aw_lock *lock;
	const struct aw_turn *turn;
	LLVMBuilderRef builder;
	LLVMValueRef past; // in this turn stores go past the caches; NULL: never
	// Where the builder stands: at the turn's end, beside an access, in front of the loop; or at the turn's end, for what the strip's last
	// turn accesses, or for what this turn does, moved by SHIFT bytes.
	enum { AT_END, BESIDE, AT_ENTRY, LAST, SHIFTED } place;
	LLVMValueRef shift;
};

// What is in the caches or asked for: addresses of a turn's loads and of the next, and of the first turn's.
struct known {
	forms turn, first;
};

static bool in_loop(const struct prefetch *prefetch, LLVMValueRef value)
{
	return aw_loop_has_value(&prefetch->lock->loops, &prefetch->lock->cfg, prefetch->turn->loop, value);
}

// VALUE, which doesn't change while the gangs make a turn, where pointers are moved.
static LLVMValueRef shifted(const struct prefetch *prefetch, LLVMValueRef value)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(prefetch->lock->unit->context);
	LLVMValueRef shift = prefetch->shift;
	bool moves = prefetch->place == SHIFTED && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
	return moves ? LLVMBuildGEP2(prefetch->builder, byte, value, &shift, 1, "") : value;
}

// What PHI of the header is a strip later, or in the first turn, computed where the builder stands; NULL when that isn't known yet.
static LLVMValueRef next_phi(const struct prefetch *prefetch, LLVMValueRef phi)
{
	LLVMValueRef becomes, step = aw_lock_step(prefetch->lock, prefetch->turn, phi, &becomes);
	unsigned more = prefetch->turn->strip - 1;
	if (prefetch->place == AT_ENTRY)
		return aw_llvm_incoming(phi, prefetch->turn->before);
	if (prefetch->place == SHIFTED || (prefetch->place == LAST && !more))
		return shifted(prefetch, phi);
	if (prefetch->place == BESIDE)
		return step && aw_llvm_is_op(becomes, LLVMAdd) ? LLVMBuildAdd(prefetch->builder, phi, step, "") : NULL;
	if (!more)
		return aw_llvm_incoming(phi, prefetch->turn->latch);
	if (!step || LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMIntegerTypeKind)
		return NULL;
	LLVMValueRef rest = LLVMBuildMul(prefetch->builder, step, LLVMConstInt(LLVMTypeOf(step), more, false), "");
	return LLVMBuildAdd(prefetch->builder, prefetch->place == LAST ? phi : becomes, rest, "");
}

struct foresight {
	const struct prefetch *prefetch;
	bool *changes;
};

static bool foresee(void *user, LLVMValueRef value, LLVMValueRef *later)
{
	const struct foresight *foresight = user;
	const struct prefetch *prefetch = foresight->prefetch;
	if (!in_loop(prefetch, value)) {
		*later = shifted(prefetch, value);
		return true;
	}
	if (!LLVMIsAPHINode(value) || LLVMGetInstructionParent(value) != prefetch->turn->header)
		return false;
	*foresight->changes = true;
	*later = next_phi(prefetch, value);
	return true;
}

// VALUE as it is then, computed where the builder stands, for gangs that come to it and for others; NULL when it isn't simple arithmetic.
// *CHANGES is set when it depends on what the loop carries.
static LLVMValueRef next_value(const struct prefetch *prefetch, LLVMValueRef value, bool *changes)
{
	struct foresight foresight = { prefetch, changes };
	return aw_prefetch_repeat(prefetch->builder, value, DEPTH, foresee, &foresight);
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

// Whether the rows that a turn loads are long, where the builder stands, if blocks' pieces are one.
static LLVMValueRef are_long(const struct prefetch *prefetch)
{
	LLVMBuilderRef builder = prefetch->builder;
	LLVMModuleRef module = prefetch->lock->unit->module;
	LLVMValueRef threads = aw_llvm_ask_number(builder, module, "llvm.nvvm.read.ptx.sreg.ntid.x");
	LLVMValueRef blocks = aw_llvm_ask_number(builder, module, "aw.span.count");
	LLVMValueRef all = LLVMBuildMul(builder, threads, blocks, ""); // 0 where a block goes alone
	return LLVMBuildICmp(builder, LLVMIntUGE, all, LLVMConstInt(LLVMTypeOf(all), LONG, false), "");
}

// Whether FORM is near one of PLACES; it is one of them then.
static bool is_near(forms *places, const struct aw_linear_form *form)
{
	struct aw_linear_form apart;
	for (size_t i = 0; i < places->count; i++) {
		aw_linear_form_subtract(form, &places->items[i], &apart);
		if (form->base == places->items[i].base && apart.known && !apart.count && llabs(apart.constant) < NEAR)
			return true;
	}
	aw_need(aw_vec_push(places, *form));
	return false;
}

static bool is_block_number(LLVMValueRef value)
{
	return !strcmp(aw_intrinsic_register(aw_llvm_without_extension(value)), "ctaid.x");
}

// By how much VALUE goes up from block to block, 64 bits, where the builder stands; NULL: not at all, or that isn't known.
static LLVMValueRef step_of_blocks(const struct prefetch *prefetch, LLVMValueRef value)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(prefetch->lock->unit->context);
	LLVMValueRef product = aw_llvm_without_extension(value);
	if (is_block_number(product))
		return LLVMConstInt(wide, 1, false);
	if (!aw_llvm_is_op(product, LLVMMul))
		return NULL;
	LLVMValueRef a = LLVMGetOperand(product, 0), b = LLVMGetOperand(product, 1), other = is_block_number(a) ? b : a;
	return is_block_number(a) || is_block_number(b) ? LLVMBuildIntCast2(prefetch->builder, other, wide, false, "") : NULL;
}

// Whether the pieces that blocks load of elements of SIZE bytes in their first turn, at addresses of FORM, lie behind one another, where
// the builder stands; NULL: they aren't known not to.
static LLVMValueRef are_one(const struct prefetch *prefetch, const struct aw_linear_form *form, uint64_t size)
{
	LLVMBuilderRef builder = prefetch->builder;
	LLVMTypeRef wide = LLVMInt64TypeInContext(prefetch->lock->unit->context);
	LLVMValueRef sum = NULL;
	for (unsigned i = 0; i < form->count && form->known; i++) {
		LLVMValueRef step = step_of_blocks(prefetch, form->terms[i].value);
		step = step ? LLVMBuildMul(builder, step, LLVMConstInt(wide, (uint64_t)form->terms[i].factor, true), "") : NULL;
		sum = step && sum ? LLVMBuildAdd(builder, sum, step, "") : step ? step : sum;
	}
	if (!sum)
		return NULL;
	LLVMValueRef threads = aw_llvm_ask_number(builder, prefetch->lock->unit->module, "llvm.nvvm.read.ptx.sreg.ntid.x");
	LLVMValueRef row = LLVMBuildMul(builder, LLVMBuildZExt(builder, threads, wide, ""), LLVMConstInt(wide, size, false), "");
	return LLVMBuildICmp(builder, LLVMIntULE, sum, row, "");
}

// Asks in front of the loop for what ACCESS loads in the first turn.  Returns whether blocks' pieces are one, as far as that is known.
static LLVMValueRef ask_at_entry(const struct prefetch *at_end, const struct aw_access *access, struct known *known)
{
	struct prefetch prefetch = *at_end;
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(prefetch.lock->unit->module);
	struct aw_linear_form form;
	LLVMValueRef one = NULL;
	bool changes = false;
	prefetch.place = AT_ENTRY;
	aw_llvm_at(prefetch.builder, LLVMGetBasicBlockTerminator(prefetch.turn->before));
	LLVMValueRef first = next_value(&prefetch, access->address, &changes);
	if (first) {
		aw_linear_form_of(prefetch.lock->unit->module, first, &form);
		one = are_one(&prefetch, &form, LLVMABISizeOfType(layout, LLVMGetElementType(access->type)));
	}
	if (first && changes && !is_near(&known->first, &form))
		aw_prefetch_row(prefetch.lock->unit, first, LLVMABISizeOfType(layout, access->type), AW_PREFETCH_READ_LATER);
	aw_llvm_at(prefetch.builder, LLVMGetBasicBlockTerminator(prefetch.turn->latch));
	return one;
}

// How many bytes NEXT is from OWN; NULL when that isn't the same in all turns.
static LLVMValueRef bytes_between(const struct prefetch *prefetch, const struct aw_linear_form *own, const struct aw_linear_form *next)
{
	LLVMBuilderRef builder = prefetch->builder;
	LLVMTypeRef wide = LLVMInt64TypeInContext(prefetch->lock->unit->context);
	struct aw_linear_form apart;
	aw_linear_form_subtract(next, own, &apart);
	if (own->base != next->base || !apart.known)
		return NULL;
	for (unsigned i = 0; i < apart.count; i++)
		if (in_loop(prefetch, apart.terms[i].value))
			return NULL;
	LLVMValueRef sum = LLVMConstInt(wide, (uint64_t)apart.constant, true);
	for (unsigned i = 0; i < apart.count; i++) {
		LLVMValueRef value = LLVMBuildIntCast2(builder, apart.terms[i].value, wide, true, "");
		LLVMValueRef factor = LLVMConstInt(wide, (uint64_t)apart.terms[i].factor, true);
		sum = LLVMBuildAdd(builder, sum, LLVMBuildMul(builder, value, factor, ""), "");
	}
	return sum;
}

// NEXT, or where rows are LONG something that is in the caches.  Mostly that is what ACCESS itself loads: then all that differs between
// gangs is in the address anyway.
static LLVMValueRef unless_long(const struct prefetch *at_end, const struct aw_access *access, LLVMValueRef next,
                                const struct aw_linear_form *own, const struct aw_linear_form *form, LLVMValueRef are_long)
{
	struct prefetch prefetch = *at_end;
	LLVMBuilderRef builder = prefetch.builder;
	LLVMValueRef bytes = bytes_between(&prefetch, own, form);
	if (!bytes)
		return LLVMBuildSelect(builder, are_long, something_cached(&prefetch), next, "");
	prefetch.place = SHIFTED;
	prefetch.shift = LLVMBuildSelect(builder, are_long, LLVMConstNull(LLVMTypeOf(bytes)), bytes, "");
	return next_value(&prefetch, access->address, &(bool){ false });
}

// Asks for what ACCESS, a load, loads in the next turn; *IS_LONG, NULL at first, becomes whether rows are long.
static void ask_for_load(const struct prefetch *prefetch, const struct aw_access *access, LLVMValueRef *is_long, struct known *known)
{
	struct aw_unit *unit = prefetch->lock->unit;
	struct aw_linear_form own, form;
	bool changes = false;
	LLVMValueRef next = next_value(prefetch, access->address, &changes);
	if (!next || !changes)
		return;
	aw_linear_form_of(unit->module, access->address, &own);
	aw_linear_form_of(unit->module, next, &form);
	LLVMValueRef one = ask_at_entry(prefetch, access, known);
	if (is_near(&known->turn, &form))
		return;
	if (!*is_long)
		*is_long = are_long(prefetch);
	LLVMValueRef own_long = one ? LLVMBuildAnd(prefetch->builder, *is_long, one, "") : *is_long;
	next = unless_long(prefetch, access, next, &own, &form, own_long);
	uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), access->type);
	aw_prefetch_row(unit, next, size, AW_PREFETCH_READ_LATER);
}

// Whether ACCESS, a store, goes past the caches at the address NEXT, as far as this turn tells: when it is the time for it, all lanes
// store, and it isn't in the middle of a line's half.
static LLVMValueRef goes_past(const struct prefetch *prefetch, const struct aw_access *access, LLVMValueRef next)
{
	LLVMBuilderRef builder = prefetch->builder;
	LLVMContextRef context = prefetch->lock->unit->context;
	LLVMTypeRef wide = LLVMInt64TypeInContext(context);
	LLVMValueRef place = LLVMBuildAnd(builder, LLVMBuildPtrToInt(builder, next, wide, ""), LLVMConstInt(wide, LINE / 2 - 1, false), "");
	LLVMValueRef goes = LLVMBuildAnd(builder, prefetch->past, LLVMBuildICmp(builder, LLVMIntEQ, place, LLVMConstNull(wide), ""), "");
	LLVMValueRef mask = access->mask;
	if (!mask || (in_loop(prefetch, mask) && LLVMGetInstructionParent(mask) != prefetch->turn->header))
		return goes;
	LLVMTypeRef bits = LLVMIntTypeInContext(context, LLVMGetVectorSize(LLVMTypeOf(mask)));
	LLVMValueRef all = LLVMBuildICmp(builder, LLVMIntEQ, LLVMBuildBitCast(builder, mask, bits, ""), LLVMConstAllOnes(bits), "");
	return LLVMBuildAnd(builder, goes, all, "");
}

// The same for a store.
static void ask_for_store(const struct prefetch *prefetch, const struct aw_access *access)
{
	struct aw_unit *unit = prefetch->lock->unit;
	bool changes = false;
	LLVMValueRef next = next_value(prefetch, access->address, &changes);
	if (!next || !changes)
		return;
	if (prefetch->past)
		next = LLVMBuildSelect(prefetch->builder, goes_past(prefetch, access, next), something_cached(prefetch), next, "");
	aw_prefetch_row(unit, next, LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), access->type), AW_PREFETCH_WRITE);
}

// Where ACCESS is in a strip's last turn is known to be in the caches.
static void know_last(const struct prefetch *at_end, const struct aw_access *access, struct known *known)
{
	struct prefetch prefetch = *at_end;
	struct aw_linear_form form;
	prefetch.place = LAST;
	LLVMValueRef last = next_value(&prefetch, access->address, &(bool){ false });
	if (!last)
		return;
	aw_linear_form_of(prefetch.lock->unit->module, last, &form);
	aw_need(aw_vec_push(&known->turn, form));
}

static void find_accesses(const struct prefetch *prefetch, instructions *accesses)
{
	const struct aw_lock *lock = prefetch->lock;
	const struct aw_loop *range = &lock->loops.loops.items[prefetch->turn->loop];
	for (uint32_t i = range->first; i < range->end; i++)
		AW_FOR_INSTRUCTIONS(instruction, lock->cfg.blocks[lock->loops.order[i]]) {
			struct aw_access access;
			bool found = aw_access_find(instruction, &access) && LLVMGetTypeKind(access.type) == LLVMVectorTypeKind;
			if (found && !aw_access_is_shared(access.address) && !(access.value && aw_simd_is_past(instruction)))
				aw_need(aw_vec_push(accesses, instruction));
		}
}

void aw_prefetch_turn(const struct aw_lock *lock, const struct aw_turn *turn)
{
	struct prefetch prefetch = { lock, turn, lock->unit->builder, NULL, AT_END, NULL };
	struct known known = { 0 };
	instructions accesses = { 0 };
	struct aw_access access;
	LLVMValueRef is_long = NULL;
	find_accesses(&prefetch, &accesses);
	aw_llvm_at(prefetch.builder, LLVMGetBasicBlockTerminator(turn->latch));
	prefetch.past = find_past(&prefetch);
	for (size_t i = 0; i < accesses.count; i++)
		if (aw_access_find(accesses.items[i], &access) && !access.value)
			know_last(&prefetch, &access, &known);
	for (size_t i = 0; i < accesses.count; i++) {
		aw_access_find(accesses.items[i], &access);
		if (access.value)
			ask_for_store(&prefetch, &access);
		else
			ask_for_load(&prefetch, &access, &is_long, &known);
	}
	aw_vec_finish(&accesses);
	aw_vec_finish(&known.turn);
	aw_vec_finish(&known.first);
}

// --- loops with barriers ---

static bool has_barrier(const struct aw_lock *lock, uint32_t loop)
{
	const struct aw_loop *range = &lock->loops.loops.items[loop];
	for (uint32_t i = range->first; i < range->end; i++)
		if (lock->loops.innermost[lock->loops.order[i]] == loop)
			AW_FOR_INSTRUCTIONS(call, lock->cfg.blocks[lock->loops.order[i]])
				if (aw_block_is_plain_barrier(call))
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
	struct prefetch prefetch = { lock, turn, lock->unit->builder, NULL, BESIDE, NULL };
	struct aw_access access;
	bool changes = false, found = aw_access_find(load, &access);
	assert(found);
	aw_llvm_at(prefetch.builder, LLVMGetNextInstruction(load));
	LLVMValueRef next = next_value(&prefetch, access.address, &changes);
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
