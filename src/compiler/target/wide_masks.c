// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Masks for level x86-64-v3, whose instructions give and take them as vectors of numbers that are 0 or -1, as wide as what they are masks
// of.  LLVM keeps a <16 x i1> in bytes where it goes from one block to another or is computed with: what makes a mask packs it, what uses
// it unpacks it, which is half a dozen instructions beside the one that counts, and one that is loaded it takes apart bit by bit.  So,
// behind the optimiser, masks become what they are for the processor:
//
//     %m = fcmp ..., <16 x float>                    %w = sext <16 x i1> %m to <16 x i32>
//     %n = and <16 x i1> %m, %k           ->         %n = and <16 x i32> %w, %k
//     select <16 x i1> %n, ...                       select (icmp slt %n, 0), ...      (which is %n itself to the instruction)
//     bitcast %n to i16, is it 0?                    are the signs of %n's halves, one or the other, 0?
//     load <16 x i1>                                 a load of i16, given to all lanes, each of which tests its bit
//
// A comparison that only its own block uses, for nothing but selections and accesses, stays as it is.
#include <assert.h>
#include <string.h>

#include "../analysis/need.h"
#include "../pipeline.h"
#include "native.h"

enum { LEAST_LANES = 8, MOST_LANES = 16 };

struct masks {
	struct aw_unit *unit;
	LLVMBuilderRef builder;
	LLVMValueRef function;
	struct aw_map wide;         // a mask -> its vector of numbers
	AW_VEC(LLVMValueRef) replaced; // masks that nobody needs any more
	AW_VEC(LLVMValueRef) bits;     // masks as integers
};

static bool is_mask(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetElementType(type) != LLVMInt1TypeInContext(LLVMGetTypeContext(type)))
		return false;
	return LLVMGetVectorSize(type) >= LEAST_LANES && LLVMGetVectorSize(type) <= MOST_LANES;
}

static LLVMTypeRef wide_type(const struct masks *masks, LLVMValueRef mask)
{
	return LLVMVectorType(LLVMInt32TypeInContext(masks->unit->context), LLVMGetVectorSize(LLVMTypeOf(mask)));
}

static LLVMValueRef narrow(const struct masks *masks, LLVMValueRef wide)
{
	return LLVMBuildICmp(masks->builder, LLVMIntSLT, wide, LLVMConstNull(LLVMTypeOf(wide)), "");
}

// --- which masks ---

// MASK is made of other masks.
static bool is_made(LLVMValueRef mask)
{
	switch (LLVMGetInstructionOpcode(mask)) {
	case LLVMAnd: case LLVMOr: case LLVMXor: case LLVMSelect: case LLVMFreeze: case LLVMInsertElement: case LLVMPHI: return true;
	case LLVMShuffleVector: return is_mask(LLVMGetOperand(mask, 0));
	default: return false;
	}
}

// Whether MASK, a comparison or the like, is computed with or wanted beyond its block.
static bool goes_on(LLVMValueRef mask)
{
	AW_FOR_USES(use, mask) {
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMGetInstructionParent(user) != LLVMGetInstructionParent(mask) || LLVMIsABitCastInst(user) ||
		    (is_mask(user) && is_made(user)))
			return true;
	}
	return false;
}

// --- what they become ---

static LLVMValueRef wide_of(struct masks *masks, LLVMValueRef mask);

static LLVMValueRef make_select(struct masks *masks, LLVMValueRef select)
{
	LLVMBuilderRef builder = masks->builder;
	LLVMValueRef condition = LLVMGetOperand(select, 0);
	LLVMValueRef yes = wide_of(masks, LLVMGetOperand(select, 1)), no = wide_of(masks, LLVMGetOperand(select, 2));
	bool by_lanes = is_mask(condition);
	if (by_lanes)
		condition = wide_of(masks, condition);
	aw_llvm_at(builder, select);
	if (!by_lanes)
		return LLVMBuildSelect(builder, condition, yes, no, "");
	yes = LLVMBuildAnd(builder, condition, yes, "");
	no = LLVMBuildAnd(builder, LLVMBuildNot(builder, condition, ""), no, "");
	return LLVMBuildOr(builder, yes, no, "");
}

static LLVMValueRef make_insertion(struct masks *masks, LLVMValueRef insertion)
{
	LLVMValueRef into = wide_of(masks, LLVMGetOperand(insertion, 0));
	aw_llvm_at(masks->builder, insertion);
	LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(into));
	LLVMValueRef lane = LLVMBuildSExt(masks->builder, LLVMGetOperand(insertion, 1), element, "");
	return LLVMBuildInsertElement(masks->builder, into, lane, LLVMGetOperand(insertion, 2), "");
}

static LLVMValueRef make_shuffle(struct masks *masks, LLVMValueRef shuffle)
{
	LLVMValueRef a = wide_of(masks, LLVMGetOperand(shuffle, 0)), b = wide_of(masks, LLVMGetOperand(shuffle, 1)), numbers[MOST_LANES];
	LLVMTypeRef number = LLVMInt32TypeInContext(masks->unit->context);
	for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle); i++) {
		int lane = LLVMGetMaskValue(shuffle, i);
		numbers[i] = lane == LLVMGetUndefMaskElem() ? LLVMGetPoison(number) : LLVMConstInt(number, (unsigned)lane, false);
	}
	aw_llvm_at(masks->builder, shuffle);
	return LLVMBuildShuffleVector(masks->builder, a, b, LLVMConstVector(numbers, LLVMGetNumMaskElements(shuffle)), "");
}

static LLVMValueRef make_operation(struct masks *masks, LLVMValueRef operation)
{
	LLVMValueRef a = wide_of(masks, LLVMGetOperand(operation, 0)), b = wide_of(masks, LLVMGetOperand(operation, 1));
	aw_llvm_at(masks->builder, operation);
	return LLVMBuildBinOp(masks->builder, LLVMGetInstructionOpcode(operation), a, b, "");
}

static LLVMValueRef make(struct masks *masks, LLVMValueRef mask)
{
	LLVMValueRef operand;
	switch (LLVMGetInstructionOpcode(mask)) {
	case LLVMSelect: return make_select(masks, mask);
	case LLVMInsertElement: return make_insertion(masks, mask);
	case LLVMShuffleVector: return make_shuffle(masks, mask);
	case LLVMFreeze:
		operand = wide_of(masks, LLVMGetOperand(mask, 0));
		aw_llvm_at(masks->builder, mask);
		return LLVMBuildFreeze(masks->builder, operand, "");
	default: return make_operation(masks, mask);
	}
}

// Behind MASK, which is no phi.
static LLVMValueRef extend(struct masks *masks, LLVMValueRef mask)
{
	aw_llvm_at(masks->builder, LLVMGetNextInstruction(mask));
	return LLVMBuildSExt(masks->builder, mask, wide_type(masks, mask), "");
}

// A constant's, or that of a value that is made before its users come.
static LLVMValueRef wide_of(struct masks *masks, LLVMValueRef mask)
{
	LLVMValueRef wide = aw_map_get(&masks->wide, mask);
	if (wide)
		return wide;
	if (LLVMIsPoison(mask) || LLVMIsUndef(mask))
		return LLVMIsPoison(mask) ? LLVMGetPoison(wide_type(masks, mask)) : LLVMGetUndef(wide_type(masks, mask));
	if (!LLVMIsAInstruction(mask)) {
		LLVMPositionBuilderBefore(masks->builder, aw_llvm_first_after_phis(LLVMGetEntryBasicBlock(masks->function)));
		return LLVMBuildSExt(masks->builder, mask, wide_type(masks, mask), "");
	}
	if (LLVMIsAPHINode(mask)) {
		LLVMPositionBuilderBefore(masks->builder, mask);
		wide = LLVMBuildPhi(masks->builder, wide_type(masks, mask), "");
	} else {
		wide = is_made(mask) ? make(masks, mask) : extend(masks, mask);
	}
	aw_need(aw_map_put(&masks->wide, mask, wide));
	if (is_made(mask))
		aw_need(aw_vec_push(&masks->replaced, mask));
	return wide;
}

static void load_bits(const struct masks *masks, LLVMValueRef load)
{
	LLVMBuilderRef builder = masks->builder;
	LLVMTypeRef wide = wide_type(masks, load), element = LLVMGetElementType(wide);
	unsigned lanes = LLVMGetVectorSize(wide);
	LLVMValueRef tests[MOST_LANES];
	for (unsigned i = 0; i < lanes; i++)
		tests[i] = LLVMConstInt(element, 1ull << i, false);
	aw_llvm_at(builder, load);
	LLVMValueRef bits = LLVMBuildLoad2(builder, LLVMIntTypeInContext(masks->unit->context, lanes), LLVMGetOperand(load, 0), "");
	LLVMSetAlignment(bits, LLVMGetAlignment(load));
	LLVMSetVolatile(bits, LLVMGetVolatile(load));
	bits = LLVMBuildZExt(builder, bits, element, "");
	bits = LLVMBuildInsertElement(builder, LLVMGetPoison(wide), bits, LLVMConstNull(element), "");
	bits = LLVMBuildShuffleVector(builder, bits, LLVMGetPoison(wide), LLVMConstNull(wide), "");
	bits = LLVMBuildAnd(builder, bits, LLVMConstVector(tests, lanes), "");
	aw_llvm_replace(load, LLVMBuildICmp(builder, LLVMIntEQ, bits, LLVMConstVector(tests, lanes), ""));
}

static void fill_phi(struct masks *masks, LLVMValueRef phi)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef value = wide_of(masks, LLVMGetIncomingValue(phi, i));
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		LLVMAddIncoming(aw_map_get(&masks->wide, phi), &value, &from, 1);
	}
}

// --- what uses them ---

// USE of BITS, a mask as an integer, asks whether all lanes are alike: 0 or 1.
static bool is_question(LLVMValueRef use, LLVMValueRef bits, bool *all)
{
	if (!LLVMIsAICmpInst(use) || LLVMGetOperand(use, 0) != bits || !LLVMIsAConstantInt(LLVMGetOperand(use, 1)))
		return false;
	*all = LLVMGetOperand(use, 1) == LLVMConstAllOnes(LLVMTypeOf(bits));
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(use);
	return (predicate == LLVMIntEQ || predicate == LLVMIntNE) && (*all || LLVMIsNull(LLVMGetOperand(use, 1)));
}

// Asks the signs of the halves together.
static void answer(const struct masks *masks, LLVMValueRef question, LLVMValueRef wide, bool all)
{
	LLVMBuilderRef builder = masks->builder;
	aw_llvm_at(builder, question);
	if (LLVMGetVectorSize(LLVMTypeOf(wide)) == MOST_LANES) {
		LLVMValueRef low = aw_llvm_elements(builder, wide, 0, LEAST_LANES);
		LLVMValueRef high = aw_llvm_elements(builder, wide, LEAST_LANES, LEAST_LANES);
		wide = all ? LLVMBuildAnd(builder, low, high, "") : LLVMBuildOr(builder, low, high, "");
	}
	LLVMTypeRef type = LLVMIntTypeInContext(masks->unit->context, LLVMGetVectorSize(LLVMTypeOf(wide)));
	LLVMValueRef bits = LLVMBuildBitCast(builder, narrow(masks, wide), type, "");
	LLVMValueRef wanted = all ? LLVMConstAllOnes(type) : LLVMConstNull(type);
	aw_llvm_replace(question, LLVMBuildICmp(builder, LLVMGetICmpPredicate(question), bits, wanted, ""));
}

// BITS is a mask as an integer: what asks it for all lanes at once gets an answer of its own.
static void answer_all(const struct masks *masks, LLVMValueRef bits)
{
	LLVMValueRef wide = aw_map_get(&masks->wide, LLVMGetOperand(bits, 0));
	assert(wide);
	for (LLVMUseRef use = LLVMGetFirstUse(bits), next; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);
		bool all;
		next = LLVMGetNextUse(use);
		if (is_question(user, bits, &all))
			answer(masks, user, wide, all);
	}
	if (!LLVMGetFirstUse(bits))
		aw_llvm_erase(bits);
}

// What BLOCK does with masks, other than make masks of them, takes them from their vectors of numbers.
static void use_wide(struct masks *masks, LLVMBasicBlockRef block)
{
	struct aw_map tests = { 0 };
	AW_FOR_INSTRUCTIONS(instruction, block) {
		if (is_mask(instruction) && is_made(instruction) && aw_map_get(&masks->wide, instruction))
			continue;
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
			LLVMValueRef mask = LLVMGetOperand(instruction, i), wide = aw_map_get(&masks->wide, mask), test;
			if (!wide || instruction == wide)
				continue;
			if (!is_made(mask) && LLVMGetInstructionParent(mask) == block)
				continue;
			if (!(test = aw_map_get(&tests, mask))) {
				aw_llvm_at(masks->builder, instruction);
				test = narrow(masks, wide);
				aw_need(aw_map_put(&tests, mask, test));
			}
			LLVMSetOperand(instruction, i, test);
		}
	}
	aw_map_finish(&tests);
}

static bool widen_function(struct masks *masks, LLVMValueRef function)
{
	bool changed = false;
	masks->function = function;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			if (is_mask(instruction) && aw_llvm_is_op(instruction, LLVMLoad)) {
				load_bits(masks, instruction);
				changed = true;
			}
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			if (is_mask(instruction) && (is_made(instruction) || goes_on(instruction)))
				wide_of(masks, instruction);
			else if (LLVMIsABitCastInst(instruction) && is_mask(LLVMGetOperand(instruction, 0)))
				aw_need(aw_vec_push(&masks->bits, instruction));
	for (size_t i = 0; i < masks->replaced.count; i++) // which fill_phi may make longer
		if (LLVMIsAPHINode(masks->replaced.items[i]))
			fill_phi(masks, masks->replaced.items[i]);
	for (size_t i = 0; i < masks->bits.count; i++)
		answer_all(masks, masks->bits.items[i]);
	AW_FOR_BLOCKS(block, function)
		use_wide(masks, block);
	for (size_t i = 0; i < masks->replaced.count; i++)
		LLVMReplaceAllUsesWith(masks->replaced.items[i], LLVMGetPoison(LLVMTypeOf(masks->replaced.items[i])));
	for (size_t i = 0; i < masks->replaced.count; i++)
		aw_llvm_erase(masks->replaced.items[i]);
	changed |= masks->wide.count > 0;
	aw_map_finish(&masks->wide);
	aw_vec_finish(&masks->replaced);
	aw_vec_finish(&masks->bits);
	return changed;
}

bool aw_pass_wide_masks(struct aw_unit *unit)
{
	struct masks masks = { .unit = unit, .builder = unit->builder };
	bool changed = false;
	if (strcmp(unit->target, "x86-64-v3"))
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		changed |= widen_function(&masks, function);
	return changed;
}
