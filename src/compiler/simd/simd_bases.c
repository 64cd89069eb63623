// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of one array or another.  Of
//
//     if (old)                                    or    x = old ? a[i] : b[i];
//         x = a[i];
//     else
//         x = b[i];
//
// LLVM makes one load, whose array is chosen: `*(old ? a : b)[i]`, or, where the arrays are members of a struct parameter,
// `(*(&parameter + (old ? 16 : 24)))[i]`.  For a gang that is a gather, and a store is a scatter, where each array alone has its row.
// So in the code of one thread each has its way again, which lanes go down under masks, and members are chosen when all have been read:
// the parameter is there anyway.
//
// It undoes SinkCommonInsts of LLVM's SimplifyCFG and foldSelectOpOp of its InstCombine.
#include "simd.h"

#include "../../base/vec.h"
#include "../analysis/need.h"
#include "../analysis/uniformity.h"

enum { DEEP = 6, MOST = 8 };

struct chosen {
	LLVMValueRef access, choice; // a load or store, and the select of its array
};

struct bases {
	struct aw_unit *unit;
	struct aw_uniformity u;
	AW_VEC(struct chosen) found;
};

static struct aw_shape shape_of(const struct bases *bases, LLVMValueRef value)
{
	return aw_uniformity_shape(&bases->u, value);
}

// --- members ---

// Whether a constant number of bytes, PLACE, leads to what LOAD may load within PARAMETER, a struct.
static bool is_member(LLVMValueRef parameter, LLVMValueRef place, LLVMValueRef load)
{
	int64_t number;
	LLVMTargetDataRef data = LLVMGetModuleDataLayout(LLVMGetGlobalParent(LLVMGetParamParent(parameter)));
	LLVMTypeRef whole = LLVMGetTypeAttributeValue(aw_llvm_argument_attribute(parameter, "byval"));
	return aw_llvm_constant(place, &number) && number >= 0 && number % LLVMGetAlignment(load) == 0 &&
	       (uint64_t)number + LLVMStoreSizeOfType(data, LLVMTypeOf(load)) <= LLVMABISizeOfType(data, whole);
}

// A member that isn't chosen may be anything.
static LLVMValueRef read_member(struct aw_unit *unit, LLVMValueRef load, LLVMValueRef parameter, LLVMValueRef place)
{
	static const char promise[] = "noundef";
	LLVMValueRef copy = LLVMInstructionClone(load);
	LLVMSetMetadata(copy, LLVMGetMDKindIDInContext(unit->context, promise, sizeof(promise) - 1), NULL);
	LLVMSetOperand(copy, 0, LLVMBuildGEP2(unit->builder, LLVMInt8TypeInContext(unit->context), parameter, &place, 1, ""));
	LLVMInsertIntoBuilder(unit->builder, copy);
	return copy;
}

// Lets LOAD of one of two members of a struct parameter be a choice between both.
static void read_both(struct aw_unit *unit, LLVMValueRef load)
{
	LLVMValueRef address = LLVMGetOperand(load, 0);
	if (!aw_llvm_is_plain(load) || !LLVMIsAGetElementPtrInst(address) || LLVMGetNumIndices(address) != 1 ||
	    LLVMGetGEPSourceElementType(address) != LLVMInt8TypeInContext(unit->context))
		return;
	LLVMValueRef parameter = LLVMGetOperand(address, 0), choice = LLVMGetOperand(address, 1);
	if (!aw_llvm_is_by_value(parameter) || !LLVMIsASelectInst(choice))
		return;
	LLVMValueRef a = LLVMGetOperand(choice, 1), b = LLVMGetOperand(choice, 2);
	if (!is_member(parameter, a, load) || !is_member(parameter, b, load))
		return;
	aw_llvm_at(unit->builder, load);
	a = read_member(unit, load, parameter, a);
	b = read_member(unit, load, parameter, b);
	aw_llvm_replace(load, LLVMBuildSelect(unit->builder, LLVMGetOperand(choice, 0), a, b, ""));
}

// --- arrays ---

// The choice between two arrays that ADDRESS is in, a row but for that; NULL: another address.
static LLVMValueRef choice_of(const struct bases *bases, LLVMValueRef address)
{
	for (unsigned depth = 0; depth < DEEP; depth++) {
		if (LLVMIsASelectInst(address))
			return shape_of(bases, LLVMGetOperand(address, 0)).kind == AW_SHAPE_VARYING &&
			                       aw_shape_is_uniform(shape_of(bases, LLVMGetOperand(address, 1))) &&
			                       aw_shape_is_uniform(shape_of(bases, LLVMGetOperand(address, 2)))
			               ? address
			               : NULL;
		if (!LLVMIsAGetElementPtrInst(address))
			return NULL;
		for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++)
			if (shape_of(bases, LLVMGetOperand(address, i)).kind == AW_SHAPE_VARYING)
				return NULL;
		address = LLVMGetOperand(address, 0);
	}
	return NULL;
}

static void look_at(struct bases *bases, LLVMValueRef access)
{
	LLVMValueRef address = aw_llvm_address(access);
	if (bases->found.count == MOST || !address || !aw_llvm_is_plain(access))
		return;
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(aw_llvm_is_op(access, LLVMStore) ? LLVMGetOperand(access, 0) : access));
	if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind)
		return;
	LLVMValueRef choice = choice_of(bases, address);
	if (choice)
		aw_need(aw_vec_push(&bases->found, ((struct chosen){ access, choice })));
}

// ADDRESS with ARRAY in the place of CHOICE.
static LLVMValueRef address_in(LLVMBuilderRef builder, LLVMValueRef address, LLVMValueRef choice, LLVMValueRef array)
{
	if (address == choice)
		return array;
	LLVMValueRef base = address_in(builder, LLVMGetOperand(address, 0), choice, array), copy = LLVMInstructionClone(address);
	LLVMSetOperand(copy, 0, base);
	LLVMInsertIntoBuilder(builder, copy);
	return copy;
}

// The way on which CHOSEN's access is to ARRAY, before block BEHIND; *MADE is the access.
static LLVMBasicBlockRef make_way(struct bases *bases, const struct chosen *chosen, LLVMValueRef array, LLVMBasicBlockRef behind,
                                  LLVMValueRef *made)
{
	LLVMBuilderRef builder = bases->unit->builder;
	LLVMValueRef access = chosen->access;
	LLVMBasicBlockRef way = LLVMInsertBasicBlockInContext(bases->unit->context, behind, "");
	LLVMPositionBuilderAtEnd(builder, way);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(access));
	LLVMValueRef address = address_in(builder, aw_llvm_address(access), chosen->choice, array);
	*made = LLVMInstructionClone(access);
	LLVMSetOperand(*made, aw_llvm_is_op(access, LLVMStore), address);
	LLVMInsertIntoBuilder(builder, *made);
	LLVMBuildBr(builder, behind);
	return way;
}

static void part(struct bases *bases, const struct chosen *chosen)
{
	LLVMBuilderRef builder = bases->unit->builder;
	LLVMValueRef access = chosen->access, choice = chosen->choice, made[2];
	LLVMBasicBlockRef before = LLVMGetInstructionParent(access), behind = aw_llvm_split_before(LLVMGetNextInstruction(access)), ways[2];
	for (unsigned i = 0; i < 2; i++)
		ways[i] = make_way(bases, chosen, LLVMGetOperand(choice, 1 + i), behind, &made[i]);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(before);
	aw_llvm_at(builder, end);
	LLVMBuildCondBr(builder, LLVMGetOperand(choice, 0), ways[0], ways[1]);
	aw_llvm_erase(end);
	if (aw_llvm_is_op(access, LLVMLoad)) {
		LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(behind));
		LLVMValueRef phi = LLVMBuildPhi(builder, LLVMTypeOf(access), "");
		LLVMAddIncoming(phi, made, ways, 2);
		LLVMReplaceAllUsesWith(access, phi);
	}
	aw_llvm_erase(access);
}

// Whether FUNCTION chooses between pointers at all.
static bool has_candidate(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (LLVMIsASelectInst(instruction) && LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMPointerTypeKind)
				return true;
	return false;
}

bool aw_simd_part_bases(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct bases bases = { .unit = unit };
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			if (aw_llvm_is_op(instruction, LLVMLoad))
				read_both(unit, instruction);
	if (!has_candidate(function))
		return false;
	aw_uniformity_init(&bases.u, unit, function, gang);
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(access, block)
			look_at(&bases, access);
	for (size_t i = 0; i < bases.found.count; i++)
		part(&bases, &bases.found.items[i]);
	bool changed = bases.found.count > 0;
	aw_vec_finish(&bases.found);
	aw_uniformity_finish(&bases.u);
	return changed;
}
