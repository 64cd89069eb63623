// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thread indices by the gang's geometry (AW_CPU_GEOMETRY_*), from the markers that say where lane 0 is:
//
//     FULL, ROWS, ROW   the lanes go along x; y and z are lane 0's
//     PACKED            the lanes go along the linear index, of which x, y and z are remainder and quotients
//     CALLED            the same, from where the gang that calls says; it says it of its lane 0, and lanes that go
//                       along x go along the linear index, too, as far as they are threads
//
// The linear index of a thread is that of its lane 0 plus the lane in every geometry.
#include "simd_index.h"

#include <assert.h>
#include <string.h>

enum { WARP = 32 };

static const char prefix[] = "aw_cpu_";

static bool is_called(const struct aw_intrinsic *row, const char *name)
{
	assert(aw_starts_with(row->support, prefix));
	return !strcmp(row->support + strlen(prefix), name);
}

bool aw_simd_is_index(const struct aw_intrinsic *row)
{
	static const char *const names[] = {
		"tid_x", "tid_y", "tid_z", "laneid", "warpid", "lane_index",
		"lanemask_eq", "lanemask_ge", "lanemask_gt", "lanemask_le", "lanemask_lt",
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (is_called(row, names[i]))
			return true;
	return false;
}

static LLVMTypeRef number_type(struct aw_simd *simd)
{
	return aw_simd_integer(simd, 32);
}

LLVMValueRef aw_simd_ask(struct aw_simd *simd, const char *name, LLVMTypeRef type, LLVMValueRef *arguments, unsigned count)
{
	LLVMValueRef function = aw_llvm_declare(simd->unit->module, name, type);
	aw_llvm_promise_no_effect(function);
	return LLVMBuildCall2(simd->builder, type, function, arguments, count, "");
}

static LLVMValueRef ask(struct aw_simd *simd, const char *name)
{
	return aw_simd_ask(simd, name, LLVMFunctionType(number_type(simd), NULL, 0, false), NULL, 0);
}

static LLVMValueRef block_size(struct aw_simd *simd, char axis)
{
	char name[] = "llvm.nvvm.read.ptx.sreg.ntid.x";
	name[sizeof(name) - 2] = axis;
	return ask(simd, name);
}

static LLVMValueRef lane_zero(struct aw_simd *simd, char axis)
{
	char name[] = "aw.gang.x";
	name[sizeof(name) - 2] = axis;
	return ask(simd, name);
}

// Rows are dealt to gangs from their beginning; said in a way that LLVM sees, since programs take lane numbers
// from threadIdx.x.
static LLVMValueRef first_x(struct aw_simd *simd)
{
	return LLVMBuildAnd(simd->builder, lane_zero(simd, 'x'), aw_simd_number(simd, 32, ~(simd->gang.width - 1)), "");
}

static bool is_called_form(const struct aw_simd *simd)
{
	return simd->gang.geometry == AW_GEOMETRY_CALLED;
}

static bool is_packed(const struct aw_simd *simd)
{
	return simd->gang.geometry == AW_CPU_GEOMETRY_PACKED || is_called_form(simd);
}

// What the gang that calls has said, asked for at the beginning: later the record may name a lane (simd_lanes.c).
static LLVMValueRef told(struct aw_simd *simd)
{
	if (simd->told)
		return simd->told;
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(simd->unit->context);
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(simd->function)));
	LLVMTypeRef type = LLVMFunctionType(number_type(simd), NULL, 0, false);
	LLVMValueRef function = aw_llvm_declare(simd->unit->module, "aw.called.told", type);
	simd->told = LLVMBuildCall2(builder, type, function, NULL, 0, "first");
	LLVMDisposeBuilder(builder);
	return simd->told;
}

// Lane 0's linear index.  Only where rows end in the middle of a gang are the gangs before this one no measure.
LLVMValueRef aw_simd_linear_zero(struct aw_simd *simd)
{
	LLVMBuilderRef b = simd->builder;
	if (is_called_form(simd))
		return told(simd);
	if (simd->gang.geometry != AW_CPU_GEOMETRY_ROWS)
		return LLVMBuildMul(b, ask(simd, "aw.gang.index"), aw_simd_number(simd, 32, simd->gang.width), "");
	LLVMValueRef row = LLVMBuildMul(b, lane_zero(simd, 'z'), block_size(simd, 'y'), "");
	row = LLVMBuildAdd(b, row, lane_zero(simd, 'y'), "");
	return LLVMBuildAdd(b, LLVMBuildMul(b, row, block_size(simd, 'x'), ""), lane_zero(simd, 'x'), "");
}

static LLVMValueRef plus_lane(struct aw_simd *simd, LLVMValueRef first)
{
	return LLVMBuildAdd(simd->builder, aw_simd_splat(simd, first), aw_simd_iota(simd, number_type(simd)), "");
}

// By the reciprocal in float.  With half of one added, N is never nearer to a multiple of D than 1/2; the
// quotient's distance from a whole number is 1/2D at least, 2^-11, and its error below 1024 is less than
// 2^-13 (tests/unit/compiler/unit_simd.c tries all pairs).  Conversion is to signed numbers, for which
// every processor has an instruction.
LLVMValueRef aw_simd_small_divide(struct aw_simd *simd, LLVMValueRef n, LLVMValueRef d)
{
	LLVMBuilderRef b = simd->builder;
	LLVMTypeRef single = LLVMFloatTypeInContext(simd->unit->context), vector = aw_simd_type(simd, single);
	LLVMValueRef one = LLVMConstReal(single, 1), half = aw_simd_splat(simd, LLVMConstReal(single, 0.5));
	LLVMValueRef reciprocal = LLVMBuildFDiv(b, one, LLVMBuildSIToFP(b, d, single, ""), "");
	LLVMValueRef middle = LLVMBuildFAdd(b, LLVMBuildSIToFP(b, n, vector, ""), half, "");
	LLVMValueRef quotient = LLVMBuildFMul(b, middle, aw_simd_splat(simd, reciprocal), "");
	return LLVMBuildFPToSI(b, quotient, aw_simd_type(simd, number_type(simd)), "");
}

// A - Q * D
static LLVMValueRef rest(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef q, LLVMValueRef d)
{
	return LLVMBuildSub(simd->builder, a, LLVMBuildMul(simd->builder, q, aw_simd_splat(simd, d), ""), "");
}

static LLVMValueRef packed_index(struct aw_simd *simd, char axis)
{
	LLVMValueRef linear = plus_lane(simd, aw_simd_linear_zero(simd)), size_x = block_size(simd, 'x');
	LLVMValueRef row = aw_simd_small_divide(simd, linear, size_x);
	if (axis == 'x')
		return rest(simd, linear, row, size_x);
	LLVMValueRef size_y = block_size(simd, 'y'), plane = aw_simd_small_divide(simd, row, size_y);
	return axis == 'z' ? plane : rest(simd, row, plane, size_y);
}

// What lane 0 has as SHAPE asks for it, when it goes up by one from lane to lane.
static LLVMValueRef along(struct aw_simd *simd, LLVMValueRef first, struct aw_shape shape)
{
	assert(shape.kind != AW_SHAPE_STRIDED || shape.stride == 1);
	return shape.kind == AW_SHAPE_VARYING ? plus_lane(simd, first) : first;
}

static LLVMValueRef same(struct aw_simd *simd, LLVMValueRef scalar, struct aw_shape shape)
{
	assert(shape.kind != AW_SHAPE_STRIDED);
	return shape.kind == AW_SHAPE_VARYING ? aw_simd_splat(simd, scalar) : scalar;
}

static LLVMValueRef thread_index(struct aw_simd *simd, char axis, struct aw_shape shape)
{
	if (is_packed(simd) && shape.kind == AW_SHAPE_VARYING)
		return packed_index(simd, axis);
	LLVMValueRef first = axis == 'x' ? first_x(simd) : lane_zero(simd, axis);
	return axis == 'x' ? along(simd, first, shape) : same(simd, first, shape);
}

// The lanes of the gang in their warps: 0 to 31 when the gang is the warp.
static LLVMValueRef lane_number(struct aw_simd *simd, struct aw_shape shape)
{
	bool rows = simd->gang.geometry == AW_CPU_GEOMETRY_ROWS || is_called_form(simd);
	LLVMValueRef low = aw_simd_number(simd, 32, WARP - 1), first = aw_simd_linear_zero(simd);
	if (shape.kind == AW_SHAPE_VARYING && rows)
		return LLVMBuildAnd(simd->builder, plus_lane(simd, first), aw_simd_splat(simd, low), "");
	LLVMValueRef zero = aw_simd_number(simd, 32, 0);
	LLVMValueRef lane = simd->gang.width == WARP && !rows ? zero : LLVMBuildAnd(simd->builder, first, low, "");
	return along(simd, lane, shape);
}

// aw.lane.index, which has 64 bits because it serves addresses.
static LLVMValueRef lane_index(struct aw_simd *simd, struct aw_shape shape)
{
	bool vector = shape.kind == AW_SHAPE_VARYING;
	return vector ? aw_simd_iota(simd, aw_simd_integer(simd, 64)) : aw_simd_number(simd, 64, 0);
}

static LLVMValueRef warp_number(struct aw_simd *simd, struct aw_shape shape)
{
	LLVMValueRef first = aw_simd_linear_zero(simd), bits = aw_simd_number(simd, 32, 5);
	if (shape.kind != AW_SHAPE_VARYING)
		return LLVMBuildLShr(simd->builder, first, bits, "");
	return LLVMBuildLShr(simd->builder, plus_lane(simd, first), aw_simd_splat(simd, bits), "");
}

// %lanemask_RELATION: the lanes that are equal to, greater, less, … than the thread's own.
static LLVMValueRef lane_mask(struct aw_simd *simd, const char *relation, struct aw_shape shape)
{
	LLVMBuilderRef b = simd->builder;
	const struct aw_shape varying = { .kind = AW_SHAPE_VARYING };
	LLVMValueRef lane = lane_number(simd, varying), one = aw_simd_splat(simd, aw_simd_number(simd, 32, 1));
	LLVMValueRef own = LLVMBuildShl(b, one, lane, ""), below = LLVMBuildSub(b, own, one, ""), mask = own;
	if (!strcmp(relation, "lt"))
		mask = below;
	else if (!strcmp(relation, "le"))
		mask = LLVMBuildOr(b, own, below, "");
	else if (!strcmp(relation, "ge"))
		mask = LLVMBuildNot(b, below, "");
	else if (!strcmp(relation, "gt"))
		mask = LLVMBuildNot(b, LLVMBuildOr(b, own, below, ""), "");
	return shape.kind == AW_SHAPE_VARYING ? mask : aw_simd_lane(simd, mask, aw_simd_number(simd, 32, 0));
}

LLVMValueRef aw_simd_index(struct aw_simd *simd, const struct aw_intrinsic *row, struct aw_shape shape)
{
	const char *name = row->support + strlen(prefix);
	assert(aw_simd_is_index(row));
	if (aw_starts_with(name, "tid_"))
		return thread_index(simd, name[strlen("tid_")], shape);
	if (is_called(row, "laneid"))
		return lane_number(simd, shape);
	if (is_called(row, "lane_index"))
		return lane_index(simd, shape);
	return is_called(row, "warpid") ? warp_number(simd, shape) : lane_mask(simd, name + strlen("lanemask_"), shape);
}

// Both sides are small, so the comparison may be that of signed numbers, which every processor has.
LLVMValueRef aw_simd_entry_mask(struct aw_simd *simd)
{
	assert(!is_called_form(simd));
	LLVMBuilderRef b = simd->builder;
	LLVMValueRef threads, first;
	if (simd->gang.geometry == AW_CPU_GEOMETRY_FULL)
		return NULL;
	if (is_packed(simd)) {
		threads = LLVMBuildMul(b, block_size(simd, 'x'), block_size(simd, 'y'), "");
		threads = LLVMBuildMul(b, threads, block_size(simd, 'z'), "");
		first = aw_simd_linear_zero(simd);
	} else {
		threads = block_size(simd, 'x');
		first = first_x(simd);
	}
	LLVMValueRef left = aw_simd_splat(simd, LLVMBuildSub(b, threads, first, ""));
	return LLVMBuildICmp(b, LLVMIntSLT, aw_simd_iota(simd, number_type(simd)), left, "");
}
