// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device functions that gangs call: those that call themselves, and those that are called through pointers.  For each
// there is
//
//     result NAME.simdW(i32 mask, arguments)
//
// made for W lanes, of which those of the mask want the call; there is one at least.  Arguments and result are vectors,
// aggregates of them for aggregates; arguments that all lanes have the same of are scalars, when the call is direct, and
// each combination of them that occurs has a function of its own, up to a few.  The code is made from a copy of the
// scalar function as a form's is from a kernel, with the mask as that of all lanes: so a function that calls itself
// ends when no lane is left that does.
//
// Such a function doesn't know the geometry of the gang.  It finds lane 0's linear index in the thread's record
// (simd_index.c), where the gang's own code puts it before it calls, and where it stays (simd_lanes.c).
//
// What can't be vectors becomes a loop over the lanes that calls the scalar function.
#include "simd_called.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simd_calls.h"
#include "simd_clone.h"

enum {
	MOST_FORMS = 4,    // of one function, by uniform arguments
	MOST_VALUES = 64,  // in an argument or the result
	MOST_ARGUMENTS = 60,
};

// --- what can be called ---

// How many values there are in one of TYPE; MOST_VALUES + 1: too many, or some without vectors.
static uint64_t count_values(LLVMTypeRef type)
{
	uint64_t count = 0;
	switch (LLVMGetTypeKind(type)) {
	case LLVMVoidTypeKind:
		return 0;
	case LLVMHalfTypeKind: case LLVMBFloatTypeKind: case LLVMFloatTypeKind: case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind:
		return 1;
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) <= 128 ? 1 : MOST_VALUES + 1;
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && count <= MOST_VALUES; i++)
			count += count_values(LLVMStructGetTypeAtIndex(type, i));
		break;
	case LLVMArrayTypeKind:
		count = LLVMGetArrayLength2(type) <= MOST_VALUES ? LLVMGetArrayLength2(type) : MOST_VALUES + 1;
		count *= count_values(LLVMGetElementType(type));
		break;
	default:
		return MOST_VALUES + 1;
	}
	return count <= MOST_VALUES ? count : MOST_VALUES + 1;
}

bool aw_simd_can_call(LLVMValueRef function)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	if (LLVMIsFunctionVarArg(type) || LLVMCountParams(function) > MOST_ARGUMENTS ||
	    count_values(LLVMGetReturnType(type)) > MOST_VALUES)
		return false;
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		if (count_values(LLVMTypeOf(LLVMGetParam(function, i))) > MOST_VALUES)
			return false;
	return true;
}

// --- declarations ---

LLVMTypeRef aw_simd_called_type(struct aw_simd *simd, LLVMTypeRef scalar, uint64_t uniform)
{
	unsigned count = LLVMCountParamTypes(scalar);
	LLVMTypeRef *types = AW_NEED_ARRAY(LLVMTypeRef, count + 1), result = LLVMGetReturnType(scalar);
	LLVMGetParamTypes(scalar, types + 1);
	types[0] = aw_simd_integer(simd, 32);
	for (unsigned i = 0; i < count; i++)
		if (!(uniform >> i & 1))
			types[i + 1] = aw_simd_type(simd, types[i + 1]);
	if (LLVMGetTypeKind(result) != LLVMVoidTypeKind)
		result = aw_simd_type(simd, result);
	LLVMTypeRef type = LLVMFunctionType(result, types, count + 1, false);
	free(types);
	return type;
}

static LLVMValueRef declare(struct aw_unit *unit, const struct aw_unit_called *called)
{
	struct aw_simd simd = { .unit = unit, .builder = unit->builder, .gang = { called->width, AW_GEOMETRY_CALLED } };
	LLVMTypeRef type = aw_simd_called_type(&simd, LLVMGlobalGetValueType(called->scalar), called->uniform);
	char *name = aw_format("%s.simd%u", aw_llvm_name(called->scalar), called->width);
	aw_need(name != NULL);
	LLVMValueRef function = LLVMAddFunction(unit->module, name, type);
	free(name);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	aw_unit_mark_called(function);
	aw_simd_use_registers(unit, function);
	aw_simd_use_stack(function);
	return function;
}

static struct aw_unit_called begin(LLVMValueRef scalar, uint32_t width, uint64_t uniform)
{
	struct aw_unit_called called = { .scalar = scalar, .width = width, .uniform = uniform };
	if (!aw_simd_is_pointer_call(scalar))
		aw_need((called.name = aw_format("%s", aw_llvm_name(scalar))) != NULL);
	return called;
}

void aw_simd_note_lanes(struct aw_unit *unit, LLVMValueRef function, uint32_t width)
{
	struct aw_unit_called called = begin(function, width, 0);
	assert(!aw_simd_can_call(function));
	aw_need((called.refusal = aw_format("an argument or result of more than %d values", MOST_VALUES)) != NULL);
	aw_need(aw_vec_push(&unit->called, called));
}

LLVMValueRef aw_simd_called(struct aw_unit *unit, LLVMValueRef scalar, uint32_t width, uint64_t *uniform)
{
	unsigned forms = 0;
	if (aw_simd_is_pointer_call(scalar))
		*uniform = (*uniform & AW_DISPATCH_ON_ONE) == AW_DISPATCH_ON_ONE ? AW_DISPATCH_ON_ONE : 0;
	for (size_t i = 0; i < unit->called.count; i++) {
		const struct aw_unit_called *called = &unit->called.items[i];
		if (called->scalar != scalar || called->width != width)
			continue;
		if (called->uniform == *uniform)
			return called->function;
		forms++;
	}
	if (forms >= MOST_FORMS && *uniform) {
		*uniform = 0;
		return aw_simd_called(unit, scalar, width, uniform);
	}
	struct aw_unit_called called = begin(scalar, width, *uniform);
	called.function = declare(unit, &called);
	aw_need(aw_vec_push(&unit->called, called));
	return called.function;
}

// --- calls ---

LLVMValueRef aw_simd_call(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                          LLVMValueRef mask)
{
	unsigned count = LLVMGetNumArgOperands(call);
	LLVMValueRef values[1 + MOST_ARGUMENTS];
	uint64_t uniform = 0;
	assert(count <= MOST_ARGUMENTS);
	for (unsigned i = 0; i < count; i++)
		if (aw_shape_is_uniform(arguments[i].shape))
			uniform |= UINT64_C(1) << i;
	LLVMValueRef function = aw_simd_called(simd->unit, aw_llvm_callee(call), simd->gang.width, &uniform);
	values[0] = aw_simd_bits(simd, mask);
	for (unsigned i = 0; i < count; i++)
		values[i + 1] = uniform >> i & 1 ? arguments[i].value : aw_simd_vector(simd, arguments[i]);
	aw_simd_tell(simd);
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	LLVMValueRef result = LLVMBuildCall2(simd->builder, type, function, values, count + 1, "");
	return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? NULL : result;
}

// --- bodies ---

LLVMValueRef aw_simd_call_template(struct aw_unit *unit, LLVMValueRef scalar)
{
	LLVMValueRef arguments[MOST_ARGUMENTS];
	unsigned count = LLVMCountParams(scalar);
	assert(count <= MOST_ARGUMENTS);
	for (unsigned i = 0; i < count; i++)
		arguments[i] = LLVMGetPoison(LLVMTypeOf(LLVMGetParam(scalar, i)));
	return LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(scalar), scalar, arguments, count, "");
}

static void build_lanes(struct aw_unit *unit, const struct aw_unit_called *called)
{
	struct aw_simd simd = {
		.unit = unit, .builder = unit->builder, .function = called->function, .gang = { called->width, AW_GEOMETRY_CALLED },
	};
	struct aw_simd_value arguments[MOST_ARGUMENTS];
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(unit->context, called->function, "gang");
	LLVMPositionBuilderAtEnd(unit->builder, entry);
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	for (unsigned i = 0; i < LLVMCountParams(called->scalar); i++) {
		uint8_t kind = called->uniform >> i & 1 ? AW_SHAPE_GANG : AW_SHAPE_VARYING;
		arguments[i] = (struct aw_simd_value){ LLVMGetParam(called->function, i + 1), { .kind = kind } };
	}
	LLVMValueRef template = aw_simd_call_template(unit, called->scalar);
	LLVMValueRef mask = aw_simd_of_bits(&simd, LLVMGetParam(called->function, 0));
	LLVMValueRef result = aw_simd_call_each(&simd, template, arguments, mask, true);
	aw_llvm_erase(template);
	if (result)
		LLVMBuildRet(unit->builder, result);
	else
		LLVMBuildRetVoid(unit->builder);
}

static void mark_arguments(LLVMValueRef copy, uint64_t uniform)
{
	for (unsigned i = 0; i < LLVMCountParams(copy); i++)
		aw_llvm_mark_argument(LLVMGetParam(copy, i), uniform >> i & 1 ? AW_GANG_UNIFORM : AW_GANG_VARYING);
}

static void build(struct aw_unit *unit, const struct aw_call_graph *calls, size_t index)
{
	struct aw_unit_called called = unit->called.items[index]; // a copy: more may come
	if (!called.function)
		return;
	if (aw_simd_is_pointer_call(called.scalar)) {
		if (called.uniform)
			aw_simd_build_dispatch_on_one(unit, called.function, called.scalar, called.width);
		else
			aw_simd_build_dispatch(unit, calls, called.function, called.scalar, called.width);
		return;
	}
	LLVMValueRef copy = aw_llvm_copy_function(called.scalar, "");
	mark_arguments(copy, called.uniform);
	if (!aw_simd_prepare_called(unit, calls, copy, called.width, &called.refusal) ||
	    !aw_simd_vectorize_called(unit, copy, called.function, called.width, &called.refusal))
		build_lanes(unit, &called);
	LLVMDeleteFunction(copy);
	unit->called.items[index].refusal = called.refusal;
}

// --- what stands in front of functions ---

// FNV-1a of the level, since how vectors are passed depends on it.
uint32_t aw_simd_called_mark(const struct aw_unit *unit)
{
	uint32_t mark = 2166136261u ^ AW_CPU_ABI_VERSION ^ AW_CALLED_WORDS << 16;
	for (const char *c = unit->target; *c; c++)
		mark = (mark ^ (unsigned char)*c) * 16777619u;
	return mark;
}

int aw_simd_called_word(uint32_t width, uint64_t uniform)
{
	int place = __builtin_ctz(width) - 3;
	bool listed = place >= 0 && place < AW_CALLED_WIDTHS && (uniform == 0 || uniform == AW_CALLED_ON_ONE);
	return listed ? 1 + place + (uniform ? AW_CALLED_WIDTHS : 0) : -1;
}

bool aw_simd_can_be_on_one(LLVMTypeRef type)
{
	LLVMTypeRef types[MOST_ARGUMENTS];
	unsigned count = LLVMCountParamTypes(type);
	if (count == 0 || count > MOST_ARGUMENTS)
		return false;
	LLVMGetParamTypes(type, types);
	return LLVMGetTypeKind(types[0]) == LLVMPointerTypeKind;
}

// How far FUNCTION is from SCALAR.
static LLVMValueRef distance(struct aw_unit *unit, LLVMValueRef function, LLVMValueRef scalar)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(unit->context), narrow = LLVMInt32TypeInContext(unit->context);
	LLVMValueRef to = LLVMConstPtrToInt(function, wide), from = LLVMConstPtrToInt(scalar, wide);
	return LLVMConstTrunc(LLVMConstSub(to, from), narrow);
}

static void mark_function(struct aw_unit *unit, LLVMValueRef scalar)
{
	LLVMTypeRef type = LLVMInt32TypeInContext(unit->context);
	LLVMValueRef words[AW_CALLED_WORDS] = { LLVMConstInt(type, aw_simd_called_mark(unit), false) };
	bool found = false;
	for (int i = 1; i < AW_CALLED_WORDS; i++)
		words[i] = LLVMConstNull(type);
	for (size_t i = 0; i < unit->called.count; i++) {
		const struct aw_unit_called *called = &unit->called.items[i];
		int word = aw_simd_called_word(called->width, called->uniform);
		if (called->scalar != scalar || called->refusal || word < 0)
			continue;
		words[word] = distance(unit, called->function, scalar);
		found = true;
	}
	if (found)
		LLVMSetPrefixData(scalar, LLVMConstStructInContext(unit->context, words, AW_CALLED_WORDS, false));
}

void aw_simd_build_called(struct aw_unit *unit)
{
	struct aw_call_graph calls;
	if (!unit->called.count)
		return;
	aw_call_graph_init(&calls, unit->module);
	for (size_t i = 0; i < unit->called.count; i++)
		build(unit, &calls, i);
	for (uint32_t i = 0; i < calls.count; i++)
		if (calls.nodes[i].address_taken && aw_llvm_is_defined(calls.nodes[i].function))
			mark_function(unit, calls.nodes[i].function);
	aw_call_graph_finish(&calls);
}
