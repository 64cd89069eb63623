// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses lane by lane in kernels that have so many of them that spelled out, or as loops of their own, they would keep LLVM busy for
// minutes: radix sorts that count digits in words of 16 bits.  A function makes the access:
//
//     void aw.turn.load.32x2.0.u32x4(ptr base, i32 further, ptr numbers, ptr values, i32 lanes)
//
// of 32 lanes, elements of 2 bytes, address space 0, at base + 4 * number, numbers of 32 bits without a sign (i32: with one; s32:
// with one, of the number and FURTHER added in 32 bits).  The values go through a place on the stack that all accesses of the kernel
// share.  What is the same for all lanes is added to the base, as a scalar.  So the numbers often are those of earlier accesses, which
// still lie in one of a few other places; those of lanes a known distance apart are a constant of the module.
//
// Where the base is a variable in shared or local memory, all is counted in bytes from its begin.  These fit 32 bits, so sums may
// overflow on the way: half as many vectors as with addresses.
#include "../target/nvptx.h"
#include "simd_place.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

static LLVMTypeRef element_of(struct aw_simd *simd, const struct aw_simd_place *place)
{
	return aw_simd_integer(simd, 8 * place->size);
}

// --- where lanes are ---

// Lane i's address is BASE + SCALE * NUMBERS[i], the latter of BITS bits; if WRAPS, SCALE is 1 and FURTHER is added in 32 bits.
struct lanes {
	LLVMValueRef base, further;
	struct aw_simd_terms terms; // what the numbers are made of
	uint64_t scale;
	unsigned bits;
	bool sign, wraps;
};

static uint64_t size_of(struct aw_simd *simd, LLVMTypeRef type)
{
	return LLVMABISizeOfType(LLVMGetModuleDataLayout(simd->unit->module), type);
}

// Takes the vectors among INDICES, of ADDRESS, to TERMS, and puts 0 in their places.  False if there are too many.
static bool take_terms(struct aw_simd *simd, LLVMValueRef address, LLVMValueRef *indices, unsigned count, struct aw_simd_terms *terms)
{
	for (unsigned i = 0; i < count; i++) {
		indices[i] = LLVMGetOperand(address, i + 1);
		LLVMTypeRef type = aw_llvm_is_vector(indices[i]) ? aw_llvm_counted_type(address, i + 1) : NULL;
		if (!aw_llvm_is_vector(indices[i]))
			continue;
		if (!type || terms->count == AW_SIMD_TERMS || LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(indices[i]))) > 64)
			return false;
		terms->list[terms->count++] = (struct aw_simd_term){ indices[i], size_of(simd, type) };
		indices[i] = LLVMConstNull(LLVMGetElementType(LLVMTypeOf(indices[i])));
	}
	return true;
}

// The scalar in the vector ADDRESS, to which scalars and the vectors TERMS are added; NULL: there is none.
static LLVMValueRef split(struct aw_simd *simd, LLVMValueRef address, struct aw_simd_terms *terms)
{
	enum { MOST = 8 };
	LLVMValueRef indices[MOST];
	if (!aw_llvm_is_vector(address))
		return address;
	unsigned count = aw_llvm_is_op(address, LLVMGetElementPtr) ? LLVMGetNumIndices(address) : 0;
	if (count == 0 || count > MOST || !take_terms(simd, address, indices, count, terms))
		return NULL;
	LLVMValueRef base = split(simd, LLVMGetOperand(address, 0), terms);
	return base ? LLVMBuildGEP2(simd->builder, LLVMGetGEPSourceElementType(address), base, indices, count, "") : NULL;
}

// The begin of the variable in shared or local memory that BASE points into; NULL: nobody knows.
static LLVMValueRef begin_of(LLVMValueRef base)
{
	LLVMTypeRef type = LLVMTypeOf(base);
	while (aw_llvm_is_op(base, LLVMGetElementPtr) || aw_llvm_is_op(base, LLVMAddrSpaceCast))
		base = LLVMGetOperand(base, 0);
	if (LLVMIsAGlobalVariable(base) && LLVMGetPointerAddressSpace(LLVMTypeOf(base)) == AW_NVPTX_SHARED)
		return LLVMTypeOf(base) == type ? base : LLVMConstAddrSpaceCast(base, type);
	return LLVMIsAAllocaInst(base) && LLVMTypeOf(base) == type ? base : NULL;
}

static bool is_extended(LLVMValueRef number)
{
	return (LLVMIsASExtInst(number) || LLVMIsAZExtInst(number)) &&
	       LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(LLVMGetOperand(number, 0)))) <= 32;
}

static LLVMValueRef distance(struct aw_simd *simd, LLVMValueRef from, LLVMValueRef to)
{
	LLVMTypeRef wide = aw_simd_integer(simd, 64);
	LLVMValueRef begin = LLVMBuildPtrToInt(simd->builder, from, wide, ""), end = LLVMBuildPtrToInt(simd->builder, to, wide, "");
	return LLVMBuildTrunc(simd->builder, LLVMBuildSub(simd->builder, end, begin, ""), aw_simd_integer(simd, 32), "");
}

static struct lanes lanes_of(struct aw_simd *simd, const struct aw_simd_place *place)
{
	struct lanes lanes = { .scale = 1, .sign = true, .bits = 64, .further = aw_simd_number(simd, 32, 0) };
	struct aw_simd_terms *terms = &lanes.terms;
	if (place->address.shape.kind == AW_SHAPE_STRIDED) {
		lanes.base = place->address.value;
		lanes.terms.list[lanes.terms.count++] =
			(struct aw_simd_term){ aw_simd_iota(simd, aw_simd_integer(simd, 64)), (uint64_t)place->address.shape.stride };
		return lanes;
	}
	LLVMValueRef addresses = aw_simd_vector(simd, place->address), begin;
	lanes.base = split(simd, addresses, terms);
	if (!lanes.base) {
		lanes.base = LLVMConstNull(LLVMGetElementType(LLVMTypeOf(addresses)));
		*terms = (struct aw_simd_terms){ { { addresses, 1 } }, 1 };
	} else if ((begin = begin_of(lanes.base))) {
		lanes.further = distance(simd, begin, lanes.base);
		lanes.base = begin;
		lanes.wraps = true;
		lanes.bits = 32;
	} else if (terms->count == 1 && is_extended(terms->list[0].number)) {
		lanes.sign = LLVMIsASExtInst(terms->list[0].number);
		lanes.scale = terms->list[0].scale;
		lanes.bits = 32;
		terms->list[0] = (struct aw_simd_term){ LLVMGetOperand(terms->list[0].number, 0), 1 };
	}
	return lanes;
}

// A term in the bits of LANES.
static LLVMValueRef term_value(struct aw_simd *simd, const struct lanes *lanes, const struct aw_simd_term *term)
{
	LLVMTypeRef type = aw_simd_type(simd, aw_simd_integer(simd, lanes->bits));
	LLVMValueRef number = term->number;
	bool sign = lanes->sign;
	if (LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(number))) == LLVMPointerTypeKind)
		return LLVMBuildPtrToInt(simd->builder, number, type, "");
	if (lanes->wraps && is_extended(number)) {
		sign = LLVMIsASExtInst(number);
		number = LLVMGetOperand(number, 0);
	}
	number = LLVMBuildIntCast2(simd->builder, number, type, sign, "");
	LLVMValueRef scale = LLVMConstInt(LLVMGetElementType(type), term->scale, false);
	return term->scale == 1 ? number : LLVMBuildMul(simd->builder, number, aw_simd_splat(simd, scale), "");
}

static LLVMValueRef numbers_of(struct aw_simd *simd, const struct lanes *lanes)
{
	LLVMValueRef sum = term_value(simd, lanes, &lanes->terms.list[0]);
	for (unsigned i = 1; i < lanes->terms.count; i++)
		sum = LLVMBuildAdd(simd->builder, sum, term_value(simd, lanes, &lanes->terms.list[i]), "");
	return sum;
}

// --- the functions ---

// A function while it is built.
struct turn {
	LLVMBuilderRef builder;
	LLVMValueRef function;
	const struct lanes *lanes;
	LLVMTypeRef element, number, wide;
	bool store;
};

static LLVMBasicBlockRef append(struct turn *turn, const char *name)
{
	return LLVMAppendBasicBlockInContext(LLVMGetTypeContext(turn->number), turn->function, name);
}

static void access_one(struct turn *turn, LLVMValueRef lane)
{
	LLVMBuilderRef builder = turn->builder;
	LLVMTypeRef stored = LLVMIntTypeInContext(LLVMGetTypeContext(turn->number), turn->lanes->bits);
	LLVMTypeRef step = LLVMArrayType2(LLVMInt8TypeInContext(LLVMGetTypeContext(turn->number)), turn->lanes->scale);
	LLVMValueRef at = LLVMBuildInBoundsGEP2(builder, stored, LLVMGetParam(turn->function, 2), &lane, 1, "");
	LLVMValueRef number = LLVMBuildLoad2(builder, stored, at, "number");
	if (turn->lanes->wraps)
		number = LLVMBuildAdd(builder, number, LLVMGetParam(turn->function, 1), "");
	if (stored != turn->wide)
		number = LLVMBuildCast(builder, turn->lanes->sign ? LLVMSExt : LLVMZExt, number, turn->wide, "");
	LLVMValueRef address = LLVMBuildGEP2(builder, step, LLVMGetParam(turn->function, 0), &number, 1, "address");
	LLVMValueRef place = LLVMBuildInBoundsGEP2(builder, turn->element, LLVMGetParam(turn->function, 3), &lane, 1, "");
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
	LLVMValueRef lanes = LLVMGetParam(turn->function, 4), none = LLVMConstNull(turn->number), one = LLVMConstInt(turn->number, 1, false);
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

static LLVMValueRef function_for(struct aw_simd *simd, const struct aw_simd_place *place, const struct lanes *lanes, bool store)
{
	LLVMModuleRef module = simd->unit->module;
	LLVMTypeRef pointer = LLVMTypeOf(lanes->base);
	char *name = aw_format("aw.turn.%s.%ux%u.%u.%c%ux%" PRIu64, store ? "store" : "load", simd->gang.width, place->size,
	                       LLVMGetPointerAddressSpace(pointer), lanes->wraps ? 's' : lanes->sign ? 'i' : 'u', lanes->bits, lanes->scale);
	aw_need(name != NULL);
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	if (!function) {
		LLVMTypeRef generic = LLVMPointerTypeInContext(simd->unit->context, 0), number = aw_simd_integer(simd, 32);
		LLVMTypeRef types[] = { pointer, number, generic, generic, number };
		function = LLVMAddFunction(module, name, LLVMFunctionType(LLVMVoidTypeInContext(simd->unit->context), types, 5, false));
		LLVMSetLinkage(function, LLVMInternalLinkage);
		aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "noinline");
		aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "nounwind");
		LLVMBasicBlockRef here = LLVMGetInsertBlock(simd->builder);
		LLVMMetadataRef location = LLVMGetCurrentDebugLocation2(simd->builder);
		LLVMSetCurrentDebugLocation2(simd->builder, NULL);
		struct turn turn = {
			simd->builder, function, lanes, element_of(simd, place), number, aw_simd_integer(simd, 64), store,
		};
		build(&turn, simd);
		LLVMPositionBuilderAtEnd(simd->builder, here);
		LLVMSetCurrentDebugLocation2(simd->builder, location);
	}
	free(name);
	return function;
}

// --- calls ---

static LLVMValueRef slot(struct aw_simd *simd, LLVMValueRef *known)
{
	if (!*known) {
		*known = aw_simd_alloca(simd, LLVMArrayType2(aw_simd_integer(simd, 64), simd->gang.width), "turn");
		LLVMSetAlignment(*known, 64);
	}
	return *known;
}

static LLVMValueRef constant_place(struct aw_simd *simd, LLVMValueRef numbers)
{
	LLVMValueRef global = LLVMAddGlobal(simd->unit->module, LLVMTypeOf(numbers), "aw.turn.numbers");
	LLVMSetInitializer(global, numbers);
	LLVMSetGlobalConstant(global, true);
	LLVMSetLinkage(global, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
	return global;
}

static bool are_same(const struct aw_simd_terms *a, const struct aw_simd_terms *b)
{
	bool same = a->count == b->count;
	for (unsigned i = 0; same && i < a->count; i++)
		same = a->list[i].number == b->list[i].number && a->list[i].scale == b->list[i].scale;
	return same;
}

// Where the numbers of LANES lie in memory: they are put there unless something in the builder's block has put them there before.
static LLVMValueRef place_of(struct aw_simd *simd, const struct lanes *lanes)
{
	LLVMBasicBlockRef block = LLVMGetInsertBlock(simd->builder);
	struct aw_simd_numbers *place = NULL;
	for (unsigned i = 0; i < AW_SIMD_NUMBERS; i++) {
		place = &simd->turns.numbers[i];
		if (place->block == block && place->bits == lanes->bits && are_same(&place->terms, &lanes->terms))
			return place->slot;
	}
	LLVMValueRef numbers = numbers_of(simd, lanes);
	if (LLVMIsAConstantDataVector(numbers) || LLVMIsAConstantAggregateZero(numbers)) // and no addresses
		return constant_place(simd, numbers);
	place = &simd->turns.numbers[simd->turns.next++ % AW_SIMD_NUMBERS];
	place->terms = lanes->terms;
	place->bits = lanes->bits;
	place->block = block;
	LLVMSetAlignment(LLVMBuildStore(simd->builder, numbers, slot(simd, &place->slot)), 64);
	return place->slot;
}

static void call(struct aw_simd *simd, const struct aw_simd_place *place, bool store)
{
	LLVMBuilderRef builder = simd->builder;
	struct lanes lanes = lanes_of(simd, place);
	LLVMValueRef function = function_for(simd, place, &lanes, store);
	LLVMValueRef on = LLVMBuildZExt(builder, aw_simd_bits(simd, aw_simd_mask(simd, place->mask)), aw_simd_integer(simd, 32), "");
	LLVMValueRef arguments[] = { lanes.base, lanes.further, place_of(simd, &lanes), slot(simd, &simd->turns.values), on };
	LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, 5, "");
}

LLVMValueRef aw_simd_load_in_turn(struct aw_simd *simd, const struct aw_simd_place *place)
{
	assert(place->size <= 8);
	// What others left in the place is mostly a denormal number, and a processor takes a hundred cycles for each sum of such.
	if (place->mask && aw_llvm_is_float(place->element)) {
		LLVMValueRef zeros = LLVMConstNull(aw_simd_place_vector(simd, place));
		LLVMSetAlignment(LLVMBuildStore(simd->builder, zeros, slot(simd, &simd->turns.values)), 64);
	}
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
