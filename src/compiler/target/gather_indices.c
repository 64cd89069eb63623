// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Brings the indices of gathers and scatters in front of them.  The instructions of AVX-512 take a scalar and a vector
// of 32-bit indices, half as many of them as with 64-bit addresses; but LLVM, which chooses instructions block by
// block, must see both the address and the extension of its index to find that out, and its optimiser moves them out
// of loops, the vector before what a turn adds to it.  So all is made anew next to the access, the scalars first.  An
// extension that keeps the sign serves where one without a sign is said not to meet negative numbers; else it does from
// 2^31 elements further on, with the top bit turned around.
//
// A local array of a gang has two vectors in its addresses, the element and the lane's place in it (simd_local.c).  As the whole
// is smaller than 2^31 bytes, they are one of 32 bits.  Lanes that are off, which a gather of all lanes sends to a slot on the stack
// (simd_gather.c), read their own first element.
#include <assert.h>
#include <string.h>

#include "../analysis/need.h"
#include "../pipeline.h"

static bool is_access(LLVMValueRef instruction, unsigned *address)
{
	const char *name = aw_llvm_callee_name(instruction);
	*address = aw_starts_with(name, "llvm.masked.scatter.");
	return *address || aw_starts_with(name, "llvm.masked.gather.");
}

static bool is_wide(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetIntTypeWidth(LLVMGetElementType(type)) > 32;
}

// Whether INDEX extends numbers of at most 32 bits, so that these can be numbers of 32 bits with a sign.
static bool keeps_sign(LLVMValueRef index)
{
	if (!aw_llvm_is_extension(index))
		return false;
	unsigned bits = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(LLVMGetOperand(index, 0))));
	return LLVMIsASExtInst(index) || LLVMGetNNeg(index) ? bits <= 32 : bits < 32;
}

// Whether a vector of constants has numbers of 32 bits.
static bool is_small(LLVMValueRef constant)
{
	if (LLVMIsNull(constant))
		return true;
	for (unsigned i = 0; LLVMIsAConstantDataVector(constant) && i < LLVMGetVectorSize(LLVMTypeOf(constant)); i++) {
		int64_t element = LLVMConstIntGetSExtValue(LLVMGetAggregateElement(constant, i));
		if (element != (int32_t)element)
			return false;
	}
	return LLVMIsAConstantDataVector(constant);
}

// The optimiser makes choices among extended numbers of extended choices, as where a float becomes a number.  Whether INDEX is one.
static bool is_choice(LLVMValueRef index, unsigned depth)
{
	if (LLVMIsASelectInst(index) && depth > 0)
		return is_choice(LLVMGetOperand(index, 1), depth - 1) && is_choice(LLVMGetOperand(index, 2), depth - 1);
	return keeps_sign(index) || is_small(index);
}

// The choice INDEX of numbers of 32 bits, where it is made.
static LLVMValueRef narrow_choice(struct aw_unit *unit, LLVMValueRef index)
{
	LLVMBuilderRef builder = unit->builder;
	LLVMTypeRef type = LLVMVectorType(LLVMInt32TypeInContext(unit->context), LLVMGetVectorSize(LLVMTypeOf(index)));
	if (LLVMIsConstant(index))
		return LLVMConstTrunc(index, type);
	if (!LLVMIsASelectInst(index)) {
		LLVMValueRef narrow = LLVMGetOperand(index, 0);
		aw_llvm_at(builder, index);
		return LLVMTypeOf(narrow) == type ? narrow : LLVMBuildCast(builder, LLVMGetInstructionOpcode(index), narrow, type, "");
	}
	LLVMValueRef yes = narrow_choice(unit, LLVMGetOperand(index, 1)), no = narrow_choice(unit, LLVMGetOperand(index, 2));
	aw_llvm_at(builder, index);
	return LLVMBuildSelect(builder, LLVMGetOperand(index, 0), yes, no, "");
}

// INDEX as an extension that stands in front of ACCESS; INDEX itself when it is none, or needs all bits.
static LLVMValueRef extended_here(struct aw_unit *unit, LLVMValueRef index, LLVMValueRef access)
{
	enum { DEEP = 8 };
	LLVMValueRef narrow = NULL;
	if (LLVMIsASelectInst(index) && is_choice(index, DEEP))
		narrow = narrow_choice(unit, index);
	else if (keeps_sign(index))
		narrow = LLVMGetOperand(index, 0);
	aw_llvm_at(unit->builder, access);
	if (!narrow)
		return index;
	bool without = LLVMIsAZExtInst(index) && !LLVMGetNNeg(index);
	return LLVMBuildCast(unit->builder, without ? LLVMZExt : LLVMSExt, narrow, LLVMTypeOf(index), "");
}

enum { MOST = 16, WIDEST = 32 }; // operands of an address, lanes

// An address as scalar sums and one vector of indices into elements of a type.
struct indexed {
	LLVMTypeRef element;
	LLVMValueRef index;
};

// Whether the vector ADDRESS is a scalar, with scalar indices added and one vector of them, which goes to INDEXED.
static bool is_indexed(LLVMValueRef address, struct indexed *indexed)
{
	*indexed = (struct indexed){ NULL, NULL };
	while (aw_llvm_is_vector(address)) {
		unsigned count = (unsigned)LLVMGetNumOperands(address), vectors = 0;
		if (!LLVMIsAGetElementPtrInst(address) || count > MOST)
			return false;
		for (unsigned i = 1; i < count; i++)
			vectors += aw_llvm_is_vector(LLVMGetOperand(address, i));
		if (vectors && (count != 2 || indexed->index))
			return false;
		if (vectors)
			*indexed = (struct indexed){ LLVMGetGEPSourceElementType(address), LLVMGetOperand(address, 1) };
		address = LLVMGetOperand(address, 0);
	}
	return indexed->index && is_wide(LLVMTypeOf(indexed->index));
}

// ADDRESS, for which that is true, without the vector.
static LLVMValueRef scalar_here(struct aw_unit *unit, LLVMValueRef address)
{
	LLVMValueRef indices[MOST];
	if (!aw_llvm_is_vector(address))
		return address;
	LLVMValueRef base = scalar_here(unit, LLVMGetOperand(address, 0));
	unsigned count = (unsigned)LLVMGetNumOperands(address) - 1;
	if (aw_llvm_is_vector(LLVMGetOperand(address, 1)))
		return base;
	assert(count <= MOST);
	for (unsigned i = 0; i < count; i++)
		indices[i] = LLVMGetOperand(address, i + 1);
	return LLVMBuildGEP2(unit->builder, LLVMGetGEPSourceElementType(address), base, indices, count, "");
}

// Makes *INDEX, one of 32 bits without a sign, one with a sign from another *BASE.
static void give_sign(struct aw_unit *unit, LLVMTypeRef element, LLVMValueRef *base, LLVMValueRef *index)
{
	LLVMValueRef narrow = LLVMGetOperand(*index, 0), tops[WIDEST];
	unsigned count = LLVMGetVectorSize(LLVMTypeOf(narrow));
	assert(count <= WIDEST);
	for (unsigned i = 0; i < count; i++)
		tops[i] = LLVMConstInt(LLVMInt32TypeInContext(unit->context), 1u << 31, false);
	LLVMValueRef half = LLVMConstInt(LLVMInt64TypeInContext(unit->context), 1u << 31, false);
	*base = LLVMBuildGEP2(unit->builder, element, *base, &half, 1, "");
	narrow = LLVMBuildXor(unit->builder, narrow, LLVMConstVector(tops, count), "");
	*index = LLVMBuildSExt(unit->builder, narrow, LLVMTypeOf(*index), "");
}

static bool is_unsigned(LLVMValueRef index)
{
	return LLVMIsAZExtInst(index) && LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(LLVMGetOperand(index, 0)))) == 32;
}

// ADDRESS with its index in front of ACCESS; ADDRESS itself when that is so already, or can't be.
static LLVMValueRef brought(struct aw_unit *unit, LLVMValueRef access, LLVMValueRef address)
{
	struct indexed indexed;
	if (!is_indexed(address, &indexed))
		return address;
	LLVMValueRef here = extended_here(unit, indexed.index, access), base = scalar_here(unit, address);
	bool near = LLVMGetInstructionParent(address) == LLVMGetInstructionParent(access);
	if (is_unsigned(here) && !strcmp(unit->target, "x86-64-v4"))
		give_sign(unit, indexed.element, &base, &here);
	if (here == indexed.index && near && base == LLVMGetOperand(address, 0))
		return address;
	return LLVMBuildGEP2(unit->builder, indexed.element, base, &here, 1, "");
}

static bool bring(struct aw_unit *unit, LLVMValueRef access, unsigned operand)
{
	LLVMValueRef address = LLVMGetOperand(access, operand), here;
	if (LLVMIsASelectInst(address)) { // lanes that are off go elsewhere
		LLVMValueRef of_those_on = LLVMGetOperand(address, 1);
		here = brought(unit, access, of_those_on);
		if (here != of_those_on)
			here = LLVMBuildSelect(unit->builder, LLVMGetOperand(address, 0), here, LLVMGetOperand(address, 2), "");
		else
			here = address;
	} else {
		here = brought(unit, access, address);
	}
	if (here != address)
		LLVMSetOperand(access, operand, here);
	return here != address;
}

// --- local arrays ---

// What a lane reads or writes by ACCESS.
static LLVMTypeRef type_of(LLVMValueRef access)
{
	LLVMTypeRef type = LLVMTypeOf(access);
	return LLVMGetElementType(LLVMGetTypeKind(type) == LLVMVectorTypeKind ? type : LLVMTypeOf(LLVMGetOperand(access, 0)));
}

// An address in a gang's memory: INDEX times STRIDE bytes, and LANES times LANE_SIZE, of the lanes of ON, or all.
struct local {
	LLVMValueRef base, index, lanes, on;
	uint64_t stride, lane_size;
};

static bool is_gang_memory(LLVMTargetDataRef layout, LLVMValueRef base)
{
	while (LLVMIsAGetElementPtrInst(base))
		base = LLVMGetOperand(base, 0);
	return LLVMIsAAllocaInst(base) && LLVMIsConstant(LLVMGetOperand(base, 0)) &&
	       LLVMABISizeOfType(layout, LLVMGetAllocatedType(base)) < INT32_MAX;
}

// Whether lanes that are off go to a slot on the stack by ADDRESS.
static bool is_diverted(LLVMValueRef address)
{
	if (!LLVMIsASelectInst(address) || !aw_llvm_is_vector(LLVMGetOperand(address, 0)))
		return false;
	LLVMValueRef slot = aw_llvm_splat_scalar(LLVMGetOperand(address, 2));
	return slot && LLVMIsAAllocaInst(slot);
}

// What SCATTERS must leave elements of lanes that are off alone.
static bool is_local(LLVMTargetDataRef layout, LLVMValueRef address, bool scatters, struct local *local)
{
	*local = (struct local){ 0 };
	if (!scatters && is_diverted(address)) {
		local->on = LLVMGetOperand(address, 0);
		address = LLVMGetOperand(address, 1);
	}
	for (; aw_llvm_is_vector(address); address = LLVMGetOperand(address, 0)) {
		if (!LLVMIsAGetElementPtrInst(address) || LLVMGetNumOperands(address) != 2 || !aw_llvm_is_vector(LLVMGetOperand(address, 1)))
			return false;
		LLVMValueRef index = LLVMGetOperand(address, 1);
		uint64_t size = LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(address));
		if (LLVMIsAConstantDataVector(index) && !local->lanes) {
			local->lanes = index;
			local->lane_size = size;
		} else if ((LLVMIsASExtInst(index) || LLVMIsAZExtInst(index)) && !is_wide(LLVMTypeOf(LLVMGetOperand(index, 0))) &&
		           !local->index) {
			local->index = index;
			local->stride = size;
		} else {
			return false;
		}
	}
	local->base = address;
	return local->index && local->lanes && is_gang_memory(layout, address);
}

// The lanes' places in units of SIZE bytes; NULL: they aren't multiples of it.
static LLVMValueRef lanes_of(struct aw_unit *unit, const struct local *local, uint64_t size)
{
	LLVMValueRef places[WIDEST];
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context);
	unsigned count = LLVMGetVectorSize(LLVMTypeOf(local->lanes));
	if (count > WIDEST)
		return NULL;
	for (unsigned i = 0; i < count; i++) {
		uint64_t place = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(local->lanes, i)) * local->lane_size;
		if (place % size || place > INT32_MAX)
			return NULL;
		places[i] = LLVMConstInt(number, place / size, false);
	}
	return LLVMConstVector(places, count);
}

static LLVMTypeRef vector_of(LLVMTypeRef item, LLVMValueRef like)
{
	return LLVMVectorType(item, LLVMGetVectorSize(LLVMTypeOf(like)));
}

// What JOINED, address -> its new form, has for ADDRESS in the block of ACCESS; NULL: nothing.
static LLVMValueRef joined_here(const struct aw_map *joined, LLVMValueRef address, LLVMValueRef access)
{
	LLVMValueRef made = aw_map_get(joined, address);
	return made && LLVMGetInstructionParent(made) == LLVMGetInstructionParent(access) ? made : NULL;
}

// Makes one index of those of ACCESS, by which a lane has a TYPE, when it is of a local array.
static bool join(struct aw_unit *unit, LLVMValueRef access, unsigned operand, LLVMTypeRef type, struct aw_map *joined)
{
	LLVMValueRef address = LLVMGetOperand(access, operand), made = joined_here(joined, address, access);
	if (made) {
		LLVMSetOperand(access, operand, made);
		return true;
	}
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(unit->module);
	uint64_t size = LLVMABISizeOfType(layout, type);
	struct local local;
	if (size > 8 || (size & (size - 1)) || !is_local(layout, address, operand == 1, &local) || local.stride % size)
		return false;
	LLVMValueRef lanes = lanes_of(unit, &local, size), narrow = LLVMGetOperand(local.index, 0);
	if (!lanes)
		return false;
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context), wide = LLVMInt64TypeInContext(unit->context);
	aw_llvm_at(unit->builder, access);
	if (LLVMTypeOf(narrow) != LLVMTypeOf(lanes))
		narrow = LLVMBuildCast(unit->builder, LLVMGetInstructionOpcode(local.index), narrow, vector_of(number, lanes), "");
	if (local.on)
		narrow = LLVMBuildSelect(unit->builder, local.on, narrow, LLVMConstNull(LLVMTypeOf(narrow)), "");
	LLVMValueRef factors[WIDEST], index;
	for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(lanes)); i++)
		factors[i] = LLVMConstInt(number, local.stride / size, false);
	index = LLVMBuildMul(unit->builder, narrow, LLVMConstVector(factors, LLVMGetVectorSize(LLVMTypeOf(lanes))), "");
	index = LLVMBuildSExt(unit->builder, LLVMBuildAdd(unit->builder, index, lanes, ""), vector_of(wide, lanes), "");
	LLVMTypeRef unit_type = LLVMIntTypeInContext(unit->context, (unsigned)size * 8);
	made = LLVMBuildGEP2(unit->builder, unit_type, local.base, &index, 1, "");
	LLVMSetOperand(access, operand, made);
	aw_need(aw_map_put(joined, address, made));
	return true;
}

bool aw_pass_gather_indices(struct aw_unit *unit)
{
	bool changed = false;
	unsigned address;
	struct aw_map joined = { 0 };
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				if (is_access(instruction, &address))
					changed |= join(unit, instruction, address, type_of(instruction), &joined) || bring(unit, instruction, address);
	aw_map_finish(&joined);
	return changed;
}
