// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of loads and stores, as a constant number of bytes from a value that others have, too.
#include "simd_member.h"

#include <assert.h>

#include "../analysis/uniformity.h"

LLVMValueRef aw_simd_member_pointer(LLVMValueRef instruction)
{
	return LLVMGetOperand(instruction, LLVMIsALoadInst(instruction) ? 0 : 1);
}

LLVMValueRef aw_simd_member_base(LLVMValueRef instruction)
{
	LLVMValueRef base = aw_llvm_object(aw_simd_member_pointer(instruction));
	return LLVMIsAArgument(base) || (LLVMIsALoadInst(base) && aw_llvm_is_invariant(base)) ? base : NULL;
}

bool aw_simd_is_silent(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	if (!LLVMIsACallInst(instruction))
		return !LLVMIsAFenceInst(instruction) && !LLVMIsAAtomicRMWInst(instruction) &&
		       !LLVMIsAAtomicCmpXchgInst(instruction) && !LLVMIsATerminatorInst(instruction);
	return callee && aw_llvm_has_no_memory(callee) && aw_llvm_has_attribute(callee, "willreturn");
}

static bool is_widened(LLVMValueRef index)
{
	return LLVMIsASExtInst(index) || LLVMIsAZExtInst(index);
}

// X of INDEX, which is X plus a constant in all lanes where it isn't poison: *NUMBER is added to.
static LLVMValueRef strip_sum(LLVMValueRef index, int64_t *number)
{
	int64_t more;
	bool low = LLVMIsAZExtInst(index);
	LLVMValueRef sum = is_widened(index) ? LLVMGetOperand(index, 0) : index;
	if (!LLVMIsABinaryOperator(sum) || !aw_llvm_constant(LLVMGetOperand(sum, 1), &more) || more < 0)
		return index;
	bool disjoint = LLVMGetInstructionOpcode(sum) == LLVMOr && LLVMGetIsDisjoint(sum);
	if (!disjoint && !(LLVMGetInstructionOpcode(sum) == LLVMAdd && aw_llvm_never_wraps(sum, !low)))
		return index;
	*number += more;
	return LLVMGetOperand(sum, 0);
}

// What GEP, whose indices but the first and the last go into arrays of arrays, has of its last index's elements; NULL: another.
static LLVMTypeRef innermost(LLVMValueRef gep)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
	for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
			return NULL;
		type = LLVMGetElementType(type);
	}
	return type;
}

// Whether all indices of GEP but the last are 0.
static bool is_flat(LLVMValueRef gep)
{
	for (unsigned i = 1; i + 1 < (unsigned)LLVMGetNumOperands(gep); i++)
		if (!LLVMIsNull(LLVMGetOperand(gep, i)))
			return false;
	return true;
}

// X of POINTER, which is a constant number of bytes behind X: *OFFSET is added to.
static LLVMValueRef strip_bytes(LLVMValueRef pointer, int64_t *offset)
{
	int64_t bytes;
	while (LLVMIsAGetElementPtrInst(pointer) && LLVMGetNumOperands(pointer) == 2 &&
	       LLVMGetTypeKind(LLVMGetGEPSourceElementType(pointer)) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMGetGEPSourceElementType(pointer)) == 8 && aw_llvm_constant(LLVMGetOperand(pointer, 1), &bytes)) {
		*offset += bytes;
		pointer = LLVMGetOperand(pointer, 0);
	}
	return pointer;
}

// Takes the constant out of the last index of MEMBER's root.
static void read_index(LLVMTargetDataRef layout, struct aw_simd_member *member)
{
	LLVMValueRef gep = member->root;
	int64_t number = 0;
	LLVMTypeRef type = LLVMIsAGetElementPtrInst(gep) ? innermost(gep) : NULL;
	if (!type)
		return;
	LLVMValueRef root = LLVMGetOperand(gep, (unsigned)LLVMGetNumOperands(gep) - 1);
	if (LLVMIsConstant(root))
		return;
	if (!is_widened(root))
		root = strip_sum(root, &number);
	member->is_signed = LLVMIsASExtInst(root);
	if (is_widened(root)) {
		LLVMValueRef narrow = strip_sum(root, &number);
		root = narrow == root ? LLVMGetOperand(root, 0) : narrow;
	}
	member->nested = !is_flat(gep);
	member->array = member->nested ? gep : strip_bytes(LLVMGetOperand(gep, 0), &member->offset);
	member->stride = LLVMABISizeOfType(layout, type);
	member->offset += number * (int64_t)member->stride;
	member->root = root;
}

LLVMTypeRef aw_simd_member_type(LLVMValueRef instruction)
{
	return LLVMTypeOf(LLVMIsALoadInst(instruction) ? instruction : LLVMGetOperand(instruction, 0));
}

// The bytes of a member of TYPE, 0 when it can't be one.
static unsigned member_size(LLVMTargetDataRef layout, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		if (LLVMGetIntTypeWidth(type) < 8 || LLVMGetIntTypeWidth(type) > 64)
			return 0;
		return LLVMGetIntTypeWidth(type) & (LLVMGetIntTypeWidth(type) - 1) ? 0 : LLVMGetIntTypeWidth(type) / 8;
	case LLVMHalfTypeKind: case LLVMBFloatTypeKind: case LLVMFloatTypeKind: case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind:
		return (unsigned)LLVMABISizeOfType(layout, type);
	default:
		return 0;
	}
}

bool aw_simd_read_member(const struct aw_unit *unit, LLVMValueRef instruction, bool indexed, struct aw_simd_member *member)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(unit->module);
	assert(LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction));
	*member = (struct aw_simd_member){ .instruction = instruction, .root = aw_simd_member_pointer(instruction) };
	member->size = member_size(layout, aw_simd_member_type(instruction));
	if (!member->size || !aw_llvm_is_plain(instruction))
		return false;
	member->root = strip_bytes(member->root, &member->offset);
	bool same = LLVMIsAArgument(member->root) ? !aw_llvm_is_marked_argument(member->root, AW_GANG_VARYING) :
	                                            !LLVMIsAInstruction(member->root) || LLVMIsAAllocaInst(member->root);
	if (same)
		return false; // at a constant distance from an argument or a variable: the same for all lanes
	if (indexed)
		read_index(layout, member);
	return true;
}

bool aw_simd_members_parallel(const struct aw_simd_member *a, const struct aw_simd_member *b)
{
	return a->root == b->root && !a->array == !b->array && a->stride == b->stride && a->size == b->size && a->is_signed == b->is_signed;
}

bool aw_simd_members_of_same(const struct aw_simd_member *a, const struct aw_simd_member *b)
{
	if (a->nested != b->nested)
		return false;
	if (a->array == b->array || !a->nested)
		return a->array == b->array;
	unsigned count = (unsigned)LLVMGetNumOperands(a->array);
	if ((unsigned)LLVMGetNumOperands(b->array) != count || LLVMGetGEPSourceElementType(a->array) != LLVMGetGEPSourceElementType(b->array))
		return false;
	for (unsigned i = 0; i + 1 < count; i++)
		if (LLVMGetOperand(a->array, i) != LLVMGetOperand(b->array, i))
			return false;
	return true;
}

bool aw_simd_members_along(const struct aw_simd_member *a, const struct aw_simd_member *b)
{
	return aw_simd_members_of_same(a, b) && aw_simd_members_parallel(a, b);
}
