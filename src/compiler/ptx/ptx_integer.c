// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer arithmetic, logic and bit fields (PTX ISA, "Integer Arithmetic Instructions", "Extended-Precision
// Integer Arithmetic Instructions", "Logic and Shift Instructions").
#include <assert.h>
#include <string.h>

#include "../lower/share_carry.h"
#include "ptx_arithmetic.h"

static LLVMValueRef widen(struct aw_ptx_emit *emit, enum aw_ptx_type type, LLVMValueRef value, unsigned bits)
{
	LLVMTypeRef wide = aw_ptx_int(emit, bits);
	return aw_ptx_is_signed(type) ? LLVMBuildSExt(emit->builder, value, wide, "")
	                              : LLVMBuildZExt(emit->builder, value, wide, "");
}

static bool is_opcode(const struct aw_ptx_op *op, const char *opcode)
{
	return !strcmp(op->source->opcode, opcode);
}

// --- carry ---

static LLVMValueRef carry_slot(struct aw_ptx_emit *emit)
{
	if (!emit->carry)
		emit->carry = aw_ptx_declare(emit, "CC.CF", 1)->slot;
	return emit->carry;
}

// The flag that an earlier statement left, where this one reads it first.
static void take_carry(struct aw_ptx_emit *emit)
{
	LLVMTypeRef type = LLVMFunctionType(aw_ptx_int(emit, 1), NULL, 0, false);
	LLVMValueRef function = LLVMGetNamedFunction(emit->module, AW_CARRY_IN);
	if (!function)
		function = LLVMAddFunction(emit->module, AW_CARRY_IN, type);
	LLVMBuildStore(emit->builder, LLVMBuildCall2(emit->builder, type, function, NULL, 0, ""), carry_slot(emit));
}

void aw_ptx_leave_carry(struct aw_ptx_emit *emit)
{
	LLVMTypeRef bit = aw_ptx_int(emit, 1), type = LLVMFunctionType(LLVMVoidTypeInContext(emit->context), &bit, 1, false);
	LLVMValueRef function = LLVMGetNamedFunction(emit->module, AW_CARRY_OUT);
	if (!emit->sets_carry)
		return;
	if (!function)
		function = LLVMAddFunction(emit->module, AW_CARRY_OUT, type);
	LLVMValueRef carry = LLVMBuildLoad2(emit->builder, bit, carry_slot(emit), "");
	LLVMBuildCall2(emit->builder, type, function, &carry, 1, "");
}

static LLVMValueRef read_carry(struct aw_ptx_emit *emit, unsigned bits)
{
	if (!emit->carry)
		take_carry(emit);
	LLVMValueRef carry = LLVMBuildLoad2(emit->builder, aw_ptx_int(emit, 1), carry_slot(emit), "");
	return LLVMBuildZExt(emit->builder, carry, aw_ptx_int(emit, bits), "");
}

// A + B (or A - B) and the carry where it is asked for, with carry out, by a type one bit wider.
static LLVMValueRef build_with_carry(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef a,
                                     LLVMValueRef b, bool subtract, bool carry_in)
{
	assert(LLVMTypeOf(a) == LLVMTypeOf(b));
	LLVMBuilderRef builder = emit->builder;
	LLVMTypeRef narrow = LLVMTypeOf(a);
	unsigned bits = LLVMGetIntTypeWidth(narrow);
	LLVMTypeRef wide = aw_ptx_int(emit, bits + 1);
	a = LLVMBuildZExt(builder, a, wide, "");
	b = LLVMBuildZExt(builder, b, wide, "");
	LLVMValueRef sum = subtract ? LLVMBuildSub(builder, a, b, "") : LLVMBuildAdd(builder, a, b, "");
	if (carry_in) {
		LLVMValueRef carry = read_carry(emit, bits + 1);
		sum = subtract ? LLVMBuildSub(builder, sum, carry, "") : LLVMBuildAdd(builder, sum, carry, "");
	}
	if (aw_ptx_has(op, "cc")) {
		LLVMValueRef out = LLVMBuildLShr(builder, sum, LLVMConstInt(wide, bits, false), "");
		LLVMBuildStore(builder, LLVMBuildTrunc(builder, out, aw_ptx_int(emit, 1), ""), carry_slot(emit));
		emit->sets_carry = true;
	}
	return LLVMBuildTrunc(builder, sum, narrow, "");
}

void aw_ptx_emit_add_carry(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef a = aw_ptx_read(emit, op, 1, type), b = aw_ptx_read(emit, op, 2, type);
	aw_ptx_write(emit, op, 0, type, build_with_carry(emit, op, a, b, is_opcode(op, "subc"), true));
}

// --- add, sub, mul, mad ---

static LLVMValueRef saturating(struct aw_ptx_emit *emit, const char *name, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef arguments[] = { a, b };
	return aw_ptx_intrinsic(emit, name, LLVMTypeOf(a), arguments, 2);
}

void aw_ptx_emit_add(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	bool subtract = is_opcode(op, "sub");
	if (aw_ptx_has(op, "cc") && aw_ptx_types[type].lanes > 1) {
		aw_ptx_error(emit, op, "there is no carry of packed numbers");
		return;
	}
	LLVMValueRef a = aw_ptx_read(emit, op, 1, type), b = aw_ptx_read(emit, op, 2, type), sum;
	if (aw_ptx_is_float(type))
		sum = aw_ptx_float_binary(emit, op, subtract ? AW_PTX_SUB : AW_PTX_ADD, a, b);
	else if (aw_ptx_has(op, "cc"))
		sum = build_with_carry(emit, op, a, b, subtract, false);
	else if (aw_ptx_has(op, "sat"))
		sum = saturating(emit, subtract ? "llvm.ssub.sat" : "llvm.sadd.sat", a, b);
	else
		sum = subtract ? LLVMBuildSub(emit->builder, a, b, "") : LLVMBuildAdd(emit->builder, a, b, "");
	aw_ptx_write(emit, op, 0, type, sum);
}

// The product of A and B as .lo, .hi or .wide of the instruction says.
static LLVMValueRef multiply(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type type,
                             LLVMValueRef a, LLVMValueRef b)
{
	unsigned bits = aw_ptx_types[type].bits;
	if (!aw_ptx_has(op, "hi") && !aw_ptx_has(op, "wide"))
		return LLVMBuildMul(emit->builder, a, b, "");
	LLVMValueRef wide = LLVMBuildMul(emit->builder, widen(emit, type, a, 2 * bits), widen(emit, type, b, 2 * bits), "");
	if (aw_ptx_has(op, "wide"))
		return wide;
	LLVMValueRef high = LLVMBuildLShr(emit->builder, wide, LLVMConstInt(LLVMTypeOf(wide), bits, false), "");
	return LLVMBuildTrunc(emit->builder, high, aw_ptx_int(emit, bits), "");
}

// The type of the result of mul and mad.
static enum aw_ptx_type result_type(const struct aw_ptx_op *op, enum aw_ptx_type type)
{
	if (!aw_ptx_has(op, "wide"))
		return type;
	switch (type) {
	case AW_PTX_u16: return AW_PTX_u32;
	case AW_PTX_s16: return AW_PTX_s32;
	case AW_PTX_u32: return AW_PTX_u64;
	default: return AW_PTX_s64;
	}
}

// 64-bit operands have no .wide.
static bool check_wide(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type type)
{
	bool good = !aw_ptx_has(op, "wide") || (!aw_ptx_is_float(type) && aw_ptx_types[type].bits < 64);
	if (!good)
		aw_ptx_error(emit, op, "there is no .wide of this type");
	return good;
}

void aw_ptx_emit_mul(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	if (!check_wide(emit, op, type))
		return;
	LLVMValueRef a = aw_ptx_read(emit, op, 1, type), b = aw_ptx_read(emit, op, 2, type);
	LLVMValueRef product = aw_ptx_is_float(type) ? aw_ptx_float_binary(emit, op, AW_PTX_MUL, a, b)
	                                             : multiply(emit, op, type, a, b);
	aw_ptx_write(emit, op, 0, result_type(op, type), product);
}

static LLVMValueRef add_saturated(struct aw_ptx_emit *emit, LLVMValueRef a, LLVMValueRef b)
{
	return saturating(emit, "llvm.sadd.sat", a, b);
}

void aw_ptx_emit_mad(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0), result = result_type(op, type);
	if (aw_ptx_is_float(type)) {
		aw_ptx_emit_fma(emit, op);
		return;
	}
	if (!check_wide(emit, op, type))
		return;
	LLVMValueRef a = aw_ptx_read(emit, op, 1, type), b = aw_ptx_read(emit, op, 2, type);
	LLVMValueRef c = aw_ptx_read(emit, op, 3, result), product = multiply(emit, op, type, a, b), sum;
	bool carry_in = is_opcode(op, "madc");
	if (carry_in || aw_ptx_has(op, "cc"))
		sum = build_with_carry(emit, op, product, c, false, carry_in);
	else
		sum = aw_ptx_has(op, "sat") ? add_saturated(emit, product, c) : LLVMBuildAdd(emit->builder, product, c, "");
	aw_ptx_write(emit, op, 0, result, sum);
}

// The product of the low 24 bits: its bits 0 to 31, or 16 to 47.
void aw_ptx_emit_mul24(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef part = aw_ptx_int(emit, 24), wide = aw_ptx_int(emit, 64);
	LLVMValueRef x = LLVMBuildTrunc(b, aw_ptx_read(emit, op, 1, type), part, "");
	LLVMValueRef y = LLVMBuildTrunc(b, aw_ptx_read(emit, op, 2, type), part, "");
	LLVMValueRef product = LLVMBuildMul(b, widen(emit, type, x, 64), widen(emit, type, y, 64), "");
	if (aw_ptx_has(op, "hi"))
		product = LLVMBuildLShr(b, product, LLVMConstInt(wide, 16, false), "");
	LLVMValueRef result = LLVMBuildTrunc(b, product, aw_ptx_int(emit, 32), "");
	if (is_opcode(op, "mad24"))
		result = LLVMBuildAdd(b, result, aw_ptx_read(emit, op, 3, type), "");
	aw_ptx_write(emit, op, 0, type, result);
}

// --- division: what LLVM leaves undefined is as the hardware has it (docs/semantics.md) ---

static LLVMValueRef divide(struct aw_ptx_emit *emit, enum aw_ptx_type type, LLVMValueRef a, LLVMValueRef b, bool rest)
{
	LLVMBuilderRef builder = emit->builder;
	LLVMTypeRef llvm_type = LLVMTypeOf(a);
	LLVMValueRef zero = LLVMConstNull(llvm_type), all = LLVMConstAllOnes(llvm_type);
	LLVMValueRef by_zero = LLVMBuildICmp(builder, LLVMIntEQ, b, zero, ""), result;
	LLVMValueRef divisor = LLVMBuildSelect(builder, by_zero, LLVMConstInt(llvm_type, 1, false), b, "");
	if (aw_ptx_is_signed(type)) {
		// x / -1 is -x, which doesn't trap for the least x.
		LLVMValueRef by_minus = LLVMBuildICmp(builder, LLVMIntEQ, b, all, "");
		divisor = LLVMBuildSelect(builder, by_minus, LLVMConstInt(llvm_type, 1, false), divisor, "");
		result = rest ? LLVMBuildSRem(builder, a, divisor, "") : LLVMBuildSDiv(builder, a, divisor, "");
		result = LLVMBuildSelect(builder, by_minus, rest ? zero : LLVMBuildNeg(builder, a, ""), result, "");
	} else {
		result = rest ? LLVMBuildURem(builder, a, divisor, "") : LLVMBuildUDiv(builder, a, divisor, "");
	}
	return LLVMBuildSelect(builder, by_zero, all, result, "");
}

void aw_ptx_emit_div(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef a = aw_ptx_read(emit, op, 1, type), b = aw_ptx_read(emit, op, 2, type);
	LLVMValueRef quotient = aw_ptx_is_float(type) ? aw_ptx_float_binary(emit, op, AW_PTX_DIV, a, b)
	                                              : divide(emit, type, a, b, false);
	aw_ptx_write(emit, op, 0, type, quotient);
}

void aw_ptx_emit_rem(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef a = aw_ptx_read(emit, op, 1, type), b = aw_ptx_read(emit, op, 2, type);
	aw_ptx_write(emit, op, 0, type, divide(emit, type, a, b, true));
}

// --- absolute values, extremes ---

static LLVMValueRef extreme(struct aw_ptx_emit *emit, enum aw_ptx_type type, bool maximum, LLVMValueRef a, LLVMValueRef b)
{
	const char *name = aw_ptx_is_signed(type) ? (maximum ? "llvm.smax" : "llvm.smin")
	                                          : (maximum ? "llvm.umax" : "llvm.umin");
	LLVMValueRef arguments[] = { a, b };
	return aw_ptx_intrinsic(emit, name, LLVMTypeOf(a), arguments, 2);
}

void aw_ptx_emit_sad(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef a = aw_ptx_read(emit, op, 1, type), b = aw_ptx_read(emit, op, 2, type);
	LLVMValueRef larger = extreme(emit, type, true, a, b), smaller = extreme(emit, type, false, a, b);
	LLVMValueRef distance = LLVMBuildSub(emit->builder, larger, smaller, "");
	aw_ptx_write(emit, op, 0, type, LLVMBuildAdd(emit->builder, distance, aw_ptx_read(emit, op, 3, type), ""));
}

void aw_ptx_emit_abs(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef value = aw_ptx_read(emit, op, 1, type);
	if (aw_ptx_is_float(type)) {
		value = aw_ptx_flush(emit, op, value);
		value = aw_ptx_intrinsic(emit, "llvm.fabs", LLVMTypeOf(value), &value, 1);
	} else {
		LLVMValueRef arguments[] = { value, LLVMConstInt(aw_ptx_int(emit, 1), 0, false) };
		value = aw_ptx_intrinsic(emit, "llvm.abs", LLVMTypeOf(value), arguments, 2);
	}
	aw_ptx_write(emit, op, 0, type, value);
}

void aw_ptx_emit_neg(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef value = aw_ptx_read(emit, op, 1, type);
	value = aw_ptx_is_float(type) ? LLVMBuildFNeg(emit->builder, aw_ptx_flush(emit, op, value), "")
	                              : LLVMBuildNeg(emit->builder, value, "");
	aw_ptx_write(emit, op, 0, type, value);
}

void aw_ptx_emit_min_max(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	bool maximum = is_opcode(op, "max");
	LLVMValueRef a = aw_ptx_read(emit, op, 1, type), b = aw_ptx_read(emit, op, 2, type);
	LLVMValueRef result = aw_ptx_is_float(type)
		? aw_ptx_float_binary(emit, op, maximum ? AW_PTX_MAX : AW_PTX_MIN, a, b)
		: extreme(emit, type, maximum, a, b);
	aw_ptx_write(emit, op, 0, type, result);
}

// --- logic and shifts ---

void aw_ptx_emit_logic(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMBuilderRef b = emit->builder;
	LLVMValueRef x = aw_ptx_read(emit, op, 1, type), result;
	if (is_opcode(op, "not")) {
		result = LLVMBuildNot(b, x, "");
	} else if (is_opcode(op, "cnot")) {
		LLVMValueRef is_zero = LLVMBuildICmp(b, LLVMIntEQ, x, LLVMConstNull(LLVMTypeOf(x)), "");
		result = LLVMBuildZExt(b, is_zero, LLVMTypeOf(x), "");
	} else {
		LLVMOpcode opcode = is_opcode(op, "and") ? LLVMAnd : is_opcode(op, "or") ? LLVMOr : LLVMXor;
		result = LLVMBuildBinOp(b, opcode, x, aw_ptx_read(emit, op, 2, type), "");
	}
	aw_ptx_write(emit, op, 0, type, result);
}

LLVMValueRef aw_ptx_shift(struct aw_ptx_emit *emit, LLVMOpcode opcode, LLVMValueRef value, LLVMValueRef distance)
{
	LLVMBuilderRef b = emit->builder;
	assert(opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr);
	LLVMTypeRef type = LLVMTypeOf(value);
	unsigned bits = LLVMGetIntTypeWidth(type);
	LLVMTypeRef count_type = LLVMTypeOf(distance);
	LLVMValueRef most = LLVMConstInt(count_type, bits - 1, false);
	LLVMValueRef beyond = LLVMBuildICmp(b, LLVMIntUGT, distance, most, "");
	LLVMValueRef inside = LLVMBuildSelect(b, beyond, most, distance, "");
	inside = bits < LLVMGetIntTypeWidth(count_type) ? LLVMBuildTrunc(b, inside, type, "")
	                                                : LLVMBuildZExt(b, inside, type, "");
	LLVMValueRef shifted = LLVMBuildBinOp(b, opcode, value, inside, "");
	return opcode == LLVMAShr ? shifted : LLVMBuildSelect(b, beyond, LLVMConstNull(type), shifted, "");
}

void aw_ptx_emit_shift(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMOpcode opcode = is_opcode(op, "shl") ? LLVMShl : aw_ptx_is_signed(type) ? LLVMAShr : LLVMLShr;
	LLVMValueRef value = aw_ptx_read(emit, op, 1, type), distance = aw_ptx_read(emit, op, 2, AW_PTX_u32);
	aw_ptx_write(emit, op, 0, type, aw_ptx_shift(emit, opcode, value, distance));
}

// shf: 32 bits out of b:a, shifted left or right.
void aw_ptx_emit_funnel_shift(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef type = aw_ptx_int(emit, 32);
	LLVMValueRef low = aw_ptx_read(emit, op, 1, AW_PTX_b32), high = aw_ptx_read(emit, op, 2, AW_PTX_b32);
	LLVMValueRef distance = aw_ptx_read(emit, op, 3, AW_PTX_u32), arguments[] = { high, low, distance };
	bool left = aw_ptx_has(op, "l");
	LLVMValueRef result = aw_ptx_intrinsic(emit, left ? "llvm.fshl" : "llvm.fshr", type, arguments, 3);
	if (aw_ptx_has(op, "clamp")) {
		LLVMValueRef inside = LLVMBuildICmp(b, LLVMIntULT, distance, LLVMConstInt(type, 32, false), "");
		result = LLVMBuildSelect(b, inside, result, left ? low : high, "");
	}
	aw_ptx_write(emit, op, 0, AW_PTX_b32, result);
}

// Any function of three bits, by its table: the or of the terms whose bit in the table is set.
void aw_ptx_emit_lop3(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMBuilderRef b = emit->builder;
	int64_t table = aw_ptx_constant(emit, op, 4);
	LLVMValueRef inputs[3], result = LLVMConstNull(aw_ptx_int(emit, 32));
	for (unsigned i = 0; i < 3; i++)
		inputs[i] = aw_ptx_read(emit, op, 1 + i, AW_PTX_b32);
	for (unsigned term = 0; term < 8; term++) {
		if (!(table >> term & 1))
			continue;
		LLVMValueRef product = LLVMConstAllOnes(aw_ptx_int(emit, 32));
		for (unsigned i = 0; i < 3; i++) {
			bool set = term >> (2 - i) & 1;
			product = LLVMBuildAnd(b, product, set ? inputs[i] : LLVMBuildNot(b, inputs[i], ""), "");
		}
		result = LLVMBuildOr(b, result, product, "");
	}
	aw_ptx_write(emit, op, 0, AW_PTX_b32, result);
}

// One byte of prmt: SELECT's low 3 bits choose it from b:a, bit 3 spreads its sign over all 8 bits.
static LLVMValueRef permuted_byte(struct aw_ptx_emit *emit, LLVMValueRef both, LLVMValueRef selector, unsigned index)
{
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef type = aw_ptx_int(emit, 32), wide = aw_ptx_int(emit, 64), byte_type = aw_ptx_int(emit, 8);
	LLVMValueRef select = LLVMBuildLShr(b, selector, LLVMConstInt(type, 4 * index, false), "");
	LLVMValueRef number = LLVMBuildAnd(b, select, LLVMConstInt(type, 7, false), "");
	LLVMValueRef distance = LLVMBuildZExt(b, LLVMBuildShl(b, number, LLVMConstInt(type, 3, false), ""), wide, "");
	LLVMValueRef byte = LLVMBuildTrunc(b, LLVMBuildLShr(b, both, distance, ""), byte_type, "");
	LLVMValueRef sign = LLVMBuildAShr(b, byte, LLVMConstInt(byte_type, 7, false), "");
	LLVMValueRef spread = LLVMBuildAnd(b, select, LLVMConstInt(type, 8, false), "");
	LLVMValueRef plain = LLVMBuildICmp(b, LLVMIntEQ, spread, LLVMConstNull(type), "");
	byte = LLVMBuildZExt(b, LLVMBuildSelect(b, plain, byte, sign, ""), type, "");
	return LLVMBuildShl(b, byte, LLVMConstInt(type, 8 * index, false), "");
}

// The selector of a mode of prmt: one of the mode's four, by the lowest 2 bits of C.
static LLVMValueRef mode_selector(struct aw_ptx_emit *emit, uint64_t selectors, LLVMValueRef c)
{
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef wide = aw_ptx_int(emit, 64);
	LLVMValueRef number = LLVMBuildZExt(b, LLVMBuildAnd(b, c, LLVMConstInt(LLVMTypeOf(c), 3, false), ""), wide, "");
	LLVMValueRef distance = LLVMBuildShl(b, number, LLVMConstInt(wide, 4, false), "");
	return LLVMBuildTrunc(b, LLVMBuildLShr(b, LLVMConstInt(wide, selectors, false), distance, ""), LLVMTypeOf(c), "");
}

void aw_ptx_emit_prmt(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef wide = aw_ptx_int(emit, 64);
	LLVMValueRef low = LLVMBuildZExt(b, aw_ptx_read(emit, op, 1, AW_PTX_b32), wide, "");
	LLVMValueRef high = LLVMBuildZExt(b, aw_ptx_read(emit, op, 2, AW_PTX_b32), wide, "");
	LLVMValueRef both = LLVMBuildOr(b, LLVMBuildShl(b, high, LLVMConstInt(wide, 32, false), ""), low, "");
	LLVMValueRef selector = aw_ptx_read(emit, op, 3, AW_PTX_b32), result = LLVMConstNull(aw_ptx_int(emit, 32));
	// The selectors for 3, 2, 1 and 0, 16 bits each.
	static const struct {
		const char *name;
		uint64_t selectors;
	} modes[] = {
		{ "f4e", 0x6543543243213210 }, { "b4e", 0x0123701267015670 }, { "rc8", 0x3333222211110000 },
		{ "ecl", 0x3333322232113210 }, { "ecr", 0x3210221011100000 }, { "rc16", 0x3232101032321010 },
	};
	for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (aw_ptx_has(op, modes[i].name))
			selector = mode_selector(emit, modes[i].selectors, selector);
	for (unsigned i = 0; i < 4; i++)
		result = LLVMBuildOr(b, result, permuted_byte(emit, both, selector, i), "");
	aw_ptx_write(emit, op, 0, AW_PTX_b32, result);
}

// --- bit fields ---

// A position or length: its lowest 8 bits; of the 64-bit forms all of it, as the hardware has it.
static LLVMValueRef read_count(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index)
{
	LLVMValueRef count = aw_ptx_read(emit, op, index, AW_PTX_u32);
	if (aw_ptx_types[aw_ptx_type(op, 0)].bits == 64)
		return count;
	return LLVMBuildAnd(emit->builder, count, LLVMConstInt(aw_ptx_int(emit, 32), 255, false), "");
}

// The lowest LENGTH bits set.
static LLVMValueRef low_mask(struct aw_ptx_emit *emit, LLVMTypeRef type, LLVMValueRef length)
{
	LLVMValueRef above = aw_ptx_shift(emit, LLVMShl, LLVMConstAllOnes(type), length);
	return LLVMBuildNot(emit->builder, above, "");
}

void aw_ptx_emit_bfe(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMBuilderRef b = emit->builder;
	LLVMValueRef value = aw_ptx_read(emit, op, 1, type);
	LLVMValueRef position = read_count(emit, op, 2), length = read_count(emit, op, 3);
	bool is_signed = aw_ptx_is_signed(type);
	LLVMValueRef field = aw_ptx_shift(emit, is_signed ? LLVMAShr : LLVMLShr, value, position);
	LLVMValueRef mask = low_mask(emit, LLVMTypeOf(value), length);
	LLVMValueRef result = LLVMBuildAnd(b, field, mask, "");
	if (is_signed) {
		// The field's highest bit, or the value's where the field reaches beyond it, fills the rest.
		LLVMValueRef top = LLVMBuildAnd(b, mask, LLVMBuildNot(b, LLVMBuildLShr(b, mask,
			LLVMConstInt(LLVMTypeOf(value), 1, false), ""), ""), "");
		LLVMValueRef sign = LLVMBuildICmp(b, LLVMIntNE, LLVMBuildAnd(b, field, top, ""), LLVMConstNull(LLVMTypeOf(value)), "");
		LLVMValueRef filled = LLVMBuildOr(b, field, LLVMBuildNot(b, mask, ""), "");
		result = LLVMBuildSelect(b, sign, filled, result, "");
	}
	aw_ptx_write(emit, op, 0, type, result);
}

void aw_ptx_emit_bfi(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMBuilderRef b = emit->builder;
	LLVMValueRef field = aw_ptx_read(emit, op, 1, type), base = aw_ptx_read(emit, op, 2, type);
	LLVMValueRef position = read_count(emit, op, 3), length = read_count(emit, op, 4);
	LLVMValueRef mask = aw_ptx_shift(emit, LLVMShl, low_mask(emit, LLVMTypeOf(base), length), position);
	LLVMValueRef moved = LLVMBuildAnd(b, aw_ptx_shift(emit, LLVMShl, field, position), mask, "");
	aw_ptx_write(emit, op, 0, type, LLVMBuildOr(b, LLVMBuildAnd(b, base, LLVMBuildNot(b, mask, ""), ""), moved, ""));
}

void aw_ptx_emit_bmsk(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef type = aw_ptx_int(emit, 32);
	LLVMValueRef position = aw_ptx_read(emit, op, 1, AW_PTX_u32), length = aw_ptx_read(emit, op, 2, AW_PTX_u32);
	if (aw_ptx_has(op, "wrap")) {
		position = LLVMBuildAnd(b, position, LLVMConstInt(type, 31, false), "");
		length = LLVMBuildAnd(b, length, LLVMConstInt(type, 31, false), "");
	}
	aw_ptx_write(emit, op, 0, AW_PTX_b32, aw_ptx_shift(emit, LLVMShl, low_mask(emit, type, length), position));
}

// szext: the lowest bits of a number, as many as operand 2 says, with their sign before them or zeros.
void aw_ptx_emit_szext(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef type = aw_ptx_int(emit, 32);
	LLVMValueRef value = aw_ptx_read(emit, op, 1, AW_PTX_u32), length = aw_ptx_read(emit, op, 2, AW_PTX_u32);
	if (aw_ptx_has(op, "wrap"))
		length = LLVMBuildAnd(b, length, LLVMConstInt(type, 31, false), "");
	LLVMValueRef mask = low_mask(emit, type, length);
	LLVMValueRef result = LLVMBuildAnd(b, value, mask, "");
	if (aw_ptx_type(op, 0) == AW_PTX_s32) {
		LLVMValueRef top = LLVMBuildXor(b, mask, LLVMBuildLShr(b, mask, LLVMConstInt(type, 1, false), ""), "");
		LLVMValueRef negative = LLVMBuildICmp(b, LLVMIntNE, LLVMBuildAnd(b, value, top, ""), LLVMConstInt(type, 0, false), "");
		result = LLVMBuildSelect(b, negative, LLVMBuildOr(b, value, LLVMBuildNot(b, mask, ""), ""), result, "");
	}
	aw_ptx_write(emit, op, 0, AW_PTX_b32, result);
}

// fns: the place of the n-th bit that is set.
void aw_ptx_emit_fns(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMValueRef arguments[3];
	for (unsigned i = 0; i < 3; i++)
		arguments[i] = aw_ptx_read(emit, op, 1 + i, AW_PTX_b32);
	aw_ptx_write(emit, op, 0, AW_PTX_b32, aw_ptx_intrinsic(emit, "llvm.nvvm.fns", NULL, arguments, 3));
}

static LLVMValueRef count_zeros(struct aw_ptx_emit *emit, LLVMValueRef value)
{
	LLVMValueRef arguments[] = { value, LLVMConstInt(aw_ptx_int(emit, 1), 0, false) };
	return aw_ptx_intrinsic(emit, "llvm.ctlz", LLVMTypeOf(value), arguments, 2);
}

static LLVMValueRef to_32_bits(struct aw_ptx_emit *emit, LLVMValueRef value)
{
	LLVMTypeRef type = aw_ptx_int(emit, 32);
	return LLVMTypeOf(value) == type ? value : LLVMBuildTrunc(emit->builder, value, type, "");
}

// The highest bit that differs from the sign; all bits set when there is none.
void aw_ptx_emit_bfind(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMBuilderRef b = emit->builder;
	unsigned bits = aw_ptx_types[type].bits;
	LLVMTypeRef narrow = aw_ptx_int(emit, 32);
	LLVMValueRef value = aw_ptx_read(emit, op, 1, type);
	if (aw_ptx_is_signed(type)) {
		LLVMValueRef sign = LLVMBuildAShr(b, value, LLVMConstInt(LLVMTypeOf(value), bits - 1, false), "");
		value = LLVMBuildXor(b, value, sign, "");
	}
	LLVMValueRef none = LLVMBuildICmp(b, LLVMIntEQ, value, LLVMConstNull(LLVMTypeOf(value)), "");
	LLVMValueRef zeros = to_32_bits(emit, count_zeros(emit, value));
	LLVMValueRef found = aw_ptx_has(op, "shiftamt") ? zeros
		: LLVMBuildSub(b, LLVMConstInt(narrow, bits - 1, false), zeros, "");
	aw_ptx_write(emit, op, 0, AW_PTX_u32, LLVMBuildSelect(b, none, LLVMConstAllOnes(narrow), found, ""));
}

void aw_ptx_emit_count_bits(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef value = aw_ptx_read(emit, op, 1, type);
	if (is_opcode(op, "brev")) {
		aw_ptx_write(emit, op, 0, type, aw_ptx_intrinsic(emit, "llvm.bitreverse", LLVMTypeOf(value), &value, 1));
		return;
	}
	LLVMValueRef count = is_opcode(op, "clz") ? count_zeros(emit, value)
	                                          : aw_ptx_intrinsic(emit, "llvm.ctpop", LLVMTypeOf(value), &value, 1);
	aw_ptx_write(emit, op, 0, AW_PTX_u32, to_32_bits(emit, count));
}

// --- dot products of bytes ---

// BITS bits of VALUE from FIRST on, with the sign of TYPE.
static LLVMValueRef extract(struct aw_ptx_emit *emit, enum aw_ptx_type type, LLVMValueRef value, unsigned first,
                            unsigned bits)
{
	LLVMValueRef moved = LLVMBuildLShr(emit->builder, value, LLVMConstInt(LLVMTypeOf(value), first, false), "");
	moved = LLVMBuildTrunc(emit->builder, moved, aw_ptx_int(emit, bits), "");
	return widen(emit, type, moved, 32);
}

void aw_ptx_emit_dot_product(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type a_type = aw_ptx_type(op, 0), b_type = aw_ptx_type(op, 1);
	bool signed_sum = aw_ptx_is_signed(a_type) || aw_ptx_is_signed(b_type);
	enum aw_ptx_type sum_type = signed_sum ? AW_PTX_s32 : AW_PTX_u32;
	bool halves = is_opcode(op, "dp2a");
	unsigned count = halves ? 2 : 4, width = halves ? 16 : 8, start = aw_ptx_has(op, "hi") ? 16 : 0;
	LLVMValueRef a = aw_ptx_read(emit, op, 1, a_type), b = aw_ptx_read(emit, op, 2, b_type);
	LLVMValueRef sum = aw_ptx_read(emit, op, 3, sum_type);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef x = extract(emit, a_type, a, i * width, width);
		LLVMValueRef y = extract(emit, b_type, b, start + i * 8, 8);
		sum = LLVMBuildAdd(emit->builder, sum, LLVMBuildMul(emit->builder, x, y, ""), "");
	}
	aw_ptx_write(emit, op, 0, sum_type, sum);
}
