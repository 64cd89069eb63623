// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gangs that are in range as a whole.  Behind
//
//     if (x < n && y < n)
//
// nearly all gangs have all their lanes, but what each computes of masks costs as much as a small kernel's own work.  Where
// the mask of a guard is made of comparisons of a number that goes up from lane to lane with one that all lanes have, whether
// it is full is told by scalars, of which LLVM moves out of the loops over the gangs what stays the same:
//
//     if (x of the last lane < n && y < n)
//         what follows, with the mask of all lanes
//     else if (any lane of the mask)
//         what follows
//
// What follows is copied to the end, so that the masks made from this one fall away, too; that's done for short code without
// loops and barriers.  What only gangs run that lack a lane, as loops over the lanes in place of a load by a mask, isn't copied.
#include "simd_whole.h"

#include <assert.h>
#include <string.h>

#include "../analysis/cfg.h"

enum {
	MOST_COPIED = 160, // instructions at a guard
	MOST_GUARDS = 3,   // of a function
	DEEP = 12,
	NARROW = 32, // bits of numbers that are compared in twice as many
};

static LLVMValueRef constant(LLVMValueRef value, bool one)
{
	return one ? LLVMConstAllOnes(LLVMTypeOf(value)) : LLVMConstNull(LLVMTypeOf(value));
}

static bool is_all_ones(LLVMValueRef value)
{
	return LLVMIsConstant(value) && value == LLVMConstAllOnes(LLVMTypeOf(value));
}

// Operand VALUE of a logical negation; NULL: it's none.
static LLVMValueRef negated(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMXor) && is_all_ones(LLVMGetOperand(value, 1)) ? LLVMGetOperand(value, 0) : NULL;
}

static bool find_row(LLVMValueRef value, struct aw_simd_lane_row *row)
{
	bool sum = aw_llvm_is_op(value, LLVMAdd) || (aw_llvm_is_op(value, LLVMOr) && LLVMGetIsDisjoint(value));
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef numbers = sum ? LLVMGetOperand(value, 1) : value;
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetTypeKind(LLVMGetElementType(type)) != LLVMIntegerTypeKind)
		return false;
	row->first = sum ? aw_llvm_same_scalar(LLVMGetOperand(value, 0)) : LLVMConstNull(LLVMGetElementType(type));
	if (!LLVMIsAConstant(numbers) || !row->first)
		return false;
	row->low = INT64_MAX;
	row->high = 0;
	for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
		LLVMValueRef item = LLVMGetAggregateElement(numbers, i);
		int64_t number;
		if (!item || !LLVMIsAConstantInt(item) || !aw_llvm_constant(item, &number) || number < 0 || number > INT32_MAX)
			return false;
		row->low = number < row->low ? number : row->low;
		row->high = number > row->high ? number : row->high;
	}
	return true;
}

bool aw_simd_find_lane_row(LLVMValueRef value, struct aw_simd_lane_row *row)
{
	return !LLVMIsAConstant(value) && find_row(value, row) && LLVMGetIntTypeWidth(LLVMTypeOf(row->first)) == NARROW;
}

static LLVMIntPredicate opposite(LLVMIntPredicate predicate)
{
	switch (predicate) {
	case LLVMIntSLT: return LLVMIntSGE;
	case LLVMIntSLE: return LLVMIntSGT;
	case LLVMIntSGT: return LLVMIntSLE;
	case LLVMIntSGE: return LLVMIntSLT;
	case LLVMIntULT: return LLVMIntUGE;
	case LLVMIntULE: return LLVMIntUGT;
	case LLVMIntUGT: return LLVMIntULE;
	case LLVMIntUGE: return LLVMIntULT;
	case LLVMIntEQ: return LLVMIntNE;
	default: return LLVMIntEQ;
	}
}

static LLVMValueRef widened(struct aw_whole *whole, LLVMValueRef value, bool is_signed)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(whole->unit->context);
	return is_signed ? LLVMBuildSExt(whole->builder, value, wide, "") : LLVMBuildZExt(whole->builder, value, wide, "");
}

static void demand(struct aw_whole *whole, LLVMValueRef a, LLVMIntPredicate predicate, LLVMValueRef b)
{
	aw_need(aw_vec_push(&whole->conditions, LLVMBuildICmp(whole->builder, predicate, a, b, "")));
}

// All lanes of ROW are PREDICATE to END, and none wraps: numbers of 32 bits are widened for that, others have to be small enough.
static void compare_row(struct aw_whole *whole, const struct aw_simd_lane_row *row, LLVMIntPredicate predicate, LLVMValueRef end)
{
	LLVMTypeRef type = LLVMTypeOf(row->first), wide = LLVMInt64TypeInContext(whole->unit->context);
	bool is_signed = predicate >= LLVMIntSGT, narrow = LLVMGetIntTypeWidth(type) == NARROW;
	assert(row->low >= 0 && row->low <= row->high && predicate != LLVMIntEQ && predicate != LLVMIntNE);
	bool below = predicate == LLVMIntSLT || predicate == LLVMIntSLE || predicate == LLVMIntULT || predicate == LLVMIntULE;
	LLVMIntPredicate most = is_signed ? LLVMIntSLE : LLVMIntULE;
	LLVMValueRef first = narrow ? widened(whole, row->first, is_signed) : row->first;
	if (!narrow) {
		uint64_t largest = (is_signed ? (uint64_t)INT64_MAX : UINT64_MAX) - (uint64_t)row->high;
		demand(whole, first, most, LLVMConstInt(wide, largest, false));
	}
	LLVMValueRef last = LLVMBuildAdd(whole->builder, first, LLVMConstInt(wide, (uint64_t)row->high, false), "");
	LLVMValueRef least = LLVMBuildAdd(whole->builder, first, LLVMConstInt(wide, (uint64_t)row->low, false), "");
	demand(whole, below ? last : least, predicate, narrow ? widened(whole, end, is_signed) : end);
	if (narrow && !below)
		demand(whole, last, most, LLVMConstInt(wide, is_signed ? INT32_MAX : UINT32_MAX, false));
}

static bool explain_comparison(struct aw_whole *whole, LLVMValueRef value, bool one)
{
	LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1), end = aw_llvm_same_scalar(b);
	LLVMIntPredicate predicate = one ? LLVMGetICmpPredicate(value) : opposite(LLVMGetICmpPredicate(value));
	struct aw_simd_lane_row row;
	if (whole->far && !end && (end = aw_llvm_same_scalar(a))) {
		predicate = aw_llvm_turned(predicate);
		a = b;
	}
	if (predicate == LLVMIntEQ || predicate == LLVMIntNE || !end || !find_row(a, &row))
		return false;
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(row.first));
	if (bits != NARROW && (bits != 2 * NARROW || !whole->far))
		return false;
	if (LLVMIsAConstant(a) && !whole->far)
		return false;
	compare_row(whole, &row, predicate, end);
	return true;
}

// The first element of VALUE is ONE.
static bool explain_first(struct aw_whole *whole, LLVMValueRef value, bool one, unsigned depth)
{
	int64_t place;
	if (depth > DEEP)
		return false;
	if (aw_llvm_is_op(value, one ? LLVMAnd : LLVMOr))
		return explain_first(whole, LLVMGetOperand(value, 0), one, depth + 1) &&
		       explain_first(whole, LLVMGetOperand(value, 1), one, depth + 1);
	if (!LLVMIsAInsertElementInst(value) || !aw_llvm_constant(LLVMGetOperand(value, 2), &place) || place != 0)
		return false;
	LLVMValueRef scalar = LLVMGetOperand(value, 1);
	aw_need(aw_map_put(&whole->known, scalar, constant(scalar, one)));
	aw_need(aw_vec_push(&whole->conditions, one ? scalar : LLVMBuildNot(whole->builder, scalar, "")));
	return true;
}

// What is known of VALUE is known of its bits, too.
static void know(struct aw_whole *whole, LLVMValueRef value, bool one)
{
	aw_need(aw_map_put(&whole->known, value, constant(value, one)));
	AW_FOR_USES(use, value)
		if (aw_llvm_is_op(LLVMGetUser(use), LLVMBitCast))
			aw_need(aw_map_put(&whole->known, LLVMGetUser(use), constant(LLVMGetUser(use), one)));
}

// Finds scalar conditions under which all lanes of VALUE are ONE, and what else is known then.
static bool explain(struct aw_whole *whole, LLVMValueRef value, bool one, unsigned depth)
{
	LLVMValueRef inner = negated(value);
	if (LLVMIsAConstant(value) || aw_map_get(&whole->known, value))
		return (LLVMIsAConstant(value) ? value : aw_map_get(&whole->known, value)) == constant(value, one);
	if (depth > DEEP || !LLVMIsAInstruction(value))
		return false;
	know(whole, value, one);
	if (inner)
		return explain(whole, inner, !one, depth + 1);
	if (aw_llvm_is_op(value, one ? LLVMAnd : LLVMOr))
		return explain(whole, LLVMGetOperand(value, 0), one, depth + 1) &&
		       explain(whole, LLVMGetOperand(value, 1), one, depth + 1);
	if (one && LLVMIsASelectInst(value) && LLVMIsNull(LLVMGetOperand(value, 2)) &&
	    LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(value, 0))) == LLVMVectorTypeKind)
		return explain(whole, LLVMGetOperand(value, 0), true, depth + 1) &&
		       explain(whole, LLVMGetOperand(value, 1), true, depth + 1);
	if (LLVMIsAICmpInst(value))
		return explain_comparison(whole, value, one);
	return aw_llvm_is_splat(value) && explain_first(whole, LLVMGetOperand(value, 0), one, depth + 1);
}

// B may be poison where A is false.
static LLVMValueRef logical_and(struct aw_whole *whole, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildSelect(whole->builder, a, b, LLVMConstNull(LLVMTypeOf(b)), "");
}

bool aw_whole_explain(struct aw_whole *whole, LLVMValueRef mask)
{
	return explain(whole, mask, true, 0);
}

LLVMValueRef aw_whole_all(struct aw_whole *whole)
{
	LLVMValueRef full = NULL;
	for (size_t i = 0; i < whole->conditions.count; i++)
		full = full ? logical_and(whole, full, whole->conditions.items[i]) : whole->conditions.items[i];
	return full ? LLVMBuildFreeze(whole->builder, full, "") : LLVMConstInt(LLVMInt1TypeInContext(whole->unit->context), 1, false);
}

// --- what follows a guard ---

typedef AW_VEC(LLVMBasicBlockRef) block_vec;

static bool has(const block_vec *blocks, LLVMBasicBlockRef block)
{
	return aw_llvm_is_among(blocks->items, blocks->count, block);
}

bool aw_whole_may_copy(LLVMValueRef instruction)
{
	const char *name = aw_llvm_callee_name(instruction);
	if (aw_llvm_is_op(instruction, LLVMCall))
		return (aw_starts_with(name, "llvm.") && !aw_starts_with(name, "llvm.nvvm.barrier")) || aw_starts_with(name, "aw.gang.") ||
		       aw_starts_with(name, "aw.rows.") || !strcmp(name, "aw.past");
	return !aw_llvm_is_op(instruction, LLVMAlloca);
}

// The way that END of a block goes whenever the mask is full; NULL: any of its ways.
static LLVMBasicBlockRef known_way(const struct aw_whole *whole, LLVMValueRef end)
{
	if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
		return NULL;
	LLVMValueRef condition = LLVMGetCondition(end), known = aw_map_get(&whole->known, condition);
	if (known)
		return LLVMGetSuccessor(end, LLVMIsNull(known));
	LLVMValueRef bits = LLVMIsAICmpInst(condition) ? aw_map_get(&whole->known, LLVMGetOperand(condition, 0)) : NULL;
	if (!bits || !LLVMIsAConstantInt(LLVMGetOperand(condition, 1)))
		return NULL;
	bool equal = bits == LLVMGetOperand(condition, 1);
	switch (LLVMGetICmpPredicate(condition)) {
	case LLVMIntEQ: return LLVMGetSuccessor(end, !equal);
	case LLVMIntNE: return LLVMGetSuccessor(end, equal);
	default: return NULL;
	}
}

// Collects the blocks that are reached from FIRST when the mask is full; false when there is more than may be copied, or nothing
// would be gained.
static bool collect(const struct aw_whole *whole, LLVMBasicBlockRef first, block_vec *blocks)
{
	unsigned size = 0, masked = 0;
	aw_need(aw_vec_push(blocks, first));
	for (size_t i = 0; i < blocks->count; i++) {
		AW_FOR_INSTRUCTIONS(instruction, blocks->items[i]) {
			if (++size > MOST_COPIED || !aw_whole_may_copy(instruction))
				return false;
			masked += aw_starts_with(aw_llvm_callee_name(instruction), "llvm.masked.");
		}
		LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks->items[i]);
		LLVMBasicBlockRef way = known_way(whole, end);
		masked += way != NULL;
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
			if ((!way || next == way) && !has(blocks, next))
				aw_need(aw_vec_push(blocks, next));
		}
	}
	return masked > 0;
}

static bool is_looping(LLVMValueRef function, const block_vec *blocks)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	bool found = false;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	for (size_t i = 0; i < blocks->count; i++)
		found |= loops.innermost[aw_cfg_number(&cfg, blocks->items[i])] != AW_NONE;
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return found;
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
			if (has(copies, from) || (from == before && copy == entered))
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
			LLVMValueRef operand = LLVMGetOperand(instruction, i), inner = LLVMIsAInstruction(operand) ? negated(operand) : NULL;
			LLVMValueRef known = aw_map_get(&whole->known, operand);
			if (!known && inner && (known = aw_map_get(&whole->known, inner)))
				known = constant(operand, LLVMIsNull(known));
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

// Puts another test before GUARD, which leads to a copy of BLOCKS.
static void make_copy(struct aw_whole *whole, LLVMValueRef guard, const block_vec *blocks)
{
	assert(whole->conditions.count && blocks->count && LLVMIsConditional(guard));
	block_vec copies = { 0 };
	LLVMBasicBlockRef before = LLVMGetInstructionParent(guard);
	aw_need(aw_vec_reserve(&copies, blocks->count));
	copies.count = blocks->count;
	aw_llvm_copy_blocks(blocks->items, (unsigned)blocks->count, copies.items);
	LLVMBasicBlockRef entered = copies.items[0];
	for (size_t i = 0; i < copies.count; i++)
		keep_known_way(whole, blocks->items[i], copies.items[i]);
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

LLVMValueRef aw_whole_asked(LLVMValueRef guard, LLVMBasicBlockRef *then)
{
	if (!LLVMIsABranchInst(guard) || !LLVMIsConditional(guard))
		return NULL;
	LLVMValueRef test = LLVMGetCondition(guard);
	if (!LLVMIsAICmpInst(test) || !LLVMIsNull(LLVMGetOperand(test, 1)) || !LLVMIsABitCastInst(LLVMGetOperand(test, 0)))
		return NULL;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(test);
	if (predicate != LLVMIntEQ && predicate != LLVMIntNE)
		return NULL;
	*then = LLVMGetSuccessor(guard, predicate == LLVMIntEQ);
	LLVMValueRef mask = LLVMGetOperand(LLVMGetOperand(test, 0), 0);
	LLVMTypeRef type = LLVMTypeOf(mask);
	bool bits = LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind;
	return bits && LLVMGetIntTypeWidth(LLVMGetElementType(type)) == 1 ? mask : NULL;
}

static bool has_one_way_in(LLVMBasicBlockRef block)
{
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
	return use && !LLVMGetNextUse(use);
}

void aw_whole_finish(struct aw_whole *whole)
{
	aw_map_finish(&whole->known);
	aw_vec_finish(&whole->conditions);
}

static bool split_guard(struct aw_whole *whole, LLVMValueRef guard)
{
	block_vec blocks = { 0 };
	LLVMBasicBlockRef then;
	LLVMValueRef mask = aw_whole_asked(guard, &then);
	if (!mask || !has_one_way_in(then))
		return false;
	aw_llvm_at(whole->builder, guard);
	bool good = explain(whole, mask, true, 0) && whole->conditions.count && collect(whole, then, &blocks) &&
	            !is_looping(whole->function, &blocks);
	if (good)
		make_copy(whole, guard, &blocks);
	aw_whole_finish(whole);
	aw_vec_finish(&blocks);
	return good;
}

// Splits the first guard that can be and isn't one of DONE.
static bool split_one(struct aw_unit *unit, LLVMValueRef function, struct aw_map *done)
{
	struct aw_whole whole = { .unit = unit, .builder = unit->builder, .function = function };
	AW_FOR_BLOCKS(block, function) {
		LLVMValueRef guard = LLVMGetBasicBlockTerminator(block);
		if (aw_map_get(done, guard))
			continue;
		aw_need(aw_map_put(done, guard, guard));
		if (split_guard(&whole, guard))
			return true;
	}
	return false;
}

bool aw_whole_clean_up(LLVMValueRef function)
{
	return aw_llvm_run_function_passes(function, "instcombine<no-verify-fixpoint>,simplifycfg,early-cse,adce", NULL);
}

bool aw_simd_split_whole(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_map done = { 0 };
	bool changed = false;
	if (unit->request->breakpoints) // of which a debugger sets one for a line, in the first copy
		return true;
	for (int i = 0; i < MOST_GUARDS && split_one(unit, function, &done); i++)
		changed = true;
	aw_map_finish(&done);
	return !changed || aw_whole_clean_up(function);
}
