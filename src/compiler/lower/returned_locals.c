// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that return a pointer to a variable of theirs, in a view of it, work in nvcc's code where they are inlined: the variable is
// then one of the caller, for as long as that runs.  LLVM's inliner ends its life with the inlined body, unless something is said about its
// life already:
//     a = alloca; lifetime.start(a); ... return { a }
// is said of each variable whose address is handed on in a function whose result holds a pointer.
#include "../pipeline.h"

static bool holds_pointer(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	if (kind == LLVMArrayTypeKind)
		return holds_pointer(LLVMGetElementType(type));
	for (unsigned i = 0; kind == LLVMStructTypeKind && i < LLVMCountStructElementTypes(type); i++)
		if (holds_pointer(LLVMStructGetTypeAtIndex(type, i)))
			return true;
	return kind == LLVMPointerTypeKind;
}

static bool returns_pointer(LLVMValueRef function)
{
	unsigned kind = aw_llvm_attribute_kind("sret");
	for (unsigned i = 0; i < LLVMCountParams(function); i++) {
		LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
		if (attribute && holds_pointer(LLVMGetTypeAttributeValue(attribute)))
			return true;
	}
	return holds_pointer(LLVMGetReturnType(LLVMGlobalGetValueType(function)));
}

static bool is_handed_on(LLVMValueRef address)
{
	AW_FOR_USES(use, address) {
		LLVMValueRef user = LLVMGetUser(use);
		bool inside = LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address) ||
		              (LLVMIsACallInst(user) && aw_starts_with(aw_llvm_callee_name(user), "llvm."));
		bool moved = LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user);
		if (moved ? is_handed_on(user) : !inside)
			return true;
	}
	return false;
}

static void start_life(struct aw_unit *unit, LLVMValueRef variable, LLVMValueRef before)
{
	LLVMTypeRef pointer = LLVMTypeOf(variable);
	LLVMValueRef start = aw_llvm_intrinsic(unit->module, "llvm.lifetime.start", &pointer, 1);
	LLVMValueRef arguments[] = { LLVMConstAllOnes(LLVMInt64TypeInContext(unit->context)), variable };
	LLVMPositionBuilderBefore(unit->builder, before);
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMBuildCall2(unit->builder, LLVMGlobalGetValueType(start), start, arguments, 2, "");
}

bool aw_pass_returned_locals(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (!aw_llvm_is_defined(function) || !returns_pointer(function))
			continue;
		LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
		LLVMValueRef behind = LLVMGetFirstInstruction(entry);
		while (LLVMIsAAllocaInst(behind))
			behind = LLVMGetNextInstruction(behind);
		AW_FOR_INSTRUCTIONS(instruction, entry)
			if (LLVMIsAAllocaInst(instruction) && is_handed_on(instruction)) {
				LLVMValueRef next = LLVMGetNextInstruction(instruction);
				start_life(unit, instruction, LLVMIsAAllocaInst(next) ? behind : next);
				changed = true;
			}
	}
	return changed;
}
