// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access.h"

#include <assert.h>

#include "../../base/str.h"
#include "../target/nvptx.h"

bool aw_access_find(LLVMValueRef instruction, struct aw_access *access)
{
	const char *name = aw_llvm_callee_name(instruction);
	bool masked_load = aw_starts_with(name, "llvm.masked.load."), masked_store = aw_starts_with(name, "llvm.masked.store.");
	bool load = masked_load || aw_llvm_is_op(instruction, LLVMLoad), store = masked_store || aw_llvm_is_op(instruction, LLVMStore);
	if (!load && !store)
		return false;
	*access = (struct aw_access){
		.address = LLVMGetOperand(instruction, store),
		.type = LLVMTypeOf(store ? LLVMGetOperand(instruction, 0) : instruction),
		.value = store ? LLVMGetOperand(instruction, 0) : NULL,
		.mask = masked_load || masked_store ? LLVMGetOperand(instruction, masked_load ? 2 : 3) : NULL,
		.passed = masked_load ? LLVMGetOperand(instruction, 3) : NULL,
	};
	return true;
}

bool aw_access_is_gather(LLVMValueRef instruction)
{
	return aw_starts_with(aw_llvm_callee_name(instruction), "llvm.masked.gather.");
}

static unsigned own_kind(LLVMValueRef store)
{
	static const char mark[] = "aw.own";
	return LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(store)), mark, sizeof(mark) - 1);
}

void aw_access_mark_own(LLVMValueRef store)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(store));
	LLVMSetMetadata(store, own_kind(store), LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
}

bool aw_access_is_own(LLVMValueRef store)
{
	return LLVMHasMetadata(store) && LLVMGetMetadata(store, own_kind(store));
}

static bool in_shared(LLVMValueRef pointer)
{
	assert(LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind);
	return LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == AW_NVPTX_SHARED;
}

// As far as POINTER can be followed, but no further than to one that says shared memory.
static LLVMValueRef follow(LLVMValueRef pointer)
{
	while (!in_shared(pointer) && (aw_llvm_is_op(pointer, LLVMGetElementPtr) || aw_llvm_is_op(pointer, LLVMAddrSpaceCast)))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

// The pointers that may be POINTER, found behind phis and selects.
enum { MOST_SOURCES = 16 };
struct sources {
	LLVMValueRef items[MOST_SOURCES];
	unsigned count;
};

// False when they are more than there is room for.
static bool add_source(struct sources *sources, LLVMValueRef pointer)
{
	pointer = follow(pointer);
	for (unsigned i = 0; i < sources->count; i++)
		if (sources->items[i] == pointer)
			return true;
	if (sources->count == MOST_SOURCES)
		return false;
	sources->items[sources->count++] = pointer;
	return true;
}

static bool find_sources(struct sources *sources, LLVMValueRef pointer)
{
	bool fits = add_source(sources, pointer);
	for (unsigned i = 0; i < sources->count && fits; i++) {
		LLVMValueRef at = sources->items[i];
		for (unsigned k = 0; aw_llvm_is_op(at, LLVMPHI) && k < LLVMCountIncoming(at); k++)
			fits &= add_source(sources, LLVMGetIncomingValue(at, k));
		for (unsigned k = 1; aw_llvm_is_op(at, LLVMSelect) && k < 3; k++)
			fits &= add_source(sources, LLVMGetOperand(at, k));
	}
	return fits;
}

static bool is_choice(LLVMValueRef pointer)
{
	return aw_llvm_is_op(pointer, LLVMPHI) || aw_llvm_is_op(pointer, LLVMSelect);
}

// Whether all that POINTER may be lies in shared memory, or with LOCAL in either it or a local variable.
static bool is_of_block(LLVMValueRef pointer, bool local)
{
	struct sources sources = { .count = 0 };
	if (!find_sources(&sources, pointer))
		return false;
	bool own = true, some = false;
	for (unsigned i = 0; i < sources.count; i++) {
		LLVMValueRef source = sources.items[i];
		bool fits = in_shared(source) || (local && LLVMIsAAllocaInst(source));
		own &= fits || is_choice(source);
		some |= fits;
	}
	return own && some;
}

bool aw_access_is_shared(LLVMValueRef pointer)
{
	return is_of_block(pointer, false);
}

bool aw_access_is_blocks_own(LLVMValueRef pointer)
{
	return is_of_block(pointer, true);
}
