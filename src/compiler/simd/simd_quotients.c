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
#include <stdlib.h>

#include "../analysis/dominators.h"
#include "../analysis/shape_rules.h"

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
	struct aw_dominators tree;
	struct aw_map done; // quotients and remainders of second versions
};

typedef AW_VEC(LLVMBasicBlockRef) block_vec;

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

// What may be done twice: nothing that a thread waits at.
static bool may_copy(LLVMValueRef instruction)
{
	const struct aw_intrinsic *row = aw_llvm_is_op(instruction, LLVMCall) ? aw_intrinsic_of(instruction) : NULL;
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMAlloca: case LLVMInvoke: case LLVMCallBr: case LLVMIndirectBr:
		return false;
	case LLVMCall:
		return row ? row->flags & AW_INTRINSIC_CONTEXT : aw_starts_with(aw_llvm_callee_name(instruction), "llvm.");
	default:
		return true;
	}
}

static LLVMValueRef address_of(LLVMValueRef instruction)
{
	if (aw_llvm_is_op(instruction, LLVMLoad))
		return LLVMGetOperand(instruction, 0);
	return aw_llvm_is_op(instruction, LLVMStore) ? LLVMGetOperand(instruction, 1) : NULL;
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
			LLVMValueRef user = LLVMGetUser(use), address = LLVMIsAInstruction(user) ? address_of(user) : NULL;
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

// --- what follows ---

static bool has(const block_vec *blocks, LLVMBasicBlockRef block)
{
	return aw_llvm_is_among(blocks->items, blocks->count, block);
}

// The blocks that are come to by the block of DIVISION alone, which are done behind it; false when they can't be copied.
static bool collect(const struct quotients *q, LLVMValueRef division, block_vec *blocks)
{
	uint32_t first = aw_cfg_number(&q->u.cfg, LLVMGetInstructionParent(division));
	unsigned size = 0;
	for (uint32_t block = 0; block < q->u.cfg.count; block++) {
		if (!aw_dominates(&q->tree, first, block))
			continue;
		LLVMValueRef begin = block == first ? division : LLVMGetFirstInstruction(q->u.cfg.blocks[block]);
		for (LLVMValueRef i = begin; i; i = LLVMGetNextInstruction(i))
			if (!may_copy(i) || ++size > MOST_COPIED)
				return false;
		aw_need(aw_vec_push(blocks, q->u.cfg.blocks[block]));
	}
	return true;
}

// The return goes by itself, so that there stays one.
static void leave_return(block_vec *blocks)
{
	for (size_t i = 0; i < blocks->count; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks->items[i]);
		if (!aw_llvm_is_op(end, LLVMRet))
			continue;
		if (LLVMGetFirstInstruction(blocks->items[i]) != end) {
			aw_llvm_split_before(end);
			continue;
		}
		blocks->items[i--] = blocks->items[--blocks->count];
	}
}

// Puts a block on the edges from BLOCKS to TO, which has a phi for each of their values that TO gets.
static LLVMBasicBlockRef make_joint(struct quotients *q, const block_vec *blocks, LLVMBasicBlockRef to)
{
	block_vec from = { 0 };
	for (size_t i = 0; i < blocks->count; i++)
		if (aw_llvm_leads_to(blocks->items[i], to))
			aw_need(aw_vec_push(&from, blocks->items[i]));
	LLVMBasicBlockRef joint = aw_llvm_split_predecessors(to, from.items, (unsigned)from.count, "row.done");
	for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef value = aw_llvm_incoming(phi, joint);
		if (!LLVMIsAInstruction(value) || !has(blocks, LLVMGetInstructionParent(value)))
			continue;
		LLVMPositionBuilderBefore(q->unit->builder, LLVMGetFirstInstruction(joint));
		LLVMSetCurrentDebugLocation2(q->unit->builder, NULL);
		LLVMValueRef own = LLVMBuildPhi(q->unit->builder, LLVMTypeOf(value), "");
		for (size_t i = 0; i < from.count; i++)
			LLVMAddIncoming(own, &value, &from.items[i], 1);
		aw_llvm_replace_operand(phi, value, own);
	}
	aw_vec_finish(&from);
	return joint;
}

static void find_joints(struct quotients *q, const block_vec *blocks, block_vec *joints)
{
	for (size_t i = 0; i < blocks->count; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks->items[i]);
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
			if (!has(blocks, next) && !has(joints, next))
				aw_need(aw_vec_push(joints, make_joint(q, blocks, next)));
		}
	}
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
static LLVMValueRef chooser(const struct quotients *q, const block_vec *blocks, LLVMValueRef value)
{
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsASelectInst(user) || LLVMGetOperand(user, 0) == value || LLVMGetOperand(user, 1) == LLVMGetOperand(user, 2) ||
		    is_remainder_of(user, value))
			continue;
		LLVMValueRef condition = LLVMGetOperand(user, 0);
		bool before = !LLVMIsAInstruction(condition) || !has(blocks, LLVMGetInstructionParent(condition));
		if (before && aw_shape_is_uniform(aw_uniformity_shape(&q->u, condition)) && has(blocks, LLVMGetInstructionParent(user)))
			return user;
	}
	return NULL;
}

static LLVMValueRef copy_of(const block_vec *blocks, const LLVMBasicBlockRef *copies, LLVMValueRef value)
{
	return aw_llvm_find_copied(blocks->items, copies, (unsigned)blocks->count, value);
}

// The phis of JOINT get what comes from the copies, too.
static void join_copies(const block_vec *blocks, const LLVMBasicBlockRef *copies, LLVMBasicBlockRef joint)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(joint); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		unsigned count = LLVMCountIncoming(phi);
		for (unsigned i = 0; i < count; i++)
			for (size_t k = 0; k < blocks->count; k++)
				if (blocks->items[k] == LLVMGetIncomingBlock(phi, i)) {
					LLVMValueRef value = copy_of(blocks, copies, LLVMGetIncomingValue(phi, i));
					LLVMBasicBlockRef from = copies[k];
					LLVMAddIncoming(phi, &value, &from, 1);
				}
	}
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
static LLVMValueRef follow_choices(struct quotients *q, const block_vec *blocks, const LLVMBasicBlockRef *copies, LLVMValueRef division,
                                   LLVMValueRef same, choice_vec *choices)
{
	LLVMBuilderRef builder = q->unit->builder;
	LLVMValueRef select;
	for (LLVMValueRef value = division; (select = chooser(q, blocks, value)); value = select) {
		LLVMValueRef taken = LLVMGetOperand(select, 0);
		if (LLVMGetOperand(select, 2) == value)
			taken = LLVMBuildNot(builder, taken, "");
		same = LLVMBuildAnd(builder, same, taken, "");
		aw_need(aw_vec_push(choices, ((struct choice){ copy_of(blocks, copies, select), copy_of(blocks, copies, value) })));
	}
	return same;
}

// The block of the first version, COPIES of BLOCKS, in the place of SLOW.
static LLVMBasicBlockRef make_first(struct quotients *q, LLVMValueRef division, const block_vec *blocks, const LLVMBasicBlockRef *copies,
                                    const struct row *row, const choice_vec *choices)
{
	LLVMBasicBlockRef slow = LLVMGetInstructionParent(division), fast = NULL;
	for (size_t i = choices->count; i-- > 0;) // one may stand for one before
		aw_llvm_replace(choices->items[i].select, choices->items[i].value);
	for (size_t i = 0; i < blocks->count; i++) {
		fast = blocks->items[i] == slow ? copies[i] : fast;
		AW_FOR_INSTRUCTIONS_SAFE(instruction, copies[i])
			if (is_same(division, instruction))
				simplify(q, instruction, row);
	}
	return fast;
}

static void split(struct quotients *q, LLVMValueRef division, block_vec *blocks)
{
	block_vec joints = { 0 };
	choice_vec choices = { 0 };
	LLVMBuilderRef builder = q->unit->builder;
	LLVMBasicBlockRef before = LLVMGetInstructionParent(division), slow = aw_llvm_split_before(division);
	for (size_t i = 0; i < blocks->count; i++)
		if (blocks->items[i] == before)
			blocks->items[i] = slow;
	leave_return(blocks);
	if (has(blocks, slow)) {
		find_joints(q, blocks, &joints);
		LLVMBasicBlockRef *copies = AW_NEED_ARRAY(LLVMBasicBlockRef, blocks->count);
		aw_llvm_copy_blocks(blocks->items, (unsigned)blocks->count, copies);
		for (size_t i = 0; i < joints.count; i++)
			join_copies(blocks, copies, joints.items[i]);
		LLVMValueRef end = LLVMGetBasicBlockTerminator(before);
		struct row row;
		aw_llvm_at(builder, end);
		LLVMValueRef same = build_test(q, division, &row);
		for (size_t i = 0; i < blocks->count; i++)
			AW_FOR_INSTRUCTIONS(instruction, blocks->items[i])
				if (is_same(division, instruction)) {
					aw_need(aw_map_put(&q->done, instruction, instruction));
					same = follow_choices(q, blocks, copies, instruction, same, &choices);
				}
		LLVMBasicBlockRef fast = make_first(q, division, blocks, copies, &row, &choices);
		aw_llvm_at(builder, end);
		LLVMBuildCondBr(builder, LLVMBuildFreeze(builder, same, ""), fast, slow);
		aw_llvm_erase(end);
		free(copies);
	}
	aw_vec_finish(&joints);
	aw_vec_finish(&choices);
}

// The first division of the function that pays, in BLOCKS what follows it; NULL: there is none.
static LLVMValueRef find(const struct quotients *q, block_vec *blocks)
{
	for (uint32_t block = 0; block < q->u.cfg.count; block++)
		AW_FOR_INSTRUCTIONS(instruction, q->u.cfg.blocks[block]) {
			if (!is_candidate(q, instruction))
				continue;
			blocks->count = 0;
			if (collect(q, instruction, blocks))
				return instruction;
		}
	return NULL;
}

static bool split_one(struct quotients *q)
{
	block_vec blocks = { 0 };
	aw_uniformity_init(&q->u, q->unit, q->function, q->gang);
	aw_dominators_init(&q->tree, &q->u.cfg.graph, 0);
	LLVMValueRef division = find(q, &blocks);
	if (division)
		split(q, division, &blocks);
	aw_dominators_finish(&q->tree);
	aw_uniformity_finish(&q->u);
	aw_vec_finish(&blocks);
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
