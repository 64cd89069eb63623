// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx_signature.h"

#include <string.h>

#include "../analysis/need.h"
#include "ptx_emit.h"

// What PTX may call without its being there (CUDA C++ Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory
// Allocation"): p a pointer, i 32 bits, l 64 bits, v nothing; the result first.
static const struct known_row {
	const char *name, *letters;
} known_rows[] = {
	{ "vprintf", "ipp" },
	{ "malloc", "pl" },
	{ "__cuda_syscall_aligned_malloc", "pll" },
	{ "free", "vp" },
	{ "__assertfail", "vppipl" },
};

static LLVMTypeRef type_of_letter(LLVMContextRef context, char letter)
{
	switch (letter) {
	case 'p': return LLVMPointerTypeInContext(context, 0);
	case 'v': return LLVMVoidTypeInContext(context);
	default: return LLVMIntTypeInContext(context, letter == 'l' ? 64 : 32);
	}
}

static LLVMTypeRef known_signature(LLVMContextRef context, const struct known_row *row)
{
	enum { MOST = 8 };
	LLVMTypeRef types[MOST];
	unsigned count = 0;
	for (const char *letter = row->letters + 1; *letter && count < MOST; letter++)
		types[count++] = type_of_letter(context, *letter);
	return LLVMFunctionType(type_of_letter(context, row->letters[0]), types, count, false);
}

static LLVMTypeRef passed_type(LLVMContextRef context, const struct aw_ptx_declaration *declaration, bool is_entry)
{
	LLVMTypeRef element = LLVMIntTypeInContext(context, aw_ptx_types[aw_ptx_find_type(declaration->type)].bits);
	if (!declaration->is_array)
		return element;
	return is_entry ? LLVMPointerTypeInContext(context, 0) : LLVMArrayType2(element, declaration->count);
}

LLVMTypeRef aw_ptx_signature(LLVMContextRef context, const struct aw_ptx_prototype *prototype, bool is_entry)
{
	for (size_t i = 0; i < sizeof(known_rows) / sizeof(*known_rows); i++)
		if (!strcmp(known_rows[i].name, prototype->name))
			return known_signature(context, &known_rows[i]);
	LLVMTypeRef *types = AW_NEED_ARRAY(LLVMTypeRef, prototype->parameters.count);
	for (size_t i = 0; i < prototype->parameters.count; i++)
		types[i] = passed_type(context, &prototype->parameters.items[i], is_entry);
	LLVMTypeRef result = prototype->result.type ? passed_type(context, &prototype->result, false) : LLVMVoidTypeInContext(context);
	LLVMTypeRef type = LLVMFunctionType(result, types, (unsigned)prototype->parameters.count, false);
	free(types);
	return type;
}

LLVMTypeRef aw_ptx_storage(LLVMContextRef context, const struct aw_ptx_declaration *declaration)
{
	LLVMTypeRef element = LLVMIntTypeInContext(context, aw_ptx_types[aw_ptx_find_type(declaration->type)].bits);
	bool one = !declaration->is_array && declaration->lanes == 1;
	return one ? element : LLVMArrayType2(element, declaration->count * declaration->lanes);
}

unsigned aw_ptx_alignment(const struct aw_ptx_declaration *declaration)
{
	unsigned natural = aw_ptx_types[aw_ptx_find_type(declaration->type)].bits / 8 * declaration->lanes;
	return declaration->align ? declaration->align : natural;
}

LLVMValueRef aw_ptx_symbol(LLVMModuleRef module, const char *name)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name), global = LLVMGetNamedGlobal(module, name);
	if (function || !global)
		return function;
	return LLVMConstAddrSpaceCast(global, LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0));
}
