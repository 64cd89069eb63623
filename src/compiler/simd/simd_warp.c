// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Votes, match, redux and the rest of the warp's operations where the warp is the gang, and the barriers of the
// block, which take the gang's part of a reduction with them.
//
// The lanes that take part are the active ones.  An operand mask that is the same for all of them says nothing
// new (simd_shuffle.c); one that differs splits the warp into groups, each of the active lanes of its mask.
// Lanes of one gang need no waiting and see each other's stores, so __syncwarp() is nothing.
#include "simd_updates.h"
#include "simd_warp.h"
#include "simd_windows.h"

#include <assert.h>
#include <string.h>

#include "../../base/str.h"
#include "../analysis/shape_rules.h"

static bool is_uniform(struct aw_simd_value value)
{
	return aw_shape_is_uniform(value.shape);
}

static LLVMValueRef equals(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildICmp(simd->builder, LLVMIntEQ, a, b, "");
}

// A scalar as SHAPE asks for it.
static LLVMValueRef shaped(struct aw_simd *simd, LLVMValueRef scalar, struct aw_shape shape)
{
	return shape.kind == AW_SHAPE_VARYING ? aw_simd_splat(simd, scalar) : scalar;
}

// The lanes of MASK that are in YES, which may be poison in others: so by a select.
static LLVMValueRef among(struct aw_simd *simd, LLVMValueRef mask, LLVMValueRef yes)
{
	return aw_simd_select(simd, mask, yes, LLVMConstNull(aw_simd_mask_type(simd)));
}

// The lanes of MASK whose PREDICATE (i1 or a number) isn't 0.
static LLVMValueRef voters(struct aw_simd *simd, struct aw_simd_value predicate, LLVMValueRef mask)
{
	LLVMValueRef yes = aw_simd_vector(simd, predicate);
	if (LLVMTypeOf(yes) != aw_simd_mask_type(simd))
		yes = LLVMBuildICmp(simd->builder, LLVMIntNE, yes, LLVMConstNull(LLVMTypeOf(yes)), "");
	return among(simd, mask, yes);
}

// --- votes ---

enum vote_op { ALL, ANY, UNI, BALLOT };

// What comes of the BALLOT of a GROUP; both scalars or both vectors.
static LLVMValueRef count_votes(struct aw_simd *simd, enum vote_op op, LLVMValueRef ballot, LLVMValueRef group)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef none = LLVMConstNull(LLVMTypeOf(ballot));
	switch (op) {
	case ALL: return equals(simd, ballot, group);
	case ANY: return LLVMBuildICmp(builder, LLVMIntNE, ballot, none, "");
	case UNI: return LLVMBuildOr(builder, equals(simd, ballot, group), equals(simd, ballot, none), "");
	case BALLOT: break;
	}
	return ballot;
}

static LLVMValueRef vote(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                         LLVMValueRef mask, struct aw_shape shape)
{
	static const char *const names[] = { "all", "any", "uni", "ballot" };
	const char *name = aw_llvm_name(aw_llvm_callee(call)) + strlen("llvm.nvvm.vote.");
	bool sync = LLVMGetNumArgOperands(call) == 2;
	enum vote_op op = ALL;
	while (op < BALLOT && !aw_starts_with(name, names[op]))
		op++;
	LLVMValueRef ballot = aw_simd_bits(simd, voters(simd, arguments[sync], mask)), active = aw_simd_bits(simd, mask);
	if (!sync || is_uniform(arguments[0]))
		return shaped(simd, count_votes(simd, op, ballot, active), shape);
	assert(shape.kind == AW_SHAPE_VARYING);
	LLVMValueRef named = aw_simd_vector(simd, arguments[0]);
	LLVMValueRef group = LLVMBuildAnd(simd->builder, named, aw_simd_splat(simd, active), "");
	ballot = LLVMBuildAnd(simd->builder, named, aw_simd_splat(simd, ballot), "");
	return count_votes(simd, op, ballot, group);
}

// --- loops over the different values that lanes have ---

struct distinct {
	LLVMBasicBlockRef body, done;
	LLVMValueRef left;   // phi: lanes whose turn is to come, as bits
	LLVMValueRef result; // phi: the vector of i32 made so far
	LLVMValueRef lane;   // the lane whose value it is this time
	LLVMValueRef group;  // the lanes that have that value, as a mask
	LLVMValueRef bits;   // the same as bits
};

// Leaves the builder in the body with the GROUP of active lanes that have the same of VALUES.
static void distinct_begin(struct aw_simd *simd, LLVMValueRef values, LLVMValueRef mask, struct distinct *loop)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMBasicBlockRef before = LLVMGetInsertBlock(builder);
	LLVMTypeRef bits = aw_simd_integer(simd, 32), vector = aw_simd_type(simd, bits);
	LLVMValueRef active = aw_simd_bits(simd, mask), nothing = LLVMConstNull(vector);
	loop->body = LLVMAppendBasicBlockInContext(simd->unit->context, simd->function, "value");
	loop->done = LLVMAppendBasicBlockInContext(simd->unit->context, simd->function, "values.done");
	LLVMMoveBasicBlockAfter(loop->body, before);
	LLVMMoveBasicBlockAfter(loop->done, loop->body);
	LLVMBuildBr(builder, loop->body);
	LLVMPositionBuilderAtEnd(builder, loop->body);
	loop->left = LLVMBuildPhi(builder, bits, "");
	loop->result = LLVMBuildPhi(builder, vector, "");
	LLVMAddIncoming(loop->left, &active, &before, 1);
	LLVMAddIncoming(loop->result, &nothing, &before, 1);
	// The top bit changes nothing but where no lane is left, which is only when none was active.
	LLVMValueRef some = LLVMBuildOr(builder, loop->left, aw_simd_number(simd, 32, 1u << 31), "");
	LLVMValueRef arguments[] = { some, aw_simd_number(simd, 1, true) };
	loop->lane = aw_simd_intrinsic(simd, "llvm.cttz", &bits, 1, arguments, 2);
	LLVMValueRef value = aw_simd_splat(simd, aw_simd_lane(simd, values, loop->lane));
	loop->group = among(simd, mask, equals(simd, values, value));
	loop->bits = aw_simd_bits(simd, loop->group);
}

// Gives the GROUP the scalar VALUE; returns what all lanes got, behind the loop.
static LLVMValueRef distinct_end(struct aw_simd *simd, struct distinct *loop, LLVMValueRef value)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMBasicBlockRef latch = LLVMGetInsertBlock(builder);
	LLVMValueRef result = aw_simd_select(simd, loop->group, aw_simd_splat(simd, value), loop->result);
	LLVMValueRef left = LLVMBuildAnd(builder, loop->left, LLVMBuildNot(builder, loop->bits, ""), "");
	LLVMBuildCondBr(builder, equals(simd, left, aw_simd_number(simd, 32, 0)), loop->done, loop->body);
	LLVMAddIncoming(loop->left, &left, &latch, 1);
	LLVMAddIncoming(loop->result, &result, &latch, 1);
	LLVMPositionBuilderAtEnd(builder, loop->done);
	return result;
}

// --- match ---

// The active lanes with the same of VALUES, whose bits from COUNT on are 0: bit for bit those that have it set, or those
// that have not, whichever the lane itself is among.
static LLVMValueRef match_bits(struct aw_simd *simd, LLVMValueRef values, LLVMValueRef mask, unsigned count)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMTypeRef type = LLVMTypeOf(values);
	LLVMValueRef same = aw_simd_splat(simd, aw_simd_bits(simd, mask));
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef bit = aw_simd_splat(simd, LLVMConstInt(LLVMGetElementType(type), 1ull << i, false));
		bit = LLVMBuildAnd(builder, values, bit, "");
		LLVMValueRef set = LLVMBuildICmp(builder, LLVMIntNE, bit, LLVMConstNull(type), "");
		LLVMValueRef ballot = aw_simd_bits(simd, among(simd, mask, set));
		LLVMValueRef others = aw_simd_splat(simd, LLVMBuildNot(builder, ballot, ""));
		LLVMValueRef turned = LLVMBuildSExt(builder, set, LLVMTypeOf(same), ""); // in lanes that have it set
		same = LLVMBuildAnd(builder, same, LLVMBuildXor(builder, others, turned, ""), "");
	}
	return same;
}

// The same of VALUES of at most COUNT bits, few: from a table of the lanes that have each value, which is a register or two.
static LLVMValueRef match_few(struct aw_simd *simd, LLVMValueRef values, LLVMValueRef mask, unsigned count)
{
	LLVMTypeRef word = aw_simd_type(simd, aw_simd_integer(simd, 32));
	LLVMValueRef numbers = LLVMBuildFreeze(simd->builder, LLVMBuildIntCast2(simd->builder, values, word, false, ""), "");
	return aw_simd_lookup(simd, aw_simd_choosers(simd, numbers, 1u << count, mask), numbers);
}

// The active lanes of each lane's operand mask that have its value, ORIGIN in the kernel: <W x i32>.
static LLVMValueRef match_any(struct aw_simd *simd, LLVMValueRef origin, const struct aw_simd_value *arguments,
                              LLVMValueRef mask)
{
	// A bit costs a third of what a turn of the loop does, which waits for the one before.
	enum { FEW_BITS = 10, TABLE_BITS = 4 };
	LLVMValueRef same;
	uint64_t highest = aw_bounds_highest(origin);
	unsigned bits = highest ? 64 - (unsigned)__builtin_clzll(highest) : 0;
	if (is_uniform(arguments[1])) {
		same = aw_simd_splat(simd, aw_simd_bits(simd, mask));
	} else if (bits > 1 && bits <= TABLE_BITS && simd->gang.width == AW_SIMD_MAX_WIDTH && aw_simd_has_lookup(simd)) {
		same = match_few(simd, aw_simd_vector(simd, arguments[1]), mask, bits);
	} else if (bits <= FEW_BITS) {
		same = match_bits(simd, aw_simd_vector(simd, arguments[1]), mask, bits);
	} else {
		struct distinct loop;
		distinct_begin(simd, aw_simd_vector(simd, arguments[1]), mask, &loop);
		same = distinct_end(simd, &loop, loop.bits);
	}
	if (is_uniform(arguments[0]))
		return same;
	return LLVMBuildAnd(simd->builder, same, aw_simd_vector(simd, arguments[0]), "");
}

static LLVMValueRef pair(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef types[] = { LLVMTypeOf(a), LLVMTypeOf(b) };
	LLVMValueRef both = LLVMGetPoison(LLVMStructTypeInContext(simd->unit->context, types, 2, false));
	both = LLVMBuildInsertValue(simd->builder, both, a, 0, "");
	return LLVMBuildInsertValue(simd->builder, both, b, 1, "");
}

static LLVMValueRef match_all(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                              LLVMValueRef mask, struct aw_shape shape)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef active = aw_simd_bits(simd, mask);
	if (!is_uniform(arguments[0])) {
		LLVMValueRef named = aw_simd_vector(simd, arguments[0]);
		LLVMValueRef same = match_any(simd, LLVMGetOperand(call, 1), arguments, mask);
		LLVMValueRef group = LLVMBuildAnd(builder, named, aw_simd_splat(simd, active), "");
		LLVMValueRef all = equals(simd, same, group);
		return pair(simd, LLVMBuildSelect(builder, all, group, LLVMConstNull(LLVMTypeOf(group)), ""), all);
	}
	LLVMValueRef values = aw_simd_vector(simd, arguments[1]);
	LLVMValueRef first = aw_simd_splat(simd, aw_simd_lane(simd, values, aw_simd_first(simd, mask)));
	LLVMValueRef same = among(simd, mask, equals(simd, values, first));
	LLVMValueRef all = equals(simd, aw_simd_bits(simd, same), active);
	return shaped(simd, pair(simd, LLVMBuildSelect(builder, all, active, aw_simd_number(simd, 32, 0), ""), all), shape);
}

// --- redux ---

static const struct reduction {
	const char *name, *intrinsic;
	uint32_t neutral;
} reductions[] = {
	{ "add", "llvm.vector.reduce.add", 0 },
	{ "umin", "llvm.vector.reduce.umin", UINT32_MAX },
	{ "umax", "llvm.vector.reduce.umax", 0 },
	{ "min", "llvm.vector.reduce.smin", INT32_MAX },
	{ "max", "llvm.vector.reduce.smax", 1u << 31 },
	{ "and", "llvm.vector.reduce.and", UINT32_MAX },
	{ "or", "llvm.vector.reduce.or", 0 },
	{ "xor", "llvm.vector.reduce.xor", 0 },
};

static const struct reduction *find_reduction(LLVMValueRef call)
{
	const char *name = aw_llvm_name(aw_llvm_callee(call)) + strlen("llvm.nvvm.redux.sync.");
	const struct reduction *row = reductions;
	while (strcmp(row->name, name)) {
		row++;
		assert(row < reductions + sizeof(reductions) / sizeof(*reductions));
	}
	return row;
}

static LLVMValueRef reduce(struct aw_simd *simd, const struct reduction *row, LLVMValueRef values, LLVMValueRef mask)
{
	LLVMTypeRef type = LLVMTypeOf(values);
	LLVMValueRef chosen = aw_simd_select(simd, mask, values, aw_simd_splat(simd, aw_simd_number(simd, 32, row->neutral)));
	return aw_simd_intrinsic(simd, row->intrinsic, &type, 1, &chosen, 1);
}

// The intrinsic has the value before the mask.
static LLVMValueRef redux(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                          LLVMValueRef mask, struct aw_shape shape)
{
	const struct reduction *row = find_reduction(call);
	LLVMValueRef values = aw_simd_vector(simd, arguments[0]);
	if (is_uniform(arguments[1]))
		return shaped(simd, reduce(simd, row, values, mask), shape);
	assert(shape.kind == AW_SHAPE_VARYING);
	struct distinct loop;
	distinct_begin(simd, aw_simd_vector(simd, arguments[1]), mask, &loop);
	return distinct_end(simd, &loop, reduce(simd, row, values, loop.group));
}

LLVMValueRef aw_simd_warp(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                          LLVMValueRef mask, struct aw_shape shape)
{
	const char *name = aw_llvm_name(aw_llvm_callee(call));
	assert(simd->gang.width == AW_SIMD_WARP_LANES);
	if (aw_starts_with(name, "__aw_warp_"))
		return aw_simd_matrix(simd, call, arguments, mask);
	name += strlen("llvm.nvvm.");
	if (aw_starts_with(name, "shfl."))
		return aw_simd_warp_shuffle(simd, call, arguments, mask, shape);
	if (aw_starts_with(name, "vote."))
		return vote(simd, call, arguments, mask, shape);
	if (aw_starts_with(name, "match.any.")) {
		LLVMValueRef same = match_any(simd, LLVMGetOperand(call, 1), arguments, mask);
		return shape.kind == AW_SHAPE_VARYING ? same : aw_simd_lane(simd, same, aw_simd_first(simd, mask));
	}
	if (aw_starts_with(name, "match.all."))
		return match_all(simd, call, arguments, mask, shape);
	if (aw_starts_with(name, "redux."))
		return redux(simd, call, arguments, mask, shape);
	if (!strcmp(name, "activemask"))
		return shaped(simd, aw_simd_bits(simd, mask), shape);
	assert(!strcmp(name, "bar.warp.sync"));
	return NULL;
}

// --- barriers of the block ---

// An i32 of the block made of what each gang brings.
static LLVMValueRef combine_block(struct aw_simd *simd, const char *name, LLVMValueRef value)
{
	LLVMTypeRef result = LLVMTypeOf(value), type = LLVMFunctionType(result, &result, 1, false);
	assert(result == aw_simd_integer(simd, 32));
	LLVMValueRef function = aw_llvm_declare(simd->unit->module, name, type);
	return LLVMBuildCall2(simd->builder, type, function, &value, 1, "");
}

static LLVMValueRef population(struct aw_simd *simd, LLVMValueRef mask)
{
	LLVMTypeRef type = aw_simd_integer(simd, 32);
	LLVMValueRef bits = aw_simd_bits(simd, mask);
	return aw_simd_intrinsic(simd, "llvm.ctpop", &type, 1, &bits, 1);
}

static LLVMValueRef wide(struct aw_simd *simd, LLVMValueRef bit)
{
	return LLVMBuildZExt(simd->builder, bit, aw_simd_integer(simd, 32), "");
}

// Barriers of any number for all threads are barrier 0 (aw_simd_call_form).
static LLVMValueRef wait_only(struct aw_simd *simd)
{
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(simd->unit->context), NULL, 0, false);
	LLVMValueRef function = aw_llvm_declare(simd->unit->module, "llvm.nvvm.barrier0", type);
	LLVMBuildCall2(simd->builder, type, function, NULL, 0, "");
	return NULL;
}

// The predicate is the last argument.
LLVMValueRef aw_simd_barrier(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                             LLVMValueRef mask)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(call);
	unsigned count = LLVMGetNumArgOperands(call);
	assert(row && (row->flags & (AW_INTRINSIC_BLOCK | AW_INTRINSIC_GRID)));
	if (row->flags & AW_INTRINSIC_GRID)
		return LLVMBuildCall2(simd->builder, LLVMGetCalledFunctionType(call), LLVMGetCalledValue(call), NULL, 0, "");
	if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
		return aw_simd_is_relaxed(call) ? NULL : wait_only(simd);
	assert(count > 0);
	LLVMValueRef yes = voters(simd, arguments[count - 1], mask);
	if (aw_ends_with(row->name, ".popc"))
		return combine_block(simd, "aw.block.add", population(simd, yes));
	if (aw_ends_with(row->name, ".or"))
		return combine_block(simd, "aw.block.or", wide(simd, aw_simd_any(simd, yes)));
	assert(aw_ends_with(row->name, ".and"));
	LLVMValueRef all = equals(simd, aw_simd_bits(simd, yes), aw_simd_bits(simd, mask));
	return combine_block(simd, "aw.block.and", wide(simd, all));
}
