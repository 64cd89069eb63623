// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gangs inside of a grid of cells.  At its rim a stencil's neighbours are others than elsewhere,
//
//     if (x >= width || y >= height)
//         return;
//     left = max(x - 1, 0);  right = x == width - 1 ? 0 : x + 1;
//     out[x] = in[left] + in[x] + in[right];
//
// but most gangs have no lane there, which a test of their first and last lane tells.  For these there is a version of what follows in
// which indices are what they are when no bound concerns them, so all goes along rows; and as it's mostly behind a guard, and its
// lanes are all inside of that, too, the version begins in front of the guard, and needs no masks:
//
//     if (x of the last lane < width && y < height && x of the first lane > 0 && x of the last lane < width - 1)
//         out[x] = in[x - 1] + in[x] + in[x + 1];
//     else
//         what there was
//
// The other version is left to simd_clamp.c.  It is all in terms of scalar code and aw.lane.index, like simd_check.c.
#include <assert.h>

#include "simd_clamp.h"
#include "simd_versions.h"

enum {
	MOST_SPLITS = 2,   // of a function
	MOST_COPIED = 400, // instructions that follow
	MOST_LOADS = 64,   // of a function
	MOST_GUARDS = 4,   // one in another
	DEEP = 8,
	LEAST_BITS = 16,   // of a number of which it is asked whether it wraps
};

struct guard {
	LLVMValueRef branch;
	LLVMBasicBlockRef then; // where it leads who is inside
};

struct inside {
	struct aw_unit *unit;
	struct aw_uniformity u;
	struct aw_clamps clamps;
	struct aw_map done;             // clamps for which there is a version
	LLVMValueRef at;                // where the test is to be
	struct aw_map lifted;           // values -> what they are there
	AW_VEC(LLVMValueRef) made;      // there
	AW_VEC(LLVMValueRef) conditions;
	AW_VEC(struct aw_clamped) left; // by all lanes that fulfil the conditions
};

static struct aw_shape shape_of(const struct inside *inside, LLVMValueRef value)
{
	return aw_uniformity_shape(&inside->u, value);
}

static LLVMValueRef note(struct inside *inside, LLVMValueRef made)
{
	if (LLVMIsAInstruction(made))
		aw_need(aw_vec_push(&inside->made, made));
	return made;
}

// --- values where the test is ---

static bool is_movable(LLVMValueRef value)
{
	LLVMIntPredicate taken;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	if (opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem)
		return false;
	return LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || opcode == LLVMICmp || opcode == LLVMSelect ||
	       opcode == LLVMFreeze || aw_clamps_is_minimum(value, &taken);
}

// Whether VALUE is there where the test is.
static bool is_there(const struct inside *inside, LLVMValueRef value)
{
	return !LLVMIsAInstruction(value) || aw_uniformity_comes_before(&inside->u, value, inside->at);
}

// VALUE where the test is, made anew if need be, without a promise that may not hold for lanes that don't come to it; NULL: it can't be.
static LLVMValueRef lift(struct inside *inside, LLVMValueRef value, unsigned depth)
{
	LLVMValueRef known = aw_map_get(&inside->lifted, value);
	if (known || is_there(inside, value))
		return known ? known : value;
	if (!depth || !is_movable(value))
		return NULL;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		if (!lift(inside, LLVMGetOperand(value, i), depth - 1))
			return NULL;
	LLVMValueRef copy = LLVMInstructionClone(value);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
		LLVMSetOperand(copy, i, lift(inside, LLVMGetOperand(value, i), depth - 1));
	aw_llvm_at(inside->unit->builder, inside->at);
	LLVMInsertIntoBuilder(inside->unit->builder, note(inside, copy));
	aw_llvm_drop_promises(copy);
	aw_need(aw_map_put(&inside->lifted, value, copy));
	return copy;
}

// --- what is true of all lanes ---

static bool demand(struct inside *inside, LLVMValueRef condition)
{
	if (condition)
		aw_need(aw_vec_push(&inside->conditions, condition));
	return condition;
}

static LLVMValueRef compare(struct inside *inside, LLVMValueRef a, LLVMIntPredicate predicate, LLVMValueRef b)
{
	aw_llvm_at(inside->unit->builder, inside->at);
	return note(inside, LLVMBuildICmp(inside->unit->builder, predicate, a, b, ""));
}

// A number that goes up from lane to lane unless it wraps, where the test is.
struct steps {
	LLVMValueRef first, last;
	uint64_t reach;
};

static bool explain_clamp(struct inside *inside, LLVMValueRef clamp, unsigned depth);

// VALUE's first and last lane's; conditions may come with it.
static bool find_steps(struct inside *inside, LLVMValueRef value, struct steps *steps, unsigned depth)
{
	LLVMBuilderRef builder = inside->unit->builder;
	LLVMTypeRef type = LLVMTypeOf(value);
	struct aw_shape shape = shape_of(inside, value);
	if (shape.kind == AW_SHAPE_VARYING) {
		LLVMValueRef straight = depth ? aw_clamps_straight(&inside->clamps, value) : NULL;
		return straight && explain_clamp(inside, value, depth - 1) && find_steps(inside, straight, steps, depth - 1);
	}
	if (shape.kind != AW_SHAPE_STRIDED || shape.stride < 0 || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return false;
	unsigned bits = LLVMGetIntTypeWidth(type);
	if (bits < LEAST_BITS || bits > 64 ||
	    __builtin_mul_overflow((uint64_t)shape.stride, inside->u.gang.width - 1, &steps->reach) || steps->reach >> (bits - 2))
		return false;
	LLVMValueRef number = lift(inside, value, DEEP);
	if (!number)
		return false;
	aw_llvm_at(builder, inside->at);
	LLVMValueRef lane = note(inside, aw_simd_build_lane(inside->unit)), own = lane;
	if (bits < 64)
		own = note(inside, LLVMBuildTrunc(builder, lane, type, ""));
	own = note(inside, LLVMBuildMul(builder, own, LLVMConstInt(type, (uint64_t)shape.stride, false), ""));
	steps->first = note(inside, LLVMBuildSub(builder, number, own, ""));
	steps->last = note(inside, LLVMBuildAdd(builder, steps->first, LLVMConstInt(type, steps->reach, false), ""));
	return true;
}

// All lanes of A are PREDICATE to END, which they share.
static bool compare_all(struct inside *inside, LLVMValueRef a, LLVMIntPredicate predicate, LLVMValueRef end, unsigned depth)
{
	struct steps steps;
	LLVMValueRef bound = aw_shape_is_uniform(shape_of(inside, end)) ? lift(inside, end, DEEP) : NULL;
	if (!bound || predicate == LLVMIntEQ || !find_steps(inside, a, &steps, depth))
		return false;
	bool is_signed = predicate >= LLVMIntSGT;
	bool below = predicate == LLVMIntSLT || predicate == LLVMIntSLE || predicate == LLVMIntULT || predicate == LLVMIntULE;
	if (predicate == LLVMIntNE) {
		aw_llvm_at(inside->unit->builder, inside->at);
		LLVMValueRef distance = note(inside, LLVMBuildSub(inside->unit->builder, bound, steps.first, ""));
		return demand(inside, compare(inside, distance, LLVMIntUGT, LLVMConstInt(LLVMTypeOf(distance), steps.reach, false)));
	}
	return demand(inside, compare(inside, steps.first, is_signed ? LLVMIntSLE : LLVMIntULE, steps.last)) &&
	       demand(inside, compare(inside, below ? steps.last : steps.first, predicate, bound));
}

// CONDITION is TRUTH for all lanes.
static bool explain(struct inside *inside, LLVMValueRef condition, bool truth, unsigned depth)
{
	LLVMBuilderRef builder = inside->unit->builder;
	if (aw_shape_is_uniform(shape_of(inside, condition))) {
		LLVMValueRef there = lift(inside, condition, DEEP);
		if (!there || truth)
			return demand(inside, there);
		aw_llvm_at(builder, inside->at);
		return demand(inside, note(inside, LLVMBuildNot(builder, there, "")));
	}
	if (!depth || !LLVMIsAInstruction(condition))
		return false;
	LLVMValueRef all = LLVMConstAllOnes(LLVMTypeOf(condition)), none = LLVMConstNull(LLVMTypeOf(condition));
	bool select = LLVMIsASelectInst(condition), choice = select && LLVMGetOperand(condition, truth ? 2 : 1) == (truth ? none : all);
	if (choice || aw_llvm_is_op(condition, truth ? LLVMAnd : LLVMOr))
		return explain(inside, LLVMGetOperand(condition, 0), truth, depth - 1) &&
		       explain(inside, LLVMGetOperand(condition, truth && choice ? 1 : choice ? 2 : 1), truth, depth - 1);
	if (aw_llvm_is_op(condition, LLVMXor) && LLVMGetOperand(condition, 1) == all)
		return explain(inside, LLVMGetOperand(condition, 0), !truth, depth - 1);
	if (aw_llvm_is_op(condition, LLVMFreeze))
		return explain(inside, LLVMGetOperand(condition, 0), truth, depth - 1);
	if (!LLVMIsAICmpInst(condition))
		return false;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
	LLVMValueRef a = LLVMGetOperand(condition, 0), b = LLVMGetOperand(condition, 1);
	predicate = truth ? predicate : aw_llvm_opposite(predicate);
	if (aw_shape_is_uniform(shape_of(inside, a)))
		return compare_all(inside, b, aw_llvm_turned(predicate), a, depth - 1);
	return compare_all(inside, a, predicate, b, depth - 1);
}

// CLAMP leaves all lanes alone.
static bool explain_clamp(struct inside *inside, LLVMValueRef clamp, unsigned depth)
{
	LLVMIntPredicate taken = LLVMIntEQ;
	LLVMValueRef own, bound;
	aw_clamps_parts(&inside->clamps, clamp, &own, &bound);
	if (!depth)
		return false;
	if (!LLVMIsASelectInst(clamp))
		return aw_clamps_is_minimum(clamp, &taken) && compare_all(inside, own, taken, bound, depth - 1);
	struct steps steps;
	return explain(inside, LLVMGetOperand(clamp, 0), own == LLVMGetOperand(clamp, 1), depth - 1) &&
	       find_steps(inside, own, &steps, depth - 1);
}

// --- where the version begins ---

static void begin_at(struct inside *inside, LLVMValueRef at)
{
	inside->at = at;
	inside->made.count = inside->conditions.count = inside->left.count = 0;
	aw_map_finish(&inside->lifted);
}

static void undo(struct inside *inside)
{
	while (inside->made.count)
		aw_llvm_erase(inside->made.items[--inside->made.count]);
	begin_at(inside, inside->at);
}

// Finds the conditions under which clamps in what follows leave all lanes alone; false: of none.
static bool explain_clamps(struct inside *inside, const struct aw_versions *versions)
{
	for (size_t i = 0; i < inside->clamps.found.count; i++) {
		struct aw_clamped *clamped = &inside->clamps.found.items[i];
		size_t before = inside->conditions.count;
		bool known = false;
		if (aw_map_get(&inside->done, clamped->clamp) || !aw_versions_have(versions, LLVMGetInstructionParent(clamped->clamp)))
			continue;
		for (size_t k = 0; k < inside->left.count; k++)
			known |= inside->left.items[k].clamp == clamped->clamp;
		if (!known && explain_clamp(inside, clamped->clamp, DEEP))
			aw_need(aw_vec_push(&inside->left, *clamped));
		else
			inside->conditions.count = before;
	}
	return inside->left.count;
}

// The clamp that comes first and has no version yet.
static LLVMValueRef first_clamp(const struct inside *inside)
{
	LLVMValueRef first = NULL;
	for (size_t i = 0; i < inside->clamps.found.count; i++) {
		LLVMValueRef clamp = inside->clamps.found.items[i].clamp;
		if (aw_map_get(&inside->done, clamp))
			continue;
		uint32_t block = aw_cfg_number(&inside->u.cfg, LLVMGetInstructionParent(clamp));
		uint32_t best = first ? aw_cfg_number(&inside->u.cfg, LLVMGetInstructionParent(first)) : AW_NONE;
		if (!first || block < best)
			first = clamp;
		if (block != best)
			continue;
		for (LLVMValueRef next = clamp; next; next = LLVMGetNextInstruction(next))
			first = next == first ? clamp : first;
	}
	return first;
}

// The guards on the way to BLOCK, the last one first: it comes from their branches alone, in the loop that they are in.
static unsigned find_guards(const struct inside *inside, LLVMBasicBlockRef block, struct guard guards[MOST_GUARDS])
{
	unsigned count = 0;
	for (LLVMBasicBlockRef before; count < MOST_GUARDS && (before = aw_llvm_only_way_to(block)); block = before) {
		uint32_t at = aw_cfg_number(&inside->u.cfg, block), from = aw_cfg_number(&inside->u.cfg, before);
		LLVMValueRef branch = LLVMGetBasicBlockTerminator(before);
		if (from == AW_NONE || inside->u.loops.innermost[at] != inside->u.loops.innermost[from] || !LLVMIsABranchInst(branch) ||
		    LLVMIsAPHINode(LLVMGetFirstInstruction(block)))
			break;
		if (LLVMIsConditional(branch))
			guards[count++] = (struct guard){ branch, block };
	}
	return count;
}

static bool leads_first(const struct guard *guard)
{
	return LLVMGetSuccessor(guard->branch, 0) == guard->then;
}

// Whether all lanes go one way, which needs no mask.
static bool is_shared(const struct inside *inside, const struct guard *guard)
{
	return aw_shape_is_uniform(shape_of(inside, LLVMGetCondition(guard->branch)));
}

// Finds the version that begins in front of the last of COUNT guards, and its test.
static bool begin_before(struct inside *inside, const struct guard *guards, unsigned count, struct aw_versions *versions)
{
	const struct guard *outer = &guards[count - 1];
	bool good = !is_shared(inside, outer) && aw_versions_collect(versions, &inside->u, LLVMGetFirstInstruction(outer->then), MOST_COPIED);
	begin_at(inside, outer->branch);
	for (unsigned i = 0; i < count && good; i++)
		good = is_shared(inside, &guards[i]) || explain(inside, LLVMGetCondition(guards[i].branch), leads_first(&guards[i]), DEEP);
	good = good && explain_clamps(inside, versions);
	if (!good)
		undo(inside);
	return good;
}

// In the copies: clamps are what they leave alone, and guards lead inside.
static void simplify(struct inside *inside, const struct aw_versions *versions, const struct guard *guards, unsigned count)
{
	LLVMTypeRef bit = LLVMInt1TypeInContext(inside->unit->context);
	AW_VEC(struct aw_clamped) copies = { 0 };
	for (size_t i = 0; i < inside->left.count; i++) {
		struct aw_clamped *clamped = &inside->left.items[i];
		aw_need(aw_map_put(&inside->done, clamped->clamp, clamped->clamp));
		aw_need(aw_vec_push(&copies, ((struct aw_clamped){ NULL, aw_versions_copy_of(versions, clamped->clamp),
		                                                  aw_versions_copy_of(versions, clamped->straight) })));
	}
	for (unsigned i = 0; i + 1 < count; i++)
		if (!is_shared(inside, &guards[i]))
			LLVMSetCondition(aw_versions_copy_of(versions, guards[i].branch), LLVMConstInt(bit, leads_first(&guards[i]), false));
	for (size_t i = 0; i < copies.count; i++)
		LLVMReplaceAllUsesWith(copies.items[i].clamp, copies.items[i].straight);
	aw_vec_finish(&copies);
}

// Ends BEFORE with the test, which leads to FAST or OTHER.
static void build_test(struct inside *inside, LLVMBasicBlockRef before, LLVMBasicBlockRef fast, LLVMBasicBlockRef other)
{
	LLVMBuilderRef builder = inside->unit->builder;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(before), all = inside->conditions.items[0];
	assert(inside->conditions.count && inside->left.count);
	aw_llvm_at(builder, end);
	for (size_t i = 1; i < inside->conditions.count; i++)
		all = LLVMBuildAnd(builder, all, inside->conditions.items[i], "");
	LLVMBuildCondBr(builder, LLVMBuildFreeze(builder, all, ""), fast, other);
	aw_llvm_erase(end);
}

static bool split_at_guard(struct inside *inside, LLVMValueRef first, struct aw_versions *versions)
{
	struct guard guards[MOST_GUARDS];
	unsigned count = find_guards(inside, LLVMGetInstructionParent(first), guards);
	while (count && !begin_before(inside, guards, count, versions))
		count--;
	LLVMBasicBlockRef fast = count ? aw_versions_copy(versions, guards[count - 1].then) : NULL;
	if (!count)
		return false;
	assert(fast && "there is a clamp in it");
	simplify(inside, versions, guards, count);
	LLVMBasicBlockRef before = LLVMGetInstructionParent(inside->at), other = aw_llvm_split_before(inside->at);
	build_test(inside, before, fast, other);
	return true;
}

static bool split_at_clamp(struct inside *inside, LLVMValueRef first, struct aw_versions *versions)
{
	if (!aw_versions_collect(versions, &inside->u, first, MOST_COPIED))
		return false;
	begin_at(inside, first);
	if (!explain_clamps(inside, versions)) {
		undo(inside);
		return false;
	}
	LLVMBasicBlockRef before = LLVMGetInstructionParent(first), other = aw_versions_split(versions, first);
	LLVMBasicBlockRef fast = aw_versions_copy(versions, other);
	assert(fast && "there is a clamp in it");
	simplify(inside, versions, NULL, 0);
	build_test(inside, before, fast, other);
	return true;
}

static bool split_one(struct inside *inside)
{
	struct aw_versions versions = { .unit = inside->unit };
	LLVMValueRef first = first_clamp(inside);
	bool good = first && (split_at_guard(inside, first, &versions) || split_at_clamp(inside, first, &versions));
	if (first)
		aw_need(aw_map_put(&inside->done, first, first));
	aw_versions_finish(&versions);
	return good;
}

bool aw_simd_split_inside(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct inside inside = { .unit = unit };
	unsigned splits = 0;
	bool more = true;
	while (splits < MOST_SPLITS && more) {
		aw_uniformity_init(&inside.u, unit, function, gang);
		inside.clamps = (struct aw_clamps){ unit, &inside.u, { 0 } };
		aw_clamps_find(&inside.clamps, MOST_LOADS);
		more = first_clamp(&inside);
		splits += more && split_one(&inside);
		aw_vec_finish(&inside.clamps.found);
		aw_uniformity_finish(&inside.u);
	}
	aw_map_finish(&inside.done);
	aw_map_finish(&inside.lifted);
	aw_vec_finish(&inside.made);
	aw_vec_finish(&inside.conditions);
	aw_vec_finish(&inside.left);
	return splits > 0;
}
