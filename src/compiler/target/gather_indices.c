// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Brings the indices of gathers and scatters in front of them.  The instructions of AVX-512 take a scalar and a vector
// of 32-bit indices, half as many of them as with 64-bit addresses; but LLVM, which chooses instructions block by
// block, must see both the address and the extension of its index to find that out, and its optimiser moves them out
// of loops, the vector before what a turn adds to it.  So all is made anew next to the access, the scalars first.  An
// extension that keeps the sign serves where one without a sign is said not to meet negative numbers.
#include <assert.h>

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

// INDEX as an extension that stands where the builder does; INDEX itself when it is none, or needs all bits.
static LLVMValueRef extended_here(struct aw_unit *unit, LLVMValueRef index)
{
	if (!LLVMIsASExtInst(index) && !LLVMIsAZExtInst(index))
		return index;
	LLVMValueRef narrow = LLVMGetOperand(index, 0);
	LLVMTypeRef type = LLVMTypeOf(index);
	unsigned bits = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(narrow)));
	if (bits > 32)
		return index;
	if (LLVMIsASExtInst(index) || LLVMGetNNeg(index))
		return LLVMBuildSExt(unit->builder, narrow, type, "");
	return bits < 32 ? LLVMBuildZExt(unit->builder, narrow, type, "") : index;
}

enum { MOST = 16 }; // operands of an address

// An address as scalar sums and one vector of indices into elements of a type.
struct indexed {
	LLVMTypeRef element;
	LLVMValueRef index;
};

static bool is_vector(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

// Whether the vector ADDRESS is a scalar, with scalar indices added and one vector of them, which goes to INDEXED.
static bool is_indexed(LLVMValueRef address, struct indexed *indexed)
{
	*indexed = (struct indexed){ NULL, NULL };
	while (is_vector(address)) {
		unsigned count = (unsigned)LLVMGetNumOperands(address), vectors = 0;
		if (!LLVMIsAGetElementPtrInst(address) || count > MOST)
			return false;
		for (unsigned i = 1; i < count; i++)
			vectors += is_vector(LLVMGetOperand(address, i));
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
	if (!is_vector(address))
		return address;
	LLVMValueRef base = scalar_here(unit, LLVMGetOperand(address, 0));
	unsigned count = (unsigned)LLVMGetNumOperands(address) - 1;
	if (is_vector(LLVMGetOperand(address, 1)))
		return base;
	assert(count <= MOST);
	for (unsigned i = 0; i < count; i++)
		indices[i] = LLVMGetOperand(address, i + 1);
	return LLVMBuildGEP2(unit->builder, LLVMGetGEPSourceElementType(address), base, indices, count, "");
}

static bool bring(struct aw_unit *unit, LLVMValueRef access, unsigned operand)
{
	LLVMValueRef address = LLVMGetOperand(access, operand);
	struct indexed indexed;
	if (!is_indexed(address, &indexed))
		return false;
	aw_llvm_at(unit->builder, access);
	LLVMValueRef base = scalar_here(unit, address), here = extended_here(unit, indexed.index);
	bool near = LLVMGetInstructionParent(address) == LLVMGetInstructionParent(access);
	if (here == indexed.index && near && base == LLVMGetOperand(address, 0))
		return false;
	LLVMSetOperand(access, operand, LLVMBuildGEP2(unit->builder, indexed.element, base, &here, 1, ""));
	return true;
}

bool aw_pass_gather_indices(struct aw_unit *unit)
{
	bool changed = false;
	unsigned address;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				if (is_access(instruction, &address))
					changed |= bring(unit, instruction, address);
	return changed;
}
