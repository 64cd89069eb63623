// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trees of shuffles by which a warp adds up (or, and, xor, min, max) integers, where one lane's result is wanted:
// a vector of partial results a step is more than is needed, and programs take the steps in any order.  What
// counts is which lanes of the first vector a lane's result is made of; when that is all of them, each once, it is
// llvm.vector.reduce, for which LLVM knows the shortest way.  Sums of floats keep their order, so they stay.
//
// A tree's nodes are the operation, shuffles, insertions, and selects by constants; its leaf is the vector that is none of
// these.  Zeros that are shuffled in are nothing to a sum.
#include "simd.h"

#include <assert.h>

enum { MAX_LANES = 32, MAX_NODES = 64, MAX_DEPTH = 24, LEAST_STEPS = 3 };

// The operation of a tree: an instruction or one of LLVM's functions.
struct operation {
	LLVMOpcode opcode;
	const char *function; // of a call: "llvm.smax"
	const char *reduction;
	bool once; // each number counts once; else as often as one likes
};

static const struct operation operations[] = {
	{ LLVMAdd, NULL, "llvm.vector.reduce.add", true },
	{ LLVMXor, NULL, "llvm.vector.reduce.xor", true },
	{ LLVMAnd, NULL, "llvm.vector.reduce.and", false },
	{ LLVMOr, NULL, "llvm.vector.reduce.or", false },
	{ LLVMCall, "llvm.smin.", "llvm.vector.reduce.smin", false },
	{ LLVMCall, "llvm.smax.", "llvm.vector.reduce.smax", false },
	{ LLVMCall, "llvm.umin.", "llvm.vector.reduce.umin", false },
	{ LLVMCall, "llvm.umax.", "llvm.vector.reduce.umax", false },
};

// What each lane of a node is made of: lanes of the leaf.
struct node {
	LLVMValueRef value;
	uint32_t lanes[MAX_LANES];
	uint32_t known; // the lanes for which that is known
	unsigned steps; // operations on the way to the leaf
};

struct tree {
	const struct operation *operation;
	unsigned width;
	LLVMValueRef leaf;
	struct node nodes[MAX_NODES];
	unsigned count;
};

static bool is_operation(LLVMValueRef value, const struct operation *operation)
{
	if (!aw_llvm_is_op(value, operation->opcode))
		return false;
	LLVMValueRef callee = operation->function ? aw_llvm_callee(value) : NULL;
	return !operation->function || (callee && aw_starts_with(aw_llvm_name(callee), operation->function));
}

static unsigned width_of(LLVMValueRef vector)
{
	LLVMTypeRef type = LLVMTypeOf(vector);
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 0;
}

// Whether VALUE is made of shuffles as far as one sees from here.
static bool is_inner(const struct tree *tree, LLVMValueRef value, unsigned depth)
{
	if (depth > MAX_DEPTH || !LLVMIsAInstruction(value) || width_of(value) != tree->width)
		return false;
	if (LLVMIsAShuffleVectorInst(value))
		return width_of(LLVMGetOperand(value, 0)) == tree->width;
	if (LLVMIsAInsertElementInst(value))
		return is_inner(tree, LLVMGetOperand(value, 0), depth + 1);
	bool chooses = LLVMIsASelectInst(value) && LLVMIsConstant(LLVMGetOperand(value, 0));
	if (!chooses && !is_operation(value, tree->operation))
		return false;
	return is_inner(tree, LLVMGetOperand(value, chooses), depth + 1) ||
	       is_inner(tree, LLVMGetOperand(value, chooses + 1u), depth + 1);
}

static const struct node *explore(struct tree *tree, LLVMValueRef value, unsigned depth);

// Zeros are known to be made of nothing, anything else that is constant isn't known.
static void explore_constant(const struct tree *tree, struct node *node)
{
	for (unsigned i = 0; i < tree->width && tree->operation->once; i++) {
		LLVMValueRef element = LLVMGetAggregateElement(node->value, i);
		node->known |= (uint32_t)(element && LLVMIsNull(element)) << i;
	}
}

static bool explore_shuffle(struct tree *tree, struct node *node, unsigned depth)
{
	const struct node *from[2];
	LLVMValueRef value = node->value;
	assert(LLVMGetNumMaskElements(value) == tree->width);
	for (unsigned i = 0; i < 2; i++)
		if (!(from[i] = explore(tree, LLVMGetOperand(value, i), depth + 1)))
			return false;
	for (unsigned i = 0; i < tree->width; i++) {
		int source = LLVMGetMaskValue(value, i);
		if (source < 0)
			continue;
		const struct node *one = from[(unsigned)source >= tree->width];
		unsigned lane = (unsigned)source % tree->width;
		node->lanes[i] = one->lanes[lane];
		node->known |= (one->known >> lane & 1) << i;
	}
	node->steps = from[0]->steps > from[1]->steps ? from[0]->steps : from[1]->steps;
	return true;
}

static bool explore_select(struct tree *tree, struct node *node, unsigned depth)
{
	const struct node *yes = explore(tree, LLVMGetOperand(node->value, 1), depth + 1);
	const struct node *no = yes ? explore(tree, LLVMGetOperand(node->value, 2), depth + 1) : NULL;
	if (!no)
		return false;
	for (unsigned i = 0; i < tree->width; i++) {
		LLVMValueRef bit = LLVMGetAggregateElement(LLVMGetOperand(node->value, 0), i);
		if (!bit || !LLVMIsAConstantInt(bit))
			continue;
		const struct node *one = LLVMIsNull(bit) ? no : yes;
		node->lanes[i] = one->lanes[i];
		node->known |= one->known & 1u << i;
	}
	node->steps = yes->steps > no->steps ? yes->steps : no->steps;
	return true;
}

// Zero in one lane.
static bool explore_insert(struct tree *tree, struct node *node, unsigned depth)
{
	int64_t lane;
	LLVMValueRef element = LLVMGetOperand(node->value, 1);
	const struct node *from = explore(tree, LLVMGetOperand(node->value, 0), depth + 1);
	if (!from || !aw_llvm_constant(LLVMGetOperand(node->value, 2), &lane) || lane < 0 || lane >= (int64_t)tree->width)
		return false;
	LLVMValueRef value = node->value;
	*node = *from;
	node->value = value;
	node->lanes[lane] = 0;
	node->known &= ~(1u << lane);
	node->known |= (uint32_t)(LLVMIsConstant(element) && LLVMIsNull(element) && tree->operation->once) << lane;
	return true;
}

static bool explore_operation(struct tree *tree, struct node *node, unsigned depth)
{
	const struct node *a = explore(tree, LLVMGetOperand(node->value, 0), depth + 1);
	const struct node *b = a ? explore(tree, LLVMGetOperand(node->value, 1), depth + 1) : NULL;
	if (!b)
		return false;
	for (unsigned i = 0; i < tree->width; i++) {
		bool apart = !(a->lanes[i] & b->lanes[i]) || !tree->operation->once;
		node->lanes[i] = a->lanes[i] | b->lanes[i];
		node->known |= apart ? a->known & b->known & 1u << i : 0;
	}
	node->steps = 1 + (a->steps > b->steps ? a->steps : b->steps);
	return true;
}

static bool explore_leaf(struct tree *tree, struct node *node)
{
	if (!tree->leaf)
		tree->leaf = node->value;
	for (unsigned i = 0; i < tree->width && tree->leaf == node->value; i++) {
		node->lanes[i] = 1u << i;
		node->known |= 1u << i;
	}
	return true;
}

// The node of VALUE; NULL when there are too many.
static const struct node *explore(struct tree *tree, LLVMValueRef value, unsigned depth)
{
	for (unsigned i = 0; i < tree->count; i++)
		if (tree->nodes[i].value == value)
			return &tree->nodes[i];
	struct node node = { .value = value };
	bool good = true;
	assert(tree->width >= 2 && tree->width <= MAX_LANES);
	if (LLVMIsConstant(value))
		explore_constant(tree, &node);
	else if (!is_inner(tree, value, 0))
		good = explore_leaf(tree, &node);
	else if (LLVMIsAShuffleVectorInst(value))
		good = explore_shuffle(tree, &node, depth);
	else if (LLVMIsAInsertElementInst(value))
		good = explore_insert(tree, &node, depth);
	else if (LLVMIsASelectInst(value))
		good = explore_select(tree, &node, depth);
	else
		good = explore_operation(tree, &node, depth);
	if (!good || depth > MAX_DEPTH || tree->count == MAX_NODES)
		return NULL;
	tree->nodes[tree->count] = node;
	return &tree->nodes[tree->count++];
}

// --- where one lane is wanted ---

// The lane that all of a shuffle's are; -1: none.
static int only_lane(LLVMValueRef shuffle)
{
	int lane = -1;
	for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle); i++) {
		int source = LLVMGetMaskValue(shuffle, i);
		if (source >= 0 && lane >= 0 && source != lane)
			return -1;
		lane = source >= 0 ? source : lane;
	}
	return lane;
}

// The lane of a mask with one; -1: it isn't constant, or has more.
static int only_active(LLVMValueRef mask)
{
	int lane = -1;
	for (unsigned i = 0; LLVMIsConstant(mask) && i < width_of(mask); i++) {
		LLVMValueRef bit = LLVMGetAggregateElement(mask, i);
		if (!bit || !LLVMIsAConstantInt(bit) || (!LLVMIsNull(bit) && lane >= 0))
			return -1;
		lane = LLVMIsNull(bit) ? lane : (int)i;
	}
	return lane;
}

// Which lane of which vector INSTRUCTION looks at, if it is one only: -1 otherwise.
static int wanted_lane(LLVMValueRef instruction, LLVMValueRef *vector)
{
	int64_t lane;
	LLVMValueRef callee = aw_llvm_callee(instruction);
	*vector = LLVMGetNumOperands(instruction) ? LLVMGetOperand(instruction, 0) : NULL;
	if (LLVMIsAExtractElementInst(instruction) && aw_llvm_constant(LLVMGetOperand(instruction, 1), &lane))
		return lane >= 0 && lane < (int64_t)width_of(*vector) ? (int)lane : -1;
	if (LLVMIsAShuffleVectorInst(instruction)) {
		int only = only_lane(instruction);
		return only < (int)width_of(*vector) ? only : -1;
	}
	if (callee && aw_starts_with(aw_llvm_name(callee), "llvm.masked.store."))
		return only_active(LLVMGetOperand(instruction, 3));
	return -1;
}

// The reduction that lane ONE of VECTOR is, or lanes ONE and OTHER together, made before the builder's place; NULL
// when they are none.
static LLVMValueRef reduce(struct aw_unit *unit, struct tree *tree, LLVMValueRef vector, unsigned one, unsigned other)
{
	assert(one < tree->width && other < tree->width);
	const struct node *root = explore(tree, vector, 0);
	uint32_t all = UINT32_MAX >> (MAX_LANES - tree->width);
	if (!root || !tree->leaf || !(root->known >> one & root->known >> other & 1) ||
	    (root->lanes[one] | root->lanes[other]) != all || root->steps + (one != other) < LEAST_STEPS)
		return NULL;
	if (one != other && tree->operation->once && (root->lanes[one] & root->lanes[other]))
		return NULL;
	LLVMTypeRef type = LLVMTypeOf(tree->leaf);
	assert(width_of(tree->leaf) == tree->width);
	LLVMValueRef function = aw_llvm_intrinsic(unit->module, tree->operation->reduction, &type, 1);
	return LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(function), function, &tree->leaf, 1, "");
}

// The operation that the last step of a tree is, found in VALUE: a vector, or a scalar made of two lanes.
static LLVMValueRef find_reduction(struct aw_unit *unit, LLVMValueRef value, LLVMValueRef vector, unsigned one, unsigned other)
{
	unsigned width = width_of(vector);
	if (width < 2 || width > MAX_LANES || LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(vector))) != LLVMIntegerTypeKind)
		return NULL;
	for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
		if (!LLVMIsAInstruction(value) || !is_operation(value, &operations[i]))
			continue;
		struct tree tree = { .operation = &operations[i], .width = width };
		return is_inner(&tree, vector, 0) ? reduce(unit, &tree, vector, one, other) : NULL;
	}
	return NULL;
}

// Whether VALUE is made of lanes *ONE and *OTHER of *VECTOR.
static bool joins_lanes(LLVMValueRef value, LLVMValueRef *vector, int64_t *one, int64_t *other)
{
	if (LLVMGetNumOperands(value) < 2)
		return false;
	LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
	if (!LLVMIsAExtractElementInst(a) || !LLVMIsAExtractElementInst(b) || LLVMGetOperand(a, 0) != LLVMGetOperand(b, 0))
		return false;
	*vector = LLVMGetOperand(a, 0);
	return aw_llvm_constant(LLVMGetOperand(a, 1), one) && aw_llvm_constant(LLVMGetOperand(b, 1), other) && *one >= 0 &&
	       *other >= 0 && *one < (int64_t)width_of(*vector) && *other < (int64_t)width_of(*vector);
}

// SCALAR in place of what INSTRUCTION took from its vector.
static void use(struct aw_unit *unit, LLVMValueRef instruction, LLVMValueRef scalar, unsigned lane)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context);
	if (LLVMIsAExtractElementInst(instruction)) {
		aw_llvm_replace(instruction, scalar);
		return;
	}
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 0));
	LLVMValueRef one = LLVMBuildInsertElement(unit->builder, LLVMGetPoison(type), scalar, LLVMConstInt(number, lane, false), "");
	LLVMSetOperand(instruction, 0, one);
}

static bool fold(struct aw_unit *unit, LLVMValueRef instruction)
{
	LLVMValueRef vector, scalar = NULL;
	int64_t one, other;
	if (LLVMIsAPHINode(instruction))
		return false;
	int lane = wanted_lane(instruction, &vector);
	aw_llvm_at(unit->builder, instruction);
	if (lane >= 0) {
		scalar = find_reduction(unit, vector, vector, (unsigned)lane, (unsigned)lane);
		if (scalar)
			use(unit, instruction, scalar, (unsigned)lane);
	} else if (joins_lanes(instruction, &vector, &one, &other)) {
		scalar = find_reduction(unit, instruction, vector, (unsigned)one, (unsigned)other);
		if (scalar)
			aw_llvm_replace(instruction, scalar);
	}
	return scalar != NULL;
}

bool aw_simd_fold_reductions(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			changed |= fold(unit, instruction);
	return changed;
}
