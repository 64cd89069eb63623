// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves, comparisons and choices (PTX ISA, "Data Movement and Conversion Instructions: mov", "Comparison
// and Selection Instructions").
#include <string.h>

#include "ptx_arithmetic.h"

// The type of one element of a vector that is moved to or from BITS.
static enum aw_ptx_type bits_type(unsigned bits)
{
	switch (bits) {
	case 8: return AW_PTX_b8;
	case 16: return AW_PTX_b16;
	case 32: return AW_PTX_b32;
	case 64: return AW_PTX_b64;
	default: return AW_PTX_NO_TYPE;
	}
}

static enum aw_ptx_type element_type(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned count)
{
	enum aw_ptx_type type = bits_type(aw_ptx_types[aw_ptx_type(op, 0)].bits / count);
	if (type == AW_PTX_NO_TYPE)
		aw_ptx_error(emit, op, "can't be split into %u parts", count);
	return type;
}

// mov.b64 {a, b}, c: the first element is the lowest.
static void unpack(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	const struct aw_ptx_operand *parts = &op->source->operands[0];
	enum aw_ptx_type element = element_type(emit, op, parts->count);
	if (element == AW_PTX_NO_TYPE)
		return;
	LLVMValueRef whole = aw_ptx_to_bits(emit, aw_ptx_type(op, 0), aw_ptx_read(emit, op, 1, aw_ptx_type(op, 0)));
	unsigned bits = aw_ptx_types[element].bits;
	for (unsigned i = 0; i < parts->count; i++) {
		LLVMValueRef part = LLVMBuildLShr(emit->builder, whole, LLVMConstInt(LLVMTypeOf(whole), i * bits, false), "");
		part = LLVMBuildTrunc(emit->builder, part, aw_ptx_int(emit, bits), "");
		aw_ptx_write_atom(emit, op, aw_ptx_atom(&emit->parser, parts, i), element, part);
	}
}

static LLVMValueRef pack(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	const struct aw_ptx_operand *parts = &op->source->operands[1];
	enum aw_ptx_type element = element_type(emit, op, parts->count), type = aw_ptx_type(op, 0);
	LLVMTypeRef whole = aw_ptx_int(emit, aw_ptx_types[type].bits);
	LLVMValueRef result = LLVMConstNull(whole);
	for (unsigned i = 0; i < parts->count && element != AW_PTX_NO_TYPE; i++) {
		LLVMValueRef part = aw_ptx_read_atom(emit, op, aw_ptx_atom(&emit->parser, parts, i), element);
		part = LLVMBuildZExt(emit->builder, part, whole, "");
		LLVMValueRef place = LLVMConstInt(whole, i * aw_ptx_types[element].bits, false);
		result = LLVMBuildOr(emit->builder, result, LLVMBuildShl(emit->builder, part, place, ""), "");
	}
	return aw_ptx_from_bits(emit, type, result);
}

void aw_ptx_emit_mov(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	if (op->source->operands[0].kind == AW_PTX_VECTOR)
		unpack(emit, op);
	else if (op->source->operands[1].kind == AW_PTX_VECTOR)
		aw_ptx_write(emit, op, 0, type, pack(emit, op));
	else
		aw_ptx_write(emit, op, 0, type, aw_ptx_read(emit, op, 1, type));
}

// --- comparisons ---

static const struct comparison {
	const char *name;
	LLVMIntPredicate is_signed, is_unsigned;
	LLVMRealPredicate real;
} comparisons[] = {
	{ "eq", LLVMIntEQ, LLVMIntEQ, LLVMRealOEQ },   { "ne", LLVMIntNE, LLVMIntNE, LLVMRealONE },
	{ "lt", LLVMIntSLT, LLVMIntULT, LLVMRealOLT }, { "le", LLVMIntSLE, LLVMIntULE, LLVMRealOLE },
	{ "gt", LLVMIntSGT, LLVMIntUGT, LLVMRealOGT }, { "ge", LLVMIntSGE, LLVMIntUGE, LLVMRealOGE },
	{ "lo", LLVMIntULT, LLVMIntULT, 0 },           { "ls", LLVMIntULE, LLVMIntULE, 0 },
	{ "hi", LLVMIntUGT, LLVMIntUGT, 0 },           { "hs", LLVMIntUGE, LLVMIntUGE, 0 },
	{ "equ", 0, 0, LLVMRealUEQ },                  { "neu", 0, 0, LLVMRealUNE },
	{ "ltu", 0, 0, LLVMRealULT },                  { "leu", 0, 0, LLVMRealULE },
	{ "gtu", 0, 0, LLVMRealUGT },                  { "geu", 0, 0, LLVMRealUGE },
	{ "num", 0, 0, LLVMRealORD },                  { "nan", 0, 0, LLVMRealUNO },
};

static const struct comparison *find_comparison(const struct aw_ptx_op *op)
{
	for (size_t i = 0; i < sizeof(comparisons) / sizeof(*comparisons); i++)
		if (aw_ptx_has(op, comparisons[i].name))
			return &comparisons[i];
	return NULL;
}

LLVMIntPredicate aw_ptx_signed_comparison(const struct aw_ptx_op *op)
{
	const struct comparison *found = find_comparison(op);
	return found ? found->is_signed : 0;
}

// Operands 1 and 2 of TYPE compared.
static LLVMValueRef compare(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type type)
{
	const struct comparison *found = find_comparison(op);
	bool is_float = aw_ptx_is_float(type);
	if (!found || (is_float ? found->real == 0 : found->is_signed == 0)) {
		aw_ptx_error(emit, op, "there is no such comparison of this type");
		LLVMTypeRef bit = aw_ptx_int(emit, 1);
		return LLVMGetPoison(aw_ptx_types[type].lanes > 1 ? LLVMVectorType(bit, 2) : bit);
	}
	LLVMValueRef a = aw_ptx_read(emit, op, 1, type), b = aw_ptx_read(emit, op, 2, type);
	if (is_float)
		return LLVMBuildFCmp(emit->builder, found->real, aw_ptx_flush(emit, op, a), aw_ptx_flush(emit, op, b), "");
	return LLVMBuildICmp(emit->builder, aw_ptx_is_signed(type) ? found->is_signed : found->is_unsigned, a, b, "");
}

// RESULT with the predicate in operand 3, as .and, .or or .xor say.
static LLVMValueRef with_predicate(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef result)
{
	LLVMTypeRef type = LLVMTypeOf(result);
	bool joins = aw_ptx_has(op, "and") || aw_ptx_has(op, "or") || aw_ptx_has(op, "xor");
	if (joins != (op->source->operand_count == 4)) {
		aw_ptx_error(emit, op, "a predicate to join comes with .and, .or or .xor");
		return result;
	}
	if (!joins)
		return result;
	LLVMValueRef other = aw_ptx_read(emit, op, 3, AW_PTX_pred);
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
		LLVMValueRef both = LLVMBuildInsertElement(emit->builder, LLVMGetPoison(type), other,
		                                           LLVMConstInt(aw_ptx_int(emit, 32), 0, false), "");
		other = LLVMBuildInsertElement(emit->builder, both, other, LLVMConstInt(aw_ptx_int(emit, 32), 1, false), "");
	}
	LLVMOpcode opcode = aw_ptx_has(op, "and") ? LLVMAnd : aw_ptx_has(op, "or") ? LLVMOr : LLVMXor;
	return LLVMBuildBinOp(emit->builder, opcode, result, other, "");
}

// setp p|q: q gets the complement of the comparison; of packed types, p and q get a lane each.
void aw_ptx_emit_setp(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	const struct aw_ptx_operand *target = &op->source->operands[0];
	LLVMValueRef result = compare(emit, op, type), first = result, second = NULL;
	if (aw_ptx_types[type].lanes > 1) {
		result = with_predicate(emit, op, result);
		first = LLVMBuildExtractElement(emit->builder, result, LLVMConstInt(aw_ptx_int(emit, 32), 0, false), "");
		second = LLVMBuildExtractElement(emit->builder, result, LLVMConstInt(aw_ptx_int(emit, 32), 1, false), "");
	} else {
		first = with_predicate(emit, op, result);
		if (target->kind == AW_PTX_PAIR)
			second = with_predicate(emit, op, LLVMBuildNot(emit->builder, result, ""));
	}
	aw_ptx_write(emit, op, 0, AW_PTX_pred, first);
	if (target->kind == AW_PTX_PAIR)
		aw_ptx_write_atom(emit, op, aw_ptx_atom(&emit->parser, target, 1), AW_PTX_pred, second);
}

// set: all bits, or 1.0, where the comparison holds.
void aw_ptx_emit_set(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type result_type = aw_ptx_type(op, 0), type = aw_ptx_type(op, 1);
	LLVMValueRef holds = with_predicate(emit, op, compare(emit, op, type));
	LLVMTypeRef llvm_type = aw_ptx_llvm_type(emit, result_type);
	if (aw_ptx_types[type].lanes > 1 && !aw_ptx_is_float(result_type))
		llvm_type = LLVMVectorType(aw_ptx_int(emit, 16), 2);
	LLVMValueRef yes = aw_ptx_is_float(result_type) ? aw_ptx_splat_real(llvm_type, 1.0) : LLVMConstAllOnes(llvm_type);
	LLVMValueRef value = LLVMBuildSelect(emit->builder, holds, yes, LLVMConstNull(llvm_type), "");
	value = LLVMBuildBitCast(emit->builder, value, aw_ptx_llvm_type(emit, result_type), "");
	aw_ptx_write(emit, op, 0, result_type, value);
}

void aw_ptx_emit_selp(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef a = aw_ptx_read(emit, op, 1, type), b = aw_ptx_read(emit, op, 2, type);
	LLVMValueRef choice = aw_ptx_read(emit, op, 3, AW_PTX_pred);
	aw_ptx_write(emit, op, 0, type, LLVMBuildSelect(emit->builder, choice, a, b, ""));
}

// slct: the first where the last operand is not negative.
void aw_ptx_emit_slct(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0), chooser = aw_ptx_type(op, 1);
	LLVMValueRef a = aw_ptx_read(emit, op, 1, type), b = aw_ptx_read(emit, op, 2, type);
	LLVMValueRef c = aw_ptx_read(emit, op, 3, chooser), zero = LLVMConstNull(LLVMTypeOf(c));
	LLVMValueRef choice = aw_ptx_is_float(chooser)
		? LLVMBuildFCmp(emit->builder, LLVMRealOGE, aw_ptx_flush(emit, op, c), zero, "")
		: LLVMBuildICmp(emit->builder, LLVMIntSGE, c, zero, "");
	aw_ptx_write(emit, op, 0, type, LLVMBuildSelect(emit->builder, choice, a, b, ""));
}
