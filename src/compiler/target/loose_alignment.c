// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes that work at any address.  A program may take an array of floats for one of float4, whose place on a GPU has the
// alignment that this needs only by chance, or by what registers it became; processors have instructions for such addresses that are
// as fast where the address is aligned after all, and LLVM's choice of the others would end the kernel.  What goes past the caches
// and atomics need their alignment.  It is the last pass, since others cut and order by what alignment says.
#include <stdint.h>

#include "../pipeline.h"
#include "../simd/simd_past.h"

enum { ENOUGH = 8 }; // no instruction asks for that of an address

static bool is_loose(LLVMValueRef access)
{
	return LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic && !aw_simd_is_past(access) && LLVMGetAlignment(access) > ENOUGH;
}

// The alignment that CALL of memcpy and its like promises of its argument INDEX.
static bool loosen_argument(struct aw_unit *unit, LLVMValueRef call, unsigned index)
{
	unsigned kind = aw_llvm_attribute_kind("align");
	LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
	if (!align || LLVMGetEnumAttributeValue(align) <= ENOUGH)
		return false;
	LLVMRemoveCallSiteEnumAttribute(call, index + 1, kind);
	LLVMAddCallSiteAttribute(call, index + 1, LLVMCreateEnumAttribute(unit->context, kind, ENOUGH));
	return true;
}

static bool loosen_copy(struct aw_unit *unit, LLVMValueRef call)
{
	LLVMValueRef callee = aw_llvm_callee(call);
	const char *name = callee ? aw_llvm_name(callee) : "";
	if (!aw_starts_with(name, "llvm.mem"))
		return false;
	bool changed = false;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		changed |= loosen_argument(unit, call, i);
	return changed;
}

static bool loosen(struct aw_unit *unit, LLVMValueRef instruction)
{
	if (aw_llvm_is_op(instruction, LLVMCall))
		return loosen_copy(unit, instruction);
	if ((!aw_llvm_is_op(instruction, LLVMLoad) && !aw_llvm_is_op(instruction, LLVMStore)) || !is_loose(instruction))
		return false;
	LLVMSetAlignment(instruction, ENOUGH);
	return true;
}

bool aw_pass_loose_alignment(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				changed |= loosen(unit, instruction);
	return changed;
}
