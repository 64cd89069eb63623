// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where calls are inlined it is often known which memory a pointer leads to, and so what isspacep says of it (PTX ISA, "isspacep"):
// libcu++ asks whether a barrier lies in shared memory, and else waits for it in another way.
#include "simd.h"

#include <string.h>

#include "../analysis/access.h"
#include "../target/nvptx.h"

enum space { UNKNOWN, GLOBAL, SHARED, LOCAL, CONSTANT };

static bool is_struct(LLVMValueRef parameter)
{
	LLVMValueRef function = LLVMGetParamParent(parameter);
	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		if (LLVMGetParam(function, i) == parameter)
			return LLVMGetEnumAttributeAtIndex(function, i + 1, aw_llvm_attribute_kind("byval")) != NULL;
	return false;
}

// Of a pointer in a kernel.
static enum space space_of(LLVMValueRef pointer)
{
	if (aw_access_is_shared(pointer))
		return SHARED;
	LLVMValueRef object = aw_llvm_object(pointer);
	if (LLVMIsAAllocaInst(object))
		return LOCAL;
	if (LLVMIsAArgument(object)) // what the host hands over, but for structs, which are the thread's
		return is_struct(object) ? UNKNOWN : GLOBAL;
	if (!LLVMIsAGlobalVariable(object))
		return UNKNOWN;
	return LLVMGetPointerAddressSpace(LLVMTypeOf(object)) == AW_NVPTX_CONSTANT ? CONSTANT : GLOBAL;
}

static enum space asked_space(LLVMValueRef call)
{
	static const struct {
		const char *support;
		enum space space;
	} rows[] = {
		{ "aw_cpu_isspacep_global", GLOBAL }, { "aw_cpu_isspacep_shared", SHARED },  { "aw_cpu_isspacep_shared_cluster", SHARED },
		{ "aw_cpu_isspacep_local", LOCAL },   { "aw_cpu_isspacep_const", CONSTANT },
	};
	const struct aw_intrinsic *row = aw_intrinsic_of(call);
	for (size_t i = 0; row && i < sizeof(rows) / sizeof(*rows); i++)
		if (!strcmp(row->support, rows[i].support))
			return rows[i].space;
	return UNKNOWN;
}

bool aw_simd_settle_spaces(LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(call, block) {
			enum space asked = asked_space(call), space = asked ? space_of(LLVMGetOperand(call, 0)) : UNKNOWN;
			if (space == UNKNOWN)
				continue;
			aw_llvm_replace(call, LLVMConstInt(LLVMTypeOf(call), space == asked, false));
			changed = true;
		}
	return changed;
}
