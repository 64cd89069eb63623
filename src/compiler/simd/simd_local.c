// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local variables that live in memory: arrays with an index that is no constant, and what a callee gets the
// address of.  Before the analysis each such alloca of a form becomes memory for all lanes of the gang, and its
// address the lane's own place there, spelled out with the marker
//     i64 aw.lane.index()      0 in lane 0, up by one from lane to lane
// so that the analysis and the vectorizer meet addresses like any others.
//
// An array is interleaved when every use of it can be seen: with granules of S bytes, the size of the
// largest access, lane L has byte i = q * S + r of its variable at q * S * W + L * S + r.  A uniform index is
// then one contiguous vector access, and so is one that goes through the array as other lanes do.  The map is
// linear as long as r is the same constant each time a pointer comes by, so rewriting it takes
// only to multiply the steps of geps by W; casts, phis, selects and comparisons stay as they are.
//
// Any other variable (an address that escapes, accesses that straddle granules) gets one copy a lane.
//
// The memory itself is an alloca with metadata aw.gang.memory: one for the gang, the same for all its lanes.
#include "simd.h"

#include <assert.h>
#include <string.h>

#include "../analysis/need.h"

struct spreading {
	struct aw_unit *unit;
	LLVMTargetDataRef layout;
	LLVMValueRef function;
	LLVMValueRef lane; // i64: the lane's number
	uint32_t width;
};

// A pointer into the variable, and where in a granule it points.
struct derived {
	LLVMValueRef pointer;
	uint64_t rest;
};

struct variable {
	LLVMValueRef alloca;
	uint64_t granule; // bytes: the size of the largest access
	struct aw_map numbers; // pointer -> index + 1
	AW_VEC(struct derived) pointers;
};

// Beyond these no lane's copy is a power of two from the next, which would meet in the same cache sets.
enum { LARGE_COPY = 1024, CACHE_LINE = 64 };

static const char memory_note[] = "aw.gang.memory";

bool aw_simd_is_gang_memory(LLVMValueRef alloca)
{
	return LLVMIsAAllocaInst(alloca) && aw_llvm_noted(alloca, memory_note);
}

// GRANULE is 0 for copies.
static void mark_memory(const struct aw_unit *unit, LLVMValueRef alloca, uint64_t granule)
{
	aw_llvm_note(alloca, memory_note, LLVMConstInt(LLVMInt64TypeInContext(unit->context), granule, false));
}

uint64_t aw_simd_granule(LLVMValueRef pointer)
{
	pointer = aw_llvm_object(pointer);
	return aw_simd_is_gang_memory(pointer) ? LLVMConstIntGetZExtValue(aw_llvm_noted(pointer, memory_note)) : 0;
}

// --- steps of geps ---

// One gep as bytes: a constant, and scales of indices that are none.
struct steps {
	int64_t constant;
	uint64_t scales[16];
	LLVMValueRef indices[16];
	unsigned count;
};

static bool add_step(struct steps *steps, LLVMValueRef index, uint64_t scale)
{
	int64_t number;
	if (aw_llvm_constant(index, &number)) {
		steps->constant += number * (int64_t)scale;
		return true;
	}
	if (steps->count == 16 || LLVMGetTypeKind(LLVMTypeOf(index)) != LLVMIntegerTypeKind)
		return false;
	steps->scales[steps->count] = scale;
	steps->indices[steps->count++] = index;
	return true;
}

static bool read_steps(struct spreading *spreading, LLVMValueRef gep, struct steps *steps)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	*steps = (struct steps){ 0 };
	if (!add_step(steps, LLVMGetOperand(gep, 1), LLVMABISizeOfType(spreading->layout, type)))
		return false;
	for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		LLVMValueRef index = LLVMGetOperand(gep, i);
		if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
			steps->constant += (int64_t)LLVMOffsetOfElement(spreading->layout, type, member);
			type = LLVMStructGetTypeAtIndex(type, member);
			continue;
		}
		if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
			return false;
		type = LLVMGetElementType(type);
		if (!add_step(steps, index, LLVMABISizeOfType(spreading->layout, type)))
			return false;
	}
	return true;
}

// --- what is done with a variable ---

static bool is_lifetime(LLVMValueRef user)
{
	LLVMValueRef callee = aw_llvm_callee(user);
	return callee && aw_starts_with(aw_llvm_name(callee), "llvm.lifetime.");
}

// The type that USER reads or writes through POINTER; NULL when it does something else.
static LLVMTypeRef accessed_type(LLVMValueRef user, LLVMValueRef pointer)
{
	if (LLVMIsALoadInst(user))
		return LLVMTypeOf(user);
	if (LLVMIsAStoreInst(user))
		return LLVMGetOperand(user, 0) == pointer ? NULL : LLVMTypeOf(LLVMGetOperand(user, 0));
	if (!LLVMIsAAtomicRMWInst(user) && !LLVMIsAAtomicCmpXchgInst(user))
		return NULL;
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(user); i++)
		if (LLVMGetOperand(user, i) == pointer)
			return NULL;
	return LLVMTypeOf(LLVMGetOperand(user, 1));
}

// Whether USER gives a pointer into the same variable.
static bool derives(LLVMValueRef user)
{
	return LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user) || LLVMIsAPHINode(user) ||
	       LLVMIsASelectInst(user);
}

static bool is_known(const struct variable *variable, LLVMValueRef pointer)
{
	return aw_map_get(&variable->numbers, pointer);
}

// The index of POINTER in the list, plus one; 0 when it isn't there.
static size_t number_of(const struct variable *variable, LLVMValueRef pointer)
{
	return (size_t)(uintptr_t)aw_map_get(&variable->numbers, pointer);
}

static void add_pointer(struct variable *variable, LLVMValueRef pointer, uint64_t rest)
{
	aw_need(aw_vec_push(&variable->pointers, ((struct derived){ pointer, rest })));
	aw_need(aw_map_put(&variable->numbers, pointer, (void *)(uintptr_t)variable->pointers.count));
}

// Takes USER of POINTER; false when the variable can't be interleaved for it.
static bool take_user(struct spreading *spreading, struct variable *variable, LLVMValueRef pointer, LLVMValueRef user)
{
	LLVMTypeRef type = accessed_type(user, pointer);
	if (type) {
		uint64_t size = LLVMABISizeOfType(spreading->layout, type);
		LLVMTypeKind kind = LLVMGetTypeKind(type);
		if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind)
			return false;
		variable->granule = size > variable->granule ? size : variable->granule;
		return (size & (size - 1)) == 0;
	}
	if (is_lifetime(user) || LLVMIsAICmpInst(user))
		return true;
	if (!derives(user) || (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) != pointer))
		return false;
	if (!is_known(variable, user))
		add_pointer(variable, user, UINT64_MAX);
	return true;
}

// Phis, selects and comparisons must not mix this variable with anything else.
static bool is_closed(struct variable *variable, LLVMValueRef user)
{
	if (LLVMIsAPHINode(user)) {
		for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
			if (!is_known(variable, LLVMGetIncomingValue(user, i)))
				return false;
		return true;
	}
	unsigned first = LLVMIsASelectInst(user) ? 1 : 0;
	for (unsigned i = first; i < first + 2; i++) {
		LLVMValueRef operand = LLVMGetOperand(user, i);
		bool null = LLVMIsAICmpInst(user) && LLVMIsConstant(operand) && LLVMIsNull(operand);
		if (!is_known(variable, operand) && !null)
			return false;
	}
	return true;
}

static bool are_closed(struct variable *variable)
{
	for (size_t i = 0; i < variable->pointers.count; i++) {
		LLVMValueRef pointer = variable->pointers.items[i].pointer;
		if ((LLVMIsAPHINode(pointer) || LLVMIsASelectInst(pointer)) && !is_closed(variable, pointer))
			return false;
		AW_FOR_USES(use, pointer)
			if (LLVMIsAICmpInst(LLVMGetUser(use)) && !is_closed(variable, LLVMGetUser(use)))
				return false;
	}
	return true;
}

// Collects all pointers into the variable; false when one can't be followed.
static bool follow(struct spreading *spreading, struct variable *variable)
{
	add_pointer(variable, variable->alloca, 0);
	for (size_t i = 0; i < variable->pointers.count; i++) {
		LLVMValueRef pointer = variable->pointers.items[i].pointer;
		AW_FOR_USES(use, pointer)
			if (!take_user(spreading, variable, pointer, LLVMGetUser(use)))
				return false;
	}
	return variable->granule > 0 && are_closed(variable);
}

// --- places in granules ---

// Where in a granule USER, derived from a pointer at REST, points; false when that isn't always the same.
static bool rest_of(struct spreading *spreading, struct variable *variable, LLVMValueRef user, uint64_t *rest)
{
	struct steps steps;
	if (!LLVMIsAGetElementPtrInst(user))
		return true;
	if (!read_steps(spreading, user, &steps))
		return false;
	for (unsigned i = 0; i < steps.count; i++)
		if (steps.scales[i] % variable->granule)
			return false;
	*rest = (*rest + (uint64_t)steps.constant) & (variable->granule - 1);
	return true;
}

static bool place_user(struct spreading *spreading, struct variable *variable, struct derived from, LLVMValueRef user)
{
	LLVMTypeRef type = accessed_type(user, from.pointer);
	if (type)
		return from.rest + LLVMABISizeOfType(spreading->layout, type) <= variable->granule;
	size_t number = number_of(variable, user);
	if (!number)
		return true;
	uint64_t rest = from.rest, *known = &variable->pointers.items[number - 1].rest;
	if (!rest_of(spreading, variable, user, &rest) || (*known != UINT64_MAX && *known != rest))
		return false;
	*known = rest;
	return true;
}

// A pointer is reached from one that stands before it in the list, so one walk gives each its place, and a
// phi that closes a ring is checked when the walk comes to the ring's end.
static bool place_all(struct spreading *spreading, struct variable *variable)
{
	for (size_t i = 0; i < variable->pointers.count; i++) {
		struct derived from = variable->pointers.items[i];
		assert(from.rest < variable->granule);
		AW_FOR_USES(use, from.pointer)
			if (!place_user(spreading, variable, from, LLVMGetUser(use)))
				return false;
	}
	return true;
}

// --- rewriting ---

static LLVMValueRef build_memory(struct spreading *spreading, LLVMValueRef alloca, uint64_t size, uint64_t granule)
{
	unsigned alignment = LLVMGetAlignment(alloca);
	LLVMBuilderRef builder = spreading->unit->builder;
	LLVMTypeRef byte = LLVMInt8TypeInContext(spreading->unit->context);
	aw_llvm_at(builder, alloca);
	LLVMValueRef memory = LLVMBuildAlloca(builder, LLVMArrayType2(byte, size), "gang");
	LLVMSetAlignment(memory, alignment > CACHE_LINE ? alignment : CACHE_LINE);
	mark_memory(spreading->unit, memory, granule);
	return memory;
}

// MEMORY's part that is the lane's when a lane's parts are APART bytes from the next one's.
static LLVMValueRef lanes_place(struct spreading *spreading, LLVMValueRef memory, uint64_t apart)
{
	LLVMBuilderRef builder = spreading->unit->builder;
	LLVMTypeRef number = LLVMInt64TypeInContext(spreading->unit->context);
	LLVMValueRef offset = LLVMBuildMul(builder, spreading->lane, LLVMConstInt(number, apart, false), "");
	return LLVMBuildGEP2(builder, LLVMInt8TypeInContext(spreading->unit->context), memory, &offset, 1, "");
}

static void widen_gep(struct spreading *spreading, LLVMValueRef gep, uint64_t from, uint64_t to)
{
	struct steps steps;
	LLVMContextRef context = spreading->unit->context;
	LLVMBuilderRef builder = spreading->unit->builder;
	LLVMTypeRef byte = LLVMInt8TypeInContext(context), number = LLVMInt64TypeInContext(context);
	bool readable = read_steps(spreading, gep, &steps);
	assert(readable);
	(void)readable;
	LLVMValueRef pointer = LLVMGetOperand(gep, 0);
	aw_llvm_at(builder, gep);
	for (unsigned i = 0; i < steps.count; i++) {
		LLVMTypeRef step = LLVMArrayType2(byte, steps.scales[i] * spreading->width);
		pointer = LLVMBuildGEP2(builder, step, pointer, &steps.indices[i], 1, "");
	}
	int64_t rest = (int64_t)to - (int64_t)from;
	int64_t bytes = (steps.constant - rest) * (int64_t)spreading->width + rest;
	LLVMValueRef offset = LLVMConstInt(number, (uint64_t)bytes, true);
	if (bytes)
		pointer = LLVMBuildGEP2(builder, byte, pointer, &offset, 1, "");
	aw_llvm_replace(gep, pointer);
}

// Another lane's granule lies next to a lane's.
static void lower_alignment(const struct variable *variable, LLVMValueRef pointer)
{
	AW_FOR_USES(use, pointer) {
		LLVMValueRef user = LLVMGetUser(use);
		if (accessed_type(user, pointer) && LLVMGetAlignment(user) > variable->granule)
			LLVMSetAlignment(user, (unsigned)variable->granule);
	}
}

static uint64_t from_rest(struct variable *variable, LLVMValueRef gep)
{
	size_t number = number_of(variable, LLVMGetOperand(gep, 0));
	assert(number);
	return variable->pointers.items[number - 1].rest;
}

// From the last pointer to the first, so that each gep still has its own operand when its turn comes.
static void interleave(struct spreading *spreading, struct variable *variable, uint64_t size)
{
	uint64_t rows = (size + variable->granule - 1) / variable->granule;
	for (size_t i = 0; i < variable->pointers.count; i++)
		lower_alignment(variable, variable->pointers.items[i].pointer);
	for (size_t i = variable->pointers.count; i-- > 1;) {
		struct derived *derived = &variable->pointers.items[i];
		if (LLVMIsAGetElementPtrInst(derived->pointer))
			widen_gep(spreading, derived->pointer, from_rest(variable, derived->pointer), derived->rest);
	}
	uint64_t bytes = rows * variable->granule * spreading->width;
	LLVMValueRef memory = build_memory(spreading, variable->alloca, bytes, variable->granule);
	aw_llvm_replace(variable->alloca, lanes_place(spreading, memory, variable->granule));
}

static void copy_for_lanes(struct spreading *spreading, LLVMValueRef alloca, uint64_t size)
{
	unsigned alignment = LLVMGetAlignment(alloca);
	uint64_t apart = (size + alignment - 1) / alignment * alignment;
	if (apart >= LARGE_COPY && apart % (LARGE_COPY / 2) == 0)
		apart += alignment > CACHE_LINE ? alignment : CACHE_LINE;
	LLVMValueRef memory = build_memory(spreading, alloca, apart * spreading->width, 0);
	aw_llvm_replace(alloca, lanes_place(spreading, memory, apart));
}

static void remove_lifetimes(struct variable *variable)
{
	for (size_t i = 0; i < variable->pointers.count; i++)
		for (LLVMUseRef use = LLVMGetFirstUse(variable->pointers.items[i].pointer), next; use; use = next) {
			next = LLVMGetNextUse(use);
			if (is_lifetime(LLVMGetUser(use)))
				aw_llvm_erase(LLVMGetUser(use));
		}
}

static void spread(struct spreading *spreading, LLVMValueRef alloca)
{
	struct variable variable = { .alloca = alloca };
	uint64_t count = LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0));
	uint64_t size = count * LLVMABISizeOfType(spreading->layout, LLVMGetAllocatedType(alloca));
	bool seen = follow(spreading, &variable);
	remove_lifetimes(&variable);
	if (!LLVMGetFirstUse(alloca))
		aw_llvm_erase(alloca);
	else if (seen && place_all(spreading, &variable))
		interleave(spreading, &variable, size);
	else
		copy_for_lanes(spreading, alloca, size ? size : 1);
	aw_map_finish(&variable.numbers);
	aw_vec_finish(&variable.pointers);
}

LLVMValueRef aw_simd_build_lane(struct aw_unit *unit)
{
	LLVMTypeRef type = LLVMFunctionType(LLVMInt64TypeInContext(unit->context), NULL, 0, false);
	return LLVMBuildCall2(unit->builder, type, aw_llvm_declare(unit->module, "aw.lane.index", type), NULL, 0, "lane");
}

static LLVMValueRef build_first_lane(struct aw_unit *unit, LLVMValueRef function)
{
	LLVMPositionBuilderBefore(unit->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	return aw_simd_build_lane(unit);
}

static bool has_fixed_size(LLVMValueRef alloca)
{
	return LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) &&
	       LLVMGetInstructionParent(alloca) == LLVMGetEntryBasicBlock(aw_llvm_function_of(alloca));
}

const char *aw_simd_spread_locals(struct aw_unit *unit, LLVMValueRef function, uint32_t width)
{
	AW_VEC(LLVMValueRef) allocas = { 0 };
	const char *reason = NULL;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (LLVMIsAAllocaInst(instruction) && !aw_simd_is_gang_memory(instruction)) {
				if (!has_fixed_size(instruction))
					reason = "it has a local array whose size is not constant";
				aw_need(aw_vec_push(&allocas, instruction));
			}
	struct spreading spreading = {
		.unit = unit, .layout = LLVMGetModuleDataLayout(unit->module), .function = function, .width = width,
	};
	if (!reason)
		aw_simd_expand_copies(unit, function);
	if (!reason && allocas.count) {
		spreading.lane = build_first_lane(unit, function);
		for (size_t i = 0; i < allocas.count; i++)
			spread(&spreading, allocas.items[i]);
	}
	aw_vec_finish(&allocas);
	return reason;
}

struct aw_simd_value aw_simd_local(struct aw_simd *simd, LLVMValueRef alloca)
{
	assert(aw_simd_is_gang_memory(alloca));
	LLVMValueRef memory = aw_simd_alloca(simd, LLVMGetAllocatedType(alloca), "gang");
	unsigned alignment = LLVMGetAlignment(alloca);
	LLVMSetAlignment(memory, alignment);
	mark_memory(simd->unit, memory, aw_simd_granule(alloca));
	struct aw_shape shape = { .kind = AW_SHAPE_GANG, .aligned = (uint8_t)__builtin_ctz(alignment) };
	return (struct aw_simd_value){ memory, shape };
}
