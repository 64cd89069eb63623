// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of bytes of which it is only asked how they compare with small numbers, as cells count their neighbours and detectors of corners
// theirs that are brighter:
//
//     if (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] == 3)
//
// A sum of bytes that stays at 255 instead of going on is below, at or above a number less than that just as the whole sum is, so
// such are added up as bytes, of which a register has four times as many lanes as of ints.
#include "simd.h"

#include <assert.h>

enum {
	BYTE = 8,        // bits
	MOST = 255,      // a byte's
	MOST_TERMS = 64, // whose sum any wider number has room for
};

static bool is_below_most(LLVMValueRef value)
{
	int64_t number;
	return aw_llvm_constant(value, &number) && number >= 0 && number < MOST;
}

static bool is_term(LLVMValueRef value)
{
	return is_below_most(value) || (LLVMIsAZExtInst(value) && aw_llvm_integer_bits(LLVMGetOperand(value, 0)) <= BYTE);
}

static bool is_sum(LLVMValueRef value)
{
	return LLVMIsAInstruction(value) && aw_llvm_is_op(value, LLVMAdd) && aw_llvm_integer_bits(value) > BYTE;
}

// Whether VALUE is a sum of bytes, added to *TERMS, whose parts nobody else looks at.
static bool is_sum_of_bytes(LLVMValueRef value, bool whole, unsigned *terms)
{
	if (is_term(value))
		return ++*terms <= MOST_TERMS;
	return is_sum(value) && (whole || aw_llvm_only_user(value)) && is_sum_of_bytes(LLVMGetOperand(value, 0), false, terms) &&
	       is_sum_of_bytes(LLVMGetOperand(value, 1), false, terms);
}

static bool asks_small(LLVMValueRef user, LLVMValueRef sum)
{
	if (LLVMIsAICmpInst(user))
		return LLVMGetOperand(user, 0) == sum && is_below_most(LLVMGetOperand(user, 1));
	if (!LLVMIsASwitchInst(user))
		return false;
	for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(user); i += 2)
		if (!is_below_most(LLVMGetOperand(user, i)))
			return false;
	return true;
}

static bool is_only_compared(LLVMValueRef sum)
{
	AW_FOR_USES(use, sum)
		if (!asks_small(LLVMGetUser(use), sum))
			return false;
	return LLVMGetFirstUse(sum) != NULL;
}

// VALUE as a byte, where the builder stands, behind it.
static LLVMValueRef byte_of(struct aw_unit *unit, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMIntTypeInContext(unit->context, BYTE);
	int64_t number;
	if (aw_llvm_constant(value, &number))
		return LLVMConstInt(type, (uint64_t)number, false);
	if (LLVMIsAZExtInst(value))
		return LLVMBuildZExt(unit->builder, LLVMGetOperand(value, 0), type, "");
	LLVMValueRef arguments[2];
	for (unsigned i = 0; i < 2; i++)
		arguments[i] = byte_of(unit, LLVMGetOperand(value, i));
	LLVMValueRef function = aw_llvm_intrinsic(unit->module, "llvm.uadd.sat", &type, 1);
	return LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(function), function, arguments, 2, "");
}

static LLVMValueRef constant_byte(struct aw_unit *unit, LLVMValueRef number)
{
	return LLVMConstInt(LLVMIntTypeInContext(unit->context, BYTE), LLVMConstIntGetZExtValue(number), false);
}

// Lets USER ask for COUNT, a byte.
static void ask(struct aw_unit *unit, LLVMValueRef user, LLVMValueRef count)
{
	LLVMBuilderRef builder = unit->builder;
	aw_llvm_at(builder, user);
	if (LLVMIsAICmpInst(user)) {
		LLVMIntPredicate predicate = aw_llvm_unsigned(LLVMGetICmpPredicate(user));
		aw_llvm_replace(user, LLVMBuildICmp(builder, predicate, count, constant_byte(unit, LLVMGetOperand(user, 1)), ""));
		return;
	}
	unsigned operands = (unsigned)LLVMGetNumOperands(user);
	LLVMValueRef narrow = LLVMBuildSwitch(builder, count, LLVMGetSwitchDefaultDest(user), operands / 2 - 1);
	for (unsigned i = 2; i < operands; i += 2)
		LLVMAddCase(narrow, constant_byte(unit, LLVMGetOperand(user, i)), LLVMValueAsBasicBlock(LLVMGetOperand(user, i + 1)));
	aw_llvm_erase(user);
}

bool aw_simd_count_bytes(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(sum, block) {
			unsigned terms = 0;
			if (!is_sum(sum) || !is_only_compared(sum) || !is_sum_of_bytes(sum, true, &terms))
				continue;
			assert(terms >= 2);
			aw_llvm_at(unit->builder, LLVMGetNextInstruction(sum));
			LLVMValueRef count = byte_of(unit, sum);
			while (LLVMGetFirstUse(sum))
				ask(unit, LLVMGetUser(LLVMGetFirstUse(sum)), count);
			changed = true;
		}
	return changed;
}
