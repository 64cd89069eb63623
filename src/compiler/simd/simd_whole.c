// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a mask is full, told by scalars: where it is made of comparisons of a number that goes up from lane to lane with one that all
// lanes have, as of x < n && y < n, it is so if the last lane's number, or the first's, compares like that and none wraps.  Values that
// come of the mask are known then, too.
#include "simd_whole.h"

#include <assert.h>
#include <string.h>

enum {
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

LLVMValueRef aw_whole_negated(LLVMValueRef value)
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

// Where the row's first is END or more, and its last doesn't wrap, a row from their distance on doesn't, either: tests of it are known.
static void know_distance(struct aw_whole *whole, const struct aw_simd_lane_row *row, LLVMValueRef end)
{
	AW_FOR_USES(use, row->first) {
		LLVMValueRef distance = LLVMGetUser(use);
		if (!aw_llvm_is_op(distance, LLVMSub) || LLVMGetOperand(distance, 0) != row->first || LLVMGetOperand(distance, 1) != end)
			continue;
		AW_FOR_USES(tested, distance) {
			LLVMValueRef test = LLVMGetUser(tested), limit = LLVMIsAICmpInst(test) ? LLVMGetOperand(test, 1) : NULL;
			if (limit && LLVMIsAConstantInt(limit) && LLVMGetICmpPredicate(test) == LLVMIntULT &&
			    LLVMConstIntGetZExtValue(limit) + (uint64_t)row->high > UINT32_MAX)
				aw_need(aw_map_put(&whole->known, test, constant(test, true)));
		}
	}
}

static bool explain_comparison(struct aw_whole *whole, LLVMValueRef value, bool one)
{
	LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1), end = aw_llvm_same_scalar(b);
	LLVMIntPredicate predicate = one ? LLVMGetICmpPredicate(value) : aw_llvm_opposite(LLVMGetICmpPredicate(value));
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
	if (bits == NARROW && row.low == 0 && (predicate == LLVMIntUGE || predicate == LLVMIntUGT))
		know_distance(whole, &row, end);
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
	LLVMValueRef inner = aw_whole_negated(value);
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

void aw_whole_finish(struct aw_whole *whole)
{
	aw_map_finish(&whole->known);
	aw_vec_finish(&whole->conditions);
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

bool aw_whole_may_copy(LLVMValueRef instruction)
{
	const char *name = aw_llvm_callee_name(instruction);
	if (aw_llvm_is_op(instruction, LLVMCall))
		return (aw_starts_with(name, "llvm.") && !aw_starts_with(name, "llvm.nvvm.barrier")) || aw_starts_with(name, "aw.gang.") ||
		       aw_starts_with(name, "aw.rows.") || !strcmp(name, "aw.past");
	return !aw_llvm_is_op(instruction, LLVMAlloca);
}

bool aw_whole_clean_up(LLVMValueRef function)
{
	return aw_llvm_run_function_passes(function, "instcombine<no-verify-fixpoint>,simplifycfg,early-cse,adce", NULL);
}
