// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves the widening of indices towards their leaves, so that it is strided there.  In a[i + 1] with 32-bit
// numbers the address takes sext(add nsw i, 1).  That no lane wraps can't be told from the sum's value, and its
// nsw says so for the lanes that take part only, of which lane 0 may be none.  But for each that does
//     sext(add nsw a, b) = sext(a) + sext(b)
// holds, and the right side is strided when the leaves are: thread indices, products of dimensions with them, which
// begin at multiples of the gang's width or are bounded, and uniform values.  The same with zext and nuw, for
// differences, products and shifts, and through phis, whose wide twins run beside them.
//
// Only what is made strided by it is rewritten: 32-bit vectors of indices cost half of 64-bit ones.  The idea
// is that of LLVM's SeparateConstOffsetFromGEP and of its widening of induction variables, which do it for constants
// and for loop counters.
#include "simd.h"

#include <assert.h>

enum { WIDE = 64, FAR = 24 };

struct widen {
	struct aw_unit *unit;
	struct aw_uniformity uniformity;
	// By signedness: the narrow values that are good as far as is known, and those that have a wide twin.
	struct aw_map good[2], made[2];
	AW_VEC(LLVMValueRef) replaced;
	bool changed;
};

// --- what may be widened ---

static bool can_widen(struct widen *widen, LLVMValueRef value, bool is_signed, unsigned depth);

// Whether the operation gives the same when it is done with wide operands.
static bool is_exact(LLVMValueRef value, bool is_signed)
{
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		return aw_llvm_never_wraps(value, is_signed);
	default:
		return false;
	}
}

static bool can_widen_phi(struct widen *widen, LLVMValueRef phi, bool is_signed, unsigned depth)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (!can_widen(widen, LLVMGetIncomingValue(phi, i), is_signed, depth))
			return false;
	return true;
}

static bool can_widen_instruction(struct widen *widen, LLVMValueRef value, bool is_signed, unsigned depth)
{
	LLVMValueRef first = LLVMGetNumOperands(value) ? LLVMGetOperand(value, 0) : NULL;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMPHI:
		return can_widen_phi(widen, value, is_signed, depth);
	case LLVMZExt: // never negative: the same for both
		return can_widen(widen, first, false, depth);
	case LLVMSExt:
		return is_signed && can_widen(widen, first, true, depth);
	case LLVMShl:
		return is_exact(value, is_signed) && LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
		       can_widen(widen, first, is_signed, depth);
	default:
		return is_exact(value, is_signed) && can_widen(widen, first, is_signed, depth) &&
		       can_widen(widen, LLVMGetOperand(value, 1), is_signed, depth);
	}
}

static bool is_leaf(const struct widen *widen, LLVMValueRef value, bool is_signed)
{
	struct aw_shape shape = aw_uniformity_shape(&widen->uniformity, value);
	return shape.kind != AW_SHAPE_VARYING && aw_uniformity_never_wraps(&widen->uniformity, value, is_signed);
}

// Whether all leaves of VALUE are good.  Round a loop it is supposed to be: one bad leaf decides for all.
static bool can_widen(struct widen *widen, LLVMValueRef value, bool is_signed, unsigned depth)
{
	if (is_leaf(widen, value, is_signed) || aw_map_get(&widen->good[is_signed], value))
		return true;
	if (!LLVMIsAInstruction(value) || depth >= FAR)
		return false;
	bool strided = aw_uniformity_shape(&widen->uniformity, value).kind == AW_SHAPE_STRIDED;
	if (!strided && !LLVMIsAZExtInst(value) && !LLVMIsASExtInst(value))
		return false;
	aw_need(aw_map_put(&widen->good[is_signed], value, value));
	return can_widen_instruction(widen, value, is_signed, depth + 1);
}

// Whether VALUE has a wide twin whose lanes are as far apart.
static bool is_good(struct widen *widen, LLVMValueRef value, bool is_signed)
{
	bool good = can_widen(widen, value, is_signed, 0);
	aw_map_finish(&widen->good[0]);
	aw_map_finish(&widen->good[1]);
	return good;
}

// --- widening ---

static LLVMValueRef make_wide(struct widen *widen, LLVMValueRef value, bool is_signed);

static void go_behind(struct widen *widen, LLVMValueRef value)
{
	LLVMValueRef at;
	if (LLVMIsAInstruction(value))
		at = LLVMGetNextInstruction(value);
	else
		at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(widen->uniformity.cfg.function));
	aw_llvm_at(widen->unit->builder, aw_llvm_skip_phis(at));
}

static LLVMValueRef extend(struct widen *widen, LLVMValueRef value, bool is_signed)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(widen->unit->context);
	if (LLVMIsAConstantInt(value))
		return is_signed ? LLVMConstInt(wide, (uint64_t)LLVMConstIntGetSExtValue(value), true)
		                 : LLVMConstInt(wide, LLVMConstIntGetZExtValue(value), false);
	go_behind(widen, value);
	LLVMBuilderRef builder = widen->unit->builder;
	return is_signed ? LLVMBuildSExt(builder, value, wide, "") : LLVMBuildZExt(builder, value, wide, "");
}

static LLVMValueRef widen_phi(struct widen *widen, LLVMValueRef phi, bool is_signed)
{
	LLVMPositionBuilderBefore(widen->unit->builder, phi);
	LLVMValueRef twin = LLVMBuildPhi(widen->unit->builder, LLVMInt64TypeInContext(widen->unit->context), "");
	aw_need(aw_map_put(&widen->made[is_signed], phi, twin));
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef value = make_wide(widen, LLVMGetIncomingValue(phi, i), is_signed);
		LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
		LLVMAddIncoming(twin, &value, &block, 1);
	}
	return twin;
}

static LLVMValueRef widen_operation(struct widen *widen, LLVMValueRef value, bool is_signed)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	LLVMValueRef a = make_wide(widen, LLVMGetOperand(value, 0), is_signed);
	// The number of bits to shift by has no sign.
	LLVMValueRef b = make_wide(widen, LLVMGetOperand(value, 1), is_signed && opcode != LLVMShl);
	go_behind(widen, value);
	LLVMValueRef twin = LLVMBuildBinOp(widen->unit->builder, opcode, a, b, "");
	if (LLVMIsAInstruction(twin) && is_signed)
		LLVMSetNSW(twin, true);
	else if (LLVMIsAInstruction(twin))
		LLVMSetNUW(twin, true);
	return twin;
}

static LLVMValueRef widen_instruction(struct widen *widen, LLVMValueRef value, bool is_signed)
{
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMPHI:
		return widen_phi(widen, value, is_signed);
	case LLVMZExt:
		return make_wide(widen, LLVMGetOperand(value, 0), false);
	case LLVMSExt:
		return make_wide(widen, LLVMGetOperand(value, 0), true);
	default:
		return widen_operation(widen, value, is_signed);
	}
}

static LLVMValueRef make_wide(struct widen *widen, LLVMValueRef value, bool is_signed)
{
	LLVMValueRef twin = aw_map_get(&widen->made[is_signed], value);
	if (twin)
		return twin;
	if (is_leaf(widen, value, is_signed))
		twin = extend(widen, value, is_signed);
	else
		twin = widen_instruction(widen, value, is_signed);
	assert(LLVMGetIntTypeWidth(LLVMTypeOf(twin)) == WIDE);
	aw_need(aw_map_put(&widen->made[is_signed], value, twin));
	return twin;
}

// --- what asks for it ---

// Whether VALUE is strided, but not when widened as it is.
static bool loses_stride(const struct widen *widen, LLVMValueRef value, bool is_signed)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(value)) < WIDE &&
	       aw_uniformity_shape(&widen->uniformity, value).kind == AW_SHAPE_STRIDED && !is_leaf(widen, value, is_signed);
}

static void widen_extension(struct widen *widen, LLVMValueRef extension)
{
	LLVMValueRef value = LLVMGetOperand(extension, 0);
	bool is_signed = LLVMIsASExtInst(extension);
	if (LLVMGetIntTypeWidth(LLVMTypeOf(extension)) != WIDE || !loses_stride(widen, value, is_signed))
		return;
	// What is never negative can be widened either way.
	if (!is_signed && !is_good(widen, value, false) && LLVMGetNNeg(extension))
		is_signed = true;
	if (!is_good(widen, value, is_signed))
		return;
	LLVMReplaceAllUsesWith(extension, make_wide(widen, value, is_signed));
	aw_need(aw_vec_push(&widen->replaced, extension));
	widen->changed = true;
}

static void widen_indices(struct widen *widen, LLVMValueRef gep)
{
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i);
		if (!loses_stride(widen, index, true) || !is_good(widen, index, true))
			continue;
		LLVMSetOperand(gep, i, make_wide(widen, index, true));
		widen->changed = true;
	}
}

// An `or` of disjoint bits is a sum, and strided when the sum is.  The analysis takes it for one only where it
// sees for itself that the bits are disjoint, in all lanes.
static bool disjoint_to_sum(struct aw_unit *unit, LLVMValueRef value)
{
	if (!aw_llvm_is_op(value, LLVMOr) || !LLVMGetIsDisjoint(value))
		return false;
	LLVMTypeRef type = LLVMTypeOf(value);
	bool number = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 1;
	if (!number || LLVMIsConstant(LLVMGetOperand(value, 0)))
		return false;
	aw_llvm_at(unit->builder, value);
	LLVMValueRef sum = LLVMBuildAdd(unit->builder, LLVMGetOperand(value, 0), LLVMGetOperand(value, 1), "");
	LLVMSetNUW(sum, true);
	LLVMSetNSW(sum, true);
	aw_llvm_replace(value, sum);
	return true;
}

// Whether BLOCK lies outside of a loop that VALUE is computed in: then a phi of it closes the SSA form there.
static bool leaves_loop(const struct widen *widen, LLVMValueRef value, LLVMBasicBlockRef block)
{
	if (!LLVMIsAInstruction(value))
		return false;
	const struct aw_uniformity *uniformity = &widen->uniformity;
	uint32_t from = aw_cfg_number(&uniformity->cfg, LLVMGetInstructionParent(value)), to = aw_cfg_number(&uniformity->cfg, block);
	if (from == AW_NONE || to == AW_NONE)
		return true;
	uint32_t loop = uniformity->loops.innermost[from];
	return loop != AW_NONE && !aw_loop_contains(&uniformity->loops, loop, to);
}

// The value that all ways bring to PHI; NULL when there are two.
static LLVMValueRef only_value(LLVMValueRef phi)
{
	LLVMValueRef value = LLVMGetIncomingValue(phi, 0);
	for (unsigned i = 1; i < LLVMCountIncoming(phi); i++)
		if (LLVMGetIncomingValue(phi, i) != value)
			return NULL;
	return value == phi ? NULL : value;
}

// Where two widened numbers turn out to be one, a phi of both is that, too.
static void merge_phis(struct widen *widen)
{
	AW_FOR_BLOCKS(block, widen->uniformity.cfg.function) {
		AW_FOR_INSTRUCTIONS_SAFE(phi, block) {
			if (!LLVMIsAPHINode(phi))
				break;
			LLVMValueRef value = only_value(phi);
			if (value && !leaves_loop(widen, value, block))
				aw_llvm_replace(phi, value);
		}
	}
}

bool aw_simd_make_sums(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			changed |= disjoint_to_sum(unit, instruction);
	return changed;
}

bool aw_simd_widen(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct widen widen = { .unit = unit, .changed = aw_simd_make_sums(unit, function) };
	aw_uniformity_init(&widen.uniformity, unit, function, gang);
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
			if (LLVMIsAZExtInst(instruction) || LLVMIsASExtInst(instruction))
				widen_extension(&widen, instruction);
			else if (LLVMIsAGetElementPtrInst(instruction))
				widen_indices(&widen, instruction);
		}
	}
	for (size_t i = 0; i < widen.replaced.count; i++)
		aw_llvm_erase(widen.replaced.items[i]);
	aw_vec_finish(&widen.replaced);
	aw_map_finish(&widen.made[0]);
	aw_map_finish(&widen.made[1]);
	if (widen.changed)
		merge_phis(&widen);
	aw_uniformity_finish(&widen.uniformity);
	return widen.changed;
}
