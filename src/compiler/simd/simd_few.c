// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local arrays of a few elements whose index differs among lanes, as `s[(i + j) % 3]`.  The array is interleaved (simd_local.c), so each of
// its elements is a row with a value for each lane:
//
//     load       a = row 0;  a = index == 1 ? row 1 : a;  a = index == 2 ? row 2 : a; ...
//     store      row k = index == k ? value : row k
//
// Then all accesses to the array are whole rows at known places, and LLVM makes registers of it.  A gather is a load for each lane behind
// the stores of the rows, and, where it is no instruction, three instructions of LLVM's a lane: most of the code of a kernel with such
// arrays.
//
// Any index that is none of the array's is the program's mistake.
#include <assert.h>

#include "simd_place.h"

enum { MOST_ROWS = 8, MOST_WIDE_ROWS = 5 }; // the latter of elements of 64 bits
enum { NARROWEST = 8 };                      // bits of an index that tells all rows

struct few {
	LLVMValueRef memory, index; // the gang's variable, the vector of indices
	int64_t first;              // what is added to the indices
	unsigned rows;
	uint64_t apart; // bytes from row to row
};

// Whether ADDRESSES are one element of an array of SIZE bytes, counted by a vector, from BASES.
static bool read_step(struct aw_simd *simd, LLVMValueRef addresses, uint64_t size, LLVMValueRef *bases, LLVMValueRef *index)
{
	if (!LLVMIsAGetElementPtrInst(addresses) || LLVMGetNumIndices(addresses) != 1)
		return false;
	*bases = LLVMGetOperand(addresses, 0);
	*index = LLVMGetOperand(addresses, 1);
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(simd->unit->module);
	return aw_llvm_is_vector(*index) && LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(addresses)) == size;
}

// BASES, lanes' places one granule of SIZE bytes from the last one's: lane 0's; NULL: it isn't that.
static LLVMValueRef first_place(struct aw_simd *simd, LLVMValueRef bases, unsigned size)
{
	if (!aw_llvm_is_vector(bases) || !aw_llvm_is_op(bases, LLVMGetElementPtr) || LLVMGetNumIndices(bases) != 1)
		return NULL;
	LLVMValueRef place = LLVMGetOperand(bases, 0), steps = LLVMGetOperand(bases, 1);
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(simd->unit->module);
	uint64_t scale = LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(bases));
	if (aw_llvm_is_vector(place) || !aw_llvm_is_vector(steps) || !LLVMIsConstant(steps))
		return NULL;
	for (unsigned i = 0; i < simd->gang.width; i++) {
		LLVMValueRef step = LLVMGetAggregateElement(steps, i);
		int64_t number;
		if (!step || !aw_llvm_constant(step, &number) || (uint64_t)number * scale != (uint64_t)i * size)
			return NULL;
	}
	return place;
}

static bool find(struct aw_simd *simd, const struct aw_simd_place *place, struct few *few)
{
	LLVMValueRef origin = place->origin, pointer = LLVMGetOperand(origin, LLVMIsALoadInst(origin) ? 0 : 1), bases;
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(simd->unit->module);
	if (place->address.shape.kind != AW_SHAPE_VARYING || LLVMGetVolatile(origin) ||
	    aw_simd_granule(pointer) != place->size)
		return false;
	few->apart = (uint64_t)place->size * simd->gang.width;
	if (!read_step(simd, place->address.value, few->apart, &bases, &few->index))
		return false;
	LLVMValueRef first = first_place(simd, bases, place->size);
	int64_t offset = 0;
	few->memory = first ? aw_llvm_strip_offset(simd->unit->module, first, &offset) : NULL;
	if (few->memory && aw_llvm_is_op(few->memory, LLVMGetElementPtr)) // lane 0's place, 0 bytes into the memory (lanes_place)
		few->memory = LLVMGetOperand(few->memory, 0);
	if (!few->memory || !aw_simd_is_gang_memory(few->memory) || offset % (int64_t)few->apart)
		return false;
	few->first = offset / (int64_t)few->apart;
	uint64_t rows = LLVMABISizeOfType(layout, LLVMGetAllocatedType(few->memory)) / few->apart;
	few->rows = (unsigned)rows;
	bool widened = LLVMIsASExtInst(few->index) || LLVMIsAZExtInst(few->index);
	LLVMValueRef narrow = widened ? LLVMGetOperand(few->index, 0) : few->index;
	if (LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(narrow))) >= NARROWEST)
		few->index = narrow;
	return rows > 0 && rows <= (place->size > 4 ? MOST_WIDE_ROWS : MOST_ROWS);
}

// The lanes that choose row K.
static LLVMValueRef choose(struct aw_simd *simd, const struct few *few, unsigned k)
{
	LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(few->index));
	LLVMValueRef numbers[AW_SIMD_MAX_WIDTH], number = LLVMConstInt(type, (uint64_t)((int64_t)k - few->first), true);
	assert(k < few->rows);
	for (unsigned i = 0; i < simd->gang.width; i++)
		numbers[i] = number;
	return LLVMBuildICmp(simd->builder, LLVMIntEQ, few->index, LLVMConstVector(numbers, simd->gang.width), "");
}

static LLVMValueRef row_of(struct aw_simd *simd, const struct few *few, unsigned k)
{
	return aw_simd_move_pointer(simd, few->memory, (int64_t)(k * few->apart));
}

LLVMValueRef aw_simd_load_few(struct aw_simd *simd, const struct aw_simd_place *place)
{
	struct few few;
	LLVMValueRef taken = NULL;
	if (!find(simd, place, &few))
		return NULL;
	for (unsigned k = 0; k < few.rows; k++) {
		LLVMValueRef row = aw_simd_place_load(simd, place, aw_simd_place_vector(simd, place), row_of(simd, &few, k), place->size);
		taken = taken ? LLVMBuildSelect(simd->builder, choose(simd, &few, k), row, taken, "") : row;
	}
	return taken;
}

bool aw_simd_store_few(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value)
{
	struct few few;
	if (!find(simd, place, &few))
		return false;
	for (unsigned k = 0; k < few.rows; k++) {
		LLVMValueRef chosen = choose(simd, &few, k), at = row_of(simd, &few, k);
		// A lane that is off may have poison for its index.
		if (place->mask)
			chosen = LLVMBuildSelect(simd->builder, place->mask, chosen, LLVMConstNull(LLVMTypeOf(chosen)), "");
		LLVMValueRef row = aw_simd_place_load(simd, place, aw_simd_place_vector(simd, place), at, place->size);
		aw_simd_place_store(simd, place, LLVMBuildSelect(simd->builder, chosen, value, row, ""), at, place->size);
	}
	return true;
}
