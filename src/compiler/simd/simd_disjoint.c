// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums that are kept in memory, as first programs keep them:
//
//     for (k = 0; k < n; k++)
//         c[row * n + column] += a[row * n + k] * b[k * n + column];
//
// For all that the compiler knows a store to c changes what is loaded next from a, so each turn stores, and gangs neither make several
// turns nor lines of them side by side.  But nearly every launch passes arrays that are allocations of their own.  So such a kernel has a
// form more, whose parameters are as if the program had said `__restrict__`: for launches in which those by which it writes lead to the
// beginning of allocations that no other leads into.  The runtime looks at the arguments as it does for strides of 1 (simd_strides.c).
//
// A kernel has it only if all its accesses are by parameters, by variables, or its own: what a pointer from memory leads to might be
// any of the allocations.
#include "simd_disjoint.h"

#include "../analysis/loops.h"
#include "../target/nvptx.h"
#include "simd_asserts.h"

enum { MOST_CHOICES = 8 }; // of an address, one behind the other

// Adds to *FOUND the parameters that ADDRESS may lead from; false: it may be from somewhere else.  Variables have no bit: no allocation
// is one.  But a parameter that is only read may lead into one, so to WRITE them is somewhere else, too, but for shared ones.
static bool find_bases(LLVMValueRef address, bool write, unsigned depth, uint32_t *found)
{
	address = aw_llvm_object(address);
	if (LLVMIsAGlobalVariable(address))
		return !write || LLVMGetPointerAddressSpace(LLVMTypeOf(address)) == AW_NVPTX_SHARED;
	if (LLVMIsAAllocaInst(address) || aw_llvm_is_by_value(address))
		return true;
	if (LLVMIsASelectInst(address))
		return depth && find_bases(LLVMGetOperand(address, 1), write, depth - 1, found) &&
		       find_bases(LLVMGetOperand(address, 2), write, depth - 1, found);
	if (aw_llvm_is_op(address, LLVMFreeze))
		return depth && find_bases(LLVMGetOperand(address, 0), write, depth - 1, found);
	unsigned number = LLVMIsAArgument(address) ? aw_llvm_argument_number(address) : AW_CPU_VARIANT_PARAMETERS;
	if (number >= AW_CPU_VARIANT_PARAMETERS)
		return false;
	*found |= 1u << number;
	return true;
}

static bool take(LLVMValueRef instruction, struct aw_simd_arrays *arrays)
{
	const char *name = aw_llvm_callee_name(instruction);
	LLVMValueRef callee;
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMLoad:
		return aw_llvm_is_plain(instruction) &&
		       find_bases(LLVMGetOperand(instruction, 0), false, MOST_CHOICES, &arrays->read);
	case LLVMStore:
		return aw_llvm_is_plain(instruction) && find_bases(LLVMGetOperand(instruction, 1), true, MOST_CHOICES, &arrays->written);
	case LLVMCall:
		callee = aw_llvm_callee(instruction);
		return (callee && aw_llvm_has_no_memory(callee)) || aw_simd_is_assert(instruction) || aw_starts_with(name, "llvm.lifetime.") ||
		       aw_starts_with(name, "llvm.assume");
	default:
		return !aw_llvm_may_write(instruction);
	}
}

// Whether loop LOOP stores to one place by a parameter in each of its turns, and loads by another.
static bool keeps_sum(const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t loop)
{
	const struct aw_loop *found = &loops->loops.items[loop];
	uint32_t kept = 0, loaded = 0;
	for (uint32_t i = found->first; i < found->end; i++)
		AW_FOR_INSTRUCTIONS(instruction, cfg->blocks[loops->order[i]]) {
			bool store = LLVMIsAStoreInst(instruction) != NULL, load = LLVMIsALoadInst(instruction) != NULL;
			if (store && !aw_loop_has_value(loops, cfg, loop, LLVMGetOperand(instruction, 1)))
				find_bases(LLVMGetOperand(instruction, 1), true, MOST_CHOICES, &kept);
			if (load)
				find_bases(LLVMGetOperand(instruction, 0), false, MOST_CHOICES, &loaded);
		}
	return kept && (loaded & ~kept);
}

static bool keeps_any(LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	bool found = false;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t loop = 0; loop < loops.loops.count && !found; loop++)
		found = aw_loop_is_innermost(&loops, loop) && keeps_sum(&loops, &cfg, loop);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return found;
}

bool aw_simd_find_disjoint(LLVMValueRef function, struct aw_simd_arrays *arrays)
{
	*arrays = (struct aw_simd_arrays){ 0 };
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (!take(instruction, arrays))
				return false;
	arrays->read &= ~arrays->written;
	return arrays->written && keeps_any(function);
}

void aw_simd_use_disjoint(LLVMValueRef function, const struct aw_simd_arrays *arrays)
{
	for (unsigned i = 0; i < AW_CPU_VARIANT_PARAMETERS; i++)
		if ((arrays->read | arrays->written) >> i & 1)
			aw_llvm_add_attribute(function, i + 1, "noalias");
}
