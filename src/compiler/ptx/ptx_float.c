// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating-point arithmetic (PTX ISA, "Floating Point Instructions", "Half Precision Floating Point
// Instructions").  Rounding other than to nearest, and the functions, are those of the math library
// (src/devlib/math); the approximate instructions are at least as exact as the hardware's.
#include <assert.h>
#include <string.h>

#include "ptx_arithmetic.h"

static LLVMValueRef unary(struct aw_ptx_emit *emit, const char *name, LLVMValueRef value)
{
	return aw_ptx_intrinsic(emit, name, LLVMTypeOf(value), &value, 1);
}

LLVMValueRef aw_ptx_flush(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	if (!aw_ptx_has(op, "ftz"))
		return value;
	double least = LLVMGetTypeKind(aw_llvm_element_of(type)) == LLVMHalfTypeKind ? 0x1p-14 : 0x1p-126;
	LLVMValueRef magnitude = unary(emit, "llvm.fabs", value);
	LLVMValueRef tiny = LLVMBuildFCmp(emit->builder, LLVMRealOLT, magnitude, aw_ptx_splat_real(type, least), "");
	LLVMValueRef arguments[] = { LLVMConstNull(type), value };
	LLVMValueRef zero = aw_ptx_intrinsic(emit, "llvm.copysign", type, arguments, 2);
	return LLVMBuildSelect(emit->builder, tiny, zero, value, "");
}

LLVMValueRef aw_ptx_saturate(struct aw_ptx_emit *emit, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef zero = LLVMConstNull(type), one = aw_ptx_splat_real(type, 1.0);
	LLVMValueRef positive = LLVMBuildFCmp(emit->builder, LLVMRealOGT, value, zero, "");
	LLVMValueRef below = LLVMBuildFCmp(emit->builder, LLVMRealOLT, value, one, "");
	value = LLVMBuildSelect(emit->builder, below, value, one, "");
	return LLVMBuildSelect(emit->builder, positive, value, zero, "");
}

LLVMValueRef aw_ptx_relu(struct aw_ptx_emit *emit, LLVMValueRef value)
{
	LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(value));
	LLVMValueRef negative = LLVMBuildFCmp(emit->builder, LLVMRealOLE, value, zero, "");
	return LLVMBuildSelect(emit->builder, negative, zero, value, "");
}

static LLVMValueRef finish(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef value)
{
	value = aw_ptx_flush(emit, op, value);
	return aw_ptx_has(op, "sat") ? aw_ptx_saturate(emit, value) : value;
}

const char *aw_ptx_rounding(const struct aw_ptx_op *op)
{
	return aw_ptx_has(op, "rz") ? "rz" : aw_ptx_has(op, "rm") ? "rd" : aw_ptx_has(op, "rp") ? "ru" : "rn";
}

// Calls the math library's NAME for float or double, in OP's rounding: __nv_fadd_rz, __nv_dadd_rz.
static LLVMValueRef call_directed(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const char *name,
                                  LLVMValueRef *arguments, unsigned count)
{
	LLVMTypeRef type = LLVMTypeOf(arguments[0]);
	bool is_double = LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
	if (!is_double && LLVMGetTypeKind(type) != LLVMFloatTypeKind) {
		aw_ptx_error(emit, op, "this rounding is for .f32 and .f64");
		return LLVMGetPoison(type);
	}
	char *symbol = !strcmp(name, "ma") ? aw_format("__nv_%s_%s", is_double ? "fma" : "fmaf", aw_ptx_rounding(op))
	                                   : aw_format("__nv_%c%s_%s", is_double ? 'd' : 'f', name, aw_ptx_rounding(op));
	LLVMValueRef result = aw_ptx_call(emit, symbol, type, arguments, count);
	free(symbol);
	return result;
}

static bool to_nearest(const struct aw_ptx_op *op)
{
	return !strcmp(aw_ptx_rounding(op), "rn");
}

// CHOSEN of A and B, of zeros the right one.
static LLVMValueRef choose_zero(struct aw_ptx_emit *emit, bool maximum, LLVMValueRef a, LLVMValueRef b, LLVMValueRef chosen)
{
	LLVMTypeRef type = LLVMTypeOf(a), bits = aw_llvm_bits_type(type);
	LLVMValueRef equal = LLVMBuildFCmp(emit->builder, LLVMRealOEQ, a, b, "");
	LLVMValueRef both = LLVMBuildBinOp(emit->builder, maximum ? LLVMAnd : LLVMOr,
	                                   LLVMBuildBitCast(emit->builder, a, bits, ""),
	                                   LLVMBuildBitCast(emit->builder, b, bits, ""), "");
	return LLVMBuildSelect(emit->builder, equal, LLVMBuildBitCast(emit->builder, both, type, ""), chosen, "");
}

// The lesser or greater of two, -0 being less than +0; of a NaN and a number the number, or NaN with .NaN.  With .xorsign.abs it is that
// of the magnitudes, and has both signs' exclusive or.  Of floats and doubles lower_extremes sees to zeros.
static LLVMValueRef extreme(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, bool maximum, LLVMValueRef a,
                            LLVMValueRef b)
{
	LLVMTypeRef type = LLVMTypeOf(a), bits = aw_llvm_bits_type(type);
	LLVMValueRef sign = NULL;
	if (aw_ptx_has(op, "xorsign")) {
		sign = LLVMBuildXor(emit->builder, LLVMBuildBitCast(emit->builder, a, bits, ""), LLVMBuildBitCast(emit->builder, b, bits, ""), "");
		a = unary(emit, "llvm.fabs", a);
		b = unary(emit, "llvm.fabs", b);
	}
	LLVMValueRef arguments[] = { a, b };
	LLVMValueRef chosen = aw_ptx_intrinsic(emit, maximum ? "llvm.maxnum" : "llvm.minnum", type, arguments, 2);
	if (aw_ptx_has(op, "NaN")) {
		LLVMValueRef unordered = LLVMBuildFCmp(emit->builder, LLVMRealUNO, a, b, "");
		chosen = LLVMBuildSelect(emit->builder, unordered, LLVMBuildFAdd(emit->builder, a, b, ""), chosen, "");
	}
	if (!aw_llvm_is_float(aw_llvm_element_of(type)))
		chosen = choose_zero(emit, maximum, a, b, chosen);
	if (!sign)
		return chosen;
	LLVMValueRef signed_arguments[] = { chosen, LLVMBuildBitCast(emit->builder, sign, type, "") };
	return aw_ptx_intrinsic(emit, "llvm.copysign", type, signed_arguments, 2);
}

static LLVMValueRef combine(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_binary binary,
                            LLVMValueRef a, LLVMValueRef b)
{
	static const char *const names[] = { "add", "sub", "mul", "div" };
	assert(LLVMTypeOf(a) == LLVMTypeOf(b));
	LLVMValueRef arguments[] = { a, b };
	if (binary < AW_PTX_MIN && !to_nearest(op))
		return call_directed(emit, op, names[binary], arguments, 2);
	switch (binary) {
	case AW_PTX_ADD: return LLVMBuildFAdd(emit->builder, a, b, "");
	case AW_PTX_SUB: return LLVMBuildFSub(emit->builder, a, b, "");
	case AW_PTX_MUL: return LLVMBuildFMul(emit->builder, a, b, "");
	case AW_PTX_DIV: return LLVMBuildFDiv(emit->builder, a, b, "");
	case AW_PTX_MIN: return extreme(emit, op, false, a, b);
	case AW_PTX_MAX: return extreme(emit, op, true, a, b);
	}
	return a;
}

LLVMValueRef aw_ptx_float_binary(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_binary binary,
                                 LLVMValueRef a, LLVMValueRef b)
{
	return finish(emit, op, combine(emit, op, binary, aw_ptx_flush(emit, op, a), aw_ptx_flush(emit, op, b)));
}

// Of 16 bits, by the device library: by way of float, as the CPU has them, they would be rounded twice.
static void fuse_narrow(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type type)
{
	enum aw_ptx_type bits = aw_ptx_types[type].lanes > 1 ? AW_PTX_b32 : AW_PTX_b16;
	const char *form = aw_ptx_has(op, "sat") ? "_sat" : aw_ptx_has(op, "relu") ? "_relu" : "";
	LLVMValueRef arguments[3];
	for (unsigned i = 0; i < 3; i++)
		arguments[i] = aw_ptx_read(emit, op, 1 + i, bits);
	char *symbol = aw_format("__aw_fma%s_%s", form, aw_ptx_types[type].name);
	aw_ptx_write(emit, op, 0, bits, aw_ptx_call(emit, symbol, aw_ptx_int(emit, aw_ptx_types[type].bits), arguments, 3));
	free(symbol);
}

void aw_ptx_emit_fma(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef arguments[3], result;
	if (aw_ptx_types[type].bits / aw_ptx_types[type].lanes == 16 && !aw_ptx_has(op, "ftz")) {
		fuse_narrow(emit, op, type);
		return;
	}
	for (unsigned i = 0; i < 3; i++)
		arguments[i] = aw_ptx_flush(emit, op, aw_ptx_read(emit, op, 1 + i, type));
	result = to_nearest(op) ? aw_ptx_intrinsic(emit, "llvm.fma", LLVMTypeOf(arguments[0]), arguments, 3)
	                        : call_directed(emit, op, "ma", arguments, 3);
	if (aw_ptx_has(op, "relu"))
		result = aw_ptx_relu(emit, result);
	aw_ptx_write(emit, op, 0, type, finish(emit, op, result));
}

void aw_ptx_emit_rcp(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef value = aw_ptx_flush(emit, op, aw_ptx_read(emit, op, 1, type));
	LLVMValueRef one = aw_ptx_splat_real(LLVMTypeOf(value), 1.0);
	LLVMValueRef result = to_nearest(op) ? LLVMBuildFDiv(emit->builder, one, value, "")
	                                     : call_directed(emit, op, "rcp", &value, 1);
	aw_ptx_write(emit, op, 0, type, finish(emit, op, result));
}

void aw_ptx_emit_sqrt(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef value = aw_ptx_flush(emit, op, aw_ptx_read(emit, op, 1, type));
	LLVMValueRef result = to_nearest(op) ? unary(emit, "llvm.sqrt", value) : call_directed(emit, op, "sqrt", &value, 1);
	aw_ptx_write(emit, op, 0, type, finish(emit, op, result));
}

// --- functions of one float, by the math library ---

static const char *library_function(const char *opcode, bool is_double)
{
	static const struct { const char *opcode, *single, *wide; } names[] = {
		{ "rsqrt", "__nv_rsqrtf", "__nv_rsqrt" }, { "ex2", "__nv_exp2f", NULL }, { "lg2", "__nv_log2f", NULL },
		{ "sin", "__nv_sinf", NULL },             { "cos", "__nv_cosf", NULL },  { "tanh", "__nv_tanhf", NULL },
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i].opcode, opcode))
			return is_double ? names[i].wide : names[i].single;
	return NULL;
}

// Calls NAME for VALUE, a half or bf16 by way of float.
static LLVMValueRef call_scalar(struct aw_ptx_emit *emit, const char *name, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value), single = LLVMFloatTypeInContext(emit->context);
	if (LLVMGetTypeKind(type) != LLVMHalfTypeKind)
		return aw_ptx_call(emit, name, type, &value, 1);
	value = LLVMBuildFPExt(emit->builder, value, single, "");
	return LLVMBuildFPTrunc(emit->builder, aw_ptx_call(emit, name, single, &value, 1), type, "");
}

static LLVMValueRef call_lanes(struct aw_ptx_emit *emit, const char *name, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return call_scalar(emit, name, value);
	LLVMValueRef result = LLVMGetPoison(type);
	for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
		LLVMValueRef lane = LLVMConstInt(aw_ptx_int(emit, 32), i, false);
		LLVMValueRef element = LLVMBuildExtractElement(emit->builder, value, lane, "");
		result = LLVMBuildInsertElement(emit->builder, result, call_scalar(emit, name, element), lane, "");
	}
	return result;
}

// tanh of 16 bits, which the device library has as the hardware does.
static void approximate_tangent(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type type)
{
	enum aw_ptx_type bits = aw_ptx_types[type].lanes > 1 ? AW_PTX_b32 : AW_PTX_b16;
	LLVMTypeRef narrow = aw_ptx_int(emit, 16), lanes = aw_ptx_types[type].lanes > 1 ? LLVMVectorType(narrow, 2) : narrow;
	bool is_half = type == AW_PTX_f16 || type == AW_PTX_f16x2;
	LLVMValueRef value = aw_ptx_read(emit, op, 1, bits);
	value = call_lanes(emit, is_half ? "__aw_tanh_approx_f16" : "__aw_tanh_approx_bf16", LLVMBuildBitCast(emit->builder, value, lanes, ""));
	aw_ptx_write(emit, op, 0, bits, LLVMBuildBitCast(emit->builder, value, aw_ptx_int(emit, aw_ptx_types[type].bits), ""));
}

void aw_ptx_emit_function(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	if (!strcmp(op->source->opcode, "tanh") && aw_ptx_types[type].bits / aw_ptx_types[type].lanes == 16) {
		approximate_tangent(emit, op, type);
		return;
	}
	const char *name = library_function(op->source->opcode, type == AW_PTX_f64);
	if (!name) {
		aw_ptx_error(emit, op, "is not supported on the CPU for this type");
		return;
	}
	LLVMValueRef value = aw_ptx_flush(emit, op, aw_ptx_read(emit, op, 1, type));
	aw_ptx_write(emit, op, 0, type, finish(emit, op, call_lanes(emit, name, value)));
}

// The sign of the first input on the magnitude of the second.
void aw_ptx_emit_copysign(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef sign = aw_ptx_read(emit, op, 1, type), magnitude = aw_ptx_read(emit, op, 2, type);
	LLVMValueRef arguments[] = { magnitude, sign };
	aw_ptx_write(emit, op, 0, type, aw_ptx_intrinsic(emit, "llvm.copysign", LLVMTypeOf(sign), arguments, 2));
}

// The tests are sets of classes in the numbering of llvm.is.fpclass; zeros count as normal.
void aw_ptx_emit_testp(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum { NANS = 0x3, INFINITIES = 0x204, NORMALS = 0x168, SUBNORMALS = 0x90, ALL = 0x3ff };
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	LLVMValueRef value = aw_ptx_read(emit, op, 1, type);
	unsigned classes = aw_ptx_has(op, "finite")       ? ALL & ~(NANS | INFINITIES)
	                   : aw_ptx_has(op, "infinite")   ? INFINITIES
	                   : aw_ptx_has(op, "number")     ? ALL & ~NANS
	                   : aw_ptx_has(op, "notanumber") ? NANS
	                   : aw_ptx_has(op, "normal")     ? NORMALS
	                                                  : SUBNORMALS;
	LLVMValueRef arguments[] = { value, LLVMConstInt(aw_ptx_int(emit, 32), classes, false) };
	aw_ptx_write(emit, op, 0, AW_PTX_pred, aw_ptx_intrinsic(emit, "llvm.is.fpclass", LLVMTypeOf(value), arguments, 2));
}
