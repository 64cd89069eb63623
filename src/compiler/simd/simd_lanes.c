// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has no vector form, lane by lane: a loop over the active lanes around a copy of the kernel's own
// instruction, each turn with one lane's operands.
//
// Who is called may ask which thread it works for.  So before a call the marker aw.lane (of a packed
// gang, aw.lane.packed) puts the lane's thread index into the thread's record, as struct aw_cpu_variant's entry
// promises.  A gang's own code never reads it there; but what gangs call finds there which gang it is
// (aw_simd_tell), and leaves it there as it was.
//
// Operands and results go through memory, so that a turn moves one element and no vector.
#include "simd.h"
#include "simd_serial.h"

#include <assert.h>

#include "../analysis/need.h"

LLVMValueRef aw_simd_extract(struct aw_simd *simd, struct aw_simd_value value, LLVMValueRef lane)
{
	assert(LLVMTypeOf(lane) == aw_simd_integer(simd, 32));
	if (aw_shape_is_uniform(value.shape))
		return value.value;
	if (value.shape.kind == AW_SHAPE_VARYING)
		return aw_simd_lane(simd, value.value, lane);
	assert(value.shape.kind == AW_SHAPE_STRIDED);
	LLVMTypeRef type = LLVMTypeOf(value.value);
	bool pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
	LLVMTypeRef integer = pointer ? aw_simd_integer(simd, 64) : type;
	LLVMValueRef index = LLVMBuildIntCast2(simd->builder, lane, integer, false, "");
	LLVMValueRef stride = LLVMConstInt(integer, (uint64_t)value.shape.stride, true);
	LLVMValueRef offset = LLVMBuildMul(simd->builder, index, stride, "");
	if (pointer)
		return LLVMBuildGEP2(simd->builder, aw_simd_integer(simd, 8), value.value, &offset, 1, "");
	return LLVMBuildAdd(simd->builder, value.value, offset, "");
}

// --- what goes into a loop and comes out of it ---

// Vectors lie in memory as arrays do when their elements fill 8, 16, 32, … bits.
static LLVMTypeRef slot_element(struct aw_simd *simd, LLVMTypeRef type)
{
	unsigned bits = 8;
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return type;
	while (bits < LLVMGetIntTypeWidth(type))
		bits *= 2;
	return aw_simd_integer(simd, bits);
}

static LLVMValueRef element_place(struct aw_simd *simd, LLVMValueRef slot, LLVMTypeRef type, LLVMValueRef lane)
{
	return LLVMBuildInBoundsGEP2(simd->builder, slot_element(simd, type), slot, &lane, 1, "");
}

static LLVMValueRef array_slot(struct aw_simd *simd, LLVMTypeRef type, const char *name)
{
	LLVMTypeRef array = LLVMArrayType2(slot_element(simd, type), simd->gang.width);
	LLVMValueRef slot = aw_simd_alloca(simd, array, name);
	LLVMSetAlignment(slot, 64);
	return slot;
}

struct aw_simd_stash aw_simd_stash(struct aw_simd *simd, struct aw_simd_value value)
{
	struct aw_simd_stash stash = { .value = value };
	LLVMTypeRef type = LLVMTypeOf(value.value);
	if (value.shape.kind != AW_SHAPE_VARYING || aw_simd_is_aggregate(type))
		return stash;
	LLVMTypeRef scalar = LLVMGetElementType(type), element = slot_element(simd, scalar);
	stash.slot = array_slot(simd, scalar, "stash");
	if (element != scalar)
		value.value = LLVMBuildZExt(simd->builder, value.value, aw_simd_type(simd, element), "");
	LLVMSetAlignment(LLVMBuildStore(simd->builder, value.value, stash.slot), 64);
	return stash;
}

LLVMValueRef aw_simd_stashed(struct aw_simd *simd, const struct aw_simd_stash *stash, LLVMValueRef lane)
{
	if (!stash->slot)
		return aw_simd_extract(simd, stash->value, lane);
	LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(stash->value.value)), element = slot_element(simd, type);
	LLVMValueRef value = LLVMBuildLoad2(simd->builder, element, element_place(simd, stash->slot, type, lane), "");
	return element == type ? value : LLVMBuildTrunc(simd->builder, value, type, "");
}

// Aggregates are kept as a value that each turn changes, the rest as an array.
void aw_simd_results_begin(struct aw_simd *simd, LLVMTypeRef type, struct aw_simd_results *results)
{
	bool whole = aw_simd_is_aggregate(type);
	results->type = type;
	results->slot = whole ? aw_simd_alloca(simd, aw_simd_type(simd, type), "results") : array_slot(simd, type, "results");
	if (aw_llvm_is_float(type)) // what is left there for other lanes may be a denormal number, which is slow
		LLVMSetAlignment(LLVMBuildStore(simd->builder, LLVMConstNull(aw_simd_type(simd, type)), results->slot), 64);
}

void aw_simd_results_put(struct aw_simd *simd, struct aw_simd_results *results, LLVMValueRef scalar, LLVMValueRef lane)
{
	LLVMBuilderRef builder = simd->builder;
	if (aw_simd_is_aggregate(results->type)) {
		LLVMValueRef before = LLVMBuildLoad2(builder, aw_simd_type(simd, results->type), results->slot, "");
		LLVMBuildStore(builder, aw_simd_set_lane(simd, before, scalar, lane), results->slot);
		return;
	}
	LLVMTypeRef element = slot_element(simd, results->type);
	LLVMValueRef place = element_place(simd, results->slot, results->type, lane);
	if (element != results->type)
		scalar = LLVMBuildZExt(builder, scalar, element, "");
	LLVMBuildStore(builder, scalar, place);
}

LLVMValueRef aw_simd_results_end(struct aw_simd *simd, struct aw_simd_results *results)
{
	LLVMTypeRef type = aw_simd_type(simd, results->type);
	if (aw_simd_is_aggregate(results->type))
		return LLVMBuildLoad2(simd->builder, type, results->slot, "");
	LLVMTypeRef element = slot_element(simd, results->type);
	LLVMValueRef vector = LLVMBuildLoad2(simd->builder, LLVMVectorType(element, simd->gang.width), results->slot, "");
	LLVMSetAlignment(vector, 64);
	return element == results->type ? vector : LLVMBuildTrunc(simd->builder, vector, type, "");
}

// --- calls ---

static LLVMValueRef gang_number(struct aw_simd *simd, const char *name)
{
	return aw_llvm_ask_number(simd->builder, simd->unit->module, name);
}

static void set_thread(struct aw_simd *simd, LLVMValueRef lane)
{
	LLVMTypeRef nothing = LLVMVoidTypeInContext(simd->unit->context);
	if (simd->gang.geometry == AW_CPU_GEOMETRY_PACKED || simd->gang.geometry == AW_GEOMETRY_CALLED) {
		LLVMValueRef linear = LLVMBuildAdd(simd->builder, aw_simd_linear_zero(simd), lane, "");
		aw_llvm_call(simd->builder, simd->unit->module, "aw.lane.packed", nothing, &linear, 1);
		return;
	}
	LLVMValueRef index[] = {
		LLVMBuildAdd(simd->builder, gang_number(simd, "aw.gang.x"), lane, ""),
		gang_number(simd, "aw.gang.y"),
		gang_number(simd, "aw.gang.z"),
	};
	aw_llvm_call(simd->builder, simd->unit->module, "aw.lane", nothing, index, 3);
}

// LLVM's own functions (a large memcpy) know no threads, and a loop that was taken out for a while has none in it.
static bool may_ask(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	if (callee && aw_simd_is_serial(callee))
		return false;
	return !callee || aw_intrinsic_find(callee) || !aw_starts_with(aw_llvm_name(callee), "llvm.");
}

static void tell(struct aw_simd *simd)
{
	LLVMValueRef first = aw_simd_linear_zero(simd);
	aw_llvm_call(simd->builder, simd->unit->module, "aw.called.tell", LLVMVoidTypeInContext(simd->unit->context), &first, 1);
}

void aw_simd_tell(struct aw_simd *simd)
{
	if (simd->gang.geometry != AW_GEOMETRY_CALLED)
		tell(simd);
}

// INSTRUCTION with the lane's operands.  It isn't inlined: the functions that read the thread's record count on that
// nothing writes there while they can run (link_support.c).
static LLVMValueRef build_one(struct aw_simd *simd, LLVMValueRef instruction, const struct aw_simd_stash *stashes,
                              LLVMValueRef lane)
{
	LLVMValueRef callee = aw_llvm_callee(instruction), call = LLVMInstructionClone(instruction);
	for (unsigned i = 0; i < LLVMGetNumArgOperands(instruction); i++)
		LLVMSetOperand(call, i, aw_simd_stashed(simd, &stashes[i], lane));
	if (!callee || (aw_llvm_is_defined(callee) && !aw_simd_is_serial(callee))) {
		unsigned kind = aw_llvm_attribute_kind("noinline");
		LLVMAttributeRef attribute = LLVMCreateEnumAttribute(simd->unit->context, kind, 0);
		LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, attribute);
	}
	LLVMInsertIntoBuilder(simd->builder, call);
	return call;
}

LLVMValueRef aw_simd_call_each(struct aw_simd *simd, LLVMValueRef instruction, const struct aw_simd_value *arguments,
                               LLVMValueRef mask, bool wanted)
{
	struct aw_simd_lanes loop;
	struct aw_simd_results results;
	LLVMTypeRef type = LLVMTypeOf(instruction);
	struct aw_simd_stash *stashes = AW_NEED_ARRAY(struct aw_simd_stash, LLVMGetNumArgOperands(instruction) + 1);
	bool has_result = LLVMGetTypeKind(type) != LLVMVoidTypeKind && wanted, asks = may_ask(instruction);
	assert(LLVMIsACallInst(instruction));
	if (has_result)
		aw_simd_results_begin(simd, type, &results);
	for (unsigned i = 0; i < LLVMGetNumArgOperands(instruction); i++)
		stashes[i] = aw_simd_stash(simd, arguments[i]);
	aw_simd_lanes_begin(simd, mask, &loop);
	if (asks)
		set_thread(simd, loop.lane);
	LLVMValueRef call = build_one(simd, instruction, stashes, loop.lane);
	if (has_result)
		aw_simd_results_put(simd, &results, call, loop.lane);
	aw_simd_lanes_end(simd, &loop);
	free(stashes);
	if (asks && simd->gang.geometry == AW_GEOMETRY_CALLED)
		tell(simd);
	if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
		return NULL;
	return has_result ? aw_simd_results_end(simd, &results) : LLVMGetPoison(aw_simd_type(simd, type));
}

LLVMValueRef aw_simd_call_lanes(struct aw_simd *simd, LLVMValueRef instruction, const struct aw_simd_value *arguments,
                                LLVMValueRef mask)
{
	return aw_simd_call_each(simd, instruction, arguments, mask, LLVMGetFirstUse(instruction));
}
