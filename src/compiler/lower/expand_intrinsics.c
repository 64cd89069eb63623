// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVVM intrinsics that LLVM has instructions for: atomics with a scope, read-only loads, address space
// casts.  Their names end with the types they are overloaded for, so they are told by prefix.
// Scopes fold: memory is coherent among all threads of the host, so a narrower scope gains nothing.
// CUDA's atomics are relaxed (CUDA C++ Programming Guide, 10.14).
#include <assert.h>
#include <string.h>

#include "../../base/str.h"
#include "lower_intrinsics.h"

static LLVMTypeRef type_of(LLVMValueRef value)
{
	return LLVMTypeOf(value);
}

static void expand_exchange(struct aw_unit *unit, LLVMValueRef call)
{
	LLVMValueRef pair = LLVMBuildAtomicCmpXchg(unit->builder, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
	                                           LLVMGetOperand(call, 2), LLVMAtomicOrderingMonotonic,
	                                           LLVMAtomicOrderingMonotonic, false);
	aw_llvm_replace(call, LLVMBuildExtractValue(unit->builder, pair, 0, ""));
}

// "llvm.nvvm.atomic.OP." and what LLVM calls OP for integers.
static const struct {
	const char *name;
	LLVMAtomicRMWBinOp operation;
} atomics[] = {
	{ "add", LLVMAtomicRMWBinOpAdd },
	{ "and", LLVMAtomicRMWBinOpAnd },
	{ "exch", LLVMAtomicRMWBinOpXchg },
	{ "max", LLVMAtomicRMWBinOpMax },
	{ "min", LLVMAtomicRMWBinOpMin },
	{ "or", LLVMAtomicRMWBinOpOr },
	{ "xor", LLVMAtomicRMWBinOpXor },
	{ "inc", LLVMAtomicRMWBinOpUIncWrap },
	{ "dec", LLVMAtomicRMWBinOpUDecWrap },
	{ "load.inc", LLVMAtomicRMWBinOpUIncWrap },
	{ "load.dec", LLVMAtomicRMWBinOpUDecWrap },
};

static bool expand_atomic(struct aw_unit *unit, LLVMValueRef call, const char *name)
{
	if (aw_starts_with(name, "cas."))
		return expand_exchange(unit, call), true;
	for (size_t i = 0; i < sizeof(atomics) / sizeof(*atomics); i++) {
		size_t length = strlen(atomics[i].name);
		if (strncmp(name, atomics[i].name, length) || name[length] != '.')
			continue;
		LLVMAtomicRMWBinOp operation = atomics[i].operation;
		if (operation == LLVMAtomicRMWBinOpAdd && aw_llvm_is_float(type_of(call)))
			operation = LLVMAtomicRMWBinOpFAdd;
		aw_llvm_replace(call, LLVMBuildAtomicRMW(unit->builder, operation, LLVMGetOperand(call, 0),
		                                         LLVMGetOperand(call, 1), LLVMAtomicOrderingMonotonic, false));
		return true;
	}
	return false;
}

// ldg and ldu: (pointer, alignment).  What ldg reads is not written while the kernel runs.
static void expand_load(struct aw_unit *unit, LLVMValueRef call, bool invariant)
{
	assert(LLVMGetNumArgOperands(call) == 2);
	LLVMValueRef load = LLVMBuildLoad2(unit->builder, type_of(call), LLVMGetOperand(call, 0), "");
	int64_t alignment = 1;
	if (aw_llvm_constant(LLVMGetOperand(call, 1), &alignment))
		LLVMSetAlignment(load, (unsigned)alignment);
	if (invariant)
		aw_llvm_mark_invariant(load);
	aw_llvm_replace(call, load);
}

bool aw_expand_intrinsic(struct aw_unit *unit, LLVMValueRef call)
{
	const char *name = aw_llvm_name(aw_llvm_callee(call)) + strlen("llvm.nvvm.");
	aw_llvm_at(unit->builder, call);
	if (aw_starts_with(name, "atomic."))
		return expand_atomic(unit, call, name + strlen("atomic."));
	if (aw_starts_with(name, "ldg.") || aw_starts_with(name, "ldu."))
		expand_load(unit, call, name[2] == 'g');
	else if (aw_starts_with(name, "ptr."))
		aw_llvm_replace(call, LLVMBuildAddrSpaceCast(unit->builder, LLVMGetOperand(call, 0), type_of(call), ""));
	else
		return false;
	return true;
}
