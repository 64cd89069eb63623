// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places of which one number is made, and which are taken from it again:
//
//     i = blockIdx.x * blockDim.x + threadIdx.x;
//     row = i / width;  column = i % width;
//     c[i] = a[row] * b[column];
//
// For all that the analysis knows rows differ among the lanes of a gang, and all but c[i] is gathered.  But most gangs lie in one
// row.  So what follows is made twice, for these and for others:
//
//     first = i - lane;                    // lane 0's, the same for all lanes
//     if (first >= 0 && first / width == (first + lanes - 1) / width)
//         what follows, with row = first / width and column = first - row * width + lane, which goes up from lane to lane
//     else
//         what follows
//
// A quotient by a positive number goes one way, so where the first and the last lane's are equal, all are.  What a quotient by 0 or
// -1 is chosen for instead (lower_semantics.c) is for the second version, too.  Remainders of remainders are found in the first
// version when its shapes are known.
//
// It is all in terms of scalar code and aw.lane.index, like simd_check.c.
#include "simd.h"

#include <assert.h>

#include "../analysis/shape_rules.h"
#include "simd_versions.h"

enum {
	MOST_SPLITS = 3,   // of a function
	MOST_COPIED = 400, // instructions behind a quotient
	LEAST_GANGS = 2,   // in a row, where that is known
};

struct quotients {
	struct aw_unit *unit;
	LLVMValueRef function;
	struct aw_gang gang;
	struct aw_uniformity u;
	struct aw_map done; // quotients and remainders of second versions
};

// --- which ones ---

static bool is_signed(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMSDiv) || aw_llvm_is_op(value, LLVMSRem);
}

static bool is_quotient(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMSDiv) || aw_llvm_is_op(value, LLVMUDiv);
}

static bool is_division(LLVMValueRef value)
{
	return is_quotient(value) || aw_llvm_is_op(value, LLVMSRem) || aw_llvm_is_op(value, LLVMURem);
}

// Whether A and B divide the same numbers in the same way.
static bool is_same(LLVMValueRef a, LLVMValueRef b)
{
	return is_division(b) && LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0) && LLVMGetOperand(a, 1) == LLVMGetOperand(b, 1) &&
	       is_signed(a) == is_signed(b);
}

static bool passes_on(LLVMValueRef user)
{
	return LLVMIsABinaryOperator(user) || LLVMIsACastInst(user) || LLVMIsASelectInst(user) || LLVMIsAPHINode(user) ||
	       aw_llvm_is_op(user, LLVMGetElementPtr);
}

// Whether an access goes to a place that no stride is known of, and that VALUE decides on.
static bool places_access(const struct quotients *q, LLVMValueRef value)
{
	AW_VEC(LLVMValueRef) ahead = { 0 };
	struct aw_map seen = { 0 };
	bool found = false;
	aw_need(aw_vec_push(&ahead, value));
	while (ahead.count && !found) {
		value = ahead.items[--ahead.count];
		AW_FOR_USES(use, value) {
			LLVMValueRef user = LLVMGetUser(use), address = LLVMIsAInstruction(user) ? aw_llvm_address(user) : NULL;
			found |= address == value && aw_uniformity_shape(&q->u, address).kind == AW_SHAPE_VARYING;
			if (!passes_on(user) || aw_map_get(&seen, user))
				continue;
			aw_need(aw_map_put(&seen, user, user));
			aw_need(aw_vec_push(&ahead, user));
		}
	}
	aw_map_finish(&seen);
	aw_vec_finish(&ahead);
	return found;
}

static bool is_candidate(const struct quotients *q, LLVMValueRef value)
{
	int64_t divisor;
	if (!is_division(value) || aw_map_get(&q->done, value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
		return false;
	struct aw_shape shape = aw_uniformity_shape(&q->u, LLVMGetOperand(value, 0));
	if (shape.kind != AW_SHAPE_STRIDED || shape.stride != 1 ||
	    !aw_shape_is_uniform(aw_uniformity_shape(&q->u, LLVMGetOperand(value, 1))) ||
	    aw_uniformity_shape(&q->u, value).kind != AW_SHAPE_VARYING)
		return false;
	if (aw_llvm_constant(LLVMGetOperand(value, 1), &divisor) && divisor < LEAST_GANGS * (int64_t)q->gang.width)
		return false;
	return places_access(q, value);
}

// --- two versions ---

// A select of the first version, and the operand that it stands for.
struct choice {
	LLVMValueRef select, value;
};
typedef AW_VEC(struct choice) choice_vec;

// Whether SELECT takes NUMBER in the place of its remainder by 0 (lower_semantics.c).
static bool is_remainder_of(LLVMValueRef select, LLVMValueRef number)
{
	LLVMValueRef other = LLVMGetOperand(select, LLVMGetOperand(select, 1) == number ? 2 : 1);
	return is_division(other) && LLVMGetOperand(other, 0) == number;
}

// The select that takes VALUE or another by a condition that all lanes have before BLOCKS; NULL: there is none.
static LLVMValueRef chooser(const struct quotients *q, const struct aw_versions *versions, LLVMValueRef value)
{
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsASelectInst(user) || LLVMGetOperand(user, 0) == value || LLVMGetOperand(user, 1) == LLVMGetOperand(user, 2) ||
		    is_remainder_of(user, value))
			continue;
		LLVMValueRef condition = LLVMGetOperand(user, 0);
		bool before = !LLVMIsAInstruction(condition) || !aw_versions_have(versions, LLVMGetInstructionParent(condition));
		if (before && aw_shape_is_uniform(aw_uniformity_shape(&q->u, condition)) && aw_versions_have(versions, LLVMGetInstructionParent(user)))
			return user;
	}
	return NULL;
}

// What is known of the numbers that a gang of the first version divides, the last two the same for all lanes.
struct row {
	LLVMValueRef lane, first, quotient; // the number of the lane, what lane 0 divides, and its quotient, which is all lanes'
};

// The most that a remainder of the first version is in lane 0: so little that no lane's wraps when it is widened.
static LLVMValueRef most_remainder(LLVMTypeRef type)
{
	return LLVMConstInt(type, UINT64_MAX >> (64 - LLVMGetIntTypeWidth(type) + 2), false);
}

// Where the builder stands: the row of lane 0, and whether all lanes are in it, at places that aren't negative.
static LLVMValueRef build_test(struct quotients *q, LLVMValueRef division, struct row *row)
{
	LLVMBuilderRef builder = q->unit->builder;
	LLVMValueRef number = LLVMGetOperand(division, 0), divisor = LLVMGetOperand(division, 1);
	LLVMTypeRef type = LLVMTypeOf(number);
	bool sign = is_signed(division);
	LLVMOpcode divide = sign ? LLVMSDiv : LLVMUDiv;
	row->lane = LLVMBuildIntCast2(builder, aw_simd_build_lane(q->unit), type, false, "");
	row->first = LLVMBuildSub(builder, number, row->lane, "");
	LLVMValueRef last = LLVMBuildAdd(builder, row->first, LLVMConstInt(type, q->gang.width - 1, false), "");
	LLVMValueRef positive = LLVMBuildICmp(builder, sign ? LLVMIntSGT : LLVMIntNE, divisor, LLVMConstNull(type), "");
	LLVMValueRef safe = LLVMBuildSelect(builder, positive, divisor, LLVMConstInt(type, 1, false), "");
	row->quotient = LLVMBuildBinOp(builder, divide, row->first, safe, "");
	LLVMValueRef same = LLVMBuildICmp(builder, LLVMIntEQ, row->quotient, LLVMBuildBinOp(builder, divide, last, safe, ""), "");
	LLVMValueRef straight = LLVMBuildICmp(builder, sign ? LLVMIntSGE : LLVMIntUGE, last, row->first, "");
	LLVMValueRef natural = LLVMBuildICmp(builder, sign ? LLVMIntSGE : LLVMIntUGE, row->first, LLVMConstNull(type), "");
	LLVMValueRef small = LLVMBuildICmp(builder, LLVMIntULE, divisor, most_remainder(type), "");
	LLVMValueRef conditions[] = { straight, natural, small, same }, all = positive;
	for (size_t i = 0; i < sizeof(conditions) / sizeof(*conditions); i++)
		all = LLVMBuildAnd(builder, all, conditions[i], "");
	return all;
}

// In the first version DIVISION, of what all lanes have in ROW.  That a remainder is small is said by a mask that changes nothing.
static void simplify(struct quotients *q, LLVMValueRef division, const struct row *row)
{
	LLVMBuilderRef builder = q->unit->builder;
	aw_llvm_at(builder, division);
	LLVMValueRef known = row->quotient;
	if (!is_quotient(division)) {
		LLVMValueRef begin = LLVMBuildMul(builder, row->quotient, LLVMGetOperand(division, 1), "");
		LLVMValueRef first = LLVMBuildSub(builder, row->first, begin, "");
		first = LLVMBuildAnd(builder, first, most_remainder(LLVMTypeOf(division)), "");
		known = LLVMBuildAdd(builder, first, row->lane, "");
	}
	aw_llvm_replace(division, known);
}

// Lets the first version be for those alone for whom all is chosen that DIVISION gives: returns SAME and that, where the builder stands.
static LLVMValueRef follow_choices(struct quotients *q, const struct aw_versions *versions, LLVMValueRef division,
                                   LLVMValueRef same, choice_vec *choices)
{
	LLVMBuilderRef builder = q->unit->builder;
	LLVMValueRef select;
	for (LLVMValueRef value = division; (select = chooser(q, versions, value)); value = select) {
		LLVMValueRef taken = LLVMGetOperand(select, 0);
		if (LLVMGetOperand(select, 2) == value)
			taken = LLVMBuildNot(builder, taken, "");
		same = LLVMBuildAnd(builder, same, taken, "");
		aw_need(aw_vec_push(choices, ((struct choice){ aw_versions_copy_of(versions, select), aw_versions_copy_of(versions, value) })));
	}
	return same;
}

// Makes the first version of the copies of what follows DIVISION.
static void make_first(struct quotients *q, LLVMValueRef division, const struct aw_versions *versions, const struct row *row,
                       const choice_vec *choices)
{
	for (size_t i = choices->count; i-- > 0;) // one may stand for one before
		aw_llvm_replace(choices->items[i].select, choices->items[i].value);
	for (size_t i = 0; i < versions->blocks.count; i++)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, versions->copies[i])
			if (is_same(division, instruction))
				simplify(q, instruction, row);
}

static void split(struct quotients *q, LLVMValueRef division, struct aw_versions *versions)
{
	choice_vec choices = { 0 };
	LLVMBuilderRef builder = q->unit->builder;
	LLVMBasicBlockRef before = LLVMGetInstructionParent(division);
	LLVMBasicBlockRef slow = aw_versions_split(versions, division), fast = aw_versions_copy(versions, slow);
	if (fast) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(before);
		struct row row;
		aw_llvm_at(builder, end);
		LLVMValueRef same = build_test(q, division, &row);
		for (size_t i = 0; i < versions->blocks.count; i++)
			AW_FOR_INSTRUCTIONS(instruction, versions->blocks.items[i])
				if (is_same(division, instruction)) {
					aw_need(aw_map_put(&q->done, instruction, instruction));
					same = follow_choices(q, versions, instruction, same, &choices);
				}
		make_first(q, division, versions, &row, &choices);
		aw_llvm_at(builder, end);
		LLVMBuildCondBr(builder, LLVMBuildFreeze(builder, same, ""), fast, slow);
		aw_llvm_erase(end);
	}
	aw_vec_finish(&choices);
}

// The first division of the function that pays, in VERSIONS what follows it; NULL: there is none.
static LLVMValueRef find(const struct quotients *q, struct aw_versions *versions)
{
	for (uint32_t block = 0; block < q->u.cfg.count; block++)
		AW_FOR_INSTRUCTIONS(instruction, q->u.cfg.blocks[block])
			if (is_candidate(q, instruction) && aw_versions_collect(versions, &q->u, instruction, MOST_COPIED))
				return instruction;
	return NULL;
}

static bool split_one(struct quotients *q)
{
	struct aw_versions versions = { .unit = q->unit };
	aw_uniformity_init(&q->u, q->unit, q->function, q->gang);
	LLVMValueRef division = find(q, &versions);
	if (division)
		split(q, division, &versions);
	aw_uniformity_finish(&q->u);
	aw_versions_finish(&versions);
	return division;
}

bool aw_simd_split_quotients(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct quotients q = { .unit = unit, .function = function, .gang = gang };
	unsigned splits = 0;
	if (!aw_llvm_find_instruction(function, is_division))
		return false;
	while (splits < MOST_SPLITS && split_one(&q))
		splits++;
	aw_map_finish(&q.done);
	return splits > 0;
}
