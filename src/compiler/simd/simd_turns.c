// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses lane by lane in kernels that have so many of them that spelled out, or as loops of their own, they would keep LLVM busy for
// minutes: radix sorts that count digits in words of 16 bits.  The addresses and the values go through two places on the stack that all
// accesses of the kernel share, and a function makes the access:
//
//     void aw.turn.load.32x2.0(ptr addresses, ptr values, i32 lanes)       of 32 lanes, elements of 2 bytes, address space 0
#include "simd_place.h"

#include <assert.h>
#include <stdlib.h>

static LLVMTypeRef element_of(struct aw_simd *simd, const struct aw_simd_place *place)
{
	return aw_simd_integer(simd, 8 * place->size);
}

// A function while it is built.
struct turn {
	LLVMBuilderRef builder;
	LLVMValueRef function;
	LLVMTypeRef element, pointer, number;
	bool store;
};

static LLVMBasicBlockRef append(struct turn *turn, const char *name)
{
	return LLVMAppendBasicBlockInContext(LLVMGetTypeContext(turn->number), turn->function, name);
}

static void access_one(struct turn *turn, LLVMValueRef lane)
{
	LLVMBuilderRef builder = turn->builder;
	LLVMValueRef at = LLVMBuildInBoundsGEP2(builder, turn->pointer, LLVMGetParam(turn->function, 0), &lane, 1, "");
	LLVMValueRef address = LLVMBuildLoad2(builder, turn->pointer, at, "address");
	LLVMValueRef place = LLVMBuildInBoundsGEP2(builder, turn->element, LLVMGetParam(turn->function, 1), &lane, 1, "");
	LLVMValueRef value = LLVMBuildLoad2(builder, turn->element, turn->store ? place : address, "");
	LLVMValueRef store = LLVMBuildStore(builder, value, turn->store ? address : place);
	LLVMSetAlignment(turn->store ? store : value, 1);
}

// A loop at the builder's place, in which PHI's next value is NEXT, until that is END.
static void end_turn(struct turn *turn, LLVMValueRef phi, LLVMValueRef next, LLVMValueRef end, LLVMBasicBlockRef done)
{
	LLVMBasicBlockRef block = LLVMGetInsertBlock(turn->builder);
	LLVMAddIncoming(phi, &next, &block, 1);
	LLVMBuildCondBr(turn->builder, LLVMBuildICmp(turn->builder, LLVMIntEQ, next, end, ""), done, block);
}

static LLVMValueRef begin_turn(struct turn *turn, LLVMBasicBlockRef block, LLVMValueRef first, LLVMBasicBlockRef before)
{
	LLVMPositionBuilderAtEnd(turn->builder, block);
	LLVMValueRef phi = LLVMBuildPhi(turn->builder, turn->number, "");
	LLVMAddIncoming(phi, &first, &before, 1);
	return phi;
}

static void build(struct turn *turn, struct aw_simd *simd)
{
	LLVMBuilderRef builder = turn->builder;
	uint32_t width = simd->gang.width, full = width == 32 ? UINT32_MAX : (1u << width) - 1;
	LLVMBasicBlockRef entry = append(turn, "entry"), all = append(turn, "all"), ask = append(turn, "ask"), some = append(turn, "some");
	LLVMBasicBlockRef done = append(turn, "done");
	LLVMValueRef lanes = LLVMGetParam(turn->function, 2), none = LLVMConstNull(turn->number), one = LLVMConstInt(turn->number, 1, false);
	LLVMPositionBuilderAtEnd(builder, entry);
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, lanes, LLVMConstInt(turn->number, full, false), ""), all, ask);
	LLVMValueRef lane = begin_turn(turn, all, none, entry);
	access_one(turn, lane);
	end_turn(turn, lane, LLVMBuildAdd(builder, lane, one, ""), LLVMConstInt(turn->number, width, false), done);
	LLVMPositionBuilderAtEnd(builder, ask);
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, lanes, none, ""), done, some);
	LLVMValueRef left = begin_turn(turn, some, lanes, ask), arguments[] = { left, LLVMConstNull(aw_simd_integer(simd, 1)) };
	access_one(turn, aw_simd_intrinsic(simd, "llvm.cttz", &turn->number, 1, arguments, 2));
	LLVMValueRef next = LLVMBuildAnd(builder, left, LLVMBuildSub(builder, left, one, ""), "");
	end_turn(turn, left, next, none, done);
	LLVMPositionBuilderAtEnd(builder, done);
	LLVMBuildRetVoid(builder);
}

static LLVMValueRef function_for(struct aw_simd *simd, const struct aw_simd_place *place, LLVMTypeRef pointer, bool store)
{
	LLVMModuleRef module = simd->unit->module;
	char *name = aw_format("aw.turn.%s.%ux%u.%u", store ? "store" : "load", simd->gang.width, place->size,
	                       LLVMGetPointerAddressSpace(pointer));
	aw_need(name != NULL);
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	if (!function) {
		LLVMTypeRef generic = LLVMPointerTypeInContext(simd->unit->context, 0), number = aw_simd_integer(simd, 32);
		LLVMTypeRef types[] = { generic, generic, number };
		function = LLVMAddFunction(module, name, LLVMFunctionType(LLVMVoidTypeInContext(simd->unit->context), types, 3, false));
		LLVMSetLinkage(function, LLVMInternalLinkage);
		aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "noinline");
		aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "nounwind");
		LLVMBasicBlockRef here = LLVMGetInsertBlock(simd->builder);
		LLVMMetadataRef location = LLVMGetCurrentDebugLocation2(simd->builder);
		LLVMSetCurrentDebugLocation2(simd->builder, NULL);
		struct turn turn = { simd->builder, function, element_of(simd, place), pointer, number, store };
		build(&turn, simd);
		LLVMPositionBuilderAtEnd(simd->builder, here);
		LLVMSetCurrentDebugLocation2(simd->builder, location);
	}
	free(name);
	return function;
}

static LLVMValueRef slot(struct aw_simd *simd, LLVMValueRef *known)
{
	if (!*known) {
		*known = aw_simd_alloca(simd, LLVMArrayType2(aw_simd_integer(simd, 64), simd->gang.width), "turn");
		LLVMSetAlignment(*known, 64);
	}
	return *known;
}

static void call(struct aw_simd *simd, const struct aw_simd_place *place, bool store)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef addresses = aw_simd_vector(simd, place->address);
	LLVMValueRef function = function_for(simd, place, LLVMGetElementType(LLVMTypeOf(addresses)), store);
	LLVMValueRef lanes = LLVMBuildZExt(builder, aw_simd_bits(simd, aw_simd_mask(simd, place->mask)), aw_simd_integer(simd, 32), "");
	LLVMSetAlignment(LLVMBuildStore(builder, addresses, slot(simd, &simd->turns.addresses)), 64);
	LLVMValueRef arguments[] = { simd->turns.addresses, slot(simd, &simd->turns.values), lanes };
	LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, 3, "");
}

LLVMValueRef aw_simd_load_in_turn(struct aw_simd *simd, const struct aw_simd_place *place)
{
	assert(place->size <= 8);
	call(simd, place, false);
	LLVMValueRef vector = LLVMBuildLoad2(simd->builder, aw_simd_place_vector(simd, place), simd->turns.values, "");
	LLVMSetAlignment(vector, 64);
	return vector;
}

void aw_simd_store_in_turn(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	assert(LLVMTypeOf(value) == aw_simd_place_vector(simd, place));
	LLVMSetAlignment(LLVMBuildStore(simd->builder, value, slot(simd, &simd->turns.values)), 64);
	call(simd, place, true);
}
