// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counters of loops that have 64 bits but count in 32.  In
//
//     for (int i = grid.thread_rank(); i < n; i += grid.size())       // which are 64 bits long
//
// each turn widens the counter, adds, and cuts the sum, and LLVM moves the cut to the other side of the phi: that has 64 bits, and what
// goes up by a step is only what is left after the cut.  Here such a phi is given 32 bits again, and the sum is made of these, so that
// those who look for strided loops (lock_loops, deal_turns) see the step.
//
// And ends of loops that each lane has for itself: LLVM widens `i < n` to `next == zext(n)`, which takes a vector of 64 bits each.  What
// counts up by one from a number below 2^32 is not beyond that before it is equal to n, so 32 bits are compared.
#include "simd.h"

#include <assert.h>

#include "../analysis/uniformity.h"

enum { WIDE = 64, NARROW = 32, DEEP = 4 };

struct counter {
	struct aw_unit *unit;
	LLVMTypeRef narrow_type;
	LLVMValueRef phi, narrow;
};

static bool is_shifted_out(LLVMValueRef value, LLVMOpcode opcode)
{
	int64_t number;
	return aw_llvm_is_op(value, opcode) && aw_llvm_constant(LLVMGetOperand(value, 1), &number) && number == NARROW;
}

// Whether USER only looks at the low half of PHI.
static bool cuts(LLVMValueRef user, LLVMValueRef phi)
{
	if (aw_llvm_is_op(user, LLVMTrunc))
		return LLVMGetIntTypeWidth(LLVMTypeOf(user)) <= NARROW;
	return is_shifted_out(user, LLVMShl) && LLVMGetOperand(user, 0) == phi;
}

static bool is_cut(LLVMValueRef phi)
{
	LLVMTypeRef type = LLVMTypeOf(phi);
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != WIDE || !LLVMGetFirstUse(phi))
		return false;
	AW_FOR_USES(use, phi)
		if (!cuts(LLVMGetUser(use), phi))
			return false;
	return true;
}

// The low half of VALUE, where the builder stands.
static LLVMValueRef low_half(const struct counter *counter, LLVMValueRef value, unsigned depth)
{
	LLVMBuilderRef builder = counter->unit->builder;
	if (value == counter->phi)
		return counter->narrow;
	if ((aw_llvm_is_op(value, LLVMSExt) || aw_llvm_is_op(value, LLVMZExt)) &&
	    LLVMTypeOf(LLVMGetOperand(value, 0)) == counter->narrow_type)
		return LLVMGetOperand(value, 0);
	if (is_shifted_out(value, LLVMAShr) && is_shifted_out(LLVMGetOperand(value, 0), LLVMShl))
		return low_half(counter, LLVMGetOperand(LLVMGetOperand(value, 0), 0), depth);
	if (depth && (aw_llvm_is_op(value, LLVMAdd) || aw_llvm_is_op(value, LLVMSub))) {
		LLVMValueRef a = low_half(counter, LLVMGetOperand(value, 0), depth - 1);
		return LLVMBuildBinOp(builder, LLVMGetInstructionOpcode(value), a, low_half(counter, LLVMGetOperand(value, 1), depth - 1), "");
	}
	return LLVMBuildTrunc(builder, value, counter->narrow_type, "");
}

// Gives USER, and those that bring back the sign behind it, the narrow counter.
static void hand_over(const struct counter *counter, LLVMValueRef user)
{
	LLVMBuilderRef builder = counter->unit->builder;
	LLVMTypeRef wide = LLVMTypeOf(counter->phi);
	aw_llvm_at(builder, user);
	if (aw_llvm_is_op(user, LLVMTrunc)) {
		bool same = LLVMTypeOf(user) == counter->narrow_type;
		aw_llvm_replace(user, same ? counter->narrow : LLVMBuildTrunc(builder, counter->narrow, LLVMTypeOf(user), ""));
		return;
	}
	for (LLVMUseRef use = LLVMGetFirstUse(user), next; use; use = next) {
		LLVMValueRef back = LLVMGetUser(use);
		next = LLVMGetNextUse(use);
		if (!is_shifted_out(back, LLVMAShr))
			continue;
		aw_llvm_at(builder, back);
		aw_llvm_replace(back, LLVMBuildSExt(builder, counter->narrow, wide, ""));
	}
	aw_llvm_at(builder, user);
	LLVMSetOperand(user, 0, LLVMBuildZExt(builder, counter->narrow, wide, ""));
	if (!LLVMGetFirstUse(user))
		aw_llvm_erase(user);
}

static void narrow(struct counter *counter)
{
	LLVMBuilderRef builder = counter->unit->builder;
	LLVMValueRef phi = counter->phi;
	aw_llvm_at(builder, phi);
	counter->narrow = LLVMBuildPhi(builder, counter->narrow_type, "");
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		aw_llvm_at(builder, LLVMGetBasicBlockTerminator(from));
		LLVMValueRef value = low_half(counter, LLVMGetIncomingValue(phi, i), DEEP);
		LLVMAddIncoming(counter->narrow, &value, &from, 1);
	}
	while (LLVMGetFirstUse(phi))
		hand_over(counter, LLVMGetUser(LLVMGetFirstUse(phi)));
	aw_llvm_erase(phi);
}

bool aw_simd_narrow_counters(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	assert(aw_llvm_is_defined(function));
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(phi, block) {
			struct counter counter = { .unit = unit, .narrow_type = LLVMInt32TypeInContext(unit->context), .phi = phi };
			if (!LLVMIsAPHINode(phi))
				break;
			if (is_cut(phi)) {
				narrow(&counter);
				changed = true;
			}
		}
	return changed;
}

// --- ends ---

// Whether VALUE counts up by one, from a constant below 2^32.
static bool counts_up(LLVMValueRef value)
{
	int64_t step, start;
	if (!aw_llvm_is_op(value, LLVMAdd) || !LLVMIsAInstruction(value) || !LLVMGetNUW(value) ||
	    !aw_llvm_constant(LLVMGetOperand(value, 1), &step) || step != 1)
		return false;
	LLVMValueRef phi = LLVMGetOperand(value, 0);
	if (!aw_llvm_is_op(phi, LLVMPHI) || LLVMCountIncoming(phi) != 2)
		return false;
	unsigned back = LLVMGetIncomingValue(phi, 1) == value;
	return LLVMGetIncomingValue(phi, back) == value && aw_llvm_constant(LLVMGetIncomingValue(phi, !back), &start) && start >= 0 &&
	       start < (int64_t)1 << NARROW;
}

// Whether COMPARISON asks whether a counter is at a number of 32 bits.
static bool is_end(LLVMValueRef comparison)
{
	if (!LLVMIsAICmpInst(comparison) || LLVMGetICmpPredicate(comparison) > LLVMIntNE)
		return false;
	LLVMValueRef bound = LLVMGetOperand(comparison, 1);
	return LLVMIsAZExtInst(bound) && LLVMGetIntTypeWidth(LLVMTypeOf(bound)) == WIDE &&
	       LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(bound, 0))) == NARROW && counts_up(LLVMGetOperand(comparison, 0));
}

bool aw_simd_narrow_ends(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct aw_uniformity u;
	bool changed = false;
	if (!aw_llvm_find_instruction(function, is_end))
		return false;
	aw_uniformity_init(&u, unit, function, gang);
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(end, block) {
			if (!is_end(end) || aw_uniformity_shape(&u, LLVMGetOperand(end, 1)).kind != AW_SHAPE_VARYING)
				continue;
			LLVMValueRef bound = LLVMGetOperand(LLVMGetOperand(end, 1), 0);
			aw_llvm_at(unit->builder, end);
			LLVMSetOperand(end, 0, LLVMBuildTrunc(unit->builder, LLVMGetOperand(end, 0), LLVMTypeOf(bound), ""));
			LLVMSetOperand(end, 1, bound);
			changed = true;
		}
	aw_uniformity_finish(&u);
	return changed;
}
