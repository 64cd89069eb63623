// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half and bfloat16 in a clone.  Processors compute with them as floats, and LLVM does that for single numbers; for
// vectors it often takes them apart, or calls a function for each lane.  So what LLVM does for single numbers is
// spelled out here: widen, compute, narrow.  Results have the same bits as the fiber strategy's.
//
//     half       where vectors have code (sums, products, quotients, conversions) stays; the rest is widened
//     bfloat16   everything is widened; narrowing is arithmetic on integers, the code of support_narrow.c
//
// A widened operand stands behind llvm.arithmetic.fence, without which LLVM would undo it.  Narrowing from double goes
// by a float that is rounded to odd (support_narrow.c says why).
#include "simd.h"

#include <assert.h>
#include <string.h>

struct narrowing {
	struct aw_unit *unit;
	LLVMBuilderRef builder; // before the instruction that is replaced
	LLVMTypeRef single;
};

static bool is_kind(LLVMTypeRef type, LLVMTypeKind kind)
{
	return LLVMGetTypeKind(type) == kind;
}

static bool is_narrow(LLVMTypeRef type)
{
	return is_kind(type, LLVMHalfTypeKind) || is_kind(type, LLVMBFloatTypeKind);
}

static LLVMValueRef call_intrinsic(struct narrowing *n, const char *name, LLVMTypeRef *types, unsigned type_count,
                                   LLVMValueRef *arguments, unsigned count)
{
	LLVMValueRef function = aw_llvm_intrinsic(n->unit->module, name, types, type_count);
	return LLVMBuildCall2(n->builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
}

static LLVMValueRef widened(struct narrowing *n, LLVMValueRef value)
{
	if (!is_narrow(LLVMTypeOf(value)))
		return value;
	LLVMValueRef wide = LLVMBuildFPExt(n->builder, value, n->single, "");
	return LLVMIsConstant(wide) ? wide : call_intrinsic(n, "llvm.arithmetic.fence", &n->single, 1, &wide, 1);
}

static LLVMValueRef number(struct narrowing *n, uint32_t value)
{
	return LLVMConstInt(LLVMInt32TypeInContext(n->unit->context), value, false);
}

static LLVMValueRef is_nan(struct narrowing *n, LLVMValueRef value)
{
	return LLVMBuildFCmp(n->builder, LLVMRealUNO, value, value, "");
}

// The upper half, rounded to nearest even; a NaN is made quiet.
static LLVMValueRef to_bfloat(struct narrowing *n, LLVMValueRef value, LLVMTypeRef type)
{
	LLVMBuilderRef b = n->builder;
	LLVMValueRef bits = LLVMBuildBitCast(b, value, LLVMInt32TypeInContext(n->unit->context), "");
	LLVMValueRef upper = LLVMBuildLShr(b, bits, number(n, 16), "");
	LLVMValueRef up = LLVMBuildAdd(b, LLVMBuildAnd(b, upper, number(n, 1), ""), number(n, 0x7fff), "");
	LLVMValueRef rounded = LLVMBuildLShr(b, LLVMBuildAdd(b, bits, up, ""), number(n, 16), "");
	LLVMValueRef quiet = LLVMBuildOr(b, upper, number(n, 0x40), "");
	LLVMValueRef result = LLVMBuildSelect(b, is_nan(n, value), quiet, rounded, "");
	return LLVMBuildBitCast(b, LLVMBuildTrunc(b, result, LLVMInt16TypeInContext(n->unit->context), ""), type, "");
}

static LLVMValueRef magnitude(struct narrowing *n, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	return call_intrinsic(n, "llvm.fabs", &type, 1, &value, 1);
}

// The float towards zero, with its last bit set, unless VALUE is a float.
static LLVMValueRef to_odd(struct narrowing *n, LLVMValueRef value)
{
	LLVMBuilderRef b = n->builder;
	LLVMTypeRef integer = LLVMInt32TypeInContext(n->unit->context);
	LLVMValueRef nearest = LLVMBuildFPTrunc(b, value, n->single, ""), back = LLVMBuildFPExt(b, nearest, LLVMTypeOf(value), "");
	LLVMValueRef beyond = LLVMBuildFCmp(b, LLVMRealOGT, magnitude(n, back), magnitude(n, value), "");
	LLVMValueRef bits = LLVMBuildSub(b, LLVMBuildBitCast(b, nearest, integer, ""), LLVMBuildZExt(b, beyond, integer, ""), "");
	LLVMValueRef odd = LLVMBuildBitCast(b, LLVMBuildOr(b, bits, number(n, 1), ""), n->single, "");
	LLVMValueRef exact = LLVMBuildFCmp(b, LLVMRealUEQ, back, value, "");
	return LLVMBuildSelect(b, exact, nearest, odd, "");
}

static LLVMValueRef narrowed(struct narrowing *n, LLVMValueRef value, LLVMTypeRef type)
{
	if (is_kind(LLVMTypeOf(value), LLVMDoubleTypeKind))
		value = to_odd(n, value);
	return is_kind(type, LLVMBFloatTypeKind) ? to_bfloat(n, value, type) : LLVMBuildFPTrunc(n->builder, value, type, "");
}

// --- instructions; each returns what takes its place, or NULL when it stays ---

static LLVMValueRef with_flags(LLVMValueRef value, LLVMValueRef old)
{
	if (LLVMIsAInstruction(value) && LLVMCanValueUseFastMathFlags(value) && LLVMCanValueUseFastMathFlags(old))
		LLVMSetFastMathFlags(value, LLVMGetFastMathFlags(old));
	return value;
}

static LLVMValueRef operand(LLVMValueRef instruction, unsigned index)
{
	return LLVMGetOperand(instruction, index);
}

static LLVMValueRef widen_arithmetic(struct narrowing *n, LLVMValueRef old)
{
	LLVMTypeRef type = LLVMTypeOf(old);
	if (!is_kind(type, LLVMBFloatTypeKind))
		return NULL;
	LLVMValueRef a = widened(n, operand(old, 0)), b = widened(n, operand(old, 1));
	return narrowed(n, with_flags(LLVMBuildBinOp(n->builder, LLVMGetInstructionOpcode(old), a, b, ""), old), type);
}

// A bfloat16 with the sign bit flipped, cleared, or that of another.
static LLVMValueRef change_sign(struct narrowing *n, LLVMValueRef old, const char *name)
{
	LLVMBuilderRef b = n->builder;
	LLVMTypeRef type = LLVMTypeOf(old), integer = LLVMInt16TypeInContext(n->unit->context);
	LLVMValueRef sign = LLVMConstInt(integer, 0x8000, false), rest = LLVMConstInt(integer, 0x7fff, false);
	if (!is_kind(type, LLVMBFloatTypeKind))
		return NULL;
	LLVMValueRef bits = LLVMBuildBitCast(b, operand(old, 0), integer, "");
	if (!strcmp(name, "fneg"))
		return LLVMBuildBitCast(b, LLVMBuildXor(b, bits, sign, ""), type, "");
	bits = LLVMBuildAnd(b, bits, rest, "");
	if (aw_starts_with(name, "llvm.copysign.")) {
		LLVMValueRef other = LLVMBuildBitCast(b, operand(old, 1), integer, "");
		bits = LLVMBuildOr(b, bits, LLVMBuildAnd(b, other, sign, ""), "");
	}
	return LLVMBuildBitCast(b, bits, type, "");
}

static LLVMValueRef widen_comparison(struct narrowing *n, LLVMValueRef old)
{
	if (!is_narrow(LLVMTypeOf(operand(old, 0))))
		return NULL;
	LLVMValueRef a = widened(n, operand(old, 0)), b = widened(n, operand(old, 1));
	return with_flags(LLVMBuildFCmp(n->builder, LLVMGetFCmpPredicate(old), a, b, ""), old);
}

// bfloat16 as a value that is chosen: vectors of it have no selects of their own.
static LLVMValueRef select_bits(struct narrowing *n, LLVMValueRef old)
{
	LLVMTypeRef type = LLVMTypeOf(old), bits = LLVMInt16TypeInContext(n->unit->context);
	if (!is_kind(type, LLVMBFloatTypeKind))
		return NULL;
	LLVMValueRef a = LLVMBuildBitCast(n->builder, operand(old, 1), bits, "");
	LLVMValueRef b = LLVMBuildBitCast(n->builder, operand(old, 2), bits, "");
	return LLVMBuildBitCast(n->builder, LLVMBuildSelect(n->builder, operand(old, 0), a, b, ""), type, "");
}

static LLVMValueRef widen_cast(struct narrowing *n, LLVMValueRef old, LLVMOpcode opcode)
{
	LLVMTypeRef to = LLVMTypeOf(old), from = LLVMTypeOf(operand(old, 0));
	bool single_to_half = is_kind(to, LLVMHalfTypeKind) && is_kind(from, LLVMFloatTypeKind);
	if (opcode == LLVMFPTrunc)
		return is_narrow(to) && !single_to_half ? narrowed(n, operand(old, 0), to) : NULL;
	if ((opcode == LLVMFPToSI || opcode == LLVMFPToUI) && is_kind(from, LLVMBFloatTypeKind))
		return LLVMBuildCast(n->builder, opcode, widened(n, operand(old, 0)), to, "");
	if ((opcode == LLVMSIToFP || opcode == LLVMUIToFP) && is_kind(to, LLVMBFloatTypeKind))
		return narrowed(n, LLVMBuildCast(n->builder, opcode, operand(old, 0), n->single, ""), to);
	return NULL;
}

// Functions of LLVM that are computed with floats; RESULT: the result is narrowed again.
static const struct {
	const char *name;
	bool result;
} functions[] = {
	{ "llvm.fma", true }, { "llvm.sqrt", true }, { "llvm.floor", true }, { "llvm.ceil", true }, { "llvm.trunc", true },
	 { "llvm.rint", true }, { "llvm.nearbyint", true }, { "llvm.round", true },
	{ "llvm.roundeven", true }, { "llvm.minnum", true }, { "llvm.maxnum", true }, { "llvm.minimum", true },
	{ "llvm.maximum", true }, { "llvm.fptosi.sat", false }, { "llvm.fptoui.sat", false },
};

static LLVMValueRef widen_call(struct narrowing *n, LLVMValueRef old, const char *name, bool result)
{
	LLVMTypeRef to = LLVMTypeOf(old), types[] = { result ? n->single : to, n->single };
	LLVMValueRef arguments[3];
	unsigned count = LLVMGetNumArgOperands(old);
	assert(count <= 3);
	for (unsigned i = 0; i < count; i++)
		arguments[i] = widened(n, operand(old, i));
	LLVMValueRef wide = with_flags(call_intrinsic(n, name, types, result ? 1 : 2, arguments, count), old);
	return result ? narrowed(n, wide, to) : wide;
}

// A product and a sum, each rounded, where nothing fuses them.
static LLVMValueRef split_muladd(struct narrowing *n, LLVMValueRef old)
{
	LLVMTypeRef type = LLVMTypeOf(old);
	LLVMValueRef a = widened(n, operand(old, 0)), b = widened(n, operand(old, 1)), c = widened(n, operand(old, 2));
	LLVMValueRef product = narrowed(n, with_flags(LLVMBuildFMul(n->builder, a, b, ""), old), type);
	return narrowed(n, with_flags(LLVMBuildFAdd(n->builder, widened(n, product), c, ""), old), type);
}

static LLVMValueRef widen_function(struct narrowing *n, LLVMValueRef old)
{
	LLVMValueRef callee = aw_llvm_callee(old);
	if (!callee || !LLVMGetNumArgOperands(old) || !is_narrow(LLVMTypeOf(operand(old, 0))))
		return NULL;
	const char *name = aw_llvm_name(callee);
	bool half = is_kind(LLVMTypeOf(operand(old, 0)), LLVMHalfTypeKind);
	if (!half && aw_starts_with(name, "llvm.fmuladd."))
		return split_muladd(n, old);
	if (aw_starts_with(name, "llvm.fabs.") || aw_starts_with(name, "llvm.copysign."))
		return change_sign(n, old, name);
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		size_t length = strlen(functions[i].name);
		if (!strncmp(name, functions[i].name, length) && name[length] == '.')
			return widen_call(n, old, functions[i].name, functions[i].result);
	}
	return NULL;
}

static LLVMValueRef widen_instruction(struct narrowing *n, LLVMValueRef old)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(old);
	switch (opcode) {
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFRem: return widen_arithmetic(n, old);
	case LLVMFNeg: return change_sign(n, old, "fneg");
	case LLVMFCmp: return widen_comparison(n, old);
	case LLVMSelect: return select_bits(n, old);
	case LLVMCall: return widen_function(n, old);
	default: return LLVMIsACastInst(old) ? widen_cast(n, old, opcode) : NULL;
	}
}

bool aw_simd_widen_narrow(struct aw_unit *unit, LLVMValueRef function)
{
	struct narrowing n = {
		.unit = unit, .builder = unit->builder, .single = LLVMFloatTypeInContext(unit->context),
	};
	bool changed = false;
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
			if (LLVMIsAPHINode(instruction))
				continue;
			aw_llvm_at(unit->builder, instruction);
			LLVMValueRef wide = widen_instruction(&n, instruction);
			if (wide)
				aw_llvm_replace(instruction, wide);
			changed |= wide != NULL;
		}
	}
	return changed;
}
