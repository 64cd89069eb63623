// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Video instructions (PTX ISA, "Video Instructions", "SIMD Video Instructions"): arithmetic on bytes and
// halves of registers, with saturation and a second operation.  All of it is done in 64 bits, which hold
// every intermediate result.
#include <assert.h>
#include <string.h>

#include "ptx_arithmetic.h"

static LLVMValueRef wide_number(struct aw_ptx_emit *emit, int64_t value)
{
	return LLVMConstInt(aw_ptx_int(emit, 64), (uint64_t)value, true);
}

// WIDTH bits of a 32-bit VALUE from FIRST on, with the sign of TYPE.
static LLVMValueRef part(struct aw_ptx_emit *emit, enum aw_ptx_type type, LLVMValueRef value, unsigned first, unsigned width)
{
	assert(first + width <= 32);
	value = LLVMBuildLShr(emit->builder, value, LLVMConstInt(aw_ptx_int(emit, 32), first, false), "");
	value = LLVMBuildTrunc(emit->builder, value, aw_ptx_int(emit, width), "");
	LLVMTypeRef wide = aw_ptx_int(emit, 64);
	return aw_ptx_is_signed(type) ? LLVMBuildSExt(emit->builder, value, wide, "")
	                              : LLVMBuildZExt(emit->builder, value, wide, "");
}

// What ".b2" or ".h1" behind operand INDEX select: the first bit and the width; all 32 without a selector.
static void place_of(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index, unsigned *first,
                     unsigned *width)
{
	const char *selector = aw_ptx_atom(&emit->parser, &op->source->operands[index], 0)->selector;
	*width = selector[0] == 'b' ? 8 : selector[0] == 'h' ? 16 : 32;
	*first = *width == 32 ? 0 : (unsigned)(selector[1] - '0') * *width;
	bool good = *width == 32 ? !*selector : *first < 32 && !selector[2];
	if (good)
		return;
	aw_ptx_error(emit, op, "selector .%s names no part of a register", selector);
	*first = 0;
}

static LLVMValueRef read_part(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index, enum aw_ptx_type type)
{
	unsigned first, width;
	place_of(emit, op, index, &first, &width);
	return part(emit, type, aw_ptx_read(emit, op, index, AW_PTX_b32), first, width);
}

static LLVMValueRef bounded(struct aw_ptx_emit *emit, const char *name, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef arguments[] = { a, b };
	return aw_ptx_intrinsic(emit, name, LLVMTypeOf(a), arguments, 2);
}

// .sat: clamps to WIDTH bits of TYPE's sign.
static LLVMValueRef saturate(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, enum aw_ptx_type type,
                             LLVMValueRef value, unsigned width)
{
	if (!aw_ptx_has(op, "sat"))
		return value;
	bool is_signed = aw_ptx_is_signed(type);
	int64_t least = is_signed ? -(INT64_C(1) << (width - 1)) : 0;
	int64_t most = (INT64_C(1) << (width - is_signed)) - 1;
	value = bounded(emit, "llvm.smax", value, wide_number(emit, least));
	return bounded(emit, "llvm.smin", value, wide_number(emit, most));
}

// The shift distance of vshl and vshr: at most 32, or its lowest five bits.
static LLVMValueRef distance_of(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef b)
{
	if (aw_ptx_has(op, "wrap"))
		return LLVMBuildAnd(emit->builder, b, wide_number(emit, 31), "");
	return bounded(emit, "llvm.umin", b, wide_number(emit, 32));
}

// The type of operand INDEX; vset's result has none.
static enum aw_ptx_type type_of(const struct aw_ptx_op *op, unsigned index)
{
	if (op->type_count == 3)
		return op->types[index];
	return index ? op->types[index - 1] : AW_PTX_u32;
}

// vset: 1 where the comparison holds of the numbers, which are widened and signed.
static LLVMValueRef holds(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef a, LLVMValueRef b)
{
	LLVMIntPredicate predicate = aw_ptx_signed_comparison(op);
	if (!predicate) {
		aw_ptx_error(emit, op, "there is no comparison");
		return a;
	}
	return LLVMBuildZExt(emit->builder, LLVMBuildICmp(emit->builder, predicate, a, b, ""), LLVMTypeOf(a), "");
}

// KIND is the opcode between "v" and the lane count.
static LLVMValueRef compute(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef a, LLVMValueRef b)
{
	LLVMBuilderRef builder = emit->builder;
	const char *kind = op->source->opcode + 1;
	if (aw_starts_with(kind, "set"))
		return holds(emit, op, a, b);
	if (aw_starts_with(kind, "add"))
		return LLVMBuildAdd(builder, a, b, "");
	if (aw_starts_with(kind, "sub"))
		return LLVMBuildSub(builder, a, b, "");
	if (aw_starts_with(kind, "min"))
		return bounded(emit, "llvm.smin", a, b);
	if (aw_starts_with(kind, "max"))
		return bounded(emit, "llvm.smax", a, b);
	if (aw_starts_with(kind, "absdiff"))
		return LLVMBuildSub(builder, bounded(emit, "llvm.smax", a, b), bounded(emit, "llvm.smin", a, b), "");
	if (aw_starts_with(kind, "shl"))
		return LLVMBuildShl(builder, a, distance_of(emit, op, b), "");
	if (aw_starts_with(kind, "shr"))
		return LLVMBuildAShr(builder, a, distance_of(emit, op, b), "");
	// vavrg rounds halves away from zero.
	LLVMValueRef sum = LLVMBuildAdd(builder, a, b, "");
	LLVMValueRef positive = LLVMBuildICmp(builder, LLVMIntSGE, sum, wide_number(emit, 0), "");
	sum = LLVMBuildAdd(builder, sum, LLVMBuildZExt(builder, positive, LLVMTypeOf(sum), ""), "");
	return LLVMBuildAShr(builder, sum, wide_number(emit, 1), "");
}

static LLVMValueRef narrow(struct aw_ptx_emit *emit, LLVMValueRef value)
{
	return LLVMBuildTrunc(emit->builder, value, aw_ptx_int(emit, 32), "");
}

// C with WIDTH of its bits from FIRST on replaced by VALUE's lowest.
static LLVMValueRef merge(struct aw_ptx_emit *emit, LLVMValueRef c, LLVMValueRef value, unsigned first, unsigned width)
{
	uint32_t mask = (width == 32 ? UINT32_MAX : (1u << width) - 1) << first;
	LLVMTypeRef type = aw_ptx_int(emit, 32);
	value = LLVMBuildShl(emit->builder, value, LLVMConstInt(type, first, false), "");
	value = LLVMBuildAnd(emit->builder, value, LLVMConstInt(type, mask, false), "");
	return LLVMBuildOr(emit->builder, LLVMBuildAnd(emit->builder, c, LLVMConstInt(type, ~mask, false), ""), value, "");
}

// The second operation of a scalar instruction, .add, .min or .max with c.
static LLVMValueRef second_operation(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef value, LLVMValueRef c)
{
	bool is_signed = aw_ptx_is_signed(type_of(op, 0));
	if (aw_ptx_has(op, "add"))
		return LLVMBuildAdd(emit->builder, value, c, "");
	if (aw_ptx_has(op, "min"))
		return bounded(emit, is_signed ? "llvm.smin" : "llvm.umin", value, c);
	return bounded(emit, is_signed ? "llvm.smax" : "llvm.umax", value, c);
}

static bool check_types(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	unsigned wanted = aw_starts_with(op->source->opcode, "vset") ? 2 : 3;
	if (op->type_count != wanted)
		aw_ptx_error(emit, op, "needs %u types", wanted);
	return op->type_count == wanted;
}

void aw_ptx_emit_video(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	if (!check_types(emit, op))
		return;
	unsigned first, width;
	place_of(emit, op, 0, &first, &width);
	bool has_second = aw_ptx_has(op, "add") || aw_ptx_has(op, "min") || aw_ptx_has(op, "max");
	if ((op->source->operand_count == 4) != (has_second || width < 32)) {
		aw_ptx_error(emit, op, "has %u operands", op->source->operand_count);
		return;
	}
	LLVMValueRef a = read_part(emit, op, 1, type_of(op, 1)), b = read_part(emit, op, 2, type_of(op, 2));
	LLVMValueRef result = narrow(emit, saturate(emit, op, type_of(op, 0), compute(emit, op, a, b), width));
	if (has_second)
		result = second_operation(emit, op, result, aw_ptx_read(emit, op, 3, AW_PTX_b32));
	else if (width < 32)
		result = merge(emit, aw_ptx_read(emit, op, 3, AW_PTX_b32), result, first, width);
	aw_ptx_write(emit, op, 0, AW_PTX_b32, result);
}

// vmad: a * b + c, one more with .po, shifted right.
void aw_ptx_emit_video_mad(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	if (!check_types(emit, op))
		return;
	LLVMBuilderRef builder = emit->builder;
	enum aw_ptx_type type = op->types[0];
	LLVMValueRef product = LLVMBuildMul(builder, read_part(emit, op, 1, op->types[1]), read_part(emit, op, 2, op->types[2]), "");
	LLVMValueRef sum = LLVMBuildAdd(builder, product, part(emit, type, aw_ptx_read(emit, op, 3, AW_PTX_b32), 0, 32), "");
	if (aw_ptx_has(op, "po"))
		sum = LLVMBuildAdd(builder, sum, wide_number(emit, 1), "");
	int shift = aw_ptx_has(op, "shr7") ? 7 : aw_ptx_has(op, "shr15") ? 15 : 0;
	sum = LLVMBuildAShr(builder, sum, wide_number(emit, shift), "");
	aw_ptx_write(emit, op, 0, AW_PTX_b32, narrow(emit, saturate(emit, op, type, sum, 32)));
}

// --- SIMD: two halves or four bytes ---

// Lane INDEX of an operand: its selector names the lanes from the highest down, those of b after a's.
static LLVMValueRef read_lane(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned operand, unsigned index,
                              unsigned lanes)
{
	const char *selector = aw_ptx_atom(&emit->parser, &op->source->operands[operand], 0)->selector;
	unsigned lane = operand == 2 ? lanes + index : index, width = 32 / lanes;
	if (strlen(selector) == lanes + 1)
		lane = (unsigned)(selector[lanes - index] - '0');
	else if (*selector)
		aw_ptx_error(emit, op, "selector .%s names not %u lanes", selector, lanes);
	unsigned from = lane / lanes % 2 ? 2 : 1;
	enum aw_ptx_type type = type_of(op, operand);
	return part(emit, type, aw_ptx_read(emit, op, from, AW_PTX_b32), lane % lanes * width, width);
}

// Whether the mask behind the result (".h10", ".b3210", or part of it) has lane INDEX.
static bool is_in_mask(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index)
{
	const char *mask = aw_ptx_atom(&emit->parser, &op->source->operands[0], 0)->selector;
	return !*mask || strchr(mask + 1, (int)('0' + index));
}

void aw_ptx_emit_video_simd(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	if (!check_types(emit, op))
		return;
	const char *opcode = op->source->opcode;
	unsigned lanes = (unsigned)(opcode[strlen(opcode) - 1] - '0'), width = 32 / lanes;
	assert(lanes == 2 || lanes == 4);
	LLVMValueRef result = aw_ptx_read(emit, op, 3, AW_PTX_b32);
	for (unsigned i = 0; i < lanes; i++) {
		if (!is_in_mask(emit, op, i))
			continue;
		LLVMValueRef a = read_lane(emit, op, 1, i, lanes), b = read_lane(emit, op, 2, i, lanes);
		LLVMValueRef value = narrow(emit, saturate(emit, op, type_of(op, 0), compute(emit, op, a, b), width));
		result = aw_ptx_has(op, "add") ? LLVMBuildAdd(emit->builder, result, value, "")
		                               : merge(emit, result, value, i * width, width);
	}
	aw_ptx_write(emit, op, 0, AW_PTX_b32, result);
}
