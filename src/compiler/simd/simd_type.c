// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types and plain values of a gang.  What a lane holds as a scalar, the gang holds as a vector of W; what a
// lane holds as a struct or an array, the gang holds as a struct or an array of vectors, so that every
// operation on aggregates here is the operation on their members.
#include "simd.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WIDTH = 32 };

static bool is_struct(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMStructTypeKind;
}

bool aw_simd_is_aggregate(LLVMTypeRef type)
{
	return is_struct(type) || LLVMGetTypeKind(type) == LLVMArrayTypeKind;
}

static bool is_pointer(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

static unsigned member_count(LLVMTypeRef aggregate)
{
	assert(aw_simd_is_aggregate(aggregate));
	return is_struct(aggregate) ? LLVMCountStructElementTypes(aggregate) : (unsigned)LLVMGetArrayLength2(aggregate);
}

static LLVMValueRef member(struct aw_simd *simd, LLVMValueRef aggregate, unsigned index)
{
	return LLVMBuildExtractValue(simd->builder, aggregate, index, "");
}

static LLVMValueRef put(struct aw_simd *simd, LLVMValueRef aggregate, LLVMValueRef value, unsigned index)
{
	return LLVMBuildInsertValue(simd->builder, aggregate, value, index, "");
}

static LLVMTypeRef struct_type(struct aw_simd *simd, LLVMTypeRef type)
{
	unsigned count = LLVMCountStructElementTypes(type);
	LLVMTypeRef *members = calloc(count + 1, sizeof(LLVMTypeRef));
	if (!members)
		abort();
	for (unsigned i = 0; i < count; i++)
		members[i] = aw_simd_type(simd, LLVMStructGetTypeAtIndex(type, i));
	LLVMTypeRef result = LLVMStructTypeInContext(simd->unit->context, members, count, LLVMIsPackedStruct(type));
	free(members);
	return result;
}

LLVMTypeRef aw_simd_type(struct aw_simd *simd, LLVMTypeRef type)
{
	assert(simd->gang.width >= 1 && simd->gang.width <= MAX_WIDTH);
	assert(LLVMGetTypeKind(type) != LLVMVectorTypeKind); // the clone's vectors were taken apart
	if (is_struct(type))
		return struct_type(simd, type);
	if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		return LLVMArrayType2(aw_simd_type(simd, LLVMGetElementType(type)), LLVMGetArrayLength2(type));
	return LLVMVectorType(type, simd->gang.width);
}

LLVMTypeRef aw_simd_integer(struct aw_simd *simd, unsigned bits)
{
	return LLVMIntTypeInContext(simd->unit->context, bits);
}

LLVMValueRef aw_simd_number(struct aw_simd *simd, unsigned bits, uint64_t number)
{
	return LLVMConstInt(aw_simd_integer(simd, bits), number, false);
}

static LLVMValueRef splat_constant(struct aw_simd *simd, LLVMValueRef scalar)
{
	LLVMValueRef lanes[MAX_WIDTH];
	for (unsigned i = 0; i < simd->gang.width; i++)
		lanes[i] = scalar;
	return LLVMConstVector(lanes, simd->gang.width);
}

LLVMValueRef aw_simd_splat(struct aw_simd *simd, LLVMValueRef scalar)
{
	LLVMTypeRef type = LLVMTypeOf(scalar), vector = aw_simd_type(simd, type);
	if (aw_simd_is_aggregate(type)) {
		LLVMValueRef result = LLVMGetPoison(vector);
		for (unsigned i = 0; i < member_count(type); i++)
			result = put(simd, result, aw_simd_splat(simd, member(simd, scalar, i)), i);
		return result;
	}
	if (LLVMIsConstant(scalar))
		return splat_constant(simd, scalar);
	return aw_llvm_build_splat(simd->builder, vector, scalar);
}

// 0, STRIDE, 2 * STRIDE, …
static LLVMValueRef steps(struct aw_simd *simd, LLVMTypeRef integer, int64_t stride)
{
	LLVMValueRef lanes[MAX_WIDTH];
	assert(LLVMGetTypeKind(integer) == LLVMIntegerTypeKind);
	for (unsigned i = 0; i < simd->gang.width; i++)
		lanes[i] = LLVMConstInt(integer, (uint64_t)stride * i, true);
	return LLVMConstVector(lanes, simd->gang.width);
}

LLVMValueRef aw_simd_iota(struct aw_simd *simd, LLVMTypeRef integer)
{
	return steps(simd, integer, 1);
}

LLVMValueRef aw_simd_vector(struct aw_simd *simd, struct aw_simd_value value)
{
	LLVMTypeRef type = LLVMTypeOf(value.value);
	if (value.shape.kind == AW_SHAPE_VARYING) {
		assert(aw_simd_is_aggregate(type) ||
		       (LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
		        LLVMGetVectorSize(type) == simd->gang.width));
		return value.value;
	}
	if (aw_shape_is_uniform(value.shape))
		return aw_simd_splat(simd, value.value);
	assert(value.shape.kind == AW_SHAPE_STRIDED);
	if (!is_pointer(type))
		return LLVMBuildAdd(simd->builder, aw_simd_splat(simd, value.value), steps(simd, type, value.shape.stride), "");
	LLVMValueRef offsets = steps(simd, aw_simd_integer(simd, 64), value.shape.stride);
	return LLVMBuildGEP2(simd->builder, aw_simd_integer(simd, 8), value.value, &offsets, 1, "");
}

LLVMValueRef aw_simd_lane(struct aw_simd *simd, LLVMValueRef vector, LLVMValueRef lane)
{
	LLVMTypeRef type = LLVMTypeOf(vector);
	if (!aw_simd_is_aggregate(type))
		return LLVMBuildExtractElement(simd->builder, vector, lane, "");
	unsigned count = member_count(type);
	LLVMValueRef *members = calloc(count + 1, sizeof(LLVMValueRef));
	LLVMTypeRef *types = calloc(count + 1, sizeof(LLVMTypeRef));
	if (!members || !types)
		abort();
	for (unsigned i = 0; i < count; i++) {
		members[i] = aw_simd_lane(simd, member(simd, vector, i), lane);
		types[i] = LLVMTypeOf(members[i]);
	}
	LLVMTypeRef scalar = is_struct(type) ?
	    LLVMStructTypeInContext(simd->unit->context, types, count, LLVMIsPackedStruct(type)) :
	    LLVMArrayType2(count ? types[0] : aw_simd_integer(simd, 8), count);
	LLVMValueRef result = LLVMGetPoison(scalar);
	for (unsigned i = 0; i < count; i++)
		result = put(simd, result, members[i], i);
	free(members);
	free(types);
	return result;
}

LLVMValueRef aw_simd_set_lane(struct aw_simd *simd, LLVMValueRef vector, LLVMValueRef scalar, LLVMValueRef lane)
{
	LLVMTypeRef type = LLVMTypeOf(vector);
	if (!aw_simd_is_aggregate(type))
		return LLVMBuildInsertElement(simd->builder, vector, scalar, lane, "");
	for (unsigned i = 0; i < member_count(type); i++)
		vector = put(simd, vector, aw_simd_set_lane(simd, member(simd, vector, i), member(simd, scalar, i), lane), i);
	return vector;
}

LLVMValueRef aw_simd_select(struct aw_simd *simd, LLVMValueRef mask, LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef type = LLVMTypeOf(a);
	assert(type == LLVMTypeOf(b));
	if (!mask || mask == aw_simd_full(simd) || a == b)
		return a;
	if (LLVMIsNull(mask))
		return b;
	if (!aw_simd_is_aggregate(type)) {
		assert(LLVMGetVectorSize(type) == simd->gang.width);
		return LLVMBuildSelect(simd->builder, mask, a, b, "");
	}
	LLVMValueRef result = LLVMGetPoison(type);
	for (unsigned i = 0; i < member_count(type); i++)
		result = put(simd, result, aw_simd_select(simd, mask, member(simd, a, i), member(simd, b, i)), i);
	return result;
}

LLVMValueRef aw_simd_intrinsic(struct aw_simd *simd, const char *name, LLVMTypeRef *overloads, unsigned overload_count,
                               LLVMValueRef *arguments, unsigned count)
{
	LLVMValueRef function = aw_llvm_intrinsic(simd->unit->module, name, overloads, overload_count);
	return LLVMBuildCall2(simd->builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
}

// With a builder of its own: the gang's may stand between two instructions, and LLVM-C can't bring it back there.
LLVMValueRef aw_simd_alloca(struct aw_simd *simd, LLVMTypeRef type, const char *name)
{
	return aw_llvm_local(simd->function, type, name);
}

LLVMBasicBlockRef aw_simd_block(struct aw_simd *simd, const char *name)
{
	LLVMBasicBlockRef next = LLVMGetNextBasicBlock(LLVMGetInsertBlock(simd->builder));
	if (next)
		return LLVMInsertBasicBlockInContext(simd->unit->context, next, name);
	return LLVMAppendBasicBlockInContext(simd->unit->context, simd->function, name);
}
