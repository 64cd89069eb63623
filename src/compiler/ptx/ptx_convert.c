// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cvt (PTX ISA, "Data Movement and Conversion Instructions: cvt").
#include <stdlib.h>
#include <string.h>

#include "ptx_arithmetic.h"

static bool has_directed_rounding(const struct aw_ptx_op *op)
{
	return strcmp(aw_ptx_rounding(op), "rn") != 0;
}

// --- integers to integers ---

static LLVMValueRef clamp(struct aw_ptx_emit *emit, const char *name, LLVMValueRef value, uint64_t bound)
{
	LLVMValueRef arguments[] = { value, LLVMConstInt(LLVMTypeOf(value), bound, true) };
	return aw_ptx_intrinsic(emit, name, LLVMTypeOf(value), arguments, 2);
}

// .sat: VALUE (wide enough that every source fits with its sign) clamped to the range of numbers of BITS.
static LLVMValueRef saturate_int(struct aw_ptx_emit *emit, unsigned bits, bool is_signed, LLVMValueRef value)
{
	LLVMTypeRef wide = LLVMTypeOf(value);
	LLVMValueRef most = LLVMConstInt(wide, is_signed ? (UINT64_C(1) << (bits - 1)) - 1 : UINT64_MAX >> (64 - bits), false);
	LLVMValueRef arguments[] = { value, most };
	value = aw_ptx_intrinsic(emit, "llvm.smin", wide, arguments, 2);
	return clamp(emit, "llvm.smax", value, is_signed ? -(UINT64_C(1) << (bits - 1)) : 0);
}

static LLVMValueRef convert_ints(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type to,
                                 enum aw_ptx_type from, LLVMValueRef value)
{
	LLVMTypeRef wide = aw_ptx_int(emit, 128);
	value = aw_ptx_is_signed(from) ? LLVMBuildSExt(emit->builder, value, wide, "")
	                               : LLVMBuildZExt(emit->builder, value, wide, "");
	if (aw_ptx_has(op, "sat"))
		value = saturate_int(emit, aw_ptx_types[to].bits, aw_ptx_is_signed(to), value);
	return LLVMBuildTrunc(emit->builder, value, aw_ptx_llvm_type(emit, to), "");
}

// cvt.pack.sat.s8.s32.b32 d, a, b, c: the numbers of 2, 4 or 8 bits, that of b lowest, below what c has there; of 16 without c.
static void pack_ints(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	const struct aw_ptx_instruction *source = op->source;
	const char *narrow = source->modifier_count > 2 ? source->modifiers[2] : "";
	unsigned bits = (unsigned)atoi(*narrow ? narrow + 1 : narrow), joins = bits < 16;
	if (bits == 0 || bits > 16 || strcmp(source->modifiers[1], "sat") || aw_ptx_type(op, bits > 4) != AW_PTX_s32 ||
	    source->modifier_count != 4 + joins || source->operand_count != 3 + joins) {
		aw_ptx_error(emit, op, "is not supported on the CPU for these types");
		return;
	}
	LLVMTypeRef type = aw_ptx_int(emit, 32);
	LLVMValueRef result = joins ? aw_ptx_read(emit, op, 3, AW_PTX_b32) : LLVMConstInt(type, 0, false);
	for (unsigned i = 1; i <= 2; i++) {
		LLVMValueRef value = saturate_int(emit, bits, *narrow == 's', aw_ptx_read(emit, op, i, AW_PTX_s32));
		value = LLVMBuildAnd(emit->builder, value, LLVMConstInt(type, (UINT64_C(1) << bits) - 1, false), "");
		result = LLVMBuildOr(emit->builder, LLVMBuildShl(emit->builder, result, LLVMConstInt(type, bits, false), ""), value, "");
	}
	aw_ptx_write(emit, op, 0, AW_PTX_b32, result);
}

// --- floats to integers ---

static LLVMValueRef round_to_integral(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef value)
{
	const char *name = aw_ptx_has(op, "rni")   ? "llvm.roundeven"
	                   : aw_ptx_has(op, "rmi") ? "llvm.floor"
	                   : aw_ptx_has(op, "rpi") ? "llvm.ceil"
	                                           : "llvm.trunc";
	return aw_ptx_intrinsic(emit, name, LLVMTypeOf(value), &value, 1);
}

// Out of range saturates.  NaN gives 0 from float to 32 bits and less, else the highest bit alone
// (docs/semantics.md).
static LLVMValueRef float_to_int(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type to,
                                 enum aw_ptx_type from, LLVMValueRef value)
{
	LLVMTypeRef type = aw_ptx_llvm_type(emit, to);
	value = round_to_integral(emit, op, value);
	const char *name = aw_ptx_is_signed(to) ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
	LLVMTypeRef overloads[] = { type, LLVMTypeOf(value) };
	LLVMValueRef function = aw_llvm_intrinsic(emit->module, name, overloads, 2);
	LLVMValueRef result = LLVMBuildCall2(emit->builder, LLVMGlobalGetValueType(function), function, &value, 1, "");
	unsigned bits = aw_ptx_types[to].bits;
	if (bits < 32 || (bits == 32 && from != AW_PTX_f64))
		return result;
	LLVMValueRef is_nan = LLVMBuildFCmp(emit->builder, LLVMRealUNO, value, value, "");
	LLVMValueRef high_bit = LLVMConstInt(type, UINT64_C(1) << (bits - 1), false);
	return LLVMBuildSelect(emit->builder, is_nan, high_bit, result, "");
}

// --- integers to floats, floats to floats ---

// Calls the math library's conversion FROM2TO_MODE.
static LLVMValueRef call_conversion(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const char *from,
                                    const char *to, LLVMTypeRef result, LLVMValueRef value)
{
	char *name = aw_format("__nv_%s2%s_%s", from, to, aw_ptx_rounding(op));
	value = aw_ptx_call(emit, name, result, &value, 1);
	free(name);
	return value;
}

static LLVMValueRef int_to_float(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type to,
                                 enum aw_ptx_type from, LLVMValueRef value)
{
	LLVMTypeRef type = aw_ptx_llvm_type(emit, to);
	bool is_signed = aw_ptx_is_signed(from), wide = aw_ptx_types[from].bits == 64;
	bool exact = aw_ptx_types[from].bits <= 16 || (to == AW_PTX_f64 && !wide);
	if (has_directed_rounding(op) && !exact) {
		if (to != AW_PTX_f32 && to != AW_PTX_f64) {
			aw_ptx_error(emit, op, "this rounding is for .f32 and .f64");
			return LLVMGetPoison(type);
		}
		const char *source = wide ? (is_signed ? "ll" : "ull") : (is_signed ? "int" : "uint");
		return call_conversion(emit, op, source, to == AW_PTX_f64 ? "double" : "float", type, value);
	}
	return is_signed ? LLVMBuildSIToFP(emit->builder, value, type, "") : LLVMBuildUIToFP(emit->builder, value, type, "");
}

static bool has_integral_rounding(const struct aw_ptx_op *op)
{
	return aw_ptx_has(op, "rni") || aw_ptx_has(op, "rzi") || aw_ptx_has(op, "rmi") || aw_ptx_has(op, "rpi");
}

// A float in a direction to 16 bits: bf16 stays a float, which has its bits above.
static LLVMValueRef float_to_half(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type to, LLVMValueRef value)
{
	bool brain = to == AW_PTX_bf16;
	char *name = aw_format("__aw_from_float_%s_%s", aw_ptx_rounding(op), brain ? "bf16" : "f16");
	value = aw_ptx_call(emit, name, aw_ptx_int(emit, 16), &value, 1);
	free(name);
	if (brain) {
		LLVMTypeRef wide = aw_ptx_int(emit, 32);
		value = LLVMBuildShl(emit->builder, LLVMBuildZExt(emit->builder, value, wide, ""), LLVMConstInt(wide, 16, false), "");
	}
	return LLVMBuildBitCast(emit->builder, value, aw_ptx_llvm_type(emit, to), "");
}

static LLVMValueRef float_to_float(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type to,
                                   enum aw_ptx_type from, LLVMValueRef value)
{
	LLVMTypeRef type = aw_ptx_llvm_type(emit, to);
	value = aw_ptx_flush(emit, op, value);
	if (has_integral_rounding(op))
		value = round_to_integral(emit, op, value);
	unsigned to_bits = aw_ptx_types[to].bits, from_bits = aw_ptx_types[from].bits;
	if (has_directed_rounding(op) && to_bits < from_bits) {
		if (from == AW_PTX_f64 && to == AW_PTX_f32)
			return call_conversion(emit, op, "double", "float", type, value);
		if (from == AW_PTX_f32 && (to == AW_PTX_f16 || to == AW_PTX_bf16))
			return float_to_half(emit, op, to, value);
		aw_ptx_error(emit, op, "this rounding is not supported on the CPU for this type");
		return LLVMGetPoison(type);
	}
	if (LLVMTypeOf(value) == type)
		return value;
	// bf16 is float here, and rounded when it is written.
	LLVMTypeKind have = LLVMGetTypeKind(LLVMTypeOf(value)), want = LLVMGetTypeKind(type);
	bool narrows = have == LLVMDoubleTypeKind || want == LLVMHalfTypeKind;
	return narrows ? LLVMBuildFPTrunc(emit->builder, value, type, "") : LLVMBuildFPExt(emit->builder, value, type, "");
}

static LLVMValueRef convert(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type to,
                            enum aw_ptx_type from, LLVMValueRef value)
{
	if (!aw_ptx_is_float(to))
		return aw_ptx_is_float(from) ? float_to_int(emit, op, to, from, aw_ptx_flush(emit, op, value))
		                             : convert_ints(emit, op, to, from, value);
	value = aw_ptx_is_float(from) ? float_to_float(emit, op, to, from, value) : int_to_float(emit, op, to, from, value);
	if (to == AW_PTX_f32)
		value = aw_ptx_flush(emit, op, value);
	if (aw_ptx_has(op, "relu"))
		value = aw_ptx_relu(emit, value);
	return aw_ptx_has(op, "sat") ? aw_ptx_saturate(emit, value) : value;
}

// cvt.rn.f16x2.f32 d, a, b: a becomes the upper half.
static void convert_pair(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type to)
{
	enum aw_ptx_type element = to == AW_PTX_f16x2 ? AW_PTX_f16 : AW_PTX_bf16;
	LLVMTypeRef whole = aw_ptx_int(emit, 32);
	LLVMValueRef parts[2];
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef value = aw_ptx_read(emit, op, 2 - i, AW_PTX_f32);
		value = aw_ptx_to_bits(emit, element, convert(emit, op, element, AW_PTX_f32, value));
		parts[i] = LLVMBuildZExt(emit->builder, value, whole, "");
	}
	LLVMValueRef high = LLVMBuildShl(emit->builder, parts[1], LLVMConstInt(whole, 16, false), "");
	aw_ptx_write(emit, op, 0, AW_PTX_b32, LLVMBuildOr(emit->builder, high, parts[0], ""));
}

// --- pairs of numbers of 8 bits ---

static bool is_narrow(enum aw_ptx_type type)
{
	return type == AW_PTX_e4m3x2 || type == AW_PTX_e5m2x2;
}

static LLVMValueRef call_narrow(struct aw_ptx_emit *emit, enum aw_ptx_type narrow, const char *what, LLVMTypeRef result,
                                LLVMValueRef *arguments, unsigned count)
{
	char *name = aw_format("__aw_%s_%s", aw_ptx_types[narrow].name, what);
	LLVMValueRef value = aw_ptx_call(emit, name, result, arguments, count);
	free(name);
	return value;
}

// The upper or the lower half of a register as a float.
static LLVMValueRef half_of(struct aw_ptx_emit *emit, LLVMValueRef pair, unsigned shift)
{
	LLVMValueRef bits = LLVMBuildLShr(emit->builder, pair, LLVMConstInt(LLVMTypeOf(pair), shift, false), "");
	bits = LLVMBuildTrunc(emit->builder, bits, aw_ptx_int(emit, 16), "");
	return LLVMBuildFPExt(emit->builder, LLVMBuildBitCast(emit->builder, bits, aw_ptx_llvm_type(emit, AW_PTX_f16), ""),
	                      aw_ptx_llvm_type(emit, AW_PTX_f32), "");
}

// cvt.rn.satfinite.e4m3x2.f32 d, a, b (a becomes the upper half) and cvt.rn.satfinite.e4m3x2.f16x2 d, a.
static void convert_to_narrow(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type to, enum aw_ptx_type from)
{
	LLVMValueRef parts[2];
	LLVMValueRef pair = from == AW_PTX_f16x2 ? aw_ptx_read(emit, op, 1, AW_PTX_b32) : NULL;
	for (unsigned i = 0; i < 2; i++) {
		parts[i] = pair ? half_of(emit, pair, 16 * i) : aw_ptx_read(emit, op, 2 - i, AW_PTX_f32);
		parts[i] = aw_ptx_has(op, "relu") ? aw_ptx_relu(emit, parts[i]) : parts[i];
	}
	aw_ptx_write(emit, op, 0, to, call_narrow(emit, to, "of_floats", aw_ptx_int(emit, 16), parts, 2));
}

// False where neither type is of 8 bits.  What isn't among the forms is refused.
static bool convert_narrow(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type to, enum aw_ptx_type from)
{
	unsigned operands = op->source->operand_count;
	if (!is_narrow(to) && !is_narrow(from))
		return false;
	if (is_narrow(to) && aw_ptx_has(op, "satfinite") &&
	    ((from == AW_PTX_f32 && operands == 3) || (from == AW_PTX_f16x2 && operands == 2))) {
		convert_to_narrow(emit, op, to, from);
	} else if (is_narrow(from) && to == AW_PTX_f16x2 && operands == 2 && !aw_ptx_has(op, "relu")) {
		LLVMValueRef pair = aw_ptx_read(emit, op, 1, from);
		aw_ptx_write(emit, op, 0, AW_PTX_b32, call_narrow(emit, from, "to_halves", aw_ptx_int(emit, 32), &pair, 1));
	} else {
		aw_ptx_error(emit, op, "is not supported on the CPU for these types");
	}
	return true;
}

// --- to the ten digits that matrices have of a float ---

// BITS with the lowest 13 rounded away, as .rna, .rn or .rz has it.
static LLVMValueRef round_digits(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef bits)
{
	enum { LOST = 13, HALF = 1 << (LOST - 1) };
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef type = LLVMTypeOf(bits);
	LLVMValueRef one = LLVMConstInt(type, 1, false);
	if (aw_ptx_has(op, "rn")) {
		LLVMValueRef odd = LLVMBuildAnd(b, LLVMBuildLShr(b, bits, LLVMConstInt(type, LOST, false), ""), one, "");
		bits = LLVMBuildAdd(b, LLVMBuildAdd(b, bits, LLVMConstInt(type, HALF - 1, false), ""), odd, "");
	} else if (aw_ptx_has(op, "rna")) {
		bits = LLVMBuildAdd(b, bits, LLVMConstInt(type, HALF, false), "");
	}
	return LLVMBuildAnd(b, bits, LLVMConstInt(type, ~(uint64_t)(2 * HALF - 1) & UINT32_MAX, false), "");
}

// cvt.rna.tf32.f32 d, a: NaN is 0x7fffe000 (an H200 has that of .rn and .rz, and of .rna one NaN or another); .satfinite gives the largest
// number for more.
static void convert_to_digits(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMBuilderRef b = emit->builder;
	LLVMTypeRef type = aw_ptx_int(emit, 32);
	LLVMValueRef value = aw_ptx_read(emit, op, 1, AW_PTX_f32);
	LLVMValueRef is_nan = LLVMBuildFCmp(b, LLVMRealUNO, value, value, "");
	if (aw_ptx_has(op, "relu"))
		value = aw_ptx_relu(emit, value);
	LLVMValueRef bits = round_digits(emit, op, LLVMBuildBitCast(b, value, type, ""));
	if (aw_ptx_has(op, "satfinite")) {
		LLVMValueRef sign = LLVMBuildAnd(b, bits, LLVMConstInt(type, 0x80000000, false), "");
		LLVMValueRef magnitude = LLVMBuildAnd(b, bits, LLVMConstInt(type, 0x7fffffff, false), "");
		LLVMValueRef arguments[] = { magnitude, LLVMConstInt(type, 0x7f7fe000, false) };
		bits = LLVMBuildOr(b, aw_ptx_intrinsic(emit, "llvm.umin", type, arguments, 2), sign, "");
	}
	bits = LLVMBuildSelect(b, is_nan, LLVMConstInt(type, 0x7fffe000, false), bits, "");
	aw_ptx_write(emit, op, 0, AW_PTX_b32, bits);
}

void aw_ptx_emit_cvt(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type to = aw_ptx_type(op, 0), from = aw_ptx_type(op, 1);
	bool packs = to == AW_PTX_f16x2 || to == AW_PTX_bf16x2;
	if (aw_ptx_has(op, "pack")) {
		pack_ints(emit, op);
		return;
	}
	if (op->type_count == 2 && convert_narrow(emit, op, to, from))
		return;
	if (op->type_count == 2 && to == AW_PTX_tf32 && from == AW_PTX_f32 && op->source->operand_count == 2) {
		convert_to_digits(emit, op);
		return;
	}
	bool of_matrices = to == AW_PTX_tf32 || from == AW_PTX_tf32 || aw_ptx_has(op, "rna");
	if (op->type_count != 2 || of_matrices || aw_ptx_has(op, "satfinite") || aw_ptx_has(op, "b32") ||
	    packs != (op->source->operand_count == 3) || (packs && from != AW_PTX_f32)) {
		aw_ptx_error(emit, op, "is not supported on the CPU for these types");
		return;
	}
	if (packs)
		convert_pair(emit, op, to);
	else
		aw_ptx_write(emit, op, 0, to, convert(emit, op, to, from, aw_ptx_read(emit, op, 1, from)));
}
