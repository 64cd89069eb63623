// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads whose lanes choose among a few elements that lie in a row, as the counters of a digit or the points of a curve
// do: `table[i][key & 15]`.  The row is loaded as a vector, from which each lane takes its element (simd_lookup.c).  A gather
// costs an access of memory a lane.
//
// The row must be there.  It is when it lies in one variable: at a known place of it, or when the variable is made of
// nothing but such rows, one of which some active lane reads from.
#include <assert.h>

#include "../analysis/shape_rules.h"
#include "simd_place.h"

enum { MOST = 32 };

// Where a row begins in a variable: OFFSET bytes from its begin and any multiple of EACH more, which is 0 where there is none.
struct row_place {
	LLVMValueRef variable;
	uint64_t offset, each;
};

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

// Adds what index INDEX of ADDRESS does to PLACE.
static bool add_index(LLVMTargetDataRef layout, LLVMValueRef address, unsigned index, struct row_place *place)
{
	LLVMTypeRef counted = aw_llvm_counted_type(address, index);
	LLVMValueRef operand = LLVMGetOperand(address, index);
	int64_t number;
	if (!counted)
		return false; // a member of a struct
	uint64_t size = LLVMABISizeOfType(layout, counted);
	if (aw_llvm_constant(operand, &number))
		place->offset += size * (uint64_t)number;
	else
		place->each = greatest_divisor(size, place->each);
	return true;
}

static bool find_row(struct aw_simd *simd, LLVMValueRef pointer, struct row_place *place)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(simd->unit->module);
	assert(LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind);
	*place = (struct row_place){ NULL, 0, 0 };
	for (;;) {
		int64_t offset = 0;
		pointer = aw_llvm_strip_offset(simd->unit->module, pointer, &offset);
		place->offset += (uint64_t)offset;
		if (!aw_llvm_is_op(pointer, LLVMGetElementPtr))
			break;
		for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(pointer); i++)
			if (!add_index(layout, pointer, i, place))
				return false;
		pointer = LLVMGetOperand(pointer, 0);
	}
	place->variable = pointer;
	return LLVMIsAGlobalVariable(pointer);
}

static bool is_there(struct aw_simd *simd, LLVMValueRef pointer, uint64_t bytes)
{
	struct row_place row;
	if (!find_row(simd, pointer, &row))
		return false;
	uint64_t total = LLVMABISizeOfType(LLVMGetModuleDataLayout(simd->unit->module), LLVMGlobalGetValueType(row.variable));
	if (!row.each)
		return row.offset <= total && bytes <= total - row.offset;
	return row.each % bytes == 0 && row.offset % bytes == 0 && total > 0 && total % bytes == 0;
}

// Whether ADDRESS is a scalar and one vector of indices into elements of SIZE bytes, the last of the kernel's KERNELS.
static bool has_one_index(struct aw_simd *simd, LLVMValueRef address, LLVMValueRef kernels, unsigned size)
{
	if (!LLVMIsAGetElementPtrInst(address) || LLVMGetNumOperands(address) != 2 || !LLVMIsAGetElementPtrInst(kernels) ||
	    LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(address, 0))) != LLVMPointerTypeKind)
		return false;
	LLVMTypeRef element = LLVMGetGEPSourceElementType(address);
	bool aggregate = LLVMGetTypeKind(element) == LLVMStructTypeKind || LLVMGetTypeKind(element) == LLVMArrayTypeKind;
	return !aggregate && aw_llvm_counted_type(kernels, (unsigned)LLVMGetNumOperands(kernels) - 1) == element &&
	       LLVMABISizeOfType(LLVMGetModuleDataLayout(simd->unit->module), element) == size;
}

unsigned aw_simd_choices(struct aw_simd *simd, LLVMValueRef address, LLVMValueRef kernels, unsigned size)
{
	unsigned count = 1;
	if (!has_one_index(simd, address, kernels, size))
		return 0;
	uint64_t highest = aw_bounds_highest(LLVMGetOperand(kernels, (unsigned)LLVMGetNumOperands(kernels) - 1));
	while (count <= MOST && count <= highest)
		count *= 2;
	bool few = count > 1 && count <= MOST;
	return few && is_there(simd, LLVMGetOperand(address, 0), (uint64_t)count * size) ? count : 0;
}

LLVMValueRef aw_simd_choice(struct aw_simd *simd, LLVMValueRef address)
{
	LLVMTypeRef number = aw_simd_type(simd, aw_simd_integer(simd, 32));
	assert(LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 2);
	LLVMValueRef index = LLVMBuildIntCast2(simd->builder, LLVMGetOperand(address, 1), number, false, "");
	return LLVMBuildFreeze(simd->builder, index, ""); // lanes that don't run may have poison there
}

static LLVMValueRef as_words(struct aw_simd *simd, LLVMValueRef row, unsigned count)
{
	LLVMTypeRef words = LLVMVectorType(aw_simd_integer(simd, 32), count);
	bool narrow = LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(row))) == LLVMIntegerTypeKind;
	return narrow ? LLVMBuildZExtOrBitCast(simd->builder, row, words, "") : LLVMBuildBitCast(simd->builder, row, words, "");
}

LLVMValueRef aw_simd_load_table(struct aw_simd *simd, const struct aw_simd_place *place)
{
	LLVMBuilderRef builder = simd->builder;
	LLVMValueRef address = place->address.value;
	if (place->size > 4 || place->address.shape.kind != AW_SHAPE_VARYING || LLVMGetVolatile(place->origin) ||
	    !aw_simd_has_lookup(simd))
		return NULL;
	unsigned count = aw_simd_choices(simd, address, LLVMGetOperand(place->origin, 0), place->size);
	if (!count)
		return NULL;
	assert(count <= MOST && !(count & (count - 1)));
	LLVMTypeRef type = LLVMVectorType(place->element, count), result = aw_simd_place_vector(simd, place);
	unsigned alignment = place->alignment < place->size ? place->alignment : place->size;
	LLVMValueRef row = aw_simd_place_load(simd, place, type, LLVMGetOperand(address, 0), alignment);
	LLVMValueRef taken = aw_simd_lookup(simd, as_words(simd, row, count), aw_simd_choice(simd, address));
	if (LLVMGetTypeKind(place->element) == LLVMIntegerTypeKind)
		return LLVMBuildTruncOrBitCast(builder, taken, result, "");
	return LLVMBuildBitCast(builder, taken, result, "");
}
