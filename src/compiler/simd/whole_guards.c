// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guards whose mask is full for most gangs.  Behind
//
//     if (x < n && y < n)
//
// nearly all gangs have all their lanes, but what each computes of masks costs as much as a small kernel's own work.  Where scalars
// tell that the mask is full (simd_whole.c), LLVM moves what stays the same of them out of the loops over the gangs, and there is a copy
// of what follows for such gangs:
//
//     if (x of the last lane < n && y < n)
//         what follows, with the mask of all lanes
//     else if (any lane of the mask)
//         what follows
//
// First what follows is copied to the end of the gang's code, so that the masks made from this one fall away, too; that's done for short
// code without loops and barriers.  Later, in the loops over the gangs that barriers part and in those of the program, what is guarded is
// copied up to where the ways meet again, as in the turns of a scan,
//
//     if (threadIdx.x >= s)
//         t = sum[threadIdx.x - s];
//     __syncthreads();
//
// where the first gangs lack all lanes, one lacks some, and all others none.  Regions that store only where x < end are cut in pieces
// before that (gang_reach.c).
#include "simd_whole.h"

#include <assert.h>
#include <string.h>

#include "../analysis/dominators.h"
#include "../analysis/loops.h"

enum {
	MOST_COPIED = 160, // instructions at a guard, when copied to the end
	MOST_GUARDS = 3,   // of a function
	MOST_INSIDE = 100, // instructions up to where the ways meet
	MOST_WAYS = 6,     // of a function
	DEEP = 4,          // operations that a condition is made of
};

typedef AW_VEC(LLVMBasicBlockRef) block_vec;

// What is copied for whole gangs.
struct part {
	LLVMBasicBlockRef meeting; // where the ways meet, which isn't; NULL: all up to the end is
	unsigned most;             // instructions
	block_vec blocks;          // first that to which the guard leads
};

static bool has(const block_vec *blocks, LLVMBasicBlockRef block)
{
	return aw_llvm_is_among(blocks->items, blocks->count, block);
}

enum truth { UNKNOWN, NEVER, ALWAYS };

// What CONDITION, of one bit, is whenever the mask is full.
static enum truth truth_of(const struct aw_whole *whole, LLVMValueRef condition, unsigned depth)
{
	LLVMValueRef known = aw_map_get(&whole->known, condition);
	if (known)
		return LLVMIsNull(known) ? NEVER : ALWAYS;
	bool either = aw_llvm_is_op(condition, LLVMOr);
	if (depth && aw_llvm_is_op(condition, LLVMFreeze))
		return truth_of(whole, LLVMGetOperand(condition, 0), depth - 1);
	if (depth && (either || aw_llvm_is_op(condition, LLVMAnd))) {
		enum truth a = truth_of(whole, LLVMGetOperand(condition, 0), depth - 1);
		enum truth b = truth_of(whole, LLVMGetOperand(condition, 1), depth - 1), strong = either ? ALWAYS : NEVER;
		return a == strong || b == strong ? strong : a == b ? a : UNKNOWN;
	}
	LLVMValueRef bits = LLVMIsAICmpInst(condition) ? aw_map_get(&whole->known, LLVMGetOperand(condition, 0)) : NULL;
	if (!bits || !LLVMIsAConstantInt(LLVMGetOperand(condition, 1)))
		return UNKNOWN;
	bool equal = bits == LLVMGetOperand(condition, 1);
	switch (LLVMGetICmpPredicate(condition)) {
	case LLVMIntEQ: return equal ? ALWAYS : NEVER;
	case LLVMIntNE: return equal ? NEVER : ALWAYS;
	default: return UNKNOWN;
	}
}

// The way that END of a block goes whenever the mask is full; NULL: any of its ways.
static LLVMBasicBlockRef known_way(const struct aw_whole *whole, LLVMValueRef end)
{
	if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
		return NULL;
	enum truth truth = truth_of(whole, LLVMGetCondition(end), DEEP);
	return truth == UNKNOWN ? NULL : LLVMGetSuccessor(end, truth == NEVER);
}

// Collects the blocks of PART that are reached from FIRST when the mask is full; false when there is more than may be copied, or nothing
// would be gained.
static bool collect(const struct aw_whole *whole, LLVMBasicBlockRef first, struct part *part)
{
	unsigned size = 0, masked = 0;
	block_vec *blocks = &part->blocks;
	aw_need(aw_vec_push(blocks, first));
	for (size_t i = 0; i < blocks->count; i++) {
		AW_FOR_INSTRUCTIONS(instruction, blocks->items[i]) {
			if (++size > part->most || !aw_whole_may_copy(instruction))
				return false;
			masked += aw_starts_with(aw_llvm_callee_name(instruction), "llvm.masked.");
		}
		LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks->items[i]);
		LLVMBasicBlockRef way = known_way(whole, end);
		masked += way != NULL;
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
			if ((!way || next == way) && next != part->meeting && !has(blocks, next))
				aw_need(aw_vec_push(blocks, next));
		}
	}
	return masked > 0;
}

// Whether no block of PART, up to the end, is in a loop.
static bool has_no_loop(const struct aw_cfg *cfg, const struct part *part)
{
	struct aw_loops loops;
	bool found = false;
	aw_loops_init(&loops, cfg);
	for (size_t i = 0; i < part->blocks.count; i++)
		found |= loops.innermost[aw_cfg_number(cfg, part->blocks.items[i])] != AW_NONE;
	aw_loops_finish(&loops);
	return !found;
}

// Whether what PART has is used in it alone, but for phis where the ways meet, and none of its blocks is in a loop that isn't around
// BEFORE, too.
static bool is_closed(const struct aw_cfg *cfg, const struct part *part, LLVMBasicBlockRef before)
{
	struct aw_loops loops;
	bool closed = true;
	aw_loops_init(&loops, cfg);
	uint32_t around = loops.innermost[aw_cfg_number(cfg, before)];
	for (size_t i = 0; i < part->blocks.count && closed; i++) {
		LLVMBasicBlockRef block = part->blocks.items[i];
		closed = loops.innermost[aw_cfg_number(cfg, block)] == around && block != before;
		AW_FOR_INSTRUCTIONS(instruction, block)
			AW_FOR_USES(use, instruction) {
				LLVMValueRef user = LLVMGetUser(use);
				LLVMBasicBlockRef at = LLVMGetInstructionParent(user);
				closed &= has(&part->blocks, at) || (at == part->meeting && LLVMIsAPHINode(user));
			}
	}
	aw_loops_finish(&loops);
	return closed;
}

// Where all ways from BLOCK meet again; NULL: nowhere.
static LLVMBasicBlockRef meeting_behind(const struct aw_cfg *cfg, LLVMBasicBlockRef block)
{
	struct aw_dominators behind;
	aw_post_dominators_init(&behind, cfg);
	uint32_t meeting = behind.parent[aw_cfg_number(cfg, block)];
	aw_dominators_finish(&behind);
	return meeting < cfg->count ? cfg->blocks[meeting] : NULL;
}

// Phis of a copy keep what comes from copies.
static void narrow_phis(struct aw_whole *whole, LLVMBasicBlockRef copy, const block_vec *copies, LLVMBasicBlockRef before,
                        LLVMBasicBlockRef entered)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(copy), next; LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		LLVMPositionBuilderBefore(whole->builder, phi);
		LLVMValueRef new = LLVMBuildPhi(whole->builder, LLVMTypeOf(phi), "");
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
			LLVMValueRef value = LLVMGetIncomingValue(phi, i);
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
			if ((has(copies, from) && aw_llvm_leads_to(from, copy)) || (from == before && copy == entered))
				LLVMAddIncoming(new, &value, &from, 1);
		}
		assert(LLVMCountIncoming(new) && "copies are reached from copies");
		aw_llvm_replace(phi, new);
	}
}

static void use_known(struct aw_whole *whole, LLVMBasicBlockRef copy)
{
	AW_FOR_INSTRUCTIONS(instruction, copy)
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
			LLVMValueRef operand = LLVMGetOperand(instruction, i), inner = LLVMIsAInstruction(operand) ? aw_whole_negated(operand) : NULL;
			LLVMValueRef known = aw_map_get(&whole->known, operand);
			if (!known && inner && (known = aw_map_get(&whole->known, inner)))
				known = LLVMIsNull(known) ? LLVMConstAllOnes(LLVMTypeOf(operand)) : LLVMConstNull(LLVMTypeOf(operand));
			if (known)
				LLVMSetOperand(instruction, i, known);
		}
}

// COPY of BLOCK goes the one way of two that is among the copies.
static void keep_known_way(struct aw_whole *whole, LLVMBasicBlockRef block, LLVMBasicBlockRef copy)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block), copied = LLVMGetBasicBlockTerminator(copy);
	LLVMBasicBlockRef way = known_way(whole, end);
	if (!way)
		return;
	LLVMBasicBlockRef kept = LLVMGetSuccessor(copied, LLVMGetSuccessor(end, 0) != way);
	aw_llvm_at(whole->builder, copied);
	LLVMBuildBr(whole->builder, kept);
	aw_llvm_erase(copied);
}

static const char mark[] = "aw.whole";

static void say_whole(const struct aw_unit *unit, LLVMValueRef branch)
{
	LLVMMetadataRef node = LLVMMDNodeInContext2(unit->context, NULL, 0);
	unsigned kind = LLVMGetMDKindIDInContext(unit->context, mark, sizeof(mark) - 1);
	LLVMSetMetadata(branch, kind, LLVMMetadataAsValue(unit->context, node));
}

bool aw_simd_tells_whole(LLVMValueRef branch)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(branch));
	return LLVMIsABranchInst(branch) && LLVMIsConditional(branch) &&
	       LLVMGetMetadata(branch, LLVMGetMDKindIDInContext(context, mark, sizeof(mark) - 1));
}

// What gangs at an edge store, of which there are few, stays in the caches (simd_past.c): they have no code for the other.
static void store_in_caches(LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS_SAFE(call, block)
		if (!strcmp(aw_llvm_callee_name(call), "aw.past"))
			aw_llvm_replace(call, LLVMConstNull(LLVMTypeOf(call)));
}

// Lets the phis where the ways meet have from the COPIES what they have from their blocks.
static void meet(const struct aw_whole *whole, const struct part *part, const block_vec *copies)
{
	const block_vec *blocks = &part->blocks;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(part->meeting); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		for (size_t i = 0; i < blocks->count; i++) {
			LLVMValueRef value = aw_llvm_leads_to(copies->items[i], part->meeting) ? aw_llvm_incoming(phi, blocks->items[i]) : NULL;
			LLVMValueRef known = value ? aw_map_get(&whole->known, value) : NULL;
			if (!value)
				continue;
			value = known ? known : aw_llvm_find_copied(blocks->items, copies->items, (unsigned)blocks->count, value);
			LLVMAddIncoming(phi, &value, &copies->items[i], 1);
		}
}

// Puts another test before GUARD, which leads to a copy of PART.
static void make_copy(struct aw_whole *whole, LLVMValueRef guard, const struct part *part)
{
	const block_vec *blocks = &part->blocks;
	assert(whole->conditions.count && blocks->count && LLVMIsConditional(guard));
	block_vec copies = { 0 };
	LLVMBasicBlockRef before = LLVMGetInstructionParent(guard);
	aw_need(aw_vec_reserve(&copies, blocks->count));
	copies.count = blocks->count;
	aw_llvm_copy_blocks(blocks->items, (unsigned)blocks->count, copies.items);
	LLVMBasicBlockRef entered = copies.items[0];
	for (size_t i = 0; i < copies.count; i++)
		keep_known_way(whole, blocks->items[i], copies.items[i]);
	if (part->meeting)
		meet(whole, part, &copies);
	for (size_t i = 0; i < copies.count; i++) {
		narrow_phis(whole, copies.items[i], &copies, before, entered);
		use_known(whole, copies.items[i]);
		store_in_caches(blocks->items[i]);
	}
	LLVMBasicBlockRef other = aw_llvm_split_before(guard);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(before);
	aw_llvm_at(whole->builder, end);
	say_whole(whole->unit, LLVMBuildCondBr(whole->builder, aw_whole_all(whole), entered, other));
	aw_llvm_erase(end);
	aw_vec_finish(&copies);
}

// Whether BLOCK is for gangs of which a test has told that they lack a lane.
static bool is_for_rest(LLVMBasicBlockRef block)
{
	LLVMBasicBlockRef before = aw_llvm_only_way_to(block);
	LLVMValueRef test = before ? LLVMGetBasicBlockTerminator(before) : NULL;
	return test && aw_simd_tells_whole(test) && LLVMGetSuccessor(test, 1) == block;
}

// Erases what was made behind LAST, which may be NULL, in front of GUARD.
static void undo(LLVMValueRef last, LLVMValueRef guard)
{
	for (LLVMValueRef made = LLVMGetPreviousInstruction(guard); made != last; made = LLVMGetPreviousInstruction(guard))
		aw_llvm_erase(made);
}

// Finds the part to copy behind GUARD, which leads to THEN where any lane is in; false: there is none.
static bool find_part(const struct aw_whole *whole, LLVMValueRef guard, LLVMBasicBlockRef then, bool inside, struct part *part)
{
	struct aw_cfg cfg;
	LLVMBasicBlockRef before = LLVMGetInstructionParent(guard);
	aw_cfg_init(&cfg, whole->function);
	part->meeting = inside && aw_cfg_number(&cfg, before) != AW_NONE ? meeting_behind(&cfg, before) : NULL;
	bool found = (!inside || (part->meeting && part->meeting != then)) && collect(whole, then, part) &&
	             (inside ? is_closed(&cfg, part, before) : has_no_loop(&cfg, part));
	aw_cfg_finish(&cfg);
	return found;
}

// INSIDE: the copy ends where the ways meet.
static bool split_guard(struct aw_whole *whole, LLVMValueRef guard, bool inside)
{
	struct part part = { .most = inside ? MOST_INSIDE : MOST_COPIED };
	LLVMBasicBlockRef then;
	LLVMValueRef mask = aw_whole_asked(guard, &then), last = LLVMGetPreviousInstruction(guard);
	if (!mask || !aw_llvm_only_way_to(then) || is_for_rest(LLVMGetInstructionParent(guard)))
		return false;
	aw_llvm_at(whole->builder, guard);
	bool good = aw_whole_explain(whole, mask) && whole->conditions.count && find_part(whole, guard, then, inside, &part);
	if (good)
		make_copy(whole, guard, &part);
	else
		undo(last, guard);
	aw_whole_finish(whole);
	aw_vec_finish(&part.blocks);
	return good;
}

// Splits the first guard that can be and isn't one of DONE.
static bool split_one(struct aw_unit *unit, LLVMValueRef function, bool inside, struct aw_map *done)
{
	struct aw_whole whole = { .unit = unit, .builder = unit->builder, .function = function };
	AW_FOR_BLOCKS(block, function) {
		LLVMValueRef guard = LLVMGetBasicBlockTerminator(block);
		if (aw_map_get(done, guard))
			continue;
		aw_need(aw_map_put(done, guard, guard));
		if (split_guard(&whole, guard, inside))
			return true;
	}
	return false;
}

// Splits at most MOST guards of FUNCTION; returns whether there was one.
static bool split_guards(struct aw_unit *unit, LLVMValueRef function, bool inside, unsigned most)
{
	struct aw_map done = { 0 };
	unsigned count = 0;
	while (count < most && split_one(unit, function, inside, &done))
		count++;
	aw_map_finish(&done);
	return count;
}

bool aw_simd_split_whole(struct aw_unit *unit, LLVMValueRef function)
{
	if (unit->request->breakpoints) // of which a debugger sets one for a line, in the first copy
		return true;
	return !split_guards(unit, function, false, MOST_GUARDS) || aw_whole_clean_up(function);
}

bool aw_pass_whole_guards(struct aw_unit *unit)
{
	bool changed = false;
	if (unit->request->breakpoints)
		return false;
	for (size_t k = 0; k < unit->kernels.count; k++)
		for (size_t i = 0; i < unit->kernels.items[k].forms.count; i++) {
			LLVMValueRef function = unit->kernels.items[k].forms.items[i].function;
			bool split = split_guards(unit, function, true, MOST_WAYS);
			if (split && !(aw_whole_clean_up(function) && aw_llvm_run_function_passes(function, "sink", NULL)))
				aw_unit_error(unit, function, "internal error: the passes behind whole_guards failed");
			changed |= split;
		}
	return changed;
}
